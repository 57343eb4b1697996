"""The order of elimination that is taken: the cheapest of those tried, if its pivots are sound.

Orders of `ordering.Parts` have regular pivots wherever the rows are independent. Those of `freedoms.Freedoms` do not at a few
more positions; there digits are lost, 1e-16 over the pivot. They are taken for large machines only, if they are cheaper by
far and no pivot is small where the machine starts, so never if rows are redundant there.
Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from jourdain.system.freedoms import Freedoms
from jourdain.system.ordering import Nodes, elimination_order, safe_orders
from jourdain.system.symbolic import filled_rows, multiply_adds

TRIALS, SMALL = 14, 160  # orders tried for systems of at most SMALL unknowns: greedy ones are not always the best
# freedoms that rows have to spare, and how many times cheaper such an order has to be. None to spare: dependent wherever a leg
# is stretched between bodies that still are there
LOOSER = ((1, 1.5), (0, 2.0))
SOUND = 1e-3  # smallest scaled pivot
ROUNDS = 4  # in which groups with small pivots are told to wait


class Order(NamedTuple):
    """An order of elimination and what it costs."""

    cost: float
    place: np.ndarray  # (n,) position of every unknown
    upper: list[list[int]]  # columns of each row of U


Pivots = Callable[[np.ndarray], np.ndarray]  # place -> scaled pivots of all rows, at the start


def best_order(nodes: Nodes, unknowns: Sequence[Sequence[int]], entries: np.ndarray, pivots: Pivots) -> Order:
    """The order to take. unknowns: of each node; entries (k, 2): of the matrix."""
    n = sum(nodes.weight)

    def weighed(order: list[int]) -> Order:
        place = np.zeros(n, np.int64)
        place[[i for node in order for i in unknowns[node]]] = np.arange(n)
        upper = filled_rows(n, place, entries)
        solving = 2 * sum(len(columns) for columns in upper)  # happens ten times as often as factorisations
        return Order(solving + 0.1 * multiply_adds(upper), place, upper)

    safe = best = min(map(weighed, safe_orders(nodes, TRIALS if n <= SMALL else 0)), key=lambda one: one.cost)
    if n <= SMALL:
        return safe
    group = np.repeat(np.arange(len(nodes.groups)), nodes.weight[nodes.first_group :])
    row = np.argsort([i for members in unknowns[nodes.first_group :] for i in members])  # groups need not be in order
    for to_spare, gain in LOOSER:
        careful: set[int] = set()
        for _ in range(ROUNDS):
            found = weighed(elimination_order(nodes, Freedoms(nodes, to_spare, careful)))
            if gain * found.cost > best.cost:
                break
            small = set(group[row][pivots(found.place) < SOUND].tolist())
            if not small:
                best = found
                break
            careful |= small
    return best


def scaled_pivots(at: Sequence[np.ndarray], values: np.ndarray, place: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Pivots of the last unknowns, the rows, over their weights, if the matrix is factored in this order.

    at: rows and columns of its values, which are added up.
    """
    from scipy import sparse  # slow to import, and of use for large machines only
    from scipy.sparse.linalg import splu

    n = len(place)
    matrix = sparse.csc_array(sparse.coo_array((values, (place[at[0]], place[at[1]])), shape=(n, n)))
    factors = splu(matrix, permc_spec="NATURAL", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    if not (factors.perm_r == factors.perm_c).all():
        return np.zeros(len(weights))  # some pivot was of no use at all
    pivot = np.abs(factors.U.diagonal()[factors.perm_c])[place]
    return pivot[n - len(weights) :] / weights
