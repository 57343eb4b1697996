"""Every force: from first principles, its power against the energies, its tangents against differences."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

import jourdain as jd
from helpers import D_ONLY, K_ONLY, Probe, close, derivative, marker_state, random_rotation
from jourdain.model.measures import Measure

Wrench = tuple[Any, np.ndarray, np.ndarray]  # marker, force at its origin, torque; ground axes
COEFFICIENTS = (1.0, 0.3, 0.7, 0.2)


class Setup:
    """Two bodies on a revolute, far from closed at the probed state, with markers on them and on the ground."""

    def __init__(self, planar: bool, gravity: bool = False) -> None:
        rng = np.random.default_rng(21)
        self.planar, self.n = planar, 2 if planar else 3
        g = np.array([1.0, -9.0, 4.0])[: self.n] if gravity else None
        self.model = jd.Model("forces", planar=planar, gravity=g)
        self.model.parameters["c1"] = 0.8
        self.markers = []
        for name in ("ground", "first", "second"):
            body = self.model.ground
            if name != "ground":
                inertia = 0.4 if planar else np.diag([0.3, 0.4, 0.5]) + 0.05
                com, at = rng.normal(size=(2, self.n))
                body = self.model.body(name, mass=1.5, inertia=inertia, com=com, at=at)
            rotation = rng.normal() if planar else random_rotation(rng)
            self.markers.append(body.marker("m", at=rng.normal(size=self.n), rotation=rotation))
        self.o, self.a, self.b = self.markers
        self.joint = self.model.joint("hinge", "revolute", self.a, self.b)
        self.measure: Measure = jd.slide(self.a, self.b, "x")

    def vector(self, *values: Any) -> tuple[Any, ...]:
        return values[: self.n]

    def torque(self, *values: Any) -> Any:
        return values[2] if self.planar else values


@numba.njit
def _compiled_law(t: float, x: float, v: float) -> float:
    return -3.0 * x**3 - 0.4 * v * abs(v) + math.sin(t) * x


def _python_law(t: float, x: float, v: float) -> float:
    return -3.0 * x**3 - 0.4 * v * abs(v) + math.sin(t) * x


def _law(text: Any, **inputs: str) -> Callable[[Setup], None]:
    """A case: this law on a slide; inputs by short names."""

    def add(k: Setup) -> None:
        known: dict[str, Any] = {
            "distance": jd.distance(k.o, k.b),
            "rate": jd.Rate(jd.distance(k.o, k.a)),
            "state": "charge",
            "multiplier": k.joint.multiplier("slide x"),
        }
        if "state" in inputs.values():
            k.model.state("charge", "-2*charge + sin(t)", start=0.3)
        k.model.force(
            "law",
            k.measure,
            stiffness=5.0,
            damping=0.7,
            rest=0.2,
            law=text,
            inputs={name: known[what] for name, what in inputs.items()},
        )

    return add


def _bushing(k: Setup) -> None:
    n = 3 if k.planar else 6
    k.model.bushing("mount", k.o, k.b, stiffness=np.arange(3.0, 3.0 + n), damping=np.arange(1.0, 1.0 + n) / 3)


def _load(follow: bool, kind: str) -> Callable[[Setup], None]:
    forms: dict[str, Any] = {
        "number": (lambda i: i + 1.5),
        "text": (lambda i: f"{i + 1}*sin(2*t) + c1"),
        "function": (lambda i: lambda t: (i + 1) * math.cos(t)),
        "inputs": (lambda i: f"{i + 1}*d - c1*r**2"),
    }

    def add(k: Setup) -> None:
        inputs = {"d": jd.distance(k.o, k.b), "r": jd.Rate(k.measure)} if kind == "inputs" else None
        values = [forms[kind](i) for i in range(3)]
        k.model.load("load", k.b, force=k.vector(*values), torque=k.torque(*values), follow=follow, inputs=inputs)

    return add


def _states(k: Setup) -> None:
    """A controller and an actuator: states that read measures, rates, each other, time and a multiplier."""
    inputs = {"d": jd.distance(k.o, k.b), "r": jd.Rate(k.measure), "f": k.joint.multiplier("slide y")}
    k.model.state("error", "0.5 - d*r + t", inputs=inputs)
    k.model.state("current", "-3*current + error*d**2 + 0.1*f*current", start=0.2, inputs=inputs)
    k.model.state("implied", "implied**3 + implied - current*r - error*f", algebraic=True, inputs=inputs)
    k.model.force("actuator", k.joint.angle, law="10*current*cos(x) - implied*v")
    k.model.force("pusher", jd.distance(k.o, k.a), law="error*implied + 0.2*x")


CASES: dict[str, Callable[[Setup], Any]] = {
    "spring": lambda k: k.model.spring("s", k.a, k.b, stiffness=50, damping=3.0, rest=0.4),
    "spring to ground": lambda k: k.model.spring("s", k.o, k.b, stiffness=50.0, damping=3, rest=0.4),
    "spring with law": lambda k: k.model.spring("s", k.a, k.b, stiffness=5.0, law="-4*x**3 - v*x*t"),
    "torsion spring": lambda k: k.model.torsion_spring("s", k.joint, stiffness=4.0, damping=0.6, rest=0.7),
    "bushing": _bushing,
    "law number": _law(2),
    "law text": _law("-3*x**3 - 0.4*v*abs(v) + sin(t)*x"),
    "law njit": _law(_compiled_law),
    "law python": _law(_python_law),
    "law reads a measure": _law("x*d**2 - v*sin(d)", d="distance"),
    "law reads a rate": _law("x*r - r**2*v", r="rate"),
    "law reads a state": _law("x*q - v*q**2", q="state"),
    "law reads a multiplier": _law("-0.3*abs(f)*tanh(v) + 0.1*x*f", f="multiplier"),
    "law reads everything": _law("c1*x*d*q - r*f*v*t", d="distance", r="rate", q="state", f="multiplier"),
    "law on align": lambda k: k.model.force("law", jd.align(k.a.x, k.b.y), law="sin(x) - v*t", damping=0.3),
    "law on coordinate": lambda k: k.model.force("law", jd.coordinate(k.model.bodies["second"], "y"), law="x**2 - v*t"),
    "fixed load": _load(False, "number"),
    "following load": _load(True, "number"),
    "fixed load of time": _load(False, "text"),
    "following load of time": _load(True, "function"),
    "fixed load of inputs": _load(False, "inputs"),
    "following load of inputs": _load(True, "inputs"),
    "states": _states,
    "gravity": lambda k: None,
}
INTERNAL = ("spring", "spring with law", "torsion spring", "law text", "law njit", "law on align")
BOTH = pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])


def _probe(planar: bool, name: str, seed: int = 2) -> tuple[Setup, Probe]:
    k = Setup(planar, gravity=name == "gravity")
    CASES[name](k)
    return k, Probe(k.model, seed)


# --------------------------------------------------------------------------- tangents and power


@pytest.mark.parametrize("name", CASES)
@BOTH
def test_tangents(planar: bool, name: str) -> None:
    """K and D by themselves, then the whole matrix with extra states and multipliers in the static pattern."""
    _, p = _probe(planar, name)
    nv = p.kind.v
    p.at(coefficients=K_ONLY)
    close(p.pairs(), p.gradient(lambda u: p.get("residual", q=p.moved(u))[:nv], nv), 1e-9)
    p.at(coefficients=D_ONLY)
    close(p.pairs(), p.gradient(lambda u: p.get("residual", v=p.v + u)[:nv], nv), 1e-9)
    p.at(coefficients=(*COEFFICIENTS, 0.0))
    matrix = p.matrix()
    close(matrix, p.difference_matrix(*COEFFICIENTS), 1e-9)
    p.at(coefficients=(*COEFFICIENTS, 1e-3))
    weights = np.zeros(len(matrix))
    rows = p.system.tables["rows"]
    weights[nv + p.kind.w :] = 1e-3 * rows["weight"] * rows["looped"]  # rows of trees need no regularisation
    close(matrix - p.matrix(), np.diag(weights), 1e-14)


@pytest.mark.parametrize("name", CASES)
@BOTH
def test_power_balance(planar: bool, name: str) -> None:
    """On any motion d/dt (kinetic + potential) = v.residual + lam.rate + powers of drives, dampers, applied forces."""
    k, p = _probe(planar, name)
    k.model.drive("motor", jd.angle(k.o, k.b), "0.3*sin(2*t)")
    p = Probe(k.model, 2)

    def total(s: float) -> np.ndarray:
        p.at(**p.motion(s))
        return p.energy[:2].sum(keepdims=True)

    change = derivative(total)
    s = p.at()
    powers = p.energy[2:].copy()
    close(change, [p.v @ s.residual[: p.kind.v] + p.lam @ s.rate + powers.sum()])
    assert powers[0] != 0.0
    assert powers[1] <= 0.0
    assert (powers[1] < 0.0) == bool((p.system.tables["laws"]["damping"] > 0.0).any())


@pytest.mark.parametrize("name", INTERNAL)
@BOTH
def test_internal_forces_balance(planar: bool, name: str) -> None:
    """Between two bodies: no force and no moment on the pair, so no power in any motion as one rigid body."""
    _, p = _probe(planar, name)
    with_force = p.get("force")
    k = Setup(planar)
    bare = Probe(k.model, 2)
    force = with_force - bare.get("force", q=p.q, v=p.v)
    assert np.abs(force).max() > 0.1
    rng = np.random.default_rng(3)
    v0, omega = rng.normal(size=(2, 3))
    for b in range(2):
        if planar:
            x, y = p.q[3 * b : 3 * b + 2]
            bare.v[3 * b : 3 * b + 3] = v0[0] - omega[2] * y, v0[1] + omega[2] * x, omega[2]
        else:
            centre, R, _, _ = marker_state(p, k.model.bodies[p.system.bodies[b]].marker("c", at=p.system.com[b]))
            bare.v[6 * b : 6 * b + 6] = *(v0 + np.cross(omega, centre)), *(R.T @ omega)
    close(force @ bare.v, 0.0, 1e-12)


# --------------------------------------------------------------------------- first principles


def _generalised(p: Probe, wrenches: list[Wrench]) -> np.ndarray:
    """The power of the wrenches for each unit velocity."""
    held, result = p.v, np.zeros(p.kind.v)
    for i in range(p.kind.v):
        p.v = np.eye(p.kind.v)[i]
        for marker, force, torque in wrenches:
            _, _, velocity, omega = marker_state(p, marker)
            result[i] += force @ velocity + torque @ omega
    p.v = held
    return result


def _applied(k: Setup, p: Probe) -> np.ndarray:
    """Forces of the elements without gyroscopic ones, which the bare model has, too."""
    return p.get("force") - Probe(Setup(k.planar).model, 2).get("force", q=p.q, v=p.v, lam=p.lam)


@BOTH
@pytest.mark.parametrize("name", ["spring", "spring to ground"])
def test_spring_from_first_principles(planar: bool, name: str) -> None:
    k, p = _probe(planar, name)
    first = k.a if name == "spring" else k.o
    (pa, _, va, _), (pb, _, vb, _) = marker_state(p, first), marker_state(p, k.b)
    length = np.linalg.norm(pb - pa)
    n = (pb - pa) / length
    f = -50.0 * (length - 0.4) - 3.0 * (n @ (vb - va))
    zero = np.zeros(3)
    close(_applied(k, p), _generalised(p, [(first, -f * n, zero), (k.b, f * n, zero)]), 1e-12)


@BOTH
def test_bushing_from_first_principles(planar: bool) -> None:
    """Springs along the axes of a turn with a: what b gets at its point, a gets there as well, reversed."""
    k, p = _probe(planar, "bushing")
    (pa, A, va, wa), (pb, B, vb, wb) = marker_state(p, k.o), marker_state(p, k.b)
    n = 3 if planar else 6
    stiffness, damping = np.arange(3.0, 3.0 + n), np.arange(1.0, 1.0 + n) / 3
    force, torque = np.zeros(3), np.zeros(3)
    for i in range(2 if planar else 3):
        x, v = A[:, i] @ (pb - pa), A[:, i] @ (vb - va - np.cross(wa, pb - pa))
        force -= (stiffness[i] * x + damping[i] * v) * A[:, i]
    if planar:
        angle, rate = p.get("x")[p.s.laws["measure"][2]], (wb - wa)[2]
        assert (math.cos(angle), math.sin(angle)) == pytest.approx((A[:, 0] @ B[:, 0], A[:, 1] @ B[:, 0]))
        torque[2] = -stiffness[2] * angle - damping[2] * rate
    else:
        for i, (c, d) in enumerate(((2, 1), (0, 2), (1, 0))):  # sines of the turns about x, y, z
            normal = np.cross(B[:, d], A[:, c])
            torque -= (stiffness[3 + i] * (A[:, c] @ B[:, d]) + damping[3 + i] * ((wb - wa) @ normal)) * normal
    wrenches = [(k.b, force, torque), (k.o, -force, -torque - np.cross(pb - pa, force))]
    close(_applied(k, p), _generalised(p, wrenches), 1e-12)


@BOTH
@pytest.mark.parametrize("follow", [False, True], ids=["fixed", "following"])
def test_load_from_first_principles(planar: bool, follow: bool) -> None:
    k, p = _probe(planar, "following load" if follow else "fixed load")
    axes = marker_state(p, k.b)[1] if follow else np.eye(3)
    force = np.array([1.5, 2.5, 0.0 if planar else 3.5])
    torque = np.array([0.0, 0.0, 3.5]) if planar else np.array([1.5, 2.5, 3.5])
    close(_applied(k, p), _generalised(p, [(k.b, axes @ force, axes @ torque)]), 1e-12)


@BOTH
def test_torsion_spring_from_first_principles(planar: bool) -> None:
    """In the closed hinge: a torque about its axis, k (rest - angle) - c rate, on b and reversed on a."""
    model = jd.Model("hinge", planar=planar)
    n = 2 if planar else 3
    axis = np.array([0.0, 0.0, 1.0]) if planar else np.array([2.0, -1.0, 2.0]) / 3
    inertia = 1.0 if planar else (1, 1.2, 0.9)
    a, b = (model.body(name, mass=1, inertia=inertia, at=(0.2, 0.4, 0.1)[:n]) for name in "ab")
    hinge = model.joint("hinge", "revolute", a, b, at=(1.0, 0.0, 0.0)[:n], **({} if planar else {"axis": axis}))
    model.torsion_spring("t", hinge, stiffness=4.0, damping=0.6, rest=0.7)
    p = Probe(model, 4)
    turned = jd.axis_angle(axis, 0.5)
    p.q = p.system.q0.copy()
    p.q[-1 if planar else slice(-4, None)] = 0.5 if planar else turned.quaternion
    p.v[-1 if planar else slice(-3, None)] = 1.0 if planar else axis
    p.v[2 if planar else slice(3, 6)] = 0.0
    origin = [model.bodies[name].marker("o", at=(0.0,) * n) for name in "ab"]
    f, zero = 4.0 * (0.7 - 0.5) - 0.6 * 1.0, np.zeros(3)
    gyro = np.zeros(p.kind.v) if planar else np.r_[np.zeros(9), -np.cross(axis, np.array([1, 1.2, 0.9]) * axis)]
    close(p.get("force") - gyro, _generalised(p, [(origin[0], zero, -f * axis), (origin[1], zero, f * axis)]), 1e-13)


@BOTH
def test_gravity_and_laws(planar: bool) -> None:
    """Gravity pulls at the centres of mass; a law pushes along the Jacobian of its measure."""
    k, p = _probe(planar, "gravity")
    g = np.array([1.0, -9.0, 0.0 if planar else 4.0])
    centres = [k.model.bodies[b].marker("c", at=k.model.bodies[b].com[: k.n]) for b in p.system.bodies]
    close(_applied(k, p), _generalised(p, [(c, 1.5 * g, np.zeros(3)) for c in centres]), 1e-13)
    for name in ("law text", "law njit", "law python"):
        k, p = _probe(planar, name)
        s = p.at()
        i = s.laws["measure"][0]
        x, v = s.x[i], s.xd[i]
        f = _python_law(p.t, x, v) - 5.0 * (x - 0.2) - 0.7 * v
        close(_applied(k, p), f * p.measure(i), 1e-12)
