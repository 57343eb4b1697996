"""Every model of the other tests, and numbers and names of all sorts; for tests of files."""

from __future__ import annotations

import math
from collections.abc import Callable

from hypothesis import strategies as st

import jourdain as jd
from jourdain.examples import slider_crank
from machines import problems, small_models
from machines.every_element import everything
from verification.adams_models import CASES


def problem_models() -> dict[str, Callable[[], jd.Model]]:
    """Every model of the other tests."""
    mechanisms = {
        "andrews, bare": problems.andrews,
        "n four bar": lambda: problems.n_four_bar(3),
        "two link arm": problems.two_link_arm,
    }
    found: dict[str, Callable[[], jd.Model]] = {
        name: lambda make=make: problems.planar_model(make()) for name, make in mechanisms.items()
    }
    found |= {
        "andrews": problems.andrews_model,
        "chain": lambda: problems.chain(3),
        "pendulum": problems.pendulum,
        "heavy top": problems.heavy_top,
        "slider-crank": slider_crank,
    }
    found |= {f"adams {name}": case.build for name, case in CASES.items()}
    for planar in (True, False):
        found[f"everything, planar={planar}"] = lambda planar=planar: everything(planar)
        for name, make in small_models.MODELS.items():
            found[f"{name}, planar={planar}"] = lambda make=make, planar=planar: make(planar)
    return found


MODELS = problem_models()

numbers = st.floats(-1e49, 1e49)  # a joint placed in ground subtracts and turns them
names = st.text(st.characters(exclude_categories=()), min_size=1).filter(lambda s: s.strip() and s != "ground")
quaternions = st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: math.hypot(*q) > 1e-3)
