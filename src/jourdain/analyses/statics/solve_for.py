"""Parameters that bring an equilibrium to where it is wanted: the preload for a ride height, the mass for a balance.

With c(p) the wanted quantities at the equilibrium of the parameters p, Newton's method on c(p) = wanted. An equilibrium
moves with a parameter by A dx/dp + dR/dp = 0 on the closed positions, see balance.py: no second search is needed for slopes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jourdain.analyses.statics.balance import Point, Tangent
from jourdain.analyses.statics.problem import Problem
from jourdain.errors import ConvergenceError, JourdainError, ModelError, near
from jourdain.kernels.measures import BLADE
from jourdain.lagrange.model import named_measures
from jourdain.model.measures import Measure, coordinate
from jourdain.model.model import Model
from jourdain.model.parameters import check_names, parameters, with_parameters
from jourdain.model.parsing import number

MOST, HALVINGS = 40, 8
DIFFERENCE = 1e-6  # change of a parameter, against itself or 1, for slopes of forces
EXACT = 1e-12  # deviation from what is wanted, against the length of the model or 1, that is none


def solved_model(
    model: Model, solve_for: Any, t: float, turning: np.ndarray, method: str
) -> tuple[Model, dict[str, float]]:
    """The model with parameters that give what is wanted, drawn at its equilibrium, and their values."""
    wanted = _read(model, solve_for)
    names = list(wanted)
    watched = model.copy()
    for target, measure, _ in wanted.values():
        watched.measures[_watched(target)] = measure
    p = np.array([parameters(model)[name].value for name in names])
    goal = np.array([value for _, _, value in wanted.values()])

    def at(values: np.ndarray, drawn: Model) -> tuple[Problem, Point]:
        problem = Problem(with_parameters(drawn, dict(zip(names, values.tolist(), strict=True))), t, turning)
        return problem, problem.settled(problem.start(), method)[0].point

    problem, point = at(p, watched)
    for _ in range(MOST):
        c, slopes = _slopes(problem, point, names, wanted)
        size = EXACT * max(1.0, problem.system.length)
        if np.abs(c - goal).max() <= size:
            values = dict(zip(names, p.tolist(), strict=True))
            return _as_given(problem.placed(point), model), values
        step = _step(slopes, goal - c, wanted)
        for halving in range(HALVINGS + 1):
            try:
                trial, there = at(p + step / 2**halving, problem.placed(point))
            except JourdainError as failure:
                if halving == HALVINGS:
                    raise _lost(wanted, p, c) from failure
                continue
            break
        p, problem, point = p + step / 2**halving, trial, there
    raise _lost(wanted, p, _slopes(problem, point, names, wanted)[0])


def _watched(target: str) -> str:
    return f"{target} (wanted)"


def _as_given(found: Model, model: Model) -> Model:
    """Without the measures that were added to look at."""
    found.measures = {name: measure for name, measure in found.measures.items() if name in model.measures}
    return found


def _read(model: Model, solve_for: Any) -> dict[str, tuple[str, Measure, float]]:
    """Parameter -> (target, its measure, the value wanted)."""
    example = "{'spring.rest': {'chassis.z': 0.5}}"
    if not isinstance(solve_for, Mapping):
        raise ModelError(
            f"solve_for = {solve_for!r}; give parameters and what each has to bring about, such as {example}."
        )
    wanted: dict[str, tuple[str, Measure, float]] = {}
    check_names(model, solve_for)
    for name, targets in solve_for.items():
        if not isinstance(targets, Mapping) or len(targets) != 1:
            raise ModelError(
                f"solve_for {name!r}: {targets!r}; one parameter brings about one thing, such as {example}. Give as many "
                "parameters as there are wanted values."
            )
        ((target, value),) = targets.items()
        wanted[name] = target, _measure(model, target), number(value, f"solve_for {name!r}: {target!r}")
    return wanted


def _measure(model: Model, target: str) -> Measure:
    """The measure behind "chassis.z" (of a centre of mass), "A.angle", "A.slide", a named measure or a coordinate."""
    measures = named_measures(model)
    owner, _, part = str(target).rpartition(".")
    if target in measures:
        if measures[target].kind == BLADE:
            raise ModelError(f"solve_for: {target!r} is a blade, which has a rate but no value.")
        return measures[target]
    if owner in model.bodies:
        parts = ("x", "y", "theta") if model.planar else ("x", "y", "z")
        if part in parts:
            return coordinate(model.bodies[owner], part)
        raise ModelError(f"solve_for: body {owner!r} has no {part!r}.{near(part, parts)}")
    if owner in model.joints and part in ("angle", "slide"):
        found: Measure = getattr(model.joints[owner], part)
        return found
    known = [*measures, *(f"{body}.{axis}" for body in model.bodies for axis in "xyz"), *model.joints]
    raise ModelError(f"solve_for: nothing is called {target!r}.{near(str(target), known)}")


def _slopes(
    problem: Problem, point: Point, names: list[str], wanted: Mapping[str, tuple[str, Measure, float]]
) -> tuple[np.ndarray, np.ndarray]:
    """Wanted quantities c (k,) at an equilibrium and dc/dp (k, k)."""
    balance, targets = problem.balance, [_watched(target) for target, _, _ in wanted.values()]

    def seen(one: Problem) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        forces = one.balance.evaluate(point.q, point.pose.ref, point.w, point.lam)
        s = one.balance.s
        return forces, s.g.copy(), np.array([s.x[one.system.recorded[name]] for name in targets])

    forces, gaps, c = seen(problem)
    lines = np.array([balance.gradient(problem.system.recorded[name]) for name in targets])
    tangent, slopes = Tangent(balance, point), np.zeros((len(names), len(names)))
    for j, name in enumerate(names):
        value = parameters(problem.model)[name].value
        change = DIFFERENCE * max(1.0, abs(value))
        other = Problem(with_parameters(problem.model, {name: value + change}), problem.t, balance.turning)
        by_forces, by_gaps, by_targets = ((b - a) / change for a, b in zip((forces, gaps, c), seen(other), strict=True))
        x = tangent.step(forces=by_forces, gaps=by_gaps)
        slopes[:, j] = by_targets + (0.0 if x is None else lines @ x[: balance.nv])
    return c, slopes


def _step(slopes: np.ndarray, missing: np.ndarray, wanted: Mapping[str, tuple[str, Measure, float]]) -> np.ndarray:
    """Newton's step of the parameters."""
    sizes = np.linalg.norm(slopes, axis=0)
    idle = [name for name, size in zip(wanted, sizes, strict=True) if size == 0.0]
    if not idle and np.linalg.cond(slopes / sizes) < 1e12:
        return np.linalg.solve(slopes, missing)
    targets = ", ".join(target for target, _, _ in wanted.values())
    names = ", ".join(map(repr, idle or list(wanted)))
    raise ModelError(
        f"solve_for: {names} cannot bring about {targets}: at the equilibrium reached these do not depend on them."
    )


def _lost(wanted: Mapping[str, tuple[str, Measure, float]], p: np.ndarray, c: np.ndarray) -> ConvergenceError:
    rows = zip(wanted.items(), p.tolist(), c.tolist(), strict=True)
    listing = "; ".join(
        f"{name} = {value:.6g} gives {target} = {reached:.6g}, wanted {goal:g}"
        for (name, (target, _, goal)), value, reached in rows
    )
    return ConvergenceError(
        f"solve_for: no equilibrium found that is where it is wanted: {listing}. Can it be reached at all? Draw the model "
        "nearer to it, or give the parameters values nearer to what is needed."
    )
