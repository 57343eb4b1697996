"""Lowering of rows, forces and extra states to their tables, and of user functions to the matrix entries they feed."""

from __future__ import annotations

from dataclasses import replace
from numbers import Real
from typing import Any, TypeGuard

import numpy as np

from jourdain.errors import ModelError
from jourdain.functions import Program, evaluate, evaluate_value, pack
from jourdain.functions.jets import NEG
from jourdain.kernels.bodies.natural import second_moments
from jourdain.kernels.kinds import Natural, NaturalPlanar
from jourdain.kernels.measures import BLADE, STRAIN
from jourdain.kernels.tables import IN_MULTIPLIER, IN_RATE, IN_STATE, IN_VALUE, POSITION, VELOCITY
from jourdain.lagrange.generate import weakest
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.beam_elements import MASSES
from jourdain.model.beams import with_light_director
from jourdain.model.elements import Body, Input, Rate, Row
from jourdain.model.events import DIRECTIONS, Event, Impact
from jourdain.model.flexible import PATTERN, FlexibleBody
from jourdain.model.measures import Measure
from jourdain.model.parsing import LARGEST
from jourdain.system.builder import Builder

Record = dict[str, Any]
LIGHT_MASS, LIGHT_MOMENT = 1e-2, 1e-9  # of the largest in the model: below, a body's inertia alone is no good pivot


def _row_function(b: Builder, joint: str, row: Row) -> tuple[int, Program | None]:
    """Lower what a row adds to its measures; a drive subtracts its motion c(t)."""
    if row.function is None:
        return -1, None
    value = row.function
    if row.inputs or not row.terms:  # a text of measures, at velocity level also of their rates
        measures = {k: m for k, m in row.inputs if m in b.measures}
        read: dict[str, Input] = {f"{k}_rate": Rate(m) for k, m in measures.items()}
        index = b.function(value, f"row {joint!r}", ("t",), {}, read | measures)
    else:
        index = b.function(value, f"drive {joint!r}", ("t",), {}, {}, row.derivatives)
        b.programs[index] = negated(b.programs[index])
    return index, b.programs[index]


def negated(program: Program) -> Program:
    """The program of -f."""
    last = int(program.code[-1, 3])
    code = np.vstack([program.code, [[NEG, last, 0, last]]])
    return replace(program, code=np.ascontiguousarray(code), negative=True)


def lower_rows(b: Builder) -> tuple[list[Record], list[Record]]:
    """Row and term tables."""
    rows: list[Record] = []
    terms: list[Record] = []
    nm = len(b.records)
    for joint, row in b.rows:
        entry: Record = dict(level=POSITION if row.level == "position" else VELOCITY, active=1, looped=1, weight=1.0)
        entry |= dict(measure=-1, block=len(b.blocks), function=-1, term=len(terms), n_terms=0, constant=0.0)
        rows.append(entry)
        if row.own:
            entry |= dict(own=1, n_blocks=1)
            b.blocks.append(0)
            continue
        function, program = _row_function(b, joint, row)
        parts = {b.measures[m]: 0.0 for _, m in row.terms}
        for f, m in row.terms:
            parts[b.measures[m]] += f
        read = {z - 1 for z in program.inputs if 1 <= z <= nm} if program is not None else set()
        read_rate = {z - 1 - nm for z in program.inputs if nm < z <= 2 * nm} if program is not None else set()
        for index in sorted(read | read_rate):
            parts.setdefault(index, 0.0)
        _check_reading(b, joint, row, program, read, read_rate, set(parts))
        bodies: list[int] = []
        for index, factor in parts.items():
            for body in b.measure_bodies[index]:
                if body not in bodies:
                    bodies.append(body)
            slots = [bodies.index(body) for body in b.measure_bodies[index]]
            term = dict(measure=index, read=int(index in read), read_rate=int(index in read_rate), coefficient=factor)
            terms.append(term | dict(slot=slots + [-1] * (4 - len(slots))))
        if not bodies:
            raise ModelError(f"joint {joint!r}: it holds only the ground, which does not move.")
        (m0, f0), plain = next(iter(parts.items())), len(parts) == 1 and not read and not read_rate
        constant = np.nan if row.constant is None else -row.constant
        entry |= dict(n_terms=len(parts), function=function, constant=constant)
        if plain and f0 == 1.0 and joint not in b.switchable:
            entry |= dict(measure=m0, block=b.records[m0]["block"], n_blocks=b.records[m0]["n_blocks"])
        else:
            entry["n_blocks"] = len(bodies)
            b.blocks += bodies
    return rows, terms


def _check_reading(
    b: Builder, joint: str, row: Row, program: Program | None, read: set[int], read_rate: set[int], parts: set[int]
) -> None:
    """Refuse a row that reads what a row of its level may not read."""
    where, text = f"row {joint!r}", program.text if program is not None else ""
    nm = len(b.records)
    blades = {m for m in parts if b.records[m]["kind"] == BLADE}
    if any(b.records[m]["kind"] == STRAIN for m in parts):
        raise ModelError(f"{where}: it holds a strain or section force of a beam; rows hold places and angles.")
    if program is not None and any(z > 2 * nm for z in program.inputs):
        raise ModelError(f"{where}: {text!r} may read t, measures and rates of measures, not states or multipliers.")
    if not parts:
        raise ModelError(f"{where}: {text!r} reads no measure, so it holds nothing.")
    if row.level == "position":
        if read_rate:
            raise ModelError(f"{where}: {text!r} reads rates; give it level='velocity'.")
        if blades:
            raise ModelError(f"joint {joint!r}: a blade acts on velocities; give the row level='velocity'.")
        return
    if row.constant is None:
        raise ModelError(f"{where}: constant None holds a value at the start; a row of rates has no value to hold.")
    if blades & read:
        raise ModelError(f"{where}: a blade has a rate but no value; read its rate ('.._rate') in {text!r}.")
    if not row.terms and not read_rate:
        raise ModelError(
            f"{where}: at velocity level {text!r} must read a rate, such as x_rate of an input x; an equation between "
            "positions alone is one of level='position'."
        )
    if program is not None and read_rate and not _linear(program, [1 + nm + m for m in sorted(read_rate)]):
        raise ModelError(f"{where}: {text!r} is not linear in the rates; a row holds A(t, x) x_rate + b(t, x) = 0.")


def _linear(program: Program, inputs: list[int]) -> bool:
    """Is a function linear in these inputs? Judged by its second derivatives at random points."""
    tapes = pack([program])
    rng = np.random.default_rng(7)
    n = max(program.inputs) + 1
    registers = np.zeros((tapes.n_registers, 3))
    tape = (tapes.code, tapes.const, tapes.pointers, tapes.start[0], tapes.start[1])
    for _ in range(8):
        Z, DZ = rng.uniform(0.1, 0.9, n), np.zeros(n)  # where roots, logarithms and inverse sines are defined
        for other in (0.0, 1.0):  # curved along rates, and constant factors: no kink between here and there
            Z[inputs] = other * rng.normal(size=len(inputs))
            DZ[inputs] = rng.normal(size=len(inputs))
            f, slope, curve = evaluate(*tape, Z, DZ, registers)
            Z[inputs] += DZ[inputs]
            there = evaluate_value(*tape, Z, registers)
            size = 1e-9 * (abs(f) + abs(slope) + abs(there))
            if abs(curve) > size or abs(there - f - slope) > size:
                return False
    return True


def lower_elements(b: Builder) -> tuple[list[Record], list[Record]]:
    """Points of integration of beams, and the links of their mass."""
    elements: list[Record] = []
    links: list[Record] = []
    for beam in b.model.beams.values():
        of_section: Record = dict(stiffness=beam.stiffness, damping=beam.damping, damped=int(np.any(beam.damping)))
        for one in beam.elements if beam.elastic else ():
            bodies, n = [b.body[name] for name in one.nodes], len(one.nodes)
            pair = np.zeros((3, 3), np.int64)
            pair[:n, :n] = [[b.pair(i, j) for j in bodies] for i in bodies]
            three = {"body": np.pad(bodies, (0, 3 - n))}
            for at in one.points:
                three |= {name: np.pad(getattr(at, name), (0, 3 - n)) for name in ("shape", "slope")}
                elements.append(of_section | three | dict(weight=at.weight, rest=at.rest, nodes=n, pair=pair))
            linked = MASSES[beam.mass]
            for name, other, x in one.links if linked else ():
                i, j = b.body[name], b.body[other]
                mass: Record = dict(mass=linked * x * one.mass, moment=linked * x * one.moment)
                links.append(mass | dict(a=i, b=j, ab=b.pair(i, j), ba=b.pair(j, i)))
    return elements, links


def lower_sections(b: Builder) -> list[Record]:
    """Sections with directors in space: of exact beams they are rigid, and have no forces of their own."""
    found: list[Record] = []
    for beam in b.model.beams.values() if b.kind is Natural else ():
        stiffness = beam.own_frequency**2 if beam.theory == "ancf" else 0.0
        damping = float(beam.damping[0, 0] / beam.stiffness[0, 0])
        for name in beam.nodes if beam.elastic else ():
            found.append(dict(stiffness=stiffness, damping=damping, body=b.body[name]))
    return found


def lower_forces(b: Builder) -> tuple[list[Record], list[Record], list[Record]]:
    """Law, load and state tables."""
    laws, loads, states = [], [], []
    nm = len(b.records)
    for force in b.model.forces.values():
        m = b.measures[force.measure]
        entry = dict(
            measure=m, stiffness=force.stiffness, damping=force.damping, rest=force.rest, constant=0.0, function=-1
        )
        if _is_number(force.law):
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


def lower_events(b: Builder) -> list[Record]:
    """The table of watched crossings; equal texts share one function."""
    events: list[Record] = []
    known: list[tuple[Any, Any, int]] = []
    nm = len(b.records)
    for event in b.model.events.values():
        entry: Record = dict(measure=-1, function=-1, smooth=1, restitution=_restitution(event))
        entry |= dict(direction=DIRECTIONS[event.direction], value=event.value)
        if isinstance(event.function, Measure):
            entry["measure"] = b.measures[event.function]
        else:
            shared = [f for text, inputs, f in known if (text, inputs) == (event.function, event.inputs)]
            if not shared:
                shared = [b.function(event.function, f"event {event.name!r}", ("t",), {}, event.inputs)]
                known.append((event.function, event.inputs, shared[0]))
            entry["function"] = shared[0]
            # the rate of a function of t and measures follows from theirs; of anything else it is not known here
            read = b.programs[shared[0]].inputs
            entry["smooth"] = -1 if any(nm < z <= 2 * nm for z in read) else int(all(z <= nm for z in read))
        events.append(entry)
    return events


def _restitution(event: Event) -> float:
    """Of an impact along the event's own measure that is all it does, so that the time loop can do it; else -1.

    A plastic one may settle for something else.
    """
    one = event.actions[0] if len(event.actions) == 1 else None
    own = isinstance(one, Impact) and isinstance(event.function, Measure) and one.measure in (None, event.function)
    return float(one.restitution) if own and isinstance(one, Impact) and one.restitution > 0.0 else -1.0


def inertias(b: Builder, loads: list[Record]) -> list[np.ndarray]:
    """Inertia (3, 3) of each body about its centre of mass.

    The rotation of a point mass, which nothing reads or moves, stays as it is whatever its inertia: it gets the largest of
    the others, so that no pivot is zero.
    """
    bodies = list(b.model.bodies.values())
    if b.kind is Natural:
        theory = {name: beam.theory for beam in b.model.beams.values() if beam.elastic for name in beam.nodes}
        inertia = (with_light_director(x.inertia, theory[x.name]) if x.name in theory else x.inertia for x in bodies)
        bodies = [replace(body, inertia=J) for body, J in zip(bodies, inertia, strict=True)]
    if all(body.inertia.any() for body in bodies):
        return [body.inertia for body in bodies]
    largest = max(float(np.abs(body.inertia).max()) for body in bodies)
    points = [np.zeros(3)] + [body.at for body in bodies] + [s for _, direction, s, _ in b.ports if not direction]
    arm = 1e-12 * max(float(np.abs(p).max()) for p in points)
    turned = {body for body, direction, s, _ in b.ports if direction or np.abs(s).max() > arm}
    turned |= {load["body"] for load in loads if load["torque"] or load["follow"] or np.abs(load["s"]).max() > arm}
    if b.kind is not NaturalPlanar:  # which reads the angles of all bodies, to count turns
        turned |= {b.body[m.coordinate[0]] for m in b.measures if m.coordinate and m.coordinate[1] == "theta"}
    return [
        (largest or body.mass) * np.eye(3)
        if body.mass > 0.0 and i not in turned and not body.inertia.any() and not body.spin.any()
        else body.inertia
        for i, body in enumerate(bodies)
    ]


def lower_augment(b: Builder, rows: list[Record], inertia: list[np.ndarray]) -> list[Record]:
    """Block pairs of the rows that hold massless (or very light) bodies; marks those rows."""
    massless = set(_light(list(b.model.bodies.values()), inertia, b.kind is Natural)) if b.model.bodies else set()
    if isinstance(b.model, LagrangianModel) and weakest(b.model) <= LIGHT_MOMENT:
        massless = {0}
    entries: list[Record] = []
    for r, row in enumerate(rows):
        blocks = range(row["block"], row["block"] + row["n_blocks"])
        row["augmented"] = int(any(b.blocks[k] in massless for k in blocks))
        if row["augmented"]:
            entries += [
                dict(row=r, block=k, other=l, body=b.blocks[l], pair=b.pair(b.blocks[k], b.blocks[l]))
                for k in blocks
                for l in blocks
            ]
    return entries


def _light(bodies: list[Body], inertia: list[np.ndarray], natural: bool) -> list[int]:
    """Bodies with a motion that has no inertia, or next to none against that of the others; natural: of directors."""
    tensors = [second_moments(J) if natural else J for J in inertia]
    moments = [J[2:3, 2] if body.planar else np.linalg.eigvalsh(J) for body, J in zip(bodies, tensors, strict=True)]
    heaviest, largest = max(body.mass for body in bodies), max(float(m.max()) for m in moments)
    return [
        i
        for i, body in enumerate(bodies)
        if body.mass <= LIGHT_MASS * heaviest or moments[i].min() <= LIGHT_MOMENT * largest
    ]


def _load_entries(b: Builder, load: Any) -> list[Record]:
    """One scalar entry for each non-zero component of a load; of a load per length at each section of the beam."""
    if load.marker.carrier.startswith(PATTERN):
        return _pattern_entries(b, load)
    places = [(load.marker.body, 1.0)]
    if load.beam:
        beam = b.model.beams[load.beam]
        places = list(zip(beam.nodes, beam.share, strict=True))
    axes = load.marker.matrix if load.follow else np.eye(3)
    entries = []
    for torque, parts in ((0, load.force), (1, load.torque)):
        for i, value in enumerate(parts):
            if isinstance(value, Real) and value == 0.0:
                continue
            column = 2 if torque and b.model.planar else i
            entry: Record = dict(torque=torque, follow=int(load.follow), function=-1, constant=0.0)
            if _is_number(value):
                entry["constant"] = float(value)
            else:
                entry["function"] = b.function(value, f"load {load.name!r}", ("t",), {}, load.inputs)
            for name, factor in places:
                s = np.array(load.marker.at) - b.model.bodies[name].com
                d, carrier = factor * axes[:, column], load.marker.carrier
                entries.append(entry | _placed(b, load.name, name, carrier, torque, s, d))
    return entries


def _placed(b: Builder, load: str, body: str, carrier: str, torque: int, s: np.ndarray, d: np.ndarray) -> Record:
    """Where an entry of a load acts, with a Jacobian block of its own."""
    index = b.body[body]
    place = dict(body=index, s=s, d=d, rest=s, rest_d=d, pair=index, block=len(b.blocks))
    b.blocks.append(index)
    b.load_names.append(load)
    return place | dict(shape=b.shape(index, carrier, bool(torque)), turns=b.shape(index, carrier, True))


def _pattern_entries(b: Builder, load: Any) -> list[Record]:
    """A named load of a part times a factor: its sum and its moment on the frame, and what it does to the shapes.

    The latter as a force that the shapes move, less the same force where they do not; both are at the centre, along x.
    """
    body, carrier, value = b.model.bodies[load.marker.body], load.marker.carrier, load.force[0]
    assert isinstance(body, FlexibleBody)
    static, pull = body.part.static[carrier[1:]], body.pull(carrier[1:]) * np.array([1.0, 0.0, 0.0])
    law: Record = dict(follow=1, function=-1, constant=0.0)
    if _is_number(value):
        law["constant"] = float(value)
    else:
        law["function"] = b.function(value, f"load {load.name!r}", ("t",), {}, load.inputs)
    parts = ((0, carrier, pull), (0, PATTERN, static.force - pull), (1, PATTERN, static.moment))
    return [
        law | dict(torque=torque) | _placed(b, load.name, body.name, on, torque, np.zeros(3), d)
        for torque, on, d in parts
    ]


def lower_couples(b: Builder, rows: Any, terms: Any, laws: Any, loads: Any, states: Any) -> tuple[list[Record], int]:
    """Every derivative of a user function that feeds the matrix."""
    couples: list[Record] = []
    sizes: list[int] = []
    nm, nw = len(b.records), len(states)

    def blocks(m: int) -> tuple[int, list[int]]:
        return b.records[m]["block"], b.measure_bodies[m]

    def add(function: int, z: int, target: tuple[int, list[int]] | int, row: int = -1, other: int = -1) -> None:
        source, index = _source(z, nm, nw)
        c: Record = dict(function=function, row=row, input=other if row >= 0 else z, other=z, source=source)
        c["pair"] = np.full((4, 4), -1)
        t_block, t_bodies = target if isinstance(target, tuple) else (target, [])
        of_measure = source in (IN_VALUE, IN_RATE)
        s_block, s_bodies = blocks(index) if of_measure else (index, [])
        if (of_measure and not s_bodies) or (isinstance(target, tuple) and not t_bodies):
            return  # between points of the ground: a constant
        for k, bk in enumerate(t_bodies):
            for j, bj in enumerate(s_bodies):
                c["pair"][k, j] = b.pair(bk, bj)
        c |= dict(
            target_block=t_block, target_n=len(t_bodies), source_block=s_block, source_n=len(s_bodies), place=sum(sizes)
        )
        couples.append(c)
        both = bool(t_bodies) and bool(s_bodies)
        columns = sum(len(b.layout.own_columns(body)) for body in t_bodies or s_bodies)
        sizes.append(0 if both else columns or 1)

    targets: list[tuple[Record, Any]] = [(law, blocks(law["measure"])) for law in laws]
    targets += [(load, (load["block"], [load["body"]])) for load in loads]
    targets += [(state, i) for i, state in enumerate(states)]
    for element, target in targets:
        for z in b.programs[element["function"]].inputs if element["function"] >= 0 else ():
            if z > 0:
                add(element["function"], z, target)
    for r, row in enumerate(rows):
        own = terms[row["term"] : row["term"] + row["n_terms"]]
        which, first = ("read_rate", 1 + nm) if row["level"] == VELOCITY else ("read", 1)
        for mi in (t["measure"] for t in own if t[which]):
            for mj in (t["measure"] for t in own if t["read"]):
                add(row["function"], 1 + mj, blocks(mi), r, first + mi)
    return couples, sum(sizes)


def _source(z: int, nm: int, nw: int) -> tuple[int, int]:
    """What the input Z[z] is, and its index among its kind."""
    for code, count, first in ((IN_VALUE, nm, 1), (IN_RATE, nm, 1 + nm), (IN_STATE, nw, 1 + 2 * nm)):
        if z < first + count:
            return code, z - first
    return IN_MULTIPLIER, z - 1 - 2 * nm - nw


def _is_number(value: Any) -> TypeGuard[float]:
    """A number that a table can hold."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    return (
        abs(value if isinstance(value, int) else float(value)) < LARGEST
    )  # a whole number may be too large for a float
