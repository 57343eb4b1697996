"""Redundant joints: a loop of four spatial revolutes (three rows too many) and a door on two hinges (five too many).

Both have one degree of freedom and an exact equation of motion. The multipliers are not unique; the least ones in the
scaled rows are promised, and NumPy's pseudo-inverse is the reference for them.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe
from interrupts import interrupt_after
from machines.redundant import AXIS, RADIAL, door, door_motion, four_bar, four_bar_centres

GRAVITY = 9.81
METHODS = {"GeneralizedAlpha": jd.GeneralizedAlpha(step=1e-3), "RK4": jd.RK4(step=2e-3), "DOP853": jd.DOP853(tol=1e-9)}
# error of the positions, m: generalized-alpha at 1 ms is off by 1e-4 m after several turns, with order 2; the
# others are two digits better than asked
ACCURACY = {"GeneralizedAlpha": 2e-4, "RK4": 1e-7, "DOP853": 1e-7}


@cache
def run(case: str, method: str, order: tuple[int, ...] | None = None) -> jd.Result:
    """Aligned machines: the four-bar for 5 s (it lies flat several times), the door for 3 s."""
    make, end = {"four-bar": (four_bar, 5.0), "door": (door, 3.0)}[case]
    model = make() if order is None else make(order)
    return jd.simulate(model, end, integrator=METHODS[method], output=50)


# --------------------------------------------------------------------------- motion


@pytest.mark.parametrize("method", METHODS)
def test_four_bar_motion(method: str) -> None:
    """All three centres against the equation of motion, through the positions where the bars are in line."""
    result = run("four-bar", method)
    centres = np.stack([result[name].position for name in ("left", "top", "right")], axis=1)
    assert result.redundant == 3
    assert np.abs(centres - four_bar_centres(result.t)).max() < ACCURACY[method]
    assert not result.gaps


def _tip_errors(integrator: Any, end: float) -> np.ndarray:
    """Errors of the four-bar's top bar (nt,), m."""
    times = np.append(np.arange(0.0, end, 0.1), end)
    with interrupt_after(10.0):
        result = jd.simulate(four_bar(), end, integrator=integrator, output=times)
    assert not result.interrupted, f"{integrator}: still at t = {result.t[-1]} s after 10 s of computing"
    return np.abs(result["top"].position - four_bar_centres(result.t)[:, 1]).max(axis=1)


def test_four_bar_order() -> None:
    """Generalized-alpha keeps order 2 over 5 s, through the positions where the bars are in line."""
    run("four-bar", "GeneralizedAlpha")  # compiles outside the time limit
    errors = np.array([_tip_errors(jd.GeneralizedAlpha(step=h), 5.0).max() for h in (4e-3, 2e-3, 1e-3, 5e-4)])
    np.testing.assert_allclose(np.log2(errors[:-1] / errors[1:]), 2.0, atol=0.1)


SWEEPS = {
    "GeneralizedAlpha step": [jd.GeneralizedAlpha(step=h) for h in (2e-3, 7e-4, 3e-4, 2e-4, 1e-4)],
    "GeneralizedAlpha tol": [jd.GeneralizedAlpha(tol=10.0**-k) for k in (4, 5, 6, 7)],
    "RK4": [jd.RK4(step=h) for h in (2e-3, 7e-4, 3e-4)],
    "DOP853": [jd.DOP853(tol=10.0**-k) for k in (6, 7, 8, 9, 10, 11)],  # at 1e-12 it stops there, and says so,
}


@pytest.mark.parametrize("sweep", SWEEPS)
def test_four_bar_passes_the_line_with_any_step(sweep: str) -> None:
    """In line at 0.71 s and 1.22 s: the smaller the step, the nearer to the singular positions it has to work."""
    run("four-bar", sweep.split()[0])  # compiles outside the time limit
    bad: dict[float, Any] = {}
    for integrator in SWEEPS[sweep]:
        try:
            error = float(_tip_errors(integrator, 1.5).max())
        except (jd.ConvergenceError, AssertionError) as problem:
            bad[integrator.step or integrator.tol] = str(problem)
        else:
            allowed = 10.0 * integrator.tol if integrator.step is None else 50.0 * integrator.step**2
            if error > allowed:
                bad[integrator.step or integrator.tol] = error
    assert not bad


@pytest.mark.parametrize("method", METHODS)
def test_door_motion(method: str) -> None:
    """Centre and orientation of the door against the equation of motion about its axis."""
    result = run("door", method)
    centre, rotation = door_motion(result.t)
    assert result.redundant == 5
    assert np.abs(result["leaf"].position - centre).max() < ACCURACY[method]
    assert np.abs(result["leaf"].rotation - rotation).max() < 2 * ACCURACY[method]
    assert not result.gaps


def test_summary_tells_of_redundant_rows() -> None:
    """Whoever reads reactions of redundant joints is told that they are not unique."""
    text = run("door", "DOP853").summary()
    assert "10 constraint rows, 5 of them redundant" in text
    assert "not unique" in text


# --------------------------------------------------------------------------- multipliers


def least_multipliers(result: jd.Result, i: int, probe: Probe) -> np.ndarray:
    """Multipliers (m,) at output i of least norm in the scaled rows, by NumPy's pseudo-inverse."""
    s = probe.at(t=result.t[i], q=result.q[i], v=result.v[i], ref=result.pieces[0].ref[i])
    scale = 1.0 / np.sqrt(result.system.tables["rows"]["weight"])
    bodies = result.system.tables["bodies"]
    mass = np.zeros((len(result.v[i]),) * 2)
    for b, body in enumerate(bodies):
        mass[6 * b : 6 * b + 3, 6 * b : 6 * b + 3] = body["mass"] * np.eye(3)
        mass[6 * b + 3 : 6 * b + 6, 6 * b + 3 : 6 * b + 6] = body["J"]
    G = scale[:, None] * probe.rows()
    A = G @ np.linalg.solve(mass, G.T)
    y = scale * s.gamma - G @ np.linalg.solve(mass, s.force)
    lam, _, rank, _ = np.linalg.lstsq(A, y, rcond=1e-10)
    assert rank == len(lam) - result.redundant
    return scale * lam


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("case", ["four-bar", "door"])
def test_multipliers_are_the_least_ones(case: str, method: str) -> None:
    """Reported multipliers against the pseudo-inverse at every output, to 1e-8 of the largest."""
    result = run(case, method)
    probe = Probe(result.system)
    expected = np.array([least_multipliers(result, i, probe) for i in range(len(result.t))])
    assert np.abs(result.lam - expected).max() < 1e-8 * np.abs(expected).max()


@pytest.mark.parametrize("case", ["four-bar", "door"])
def test_reactions_do_not_depend_on_the_order_of_joints(case: str) -> None:
    """Forces and torques of every joint, for several orders of adding the joints: equal to 1e-8 of the largest."""
    base = run(case, "RK4")
    orders = [(1, 0)] if case == "door" else list(permutations(range(4)))[5::6]
    joints = list(base.system.joint_rows)
    largest = max(np.abs(base.reaction(name).force).max() for name in joints)
    for order in orders:
        other = run(case, "RK4", order)
        assert list(other.system.joint_rows) != joints
        for name in joints:
            a, b = base.reaction(name), other.reaction(name)
            assert np.abs(a.force - b.force).max() < 1e-8 * largest, (order, name)
            assert np.abs(a.torque - b.torque).max() < 1e-8 * largest, (order, name)


# --------------------------------------------------------------------------- joints that do not fit

DIRECTIONS = {"axial": AXIS, "radial": RADIAL, "normal": np.array([0.0, 1.0, 0.0])}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_misaligned_door(direction: str, method: str) -> None:
    """Hinges off by 1e-6 m: the motion changes by as much, accelerations stay what they are, the misfit is told."""
    good = run("door", method)
    result = jd.simulate(door(misfit=1e-6 * DIRECTIONS[direction]), 3.0, integrator=METHODS[method], output=50)
    assert np.abs(result["leaf"].position - good["leaf"].position).max() < 1e-5
    assert np.abs(result["leaf"].rotation - good["leaf"].rotation).max() < 1e-5
    assert np.abs(result["leaf"].velocity - good["leaf"].velocity).max() < 2e-5
    assert np.abs(result.a - good.a).max() < 1e-4
    assert np.abs(result.lam - good.lam).max() < 1e-4 * np.abs(good.lam).max()
    assert result.gaps
    assert all(name.startswith(("lower hinge: ", "upper hinge: ")) for name in result.gaps)
    assert 1e-7 < max(map(abs, result.gaps.values())) <= 1e-6
    told = [line for line in result.summary().splitlines() if "do not fit" in line]
    assert len(told) == 1 and "hinge: " in told[0]


@pytest.mark.parametrize("method", METHODS)
def test_motion_depends_continuously_on_the_misfit(method: str) -> None:
    """Drawings are off by 1e-5 m, decimals of input files by 1e-9 m: the motion is off by about that, not more."""
    good = run("door", method)
    bad: dict[float, Any] = {}
    for misfit in (1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-5):
        try:
            result = jd.simulate(door(misfit=misfit * RADIAL), 3.0, integrator=METHODS[method], output=50)
        except jd.ConvergenceError as problem:
            bad[misfit] = str(problem)
        else:
            change = float(np.abs(result.q - good.q).max())
            if change > 1e-9 + 10.0 * misfit:
                bad[misfit] = change
    assert not bad


@pytest.mark.parametrize("method", METHODS)
def test_misaligned_four_bar(method: str) -> None:
    """A loop that does not close by 1e-6 m along the axes, through the positions where the bars are in line."""
    result = jd.simulate(four_bar(misfit=1e-6), 2.0, integrator=METHODS[method], output=20)
    assert np.abs(result["top"].position - four_bar_centres(result.t)[:, 1]).max() < ACCURACY[method] + 1e-5
    assert result.gaps
    assert "do not fit" in result.summary()


def test_large_misfit_is_refused() -> None:
    """A millimetre over a door of 2 m is no play: the joints are named with their gaps."""
    with pytest.raises(jd.AssemblyError, match=r"(lower|upper) hinge: slide \w is open by -?\d") as caught:
        jd.simulate(door(misfit=1e-3 * RADIAL), 1.0)
    assert "Check positions" in str(caught.value)
