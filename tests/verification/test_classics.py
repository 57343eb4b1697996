"""Classical problems against published values and closed forms.

The set-ups, sources and references are in problems.py; each test states what bounds its error.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from machines import problems as pb

# --------------------------------------------------------------------------- Andrews' squeezing mechanism


def _andrews(integrator: Any) -> Any:
    return jd.simulate(pb.andrews_model(), pb.ANDREWS_END, integrator=integrator, output=10)


def _andrews_error(integrator: Any) -> float:
    """Largest relative error of the seven angles at 0.03 s, each relative to its own value."""
    angles = pb.planar_motion(pb.andrews(), _andrews(integrator))[1]
    return float(np.abs(pb.andrews_angles(angles[-1]) / pb.ANDREWS_FINAL - 1.0).max())


def test_andrews_first_accelerations() -> None:
    """beta'' and theta'' at the start to 1e-9 relative: one linear solve, no integration error."""
    result = jd.simulate(pb.andrews_model(), 1e-5, integrator=jd.RK4(step=1e-5), output=1)
    first, second = (float(result[name].angular_acceleration[0]) for name in ("K1", "K2"))
    assert (first, second - first) == pytest.approx(pb.ANDREWS_FIRST_ACCELERATIONS, rel=1e-9)


def test_andrews_generalized_alpha() -> None:
    """tol = 1e-6 bounds the accumulated error; a tenfold margin on the angles is asked."""
    assert _andrews_error(jd.GeneralizedAlpha(tol=1e-6)) < 1e-5


@pytest.mark.parametrize(
    "integrator",
    [pytest.param(lambda: jd.RK4(step=1e-6), id="RK4"), pytest.param(lambda: jd.DOP853(tol=1e-11), id="DOP853")],
)
def test_andrews_explicit(integrator: Any) -> None:
    """1e-8: the published values hold about nine digits, and both methods are run well below that."""
    assert _andrews_error(integrator()) < 1e-8


def test_andrews_closes_and_balances() -> None:
    """Pins stay closed, and the energy gained is the work of the torque, 0.033 (beta - beta0)."""
    result = _andrews(jd.DOP853(tol=1e-11))
    mechanism = pb.andrews()
    assert mechanism.gap(*pb.planar_motion(mechanism, result)) < 1e-12
    energy = result.energy.kinetic + result.energy.potential
    work = pb.ANDREWS_TORQUE * (result["K1"].angle - result["K1"].angle[0])
    np.testing.assert_allclose(energy - energy[0], work, rtol=0, atol=1e-8 * work[-1])


# --------------------------------------------------------------------------- heavy top


@pytest.mark.parametrize(
    ("integrator", "limit"),
    [
        # the published displacement is itself good to about 1.2e-6
        pytest.param(lambda: jd.RK4(step=1e-4), 2e-6, id="RK4"),
        pytest.param(lambda: jd.GeneralizedAlpha(step=2e-5), 5e-6, id="GeneralizedAlpha"),
    ],
)
def test_heavy_top_displacement(integrator: Any, limit: float) -> None:
    """Displacement of the centre of mass after 2 s, 48 turns of spin."""
    result = jd.simulate(pb.heavy_top(), pb.HEAVY_TOP_END, integrator=integrator(), output=4)
    moved = result["top"].position[-1] - result["top"].position[0]
    assert np.abs(moved - pb.HEAVY_TOP_DISPLACEMENT).max() < limit


def test_heavy_top_orientation() -> None:
    """Orientation after 2 s, sign free, to what the published run (second order, spin * step = 3e-4) can hold."""
    result = jd.simulate(pb.heavy_top(), pb.HEAVY_TOP_END, integrator=jd.RK4(step=1e-4), output=4)
    quaternion = result["top"].quaternion[-1]
    quaternion = quaternion * np.sign(quaternion @ pb.HEAVY_TOP_QUATERNION)
    assert np.abs(quaternion - pb.HEAVY_TOP_QUATERNION).max() < 2e-6


# --------------------------------------------------------------------------- simple pendulum

PENDULUM_TABLE = {  # time (s): x, y (m), from the closed form, eight digits
    1.0: (0.98629175, -0.16501085),
    2.0: (-0.79356620, -0.60848393),
    5.0: (-0.94230544, -0.33475434),
    9.99: (-0.31643647, -0.94861370),
    10.0: (-0.27508746, -0.96141921),
}
PENDULUM_TIMES = np.array([0.0, *PENDULUM_TABLE])


@cache
def _pendulum(method: str) -> Any:
    integrator = {"GeneralizedAlpha": lambda: jd.GeneralizedAlpha(tol=1e-6), "DOP853": lambda: jd.DOP853(tol=1e-11)}
    return jd.simulate(pb.pendulum(), 10.0, integrator=integrator[method](), output=PENDULUM_TIMES)


def test_pendulum_formula_matches_the_table() -> None:
    """The elliptic-function formula of problems.py gives the tabulated digits."""
    np.testing.assert_allclose(pb.pendulum_position(PENDULUM_TIMES[1:]), list(PENDULUM_TABLE.values()), atol=6e-9)


@pytest.mark.parametrize(
    ("method", "limit"),
    [
        # tol bounds the accumulated error (scale: 1 m); the estimate is not a bound, hence the factor ten
        pytest.param("GeneralizedAlpha", 1e-5, id="GeneralizedAlpha"),
        # far below the digits of the table
        pytest.param("DOP853", 1e-8, id="DOP853"),
    ],
)
def test_pendulum_positions(method: str, limit: float) -> None:
    """Positions over four periods."""
    position = _pendulum(method)["mass"].position
    assert np.abs(position[1:] - np.array(list(PENDULUM_TABLE.values()))).max() < limit


def test_pendulum_energy() -> None:
    """Energy stays within 5e-5 J over 10 s, the figure quoted for the benchmark; 200 outputs catch its swing."""
    result = jd.simulate(pb.pendulum(), 10.0, integrator=jd.GeneralizedAlpha(tol=1e-6), output=200)
    energy = result.energy.kinetic + result.energy.potential
    assert np.abs(energy - energy[0]).max() < 5e-5
    own = 0.5 * np.sum(result["mass"].velocity ** 2, axis=1) + pb.PENDULUM_GRAVITY * result["mass"].position[:, 1]
    assert np.abs(own).max() < 5e-5  # from the motion itself: zero at the start


# --------------------------------------------------------------------------- two four-bars, through singular positions

FOUR_BAR_TABLE = {1.0: (-0.19502030, -0.98079921), 4.0: (0.11761610, 0.99305914), 10.0: (0.328458112, 0.944518538)}
FOUR_BAR_SPEED = (1.42305147, -0.49486885)  # of B0 at 10 s, m/s
UPRIGHTS = ["upright 0", "upright 1", "upright 2"]


@cache
def _four_bar(method: str, step: float) -> Any:
    integrator = getattr(jd, method)(step=step)
    return jd.simulate(pb.planar_model(pb.n_four_bar(2)), 10.0, integrator=integrator, output=1000)


def _top(result: Any) -> np.ndarray:
    """B0, the top of the first upright (nt, 2)."""
    upright = result["upright 0"]
    return upright.position + 0.5 * np.stack([-np.sin(upright.angle), np.cos(upright.angle)], axis=1)


def _top_error(result: Any) -> np.ndarray:
    """Distance of B0 from the formula at every output (nt,)."""
    angle = pb.n_four_bar_angle(2, result.t)
    return np.linalg.norm(_top(result) - np.stack([np.sin(angle), np.cos(angle)], axis=1), axis=1)


def _spread(result: Any) -> float:
    """Largest difference between the angles of the uprights at any output (rad)."""
    angles = np.stack([result[name].angle for name in UPRIGHTS], axis=1)
    return float(np.ptp(angles, axis=1).max())


def test_four_bar_formula_matches_the_table() -> None:
    """The equation of motion in problems.py gives the published digits."""
    angle = pb.n_four_bar_angle(2, np.array([0.0, *FOUR_BAR_TABLE]))[1:]
    np.testing.assert_allclose(np.stack([np.sin(angle), np.cos(angle)], 1), list(FOUR_BAR_TABLE.values()), atol=6e-9)


@pytest.mark.parametrize("step", [1e-3, 7e-4, 2e-4])
def test_four_bar_rk4(step: float) -> None:
    """Within 1e-6 of the formula at every output and on the branch of parallel uprights."""
    result = _four_bar("RK4", step)
    assert result.t[-1] == pytest.approx(10.0, abs=1e-12)
    assert _top_error(result).max() < 1e-6
    assert _spread(result) < 1e-6
    upright = result["upright 0"]
    speed = 2.0 * upright.velocity[-1]  # the foot is fixed
    assert np.abs(speed - np.array(FOUR_BAR_SPEED)).max() < 5e-6


FOUR_BAR_STEPS = (4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4)


@pytest.mark.parametrize("step", FOUR_BAR_STEPS)
def test_four_bar_generalized_alpha_stays_on_its_branch(step: float) -> None:
    """All uprights parallel at every output: the other branch differs by radians, roundoff by sqrt(1e-15)."""
    assert _spread(_four_bar("GeneralizedAlpha", step)) < 1e-5


def test_four_bar_generalized_alpha_order() -> None:
    """Error at 10 s falls with order 2 and is about 4.8e-5 at h = 1e-3, as another program's runs show."""
    errors = np.array([_top_error(_four_bar("GeneralizedAlpha", step))[-1] for step in FOUR_BAR_STEPS])
    orders = np.log2(errors[:-1] / errors[1:])
    np.testing.assert_allclose(orders, 2.0, atol=0.15)
    assert errors[2] == pytest.approx(4.8e-5, rel=0.1)


# --------------------------------------------------------------------------- serial chains


def test_two_link_arm() -> None:
    """Two rods over 2 s, explicit, against the minimal-coordinate equations."""
    mechanism, times = pb.two_link_arm(), np.linspace(0.0, 2.0, 21)
    result = jd.simulate(pb.planar_model(mechanism), 2.0, integrator=jd.DOP853(tol=1e-11), output=times)
    assert np.abs(pb.planar_motion(mechanism, result)[1] - pb.two_link_arm_angles(times)).max() < 1e-8


def test_spatial_chain() -> None:
    """Ten bars on ball joints over 1 s, explicit, against the minimal-coordinate equations."""
    times = np.linspace(0.0, 1.0, 11)
    result = jd.simulate(pb.chain(10), 1.0, integrator=jd.DOP853(tol=1e-11), output=times)
    centres = np.stack([result[f"bar {i}"].position for i in range(10)], axis=1)
    assert np.abs(centres - pb.chain_centres(10, times)).max() < 1e-8
