"""The symbolic phase: elimination order and fill of the saddle matrix, once for a System, in plain Python.

Order: a body, then the rows that hold it. A group of rows may be eliminated only when its child body has gone (rows of
the spanning tree), or, for a joint that closes a loop, when every body of the loop below the common ancestor has gone.
Then all pivots are regular whenever G has full rank. Among what may go, the smallest degree goes first.
Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

GROUND = -1


def spanning_tree(n_bodies: int, groups: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Parent body of each body and the joint group that hangs it on there (-1: ground, or the root of a free part).

    groups: for each group of rows the bodies it touches.
    """
    parent = [GROUND] * n_bodies
    hanger = [-1] * n_bodies
    seen = [False] * n_bodies
    touching: list[list[int]] = [[] for _ in range(n_bodies)]
    for g, bodies in enumerate(groups):
        for b in bodies:
            touching[b].append(g)
    roots = [(g, bodies[0]) for g, bodies in enumerate(groups) if len(bodies) == 1]  # joints to ground first
    roots += [(-1, b) for b in range(n_bodies)]
    queue: list[int] = []
    for start, (g, root) in enumerate(roots):
        if not seen[root]:
            seen[root] = True
            hanger[root] = g
            queue.append(root)
        if start + 1 < len(roots) and roots[start + 1][0] >= 0:
            continue  # hang everything that is on the ground before walking outwards
        while queue:
            b = queue.pop(0)
            for g2 in touching[b]:
                others = [o for o in groups[g2] if o != b]
                if len(others) == 1 and not seen[others[0]]:
                    seen[others[0]] = True
                    parent[others[0]] = b
                    hanger[others[0]] = g2
                    queue.append(others[0])
    return parent, hanger


def _ancestors(b: int, parent: Sequence[int]) -> list[int]:
    path = [b]
    while parent[path[-1]] != GROUND:
        path.append(parent[path[-1]])
    return path


def prerequisites(n_bodies: int, groups: Sequence[Sequence[int]]) -> list[set[int]]:
    """For each group of rows, the bodies that must be eliminated before it."""
    parent, hanger = spanning_tree(n_bodies, groups)
    result: list[set[int]] = []
    for g, bodies in enumerate(groups):
        children = [b for b in bodies if hanger[b] == g]
        if children:
            result.append(set(children))
            continue
        paths = [_ancestors(b, parent) for b in bodies]
        common = set(paths[0]).intersection(*paths[1:]) if len(paths) > 1 else set()
        needed = {b for path in paths for b in path} - common
        result.append(needed or set(bodies[:1]))
    return result


def elimination_order(
    n_bodies: int,
    width: int,
    groups: Sequence[Sequence[int]],
    sizes: Sequence[int],
    n_states: int,
    edges: Sequence[tuple[int, int]],
    seed: int = 0,
) -> list[tuple[str, int]]:
    """Order of the nodes ("body", b), ("rows", g), ("state", s); edges couple bodies or states beyond the joints.

    Nodes in `edges`: 0..n_bodies-1 bodies, then states, then groups. seed > 0 breaks ties, and sometimes the rule, at
    random: greedy orders are not always the best, and trying a few costs little.
    """
    rng = random.Random(seed)
    n = n_bodies + n_states + len(groups)
    weight = [width] * n_bodies + [1] * n_states + list(sizes)
    adjacent: list[set[int]] = [set() for _ in range(n)]
    for g, bodies in enumerate(groups):
        for b in bodies:
            adjacent[n_bodies + n_states + g].add(b)
            adjacent[b].add(n_bodies + n_states + g)
    for i, j in edges:
        if i != j:
            adjacent[i].add(j)
            adjacent[j].add(i)
    waits = [set[int]() for _ in range(n_bodies)] + [set(adjacent[n_bodies + s]) for s in range(n_states)]
    waits += prerequisites(n_bodies, groups)
    degree = [sum(weight[k] for k in adjacent[i]) for i in range(n)]
    left = set(range(n))
    order: list[int] = []
    ready = {i for i in left if not waits[i]}
    while left:
        pick = min(ready, key=lambda i: (degree[i], i >= n_bodies, -i))
        if seed > 0:
            limit = degree[pick] * (1.0 if rng.random() < 0.7 else 1.5)
            pick = rng.choice(sorted(i for i in ready if degree[i] <= limit))
        ready.discard(pick)
        left.discard(pick)
        order.append(pick)
        neighbours = adjacent[pick] & left
        for i in neighbours:
            adjacent[i] |= neighbours
            adjacent[i] -= {i, pick}
            degree[i] = sum(weight[k] for k in adjacent[i] & left)
        for i in left:
            if pick in waits[i]:
                waits[i].discard(pick)
                if not waits[i]:
                    ready.add(i)
        if not ready and left:  # states that wait for each other: any of them
            ready.add(next(iter(left)))
            waits[next(iter(ready))].clear()
    names = [("body", b) for b in range(n_bodies)] + [("state", s) for s in range(n_states)]
    names += [("rows", g) for g in range(len(groups))]
    return [names[i] for i in order]


Pattern = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[tuple[int, int], int]]


def fill(n: int, place: np.ndarray, entries: set[tuple[int, int]]) -> Pattern:
    """Pattern with fill, in elimination order: row_start, diagonal, column, target, (row, col) -> entry by unknowns."""
    rows: list[set[int]] = [{i} for i in range(n)]
    for i, j in entries:  # symmetric pattern: fill is then symmetric as well
        a, b = int(place[i]), int(place[j])
        rows[a].add(b)
        rows[b].add(a)
    for k in range(n):
        later = sorted(c for c in rows[k] if c > k)
        for i in later:
            rows[i].update(later)
    columns = [sorted(r) for r in rows]
    row_start = np.zeros(n + 1, dtype=np.int64)
    row_start[1:] = np.cumsum([len(c) for c in columns])
    column = np.array([c for r in columns for c in r], dtype=np.int64)
    index = [{c: int(row_start[i]) + k for k, c in enumerate(r)} for i, r in enumerate(columns)]
    diagonal = np.array([index[i][i] for i in range(n)], dtype=np.int64)
    upper = [[c for c in r if c > i] for i, r in enumerate(columns)]
    target = [index[i][j] for i in range(n) for k in columns[i] if k < i for j in upper[k]]
    inverse = np.empty(n, dtype=np.int64)
    inverse[place] = np.arange(n)
    where = {(int(inverse[i]), int(inverse[c])): e for i in range(n) for c, e in index[i].items()}
    return row_start, diagonal, column, np.array(target, dtype=np.int64), where


def by_columns(row_start: np.ndarray, diagonal: np.ndarray, column: np.ndarray, *, lower: bool) -> np.ndarray:
    """Entries of L (or U) as rows (row, column, entry), column by column in the order a triangular solve needs them."""
    n = len(diagonal)
    found = [
        (i, int(column[e]), e)
        for i in range(n)
        for e in (range(row_start[i], diagonal[i]) if lower else range(diagonal[i] + 1, row_start[i + 1]))
    ]
    found.sort(key=lambda entry: (entry[1] if lower else -entry[1], entry[0]))
    return np.array(found, dtype=np.int64).reshape(-1, 3)
