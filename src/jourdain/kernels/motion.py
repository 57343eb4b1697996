"""What an integrator remembers between steps, and the numbers it shares with the driver."""

from __future__ import annotations

import numpy as np

from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Free, Kind, dimension, width
from jourdain.kernels.tables import MOTION

# entries of `clock` (floats)
(
    T,
    T_END,
    H,
    STEP_H,
    H_MAX,
    TOL,
    DONE,
    EPSILON,
    NEWTON_TOL,
    LENGTH,
    ERROR_SCALE,
    CONTRACTION,
    BEST_CONTRACTION,
    FACTORED,
    SINCE_CHANGE,
    SCALE_LINEAR,
    SCALE_TURNING,
    LEAVE_OUT,
    FINE_H,
    FINE_UNTIL,
    REACH_LINEAR,
    REACH_TURNING,
    LAST_RATIO,
    EVENT_H,
    EVENT_LOW,
    EVENT_HIGH,
    EVENT_TRIES,
    SCALE_ENERGY,
) = range(28)
N_CLOCK = 28
MIXED = 3  # corrections that the next one is mixed from, see galerkin_mixing
MOST_PASSAGES = 200  # singular passages kept with their times
SHARE = 0.02  # of tol: what a single step may add where smaller ones do not help
# entries of `counts` (integers)
STEPS, REJECTED, ITERATIONS, FACTORIZATIONS, HALVINGS, SINGULAR, EVALUATIONS, PASSAGES, WATCHING, PARTITIONS = range(10)


def rk4_tableau() -> np.ndarray:
    """The classical Runge-Kutta method as runge_kutta.py wants it: A, b, c, and two error rows that it does not have."""
    tableau = np.zeros((8, 4))
    tableau[1, 0] = tableau[2, 1] = 0.5
    tableau[3, 2] = 1.0
    tableau[4] = np.array([1, 2, 2, 1]) / 6
    tableau[5] = [0, 0.5, 0.5, 1]
    return tableau


# what a number of y = (q, v, w, work) is: how large an error in it counts
A_LENGTH, AN_ANGLE, A_SPEED, A_SPIN, A_STATE, A_WORK = range(6)


def make_motion(
    kind: Kind,
    times: np.ndarray,
    *,
    works: bool,
    events: int,
    parameters: np.ndarray,
    n_stages: int = 0,
    tableau: np.ndarray | None = None,
    dense: np.ndarray | None = None,
    past: int = 0,
    options: tuple[float, ...] = (),
    matrices: bool = False,
    nodes: int = 0,
    slots: int = 0,
    entries: int = 0,
    points: int = 0,
    newton: int = 0,
) -> Context:
    """Fresh memory for a run with outputs at `times`; works: some element does work, so power is integrated.

    events: how many are watched. past: rows of history. options: of the treatment. matrices: it needs dense M and G.
    nodes: moments of a step that an implicit method keeps; slots: factored matrices, of so many entries each. points: of
    quadrature, for methods on the canonical equations; newton: size of a dense matrix of all unknowns of their steps.
    """
    matrices = matrices or isinstance(kind, Free)  # whose server works with them
    m, n, ny = kind.g + kind.a, len(times), kind.q + kind.v + kind.w + 3
    sizes = dict.fromkeys(("wd", "wa", "wd_new", "wa_new", "k"), kind.w)
    sizes |= dict.fromkeys(("lam", "lam_new", "lam_1", "lam_2", "g", "rate", "gamma", "row_weights"), m) | {
        "q_end": kind.q
    }
    sizes |= dict.fromkeys(("y", "y_new", "slope", "slope_old"), ny)
    sizes |= {"ref": max(1, kind.turns), "power": 3 if works else 0, "energy": 5, "clock": N_CLOCK}
    sizes |= {"residual": kind.v + kind.w + m, "options": len(options)}
    sizes |= {name: events for name in MOTION if name.startswith("event_")}
    arrays: dict[str, np.ndarray] = {
        name: np.zeros(sizes.get(name, kind.v)) for name, (_, ndim) in MOTION.items() if ndim == 1
    }
    for suffix in ("", "_new"):  # the parts of y are views of it
        y = arrays[f"y{suffix}"]
        arrays |= {f"q{suffix}": y[: kind.q], f"v{suffix}": y[kind.q : kind.q + kind.v]}
        arrays[f"w{suffix}"] = y[kind.q + kind.v : ny - 3]
    arrays["work"] = arrays["y"][ny - 3 :]
    widths = {"q": kind.q, "v": kind.v, "a": kind.v, "w": kind.w, "lam": m, "ref": max(1, kind.turns), "work": 3}
    arrays |= {f"out_{name}": np.zeros((n, k)) for name, k in widths.items()}
    arrays["counts"] = np.zeros(16, np.int64)
    arrays["calls"] = np.zeros(16, np.int64)
    arrays["order"] = np.arange(max(kind.v, m), dtype=np.int64)
    arrays["sort"], arrays["exchange"] = _sorts(kind), np.zeros(ny + m, np.int64)
    arrays["passages"] = np.zeros((MOST_PASSAGES, 3))
    arrays["times"], arrays["parameters"], arrays["options"] = times, parameters, np.array(options, np.float64)
    n_stages = max(n_stages, 4)  # explicit steps of any method
    rows = n_stages + (0 if not n_stages else 1 if dense is None else 4)  # the slopes at the end, and for dense output
    arrays["stages"] = np.zeros((rows, ny))
    arrays["past"], arrays["starter"] = np.zeros((past, ny)), rk4_tableau()
    arrays["tableau"] = np.zeros((0, 0)) if tableau is None else tableau
    arrays["dense"] = np.zeros((0, 0)) if dense is None else dense
    nv = kind.v if matrices else 0
    taller = max(nv, m if matrices else 0)
    arrays |= {
        name: np.zeros((taller if name == "across" else nv, nv))
        for name in ("M", "basis", "across", "chosen", "reduced", "square")
    }
    arrays["G"] = np.zeros((m if matrices else 0, nv))
    arrays["rows_square"] = np.zeros((m if matrices else 0,) * 2)
    arrays |= (
        _implicit(kind, nodes, slots, entries)
        | _written(kind, slots)
        | _canonical(kind, points, nodes - 1 if points else 0, newton)
    )
    return Context("motion", arrays)


def _implicit(kind: Kind, nodes: int, slots: int, entries: int) -> dict[str, np.ndarray]:
    """What implicit methods need."""
    n = kind.v + kind.w + kind.g + kind.a
    widths = {"x": n, "u": kind.v, "du": kind.v, "v": kind.v, "w": kind.w, "r": n}
    arrays: dict[str, np.ndarray] = {f"nodes_{name}": np.zeros((nodes, k)) for name, k in widths.items()}
    arrays["parts"] = np.zeros((3 if slots else 0, entries))
    sizes = {"factors": (slots, entries), "pivots": (slots, n), "rights": (slots, n), "shifts": (2, slots)}
    arrays |= {name: np.zeros(size, np.complex128) for name, size in sizes.items()}
    arrays["ordered"] = np.zeros(n if slots else 0, np.complex128)
    arrays["mix"] = np.zeros((2 * slots, max(nodes - 1, 0)), np.complex128)
    return arrays


def _canonical(kind: Kind, points: int, degree: int, newton: int) -> dict[str, np.ndarray]:
    """What methods on the canonical equations need."""
    nv, m = (kind.v, kind.g + kind.a) if points else (0, 0)
    ny = kind.q + kind.v + kind.w + 3 if points else 0
    sizes: dict[str, tuple[int, ...]] = dict.fromkeys(("p", "p_new", "v_end", "p_begin", "p_start", "canonical"), (nv,))
    sizes |= {"mu": (m,), "turned": (m,), "y_start": (ny,), "y_coarse": (ny,), "points_v": (points, nv)}
    sizes |= {"momentum_tangent": (nv, nv), "rows_start": (m, nv), "factor_start": (m, m)}
    unknowns = (3 + MIXED, max(MIXED + MIXED**2, degree * (2 * nv + kind.w + m) + m) if points else 0)
    sizes |= {"unknowns": unknowns, "corrections": unknowns}
    n = kind.v + kind.w + m if newton else 0
    sizes |= {"newton": (newton, newton), "newton_x": (newton,), "stage_parts": (3 * n, n), "kicks": (m, nv)}
    sizes |= {"gauss": (degree, degree), "gauss_twice": (degree, degree)}
    arrays = {name: np.zeros(size) for name, size in sizes.items()}
    return arrays | {"newton_exchange": np.zeros(newton, np.int64)}


def _written(kind: Kind, slots: int) -> dict[str, np.ndarray]:
    """What equations written by the user need; empty for machines."""
    here = isinstance(kind, Free)
    nv, nw, m = (kind.v, kind.w, kind.g + kind.a) if here else (0, 0, 0)
    sizes: dict[str, tuple[int, ...]] = {f"at_{name}": (n,) for name, n in zip("qvw", (nv, nv, nw), strict=True)}
    sizes |= {"at_lam": (m,), "user_f": (nv,), "user_g": (m,), "user_b": (m,), "user_k": (nw,), "differential": (nw,)}
    sizes |= {"user_M": (nv, nv), "user_G": (m, nv), "saddle": (nv + m, nv + m), "state_matrix": (nw, nw)}
    arrays = {name: np.zeros(size) for name, size in sizes.items()}
    n = nv + nw + m if slots else 0
    return arrays | {"full": np.zeros((n, n), np.complex128)}


def _sorts(kind: Kind) -> np.ndarray:
    """What each number of y is."""
    nb, d = kind.v // width(kind), dimension(kind)
    q = [A_LENGTH] * d + [AN_ANGLE] * (kind.q // max(nb, 1) - d)
    v = [A_SPEED] * d + [A_SPIN] * (width(kind) - d)
    return np.array(q * nb + v * nb + [A_STATE] * kind.w + [A_WORK] * 3, np.int64)
