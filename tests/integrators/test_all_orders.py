"""Observed orders of all integrators, for positions, velocities and multipliers, on the machines of test_order.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from integrators.methods import BDF_FORMS
from machines import order_machines as order

Make = Callable[[float], Any]


def block(**options: Any) -> Make:
    """A block method of some step."""
    return lambda h: jd.Block(step=h, **options)


def bdf(fixed_order: int, form: str) -> Make:
    """A backward differentiation formula of some step."""
    return lambda h: jd.BDF(step=h, fixed_order=fixed_order, **BDF_FORMS[form])


@cache
def system(machine: str) -> Any:
    return jd.compile(order.MACHINES[machine][0]())


@cache
def exact(machine: str) -> jd.Result:
    """The motion with about eleven digits; test_order.py compares it with SciPy."""
    return jd.simulate(
        system(machine), order.MACHINES[machine][1], integrator=jd.DOP853(tol=1e-13), output=10, trust="fast"
    )


def errors(machine: str, integrator: Any) -> np.ndarray:
    """Largest errors of q, v and multipliers, each against its largest value, (3,)."""
    result = jd.simulate(system(machine), order.MACHINES[machine][1], integrator=integrator, output=10, trust="fast")
    return order.errors(result, exact(machine))[:3]


def slopes(machine: str, make: Make, steps: int) -> np.ndarray:
    """Orders of q, v and multipliers from runs of `steps` steps and twice as many."""
    end = order.MACHINES[machine][1]
    coarse, fine = (errors(machine, make(end / n)) for n in (steps, 2 * steps))
    return np.log2(coarse / fine)


# --------------------------------------------------------------------------- fixed steps

# Order, and per machine the number of steps, each as large as the asymptotic range allows (rounding, and what Newton's
# method leaves, stand below it), with the quantities that show the order itself there: q, v, l (multipliers). The others
# still converge faster: a spinning body, for instance, hides errors of odd order, which change lengths and not phases.
# Multipliers of a Result belong to its q and v, so they have the order of those.
Case = tuple[Make, int, dict[str, tuple[int, str]]]
ALL = "qvl"

METHODS: dict[str, Case] = {
    "RK4": (lambda h: jd.RK4(step=h), 4, {"driven": (40, ALL), "fast top": (400, ALL), "arm": (640, ALL)}),
    "DOPRI5": (lambda h: jd.DOPRI5(step=h), 5, {"driven": (80, ALL), "fast top": (400, ALL), "arm": (320, "q")}),
    "ABM4": (lambda h: jd.ABM4(step=h), 4, {"driven": (160, ALL), "fast top": (800, ALL), "arm": (1280, ALL)}),
    "SDIRK4": (lambda h: jd.SDIRK4(step=h), 4, {"driven": (40, ALL), "fast top": (200, ALL), "arm": (160, ALL)}),
    "central difference": (
        lambda h: jd.CentralDifference(step=h),
        2,
        {"driven": (160, ALL), "fast top": (400, ALL), "arm": (1280, ALL)},
    ),
    "generalized-alpha": (
        lambda h: jd.GeneralizedAlpha(step=h),
        2,
        {"driven": (80, ALL), "fast top": (1600, ALL), "arm": (320, ALL)},
    ),
}

BDF_STEPS: dict[int, dict[str, tuple[int, str]]] = {
    1: {"driven": (640, ALL), "fast top": (6400, ALL), "arm": (1280, ALL)},
    2: {"driven": (80, ALL), "fast top": (400, ALL), "arm": (1280, ALL)},
    3: {"driven": (80, ALL), "fast top": (1600, ALL), "arm": (640, ALL)},
    4: {"driven": (80, ALL), "fast top": (800, "qv"), "arm": (640, ALL)},
    5: {"driven": (80, ALL), "fast top": (400, "l"), "arm": (640, ALL)},
}
METHODS |= {f"BDF{k}, {form}": (bdf(k, form), k, where) for (k, where), form in product(BDF_STEPS.items(), BDF_FORMS)}

# (r, nodes, k): order in index 1, 2, 3, and where it is seen
BLOCKS: dict[tuple[int, str, int], list[tuple[int, dict[str, tuple[int, str]]]]] = {
    (2, "equidistant", 0): [(2, {"driven": (80, ALL), "fast top": (400, ALL), "arm": (320, ALL)})] * 3,
    (2, "radau", 1): [(3, {"driven": (40, ALL), "fast top": (800, ALL), "arm": (320, ALL)})] * 3,
    (3, "equidistant", 1): [
        (4, {"driven": (40, ALL), "fast top": (200, ALL), "arm": (320, "vl")}),
        (4, {"driven": (40, ALL), "fast top": (400, ALL), "arm": (320, ALL)}),
        (3, {"driven": (40, ""), "fast top": (400, ALL), "arm": (320, ALL)}),
    ],
    (3, "chebyshev", 1): [(4, {"driven": (40, ALL), "fast top": (400, ALL), "arm": (320, ALL)})] * 3,
    (3, "radau", 2): [
        (5, {"driven": (20, ALL), "fast top": (200, ALL), "arm": (160, ALL)}),
        (5, {"driven": (20, ALL), "fast top": (200, "l"), "arm": (160, ALL)}),
        (5, {"driven": (20, ALL), "fast top": (100, "l"), "arm": (160, ALL)}),
    ],
    (4, "equidistant", 2): [
        (6, {"driven": (20, ALL), "fast top": (100, ALL)}),
        (6, {"driven": (20, ALL), "fast top": (100, ALL), "arm": (80, "")}),
        (5, {"driven": (20, "vl"), "fast top": (100, "")}),
    ],
    (4, "chebyshev", 2): [
        (6, {"driven": (20, ALL), "fast top": (200, ALL), "arm": (80, "q")}),
        (6, {"driven": (20, ALL), "fast top": (200, "qv"), "arm": (80, ALL)}),
        (5, {"driven": (10, ""), "fast top": (100, ""), "arm": (80, "q")}),
    ],
    (4, "radau", 3): [
        (7, {"fast top": (50, ALL), "arm": (60, "")}),
        (7, {"driven": (10, ALL), "fast top": (50, ""), "arm": (80, ALL)}),
        (7, {"driven": (10, ALL), "fast top": (50, "l"), "arm": (60, "")}),
    ],
    (5, "equidistant", 3): [
        (6, {"driven": (10, ALL), "fast top": (100, ALL)}),
        (6, {"driven": (20, ALL), "fast top": (100, "qv"), "arm": (80, "")}),
        (5, {"driven": (20, ALL), "fast top": (200, ALL), "arm": (80, "q")}),
    ],
}
METHODS |= {
    f"block r={r} {nodes} index {i}": (block(r=r, nodes=nodes, k=k, index=i), *case)
    for (r, nodes, k), cases in BLOCKS.items()
    for i, case in enumerate(cases, 1)
}


@pytest.mark.parametrize(("method", "machine"), [(m, where) for m, case in METHODS.items() for where in case[2]])
def test_order(method: str, machine: str) -> None:
    """Positions, velocities and multipliers have the declared order (0.15), or, where it does not show, a higher one."""
    make, declared, where = METHODS[method]
    steps, shown = where[machine]
    found = slopes(machine, make, steps)
    assert (found > declared - 0.15).all(), found
    for name, slope in zip(ALL, found, strict=True):
        assert name not in shown or slope < declared + 0.15, found


@pytest.mark.parametrize("method", METHODS)
def test_declared_order(method: str) -> None:
    """What the integrator says of itself. Chebyshev's nodes with r = 3 are one better in index 3 than what holds for all."""
    make, measured, _ = METHODS[method]
    assert make(1e-3).order == measured - (method == "block r=3 chebyshev index 3")


# --------------------------------------------------------------------------- error control

TOLS = 10.0 ** -np.arange(5, 11)
CONTROLLED: dict[str, Callable[[float], Any]] = {
    "DOPRI5": lambda tol: jd.DOPRI5(tol=tol),
    "DOP853": lambda tol: jd.DOP853(tol=tol),
    "Adams": lambda tol: jd.Adams(tol=tol),
    "SDIRK4": lambda tol: jd.SDIRK4(tol=tol),
    "block, index 1": lambda tol: jd.Block(tol=tol, index=1),
    "block, index 2": lambda tol: jd.Block(tol=tol, index=2),
    "block, index 3": lambda tol: jd.Block(tol=tol),
    "block, r = 5": lambda tol: jd.Block(tol=tol, r=5),
    "radau, r = 3, index 2": lambda tol: jd.Block(tol=tol, r=3, k=2, nodes="radau", index=2),
    "BDF": lambda tol: jd.BDF(tol=tol),
    "BDF, acceleration, decoupled": lambda tol: jd.BDF(tol=tol, form="acceleration", coupled=False),
}


@pytest.mark.parametrize("machine", ["arm", "fast top", "driven"])
@pytest.mark.parametrize("method", CONTROLLED)
def test_error_goes_with_tol(method: str, machine: str) -> None:
    """Positions and velocities, tol = 1e-5 .. 1e-10: at most 20 tol, and less with each unless it is below tol anyway."""
    found = np.array([errors(machine, CONTROLLED[method](tol))[:2].max() for tol in TOLS])
    assert (found < 20 * TOLS).all(), found / TOLS
    assert ((found[1:] < found[:-1]) | (found[1:] < TOLS[1:])).all(), found
