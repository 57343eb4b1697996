"""Integrators and treatments as values: what they refuse and in which words, and that files give them back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import jourdain as jd
from integrators.checks import SETTINGS, TREATMENTS
from jourdain.errors import JourdainError
from jourdain.integrators import all_integrators, integrator_from_plain, treatment_from
from jourdain.integrators.treatments import all_treatments
from jourdain.io.model_files.settings import plain_settings, read_settings
from jourdain.io.model_files.yaml import read_document
from machines import event_models as em

# --------------------------------------------------------------------------- refusals

REFUSED: list[tuple[str, type, dict[str, Any], str]] = [
    ("unknown nodes", jd.Block, {"nodes": "chebishev"}, "'chebishev'.*Did you mean 'chebyshev'"),
    ("one node", jd.Block, {"r": 1}, "r = 1 .* 2 to 6"),
    ("seven nodes", jd.Block, {"r": 7}, "r = 7 .* 2 to 6"),
    ("half a node", jd.Block, {"r": 2.5}, "whole number"),
    ("k too small", jd.Block, {"k": 1}, "k = 1 with r = 4.*not A-stable.*k = 2 or k = 3"),
    ("k too large", jd.Block, {"k": 4}, "k = 4 with r = 4.*not be L-stable.*k = 2 or k = 3"),
    ("too few nodes", jd.Block, {"nodes": (0.5, 1.0)}, "2 nodes .* r = 4"),
    ("nodes that end early", jd.Block, {"nodes": (0.2, 0.5, 0.7, 0.9)}, "the last one must be 1"),
    ("nodes in disorder", jd.Block, {"nodes": (0.2, 0.1, 0.5, 1.0)}, "must increase"),
    ("index 4", jd.Block, {"index": 4}, "index = 4; it is 1, 2 or 3"),
    ("block: step and tol", jd.Block, {"step": 1e-3, "tol": 1e-6}, "step .* or tol .* not both"),
    ("BDF: step and tol", jd.BDF, {"step": 1e-3, "tol": 1e-6}, "step .* or tol .* not both"),
    ("BDF of order 6", jd.BDF, {"fixed_order": 6}, "fixed_order = 6; it is 1 to 5"),
    ("BDF of order True", jd.BDF, {"fixed_order": True}, "fixed_order = True"),
    ("form of BDF", jd.BDF, {"form": "x"}, "form = 'x'; it is 'velocity' or 'acceleration'"),
    ("RK4 with tol", jd.RK4, {"tol": 1e-6}, "RK4 has no error estimate.*DOP853"),
    ("ABM4 with tol", jd.ABM4, {"tol": 1e-6}, "ABM4 has no error estimate.*Adams"),
    ("central difference with tol", jd.CentralDifference, {"tol": 1e-6}, "CentralDifference has no error estimate"),
    ("no step", jd.CentralDifference, {"step": None}, "give step="),
    ("Adams with a step", jd.Adams, {"step": 1e-3}, "Adams chooses its own steps.*ABM4"),
    ("negative step", jd.SDIRK4, {"step": -1.0}, "SDIRK4: step .*positive"),
    ("impossible tol", jd.Adams, {"tol": 1e-20}, "double precision"),
    ("negative c1", jd.Baumgarte, {"c1": -1.0}, r"c1 \[1/s\] = -1"),
    ("negative c2", jd.Baumgarte, {"c2": -1.0}, r"c2 \[1/s\] = -1"),
    ("negative c2, controlled", jd.ControlledBaumgarte, {"c2": -1.0}, "ControlledBaumgarte: c2"),
    ("negative c", jd.ControlledBaumgarte, {"c": -1.0}, "c = -1; it must be positive"),
    ("no errvc", jd.ControlledBaumgarte, {"errvc": 0.0}, "errvc = 0; it must be positive"),
    ("least of 0", jd.Partitioning, {"least": 0.0}, "between 0 and 1"),
    ("least above 1", jd.TangentSpace, {"least": 1.5}, "TangentSpace: least = 1.5"),
    ("unknown treatment", jd.RK4, {"constraints": "baumgart"}, "'baumgart'. Did you mean 'baumgarte'"),
    ("treatment without a name", jd.RK4, {"constraints": {"c1": 1.0}}, "There is: 'baumgarte'"),
    ("option of a treatment", jd.RK4, {"constraints": {"name": "qr", "stabilize": False}}, "Did you mean 'stabilise'"),
]


@pytest.mark.parametrize(("kind", "options", "message"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_refused(kind: type, options: dict[str, Any], message: str) -> None:
    with pytest.raises(jd.ModelError, match=message):
        kind(**options)


@pytest.mark.parametrize("kind", [*all_integrators().values(), *all_treatments().values()])
def test_options_that_do_not_exist(kind: Any) -> None:
    with pytest.raises(TypeError, match="steps"):
        kind(steps=1)


@pytest.mark.parametrize("kind", [jd.Block, jd.BDF, jd.GeneralizedAlpha])
def test_treatments_are_for_ode_integrators(kind: Any) -> None:
    """Those on the DAE close the constraints themselves."""
    model, _ = em.pendulum()
    with pytest.raises(TypeError, match="constraints"):
        kind(constraints="qr")
    with pytest.raises(jd.ModelError, match=f"{kind.__name__} solves the equations with their constraints.*'qr'.*RK4"):
        jd.simulate(model, 0.1, integrator=kind(), constraints="qr")


def test_constraints_of_simulate() -> None:
    """They take the place of the integrator's own, by value or by name; alone they choose DOP853."""
    model, _ = em.pendulum()

    def used(**options: Any) -> Any:
        return jd.simulate(model, 0.1, output=1, trust="fast", **options).integrator

    assert used(integrator=jd.RK4(step=0.01), constraints="qr") == jd.RK4(step=0.01, constraints=jd.QR())
    assert used(constraints=jd.SVD(), tol=1e-7) == jd.DOP853(tol=1e-7, constraints=jd.SVD())
    with pytest.raises(jd.ModelError, match="Did you mean 'partitioning'"):
        used(constraints="partitoning")


# --------------------------------------------------------------------------- as plain data and in files

VALUES: dict[str, Any] = (
    {f"RK4, {name}": jd.RK4(step=2e-3, constraints=t) for name, t in TREATMENTS.items()}
    | SETTINGS
    | {
        "baumgarte": jd.ABM4(step=1e-3, constraints=jd.Baumgarte(c1=3.0, c2=4.0)),
        "controlled": jd.Adams(tol=1e-5, constraints=jd.ControlledBaumgarte(c1=3.0, c=7.0, errvc=1e-9, delete=0.01)),
        "partitioning": jd.DOPRI5(tol=1e-5, max_step=0.1, constraints=jd.Partitioning(least=0.2)),
        "block": jd.Block(tol=1e-5, r=3, nodes="legendre", k=2, index=2),
        "block, own nodes": jd.Block(step=1e-2, r=3, nodes=(0.25, 0.5, 1.0)),
    }
)


@pytest.mark.parametrize("name", VALUES)
def test_plain_data_gives_an_equal_value(name: str) -> None:
    """By way of JSON, and the settings of files."""
    value = VALUES[name]
    assert integrator_from_plain(json.loads(json.dumps(value.plain()))) == value
    settings = json.loads(json.dumps(plain_settings({"integrator": value})))
    assert read_settings("run", settings) == {"integrator": value}


@pytest.mark.parametrize("name", TREATMENTS)
def test_treatments_from_plain_data(name: str) -> None:
    treatment = TREATMENTS[name]
    assert treatment_from(treatment.plain()) == treatment
    assert treatment_from(treatment) is treatment


@pytest.mark.parametrize("name", [name for i, name in enumerate(VALUES) if i % 6 == 0 or name not in SETTINGS])
def test_saved_results_know_how_they_were_made(name: str, tmp_path: Path) -> None:
    """Integrator, treatment, states and openings survive a file."""
    model, _ = em.pendulum()
    result = jd.simulate(model, 0.1, integrator=VALUES[name], output=3, trust="fast")
    result.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert again.integrator == VALUES[name]
    assert again == result
    assert (again.gap == result.gap).all() and (again.rate_gap == result.rate_gap).all()


WRITTEN = {
    "{name: RK4, step: 1 ms, constraints: {name: baumgarte, c1: 10}}": jd.RK4(
        step=1e-3, constraints=jd.Baumgarte(c1=10.0)
    ),
    "{name: RK4, step: 1 ms, constraints: baumgarte}": jd.RK4(step=1e-3, constraints=jd.Baumgarte()),
    "{name: Adams, constraints: {name: qr, stabilise: false}}": jd.Adams(constraints=jd.QR(stabilise=False)),
    "{name: Block, r: 3, nodes: radau, k: 2, index: 2, step: 5 ms}": jd.Block(
        step=5e-3, r=3, nodes="radau", k=2, index=2
    ),
    "{name: Block, r: 3, nodes: [0.25, 0.5, 1], tol: 1e-7}": jd.Block(tol=1e-7, r=3, nodes=(0.25, 0.5, 1.0)),
    "{name: BDF, form: acceleration, coupled: false, fixed_order: 3, step: 2 ms}": jd.BDF(
        step=2e-3, form="acceleration", coupled=False, fixed_order=3
    ),
    "CentralDifference": jd.CentralDifference(),
    "{name: Subcycling, step: 25 us, ratio: 10, fast: [rod.shapes, block.x]}": jd.Subcycling(
        step=25e-6, ratio=10, fast=("rod.shapes", "block.x")
    ),
    "{name: Subcycling, step: 25 us, ratio: auto, fast: auto}": jd.Subcycling(step=25e-6),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_settings_of_files(text: str, tmp_path: Path) -> None:
    (tmp_path / "model.yaml").write_text(f"name: m\nrun: {{t_end: 1 s, integrator: {text}}}\n")
    assert read_document(tmp_path / "model.yaml").settings["run"] == {"t_end": 1.0, "integrator": WRITTEN[text]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{name: RK4, constraints: {name: baumgart}}", "Did you mean 'baumgarte'"),
        ("{name: RK4, constraints: baumgart}", "Did you mean 'baumgarte'"),
        ("{name: RK4, constraints: {name: baumgarte, c3: 1}}", "no option 'c3'"),
        ("{name: RK4, constraints: {name: baumgarte, c1: -1}}", "c1"),
        ("{name: Block, constraints: qr}", "Block has no option 'constraints'"),
        ("{name: BDF, form: x}", "form = 'x'"),
        ("{name: BDF, fixed_order: 6}", "1 to 5"),
        ("{name: Adams, step: 1 ms}", "chooses its own steps"),
    ],
)
def test_mistakes_in_files(text: str, message: str, tmp_path: Path) -> None:
    """The message names the place in the file."""
    (tmp_path / "model.yaml").write_text(f"name: m\nrun: {{t_end: 1 s, integrator: {text}}}\n")
    with pytest.raises(JourdainError, match=f"line 2.*integrator.*{message}"):
        read_document(tmp_path / "model.yaml")
