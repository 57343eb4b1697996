"""Equations in Euler parameters: the same motions, reactions and events as in Cartesian coordinates, and their order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.examples import robot_arm
from machines import heavy_top, interruptible
from same_runs import MODELS, assert_same, pair, reference

EXACT = jd.DOP853(tol=1e-11)


def both(model: jd.Model, end: float, method: Any = EXACT, **options: Any) -> tuple[jd.Result, jd.Result]:
    """The run in Cartesian coordinates and in Euler parameters."""
    settings = {"output": 8, "trust": "fast"} | options
    other = replace(method, coordinates="euler-parameters")
    return jd.simulate(model, end, integrator=method, **settings), jd.simulate(model, end, integrator=other, **settings)
