"""Reactions: what a joint, drive, force or load exerts on a body, in any frame and about any point.

A row with Jacobian J and multiplier lam exerts J_b^T lam on body b; a force element its law times the same. The wrench at
the centre of mass is moved to the point asked for; on the ground it is minus that on the other side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.functions import evaluate_value
from jourdain.model.elements import Marker
from jourdain.model.joints import TOUCHING
from jourdain.model.measures import GROUND, Port
from jourdain.model.parsing import pad
from jourdain.model.parsing import vector as read_vector
from jourdain.model.rolling import contact
from jourdain.result.arrays import Quantities, labelled, vector
from jourdain.result.pieces import Piece
from jourdain.result.points import point_states
from jourdain.system.system import System, evaluate

if TYPE_CHECKING:
    from xarray import DataArray


@dataclass(frozen=True, repr=False)
class Reaction(Quantities):
    """Force [N] and torque [N m] on a body over time, components in `frame`; torque about `point` [m, ground axes].

    In space force, torque and point are (nt, 3). In the plane force and point are (nt, 2), the torque about z is (nt,).
    unique False: redundant joints share the load in a way that rigid bodies do not determine; the smallest one is given.
    """

    force: DataArray
    torque: DataArray
    point: DataArray
    on: str
    frame: str
    unique: bool


def parts_of(system: System, element: str) -> list[tuple[int, int, str, int]]:
    """Jacobian blocks of an element: (block, body, what it is multiplied with, index of that)."""
    tables = system.tables
    found: list[tuple[int, int, str, int]] = []

    def add(first: int, count: int, what: str, index: int) -> None:
        found.extend((k, int(tables["block_body"][k]), what, index) for k in range(first, first + count))

    if element in system.joint_rows:
        for r in system.joint_rows[element]:
            add(tables["rows"]["block"][r], tables["rows"]["n_blocks"][r], "row", int(r))
    for i, name in enumerate(system.law_names):
        if name == element:
            measure = tables["measures"][tables["laws"]["measure"][i]]
            add(measure["block"], measure["n_blocks"], "law", i)
    for i, name in enumerate(system.load_names):
        if name == element:
            add(tables["loads"]["block"][i], 1, "load", i)
    return found


def scalar(system: System, s: Any, what: str, index: int, lam: np.ndarray) -> float:
    """The multiplier, law or load behind a Jacobian block, at the state evaluated in s."""

    def function(i: int) -> float:
        if i < 0:
            return 0.0
        first, last = system.tables["start"][i : i + 2]
        return float(evaluate_value(s.code, s.const, s.pointers, first, last, s.Z, s.registers))

    if what == "row":
        return float(lam[index])
    if what == "law":
        law = s.laws[index]
        m = law["measure"]
        spring = law["stiffness"] * (s.x[m] - law["rest"]) + law["damping"] * s.xd[m]
        return float(law["constant"] - spring) + function(int(law["function"]))
    load = s.loads[index]
    return float(load["constant"]) + function(int(load["function"]))


def factors(result: Any, load: str) -> np.ndarray:
    """Values (nt,) [N] along x of the first entry of a load, which has a named load of a part; load paths scale them."""
    found: list[float] = []
    for piece in result.outputs:
        system, s = piece.system, piece.system.context()
        first = system.load_names.index(load)
        for i, t in enumerate(piece.t):
            evaluate(system.kind, s, t, piece.q[i], piece.v[i], w=piece.w[i], lam=piece.lam[i], ref=piece.ref[i])
            found.append(scalar(system, s, "load", first, piece.lam[i]) * s.loads[first]["rest_d"][0])
    return np.array(found)


def wrenches(
    piece: Piece, pairs: list[tuple[str, str]], R: dict[str, np.ndarray]
) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each pair (element, body): force on the body and moment about its centre of mass, (n, 3) each in ground axes.

    R: axes (n, 3, 3) of the bodies. All pairs share one evaluation per time.
    """
    system = piece.system
    forces = np.zeros((len(pairs), len(piece), system.layout.block_width))  # generalised, on one body each
    wanted = [
        (number, k, what, index)
        for number, (element, body) in enumerate(pairs)
        for k, on, what, index in parts_of(system, element)
        if on == system.layout.block(body)
    ]
    if wanted:  # else a stored run need not be compiled
        s = system.context()
        of_rows = [(number, k, index) for number, k, what, index in wanted if what == "row"]
        number_of, block_of, row_of = np.array(of_rows, int).reshape(-1, 3).T
        others = [one for one in wanted if one[2] != "row"]
        for i, t in enumerate(piece.t):
            evaluate(system.kind, s, t, piece.q[i], piece.v[i], w=piece.w[i], lam=piece.lam[i], ref=piece.ref[i])
            np.add.at(forces[:, i], number_of, s.J[block_of] * piece.lam[i][row_of, None])
            for number, k, what, index in others:
                forces[number, i] += s.J[k] * scalar(system, s, what, index, piece.lam[i])
    return [system.layout.wrenches(force, R[body]) for (_, body), force in zip(pairs, forces, strict=True)]


def _bodies(result: Any, element: str) -> list[str]:
    """The bodies an element acts on, first marker's first; the ground where it is the other side."""
    model, system = result.model, result.system
    if element in model.joints and model.joints[element].a is not None:
        joint = model.joints[element]
        return [joint.a.body, joint.b.body]
    if element in model.joints:
        measures = [m for row in model.joints[element].rows for _, m in (*row.terms, *((0, x) for _, x in row.inputs))]
    elif element in model.forces:
        measures = [model.forces[element].measure]
    elif element in model.loads:
        load = model.loads[element]
        return list(model.beams[load.beam].nodes) if load.beam else [load.marker.body]
    else:
        known = [*model.joints, *model.forces, *model.loads]
        raise ModelError(f"there is no joint, drive, force or load {element!r}.{near(element, known)}")
    found = {port.body for measure in measures for port in measure.ports}
    found |= {measure.coordinate[0] for measure in measures if measure.coordinate}
    return [name for name in (GROUND, *system.bodies) if name in found]


def reaction(result: Any, element: str, on: str | None, frame: Any, at: Any) -> Reaction:
    """See Result.reaction."""
    body, moving = _acted_on(result, element, on)
    loads = _joined(result, [(element, name) for name in moving])
    return _reaction(result, element, body, loads[element], frame, at)


def reactions(result: Any, elements: list[str]) -> dict[str, Reaction]:
    """Of many elements on their second bodies, in ground axes, about their own points: all from one pass over the run."""
    sides = {element: _acted_on(result, element, None) for element in elements}
    loads = _joined(result, [(element, name) for element, (_, moving) in sides.items() for name in moving])
    return {
        element: _reaction(result, element, body, loads[element], GROUND, None) for element, (body, _) in sides.items()
    }


def _acted_on(result: Any, element: str, on: str | None) -> tuple[str, list[str]]:
    """The body asked for, and the moving bodies whose loads give its own."""
    bodies = _bodies(result, element)
    load = result.model.loads.get(element)
    if load is not None and load.beam and on in (None, load.beam):  # all of it
        return bodies[0], bodies
    body = bodies[-1] if on is None else result.model.section_named(on)
    if body not in bodies:
        raise ModelError(f"{element!r} acts on {' and '.join(map(repr, bodies))}, not on {body!r}.")
    # the ground side is minus the sum of the other sides: action = reaction about the same point
    return body, [body] if body != GROUND else [name for name in bodies if name != GROUND]


Loads = dict[str, tuple[np.ndarray, np.ndarray]]  # force and moment about the centre of mass (nt, 3), by body


def _reaction(result: Any, element: str, body: str, loads: Loads, frame: Any, at: Any) -> Reaction:
    point = _point(result, element, body, at)
    force, torque = np.zeros((len(result.t), 3)), np.zeros((len(result.t), 3))
    sign = 1.0 if body != GROUND else -1.0
    for name, (f, m) in loads.items():
        centre = point_states(result, name, result.system.com[result.system.layout.block(name)])[0]
        force += sign * f
        torque += sign * (m + np.cross(centre - point, f))
    axes, label = _axes(result, element, frame)
    rows = {result.system.row_names[r] for r in result.system.joint_rows.get(element, ())}
    t, dimension = result.t, result.system.layout.dimension
    force, torque = (np.einsum("tji,tj->ti", axes, one) for one in (force, torque))
    of = f"torque of {element} on {body}"
    return Reaction(
        vector(t, force[:, :dimension], "N", f"force of {element} on {body}", label),
        vector(t, torque, "N m", of, label) if dimension == 3 else labelled(t, torque[:, 2], "N m", of),
        vector(t, point[:, :dimension], "m", f"point of {element}"),
        body,
        label,
        not rows & set(result.not_unique),
    )


def _joined(result: Any, pairs: list[tuple[str, str]]) -> dict[str, Loads]:
    """Wrenches of (element, body) over all outputs, piece by piece; by element."""
    rotations = {body: result[body].axes for _, body in pairs}
    parts, first = [], 0
    for piece in result.outputs:
        rows = slice(first, first + len(piece))
        parts.append(wrenches(piece, pairs, {body: R[rows] for body, R in rotations.items()}))
        first += len(piece)
    found: dict[str, Loads] = {}
    for i, (element, body) in enumerate(pairs):
        of_pair = [part[i] for part in parts]
        found.setdefault(element, {})[body] = (
            np.concatenate([force for force, _ in of_pair]),
            np.concatenate([moment for _, moment in of_pair]),
        )
    return found


def _marker(result: Any, element: str, name: Any) -> Marker | None:
    """A marker given as itself, or as "a", "b" or "joint" of the element."""
    if isinstance(name, Marker):
        return name
    joint = result.model.joints.get(element)
    own = {} if joint is None or joint.a is None else {"a": joint.a, "b": joint.b, "joint": joint.a}
    return own.get(name) if isinstance(name, str) else None


def _point(result: Any, element: str, body: str, at: Any) -> np.ndarray:
    """The point that the torque is about, (nt, 3) in ground axes."""
    nt = len(result.t)
    joint = result.model.joints.get(element)
    touching = joint is not None and joint.function is None and joint.kind in TOUCHING
    if at is None:
        at = "contact" if touching else "joint" if _marker(result, element, "joint") is not None else body
    if touching and at == "contact":
        return contact(joint, *((_origin(result, m), marker_axes(result, m)) for m in (joint.a, joint.b)))
    marker = _marker(result, element, at)
    if marker is not None:
        return _origin(result, marker)
    ends = _ends(result, element)
    if isinstance(at, str):
        if at == GROUND:
            return np.zeros((nt, 3))
        if at in ends:
            return point_states(result, ends[at].body, np.array(ends[at].s), ends[at].carrier)[0]
        if at not in result.system.bodies:
            own = [name for name in ("joint", "a", "b") if _marker(result, element, name) is not None]
            known = [*(("contact",) if touching else ()), *own, *ends, GROUND, *result.system.bodies]
            raise ModelError(f"reaction of {element!r}: there is no point at={at!r}.{near(at, known)}")
        return point_states(result, at, result.system.com[result.system.layout.block(at)])[0]
    point = pad(read_vector(at, 2 if np.shape(at) == (2,) else 3, f"reaction of {element!r}: at"))
    return np.tile(point, (nt, 1))


def _ends(result: Any, element: str) -> dict[str, Port]:
    """The first two points of what a force acts along, as "a" and "b"; none for joints, loads and angles."""
    force = result.model.forces.get(element)
    points = [] if force is None else [port for port in force.measure.ports if not port.direction]
    return dict(zip("ab", dict.fromkeys(points), strict=False))


def _origin(result: Any, marker: Marker) -> np.ndarray:
    """Of a marker, (nt, 3) in ground axes."""
    return point_states(result, marker.body, np.array(marker.at), marker.carrier)[0]


def marker_axes(result: Any, marker: Marker) -> np.ndarray:
    """Axes of a marker in ground (nt, 3, 3), as columns."""
    if marker.body == GROUND:
        return marker.matrix[None].repeat(len(result.t), 0)
    return result[marker.body].matrices @ marker.matrix


def _axes(result: Any, element: str, frame: Any) -> tuple[np.ndarray, str]:
    """Axes (nt, 3, 3) of the frame that components are given in, and its name."""
    nt = len(result.t)
    if frame is None:
        frame = "joint" if _marker(result, element, "joint") is not None else GROUND
    marker = _marker(result, element, frame)
    if marker is not None:
        label = f"{element}: {frame}" if isinstance(frame, str) else marker.label
        return marker_axes(result, marker), label
    if frame == GROUND:
        return np.eye(3)[None].repeat(nt, 0), GROUND
    if frame in result.system.bodies:
        return result[frame].matrices, str(frame)
    own = [name for name in ("joint", "a", "b") if _marker(result, element, name) is not None]
    known = [*own, GROUND, *result.system.bodies]
    raise ModelError(f"reaction of {element!r}: there is no frame {frame!r}.{near(str(frame), known)}")
