"""Tables: values and derivatives are those of SciPy's splines, and they work wherever a function does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.interpolate import CubicSpline, PchipInterpolator

import jourdain as jd
from jourdain import functions

RANDOM = np.random.default_rng(4)
X = np.cumsum(RANDOM.uniform(0.5, 1.5, 25))
Y = RANDOM.normal(size=25)
Y[-1] = Y[0]


def at(spline: Any, x: float) -> list[float]:
    """Value, first and second derivative of a spline of SciPy's."""
    return [float(spline(x, order)) for order in range(3)]


SPLINES: dict[str, Any] = {
    "cubic": CubicSpline(X, Y),
    "monotone": PchipInterpolator(X, Y),
    "periodic": CubicSpline(X, Y, bc_type="periodic"),
}


def jet(text: str, x: float, speed: float = 1.0, **parameters: Any) -> tuple[float, float, float]:
    """Value, first and second derivative of a text at x, on the tape."""
    program = functions.parse(text, names={"x": 0}, parameters=parameters, where="test")
    tape = functions.pack([program])
    registers = np.zeros((tape.n_registers, 3))
    return functions.evaluate(
        tape.code, tape.const, tape.pointers, 0, tape.start[1], np.array([x]), np.array([speed]), registers
    )


@pytest.mark.parametrize("kind", SPLINES)
def test_values_and_derivatives_are_those_of_scipy(kind: str) -> None:
    spline, table = SPLINES[kind], jd.table(X, Y, kind=kind)
    for x in (*np.linspace(X[0], X[-1], 101)[1:-1], *X[1:-1]):
        assert jet("f(x)", x, f=table) == pytest.approx(at(spline, x), rel=1e-13, abs=1e-13)
    inside = float(0.5 * (X[3] + X[4]))  # f(x^2 / inside) with x' = 2: the chain rule
    value, first, second = at(spline, inside)
    assert jet(f"f(x*x/{inside})", inside, 2.0, f=table) == pytest.approx(
        [value, 4.0 * first, 16.0 * second + 8.0 * first / inside], rel=1e-12
    )
    assert table(X, 1) == pytest.approx(spline(X, 1), abs=1e-12)


def test_outside_of_the_points() -> None:
    line, hold = (jd.table(X, Y, beyond=beyond) for beyond in ("line", "hold"))
    spline, periodic = SPLINES["cubic"], jd.table(X, Y, kind="periodic")
    for x, end in ((X[0] - 2.0, X[0]), (X[-1] + 2.0, X[-1])):
        assert jet("f(x)", x, f=line) == pytest.approx(
            [at(spline, end)[0] + at(spline, end)[1] * (x - end), at(spline, end)[1], 0.0], abs=1e-7
        )
        assert jet("f(x)", x, f=hold) == pytest.approx([at(spline, end)[0], 0.0, 0.0], abs=1e-9)
    for turns in (-3, 1, 7):
        x = X[0] + 0.3 + turns * (X[-1] - X[0])
        assert jet("f(x)", x, f=periodic) == pytest.approx(at(SPLINES["periodic"], X[0] + 0.3), abs=1e-11)


def test_the_side_counts_where_pieces_meet() -> None:
    corner = jd.table([0.0, 1.0, 3.0], [0.0, 2.0, 0.0], kind="linear")
    assert [jet("f(x)", 1.0, speed, f=corner)[1] for speed in (1.0, -1.0)] == [-1.0, -2.0]
    assert [jet("f(x)", 0.0, speed, f=corner)[1] for speed in (1.0, -1.0)] == [
        2.0,
        -2.0,
    ]  # the first point is no corner
    wheel = jd.table([0.0, 1.0, 3.0], [0.0, 2.0, 0.0], kind="linear")
    assert corner == wheel and hash(corner) == hash(wheel) and corner != jd.table([0, 1, 3], [0, 2, 0])


def test_derivatives_by_parameters_of_what_is_looked_up() -> None:
    table, names = jd.table(X, Y), {"x": 0}
    program = functions.parse("3*f(k*x)", names=names, parameters={"f": table, "k": 0.5}, where="test")
    slope = functions.by_parameter(program, "k")
    assert slope is not None
    tape = functions.pack([slope])
    found = functions.evaluate_value(
        tape.code, tape.const, tape.pointers, 0, tape.start[1], np.array([20.0]), np.zeros((tape.n_registers, 3))
    )
    assert found == pytest.approx(3.0 * 20.0 * SPLINES["cubic"](10.0, 1), rel=1e-12)


def pendulum() -> tuple[jd.Model, Any]:
    model = jd.Model("pendulum", planar=True)
    rod = model.body("rod", mass=2.0, inertia=0.3, at=(0.5, 0.0))
    return model, model.joint("hinge", "revolute", model.ground, rod, at=(0.0, 0.0))


def test_a_driven_body_has_the_torque_of_the_second_derivative() -> None:
    model, hinge = pendulum()
    times = np.linspace(0.0, 2.0, 9)
    model.table("lift", times, np.sin(times) ** 2)
    model.drive("motor", hinge.angle, "lift(t)")
    result = jd.simulate(model, 2.0, output=40, trust="fast")
    spline = CubicSpline(times, np.sin(times) ** 2)
    torque = result.multipliers["motor: drive"].values
    assert torque[1:-1] == pytest.approx((0.3 + 2.0 * 0.25) * spline(result.t[1:-1], 2), abs=1e-9)


def test_a_law_by_points_is_the_spring_that_it_tells_and_survives_files(tmp_path: Path) -> None:
    (model, hinge), (other, same) = pendulum(), pendulum()
    model.force("spring", hinge.angle, law=jd.table([-1.0, 1.0], [5.0, -5.0]))
    other.force("spring", same.angle, stiffness=5.0)
    for one in (model, other):
        one.bodies["rod"].spin[2] = 1.0
        one.bodies["rod"].velocity[1] = 0.5
    ends = [jd.simulate(one, 1.0, trust="fast", output=2).q[-1] for one in (model, other)]
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)
    model.table("cam", [0.0, 1.0, 2.0], [0.0, 1.0, 0.0], kind="periodic")
    model.table("stop", [0.0, 1.0], [0.0, 1.0], beyond="hold")
    for name in ("model.yaml", "model.json"):
        jd.write(model, tmp_path / name)
        assert jd.read(tmp_path / name) == model
    assert model.copy() == model


FILE = """
name: cam
planar: true
parameters: {stroke: 20 mm}
tables:
  lift: {csv: lift.csv, units: [deg, mm], columns: [angle, lift], kind: periodic}
  force: {x: [0 mm, 10 mm, stroke], y: [0, 1 kN, 1500], kind: linear}
bodies: {rod: {mass: 1, inertia: 1, at: [1, 0]}}
joints: {slide: {kind: prismatic, bodies: [ground, rod], at: [0, 0], axis: [1, 0]}}
forces: {spring: {measure: slide.slide, law: -force(x - 0.2*lift(t))}}
drives: {motor: {measure: rod.y, motion: {table: {x: [0, 1, 2], y: [0 mm, 0 mm, 0 mm]}}}}
"""


def test_tables_of_files_have_units_and_columns(tmp_path: Path) -> None:
    (tmp_path / "lift.csv").write_text("# made by hand\nnumber; angle; lift\n1; 0; 0\n2; 90; 5\n3; 180; 0\n4; 360; 0\n")
    (tmp_path / "cam.yaml").write_text(FILE)
    model = jd.read(tmp_path / "cam.yaml")
    assert model.tables["lift"].x == pytest.approx([0.0, np.pi / 2, np.pi, 2 * np.pi])
    assert model.tables["lift"].y == pytest.approx([0.0, 0.005, 0.0, 0.0])
    assert model.tables["force"].x == (0.0, 0.01, 0.02) and model.tables["force"].y == (0.0, 1000.0, 1500.0)
    assert model.joints["motor"].rows[0].function == jd.table([0, 1, 2], [0, 0, 0])
    longer = jd.with_parameters(model, {"stroke": 0.04})
    assert longer.tables["force"].x == (0.0, 0.01, 0.04)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (("columns: [angle, lift]", "columns: [angel, lift]"), "there is no column 'angel'"),
        (("lift.csv", "lost.csv"), "cannot read"),
        (("units: [deg, mm]", "units: [deg]"), "give two units"),
        (("kind: periodic", "kind: cubik"), "none of cubic, linear, monotone, periodic. Did you mean 'cubic'"),
        (("kind: linear", "kind: periodic"), "a periodic table ends as it begins"),
        (("x: [0 mm, 10 mm, stroke]", "x: [0 mm, 30 mm, stroke]"), "x has to rise, but point 3"),
        (("law: -force(x - 0.2*lift(t))", "law: force*x"), "this is a table; write force(x)"),
        (("columns: [angle, lift]", "columns: [angle, 7]"), "line 3: there is nothing in column 7"),
    ],
)
def test_what_is_wrong_is_said(changed: tuple[str, str], said: str, tmp_path: Path) -> None:
    (tmp_path / "lift.csv").write_text("# made by hand\nnumber; angle; lift\n1; 0; 0\n2; 90; 5\n3; 180; 0\n4; 360; 0\n")
    assert changed[0] in FILE
    (tmp_path / "cam.yaml").write_text(FILE.replace(*changed))
    with pytest.raises(jd.JourdainError, match=said.replace("(", r"\(").replace(")", r"\)")):
        jd.compile(jd.read(tmp_path / "cam.yaml"))


def test_calls_that_mean_nothing_are_refused() -> None:
    model, hinge = pendulum()
    with pytest.raises(jd.ModelError, match="jumps at its points"):
        model.drive("motor", hinge.angle, jd.table([0, 1, 2], [0, 1, 0], kind="linear"))
    for x, y, said in (
        ([0.0], [1.0], "at least 2"),
        ([0, 1], [1], "every point needs both"),
        ([0, np.nan], [1, 2], "number 2 is nan"),
    ):
        with pytest.raises(jd.ModelError, match=said):
            jd.table(x, y)
    with pytest.raises(jd.ModelError, match="a word of its own"):
        model.table("sin", [0, 1], [0, 1])
    model.table("cam", [0, 1], [0, 1])
    with pytest.raises(jd.ModelError, match="there is a table of that name"):
        model.body("cam", mass=1.0, inertia=1.0)
    model.drive("motor", hinge.angle, "cam(t, 1)")
    with pytest.raises(jd.ModelError, match=r"2 argument\(s\) given; write cam\(x\)"):
        jd.compile(model)
