"""The kind Flexible: equations and tangents against differences, momenta and energy, other axes, the limit of rigid bodies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.kernels.kinds import Flexible, Spatial
from jourdain.system.system import evaluate
from machines import rods


def slope(f: Any, h: float = 1e-3) -> Any:
    """f'(0) by differences, to h^6."""
    d = [(f(step) - f(-step)) / (2 * step) for step in (h, h / 2, h / 4)]
    return (64 * d[2] - 20 * d[1] + d[0]) / 45


def everything() -> jd.Model:
    """Two bodies that bend and a rigid one, with joints, laws, loads and a state on interfaces."""
    rng = np.random.default_rng(3)
    m = jd.Model("everything", gravity=(1.0, -9.81, 2.0))
    a = m.flexible("a", rods.random_part(3, rng), damping=0.1)
    c = m.body("c", mass=1.3, inertia=(0.1, 0.2, 0.25), at=(1.0, 0.0, 0.0))
    b = m.flexible("b", rods.random_part(2, rng), at=(1.5, 0.0, 0.3), damping={"mass": 0.1, "stiffness": 0.02})
    left, right = c.marker("left", at=(0.1, 0.2, 0.3)), c.marker("right", at=(0.3, 0.2, -0.3))
    m.joint("pin", "revolute", m.ground.marker("o"), a.interface("A"))
    m.joint("ball", "spherical", a.interface("B"), left)
    m.joint("hinge", "revolute", right, b.interface("A", rotation=jd.axis_angle((1, 2, 3), 0.7)))
    m.joint("rod", "distance", a.interface("M"), b.interface("B"))
    law = "sin(x) + 0.1*v**3"
    m.force("twist", jd.angle(a.interface("M"), b.interface("M")), stiffness=1.3, damping=0.4, law=law)
    m.spring("spring", a.interface("A"), b.interface("M"), stiffness=2.0, damping=0.3, rest=0.1)
    m.load("push", b.interface("B"), force=(1.0, 2.0, "3 + t"), torque=(0.3, 0.2, 0.1))
    m.load("rocket", a.interface("B"), force=(1.0, 2.0, 3.0), torque=(0.3, 0.2, 0.1), follow=True)
    m.measure("y", jd.slide(a.interface("A"), b.interface("B"), "x"))
    m.state("w", "y - w + y_rate")
    m.force("servo", jd.slide(left, b.interface("A"), "z"), law="w*x")
    return m


def test_tangents_are_derivatives_and_power_is_that_of_the_forces() -> None:
    """M, D, K and G of the Newton matrix, rates and biases of rows, dE/dt: at a random state far from any balance."""
    system, rng = jd.compile(everything()), np.random.default_rng(5)
    s, kind, layout = system.context(), system.kind, system.layout
    q, v, a = layout.moved(system.q0, 0.2 * rng.normal(size=kind.v)), *rng.normal(size=(2, kind.v))
    known = {"lam": rng.normal(size=kind.g), "w": rng.normal(size=kind.w)}
    nv, n = kind.v, kind.v + kind.w

    def equations(q: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
        evaluate(kind, s, 0.2, q, v, a=a, **known)
        return np.concatenate([s.residual[:n], s.g])

    def matrix(*c: float) -> np.ndarray:
        evaluate(kind, s, 0.2, q, v, a=a, **known, coefficients=(*c, 0.0))
        full = np.zeros((len(s.place), len(s.place)))
        for i in range(len(full)):
            entries = slice(s.row_start[i], s.row_start[i + 1])
            full[i, s.column[entries]] = s.values[entries]
        return full[np.ix_(s.place, s.place)][:, :nv]

    unit = np.eye(nv)
    none = 1e-300
    M, D, K = matrix(1.0, 0.0, 0.0, none), matrix(0.0, 1.0, 0.0, 1.0), matrix(0.0, 0.0, 1.0, none)
    for found, change, rows in (
        (M, lambda x, e: equations(q, v, a + x * e), nv),
        (D, lambda x, e: equations(q, v + x * e, a), n),
        (K, lambda x, e: equations(layout.moved(q, x * e), v, a), n + kind.g),
    ):
        exact = np.array([slope(lambda x, e=e, change=change: change(x, e)) for e in unit]).T
        assert np.abs(exact).max() > 1.0
        assert np.abs(found[:rows] - exact[:rows]).max() < 1e-9 * np.abs(exact).max()
    for level, name in (("g", "rate"), ("rate", "gamma")):

        def along(x: float, level: str = level) -> np.ndarray:
            evaluate(kind, s, 0.2, layout.moved(q, x * v), v, **known)
            return getattr(s, level).copy()

        exact = slope(along)
        along(0.0)
        sign = 1.0 if name == "rate" else -1.0
        assert np.abs(sign * getattr(s, name) - exact).max() < 1e-8 * np.abs(exact).max()
    powers = evaluate(kind, s, 0.2, q, v, **known)
    free = np.linalg.solve(M[:nv], s.force)

    def energy(x: float) -> float:
        return float(evaluate(kind, s, 0.2, layout.moved(q, x * v), v + x * free, **known)[:2].sum())

    assert slope(energy) == pytest.approx(powers[3] + powers[4], rel=1e-8)


def test_a_free_body_keeps_its_momenta_and_its_energy() -> None:
    """Bent, turning and stiffened, without gravity: linear and angular momentum to 1e-10, energy as the tolerance says."""
    m = jd.Model("free")
    part = rods.random_part(3, np.random.default_rng(8))
    motion: dict[str, Any] = dict(velocity=(0.3, -0.2, 0.1), spin=(1.0, 2.0, -0.5), amplitudes=[0.02, -0.03, 0.01])
    body = m.flexible("body", replace(part, frequencies=20.0 * part.frequencies), **motion)
    r = jd.simulate(m, 2.0, integrator=jd.DOP853(tol=1e-12), output=20, trust="fast")
    p, layout = r.momenta, r.system.layout
    linear = layout.translations(p)[:, 0]
    R, x = layout.rotations(r.q)[:, 0], layout.points(r.q)[:, 0]
    angular = np.cross(x, linear) + np.einsum("tij,tj->ti", R, layout.turnings(p)[:, 0])
    assert np.abs(r["body"].amplitudes.values).max() > 0.02  # in which it differs from a rigid body
    assert body.mass * np.ptp(r["body"].velocity.values, axis=0).max() > 1e-3
    for kept in (linear, angular):
        assert np.ptp(kept, axis=0).max() < 1e-10 * np.abs(kept).max()
    total = r.energy.kinetic.values + r.energy.potential.values
    assert np.ptp(total) < 1e-10 * total[0]
    assert r.energy.potential.values.max() > 1e-3 * total[0]


def swing(rod: rods.Rod, turn: jd.Rotation | None = None, count: int = 3) -> jd.Model:
    """A rod on a pin at its start, released from rest; turn: of the whole world."""
    turned = turn or jd.axis_angle((0, 0, 1), 0.0)
    m = jd.Model("swing", gravity=turned.apply((0.0, -9.81, 0.0)))
    body = m.flexible("rod", rods.part(rod, count, axes="yz"), rotation=turned)
    m.joint("pin", "revolute", m.ground, body, at=(0, 0, 0), axis=turned.apply((0.0, 0.3, 1.0)))
    axes = m.ground.marker("axes", rotation=turned)
    for axis in "xyz":
        m.measure(axis, jd.slide(axes, body.interface("B"), axis))
    return m


def tip(model: jd.Model, tol: float = 1e-9, end: float = 0.4) -> np.ndarray:
    r = jd.simulate(model, end, integrator=jd.BDF(tol=tol), output=4, trust="fast")
    return np.array([r.measure(axis).values for axis in "xyz"])


def test_the_choice_of_axes_does_not_matter() -> None:
    soft = rods.STEEL._replace(EI=20.0)
    fixed = {"integrator": jd.GeneralizedAlpha(step=1e-3), "output": 4, "trust": "fast"}
    runs = [jd.simulate(swing(soft, turn), 0.3, **fixed) for turn in (None, jd.axis_angle((1, -2, 0.5), 2.1))]
    first, second = (np.array([r.measure(axis).values for axis in "xyz"]) for r in runs)
    assert np.abs(first - second).max() < 1e-10
    assert np.abs(runs[0]["rod"].amplitudes.values).max() > 1e-3


def test_a_stiff_body_moves_like_a_rigid_one() -> None:
    """Differences of a rod released in its sagged shape fall as 1/E."""
    steel = rods.STEEL._replace(thin=1e-3)
    m = swing(steel)
    body = m.bodies["rod"]
    rigid = jd.Model("rigid", gravity=(0, -9.81, 0))
    own = rigid.body("rod", mass=body.mass, inertia=body.inertia, at=body.com)
    rigid.joint("pin", "revolute", rigid.ground, own, at=(0, 0, 0), axis=(0.0, 0.3, 1.0))
    axes, end = rigid.ground.marker("axes"), own.marker("B", at=(0.5, 0, 0))
    for axis in "xyz":
        rigid.measure(axis, jd.slide(axes, end, axis))
    assert type(jd.compile(rigid).kind) is Spatial
    assert type(jd.compile(m).kind) is Flexible
    exact = jd.simulate(rigid, 0.4, integrator=jd.DOP853(tol=1e-11), output=4, trust="fast")
    reference = np.array([exact.measure(axis).values for axis in "xyz"])
    # damped, so that what is left is the shape that the motion bends it to
    gaps = []
    for factor in (10.0, 100.0, 1000.0):
        stiff = swing(steel._replace(EI=factor * steel.EI))
        stiff.bodies["rod"] = replace(stiff.bodies["rod"], damping=np.full(6, 0.7))
        gaps.append(np.abs(tip(stiff, 1e-10) - reference)[:, -1].max())
    assert gaps[0] / gaps[1] == pytest.approx(10.0, rel=0.1)
    assert gaps[1] / gaps[2] == pytest.approx(10.0, rel=0.1)
