"""What treatments of constraints work with, by name."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from jourdain.kernels.context import Context, Plan, Schema, declare
from jourdain.kernels.motion import FLOAT, INT, record

OPTIONS = record(
    "stages "  # close every stage as well
    "c1 c2 control errvc delete "  # of Baumgarte's stabilisation, and of its control
    "choice rank stabilise follow has_basis passing "  # reduced coordinates: the rank in use; close positions; let D follow
    # q; the step begins near a singular position, in full coordinates
    "quality least"  # smallest pivot of (G D)^T (G D) when D was chosen, and the part of it that will do
)
ORTHOGONAL, SINGULAR_VALUES, NULL_SPACE, PARTITION, TANGENT_SPACE = range(5)  # choices of reduced coordinates
MATRICES: Schema = {name: (FLOAT, 2) for name in ("basis", "across", "chosen", "reduced", "square")}
VECTORS: Schema = {
    "order": (INT, 1),  # (nv or m,) a partition of the velocities, or of the rows
    "independent": (INT, 1),  # (nv,) 1 for velocities that a partition may not make dependent
    "kept": (INT, 1),  # (m,) 1 for rows that are not deleted
    "previous": (FLOAT, 1),  # (nv,) the last acceleration
    "singular": (FLOAT, 1),  # (m,) singular values
    "tally": (INT, 1),  # (5,) how often: see TALLY
}
# of controlled stabilisation: evaluations, those that found rates above errvc, corrections of velocities, evaluations with
# k < 1, and those with rows deleted
TALLY = ("evaluations", "late", "corrections", "limited", "deleted")
EVALUATIONS, LATE, CORRECTIONS, LIMITED, DELETED = range(len(TALLY))
treatment_at = declare("treatment", {"options": (OPTIONS, 0)} | VECTORS | MATRICES)


@functools.lru_cache(maxsize=64)
def plan(n: int, m: int) -> Plan:
    """Where the memory stands of a treatment with dense matrices of n velocities and m rows."""
    shapes: dict[str, Any] = {" ".join(name for name in MATRICES if name != "across"): (n, n), "across": (max(n, m), n)}
    shapes |= {"options": 1, "order": max(n, m), "previous independent": n, "singular kept": m, "tally": len(TALLY)}
    found = Plan("treatment", shapes)
    first = Context("treatment", {}, found)
    first.order[:], first.kept[:] = np.arange(max(n, m)), 1
    found.begin_as(first)
    return found
