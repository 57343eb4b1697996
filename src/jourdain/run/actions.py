"""What events do to a run: the model after switches and locks, its system at the present state, velocities after blows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.errors import ConvergenceError
from jourdain.kernels.dynamics import JUMP, stations
from jourdain.kernels.measures import ANGLE
from jourdain.kernels.status import OK
from jourdain.kernels.tables import ALWAYS_SVD, BASE_RANK
from jourdain.model.elements import Body, Joint, Marker, Row
from jourdain.model.events import (
    Action,
    Engage,
    Event,
    Impact,
    Impulse,
    Jump,
    Lock,
    Release,
    SetParameter,
    Switch,
    Unlock,
)
from jourdain.model.joints import fixed
from jourdain.model.measures import GROUND, Measure
from jourdain.model.model import Model
from jourdain.model.rotations import Rotation, direction_cosines, plane_rotation
from jourdain.system.compile import compile
from jourdain.system.system import System, evaluate

STRUCTURAL = (Switch, Lock, Unlock, Release, Engage, SetParameter)
BLOWS = (Impact, Jump, Impulse)


@dataclass(frozen=True)
class PlannedAction:
    """An action with the event that asks for it."""

    action: Action
    event: Event

    @property
    def struck(self) -> Measure | None:
        """The measure along which it strikes, if it does: its own, or the event's."""
        if not isinstance(self.action, (Impact, Jump)):
            return None
        if self.action.measure is None and isinstance(self.event.function, Measure):
            return self.event.function
        return self.action.measure


@dataclass(frozen=True)
class Snapshot:
    """A state of a system: time [s], positions, velocities, extra states, counted angles."""

    t: float
    q: np.ndarray
    v: np.ndarray
    w: np.ndarray
    ref: np.ndarray


# -- the model after an event ------------------------------------------------------------------------------------


def edited(model: Model, original: Model, actions: Iterable[Action], system: System, now: Snapshot) -> Model:
    """The model with its structural actions carried out; `original` tells what Unlock goes back to."""
    new = model.copy()
    for action in actions:
        if isinstance(action, Switch):
            _switch(new, action)
        elif isinstance(action, SetParameter):
            new.parameters[action.name] = float(action.value)
        elif isinstance(action, Lock):
            new.joints[action.joint] = _locked(new, new.joints[action.joint], system, now)
        elif isinstance(action, Unlock):
            active = new.joints[action.joint].active
            new.joints[action.joint] = replace(original.joints[action.joint], active=active)
        elif isinstance(action, (Release, Engage)):
            new.joints[action.joint] = replace(new.joints[action.joint], active=isinstance(action, Engage))
    return new


def _switch(model: Model, action: Switch) -> None:
    if action.motion is not None:
        joint = model.joints[action.element]
        row = replace(joint.rows[0], function=action.motion, derivatives=None)
        model.joints[action.element] = replace(joint, rows=(row,))
        return
    changes = {
        name: getattr(action, name)
        for name in ("law", "stiffness", "damping", "rest")
        if getattr(action, name) is not None
    }
    model.forces[action.element] = replace(model.forces[action.element], **changes)


def _locked(model: Model, joint: Joint, system: System, now: Snapshot) -> Joint:
    """The joint with its second marker moved onto the first and fixed there."""
    if joint.a is None or joint.b is None:  # a drive, a gear: hold its measures as they are
        rows = tuple(replace(row, constant=None, function=None, label=f"{row.label} (locked)") for row in joint.rows)
        return replace(joint, rows=rows, active=True)
    p, R = marker_pose(joint.a, system, now.q)
    body = replace(model.bodies[joint.b.body]) if joint.b.body != GROUND else replace(model.ground)
    _place(body, system, now.q)
    if body.planar:
        angle = joint.a.angle + _turned(joint.a.body, system, now.q)
        b = body.place(joint.b.label, p, Rotation(), angle)
    else:
        b = body.place(joint.b.label, p, direction_cosines(R), 0.0)
    return replace(joint, rows=tuple(fixed(joint.a, b)), active=True)


def _turned(body: str, system: System, q: np.ndarray) -> float:
    return 0.0 if body == GROUND else float(q[3 * system.bodies.index(body) + 2])


def _place(body: Body, system: System, q: np.ndarray) -> None:
    """Move a copy of a body to where it is now."""
    if body.name == GROUND:
        return
    centre, R = body_pose(body.name, system, q)
    body.at = centre - R @ body.com
    if body.planar:
        body.angle = _turned(body.name, system, q)
    else:
        b = system.bodies.index(body.name)
        body.rotation = Rotation(*(float(c) for c in q[7 * b + 3 : 7 * b + 7]))


def body_pose(body: str, system: System, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centre of mass (3,) and rotation matrix (3, 3) of a body at positions q."""
    if body == GROUND:
        return np.zeros(3), np.eye(3)
    b = system.bodies.index(body)
    if system.planar:
        x, y, angle = (float(c) for c in q[3 * b : 3 * b + 3])
        return np.array([x, y, 0.0]), plane_rotation(angle)
    return q[7 * b : 7 * b + 3].copy(), Rotation(*(float(c) for c in q[7 * b + 3 : 7 * b + 7])).matrix


def marker_pose(marker: Marker, system: System, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Origin (3,) and axes (3, 3) of a marker in ground at positions q."""
    centre, R = body_pose(marker.body, system, q)
    com = np.zeros(3) if marker.body == GROUND else system.com[system.bodies.index(marker.body)]
    return centre + R @ (np.array(marker.at) - com), R @ marker.matrix


# -- the system that goes on -------------------------------------------------------------------------------------


def carried(old: System, new: System, now: Snapshot) -> tuple[System, Snapshot]:
    """The new system at the present state: angles keep their turns, rows that held a value go on holding it."""
    ref = np.zeros_like(new.ref0)
    for measure, i in new.measures.items():
        record = new.tables["measures"][i]
        if record["kind"] == ANGLE and not new.planar and measure in old.measures:
            ref[record["turn"]] = now.ref[old.tables["measures"][old.measures[measure]]["turn"]]
    rows = new.tables["rows"].copy()
    rows["constant"][new.held] = 0.0
    known = {name: r for r, name in enumerate(old.row_names)}
    tables = new.tables | {"rows": rows}
    new = replace(new, tables=tables, q0=now.q.copy(), v0=now.v.copy(), w0=now.w.copy(), ref0=ref)
    s = new.context()
    evaluate(new.kind, s, now.t, now.q, now.v, w=now.w, ref=ref)
    for r in np.flatnonzero(new.held):
        name = new.row_names[r]
        if name in known and old.held[known[name]]:
            rows["constant"][r] = old.tables["rows"]["constant"][known[name]]
        else:
            rows["constant"][r] = -s.g[r]
    return new, Snapshot(now.t, now.q, now.v, now.w, ref)


# -- blows -------------------------------------------------------------------------------------------------------


def struck(system: System, planned: Iterable[PlannedAction], now: Snapshot) -> tuple[np.ndarray, dict[str, float]]:
    """Velocities (nv,) after impacts, jumps and blows, and the impulse of every row [N s, N m s].

    M (v+ - v-) = sum of blows + G^T Lambda: the rows of the joints stay closed, the struck measures take their new rates.
    Impulses along those are named after the event: "hit: impact".
    """
    blows = [one for one in planned if isinstance(one.action, BLOWS)]
    wanted = _struck_rows(blows)
    if wanted:
        model = system.model.copy()
        for name, row, _ in wanted:
            known = model.joints[name].rows if name in model.joints else ()
            model.joints[name] = Joint(name, "blow", (*known, row))
        system, now = carried(system, compile(model), now)
    s = system.context()
    evaluate(system.kind, s, now.t, now.q, now.v, w=now.w, ref=now.ref)
    targets = np.zeros((1, system.n_rows))
    struck_rows = {system.row_names.index(f"{name}: {row.label}"): action for name, row, action in wanted}
    for r, action in struck_rows.items():
        targets[0, r] = float(action.rate) if isinstance(action, Jump) else -action.restitution * s.rate[r]
    rates = targets[0].copy()
    f = _applied(system, [one.action for one in blows if isinstance(one.action, Impulse)], now)
    s.flags[BASE_RANK] = system.n_rows
    if len(s.B):
        s.flags[ALWAYS_SVD] = 1.0  # redundant joints share a blow with the least impulses
    v = now.v.reshape(1, -1).copy()
    q, w, ref = (x.reshape(1, -1).copy() for x in (now.q, now.w, now.ref))
    status, _ = stations(
        system.kind,
        s,
        JUMP,
        np.array([now.t]),
        q,
        v,
        w,
        ref,
        f,
        np.zeros((1, system.kind.w)),
        targets,
        np.zeros((1, len(s.measures))),
        np.zeros((1, 9)),
        np.zeros(5),
        0.0,
    )
    if status != OK or not np.isfinite(v).all():
        names = ", ".join(sorted({type(one.action).__name__ for one in blows})) or "a plastic impact"
        raise ConvergenceError(f"the velocities after {names} at t = {now.t:.9g} s could not be found.")
    _check_rates(system, s, list(struck_rows), rates, now)
    return v[0], {name: float(p) for name, p in zip(system.row_names, targets[0], strict=True)}


def _struck_rows(planned: Iterable[PlannedAction]) -> list[tuple[str, Row, Any]]:
    """(name of the event, row along the struck measure, action) of impacts and jumps; labels are numbered if needed."""
    found: list[tuple[str, Row, Any]] = []
    for one in planned:
        if one.struck is None:
            continue
        word = type(one.action).__name__.lower()
        again = sum(name == one.event.name and row.label.startswith(word) for name, row, _ in found)
        label = f"{word} {again + 1}" if again else word
        found.append((one.event.name, Row(label, ((1.0, one.struck),), None), one.action))
    return found


def _check_rates(system: System, s: Any, rows: list[int], rates: np.ndarray, now: Snapshot) -> None:
    """A struck measure that the joints hold fast cannot take another rate: say so."""
    for r in rows:
        if abs(s.rate[r] - rates[r]) > 1e-6 * max(1.0, abs(rates[r])):
            raise ConvergenceError(
                f"at t = {now.t:.9g} s {system.row_names[r]!r} asks a measure for the rate {rates[r]:.6g}, but the joints "
                f"hold it at {s.rate[r]:.6g}; strike along a measure that can move."
            )


def rates(system: System, measure: Measure, now: Snapshot, a: np.ndarray) -> tuple[float, float]:
    """First and second derivative of a measure at accelerations a (nv,)."""
    if measure not in system.measures:
        model = system.model.copy()
        model.measures["(struck)"] = measure
        system, now = carried(system, compile(model), now)
    s = system.context()
    evaluate(system.kind, s, now.t, now.q, now.v, w=now.w, ref=now.ref)
    i = system.measures[measure]
    n, first, count = s.J.shape[1], int(s.measures["block"][i]), int(s.measures["n_blocks"][i])
    bodies = s.block_body[first : first + count]
    return float(s.xd[i]), float(s.xb[i] + sum(s.J[first + k] @ a[n * b : n * b + n] for k, b in enumerate(bodies)))


def _applied(system: System, blows: list[Impulse], now: Snapshot) -> np.ndarray:
    """Generalised impulses (1, nv) of blows at markers."""
    f = np.zeros((1, system.kind.v))
    for blow in blows:
        b = system.bodies.index(blow.marker.body)
        centre, R = body_pose(blow.marker.body, system, now.q)
        p = np.zeros(3)
        p[: len(blow.impulse)] = blow.impulse
        moment = np.cross(marker_pose(blow.marker, system, now.q)[0] - centre, p)
        if system.planar:
            f[0, 3 * b : 3 * b + 3] += [p[0], p[1], moment[2]]
        else:
            f[0, 6 * b : 6 * b + 6] += [*p, *(R.T @ moment)]
    return f
