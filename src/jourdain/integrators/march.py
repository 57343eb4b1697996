"""The time loop, written once: sizes, planned steps to events, judgement, retries, outputs, acceptance.

A method is a C function method(task, t, h, address) that is asked for the tasks below and asks the system through the port;
mo.calls.method has its address. Each task returns a status. It leaves the new state in mo.y_new (q_new, v_new, w_new, work),
vd_new, wd_new and lam_new; whatever else it remembers are fields of its own (kernels/motion.declare_method).
Theory: docs/architecture.md and docs/tutorial-integrator.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.outputs import store_state
from jourdain.integrators.stepping import advance, edge_of, too_small
from jourdain.jit import inner, kernel
from jourdain.kernels.context import call
from jourdain.kernels.motion import A_SPEED, motion_at
from jourdain.kernels.port import BEGIN_WATCH, COUNT_TURNS, STRIKE, WATCH, ask, ask_watch
from jourdain.kernels.status import EVENT, HIT, NO_CONVERGENCE, NOT_FINITE, OK, RETRY, STEP_TOO_SMALL
from jourdain.kernels.vectors import copy

(
    START,  # before the first step: slopes at the start, history
    TRY,  # the new state after a step of size h from t, not closed yet where that is done by SETTLE
    JUDGE,  # clock.ratio: its error against what tol allows; clock.growth: what the step is to be multiplied by
    CLOSE,  # what belongs to the end of an accepted step: constraints closed, work, the slopes there
    DENSE,  # outputs clock.first_output .. last_output - 1, which lie inside the step
    KEEP,  # the step is accepted: remember what the next one needs; mo.y is still the old state
    ARRIVE,  # mo.y is the new state, at t
    AGAIN,  # the step is given up after a judgement, or for one of another size to an event
    FAILED,  # TRY or CLOSE did not return OK; 1: the method knows another way, at the same size
) = range(9)
NOT_JUDGED = 1  # the answer to JUDGE where there is no estimate for this step
SHARE = 0.02  # of tol: what a single step may add where smaller ones do not help
ROUNDING = 2e-16  # what a step may add in any case: less than the state itself is rounded by
SINGULAR_ERROR = 2e-10  # what a step through a singular position may add whatever tol says


@inner
def method(mo: Any, task: int, t: float, h: float) -> int:
    """Ask the method."""
    return call(mo.calls.method, task, t, h, mo)


@inner
def _size(mo: Any, t: float, gap: float) -> float:
    """Size of the next step: to an event, finer on a difficult stretch, or as controlled; never beyond the gap."""
    c = mo.clock
    if c.event_h > 0.0:
        return c.event_h
    if t < c.fine_until - 1e-9 * c.step:
        return min(c.fine_h, c.fine_until - t)
    if c.to_outputs == 1:  # a whole number of steps fits into the gap to the next output
        return gap / max(1.0, math.ceil(gap / c.step - 1e-6))
    if c.tol > 0.0 and 1.001 * c.step < gap < 2.0 * c.step:
        c.step = 0.5 * gap  # no very short last step: index 3 would see nothing but rounding in it
    return gap if gap <= 1.001 * c.step else c.step


@inner
def _no_better(mo: Any, ratio: float, h: float, singular: bool) -> bool:
    """A smaller step did not help (a jump, or rounding), and what this one adds is a small share of tol.

    Near a singular position accelerations carry the rounding of G over the square of the distance: smaller steps put more
    stages there, and what this one adds may be SINGULAR_ERROR, or the same small share, in any case; the more the longer
    smaller steps have not helped, so that every passage comes to its end.
    """
    c = mo.clock
    if ratio * h * c.tol < ROUNDING * c.span:
        return True
    if singular and ratio * h * c.tol < max(SINGULAR_ERROR * 1.6**c.stuck, SHARE * c.tol) * c.span:
        return True
    return 0.0 < c.patience * c.last_ratio <= ratio and ratio * h < SHARE * c.span


@inner
def _good(mo: Any, t: float, h: float, singular: bool) -> bool:
    """Judge the step; False: rejected, the size of the next try is set. True: clock.growth is what it is to grow by."""
    c = mo.clock
    if method(mo, JUDGE, t, h) == NOT_JUDGED:
        return True
    ratio = c.ratio if math.isfinite(c.ratio) else 1e4
    stuck = ratio > 1.0 and _no_better(mo, ratio, h, singular)
    c.last_ratio = ratio if ratio > 1.0 and (not stuck or c.remember == 1) else 0.0
    if stuck:
        c.growth = max(c.growth, c.escape)
    elif ratio > 1.0:
        mo.counts.rejected += 1
        c.stuck += int(singular)
        c.step = h * min(0.9, c.growth)
        return False
    return True


@inner
def _recover(mo: Any, t: float, h: float, status: int) -> int:
    """After a step that could not be taken: OK to try again, with a smaller one, or the status that ends the run."""
    c = mo.clock
    planned = c.event_h > 0.0
    c.event_h = c.last_ratio = 0.0
    if method(mo, FAILED, t, h) == 1:
        return OK
    if c.least_part > 0.0 and (c.tol == 0.0 or c.refine == 1):  # half as large for as long as the step was
        mo.counts.halvings += 1
        if t >= c.fine_until - 1e-9 * c.step:
            c.fine_until = t + h
        c.fine_h = 0.5 * h
        if c.fine_h >= c.least_part * c.step:
            return OK
        return status if status == NOT_FINITE else STEP_TOO_SMALL if c.refine == 1 else NO_CONVERGENCE
    if c.tol == 0.0:
        return status
    mo.counts.rejected += 1
    c.step = (0.5 if planned else 0.25) * h
    if not too_small(mo, c.step, t):
        return OK
    return status if status == NOT_FINITE else STEP_TOO_SMALL


@inner
def _outputs(mo: Any, t: float, h: float) -> int:
    """Store the outputs that lie inside the step."""
    c = mo.clock
    inside = c.done
    while inside < mo.times.shape[0] and mo.times[inside] < t + h - edge_of(t, h):
        inside += 1
    if inside == c.done:
        return OK
    c.first_output, c.last_output = c.done, inside
    status = method(mo, DENSE, t, h)
    c.done = inside
    return status


@inner
def accept_state(mo: Any, t: float) -> None:
    """The new state becomes the present one. The system must be at its positions (angles are counted there)."""
    copy(mo.y_new, mo.y)
    copy(mo.vd_new, mo.vd)
    copy(mo.wd_new, mo.wd)
    copy(mo.lam_new, mo.lam)
    ask(mo, COUNT_TURNS, t)


@inner
def _grow(mo: Any, h: float) -> None:
    """The size after an accepted step; one that was cut says nothing against a larger one."""
    c = mo.clock
    if c.growth < 1.0:
        c.step = h * c.growth
    elif c.growth > 1.0:
        c.step = min(c.h_max, max(c.step, h * c.growth))


@inner
def _first_size(mo: Any, t: float) -> None:
    """Given steps are to fill the time that is left; else, by order, one in which the accelerations move a thousandth."""
    c = mo.clock
    if c.tol == 0.0 and c.to_outputs == 0:
        left = mo.times[mo.times.shape[0] - 1] - t
        c.step = left / max(1.0, math.ceil(left / c.step - 1e-6))
    if c.tol == 0.0 or c.start_order == 0.0 or c.step > 1e-4 * c.span:
        return
    largest, first = 0.0, mo.q.shape[0]
    for i in range(mo.vd.shape[0]):
        largest = max(largest, abs(mo.vd[i]) / (c.length if mo.sort[first + i] == A_SPEED else 1.0))
    aim = math.sqrt(1e-3 / largest) * (c.tol / 1e-6) ** (1.0 / c.start_order) if largest > 0.0 else 1.0
    c.step = min(aim, 0.01 * c.span, c.h_max)


@inner
def _begin(mo: Any, t: float) -> int:
    """Let the method begin at the present state; what it began with is kept, for it may have to do so again."""
    copy(mo.clock_words, mo.clock_fresh)
    copy(mo.own_words, mo.own_fresh)
    return _set_out(mo, t)


@inner
def _set_out(mo: Any, t: float) -> int:
    """A first size, and the method's own beginning."""
    _first_size(mo, t)
    status = method(mo, START, t, 0.0)
    mo.clock.started = int(status == OK)
    return status


@inner
def _begin_anew(mo: Any, t: float) -> int:
    """The method begins again as in fresh memory: no history, no factors. A controlled step stays what it was."""
    c, n = mo.clock, mo.times.shape[0]
    done, step = c.done, c.step
    copy(mo.clock_fresh, mo.clock_words)
    copy(mo.own_fresh, mo.own_words)
    c.t, c.done = t, done
    if done == n:
        return OK
    if c.tol > 0.0:
        c.step = min(step, mo.times[n - 1] - t)
    status = _set_out(mo, t)
    ask_watch(mo, BEGIN_WATCH, t)
    return status


@inner
def _strike(mo: Any, t: float) -> int:
    """Carry out the impact that the loop stands at, and go on from there; EVENT: it is for Python."""
    if mo.blows.shape[0] == 0:
        return EVENT
    row = mo.times.shape[0] + 2 * mo.counts.blows
    copy(mo.y, mo.y_new)
    copy(mo.lam, mo.lam_new)
    status = call(mo.calls.blows, STRIKE, t, 0.0, mo)
    if status != OK:
        return status
    store_state(mo, row)
    accept_state(mo, t)
    store_state(mo, row + 1)
    return _begin_anew(mo, t)


@kernel
def march(address: int, limit: int) -> int:
    """Go on until all output times are stored, or `limit` steps are tried. mo.clock.done: outputs stored so far.

    By the address of the motion: what methods declare behind the common fields is not the loop's affair.
    """
    mo = motion_at(address)
    c, t, n = mo.clock, mo.clock.t, mo.times.shape[0]
    if c.started == 0 and c.done < n:
        status = _begin(mo, t)
        if status != OK:
            return status
    if mo.calls.n_events > 0 and mo.counts.watching == 0:
        ask_watch(mo, BEGIN_WATCH, t)
    for _ in range(limit):
        if c.done >= n:
            break
        gap = mo.times[c.done if c.to_outputs == 1 else n - 1] - t
        h = _size(mo, t, gap)
        free = c.event_h == 0.0 and t >= c.fine_until - 1e-9 * c.step  # neither to an event nor on a difficult stretch
        if free and too_small(mo, h, t):
            return STEP_TOO_SMALL
        singular, c.growth, c.tried = mo.counts.singular, 1.0, max(c.tried, h)
        passages = mo.counts.passages
        status = method(mo, TRY, t, h)
        if status == OK and free and c.tol > 0.0 and not _good(mo, t, h, mo.counts.singular > singular):
            mo.counts.passages = passages  # seen by a step that is not taken: it will be seen again
            status = method(mo, AGAIN, t, h)
            if status != OK or too_small(mo, c.step, t):
                return status if status != OK else STEP_TOO_SMALL
            continue
        growth = c.growth
        if status == OK:
            status = method(mo, CLOSE, t, h)
        if status != OK:
            status = _recover(mo, t, h, status)
            if status != OK:
                return status
            continue
        verdict = ask_watch(mo, WATCH, t, h) if mo.calls.n_events > 0 else 0
        if verdict == RETRY:
            mo.counts.passages = passages
            status = method(mo, AGAIN, t, h)
            if status != OK:
                return status
            continue
        status = _outputs(mo, t, h)
        if status == OK:
            status = method(mo, KEEP, t, h)
        if status != OK:
            return status
        accept_state(mo, t + h)
        status = method(mo, ARRIVE, t + h, h)
        if status != OK:
            return status
        c.growth = growth
        _grow(mo, h)
        c.tried = 0.0
        if mo.counts.singular == singular:
            c.stuck = 0
        t = advance(mo, t, h, gap)
        mo.counts.steps += 1
        if verdict == HIT:
            status = _strike(mo, t)
            if status != OK or mo.counts.blows == mo.blows.shape[0]:
                return status
    return OK
