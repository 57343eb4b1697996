"""The constant factor M = L D L^T of mass that couples bodies, see kernels/bodies/links.py."""

from __future__ import annotations

import heapq

import numpy as np

from jourdain.kernels.tables import MASS_LOWER, MASS_PIVOT


def linked_mass(tables: dict[str, np.ndarray], width: int, dimension: int) -> dict[str, np.ndarray]:
    """The tables mass_pivots and mass_lower. Linked velocities are not coupled in the block of their body.

    Those with the fewest neighbours go first: a chain of bodies has as many entries as links, a ring twice as many.
    """
    links, bodies = tables["links"], tables["bodies"]
    rows: dict[int, dict[int, float]] = {}
    blocks: dict[int, float] = {}
    for link in links:
        for c in range(width if dimension == 2 and link["moment"] != 0.0 else dimension):
            mass = float(link["mass" if c < dimension else "moment"])
            i, j = int(width * link["a"] + c), int(width * link["b"] + c)
            for one, body in ((i, link["a"]), (j, link["b"])):
                if one not in rows:
                    blocks[one] = float(bodies["mass"][body] if c < dimension else bodies["J"][body, 2, 2])
                    rows[one] = {one: blocks[one]}
            for one, other in ((i, j), (j, i)):
                rows[one][one] -= mass
                rows[one][other] = rows[one].get(other, 0.0) + mass
    pivots, lower = [], []
    waiting = [(len(row), i) for i, row in rows.items()]
    heapq.heapify(waiting)
    while waiting:
        neighbours, i = heapq.heappop(waiting)
        if i not in rows or len(rows[i]) != neighbours:
            continue  # it has another number of neighbours by now, and waits for its turn with that
        row = rows.pop(i)
        d = row.pop(i)
        pivots.append((blocks[i], d, i))
        for j, x in row.items():
            lower.append((x / d, j, i))
            del rows[j][i]
            for k, y in row.items():
                rows[j][k] = rows[j].get(k, 0.0) - x * y / d
            heapq.heappush(waiting, (len(rows[j]), j))
    return dict(mass_pivots=np.array(pivots, MASS_PIVOT), mass_lower=np.array(lower, MASS_LOWER))
