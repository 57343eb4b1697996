"""Beam elements: tangents, energy, mass, frame invariance, every integrator."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from integrators.checks import SETTINGS
from jourdain.kernels.context import Context
from jourdain.system.system import System, evaluate

KINDS = [*product((True, False), (2, 3), ("exact", "ancf"))]  # planar, nodes, theory


def bent(
    planar: bool, nodes: int, theory: str = "exact", *, mass: str = "consistent", damping: float = 0.1
) -> jd.Model:
    """Two free elements, drawn as a part of a circle, in space of a helix."""
    model = jd.Model("bent", planar=planar)
    turns = np.linspace(0.0, 1.5, 9)
    line = np.stack([np.cos(turns), np.sin(turns), 0.3 * turns], axis=1)[:, : 2 if planar else 3]
    section, material = jd.rectangle(0.2, 0.1), jd.material(E=1e3, nu=0.3, density=1e3)
    options: dict[str, Any] = {"elements": 2, "nodes": nodes, "mass": mass, "damping": damping, "theory": theory}
    model.beam("rod", points=line, section=section, material=material, **options)
    return model


def matrix(system: System, s: Context, *coefficients: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """cM M + cD D + cK K (nv, nv), as assembled."""
    evaluate(system.kind, s, 0.0, q, v, coefficients=(*coefficients, 0.0, 0.0))
    place, n = system.tables["place"], len(system.tables["place"])
    full = np.zeros((n, n))
    for i in range(n):
        entries = slice(*system.tables["row_start"][i : i + 2])
        full[i, system.tables["column"][entries]] = s.values[entries]
    return full[np.ix_(place, place)][: system.kind.v, : system.kind.v]


def slope(f: Any, h: float = 1e-3) -> Any:
    """f'(0) by differences, to h^6."""
    d = [(f(step) - f(-step)) / (2 * step) for step in (h, h / 2, h / 4)]
    return (64 * d[2] - 20 * d[1] + d[0]) / 45


def tangents_are_derivatives(system: System, s: Context, q: np.ndarray, v: np.ndarray) -> None:
    """K and D of the forces at q, v, against differences."""
    kind, unit = system.kind, np.eye(system.kind.v)

    def force(x: np.ndarray, u: np.ndarray) -> np.ndarray:
        evaluate(kind, s, 0.0, system.layout.moved(q, x), v + u)
        return s.force.copy()

    still = np.zeros(kind.v)
    for found, exact in (
        (np.array([slope(lambda x, e=e: force(x * e, still)) for e in unit]).T, matrix(system, s, 0, 0, 1, q=q, v=v)),
        (np.array([slope(lambda x, e=e: force(still, x * e)) for e in unit]).T, matrix(system, s, 0, 1, 0, q=q, v=v)),
    ):
        assert np.abs(found + exact).max() < 1e-8 * np.abs(exact).max()


@pytest.mark.parametrize(("planar", "nodes", "theory"), [*KINDS, (True, 2, "cable"), (False, 2, "cable")])
def test_laws_that_read_strains_and_their_rates_have_exact_tangents(planar: bool, nodes: int, theory: str) -> None:
    """A force between two points and a load, of strains between the points of integration; of cables, their tension."""
    model, rng = bent(planar, nodes, theory, damping=0.0), np.random.default_rng(11)
    rod = model.beams["rod"]
    read = (
        [rod.force(at, "axial") for at in (0.1, 0.6)]
        if theory == "cable"
        else [rod.strain(0.3, e) for e in rod.strains]
    )
    for i, one in enumerate(read):
        model.measure(f"e{i}", one)
    law = " + ".join(f"{rng.normal():.3f}*e{i}*e{i}_rate + {rng.normal():.3f}*e{i}_rate*x" for i in range(len(read)))
    model.force(
        "actuator", jd.distance(model.ground.marker("hook", at=(3, 1) if planar else (3, 1, 2)), rod.end), law=law
    )
    model.load("jet", rod.start, force=("e0*e1_rate", "e1_rate", 0)[: 2 if planar else 3])
    system = jd.compile(model)
    q = system.layout.moved(system.q0, 0.1 * rng.normal(size=system.kind.v))
    if theory == "cable":  # taut
        q.reshape(len(system.bodies), -1)[:, : system.layout.dimension] *= 1.5
    tangents_are_derivatives(system, system.context(), q, rng.normal(size=system.kind.v))


@pytest.mark.parametrize(("planar", "nodes", "theory"), KINDS)
def test_forces_and_tangents_are_derivatives_of_the_energy(planar: bool, nodes: int, theory: str) -> None:
    """Far from equilibrium, moving and damped. As drawn there is no force."""
    system, rng = jd.compile(bent(planar, nodes, theory)), np.random.default_rng(3)
    s, kind, layout = system.context(), system.kind, system.layout
    evaluate(kind, s, 0.0, system.q0, system.v0)
    assert np.abs(s.force).max() < 1e-12
    far = 0.1 if kind.v == 12 * len(system.bodies) else 0.3  # of three directors
    q, v = layout.moved(system.q0, far * rng.normal(size=kind.v)), rng.normal(size=kind.v)

    def potential(x: float, i: int) -> float:
        return float(evaluate(kind, s, 0.0, layout.moved(q, x * np.eye(kind.v)[i]), 0 * v)[1])

    evaluate(kind, s, 0.0, q, 0 * v)
    resting = s.force.copy()
    found = -np.array([slope(lambda x, i=i: potential(x, i)) for i in range(kind.v)])
    assert np.abs(found - resting).max() < 1e-8 * np.abs(resting).max()
    tangents_are_derivatives(system, s, q, v)
    damped = evaluate(kind, s, 0.0, q, v)[3]
    assert damped < 0.0
    assert v @ (s.force - resting) == pytest.approx(damped, rel=1e-10)


@pytest.mark.parametrize(("planar", "nodes", "theory"), KINDS)
def test_mass_is_that_of_the_shape_functions(planar: bool, nodes: int, theory: str) -> None:
    """The assembled matrix, M a, M^-1 f and the kinetic energy; both masses weigh the same."""
    system, lumped = (jd.compile(bent(planar, nodes, theory, mass=mass)) for mass in ("consistent", "lumped"))
    s, kind, d = system.context(), system.kind, system.layout.dimension
    rng = np.random.default_rng(5)
    v = rng.normal(size=kind.v)
    M = matrix(system, s, 1, 0, 0, q=system.q0, v=v)
    expected = matrix(lumped, lumped.context(), 1, 0, 0, q=system.q0, v=v)
    numbers = np.arange(kind.v).reshape(len(system.bodies), -1)
    shared = numbers if planar else numbers[:, :d]  # in space moments stay with the sections
    expected[np.ix_(shared.ravel(), shared.ravel())] = 0.0
    xi, weights = np.polynomial.legendre.leggauss(5)
    if nodes == 2:
        shapes = np.array([(1 - xi) / 2, (1 + xi) / 2])
    else:
        shapes = np.array([xi * (xi - 1) / 2, 1 - xi**2, xi * (xi + 1) / 2])
    one = (shapes * weights / 2) @ shapes.T
    beam = system.model.beams["rod"]
    for element in beam.elements:
        at = shared[[system.bodies.index(name) for name in element.nodes]]
        for c in range(shared.shape[1]):
            expected[np.ix_(at[:, c], at[:, c])] += (element.mass if c < d else element.moment) * one
    assert np.abs(M - expected).max() < 1e-14 * np.abs(M).max()
    assert M[numbers[:, 0]].sum() == pytest.approx(sum(system.tables["bodies"]["mass"]), rel=1e-14)
    assert evaluate(kind, s, 0.0, system.q0, v)[0] == pytest.approx(0.5 * v @ M @ v, rel=1e-14)


@pytest.mark.parametrize(("planar", "nodes", "theory"), KINDS)
def test_strains_do_not_see_where_the_beam_is(planar: bool, nodes: int, theory: str) -> None:
    """A deformed beam, moved and turned as a whole, and with quaternions of the other sign."""
    system, rng = jd.compile(bent(planar, nodes, theory)), np.random.default_rng(7)
    s, kind, layout = system.context(), system.kind, system.layout
    far = 0.1 if kind.v == 12 * len(system.bodies) else 0.2  # of three directors
    q = layout.moved(system.q0, far * rng.normal(size=kind.v))
    evaluate(kind, s, 0.0, q, system.v0)
    strains = s.element[:, : 3 if planar else 6].copy()
    axis = np.array([0.0, 0.0, 1.0]) if planar else rng.normal(size=3)
    turn = jd.axis_angle(axis, 2.3).matrix
    moved = np.empty_like(q)
    for b, name in enumerate(system.bodies):
        place, R = layout.frame(name, q)
        body = system.model.bodies[name]
        width = kind.q // len(system.bodies)
        x = (turn @ place + [3.0, -2.0, 1.0])[: layout.dimension]
        if theory == "ancf":
            own = (turn @ R[:, 0])[:2] if planar else (turn @ R).T.ravel()
        elif planar:
            own = q[width * b + 2 : width * b + 3] + 2.3
        else:
            own = np.array(jd.direction_cosines(turn @ R).quaternion) * rng.choice([-1.0, 1.0])
        assert body.name == name
        moved[width * b : width * (b + 1)] = [*x, *own]
    evaluate(kind, s, 0.0, moved, system.v0)
    assert np.abs(s.element[:, : strains.shape[1]] - strains).max() < 1e-12


# --------------------------------------------------------------------------- every integrator


@cache
def clamped(planar: bool, theory: str = "exact") -> System:
    """A soft cantilever of two elements with consistent mass, clamped twice: half of the rows are redundant."""
    gravity = (0.0, -9.81) if planar else (0.0, 0.0, -9.81)
    model = jd.Model("clamped", planar=planar, gravity=gravity)
    origin = np.zeros(len(gravity))
    material = jd.material(E=1e5, nu=0.3, density=1e3)
    rod = model.beam(
        "rod",
        start=origin,
        end=np.eye(3)[0][: len(gravity)],
        elements=2,
        section=jd.rectangle(0.1, 0.05),
        material=material,
        theory=theory,
    )
    for name in ("clamp", "again"):
        model.joint(name, "fixed", model.ground, rod.start, at=origin)
    return jd.compile(model)


@cache
def exact(planar: bool, theory: str = "exact") -> np.ndarray:
    return tip(planar, jd.DOP853(tol=1e-12), theory)


def tip(planar: bool, integrator: Any, theory: str = "exact") -> np.ndarray:
    result = jd.simulate(clamped(planar, theory), 0.2, integrator=integrator, output=4, trust="fast")
    assert result.redundant == (3 if planar else 6)
    return result["rod[2]"].position.values


@pytest.mark.parametrize("name", SETTINGS)
def test_every_integrator_moves_a_beam(name: str) -> None:
    """Consistent mass and redundant rows; in the plane and in space in turns. It falls by 0.19 m."""
    one = SETTINGS[name]
    planar = list(SETTINGS).index(name) % 2 == 0
    for kind in ((planar, "exact"), (planar, "ancf")):
        error = np.abs(tip(kind[0], one, kind[1]) - exact(*kind)).max()
        assert error < {1: 3e-3, 2: 2e-5, 3: 1e-6}.get(one.order, 1e-7) if one.fixed else error < 20 * one.tol
        assert 0.1 < -exact(*kind)[-1, -1] < 0.3


def test_the_rank_safe_solve_knows_linked_mass() -> None:
    """Always taken, it gives the accelerations and multipliers of the sparse solve."""
    from jourdain.kernels.tables import ALWAYS_SVD
    from jourdain.run.start import consistent_start

    for system in (clamped(True), clamped(False), clamped(True, "ancf"), clamped(False, "ancf")):
        plain = consistent_start(system, 0.0)
        s = system.context()
        s.flags[ALWAYS_SVD] = 1.0
        safe = consistent_start(system, 0.0, s=s)
        assert np.abs(safe.a - plain.a).max() < 1e-9 * np.abs(plain.a).max()
        assert np.abs(safe.lam - plain.lam).max() < 1e-9 * np.abs(plain.lam).max()
