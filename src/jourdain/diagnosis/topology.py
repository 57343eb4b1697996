"""The graph of a model: bodies and the ground as nodes, joints as edges. Loops, separate mechanisms, floating bodies."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from jourdain.model.elements import Joint
from jourdain.model.measures import GROUND
from jourdain.model.model import Model


@dataclass(frozen=True)
class Topology:
    """loops: the joints of each fundamental loop, in order; parts: bodies of each mechanism, the ground not counted."""

    loops: list[tuple[str, ...]]
    parts: list[tuple[str, ...]]
    floating: list[tuple[str, ...]]  # the parts that no joint ties to the ground


def topology(model: Model) -> Topology:
    """Fundamental loops of a breadth-first tree from the ground (so loops are short), and connected parts."""
    edges: dict[str, list[tuple[str, str]]] = {GROUND: [], **{name: [] for name in model.bodies}}
    tied: list[set[str]] = []  # bodies tied by rows that join no two markers: gears, couplers, own rows
    for joint in model.joints.values():
        if not joint.active:
            continue
        if joint.a is not None and joint.b is not None:
            edges[joint.a.body].append((joint.b.body, joint.name))
            edges[joint.b.body].append((joint.a.body, joint.name))
        elif joint.kind != "drive":
            tied.append(_bodies(joint))
    parent: dict[str, tuple[str, str]] = {}
    order = _tree(edges, parent)
    depth = {name: 0 for name in order}
    for name in order:
        if name in parent:
            depth[name] = depth[parent[name][0]] + 1
    in_tree = {joint for _, joint in parent.values()}
    loops = []
    for joint in model.joints.values():
        if joint.active and joint.a is not None and joint.b is not None and joint.name not in in_tree:
            loops.append(_loop(joint.a.body, joint.b.body, joint.name, parent, depth))
    parts, floating = _parts(model, edges, tied)
    return Topology(loops, parts, floating)


def _bodies(joint: Joint) -> set[str]:
    """Bodies that the measures of a joint see; a direction of the ground ties nothing."""
    found: set[str] = set()
    for row in joint.rows:
        for measure in (*(m for _, m in row.terms), *(m for _, m in row.inputs)):
            found |= {port.body for port in measure.ports if port.body != GROUND or not port.direction}
            found |= {measure.coordinate[0], GROUND} if measure.coordinate else set()
    return found


def _tree(edges: dict[str, list[tuple[str, str]]], parent: dict[str, tuple[str, str]]) -> list[str]:
    """Bodies in breadth-first order from the ground, then from each body not reached; fills parent: body -> (body, joint)."""
    order: list[str] = []
    seen: set[str] = set()
    for root in edges:
        if root in seen:
            continue
        seen.add(root)
        queue = deque([root])
        while queue:
            name = queue.popleft()
            order.append(name)
            for other, joint in edges[name]:
                if other not in seen:
                    seen.add(other)
                    parent[other] = (name, joint)
                    queue.append(other)
    return order


def _loop(a: str, b: str, closing: str, parent: dict[str, tuple[str, str]], depth: dict[str, int]) -> tuple[str, ...]:
    """Joints of the loop that `closing`, between a and b, makes with the tree, from a's side to b's."""
    up, down = [], []
    while a != b:
        if depth[a] >= depth[b]:
            a, joint = parent[a]
            up.append(joint)
        else:
            b, joint = parent[b]
            down.append(joint)
    return (*reversed(up), closing, *down)


def _parts(
    model: Model, edges: dict[str, list[tuple[str, str]]], tied: list[set[str]]
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Connected parts without going through the ground, and those among them that nothing ties to it."""
    near: dict[str, set[str]] = {name: {other for other, _ in edges[name]} for name in edges}
    for group in tied:
        for name in group:
            near[name] |= group
    grounded = near[GROUND]
    parts: list[tuple[str, ...]] = []
    seen = {GROUND}
    for root in model.bodies:
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
