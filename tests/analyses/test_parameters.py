"""Parameters by name: every number can be read and put back, files follow their texts, patterns are kept."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import jourdain as jd
from machines import problems as pb
from machines.drawings import four_bar
from machines.every_element import everything
from machines.lagrangians import model as lagrangian

FILE = """
name: arm
planar: true
parameters: {L: 400 mm, rho: 2 kg/m, k: 30, half: L/2}
gravity: [0, -9.81]
bodies:
  rod: {mass: rho*L, inertia: rho*L**3/12, at: [half, 0], markers: {tip: {at: [half, 0]}}}
joints:
  A: {kind: revolute, bodies: [ground, rod], at: [0, 0]}
drives: {}
forces:
  servo: {measure: A.angle, law: "-k*x - 0.1*k*v"}
measures: {phi: A.angle}
run: {t_end: 0.3}
"""


@pytest.mark.parametrize("planar", [True, False])
def test_every_parameter_can_be_put_and_put_back(planar: bool) -> None:
    model = everything(planar)
    before = model.copy()
    found = jd.parameters(model)
    assert {"gravity.y"} <= set(found)
    for name, one in found.items():
        change = -0.01 if name.endswith("restitution") else 0.01
        other = jd.with_parameters(model, {name: one.value + change})
        assert other != model, name
        assert jd.parameters(other)[name].value == pytest.approx(one.value + change, abs=1e-12), name
        assert jd.with_parameters(model, {name: one.value}) == model, name
    assert model == before


def test_file_parameter_changes_all_that_its_texts_feed(tmp_path) -> None:
    (tmp_path / "arm.yaml").write_text(FILE)
    (tmp_path / "long.yaml").write_text(FILE.replace("L: 400 mm", "L: 0.5").replace("k: 30", "k: 40"))
    model, wanted = jd.read(tmp_path / "arm.yaml"), jd.read(tmp_path / "long.yaml")
    long = jd.with_parameters(model, {"L": 0.5, "k": 40})
    assert long == wanted
    assert long.bodies["rod"].mass == 1.0 and long.parameters["half"] == 0.25
    assert jd.with_parameters(long, {"L": 0.4, "k": 30}) == model
    assert [jd.parameters(model)[name].unit for name in ("L", "rho", "k")] == ["m", "kg/m", "-"]
    model.forces["servo"].damping = 2.0  # an edit that the texts of L do not feed stays
    assert jd.with_parameters(model, {"L": 0.5}).forces["servo"].damping == 2.0
    model.bodies["rod"].mass = 3.0
    with pytest.raises(jd.ModelError, match=r"rod.*edited since its file was read"):
        jd.with_parameters(model, {"L": 0.5})


def test_joint_moves_with_its_measures_and_leaves_its_neighbour() -> None:
    m = jd.Model("fork", planar=True)
    crank, one, two = (m.body(n, mass=1.0, inertia=0.1, at=(0.5, 0.0)) for n in ("crank", "one", "two"))
    first = m.joint("first", "revolute", crank, one, at=(1.0, 0.0))
    m.joint("second", "revolute", crank, two, at=(1.0, 0.0))
    m.measure("reach", jd.distance(m.ground.marker("base"), first.b))
    moved = jd.with_parameters(m, {"first.at.x": 1.2})
    assert moved.joints["first"].a.at[0] == pytest.approx(0.7) and moved.joints["first"].b.at[0] == pytest.approx(0.7)
    assert moved.joints["second"].rows == m.joints["second"].rows
    assert moved.measures["reach"] == jd.distance(moved.ground.markers["base"], moved.joints["first"].b)
    longer = jd.with_parameters(m, {"first.a.x": 0.6})  # one side only: the crank is longer
    assert longer.joints["first"].a.at[0] == 0.6 and longer.joints["first"].b == m.joints["first"].b


@pytest.mark.parametrize("make", [four_bar, pb.heavy_top, pb.andrews_model, lambda: everything(True)])
def test_kept_pattern_gives_the_same_system(make) -> None:
    model = make()
    body = next(iter(model.bodies))
    other = jd.with_parameters(model, {f"{body}.mass": 1.3 * model.bodies[body].mass + 0.1})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kept = jd.compile(other, like=jd.compile(model))
    anew = jd.compile(other)
    for name, table in anew.tables.items():
        if name not in ("pointers", "generated"):  # addresses
            assert table.tobytes() == kept.tables[name].tobytes(), name


def test_pattern_that_does_not_fit_is_made_anew_and_said() -> None:
    model = four_bar()
    system = jd.compile(model)
    wheel = jd.Model("wheel", planar=True)
    wheel.joint("axle", "revolute", wheel.ground, wheel.body("rim", mass=1.0, inertia=0.1), at=(0.0, 0.0))
    eccentric = jd.with_parameters(wheel, {"axle.b.x": 0.1})
    joints = model.copy()
    del joints.joints[next(iter(joints.joints))]
    with pytest.warns(UserWarning, match="does not fit .other"):
        fewer = jd.compile(joints, like=system)
    assert fewer.n_rows == system.n_rows - 2
    with pytest.warns(UserWarning, match="were zero, or equal"):
        kept = jd.compile(eccentric, like=jd.compile(wheel))
    assert np.array_equal(kept.tables["column"], jd.compile(eccentric).tables["column"])
    assert len(kept.tables["column"]) > len(jd.compile(wheel).tables["column"])


def test_lagrangian_parameters() -> None:
    model = lagrangian("rheonomic")
    name = next(iter(model.parameters))
    assert jd.with_parameters(model, {name: 7.0}).parameters[name] == 7.0
    coordinate = next(iter(model.coordinates))
    assert jd.with_parameters(model, {f"{coordinate}.start": 0.3}).coordinates[coordinate][0] == 0.3


def test_names_that_are_no_parameters() -> None:
    model = four_bar()
    body, joint = next(iter(model.bodies)), next(iter(model.joints))
    with pytest.raises(jd.ModelError, match=rf"no parameter '{body}.mas'.*Did you mean '{body}.mass'"):
        jd.with_parameters(model, {f"{body}.mas": 1.0})
    with pytest.raises(jd.ModelError, match="decides which equations there are"):
        jd.with_parameters(model, {f"{joint}.active": 0.0})
    with pytest.raises(jd.ModelError, match="not a number"):
        jd.with_parameters(model, {f"{body}.mass": "heavy"})
