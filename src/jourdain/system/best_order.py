"""The order of elimination that is taken: the cheapest of those tried, if its pivots are sound.

Orders of `ordering.Parts` have regular pivots wherever the rows are independent. Those of `freedoms.Freedoms` do not at a few
more positions; there digits are lost, 1e-16 over the pivot. They are taken for large machines only, if they are cheaper and
no more pivots are small where the machine starts than rows are redundant: were one small that need not be, so would be others.
Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from jourdain.kernels.linalg import DEPENDENT
from jourdain.system.dissection import stages
from jourdain.system.freedoms import Freedoms, redundant_apart
from jourdain.system.ordering import Nodes, elimination_order, safe_orders
from jourdain.system.symbolic import SMALL, fill_counts

TRIALS = 14  # orders tried for systems of at most SMALL unknowns: greedy ones are not always the best
# freedoms that rows have to spare, and how many times cheaper such an order has to be. None to spare: dependent wherever a leg
# is stretched between bodies that still are there
LOOSER = ((1, 1.2), (0, 1.4))
SOUND = 5e-3  # smallest scaled pivot of rows that are not redundant; a fifth of that would look nearly singular
ROUNDS = 4  # in which groups with small pivots are told to wait
REMEMBERED = 64  # orders of small machines: a script compiles the same ones, with other numbers, again and again


class Order(NamedTuple):
    """An order of elimination and what it costs."""

    cost: float
    place: np.ndarray  # (n,) position of every unknown


_found: dict[tuple[str, bytes], Order] = {}
_finding = threading.Lock()

Pivots = Callable[[np.ndarray], np.ndarray]  # place -> scaled pivots of all rows, at the start


def best_order(nodes: Nodes, unknowns: Sequence[Sequence[int]], entries: np.ndarray, pivots: Pivots) -> Order:
    """The order to take. unknowns: of each node; entries (k, 2): of the matrix."""
    n = sum(nodes.weight)
    if n > SMALL:
        safe = _safe_order(nodes, unknowns, entries, 0)
        return safe if nodes.is_forest else _looser_order(safe, nodes, unknowns, entries, pivots)
    key = repr((nodes, unknowns)), entries.tobytes()
    with _finding:
        if key not in _found:
            if len(_found) == REMEMBERED:
                del _found[next(iter(_found))]
            _found[key] = _safe_order(nodes, unknowns, entries, TRIALS)
        return _found[key]


def _safe_order(nodes: Nodes, unknowns: Sequence[Sequence[int]], entries: np.ndarray, trials: int) -> Order:
    """The cheapest order with safe pivots."""
    orders = (_weighed(order, unknowns, entries) for order in safe_orders(nodes, trials))
    return min(orders, key=lambda one: one.cost)


def _weighed(order: Sequence[int], unknowns: Sequence[Sequence[int]], entries: np.ndarray) -> Order:
    """An order of nodes, by their unknowns."""
    ordered = [i for node in order for i in unknowns[node]]
    place = np.argsort(ordered)
    count = fill_counts(place, entries)
    solving = 2 * int(count.sum())  # happens ten times as often as factorisations
    return Order(solving + 0.1 * int(count @ count), place)


def _looser_order(
    safe: Order, nodes: Nodes, unknowns: Sequence[Sequence[int]], entries: np.ndarray, pivots: Pivots
) -> Order:
    """An order by freedoms, if one is cheaper than the safe one by far and has no small pivots but those of redundant rows."""
    small = pivots(safe.place) < DEPENDENT
    n, redundant = len(safe.place), int(small.sum())
    nodes, unknowns, left_over = redundant_apart(
        nodes, unknowns, set((n - len(small) + np.flatnonzero(small)).tolist())
    )
    group = np.zeros(n, np.int64)
    for g, members in enumerate(unknowns[nodes.first_group :]):
        group[members] = g
    best, cuts = safe, stages(nodes)
    for to_spare, gain in LOOSER:
        for cut in (None, cuts) if any(cuts) else (None,):
            careful: set[int] = set()
            for _ in range(ROUNDS):
                rule = Freedoms(nodes, to_spare, careful, left_over)
                found = _weighed(elimination_order(nodes, rule, stages=cut), unknowns, entries)
                if gain * found.cost > safe.cost or found.cost > best.cost:
                    break
                small = pivots(found.place) < SOUND
                if small.sum() <= redundant:
                    best = found
                    break
                careful |= set(group[n - len(small) :][small].tolist())
    return best


def scaled_pivots(at: Sequence[np.ndarray], values: np.ndarray, place: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Pivots of the last unknowns, the rows, over their weights, if the matrix is factored in this order.

    at: rows and columns of its values, which are added up.
    """
    from scipy import sparse  # slow to import, and of use for large machines only
    from scipy.sparse.linalg import splu

    n = len(place)
    matrix = sparse.csc_array(sparse.coo_array((values, (place[at[0]], place[at[1]])), shape=(n, n)))
    try:
        factors = splu(matrix, permc_spec="NATURAL", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    except RuntimeError:  # a motion without inertia, which is refused elsewhere
        return np.zeros(len(weights))
    if not (factors.perm_r == factors.perm_c).all():
        return np.zeros(len(weights))  # some pivot was of no use at all
    pivot = np.abs(factors.U.diagonal()[factors.perm_c])[place]
    return pivot[n - len(weights) :] / weights
