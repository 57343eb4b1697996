"""verify: the digits it claims are those that hold, against motions and forces that do not come from this package."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import derivative, rotation_matrix
from jourdain.analyses import verify as verifying
from machines import problems as pb
from machines.trust_problems import PROBLEMS, top_states

# --------------------------------------------------------------------------- true values of the outputs


def _planar_outputs(model: jd.Model, centres: np.ndarray, angles: np.ndarray) -> dict[str, np.ndarray]:
    """Positions and rotation matrices by the names of verify."""
    found = {}
    for k, name in enumerate(model.bodies):
        c, s, zero, one = np.cos(angles[:, k]), np.sin(angles[:, k]), 0.0 * angles[:, k], 1.0 + 0.0 * angles[:, k]
        found[f"{name}: position"] = centres[:, k]
        found[f"{name}: rotation"] = np.stack([c, -s, zero, s, c, zero, zero, zero, one], axis=1)
    return found


def _pendulum(t: np.ndarray) -> dict[str, np.ndarray]:
    """Closed form; the bar pulls with 3 m g cos(angle from the vertical), which is -3 g y."""
    position = pb.pendulum_position(t)
    velocity = derivative(lambda s: pb.pendulum_position(t + s), 0.01)
    return {
        "mass: position": position,
        "mass: velocity": velocity,
        "height": position[:, 1],
        "bar: distance": 3.0 * pb.PENDULUM_GRAVITY * position[:, 1],
        "kinetic energy": 0.5 * (velocity**2).sum(axis=1),
    }


def _top(t: np.ndarray) -> dict[str, np.ndarray]:
    """Euler's equations; the ball carries m (a - g), with a = w x (w x c) + w' x c of the centre c = e_y."""
    quaternions, spins = top_states(t)
    about_ball, c = np.array([15.234375, 0.46875, 15.234375]), np.array([0.0, 1.0, 0.0])
    found: dict[str, list[Any]] = {}
    for q, w in zip(quaternions, spins, strict=True):
        R = rotation_matrix(q)
        weight = R.T @ np.array([0.0, 0.0, -15.0 * 9.81])
        turn = (np.cross(c, weight) - np.cross(w, about_ball * w)) / about_ball
        force = 15.0 * R @ (np.cross(w, np.cross(w, c)) + np.cross(turn, c)) + (0.0, 0.0, 15.0 * 9.81)
        row = {
            "top: position": R @ c,
            "top: rotation": R.ravel(),
            "top: velocity": R @ np.cross(w, c),
            "kinetic energy": 0.5 * w @ (about_ball * w),
        }
        row |= {f"ball: slide {axis}": force[i] for i, axis in enumerate("xyz")}
        for name, value in row.items():
            found.setdefault(name, []).append(value)
    return {name: np.array(values) for name, values in found.items()}


def _arm(t: np.ndarray) -> dict[str, np.ndarray]:
    """Equations of motion of two rods; the elbow bends by the difference of their angles."""
    centres, angles = PROBLEMS["arm"].motion(t)
    return _planar_outputs(models["arm"](), centres, angles) | {"bend": angles[:, 1] - angles[:, 0]}


def _andrews(t: np.ndarray) -> dict[str, np.ndarray]:
    """Quadrature of the energy integral; K1 to K7."""
    return _planar_outputs(models["Andrews"](), *PROBLEMS["Andrews"].motion(t))


def _four_bar(t: np.ndarray) -> dict[str, np.ndarray]:
    """One equation of motion, through positions where the bars are in line."""
    return _planar_outputs(models["four-bar"](), *PROBLEMS["four-bar"].motion(t))


def _pendulum_model() -> jd.Model:
    model = pb.pendulum()
    model.measure("height", jd.coordinate(model.bodies["mass"], "y"))
    return model


def _arm_model() -> jd.Model:
    model = PROBLEMS["arm"].model()
    model.measure("bend", model.joints["elbow"].angle)
    return model


models: dict[str, Callable[[], jd.Model]] = {
    "pendulum": _pendulum_model,
    "heavy top": pb.heavy_top,
    "arm": _arm_model,
    "Andrews": pb.andrews_model,
    "four-bar": PROBLEMS["four-bar"].model,
}
TRUTH = {"pendulum": _pendulum, "heavy top": _top, "arm": _arm, "Andrews": _andrews, "four-bar": _four_bar}
KNOWN = 9.5  # digits of the references, velocities by differences among them


@cache
def truth(name: str, times: tuple[float, ...]) -> dict[str, np.ndarray]:
    return TRUTH[name](np.array(times))


def _method(kind: str, end: float) -> Any:
    return {
        "DOP853, loose": jd.DOP853(tol=1e-4),
        "DOP853, tight": jd.DOP853(tol=1e-8),
        "GeneralizedAlpha, tol": jd.GeneralizedAlpha(tol=1e-4),
        "GeneralizedAlpha, steps": jd.GeneralizedAlpha(step=end / 4000),
        "RK4": jd.RK4(step=end / 1000),
    }[kind]


KINDS = ("DOP853, loose", "DOP853, tight", "GeneralizedAlpha, tol", "GeneralizedAlpha, steps", "RK4")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", models)
def test_digits_claimed_are_digits_true(name: str, kind: str) -> None:
    """Every output with a reference: within one digit, in the size that verify itself names; and no false alarm."""
    end = PROBLEMS[name].end * {"four-bar": 0.3, "heavy top": 0.5}.get(name, 1.0)
    verified = jd.verify(models[name](), end, integrator=_method(kind, end), output=25)
    expected = truth(name, tuple(verified.result.t))
    outputs = {output.name: output for output in verified.outputs}
    assert set(expected) <= set(outputs)
    wrong = {}
    for output in map(outputs.get, expected):
        apart = np.abs(verifying._quantities(verified.result)[output.name][1] - expected[output.name]).max()
        digits = -np.log10(max(apart, 1e-16) / output.size)
        if abs(min(digits, KNOWN) - min(output.digits, KNOWN)) > 1.0:
            wrong[output.name] = (output.digits, digits)
        assert output.difference == pytest.approx(output.size * 10.0**-output.digits) or output.digits == 16.0
    assert wrong == {}
    assert not any(note.startswith("WARNING") for note in verified.notes)


# --------------------------------------------------------------------------- what it compares, and how


def test_what_is_compared() -> None:
    """Bodies, named measures, states, unique multipliers, energy; not the multipliers that are free to choose."""
    model = jd.Model("door", gravity=(1.0, 0.0, -9.81))
    leaf = model.body("leaf", mass=20.0, inertia=(3.0, 2.2, 0.9), at=(0.4, 0.3, 1.0))
    knob = model.body("knob", mass=0.5, inertia=(1e-3, 1e-3, 1e-3), at=(0.8, 0.6, 0.9))
    for name, height in (("lower", 0.0), ("upper", 2.0)):
        model.joint(name, "revolute", model.ground, leaf, at=(0, 0, height), axis=(0, 0, 1))
    model.joint("stem", "spherical", leaf, knob, at=(0.8, 0.6, 1.0))
    opening = model.measure("opening", model.joints["lower"].angle)
    model.state("lag", "3*(a - lag)", inputs={"a": opening})
    verified = jd.verify(model, 1.0, integrator=jd.DOP853(tol=1e-6))
    names = [output.name for output in verified.outputs]
    assert set(names) >= {"leaf: position", "knob: rotation", "leaf: velocity", "opening", "lag", "kinetic energy"}
    assert {name for name in names if name.startswith("stem: ")} == {f"stem: slide {axis}" for axis in "xyz"}
    assert not any(name.startswith(("lower: ", "upper: ")) for name in names)
    assert all(output.digits > 5.0 and output.second > 4.0 for output in verified.outputs)
    assert verified.digits("opening") == next(output.digits for output in verified.outputs if output.name == "opening")
    with pytest.raises(jd.ModelError, match="no output is named 'openning'; there is: leaf: position, "):
        verified.digits("openning")


def test_the_result_is_that_of_simulate() -> None:
    """verify verifies the very run that simulate makes with the same arguments; by default both choose by themselves."""
    for options in ({}, {"tol": 1e-4}, {"integrator": jd.RK4(step=0.01)}):
        run = jd.simulate(pb.pendulum(), 2.0, output=40, **options)
        verified = jd.verify(pb.pendulum(), 2.0, output=40, **options)
        assert verified.result == run
        assert verified.result.trust.worst == run.trust.worst


def test_the_second_run_is_tighter_and_the_third_another_method() -> None:
    """By at least a factor of ten in the error, and explicit against implicit."""
    for method in (
        jd.DOP853(tol=1e-5),
        jd.GeneralizedAlpha(tol=1e-4),
        jd.GeneralizedAlpha(step=0.01),
        jd.RK4(step=0.02),
    ):
        verified = jd.verify(pb.pendulum(), 3.0, integrator=method)
        finer = verifying.tighter(method)
        errors = []
        for integrator in (method, finer):
            result = jd.simulate(pb.pendulum(), 3.0, integrator=integrator, trust="fast")
            errors.append(np.abs(result["mass"].position - pb.pendulum_position(result.t)).max())
        assert errors[0] > 10.0 * errors[1]
        assert verifying.second_method(method, verified.result).implicit != method.implicit
        assert finer.name in verified.tighter
    assert verifying.tighter(jd.DOP853(tol=1e-12)).tol == 1e-13  # no more than double precision allows


def test_a_disagreement_is_told() -> None:
    """A blow of 1 ms between two stages of the explicit method is seen by no tolerance, but by the many steps of the other."""

    def blow(t: float) -> float:
        return 1e4 if 0.9871 < t < 0.9881 else 0.0

    model = jd.Model("struck", planar=True)
    body = model.body("mass", mass=1.0, inertia=1.0, at=(1.0, 0.0))
    model.force("spring", jd.coordinate(body, "x"), stiffness=100.0)
    model.load("blow", body, force=(0.0, blow))
    verified = jd.verify(model, 2.0, integrator=jd.DOP853(tol=1e-6))
    assert abs(verified.result["mass"].position[-1, 1]) < 1e-3
    assert len(verified.notes) == 1
    assert verified.notes[0].startswith("WARNING: generalized-alpha differs by ")
    assert "look at jumps in forces" in verified.notes[0] and str(verified).endswith(verified.notes[0])
    outputs = {output.name: output for output in verified.outputs}
    assert outputs["mass: position"].digits > outputs["mass: position"].second + 3.0


def test_a_second_method_that_cannot_run_is_told() -> None:
    """Algebraic states are beyond the explicit method: the tighter run alone is left, and the table has no third number."""
    model = jd.Model("algebraic", planar=True)
    body = model.body("mass", mass=1, inertia=1, at=(2, 0))
    x = jd.coordinate(body, "x")
    model.state("w", "w**3 + w - x", start=0.9, algebraic=True, inputs={"x": x})
    model.force("pull", x, law="-w")
    verified = jd.verify(model, 1.0, integrator=jd.GeneralizedAlpha(tol=1e-4))
    assert len(verified.notes) == 1 and verified.notes[0].startswith("the second method failed: ")
    assert all(np.isnan(output.second) and output.digits > 3.0 for output in verified.outputs)
    assert verified.digits("w") > 3.0
    assert "nan" not in str(verified)


def test_the_table_is_readable() -> None:
    """A head that names the three runs, one line per output, columns in line, sizes with units."""
    verified = jd.verify(pb.heavy_top(), 0.5, integrator=jd.DOP853(tol=1e-6))
    lines = str(verified).splitlines()
    assert lines[0] == "digits of 'heavy top' run with Dormand-Prince 8(5,3) (tol 1e-06),"
    assert lines[1].startswith("against Dormand-Prince 8(5,3) (tol 1e-09), and generalized-alpha (tol ")
    assert lines[2].split() == ["output", "digits", "second", "largest", "difference"]
    assert [line.split("  ")[1] for line in lines[3:]] == [output.name for output in verified.outputs]
    column = lines[2].index("digits") + len("digits")
    for line, output in zip(lines[3:], verified.outputs, strict=True):
        assert line[:column].endswith(f"{output.digits:.1f}") and max(map(len, lines)) < 100
        assert line.endswith(f"of {output.size:.3g} {output.unit}")
    assert {output.unit for output in verified.outputs} == {"m", "rad", "m/s", "N", "J"}
