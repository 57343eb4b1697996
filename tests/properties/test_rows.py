"""Rows that users write, and drives: derivatives against differences, pattern of the matrix, forms of a function."""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np
import pytest

import jourdain as jd
from helpers import Probe, check_rows, close, cross_matrix, random_rotation, retract

COEFFICIENTS = (1.0, 0.3, 0.7, 0.2)


def _two(planar: bool) -> tuple[jd.Model, dict[str, Any]]:
    """Two bodies and measures of all kinds between them and the ground, by name."""
    rng = np.random.default_rng(11)
    n = 2 if planar else 3
    model = jd.Model("rows", planar=planar)
    rotation = rng.normal() if planar else random_rotation(rng)
    markers = [model.ground.marker("m", at=rng.normal(size=n), rotation=rotation)]
    for name in ("first", "second"):
        inertia = 0.4 if planar else np.diag([0.3, 0.4, 0.5]) + 0.05
        body = model.body(name, mass=2.0, inertia=inertia, com=rng.normal(size=n), at=rng.normal(size=n))
        rotation = rng.normal() if planar else random_rotation(rng)
        markers.append(body.marker("m", at=rng.normal(size=n), rotation=rotation))
    o, a, b = markers
    measures = {
        "s": jd.slide(a, b, "x"),
        "u": jd.slide(o, a, "y"),
        "d": jd.distance(o, b),
        "c": jd.align(a.x, b.y),
        "phi": jd.angle(a, b),
        "psi": jd.angle(o, b),
        "h": jd.coordinate(model.bodies["first"], "x"),
        "k": jd.blade(a, b, "y"),
    }
    return model, measures


TEXTS = [
    "s - 0.3*phi",
    "s*u - 0.1*sin(phi) + t**2*d",
    "s**2*c + exp(-0.3*d)*u - step5(t, 0, 0, 2, 1)*h*phi",
    "hypot(s, u) - sqrt(d**2 + c**2) + cos(3*t + psi)*h",
    "phi*psi - 0.2*tanh(s)*k3 + t*u*d",
]


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("text", TEXTS)
def test_text_rows(planar: bool, text: str) -> None:
    """G from first derivatives, gamma and K from second ones, time included; the row of the assembled matrix, too."""
    model, inputs = _two(planar)
    inputs.pop("k")
    model.parameters["k3"] = 1.7
    model.row("own", text, inputs=inputs)
    p = Probe(model, 3)
    check_rows(p)
    p.at(coefficients=(*COEFFICIENTS, 0.0))
    close(p.matrix(), p.difference_matrix(*COEFFICIENTS))


@pytest.mark.parametrize("planar", [True, False])
def test_linear_rows(planar: bool) -> None:
    """Combinations with factors; a measure named twice counts twice; None holds the start value."""
    model, m = _two(planar)
    model.row("sum", [(2, m["s"]), (-0.5, m["phi"]), (1.5, m["d"]), (1.0, m["s"])], constant=0.25)
    model.row("held", [(-1.0, m["c"]), (3.0, m["h"])], constant=None)
    p = Probe(model, 3)
    x = p.get("x")
    s, phi, d, c, h = x[:5]
    assert p.get("g")[0] == pytest.approx(3 * s - 0.5 * phi + 1.5 * d - 0.25, abs=1e-13)
    assert p.get("g", t=0.0, q=p.system.q0, ref=np.zeros_like(p.ref))[1] == pytest.approx(0.0, abs=1e-15)
    assert p.get("g")[1] == pytest.approx(3 * h - c - (p.at(q=p.system.q0).x[4] * 3 - p.s.x[3]), abs=1e-13)
    check_rows(p)


@pytest.mark.parametrize("t_start", [0.0, 5.0])
def test_value_at_the_start_is_held(t_start: float) -> None:
    """constant=None takes the value at the start of the run, so that nothing has to move there."""
    model = jd.Model("held", planar=True)
    body = model.body("mass", mass=1, inertia=1, at=(1, 0))
    model.row("own", "x - 2*t", inputs={"x": jd.coordinate(body, "x")}, constant=None)
    r = jd.simulate(model, t_start + 1.0, t_start=t_start, integrator=jd.RK4(step=0.1), output=2)
    close(r["mass"].position[:, 0], [1.0, 2.0, 3.0], 1e-12)


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("terms", ["one factor", "several"])
def test_velocity_rows(planar: bool, terms: str) -> None:
    """Rates held in combination, such as rolling: G, gamma, K as for position rows; rate = sum f xdot - constant."""
    model, m = _two(planar)
    parts = [(-2.0, m["k"])] if terms == "one factor" else [(1.0, m["k"]), (-0.3, m["phi"]), (0.5, m["s"])]
    model.row("rolling", parts, constant=0.4, level="velocity")
    p = Probe(model, 3)
    xd = p.get("xd")
    assert p.get("rate")[0] == pytest.approx(sum(f * xd[i] for i, (f, _) in enumerate(parts)) - 0.4, abs=1e-13)
    check_rows(p)
    p.at(coefficients=(*COEFFICIENTS, 0.0))
    close(p.matrix(), p.difference_matrix(*COEFFICIENTS))


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("text", ["u + t*d", "u - step5(d, 15, 0, 27, 1)", "u - (d - 15 if d > 15 else 0)*h"])
def test_pattern_does_not_depend_on_where_it_is_probed(planar: bool, text: str) -> None:
    """A row that is flat in an input at the start (t = 0, a dwell) and not later has all its entries in the matrix."""
    model, inputs = _two(planar)
    inputs.pop("k")
    model.row("own", text, inputs=inputs)
    p = Probe(model, 3)
    second = slice(3, 5) if planar else slice(7, 10)
    p.q[second] *= 21.0 / np.linalg.norm(p.q[second])  # about 21 m away
    p.at(coefficients=(*COEFFICIENTS, 0.0))
    assert np.abs(p.rows()[0, p.kind.v // 2 :]).max() > 0.05  # the row does hold the second body
    close(p.matrix(), p.difference_matrix(*COEFFICIENTS))


# --------------------------------------------------------------------------- drives


def _driven(planar: bool, motion: Any, derivatives: Any = None) -> jd.Model:
    """A driven crank with a pendulum on its end."""
    model = jd.Model("driven", planar=planar, gravity=(0, -10) if planar else (0, -10, 3))
    n = 2 if planar else 3
    inertia = 1 if planar else (1, 1.2, 0.9)
    crank = model.body("crank", mass=2, inertia=inertia, at=(0.5, 0, 0)[:n])
    bob = model.body("bob", mass=1, inertia=inertia, at=(1, -1, 0)[:n])
    axis = {} if planar else {"axis": (0, 0, 1)}
    hinge = model.joint("hinge", "revolute", model.ground, crank, at=(0, 0, 0)[:n], **axis)
    model.joint("pin", "revolute" if planar else "spherical", crank, bob, at=(1, 0, 0)[:n])
    model.drive("motor", hinge.angle, motion, derivatives=derivatives)
    return model


@numba.njit
def _compiled(t: float) -> float:
    return 0.5 * math.sin(3.0 * t) + 0.1 * t * t


def _python(t: float) -> float:
    return 0.5 * math.sin(3.0 * t) + 0.1 * t * t


def _first(t: float) -> float:
    return 1.5 * math.cos(3.0 * t) + 0.2 * t


def _second(t: float) -> float:
    return -4.5 * math.sin(3.0 * t) + 0.2


TEXT = "amplitude*sin(3*t) + 0.1*t**2"
INTEGRATORS = [jd.RK4(step=0.01), jd.GeneralizedAlpha(step=0.01)]


def _run(model: jd.Model, integrator: Any) -> tuple[np.ndarray, ...]:
    model.parameters["amplitude"] = 0.5
    r = jd.simulate(model, 1.0, integrator=integrator, output=4)
    return r.q, r.v, r.a, r.lam


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("integrator", INTEGRATORS, ids=lambda i: i.name)
def test_forms_of_a_drive(planar: bool, integrator: Any) -> None:
    """Text, @njit and Python give one motion: to rounding with derivatives given, else to second differences."""
    reference = _run(_driven(planar, TEXT), integrator)
    assert np.ptp(reference[0], axis=0).max() > 0.5
    for function in (_compiled, _python):
        # the Newton iteration of the implicit method stops at 1e-9 of the accelerations
        for derivatives, tol in (((_first, _second), 1e-11 if not integrator.implicit else 1e-9), (None, 1e-7)):
            result = _run(_driven(planar, function, derivatives), integrator)
            for actual, expected in zip(result, reference, strict=True):
                close(actual, expected, tol)


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("integrator", INTEGRATORS, ids=lambda i: i.name)
def test_number_as_drive(planar: bool, integrator: Any) -> None:
    """A number, integer or not, is the constant text, and a driven model starts where the drive says."""
    reference = _run(_driven(planar, "1.0"), integrator)
    for motion in (1, 1.0, np.float64(1.0), np.int64(1), lambda t: 1.0):
        for actual, expected in zip(_run(_driven(planar, motion), integrator), reference, strict=True):
            close(actual, expected, 1e-11)
    position = reference[0][:, :2]
    close(position, np.tile([0.5 * math.cos(1.0), 0.5 * math.sin(1.0)], (5, 1)), 1e-12)


def test_drive_does_work() -> None:
    """The bookkeeping closes for a driven machine: energy error far below the work of the motor."""
    model = _driven(False, TEXT)
    model.parameters["amplitude"] = 0.5
    r = jd.simulate(model, 1.0, integrator=jd.RK4(step=2e-3), output=10)
    assert np.abs(r.energy.drives).max() > 1.0
    assert np.abs(r.energy.error).max() < 1e-8


# --------------------------------------------------------------------------- the chart of a step


@pytest.mark.parametrize("states", [False, True], ids=["bodies", "with extra states"])
def test_matrix_per_chart_increment(states: bool) -> None:
    """Within a step q = q0 moved by u: columns are per increment of u, by way of s.chart = (I - u~/2)/(1 + |u|^2/4)."""
    model, m = _two(False)
    model.row("own", "s*u - 0.1*sin(phi) + t**2*d", inputs={name: m[name] for name in ("s", "u", "d", "phi")})
    model.row("skate", [(1.0, m["k"])], level="velocity")
    model.force("spring", m["psi"], stiffness=3.0, damping=0.4, law="x**2*v")
    if states:
        model.state("charge", "d*r - charge", inputs={"d": m["d"], "r": jd.Rate(m["s"])})
        model.force("coil", m["c"], law="charge*x")
    p = Probe(model, 3)
    u = 0.8 * np.random.default_rng(4).normal(size=p.kind.v)
    q0, p.q = p.q, p.moved(u)
    p.settle()
    for b in range(2):
        w = u[6 * b + 3 : 6 * b + 6]
        p.s.chart[b] = (np.eye(3) - 0.5 * cross_matrix(w)) / (1.0 + 0.25 * w @ w)
    p.at(coefficients=(*COEFFICIENTS, 0.0))
    matrix, G = p.matrix(), p.rows()
    nv, n = p.kind.v, p.kind.v + p.kind.w
    moved = p.gradient(lambda e: p.get("residual", q=retract(False, q0, u + e))[:n], nv)
    rows = p.gradient(lambda e: p.get("g", q=retract(False, q0, u + e))[:1], nv)
    still = p.difference_matrix(1.0, COEFFICIENTS[1], 0.0, COEFFICIENTS[3])[:n, :nv]
    close(matrix[:n, :nv], still + COEFFICIENTS[2] * moved)
    close(matrix[n : n + 1, :nv], rows)
    close(matrix[n + 1 :, :nv], G[1:])  # velocity rows act on velocities
