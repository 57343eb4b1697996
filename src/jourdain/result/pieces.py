"""The raw numbers of a run: pieces between events, each with its own system. Everything a Result says comes from here."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from jourdain.model.model import Model
from jourdain.system.system import System


@dataclass(frozen=True)
class Piece:
    """States at n times with one system. The first and last row may be the moments after and before an event.

    t (n,), q, v, a, w, wd, lam, ref: states and multipliers; x (n, nm): values of all measures; energies (n, 2): kinetic,
    potential [J]; work (n, 3) of drives, dampers, applied forces since the start [J]; gap, rate_gap, acceleration_gap (n,):
    opening of the worst row that the time steps had left, at position, velocity and acceleration level;
    imbalance (n,): M a - h - G^T lam, relative; output (n,): is it an output time?
    """

    system: System
    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    w: np.ndarray
    wd: np.ndarray
    lam: np.ndarray
    x: np.ndarray
    ref: np.ndarray
    energies: np.ndarray
    work: np.ndarray
    gap: np.ndarray
    rate_gap: np.ndarray
    acceleration_gap: np.ndarray
    imbalance: np.ndarray
    output: np.ndarray

    @property
    def model(self) -> Model:
        """The model in force."""
        return self.system.model

    def __len__(self) -> int:
        return len(self.t)

    def select(self, rows: np.ndarray) -> Piece:
        """The piece with some of its rows only."""
        return replace(self, **{name: getattr(self, name)[rows] for name in SAMPLES})

    @property
    def outputs(self) -> Piece:
        """The rows that are output times."""
        return self if self.output.all() else self.select(self.output)


SAMPLES = tuple(f.name for f in fields(Piece) if f.name != "system")  # arrays with one row per time


def equal(a: Piece, b: Piece) -> bool:
    """Same model and same numbers, bit for bit."""
    pairs = ((getattr(a, name), getattr(b, name)) for name in SAMPLES)
    return a.model == b.model and all(np.array_equal(x, y, equal_nan=True) for x, y in pairs)


def by_name(pieces: list[Piece], array: str, names: str) -> dict[str, np.ndarray]:
    """Columns of an array by name over all pieces, (nt,) each; zero where a piece does not have that name.

    names: the attribute of System that names the columns ("row_names", "recorded" ..).
    """
    total = sum(len(piece) for piece in pieces)
    found: dict[str, np.ndarray] = {}
    first = 0
    for piece in pieces:
        columns = getattr(piece.system, names)
        pairs = columns.items() if isinstance(columns, dict) else ((name, i) for i, name in enumerate(columns))
        for name, i in pairs:
            found.setdefault(name, np.zeros(total))[first : first + len(piece)] = getattr(piece, array)[:, i]
        first += len(piece)
    return found
