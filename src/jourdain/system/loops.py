"""Which rows belong to loops? Rows of a joint that is a bridge of the machine cannot depend on rows of other joints.

Vertices are the ground and the bodies, edges the joints between them (drives and rows of the user are joints, too). If a
joint is the only way from one side of the machine to the other, that other side can be moved as one rigid body, which changes
this joint's rows and no others: they are independent of all others at every position, whatever the masses. Rows of such
joints need no regularisation and take no part in the search for singular positions.
Theory: docs/theory/singular.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from jourdain.kernels.kinds import Kind, Planar, Spatial, dimension
from jourdain.kernels.measures import COORDINATE
from jourdain.kernels.tables import POSITION

GROUND = -1
INDEPENDENT = 1e-6  # smallest singular value of the scaled rows of one edge that counts as independent


def looped_rows(kind: Kind, s: Any, joints: list[str], switchable: Iterable[str]) -> np.ndarray:
    """(m,) 1 for rows that may depend on others, 0 for rows of bridges; at the positions in the context s.

    joints: joint of each row. switchable: joints whose rows come and go.
    """
    m = len(joints)
    looped = np.ones(m, np.int64)
    if not isinstance(kind, (Planar, Spatial)):  # rigidity rows of natural coordinates, and a Lagrangian is one block
        return looped
    members: dict[str, list[int]] = {}
    for r, joint in enumerate(joints):
        members.setdefault(joint, []).append(r)
    edges: dict[frozenset[int], list[int]] = {}
    tied: list[frozenset[int]] = []  # more than two bodies: each may reach the other by the third
    pins = {int(pin["measure"]): pin for pin in s.pins if pin["axis"] >= 0}
    for rows in members.values():
        touched = _bodies(kind, s, rows, pins)
        if len(touched) == 2:
            edges.setdefault(touched, []).extend(rows)
        else:
            tied.append(touched)
    away = set(switchable)
    for edge in bridges(edges, tied):
        rows = edges[edge]
        plain = all(_is_plain(s, r) for r in rows) and not away & {joints[r] for r in rows}
        if plain and _independent(kind, s, rows):
            looped[rows] = 0
    return looped


def _bodies(kind: Kind, s: Any, rows: list[int], pins: dict[int, Any]) -> frozenset[int]:
    """The bodies that rows of one joint touch, GROUND among them if they are not about relative motion alone."""
    touched: set[int] = set()
    meeting: dict[tuple[int, int], set[int]] = {}  # components of the way between two points, which must all be held
    for r in rows:
        touched |= {int(b) for b in _blocks(s, r)[1]}
        terms = _terms(s, r)["measure"].tolist()
        for i in terms:
            if i in pins and len(terms) == 1:
                meeting.setdefault((int(pins[i]["a"]), int(pins[i]["b"])), set()).add(int(pins[i]["axis"]))
            elif _reads_ground(s, i):
                touched.add(GROUND)
    if len(touched) < 2 or any(len(axes) < dimension(kind) for axes in meeting.values()):
        touched.add(GROUND)
    return frozenset(touched)


def _reads_ground(s: Any, i: int) -> bool:
    """Has this measure a port that is fixed to the ground?"""
    measure = s.measures[i]
    if measure["kind"] == COORDINATE:
        return True
    return bool(((s.ports["body"][measure["port"]] == GROUND) & s.grad[i].any(axis=1)).any())


def _is_plain(s: Any, r: int) -> bool:
    """A row of measures, or driven in time: its gradient is never zero. (Texts and rows of rates may be anything.)"""
    row = s.rows[r]
    of_measures = row["level"] == POSITION and not row["own"] and not _terms(s, r)["read"].any()
    return bool(of_measures and not row["augmented"])


def _independent(kind: Kind, s: Any, rows: list[int]) -> bool:
    """Are these rows on the same two bodies independent of each other?"""
    bodies = sorted({int(b) for r in rows for b in _blocks(s, r)[1]})
    width = s.J.shape[1]
    G = np.zeros((len(rows), width * len(bodies)))
    for i, r in enumerate(rows):
        for k, b in zip(*_blocks(s, r), strict=True):
            at = width * bodies.index(int(b))
            G[i, at : at + width] += s.J[k]
    G /= np.maximum(np.abs(G).max(axis=0), 1e-300)
    G /= np.maximum(np.linalg.norm(G, axis=1, keepdims=True), 1e-300)
    sigma = np.linalg.svd(G, compute_uv=False)
    return len(rows) <= G.shape[1] and bool(sigma[-1] > INDEPENDENT)


def _terms(s: Any, r: int) -> np.ndarray:
    first, n = int(s.rows[r]["term"]), int(s.rows[r]["n_terms"])
    return s.terms[first : first + n]


def _blocks(s: Any, r: int) -> tuple[range, np.ndarray]:
    first, n = int(s.rows[r]["block"]), int(s.rows[r]["n_blocks"])
    return range(first, first + n), s.block_body[first : first + n]


def bridges(edges: Iterable[frozenset[int]], tied: Iterable[frozenset[int]]) -> list[frozenset[int]]:
    """Edges without which the graph falls apart: no way back below them in a depth-first search.

    tied: vertices that are all connected with each other. Without recursion: chains are long.
    """
    near: dict[int, dict[int, bool]] = {}  # vertex -> neighbour -> can this edge be a bridge?
    for edge in edges:
        a, b = edge
        near.setdefault(a, {})[b] = near.setdefault(b, {})[a] = True
    for group in tied:
        ring = sorted(group)
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            if a != b:
                near.setdefault(a, {})[b] = near.setdefault(b, {})[a] = False
    found: list[frozenset[int]] = []
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    for root in near:
        stack = [] if root in order else [(root, root, iter(near[root]))]
        order.setdefault(root, len(order))
        low.setdefault(root, order[root])
        while stack:
            vertex, parent, rest = stack[-1]
            for other in rest:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append((other, vertex, iter(near[other])))
                    break
                if other != parent:
                    low[vertex] = min(low[vertex], order[other])
            else:
                stack.pop()
                low[parent] = min(low[parent], low[vertex])
                if stack and low[vertex] > order[parent] and near[parent][vertex]:
                    found.append(frozenset((parent, vertex)))
    return found
