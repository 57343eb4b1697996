"""What equations written by a user work with."""

from __future__ import annotations

from typing import Any

from jourdain.kernels.context import SCHEMAS, Context, declare
from jourdain.kernels.kinds import Free
from jourdain.kernels.motion import COMPLEX, FLOAT, INT
from jourdain.kernels.tables import record, zeros

# what the user's functions give: user_M; user_f; user_g (position rows); user_G; user_b (terms of velocity rows); user_k
MASS, FORCE, ROWS, MATRIX, TERMS, STATES = range(6)
# address of the functions; are the jacobian and the terms of velocity rows given?
OWN = record("", "call jacobian terms")
_VECTORS = "at_q at_v at_w at_lam user_f user_g user_b user_k differential w_kept rates lam base kept"
_MATRICES = "user_M user_G M G saddle state_matrix newton parts"
equations_at = declare(
    "equations",
    {"own": (OWN, 0), "full": (COMPLEX, 2), "exchange": (INT, 1), "newton_exchange": (INT, 1)}
    | {name: (FLOAT, 1) for name in _VECTORS.split()}
    | {name: (FLOAT, 2) for name in _MATRICES.split()},
)


def equations_memory(kind: Free) -> Context:
    """Fresh memory for a run."""
    nv, nw, m = kind.v, kind.w, kind.g + kind.a
    n = nv + nw + m
    sizes: dict[str, Any] = {"own": 1, "at_q at_v user_f": nv, "base kept exchange newton_exchange": n}
    sizes |= {"at_w user_k differential w_kept": nw, "at_lam user_g user_b rates lam": m}
    sizes |= {"user_M M": (nv, nv), "user_G G": (m, nv), "state_matrix": (nw, nw), "saddle": (nv + m, nv + m)}
    sizes |= {"newton full": (n, n), "parts": (3, n * n)}
    return Context("equations", zeros(SCHEMAS["equations"], sizes))
