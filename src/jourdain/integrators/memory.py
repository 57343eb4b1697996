"""What an integrator remembers between steps, and the numbers it shares with the driver."""

from __future__ import annotations

import numpy as np

from jourdain.context import Context
from jourdain.kinds import Kind
from jourdain.tables import MOTION

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
MOST_PASSAGES = 200  # singular passages kept with their times
SHARE = 0.02  # of tol: what a single step may add where smaller ones do not help
# entries of `counts` (integers)
STEPS, REJECTED, ITERATIONS, FACTORIZATIONS, HALVINGS, SINGULAR, EVALUATIONS, PASSAGES, WATCHING = range(9)


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
) -> Context:
    """Fresh memory for a run with outputs at `times`; works: some element does work, so power is integrated.

    events: how many are watched.
    """
    m, n = kind.g + kind.a, len(times)
    sizes = dict.fromkeys(("wd", "wa", "w", "w_new", "wd_new", "wa_new"), kind.w)
    sizes |= dict.fromkeys(("lam", "lam_new", "lam_1", "lam_2"), m) | dict.fromkeys(("q", "q_new", "q_end"), kind.q)
    sizes |= {"ref": max(1, kind.turns), "work": 3, "power": 3 if works else 0, "energy": 5, "clock": N_CLOCK}
    sizes |= {name: events for name in MOTION if name.startswith("event_")}
    arrays = {name: np.zeros(sizes.get(name, kind.v)) for name, (_, ndim) in MOTION.items() if ndim == 1}
    widths = {"q": kind.q, "v": kind.v, "a": kind.v, "w": kind.w, "lam": m, "ref": max(1, kind.turns), "work": 3}
    arrays |= {f"out_{name}": np.zeros((n, k)) for name, k in widths.items()}
    arrays["counts"] = np.zeros(16, np.int64)
    arrays["passages"] = np.zeros((MOST_PASSAGES, 3))
    arrays["times"], arrays["parameters"] = times, parameters
    rows = n_stages + (0 if not n_stages else 1 if dense is None else 4)  # the slopes at the end, and for dense output
    arrays["stages"] = np.zeros((rows, kind.q + kind.v + kind.w + 3))
    arrays["tableau"] = np.zeros((0, 0)) if tableau is None else tableau
    arrays["dense"] = np.zeros((0, 0)) if dense is None else dense
    return Context("motion", arrays)
