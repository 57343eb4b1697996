"""Modes of a linearised model: one eigenvalue each, and its shape in the user's own names."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.run.start import Start
from jourdain.system.system import System

SMALL = 1e-9  # a part of an eigenvalue, against the eigenvalue, that is not spoken of


@dataclass(frozen=True, eq=False)
class Mode:
    """One eigenvalue [1/s] and its shape: what moves, as complex amplitudes; size and phase.

    frequency [Hz] is that of the oscillation, abs(Im)/2 pi; damping is -Re/abs(eigenvalue). bodies: {name: (translation [m]
    (2,) or (3,), rotation [rad], in the plane a number, else (3,))} in ground axes (those of the turning frame now); others:
    extra states, and coordinates that are not of bodies. The largest of translation / length of the model and rotation is 1.
    """

    number: int
    eigenvalue: complex
    bodies: dict[str, tuple[Any, Any]]
    others: dict[str, complex]
    largest: str  # what moves most, in words

    @property
    def frequency(self) -> float:
        """[Hz]."""
        return abs(self.eigenvalue.imag) / (2.0 * math.pi)

    @property
    def damping(self) -> float:
        """1 for what only decays, 0 for what goes on, negative for what grows; NaN for free motions."""
        size = abs(self.eigenvalue)
        return -self.eigenvalue.real / size if size > 0.0 else math.nan

    @property
    def kind(self) -> str:
        """In a word."""
        value = self.eigenvalue
        if value == 0.0:
            return "free"
        if abs(value.real) <= SMALL * abs(value):
            return "oscillates"
        how = "grows" if value.real > 0.0 else "decays"
        return how if abs(value.imag) <= SMALL * abs(value) else f"oscillates, {how}"

    def __str__(self) -> str:
        shown = f"{self.frequency:.4g} Hz" if self.frequency > 0.0 else f"{self.eigenvalue.real:.4g} /s"
        return f"mode {self.number}: {shown}"


def mode_of(i: int, value: complex, shape: np.ndarray, start: Start, names: list[str], extra: list[str]) -> Mode:
    """The shape normalised: the largest is 1 and real."""
    system, layout = start.system, start.system.layout
    n = system.kind.v
    y, w = shape[:n], shape[2 * n :]
    counted = y / np.where([name.endswith((".x", ".y", ".z")) for name in names], system.length, 1.0)
    parts = np.concatenate([counted, w]) if not counted.any() else counted
    if not parts.any():  # a free motion that is at first a velocity alone
        y, parts = shape[n : 2 * n], shape[n : 2 * n]
    scale = parts[np.abs(parts).argmax()] if parts.any() else 1.0
    y, w = _clean(y / scale), _clean(w / scale)
    others = dict(zip(extra, w.tolist(), strict=True))
    bodies: dict[str, tuple[Any, Any]] = {}
    turns = layout.spins(start.q, y) if layout.orientation == "directors" else layout.turnings(y)
    for body, way, turn in zip(system.bodies, layout.translations(y), turns, strict=True):
        bodies[body] = (way, complex(turn[-1]) if system.planar else turn)
    if not system.bodies:
        others = dict(zip(names, y.tolist(), strict=True)) | others
    moving = largest([*names, *extra], np.concatenate([y, w]), system)
    return Mode(i + 1, complex(value), bodies, others, moving)


def _clean(shape: np.ndarray) -> np.ndarray:
    """Without what is rounding of the largest."""
    kept = shape.copy()
    kept.real[np.abs(kept.real) < 1e-12 * np.abs(kept).max(initial=0.0)] = 0.0
    kept.imag[np.abs(kept.imag) < 1e-12 * np.abs(kept).max(initial=0.0)] = 0.0
    return kept


def largest(names: list[str], shape: np.ndarray, system: System, most: int = 3) -> str:
    """ "rod.angle 1, cart.x -0.31 m" or with phases, largest first; of a beam the section that moves most."""
    moves = [name.endswith((".x", ".y", ".z")) for name in names]
    sizes = np.abs(shape) / np.where(moves, system.length, 1.0)
    sections = {node: beam.name for beam in system.model.beams.values() for node in beam.nodes}
    words: list[str] = []
    named: set[str] = set()
    for i in np.argsort(-sizes, kind="stable"):
        if sizes[i] < 0.05 * sizes.max() or len(words) == most:
            break
        beam = sections.get(names[i].rpartition(".")[0])
        if beam in named:
            continue
        named |= {beam} if beam else set()
        angle = math.degrees(np.angle(shape[i]))
        sign = "-" if abs(abs(angle) - 180.0) < 0.5 else ""
        phase = "" if sign or abs(angle) < 0.5 else f" at {angle:.0f} deg"
        words.append(f"{names[i]} {sign}{abs(shape[i]):.3g}{' m' if moves[i] else ''}{phase}")
    return ", ".join(words)
