"""System: a compiled model. Frozen tables and the names of every equation; nothing changes it."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.kernels import panels
from jourdain.kernels.bodies import ancf_spatial, elements
from jourdain.kernels.context import Context, Plan
from jourdain.kernels.dynamics import CUT, SOFT
from jourdain.kernels.kinds import EulerParameters, Kind, Lagrangian, counted, small_blocks, width
from jourdain.kernels.measures import ANGLE
from jourdain.kernels.rank_safe import DECOMPOSED_ROWS
from jourdain.kernels.states import evaluate_state
from jourdain.kernels.tables import (
    BASE_RANK,
    CALLS,
    CUT_AT,
    IN_MULTIPLIER,
    ITERATE,
    N_FLAGS,
    PIVOT_SCALE,
    POSITION,
    SPARE,
)
from jourdain.model.measures import Measure
from jourdain.system.layout import Layout

if TYPE_CHECKING:
    from jourdain.model.model import Model


@dataclass(frozen=True, repr=False)
class System:
    """What integrators work on. Made by `compile`, immutable."""

    name: str
    model: Model  # what it was compiled from, as it was then
    kind: Kind
    tables: dict[str, np.ndarray]  # see tables.TABLES
    n_registers: int
    redundant: int  # rows that depend on others at the start
    bodies: tuple[str, ...]
    row_names: tuple[str, ...]  # "hinge: slide x", in the order of the multipliers
    row_units: tuple[str, ...]  # unit of each multiplier
    joint_rows: dict[str, np.ndarray]  # joint -> indices of its rows
    joint_markers: dict[str, Any]  # joint -> (marker a, marker b)
    state_names: tuple[str, ...]
    recorded: dict[str, int]  # named measure -> index
    measures: dict[Measure, int]  # every measure -> index
    events: tuple[str, ...]  # watched crossings, by name
    law_names: tuple[str, ...]  # the force behind each law
    load_names: tuple[str, ...]  # the load behind each scalar entry
    q0: np.ndarray
    v0: np.ndarray
    w0: np.ndarray
    ref0: np.ndarray
    length: float  # a typical length of the model [m]
    exact: bool  # False if some derivative of a user function is taken by differences
    com: np.ndarray  # (nb, 3) centres of mass in the body frames [m]
    held: np.ndarray  # (m,) rows that hold their value at the start
    function_names: tuple[str, ...]  # the element behind each user function
    coordinates: tuple[str, ...] = ()  # of a Lagrangian system
    keep: tuple[Any, ...] = field(default=(), repr=False, compare=False)  # owners of callbacks

    def __repr__(self) -> str:
        sizes = f"{self.kind.v} velocities, {self.n_rows} rows"
        return f"System({self.name!r}: {type(self.kind).__name__}, {sizes})"

    @functools.cached_property
    def layout(self) -> Layout:
        """Where the numbers of each body stand in q and v."""
        return Layout.of(type(self.kind), self.bodies, self.coordinates, np.diff(self.tables["mode_start"]).tolist())

    @property
    def of_bodies(self) -> Kind:
        """The kind in which its bodies stand, with its sizes: its own, unless it is one in joint coordinates."""
        return self.kind

    @property
    def planar(self) -> bool:
        """True for native planar systems."""
        return self.layout.dimension == 2

    def context(self) -> Context:
        """Fresh memory to work with."""
        return fresh_memory(self._memory_plan, self.tables)

    @functools.cached_property
    def _memory_plan(self) -> Plan:
        return memory_plan(self.of_bodies, self.tables, self.n_registers, self.redundant)

    @functools.cached_property
    def remembered(self) -> dict[Any, Any]:
        """What has been found out about it, by those who look."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        own = ("_memory_plan", "remembered")  # of this process
        return {name: value for name, value in vars(self).items() if name not in own}

    @property
    def n_rows(self) -> int:
        """Number of rows, position level first."""
        return self.kind.g + self.kind.a


def frozen(array: Any, dtype: Any) -> np.ndarray:
    """The one place that fixes dtype and layout of what kernels see: anything else would silently compile anew."""
    return np.ascontiguousarray(np.array(array, dtype=dtype))


def make_context(kind: Kind, tables: dict[str, np.ndarray], n_registers: int, *, redundant: int = 0) -> Context:
    """The tables with fresh scratch memory for one run; redundant: how many rows are always dependent."""
    return fresh_memory(memory_plan(kind, tables, n_registers, redundant), tables)


def fresh_memory(plan: Plan, tables: dict[str, np.ndarray]) -> Context:
    """Memory as it is planned for these tables."""
    return Context("system", {name: tables[name].copy() for name in plan.given}, plan)


def memory_plan(kind: Kind, tables: dict[str, np.ndarray], n_registers: int, redundant: int) -> Plan:
    """Where the scratch memory of a run stands, and what it begins with."""
    nb, nvb = len(tables["bodies"]), block_width(kind, tables)
    nm, m, nw, nv = len(tables["measures"]), kind.g + kind.a, kind.w, kind.v
    n, n_blocks, n_ports = nv + nw + m, len(tables["block_body"]), len(tables["ports"])
    nnz, n_pairs = len(tables["column"]), len(tables["pair_body"])
    fits = m <= DECOMPOSED_ROWS  # else no memory for the rank-safe solve
    shapes: dict[str, tuple[int, ...]] = {"R chart chart_rate": (nb, 3, 3), "P Pd": (n_ports, 3), "grad": (nm, 4, 3)}
    shapes |= {"xb": (nm,), "J Jt": (n_blocks, nvb), "C": (4, 4), "H": (4, nvb), "pair": (n_pairs, nvb, nvb)}
    shapes |= {
        "g rate gamma sigma weights m1 m2 mu old opened": (m,),
        "force f u a": (nv,),
        "k": (nw,),
        "moved": (kind.q,),
    }
    shapes |= {"Z DZ": (1 + 2 * nm + nw + m,), "registers": (n_registers, 3), "values": (nnz + 1,), "flags": (N_FLAGS,)}
    beams = len(tables["elements"]) + len(tables["gauges"])
    shapes |= {"element": (len(tables["elements"]), 28), "section_energy": (1,)}
    shapes |= ancf_spatial.memory(len(tables["sections"]), nb, n_pairs)
    shapes |= {"section_q": (kind.q if beams else 0,), "section_v": (nv if beams else 0,)}
    shapes |= {"residual step pivot least_pivot ordered left_out": (n,), "used": (2,)}
    shapes |= {"L L_row L_column": tables["lower"].shape[1:], "U U_row U_column": tables["upper"].shape[1:]}
    large = len(tables["panel_end"])
    shapes |= {"panels": (len(tables["panel_column"]),), "panel_seen panel_sums": (large,)}
    shapes |= {"B": (m if fits else 0, nv), "V": (m if fits else 0, m)}
    shapes["dense"] = (nv, nv) if len(tables["augment"]) or not small_blocks(kind) else (0, 0)
    shapes["mass"] = (nv, nv) if isinstance(kind, Lagrangian) else (0, 0)
    shapes["parameters"] = (nb + 2 if isinstance(kind, EulerParameters) else 0, 4)
    n_modes, n_modal = len(tables["modes"]), len(tables["modal"])
    shapes |= {"eta mode_strain mode_force": (n_modes,), "mode_N mode_C": (n_modes, 3), "mode_E": (n_modes, 3, 3)}
    ways = [tables[name][tables[name]["shape"] >= 0]["body"] for name in ("ports", "loads")]
    shapes["ways"] = (int(sum(np.diff(tables["mode_start"])[bodies].sum() for bodies in ways if len(bodies))), 3)
    shapes |= {"modal_S": (n_modal, 3), "modal_J": (n_modal, 3, 3), "modal_mass": (min(n_modal, 1), nvb, nvb)}
    shapes["symbols"] = (int(tables["generated"][4]),) if len(tables["generated"]) else (0,)
    shapes |= {name: (1,) for name in CALLS}
    views = {"x": ("Z", 1, nm), "xd": ("Z", 1 + nm, nm)}
    moving_ports = ("ports", "loads") if n_modal else ()
    shared = {name: table for name, table in tables.items() if name not in moving_ports}
    plan = Plan("system", shapes, views=views, shared=shared)
    s = fresh_memory(plan, tables)
    s.chart[:] = np.eye(3)
    s.elements_at[:] = elements.address(width(kind)) if beams else 0
    s.panels_at[:] = panels.address() if large else 0
    pins = tables["pins"][tables["pins"]["axis"] >= 0]
    for slot, block, sign in (
        (1, "block_a", -1.0),
        (2, "block_b", 1.0),
    ):  # what never changes of gradients and Jacobians
        s.grad[pins["measure"], slot, pins["axis"]] = sign
        moving = pins[pins[block] >= 0]
        s.J[moving[block], moving["axis"]] = sign
    s.flags[BASE_RANK] = redundant
    s.flags[CUT_AT], s.flags[PIVOT_SCALE] = CUT, 1.0
    s.flags[SPARE] = SOFT if (tables["rows"]["looped"] == 2).any() else 0.0
    s.flags[ITERATE] = float((tables["couples"]["source"] == IN_MULTIPLIER).any())
    plan.begin_as(s)
    return plan


def block_width(kind: Kind, tables: dict[str, np.ndarray]) -> int:
    """Columns of Jacobian blocks: those of the body with the most velocities."""
    return int(width(kind) + np.diff(tables["mode_start"]).max(initial=0))


def private(tables: dict[str, np.ndarray], name: str) -> np.ndarray:
    """A table as a run may bind it: a copy of ports and loads where bodies bend, which move with them."""
    return tables[name].copy() if name in ("ports", "loads") and len(tables["modal"]) else tables[name]


def evaluate(
    kind: Kind,
    s: Context,
    t: float,
    q: Any,
    v: Any,
    *,
    a: Any = None,
    wd: Any = None,
    w: Any = None,
    lam: Any = None,
    ref: Any = None,
    coefficients: Any = (1.0, 0.0, 0.0, 0.0, 0.0),
    probe: float = 0.0,
    matrix: bool = True,
) -> np.ndarray:
    """Everything a system can say at one state, left in the arrays of `s`; returns energies and powers (5,).

    coefficients = (cM, cD, cK, cW, eps) of the Newton matrix assembled in s.values, see tangent.py; matrix False: without it.
    """

    def state(value: Any, n: int) -> np.ndarray:
        return np.zeros((1, n)) if value is None else frozen(value, np.float64).reshape(1, n)

    sizes = {"q": kind.q, "v": kind.v, "w": kind.w, "ref": max(1, kind.turns), "a": kind.v, "wd": kind.w}
    given = {"q": q, "v": v, "w": w, "ref": ref, "a": a, "wd": wd, "lam": lam}
    states = {name: state(value, sizes.get(name, kind.g + kind.a)) for name, value in given.items()}
    return evaluate_state(kind, s, float(t), states, frozen(coefficients, np.float64) if matrix else None, probe)


def settle(system: System, t: float, *, drawn: bool = False) -> System:
    """The system as it starts at time t [s]: the turn of each counted angle, the constants of rows that hold their start.

    Angles in space start within half a turn of zero, or of what a drive asks of them, unless they are to be as drawn.
    """
    rows, ref = system.tables["rows"].copy(), np.zeros_like(system.ref0)
    settled = replace(system, tables=system.tables | {"rows": rows}, ref0=ref)
    settle_in_place(settled, None, t, drawn=drawn)
    same = rows.tobytes() == system.tables["rows"].tobytes() and ref.tobytes() == system.ref0.tobytes()
    return system if same else settled  # which is known better, see _memory_plan


def settle_in_place(system: System, s: Context | None, t: float, *, drawn: bool = False) -> None:
    """The same, written to the table of rows and the turns of a system that nobody else has. s: memory of it, if there is."""
    kind, rows, ref = system.kind, system.tables["rows"], system.ref0
    rows["constant"][system.held], ref[:] = 0.0, 0.0
    measures = system.tables["measures"]
    angles = np.flatnonzero(measures["kind"] == ANGLE).tolist() if counted(kind) else []
    if not angles and not system.held.any():
        return
    s = system.context() if s is None else s
    evaluate(kind, s, t, system.q0, system.v0, w=system.w0, ref=ref)
    ref[measures["turn"][angles]] = s.x[angles] - measures["offset"][angles]
    for r, row in enumerate(rows[:0] if drawn else rows):
        if row["measure"] in angles and row["function"] >= 0 and row["level"] == POSITION:
            ref[measures["turn"][row["measure"]]] -= 2.0 * np.pi * np.round(s.g[r] / (2.0 * np.pi))
    evaluate(kind, s, t, system.q0, system.v0, w=system.w0, ref=ref)
    rows["constant"][system.held] = -s.g[system.held]
