"""Is an equilibrium stable? By the exact linearisation; with beams, or too large for that, by the sign of the stiffness."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg

from jourdain.analyses.linear.linear import Linear, linearised
from jourdain.analyses.linear.modes import largest
from jourdain.analyses.linear.variations import chosen, null_space
from jourdain.analyses.statics.balance import Balance, Point, Tangent
from jourdain.analyses.statics.definite import falling_directions, has_potential
from jourdain.run.start import Start

MOST_LINEARISED = 700  # velocities: beyond, dense matrices take too long
SLIGHT = 1e-9  # stiffness, against the largest, that is none
SPLIT = 1e-7  # growth, against the fastest rate, that is a pair of equal eigenvalues +-i rate which rounding has parted


@dataclass(frozen=True)
class Verdict:
    """stability: "stable", "unstable", "neutral" (nothing grows, but nothing holds `free`) or "unknown"; how: in a sentence."""

    stability: str
    how: str
    free: tuple[str, ...] = ()
    linear: Linear | None = None


def verdict_of(balance: Balance, point: Point, start: Start) -> Verdict:
    """What is said of an equilibrium; start: the consistent state there."""
    still = not balance.turning.any() and not balance.nw and not balance.system.coordinates
    if (balance.nv > MOST_LINEARISED or balance.elastic) and still:
        tangent = Tangent(balance, point)
        if has_potential(tangent):
            return _by_stiffness(balance, point, tangent)
    found = linearised(start, balance.t, balance.turning if balance.turning.any() else None)
    if not found.steady:
        moment = "forces balance at this moment only: seen from the frame, some of them turn (gravity, springs to the ground)"
        return Verdict("unknown", moment, (), found)
    how = found.verdict()
    if how.startswith("unstable") and balance.turning.any() and found.growth <= SPLIT * np.abs(found.eigenvalues).max():
        how = "nothing grows, not all decays"
    if how.startswith("unstable"):
        return Verdict("unstable", how.removeprefix("unstable: "), (), found)
    free = _free_motions(balance, point)
    return Verdict("neutral" if free else "stable", how.removeprefix("stable: "), free, found)


def _free_motions(balance: Balance, point: Point) -> tuple[str, ...]:
    """What moves where nothing holds it: directions that joints allow and in which no force changes."""
    tangent, n = Tangent(balance, point), balance.nv
    motions = null_space(point.projection.rows[:, :n].toarray())
    basis = scipy.linalg.block_diag(balance.scale[:n, None] * motions, np.eye(balance.nw))
    held = basis.T @ (tangent.A @ basis)
    size = np.abs(held).max(axis=1, initial=0.0)  # of extra states each line has its own, of forces they share one
    size[: motions.shape[1]] = tangent.stiffest
    _, sigma, V = np.linalg.svd(held / np.where(size > 0.0, size, 1.0)[:, None])
    free = (basis @ V[int((sigma > SLIGHT).sum()) :].T)[:n]
    if not free.any():
        return ()
    found, _ = chosen(scipy.linalg.orth(free), balance.layout.is_rotation)
    return tuple(largest(list(balance.layout.names), one.astype(complex), balance.system) for one in found.T)


def _by_stiffness(balance: Balance, point: Point, tangent: Tangent) -> Verdict:
    """Least energy or not: how many directions of falling energy the joints leave, counted by the signs of pivots."""
    falling, flat = falling_directions(balance, point, tangent)
    if falling:
        return Verdict("unstable", f"the energy falls in {falling} direction{'s' * (falling > 1)}")
    if flat:
        return Verdict("neutral", "the energy falls nowhere", (f"{flat} motion{'s' * (flat > 1)}",))
    return Verdict("stable", "the energy is least here")
