"""Fifteen one-body models with trajectories from ADAMS, and how each curve is read from a Result.

The set-ups and the curves come from Project Chrono's joint tests (BSD-3, see adams_samples.json for the notice).
Common to all: gravity (0, 0, -9.80665) m/s2, 5 s, one moving body of 1 kg, body frame at the centre of mass with
diagonal inertia, at rest at the start (LinActuator_01 moves at 1 m/s).

Curves, SI units, all in ground axes:

    Pos Vel Acc      centre of mass (nt, 3)
    Quat             scalar first, body -> ground, sign free (nt, 4)
    Avel Aacc        angular velocity and acceleration (nt, 3)
    Rforce Rtorque   what the joint or spring exerts on the GROUND; torque about the ground-fixed joint point (nt, 3)
    Rforce_Body1, Rtorque_Body1 (RevSpherical)   the same, ground end of the massless link
    Rforce_Body2, Rtorque_Body2 (RevSpherical)   on the body; torque about the body's attachment
    RforceP, RtorqueP (LinActuator)              prismatic joint on the ground, about the origin
    RforceA, RtorqueA (LinActuator)              actuator on the PLATE, about its centre of mass
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from math import pi
from pathlib import Path
from typing import Any

import numpy as np

import jourdain as jd

END_TIME = 5.0  # s
GRAVITY = (0.0, 0.0, -9.80665)  # m/s2
BODY = "body"
JOINT = "joint"
ORIGIN = (0.0, 0.0, 0.0)
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)

# A slender body 2 m from its joint, its long axis along x or z of the joint frame (kg m2).
ALONG_X = (0.04, 0.1, 0.1)
ALONG_Y = (0.1, 0.04, 0.1)
ALONG_Z = (0.1, 0.1, 0.04)

Curve = Callable[[Any], np.ndarray]


def _turn(axis: tuple[float, float, float], degrees: float) -> np.ndarray:
    """Rotation matrix (3, 3) about a ground axis by a multiple of 90 degrees, with exact zeros and ones."""
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    angle = degrees * pi / 180.0
    return np.round(np.eye(3) + np.sin(angle) * k + (1.0 - np.cos(angle)) * k @ k)


def _model(name: str, **body: Any) -> tuple[jd.Model, Any]:
    """A model with the common gravity and its one body of 1 kg."""
    model = jd.Model(name, gravity=GRAVITY)
    return model, model.body(BODY, mass=1.0, **body)


def _pendulum(name: str, kind: str, at: tuple[float, float, float], frame: np.ndarray) -> jd.Model:
    """Body axes equal joint axes at the start, centre of mass 2 m along the joint's x."""
    centre = np.asarray(at) + frame @ np.array([2.0, 0.0, 0.0])
    model, body = _model(name, inertia=ALONG_X, at=centre, rotation=frame)
    model.joint(JOINT, kind, model.ground, body, at=at, rotation=frame)
    return model


def revolute_01() -> jd.Model:
    """Pendulum turning about ground +y."""
    return _pendulum("Revolute_01", "revolute", ORIGIN, _turn(X, -90))


def spherical_01() -> jd.Model:
    """Pendulum on a ball joint."""
    return _pendulum("Spherical_01", "spherical", ORIGIN, np.eye(3))


def cylindrical_01() -> jd.Model:
    """Vertical axis: falls along it."""
    return _pendulum("Cylindrical_01", "cylindrical", ORIGIN, np.eye(3))


def cylindrical_02() -> jd.Model:
    """Horizontal axis: swings about it."""
    return _pendulum("Cylindrical_02", "cylindrical", ORIGIN, _turn(X, -90))


def prismatic_01() -> jd.Model:
    """Vertical axis: falls along it."""
    return _pendulum("Prismatic_01", "prismatic", ORIGIN, np.eye(3))


def prismatic_03() -> jd.Model:
    """Horizontal axis: stays, and the joint carries the weight and its moment."""
    return _pendulum("Prismatic_03", "prismatic", (1.0, 2.0, 3.0), _turn(X, -90))


def _universal(name: str, frame: np.ndarray) -> jd.Model:
    """Joint frame = body axes at the start; ground-fixed x stays perpendicular to body-fixed y."""
    model, body = _model(name, inertia=ALONG_Z, at=frame @ np.array([0.0, 0.0, -2.0]), rotation=frame)
    model.joint(JOINT, "universal", model.ground, body, at=ORIGIN, rotation=frame)
    return model


def universal_01() -> jd.Model:
    """Centre of mass starts at (0, 2, 0)."""
    return _universal("Universal_01", _turn(X, 90))


def universal_02() -> jd.Model:
    """Centre of mass starts at (-2, 0, 0)."""
    return _universal("Universal_02", _turn(Y, 90))


def distance_01() -> jd.Model:
    """Massless link from the origin to the centre of mass."""
    model, body = _model("Distance_01", inertia=ALONG_X, at=(0.0, 2.0, 0.0))
    model.joint(JOINT, "distance", model.ground, body, at_a=ORIGIN, at_b=(0.0, 2.0, 0.0))
    return model


def distance_03() -> jd.Model:
    """Massless link from the origin to a point 2 m before the centre of mass."""
    model, body = _model("Distance_03", inertia=ALONG_X, at=(0.0, 4.0, 0.0), rotation=_turn(Z, -90))
    model.joint(JOINT, "distance", model.ground, body, at_a=ORIGIN, at_b=(0.0, 2.0, 0.0))
    return model


def rev_spherical_01() -> jd.Model:
    """Massless link: revolute about z at the origin, ball at (2, 0, 0) on the body."""
    model, body = _model("RevSpherical_01", inertia=ALONG_Y, at=(2.0, 2.0, 0.0))
    model.joint(JOINT, "revolute_spherical", model.ground, body, at_a=ORIGIN, at_b=(2.0, 0.0, 0.0), axis=Z)
    return model


def _tran_spring(name: str, at: tuple[float, float, float], stiffness: float, damping: float, rest: float) -> jd.Model:
    """No joint: a spring-damper from the origin to the centre of mass."""
    model, body = _model(name, inertia=ALONG_X, at=at)
    anchor = model.ground.marker("anchor", at=ORIGIN)
    model.spring("spring", anchor, body.marker("centre", at=ORIGIN), stiffness=stiffness, damping=damping, rest=rest)
    return model


def tran_spring_01() -> jd.Model:
    """Starts at length zero, where the direction is undefined; the motion is along -z."""
    return _tran_spring("TranSpring_01", ORIGIN, stiffness=10.0, damping=0.5, rest=0.0)


def tran_spring_02() -> jd.Model:
    """Starts at its rest length, horizontally."""
    return _tran_spring("TranSpring_02", (0.0, 2.0, 0.0), stiffness=100.0, damping=5.0, rest=2.0)


def rot_spring_01() -> jd.Model:
    """Revolute_01 with a torsion spring-damper about the joint axis, free at the start."""
    model = _pendulum("RotSpring_01", "revolute", ORIGIN, _turn(X, -90))
    model.torsion_spring("spring", model.joints[JOINT], stiffness=200.0, damping=10.0, rest=0.0)
    return model


def lin_actuator_01() -> jd.Model:
    """A plate on a vertical slider, driven at 1 m/s."""
    model, body = _model("LinActuator_01", inertia=(1.0, 1.0, 1.0), at=ORIGIN, velocity=Z)
    model.joint(JOINT, "prismatic", model.ground, body, at=ORIGIN, rotation=np.eye(3))
    model.drive("actuator", model.joints[JOINT].slide, "1.0*t")
    return model


# --------------------------------------------------------------------------- curves of a Result


def _reaction(part: str, *elements: str, on: str = "ground", at: Any = None) -> Curve:
    """Force or torque of elements together, in ground axes, by default about the joint's own point."""
    names = elements or (JOINT,)
    return lambda r: sum(getattr(r.reaction(name, on=on, frame="ground", at=at), part).values for name in names)


MOTION: dict[str, Curve] = {
    "Pos": lambda r: r[BODY].position.values,
    "Vel": lambda r: r[BODY].velocity.values,
    "Acc": lambda r: r[BODY].acceleration.values,
    "Quat": lambda r: r[BODY].quaternion.values,
    "Avel": lambda r: r[BODY].angular_velocity.values,
    "Aacc": lambda r: r[BODY].angular_acceleration.values,
}
JOINT_CURVES = MOTION | {"Rforce": _reaction("force"), "Rtorque": _reaction("torque")}
SPRING_CURVES = MOTION | {"Rforce": _reaction("force", "spring"), "Rtorque": _reaction("torque", "spring", at=ORIGIN)}

# --------------------------------------------------------------------------- pass lines

# RMS per column. They sit above the accuracy of the data (six digits, and the integration error of the runs),
# which an independent rebuild of the cases measured; forces and accelerations carry the largest rounding.
LINES = {"Pos": 2e-5, "Vel": 5e-5, "Acc": 1e-3, "Quat": 2e-5, "Avel": 2e-4, "Aacc": 2e-3}
LINES |= {"Rforce": 1e-3, "Rtorque": 1e-3}
# Up to 123 m of fall in six digits.
FAR = LINES | {"Pos": 3e-4, "Vel": 1e-4}
# Spherical and universal were evidently run at a looser tolerance: the rebuild differs by 3.0e-4 m and 9.6e-4 m/s.
LOOSE = LINES | {"Pos": 1e-3, "Vel": 3e-3, "Acc": 1e-2, "Quat": 3e-4, "Avel": 1e-3, "Rforce": 1e-2}
UNIFORM = dict.fromkeys(LINES, 1e-5)


@dataclass(frozen=True)
class Case:
    """One ADAMS case: how to build it, how to read its curves, how close they must come."""

    build: Callable[[], jd.Model]
    curves: dict[str, Curve] = field(default_factory=lambda: JOINT_CURVES)
    lines: dict[str, float] = field(default_factory=lambda: LINES)
    step: float = 5e-4  # s; generalized-alpha's error, second order, must stay well under the lines

    def line(self, quantity: str) -> float:
        """Largest RMS difference allowed in any column; "Rforce_Body1", "RforceP" count as "Rforce"."""
        return next(value for key, value in self.lines.items() if quantity.startswith(key))


CASES: dict[str, Case] = {
    "Revolute_01": Case(revolute_01),
    "Spherical_01": Case(spherical_01, lines=LOOSE),
    "Cylindrical_01": Case(cylindrical_01, lines=FAR),
    "Cylindrical_02": Case(cylindrical_02),
    "Prismatic_01": Case(prismatic_01, lines=FAR),
    "Prismatic_03": Case(prismatic_03),
    "Universal_01": Case(universal_01, lines=LOOSE),
    "Universal_02": Case(universal_02, lines=LOOSE),
    "Distance_01": Case(distance_01),
    # the body tumbles on its link, and accelerations amplify the error: 1.4e-2 m/s2 at 1e-3 s
    "Distance_03": Case(distance_03, step=1e-4),
    "RevSpherical_01": Case(
        rev_spherical_01,
        MOTION
        | {
            "Rforce_Body1": _reaction("force"),
            "Rtorque_Body1": _reaction("torque"),
            "Rforce_Body2": _reaction("force", on=BODY),
            "Rtorque_Body2": _reaction("torque", on=BODY, at="b"),
        },
        step=2e-5,  # whips of up to 730 m/s2 within 0.02 s: acceleration error 1.0 m/s2 at 1e-3 s
    ),
    "TranSpring_01": Case(tran_spring_01, SPRING_CURVES),
    "TranSpring_02": Case(tran_spring_02, SPRING_CURVES),
    "RotSpring_01": Case(rot_spring_01, JOINT_CURVES | {"Rtorque": _reaction("torque", JOINT, "spring", at=ORIGIN)}),
    "LinActuator_01": Case(
        lin_actuator_01,
        MOTION
        | {
            "RforceP": _reaction("force"),
            "RtorqueP": _reaction("torque"),
            "RforceA": _reaction("force", "actuator", on=BODY),
            "RtorqueA": _reaction("torque", "actuator", on=BODY),
        },
        lines=UNIFORM,
    ),
}


# --------------------------------------------------------------------------- data


def samples() -> tuple[np.ndarray, dict[str, dict[str, np.ndarray]]]:
    """The stored sample times (nt,) and curves [case][quantity] (nt, 3 or 4)."""
    stored = json.loads((Path(__file__).parent / "adams_samples.json").read_text(encoding="utf-8"))
    curves = {
        case: {quantity: np.array(rows, dtype=float) for quantity, rows in table.items()}
        for case, table in stored["cases"].items()
    }
    return np.array(stored["times"], dtype=float), curves


def raw_curve(folder: Path, case: str, quantity: str) -> tuple[np.ndarray, np.ndarray]:
    """Times (nt,) and one full curve (nt, 3 or 4) from a folder of the original files."""
    kind, number = case.split("_")
    table = np.loadtxt(folder / f"{kind}_Case{number}_ADAMS_{quantity}.txt", skiprows=3)
    return table[:, 0], table[:, 1:]


def rms(quantity: str, computed: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Root mean square over time of the difference, per column (3 or 4,)."""
    if computed.shape != expected.shape:
        raise ValueError(f"{quantity}: computed {computed.shape}, expected {expected.shape}")
    if quantity == "Quat":  # q and -q are the same rotation
        computed = np.where(np.sum(computed * expected, axis=1, keepdims=True) < 0.0, -computed, computed)
    return np.sqrt(np.mean((computed - expected) ** 2, axis=0))
