"""Has a loop closed on another branch than drawn? Compared by the orientation of its constraint Jacobian.

With N a basis of the free motions as assembled, D(q) = det [G(q); N^T], velocities in body axes, does not vanish as long as
rows stay independent and no free motion turns by 90 degrees. Where a loop folds over from one branch to the other it
passes through zero: another sign as drawn than as assembled tells of another branch. Loops are compared one by one, as
the blocks of the graph of bodies and joints: chains and trees have no branches.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr

from jourdain.diagnosis.topology import fundamental_loops
from jourdain.system.system import System, evaluate

LARGEST = 400  # rows of one loop; beyond, the dense comparison would take seconds
CLEAR = 0.02  # |D| as drawn against as assembled; below, the drawing is too near to a dead point to tell a branch
RANK = 1e-7  # pivots of scaled rows, against the largest, that count as dependent
SINGULAR = 1e-3  # an assembled position whose least other pivot is below this is a dead point: no branch to compare

State = tuple[np.ndarray, np.ndarray]
"""Positions q and the turns of counted angles."""


def changed_branches(system: System, t: float, drawn: State, assembled: State, joints: list[str]) -> list[list[str]]:
    """Loops among `joints`, as lists of their names, that stand on another branch at `assembled` than at `drawn`."""
    found = []
    for names in loops(system, joints):
        rows = np.concatenate([system.joint_rows[name] for name in names])
        rows = np.sort(rows[rows < system.kind.g])
        if 0 < len(rows) <= LARGEST:
            before, after = (_rows_in_body_axes(system, t, rows, *state) for state in (drawn, assembled))
            if _flipped(before, after):
                found.append(names)
    return found


def _flipped(before: np.ndarray, after: np.ndarray) -> bool:
    """True if det [G; N^T] of independent rows has clearly another sign before than after."""
    norm = np.linalg.norm(after, axis=1, keepdims=True)
    before, after = (G / np.where(norm > 0.0, norm, 1.0) for G in (before, after))
    Q, R, order = qr(after.T, pivoting=True)  # one factorisation gives rank, independent rows and free motions
    pivots = np.abs(np.diag(R))
    rank = int((pivots > RANK * pivots[0]).sum())
    if pivots[rank - 1] < SINGULAR * pivots[0]:
        return False
    (sign, size), (sign_after, size_after) = (
        np.linalg.slogdet(np.vstack([G[order[:rank]], Q[:, rank:].T])) for G in (before, after)
    )
    return bool(sign * sign_after < 0.0 and size > size_after + np.log(CLEAR))


def _rows_in_body_axes(system: System, t: float, rows: np.ndarray, q: np.ndarray, ref: np.ndarray) -> np.ndarray:
    """The chosen rows on the bodies they touch: translations along body axes in lengths of the model, rotations in rad.

    The mass metric would let heavy bodies decide; which way a loop folds is a matter of geometry.
    """
    s, kind = system.context(), system.kind
    evaluate(kind, s, t, q, np.zeros(kind.v), ref=ref)
    if system.coordinates:
        return s.J[system.tables["rows"]["block"][rows]]
    table = system.tables["rows"][rows]
    blocks = [range(row["block"], row["block"] + row["n_blocks"]) for row in table]
    place = {b: i for i, b in enumerate(sorted({int(s.block_body[k]) for ks in blocks for k in ks}))}
    R, d = system.layout.rotations(q), system.layout.dimension
    directors = system.layout.orientation == "directors"
    G = np.zeros((len(rows), len(place), s.J.shape[1]))
    for r, ks in enumerate(blocks):
        for k in ks:
            b = int(s.block_body[k])
            turning = s.J[k, d:] @ system.layout.each_director(R[b]) if directors else s.J[k, d:]
            G[r, place[b]] += np.concatenate([system.length * (s.J[k, :d] @ R[b, :d, :d]), turning])
    return G.reshape(len(rows), -1)


def loops(system: System, joints: list[str]) -> list[list[str]]:
    """Groups of joints that close loops with each other, in the order of the model.

    Bodies are nodes (the ground is -1), joints edges. Each joint that is not in a spanning tree closes a loop with the
    tree edges between its ends; loops that share an edge belong together. All rows of a Lagrangian are one group.
    """
    if system.coordinates:
        return [joints] if joints else []
    edges: list[tuple[int, int, str]] = []
    table, body = system.tables["rows"], system.tables["block_body"]
    for name in joints:
        ends: set[int] = set()
        for r in system.joint_rows[name]:
            ends |= {int(body[k]) for k in range(table[r]["block"], table[r]["block"] + table[r]["n_blocks"])}
        first, *others = sorted(ends | {-1}) if len(ends) == 1 else sorted(ends)
        edges += [(first, other, name) for other in others]
    group = {name: name for name in joints}  # union-find over joints

    def root(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    looped: set[str] = set()
    for path in fundamental_loops(dict.fromkeys(end for a, b, _ in edges for end in (a, b)), edges):
        looped |= set(path)
        for name in path[1:]:
            group[root(name)] = root(path[0])
    found: dict[str, list[str]] = {}
    for name in joints:
        if name in looped:
            found.setdefault(root(name), []).append(name)
    return list(found.values())
