"""The coordinates that a run is integrated in: those of the model or others, and the way back from these."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jourdain.errors import ModelError
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import EulerParameters
from jourdain.kernels.measures import COORDINATE
from jourdain.kernels.tables import ALWAYS_SVD, BASE_RANK, PLAY
from jourdain.kernels.tree.server import TreeContext, carry, without_inertia
from jourdain.model.measures import Measure
from jourdain.run.start import Start, consistent_start
from jourdain.run.systems import RunSystems
from jourdain.system.directors import from_natural, to_natural
from jourdain.system.parameters import from_parameters, to_parameters
from jourdain.system.shared import SharedSystem
from jourdain.system.switchable import counted_angles, shared_turns
from jourdain.system.system import System
from jourdain.system.tree import TreeSystem, assembled, edge_of, joint_rates

States = dict[str, np.ndarray]


def as_integrated(systems: RunSystems, start: Start, t: float) -> Start:
    """A consistent start of the outer system as the start of what is integrated."""
    outer, inner = systems.outer, systems.inner
    if inner is outer:
        return start
    inner.follow(outer)
    system = inner.compiled
    if isinstance(system, SharedSystem):
        return _in_points(systems, system, start)
    if isinstance(system, TreeSystem):
        return _in_joints(systems, system, start)
    if isinstance(system.kind, EulerParameters):
        q, v = to_parameters(start.q, start.v)
    else:
        q, v, _ = to_natural(outer.compiled.planar, start.q, start.v, start.a)
    system = inner.in_force(q, v, start.w, _turns(system, outer.compiled, start))
    return consistent_start(system, t, settled=True, s=inner.memory(), open_joints=systems.open_joints)


def _turns(system: System, outer: System, start: Start) -> np.ndarray:
    """Counted angles of a system in other coordinates, at a start of the outer one."""
    ref = np.zeros_like(system.ref0)
    for measure, turn in counted_angles(system).items():
        if measure in outer.measures:
            ref[turn] = start.context.x[outer.measures[measure]]
        elif measure.coordinate is not None:
            ref[turn] = outer.layout.angles(start.q)[outer.bodies.index(measure.coordinate[0])]
    return ref


def _in_joints(systems: RunSystems, system: TreeSystem, start: Start) -> Start:
    """A consistent start in joint coordinates: nothing has to be closed."""
    _check_fit(start, "coordinates = 'joint'", "the tree")
    inner = systems.inner
    sizes = inner.compiled.of_bodies
    system, q = assembled(system, start.q)
    s = inner.memory()
    assert isinstance(s, TreeContext)
    s.links[:] = system.links
    s.scale[:] = 0.0
    full = [np.zeros((1, n)) for n in (sizes.q, sizes.v, sizes.v)]
    zero = np.zeros((1, system.kind.v))
    carry(system.of_bodies, s.address, q[None], zero, zero, *full)
    _check_inertia(system, s)
    v = joint_rates(system, s, start.q, start.v)
    carry(system.of_bodies, s.address, q[None], v[None], zero, *full)
    a = joint_rates(system, s, start.q, start.a, bias=full[2][0])
    return _started(systems, system, start, s, (q, v, a))


def _in_points(systems: RunSystems, system: SharedSystem, start: Start) -> Start:
    """A consistent start in shared points and directions."""
    _check_fit(start, "share", "what is shared")
    s = systems.inner.memory()
    s.scale[:] = 0.0
    found = system.coordinates_of(*to_natural(systems.outer.compiled.planar, start.q, start.v, start.a))
    return _started(systems, system, start, s, found)


def _started(systems: RunSystems, system: TreeSystem, start: Start, s: Context, found: tuple[np.ndarray, ...]) -> Start:
    """A start of the outer system with other positions, velocities and accelerations, and the multipliers of rows that stay."""
    outer, inner, (q, v, a) = systems.outer.compiled, systems.inner, found
    at = inner.in_force(q, v, start.w, _turns(system, outer, start))
    places = {name: r for r, name in enumerate(outer.row_names)}
    lam = np.array([start.lam[places[name]] if name in places else 0.0 for name in system.row_names])
    # what can move is the same: of rows that depend on others some may be among those that are not there
    rows = [int(tables["rows"]["active"].sum()) for tables in (at.tables, start.system.tables)]
    s.flags[BASE_RANK] = start.redundant + (rows[0] - system.kind.v) - (rows[1] - outer.kind.v)
    at = replace(system, tables=at.tables, q0=q, v0=v, w0=start.w, ref0=at.ref0)
    return replace(start, q=q, v=v, a=a, lam=lam, ref=at.ref0, context=s, system=at, last_flags=None)


def _check_inertia(system: TreeSystem, s: TreeContext) -> None:
    """Refuse motions without inertia: rows that might hold them are solved for behind the tree."""
    found = without_inertia(system.of_bodies, s.address, s.parts["behind"].address)
    if found < 0:
        return
    edge = edge_of(system, found)
    how = f"moves freely on {edge.parent!r} by joint {edge.joint!r}" if edge.joint else "moves freely"
    raise ModelError(
        f"coordinates = 'joint': body {edge.body!r} {how}, and neither it nor what hangs on it has inertia against that; "
        "give it mass and inertia, or leave coordinates out."
    )


def _check_fit(start: Start, what: str, choice: str) -> None:
    """Refuse joints that do not fit: of rows that are redundant some are left to the others, which is a choice then."""
    if start.gaps or start.flags[ALWAYS_SVD] != 0.0 or start.flags[PLAY] != 0.0:
        named = ", ".join(f"{name} by {abs(gap):.3g}" for name, gap in list(start.gaps.items())[:4])
        raise ModelError(
            f"{what}: redundant joints do not fit exactly{f' ({named})' if named else ''}, and which of them stay open would "
            f"depend on {choice}; close the drawing (jourdain.assemble), or leave {what.split(' =')[0]} out."
        )


def as_modelled(outer: System, inner: System, states: States, before: np.ndarray) -> States:
    """States (n, ..) of what is integrated as states of the model; before: its positions (nq,) shortly before."""
    if isinstance(inner, SharedSystem):
        states = states | dict(zip(("q", "v", "a"), _carried(inner, states), strict=True))
    elif isinstance(inner, TreeSystem):
        return _of_bodies(outer, inner, states, before)
    if inner.kind == outer.kind:
        return states
    turns = np.zeros((len(states["q"]), len(outer.bodies)))
    angles = counted_angles(inner)
    if outer.planar:
        own = [angles[Measure(COORDINATE, (), (name, "theta"))] for name in outer.bodies]
        turns = states["ref"][:, own]
    if isinstance(inner.kind, EulerParameters):
        q, v, a = from_parameters(states["q"], states["v"], states["a"])
    else:
        q, v, a = from_natural(outer.planar, states["q"], states["v"], states["a"], turns, before)
    ref = np.zeros((len(q), len(outer.ref0)))
    for measure, turn in counted_angles(outer).items():
        ref[:, turn] = states["ref"][:, angles[measure]]
    places = {name: r for r, name in enumerate(inner.row_names)}
    lam = np.zeros((len(q), outer.n_rows))  # zero without rows, to be solved for
    mine = [r for r, name in enumerate(outer.row_names) if name in places]
    lam[:, mine] = states["lam"][:, [places[outer.row_names[r]] for r in mine]]
    return states | {"q": q, "v": v, "a": a, "ref": ref, "lam": lam}


def _carried(inner: TreeSystem, states: States) -> list[np.ndarray]:
    """Positions, velocities and accelerations (n, ..) of the bodies behind a tree."""
    n, kind = len(states["q"]), inner.of_bodies
    full = [np.zeros((n, size)) for size in (kind.q, kind.v, kind.v)]
    s = inner.context()  # kept alive: carry() has its address only
    carry(kind, s.address, *(states[name].copy() for name in ("q", "v", "a")), *full)
    return full


def _of_bodies(outer: System, inner: TreeSystem, states: States, before: np.ndarray) -> States:
    """States in joint coordinates as those of bodies; multipliers of the joints in the tree are zero, to be solved for.

    before: positions (nq,) of the bodies at the start of the segment.
    """
    n = len(states["q"])
    at_start = {"q": inner.q0, "v": inner.v0, "a": inner.v0}
    full = _carried(inner, {name: np.concatenate([x[None], states[name]]) for name, x in at_start.items()})
    widths = outer.kind.q, outer.kind.v, outer.kind.v  # without halves of bodies
    full = [x[:, :size] for x, size in zip(full, widths, strict=True)]
    if not outer.planar:  # quaternions of a tree are continuous: one sign for all of a body
        full[0] = np.ascontiguousarray(full[0])
        p = outer.layout.orientations(full[0])
        p *= np.where((p[0] * outer.layout.orientations(before)).sum(axis=-1, keepdims=True) < 0.0, -1.0, 1.0)
    full = [x[1:] for x in full]
    ref = np.zeros((n, len(outer.ref0)))
    angles = counted_angles(inner)
    for measure, turn in counted_angles(outer).items():
        ref[:, turn] = states["ref"][:, angles[measure]]
    lam = np.zeros((n, outer.n_rows))
    places = {name: r for r, name in enumerate(outer.row_names)}
    for r, name in enumerate(inner.row_names):
        if name in places:
            lam[:, places[name]] = states["lam"][:, r]
    return states | dict(zip(("q", "v", "a"), full, strict=True)) | {"ref": ref, "lam": lam}


def as_plain(plain: System, outer: System, source: np.ndarray, states: States) -> States:
    """States (n, ..) of a system with dormant rows as those of the plain one, whose rows it has at `source` (m,)."""
    if plain.kind == outer.kind and np.array_equal(source, np.arange(outer.n_rows)):
        return states
    ref = np.zeros((len(states["q"]), len(plain.ref0)))
    mine, theirs = shared_turns(plain, outer)
    ref[:, mine] = states["ref"][:, theirs]
    return states | {"lam": states["lam"][:, source], "ref": ref}
