"""The changes that docs/extend.md shows: they apply to the package, are as small as it says, and work at once."""

from __future__ import annotations

import importlib
import math
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import jourdain as jd

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "extend.md").read_text(encoding="utf-8")
# what is added -> at most so many files, at most so many added lines
SIZES = {
    "a joint": (1, 6),
    "a Runge-Kutta method": (1, 15),
    "an integrator with a step of its own": (3, 120),
    "a measure": (2, 20),
    "an analysis": (2, 40),
}


def changes() -> dict[str, str]:
    """Heading -> the change shown below it."""
    parts = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    found = {part.split("\n", 1)[0]: re.findall(r"```diff\n(.*?)```", part, re.DOTALL) for part in parts}
    return {heading: "".join(blocks) for heading, blocks in found.items() if blocks}


@pytest.mark.parametrize("what", SIZES)
def test_a_change_is_as_small_as_it_should_be(what: str) -> None:
    change = changes()[what]
    files = re.findall(r"^diff --git", change, re.MULTILINE)
    added = re.findall(r"^\+(?!\+\+)", change, re.MULTILINE)
    most_files, most_lines = SIZES[what]
    assert 1 <= len(files) <= most_files and 1 <= len(added) <= most_lines, (len(files), len(added))


USE = """
import json, math, sys
import numpy as np
import jourdain as jd
from jourdain.integrators import all_integrators

m = jd.Model("m", planar=True, gravity=(0.0, -9.81))
bob = m.body("bob", mass=1.0, inertia=0.1, at=(1.0, 0.0))
m.joint("hinge", "revolute", m.ground, bob, at=(0.0, 0.0))
hook = m.ground.marker("hook", at=(1.0, 1.0))
tip = bob.marker("tip", at=(0.2, 0.0))
m.measure("reach", jd.square(hook, tip))
m.force("elastic", jd.square(hook, tip), law="-3*x - 0.1*v")

# the Runge-Kutta method and the integrator: public, and of the order they declare
end = {}
for method in (jd.Heun3, jd.Midpoint):
    assert all_integrators()[method.__name__] is method
    for h in (4e-3, 2e-3, 1e-4):
        run = jd.simulate(m, 0.4, integrator=method(step=h), trust="fast", output=2)
        end[method.__name__, h] = run["bob"].position[-1].values
true = end["Heun3", 1e-4]  # a ten-thousandth of what the other steps are off by
for name, order in (("Heun3", 3), ("Midpoint", 2)):
    errors = [np.abs(end[name, h] - true).max() for h in (4e-3, 2e-3)]
    assert abs(math.log2(errors[0] / errors[1]) - order) < 0.2, (name, errors)

# the measure: recorded, with a law that does work, and in files, as data and as text
result = jd.simulate(m, 0.4, integrator=jd.Heun3(step=1e-4), trust="fast", output=20)
p, angle = result["bob"].position.values, result["bob"].angle.values
at = p + 0.2 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
assert np.allclose(result.measure("reach").values, 0.5 * ((at - [1.0, 1.0]) ** 2).sum(axis=1), rtol=0, atol=1e-12)
assert result.trust.energy_error < 1e-7 * max(result.trust.energy_size, 1.0)
jd.write(m, sys.argv[1])
assert jd.read(sys.argv[1]) == m and "square(ground.hook, bob.tip)" in open(sys.argv[1]).read()

# the joint
s = jd.Model("s")
ball = s.body("ball", mass=1.0, inertia=(1.0, 1.0, 1.0), at=(0.0, 0.0, 0.0))
s.joint("table", "point_in_plane", s.ground, ball, at=(0.0, 0.0, 0.0))
assert jd.compile(s).n_rows == 1

# the analysis
from jourdain.commands.cli import app
from typer.testing import CliRunner
done = CliRunner().invoke(app, ["span", sys.argv[1], "--json"])
assert done.exit_code == 0 and json.loads(done.stdout)["metres"] == 0.0, done.stdout
print("used")
"""


def test_what_the_page_adds_works_at_once(tmp_path: Path) -> None:
    """A joint, two methods, a measure and an analysis, in a copy of the package."""
    source = Path(jd.__file__).parent
    ignore = shutil.ignore_patterns("__pycache__", "*.pyc")
    shutil.copytree(source, tmp_path / "src" / "jourdain", ignore=ignore)
    for what, change in changes().items():
        patch = tmp_path / "change.diff"
        patch.write_text(change, encoding="utf-8")
        done = subprocess.run(["git", "apply", str(patch)], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, (what, done.stderr)
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "src"), "JOURDAIN_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-c", USE, str(tmp_path / "model.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0 and done.stdout.strip() == "used", done.stderr[-3000:]


def test_the_integrator_of_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its two blocks as they are printed: it runs a machine with an event, and is of second order with two treatments."""
    text = (ROOT / "docs" / "tutorial-integrator.md").read_text(encoding="utf-8")
    method, value = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    assert len([line for line in (method + value).splitlines() if line.strip()]) <= 50
    (tmp_path / "heun2.py").write_text(method, encoding="utf-8")
    (tmp_path / "heun2_value.py").write_text(value, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    heun2 = importlib.import_module("heun2_value").Heun2
    model = jd.Model("m", planar=True, gravity=(0.0, -9.81))
    bob = model.body("bob", mass=1.0, inertia=0.1, at=(1.0, 0.0))
    hinge = model.joint("hinge", "revolute", model.ground, bob, at=(0.0, 0.0))

    def end(integrator: jd.RK4) -> np.ndarray:
        result = jd.simulate(model, 0.5, integrator=integrator, trust="fast", output=1)
        return np.asarray(result["bob"].position[-1].values)

    true = end(jd.DOP853(tol=1e-12))
    for treatment in ("projection", "baumgarte"):
        errors = [np.abs(end(heun2(step=h, constraints=treatment)) - true).max() for h in (2e-3, 1e-3)]
        assert math.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.15)
    model.event("low", hinge.angle, -1.0, direction="falling", actions=jd.Stop())
    stopped = jd.simulate(model, 0.9, integrator=heun2(step=1e-3), trust="fast")
    assert stopped.events[0].t == pytest.approx(jd.simulate(model, 0.9, tol=1e-9, trust="fast").events[0].t, abs=1e-5)
