"""The Newton matrix that a System has assembled, as a sparse matrix in the order of the unknowns."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from jourdain.kernels.context import Context
from jourdain.system.system import System


def newton_matrix(system: System, s: Context) -> sparse.csr_array:
    """What `evaluate` left in s.values (see kernels/tangent.py), in the order (velocities, extra states, rows)."""
    tables = system.tables
    row = np.repeat(np.arange(len(tables["place"])), np.diff(tables["row_start"]))
    unknown = np.argsort(tables["place"])  # position in the elimination -> unknown
    entries = s.values[: len(row)].copy(), (unknown[row], unknown[tables["column"]])
    return sparse.csr_array(entries, shape=(len(unknown), len(unknown)))
