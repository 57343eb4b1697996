"""The trust line: how good the answer of a run is, in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from jourdain.errors import few

PLAY = 1e-4  # joints open by more of the model's length contradict each other (run/start.MISFIT)
BALANCED = 1e-2  # energy or forces out of balance by more of their size
LIMIT = 0.1  # an estimated error beyond this says only that the motion cannot be predicted


@dataclass(frozen=True)
class Trust:
    """What a run knows about its own accuracy.

    error: estimated error of the positions at the output times (nt,), in lengths of the model and radians, or None;
    companion: how it was found; cost: CPU time of that, as a part of the run's own; energy_error, energy_size [J];
    energy_scale [J]: of a motion by one length in the run, against which a machine at rest is measured;
    drift: largest opening of a row at the end of the run and before events, where a time step ends; imbalance: of forces,
    relative; passages: times of singular positions [s]; loose: joints whose reactions are not unique; open_rows: rows
    that do not fit, with their gaps. coordinates: positions are coordinates of a Lagrangian, whose units are not known.
    """

    length: float = 1.0
    t: np.ndarray = field(default_factory=lambda: np.zeros(0))
    error: np.ndarray | None = None
    companion: str = ""
    cost: float = 0.0
    energy_error: float = 0.0
    energy_size: float = 0.0
    energy_scale: float = 0.0
    drift: float = 0.0
    imbalance: float = 0.0
    redundant: int = 0
    loose: tuple[str, ...] = ()
    passages: tuple[float, ...] = ()
    open_rows: tuple[tuple[str, float], ...] = ()
    notes: tuple[str, ...] = ()
    coordinates: bool = False

    @property
    def worst(self) -> float:
        """Largest estimated error over the run, in lengths of the model and radians; NaN without an estimate.

        Never less than what joints that do not fit stay open by.
        """
        if self.error is None or not len(self.error):
            return float("nan")
        gap = max((abs(gap) for _, gap in self.open_rows), default=0.0)
        return max(float(np.max(self.error)), gap / min(1.0, self.length))

    @property
    def predictable_until(self) -> float:
        """The time [s] up to which the estimated error stays below 0.1; the end of the run if it does throughout."""
        if self.error is None or not len(self.t):
            return float("nan")
        beyond = np.flatnonzero(~(self.error < LIMIT))
        return float(self.t[beyond[0]]) if len(beyond) else float(self.t[-1])

    @property
    def forbidden(self) -> str:
        """What forbids to claim an accuracy, whatever the estimate says; empty if nothing does."""
        gap = max((abs(gap) for _, gap in self.open_rows), default=0.0)
        if gap > PLAY * max(1.0, self.length):
            return f"joints stay open by up to {gap:.2e}"
        size = max(self.energy_size, self.energy_scale)
        share = self.energy_error / size if size > 0.0 else 0.0
        if self.error is not None and share > max(BALANCED, 10.0 * self.worst):
            return f"the energy balance is off by {100.0 * share:.2g} %"
        return f"forces are out of balance by {100.0 * self.imbalance:.2g} %" if self.imbalance > BALANCED else ""

    def _accuracy(self) -> str:
        if self.forbidden:
            return f"accuracy: none is claimed, because {self.forbidden}"
        if self.error is None:
            return f"accuracy: not estimated ({self.companion or 'fast run'})"
        how = f" [{self.companion}{f', +{100 * self.cost:.0f} % CPU' if self.cost else ''}]"
        if not self.worst < LIMIT:
            return (
                f"accuracy: the motion is too sensitive to be predicted beyond t = {self.predictable_until:.4g} s: there the "
                f"estimated error passes {LIMIT:g}{how}"
            )
        size = f"{self.worst:.1e}"
        if self.coordinates:
            return f"accuracy: coordinates within about {size}{how}"
        return f"accuracy: positions within about {size} of {self.length:.3g} m, angles within {size} rad{how}"

    def __str__(self) -> str:
        share = self.energy_error / self.energy_size if self.energy_size > 0.0 else 0.0
        lines = [
            self._accuracy(),
            f"balance: energy {self.energy_error:.1e} J of {self.energy_size:.3g} J ({share:.0e}), "
            f"{'rows' if self.coordinates else 'joints'} drift {self.drift:.0e}, forces {self.imbalance:.0e}",
        ]
        if self.redundant:
            joints = few(list(self.loose))
            lines.append(
                f"redundant: {self.redundant} equations; reactions of {joints} are not unique, the smallest ones are given"
            )
        if self.open_rows:
            worst, gap = max(self.open_rows, key=lambda pair: abs(pair[1]))
            rows = "rows" if self.coordinates else "joints"
            lines.append(f"{rows} do not fit: {len(self.open_rows)} rows stay open, worst {worst} by {abs(gap):.2e}")
        if self.passages:
            lines.append(f"singular positions passed at t = {few([f'{t:.4g}' for t in self.passages], 6)} s")
        return "\n".join([*lines, *self.notes])
