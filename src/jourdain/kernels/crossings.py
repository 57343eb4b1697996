"""Events inside a time loop: has a watched quantity crossed its value during the step, and when? Singular passages.

A crossing is found on the cubic through values and rates at both ends of the step (so that it is seen even when the
quantity goes through and comes back), and located by taking the step again with shorter sizes until its end stands on the
crossing: the state there is one of the method itself, not of an interpolation, and every method can do it.
Theory: docs/events.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels.equations import function_jet, function_value, inputs, positions, velocities
from jourdain.kernels.motion import MOST_PASSAGES
from jourdain.kernels.status import ACCEPT, HIT, RETRY
from jourdain.kernels.tables import SMALLEST
from jourdain.kernels.vectors import fill, largest

NEVER = 2.0  # no crossing: beyond the end of the step
TIGHT = 1e-12  # a crossing is located to this many seconds (times t, beyond one second)
QUIET = 1e-11  # a quantity this near to its value (times that, beyond one) may be held there: rounding does not cross
MOVED = 1e-6  # farther from its value than this (times the value ..) after an event: something has moved it
STANDING = 1e-9  # a rate below this part of what it was before the event: neither going on nor sent back
# event_hit: nothing; crosses in this step; ends it; ended it in an impact
NO, SEEN, YES, SENT_BACK = 0.0, 0.5, 1.0, 2.0
NEAR_SINGULAR = 1e-3  # a scaled multiplier pivot below this part of what is usual


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
            _, d[i], _ = function_jet(s, event.function)
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
def _first_crossing(e0: float, d0: float, e1: float, d1: float, side: float, direction: int, quiet: float) -> float:
    """Part of the step (0..1] at which the first crossing in this direction (0: any) lies, or NEVER. d: rates times h.

    quiet: how far the quantity must come on the other side to have crossed at all.
    """
    if abs(e0) <= quiet and abs(e1) <= quiet:  # held: what rates say of the time between is rounding
        return NEVER
    if math.isnan(d0) or math.isnan(d1):
        if side * e1 < -quiet and (direction == 0 or direction == -side):
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
        if side * _cubic(e0, d0, e1, d1, high) < -quiet:
            if direction == 0 or direction == -side:
                return _root(e0, d0, e1, d1, low, high, side)
            side = -side
        low = high
    return NEVER


@inner
def _sign(x: float) -> float:
    return 1.0 if x > 0.0 else (-1.0 if x < 0.0 else 0.0)


@inner
def _open(s: Any) -> tuple[float, float]:
    """Largest opening of the joints and of their rates where the events were evaluated; not more than is usual."""
    return min(largest(s.g), 1e-8), min(largest(s.rate), 1e-5)


@inner
def _quiet(event: Any, gap: float, rate: float) -> float:
    """How near to its value a quantity may be held there: what moves less has not crossed."""
    return QUIET * max(1.0, abs(event.value)) + 10.0 * (gap + (rate if event.smooth < 0 else 0.0))


@inner
def begin_watch(kind: Any, s: Any, mo: Any, t: float) -> None:
    """Values at the start, and the side on which each event stands.

    mo.event_hit marks those that have just happened, mo.event_side where they were heading, mo.event_new_rate how fast.
    Their value is zero now (unless a reset has moved it): they stand on the side they go to, and where they go nowhere, on
    the side of the crossing, or after an impact on the side they came from. Others that rest on their value stay on the side
    they were on.
    """
    mo.counts.watching = 1
    _event_values(kind, s, mo, t, mo.q, mo.v, mo.w, mo.lam, mo.event_old, mo.event_old_rate)
    gap, gap_rate = _open(s)
    for i in range(s.events.shape[0]):
        e, rate, side, hit = mo.event_old[i], mo.event_old_rate[i], mo.event_side[i], mo.event_hit[i]
        far = _quiet(s.events[i], gap, gap_rate) if hit == NO else MOVED * max(1.0, abs(s.events[i].value))
        onward, standing = side * rate, STANDING * abs(mo.event_new_rate[i])  # NaN fails every comparison
        if abs(e) > far:
            mo.event_side[i] = _sign(e)
        elif hit == NO:
            if side == 0.0 and not math.isnan(rate):
                mo.event_side[i] = _sign(rate)
        elif onward < -standing or (hit == SENT_BACK and onward <= standing):
            mo.event_side[i] = -side
    _share(s, mo)
    fill(mo.event_hit, NO)


@inner
def _share(s: Any, mo: Any) -> None:
    """Events on the same quantity and value as one that happens stand on the same side as that, whatever their direction."""
    n = s.events.shape[0]
    for i in range(n):
        if mo.event_hit[i] < YES:
            continue
        for j in range(n):
            same = s.events[i].measure == s.events[j].measure and s.events[i].function == s.events[j].function
            if same and s.events[i].value == s.events[j].value and mo.event_hit[j] < YES:
                mo.event_side[j] = mo.event_side[i]


@inner
def watch(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    """After a step of size h from t to q_new ..: ACCEPT it, RETRY with size mo.clock.event_h, or HIT: it ends on events."""
    n = s.events.shape[0]
    new, rate, old, old_rate = mo.event_new, mo.event_new_rate, mo.event_old, mo.event_old_rate
    _event_values(kind, s, mo, t + h, mo.q_new, mo.v_new, mo.w_new, mo.lam_new, new, rate)
    gap, gap_rate = _open(s)
    tight = TIGHT * max(1.0, abs(t))
    planned = mo.clock.event_h > 0.0
    first, ahead, which, hits = NEVER, math.inf, -1, 0
    for i in range(n):
        # once seen, a crossing is followed to the value itself
        seen = planned and mo.event_hit[i] != NO
        mo.event_hit[i] = SEEN if seen else NO
        side, direction = mo.event_side[i], s.events[i].direction
        quiet = 0.0
        if not seen:  # what stood on the wrong side without having crossed is held, and known no better than that
            quiet = max(_quiet(s.events[i], gap, gap_rate), -10.0 * side * old[i])
        z = _first_crossing(old[i], h * old_rate[i], new[i], h * rate[i], side, direction, quiet)
        to_go = -new[i] / rate[i] if rate[i] != 0.0 else math.inf  # NaN fails every comparison below
        if z != NEVER:
            mo.event_hit[i] = YES if (1.0 - z) * h <= 2.0 * tight else SEEN
            if z < first:
                first, which = z, i
        elif seen and to_go >= 0.0 and side * rate[i] < 0.0 and (direction == 0 or direction == -side):
            ahead = min(ahead, to_go)
            if to_go <= 2.0 * tight:
                mo.event_hit[i] = YES
        hits += int(mo.event_hit[i] == YES)
    if not planned:
        if first == NEVER:
            _settle(s, mo, gap, gap_rate)
            return ACCEPT
        mo.clock.event_low, mo.clock.event_tries = 0.0, 0.0
    if first != NEVER:
        mo.clock.event_high = h
        target = first * h
    else:
        mo.clock.event_low = h
        target = h + ahead
    low, high = mo.clock.event_low, mo.clock.event_high
    mo.clock.event_tries += 1.0
    if abs(target - h) <= tight or high - low <= tight or mo.clock.event_tries > 80.0:
        if which >= 0:  # the one that ends the search is hit in any case
            mo.event_hit[which] = YES
        elif hits == 0 and mo.clock.event_tries < 100.0:  # end where it is seen
            mo.clock.event_h = high
            return RETRY
        _settle(s, mo, gap, gap_rate)
        mo.clock.event_h = 0.0
        return HIT
    # halfway into the bracket where the estimate leaves it, or where it does not close in
    if not low < target < high or mo.clock.event_tries > 12.0:
        target = 0.5 * (low + high)
    mo.clock.event_h = target
    return RETRY


@inner
def _settle(s: Any, mo: Any, gap: float, gap_rate: float) -> None:
    """The end of the step becomes the state from which the next one is watched."""
    for i in range(s.events.shape[0]):
        mo.event_old[i], mo.event_old_rate[i] = mo.event_new[i], mo.event_new_rate[i]
        if mo.event_hit[i] == YES:
            rate = mo.event_new_rate[i]
            mo.event_side[i] = -mo.event_side[i] if math.isnan(rate) or rate == 0.0 else _sign(rate)
        else:
            mo.event_hit[i] = NO
            if abs(mo.event_new[i]) > _quiet(s.events[i], gap, gap_rate):
                mo.event_side[i] = _sign(mo.event_new[i])
    _share(s, mo)


@inner
def note_passage(s: Any, mo: Any, t: float, h: float) -> None:
    """Remember when the rows were nearly dependent: mo.passages = (time of the smallest pivot, still there?, that pivot).

    A passage ends where the smallest pivot is above the limit again. Steps through it, of size h, may be tried
    several times: what is seen within h is the same passage.
    """
    n = mo.counts.passages
    small = s.flags[SMALLEST]
    last = mo.passages[max(n - 1, 0)]
    if n > 0 and (last[1] != 0.0 or abs(t - last[0]) <= h):
        if small < last[2]:
            last[0], last[1], last[2] = t, 1.0, small
        elif small >= NEAR_SINGULAR:
            last[1] = 0.0
    elif small < NEAR_SINGULAR and n < MOST_PASSAGES:
        mo.passages[n, 0], mo.passages[n, 1], mo.passages[n, 2] = t, 1.0, small
        mo.counts.passages = n + 1
