"""Flexible bodies that joints hold along a line their shapes cannot stretch: then they could not bend either.

A rod that bends becomes shorter (Frame.bends). If joints hold both of its ends in place and no shape stretches it, it cannot
bend at all, although to first order nothing stands against it: rows are redundant, and to second order the dependency y asks
for y.(u^T d2g u) = 0 of every free motion u. Where that form has one sign, the motions that it sees are locked.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import null_space

from jourdain.diagnosis.closure import Closure
from jourdain.diagnosis.dependence import Dependence, dependence
from jourdain.errors import ModelError
from jourdain.system.system import System

LARGEST = 400  # velocities: beyond, free motions are not looked at
CLEAR = 1e-6  # of the largest eigenvalue: smaller ones are rounding


def locked_bending(closure: Closure, q: np.ndarray, found: Dependence) -> list[str]:
    """Names of flexible bodies that could not bend at the positions q, as interfaces cannot come nearer to each other."""
    system = closure.system
    if not found.redundant or not len(system.tables["bends"]) or system.kind.v > LARGEST:
        return []
    free = null_space(closure.jacobian().toarray())
    n, first = system.kind.v, system.layout.velocity_width * len(system.bodies)
    forms = []
    for rows, y in found.null:
        forms.append(free.T @ (_curvature(closure, q, rows, y) @ free))
    # of all dependencies the one that pulls most
    pull = sum(float(np.trace(one)) * one for one in forms)
    values, ways = np.linalg.eigh(0.5 * (pull + pull.T)) if len(free.T) else (np.zeros(1), np.zeros((0, 1)))
    largest = np.abs(values).max(initial=0.0)
    if largest == 0.0 or (values.min() < -CLEAR * largest and values.max() > CLEAR * largest):
        return []
    moved = (free @ ways)[first:n, np.abs(values) > CLEAR * largest]
    bent = np.abs(moved).max(axis=1, initial=0.0) > CLEAR
    return [name for name in system.bodies if bent[system.layout.shapes(name)].any()]


def _curvature(closure: Closure, q: np.ndarray, rows: np.ndarray, y: np.ndarray) -> np.ndarray:
    """d(G^T y)/dq (nv, nv)."""
    system, lam = closure.system, np.zeros(closure.system.n_rows)
    found = np.zeros((system.kind.v, system.kind.v))
    for factor in (-1.0, 0.0):
        lam[rows] = factor * y
        s = closure.at(q, lam=lam, coefficients=(0.0, 0.0, 1.0, 0.0, 0.0))
        for block, (i, j) in zip(s.pair, system.tables["pair_body"], strict=True):
            own, other = (system.layout.own_columns(b) for b in (i, j))
            found[np.ix_(own, other)] += (1.0 if factor else -1.0) * block[: len(own), : len(other)]
    return found


def refuse_locked_bending(system: System, t: float, q: np.ndarray) -> None:
    """Raise a ModelError if a flexible body could not bend at the positions q."""
    if not len(system.tables["bends"]):
        return
    closure = Closure(system, t)
    names = locked_bending(closure, q, dependence(system, closure.at(q)))
    if names:
        raise ModelError(f"model {system.name!r}: {sentence(names)}")


def sentence(names: list[str]) -> str:
    """What is wrong and what helps."""
    return (
        f"{', '.join(map(repr, names))} could not bend: joints hold its interfaces at a distance, and none of its shapes "
        "stretches it. Take kind='craig-bampton' shapes, let one joint slide along the body, or stiffening=False."
    )
