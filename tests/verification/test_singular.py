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
from jourdain.papers.four_bar import FourBar
from jourdain.papers.singular import MODIFIED, Study
from jourdain.papers.three_angles import ThreeAngles

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


@cache
def found() -> Any:
    return reproduce("singular", tols=(1e-4,), progress=False)


def rows(caption: str) -> list[Any]:
    """Of the first table with these words."""
    return list(next(table for table in found().tables if caption in table.caption).rows)


def test_reproduction() -> None:
    modified = [row for row in rows("modified method, y") if isinstance(row[0], float)]
    assert len(modified) == 13 and all(abs(row[3] + 0.026487) < 1e-5 for row in modified)
    captions = " ".join(chart.caption for chart in found().charts)
    assert all(f"Figure {i}" in captions for i in range(1, 6))
    assert rows("by one coordinate")[0][1:] == pytest.approx((1.8110472463, 3.1332853433, 2.34375), abs=1e-7)
    assert "one coordinate" in str(found()) and found().section().charts == found().charts


def test_printed_rows_in_three_angles() -> None:
    """Most printed values come out within 5e-6 m with a rank tolerance of 1e-3 or twice that; all but one are named."""
    modified = [row for row in rows("modified method, y") if isinstance(row[0], float)]
    off = [min(abs(row[2] - y) for y in row[4:6]) for row in modified]
    assert sum(x < 5e-6 for x in off) == 12
    assert all("three angles" in row[-1] for row, x in zip(modified, off, strict=True) if x < 5e-6)


def test_equation_19() -> None:
    """It allows the motion of the branch, is no gradient, and has rank 1 at k pi alone, where nine coordinates have 7."""
    for degrees, left, curl, _, printed, _, closure, _, nine in rows("Equation (19)"):
        folded = degrees % 180 == 0
        assert left < 1e-12
        assert (printed, closure, nine) == ((1, 1, 7) if folded else (2, 2, 8))
        assert curl == pytest.approx(
            np.cos(np.radians(degrees)) + np.cos(FourBar().second(np.radians(degrees))), abs=1e-12
        )


def test_three_angles_are_the_machine() -> None:
    """Inertia along the branch as of one coordinate; rows of accelerations against differences of the closure."""
    bar, angles = FourBar(), ThreeAngles(FourBar())
    for th1 in (0.7, 2.9):
        M, force = angles.motion(angles.branch(th1), np.zeros(3))
        along = angles.along(th1)
        assert along @ M @ along == pytest.approx(bar.inertia(th1), rel=1e-13)
        assert along @ force == pytest.approx(bar.torque, rel=1e-13)
    q, v, a = np.random.default_rng(2).normal(size=(3, 3))
    s = 1e-4
    ahead, behind = (angles.closure(q + x * v + x * x / 2 * a, v)[0] for x in (s, -s))
    g, G, bias = angles.closure(q, v)
    np.testing.assert_allclose((ahead - 2 * g + behind) / s**2, G @ a + bias, rtol=0, atol=1e-5)


def test_counts() -> None:
    """k is limited where c is small; rows are deleted near the crossing alone; the paper's rule corrects some evaluations."""
    for c, _, evaluations, late, corrections, limited, deleted, *_ in rows("what the modified method did"):
        assert 6000 < evaluations <= corrections
        assert 0 < deleted < late < 0.05 * evaluations
        assert limited == 0 if c >= 100 else limited > 0


def test_baumgarte_goes_astray() -> None:
    """With VODE and a rank tolerance of 1e-4: small c1 lead to the other branch (0.42466 m), the largest does not."""
    for row in rows("deleted at 0.0001"):
        if row[0] <= 50:
            assert row[3] == pytest.approx(0.42466, abs=0.01) and "VODE goes astray" in row[-1]
        elif row[0] == 400:
            assert abs(row[3] + 0.026487) < 0.01 and "VODE stays" in row[-1]


def test_reproduction_takes_options() -> None:
    """Twice the torque gives another end."""
    options: dict[str, Any] = dict(torque=200.0, t_end=1.0, tols=(1e-4,), deletes=(1e-3,), baumgarte_deletes=(1e-3,))
    other = reproduce("singular", **options, progress=False)
    truth = -FourBar().height(FourBar(torque=200.0).reference([1.0])[0][0])
    modified, default = (next(t.rows for t in other.tables if text in t.caption) for text in ("method, y", "default"))
    assert modified[1][3] == pytest.approx(truth, abs=1e-9)
    assert modified[2][4] == pytest.approx(truth, abs=1e-7)  # three angles
    assert default[0][2] == pytest.approx(truth, abs=1e-7)


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
