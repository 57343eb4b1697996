"""The motion to be made, in all the forms it may be given in: drives, texts, functions, arrays over time, files, a Result."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.analyses.inverse.actuators import GIVEN, measure_of
from jourdain.analyses.kinematics.driven import few
from jourdain.analyses.kinematics.kinematics import kinematics
from jourdain.analyses.simulate import output_times
from jourdain.errors import FileFormatError, ModelError
from jourdain.model.model import Model
from jourdain.model.parsing import number
from jourdain.reading import regular
from jourdain.result.result import Result

TIMES = ("t", "time")
DEGREE = 5  # of splines through arrays: accelerations are smooth
LEAST = 4  # points of a spline that has accelerations


def known_motion(
    model: Model, motion: Any, t_start: float | None, t_end: float | None, output: Any
) -> tuple[Result, bool, tuple[str, ...]]:
    """The motion as a Result, whether drives made it, and what is to be said about it."""
    if isinstance(motion, (str, Path)):
        motion = _from_file(Path(motion))
    if isinstance(motion, Result):
        return _of_result(model, motion, t_start, t_end, output), False, ()
    if motion is not None and not isinstance(motion, Mapping):
        raise ModelError(
            f"inverse: motion = {type(motion).__name__}; give a Result, a table {{'phi': '2*pi*t'}} of texts or functions, or "
            "arrays over time {'t': t, 'phi': values}."
        )
    driven = model
    notes: tuple[str, ...] = ()
    if motion:
        driven, notes, last = _driven(model, motion)
        t_end = last if t_end is None else t_end
        if last is not None and number(t_end, "t_end [s]") > last * (1.0 + 1e-12):
            raise ModelError(
                f"inverse: the motion is given up to {last:g} s, which is before t_end = {t_end:g} s. Leave t_end out, or give "
                "values up to there."
            )
    if t_end is None:
        raise ModelError(
            "inverse needs t_end (the end of the motion [s]) where drives, texts or functions give the motion."
        )
    if reading := _states_read(model):
        raise ModelError(
            f"inverse: forces read the extra states {few(reading)}, which follow from their history only. Give the motion as a "
            "Result of simulate, which holds them, or take these forces out."
        )
    found = kinematics(
        driven, t_end, t_start=0.0 if t_start is None else t_start, output=200 if output is None else output
    )
    return found, True, notes


def _driven(model: Model, motion: Mapping[Any, Any]) -> tuple[Model, tuple[str, ...], float | None]:
    """The model with a drive for every entry, what is to be said, and the last time of arrays [s]."""
    driven, times = model.copy(), next((motion[key] for key in TIMES if key in motion), None)
    notes: tuple[str, ...] = ()
    t = None if times is None else np.asarray(times, float)
    for name, values in motion.items():
        if name in TIMES:
            continue
        measure = measure_of(model, name, "inverse: motion")
        label = f"{name}{GIVEN}" if isinstance(name, str) else f"motion {len(driven.joints)}"
        if isinstance(values, str) or callable(values) or np.ndim(values) == 0:
            driven.drive(label, measure, values)
            continue
        if t is None:
            raise ModelError(
                f"inverse: {name!r} is given by an array; give its times as well: {{'t': .., {name!r}: ..}}."
            )
        function, *derivatives = _spline(str(name), t, np.asarray(values, float))
        driven.drive(label, measure, function, derivatives=(derivatives[0], derivatives[1]))
        notes = (f"the motion is an interpolating spline of degree {min(DEGREE, len(t) - 1)} through {len(t)} points",)
    return driven, notes, None if t is None else float(t[-1])


def _spline(name: str, t: np.ndarray, values: np.ndarray) -> list[Any]:
    """An interpolating spline and its first two derivatives, as functions of time."""
    from scipy.interpolate import make_interp_spline

    if t.ndim != 1 or t.shape != values.shape or len(t) < LEAST:
        raise ModelError(
            f"inverse: {name!r} has {values.size} values over {t.size} times; give as many of both, {LEAST} at least."
        )
    if not (np.isfinite(t).all() and np.isfinite(values).all() and (np.diff(t) > 0.0).all()):
        raise ModelError(f"inverse: times of {name!r} do not increase, or some of its values are no numbers.")
    spline = make_interp_spline(t, values, k=min(DEGREE, len(t) - 1))
    return [lambda t, f=f: float(f(t)) for f in (spline, spline.derivative(), spline.derivative(2))]


def _of_result(model: Model, result: Result, t_start: Any, t_end: Any, output: Any) -> Result:
    """A run as the motion, at its own output times or at others within it."""
    if list(result.model.bodies) != list(model.bodies) or result.system.planar != model.planar:
        raise ModelError("inverse: the motion is one of another model; its bodies have other names.")
    if result.system.layout.orientation == "directors":
        raise ModelError(
            "inverse: beams of theory 'ancf' have natural coordinates, which it cannot read; take theory='exact'."
        )
    if any(piece.model != result.model for piece in result.pieces):
        raise ModelError("inverse: events changed the model during this run; give the motion of one of its parts.")
    if t_start is None and t_end is None and output is None:
        return result
    first, last = float(result.t[0]), float(result.t[-1])
    begin, end = (default if x is None else number(x, "time [s]") for x, default in ((t_start, first), (t_end, last)))
    if end > last * (1.0 + 1e-12) or begin < first - 1e-12 * max(1.0, abs(first)):
        raise ModelError(
            f"inverse: the motion goes from {first:g} to {last:g} s, which is shorter than {begin:g} .. {end:g} s. "
            "Leave t_start and t_end out, or make the motion over all of that time."
        )
    return result.at(output_times(begin, end, 200 if output is None else output))


def _from_file(path: Path) -> Any:
    """A stored result, or a table with a column of times and one for every measure."""
    if path.suffix.lower() == ".nc":
        from jourdain.io.results.results import load

        return load(path)
    if path.suffix.lower() != ".csv":
        raise FileFormatError(
            f"{str(path)!r}: a motion is a stored result (.nc), or a table (.csv) with columns t and measures."
        )
    try:
        with regular(path).open(newline="", encoding="utf-8") as file:
            head, *rows = [row for row in csv.reader(file) if row]
        columns = np.array(rows, float).T
        return {name.strip(): column for name, column in zip(head, columns, strict=True)}
    except (OSError, ValueError) as problem:
        raise FileFormatError(f"{str(path)!r} is no table of numbers under a line of names: {problem}.") from None


def _states_read(model: Model) -> list[str]:
    """Extra states that forces and loads read."""
    texts: list[str] = []
    for force in model.forces.values():
        texts += [str(force.law), *map(str, force.inputs.values())]
    for load in model.loads.values():
        texts += [*map(str, (*load.force, *load.torque)), *map(str, load.inputs.values())]
    words = {word for text in texts for word in _words(text)}
    return [name for name in model.states if name in words]


def _words(text: str) -> set[str]:
    import re

    return set(re.findall(r"[^\W\d]\w*", text))
