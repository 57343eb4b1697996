"""Systems in joint coordinates: the links of a tree, and behind it the Cartesian system with the rows that stay.

What of a link depends on how its joint is assembled (which of two opposite axes, the angle that a slide keeps) is taken from
the bodies where a run, or what follows an event, begins. Theory: docs/theory/tree.md.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Free, Kind
from jourdain.kernels.motion import A_LENGTH, A_SPEED, A_SPIN, A_STATE, A_WORK, AN_ANGLE
from jourdain.kernels.tree.server import TreeContext
from jourdain.kernels.tree.tables import BALL, FIXED, FREE, LINK, SCREW, SLIDE, TREE, TURN, sizes
from jourdain.model import quaternions
from jourdain.model.measures import GROUND
from jourdain.model.model import Model
from jourdain.system.layout import Layout
from jourdain.system.spanning import CLOSES, Edge, Spanning, spanning_tree, velocities_of
from jourdain.system.splitting import split_bodies
from jourdain.system.system import System

HOLDS = "holds halves of a body"
MOST_UNKNOWNS = 2000  # of implicit methods
MOST_ROWS = 1500  # that stay: they are solved for with a dense matrix
_ONE = np.array([1.0, 0.0, 0.0, 0.0])


@dataclass(frozen=True)
class TreeSystem(System):
    """A system in joint coordinates; `kind` has its sizes, `behind` the kind of the Cartesian system behind it."""

    behind: Kind = None  # type: ignore[assignment]
    tree: Spanning = None  # type: ignore[assignment]
    links: np.ndarray = field(default_factory=lambda: np.zeros(0, LINK))
    halves: dict[str, str] = field(default_factory=dict)  # of bodies that are split: half -> body; they come last

    @property
    def of_bodies(self) -> Kind:
        return self.behind

    def check_size(self) -> None:
        """Refuse implicit methods, which factor a dense matrix, for large systems."""
        size = self.kind.v + self.kind.w + self.n_rows
        if size > MOST_UNKNOWNS:
            raise ModelError(
                f"coordinates = 'joint': implicit methods factor a dense matrix, and {self.model.name!r} has {size} unknowns, "
                f"more than {MOST_UNKNOWNS}; take an explicit method, such as DOP853(tol=1e-6), or leave coordinates out."
            )

    @property
    def layout(self) -> Layout:
        """Of the bodies."""
        return Layout.of(type(self.of_bodies), self.bodies)

    def context(self) -> TreeContext:
        """Fresh memory to work with: of the tree, and of the system behind it."""
        return make_tree(self, super().context())

    @property
    def sort(self) -> np.ndarray:
        """What each number of y = (q, v, w, work) is, see kernels/motion.py."""
        q, v = [], []
        for joint, n in zip(self.links["joint"], self.links["n"], strict=True):
            along = int(n) if joint == SLIDE else self.layout.dimension if joint == FREE else 0
            q += [A_LENGTH] * along + [AN_ANGLE] * (_positions(int(joint), int(n), self.planar) - along)
            v += [A_SPEED] * along + [A_SPIN] * (int(n) - along)
        return np.array(q + v + [A_STATE] * self.kind.w + [A_WORK] * 3, np.int64)


def _positions(joint: int, n: int, planar: bool) -> int:
    """Numbers in q of a link with n velocities."""
    return n + int(joint == BALL or (joint == FREE and not planar))


def with_tree(system: System, model: Model, tree: Spanning, halves: dict[str, str]) -> TreeSystem:
    """A Cartesian system without the rows of the joints of a tree as one in joint coordinates; model: with all joints."""
    kind = system.kind
    if kind.g + kind.a > MOST_ROWS:
        raise ModelError(
            f"coordinates = 'joint': {kind.g + kind.a} rows of {model.name!r} stay beside the tree, solved for with a "
            f"dense matrix of at most {MOST_ROWS}; with so many loops Cartesian coordinates are faster: leave coordinates out."
        )
    links = _numbered(tree, list(system.bodies), model.planar)
    nq = sum(_positions(int(link["joint"]), int(link["n"]), model.planar) for link in links)
    nv = int(links["n"].sum())
    if nv == 0:
        raise ModelError(
            f"coordinates = 'joint': no joint of {model.name!r} moves, so there is no coordinate; leave coordinates out."
        )
    own = Free(nq, nv, kind.g, kind.a, kind.w, kind.turns, kind.active, kind.rates)
    known = {one.name: getattr(system, one.name) for one in fields(System)}
    # no mass matrix of the bodies is factored: massless ones need not be held by rows
    rows, augment = system.tables["rows"].copy(), system.tables["augment"][:0]
    rows["augmented"] = 0
    known |= dict(kind=own, model=model.copy(), tables=system.tables | {"rows": rows, "augment": augment})
    return TreeSystem(**known, behind=kind, tree=tree, links=links, halves=halves)


def stripped(
    model: Model, switchable: Collection[str] = (), splits: Collection[str] = ()
) -> tuple[Model, Model, Spanning, dict[str, str]]:
    """The model with bodies split, the same without the rows that a tree takes, the tree, and half -> body.

    Angles in rows that are taken are still followed over their turns.
    """
    tree = spanning_tree(model, switchable)
    able = [name for name, why in tree.staying.items() if why == CLOSES]
    split, halves = split_bodies(model, splits, {*tree.joints, *able})
    if halves:
        welds = {name: HOLDS for name in split.joints if name not in model.joints}
        tree = spanning_tree(split, switchable, welds)
    new = split.copy()
    for name in tree.joints:
        joint = new.joints[name]
        for i, row in enumerate(joint.rows):
            for _, measure in row.terms:
                if measure not in new.measures.values() and _is_counted(measure):
                    new.measures[f"{name} ({i})"] = measure
        new.joints[name] = replace(joint, rows=())
    return split, new, tree, halves


def _is_counted(measure: Any) -> bool:
    from jourdain.kernels.measures import ANGLE

    return bool(measure.kind == ANGLE)


def _numbered(tree: Spanning, bodies: list[str], planar: bool) -> np.ndarray:
    """The links with parents, places of their numbers and bodies; the ground is the one behind the last."""
    n = sum(len(edge.chain) for edge in tree.edges)
    links = np.zeros(n, LINK)
    index = {GROUND: n}
    number = q = v = 0
    place = {name: b for b, name in enumerate(bodies)}
    for edge in tree.edges:
        parent = index[edge.parent]
        for k, (joint, _) in enumerate(edge.chain):
            link = links[number]
            size = velocities_of(joint, planar)
            last = k == len(edge.chain) - 1
            link["parent"], link["joint"], link["q"], link["v"], link["n"] = parent, joint, q, v, size
            link["body"] = place[edge.body] if last else -1
            parent, number = number, number + 1
            q, v = q + _positions(joint, size, planar), v + size
        index[edge.body] = parent
    return links


def make_tree(system: TreeSystem, behind: Context) -> TreeContext:
    """Fresh memory of a tree before a Cartesian system."""
    links, kind, other = system.links, system.kind, system.of_bodies
    shapes = sizes(len(links), kind.q, kind.v, kind.g + kind.a, other.q, other.v, kind.w)
    arrays = {name: np.zeros(shape, TREE[name][0]) for name, shape in shapes.items()}
    arrays |= {"links": links.copy(), "behind": np.zeros(1, TREE["behind"][0])}
    arrays["R"][:] = np.eye(3)
    arrays["quaternion"][:, 0] = 1.0
    link_of = np.zeros(len(system.bodies), np.int64)
    mine = links["body"] >= 0
    link_of[links["body"][mine]] = np.flatnonzero(mine)
    arrays["link_of"] = link_of
    arrays["path_start"], arrays["path"] = _paths(system, link_of)
    arrays["near_start"], arrays["near"] = _near(system, arrays["path_start"], arrays["path"])
    found = TreeContext("tree", arrays)
    found.parts["behind"] = behind
    found.kind = other  # type: ignore[attr-defined]
    return found


def _paths(system: TreeSystem, link_of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The links between the bodies of each row and the ground, from the last one to the first."""
    start, path = [0], []
    parent, ground = system.links["parent"], len(system.links)
    for row in system.tables["rows"]:
        seen: set[int] = set()
        for block in range(row["block"], row["block"] + row["n_blocks"]):
            link = int(link_of[system.tables["block_body"][block]])
            while link != ground and link not in seen:
                seen.add(link)
                link = int(parent[link])
        path += sorted(seen, reverse=True)
        start.append(len(path))
    return np.array(start, np.int64), np.array(path, np.int64)


def _near(system: TreeSystem, path_start: np.ndarray, path: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each row the rows up to it that bear on a moving link of its own, itself included."""
    on: list[list[int]] = [[] for _ in system.links]
    start, near = [0], []
    for r, (first, last) in enumerate(pairwise(path_start)):
        moving = [l for l in path[first:last] if system.links["n"][l] > 0]
        for l in moving:
            on[l].append(r)
        near += sorted({r}.union(*(on[l] for l in moving)))
        start.append(len(near))
    return np.array(start, np.int64), np.array(near, np.int64)


# -- states of bodies as states of joints ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Frames:
    """Centres, axes and quaternions or angles of the bodies and the ground, which is behind the last."""

    p: np.ndarray
    R: np.ndarray
    turned: np.ndarray


def edge_of(system: TreeSystem, velocity: int) -> Edge:
    """Which joint, or free body, a velocity is one of."""
    number = 0
    for edge in system.tree.edges:
        number += len(edge.chain)
        last = system.links[number - 1]
        if velocity < last["v"] + last["n"]:
            return edge
    raise LookupError(velocity)


def _frames(system: TreeSystem, q: np.ndarray) -> _Frames:
    layout = system.layout
    p = np.vstack([layout.positions(q), np.zeros(3)])
    R = np.concatenate([layout.axes(q), np.eye(3)[None]])
    if system.planar:
        return _Frames(p, R, np.append(layout.angles(q), 0.0))
    return _Frames(p, R, np.vstack([layout.unit_quaternions(q), _ONE]))


def with_halves(system: TreeSystem, x: np.ndarray) -> np.ndarray:
    """Positions or velocities (n,) of the bodies of a model, with those of halves behind them."""
    n = len(system.bodies) - len(system.halves)
    each = x[: len(x) - len(x) % n].reshape(n, -1) if n else x
    own = [list(system.bodies).index(body) for body in system.halves.values()]
    return np.concatenate([x, each[own].ravel()]) if own else x


def assembled(system: TreeSystem, q: np.ndarray) -> tuple[TreeSystem, np.ndarray]:
    """The system as its joints are assembled at positions q of the bodies, and the joint coordinates there."""
    frames = _frames(system, with_halves(system, q))
    links, found = system.links.copy(), np.zeros(system.kind.q)
    place = {name: b for b, name in enumerate(system.bodies)} | {GROUND: len(system.bodies)}
    number = 0
    for edge in system.tree.edges:
        number = _assemble(system, edge, place, frames, links, found, number)
    return replace(system, links=links), found


def _assemble(
    system: TreeSystem,
    edge: Edge,
    place: dict[str, int],
    frames: _Frames,
    links: np.ndarray,
    q: np.ndarray,
    number: int,
) -> int:
    """The links of one joint, which begin at `number`, and its coordinates; returns the number of the next one."""
    i, j = place[edge.parent], place[edge.body]
    if edge.a is None or edge.b is None:
        link = links[number]
        own = system.layout.q(j)
        q[link["q"] : link["q"] + own.stop - own.start] = np.concatenate(
            [frames.p[j][: system.layout.dimension], np.atleast_1d(frames.turned[j])]
        )
        return number + 1
    com = np.vstack([system.com, np.zeros(3)])
    at, arm = np.array(edge.a.at) - com[i], np.array(edge.b.at) - com[j]
    A, B = edge.a.matrix, edge.b.matrix
    relative = frames.R[i].T @ frames.R[j]
    C = A.T @ relative @ B
    way = A.T @ (frames.R[i].T @ (frames.p[j] + frames.R[j] @ arm - frames.p[i]) - at)
    angles = _angles(edge, C, frames, i, j, system.planar)
    count = len(edge.chain)
    before, behind = _around(edge, A, B, C, frames, i, j, system.planar)
    for k, (joint, axis) in enumerate(edge.chain):
        link, last = links[number + k], k == count - 1
        link["at"] = at if k == 0 else 0.0
        link["arm"] = arm if last else 0.0
        unit = np.eye(3)[axis]
        link["axis"] = A @ unit if k == 0 else unit
        x = way[axis] if joint == SLIDE else angles.get(axis, 0.0)
        if joint == SCREW:
            link["pitch"], link["offset"] = edge.pitch, way[axis] - edge.pitch * x
        if system.planar:
            link["offset"] = 0.0 if joint == TURN else frames.turned[j] - frames.turned[i]
        elif joint == BALL:
            q[link["q"] : link["q"] + 4] = quaternions.product(
                quaternions.conjugate(frames.turned[i]), frames.turned[j]
            )
            continue
        else:
            first = before if k == 0 else _ONE
            then = behind if last else _ONE
            link["rest"] = quaternions.product(first, then)
            link["turned"] = quaternions.product(quaternions.product(first, np.append(0.0, unit)), then)
        if joint != FIXED:
            q[link["q"]] = x
    return number + count


def _angles(edge: Edge, C: np.ndarray, frames: _Frames, i: int, j: int, planar: bool) -> dict[int, float]:
    """Angles of a joint about the axes of its first marker; C: axes of the second one in the first."""
    if planar:
        return {2: float(frames.turned[j] - frames.turned[i])}
    if len(edge.chain) == 2 and edge.chain[0][0] == TURN:  # a cross: about x, then about y
        if edge.backward:
            return {0: float(-np.arctan2(C[1, 2], C[1, 1])), 1: float(-np.arctan2(C[2, 0], C[0, 0]))}
        return {0: float(np.arctan2(C[2, 1], C[1, 1])), 1: float(np.arctan2(C[0, 2], C[0, 0]))}
    return {2: float(np.arctan2(C[1, 0], C[0, 0]))}


def _around(
    edge: Edge, A: np.ndarray, B: np.ndarray, C: np.ndarray, frames: _Frames, i: int, j: int, planar: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Quaternions before and behind the motion of a joint: from the parent to its marker, from there to the body."""
    if planar:
        return _ONE, _ONE
    before, after = quaternions.of_matrices(A), quaternions.of_matrices(B.T)
    if not any(joint in (TURN, SCREW) for joint, _ in edge.chain):  # the orientation that it keeps
        relative = quaternions.product(quaternions.conjugate(frames.turned[i]), frames.turned[j])
        return before, quaternions.product(quaternions.conjugate(before), relative)
    if edge.chain[-1][1] == 2 and C[2, 2] < 0.0:  # axes that are opposite
        after = quaternions.product(np.array([0.0, 1.0, 0.0, 0.0]), after)
    return before, after


def joint_rates(
    system: TreeSystem, s: Context, q: np.ndarray, full: np.ndarray, bias: np.ndarray | None = None
) -> np.ndarray:
    """Rates (nv,) of the joints with velocities, or accelerations, `full` of the bodies at positions q of theirs.

    s: memory of the tree, which stands there. bias: accelerations of the bodies at resting joint velocities.
    """
    layout, links = system.layout, system.links
    q, full = with_halves(system, q), with_halves(system, full)
    full = full if bias is None else full - bias
    X = np.zeros((len(links) + 1, 6))
    mine = np.flatnonzero(links["body"] >= 0)
    ways, turns = layout.velocities(full), layout.spins(q, full)
    X[mine, :3], X[mine, 3:] = ways[links["body"][mine]], turns[links["body"][mine]]
    S, p = s.S, s.p
    found = np.zeros(system.kind.v)
    number = 0
    for edge in system.tree.edges:
        group = range(number, number + len(edge.chain))
        number = group.stop
        parent, last = int(links["parent"][group[0]]), group[-1]
        columns = np.concatenate([np.arange(links["v"][l], links["v"][l] + links["n"][l]) for l in group])
        if not len(columns):
            continue
        owner = np.concatenate([np.full(links["n"][l], l) for l in group])
        shifted = S[columns].copy()
        shifted[:, :3] += np.cross(shifted[:, 3:], p[last] - p[owner])
        moved = X[last] - X[parent]
        moved[:3] -= np.cross(X[parent, 3:], p[last] - p[parent])
        found[columns] = np.linalg.lstsq(shifted.T, moved, rcond=None)[0]
    return found
