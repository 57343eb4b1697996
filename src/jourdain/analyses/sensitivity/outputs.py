"""Outputs that are differentiated: a curve over time, or a scalar of curves: max, min, integral, final.

    "swing"   "B.force"   "max(B.force)"   "integral(x**2)"   "final(rod.angle)"

A scalar has weights: its derivative by the values of its expression at the output times. Highest and lowest values are those of
the parabola through the three points around the extreme one, so that they do not depend on where the outputs happen to be.
Which three is decided by the run itself: with others for another value of a parameter, the scalar would have a jump.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.functions import FUNCTIONS, Program, evaluate, lower, pack
from jourdain.result.curves import curve, names

_CALL = re.compile(r"\s*(\w+)\s*\((.*)\)\s*", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
TWICE = 1e-9  # relative: two extreme values nearer than this are the same
_NOT_STATES = ("energy.drives", "energy.dampers", "energy.applied", "energy.error", "gap", "rate_gap", "error")


@dataclass(frozen=True)
class Output:
    """What is asked for: its text, the curves it reads, a function of them (None: the curve itself), and the scalar of that."""

    text: str
    curves: tuple[str, ...]
    program: Program | None
    kind: str  # "" for a curve over time, else max, min, integral or final
    unit: str

    @property
    def scalar(self) -> bool:
        """Is it one number?"""
        return self.kind != ""

    def expression(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Values (n,) of the expression for those of the curves (c, n), and its derivatives by these (c, n)."""
        if self.program is None:
            return values[0], np.ones_like(values)
        tapes = pack([self.program])
        registers = np.zeros((tapes.n_registers, 3))
        tape = (tapes.code, tapes.const, tapes.pointers, tapes.start[0], tapes.start[1])
        found, slopes = np.zeros(values.shape[1]), np.zeros_like(values)
        for k in range(values.shape[1]):
            Z, DZ = np.ascontiguousarray(values[:, k]), np.zeros(len(values))
            for i in range(len(values)):
                DZ[:] = 0.0
                DZ[i] = 1.0
                found[k], slopes[i, k], _ = evaluate(*tape, Z, DZ, registers)
        return found, slopes

    def weights(self, t: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Derivatives (n,) of the scalar by the values y (n,) at times t (n,) [s]."""
        found = np.zeros(len(t))
        if self.kind == "integral":
            return integral_weights(t)
        if self.kind == "final":
            found[-1] = 1.0
            return found
        rows = self.around(t, y)
        found[rows] = _at_vertex(t[rows], y[rows])
        return found

    def value(self, t: np.ndarray, y: np.ndarray, rows: np.ndarray | None = None) -> float:
        """The scalar of values y (n,); rows: the points of a parabola, else those around the extreme one of y."""
        if self.kind in ("max", "min"):
            rows = self.around(t, y) if rows is None else rows
            return float(_at_vertex(t[rows], y[rows]) @ y[rows])
        return float(self.weights(t, y) @ y)

    def reading(self, t: np.ndarray, y: np.ndarray) -> float:
        """The scalar of values y (n,), where nobody asks for a derivative: an extreme value may be reached more than once."""
        return self.value(t, y, self._beside(y, self._extreme(y)) if self.kind in ("max", "min") else None)

    def _extreme(self, y: np.ndarray) -> int:
        return int((y if self.kind == "max" else -y).argmax())

    def _beside(self, y: np.ndarray, k: int) -> np.ndarray:
        return np.array([k]) if k in (0, len(y) - 1) else np.array([k - 1, k, k + 1])

    def around(self, t: np.ndarray, y: np.ndarray) -> np.ndarray | None:
        """The points around the extreme one, three or one at an end; None where the scalar is no extreme value."""
        if self.kind not in ("max", "min"):
            return None
        z = y if self.kind == "max" else -y
        k = self._extreme(y)
        same = np.flatnonzero(z >= z[k] - TWICE * max(float(np.abs(z).max()), 1e-300))
        if (np.abs(same - k) > 1).any():
            times = ", ".join(f"{x:.6g}" for x in t[same][:4])
            raise ModelError(
                f"output {self.text!r}: its {self.kind} = {y[k]:.6g} is reached more than once (t = {times} s), so it has no "
                "derivative there; ask for the curve itself, or a part of the run."
            )
        return self._beside(y, k)


def _at_vertex(t: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Weights of the values y (3,) at times t (3,) in the extreme value of their parabola; of one value that is itself."""
    if len(t) == 1:
        return np.ones(1)
    a, b = np.diff(y) / np.diff(t)
    curvature = (b - a) / (t[2] - t[0])
    at = t[1] if curvature == 0.0 else 0.5 * (t[0] + t[1]) - 0.5 * a / curvature
    part = np.ones(3)
    for i in range(3):
        for j in range(3):
            if i != j:
                part[i] *= (at - t[j]) / (t[i] - t[j])
    return part


def integral_weights(t: np.ndarray) -> np.ndarray:
    """Weights (n,) of an integral over t (n,): parabolas through three points at a time, averaged where they overlap."""
    n = len(t)
    found = np.zeros(n)
    if n == 2:
        return np.full(2, 0.5 * (t[1] - t[0]))
    for k in range(n - 1):
        starts = [i for i in (k - 1, k) if 0 <= i <= n - 3]
        for i in starts:
            x = t[i : i + 3] - t[i]
            a, b = t[k] - t[i], t[k + 1] - t[i]
            moments = np.array([b - a, (b**2 - a**2) / 2, (b**3 - a**3) / 3])
            found[i : i + 3] += np.linalg.solve(np.vander(x, 3, increasing=True).T, moments) / len(starts)
    return found


_SCALARS = "Scalars are max(..), min(..), integral(..) and final(..)."
_UNIT: dict[str, Callable[[str], str]] = {
    "integral": lambda unit: f"{unit} s" if unit != "-" else "s",
    "max": str,
    "min": str,
    "final": str,
}


def read_output(text: str, result: Any, *, of_states: bool) -> Output:
    """An output from its text. of_states: only what follows from states at one time can be differentiated."""
    known = list(names(result))

    def curves_of(expression: str) -> list[str]:
        if expression.strip() in known:
            return [expression.strip()]
        words = dict.fromkeys(_NAME.findall(expression))
        return [word for word in words if word not in FUNCTIONS and word not in ("pi", "e", "tau")]

    call = _CALL.fullmatch(text)
    kind = call[1] if call is not None and call[1] in _UNIT else ""
    inside = call[2] if call is not None and kind else text
    if call is not None and not kind and call[1] not in FUNCTIONS:
        raise ModelError(f"output {text!r}: there is no scalar {call[1]!r}. {_SCALARS}")
    used = curves_of(inside)
    for name in used:
        if name not in known:
            asked = f"output {text!r}: there is no curve {name!r}."
            if result.model.names_measure(name):
                raise ModelError(f"{asked} Record it, model.measure('own name', {name!r}), and ask for 'own name'.")
            raise ModelError(f"{asked}{near(name, known)} {_SCALARS}")
        if of_states and name in _NOT_STATES:
            raise ModelError(f"output {text!r}: {name!r} is gathered along the run; use method='differences'.")
    if not used:
        raise ModelError(f"output {text!r} reads no curve.{near(text, known)}")
    unit = curve(result, used[0]).attrs.get("units", "-") if len(used) == 1 and inside.strip() == used[0] else "-"
    return Output(text, tuple(used), _program(inside, used, text), kind, _UNIT[kind](unit) if kind else unit)


def _program(inside: str, used: list[str], text: str) -> Program | None:
    if inside.strip() == used[0]:
        return None
    places = {f"curve_{i}": i for i in range(len(used))}
    written = _NAME.sub(lambda m: f"curve_{used.index(m[0])}" if m[0] in used else m[0], inside)
    try:
        return lower(written, names=places, parameters={}, where=f"output {text!r}", arguments=())
    except ModelError as problem:
        said = re.sub(r"curve_(\d+)", lambda m: used[int(m[1])], str(problem))
        raise ModelError(said) from None


def values_of(result: Any, wanted: Sequence[str]) -> np.ndarray:
    """Curves (c, n) by name."""
    return np.array([np.asarray(curve(result, name).values, float) for name in wanted]).reshape(len(wanted), -1)
