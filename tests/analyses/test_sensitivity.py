"""Derivatives of runs: closed forms, differences of the same discrete run, direct against adjoint, and what is refused."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import ellipk
from typer.testing import CliRunner

import jourdain as jd
from jourdain.commands.cli import app
from jourdain.model.parameters import check_names
from jourdain.system.compile import compile
from jourdain.system.renumbered import can_be_renumbered, mirrored, renumbered, spare_memory
from machines import problems as pb
from machines.drawings import four_bar
from machines.event_models import ball
from machines.redundant import four_bar as redundant_four_bar

MASS, MOMENT, ARM, GRAVITY, TILT = 2.0, 0.06, 0.3, 9.81, 1.2


def pendulum() -> jd.Model:
    m = jd.Model("pendulum", planar=True, gravity=(0.0, -GRAVITY))
    at = (ARM * math.sin(TILT), -ARM * math.cos(TILT))
    rod = m.body("rod", mass=MASS, inertia=MOMENT, at=at, rotation=TILT)
    A = m.joint("A", "revolute", m.ground, rod, at=(0.0, 0.0))
    m.measure("swing", A.angle)
    return m


def test_pendulum_period_by_length_and_gravity() -> None:
    """T = 4 K(k) / W with W^2 = m g l / (J + m l^2): a quarter period is when the swing is zero."""
    W = math.sqrt(MASS * GRAVITY * ARM / (MOMENT + MASS * ARM**2))
    period = 4.0 * float(ellipk(math.sin(TILT / 2) ** 2)) / W
    by = {"A.b.y": (MOMENT - MASS * ARM**2) / (2 * ARM * (MOMENT + MASS * ARM**2)), "gravity.y": -1 / (2 * GRAVITY)}
    s = jd.sensitivity(
        pendulum(),
        period / 4,
        parameters=list(by),
        outputs=["final(swing)", "rod.wz"],
        integrator=jd.GeneralizedAlpha(step=1e-4),
        output=100,
    )
    for name, slope in by.items():  # d ln W / dp
        found = -4.0 * s["final(swing)", name] / s.values["rod.wz"][-1]
        allowed = 8.0 * float(s.errors["final(swing)"][name]) / abs(s.values["rod.wz"][-1])
        assert allowed < 1e-5 * period
        assert abs(found + period * slope) < max(allowed, 1e-7 * period), name


def sprung_four_bar() -> tuple[jd.Model, list[str], str, float, float]:
    m = four_bar()
    m.gravity[1] = -9.81
    m.torsion_spring("spring", m.joints["B"], stiffness=8.0, damping=0.3, rest=0.2)
    m.measure("swing", m.joints["A"].angle)
    names = ["coupler.mass", "spring.stiffness", "spring.damping", "spring.rest", "B.a.x", "gravity.y", "crank.spin"]
    return m, names, "swing", 0.6, 1e-3


def andrews() -> tuple[jd.Model, list[str], str, float, float]:
    m = pb.andrews_model()
    m.measure("beta", jd.coordinate(m.bodies["K1"], "theta"))
    names = ["K1.mass", "K6.inertia", "spring.stiffness", "spring.damping", "spring.rest", "G.a.x", "torque.torque"]
    return m, names, "beta", 0.01, 2e-5


def top() -> tuple[jd.Model, list[str], str, float, float]:
    names = ["top.mass", "top.inertia.yy", "gravity.z", "ball.b.y", "top.spin.y"]
    return pb.heavy_top(), names, "top.x", 0.2, 2e-4


def every_pair() -> tuple[jd.Model, list[str], str, float, float]:
    """Texts, a drive, an extra state, a load, friction that reads a multiplier and a blade: parameters in all of them."""
    m = jd.Model("pairs", planar=True, gravity=(0.0, -9.81))
    m.parameters |= {"k": 12.0, "amplitude": 0.3, "gain": 4.0, "mu": 0.05}
    cart = m.body("cart", mass=2.0, inertia=0.1)
    rod = m.body("rod", mass=1.0, inertia=0.05, at=(0.3, -0.4), rotation=0.6)
    rail = m.joint("rail", "prismatic", m.ground, cart, at=(0.0, 0.0))
    pin = m.joint("pin", "revolute", cart, rod, at=(0.0, 0.0))
    skate = m.body("skate", mass=1.0, inertia=0.2, at=(3.0, 0.0), velocity=(1.0, 0.0), spin=0.5)
    m.joint("edge", "blade", m.ground.marker("ice"), skate.marker("edge", at=(-0.2, 0.0)))
    m.spring("band", rod.marker("tip", at=(0.0, -0.4)), skate.marker("hook", at=(0.3, 0.1)), stiffness=5.0, damping=0.2)
    m.measure("phi", pin.angle)
    m.drive("motor", rail.slide, "amplitude*sin(5*t)")
    m.state("lag", "gain*(phi - lag)", start=0.1)
    m.force("servo", pin.angle, law="-k*lag - 0.3*v - mu*n", inputs={"n": pin.multiplier("slide x")})
    m.load("push", rod, force=(1.0, "0.5*k*cos(t)"))
    names = [
        "k",
        "amplitude",
        "gain",
        "mu",
        "lag.start",
        "push.force.x",
        "rod.mass",
        "pin.b.x",
        "skate.spin",
        "skate.hook.y",
    ]
    return m, names, "phi", 0.5, 6e-3


def bonds(planar: bool = True) -> tuple[jd.Model, list[str], str, float, float]:
    """Points of pins, of slides and aligned axes between moving bodies, of a distance, and of a damped spring."""
    n = 2 if planar else 3
    m = jd.Model("bonds", planar=planar, gravity=(0.5, -9.81, 1.0)[:n])
    J = 0.05 if planar else (0.04, 0.05, 0.06)
    arm = m.body("arm", mass=2.0, inertia=J, at=(0.3, 0.0, 0.0)[:n])
    sled = m.body("sled", mass=1.0, inertia=J, at=(0.6, 0.1, 0.05)[:n])
    bob = m.body("bob", mass=0.5, inertia=J, at=(0.9, -0.3, 0.2)[:n])
    m.joint("A", "revolute" if planar else "spherical", m.ground, arm, at=(0.0, 0.0, 0.0)[:n])
    m.joint("rail", "prismatic", arm, sled, at=(0.5, 0.05, 0.02)[:n], axis=(1.0, 0.2, 0.1)[:n])
    ends = sled.marker("eye", at=(0.05, 0.1, 0.02)[:n]), bob.marker("ring", at=(0.02, 0.04, -0.03)[:n])
    m.joint("link", "distance", *ends)
    hook = m.ground.marker("hook", at=(0.4, 0.8, 0.1)[:n])
    m.spring("cord", hook, sled.marker("end", at=(-0.05, 0.1, 0.03)[:n]), stiffness=900.0, damping=30.0, rest=0.5)
    names = ["ground.hook.x", "sled.end.y", "sled.eye.x", "bob.ring.y", "rail.a.y", "rail.b.x", "A.b.x", "arm.com.x"]
    return m, names, "sled.x", 0.2, 1e-3


def bonds_in_space() -> tuple[jd.Model, list[str], str, float, float]:
    return bonds(planar=False)


def redundant_loop() -> tuple[jd.Model, list[str], str, float, float]:
    """A planar loop in space: three rows depend on others, and speeds out of its plane are rounding."""
    return redundant_four_bar(), ["top.mass", "gravity.y", "B.a.x", "B.at.x"], "top.x", 0.2, 1e-3


def bead() -> tuple[jd.Model, list[str], str, float, float]:
    """A bead on a wire that turns it: rows of positions and of rates that are texts, parameters in their factors."""
    m = jd.Model("bead", planar=True, gravity=(0.0, -9.81))
    m.parameters |= {"bend": 0.5, "twist": 1.0, "sway": 0.2}
    body = m.body("bead", mass=1.0, inertia=0.3, at=(1.0, 0.5), velocity=(0.4, 0.4), spin=0.4)
    for name, axis in (("x", "x"), ("y", "y"), ("turn", "theta")):
        m.measure(name, jd.coordinate(body, axis))
    m.row("wire", "y - bend*(x - sway*sin(3*t))**2")
    m.row("roll", "turn_rate - twist**2*x*x_rate", level="velocity")
    return m, ["bend", "twist", "sway", "bead.mass"], "x", 0.5, 1e-3


Case = Callable[[], tuple[jd.Model, list[str], str, float, float]]


@pytest.mark.parametrize(
    "case", [sprung_four_bar, andrews, top, every_pair, bonds, bonds_in_space, redundant_loop, bead]
)
def test_direct_adjoint_and_differences_agree(case: Case) -> None:
    """Direct and adjoint within 1e-6 of Richardson differences of the same discrete run, and within 1e-10 of each other."""
    model, names, curve, t_end, step = case()
    given: dict[str, Any] = dict(parameters=names, integrator=jd.GeneralizedAlpha(step=step), output=20, trust="fast")
    scalars = [f"final({curve})", f"integral({curve}**2)"]
    direct = jd.sensitivity(model, t_end, outputs=[curve, *scalars], **given)
    adjoint = jd.sensitivity(model, t_end, outputs=scalars, method="adjoint", **given)
    checked = jd.sensitivity(model, t_end, outputs=[curve, *scalars], method="differences", **given)
    for name in names:
        for output in (curve, *scalars):
            size = np.abs(checked[output, name]).max()
            assert np.abs(direct[output, name] - checked[output, name]).max() < 1e-6 * size, (output, name)
        for output in scalars:  # sums of terms as large as the largest derivative, whose rounding they have
            rounding = 1e-12 * max(abs(direct[output, one]) for one in names)
            apart = abs(adjoint[output, name] - direct[output, name])
            assert apart < 1e-10 * abs(direct[output, name]) + rounding, (output, name)


def test_a_place_that_is_zero_but_for_rounding_has_a_derivative() -> None:
    """An upright pendulum that is drawn with an angle: x of its ball joint is 1e-17 m, which is no scale for differences."""
    m = jd.Model("double", planar=True, gravity=(0.0, -GRAVITY))
    upper = m.body(
        "upper", mass=MASS, inertia=MOMENT, at=(0.0, 0.1), rotation=0.5 * math.pi, spin=1.0, velocity=(-0.1, 0.0)
    )
    lower = m.body("lower", mass=MASS, inertia=MOMENT, at=(ARM, 0.2), velocity=(-0.2, 0.0))
    m.joint("A", "revolute", m.ground, upper, at=(0.0, 0.0))
    m.joint("B", "revolute", upper, lower, at=(0.0, 0.2))
    assert 0.0 < abs(jd.parameters(m)["B.at.x"].value) < 1e-15
    given: dict[str, Any] = dict(parameters="B.at.x", outputs="final(lower.y)", output=10, trust="fast")
    method = jd.GeneralizedAlpha(step=1e-3)
    direct, checked = (
        jd.sensitivity(m, 0.2, method=way, integrator=method, **given) for way in ("direct", "differences")
    )
    assert abs(checked["final(lower.y)", "B.at.x"]) > 1e-3
    assert direct["final(lower.y)", "B.at.x"] == pytest.approx(checked["final(lower.y)", "B.at.x"], rel=1e-6)


def test_highest_value() -> None:
    """Of a parabola through three outputs, which stay the same three where another value of a parameter moves the peak."""
    model, _, _, t_end, step = sprung_four_bar()
    names, output = ["B.a.x", "gravity.y", "coupler.mass"], "max(B.force)"
    given: dict[str, Any] = dict(parameters=names, outputs=[output], integrator=jd.GeneralizedAlpha(step=step))
    direct, checked = (
        jd.sensitivity(model, t_end, method=method, trust="fast", **given) for method in ("direct", "differences")
    )
    for name in names:
        assert direct[output, name] == pytest.approx(checked[output, name], rel=1e-6), name


@pytest.mark.parametrize("case", [sprung_four_bar, andrews, top, every_pair])
def test_numbers_are_linear(case: Case) -> None:
    """What is said to be linear in a parameter: a system at its other side is the same mirrored and compiled."""
    model = case()[0]
    system = compile(model, shared=False)
    assert can_be_renumbered(system)
    memory, seen = spare_memory(system), 0
    for name, place in check_names(model, ()).items():
        if not place.linear:
            continue
        low, high = (jd.with_parameters(model, {name: place.value + x}) for x in (-1e-3, 1e-3))
        above, below = (renumbered(system, one, memory, shared=False) for one in (high, low))
        if above is None or below is None:
            continue
        found, seen = mirrored(system, low, above, memory), seen + 1
        for table in found.tables:
            one, other = (x.tables[table].view(np.uint8).tobytes() for x in (found, below))
            if one != other:  # integers are the same, so all words may be read as floats
                words = [np.frombuffer(x, float) for x in (one, other)]
                np.testing.assert_allclose(*words, rtol=1e-12, atol=1e-15, err_msg=f"{name}: {table}")
        for part in ("q0", "v0", "w0", "com"):
            np.testing.assert_allclose(getattr(found, part), getattr(below, part), rtol=0.0, atol=1e-14, err_msg=name)
    assert seen > 5


def test_differences_of_any_method() -> None:
    """A ball that bounces: after an impact with restitution e its speed is e times what it was."""
    m, method, output = ball(restitution=0.8), jd.RK4(step=1e-3), "final(ball.vy)"
    s = jd.sensitivity(
        m, 0.6, parameters="hit.restitution", outputs=output, method="differences", integrator=method, output=20
    )
    fall = jd.simulate(m, 0.6, integrator=method, trust="fast").events[0]
    assert s[output, "hit.restitution"] == pytest.approx(-fall.v_before[1], rel=1e-6)


def test_refusals() -> None:
    model, names, curve, _, step = sprung_four_bar()

    def refused(match: str, *, t_end: float = 0.1, on: jd.Model = model, **changes: Any) -> None:
        given = dict(parameters=names[:1], outputs=[curve], integrator=jd.GeneralizedAlpha(step=step), trust="fast")
        with pytest.raises(jd.ModelError, match=match):
            jd.sensitivity(on, t_end, **given | changes)

    refused("no parameter 'coupler.mas'.*Did you mean 'coupler.mass'", parameters=["coupler.mas"])
    refused("decides which equations there are", parameters=["B.active"])
    refused("no curve 'swin'.*Did you mean 'swing'", outputs=["swin"])
    refused(r"no curve 'B\.angle'.*Record it, model\.measure\('own name', 'B\.angle'\)", outputs=["B.angle"])
    refused("is a curve; the adjoint method is for scalars", method="adjoint")
    refused("it is one of 'direct', 'adjoint', 'differences'", method="forward")
    own = jd.LagrangianModel("own", coordinates={"x": (1.0, 0.0)}, lagrangian="x_rate**2 - x**2")
    refused("has coordinates of its own", on=own, parameters=["x.start"], outputs=["x"])
    bare = model.copy()
    bare.measures.clear()
    refused("none given", on=bare, outputs=[])
    refused("not those of trapezoidal; use method='differences'", integrator=jd.Trapezoidal(step=step))
    apart = dict(parameters=["B.a.z"], outputs=["top.x"])
    refused(r"'B.a.z' takes redundant joints .* apart \(A, B, C, D\)", on=redundant_four_bar(), **apart)
    refused("gathered along the run", outputs=["energy.dampers"])
    still = jd.with_parameters(pendulum(), {"rod.rotation": 0.0, "rod.at.x": 0.0, "rod.at.y": -ARM})
    refused("there is no scalar 'mean'. Scalars are max", outputs=["mean(swing)"])
    refused(r"'max\(swing' cannot be read", outputs=["max(swing"])
    law = model.copy()
    law.force("servo", law.joints["A"].angle, law="-3*x")
    refused("'servo.law' is a text or a function", on=law, parameters=["servo.law"])
    refused("reached more than once", on=still, parameters=["rod.mass"], outputs=["max(swing)"])


def test_file_command_and_page(tmp_path: Path) -> None:
    """The key of a file, the command, its JSON and its page; a parameter of the file feeds length, mass and inertia."""
    file, page = tmp_path / "arm.yaml", tmp_path / "arm.html"
    file.write_text(
        "name: arm\nplanar: true\ngravity: [0, -9.81]\nparameters: {L: 400 mm, rho: 2 kg/m}\n"
        "bodies: {rod: {mass: rho*L, inertia: rho*L**3/12, at: [L/2, 0]}}\n"
        "joints: {A: {kind: revolute, bodies: [ground, rod], at: [0, 0]}}\n"
        "measures: {swing: A.angle}\n"
        "sensitivity: {t_end: 0.3 s, parameters: [L], outputs: [final(swing)], output: 20}\n"
    )
    shown = CliRunner().invoke(app, ["sensitivity", str(file), "--json", "-o", str(page)])
    assert shown.exit_code == 0, shown.output
    found = json.loads(shown.stdout)["derivatives"]["final(swing)"]["L"]
    # all lengths grow with L: the swing is one of t sqrt(g/L) alone
    run = jd.simulate(jd.read(file), 0.3, tol=1e-9)
    assert found == pytest.approx(-float(run["rod"].angular_velocity[-1]) * 0.3 / (2 * 0.4), rel=1e-4)
    assert "Sensitivity" in page.read_text()
