"""check(model): mobility, redundancy by joint and direction, singular positions, contradictions, gaps, freer joints."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe
from jourdain.examples import slider_crank
from machines import mechanisms as mech
from machines import problems as pb

# --------------------------------------------------------------------------- mobility and redundancy

# model, mobility, redundant rows, what counting says
CLASSICS: dict[str, tuple[jd.Model, int, int, int]] = {
    "slider-crank": (slider_crank(), 1, 3, -2),
    "door": (mech.door(), 1, 5, -4),
    "four-bar in space": (mech.four_bar_in_space(), 1, 3, -2),
    "parallelogram": (mech.planar_parallelogram(2), 1, 0, 1),
    "parallelogram with an extra bar": (mech.planar_parallelogram(3), 1, 1, 0),
    "parallelogram with two extra bars": (mech.planar_parallelogram(4), 1, 2, -1),
    "Bennett": (mech.bennett(), 1, 3, -2),
    "four balls": (mech.four_bar_in_space(("revolute", "spherical", "spherical", "revolute")), 2, 0, 2),
    "pendulum": (pb.pendulum(), 2, 0, 2),
}


@pytest.mark.parametrize("name", CLASSICS)
def test_classics(name: str) -> None:
    """Numbers known from theory; none of these is singular or wrong."""
    model, mobility, redundant, counted = CLASSICS[name]
    found = jd.check(model)
    assert (found.mobility, found.redundant, found.count_mobility) == (mobility, redundant, counted)
    assert found.rank == found.rows - redundant
    assert (found.nearby_mobility, found.nearby_rank, found.singular) == (mobility, found.rank, False)
    assert len(found.removable) == redundant == sum(group.count for group in found.locked)
    assert found.ok and not found.errors and not found.warnings


@pytest.mark.parametrize("name", [n for n, case in CLASSICS.items() if case[2]])
def test_removable_rows_do_not_change_the_motion(name: str) -> None:
    """Without them the dense rows keep their rank, and none is left dependent."""
    model, mobility, redundant, _ = CLASSICS[name]
    found = jd.check(model)
    probe = Probe(model)
    probe.at(t=0.0, q=probe.system.q0, ref=probe.system.ref0)
    G = probe.rows()
    kept = [r for r, row in enumerate(probe.system.row_names) if row not in found.removable]
    assert len(kept) == len(G) - redundant
    assert np.linalg.matrix_rank(G[kept], tol=1e-8) == np.linalg.matrix_rank(G, tol=1e-8) == len(kept)
    assert G.shape[1] - len(kept) == mobility


def test_later_joints_are_the_removable_ones() -> None:
    assert all(row.startswith("guide: ") for row in jd.check(slider_crank()).removable)
    assert all(row.startswith("upper: ") for row in jd.check(mech.door()).removable)


def test_directions_of_what_is_not_unique() -> None:
    """A plane loop in space locks in forces across its plane and moments in it; extra bars lock in along themselves."""
    across = jd.check(mech.four_bar_in_space()).locked
    assert len(across) == 1 and across[0].count == 3
    assert across[0].joints == dict.fromkeys("ABCD", ("force along z", "torque about x, y"))
    crank = jd.check(slider_crank()).locked[0].joints
    assert crank == dict.fromkeys(("A", "B", "C", "guide"), ("force along y", "torque about x, z"))
    bars = jd.check(mech.planar_parallelogram(3, pi / 2)).locked[0].joints
    assert set(bars) == {f"{end} {i}" for end in ("foot", "head") for i in range(3)}
    assert set(bars.values()) == {("force along y",)}
    hinges = jd.check(mech.door()).locked[0].joints
    assert hinges == dict.fromkeys(("lower", "upper"), ("force along x, y, z", "torque about x, y"))


def test_wrenches_are_in_balance() -> None:
    """Each locked-in set of joint forces has no resultant on any body: sum of forces and of moments is zero."""
    model = mech.bennett()
    group = jd.check(model).locked[0]
    points = [frame[:3, 3] for frame in mech.bennett_frames(1.0, 1.5, 0.5, 1.1)]
    assert group.count == 3
    for i, (a, b) in enumerate(("AB", "BC", "CD")):
        # A, B, C act on their second body; D is given on the third link, its first body, as its second is the ground
        sign = 1.0 if b == "D" else -1.0
        force = group.wrenches[a][:3] + sign * group.wrenches[b][:3]
        moment = group.wrenches[a][3:] + sign * group.wrenches[b][3:]
        moment += np.cross(points[i], group.wrenches[a][:3], axisb=0, axisc=0)
        moment += sign * np.cross(points[i + 1], group.wrenches[b][:3], axisb=0, axisc=0)
        assert np.abs(group.wrenches[a]).max() > 0.1
        assert np.abs(force).max() < 1e-9 and np.abs(moment).max() < 1e-9


def test_two_separate_redundancies_are_two_groups() -> None:
    model = mech.door()
    other = model.body("flap", mass=1.0, inertia=(1.0, 1.0, 1.0), at=(5.0, 0.0, 0.0))
    for name, z in (("left", 0.0), ("right", 1.0)):
        model.joint(name, "revolute", model.ground, other, at=(5.0, 0.0, z), axis=(0, 0, 1))
    found = jd.check(model)
    assert sorted(tuple(group.joints) for group in found.locked) == [("left", "right"), ("lower", "upper")]
    assert found.redundant == 10 and found.mechanisms == 2


# --------------------------------------------------------------------------- singular positions


def test_flat_parallelogram_is_singular() -> None:
    """Lying flat the bars may fold either way: one row dependent and one motion more, here only."""
    found = jd.check(mech.planar_parallelogram(2, 0.0))
    assert found.singular and found.ok
    assert (found.mobility, found.redundant) == (2, 1)
    assert (found.nearby_mobility, found.nearby_rank) == (1, 8)
    assert not found.removable and not found.locked
    assert "singular position: 1 row dependent here, 0 a small way off" in found.warnings[0]


def test_singular_and_redundant() -> None:
    """The extra bar stays redundant off the flat position; only that one is listed."""
    found = jd.check(mech.planar_parallelogram(3, 0.0))
    assert (found.mobility, found.redundant, found.nearby_mobility) == (2, 2, 1)
    assert len(found.removable) == 1 == found.locked[0].count


def test_drives_let_go_for_the_second_look() -> None:
    """A slider-crank driven at the slider, at its dead centre: singular there, although nothing is free to move."""
    model = jd.Model("dead centre", planar=True)
    crank = mech.bar(model, "crank", (0.0, 0.0), (1.0, 0.0))
    rod = mech.bar(model, "rod", (1.0, 0.0), (3.0, 0.0))
    slider = mech.bar(model, "slider", (3.0, 0.0), (3.0, 0.0))
    model.joint("A", "revolute", model.ground, crank, at=(0.0, 0.0))
    model.joint("B", "revolute", crank, rod, at=(1.0, 0.0))
    model.joint("C", "revolute", rod, slider, at=(3.0, 0.0))
    guide = model.joint("guide", "prismatic", model.ground, slider, at=(3.0, 0.0), axis=(1.0, 0.0))
    model.drive("pull", guide.slide, 0.0)
    found = jd.check(model)
    assert found.singular and (found.mobility, found.nearby_mobility) == (1, 0)


def test_shaky_frame() -> None:
    """Two bars in line between fixed pins: a motion to first order that goes nowhere."""
    model = jd.Model("shaky", planar=True)
    left = mech.bar(model, "left", (0.0, 0.0), (1.0, 0.0))
    right = mech.bar(model, "right", (1.0, 0.0), (2.0, 0.0))
    model.joint("A", "revolute", model.ground, left, at=(0.0, 0.0))
    model.joint("B", "revolute", left, right, at=(1.0, 0.0))
    model.joint("C", "revolute", right, model.ground, at=(2.0, 0.0))
    found = jd.check(model)
    assert (found.mobility, found.redundant, found.count_mobility) == (1, 1, 0)
    assert any("shaky" in sentence for sentence in found.warnings)


# --------------------------------------------------------------------------- freer joints


@pytest.mark.parametrize("name", [n for n, case in CLASSICS.items() if case[2]])
def test_suggestions_remove_the_redundancy(name: str) -> None:
    """The suggested model has no redundant rows, the same mobility, and moves as the original one."""
    model, mobility, redundant, _ = CLASSICS[name]
    found = jd.check(model)
    assert sum(one.removes for one in found.suggestions) == redundant
    freer = found.freer(model)
    again = jd.check(freer)
    assert (again.mobility, again.redundant, again.singular) == (mobility, 0, False)
    assert [freer.joints[one.joint].kind for one in found.suggestions] == [one.new for one in found.suggestions]
    assert list(freer.joints) == list(model.joints)
    runs = [jd.simulate(m, 0.2, integrator=jd.RK4(step=1e-3), output=2) for m in (model, freer)]
    assert np.abs(runs[0].q - runs[1].q).max() < 1e-7
    assert model.joints[found.suggestions[0].joint].kind == found.suggestions[0].old  # the model itself is not changed


def test_usual_machine_elements_are_preferred() -> None:
    """A loop of revolutes is freed by a ball and a cylinder, a door by a ball and a ball in a cylinder."""
    assert {one.new for one in jd.check(slider_crank()).suggestions} == {"spherical", "cylindrical"}
    assert {str(one) for one in jd.check(mech.door()).suggestions} == {
        "lower: revolute -> spherical",
        "upper: revolute -> point_on_line",
    }


def test_suggestions_of_other_kinds() -> None:
    """Welds, slides and pins in the plane: whatever is suggested is verified on the model built so."""
    table = jd.Model("table")
    top = table.body("top", mass=1.0, inertia=(1.0, 1.0, 1.0), at=(0.0, 0.0, 1.0))
    for i, (x, y) in enumerate(((1.0, 0.0), (-1.0, 0.5), (0.0, -1.0))):
        table.joint(f"leg {i}", "prismatic", table.ground, top, at=(x, y, 0.0), axis=(0, 0, 1))
    table.joint("bolt", "fixed", top, table.body("lamp", mass=1.0, inertia=(1, 1, 1), at=(0, 0, 2)), at=(0, 0, 1.5))
    table.joint("weld", "fixed", top, "lamp", at=(0.1, 0.0, 1.5))
    flat = jd.Model("flat", planar=True)
    plate = flat.body("plate", mass=1.0, inertia=1.0)
    flat.joint("slot 1", "prismatic", flat.ground, plate, at=(0.0, 0.0), axis=(1.0, 1.0))
    flat.joint("slot 2", "prismatic", flat.ground, plate, at=(1.0, 0.3), axis=(1.0, 1.0))
    for model, redundant in ((table, 16), (flat, 2)):
        found = jd.check(model)
        assert found.redundant == redundant
        again = jd.check(found.freer(model))
        assert again.mobility == found.mobility == 1
        assert again.redundant == redundant - sum(one.removes for one in found.suggestions) < redundant


# --------------------------------------------------------------------------- contradictions


def test_contradictory_motors() -> None:
    """Two motors that want different angles of one joint: named with their gap in the least-squares sense."""
    model = mech.planar_parallelogram(2)
    angle = model.joints["foot 0"].angle
    model.drive("first", angle, 0.1)
    model.drive("second", angle, 0.2)
    found = jd.check(model)
    assert not found.ok and len(found.errors) == 1
    assert set(found.left_open) == {"first: drive", "second: drive"}
    np.testing.assert_allclose(np.abs(list(found.left_open.values())), 0.05, rtol=1e-6)
    assert "first: drive by 0.05" in found.errors[0] and "cannot be closed" in found.errors[0]
    assert found.redundant == 1  # counted where it is drawn


def test_contradictory_lengths() -> None:
    """A rod too short by 0.5 m for its two anchors."""
    model = jd.Model("rods", planar=True)
    body = model.body("mass", mass=1.0, inertia=1.0, at=(1.0, 0.0))
    model.joint("left", "distance", model.ground, body, at_a=(0.0, 0.0), at_b=(1.0, 0.0))
    model.joint("right", "distance", model.ground, body, at_a=(2.5, 0.0), at_b=(1.0, 0.0), length=1.0)
    found = jd.check(model)
    assert set(found.left_open) == {"left: distance", "right: distance"}
    assert abs(sum(map(abs, found.left_open.values())) - 0.5) < 1e-6
    with pytest.raises(jd.AssemblyError):
        jd.simulate(model, 0.1)


@pytest.mark.parametrize(
    ("first", "second", "word", "gap"), [("t", "2*t", "speeds", 0.5), ("t**2", "2*t**2", "accel", 1.0)]
)
def test_contradictory_rates(first: str, second: str, word: str, gap: float) -> None:
    """Motors that agree at the start but not a moment later."""
    model = mech.planar_parallelogram(2)
    angle = model.joints["foot 0"].angle
    model.drive("first", angle, first)
    model.drive("second", angle, second)
    found = jd.check(model)
    assert len(found.errors) == 1 and found.errors[0].startswith(word)
    assert f"first: drive by {gap:g}" in found.errors[0] and f"second: drive by {gap:g}" in found.errors[0]


@pytest.mark.parametrize("speeds", [(0.0, 0.0), (1.0, 1.0), (1.0, 2.0)])
def test_speeds_at_a_singular_position(speeds: tuple[float, float]) -> None:
    """Lying flat, only speeds of one branch can go on."""
    found = jd.check(mech.planar_parallelogram(2, 0.0, speeds=speeds))
    assert found.ok == (speeds[0] == speeds[1])
    if not found.ok:
        assert found.errors[0].startswith("accelerations contradict")


# --------------------------------------------------------------------------- gaps


def test_gaps_and_ways() -> None:
    """A crank drawn 1 mm beside its pin: the row, the gap, and that it moves 1 mm to close."""
    model = jd.Model("open", planar=True)
    crank = model.body("crank", mass=1.0, inertia=1.0, at=(0.5, 0.0))
    model.joint("pin", "revolute", model.ground, crank, at_a=(0.0, 0.0), at_b=(0.001, 0.0))
    found = jd.check(model)
    assert found.ok and not found.left_open
    assert list(found.gaps) == ["pin: slide x"] and abs(found.gaps["pin: slide x"] - 0.001) < 1e-15
    way, angle = found.moved["crank"]
    assert abs(way - 0.001) < 1e-9 and angle < 1e-9
    assert "pin: slide x by 0.001" in found.warnings[0] and "'crank' by 0.001 m" in found.warnings[0]


@pytest.mark.parametrize("misfit", [1e-8, 1e-6, 1e-5])
def test_redundant_joints_that_do_not_quite_fit(misfit: float) -> None:
    """Hinges off by a little are play: mobility stays 1, and what stays open is told."""
    found = jd.check(mech.door(misfit=(misfit, 0.0, 0.0)))
    assert found.ok and (found.mobility, found.redundant, found.nearby_mobility) == (1, 5, 1)
    assert found.left_open and max(map(abs, found.left_open.values())) <= misfit
    assert any("do not quite fit" in sentence for sentence in found.warnings)
    assert max(max(way) for way in found.moved.values()) < 2.0 * misfit


def test_closing_is_that_of_a_run() -> None:
    """Bodies move as a run moves them: least in the mass metric."""
    model = slider_crank()
    model.bodies["rod"].at = model.bodies["rod"].at + np.array([0.003, 0.001, -0.002])
    found = jd.check(model)
    run = jd.simulate(model, 1e-6, integrator=jd.RK4(step=1e-6), output=1)
    for name in model.bodies:
        b = run.system.bodies.index(name)
        way = np.linalg.norm(run.q[0, 7 * b : 7 * b + 3] - run.system.q0[7 * b : 7 * b + 3])
        assert abs(found.moved[name][0] - way) < 1e-7
