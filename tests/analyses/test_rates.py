"""Rows of rates in check, in starts, in assembling, in files and on the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from helpers import close
from jourdain.errors import AssemblyError, ModelError
from jourdain.examples import whipple
from jourdain.system.system import evaluate
from jourdain.viewer.data import run_data
from machines import rolling_models as rm


def test_mobility_of_positions_and_velocities() -> None:
    found = jd.check(whipple())
    assert (found.position_mobility, found.mobility, found.rate_rows, found.rank, found.redundant) == (7, 3, 4, 21, 0)
    assert "  7 coordinates free, 3 velocities free; 4 rows of rates only" in str(found).splitlines()
    assert found.ok and not found.notes and not found.warnings
    found = jd.check(rm.disc())
    assert (found.position_mobility, found.mobility) == (5, 3)
    found = jd.check(rm.sleigh())
    assert (found.position_mobility, found.mobility) == (3, 2)


def test_mobility_without_rows_of_rates() -> None:
    model = jd.Model("free", planar=True)
    model.body("b", mass=1, inertia=1)
    found = jd.check(model)
    assert (found.position_mobility, found.mobility, found.rate_rows) == (3, 3, 0)
    assert "coordinates free" not in str(found)


def test_redundant_edges_are_named() -> None:
    """Three blades in one line: two hold all there is; the reactions of all three are not unique."""
    model = rm.sleigh()
    for name, place in (("second", 0.1), ("third", -0.5)):
        model.joint(name, "blade", model.ground.marker(name), model.bodies["sleigh"].marker(name, at=(place, 0)))
    found = jd.check(model)
    assert found.ok and found.removable == ["third: no slip"] and found.mobility == 1
    assert {joint for group in found.locked for joint in group.joints} == {"edge", "second", "third"}
    r = jd.simulate(model, 1.0, integrator=jd.RK4(step=0.01), output=4)
    assert set(r.not_unique) == {"edge: no slip", "second: no slip", "third: no slip"}
    close(r["sleigh"].angular_velocity, np.zeros(5), 1e-12)


def test_velocities_that_do_not_fit_are_named_and_closed() -> None:
    """Least change in the mass metric, as a dense projection says."""
    model = rm.disc()
    model.bodies["disc"].velocity[:] = (0.3, 0.1, 0.0)
    note = jd.check(model).notes[0]
    assert (
        "start velocities do not fit" in note
        and "road: no slip x by 0.232" in note
        and "road: no slip y by 0.1" in note
    )
    r = jd.simulate(model, 0.01, integrator=jd.RK4(step=0.01), output=1)
    system = jd.compile(model)
    s = system.context()
    evaluate(system.kind, s, 0.0, system.q0, system.v0)
    G = np.array([s.J[row["block"]] for row in s.rows])
    M = np.diag([rm.MASS] * 3 + list(np.diag(model.bodies["disc"].inertia)))
    W = np.linalg.solve(M, G.T)
    close(r.v[0], system.v0 - W @ np.linalg.solve(G @ W, G @ system.v0), 1e-12)


def test_positions_are_closed_by_position_rows_alone() -> None:
    """An edge is put down beside where it was drawn; check, assemble and a run agree on where."""
    model = jd.Model("edge", planar=True)
    body = model.body("b", mass=1, inertia=1, velocity=(1, 0.5))
    model.joint("edge", "blade", model.ground.marker("o"), body.marker("e"))
    model.row("line", [(1.0, jd.slide(model.ground.marker("p"), body.marker("tip", at=(0.5, 0)), "y"))], constant=0.1)
    placed = jd.assemble(model)
    way, angle = placed.moved["b"]
    assert way == pytest.approx(0.08, abs=1e-3) and angle == pytest.approx(0.04, abs=1e-3)
    assert "\nedge " in str(placed)
    assert jd.check(model).moved["b"] == pytest.approx((way, angle), rel=1e-2)
    r = jd.simulate(model, 0.1, integrator=jd.RK4(step=0.01), output=1)
    close(r["b"].position[0], placed.model.bodies["b"].at[:2], 1e-9)
    close(r["b"].angle[0], placed.model.bodies["b"].angle, 1e-9)


def test_speeds_that_contradict_are_refused() -> None:
    model = rm.turntable()
    model.row("other", "a_rate - 2.5", inputs={"a": model.joints["hinge"].angle}, level="velocity")
    found = jd.check(model)
    assert not found.ok and "motor: drive by 0.25, other: row by 0.25" in found.errors[0]
    with pytest.raises(AssemblyError, match=r"speeds contradict each other.*motor: drive by 0.25; other: row by 0.25"):
        jd.simulate(model, 1.0)


def test_wheel_that_lies_flat() -> None:
    model = jd.Model("flat")
    body = model.body("wheel", mass=1, inertia=(1, 1, 1), at=(0, 0, 0.1))
    model.joint("rolls", "rolling", model.ground, body, at=(0, 0, 0), at_b=(0, 0, 0.1), axis=(0, 0, 1), radius=0.1)
    with pytest.raises(ModelError, match=r"'rolls': no slip x has no finite derivative.*lies flat"):
        jd.compile(model)


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("rolling", {}, "radius"),
        ("rolling", {"radius": -1}, "radius .* must be positive"),
        ("rolling", {"radius": 0.1, "crown": 0.2}, "crown = 0.2 m is more than the radius"),
        ("rolling", {"radius": 0.1, "crown": -0.2}, "crown"),
        ("rolling_balls", {"radii": 0.1}, "give two lengths"),
        ("rolling_balls", {"radii": (0.1, 0.2), "inside": True}, "the first must be the larger one"),
        ("blade", {"axle": 1}, "takes no options"),
    ],
)
def test_refused_options(kind: str, options: dict[str, object], message: str) -> None:
    model = jd.Model("wrong")
    body = model.body("wheel", mass=1, inertia=(1, 1, 1))
    with pytest.raises(ModelError, match=message) as caught:
        model.joint("J", kind, model.ground.marker("a"), body.marker("b"), **options)
    assert "joint 'J'" in str(caught.value)


YAML = """
name: sleigh
planar: true
ground: {markers: {ice: {}}}
bodies:
  sleigh: {mass: 2 kg, inertia: 0.1, velocity: [1 m/s, 0], spin: 30 rpm, markers: {edge: {at: [-100 mm, 0]}}}
joints:
  edge:
    kind: row
    level: velocity
    equation: cos(th)*y_rate - sin(th)*x_rate
    inputs: {x: 'slide(ground.ice, sleigh.edge, x)', y: 'slide(ground.ice, sleigh.edge, y)', th: sleigh.theta}
  sweep: {kind: row, level: velocity, terms: [[1, 'spin(ground.ice.x, sleigh.edge.y)']], constant: -1, active: false}
"""


def test_rows_of_rates_in_files(tmp_path: Path) -> None:
    """Read, run, written and read again."""
    (tmp_path / "sleigh.yaml").write_text(YAML)
    model = jd.read(tmp_path / "sleigh.yaml")
    row = model.joints["edge"].rows[0]
    assert row.level == "velocity" and row.function == "cos(th)*y_rate - sin(th)*x_rate"
    assert model.joints["sweep"].rows[0].terms[0][1] == jd.spin(
        model.ground.markers["ice"].x, model.bodies["sleigh"].markers["edge"].y
    )
    for name in ("again.yaml", "again.json"):
        jd.write(model, tmp_path / name)
        assert jd.read(tmp_path / name) == model
    assert "spin(ground.ice.x, sleigh.edge.y)" in (tmp_path / "again.yaml").read_text()
    r = jd.simulate(model, 1.0, integrator=jd.RK4(step=0.01), output=4)
    angle, v = np.asarray(r["sleigh"].angle), np.asarray(r.point("sleigh", (-0.1, 0)).velocity)
    close(np.cos(angle) * v[:, 1] - np.sin(angle) * v[:, 0], np.zeros(5), 1e-12)


def test_page_of_rolling_bodies() -> None:
    """The joint is drawn at the wheel, and so is the arrow of its force."""
    r = jd.simulate(whipple(), 0.1, integrator=jd.RK4(step=0.01), output=4)
    data = run_data(r, "run")
    rolls = next(joint for joint in data["joints"] if joint["name"] == "front wheel rolls")
    wheel = list(r.system.bodies).index("front wheel")
    assert rolls["a"] == rolls["b"] == {"body": wheel, "at": [0.0, 0.0, 0.0]}
    close(np.array(rolls["axis"]), np.array([0.0, 1.0, 0.0]), 1e-15)
    arrow = next(load for load in data["loads"] if load["name"] == "front wheel rolls")
    assert arrow["at"] == {"body": wheel, "at": [0.0, 0.0, 0.0]} and arrow["torque"] is None
