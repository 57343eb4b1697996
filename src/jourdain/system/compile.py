"""compile: Model -> System. Pure: the model is only read, and the same model gives the same tables.

Ports and measures are shared where they are equal; every row gets a name ("hinge: slide x"); the pattern of the Newton
matrix is found by probing the assembled matrix at random states, so that no element needs to declare it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from jourdain.errors import ModelError, shown
from jourdain.functions import pack
from jourdain.functions.text import WORD
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import (
    EulerParameters,
    Flexible,
    Kind,
    Lagrangian,
    Natural,
    NaturalPlanar,
    Planar,
    Spatial,
    varying_mass,
)
from jourdain.kernels.measures import ALIGN, ANGLE, COORDINATE, DISTANCE
from jourdain.kernels.tables import TABLES
from jourdain.lagrange.generate import generate
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.elements import Rate, Row
from jourdain.model.flexible import FlexibleBody
from jourdain.model.limits import with_stops
from jourdain.model.measures import Measure
from jourdain.model.model import Model
from jourdain.system.bending import bending
from jourdain.system.builder import Builder
from jourdain.system.directors import rigid_bodies, rigidity
from jourdain.system.drawing import drawn
from jourdain.system.layout import Layout
from jourdain.system.like import covers, kept_pattern, say_anew
from jourdain.system.linked_mass import linked_mass
from jourdain.system.loops import looped_rows
from jourdain.system.lowering import (
    inertias,
    lower_augment,
    lower_couples,
    lower_elements,
    lower_events,
    lower_forces,
    lower_rows,
    lower_sections,
)
from jourdain.system.parameters import check_parameters, lengths
from jourdain.system.pattern import blocks_of, records, row_weights, saddle_pattern
from jourdain.system.shared import with_shared
from jourdain.system.system import System, evaluate, frozen, make_context, settle
from jourdain.system.tree import stripped, with_tree


def _texts(model: Model) -> str:
    """All texts of the model joined, to see which named measures they read."""
    values: list[Any] = [f.law for f in model.forces.values()] + [s.rate for s in model.states.values()]
    values += [event.function for event in model.events.values()]
    values += [c for load in model.loads.values() for c in (*load.force, *load.torque)]
    return " ".join(v for v in values if isinstance(v, str))


def compile(
    model: Model,
    *,
    coordinates: str = "cartesian",
    splits: Collection[str] = (),
    switchable: Collection[str] = (),
    like: System | None = None,
    shared: bool = True,
    share: bool = False,
) -> System:
    """Turn a Model into a System. Raises ModelError for what cannot be.

    coordinates: "cartesian" (points, angles or quaternions), "natural" (points and directors, see bodies/natural.py),
    "euler-parameters" (points and Euler parameters with their rates, see bodies/euler_parameters.py), or "joint" (the motions
    of joints in a spanning tree, see system/tree.py); splits: bodies in which its loops are cut;
    models with beams by absolute nodal coordinates (theory "ancf") are natural, whatever it says.
    switchable: joints whose rows may be made dormant (`active` in the table of rows) in a copy of the table; they need not
    be closed, nor even be defined, at the start. like: a system of the same bodies, joints and rows with other numbers, whose
    pattern and elimination order are kept: faster by far. Where that cannot be, a warning says why, and nothing is kept.
    share: with "natural", bodies share the points of pins and the directions of axes (system/shared.py).
    shared False: equal points are kept apart, so that the tables stay the same when one of them is moved.
    """
    if not isinstance(model, Model):
        raise ModelError(f"model = {shown(model)} is no model; give a jourdain.Model (of a compiled one its `.model`).")
    if not model.bodies and not isinstance(model, LagrangianModel):
        raise ModelError(f"model {model.name!r} has no body; add one with model.body(..).")
    model = with_stops(model)
    if coordinates == "joint":
        split, bare, tree, halves = stripped(model, switchable, splits)
        system = compile(bare, switchable=switchable, shared=shared)
        system.tables["bodies"]["J"] = lowered(Builder(split, kind_of(model), switchable))[2]["bodies"]["J"]
        return with_tree(system, model, tree, halves)
    if share and coordinates != "natural":
        raise ModelError(f"share: points are shared in coordinates = 'natural', not in {coordinates!r}; ask for these.")
    kind = kind_of(model, coordinates)
    if kind in (Natural, NaturalPlanar):
        _check_theories(model)
    if kind is EulerParameters:
        check_parameters(model)
    if share:

        def made(without: Collection[str]) -> System:
            return _finish(*lowered(Builder(model, kind, switchable, shared, without)))

        return with_shared(model, switchable, made)
    return _finish(*lowered(Builder(model, kind, switchable, shared)), like)


def _check_theories(model: Model) -> None:
    """Refuse what is not there in natural coordinates: bodies that bend by shapes."""
    cable, ancf = (
        [name for name, beam in model.beams.items() if beam.theory == theory] for theory in ("cable", "ancf")
    )
    bending_bodies = [name for name, body in model.bodies.items() if isinstance(body, FlexibleBody)]
    if bending_bodies and ancf:
        raise ModelError(
            f"beam {ancf[0]!r} has theory 'ancf', which puts the whole model into natural coordinates, where the shapes of "
            f"flexible body {bending_bodies[0]!r} have no frame that turns; take theory='exact' for the beam."
        )
    if bending_bodies:
        raise ModelError(
            f"flexible body {bending_bodies[0]!r}: shapes float in a frame that turns, which natural coordinates do not have; "
            "Galerkin in space needs these, so take another method."
        )
    if ancf and cable:
        raise ModelError(
            f"beam {cable[0]!r} has theory 'cable' and beam {ancf[0]!r} theory 'ancf', which puts the whole model into natural "
            "coordinates, where point masses have no inertia of directors; take theory='exact' for the second beam, or 'ancf' "
            "with a section that hardly bends for the first."
        )


def lowered(b: Builder) -> tuple[Builder, Kind, dict[str, np.ndarray], int]:
    """The builder of a model, filled, and the kind, tables and registers of its system, without pattern and weights."""
    model = b.model
    active = [joint for joint in model.joints.values() if joint.active]
    b.rows = own_rows(model, "position")
    b.rows += [(j.name, row) for j in active for row in j.rows if row.level == "position"]
    b.rows += (
        rigidity(model) if b.kind in (Natural, NaturalPlanar) else lengths(model) if b.kind is EulerParameters else []
    )
    b.rows = [(name, row) for name, row in b.rows if f"{name}: {row.label}" not in b.without]
    n_position = len(b.rows)
    b.rows += own_rows(model, "velocity")
    b.rows += [(j.name, row) for j in active for row in j.rows if row.level == "velocity"]
    # measures that the motion needs come first
    for joint, row in b.rows:
        for _, m in row.terms:
            if m.kind == DISTANCE and m.ports[1] == m.ports[2]:
                raise ModelError(f"joint {joint!r}: the distance of a point to itself is always zero.")
            b.measure(m)
        used = set(WORD.findall(row.function)) if isinstance(row.function, str) else set()
        for name, m in row.inputs:
            if name in used or f"{name}_rate" in used:
                b.measure(m)
    for force in model.forces.values():
        b.measure(force.measure)
    for event in model.events.values():
        if isinstance(event.function, Measure):
            b.measure(event.function)
    tables_with_inputs: tuple[Any, ...] = (model.forces, model.loads, model.states, model.events)
    readers = [e.inputs for table in tables_with_inputs for e in table.values()]
    for inputs in readers:
        for item in inputs.values():
            if isinstance(item, Measure):
                b.measure(item)
            elif isinstance(item, Rate):
                b.measure(item.measure)
    read = set(WORD.findall(_texts(model)))
    for name, m in model.measures.items():
        if name in read or f"{name}_rate" in read or m.kind == ANGLE:  # angles are followed over their turns
            b.measure(m)
    if b.kind is NaturalPlanar:  # whose turns are counted
        for name in rigid_bodies(model):
            b.measure(Measure(COORDINATE, (), (name, "theta")))
    n_active = len(b.records)
    for m in model.measures.values():
        b.measure(m)

    rows, terms = lower_rows(b)
    laws, loads, states = lower_forces(b)
    events = lower_events(b)
    inertia = inertias(b, loads)
    augment = lower_augment(b, rows, inertia)
    rates = int(len(laws) + len(loads) + len(states) > 0)
    if any(law["damping"] != 0.0 for law in laws) or states or any(f["function"] >= 0 for f in (*laws, *loads)):
        rates = 2
    sizes = dict(q=b.layout.nq, v=b.layout.nv, g=n_position, a=len(b.rows) - n_position, w=len(states))
    kind = b.kind(**sizes, turns=b.turns, active=n_active, rates=rates)
    couples, couple_size = lower_couples(b, rows, terms, laws, loads, states)
    tapes = pack(b.programs)
    framed = {port[0] for port in b.ports} | {load["body"] for load in loads}
    framed |= {b.body[name] for name, body in model.bodies.items() if isinstance(body, FlexibleBody)}
    of_bodies = zip(model.bodies.values(), inertia, strict=True)
    bodies = [dict(mass=body.mass, J=J, framed=int(i in framed)) for i, (body, J) in enumerate(of_bodies)]
    ports = [
        dict(body=body, direction=int(direction), s=s[:3], rest=s[:3], shape=b.shape(body, carrier, direction))
        for body, direction, s, carrier in b.ports
    ]
    items: dict[str, list[dict[str, Any]]] = dict(bodies=bodies or [dict(mass=1.0, J=np.eye(3))], ports=ports)
    items |= dict(measures=b.records, pins=b.pins, rows=rows, terms=terms, laws=laws, loads=loads, states=states)
    items |= dict(events=events, augment=augment, couples=couples, gauges=b.gauges, spots=b.spots)
    items["elements"], items["links"] = lower_elements(b)
    items["sections"] = lower_sections(b)
    tables = {name: records(one, TABLES[name][0]) for name, one in items.items()} | generated(b, kind)
    tables |= bending(b, tables)
    tables |= linked_mass(tables, b.layout.velocity_width, b.layout.dimension)
    tables |= dict(block_body=frozen(b.blocks, np.int64), gravity=frozen(model.gravity, np.float64))
    tables |= dict(code=tapes.code, const=tapes.const, pointers=tapes.pointers, start=tapes.start)
    tables["couple_place"] = np.zeros(couple_size, np.int64)
    b.records, b.pins = [], []  # which the tables have; several kB a body, while the pattern needs as much
    return b, kind, tables, tapes.n_registers


def kind_of(model: Model, coordinates: str = "cartesian") -> type[Kind]:
    """The kind of systems that a model becomes."""
    if isinstance(model, LagrangianModel):
        return Lagrangian  # which has coordinates of its own
    bends = any(isinstance(body, FlexibleBody) for body in model.bodies.values())
    kinds: dict[str, tuple[type[Kind], type[Kind]]] = {
        "cartesian": (Flexible if bends else Spatial, Planar),
        "natural": (Natural, NaturalPlanar),
        "euler-parameters": (EulerParameters, EulerParameters),
    }
    if coordinates not in kinds:
        raise ModelError(
            f"coordinates = {coordinates!r}; they are 'cartesian', 'natural', 'euler-parameters' or 'joint'."
        )
    directors = any(beam.theory == "ancf" for beam in model.beams.values())
    return kinds["natural" if directors else coordinates][int(model.planar)]


class OwnRow(Row):
    """A row of a Lagrangian system, which its generated code computes."""

    own = True


def own_rows(model: Model, level: str) -> list[tuple[str, Row]]:
    """The rows that the generated code of a Lagrangian system computes."""
    names = getattr(model, f"{level}_rows", {})
    return [(name, OwnRow(level, (), level=level)) for name in names]


def generated(b: Builder, kind: Kind) -> dict[str, np.ndarray]:
    """The table of the code of a Lagrangian system (see bodies/lagrangian.py) and its parameters; empty for bodies."""
    if not isinstance(b.model, LagrangianModel):
        return dict(generated=np.zeros(0, np.int64), constants=np.zeros(0))
    code = generate(b.model)
    b.owners.append(code.keep)
    numbers = [code.address, code.n, code.mp, code.ma, 2 * code.nx + code.ny, code.nx, kind.g, int(code.mass_of_v)]
    numbers.append(int(code.works))
    return dict(generated=np.array(numbers, np.int64), constants=frozen(code.parameters, np.float64))


def _finish(
    b: Builder, kind: Kind, tables: dict[str, np.ndarray], n_registers: int, like: System | None = None
) -> System:
    """Pattern, start values, weights and names."""
    rows = tables["rows"]
    held = np.isnan(rows["constant"])  # "hold the start value"
    rows["constant"][held] = 0.0
    groups = [joint for joint, _ in b.rows]
    q0, v0 = drawn(b.model, b.layout)
    s = None if like is None else _kept(like, b, kind, tables, n_registers)
    if s is None:
        tables |= saddle_pattern(kind, b.layout, tables, n_registers, list(b.pairs), groups, q0)
    w0 = frozen([s.start for s in b.model.states.values()], np.float64)
    ref0 = np.zeros(max(1, kind.turns))
    kept = s is not None
    if s is None or len(tables["augment"]):
        s = make_context(kind, tables | {"augment": tables["augment"][:0]}, n_registers)
    evaluate(kind, s, 0.0, q0, v0, w=w0, ref=ref0)
    tables["mass_values"] = constant_masses(kind, tables, s)
    _check_rows(b, s)
    rows["weight"] = row_weights(kind, s)
    rows["looped"] = (
        like.tables["rows"]["looped"] if like is not None and kept else looped_rows(kind, s, groups, b.switchable)
    )
    system = System(
        name=b.model.name,
        model=b.model.copy(),
        kind=kind,
        tables=tables,
        n_registers=n_registers,
        redundant=0,
        bodies=tuple(b.model.bodies),
        row_names=tuple(f"{joint}: {row.label}" for joint, row in b.rows),
        row_units=tuple("-" if row.own or b.coordinates else "N m" if _angular(row) else "N" for _, row in b.rows),
        joint_rows=_joint_rows(b),
        joint_markers=joint_markers(b.model),
        state_names=tuple(b.model.states),
        recorded={n: b.measures[mm] for n, mm in b.model.measures.items()},
        measures=dict(b.measures),
        events=tuple(b.model.events),
        law_names=tuple(b.model.forces),
        load_names=tuple(b.load_names),
        q0=q0,
        v0=v0,
        w0=w0,
        ref0=ref0,
        length=length_of(b.model, b.layout, tables, q0),
        exact=all(p.exact for p in b.programs),
        com=centres(b.model),
        held=held,
        function_names=tuple(b.function_names),
        keep=(*b.programs, *b.owners),
        coordinates=tuple(b.coordinates),
    )
    return settle(system, 0.0)


def _kept(like: System, b: Builder, kind: Kind, tables: dict[str, np.ndarray], n_registers: int) -> Context | None:
    """Put the pattern of another system into the tables; memory for them, or None if it does not fit."""
    pattern = kept_pattern(like, kind, tables, list(b.pairs))
    if pattern is None:
        return None
    s = make_context(kind, tables | pattern, n_registers)
    if not covers(kind, b.layout, s):
        say_anew(like, "numbers that were zero, or equal, are so no longer")
        return None
    tables |= pattern
    return s


def _angular(row: Row) -> bool:
    return bool(row.terms) and all(
        m.kind in (ANGLE, ALIGN) or (m.coordinate or ("", ""))[1] == "theta" for _, m in row.terms
    )


def _check_rows(b: Builder, s: Context) -> None:
    owner, blocks = blocks_of(s.rows)
    steep = set(owner[~np.isfinite(s.J[blocks]).all(axis=1)].tolist())
    undefined = set(np.flatnonzero(~np.isfinite(s.g)).tolist())
    for r, (joint, row) in enumerate(b.rows):
        if joint in b.switchable:
            continue
        for f, m in row.terms:
            if m.kind == DISTANCE and f != 0.0 and s.x[b.measures[m]] == 0.0:
                raise ModelError(
                    f"joint {joint!r}: the two points coincide at the start, so their distance has no direction; "
                    "use 'spherical' (planar: 'revolute'), or move one point."
                )
        if r in undefined:
            raise ModelError(
                f"row {joint!r}: {row.label} has the value {s.g[r]} at the start; check its text and inputs."
            )
        if r in steep:
            raise ModelError(
                f"row {joint!r}: {row.label} has no finite derivative at the start (a wheel that lies flat?); "
                "change the start a little."
            )


def joint_markers(model: Model) -> dict[str, Any]:
    """The two markers of each joint."""
    return {joint.name: (joint.a, joint.b) for joint in model.joints.values()}


def centres(model: Model) -> np.ndarray:
    """Centres of mass (nb, 3) in the body frames [m]."""
    return np.array([body.com for body in model.bodies.values()]).reshape(-1, 3)


def _joint_rows(b: Builder) -> dict[str, np.ndarray]:
    """Indices of the rows of each joint."""
    found: dict[str, list[int]] = {name: [] for name in b.model.joints}
    for r, (name, _) in enumerate(b.rows):
        found.setdefault(name, []).append(r)
    return {name: np.array(rows, np.int64) for name, rows in found.items()}


def constant_masses(kind: Kind, tables: dict[str, np.ndarray], s: Context) -> np.ndarray:
    """What never changes of the Newton matrix, once it has been assembled in s with the coefficients of M alone."""
    found = s.values.copy()
    if varying_mass(kind):
        found[tables["pair_place"]] = 0.0
    found[tables["row_place"]] = found[tables["column_place"]] = 0.0
    return found


def length_of(model: Model, layout: Layout, tables: dict[str, np.ndarray], q0: np.ndarray) -> float:
    """A typical length: the largest arm of a port, half of a body that bends, or the spread of the bodies."""
    if isinstance(model, LagrangianModel):
        return 1.0
    arms = np.abs(tables["ports"]["s"][(tables["ports"]["direction"] == 0)])
    points = layout.points(q0)
    spread = np.ptp(points, axis=0).max() if len(points) > 1 else 0.0
    parts = [0.5 * body.size for body in model.bodies.values() if isinstance(body, FlexibleBody)]
    best = max(arms.max() if arms.size else 0.0, spread, *parts)
    return float(best) if best > 0.0 else 1.0
