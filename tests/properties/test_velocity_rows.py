"""Equations between rates as users write them: derivatives against differences, what is refused, energy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe, check_rows, close, derivative, random_rotation
from jourdain.errors import ModelError
from jourdain.jit import kernel
from jourdain.kernels.equations import positions
from jourdain.kernels.tangent import row_tangent

COEFFICIENTS = (1.0, 0.3, 0.7, 0.2)


@kernel
def _row_tangent(kind, s, t, q, ref, y):  # type: ignore[no-untyped-def]
    positions(kind, s, t, q, ref, kind.active)
    row_tangent(kind, s, y)


def _two(planar: bool) -> tuple[jd.Model, dict[str, Any]]:
    """Two bodies and measures of all kinds between them and the ground, by name."""
    rng = np.random.default_rng(11)
    n = 2 if planar else 3
    model = jd.Model("rows", planar=planar)
    markers = [model.ground.marker("m", at=rng.normal(size=n), rotation=0.4 if planar else random_rotation(rng))]
    for name in ("first", "second"):
        inertia = 0.4 if planar else np.diag([0.3, 0.4, 0.5]) + 0.05
        body = model.body(name, mass=2.0, inertia=inertia, com=rng.normal(size=n), at=rng.normal(size=n))
        markers.append(body.marker("m", at=rng.normal(size=n), rotation=1.1 if planar else random_rotation(rng)))
    o, a, b = markers
    return model, {
        "s": jd.slide(a, b, "x"),
        "u": jd.slide(o, a, "y"),
        "d": jd.distance(o, b),
        "c": jd.align(a.x, b.y),
        "phi": jd.angle(a, b),
        "h": jd.coordinate(model.bodies["first"], "x"),
        "k": jd.blade(a, b, "y"),
    }


TEXTS = [
    "s_rate - 0.3*phi_rate",
    "k_rate - sin(phi)*u_rate - 0.2*t",
    "s*u_rate + exp(-0.3*d)*c_rate - t**2*h_rate + 0.4*phi*d - cos(3*t)",
    "(k_rate + s*phi_rate)/sqrt(1 + d**2) - hypot(s, u)*d_rate*cos(t + phi)",
    "k3*(c*k_rate - phi_rate) - step5(t, 0, 0, 2, 1)*h*s_rate",
]


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
@pytest.mark.parametrize("text", TEXTS)
def test_text_rows_of_rates(planar: bool, text: str) -> None:
    """G, gamma and K, the whole Newton matrix, and d(rate)/dq, off the manifold."""
    model, inputs = _two(planar)
    model.parameters["k3"] = 1.7
    model.row("own", text, inputs=inputs, level="velocity", constant=0.1)
    p = Probe(model, 6)
    check_rows(p)
    p.at(coefficients=(*COEFFICIENTS, 0.0))
    close(p.matrix(), p.difference_matrix(*COEFFICIENTS))
    expected = p.gradient(lambda u: p.get("rate", q=p.moved(u)), p.kind.v)
    _row_tangent(p.kind, p.s, p.t, p.q, p.ref, p.v)
    row = p.s.rows[0]
    close(p.covector("Jt", row["block"], row["n_blocks"])[None], expected)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("rolling", {"radius": 0.3}),
        ("rolling", {"radius": 0.3, "crown": 0.1}),
        ("rolling", {"radius": 0.3, "crown": 0.3}),
        ("rolling_balls", {"radii": (0.5, 0.3)}),
        ("rolling_balls", {"radii": (0.5, 0.3), "inside": True}),
        ("blade", {}),
    ],
)
@pytest.mark.parametrize("moving", [True, False], ids=["on a body", "on the ground"])
def test_rows_of_rolling(kind: str, options: dict[str, Any], moving: bool) -> None:
    """The same for joints: G, gamma, K and d(rate)/dq, off the manifold."""
    model, _ = _two(False)
    base = model.bodies["first"] if moving else model.ground
    model.joint("joint", kind, base.markers["m"], model.bodies["second"].markers["m"], **options)
    p = Probe(model, 6)
    check_rows(p, 1e-9)
    expected = p.gradient(lambda u: p.get("rate", q=p.moved(u)), p.kind.v)
    _row_tangent(p.kind, p.s, p.t, p.q, p.ref, p.v)
    found = [p.covector("Jt", row["block"], row["n_blocks"]) for row in p.s.rows]
    close(found, expected, 1e-9)


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_rate_is_the_value_of_the_text(planar: bool) -> None:
    model, inputs = _two(planar)
    model.row("own", "s*u_rate - t*phi*c_rate + 0.4*d", inputs=inputs, level="velocity", constant=0.3)
    p = Probe(model, 5)
    s = p.at()
    at = {name: p.system.measures[inputs[name]] for name in ("s", "u", "phi", "c", "d")}
    x, xd = ({name: values[i] for name, i in at.items()} for values in (s.x, s.xd))
    assert s.rate[0] == pytest.approx(x["s"] * xd["u"] - p.t * x["phi"] * xd["c"] + 0.4 * x["d"] - 0.3, abs=1e-13)
    assert p.energy[2] == pytest.approx(-p.lam[0] * (0.4 * x["d"] - 0.3), abs=1e-13)  # the part without rates does work


def test_rates_that_are_no_numbers_leave_no_trace() -> None:
    """After a state that overflowed, rows at the next positions are as if nothing had been."""
    model, inputs = _two(False)
    model.row("own", "s*u_rate - phi*c_rate", inputs=inputs, level="velocity")
    p = Probe(model, 5)
    p.at()
    before = p.rows()
    p.at(v=np.full(p.kind.v, np.nan))
    p.at()
    np.testing.assert_array_equal(p.rows(), before)


def test_a_row_of_rates_equals_the_row_of_values() -> None:
    """d(g)/dt held from a closed start is g held: one motion, one multiplier."""
    runs = []
    for text, level in (("x**2 + y**2 - 1", "position"), ("2*x*x_rate + 2*y*y_rate", "velocity")):
        model = jd.Model("pendulum", planar=True, gravity=(0, -9.81))
        bob = model.body("bob", mass=2.0, inertia=0.1, at=(1, 0))
        inputs = {"x": jd.coordinate(bob, "x"), "y": jd.coordinate(bob, "y")}
        model.row("wire", text, inputs=inputs, level=level)
        runs.append(jd.simulate(model, 1.0, integrator=jd.DOP853(tol=1e-11), output=20))
    close(runs[1]["bob"].position, runs[0]["bob"].position, 1e-9)
    close(runs[1].lam, runs[0].lam, 1e-7)


def test_moving_row_does_work() -> None:
    """A skate that is pushed sideways at a speed that changes with time: what it gains in energy the row has given."""
    model = jd.Model("pushed", planar=True)
    sledge = model.body("sledge", mass=2.0, inertia=0.3, at=(0, 0), velocity=(1.0, 0.0), spin=1.5)
    x, y, th = (jd.coordinate(sledge, name) for name in ("x", "y", "theta"))
    model.row("edge", "cos(th)*y_rate - sin(th)*x_rate - 0.5*t", inputs={"x": x, "y": y, "th": th}, level="velocity")
    r = jd.simulate(model, 2.0, integrator=jd.DOP853(tol=1e-10), output=40)
    v, a = np.asarray(r["sledge"].velocity), np.asarray(r["sledge"].angle)
    close(np.cos(a) * v[:, 1] - np.sin(a) * v[:, 0], 0.5 * np.asarray(r.t), 1e-9)
    gained = np.asarray(r.energy.kinetic) - np.asarray(r.energy.kinetic)[0]
    assert gained[-1] > 0.5
    close(np.asarray(r.energy.drives), gained, 1e-8)


REFUSED = [
    ("x_rate**2 - 1", "velocity", "'own': 'x_rate\\*\\*2 - 1' is not linear in the rates"),
    ("abs(x_rate) - y_rate", "velocity", "not linear in the rates"),
    ("x_rate*y_rate", "velocity", "not linear in the rates"),
    ("x - y", "velocity", "must read a rate, such as x_rate"),
    ("x_rate - y", "position", "reads rates; give it level='velocity'"),
    ("k + x_rate", "velocity", "a blade has a rate but no value"),
    ("x_rat - x*y", "velocity", "Did you mean 'x_rate'"),
]


@pytest.mark.parametrize(("text", "level", "message"), REFUSED)
def test_refused(text: str, level: str, message: str) -> None:
    model = jd.Model("wrong", planar=True)
    body = model.body("b", mass=1, inertia=1, at=(0, 1))
    inputs = {"x": jd.coordinate(body, "x"), "y": jd.coordinate(body, "y")}
    inputs["k"] = jd.blade(model.ground.marker("o"), body.marker("e"), "y")
    model.row("own", text, inputs=inputs, level=level)
    with pytest.raises(ModelError, match=message):
        jd.compile(model)


def test_value_of_rates_cannot_be_held() -> None:
    model = jd.Model("wrong", planar=True)
    body = model.body("b", mass=1, inertia=1)
    model.row("own", "x_rate", inputs={"x": jd.coordinate(body, "x")}, level="velocity", constant=None)
    with pytest.raises(ModelError, match="row 'own': constant None holds a value"):
        jd.compile(model)


def test_row_along_a_motion() -> None:
    """gamma is what differences of the rates along a motion say, for a row whose measures start on the ground."""
    model, inputs = _two(False)
    model.row("own", "u*u_rate - t", inputs=inputs, level="velocity")
    p = Probe(model, 9)
    p.at()
    close(p.rows() @ p.a - p.get("gamma"), derivative(lambda s: p.get("rate", **p.motion(s))))
