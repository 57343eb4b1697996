"""What equations written by a user work with."""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.kernels.context import SCHEMAS, Context, declare
from jourdain.kernels.kinds import Free
from jourdain.kernels.motion import COMPLEX, FLOAT, INT, record

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
    sizes: dict[str, Any] = dict.fromkeys(("at_q", "at_v", "user_f"), nv) | dict.fromkeys(("base", "kept"), n)
    sizes |= dict.fromkeys(("at_w", "user_k", "differential", "w_kept"), nw)
    sizes |= dict.fromkeys(("at_lam", "user_g", "user_b", "rates", "lam"), m)
    sizes |= {"user_M": (nv, nv), "M": (nv, nv), "user_G": (m, nv), "G": (m, nv), "state_matrix": (nw, nw), "own": 1}
    sizes |= {"saddle": (nv + m, nv + m), "newton": (n, n), "full": (n, n), "parts": (3, n * n)}
    sizes |= {"exchange": n, "newton_exchange": n}
    schema = SCHEMAS["equations"]
    return Context("equations", {name: np.zeros(sizes[name], dtype) for name, (dtype, _) in schema.items()})
