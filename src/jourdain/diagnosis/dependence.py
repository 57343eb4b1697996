"""Which rows depend on others? A sparse, rank-revealing elimination of the rows G (m, nv) of a System.

Bodies are eliminated one after the other, the one with the fewest neighbours first. All rows that touch a body are gathered
and turned by an orthogonal matrix so that the first r, the rank of what they hold of this body, are pivots, and the others do
not touch it any more; these go on to the neighbours. What touches nothing any more is a dependency. Nothing is divided, so
errors do not grow, and every row carries its combination T of the original rows, so that each dependency comes out as a left
null vector y, G^T y = 0. Loops close where their bodies go, so the work is linear for chains, trees and ladders, and
dependencies stay local.

Scaling decides what "dependent" means. Rotations count as the way of a point at the body's largest arm, and every row
is made one long: a singular value is then the (smallest) angle between rows. Positions are closed to about 1e-13 and G is exact
to rounding, so that true dependencies come out below 1e-12; near a singular position singular values grow with the
distance. TOLERANCE lies between: two rows that differ by less than 1e-6 cannot be told apart in a drawing. Where joints
do not fit by more than that, G is no better known than the gap, and the gap counts instead.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from jourdain.kernels.tables import POSITION
from jourdain.system.system import System

TOLERANCE = 1e-6  # smallest singular value (of rows one long) that counts
# a row with less than this in every null vector (one long) has no part in it: they are known to about this
SHARE = 1e-5
TINY = 1e-11  # entries of a null vector that are rounding

Sparse = tuple[np.ndarray, np.ndarray]  # indices, values


class _Front(NamedTuple):
    """Rows on the way: A = T (original rows), on the columns of `bodies` one after the other."""

    bodies: tuple[int, ...]
    A: np.ndarray  # (k, columns of these bodies)
    rows: np.ndarray  # (n,) the original rows
    T: np.ndarray  # (k, n)


class Step(NamedTuple):
    """One body eliminated: sigma V[:r] u_body + rest u_others = 0; the other rows of V are its free directions."""

    body: int
    sigma: np.ndarray  # (r,)
    V: np.ndarray  # (width, width)
    others: tuple[int, ...]
    rest: np.ndarray  # (r, columns of the others)


@dataclass(frozen=True)
class Dependence:
    """Rank of the rows at one position, and all dependencies among them."""

    rank: int
    mobility: int  # velocities less rank
    null: list[Sparse]  # rows and coefficients y with G^T y = 0; orthonormal after multiplication by `size`
    size: np.ndarray  # (m,) length of each row in the scaled columns
    tolerance: float

    @property
    def redundant(self) -> int:
        """How many rows could be left out."""
        return len(self.null)


def dependence(system: System, s: Any, *, used: np.ndarray | None = None, tolerance: float | None = None) -> Dependence:
    """Rank and dependencies of the rows (position and velocity level) at the positions last evaluated in the context s.

    used: mask (m,) of the rows to look at, by default all that are in force.
    """
    use = s.rows["active"] == 1 if used is None else used
    if tolerance is None:
        position = use & (s.rows["level"] == POSITION)
        tolerance = tolerance_of(float(np.abs(s.g[position]).max(initial=0.0)) / system.length)
    blocks, size = scaled_blocks(system, s)
    entries = system.tables["row_blocks"]
    taken = use[entries["row"]]
    widths = [len(system.layout.own_columns(b)) for b in range(system.layout.blocks)]
    parts = [block[: widths[b]] for block, b in zip(blocks[taken], entries["body"][taken], strict=True)]
    fronts = gathered(entries["row"][taken], entries["body"][taken], parts)
    null = [(rows, y / size[rows]) for rows, y in eliminate(fronts, widths, tolerance)[1]]
    rank = int(use.sum()) - len(null)
    return Dependence(rank, system.kind.v - rank, null, size, tolerance)


def tolerance_of(gap: float) -> float:
    """The tolerance where joints are open by `gap` lengths of the model: a gap of many rows is spread over them."""
    return max(TOLERANCE, min(20.0 * gap, 1e-3))


def misfit(found: Dependence, values: np.ndarray) -> np.ndarray:
    """The part of row values (m,) that no motion can close, least squares in the scaled rows."""
    part = np.zeros_like(values)
    for rows, y in found.null:
        part[rows] += (y @ values[rows]) * y * found.size[rows] ** 2
    return part


def scaled_blocks(system: System, s: Any) -> tuple[np.ndarray, np.ndarray]:
    """Blocks of the rows scaled to length one, in the order of tables["row_blocks"] (n, width), and their sizes before (m,)."""
    entries = system.tables["row_blocks"]
    J = s.J[entries["block"]]
    J = J / (inertias(s) if system.coordinates else _arms(system, J)[entries["body"]])
    size = np.sqrt(np.bincount(entries["row"], (J * J).sum(axis=1), system.n_rows))
    size[size < TINY] = 1.0  # a row that holds nothing here stays zero and is a dependency of its own
    return J / size[entries["row"]][:, None], size


def _arms(system: System, J: np.ndarray) -> np.ndarray:
    """What one unit of each velocity moves (nb, width): 1 m of a translation, the largest arm of a rotation."""
    entries, d, n = system.tables["row_blocks"], system.layout.dimension, system.layout.velocity_width
    move, turn = np.linalg.norm(J[:, :d], axis=1), np.linalg.norm(J[:, d:n], axis=1)
    arm = np.zeros(len(system.bodies))
    np.maximum.at(arm, entries["body"], np.divide(turn, move, out=np.zeros_like(turn), where=move > 0.0))
    unit = np.ones((len(system.bodies), J.shape[1]))
    # a body pinned at its centre has no arm of its own, and gears no lengths at all: stay within the model's size
    unit[:, d:n] = np.clip(arm, 1e-3 * system.length, system.length)[:, None]
    return unit


def inertias(s: Any) -> np.ndarray:
    """The same for coordinates whose units are not known (n,): roots of their inertias, which have those units as well."""
    inertia = np.abs(np.diagonal(s.mass))
    return np.sqrt(np.where(inertia > 0.0, inertia, inertia.max() or 1.0))


def gathered(rows: np.ndarray, bodies: np.ndarray, blocks: list[np.ndarray]) -> list[_Front]:
    """Rows on the same bodies together. rows, bodies: of each block (width,)."""
    of_row: dict[int, list[tuple[int, int]]] = {}
    for k, (r, b) in enumerate(zip(rows.tolist(), bodies.tolist(), strict=True)):
        of_row.setdefault(r, []).append((b, k))
    groups: dict[tuple[int, ...], list[tuple[int, list[int]]]] = {}
    for r, parts in of_row.items():
        parts.sort()
        groups.setdefault(tuple(b for b, _ in parts), []).append((r, [k for _, k in parts]))
    return [
        _Front(
            touched,
            np.array([np.concatenate([blocks[k] for k in ks]) for _, ks in members]),
            np.array([r for r, _ in members]),
            np.eye(len(members)),
        )
        for touched, members in groups.items()
    ]


def eliminate(fronts: list[_Front], widths: list[int], tolerance: float) -> tuple[list[Step], list[Sparse]]:
    """Steps (one a body) and left null vectors (orthonormal) of the rows in `fronts`; see the head of this file."""
    live = dict(enumerate(fronts))
    of: list[set[int]] = [set() for _ in widths]
    for i, front in live.items():
        for b in front.bodies:
            of[b].add(i)

    def neighbours(b: int) -> int:
        return len({c for i in of[b] for c in live[i].bodies})

    queue = [(neighbours(b), b) for b in range(len(widths))]
    heapq.heapify(queue)
    done = [False] * len(widths)
    steps: list[Step] = []
    null: list[Sparse] = []
    made = len(live)
    while queue:
        count, b = heapq.heappop(queue)
        if done[b]:
            continue
        if neighbours(b) > count:  # the entry is out of date
            heapq.heappush(queue, (neighbours(b), b))
            continue
        done[b] = True
        step, left = _eliminate_body(b, [live.pop(i) for i in sorted(of[b])], widths, tolerance, null)
        steps.append(step)
        if left is not None:
            live[made] = left
        for c in step.others:
            of[c] -= of[b]
            if left is not None:
                of[c].add(made)
            heapq.heappush(queue, (neighbours(c), c))
        made += 1
    return steps, null


def _eliminate_body(
    b: int, fronts: list[_Front], widths: list[int], tolerance: float, null: list[Sparse]
) -> tuple[Step, _Front | None]:
    """Turn all rows that touch body b; dependencies found go to `null`, rows that go on are returned."""
    others = tuple(sorted({c for front in fronts for c in front.bodies} - {b}))
    start = dict(zip(others, np.cumsum([0, *(widths[c] for c in others)]).tolist(), strict=False))
    k = sum(len(front.A) for front in fronts)
    own, rest = np.zeros((k, widths[b])), np.zeros((k, sum(widths[c] for c in others)))
    i = 0
    for front in fronts:
        n, j = len(front.A), 0
        for c in front.bodies:
            part = front.A[:, j : j + widths[c]]
            if c == b:
                own[i : i + n] = part
            else:
                rest[i : i + n, start[c] : start[c] + widths[c]] = part
            j += widths[c]
        i += n
    U, sigma, V = np.linalg.svd(own)
    r = int((sigma > tolerance).sum())
    step = Step(b, sigma[:r], V, others, U[:, :r].T @ rest)
    if r == k:
        return step, None
    rest, T = U[:, r:].T @ rest, U[:, r:].T @ block_diagonal([front.T for front in fronts])
    rows = np.concatenate([front.rows for front in fronts])
    U, sigma, V = np.linalg.svd(rest)
    r = int((sigma > tolerance).sum())
    T = U.T @ T
    for y in T[r:]:
        used = np.abs(y) > TINY
        null.append((rows[used], y[used]))
    return step, _Front(others, sigma[:r, None] * V[:r], rows, T[:r]) if r else None


def block_diagonal(parts: list[np.ndarray]) -> np.ndarray:
    result = np.zeros(np.sum([part.shape for part in parts], axis=0))
    i = j = 0
    for part in parts:
        result[i : i + len(part), j : j + part.shape[1]] = part
        i, j = i + len(part), j + part.shape[1]
    return result


# --------------------------------------------------------------------------- rows that could go, reactions that are not unique


def not_unique(found: Dependence) -> np.ndarray:
    """Rows (sorted) whose multiplier is not determined: those with a part in some null vector."""
    share = np.zeros(len(found.size))
    for rows, y in found.null:
        share[rows] += (y * found.size[rows]) ** 2
    return np.flatnonzero(share > SHARE**2)


def removable(found: Dependence) -> np.ndarray:
    """A smallest set of rows (m - rank, sorted) that can be left out without changing the motion; late rows are preferred.

    These are rows in which the null vectors are independent, N[chosen] regular: from the last row on, each that adds a
    direction is taken, by Gauss-Jordan elimination. Rows that add little come in a later round, as leaving them out would
    leave the others nearly dependent.
    """
    number = len(found.null)
    if not number:
        return np.zeros(0, np.int64)
    column = np.repeat(np.arange(number), [len(rows) for rows, _ in found.null])
    rows, y = (np.concatenate([item[i] for item in found.null]) for i in (0, 1))
    order = np.argsort(-rows, kind="stable")
    rows, column, y = rows[order], column[order], (y * found.size[rows])[order]
    names, first = np.unique(-rows, return_index=True)
    ends = np.append(first[1:], len(rows))
    E = np.zeros((number, number))  # chosen rows of N, reduced: each has a 1 that is alone in its column
    place = np.full(number, -1)  # column -> k
    chosen: list[int] = []
    for least in (0.03, 1e-3, SHARE, 0.01 * SHARE):
        taken = set(chosen)
        for r, start, end in zip((-names).tolist(), first.tolist(), ends.tolist(), strict=True):
            k = len(chosen)
            if k == number:
                break
            if r in taken:
                continue
            x = np.zeros(number)
            x[column[start:end]] = y[start:end]
            known = column[start:end][place[column[start:end]] >= 0]
            x -= x[known] @ E[place[known]]
            c = int(np.abs(x).argmax())
            if abs(x[c]) <= least:
                continue
            x /= x[c]
            touched = np.flatnonzero(E[:k, c])
            E[touched] -= np.outer(E[touched, c], x)
            E[k], place[c] = x, k
            chosen.append(r)
    return np.array(sorted(chosen), np.int64)


# --------------------------------------------------------------------------- directions that can be named


def echelon(rows: np.ndarray) -> np.ndarray:
    """Rows of length one that span the same space (n, columns), with as many zeros as elimination gives: easier to name."""
    A = np.array(rows, float)
    done = 0
    for column in range(A.shape[1]):
        if done == len(A):
            break
        pivot = done + int(np.abs(A[done:, column]).argmax())
        if abs(A[pivot, column]) < 1e-6:
            A[done:, column] = 0.0
            continue
        A[[done, pivot]] = A[[pivot, done]]
        A[done] /= A[done, column]
        others = np.arange(len(A)) != done
        A[others] -= np.outer(A[others, column], A[done])
        done += 1
    A[np.abs(A) < 1e-9] = 0.0
    return A[:done] / np.linalg.norm(A[:done], axis=1, keepdims=True)


def name_axis(direction: np.ndarray) -> str:
    """ "x", "y", "z" or "(0.6, 0.8, 0)" for 2 or 3 components, the sign chosen so that the largest component is positive."""
    d = direction / np.abs(direction).max()
    d = d * np.sign(d[np.abs(d) > 1.0 - 1e-6][0]) / np.linalg.norm(d)
    if (np.abs(d) > 1e-6).sum() == 1:
        return "xyz"[int(np.abs(d).argmax())]
    return "(" + ", ".join(f"{c if abs(c) > 1e-6 else 0.0:.3g}" for c in d) + ")"
