"""Nested dissection: which bodies of a net should go last.

Minimum degree looks one step ahead. In large nets it pays to cut first: bodies whose removal leaves two halves that touch
nowhere are eliminated after both, and the halves are cut again (George, Nested dissection of a regular finite element mesh,
1973). Cuts are levels of breadth-first search, about the middle, where few bodies stand.
Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from jourdain.system.ordering import Nodes

LEAST = 80  # bodies of a part that is not worth a cut
MIDDLE = 0.2  # how far from one half the share of the bodies on one side of a cut may be
VIEWS = 5  # bodies that levels are counted from


def stages(nodes: Nodes) -> list[int]:
    """A number for each node: what has a smaller one goes first. Rows go with the first of their bodies."""
    near: list[set[int]] = [set() for _ in range(nodes.n_bodies)]
    for bodies in nodes.groups:
        for b in bodies:
            near[b].update(bodies)
    depth = _depths(near)
    deepest = max(depth, default=0)
    rows = [max((depth[b] for b in bodies), default=deepest) for bodies in nodes.groups]
    return [deepest - d for d in (*depth, *([deepest] * nodes.n_states), *rows)]


def _depths(near: Sequence[set[int]]) -> list[int]:
    """How many cuts came before the one that each body belongs to; of bodies in no cut, how many there are at most."""
    found: dict[int, int] = {}
    todo = [(set(range(len(near))), 0)]
    while todo:
        part, depth = todo.pop()
        if len(part) <= LEAST:
            continue
        together = set().union(*_levels(near, part, min(part)))
        if len(together) < len(part):  # two parts already
            todo += [(together, depth), (part - together, depth)]
            continue
        cut, beyond = _best_cut(near, part)
        if cut:
            found |= dict.fromkeys(cut, depth)
            todo += [(part - cut - beyond, depth + 1), (beyond, depth + 1)]
    last = 1 + max(found.values(), default=-1)
    return [found.get(b, last) for b in range(len(near))]


def _best_cut(near: Sequence[set[int]], part: set[int]) -> tuple[set[int], set[int]]:
    """Few bodies that separate a part into two of about the same size, and those on one side; none if there are none.

    Levels are seen from several bodies, each far from those before.
    """
    worth, cut, beyond = 0.0, set[int](), set[int]()
    far = dict.fromkeys(sorted(part), len(part))
    start = _levels(near, part, min(part))[-1][0]
    for _ in range(VIEWS):
        levels, before = _levels(near, part, start), 0
        for k, level in enumerate(levels):
            share = (before + len(level) / 2) / len(part)
            before += len(level)
            far |= {b: min(far[b], k) for b in level}
            value = share * (1.0 - share) / len(level)
            if 0 < k < len(levels) - 1 and abs(share - 0.5) < MIDDLE and value > worth:
                worth, beyond = value, set().union(*levels[k + 1 :])
                cut = {b for b in level if near[b] & beyond}
        start = max(far, key=lambda b: (far[b], -len(near[b])))
    return cut, beyond


def _levels(near: Sequence[set[int]], part: set[int], start: int) -> list[list[int]]:
    """Bodies of a part by their distance from one of them, as far as they are connected with it."""
    seen, levels = {start}, [[start]]
    while levels[-1]:
        ahead = dict.fromkeys(c for b in levels[-1] for c in sorted(near[b]) if c in part and c not in seen)
        seen.update(ahead)
        levels.append(list(ahead))
    return levels[:-1]
