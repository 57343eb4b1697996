"""Forces that can be locked in: which components of which joint reactions the equations do not determine.

A left null vector y of the rows is a set of joint forces in balance with themselves; it can be added to the multipliers
without changing the motion. Dependencies that share a joint form a group.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from jourdain.diagnosis.dependence import SHARE, Dependence, echelon, name_axis, not_unique
from jourdain.model.elements import Marker
from jourdain.model.measures import GROUND
from jourdain.system.bending import bent_marker
from jourdain.system.system import System


@dataclass(frozen=True)
class Locked:
    """A group of dependencies: how many are independent, and joint -> the components of its reaction that are not unique."""

    count: int
    joints: dict[str, tuple[str, ...]]
    # (6, count) ground axes, torque [N m] at the joint
    wrenches: dict[str, np.ndarray] = field(repr=False, compare=False)


class Frames:
    """Places of bodies and markers at positions q, with the context evaluated there."""

    def __init__(self, system: System, q: np.ndarray, s: Any) -> None:
        self.system, self.s, self.q = system, s, q
        self.index = {name: b for b, name in enumerate(system.bodies)}
        self.centre, self.R = system.layout.positions(q), system.layout.axes(q)

    def point(self, marker: Marker) -> np.ndarray:
        """Origin of a marker in ground axes (3,) [m]."""
        if marker.body == GROUND:
            return np.array(marker.at)
        b = self.index[marker.body]
        moved, _ = bent_marker(self.system.layout, marker, self.system.model.bodies[marker.body], self.q)
        return self.centre[b] + self.R[b] @ (np.array(marker.at) - self.system.com[b] + moved)

    def axes(self, marker: Marker) -> np.ndarray:
        """Axes of a marker in ground axes, as columns (3, 3)."""
        own = marker.matrix
        return own if marker.body == GROUND else self.R[self.index[marker.body]] @ own

    def wrenches(self, rows: np.ndarray, body: str, point: np.ndarray) -> np.ndarray:
        """Force and torque about a point (6, rows) in ground axes that unit multipliers of rows exert on a body."""
        b = self.index[body]
        J = np.zeros((len(rows), self.s.J.shape[1]))
        for i, entry in enumerate(self.s.rows[rows]):
            for k in range(entry["block"], entry["block"] + entry["n_blocks"]):
                if self.s.block_body[k] == b:
                    J[i] = self.s.J[k]
        force, torque = self.system.layout.wrenches(J, self.R[b])
        return np.hstack([force, torque + np.cross(self.centre[b] - point, force)]).T


def locked_groups(system: System, frames: Frames, found: Dependence) -> list[Locked]:
    """Groups of dependencies that share joints."""
    if not found.null:
        return []
    vectors = _null_matrix(system, found)
    names = list(system.joint_rows)
    joint_of = np.zeros(system.n_rows, np.int64)
    for j, rows in enumerate(system.joint_rows.values()):
        joint_of[rows] = j
    # joints and dependencies are the two kinds of nodes of a graph; its components are the groups
    entries = vectors.tocoo()
    n = len(names)
    links = sparse.coo_matrix(
        (np.ones(entries.nnz), (joint_of[entries.row], n + entries.col)), shape=(n + len(found.null),) * 2
    )
    label = connected_components(links, directed=False)[1]
    groups = []
    for g in dict.fromkeys(label[n:].tolist()):
        members = vectors[:, np.flatnonzero(label[n:] == g)].tocsr()
        joints, wrenches = {}, {}
        for j in np.flatnonzero(label[:n] == g).tolist():
            rows = system.joint_rows[names[j]]
            part = members[rows].toarray()
            wrenches[names[j]] = _wrench(system, frames, names[j], rows, part)
            joints[names[j]] = _components(system, names[j], rows, part, wrenches[names[j]])
        groups.append(Locked(members.shape[1], joints, wrenches))
    return groups


def _null_matrix(system: System, found: Dependence) -> sparse.csc_matrix:
    """Null vectors as columns (m, count), without the rows whose part is no more than rounding."""
    columns = np.repeat(np.arange(len(found.null)), [len(rows) for rows, _ in found.null])
    rows, values = (np.concatenate([item[i] for item in found.null]) for i in (0, 1))
    keep = np.isin(rows, not_unique(found)) & (np.abs(values * found.size[rows]) > 0.1 * SHARE)
    shape = (system.n_rows, len(found.null))
    return sparse.csc_matrix((values[keep], (rows[keep], columns[keep])), shape=shape)


def _wrench(system: System, frames: Frames, joint: str, rows: np.ndarray, part: np.ndarray) -> np.ndarray:
    """Force and torque (6, count) of a joint on its second body (the first if that is the ground) in each null vector."""
    a, b = system.joint_markers.get(joint, (None, None))  # rows of a Lagrangian have none
    if a is None:
        return np.zeros((6, part.shape[1]))
    body = a.body if b.body == GROUND else b.body
    point = frames.point(b)  # where slides act
    return frames.wrenches(rows, body, point) @ part


def _components(system: System, joint: str, rows: np.ndarray, part: np.ndarray, wrench: np.ndarray) -> tuple[str, ...]:
    """Words for the components of a joint's reaction that are not unique."""
    if not wrench.any():  # drives, gears and rows have no point of their own
        used = [int(r) for r, values in zip(rows, part, strict=True) if values.any()]
        words = {"N m": "torque", "-": "multiplier"}
        return tuple(dict.fromkeys(words.get(system.row_units[r], "force") for r in used))
    least = 1e-4 * max(np.abs(wrench[:3]).max(), np.abs(wrench[3:]).max() / system.length)
    names = []
    for word, block, small in (("force along", wrench[:3], least), ("torque about", wrench[3:], least * system.length)):
        squares, directions = np.linalg.eigh(block @ block.T)
        span = echelon(directions[:, squares > small**2].T)
        if system.planar and word == "torque about" and len(span):
            names.append("torque")
        elif len(span):
            names.append(f"{word} " + ", ".join(name_axis(d[: system.layout.dimension]) for d in span))
    return tuple(names)
