"""Subcycling: what is chosen before a run, repaired, refused; its settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import jourdain as jd
from integrators.subcycled import bead, pair, rod, run, swinging, two_mounts
from jourdain.integrators import integrator_from_plain
from jourdain.io.model_files.format import json_schema
from jourdain.io.model_files.yaml import read_document
from jourdain.io.model_files.yaml_text import parse


def test_what_is_chosen() -> None:
    found = jd.simulate(swinging(), 0.4, integrator=jd.Subcycling(step=4e-5), output=4, trust="fast")
    assert set(found.integrator.fast) <= {f"rod.shape {k}" for k in (2, 3, 4)} and found.integrator.ratio >= 10
    assert f"chosen: ratio {found.integrator.ratio}, fast: " in found.summary()
    found = run(bead(False), 0.01, step=2e-4, ratio=5)
    assert set(found.integrator.fast) <= {"bead", *(f"bead.{name}" for name in ("x", "y", "z", "rx", "ry", "rz"))}
    for step in (5e-3, 1e-3):
        assert run(rod(), 0.1, step=step, ratio=10).integrator.fast == ("x",)  # as in the paper
    slow = jd.simulate(rod(), 0.01, integrator=jd.Subcycling(step=1e-4), output=4, trust="fast")
    assert slow.integrator.ratio == 1 and "plain central differences" in slow.summary()
    turning = jd.simulate(rod(), 2.0, integrator=jd.Subcycling(step=1e-3), output=1, trust="fast")
    assert turning.integrator.ratio >= 10  # nothing is lost by long steps, as its slow forces are of the time alone
    dear = run(
        bead(False), 2.0, n=1, step=1e-4, ratio="auto", fast="bead"
    )  # its pendulum is what is off, and more and more
    assert dear.integrator.ratio == 1 and "no ratio costs less at equal error" in dear.summary()
    # pilot runs of long runs: with half the ratio they take twice the steps
    far = run(swinging(), 1.6, n=1, step=4e-5, ratio="auto", fast="rod.shapes").integrator
    assert far.ratio in (5, 10)


def test_growth_is_repaired_if_asked() -> None:
    options: dict[str, Any] = dict(step=0.01, ratio=5, fast="b", scheme="printed")
    with pytest.raises(jd.ModelError, match=r"grows by 0.0005 in a long step of 0.05 s.*scheme='slow-momentum'"):
        run(pair(0.5), 1.0, **options)
    found = run(pair(0.5), 1.0, **options, repair=True)
    assert found.integrator.scheme == "slow-momentum" and "repaired" in found.summary()
    assert np.abs(run(pair(0.5), 1.0, **options, allow_unstable=True).q).max() < 2.0


def test_resonances_are_named() -> None:
    """A slow spring bends a fast coordinate by inertia: the kicks meet its oscillation in step."""
    lagrangian = "a_rate**2/2 + p*a_rate*b_rate + b_rate**2/2 - w**2*b**2/2 - 50*a**2"
    m = jd.lagrangian("pair", lagrangian, "a b", start=[0.3, 0.1], parameters={"p": 0.5, "w": 100.0})
    options: dict[str, Any] = dict(step=0.92 * 2 * np.pi / 115.6 / 40, ratio=40, fast="b")
    found = run(m, 1.0, **options, allow_unstable=True)
    assert "near a resonance: an oscillation of 115.6 rad/s turns by 0.92 turns in a long step" in found.summary()
    with pytest.raises(jd.ModelError, match=r"grows by .* \(resonance: w = 115\.6 rad/s turns by 0\.92 turns in it\)"):
        run(m, 1.0, **options)


OPTIONS = {
    "ratio: {bead: 10, arm: 2}": jd.Subcycling(step=25e-6, ratio={"bead": 10, "arm": 2}),
    "ratio: 5, fast: bead, scheme: printed, iteration: block-jacobi": jd.Subcycling(
        step=25e-6, ratio=5, fast="bead", scheme="printed", iteration="block-jacobi"
    ),
    "fast: [{beam: bar, shorter: 0.02}], substeps: newmark, constraints: projection, energy: 0.01": jd.Subcycling(
        step=25e-6, fast={"beam": "bar", "shorter": 0.02}, substeps="newmark", constraints="projection", energy=0.01
    ),
}


@pytest.mark.parametrize("options", OPTIONS)
def test_options_in_files(options: str, tmp_path: Path) -> None:
    text = f"name: m\nbodies: {{}}\nrun: {{t_end: 1, integrator: {{name: Subcycling, step: 25 us, {options}}}}}\n"
    (tmp_path / "model.yaml").write_text(text)
    jsonschema.validate(parse(text)[0], json_schema())
    found = read_document(tmp_path / "model.yaml").settings["run"]["integrator"]
    assert found == OPTIONS[options] and integrator_from_plain(json.loads(json.dumps(found.plain()))) == found


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("ratio 0", dict(ratio=0), "ratio = 0; it is a whole number"),
    ("half a ratio", dict(ratio=2.5), "ratio = 2.5; it is a whole number"),
    ("a word for a ratio", dict(ratio="many"), "ratio = 'many'"),
    ("nothing fast", dict(ratio=5, fast=[]), "fast is empty"),
    ("numbers for names", dict(ratio=5, fast=[3]), "give names"),
    ("a number for names", dict(ratio=5, fast=3), "give names"),
    ("scheme", dict(scheme="slow-momentun"), "Did you mean 'slow-momentum'"),
    ("tol", dict(tol=1e-6), "has no error estimate"),
    ("substeps", dict(substeps="euler"), "substeps = 'euler'; there is none"),
    ("iteration", dict(iteration="block-jacobi"), "slow-momentum solves the whole"),
    ("no divisor", dict(ratio={"a": 10, "b": 3}), "take a divisor of it"),
    ("no ratios", dict(ratio={}), "ratio is empty"),
    ("half a ratio of a body", dict(ratio={"a": 2.5}), "ratio of 'a' = 2.5"),
    ("a limit without a beam", dict(fast={"shorter": 0.1}), "of elements give the beam and a limit"),
    ("no length", dict(fast={"beam": "a", "shorter": -1}), "fast: shorter"),
    ("a treatment", dict(constraints="baumgarte"), "They are 'auto' or 'partitioning' or 'projection'"),
    ("paths by projection", dict(scheme="printed", constraints="projection"), "has independent velocities"),
    ("paths in implicit substeps", dict(scheme="printed", substeps="newmark"), "goes with scheme='slow-momentum' only"),
    ("groups between of fourth order", dict(ratio={"a": 10, "b": 5}, substeps="rk4"), "'rk4' has one ratio"),
    ("repaired and unstable", dict(repair=True, allow_unstable=True), "not both"),
]


@pytest.mark.parametrize(("options", "message"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_settings(options: dict[str, Any], message: str) -> None:
    with pytest.raises(jd.ModelError, match=message):
        jd.Subcycling(**options)


def knife() -> jd.Model:
    return jd.lagrangian(
        "skate",
        "(x_rate**2 + y_rate**2 + th_rate**2)/2",
        "x y th",
        start=[0.0, 0.0, 0.0],
        velocity_constraints=["y_rate - x_rate*th"],
    )


def friction() -> jd.Model:
    """Blocks in a row, with friction on the guide of one."""
    m = two_mounts.__wrapped__()
    guide = m.joints["guide1"]
    m.force("friction", guide.slide, law="-0.1*N*tanh(v/0.1)", inputs={"N": guide.multiplier("slide y")})
    return m


IMPOSSIBLE: list[tuple[str, Any, dict[str, Any], str]] = [
    ("a name that is not there", rod, dict(fast="xx"), "nothing that moves is called 'xx'.*'x'"),
    ("all of it fast", rod, dict(fast=["x", "theta"]), "nothing is left on the slow side"),
    ("too long a step", lambda: pair(0.5, 1000.0), dict(fast="b", step=2e-3), "above the limit of the coupled machine"),
    (
        "too long a step for rk4",
        lambda: bead(False),
        dict(fast="bead", step=4e-3, substeps="rk4"),
        "limit .* 2.83/w = 0.00324",
    ),
    ("a force that reads a joint's", friction, dict(fast="block2", step=1e-4), "a force reads the force of a joint"),
    ("a joint holds it", two_mounts, dict(fast=["block1.y"], step=1e-4), r"prescribe fast velocities \('block1\.y'\)"),
    ("a velocity row holds it", knife, dict(fast="y"), "'y' is fast, but the velocity row"),
]


@pytest.mark.parametrize(("model", "options", "message"), [b[1:] for b in IMPOSSIBLE], ids=[b[0] for b in IMPOSSIBLE])
def test_machines_that_cannot_be_divided_so(model: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(jd.ModelError, match=message):
        run(model(), 0.1, **{"step": 1e-3, "ratio": 5} | options)
