"""What is kept of a run: curves and scalars of curves, read from its Result, or straight from its states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from jourdain.analyses.sensitivity.outputs import Output, read_output
from jourdain.result.curves import curve
from jourdain.result.pieces import Piece
from jourdain.result.result import Result

Take = Callable[[Piece], np.ndarray]


class Readings:
    """Outputs of a run by their texts: a number each, or a curve (nt,) at the output times."""

    def __init__(self, texts: Sequence[str], like: Result) -> None:
        """like: any result of the model, which tells what curves there are."""
        self.outputs = [read_output(text, like, of_states=False) for text in texts]
        self.curves = tuple(dict.fromkeys(name for one in self.outputs for name in one.curves))
        self._takes = [_take(like, name) for name in self.curves]
        self.of_states = None not in self._takes  # do all of them follow from states, whatever the model is made of?

    def of(self, result: Result) -> list[Any]:
        """Values of all outputs."""
        known: dict[str, np.ndarray] = {}
        for name, take in zip(self.curves, self._takes, strict=True):
            if take is not None and len(result.pieces) == 1:
                known[name] = take(result.pieces[0])
            else:
                known[name] = np.asarray(curve(result, name).values, float)
        return [_value(one, result.t, np.array([known[name] for name in one.curves])) for one in self.outputs]

    def nothing(self, nt: int) -> list[Any]:
        """Values of all outputs where there is no run."""
        return [np.nan if one.scalar else np.full(nt, np.nan) for one in self.outputs]


def _value(one: Output, t: np.ndarray, curves: np.ndarray) -> Any:
    if one.program is None:
        y = curves[0]
    elif one.kind == "final":
        return float(one.expression(curves[:, -1:])[0][0])
    else:
        y = one.expression(curves)[0]
    if one.kind == "final":
        return float(y[-1])
    return one.reading(t, y) if one.scalar else y


def _take(like: Result, name: str) -> Take | None:
    """How a curve is read from the states of a run without events; None: by its name."""
    system = like.system
    if name in system.recorded:
        i = system.recorded[name]
        return lambda piece: piece.x[:, i]
    if name in system.row_names:
        r = system.row_names.index(name)
        return lambda piece: piece.lam[:, r]
    if name in system.state_names:
        w = system.state_names.index(name)
        return lambda piece: piece.w[:, w]
    return None
