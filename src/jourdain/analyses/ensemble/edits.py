"""Where the numbers of a table stand in the tables of a System: found once, so that a run need not be compiled.

A column changes some numbers, and each of them is the value itself, its negative, a multiple of it, or it and a constant.
That is found by compiling a few rows of the table, and counts only if every number comes out as `compile` makes it, bit for
bit; so the runs are those of systems that were compiled one by one. What follows from these numbers (weights, masses in the
matrix, turns at the start) is computed anew for each run by what `compile` does. Where a number is made otherwise each run is
compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.kernels.context import Context
from jourdain.system.compile import constant_masses, length_of
from jourdain.system.like import PATTERN
from jourdain.system.pattern import row_weights
from jourdain.system.system import System, evaluate, settle_in_place

DERIVED = ("mass_values", *PATTERN)
STARTS = ("q0", "v0", "w0")
SAMPLES = 4  # rows that are compiled to find out, at most
_FORMS: tuple[tuple[Callable[..., Any], Callable[..., Any]], ...] = (
    (lambda p, x: 1.0, lambda p, c: c * p),
    (lambda p, x: -1.0, lambda p, c: c * p),
    (lambda p, x: x / p if p else 0.0, lambda p, c: c * p),
    (lambda p, x: x - p, lambda p, c: c + p),
    (lambda p, x: x + p, lambda p, c: c - p),
)


@dataclass(frozen=True)
class Edit:
    """Numbers of one array, at places of its flat view as words, that follow from a column in one way."""

    column: str
    array: str
    at: np.ndarray
    form: int
    constant: np.ndarray

    def put(self, words: np.ndarray, value: float) -> bool:
        """Write them for a value; False if one that is zero in the pattern of the system would be so no longer."""
        new = _FORMS[self.form][1](value, self.constant)
        sleeping = (words[self.at] == 0.0) & (new != 0.0)
        words[self.at] = new
        return not sleeping.any()


def arrays_of(system: System) -> dict[str, np.ndarray]:
    """The arrays that compile fills from the model, as words; those that follow from them left out."""
    found = {name: getattr(system, name) for name in STARTS}
    found |= {name: table for name, table in system.tables.items() if name not in DERIVED and table.size}
    return {name: array.reshape(-1).view(np.float64) for name, array in found.items()}


def private(system: System) -> System:
    """The system with arrays of its own, to be written to."""
    tables = {name: table.copy() for name, table in system.tables.items() if name not in PATTERN}
    own = {name: getattr(system, name).copy() for name in (*STARTS, "ref0")}
    tables["mass_values"] = system.tables["mass_values"].copy()
    return replace(system, tables=system.tables | tables, **own)


def derive(system: System, s: Context, t: float) -> float:
    """Compute what follows from the numbers of a private system, in place; returns its typical length [m].

    s: memory of this system, as it is when fresh. t: when the run starts [s].
    """
    tables, kind = system.tables, system.kind
    tables["mass_values"][:] = 0.0
    tables["rows"]["weight"], tables["rows"]["constant"][system.held] = 0.0, 0.0
    system.ref0[:] = 0.0
    evaluate(kind, s, 0.0, system.q0, system.v0, w=system.w0, ref=system.ref0)
    tables["mass_values"][:] = constant_masses(kind, tables, s)
    tables["rows"]["weight"] = row_weights(kind, s)
    settle_in_place(system, s, t)
    return length_of(system.model, system.layout, tables, system.q0)


def comparable(a: System, b: System) -> bool:
    """Are they systems of the same equations, with the same arrays?"""
    shapes = ({name: table.shape for name, table in one.tables.items()} for one in (a, b))
    same = all(np.array_equal(a.tables[name], b.tables[name]) for name in PATTERN if name != "mass_values")
    return next(shapes) == next(shapes) and a.kind == b.kind and a.row_names == b.row_names and same


def find_edits(
    base: System, values: dict[str, float], others: dict[str, list[tuple[float, System]]]
) -> list[Edit] | None:
    """How the numbers of a system follow from the columns; None: not in these ways.

    base: compiled for `values`. others: for each column some other values and the systems for these, all else being equal.
    """
    here, found = arrays_of(base), []
    for column, samples in others.items():
        if not all(comparable(base, other) for _, other in samples):
            return None
        there = [arrays_of(other) for _, other in samples]
        for name, words in here.items():
            at = np.flatnonzero(np.any([words.view(np.int64) != one[name].view(np.int64) for one in there], axis=0))
            if name == "rows":  # weights and held constants follow from the rest
                at = at[~_following(base)[at]]
            while len(at):
                edit = _edit(
                    column,
                    name,
                    at,
                    values[column],
                    words,
                    [(p, one[name]) for (p, _), one in zip(samples, there, strict=True)],
                )
                if edit is None:
                    return None
                found.append(edit)
                at = np.setdiff1d(at, edit.at)
    return found


def _following(system: System) -> np.ndarray:
    """Which words of the table of rows are computed by `derive`."""
    rows = system.tables["rows"]
    mask = np.zeros(rows.shape, rows.dtype)
    words = mask.view(np.int64)
    mask["weight"] = 1.0
    mask["constant"][system.held] = 1.0
    return np.asarray(words.reshape(-1) != 0)


def _edit(
    column: str, name: str, at: np.ndarray, value: float, words: np.ndarray, samples: list[tuple[float, np.ndarray]]
) -> Edit | None:
    """The form in which most of the numbers at these places follow from the value, with those that do."""
    best: Edit | None = None
    for form, (constant_of, put) in enumerate(_FORMS):
        with np.errstate(all="ignore"):
            constant = np.broadcast_to(constant_of(value, words[at]), at.shape)
            fits = put(value, constant) == words[at]
            for p, other in samples:
                fits &= put(p, constant) == other[at]
        if fits.any() and (best is None or fits.sum() > len(best.at)):
            best = Edit(column, name, at[fits], form, constant[fits].copy())
    return best
