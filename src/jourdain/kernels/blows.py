"""Impacts inside the time loop: the state after a blow along a watched measure.

    M (v+ - v-) = G^T Lambda + J^T L,   G v+ + g_t = 0,   J v+ = -e J v-

The factors are those of any index-1 evaluation: one solve for a blow of unit size, one that closes the rates of the rows, and
the size that gives the measure its rate. What is more than that (several events at one instant, crossings that may pile up,
singular positions, a measure that the joints hold) is left to Python. Theory: docs/theory/impacts.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels.crossings import NO, SENT_BACK
from jourdain.kernels.dynamics import accelerate, close_positions, close_velocities, prepare, saddle_solve
from jourdain.kernels.equations import energies, forces, positions, velocities
from jourdain.kernels.kinds import column, span
from jourdain.kernels.measures import against, along
from jourdain.kernels.status import EVENT, NO_CONVERGENCE, OK
from jourdain.kernels.tables import SMALLEST
from jourdain.kernels.vectors import add, add_times, fill, largest, take

SOON = 1e-5  # of the run: crossings of one event that follow each other this soon may pile up
OPEN = 1e-13  # of the length: position rows that are open by more are closed after the blow
HELD = 1e-6  # opening of rows by a unit blow, against what they take
MISSED = 1e-9  # of the speeds: rates that are off by more were not to be had


@inner
def _alone(s: Any, mo: Any, t: float) -> int:
    """The event that the loop stands at, if it is an impact by itself and nothing else; else -1."""
    which = -1
    for i in range(s.events.shape[0]):
        if mo.event_hit[i] != NO:
            if which >= 0 or s.events[i].restitution <= 0.0 or abs(t - mo.event_last[i]) < SOON * mo.clock.span:
                return -1
            which = i
    return which


@inner
def _blow(kind: Any, s: Any, mo: Any, index: int, wanted: float, impulses: Any) -> float:
    """v_new such that the rows are closed and the measure has the rate `wanted`; the impulse along it. After prepare().

    impulses (m,): of the rows. Both parts of the change are exact whatever the rates were before: the equations are linear.
    """
    measure, v, unit, rows = s.measures[index], mo.v_new, mo.u, mo.lam_1
    fill(unit, 0.0)
    against(kind, s, measure, s.J, 1.0, unit)
    for r in range(rows.shape[0]):
        rows[r], s.mu[r] = 0.0, -s.rate[r]
    saddle_solve(kind, s, unit, rows, unit, rows)
    if rows.shape[0] > 0:
        fill(s.f, 0.0)
        saddle_solve(kind, s, s.f, s.mu, s.f, s.mu)
        add(s.f, v)
    size = (wanted - along(kind, s, measure, s.J, v)) / along(kind, s, measure, s.J, unit)
    if _held(kind, s, unit):
        size = math.nan
    add_times(size, unit, v)
    for r in range(rows.shape[0]):
        impulses[r] = s.mu[r] + size * rows[r]
    return size


@inner
def _held(kind: Any, s: Any, unit: Any) -> bool:
    """Do the joints hold what is struck? Then the motion after a unit blow is rounding, and opens the rows as any other."""
    worst = largest = 0.0
    for r in range(s.rows.shape[0]):
        total = 0.0
        for k in range(s.rows[r].block, s.rows[r].block + s.rows[r].n_blocks):
            b = s.block_body[k]
            for c in range(span(kind, s, b)):
                part = s.J[k, c] * unit[column(kind, s, b, c)]
                total += part
                largest = max(largest, abs(part))
        worst = max(worst, abs(total))
    return worst > HELD * largest


@inner
def _reached(kind: Any, s: Any, v: Any, index: int, wanted: float) -> bool:
    """Do rows and measure have the rates they were to have? (The size of a blow on what joints hold is no number, or huge.)"""
    fastest = max(abs(wanted), largest(v))
    velocities(kind, s, v)
    worst = abs(s.xd[index] - wanted)
    for r in range(s.rows.shape[0]):
        worst += abs(s.rate[r])  # a sum does not pass over NaN
    return worst <= MISSED * max(1.0, fastest)


@inner
def _consistent(kind: Any, s: Any, mo: Any, t: float) -> int:
    """Accelerations and multipliers at q_new, v_new, which are closed before if the method has left positions open."""
    gap, status = 0.0, OK
    for r in range(kind.g):
        gap = max(gap, abs(s.g[r]))
    if gap > OPEN * max(1.0, mo.clock.length):
        status = close_positions(kind, s, t, mo.q_new, mo.v_new, mo.ref, 1.0, False)
        if status == OK:
            status = prepare(kind, s, mo.v_new, mo.lam_new, False)
        if status != OK:
            return status
        close_velocities(kind, s, mo.v_new)
        velocities(kind, s, mo.v_new)
    fill(mo.lam_new, 0.0)
    return accelerate(kind, s, mo.v_new, mo.w_new, mo.vd_new, mo.wd_new, mo.lam_new)


@inner
def _noted(s: Any, mo: Any, t: float, i: int, impulse: float) -> None:
    """The record of the blow, and what watching needs to go on."""
    blow = mo.blows[mo.counts.blows]
    blow.t, blow.impulse, blow.event, blow.done = t, impulse, i, mo.clock.done
    blow.rising = int(mo.event_side[i] > 0.0)
    mo.counts.blows += 1
    mo.event_hit[i], mo.event_last[i] = SENT_BACK, t


@inner
def strike(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    """The impact that the loop stands at, with the state before it in q_new .. and after it there; EVENT: it is for Python.

    The kinetic energy that it takes is work of dampers, and what closing positions changes, of applied forces.
    """
    i = _alone(s, mo, t)
    if i < 0:
        return EVENT
    q, v, w, lam, energy, work = mo.q_new, mo.v_new, mo.w_new, mo.lam_new, mo.energy, mo.y_new.shape[0] - 3
    index = s.events[i].measure
    positions(kind, s, t, q, mo.ref, kind.active)
    velocities(kind, s, v)
    forces(kind, s, v, w, lam)
    energies(kind, s, q, v, lam, energy)
    kinetic, potential, wanted = energy[0], energy[1], -s.events[i].restitution * s.xd[index]
    status = prepare(kind, s, v, lam, False)
    if status != OK or s.flags[SMALLEST] == 0.0:
        return EVENT
    impulse = _blow(kind, s, mo, index, wanted, mo.blow_impulses[mo.counts.blows])
    status = _consistent(kind, s, mo, t) if _reached(kind, s, v, index, wanted) else NO_CONVERGENCE
    if status != OK:
        return EVENT
    energies(kind, s, q, v, lam, energy)
    mo.y_new[work + 1] += energy[0] - kinetic
    mo.y_new[work + 2] += energy[1] - potential
    take(energy, 2, mo.power)
    _noted(s, mo, t, i, impulse)
    return OK
