"""Bodies that roll, with closed forms of their motion."""

from __future__ import annotations

import numpy as np

import jourdain as jd

G = 9.81
MASS, RADIUS, TILT, RATIO = 0.3048, 0.05, np.deg2rad(5.0), 0.1  # radius of the disc to that of its circle
SPIN = np.sqrt(4 * (G / RADIUS) * np.sin(TILT) / ((6 - 5 * RATIO * np.sin(TILT)) * RATIO * np.cos(TILT)))  # about the axle
TURN = RATIO * SPIN  # of the disc about the vertical [rad/s]
PERIOD = 2 * np.pi / TURN


def axle_frame(axle: np.ndarray, forward: np.ndarray) -> np.ndarray:
    """Rotation whose z is the axle and whose x is the forward direction."""
    return np.column_stack([forward, np.cross(axle, forward), axle])


def disc(crown: float = 0.0, turn: float = TURN, tilt: float = TILT) -> jd.Model:
    """A disc that runs a circle of radius RADIUS/RATIO about (0, RADIUS/RATIO, 0), leaning inwards (crown 0: for ever)."""
    model = jd.Model("disc", gravity=(0, 0, -G))
    up, axle = np.array([0, np.sin(tilt), np.cos(tilt)]), np.array([0, -np.cos(tilt), np.sin(tilt)])
    spin = turn * np.array([0, 0, 1]) - turn / RATIO * axle
    k = MASS * RADIUS**2
    body = model.body("disc", mass=MASS, inertia=(k / 4, k / 4, k / 2), at=RADIUS * up,
                      rotation=axle_frame(axle, np.array([1.0, 0.0, 0.0])), spin=spin,
                      velocity=(turn * RADIUS * (1 / RATIO - np.sin(tilt)), 0, 0))
    model.joint("road", "rolling", model.ground.marker("plane"), body.marker("hub"), radius=RADIUS, crown=crown)
    return model
