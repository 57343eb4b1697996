"""The graph of a model: bodies and the ground as nodes, joints as edges. Loops, separate mechanisms, floating bodies."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from jourdain.model.elements import Joint
from jourdain.model.measures import GROUND
from jourdain.model.model import Model

Node = TypeVar("Node", bound=Hashable)


@dataclass(frozen=True)
class Topology:
    """loops: the joints of each fundamental loop, in order; parts: bodies of each mechanism, the ground not counted."""

    loops: list[tuple[str, ...]]
    parts: list[tuple[str, ...]]
    floating: list[tuple[str, ...]]  # the parts that no joint ties to the ground


def topology(model: Model) -> Topology:
    """Fundamental loops of a breadth-first tree from the ground (so loops are short), and connected parts."""
    active = [joint for joint in model.joints.values() if joint.active]
    own = {part for beam in model.beams.values() for part in beam.parts}
    joints = [one for one in active if one.name not in own]  # a beam is one body, whatever it is made of
    sides = [(one.a.body, one.b.body, one.name) for one in joints if one.a is not None and one.b is not None]
    edges = [(model.owner(a), model.owner(b), name) for a, b, name in sides]
    # bodies tied by rows that join no two markers: gears, couplers, own rows
    tied = [
        {model.owner(b) for b in _bodies(one)}
        for one in joints
        if (one.a is None or one.b is None) and one.kind != "drive"
    ]
    parts, floating = _parts(model, [*({a, b} for a, b, _ in edges), *tied])
    return Topology(fundamental_loops((GROUND, *_whole(model)), edges), parts, floating)


def _whole(model: Model) -> list[str]:
    """Bodies and beams."""
    return list(dict.fromkeys(model.owner(name) for name in model.bodies))


def _bodies(joint: Joint) -> set[str]:
    """Bodies that the measures of a joint see; a direction of the ground ties nothing."""
    found: set[str] = set()
    for row in joint.rows:
        for measure in (*(m for _, m in row.terms), *(m for _, m in row.inputs)):
            found |= {port.body for port in measure.ports if port.body != GROUND or not port.direction}
            found |= {measure.coordinate[0], GROUND} if measure.coordinate else set()
    return found


def fundamental_loops(nodes: Iterable[Node], edges: Sequence[tuple[Node, Node, str]]) -> list[tuple[str, ...]]:
    """Names on the loop that each edge (a, b, name) outside a breadth-first forest makes with it, from a's side to b's.

    Roots of the forest are the first of the nodes, and the first of those that are not reached from there.
    """
    near: dict[Node, list[tuple[Node, int]]] = {node: [] for node in nodes}
    for e, (a, b, _) in enumerate(edges):
        near[a].append((b, e))
        near[b].append((a, e))
    parent: dict[Node, tuple[Node, int, int]] = {}  # node -> parent, edge, depth
    for root in near:
        if root in parent:
            continue
        parent[root] = (root, -1, 0)
        queue = [root]
        for node in queue:
            for other, e in near[node]:
                if other not in parent:
                    parent[other] = (node, e, parent[node][2] + 1)
                    queue.append(other)
    tree = {e for _, e, _ in parent.values()}
    found = []
    for a, b, name in (edge for e, edge in enumerate(edges) if e not in tree):
        up, down = [], []
        while a != b:
            if parent[a][2] >= parent[b][2]:
                a, e, _ = parent[a]
                up.append(edges[e][2])
            else:
                b, e, _ = parent[b]
                down.append(edges[e][2])
        found.append((*reversed(up), name, *down))
    return found


def _parts(model: Model, groups: list[set[str]]) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Parts that the groups of bodies connect without going through the ground; those that nothing ties to it."""
    near: dict[str, set[str]] = {name: set() for name in (GROUND, *_whole(model))}
    for group in groups:
        for name in group:
            near[name] |= group
    grounded = near[GROUND]
    parts: list[tuple[str, ...]] = []
    seen = {GROUND}
    for root in _whole(model):
        if root in seen:
            continue
        seen.add(root)
        part, queue = [], [root]
        while queue:
            name = queue.pop()
            part.append(name)
            new = near[name] - seen
            seen |= new
            queue += sorted(new)
        parts.append(tuple(part))
    return parts, [part for part in parts if not any(name in grounded for name in part)]
