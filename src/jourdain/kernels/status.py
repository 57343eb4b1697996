"""What kernels return."""

from __future__ import annotations

# of a task, a step or a run; EVENT: the run has arrived at a crossing
OK, NOT_FINITE, BAD_PIVOT, NOT_CLOSED, NO_CONVERGENCE, STEP_TOO_SMALL, EVENT = range(7)
# verdicts on a step: accept it, take it again with another size, accept it: it ends at events
ACCEPT, RETRY, HIT = 0, 1, 2
