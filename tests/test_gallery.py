"""Every script of the gallery runs, its own check holds, and every model of every example survives model files."""

from __future__ import annotations

import inspect
import json
import math
import re
import runpy
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import matplotlib.pyplot as plt
import numpy as np
import pytest

import jourdain as jd
from helpers import outside_the_pattern
from jourdain import examples
from jourdain.io.model_files.format import json_schema
from jourdain.io.model_files.yaml import read_document
from jourdain.io.robots.urdf import read_urdf

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted((ROOT / "docs" / "gallery").glob("*.py"))
FILES = sorted((ROOT / "examples").glob("*.yaml"))
ROBOTS = sorted((ROOT / "examples").glob("*.urdf"))
MACHINES = [f for _, f in inspect.getmembers(examples, inspect.isfunction) if f.__module__ == examples.__name__]


def test_there_is_a_gallery() -> None:
    assert len(SCRIPTS) >= 5 and FILES and ROBOTS and MACHINES


def ran(script: Path, folder: Path) -> tuple[dict[str, Any], list[jd.Model]]:
    """What a script defines, run as the main one in a folder, and every model that it made or was given."""
    made: list[jd.Model] = []
    build = jd.Model.__init__

    def noted(model: jd.Model, *args: Any, **options: Any) -> None:
        build(model, *args, **options)
        if sys._getframe(1).f_code.co_filename == str(script):  # not those that analyses make for themselves
            made.append(model)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jd.Model, "__init__", noted)
        patch.chdir(folder)
        patch.setenv("MPLBACKEND", "Agg")
        namespace = runpy.run_path(str(script), run_name="__main__")
        plt.close("all")
    models = [*made, *held(list(namespace.values()))]
    return namespace, [model for i, model in enumerate(models) if model not in models[:i]]


def held(value: Any) -> Iterator[jd.Model]:
    """The models of a value: itself, those in a list or table, that of a result, an assembly or a linearisation."""
    if isinstance(value, jd.Model):
        yield value
    elif isinstance(value, jd.Linear):
        yield value.start.system.model
    elif isinstance(value, (list, tuple, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from held(one)
    elif isinstance(getattr(value, "model", None), jd.Model):
        yield value.model


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_gallery(script: Path, tmp_path: Path) -> None:
    """It runs, what it says of itself holds, and its models survive files, fit their patterns and raise no false alarm.

    All at once, because the script runs once for it. Functions that no file can name would have to be listed here.
    """
    assert "    check()\n" in script.read_text().partition("__main__")[2], "a gallery script calls its own check()"
    namespace, models = ran(script, tmp_path)
    assert models or "jd.Equations(" in script.read_text()
    for model in models:
        survives(model, tmp_path)
        assert not model.bodies or outside_the_pattern(jd.compile(model)) == 0.0
    for model in (value for value in namespace.values() if isinstance(value, jd.Model)):
        found = jd.check(model)
        # one script is about a drawing whose joints are open, and that is no false alarm
        warnings = [text for text in found.warnings if not text.startswith("joints are open in the drawing")]
        assert not found.errors and not warnings, (model.name, found.errors, warnings)


# --------------------------------------------------------------------------- pages

PAGES = [
    ROOT / "README.md",
    *(
        ROOT / "docs" / f"{name}.md"
        for name in (
            "quickstart",
            "modelling",
            "joints",
            "beams",
            "flexible",
            "reduce",
            "rolling",
            "check",
            "assemble",
            "events",
            "limits",
            "robots",
            "trust",
            "report",
            "methods",
            "compare",
            "linear",
            "statics",
            "kinematics",
            "inverse",
            "sensitivity",
            "reproduce",
            "natural",
            "euler-parameters",
            "joint-coordinates",
            "lagrangian",
            "equations",
            "tutorial-measure",
            "tutorial-integrator",
            "theory/measures",
            "theory/sparse-lu",
            "theory/subcycling",
        )
    ),
]
FILES_OF_OTHERS = "housing.stl"  # code that reads this cannot run


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_of_pages_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All Python code of a page, in the order of the page, as a reader would type it."""
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    assert blocks
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, Any] = {}
    for block in blocks:
        if FILES_OF_OTHERS not in block:
            exec(compile(block, page.name, "exec"), names)
    assert all(
        result.t[-1] > 0.0 and not result.interrupted for result in names.values() if isinstance(result, jd.Result)
    )


def test_first_steps_do_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The crank of the quick start: torque by statics and spring at a quarter turn, and the files that it says it writes."""
    text = (ROOT / "docs" / "quickstart.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, Any] = {}
    exec("\n".join(re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)), names)
    written = ["crank.html", "crank.nc", "crank.png", "four-bar.html", "four-bar.png"]
    assert sorted(path.name for path in tmp_path.iterdir()) == written
    quarter = names["result"].at([0.25])
    tip, hook = np.array([0.0, 0.0, -0.2]), np.array([0.3, 0.0, 0.0])  # about +y x goes to -z
    spring = 500.0 * (1.0 - 0.1 / np.linalg.norm(hook - tip)) * (hook - tip)
    weight = np.array([0.0, 0.0, -9.81 * 7850 * 0.2 * 0.02**2])
    moment = np.cross(tip, spring) + np.cross(tip / 2, weight)
    assert quarter.multipliers["motor: drive"][0] == pytest.approx(-moment[1], rel=1e-6)


# --------------------------------------------------------------------------- files


def survives(model: jd.Model, folder: Path, **settings: dict[str, Any]) -> None:
    """Through YAML and through JSON; settings of analyses as well; what is written fits the schema."""
    for name in ("model.yaml", "model.json"):
        jd.write(model, folder / name, **settings)
        found = read_document(folder / name, trust_functions=True)
        assert found.model == model
        assert found.settings == settings
    jsonschema.validate(json.loads((folder / "model.json").read_text()), json_schema())


def test_functions_of_scripts_are_refused(tmp_path: Path) -> None:
    """What is written in a script and not as text cannot be found again; a function of a module can."""
    model = examples.slider_crank()
    model.drive("motor", model.joints["A"].angle, math.sin, derivatives=(math.cos, "-sin(t)"))
    survives(model, tmp_path)
    before = (tmp_path / "model.yaml").read_bytes()
    model.force("brake", model.joints["A"].angle, law=lambda t, x, v: -v)
    with pytest.raises(jd.ModelError, match=r"force 'brake'.*cannot be written.*lambda.*write it as text"):
        jd.write(model, tmp_path / "model.yaml")
    assert (tmp_path / "model.yaml").read_bytes() == before


@pytest.mark.parametrize("build", MACHINES, ids=lambda f: f.__name__)
def test_machines_survive(build: Callable[[], jd.Model], tmp_path: Path) -> None:
    survives(build(), tmp_path, run={"t_end": 1.0, "integrator": jd.DOP853(tol=1e-9), "output": 10, "tol": 1e-9})


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_files_survive(file: Path, tmp_path: Path) -> None:
    first = read_document(file)
    assert first.settings
    survives(first.model, tmp_path, **first.settings)


@pytest.mark.parametrize("file", ROBOTS, ids=lambda path: path.stem)
def test_robots_survive(file: Path, tmp_path: Path) -> None:
    for base in ("fixed", "floating"):
        survives(read_urdf(file, base=base), tmp_path)
