"""Events inside a time loop: has a watched quantity crossed its value during the step, and when? Singular passages.

A crossing is found on the cubic through values and rates at both ends of the step (so that it is seen even when the
quantity goes through and comes back), and located by taking the step again with shorter sizes until its end stands on the
crossing: the state there is one of the method itself, not of an interpolation, and every method can do it.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain._jit import inner
from jourdain.equations import function_value, inputs, positions, velocities
from jourdain.functions.tape import jet
from jourdain.integrators.memory import (
    EVENT_H,
    EVENT_HIGH,
    EVENT_LOW,
    EVENT_TRIES,
    MOST_PASSAGES,
    PASSAGES,
    WATCHING,
)
from jourdain.tables import SMALLEST, USE_SVD

ACCEPT, RETRY, HIT = 0, 1, 2
NEVER = 2.0  # no crossing: beyond the end of the step
TIGHT = 1e-12  # a crossing is located to this many seconds (times t, beyond one second)
NEAR_SINGULAR = 1e-3  # a scaled multiplier pivot below this


@inner
def _event_values(kind: Any, s: Any, mo: Any, t: float, q: Any, v: Any, w: Any, lam: Any, e: Any, d: Any) -> None:
    """Values e - each event crosses zero - and rates d; NaN where the rate does not follow from those of the measures."""
    positions(kind, s, t, q, mo.ref, kind.active)
    velocities(kind, s, v)
    inputs(s, w, lam)
    for i in range(s.events.shape[0]):
        event = s.events[i]
        if event.function < 0:
            e[i], d[i] = s.x[event.measure] - event.value, s.xd[event.measure]
            continue
        e[i], d[i] = function_value(s, event.function) - event.value, math.nan
        if event.smooth == 1:
            s.DZ[0] = 1.0
            for j in range(kind.active):
                s.DZ[1 + j] = s.xd[j]
            first, last = s.start[event.function], s.start[event.function + 1]
            _, d[i], _ = jet(s.code, s.const, s.pointers, first, last, s.Z, s.DZ, s.registers)
            for j in range(kind.active + 1):
                s.DZ[j] = 0.0


@inner
def _cubic(e0: float, d0: float, e1: float, d1: float, z: float) -> float:
    """Hermite's cubic on [0, 1]."""
    r = 1.0 - z
    return r * r * ((1.0 + 2.0 * z) * e0 + z * d0) + z * z * ((1.0 + 2.0 * r) * e1 - r * d1)


@inner
def _root(e0: float, d0: float, e1: float, d1: float, low: float, high: float, side: float) -> float:
    """Where the cubic leaves `side`, between low (on that side) and high (on the other), by bisection."""
    for _ in range(60):
        z = 0.5 * (low + high)
        if side * _cubic(e0, d0, e1, d1, z) > 0.0:
            low = z
        else:
            high = z
    return high


@inner
def _first_crossing(e0: float, d0: float, e1: float, d1: float, side: float, direction: int) -> float:
    """Part of the step (0..1] at which the first crossing in this direction (0: any) lies, or NEVER. d: rates times h."""
    if math.isnan(d0) or math.isnan(d1):
        if side * e1 < 0.0 and (direction == 0 or direction == -side):
            return min(1.0, max(0.0, e0 / (e0 - e1)))
        return NEVER
    # the cubic is monotone between its extrema: look at its sign there
    a, b, c = 3.0 * (d0 + d1 + 2.0 * (e0 - e1)), 2.0 * (3.0 * (e1 - e0) - 2.0 * d0 - d1), d0
    first = second = 1.0
    if abs(a) > 1e-14 * (abs(b) + abs(c)):
        disc = b * b - 4.0 * a * c
        if disc > 0.0:
            root = math.sqrt(disc)
            first, second = (-b - root) / (2.0 * a), (-b + root) / (2.0 * a)
    elif b != 0.0:
        first = -c / b
    if second < first:
        first, second = second, first
    low = 0.0
    for k in range(3):
        high = first if k == 0 else (second if k == 1 else 1.0)
        if not low < high <= 1.0:
            continue
        if side * _cubic(e0, d0, e1, d1, high) < 0.0:
            if direction == 0 or direction == -side:
                return _root(e0, d0, e1, d1, low, high, side)
            side = -side
        low = high
    return NEVER


@inner
def _sign(x: float) -> float:
    return 1.0 if x > 0.0 else (-1.0 if x < 0.0 else 0.0)


@inner
def begin_watch(kind: Any, s: Any, mo: Any, t: float) -> None:
    """Values at the start, and the side on which each event stands.

    Events marked in mo.event_hit have just happened: their value is zero, and the side is where they are heading.
    """
    mo.counts[WATCHING] = 1
    _event_values(kind, s, mo, t, mo.q, mo.v, mo.w, mo.lam, mo.event_old, mo.event_old_rate)
    for i in range(s.events.shape[0]):
        rate = mo.event_old_rate[i]
        heading = 0.0 if math.isnan(rate) else _sign(rate)
        if mo.event_hit[i] == 1.0:
            if heading != 0.0:
                mo.event_side[i] = heading
        else:
            here = _sign(mo.event_old[i])
            mo.event_side[i] = here if here != 0.0 else heading
        mo.event_hit[i] = 0.0


@inner
def watch(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    """After a step of size h from t to q_new ..: ACCEPT it, RETRY with size mo.clock[EVENT_H], or HIT: it ends on events."""
    n = s.events.shape[0]
    new, rate, old, old_rate = mo.event_new, mo.event_new_rate, mo.event_old, mo.event_old_rate
    _event_values(kind, s, mo, t + h, mo.q_new, mo.v_new, mo.w_new, mo.lam_new, new, rate)
    tight = TIGHT * max(1.0, abs(t))
    planned = mo.clock[EVENT_H] > 0.0
    first, ahead = NEVER, math.inf
    for i in range(n):
        mo.event_hit[i] = 0.0
        side, direction = mo.event_side[i], s.events[i].direction
        z = _first_crossing(old[i], h * old_rate[i], new[i], h * rate[i], side, direction)
        first = min(first, z)
        to_go = -new[i] / rate[i] if rate[i] != 0.0 else math.inf  # NaN fails every comparison below
        towards = side * rate[i] < 0.0 and (direction == 0 or direction == -side)
        if z != NEVER:
            if (1.0 - z) * h <= 2.0 * tight:
                mo.event_hit[i] = 1.0
        elif towards and to_go >= 0.0:
            ahead = min(ahead, to_go)
            if to_go <= 2.0 * tight:
                mo.event_hit[i] = 1.0
    if not planned:
        if first == NEVER:
            _settle(mo, n)
            return ACCEPT
        mo.clock[EVENT_LOW], mo.clock[EVENT_TRIES] = 0.0, 0.0
    if first != NEVER:
        mo.clock[EVENT_HIGH] = h
        target = first * h
    else:
        mo.clock[EVENT_LOW] = h
        target = h + ahead
    low, high = mo.clock[EVENT_LOW], mo.clock[EVENT_HIGH]
    mo.clock[EVENT_TRIES] += 1.0
    if abs(target - h) <= tight or high - low <= tight or mo.clock[EVENT_TRIES] > 80.0:
        if first != NEVER:  # the one that ends the search is hit in any case
            for i in range(n):
                z = _first_crossing(
                    old[i], h * old_rate[i], new[i], h * rate[i], mo.event_side[i], s.events[i].direction
                )
                if z == first:
                    mo.event_hit[i] = 1.0
        _settle(mo, n)
        mo.clock[EVENT_H] = 0.0
        return HIT
    # a third of the way into the bracket where the estimate leaves it, or where it does not close in
    if not low < target < high or mo.clock[EVENT_TRIES] > 12.0:
        target = 0.5 * (low + high)
    mo.clock[EVENT_H] = target
    return RETRY


@inner
def _settle(mo: Any, n: int) -> None:
    """The end of the step becomes the state from which the next one is watched."""
    for i in range(n):
        mo.event_old[i], mo.event_old_rate[i] = mo.event_new[i], mo.event_new_rate[i]
        if mo.event_hit[i] == 1.0:
            rate = mo.event_new_rate[i]
            mo.event_side[i] = -mo.event_side[i] if math.isnan(rate) or rate == 0.0 else _sign(rate)
        elif mo.event_new[i] != 0.0:
            mo.event_side[i] = _sign(mo.event_new[i])


@inner
def note_passage(s: Any, mo: Any, t: float, h: float) -> None:
    """Remember when the rows were nearly dependent: mo.passages = (time of the smallest pivot, last seen, that pivot)."""
    small = 0.0 if s.flags[USE_SVD] != 0.0 else s.flags[SMALLEST]
    if small >= NEAR_SINGULAR:
        return
    n = mo.counts[PASSAGES]
    if n > 0 and t - mo.passages[n - 1, 1] <= 5.0 * h:
        mo.passages[n - 1, 1] = t
        if small < mo.passages[n - 1, 2]:
            mo.passages[n - 1, 0], mo.passages[n - 1, 2] = t, small
    elif n < MOST_PASSAGES:
        mo.passages[n, 0], mo.passages[n, 1], mo.passages[n, 2] = t, t, small
        mo.counts[PASSAGES] = n + 1
