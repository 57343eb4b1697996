"""compile: Model -> System. Pure: the model is only read, and the same model gives the same tables.

Ports and measures are shared where they are equal; every row gets a name ("hinge: slide x"); the pattern of the Newton
matrix is found by probing the assembled matrix at random states, so that no element needs to declare it.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from jourdain.context import Context
from jourdain.elements import Input, Multiplier, Rate, Row
from jourdain.errors import ModelError, near
from jourdain.functions import Program, lower, pack
from jourdain.inertia import check_inertia
from jourdain.kinds import Kind, Planar, Spatial
from jourdain.measures import GROUND, Measure, Port
from jourdain.model import Model
from jourdain.pattern import records, row_weights, saddle_pattern
from jourdain.system import System, evaluate, frozen, make_context
from jourdain.tables import (
    ALIGN,
    ANGLE,
    BLADE,
    BODY,
    COORDINATE,
    COUPLE,
    DISTANCE,
    IN_MULTIPLIER,
    IN_RATE,
    IN_STATE,
    IN_VALUE,
    LAW,
    LOAD,
    MEASURE,
    PIN,
    PIN_ENTRY,
    PORT,
    POSITION,
    ROW,
    SLIDE,
    STATE,
    TERM,
    VELOCITY,
)


class _Builder:
    """Collects the tables of one model; lives only inside `compile`."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.width = 3 if model.planar else 6
        self.body = {name: i for i, name in enumerate(model.bodies)}
        self.ports: dict[tuple[int, bool, tuple[float, ...]], int] = {}
        self.measures: dict[Measure, int] = {}
        self.measure_bodies: list[list[int]] = []
        self.records: list[dict[str, Any]] = []
        self.blocks: list[int] = []
        self.pins: list[dict[str, Any]] = []
        self.pairs: dict[tuple[int, int], int] = {(b, b): b for b in range(len(self.body))}
        self.programs: list[Program] = []
        self.turns = 0
        self.rows: list[tuple[str, Row]] = []

    # -- ports and measures ------------------------------------------------------------------------------------

    def port(self, port: Port) -> int:
        b = -1 if port.body == GROUND else self.body[port.body]
        s = np.array(port.s)
        if b >= 0 and not port.direction:
            s = s - self.model.bodies[port.body].com
        return self.ports.setdefault((b, port.direction, tuple(float(c) for c in s)), len(self.ports))

    def pair(self, a: int, b: int) -> int:
        return self.pairs.setdefault((a, b), len(self.pairs))

    def measure(self, measure: Measure) -> int:
        """Index of a measure; equal measures are shared."""
        if measure in self.measures:
            return self.measures[measure]
        r: dict[str, Any] = dict(kind=measure.kind, port=[0] * 4, slot=[-1] * 4, coordinate=-1, turn=-1, listed=0, offset=0.0)
        bodies: list[int] = []

        def slot(name: str) -> int:
            if name == GROUND:
                return -1
            b = self.body[name]
            if b not in bodies:
                bodies.append(b)
            return bodies.index(b)

        for i, port in enumerate(measure.ports):
            r["port"][i] = self.port(port)
            if not (measure.kind == DISTANCE and i == 0):
                r["slot"][i] = slot(port.body)
        if measure.kind == COORDINATE and measure.coordinate is not None:
            name, letter = measure.coordinate
            column = ("x", "y", "theta" if self.model.planar else "z").index(letter)
            slot(name)
            r["coordinate"], r["turn"] = (3 if self.model.planar else 7) * self.body[name] + column, column
        elif measure.kind == ANGLE and self.model.planar:
            r["offset"] = measure.angle_offset
            a, b = measure.ports[0].body, measure.ports[2].body
            r["coordinate"] = -1 if a == GROUND else 3 * self.body[a] + 2
            r["turn"] = -1 if b == GROUND else 3 * self.body[b] + 2
        elif measure.kind == ANGLE:
            r["turn"] = self.turns
            self.turns += 1
        axis = _ground_axis(measure)
        i, j = (1, 2) if axis >= 0 else (0, 1)  # ports of a slide along a ground axis, or of an align
        if (axis >= 0 or measure.kind == ALIGN) and r["slot"][i] != r["slot"][j]:
            r["listed"] = 1
            if axis >= 0:
                r["kind"] = PIN
            block, body = ([(len(self.blocks) + k, bodies[k])[what] if k >= 0 else -1 for k in (r["slot"][i], r["slot"][j])]
                           for what in (0, 1))
            self.pins.append(dict(measure=len(self.records), axis=axis, a=r["port"][i], b=r["port"][j], block_a=block[0],
                                  body_a=body[0], block_b=block[1], body_b=body[1]))
        r["block"], r["n_blocks"] = len(self.blocks), len(bodies)
        self.blocks += bodies
        r["pair"] = np.full((4, 4), -1)
        for k, bk in enumerate(bodies):
            for j, bj in enumerate(bodies):
                r["pair"][k, j] = self.pair(bk, bj)
        self.records.append(r)
        self.measure_bodies.append(bodies)
        self.measures[measure] = len(self.records) - 1
        return self.measures[measure]

    # -- functions ---------------------------------------------------------------------------------------------

    def z_index(self, item: Input, where: str) -> int:
        """Place of an input in Z = (t, x, xdot, w, lam)."""
        nm = len(self.records)
        if isinstance(item, Measure):
            return 1 + self.measures[item]
        if isinstance(item, Rate):
            return 1 + nm + self.measures[item.measure]
        if isinstance(item, Multiplier):
            for r, (joint, row) in enumerate(self.rows):
                if (joint, row.label) == (item.joint, item.row):
                    return 1 + 2 * nm + len(self.model.states) + r
            raise ModelError(f"{where}: there is no multiplier of {item.joint!r}: {item.row!r}.")
        states = list(self.model.states)
        if item not in states:
            raise ModelError(f"{where}: there is no extra state {item!r}.{near(str(item), states)}")
        return 1 + 2 * nm + states.index(item)

    def names(self, inputs: Any, own: dict[str, int], where: str) -> dict[str, int]:
        """Every name a text may read, with its place in Z."""
        result = {"t": 0}
        nm = len(self.records)
        for name, measure in self.model.measures.items():
            if measure in self.measures:
                result[name] = 1 + self.measures[measure]
                result[f"{name}_rate"] = 1 + nm + self.measures[measure]
        for name in self.model.states:
            result[name] = self.z_index(name, where)
        result.update({name: self.z_index(item, where) for name, item in dict(inputs).items()})
        return result | own

    def function(self, value: Any, where: str, arguments: tuple[str, ...], own: dict[str, int], inputs: Any,
                 derivatives: Any = None) -> int:
        self.programs.append(lower(value, names=self.names(inputs, own, where), parameters=self.model.parameters,
                                   where=where, arguments=arguments, derivatives=derivatives))
        return len(self.programs) - 1


def _ground_axis(measure: Measure) -> int:
    """0, 1, 2 for a slide along that axis of the ground, else -1."""
    if measure.kind != SLIDE or measure.ports[0].body != GROUND:
        return -1
    u = measure.ports[0].s
    return u.index(1.0) if sorted(u) == [0.0, 0.0, 1.0] else -1


def _texts(model: Model) -> str:
    """All texts of the model joined, to see which named measures they read."""
    values: list[Any] = [f.law for f in model.forces.values()] + [s.rate for s in model.states.values()]
    values += [c for load in model.loads.values() for c in (*load.force, *load.torque)]
    return " ".join(v for v in values if isinstance(v, str))


def compile(model: Model) -> System:
    """Turn a Model into a System. Raises ModelError for what cannot be."""
    if not model.bodies:
        raise ModelError(f"model {model.name!r} has no body; add one with model.body(..).")
    check_inertia(model)
    b = _Builder(model)
    b.rows = [(j.name, row) for j in model.joints.values() for row in j.rows if row.level == "position"]
    n_position = len(b.rows)
    b.rows += [(j.name, row) for j in model.joints.values() for row in j.rows if row.level == "velocity"]
    # measures that the motion needs come first
    for joint, row in b.rows:
        for _, m in row.terms:
            if m.kind == DISTANCE and m.ports[1] == m.ports[2]:
                raise ModelError(f"joint {joint!r}: the distance of a point to itself is always zero.")
            b.measure(m)
        used = set(re.findall(r"[A-Za-z_]\w*", row.function)) if isinstance(row.function, str) else set()
        for name, m in row.inputs:
            if name in used:
                b.measure(m)
    for force in model.forces.values():
        b.measure(force.measure)
    for element in (*model.forces.values(), *model.loads.values(), *model.states.values()):
        for item in element.inputs.values():
            if isinstance(item, Measure):
                b.measure(item)
            elif isinstance(item, Rate):
                b.measure(item.measure)
    read = set(re.findall(r"[A-Za-z_]\w*", _texts(model)))
    for name, m in model.measures.items():
        if name in read or f"{name}_rate" in read:
            b.measure(m)
    active = len(b.records)
    for m in model.measures.values():
        b.measure(m)

    rows, terms = _rows(b)
    laws, loads, states = _forces(b)
    kind_type = Planar if model.planar else Spatial
    nb = len(model.bodies)
    rates = int(len(laws) + len(loads) + len(states) > 0)
    if any(law["damping"] != 0.0 or law["function"] >= 0 for law in laws) or states or any(f["function"] >= 0 for f in loads):
        rates = 2
    kind = kind_type(q=(3 if model.planar else 7) * nb, v=b.width * nb, g=n_position, a=len(b.rows) - n_position,
                     w=len(states), turns=b.turns, active=active, rates=rates)
    couples, couple_size = _couples(b, kind, rows, terms, laws, loads)
    tapes = pack(b.programs)
    tables = dict(
        bodies=records([dict(mass=body.mass, J=body.inertia) for body in model.bodies.values()], BODY),
        ports=records([dict(body=body, direction=int(direction), s=s) for body, direction, s in b.ports], PORT),
        measures=records(b.records, MEASURE), pins=records(b.pins, PIN_ENTRY), block_body=frozen(b.blocks, np.int64), rows=records(rows, ROW),
        terms=records(terms, TERM), laws=records(laws, LAW), loads=records(loads, LOAD), states=records(states, STATE),
        gravity=frozen(model.gravity, np.float64), code=tapes.code, const=tapes.const, pointers=tapes.pointers,
        start=tapes.start, couples=records(couples, COUPLE), couple_place=np.zeros(couple_size, np.int64),
    )
    return _finish(b, kind, tables, tapes.n_registers)


def _row_function(b: _Builder, joint: str, row: Row) -> tuple[int, Program | None]:
    """Lower what a row adds to its measures; a drive subtracts its motion c(t)."""
    if row.function is None:
        return -1, None
    value = row.function
    if row.inputs or not row.terms:  # a text of measures
        index = b.function(value, f"row {joint!r}", ("t",), {}, row.inputs and {k: m for k, m in row.inputs
                                                                                if m in b.measures})
    else:
        index = b.function(value, f"drive {joint!r}", ("t",), {}, {}, row.derivatives)
        b.programs[index] = negated(b.programs[index])
    return index, b.programs[index]


def negated(program: Program) -> Program:
    """The program of -f."""
    from dataclasses import replace

    from jourdain.functions.tape import NEG

    last = int(program.code[-1, 3])
    code = np.vstack([program.code, [[NEG, last, 0, last]]])
    return replace(program, code=np.ascontiguousarray(code))


def _rows(b: _Builder) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Row and term tables."""
    rows: list[dict[str, Any]] = []
    terms: list[dict[str, Any]] = []
    nm = len(b.records)
    for joint, row in b.rows:
        function, program = _row_function(b, joint, row)
        parts = {b.measures[m]: 0.0 for _, m in row.terms}
        for f, m in row.terms:
            parts[b.measures[m]] += f
        read = {z - 1 for z in program.inputs if 1 <= z <= nm} if program is not None else set()
        if program is not None and any(z > nm for z in program.inputs):
            raise ModelError(f"row {joint!r}: {program.text!r} may read t and measures, not rates, states or multipliers.")
        for m in sorted(read):
            parts.setdefault(m, 0.0)
        if not parts:
            raise ModelError(f"row {joint!r}: {program.text if program else ''!r} reads no measure, so it holds nothing.")
        if any(b.records[m]["kind"] == BLADE for m in parts) and row.level == "position":
            raise ModelError(f"joint {joint!r}: a blade acts on velocities; give the row level='velocity'.")
        bodies: list[int] = []
        first = len(terms)
        for m, f in parts.items():
            for body in b.measure_bodies[m]:
                if body not in bodies:
                    bodies.append(body)
            slots = [bodies.index(body) for body in b.measure_bodies[m]]
            terms.append(dict(measure=m, read=int(m in read), slot=slots + [-1] * (4 - len(slots)), coefficient=f))
        if not bodies:
            raise ModelError(f"joint {joint!r}: it holds only the ground, which does not move.")
        (m0, f0), plain = next(iter(parts.items())), len(parts) == 1 and not read
        entry = dict(level=POSITION if row.level == "position" else VELOCITY, term=first, n_terms=len(parts),
                     function=function, constant=np.nan if row.constant is None else -row.constant, weight=1.0)
        if plain and f0 == 1.0:
            entry |= dict(measure=m0, block=b.records[m0]["block"], n_blocks=b.records[m0]["n_blocks"])
        else:
            entry |= dict(measure=-1, block=len(b.blocks), n_blocks=len(bodies))
            b.blocks += bodies
        rows.append(entry)
    return rows, terms


def _forces(b: _Builder) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    """Law, load and state tables."""
    laws, loads, states = [], [], []
    nm = len(b.records)
    for force in b.model.forces.values():
        m = b.measures[force.measure]
        entry = dict(measure=m, stiffness=force.stiffness, damping=force.damping, rest=force.rest, constant=0.0, function=-1)
        if isinstance(force.law, (int, float)) and not isinstance(force.law, bool) and np.isfinite(force.law):
            entry["constant"] = float(force.law)
        elif force.law is not None:
            own = {"x": 1 + m, "v": 1 + nm + m}
            entry["function"] = b.function(force.law, f"force {force.name!r}", ("t", "x", "v"), own, force.inputs)
        laws.append(entry)
    for load in b.model.loads.values():
        loads += _load_entries(b, load)
    for state in b.model.states.values():
        function = b.function(state.rate, f"state {state.name!r}", ("t",), {}, state.inputs)
        states.append(dict(function=function, differential=int(not state.algebraic)))
    return laws, loads, states


def _load_entries(b: _Builder, load: Any) -> list[dict[str, Any]]:
    """One scalar entry for each non-zero component of a load."""
    body = b.model.bodies[load.marker.body]
    s = np.array(load.marker.at) - body.com
    axes = np.eye(3)
    if load.follow and not b.model.planar:
        axes = load.marker.rotation.matrix
    elif load.follow:
        c, d = np.cos(load.marker.angle), np.sin(load.marker.angle)
        axes = np.array([[c, -d, 0.0], [d, c, 0.0], [0.0, 0.0, 1.0]])
    entries = []
    for torque, parts in ((0, load.force), (1, load.torque)):
        for i, value in enumerate(parts):
            if isinstance(value, (int, float)) and value == 0.0:
                continue
            column = 2 if torque and b.model.planar else i
            entry = dict(body=b.body[body.name], torque=torque, follow=int(load.follow), function=-1, constant=0.0, s=s,
                         d=axes[:, column], pair=b.body[body.name], block=len(b.blocks))
            if isinstance(value, (int, float)) and np.isfinite(value):
                entry["constant"] = float(value)
            else:
                entry["function"] = b.function(value, f"load {load.name!r}", ("t",), {}, load.inputs)
            b.blocks.append(b.body[body.name])
            entries.append(entry)
    return entries


def _couples(b: _Builder, kind: Kind, rows: Any, terms: Any, laws: Any, loads: Any) -> tuple[list[dict[str, Any]], int]:
    """Every derivative of a user function that feeds the matrix."""
    couples: list[dict[str, Any]] = []
    sizes: list[int] = []
    nm, nw = len(b.records), kind.w

    def add(function: int, z: int, target: tuple[int, list[int]] | int, row: int = -1, other: int = -1) -> None:
        source, index = _source(z, nm, nw)
        c: dict[str, Any] = dict(function=function, row=row, input=other if row >= 0 else z, other=z, source=source)
        c["pair"] = np.full((4, 4), -1)
        t_block, t_bodies = target if isinstance(target, tuple) else (target, [])
        s_block, s_bodies = index, []
        if source in (IN_VALUE, IN_RATE):
            s_block, s_bodies = b.records[index]["block"], b.measure_bodies[index]
        for k, bk in enumerate(t_bodies):
            for j, bj in enumerate(s_bodies):
                c["pair"][k, j] = b.pair(bk, bj)
        c |= dict(target_block=t_block, target_n=len(t_bodies), source_block=s_block, source_n=len(s_bodies), place=sum(sizes))
        couples.append(c)
        both = bool(t_bodies) and bool(s_bodies)
        sizes.append(0 if both else b.width * max(len(t_bodies), len(s_bodies)) or 1)

    for law in laws:
        if law["function"] >= 0:
            m = law["measure"]
            for z in b.programs[law["function"]].inputs:
                if z > 0:
                    add(law["function"], z, (b.records[m]["block"], b.measure_bodies[m]))
    for load in loads:
        if load["function"] >= 0:
            for z in b.programs[load["function"]].inputs:
                if z > 0:
                    add(load["function"], z, (load["block"], [load["body"]]))
    first_state = len(b.programs) - nw
    for i in range(nw):
        for z in b.programs[first_state + i].inputs:
            if z > 0:
                add(first_state + i, z, i)
    for r, row in enumerate(rows):
        read = [t["measure"] for t in terms[row["term"]:row["term"] + row["n_terms"]] if t["read"]]
        for mi in read:
            for mj in read:
                add(row["function"], 1 + mj, (b.records[mi]["block"], b.measure_bodies[mi]), r, 1 + mi)
    return couples, sum(sizes)


def _source(z: int, nm: int, nw: int) -> tuple[int, int]:
    """What the input Z[z] is, and its index among its kind."""
    for code, count, first in ((IN_VALUE, nm, 1), (IN_RATE, nm, 1 + nm), (IN_STATE, nw, 1 + 2 * nm)):
        if z < first + count:
            return code, z - first
    return IN_MULTIPLIER, z - 1 - 2 * nm - nw


def _start(model: Model) -> tuple[np.ndarray, np.ndarray]:
    """q and v as the user gave them."""
    q, v = [], []
    for body in model.bodies.values():
        p = body.at + body.matrix @ body.com
        if model.planar:
            q += [p[0], p[1], body.angle]
            v += [body.velocity[0], body.velocity[1], body.spin[2]]
        else:
            q += [*p, *body.rotation.quaternion]
            v += [*body.velocity, *(body.matrix.T @ body.spin)]
    return frozen(q, np.float64), frozen(v, np.float64)


def _finish(b: _Builder, kind: Kind, tables: dict[str, np.ndarray], n_registers: int) -> System:
    """Pattern, start values, held constants and names."""
    rows = tables["rows"]
    held = np.isnan(rows["constant"])  # "hold the start value"
    rows["constant"][held] = 0.0
    groups = [joint for joint, _ in b.rows]
    tables |= saddle_pattern(kind, tables, n_registers, list(b.pairs), groups)
    q0, v0 = _start(b.model)
    w0 = frozen([s.start for s in b.model.states.values()], np.float64)
    ref0 = np.zeros(max(1, kind.turns))
    s = make_context(kind, tables, n_registers)
    evaluate(kind, s, 0.0, q0, v0, w=w0, ref=ref0)
    tables["mass_values"] = s.values.copy()
    for r in tables["row_blocks"]:
        tables["mass_values"][r["G"]] = tables["mass_values"][r["GT"]] = 0.0
    rows["constant"][held] -= s.g[held]
    _check_rows(b, s)
    rows["weight"] = row_weights(kind, s)
    return System(
        name=b.model.name, kind=kind, tables=tables, n_registers=n_registers, redundant=0, bodies=tuple(b.model.bodies),
        row_names=tuple(f"{joint}: {row.label}" for joint, row in b.rows),
        row_units=tuple("N m" if _angular(row) else "N" for _, row in b.rows),
        joint_rows={j: np.array([r for r, (name, _) in enumerate(b.rows) if name == j]) for j in b.model.joints},
        joint_markers={j.name: (j.a, j.b) for j in b.model.joints.values()},
        state_names=tuple(b.model.states), recorded={n: b.measures[mm] for n, mm in b.model.measures.items()},
        q0=q0, v0=v0, w0=w0, ref0=ref0, length=_length(b, tables, q0), exact=all(p.exact for p in b.programs),
        com=np.array([body.com for body in b.model.bodies.values()]), keep=tuple(b.programs),
    )


def _angular(row: Row) -> bool:
    return bool(row.terms) and all(m.kind in (ANGLE, ALIGN) or (m.coordinate or ("", ""))[1] == "theta" for _, m in row.terms)


def _check_rows(b: _Builder, s: Context) -> None:
    for r, (joint, row) in enumerate(b.rows):
        for f, m in row.terms:
            if m.kind == DISTANCE and f != 0.0 and s.x[b.measures[m]] == 0.0:
                raise ModelError(f"joint {joint!r}: the two points coincide at the start, so their distance has no direction; "
                                 "use 'spherical' (planar: 'revolute'), or move one point.")
        if not np.isfinite(s.g[r]):
            raise ModelError(f"row {joint!r}: {row.label} has the value {s.g[r]} at the start; check its text and inputs.")


def _length(b: _Builder, tables: dict[str, np.ndarray], q0: np.ndarray) -> float:
    """A typical length: the largest arm of a port, or the spread of the bodies."""
    arms = np.abs(tables["ports"]["s"][(tables["ports"]["direction"] == 0)])
    size = 3 if b.model.planar else 7
    points = q0.reshape(-1, size)[:, :2 if b.model.planar else 3]
    spread = np.ptp(points, axis=0).max() if len(points) > 1 else 0.0
    best = max(arms.max() if arms.size else 0.0, spread)
    return float(best) if best > 0.0 else 1.0
