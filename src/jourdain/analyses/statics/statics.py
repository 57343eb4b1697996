"""statics: positions in which all forces balance, at rest or in a steadily turning frame; stable or not, with reactions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from jourdain.analyses.statics.finding import Equilibrium, Statics
from jourdain.analyses.statics.limits import within_limits
from jourdain.analyses.statics.problem import Problem
from jourdain.analyses.statics.search import DOWN, METHODS
from jourdain.analyses.statics.solve_for import solved_model
from jourdain.errors import ConvergenceError, ModelError, near
from jourdain.functions import evaluate_value, lower, pack
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.model import Model
from jourdain.model.parsing import number
from jourdain.system.system import System

STARTS = ("drawn", "static")
SAME = 1e-6  # positions [rad, or lengths] of one equilibrium


def statics(
    model: Model,
    t: float = 0.0,
    method: str = "auto",
    *,
    starts: int = 1,
    seed: int = 0,
    turning: Any = (0.0, 0.0, 0.0),
    solve_for: Mapping[str, Mapping[str, float]] | None = None,
) -> Statics:
    """Find where a model stays at rest, with drives and texts held as they are at time t [s].

    method: "newton" finds equilibria of any kind, "energy" and "relaxation" stable ones; "auto" takes them in this order
    until one succeeds, and says so. "stepping" puts the loads on step by step, as "auto" does with beams that bend far.
    starts: so many starts, the first as drawn, the others at random (seed): several equilibria may be found. turning (3,)
    [rad/s], numbers or texts such as "2*pi": at rest in a frame that turns steadily about the origin; drives go on with it.
    solve_for: {"spring.rest": {"chassis.z": 0.5}}: parameters, each with the position or measure that it has to bring
    about, and its value there.
    Raises ConvergenceError, with the best point as `partial`, if no equilibrium is found.
    """
    _check(model, method)
    model = model.model if isinstance(model, System) else model
    t, count, seed = number(t, "t [s]"), _integer(starts, "starts", 1), _integer(seed, "seed", 0)
    rate = read_turning(model, turning)
    solved: dict[str, float] = {}
    if solve_for:
        model, solved = solved_model(model, solve_for, t, rate, method)
    problem = Problem(model, t, rate)

    def held(pressed: Model) -> Equilibrium:
        other = Problem(pressed, t, rate)
        return other.equilibrium(*other.settled(other.start(), method), method)

    found: list[Equilibrium] = []
    failures: list[str] = []
    worst: ConvergenceError | None = None
    for point in problem.starts(count, seed):
        try:
            settled = problem.settled(point, method)
        except ConvergenceError as failure:
            worst = worst or failure
            failures.append(str(failure))
            continue
        there = settled[0].point
        same = next((i for i, other in enumerate(found) if _same_place(other, there.q, there.w)), None)
        if same is None:
            try:
                one = within_limits(model, problem.equilibrium(*settled, method), held)
            except ConvergenceError as failure:
                worst = worst or failure
                failures.append(str(failure))
                continue
            same = next((i for i, other in enumerate(found) if _same(one, other)), None)
        if same is None:
            found.append(one)
        else:
            found[same] = replace(found[same], starts=found[same].starts + 1)
    if not found:
        assert worst is not None
        raise worst
    return Statics(model.name, t, rate, tuple(found), count, tuple(failures), solved)


def _integer(value: Any, where: str, least: int) -> int:
    if number(value, where, least=least) != int(value):
        raise ModelError(f"{where} = {value!r}; give a whole number.")
    return int(value)


def _check(model: Any, method: Any) -> None:
    if not isinstance(model, (Model, System)):
        raise ModelError(f"model = {model!r}; statics takes a jourdain.Model.")
    public = [name for name in METHODS if name != DOWN]
    if method not in public:
        raise ModelError(f"method = {method!r} is none of statics.{near(str(method), public)}")


def read_turning(model: Model, turning: Any) -> np.ndarray:
    """The rate (3,) [rad/s] of numbers or texts; in the plane a single one is about z."""
    given = list(turning) if isinstance(turning, (list, tuple, np.ndarray)) else [0.0, 0.0, turning]
    if len(given) != 3:
        raise ModelError(f"turning = {turning!r}; give three rates [rad/s], such as (0, 0, '2*pi').")
    rate = np.zeros(3)
    for i, value in enumerate(given):
        if isinstance(value, str):
            tapes = pack([lower(value, names={}, parameters=model.parameters, where="turning", arguments=())])
            parts = (tapes.code, tapes.const, tapes.pointers, 0, len(tapes.code))
            value = float(evaluate_value(*parts, np.zeros(1), np.zeros((tapes.n_registers, 3))))
        rate[i] = number(value, "turning [rad/s]")
    if rate[:2].any() and model.planar:
        raise ModelError(f"turning = {turning!r}: a planar model turns about z only; give (0, 0, rate).")
    if rate.any() and isinstance(model, LagrangianModel):
        raise ModelError(
            f"turning: {model.where} has no bodies that could turn; write its Lagrangian in the turning frame."
        )
    return rate


def started(model: Any, start: str, t: float) -> tuple[Any, tuple[str, ...]]:
    """The model as an analysis starts with it at time t [s], and what is to be said: drawn, or at rest in its equilibrium."""
    if start not in STARTS:
        raise ModelError(f"start = {start!r}; it is {' or '.join(map(repr, STARTS))}.{near(str(start), STARTS)}")
    if start == "drawn":
        return model, ()
    _check(model, "auto")
    drawn = model.model if isinstance(model, System) else model

    def down(pressed: Model) -> Equilibrium:
        problem = Problem(pressed, number(t, "t [s]"), np.zeros(3))
        return problem.equilibrium(*problem.settled(problem.start(), DOWN), DOWN)

    found = within_limits(drawn, down(drawn), down)
    said = f"start: at rest in the equilibrium at t = {t:g} s, {found.stability} ({found.method}, {found.steps} steps)"
    return found.model, (said,)


def _same(a: Equilibrium, b: Equilibrium) -> bool:
    """The same position, or two of one family; of a Lagrangian also whole turns of coordinates that seem to be angles."""
    if _same_place(a, b.result.q[0], b.result.w[0]):
        return True
    as_high = abs(a.potential - b.potential) <= SAME * max(1.0, abs(a.potential))
    family = len(a.free) == len(b.free) > 0 and a.stability == b.stability
    turns = (a.result.q[0] - b.result.q[0]) / (2.0 * np.pi)
    turned = bool(a.result.system.coordinates) and np.abs(turns - np.round(turns)).max() <= SAME
    return bool(as_high and (family or turned))


def _same_place(one: Equilibrium, q: np.ndarray, w: np.ndarray) -> bool:
    """Is an equilibrium where q and w are, whatever the number of turns of bodies?"""
    system, own = one.result.system, one.result.q[0]
    layout, states = system.layout, one.result.w[0]
    if np.abs(states - w).max(initial=0.0) > SAME * max(1.0, np.abs(w).max(initial=0.0)):
        return False
    if not layout.dimension:
        return bool(np.abs(own - q).max() <= SAME)
    way = np.abs(layout.points(own) - layout.points(q)).max() / system.length
    return bool(max(way, np.abs(layout.rotations(own) - layout.rotations(q)).max()) <= SAME)
