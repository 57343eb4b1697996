"""Mechanisms that pass through singular positions, where their rows lose rank, against equations of one coordinate.

The four-bar of Xu, Qi (2006) as an antiparallelogram, and a slider-crank whose crank and rod are equally long: at 90 degrees
its slider stands over the crank's pin, and could stay there. Its masses have no symmetry.
"""

from __future__ import annotations

from functools import cache
from math import pi
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import jourdain as jd
from jourdain.papers import reproduce
from jourdain.papers.singular import MODIFIED, FourBar, Study

END, Y, WORK = 3.0, 0.0264873492, 522.71571  # s; m, of the centre of CD; J
STAGES = jd.RK4(step=1e-3, constraints=jd.Projection(stages=True))


@cache
def system() -> Any:
    return jd.compile(FourBar().model())


def run(method: Any, t_end: float = END, output: Any = 300, of: Any = None) -> jd.Result:
    return jd.simulate(of or system(), t_end, integrator=method, output=output, trust="fast")


def height(result: jd.Result) -> float:
    return float(result["CD"].position.values[-1, 1])


def test_one_coordinate() -> None:
    """The reference has the stated figures."""
    bar = FourBar()
    angle, _ = bar.reference([END])
    assert np.degrees(angle[0]) == pytest.approx(359.494043, abs=1e-6)
    assert bar.height(angle[0]) == pytest.approx(Y, abs=1e-10)
    assert bar.torque * (angle[0] - bar.th1) == pytest.approx(WORK, abs=1e-5)


@pytest.mark.parametrize("method", [jd.ABM4(step=1e-3), STAGES], ids=["ABM4", "RK4, stages"])
def test_fixed_steps(method: Any) -> None:
    result = run(method)
    assert height(result) == pytest.approx(Y, abs=1e-7)
    assert np.degrees(result["AB"].angle.values[-1]) == pytest.approx(359.494043, abs=1e-5)
    assert result.energy.applied.values[-1] == pytest.approx(WORK, abs=2e-5)
    assert np.abs(result.energy.applied.values - result.energy.kinetic.values).max() < 1e-5


@pytest.mark.parametrize("steps", range(1400, 1593, 8))
def test_every_number_of_steps(steps: int) -> None:
    """A step that ends near the singular position is no worse than another."""
    result = run(jd.ABM4(step=END / steps), output=1)
    assert result.stats.steps == steps
    assert height(result) == pytest.approx(Y, abs=1e-7)


@pytest.mark.parametrize(
    "method",
    [
        jd.DOPRI5(tol=1e-9),
        jd.DOP853(tol=1e-9),
        jd.Adams(tol=1e-9),
        jd.BDF(tol=1e-9),
        jd.SDIRK4(tol=1e-9),
        jd.Block(tol=1e-9, index=2),
        jd.Block(tol=1e-9, index=1),
        jd.Block(tol=1e-9, index=3),
        jd.GeneralizedAlpha(tol=1e-9),
    ],
    ids=lambda m: f"{type(m).__name__} {getattr(m, 'index', '')}",
)
def test_error_control(method: Any) -> None:
    assert height(run(method, output=3000)) == pytest.approx(Y, abs=1e-6)


@pytest.mark.parametrize(
    "treatment",
    ["gauss", "partitioning", "qr", "svd", "null-space", "tangent-space", "baumgarte", "controlled-baumgarte"],
)
def test_treatments(treatment: str) -> None:
    """None of them leads to another branch (|y| = 0.42466 or 0.99961 there)."""
    assert height(run(jd.ABM4(step=1e-3, constraints=treatment))) == pytest.approx(Y, abs=1e-5)


def test_singular_instant() -> None:
    """When the bars first lie on one line, and speed and acceleration there."""
    result = run(jd.DOP853(tol=1e-10))
    t = brentq(lambda x: float(result.at([x])["AB"].angle.values[0]) - pi, 1.80, 1.82, xtol=1e-12)
    there = result.at([t])["AB"]
    assert t == pytest.approx(1.8110472463, abs=1e-7)
    assert there.angular_velocity.values[0] == pytest.approx(3.1332853433, abs=1e-6)
    assert there.angular_acceleration.values[0] == pytest.approx(2.34375, abs=1e-6)
    assert min(abs(x - t) for x in result.trust.passages) < 0.02


def test_accelerations_are_smooth() -> None:
    """Close to the singular position as well as at it."""
    bar = FourBar()
    times = np.array([0.0, *(1.8110472463 + np.array([-1e-2, -1e-3, -1e-4, 0.0, 1e-4, 1e-3, 1e-2])), END])
    result = run(jd.DOP853(tol=1e-11), output=times)
    angle, speed = bar.reference(times[1:])
    expected = [bar.acceleration(a, w) for a, w in zip(angle, speed, strict=True)]
    assert np.allclose(result["AB"].angular_acceleration.values[1:], expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("method", [jd.ABM4(step=1e-3), STAGES, jd.DOP853(tol=1e-9)], ids=["ABM4", "RK4", "DOP853"])
def test_opening_at_the_start(method: Any) -> None:
    """A closure error of 1e-8 in the angle of CD does not send it to the other branch."""
    result = run(method, of=FourBar(opening=1e-8).model())
    assert height(result) == pytest.approx(Y, abs=1e-7)


@pytest.mark.parametrize(("c", "c1"), [(c, c1) for c, c1, *_ in MODIFIED])
def test_controlled_baumgarte(c: float, c1: float) -> None:
    """The published pairs, nine coordinates, ABM4, h = 1e-3, errvc 1e-10, rows deleted at 1e-3."""
    study = Study(FourBar(), 1e-3, END, 1e-10, 1e-3)
    result = run(study.modified(c, c1), output=3000)
    assert -height(result) == pytest.approx(-0.026487, abs=1e-5)
    assert np.abs(result.energy.error.values).max() < 1e-3


@pytest.mark.parametrize("method", [jd.ABM4(step=1e-3), STAGES, jd.DOP853(tol=1e-9)], ids=["ABM4", "RK4", "DOP853"])
def test_all_crossings(method: Any) -> None:
    """Six seconds, six singular positions."""
    result = run(method, 6.0, 600)
    angle, _ = FourBar().reference(result.t[1:])
    assert np.allclose(result["AB"].angle.values[1:], angle, rtol=0, atol=1e-6)
    assert height(result) == pytest.approx(FourBar().height(angle[-1]), abs=1e-7)
    assert len(result.trust.passages) == 6


@pytest.mark.parametrize(
    "method",
    [jd.ABM4(step=1e-3), STAGES, jd.DOP853(tol=1e-9), jd.Adams(tol=1e-9)],
    ids=["ABM4", "RK4", "DOP853", "Adams"],
)
def test_start_at_the_singular_position(method: Any) -> None:
    """In motion, the branch is that of the velocities."""
    bar = FourBar(th1=pi, speed=3.0)
    result = run(method, 1.0, 100, bar.model())
    angle, _ = bar.reference(result.t[1:])
    assert np.allclose(result["AB"].angle.values[1:], angle, rtol=0, atol=1e-7)
    assert height(result) == pytest.approx(bar.height(angle[-1]), abs=1e-7)
    assert result["AB"].angular_acceleration.values[0] == pytest.approx(bar.acceleration(pi, 3.0), abs=1e-9)


# --------------------------------------------------------------------------- without symmetry

LENGTH, PUSH, START = 0.5, 6.0, pi / 3  # m, of crank and rod; N m on the crank; rad
CRANK, ROD, SLIDER = (
    (1.0, 0.05, (0.2, 0.04)),
    (2.5, 0.2, (0.15, -0.07)),
    0.8,
)  # kg, kg m2, centre in the own frame [m]; kg


def folding_slider_crank() -> jd.Model:
    """The crank turns about the origin, the slider runs along x; rod and crank are equally long."""
    model = jd.Model("folding slider-crank", planar=True)
    tip = LENGTH * np.array([np.cos(START), np.sin(START)])
    end = (2 * tip[0], 0.0)
    crank = model.body("crank", mass=CRANK[0], inertia=CRANK[1], com=CRANK[2], rotation=START)
    rod = model.body("rod", mass=ROD[0], inertia=ROD[1], com=ROD[2], at=tip, rotation=-START)
    slider = model.body("slider", mass=SLIDER, inertia=1.0, at=end)
    model.joint("O", "revolute", model.ground, crank, at=(0.0, 0.0))
    model.joint("A", "revolute", crank, rod, at=tip)
    model.joint("B", "revolute", rod, slider, at=end)
    model.joint("guide", "prismatic", model.ground, slider, at=(0.0, 0.0), axis=(1.0, 0.0))
    model.load("push", crank, torque=PUSH)
    return model


def slider_crank_angle(times: np.ndarray) -> np.ndarray:
    """Angle of the crank (n,) on the branch where the rod points to -angle and the slider is at 2 L cos(angle).

    I a'' + I'/2 a'^2 = push, with I twice the kinetic energy at unit speed.
    """

    def inertia(a: complex) -> complex:
        c, s = np.cos(a), np.sin(a)
        cx, cy = CRANK[2]
        x, y = ROD[2]
        # centre of the rod: L (c, s) + R(-a) (x, y), with R(-a) = [[c, s], [-s, c]]
        rod = -LENGTH * s - s * x + c * y, LENGTH * c - c * x - s * y
        total = CRANK[0] * (cx * cx + cy * cy) + CRANK[1] + ROD[0] * (rod[0] ** 2 + rod[1] ** 2) + ROD[1]
        return total + SLIDER * (2 * LENGTH * s) ** 2

    def slope(_t: float, x: np.ndarray) -> list[float]:
        growth = np.imag(inertia(x[0] + 1e-100j)) / 1e-100
        return [x[1], (PUSH - 0.5 * growth * x[1] ** 2) / np.real(inertia(x[0] + 0j))]

    options: dict[str, Any] = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-13}
    return solve_ivp(slope, (0.0, times[-1]), [START, 0.0], t_eval=times, **options).y[0]


@pytest.mark.parametrize(
    "method",
    [
        jd.ABM4(step=5e-4),
        jd.RK4(step=5e-4, constraints=jd.Projection(stages=True)),
        jd.RK4(step=5e-4),
        jd.DOPRI5(tol=1e-9),
        jd.DOP853(tol=1e-9),
        jd.Adams(tol=1e-9),
    ],
    ids=["ABM4", "RK4, stages", "RK4", "DOPRI5", "DOP853", "Adams"],
)
def test_without_symmetry(method: Any) -> None:
    """Two seconds, through 90 degrees and on."""
    result = run(method, 2.0, 200, folding_slider_crank())
    angle = slider_crank_angle(result.t[1:])
    assert angle[-1] > 5 * pi / 2  # past the third singular position
    assert np.allclose(result["crank"].angle.values[1:], angle, rtol=0, atol=1e-6)
    assert np.allclose(result["slider"].position.values[1:, 0], 2 * LENGTH * np.cos(angle), rtol=0, atol=1e-6)


# --------------------------------------------------------------------------- the reproduction


def test_reproduction() -> None:
    found = reproduce("singular", tols=(1e-4,), progress=False)
    rows = [row for row in found.tables[0].rows if isinstance(row[0], float)]
    assert len(rows) == 13 and all(abs(row[3] + 0.026487) < 1e-5 for row in rows)
    captions = " ".join(chart.caption for chart in found.charts)
    assert all(f"Figure {i}" in captions for i in range(2, 6))
    assert found.tables[3].rows[0][1:] == pytest.approx((1.8110472463, 3.1332853433, 2.34375), abs=1e-7)
    assert "one coordinate" in str(found) and found.section().charts == found.charts


def test_reproduction_takes_options() -> None:
    """Twice the torque gives another end."""
    found = reproduce("singular", torque=200.0, t_end=1.0, tols=(1e-4,), progress=False)
    truth = -FourBar().height(FourBar(torque=200.0).reference([1.0])[0][0])
    assert found.tables[0].rows[1][3] == pytest.approx(truth, abs=1e-9)
    assert found.tables[2].rows[0][2] == pytest.approx(truth, abs=1e-7)


def test_mistyped() -> None:
    with pytest.raises(jd.ModelError, match="Did you mean 'singular'"):
        reproduce("singuler")
    with pytest.raises(jd.ModelError, match="Did you mean 'torque'"):
        reproduce("singular", tork=1.0)


def test_when_and_where() -> None:
    """The run says when it passed, and by which joints; the rows lose rank there and nowhere else."""
    result = run(jd.DOP853(tol=1e-8), output=600)
    assert any(abs(t - 1.8110472463) < 5e-3 for t in result.trust.passages)
    assert result.singular_joints(1.8110472463) == ["A", "B", "C", "D"]
    assert "rows of A, B, C, D become dependent" in result.summary()
    far = result.conditioning()
    near = np.abs(result.t - 1.8110472463) < 0.02
    assert far[near].min() < 1e-2 and far[:50].min() > 0.1 and far.max() <= 1.0


def test_other_loops_are_not_named() -> None:
    """A flat parallelogram beside a door: the door has nothing to do with it."""
    model = FourBar().model()
    door = model.body("door", mass=1.0, inertia=1.0, at=(0.0, 5.0))
    model.joint("hinge", "revolute", model.ground, door, at=(0.0, 6.0))
    result = jd.simulate(model, 2.0, integrator=jd.DOP853(tol=1e-8), output=100, trust="fast")
    assert "hinge" not in result.singular_joints(1.8110472463)
