"""How many rows of a machine are redundant, and how small its pivots are where none is: geometry decides.

Small pivots of rows in loops are a suspicion. Redundant rows have them, and singular positions; but so have loops that stand
on each other, and slender bodies, in the mass metric. If geometry finds no row that depends on others
(diagnosis/dependence.py), nothing may be left out, and pivots and regularisation count against what is usual for this machine
(flags[PIVOT_SCALE]). Theory: docs/theory/singular.md.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jourdain.diagnosis.dependence import Dependence, dependence, removable
from jourdain.kernels.context import Context
from jourdain.kernels.dynamics import EPS, NEARLY
from jourdain.kernels.linalg import ABOVE, DEPENDENT
from jourdain.kernels.status import OK
from jourdain.kernels.tables import BASE_RANK, ITERATE, PIVOT_SCALE
from jourdain.run.report import attempt
from jourdain.system.system import System, evaluate

ASIDE = 0.03  # rad or lengths of the model: how far beside the start it is looked whether that is a singular position
FARTHER = 0.1  # the same for pivots that may be small everywhere: those near a singular position go as its square
ALIKE = 5.0  # times: pivots of two places that differ by less
UNKNOWN = 1e-15  # of the scale of pivots, which follows the first that is seen

State = dict[str, np.ndarray]


def memory_near(system: System, t: float, state: State) -> Context:
    """Memory for states near this one (q, v, w, ref), with what is to be known about dependent rows."""
    s = system.context()
    s.flags[BASE_RANK] = system.n_rows  # whatever is dependent here counts as redundant
    status, _ = attempt(system, t, s, state)
    known = known_independent(system, t, state) if system.n_rows and (status != OK or suspicious(system, s)) else None
    return s if known is None else known[0]


def suspicious(system: System, s: Context) -> bool:
    """Are there pivots of rows in loops, after the last factorisation, that might be those of dependent rows?"""
    return bool((scaled_pivots(system, s) <= NEARLY).any())


def scaled_pivots(system: System, s: Context) -> np.ndarray:
    """Pivots of the rows in loops against their scales, after the last factorisation."""
    rows, first = s.rows, system.kind.v + system.kind.w
    pivots = np.abs(s.values[s.diagonal[s.place[first:]]]) / rows["weight"]
    return np.asarray(np.nan_to_num(pivots[(rows["looped"] == 1) & (rows["active"] == 1)]))


def known_independent(system: System, t: float, state: State) -> tuple[Context, State] | None:
    """Memory that knows how small pivots are, and the state (q, v, w, ref) closed and solved in it; None: rows are redundant
    that are not spare.

    Also None near a singular position, where pivots are small for another reason: there they differ from those aside.
    """
    s = system.context()
    evaluate(system.kind, s, t, state["q"], state["v"], w=state["w"], ref=state["ref"])
    if _kept(system, s).redundant:
        return None
    s.flags[BASE_RANK], s.flags[PIVOT_SCALE] = 0.0, UNKNOWN
    status, found = attempt(system, t, s, state)
    if status != OK or np.abs(s.g).max(initial=0.0) > 1e-13 * max(1.0, system.length) or _kept(system, s).redundant:
        return None
    aside = moved_aside(system, t, s, found, FARTHER, 0)
    if aside is None:
        return None
    other, least = (scaled_pivots(system, one).min() for one in (aside, s))
    return (s, found) if least < ALIKE * other and other < ALIKE * least else None


def _kept(system: System, s: Context) -> Dependence:
    """Dependencies among the rows that are not spare."""
    return dependence(system, s, used=(s.rows["active"] == 1) & (s.rows["looped"] != 2))


def dependent_rows(system: System, t: float, state: State) -> int:
    """How many rows depend on others at a state (q, v, w, ref: one row each), as far as its gaps tell."""
    s = system.context()
    q, v, w, ref = (state[name][0] for name in ("q", "v", "w", "ref"))
    evaluate(system.kind, s, t, q, v, w=w, ref=ref)
    return dependence(system, s).redundant


def with_spare_rows(system: System, t: float, s: Context, state: State) -> tuple[System, int]:
    """The system with as many rows spare as are redundant at a state, and how many; none if pivots tell them from others.

    s: memory in which this state has been solved, all rows alike. Where regular pivots are as small as those of redundant rows,
    or these as large, because the row that comes last has a small share in the dependence, eps suits no one. The rows that
    are left then have pivots as a machine without redundant rows.
    """
    if system.coordinates or s.flags[ITERATE] != 0.0:  # forces that read multipliers take those of the least norm
        return system, 0
    here = system.context()
    evaluate(system.kind, here, t, state["q"], state["v"], w=state["w"], ref=state["ref"])
    found, pivots = dependence(system, here), np.sort(scaled_pivots(system, s))
    k = found.redundant
    if not 0 < k < len(pivots) or (pivots[k] >= NEARLY and pivots[k - 1] <= ABOVE * EPS):
        return system, 0
    return leaving_spare(system, removable(found)), k


def leaving_spare(system: System, spare: np.ndarray) -> System:
    """The system with these rows (mask or numbers) left to the others."""
    rows = system.tables["rows"].copy()
    rows["looped"][spare] = 2
    return replace(system, tables=system.tables | {"rows": rows})


def without_spare_rows(system: System) -> System:
    """The system as it is compiled, all rows alike: what spare rows are is a matter of one run."""
    if not (system.tables["rows"]["looped"] == 2).any():
        return system
    rows = system.tables["rows"].copy()
    rows["looped"] = np.minimum(rows["looped"], 1)
    return replace(system, tables=system.tables | {"rows": rows})


def learn_redundancy(system: System, t: float, s: Context, state: State) -> int:
    """How many rows that are not spare depend on others wherever the machine is; flags[BASE_RANK]: how many pivots are small
    everywhere.

    The start may be a singular position, so both are looked at a little beside it as well.
    """
    if not suspicious(system, s):
        return 0
    here, found = int(s.flags[BASE_RANK]), _kept(system, s).redundant
    beside = moved_aside(system, t, s, state, ASIDE, found)
    if beside is not None:
        found = min(found, _kept(system, beside).redundant)
        small = int((scaled_pivots(system, beside) < DEPENDENT).sum())
        s.flags[BASE_RANK] = max(found, min(here, small))
    return found


def moved_aside(system: System, t: float, s: Context, state: State, way: float, redundant: int) -> Context | None:
    """Memory with the rows at a position `way` beside the state, after some motion that joints and drives allow.

    None if it cannot be found; the position itself if nothing moves. redundant: by geometry; so many rows at most may be left
    alone on the way there.
    """
    aside = system.context()
    aside.flags[:] = s.flags
    v = np.random.default_rng(1).normal(size=system.kind.v)
    at = {name: state[name][0] for name in ("q", "w", "ref")}
    status, there = attempt(system, t, aside, at | {"v": v})
    size = system.layout.size(there["v"][0], system.length)
    if status != OK or not 0.0 < size < np.inf:
        return aside if status == OK and size == 0.0 else None
    at["q"] = system.layout.moved(at["q"], way * there["v"][0] / size)
    aside.flags[BASE_RANK] = redundant
    status, _ = attempt(system, t + way / size, aside, at | {"v": v})  # drives have gone on meanwhile
    return aside if status == OK else None
