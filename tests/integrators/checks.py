"""What every integrator must do, as functions of an integrator: the tests call them for all settings of the registry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from functools import cache
from typing import Any

import numpy as np

import jourdain as jd
from jourdain.integrators import Integrator, Treatment, all_integrators, all_treatments
from machines import order_machines as order

MACHINES = ("driven", "fast top", "arm")


def settings_of(kinds: Iterable[type[Integrator]] | None = None) -> dict[str, Integrator]:
    """The settings that all integrators, or these, want to be tested with, by a name that says what is not the default."""
    found = {}
    for kind in all_integrators().values() if kinds is None else kinds:
        usual = {
            field.name: field.default for field in fields(kind) if field.name not in ("step", "tol", "constraints")
        }
        for example in kind.examples():
            own = [f"{k}={getattr(example, k)!r}" for k, default in usual.items() if getattr(example, k) != default]
            found[f"{kind.__name__}({', '.join(['step' if example.fixed else 'tol', *own])})"] = example
    return found


SETTINGS = settings_of()
FIXED = {name: one for name, one in SETTINGS.items() if one.fixed}
CONTROLLED = {name: one for name, one in SETTINGS.items() if not one.fixed}
TREATMENTS: dict[str, Treatment] = {
    kind.name + "".join(f", {k}={v!r}" for k, v in vars(one).items() if one != kind() and v != getattr(kind(), k)): one
    for kind in all_treatments().values()
    for one in kind.examples()
}


@cache
def system(machine: str) -> Any:
    return jd.compile(order.MACHINES[machine][0]())


@cache
def exact(machine: str) -> jd.Result:
    """The motion with about eleven digits; test_order.py compares it with SciPy."""
    end = order.MACHINES[machine][1]
    return jd.simulate(system(machine), end, integrator=jd.DOP853(tol=1e-13), output=10, trust="fast")


def errors(machine: str, integrator: Integrator) -> np.ndarray:
    """Largest errors of q, v and multipliers, each against its largest value, (3,)."""
    end = order.MACHINES[machine][1]
    result = jd.simulate(system(machine), end, integrator=integrator, output=10, trust="fast")
    if integrator.fixed and result.stats.halvings:
        return np.full(3, np.inf)  # it did not keep the step
    return order.errors(result, exact(machine))[:3]


# --------------------------------------------------------------------------- order

COARSE, MOST = 2e-2, 6_400  # errors below which orders are looked for, and steps at most
STEADY = 0.1  # orders of two pairs of runs that differ by less are the order


def observed(machine: str, integrator: Integrator) -> np.ndarray:
    """Orders of q, v and multipliers: steps are halved until the orders stay what they are, or rounding is near, (3,).

    They are those of the finest pair of runs that agrees with the one before, or, where none does, of the finest of all.
    """
    end, n = order.MACHINES[machine][1], 10
    floor = 1e-9 if integrator.implicit else 5e-13  # what Newton's method leaves; rounding
    small = {1: 1e-3, 2: 1e-4, 3: 1e-6}.get(integrator.order, 1e-7)  # errors in which higher terms do not show any more
    found, steady = np.full(3, np.nan), np.zeros(3, bool)
    before, last = np.full(3, np.inf), np.full(3, np.nan)
    while n <= MOST and not (steady.all() and (before < small).all()):
        try:
            now = errors(machine, replace(integrator, step=end / n))
        except jd.ConvergenceError:  # steps so coarse that Newton's method cannot
            now = np.full(3, np.inf)
        except jd.ModelError:  # no machine for this method
            return found
        good = (now > floor) & (before < COARSE)
        slope = np.full(3, np.nan)
        slope[good] = np.log2(before[good] / now[good])
        agree = np.abs(slope - last) < STEADY
        found = np.where(agree | (good & ~steady), slope, found)
        steady |= agree
        if (now <= floor).any():
            break
        before, last, n = now, slope, 2 * n
    return found


def check_order(integrator: Integrator, machines: Iterable[str] = MACHINES) -> None:
    """Positions, velocities and multipliers have at least the declared order (0.15) on every machine, and on one just that."""
    found = np.array([observed(machine, integrator) for machine in machines])
    declared = np.array([integrator.order, integrator.order, integrator.multiplier_order])
    assert (np.isfinite(found).sum(axis=0) >= min(2, len(found))).all(), found
    excess = np.where(np.isfinite(found), found, np.inf) - declared
    assert (excess > -0.15).all(), found
    assert excess.min() < 0.3, found


# --------------------------------------------------------------------------- error control


def tolerances(integrator: Integrator) -> np.ndarray:
    """Those that a method of its order can be asked for."""
    return 10.0 ** -np.arange(5, 8 if integrator.order < 4 else 11)


def check_tolerance(integrator: Integrator, machine: str) -> None:
    """Positions and velocities: at most 20 tol, and less with each smaller tol unless it is below tol anyway."""
    tols = tolerances(integrator)
    found = np.array([errors(machine, replace(integrator, tol=float(tol)))[:2].max() for tol in tols])
    assert (found < 20 * tols).all(), found / tols
    assert ((found[1:] < found[:-1]) | (found[1:] < tols[1:])).all(), found


# --------------------------------------------------------------------------- outputs inside steps


@cache
def _exact_at(times: tuple[float, ...]) -> jd.Result:
    return order.run("driven", jd.DOP853(tol=1e-12), np.array(times))


def check_dense(integrator: Integrator, times: np.ndarray, order_of_velocities: int | None = None) -> None:
    """Positions and velocities at times that no step hits: the order of the method, or 4 where that is less."""
    exact_there = _exact_at(tuple(times))
    runs = [
        jd.simulate(system("driven"), 1.0, integrator=replace(integrator, step=1 / n), output=times, trust="fast")
        for n in (50, 100, 200)
    ]
    found = np.array([order.errors(run, exact_there)[:2] for run in runs])
    slopes = np.log2(found[0] / found[2]) / 2
    least = np.minimum([integrator.order, order_of_velocities or integrator.order], 4)
    assert ((slopes > least - 0.3) | (found[2] < 1e-10)).all(), slopes
