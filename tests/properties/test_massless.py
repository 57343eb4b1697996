"""Massless bodies: their motion follows from that of others, exactly; free motions without inertia are refused by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe, close

METHODS = [jd.RK4(step=1e-3), jd.DOP853(tol=1e-10), jd.GeneralizedAlpha(step=2e-4)]


def four_bar(planar: bool, mass: float | None) -> jd.Model:
    """A four-bar whose coupler has this mass (and a small inertia to go with it); None: a distance joint instead."""
    n = 2 if planar else 3
    model = jd.Model("four-bar", planar=planar, gravity=(0.0, -9.81, 0.0)[:n])

    def bar(name: str, at: Any, weight: float, spin: float = 0.0, velocity: Any = (0.0, 0.0, 0.0)) -> Any:
        inertia = 0.1 * weight if planar else (0.02 * weight, 0.1 * weight, 0.1 * weight)
        turn: Any = spin if planar else (0.0, 0.0, spin)
        return model.body(name, mass=weight, inertia=inertia, at=at[:n], spin=turn, velocity=velocity[:n])

    crank = bar("crank", (0.0, 0.5, 0.0), 1.0, -1.0, (0.5, 0.0, 0.0))
    rocker = bar("rocker", (1.3, 0.5, 0.0), 2.0)
    axis = {} if planar else {"axis": (0.0, 0.0, 1.0)}
    model.joint("A", "revolute", model.ground, crank, at=(0.0, 0.0, 0.0)[:n], **axis)
    model.joint("D", "revolute", model.ground, rocker, at=(1.3, 0.0, 0.0)[:n], **axis)
    ends = (0.0, 1.0, 0.0)[:n], (1.2, 0.9, 0.0)[:n]
    if mass is None:
        model.joint("rod", "distance", crank, rocker, at_a=ends[0], at_b=ends[1])
    else:
        coupler = bar("coupler", (0.6, 0.95, 0.0), mass)
        model.joint("B", "revolute", crank, coupler, at=ends[0], **axis)
        kind: dict[str, Any] = axis if planar else {}
        model.joint("C", "revolute" if planar else "spherical", coupler, rocker, at=ends[1], **kind)
    return model


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_massless_coupler_is_a_distance_joint(planar: bool, method: Any) -> None:
    """The same motion as without the body, and the force in it goes along its line."""
    with_body, without = (
        jd.simulate(four_bar(planar, mass), 0.6, integrator=method, output=6, trust="fast") for mass in (0.0, None)
    )
    for name in ("crank", "rocker"):
        close(with_body[name].position.values, without[name].position.values, 1e-9)
        close(with_body[name].acceleration.values, without[name].acceleration.values, 1e-7)
    force = with_body.reaction("B", on="coupler", frame="ground").force.values
    pull = without.reaction("rod", on="rocker", frame="ground").force.values
    close(force, pull, 1e-6)


def test_limit_of_small_masses() -> None:
    """The motion with mass m differs from the massless one by something proportional to m."""
    runs = {
        mass: jd.simulate(four_bar(True, mass), 0.4, integrator=jd.DOP853(tol=1e-11), output=2, trust="fast").q[-1, :3]
        for mass in (0.0, 1e-3, 2e-3)
    }
    first, second = (np.abs(runs[mass] - runs[0.0]).max() for mass in (1e-3, 2e-3))
    assert 1e-5 < first < 1e-2
    assert second / first == pytest.approx(2.0, rel=0.02)


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_accelerations_against_a_dense_solve(planar: bool) -> None:
    """M a - G^T lam = h, G a = gamma with M singular, solved by NumPy."""
    model = four_bar(planar, 0.0)
    result = jd.simulate(model, 0.3, integrator=jd.RK4(step=1e-3), output=3, trust="fast")
    piece = result.pieces[0]
    probe = Probe(piece.system)
    for i in range(len(piece.t)):
        state = {"t": piece.t[i], "q": piece.q[i], "v": piece.v[i], "ref": piece.ref[i], "lam": piece.lam[i]}
        s = probe.at(**state, a=np.zeros(probe.kind.v))
        M = np.zeros((probe.kind.v, probe.kind.v))
        n = 3 if planar else 6
        for b, body in enumerate(s.bodies):
            k = n * b
            M[k : k + n, k : k + n] = (
                np.diag([body["mass"], body["mass"], body["J"][2, 2]])
                if planar
                else np.block([[body["mass"] * np.eye(3), np.zeros((3, 3))], [np.zeros((3, 3)), body["J"]]])
            )
        G, m = probe.rows(), probe.kind.g
        saddle = np.block([[M, -G.T], [G, np.zeros((m, m))]])
        solution = np.linalg.lstsq(saddle, np.concatenate([s.force, s.gamma]), rcond=1e-12)[0]
        close(piece.a[i], solution[: probe.kind.v], 1e-8)
        close(G.T @ piece.lam[i], G.T @ solution[probe.kind.v :], 1e-8)


def test_free_motion_without_inertia_is_refused() -> None:
    """A massless rod between two balls can spin about itself; a point mass without inertia can turn."""
    model = four_bar(False, 0.0)
    model.joints["B"] = model.joint("ball", "spherical", "crank", "coupler", at=(0.0, 1.0, 0.0))
    del model.joints["B"]
    with pytest.raises(jd.ModelError, match=r"rotation of 'coupler'.*no inertia"):
        jd.simulate(model, 1.0)
    point = jd.Model("point", planar=True)
    point.body("mass", mass=1.0, inertia=0.0)
    with pytest.raises(jd.ModelError, match=r"rotation of 'mass'"):
        jd.simulate(point, 1.0)
