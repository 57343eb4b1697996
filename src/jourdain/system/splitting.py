"""Loops that are cut in a body: it becomes halves, each held by its own joint in the tree, that rows hold together.

Of joints that close a loop through a body all but one go to a half of their own. Forces, measures and drives stay on the
first half, which has the name of the body. Theory: docs/theory/tree.md.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from jourdain.errors import ModelError
from jourdain.model.elements import Body, Joint, Marker
from jourdain.model.flexible import FlexibleBody
from jourdain.model.joints import find
from jourdain.model.measures import GROUND
from jourdain.model.model import Model
from jourdain.model.rotations import Rotation


def split_bodies(model: Model, names: Collection[str], tree_joints: Collection[str]) -> tuple[Model, dict[str, str]]:
    """The model with bodies in halves, and half -> body; tree_joints: those that may be part of a tree."""
    if not names:
        return model, {}
    new, halves = model.copy(), {}
    for name in names:
        body = model.bodies.get(name)
        if body is None:
            raise ModelError(
                f"splits: there is no body {name!r} in {model.name!r}; there are {', '.join(map(repr, model.bodies))}."
            )
        assert not isinstance(body, FlexibleBody)  # refused before
        moved = _loops_through(new, name, tree_joints)
        if not moved:
            raise ModelError(
                f"splits: no loop of joints that a tree can take passes through body {name!r}, so there is nothing to cut; "
                "leave it out. Bodies at the ends of branches, and where drives close the loop, are such."
            )
        share = 1.0 / (1.0 + len(moved))
        whole = _part(body, name, share)
        new.bodies[name] = whole
        for i, joint in enumerate(moved):
            half = f"{name}, half {i + 2}"
            halves[half] = name
            new.bodies[half] = replace(_part(body, half, share), shape=None, visuals=(), collisions=(), markers={})
            new.joints[joint] = _moved(new.joints[joint], name, half, model.planar)
            weld = f"{name} and {half.removeprefix(f'{name}, ')}"
            new.joints[weld] = _weld(weld, name, half, model.planar)
    return new, halves


def _part(body: Body, name: str, share: float) -> Body:
    return replace(body, name=name, mass=share * body.mass, inertia=share * body.inertia)


def _loops_through(model: Model, name: str, tree_joints: Collection[str]) -> list[str]:
    """Joints of a body that close loops through it: of those that lead to the same others, all but the first."""
    near: dict[str, set[str]] = {one: set() for one in (GROUND, *model.bodies)}
    own: list[tuple[str, str]] = []
    for joint in model.joints.values():
        if joint.name not in tree_joints or joint.a is None or joint.b is None:
            continue
        pair = joint.a.body, joint.b.body
        if name in pair:
            own.append((joint.name, pair[0] if pair[1] == name else pair[1]))
        else:
            near[pair[0]].add(pair[1])
            near[pair[1]].add(pair[0])
    found, reached = [], set()
    for joint_name, other in own:
        if other in reached:
            found.append(joint_name)
        reached |= _reachable(near, other)
    return found


def _reachable(near: dict[str, set[str]], first: str) -> set[str]:
    seen, waiting = {first}, [first]
    while waiting:
        for other in near[waiting.pop()] - seen:
            seen.add(other)
            waiting.append(other)
    return seen


def _moved(joint: Joint, body: str, half: str, planar: bool) -> Joint:
    """A joint of the body as one of its half."""
    assert joint.a is not None and joint.b is not None
    a, b = (replace(marker, body=half) if marker.body == body else marker for marker in (joint.a, joint.b))
    return replace(joint, a=a, b=b, rows=tuple(find(joint.kind, planar)(a, b, **joint.options)))


def _weld(name: str, body: str, half: str, planar: bool) -> Joint:
    """The joint that holds two halves together."""
    a, b = (Marker(one, "frame", (0.0, 0.0, 0.0), Rotation(), planar) for one in (body, half))
    return Joint(name, "fixed", tuple(find("fixed", planar)(a, b)), a, b)
