"""The tables of bodies that bend, see kernels/bodies/modal.py: reduced parts in amplitudes that are lengths.

Shapes of a part have unit mass; here each has the mass m of its body, Phi sqrt(m), so that an amplitude [m] is the root mean
square of the displacements.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.kernels.tables import MODAL, MODE, MODE_PAIR
from jourdain.model import quaternions
from jourdain.model.elements import Body, Marker
from jourdain.model.flexible import FlexibleBody
from jourdain.model.part import SPINS, Part
from jourdain.system.builder import Builder
from jourdain.system.layout import Layout


def bending(b: Builder, tables: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The tables modal, modes, mode_pairs, cubic, shapes, bends, mode_start, and which ports and loads they move."""
    modal: list[Any] = []
    modes: list[np.ndarray] = []
    pairs: list[np.ndarray] = []
    cubic: list[np.ndarray] = []  # of the shapes that have any
    for i, body in enumerate(b.model.bodies.values()):
        if not isinstance(body, FlexibleBody):
            continue
        modal.append((i, body.part.modes, sum(map(len, modes)), sum(map(len, pairs))))
        modes.append(_modes(body))
        pairs.append(_pairs(body))
        for k, stress in enumerate(_by_shapes(body)):
            if body.stiffening and stress.any():
                modes[-1]["cubic"][k] = sum(map(len, cubic))
                cubic.append(stress.ravel())
    start = np.concatenate([[0], np.cumsum(b.layout.modes)]) if b.layout.modes else np.zeros(1)
    ways = 0
    for table in (tables["ports"], tables["loads"]):
        for bent in np.flatnonzero(table["shape"] >= 0):
            table["way"][bent] = ways
            ways += b.layout.modes[int(table["body"][bent])]
    return dict(
        modal=np.array(modal, MODAL),
        modes=np.concatenate([np.zeros(0, MODE), *modes]),
        mode_pairs=np.concatenate([np.zeros(0, MODE_PAIR), *pairs]),
        cubic=np.concatenate([np.zeros(0), *cubic]),
        mode_start=start.astype(np.int64),
        shapes=np.ascontiguousarray(np.concatenate([np.zeros((0, 3)), *b.shape_rows])),
        **_bends(b),
        bent_ports=np.flatnonzero(tables["ports"]["shape"] >= 0),
        bent_loads=np.flatnonzero(tables["loads"]["shape"] >= 0),
    )


def _bends(b: Builder) -> dict[str, np.ndarray]:
    """The second order of the rows of `shapes` that have one."""
    start: list[int] = []
    rows: list[np.ndarray] = []
    for one in b.shape_bends:
        for bends in one:
            start.append(sum(map(len, rows)) if bends.any() else -1)
            rows += [bends] if bends.any() else []
    return dict(
        shape_bends=np.array(start, np.int64), bends=np.ascontiguousarray(np.concatenate([np.zeros((0, 3)), *rows]))
    )


def bent_marker(layout: Layout, marker: Marker, body: Body | None, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What bending does to a marker at q (nq,): displacement (3,) [m] and its axes as columns (3, 3), in body axes."""
    if not isinstance(body, FlexibleBody):
        return np.zeros(3), marker.matrix
    frame, amplitudes = body.carrier(marker.carrier), body.unit * layout.elastic(q)[layout.shapes(body.name)]
    turn = quaternions.cross_matrices(amplitudes @ frame.turns)
    return frame.moved(amplitudes), marker.matrix + turn @ marker.matrix


def _modes(body: FlexibleBody) -> np.ndarray:
    """What each shape has by itself."""
    part, found = body.part, np.zeros(body.part.modes, MODE)
    found["cubic"] = -1
    found["stiffness"] = body.unit * part.frequencies
    found["damping"] = 2.0 * body.mass * body.damping * part.frequencies
    found["N"], found["P1"] = body.unit * part.invariants.N, body.unit * part.invariants.P1
    return found


def _pairs(body: FlexibleBody) -> np.ndarray:
    """What two shapes have together, (k * k,)."""
    part, m = body.part, body.mass
    found = np.zeros((part.modes, part.modes), MODE_PAIR)
    P2 = m * part.invariants.P2
    found["mass"] = np.trace(P2, axis1=2, axis2=3)
    for c, (i, j) in enumerate(((2, 1), (0, 2), (1, 0))):
        found["turn"][..., c] = P2[..., i, j] - P2[..., j, i]
    found["P2"] = P2
    if body.stiffening:
        found["P2"] += m * _by_spin(part)
        found["pull"] = m * part.pull.transpose(1, 2, 0)
    return found.ravel()


def _by_spin(part: Part) -> np.ndarray:
    """(k, k, 3, 3) Q with w.Q w - tr(Q) w^2 = sum of spin w_i w_j: the second order of int Phi_k r^T, symmetric."""
    Q = np.zeros((part.modes, part.modes, 3, 3))
    for (i, j), stiffness in zip(SPINS, part.spin, strict=True):
        Q[..., i, j] = Q[..., j, i] = stiffness if i == j else 0.5 * stiffness
    return Q - 0.5 * np.trace(Q, axis1=2, axis2=3)[..., None, None] * np.eye(3)


def _by_shapes(body: FlexibleBody) -> np.ndarray:
    """(k, k, k) H with strains stiffness_k eta_k + eta.H_k eta."""
    part = body.part
    return np.asarray(body.mass * part.cubic / (2.0 * part.frequencies[:, None, None]))
