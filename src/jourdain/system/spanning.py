"""The spanning tree of a model: which body hangs on which by which joint, and which joints stay rows.

A joint with a tree form takes its rows and gives its motions as coordinates. Of those that close loops the ones with the fewest
rows are cut, so that coordinates and rows are fewest, and branches are short. Theory: docs/theory/tree.md.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.kernels.kinds import Planar, Spatial, shape_of
from jourdain.kernels.tree.tables import BALL, FIXED, FREE, SCREW, SLIDE, TURN
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.elements import Joint, Marker, Multiplier
from jourdain.model.flexible import FlexibleBody
from jourdain.model.joints import find
from jourdain.model.measures import GROUND
from jourdain.model.model import Model

# a joint as a chain of links, each with one motion about or along an axis of the first marker (0 x, 1 y, 2 z)
Chain = tuple[tuple[int, int], ...]
CLOSES = "closes a loop"
SPATIAL: dict[str, Chain] = {
    "revolute": ((TURN, 2),),
    "prismatic": ((SLIDE, 2),),
    "cylindrical": ((SLIDE, 2), (TURN, 2)),
    "screw": ((SCREW, 2),),
    "universal": ((TURN, 0), (TURN, 1)),
    "planar": ((SLIDE, 0), (SLIDE, 1), (TURN, 2)),
    "spherical": ((BALL, 0),),
    "fixed": ((FIXED, 0),),
}
PLANAR: dict[str, Chain] = {"revolute": ((TURN, 2),), "prismatic": ((SLIDE, 0),), "fixed": ((FIXED, 0),)}


@dataclass(frozen=True)
class Edge:
    """A body and what it hangs on. a: marker on the parent, b: on the body; backward: b of the joint is on the parent."""

    body: str
    parent: str
    joint: str = ""  # none: free
    chain: Chain = ((FREE, 0),)
    a: Marker | None = None
    b: Marker | None = None
    backward: bool = False
    pitch: float = 0.0  # of a screw [m/rad]
    depth: int = 1


@dataclass(frozen=True)
class Spanning:
    """edges: parents first. staying: joint -> why it stays rows."""

    edges: tuple[Edge, ...]
    staying: dict[str, str]

    @property
    def joints(self) -> tuple[str, ...]:
        """Those whose motions are coordinates."""
        return tuple(edge.joint for edge in self.edges if edge.joint)

    @property
    def free(self) -> tuple[str, ...]:
        """Bodies that hang on nothing."""
        return tuple(edge.body for edge in self.edges if not edge.joint)


def refuse(model: Model) -> None:
    """Say why there are no joint coordinates for a model."""
    what = "leave coordinates out"
    if isinstance(model, LagrangianModel):
        raise ModelError(f"coordinates = 'joint': {model.name!r} has coordinates of its own, its Lagrangian's; {what}.")
    if model.beams:
        raise ModelError(
            f"coordinates = 'joint': beam {next(iter(model.beams))!r} bends, and trees are of rigid bodies; {what}."
        )
    for name, body in model.bodies.items():
        if isinstance(body, FlexibleBody):
            raise ModelError(f"coordinates = 'joint': body {name!r} bends, and trees are of rigid bodies; {what}.")


def spanning_tree(model: Model, switchable: Collection[str] = (), kept: Mapping[str, str] | None = None) -> Spanning:
    """The tree of a model; switchable: joints that events may put in force or out of it, which stay rows.

    kept: others that stay rows, and why.
    """
    refuse(model)
    kept = kept or {}
    forms = PLANAR if model.planar else SPATIAL
    read = read_joints(model)
    staying: dict[str, str] = {}
    near: dict[str, list[tuple[str, Joint, bool]]] = {name: [] for name in (GROUND, *model.bodies)}
    for name, joint in model.joints.items():
        why = kept.get(name, "") or _why_not(joint, forms, model.planar, name in read, name in switchable)
        if why:
            staying[name] = why
            continue
        assert joint.a is not None and joint.b is not None
        near[joint.a.body].append((joint.b.body, joint, False))
        near[joint.b.body].append((joint.a.body, joint, True))
    edges: list[Edge] = []
    depth: dict[str, int] = {}
    used: set[str] = set()
    order = sorted(
        model.bodies, key=lambda name: -len(near[name])
    )  # of a part that hangs on nothing: where most joints are
    for root in (GROUND, *order):
        if root in depth:
            continue
        depth[root] = 0
        if root != GROUND:
            edges.append(Edge(root, GROUND))
            depth[root] = 1
        # the joint that takes most rows away next; of several the one nearest to the root
        waiting = [(-len(joint.rows), depth[root], i, root) for i, (_, joint, _) in enumerate(near[root])]
        heapq.heapify(waiting)
        while waiting:
            _, _, i, parent = heapq.heappop(waiting)
            body, joint, backward = near[parent][i]
            if body in depth:
                continue
            a, b = (joint.b, joint.a) if backward else (joint.a, joint.b)
            pitch = joint.options.get("pitch", 0.0) / (2.0 * np.pi)
            depth[body] = depth[parent] + 1
            chain = forms[joint.kind]
            if backward and joint.kind == "universal":
                chain = chain[::-1]
            edges.append(Edge(body, parent, joint.name, chain, a, b, backward, pitch, depth[body]))
            used.add(joint.name)
            for k, (_, other, _) in enumerate(near[body]):
                heapq.heappush(waiting, (-len(other.rows), depth[body], k, body))
    for name in model.joints:
        if name not in used and name not in staying:
            staying[name] = CLOSES
    return Spanning(tuple(edges), {name: staying[name] for name in model.joints if name in staying})


def read_joints(model: Model) -> set[str]:
    """Joints whose multipliers a text reads."""
    tables: tuple[Any, ...] = (model.forces, model.loads, model.states, model.events)
    inputs = (item for table in tables for element in table.values() for item in element.inputs.values())
    return {item.joint for item in inputs if isinstance(item, Multiplier)}


def _why_not(joint: Joint, forms: dict[str, Chain], planar: bool, read: bool, switchable: bool) -> str:
    """Why a joint stays rows; nothing if it may be part of the tree."""
    if joint.kind == "drive":
        return "drives"
    if joint.a is None or joint.b is None or joint.kind not in forms or joint.function is not None:
        return f"{joint.kind} has no tree form"
    if joint.a.body == joint.b.body:
        return "joins a body to itself"
    if switchable or not joint.active:
        return "may be switched by an event"
    if read:
        return "its reactions are read"
    if tuple(find(joint.kind, planar)(joint.a, joint.b, **joint.options)) != tuple(joint.rows):
        return "has rows of its own"
    return ""


SIZES = {FIXED: 0, TURN: 1, SLIDE: 1, SCREW: 1, BALL: 3}


def velocities_of(joint: int, planar: bool) -> int:
    """How many velocities a link has."""
    return SIZES.get(joint, shape_of(Planar if planar else Spatial).velocities or 0)


def described(model: Model, tree: Spanning, limit: int = 4) -> str:
    """The tree in a sentence: coordinates, depth, what is cut and stays rows, what is free."""
    numbers = sum(velocities_of(joint, model.planar) for edge in tree.edges for joint, _ in edge.chain)
    deepest = max((edge.depth for edge in tree.edges), default=0)
    parts = [f"{numbers} in a tree of {len(tree.joints)} joint{'s' if len(tree.joints) != 1 else ''}, {deepest} deep"]
    rows = sum(len(model.joints[name].rows) for name in tree.staying if model.joints[name].active)
    by_reason: dict[str, list[str]] = {}
    for name, why in tree.staying.items():
        by_reason.setdefault(why, []).append(name)
    if by_reason:
        staying = ", ".join(f"{_listed(names, limit)} ({why})" for why, names in by_reason.items())
        parts.append(f"{rows} row{'s' if rows != 1 else ''} beside it: {staying}")
    if tree.free:
        parts.append(f"hanging on nothing: {_listed(tree.free, limit)}")
    return "; ".join(parts)


def _listed(names: Iterable[str], limit: int) -> str:
    found = list(names)
    return ", ".join(found if len(found) <= limit else [*found[: limit - 1], f"and {len(found) - limit + 1} more"])
