"""Mass that couples bodies. M is one of blocks but for its links: each adds - x (e_i - e_j)(e_i - e_j)^T on the first
velocities: in space those of the centre, in the plane with the spin or the director, which have an x of their own.

So the consistent mass of beams differs from mass that is all with the sections, and what bodies weigh together stays the same.
M is constant; M = L D L^T over the linked velocities is made once (system/linked_mass.py), without fill for open beams.
Theory: docs/theory/beams.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner


@inner
def add_momentum(s: Any, width: int, linked: int, dimension: int, a: Any, p: Any) -> None:
    """p += M a of the links; width: velocities of a body, of which the first `linked` have part; `dimension`: of its centre."""
    links = s.links
    for e in range(links.shape[0]):
        link = links[e]
        i, j = width * link.a, width * link.b
        for c in range(linked):
            x = (link.mass if c < dimension else link.moment) * (a[i + c] - a[j + c])
            p[i + c] -= x
            p[j + c] += x


@inner
def add_mass(s: Any, linked: int, dimension: int, f: float) -> None:
    """s.pair += f M of the links."""
    K, links = s.pair, s.links
    for e in range(links.shape[0]):
        link = links[e]
        for c in range(linked):
            x = f * (link.mass if c < dimension else link.moment)
            K[link.a, c, c] -= x
            K[link.b, c, c] -= x
            K[link.ab, c, c] += x
            K[link.ba, c, c] += x


@inner
def solve(s: Any, a: Any) -> None:
    """a (nv,) = M^-1 f on the linked velocities, from what it is without links."""
    pivots, lower = s.mass_pivots, s.mass_lower
    for p in range(pivots.shape[0]):
        a[pivots[p].at] *= pivots[p].block
    for e in range(lower.shape[0]):
        a[lower[e].row] -= lower[e].value * a[lower[e].column]
    for p in range(pivots.shape[0]):
        a[pivots[p].at] /= pivots[p].value
    for e in range(lower.shape[0] - 1, -1, -1):
        a[lower[e].column] -= lower[e].value * a[lower[e].row]


@inner
def whiten(s: Any, b: Any) -> None:
    """b (nv,) = D^-1/2 L^-1 b on the linked velocities, from what it is without links."""
    pivots, lower = s.mass_pivots, s.mass_lower
    for p in range(pivots.shape[0]):
        b[pivots[p].at] *= math.sqrt(pivots[p].block)
    for e in range(lower.shape[0]):
        b[lower[e].row] -= lower[e].value * b[lower[e].column]
    for p in range(pivots.shape[0]):
        b[pivots[p].at] /= math.sqrt(pivots[p].value)
