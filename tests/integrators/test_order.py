"""Observed orders, accumulated errors, drift and energy balance of the integrators.

Four machines: a planar arm, a slow and a fast spinning top (large rotations), and a driven mechanism in space, whose
slider is moved by a motor and carries a damped pendulum. Planar undriven tests cannot see errors of the rotation chart
or of the terms c'(t) and c''(t). The reference is a run of DOP853 at 1e-12, itself checked against SciPy solutions of
equations of motion in minimal coordinates.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, sin, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.integrate import simpson, solve_ivp

import jourdain as jd
from interrupts import interrupt_after
from jourdain.analyses import simulate as driver
from jourdain.system.system import evaluate
from machines import problems as pb
from machines.order_machines import (
    BOB_DAMPING,
    BOB_INERTIA,
    BOB_LENGTH,
    BOB_MASS,
    CRANK,
    GRAVITY,
    GUIDE,
    MACHINES,
    ROD,
    START,
    TOP_CENTRE,
    TOP_INERTIA,
    TOP_MASS,
    TOP_SPIN,
    errors,
    reference,
    run,
)

# --------------------------------------------------------------------------- is the reference right?


def test_reference_of_the_arm() -> None:
    """Angles of both rods."""
    result = reference("arm")
    angles = pb.planar_motion(pb.two_link_arm(), result)[1]
    assert np.abs(angles - pb.two_link_arm_angles(result.t)).max() < 1e-10


def test_reference_of_the_top() -> None:
    """Euler's equations about the fixed point, in body axes."""
    about_ball = TOP_INERTIA + TOP_MASS * (TOP_CENTRE @ TOP_CENTRE * np.eye(3) - np.outer(TOP_CENTRE, TOP_CENTRE))

    def slope(_t: float, y: np.ndarray) -> np.ndarray:
        axes, omega = y[:9].reshape(3, 3), y[9:]  # rows of the rotation matrix body -> ground
        moment = np.cross(TOP_CENTRE, axes.T @ np.array([0.0, 0.0, -TOP_MASS * GRAVITY]))
        turn = np.linalg.solve(about_ball, moment - np.cross(omega, about_ball @ omega))
        return np.concatenate([np.cross(axes, omega).ravel(), turn])

    result = reference("top")
    start = np.concatenate([np.eye(3).ravel(), TOP_SPIN])
    y = solve_ivp(slope, (0.0, 1.0), start, "DOP853", t_eval=result.t, rtol=1e-13, atol=1e-13).y.T
    axes = y[:, :9].reshape(-1, 3, 3)
    assert np.abs(result["top"].rotation - axes).max() < 1e-9
    assert np.abs(result["top"].angular_velocity - np.einsum("tij,tj->ti", axes, y[:, 9:])).max() < 2e-8


@cache
def _driven_exact(end: float = 1.0, n: int = 10) -> tuple[np.ndarray, np.ndarray]:
    """Slider position (n + 1,) and pendulum (n + 1, 4): angle, rate, work of the damper, work of wind and law."""

    def slider(t: float) -> np.ndarray:
        """Position, velocity, acceleration."""
        a, a1, a2 = START + 1.5 * t**2 + 0.5 * (1 - cos(4 * t)), 3 * t + 2 * sin(4 * t), 3 + 8 * cos(4 * t)
        z, z1 = CRANK * sin(a) - GUIDE[1], CRANK * cos(a) * a1
        z2 = CRANK * (cos(a) * a2 - sin(a) * a1**2)
        root = sqrt(ROD**2 - GUIDE[0] ** 2 - z**2)
        root1 = -z * z1 / root
        root2 = -(z1**2 + z * z2 + root1**2) / root
        x2 = -CRANK * (sin(a) * a2 + cos(a) * a1**2)
        return np.array([CRANK * cos(a) + root, -CRANK * sin(a) * a1 + root1, x2 + root2])

    def slope(t: float, y: np.ndarray) -> list[float]:
        angle, rate = y[:2]
        _, x1, x2 = slider(t)
        wind, lift, law = 1.5 * sin(2 * t), 0.4, 0.2 * sin(3 * t)
        arm_x, arm_z = -BOB_LENGTH * cos(angle), BOB_LENGTH * sin(angle)  # d(centre)/d(angle)
        force = BOB_MASS * x2 * -arm_x - BOB_MASS * GRAVITY * arm_z + wind * arm_x + lift * arm_z + law
        turn = (force - BOB_DAMPING * rate) / (BOB_INERTIA + BOB_MASS * BOB_LENGTH**2)
        power = wind * (x1 + arm_x * rate) + lift * arm_z * rate + law * rate
        return [rate, turn, -BOB_DAMPING * rate**2, power]

    times = np.linspace(0.0, end, n + 1)
    y = solve_ivp(slope, (0.0, end), np.zeros(4), "DOP853", t_eval=times, rtol=1e-13, atol=1e-14).y.T
    return np.array([slider(t)[0] for t in times]), y


def test_reference_of_the_driven_machine() -> None:
    """Slider in closed form, pendulum and the work of damper, law and wind from one equation of motion."""
    result = reference("driven")
    slider, y = _driven_exact()
    assert result.redundant == 0
    assert np.abs(result["slider"].position[:, 0] - slider).max() < 1e-12
    swing = result["bob"].position - result["slider"].position
    exact = BOB_LENGTH * np.stack([-np.sin(y[:, 0]), 0 * slider, -np.cos(y[:, 0])], axis=1)
    assert np.abs(swing - exact).max() < 1e-10
    assert np.abs(result["bob"].angular_velocity[:, 1] - y[:, 1]).max() < 1e-9
    np.testing.assert_allclose(result.energy.dampers, y[:, 2], rtol=0, atol=1e-10)
    np.testing.assert_allclose(result.energy.applied, y[:, 3], rtol=0, atol=1e-10)


# --------------------------------------------------------------------------- orders

COARSEST = {"arm": 5e-3, "top": 2.5e-3, "fast top": 2.5e-4, "driven": 5e-3}


def orders(machine: str, make: Callable[[float], Any], output: Any = 10) -> np.ndarray:
    """Orders of q, v, lam, a from three steps, each half the one before, (2, 4)."""
    exact = reference(machine) if isinstance(output, int) else run(machine, jd.DOP853(tol=1e-12), output)
    found = [errors(run(machine, make(COARSEST[machine] / 2**k), output), exact) for k in range(3)]
    return np.log2(np.array(found[:-1]) / np.array(found[1:]))


@pytest.mark.parametrize("rho", [0.9, 0.5])
@pytest.mark.parametrize("machine", MACHINES)
def test_generalized_alpha_has_order_2(machine: str, rho: float) -> None:
    """Positions, velocities, reported multipliers and accelerations."""
    np.testing.assert_allclose(orders(machine, lambda h: jd.GeneralizedAlpha(step=h, rho=rho)), 2.0, atol=0.1)


@pytest.mark.parametrize("machine", MACHINES)
def test_generalized_alpha_has_order_2_between_steps(machine: str) -> None:
    """The same at output times that no step hits."""
    end = MACHINES[machine][1]
    times = end * np.array([0.0, 0.0313, 0.2718, 0.31416, 0.5772, 0.7071, 0.91597, 1.0])
    np.testing.assert_allclose(orders(machine, lambda h: jd.GeneralizedAlpha(step=h), times), 2.0, atol=0.1)


@pytest.mark.parametrize("machine", MACHINES)
def test_rk4_has_order_4(machine: str) -> None:
    """Positions, velocities, reported multipliers and accelerations."""
    np.testing.assert_allclose(orders(machine, lambda h: jd.RK4(step=h)), 4.0, atol=0.15)


@pytest.mark.parametrize("machine", MACHINES)
def test_dop853_error_goes_with_tol(machine: str) -> None:
    """tol bounds the accumulated error of every quantity, and the error is proportional to it from 1e-5 to 1e-10."""
    tols = 10.0 ** -np.arange(5, 11)
    found = np.array([errors(run(machine, jd.DOP853(tol=tol)), reference(machine)) for tol in tols])
    assert (found < tols[:, None]).all(), found / tols[:, None]
    slopes = np.polyfit(np.log10(tols), np.log10(found), 1)[0]
    np.testing.assert_allclose(slopes, 1.0, atol=0.25)


# --------------------------------------------------------------------------- drift


@pytest.mark.parametrize("machine", MACHINES)
def test_index_3_does_not_drift(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """|g| of the raw steps, before outputs are closed: at rounding, and at the end no more than at the start."""
    n, end = 2000, MACHINES[machine][1]
    kept: list[Any] = []
    report = driver.result_of
    monkeypatch.setattr(driver, "result_of", lambda run, *rest: (kept.append(run), report(run, *rest))[1])
    run(machine, jd.GeneralizedAlpha(step=end / n), n)
    system, motion = kept[0].here.system, kept[0].here.mo
    assert motion.out_q.shape[0] == n + 1
    s, gaps = system.context(), []
    for t, q, v, ref in zip(motion.times, motion.out_q, motion.out_v, motion.out_ref, strict=True):
        evaluate(system.kind, s, t, q, v, ref=ref)
        gaps.append(np.abs(s.g).max())
    assert max(gaps) < 1e-12 * max(1.0, system.length)
    assert max(gaps[-200:]) < 5 * max(gaps[:200]) + 1e-14


# --------------------------------------------------------------------------- tol of generalized-alpha

TOLS = (1e-4, 1e-5, 1e-6, 1e-7)


@pytest.mark.parametrize("tol", TOLS)
def test_adaptive_pendulum(tol: float) -> None:
    """The accumulated error over the run is tol, up to a factor of 2."""
    result = jd.simulate(pb.pendulum(), 2.0, integrator=jd.GeneralizedAlpha(tol=tol), output=20)
    error = np.abs(result["mass"].position - pb.pendulum_position(result.t)).max()
    assert 0.01 * tol < error < 2.0 * tol


@pytest.mark.parametrize("tol", TOLS)
@pytest.mark.parametrize("machine", ["arm", "driven"])
def test_adaptive_machines(machine: str, tol: float) -> None:
    """The same for positions (against 1 m and 1 rad) of machines."""
    error = np.abs(run(machine, jd.GeneralizedAlpha(tol=tol)).q - reference(machine).q).max()
    assert 0.01 * tol < error < 2.0 * tol


@pytest.mark.parametrize("tol", TOLS)
def test_adaptive_top(tol: float) -> None:
    """The same for a spinning body."""
    run("top", jd.GeneralizedAlpha(step=0.1))  # compiles outside the time limit
    with interrupt_after(6.0):
        result = run("top", jd.GeneralizedAlpha(tol=tol))
    assert not result.interrupted
    assert 0.01 * tol < np.abs(result.q - reference("top").q).max() < 2.0 * tol


def test_adaptive_run_gets_off_the_ground() -> None:
    """The default tolerance over 2 s: the first step, a fraction of the run, is too long and must be cut."""
    run("top", jd.GeneralizedAlpha(step=0.1))  # compiles outside the time limit
    with interrupt_after(6.0):
        result = jd.simulate(pb.heavy_top(), pb.HEAVY_TOP_END, integrator=jd.GeneralizedAlpha(tol=1e-6), output=2)
    assert not result.interrupted
    centre = result["top"].position[-1] - result["top"].position[0]
    assert np.abs(centre - pb.HEAVY_TOP_DISPLACEMENT).max() < 2e-6


# --------------------------------------------------------------------------- energy


@pytest.mark.parametrize(("make", "order", "atol"), [(jd.GeneralizedAlpha, 2, 0.1), (jd.RK4, 4, 0.15)])
def test_energy_balance_has_the_order_of_the_method(make: Any, order: int, atol: float) -> None:
    """Drive, damper, law and wind all do work here; what does not balance goes down with the method's order."""
    runs = [run("driven", make(step=5e-3 / 2**k)) for k in range(3)]
    for work in (runs[0].energy.drives, runs[0].energy.dampers, runs[0].energy.applied):
        assert np.abs(work).max() > 0.01
    found = np.array([np.abs(r.energy.error).max() for r in runs])
    np.testing.assert_allclose(np.log2(found[:-1] / found[1:]), order, atol=atol)


def test_energy_balance_of_dop853() -> None:
    """To the tolerance, in J."""
    for tol in (1e-6, 1e-8, 1e-10):
        assert np.abs(run("driven", jd.DOP853(tol=tol)).energy.error).max() < tol


def test_work_of_the_motor() -> None:
    """Its reported torque times c'(t), integrated apart, is the work that is told."""
    result = reference("driven", 400)
    rate = 3 * result.t + 2 * np.sin(4 * result.t)
    work = simpson(result.multipliers["motor: drive"].values * rate, x=result.t)
    assert work == pytest.approx(float(result.energy.drives[-1]), rel=1e-8)
