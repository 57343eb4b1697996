"""The memory of a run: what the time loop, the methods, the systems and the driver share, by name.

A method declares its own fields behind these (`declare_method`); nobody else sees them. Times in seconds.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from jourdain.kernels.context import SCHEMAS, Context, Plan, Schema, declare
from jourdain.kernels.kinds import Kind, curved, dimension, width
from jourdain.kernels.tables import record

INT, FLOAT, COMPLEX = np.dtype("i8"), np.dtype("f8"), np.dtype("c16")
MOST_PASSAGES = 200  # singular passages kept with their times
RK_STAGES = 4  # of the explicit steps that any method may take

# where a run stands, and what its steps are measured by
CLOCK = record(
    "t span step tried h_max tol "  # step: as controlled; tried: the largest one from here; tol 0: fixed steps
    "start_order "  # of the method, where the first step is to be chosen by the accelerations, else 0
    "length scale_linear scale_turning scale_energy "  # what errors are measured against
    "event_h event_low event_high event_tries "  # event_h > 0: the step is planned to end at an event
    "fine_h fine_until least_part "  # smaller steps for a while after a failure; least part of a step that is tried
    "ratio growth last_ratio "  # of the last judgement: error against what tol allows, and what the step is to grow by
    "patience escape "  # smaller steps do not help if the error falls by less than this; the step then grows by that
    # (remember: and the next one is judged against it)
    "newton_tol epsilon contraction factored "  # factored: the number that the factors are for, 0: none
    "c_damping c_stiffness leave_out "  # of the Newton matrix that FACTOR_NEWTON makes
    "jump "  # what a treatment may change in a state at once, near singular positions, in lengths and radians
    "chart_error",
    "stuck "  # rejected tries near a singular position, since the last step without one
    "done to_outputs refine remember started first_output last_output near",
)
COUNTS = record(
    "", "steps rejected iterations factorizations halvings singular evaluations passages watching partitions blows"
)
# an impact that the loop has carried out; done: outputs stored by then
BLOW = record("t impulse", "event rising done")
# whom to ask, by address, and the sizes of the system
CALLS = record(
    "", "method system newton canonical blows watch treatment context memory n_events q v g a w turns active rates"
)

_STATE = ("y", "y_new", "slope", "slope_old")  # (q, v, w, work) and their rates
_VELOCITY = ("v", "v_new", "vd", "vd_new", "u", "end", "z", "z_new")
_ROWS = ("lam", "lam_new", "lam_1", "row_weights", "left_out")
ANSWERS = ("g", "rate", "gamma", "force", "k", "residual", "step")  # of the system, bound when a run begins
_EVENTS = ("event_old", "event_old_rate", "event_new", "event_new_rate", "event_side", "event_hit", "event_last")
OUTPUTS = ("q", "v", "a", "w", "lam", "ref", "work")
MOTION: Schema = {"clock": (CLOCK, 0), "counts": (COUNTS, 0), "calls": (CALLS, 0)}
MOTION |= {
    name: (FLOAT, 1)
    for name in (
        *(*_STATE, *_VELOCITY, *_ROWS, *ANSWERS, *_EVENTS),
        *("q", "q_new", "q_end", "w", "w_new", "wd", "wd_new", "work", "ref", "power", "energy", "times"),
    )
}
MOTION |= {f"out_{name}": (FLOAT, 2) for name in OUTPUTS}
MOTION |= {
    # clock and the method's own record as words, and what both were when the method began
    **{name: (INT, 1) for name in ("clock_words", "own_words", "clock_fresh", "own_fresh")},
    # blows since Python last looked, and impulses of the rows; states before and after each are rows of out_.. behind those
    # of the outputs
    "blows": (BLOW, 1),
    "blow_impulses": (FLOAT, 2),
    "sort": (INT, 1),  # (ny,) what each number of y is, see below
    "passages": (FLOAT, 2),
    "stages": (FLOAT, 2),  # (.., ny) slopes
    "starter": (FLOAT, 2),  # RK4, for explicit steps of other methods
    "M": (FLOAT, 2),  # (nv, nv) and (m, nv), where they are asked for
    "G": (FLOAT, 2),
    # Newton's method of implicit methods: n = nv + nw + m unknowns
    "parts": (FLOAT, 2),  # (3, nnz + 1) mass, damping and stiffness parts of the matrix
    "factors": (COMPLEX, 2),  # (slots, nnz + 1)
    "pivots": (COMPLEX, 2),  # (slots, n)
    "rights": (COMPLEX, 2),  # (slots, n)
    "dropped": (INT, 2),  # (slots, m) 1 for a redundant row that has no part in the factors
    "ordered": (COMPLEX, 1),  # (n,) a right side in elimination order
    "shifts": (COMPLEX, 2),  # (2, slots) eigenvalues of the method, and the numbers the slots are factored for
    # the canonical equations
    "p_new": (FLOAT, 1),
    "canonical": (FLOAT, 1),
    "turned": (FLOAT, 1),
    "momentum_tangent": (FLOAT, 2),  # (nv, nv) d/dq of dL/dv
    "rows_square": (FLOAT, 2),  # (m, m) K with K^T K = (G M^-1 G^T)^-1
    "row_order": (INT, 1),  # (m,) chosen to have redundant rows last; -1: not chosen
    "stage_parts": (FLOAT, 2),  # (3 n, n) mass, damping and stiffness parts, dense
    "unknown_at": (INT, 1),  # (n,)
}
motion_at = declare("motion", MOTION)

# what a number of y = (q, v, w, work) is: how large an error in it counts
A_LENGTH, AN_ANGLE, A_SPEED, A_SPIN, A_STATE, A_WORK = range(6)


def declare_method(name: str, own: np.dtype | None = None, **fields: tuple[np.dtype, int]) -> Any:
    """Declare the fields of a method: `own`, a record of its numbers, and arrays. Returns method_at(address) for kernels."""
    return declare(name, ({} if own is None else {"own": (own, 0)}) | fields, base="motion")


def rk4_tableau() -> np.ndarray:
    """The classical Runge-Kutta method: rows A, b, c, and two error rows that it does not have."""
    tableau = np.zeros((8, 4))
    tableau[1, 0] = tableau[2, 1] = 0.5
    tableau[3, 2] = 1.0
    tableau[4] = np.array([1, 2, 2, 1]) / 6
    tableau[5] = [0, 0.5, 0.5, 1]
    return tableau


def make_motion(
    kind: Kind,
    times: np.ndarray,
    schema: str = "motion",
    *,
    works: bool,
    events: int,
    blows: int = 0,
    stages: int = 0,
    slots: int = 0,
    entries: int = 0,
    matrices: bool = False,
    canonical: bool = False,
    dense_parts: bool = False,
    own: dict[str, Any] | None = None,
) -> Context:
    """Fresh memory for a run with outputs at `times`; works: some element does work, so power is integrated.

    schema: of the method; own: its fields, arrays or shapes. stages: rows of slopes. events: how many are watched. blows: how
    many the loop may carry out before Python looks. slots: factored matrices, of so many entries each. matrices: dense M and G
    are asked for. canonical: on the canonical equations.
    """
    given = {name: value for name, value in (own or {}).items() if isinstance(value, np.ndarray)}
    own_shapes = tuple((name, shape) for name, shape in (own or {}).items() if name not in given)
    sizes: tuple[Any, ...] = (len(times), 3 if works else 0, events, blows, stages, slots, entries)
    plan = _plan(schema, type(kind).__name__, kind, *sizes, matrices, canonical, dense_parts, tuple(given), own_shapes)
    return Context(schema, {"times": times, **given}, plan)


@functools.lru_cache(maxsize=64)
def _plan(
    schema: str,
    _: str,  # the name of the kind: kinds of the same sizes are equal
    kind: Kind,
    n: int,
    powers: int,
    events: int,
    blows: int,
    stages: int,
    slots: int,
    entries: int,
    matrices: bool,
    canonical: bool,
    dense_parts: bool,
    given: tuple[str, ...],
    own_shapes: tuple[tuple[str, Any], ...],
) -> Plan:
    """Where the arrays of such a motion stand, see make_motion; given, own_shapes: of the fields of the method."""
    m, ny, fields = kind.g + kind.a, kind.q + kind.v + kind.w + 3, SCHEMAS[schema]
    unknowns = kind.v + kind.w + m
    sizes: dict[str, Any] = dict.fromkeys(_STATE, ny) | dict.fromkeys(_VELOCITY, kind.v)
    sizes |= dict.fromkeys((*_ROWS, "g", "rate", "gamma"), m) | dict.fromkeys(_EVENTS, events)
    sizes |= {"force": kind.v, "k": kind.w, "residual": unknowns, "step": unknowns, "q_end": kind.q}
    sizes |= {"wd": kind.w, "wd_new": kind.w, "ref": max(1, kind.turns), "power": powers, "energy": 5}
    widths = {"q": kind.q, "v": kind.v, "a": kind.v, "w": kind.w, "lam": m, "ref": max(1, kind.turns), "work": 3}
    sizes |= {f"out_{name}": (n + 2 * blows, k) for name, k in widths.items()}
    sizes |= {"blows": blows, "blow_impulses": (blows, m)}
    sizes |= {"passages": (MOST_PASSAGES, 3), "stages": (max(stages, RK_STAGES + 1), ny)}
    nv, rows = (kind.v, m) if matrices else (0, 0)
    sizes |= {"M": (nv, nv), "G": (rows, nv), "rows_square": (rows, rows)}
    sizes |= {"parts": (3 if slots else 0, entries), "factors": (slots, entries), "shifts": (2, slots)}
    sizes |= {"pivots": (slots, unknowns), "rights": (slots, unknowns), "ordered": unknowns if slots else 0}
    sizes |= {"dropped": (slots, m)}
    nv, rows = (kind.v, m) if canonical else (0, 0)
    sizes |= {"p_new": nv, "canonical": nv, "turned": rows, "row_order": rows, "momentum_tangent": (nv, nv)}
    dense = unknowns if dense_parts else 0
    sizes |= {"stage_parts": (3 * dense, dense), "unknown_at": dense, "counts": 1, "calls": 1, **dict(own_shapes)}
    views: dict[str, tuple[str, int, int]] = {}  # the parts of y are views of it
    for suffix in ("", "_new"):
        views |= {f"q{suffix}": (f"y{suffix}", 0, kind.q), f"v{suffix}": (f"y{suffix}", kind.q, kind.v)}
        views[f"w{suffix}"] = f"y{suffix}", kind.q + kind.v, kind.w
    views["work"] = "y", ny - 3, 3
    for part in ("clock", "own"):
        words = fields[part][0].itemsize // 8 if part in fields else 0
        sizes |= {f"{part}_fresh": words} | ({part: 1} if words else {f"{part}_words": 0})
        views |= {f"{part}_words": (part, 0, words)} if words else {}
    shared = {"sort": _sorts(kind), "starter": rk4_tableau()}
    apart = {"times", *given, *views, *shared}
    return Plan(schema, {name: sizes[name] for name in fields if name not in apart}, views=views, shared=shared)


def _sorts(kind: Kind) -> np.ndarray:
    """What each number of y is."""
    nb, d = kind.q - kind.v if curved(kind) else kind.v // width(kind), dimension(kind)
    elastic = kind.v - nb * width(kind)
    q = [A_LENGTH] * d + [AN_ANGLE] * ((kind.q - elastic) // max(nb, 1) - d)
    v = [A_SPEED] * d + [A_SPIN] * (width(kind) - d)
    sorts = q * nb + [A_LENGTH] * elastic + v * nb + [A_SPEED] * elastic + [A_STATE] * kind.w + [A_WORK] * 3
    return np.array(sorts, np.int64)
