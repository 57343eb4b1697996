"""Singular positions that a run has passed: where pivots of loops become small is looked at closely, geometry decides.

Pivots of the factored rows are a suspicion: slender bodies, long loops and unlucky orders make them small, too. What is looked
at is the product of all of them, their volume: it goes to zero as the square of the distance (or a higher power), however
small other pivots are. Each minimum in the run is followed to its instant on the interpolated motion; it is a singular
position only if more rows depend on each other there than elsewhere (diagnosis/dependence.py).
Theory: docs/theory/singular.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jourdain.diagnosis.dependence import Dependence, dependence, not_unique
from jourdain.integrators import Integrator
from jourdain.kernels.tables import BASE_RANK, POSITION
from jourdain.result.pieces import Piece
from jourdain.run.interpolate import interpolated
from jourdain.system.system import System, evaluate

SHARP = 2.0  # a minimum is suspicious if what is left at it is less than so many times what was lost on the way there
SMALL = np.log(1e-4)  # and one that is still above this part at its instant is not a singular position
TOLERANCE = 1e-4  # angle between rows below which they count as dependent: instants are known to about this
NEAR = 2e-3  # of the run: so far from where a method has met one it is looked for, at most
RISES = np.log(4.0)  # two instants are two passages only if the volume rises by so much between them
CLEARLY = 1e-5  # a pivot above this is neither that of a redundant row nor rounding
POINTS = 200  # of a run, at least, at which it is looked whether the volume is small
CLOSE = 1e-3  # of the reach of flanks: a tip that is moved by less is found
GRID, ROUNDS = np.linspace(-1.0, 1.0, 9), 3


@dataclass(frozen=True)
class Passage:
    """A singular position: when it was passed [s], and the joints whose rows become dependent."""

    t: float
    joints: tuple[str, ...]


def times_between(system: System, method: Integrator, times: np.ndarray) -> np.ndarray:
    """Times between few outputs, so that the volume is known at points enough to see its minima [s].

    Steps that end at outputs stay what they are: these times are whole numbers of them apart. There are none where such steps
    are controlled.
    """
    if not (system.tables["rows"]["looped"] > 0).any() or (method.cut_to_outputs and not method.fixed):
        return np.zeros(0)
    apart = float(times[-1] - times[0]) / POINTS
    gaps, found = np.diff(times), []
    for i in np.flatnonzero(gaps > 1.5 * apart).tolist():
        parts = int(np.ceil(gaps[i] / apart))
        if method.cut_to_outputs and method.whole_step:
            steps = int(np.ceil(gaps[i] / method.whole_step - 1e-6))
            each = max(1, round(steps / parts))
            found.append(times[i] + gaps[i] / steps * np.arange(each, steps, each))
        else:
            found.append(np.linspace(times[i], times[i + 1], parts + 1)[1:-1])
    return np.concatenate(found) if found else np.zeros(0)


def passages_of(
    piece: Piece, volume: np.ndarray, flags: np.ndarray, noted: np.ndarray, span: float
) -> tuple[Passage, ...]:
    """The singular positions passed in a piece. volume: of the loops at its points, as a logarithm (see kernels/states).

    flags: what is known about dependent rows after all of them (see kernels/tables). noted: times at which a method has met a
    small pivot between them. span: the length of the run [s].
    """
    if len(piece) < 2 or np.isinf(volume).any():  # no loops
        return ()
    noted = np.unique(noted[(noted >= piece.t[0]) & (noted <= piece.t[-1])])
    times = _times(piece, volume, flags, noted, span)
    if not len(times):
        return ()
    usual = _rows(piece, float(piece.t[volume.argmax()]), flags)
    known = set(not_unique(usual).tolist())
    found: list[Passage] = []
    for one in times.tolist():
        here = _rows(piece, one, flags)
        if here.redundant <= usual.redundant:
            continue
        rows = not_unique(here).tolist()
        names = [piece.system.row_names[r].rsplit(": ", 1)[0] for r in rows if r not in known or known >= set(rows)]
        found.append(Passage(one, tuple(dict.fromkeys(names))))
    return tuple(found)


def _times(piece: Piece, volume: np.ndarray, flags: np.ndarray, noted: np.ndarray, span: float) -> np.ndarray:
    """Instants at which the volume is all but zero, sorted.

    One may stand in the flank of another, where the volume has no minimum at the points of the piece: what is found is
    divided out, and looked for again in the rest.
    """
    found, rest = np.zeros((3, 0)), volume  # times, the volume there, and how many rows are lost
    for _ in range(ROUNDS):
        t, reach = _suspicions(piece, rest, noted, span)
        if not len(t):
            break
        new = _instants(piece, t, reach, flags)
        before = found.shape[1]
        found = _apart(piece, np.hstack([found, new[:, new[1] < SMALL + volume.max()]]), flags)
        if found.shape[1] == before:
            break
        away = np.abs(piece.t[:, None] - found[0]) / (piece.t[-1] - piece.t[0])
        rest, noted = volume - 2.0 * np.log(np.maximum(away, 1e-9)) @ found[2], np.zeros(0)
    return found[0]


def _suspicions(piece: Piece, volume: np.ndarray, noted: np.ndarray, span: float) -> tuple[np.ndarray, np.ndarray]:
    """Times of minima of the volume, and times noted, and how far to look on both sides of each."""
    # its root falls to zero and rises again like |t| at a singular position, and between two points unseen. That of many
    # loops in line falls by more than numbers can hold: each point is looked at beside the two before and behind it
    ahead, after = np.append(volume[1:], volume[-1]), np.append(volume[0], volume[:-1])
    low = np.flatnonzero((volume <= ahead) & (volume <= after))
    near = np.clip(low[:, None] + np.arange(-2, 3), 0, len(volume) - 1)
    sigma = np.exp(0.5 * (volume[near] - volume[near].max(axis=1, keepdims=True)))
    gap = np.diff(piece.t[near], axis=1)
    rate = np.diff(sigma, axis=1) / np.maximum(gap, 1e-300)  # two steps before a point, two behind it
    steepest = (rate * [-1.0, -1.0, 1.0, 1.0]).max(axis=1)
    deep = 2.0 * sigma[:, 2] < SHARP * steepest * np.maximum(gap[:, 1], gap[:, 2])
    low = low[deep]
    if not len(low) and not len(noted):
        return piece.t[:0], piece.t[:0]
    gaps = np.concatenate([[0.0], np.diff(piece.t), [0.0]])
    reach = np.maximum(gaps[low], gaps[low + 1])
    seen = np.minimum(np.interp(noted, piece.t, np.maximum(gaps[:-1], gaps[1:])), NEAR * span)
    apart = np.concatenate([[np.inf], np.diff(noted), [np.inf]])
    seen = np.minimum(seen, 0.75 * np.minimum(apart[:-1], apart[1:]))  # each is to find its own
    return np.concatenate([piece.t[low], noted]), np.concatenate([reach, seen])


def _apart(piece: Piece, found: np.ndarray, flags: np.ndarray) -> np.ndarray:
    """Of instants (see _times) that are one passage, found several times, the deepest: the volume does not rise between these.

    Sorted by time.
    """
    found = found[:, np.argsort(found[0])]
    t, least, _ = found
    between = _volumes(piece, 0.5 * (t[:-1, None] + t[1:, None]), flags)[:, 0] if len(t) > 1 else np.zeros(0)
    rises = between > np.maximum(least[:-1], least[1:]) + RISES
    groups = [i for i in np.split(np.arange(len(t)), np.flatnonzero(rises) + 1) if len(i)]
    return found[:, np.array([i[least[i].argmin()] for i in groups], np.int64)]


def _instants(piece: Piece, t: np.ndarray, reach: np.ndarray, flags: np.ndarray) -> np.ndarray:
    """The times near t at which the volume is smallest, what it is there, and how many rows are lost (3, n).

    Finer and finer grids, then from both sides.

    At the instant itself pivots are rounding and regularisation. The smallest one falls as the square of the distance: its
    root is a V, whose tip is between two points on its flanks where it is clearly a pivot. Where rows are redundant, their
    pivots change with it, and only the product of all is a V. Its flanks are bent, which moves the tip by their reach squared:
    flanks twice as far tell by how much.
    """
    each, furthest = np.arange(len(t)), reach
    for _ in range(ROUNDS):
        grid = np.clip(t[:, None] + reach[:, None] * GRID, piece.t[0], piece.t[-1])
        best = _volumes(piece, grid, flags).argmin(axis=1)
        t, reach = grid[each, best], reach * (GRID[1] - GRID[0])
    for _ in range(2 * ROUNDS):
        tip, clear, near = _tip(piece, t, reach, flags)
        moved = np.abs(tip - t)[clear] > CLOSE * reach[clear]
        t, reach = np.where(clear, tip, t), np.where(clear, reach, np.minimum(4.0 * reach, furthest))
        if clear.all() and not moved.any():
            break
    wide, clearer, far = _tip(piece, t, 2.0 * reach, flags)
    sure = clear & clearer & (2.0 * reach <= furthest)
    lost = np.where(sure, np.nan_to_num(far) - np.nan_to_num(near), 0.0) / (2.0 * np.log(2.0))  # each: distance squared
    t = np.where(sure, t + (t - wide) / 3.0, t)
    return np.stack([t, _volumes(piece, t[:, None], flags)[:, 0], np.maximum(np.rint(lost), 1.0)])


def _tip(
    piece: Piece, t: np.ndarray, reach: np.ndarray, flags: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where straight flanks through two points on both sides of each t meet, whether pivots there are clear, and the volume."""
    flanks = np.clip(t[:, None] + reach[:, None] * np.array([-1.0, 1.0]), piece.t[0], piece.t[-1])
    pivot, volume = _qualities(piece, flanks, flags, "pivot", "volume")
    root = np.sqrt(pivot)
    clear = np.isfinite(root).all(axis=1) & (root.min(axis=1) ** 2 > CLEARLY)
    if flags[BASE_RANK] > 0.0:
        root = np.exp(0.5 * (volume - volume.max(axis=1, keepdims=True)))
    tip = (flanks[:, 0] * root[:, 1] + flanks[:, 1] * root[:, 0]) / np.maximum(root.sum(axis=1), 1e-300)
    return tip, clear, volume.mean(axis=1)


def _volumes(piece: Piece, times: np.ndarray, flags: np.ndarray) -> np.ndarray:
    """The volume at times (n, k) of a piece."""
    return _qualities(piece, times, flags, "volume")[0]


def _qualities(piece: Piece, times: np.ndarray, flags: np.ndarray, *names: str) -> list[np.ndarray]:
    """Some of kernels/states.QUALITY at times (n, k) of a piece; infinite where they cannot be had."""
    flat, back = np.unique(times, return_inverse=True)
    found = interpolated(piece, flat, flags)[1]
    missing = np.full(len(flat) - len(found), np.inf)
    return [np.append(found[name], missing)[back].reshape(times.shape) for name in names]


def _rows(piece: Piece, t: float, flags: np.ndarray) -> Dependence:
    """Dependencies of the rows at one time. Rows that are open by g pass a singular position at a distance of sqrt(g)."""
    there, _ = interpolated(piece, np.array([t]), flags)
    s = piece.system.context()
    evaluate(piece.system.kind, s, t, there.q[0], there.v[0], w=there.w[0], ref=there.ref[0])
    open_ = np.abs(s.g[s.rows["level"] == POSITION]).max(initial=0.0) / piece.system.length
    return dependence(piece.system, s, tolerance=max(TOLERANCE, 2.0 * open_**0.5))
