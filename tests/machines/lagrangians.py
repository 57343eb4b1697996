"""Lagrangian models that several tests use, as texts, with values that are all different from 0 and 1."""

from __future__ import annotations

import math
from typing import Any

import jourdain as jd

SNAKEBOARD: dict[str, Any] = {
    "lagrangian": "m/2*(x_rate**2 + y_rate**2) + J/2*th_rate**2 + Jr/2*(psi_rate + th_rate)**2"
    " + Jw/2*(b_rate + th_rate)**2 + Jw/2*(f_rate + th_rate)**2 - k*(2 - cos(b) - cos(f) + 0.5*(1 - cos(psi)))",
    "velocity_rows": {
        "back": "-x_rate*sin(th + b) + y_rate*cos(th + b) - l*th_rate*cos(b)",
        "front": "-x_rate*sin(th + f) + y_rate*cos(th + f) + l*th_rate*cos(f)",
    },
    "parameters": {"m": 6.0, "J": 0.016, "Jr": 0.0072, "Jw": 0.0013, "l": math.sqrt(0.0258 / 6.0), "k": 0.01},
}
SPHERICAL: dict[str, Any] = {
    "lagrangian": "m/2*(x_rate**2 + y_rate**2 + z_rate**2) - m*g*z",
    "dissipation": "c/2*(x_rate**2 + y_rate**2 + z_rate**2)",
    "generalized": {"x": "0.2*sin(3*t) - 0.1*y_rate*x"},
    "position_rows": {"rod": "x**2 + y**2 + z**2 - l**2"},
    "parameters": {"m": 0.7, "g": 9.81, "c": 0.05, "l": 1.3},
}
RELATIVISTIC: dict[str, Any] = {
    "lagrangian": "-m*c**2*sqrt(1 - (x_rate**2 + y_rate**2)/c**2) - q*E*x + q*B/2*(x*y_rate - y*x_rate)",
    "parameters": {"m": 1.2, "c": 3.0, "q": 0.8, "E": 0.4, "B": 1.7},
}
RHEONOMIC: dict[str, Any] = {
    "definitions": {"X": "x + A*sin(w*t)*t", "Y": "y + s*x**2"},
    "lagrangian": "m/2*(x_rate**2 + (1 + x**2)*y_rate**2 + x*x_rate*y_rate) + m*t*y_rate*x - m*g*Y + sin(t)*x_rate",
    "position_rows": {"moving rod": "X**2 + Y**2 - (l + 0.1*t)**2"},
    "velocity_rows": {"blade": "x_rate*sin(y + t) - y_rate*cos(x*y) + 0.3*t*x"},
    "dissipation": "c/4*(x_rate**2 + y_rate**2)**2",
    "generalized": {"y": "-0.3*y*x_rate*t"},
    "parameters": {"m": 1.1, "g": 9.81, "A": 0.3, "w": 2.0, "s": 0.15, "l": 1.4, "c": 0.6},
}
MASS_AND_FORCE: dict[str, Any] = {
    "mass": (("m*(1 + y**2)", "m*x*y/2", "0"), ("m*x*y/2", "m*(1.5 + sin(t)**2)", "0.1"), ("0", "0.1", "2 + cos(x)")),
    "forcing": ("-k*x - x_rate*y_rate", "sin(t) - 0.2*y_rate**3", "x*y*z - z_rate"),
    "generalized": {"z": "cos(t)*x_rate"},
    "dissipation": "0.1*(x_rate - z_rate)**2",
    "velocity_rows": {"row": "x_rate - y*z_rate + t"},
    "parameters": {"m": 1.3, "k": 4.0},
}
COORDINATES = {
    "snakeboard": {
        "x": (0.1, 0.25),
        "y": (-0.2, 0.1),
        "th": (0.2, 1.5),
        "psi": (0.5, 1.0),
        "b": (-0.6, 0.8),
        "f": (0.9, -1.2),
    },
    "spherical": {"x": (0.5, 0.3), "y": (-0.4, 0.2), "z": (-1.1, -0.6)},
    "relativistic": {"x": (0.3, 1.1), "y": (-0.7, 0.9)},
    "rheonomic": {"x": (0.8, -0.4), "y": (-1.1, 0.7)},
    "mass and force": {"x": (0.8, -0.4), "y": (-1.1, 0.7), "z": (0.4, 0.6)},
}
PARTS = {
    "snakeboard": SNAKEBOARD,
    "spherical": SPHERICAL,
    "relativistic": RELATIVISTIC,
    "rheonomic": RHEONOMIC,
    "mass and force": MASS_AND_FORCE,
}


def model(name: str) -> jd.LagrangianModel:
    return jd.LagrangianModel(name, coordinates=COORDINATES[name], **PARTS[name])
