"""The equations of small oscillations about the start of a run, for methods that look at them before it begins."""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.diagnosis.newton_matrix import newton_matrix
from jourdain.run.start import Start
from jourdain.system.system import evaluate, make_context

NOT_ASKED = 1e-300  # a coefficient of extra states, which have no part here


def small_oscillations(start: Start, t: float, tables: dict[str, np.ndarray] | None) -> tuple[np.ndarray, ...]:
    """M, K (nv, nv) and G (m, nv) of M z" + K z = G^T lam, G z = 0, at a consistent state at time t [s], dense.

    tables: of another system at these positions, at rest, without its accelerations and joint forces.
    """
    n, rows = start.system.kind.v, start.system.n_rows
    mass, stiffness = (_assembled(start, t, c, tables) for c in ((1.0, 0.0), (0.0, 1.0)))
    return mass[:n, :n], stiffness[:n, :n], mass[len(mass) - rows :, :n]


def _assembled(start: Start, t: float, c: tuple[float, float], tables: dict[str, np.ndarray] | None) -> np.ndarray:
    """The Newton matrix c[0] M + c[1] K with its rows, dense; without the terms that are added for the sake of pivots."""
    system = start.system
    whole = (system.tables if tables is None else tables) | {"augment": system.tables["augment"][:0]}
    s = make_context(system.kind, whole, system.n_registers, redundant=system.redundant)
    state: dict[str, Any] = dict(w=start.w, ref=start.ref)
    if tables is None:
        state |= dict(a=start.a, wd=start.wd, lam=start.lam)
    v = start.v if tables is None else np.zeros_like(start.v)
    evaluate(system.kind, s, t, start.q, v, **state, coefficients=(c[0], 0.0, c[1], NOT_ASKED, 0.0))
    return np.asarray(newton_matrix(system, s).toarray())
