"""What the treatments of constraints promise: which levels stay closed, how the others open, and Gauss' principle."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import block_diag

import jourdain as jd
from helpers import Probe, random_rotation
from integrators.checks import TREATMENTS
from machines import closed_loops as loops
from machines import order_machines as order
from machines import problems as pb

# --------------------------------------------------------------------------- drift

LONG = {  # machines whose motion repeats itself, their time and step of RK4 in s
    "pendulum": (pb.pendulum, 60.0, 0.01),
    "crank-rocker": (lambda: pb.planar_model(loops.crank_rocker()), 20.0, 5e-3),
    "top": (order.top, 20.0, 5e-3),
}


@cache
def long_run(machine: str, treatment: Any) -> jd.Result:
    """Sixty outputs of many periods."""
    make, end, step = LONG[machine]
    return jd.simulate(make(), end, integrator=jd.RK4(step=step, constraints=treatment), output=60, trust="fast")


@pytest.mark.parametrize("machine", LONG)
def test_direct_integration_drifts_with_the_square_of_time(machine: str) -> None:
    """Every period adds the same to the rates of the rows: they open with t, positions with t^2."""
    result = long_run(machine, jd.Direct())
    assert result.integrator.drifts
    t, gap, rate = (np.log(x[10:]) for x in (result.t, result.gap, np.maximum.accumulate(result.rate_gap)))
    assert np.polyfit(t, gap, 1)[0] == pytest.approx(2.0, abs=0.1)
    assert np.polyfit(t, rate, 1)[0] == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("c", [5.0, 20.0])
@pytest.mark.parametrize("machine", LONG)
def test_baumgarte_keeps_the_drift_bounded(machine: str, c: float) -> None:
    """The second half of the run is no more open than the first, and far less than without stabilisation."""
    result = long_run(machine, jd.Baumgarte(c1=c, c2=c))
    assert result.integrator.drifts
    assert 0.0 < result.gap[30:].max() < 1.05 * result.gap[:30].max()
    assert result.gap.max() < 0.01 * long_run(machine, jd.Direct()).gap[-1]


MACHINES = {"crank-rocker": (lambda: pb.planar_model(loops.crank_rocker()), 1.0), "driven": (order.driven, 1.0)}


@cache
def _system(machine: str) -> Any:
    return jd.compile(MACHINES[machine][0]())


def run(machine: str, treatment: Any, step: float = 4e-3, output: int = 25) -> jd.Result:
    """RK4 with a treatment."""
    method = jd.RK4(step=step, constraints=treatment)
    return jd.simulate(_system(machine), MACHINES[machine][1], integrator=method, output=output, trust="fast")


CLOSING = {name: one for name, one in TREATMENTS.items() if not one.drifts}


@pytest.mark.parametrize("treatment", CLOSING)
@pytest.mark.parametrize("machine", MACHINES)
def test_positions_and_rates_stay_closed(machine: str, treatment: str) -> None:
    """At the end of every step, to rounding."""
    result = run(machine, CLOSING[treatment])
    assert not result.integrator.drifts
    assert result.gap.max() < 1e-12
    assert result.rate_gap.max() < 1e-12 * np.abs(result.v).max()


@pytest.mark.parametrize("make", [jd.QR, jd.SVD, jd.NullSpace])
@pytest.mark.parametrize("machine", MACHINES)
def test_without_stabilisation_only_rates_are_closed(machine: str, make: Any) -> None:
    """Reduced velocities obey the rows; positions that are integrated from them open step by step."""
    result = run(machine, make(stabilise=False), step=8e-3)
    assert result.integrator.drifts
    assert result.rate_gap.max() < 1e-12 * np.abs(result.v).max()
    assert result.gap[-1] > 1e-10
    finer = run(machine, make(stabilise=False), step=4e-3)
    assert result.gap.max() / finer.gap.max() > 10  # it is the error of the method, of order 4


def test_controlled_baumgarte_corrects_rates() -> None:
    """Down to errvc where accelerations are computed; positions are left to the stabilisation."""
    result = run("crank-rocker", jd.ControlledBaumgarte(errvc=1e-10))
    assert result.rate_gap.max() < 1e-9
    assert 1e-12 < result.gap.max() < run("crank-rocker", jd.Direct()).gap.max()


# --------------------------------------------------------------------------- the projection knows no frame and no units


def chain(frame: np.ndarray, origin: np.ndarray, unit: float = 1.0) -> jd.Model:
    """Two bars on ball joints, drawn in a turned and shifted frame, with lengths in another unit (1 / unit m)."""
    model = jd.Model("chain", gravity=frame @ [0.0, 0.0, -9.81 * unit])
    inertia, end = np.array([0.01, 0.09, 0.08]) * unit**2, model.ground.marker("end", at=origin)
    for i, x in enumerate((0.5, 1.5)):
        spin = frame @ [0.5, 1.0, 3.0] if i == 0 else np.zeros(3)
        velocity = (
            np.cross(spin, frame @ [x * unit, 0.0, 0.0]) if i == 0 else frame @ np.cross([0.5, 1.0, 3.0], [unit, 0, 0])
        )
        pose: dict[str, Any] = {"at": origin + frame @ [x * unit, 0.0, 0.0], "rotation": frame}
        bar = model.body(f"bar {i}", mass=1.0 + i, inertia=inertia, velocity=velocity, spin=spin, **pose)
        model.joint(f"ball {i}", "spherical", end, bar.marker("start", at=(-0.5 * unit, 0.0, 0.0)))
        end = bar.marker("end", at=(0.5 * unit, 0.0, 0.0))
    return model


@pytest.mark.parametrize("treatment", ["projection", "gauss", "direct"])
@pytest.mark.parametrize(("turned", "unit"), [(True, 1.0), (False, 1000.0), (False, 1e-3)])
def test_frame_and_units_do_not_matter(treatment: str, turned: bool, unit: float) -> None:
    """Coarse steps, so that closing has something to do: the least change in the mass metric is the same change."""
    rng = np.random.default_rng(5)
    frame, origin = (random_rotation(rng), rng.normal(size=3)) if turned else (np.eye(3), np.zeros(3))
    method = jd.RK4(step=0.02, constraints=treatment)
    plain = jd.simulate(chain(np.eye(3), np.zeros(3)), 1.0, integrator=method, output=5, trust="fast")
    other = jd.simulate(chain(frame, origin, unit), 1.0, integrator=method, output=5, trust="fast")
    for bar in ("bar 0", "bar 1"):
        moved = origin + unit * np.asarray(plain[bar].position) @ frame.T
        np.testing.assert_allclose(other[bar].position, moved, rtol=0, atol=1e-10 * unit)


# --------------------------------------------------------------------------- choices that are made anew


SPEED = 2.0  # rad/s


def spinner(radius: float = 1.0) -> jd.Model:
    """A mass on a massless bar, going round at constant speed: every step makes the same error."""
    model = jd.Model("spinner", planar=True)
    mass = model.body("mass", mass=1.0, inertia=1.0, at=(radius, 0.0), velocity=(0.0, SPEED * radius))
    model.joint("bar", "distance", model.ground, mass, at_a=(0.0, 0.0), at_b=(radius, 0.0))
    return model


@pytest.mark.parametrize("make", [jd.Partitioning, jd.TangentSpace])
def test_coordinates_are_chosen_anew(make: Any) -> None:
    """On a circle neither x nor y serves all the way round, nor any one tangent; several turns come out right.

    With a limit that never asks for a new choice the first one is kept, and the run stops (or strays) at its dead point.
    """
    times = np.linspace(0.0, 10.0, 11)
    exact = np.stack([np.cos(SPEED * times), np.sin(SPEED * times)], axis=1)
    method = jd.DOP853(tol=1e-10, constraints=make())
    result = jd.simulate(spinner(), 10.0, integrator=method, output=times, trust="fast")
    assert np.abs(result["mass"].position - exact).max() < 1e-8
    kept = jd.DOP853(tol=1e-10, constraints=make(least=1e-12))
    with pytest.raises(jd.ConvergenceError):
        jd.simulate(spinner(), 10.0, integrator=kept, output=times, trust="fast")


# --------------------------------------------------------------------------- Gauss' principle of least constraint


def least_constraint(model: jd.Model, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """The a that makes (a - M^-1 h)^T M (a - M^-1 h) least among those with G a = gamma, dense."""
    probe = Probe(model)
    probe.at(t=0.0, q=q, v=v, ref=np.zeros_like(probe.ref))
    blocks = []
    for body in model.bodies.values():
        inertia = body.inertia[2:, 2:] if model.planar else body.inertia
        size = 2 if model.planar else 3
        blocks += [body.mass * np.eye(size), inertia]
    M = block_diag(*blocks)
    G, gamma, h = probe.rows(), np.array(probe.s.gamma), np.array(probe.s.force)
    factor = np.linalg.inv(np.linalg.cholesky(M)).T  # a - M^-1 h = factor x,  |x|^2 least
    free = np.linalg.solve(M, h)
    x = np.linalg.lstsq(G @ factor, gamma - G @ free, rcond=1e-6)[0]
    return free + factor @ x


def parallelogram(angle: float, speed: float, masses: list[float], planar: bool) -> jd.Model:
    """Three bars of 1 m on four pins; in space three rows are redundant; with the bars in line the position is singular."""
    up = np.array([cos(angle), sin(angle), 0.0])
    across = speed * np.array([-sin(angle), cos(angle), 0.0])
    gravity = np.array([1.0, -9.0, 0.5])
    n = 2 if planar else 3
    model = jd.Model("parallelogram", planar=planar, gravity=gravity[:n])
    ex = np.array([1.0, 0.0, 0.0])
    bars: dict[str, Any] = {}
    for name, mass, at, velocity, turn, spin in (
        ("left", masses[0], up / 2, across / 2, angle, speed),
        ("top", masses[1], up + ex / 2, across, 0.0, 0.0),
        ("right", masses[2], up / 2 + ex, across / 2, angle, speed),
    ):
        rotation: Any = turn if planar else jd.axis_angle((0, 0, 1), turn)
        inertia: Any = mass / 12 if planar else (mass / 100, mass / 12, mass / 11)
        about: Any = spin if planar else (0.0, 0.0, spin)
        place = {"at": at[:n], "velocity": velocity[:n]}
        bars[name] = model.body(name, mass=mass, inertia=inertia, rotation=rotation, spin=about, **place)
    bars["ground"] = model.ground
    ends = {"ground left": 0 * ex, "left top": up, "top right": up + ex, "ground right": ex}
    for pair, at in ends.items():
        a, b = (bars[name] for name in pair.split())
        model.joint(pair, "revolute", a, b, at=at[:n], **({} if planar else {"axis": (0, 0, 1)}))
    return model


regular = st.floats(0.1, pi - 0.1) | st.floats(pi + 0.1, 2 * pi - 0.1)
masses = st.lists(st.floats(0.2, 5.0), min_size=3, max_size=3)


@settings(max_examples=25, deadline=None)
@given(angle=regular | st.sampled_from([0.0, pi]), speed=st.floats(-5.0, 5.0), masses=masses, planar=st.booleans())
def test_least_constraint(angle: float, speed: float, masses: list[float], planar: bool) -> None:
    """Accelerations of regular, redundant and singular states against dense least squares."""
    model = parallelogram(angle, speed, masses, planar)
    result = jd.simulate(model, 1e-3, integrator=jd.RK4(step=1e-3, constraints="gauss"), output=1, trust="fast")
    np.testing.assert_allclose(result.v[0], jd.compile(model).v0, atol=1e-9)  # the start was closed as it stood
    expected = least_constraint(model, result.q[0], result.v[0])
    np.testing.assert_allclose(result.a[0], expected, rtol=0, atol=1e-8 * (1.0 + np.abs(expected).max()))
