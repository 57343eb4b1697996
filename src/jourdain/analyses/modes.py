"""What events do to a run: the model after switches and locks, its system at the present state, velocities after blows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.compiler import compile
from jourdain.dynamics import JUMP, OK, stations
from jourdain.elements import Body, Joint, Marker, Row
from jourdain.errors import ConvergenceError
from jourdain.events import (
    Action,
    Engage,
    Impact,
    Impulse,
    Jump,
    Lock,
    Release,
    SetParameter,
    Switch,
    Unlock,
)
from jourdain.joints import fixed
from jourdain.measures import GROUND, Measure
from jourdain.model import Model
from jourdain.rotations.conversions import Rotation, direction_cosines, plane_rotation
from jourdain.system import System, evaluate
from jourdain.tables import ALWAYS_SVD, ANGLE, BASE_RANK

STRUCTURAL = (Switch, Lock, Unlock, Release, Engage, SetParameter)
BLOWS = (Impact, Jump, Impulse)


@dataclass(frozen=True)
class Moment:
    """A state of a system: time [s], positions, velocities, extra states, counted angles."""

    t: float
    q: np.ndarray
    v: np.ndarray
    w: np.ndarray
    ref: np.ndarray


# -- the model after an event ------------------------------------------------------------------------------------


def edited(model: Model, original: Model, actions: Iterable[Action], system: System, now: Moment) -> Model:
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


def _locked(model: Model, joint: Joint, system: System, now: Moment) -> Joint:
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


def carried(old: System, new: System, now: Moment) -> tuple[System, Moment]:
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
    return new, Moment(now.t, now.q, now.v, now.w, ref)


# -- blows -------------------------------------------------------------------------------------------------------


def struck(
    system: System, actions: Iterable[tuple[Action, Measure | None]], now: Moment
) -> tuple[np.ndarray, dict[str, float]]:
    """Velocities (nv,) after impacts, jumps and blows, and the impulse of every row [N s, N m s].

    M (v+ - v-) = sum of blows + G^T Lambda: the rows of the joints stay closed, the struck measures take their new rates.
    """
    blows = [(action, own) for action, own in actions if isinstance(action, BLOWS)]
    wanted: list[tuple[str, Measure, Action]] = []
    for action, own in blows:
        measure = action.measure or own if isinstance(action, Impact) else getattr(action, "measure", None)
        if measure is not None:
            wanted.append((f"impact {len(wanted) + 1}", measure, action))
    if wanted:
        model = system.model.copy()
        for name, measure, _ in wanted:
            model.joints[name] = Joint(name, "impact", (Row("normal", ((1.0, measure),), None),))
        system, now = carried(system, compile(model), now)
    s = system.context()
    evaluate(system.kind, s, now.t, now.q, now.v, w=now.w, ref=now.ref)
    targets = np.zeros((1, system.n_rows))
    for name, _, blow in wanted:
        r = int(system.joint_rows[name][0])
        if isinstance(blow, Impact):
            targets[0, r] = -blow.restitution * s.rate[r]
        elif isinstance(blow, Jump):
            targets[0, r] = float(blow.rate)
    rates = targets[0].copy()
    f = _applied(system, [action for action, _ in blows if isinstance(action, Impulse)], now)
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
        np.zeros((1, 8)),
        np.zeros(5),
        0.0,
    )
    if status != OK or not np.isfinite(v).all():
        names = ", ".join(sorted({type(action).__name__ for action, _ in blows})) or "a plastic impact"
        raise ConvergenceError(f"the velocities after {names} at t = {now.t:.9g} s could not be found.")
    _check_rates(system, s, [name for name, _, _ in wanted], rates, now)
    labels = {f"{name}: normal": f"{name} (along the struck measure)" for name, _, _ in wanted}
    impulses = {labels.get(row, row): float(p) for row, p in zip(system.row_names, targets[0], strict=True)}
    return v[0], impulses


def _check_rates(system: System, s: Any, names: list[str], rates: np.ndarray, now: Moment) -> None:
    """A struck measure that the joints hold fast cannot take another rate: say so."""
    for name in names:
        r = int(system.joint_rows[name][0])
        if abs(s.rate[r] - rates[r]) > 1e-6 * max(1.0, abs(rates[r])):
            raise ConvergenceError(
                f"at t = {now.t:.9g} s a blow asks a measure for the rate {rates[r]:.6g}, but the joints hold it at "
                f"{s.rate[r]:.6g}; strike along a measure that can move."
            )


def _applied(system: System, blows: list[Impulse], now: Moment) -> np.ndarray:
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
