"""Continuous-Galerkin methods on bodies: planar ones as they are, or like those in space in natural coordinates.

With points and directors all rows of pins, balls and slides are quadratic at most, and gravity is linear: energy and rows are
then exact but for rounding, whatever the step. A planar angle makes rows and energies of order 2k.
"""

from __future__ import annotations

from functools import cache
from math import pi, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.special import ellipk

import jourdain as jd
from jourdain.lagrange.model import LagrangianModel
from machines import event_models as em
from machines import order_machines as machines
from machines import problems as pb
from machines import spatial_loops


def run(model: Any, t_end: float, h: float, output: int | None = None, **options: Any) -> jd.Result:
    """Fixed steps, output at each of them unless given."""
    method = jd.Galerkin(step=h, **options)
    return jd.simulate(model, t_end, integrator=method, output=output or round(t_end / h), trust="fast")


@cache
def exact(make: Any, t_end: float, output: int) -> jd.Result:
    return jd.simulate(make(), t_end, integrator=jd.DOP853(tol=1e-12), output=output, trust="fast")


def lost(found: jd.Result) -> float:
    """Largest energy that does not balance [J]."""
    return float(np.abs(np.asarray(found.energy.error)).max())


def order(errors: Any) -> float:
    """Of two errors, at a step and at half of it."""
    return float(np.log2(errors[0] / errors[1]))


# --------------------------------------------------------------------------- planar bodies


def skate() -> jd.Model:
    """A knife edge on a slope: closed form, an arc of a cycloid."""
    model = jd.Model("skate", planar=True, gravity=(3.0, 0.0))
    sledge = model.body("sledge", mass=2.0, inertia=0.1, spin=2.0)
    edge = jd.blade(model.ground.marker("origin"), sledge.marker("edge"), "y")
    model.row("edge", [(1.0, edge)], level="velocity")
    return model


def skate_path(t: np.ndarray) -> np.ndarray:
    """Of the centre (nt, 2): g/(2 w^2) (sin^2 wt, wt - sin(2 wt)/2)."""
    return 3.0 / 8.0 * np.stack([np.sin(2 * t) ** 2, 2 * t - 0.5 * np.sin(4 * t)], axis=1)


@pytest.mark.parametrize("variant", "BCP")
@pytest.mark.parametrize("k", [1, 2, 3])
def test_knife_edge(k: int, variant: str) -> None:
    steps = (0.1, 0.05) if k == 3 else (0.05, 0.025)
    found = [run(skate(), 3.0, h, k=k, variant=variant) for h in steps]
    errors = [np.abs(one["sledge"].position - skate_path(one.t)).max() for one in found]
    assert abs(order(errors) - 2 * k) < 0.2
    if variant != "B":  # gravity is linear: energy is kept
        assert lost(found[0]) < 1e-12
    if variant == "P":
        assert np.abs(found[0].rate_gap).max() < 1e-13


@pytest.mark.parametrize("coordinates", ["cartesian", "natural"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_planar_arm(k: int, coordinates: str) -> None:
    """Two pinned rods: order 2k in positions and velocities; energy and rates of the rows exact."""
    reference = exact(machines.arm, 1.0, 10)
    steps = (0.025, 0.0125) if k == 3 else (0.02, 0.01)
    found = [run(machines.arm(), 1.0, h, output=10, k=k, coordinates=coordinates) for h in steps]
    for name in ("q", "v"):
        errors = [np.abs(getattr(one, name) - getattr(reference, name)).max() for one in found]
        assert abs(order(errors) - 2 * k) < 0.25
    for one in found:
        assert lost(one) < 1e-11
        assert np.abs(one.rate_gap).max() < 1e-12
    if coordinates == "natural":
        assert max(np.abs(one.gap).max() for one in found) < 1e-12
    else:
        assert abs(order([np.abs(one.gap).max() for one in found]) - 2 * k) < 0.6


@pytest.mark.parametrize("k", [1, 2, 3])
def test_pendulum_in_points_and_directors(k: int) -> None:
    """Twenty seconds of long steps: position, velocity and energy to rounding."""
    model, _ = em.pendulum()
    found = run(model, 20.0, 0.05, k=k, coordinates="natural")
    assert np.abs(np.hypot(*found["rod"].position.T) - 0.5).max() < 1e-12
    assert np.abs((found["rod"].position * found["rod"].velocity).sum(axis=1)).max() < 1e-12
    assert lost(found) < 1e-12


# --------------------------------------------------------------------------- bodies in space


@pytest.mark.parametrize("k", [1, 2, 3])
def test_heavy_top(k: int) -> None:
    """150 rad/s: order 2k in natural coordinates, energy of 5.4 kJ kept to rounding, rows as well."""
    reference = exact(pb.heavy_top, 0.1, 5)
    steps = {1: (5e-4, 2.5e-4), 2: (2e-3, 1e-3), 3: (4e-3, 2e-3)}[k]
    found = [run(pb.heavy_top(), 0.1, h, output=5, k=k) for h in steps]
    errors = [np.abs(one["top"].rotation - reference["top"].rotation).max() for one in found]
    assert abs(order(errors) - 2 * k) < 0.2
    scale = float(reference.energy.kinetic.max())
    for one in found:
        assert lost(one) < 1e-12 * scale
        assert np.abs(one.gap).max() < 1e-12


def test_cartesian_coordinates_in_space_are_refused() -> None:
    with pytest.raises(jd.ModelError, match="natural"):
        run(pb.heavy_top(), 0.1, 1e-3, coordinates="cartesian")


@pytest.mark.parametrize("k", [1, 2])
def test_driven_machine(k: int) -> None:
    """Moved rows, dampers, forces of time: order 2k, also of the balance of energy; rates of the rows closed."""
    reference = exact(machines.driven, 1.0, 10)
    found = [run(machines.driven(), 1.0, h, output=10, k=k) for h in (0.01, 0.005)]
    errors = [np.abs(one["bob"].position - reference["bob"].position).max() for one in found]
    assert abs(order(errors) - 2 * k) < 0.3
    balance = [lost(one) for one in found]
    assert balance[1] < 1e-9 or order(balance) > 2 * k - 0.4
    assert max(np.abs(one.rate_gap).max() for one in found) < 1e-11


# --------------------------------------------------------------------------- drives, springs, dampers


def cart() -> LagrangianModel:
    """A pendulum on a cart that is moved as 0.3 sin 2t: a row of positions that moves, and one more coordinate."""
    model = LagrangianModel(
        "cart",
        coordinates={"x": (0.0, 0.6), "phi": (1.0, 0.0)},
        lagrangian="x_rate**2 + (x_rate**2 + phi_rate**2 + 2*x_rate*phi_rate*cos(phi))/2 + 9.81*cos(phi)",
    )
    model.drive("motor", model.coordinate("x"), "0.3*sin(2*t)")
    return model


@pytest.mark.parametrize("k", [1, 2, 3])
def test_driven_coordinate(k: int) -> None:
    """phi'' = -g sin(phi) - x'' cos(phi); the work of the drive balances the energy."""
    from scipy.integrate import solve_ivp

    def slope(t: float, y: np.ndarray) -> list[float]:
        return [y[1], -9.81 * np.sin(y[0]) + 1.2 * np.sin(2 * t) * np.cos(y[0])]

    end = solve_ivp(slope, (0, 2), [1.0, 0.0], method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    found = [run(cart(), 2.0, h, k=k) for h in (0.05, 0.025)]
    errors = [np.abs([one.q[-1, 1] - end[0], one.v[-1, 1] - end[1]]).max() for one in found]
    assert abs(order(errors) - 2 * k) < 0.3
    for one in found:
        assert np.abs(one.rate_gap).max() < 1e-12
    balance = [lost(one) for one in found]
    assert balance[1] < 1e-9 or order(balance) > 2 * k - 0.5


def oscillator(damping: float) -> jd.Model:
    """1 kg on a spring of 4 N/m, from 1 m."""
    model = jd.Model("oscillator", planar=True)
    body = model.body("mass", mass=1.0, inertia=1.0, at=(1.0, 0.0))
    model.force("spring", jd.coordinate(body, "x"), stiffness=4.0, damping=damping)
    return model


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_spring(k: int) -> None:
    """A quadratic potential is exact for n = k already; the frequency is of order 2k."""
    found = [run(oscillator(0.0), 5.0, h, k=k) for h in (0.25, 0.125)]
    errors = [np.abs(one["mass"].position[:, 0] - np.cos(2 * one.t)).max() for one in found]
    assert abs(order(errors) - 2 * k) < 0.2
    assert max(lost(one) for one in found) < 1e-13


@pytest.mark.parametrize("k", [1, 2, 3])
def test_damper(k: int) -> None:
    """Closed form, and the work of the damper balances the energy."""
    rate = sqrt(4.0 - 0.25**2)
    found = [run(oscillator(0.5), 5.0, h, k=k) for h in (0.25, 0.125)]
    errors = []
    for one in found:
        x = np.exp(-0.25 * one.t) * (np.cos(rate * one.t) + 0.25 / rate * np.sin(rate * one.t))
        errors.append(np.abs(one["mass"].position[:, 0] - x).max())
    assert abs(order(errors) - 2 * k) < 0.2
    assert found[0].energy.dampers[-1] < -1.0
    balance = [lost(one) for one in found]
    assert balance[1] < 1e-12 or order(balance) > 2 * k - 0.3


# --------------------------------------------------------------------------- error control and events


@pytest.mark.parametrize("tol", [1e-4, 1e-6, 1e-8, 1e-9])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_tol_bounds_the_error(k: int, tol: float) -> None:
    """Of the arm, in lengths and radians."""
    reference = exact(machines.arm, 1.0, 10)
    found = jd.simulate(machines.arm(), 1.0, integrator=jd.Galerkin(k=k, tol=tol), output=10, trust="fast")
    assert np.abs(found.q - reference.q).max() < 10 * tol


def test_tol_in_space() -> None:
    reference = exact(machines.top, 1.0, 10)
    for tol in (1e-5, 1e-8):
        found = jd.simulate(machines.top(), 1.0, integrator=jd.Galerkin(k=3, tol=tol), output=10, trust="fast")
        assert np.abs(found["top"].rotation - reference["top"].rotation).max() < 10 * tol


EVENTFUL = {"fixed step": jd.Galerkin(step=2e-3, k=3), "tol": jd.Galerkin(tol=1e-10, k=3)}


@pytest.mark.parametrize("method", EVENTFUL)
def test_event(method: str) -> None:
    """A rod falls from the horizontal through its lowest point after K(1/2) sqrt(2 L/3 g)."""
    model, _ = em.pendulum()
    model.event("low", model.measures["phi"], value=-pi / 2)
    found = jd.simulate(model, 1.0, integrator=EVENTFUL[method], output=2, trust="fast")
    assert [event.t for event in found.events] == pytest.approx([ellipk(0.5) / sqrt(1.5 * em.G)], rel=0, abs=1e-9)


@pytest.mark.parametrize("method", EVENTFUL)
def test_bouncing_ball(method: str) -> None:
    """Five bounces, with outputs in between."""
    found = jd.simulate(em.ball(restitution=0.5), 1.3, integrator=EVENTFUL[method], output=13, trust="fast")
    fall = sqrt(2.0 / em.G)
    expected = fall * (1.0 + 2.0 * np.array([sum(0.5**j for j in range(1, k + 1)) for k in range(5)]))
    np.testing.assert_allclose([event.t for event in found.events], expected, rtol=0, atol=1e-9)


def test_estimate_of_the_error() -> None:
    """The trust line of a run says about what the error is."""
    found = jd.simulate(machines.arm(), 1.0, integrator=jd.Galerkin(step=0.02, k=2), output=10)
    error = np.abs(found.q - exact(machines.arm, 1.0, 10).q).max()
    assert 0.1 * error < found.trust.error.max() < 10 * error


REDUNDANT = [
    ("Bennett", {"tol": 1e-6}),
    ("Bennett", {"step": 0.01, "k": 3}),
    ("Bennett", {"step": 0.01, "variant": "C"}),
]


@pytest.mark.parametrize(("machine", "options"), [*REDUNDANT, ("Bricard", {"tol": 1e-6})])
def test_redundant_rows_whose_pivots_change_places(machine: str, options: dict[str, Any]) -> None:
    """Steps as the motion asks for, and energy; when rows were left out as pivots came, a second took minutes."""
    model = spatial_loops.MACHINES[machine][0]()
    exact = jd.simulate(model, 1.0, integrator=jd.DOP853(tol=1e-10), output=10, trust="fast")
    result = jd.simulate(model, 1.0, integrator=jd.Galerkin(**options), output=10, trust="fast")
    assert np.abs(result.q - exact.q).max() < 1e-6
    assert result.stats.steps <= 100 and result.stats.halvings == 0
    assert result.trust.energy_error < 3e-9 * result.trust.energy_size


def test_work_of_a_drive_where_rows_are_redundant() -> None:
    """Kicks of the rows do work where these are moved: it must be that of the same rows at both ends of a step."""
    model = spatial_loops.MACHINES["Bennett"][0]()
    hinge = next(iter(model.joints.values()))
    model.drive("motor", jd.angle(hinge.a, hinge.b), "1.5*sin(2*t)")
    result = jd.simulate(model, 1.0, integrator=jd.Galerkin(tol=1e-6), output=10, trust="fast")
    assert result.trust.energy_error < 3e-9 * result.trust.energy_size and result.stats.steps < 60
