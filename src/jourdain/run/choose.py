"""Which integrator, when the user names none: explicit where that is affordable, implicit where the model is stiff."""

from __future__ import annotations

import math

import numpy as np

from jourdain.integrators import DOP853, RK4, GeneralizedAlpha, Integrator
from jourdain.run.report import attempt
from jourdain.run.start import Start, contradicts
from jourdain.system.system import System

AFFORDABLE = 50_000  # steps that stability may ask of the explicit method ...
SMALL = 30  # .. for as many velocities; fewer of larger systems, whose steps cost more ..
ALWAYS = 5_000  # .. but so many in any case: a second-order method needs as many for its accuracy
PLAIN_STEPS = 1000  # of a run that claims no accuracy
STABLE = 5.0  # step times fastest rate that the explicit method stands


def choose(system: System, start: Start, t: float, span: float, tol: float) -> tuple[Integrator, str]:
    """An integrator for the time span [s] from a consistent start, and the reason in words."""
    if (system.tables["states"]["differential"] == 0).any():
        return GeneralizedAlpha(tol=tol), "chosen: generalized-alpha, because the model has algebraic states"
    if start.gaps and contradicts(system, max(map(abs, start.gaps.values()))):
        return plain_steps(span), "chosen: RK4 with fixed steps, because joints contradict each other"
    if start.gaps:
        return GeneralizedAlpha(tol=tol), "chosen: generalized-alpha, because redundant joints do not fit exactly"
    rate = start.rate = fastest_rate(system, start, t) if start.rate is None else start.rate
    steps = span * rate / STABLE
    if not steps <= max(ALWAYS, AFFORDABLE * min(1.0, SMALL / max(system.kind.v, 1))):
        why = f"(fastest rate about {rate:.1e} 1/s: an explicit method would need {steps:.0e} steps)"
        return GeneralizedAlpha(tol=tol), f"chosen: generalized-alpha, because the model is stiff {why}"
    why = f"because the model is not stiff (fastest rate {rate:.1e} 1/s)"
    return DOP853(tol=tol), f"chosen: Dormand-Prince 8(5,3), {why}"


def plain_steps(span: float) -> Integrator:
    """For runs [s] whose joints contradict each other: these part by jumps, at which steps by a tolerance come to no end."""
    return RK4(step=span / PLAIN_STEPS)


def fastest_rate(system: System, start: Start, t: float, rounds: int = 6) -> float:
    """About the largest eigenvalue of the motion at the start [1/s], by power iteration on the accelerations."""
    kind = system.kind
    if kind.v == 0:
        return 0.0
    rng = np.random.default_rng(1)
    s = system.context()
    s.flags[:] = start.context.flags

    def accelerations(q: np.ndarray, v: np.ndarray) -> np.ndarray:
        status, arrays = attempt(system, t, s, {"q": q, "v": v, "w": start.w, "ref": start.ref})
        return arrays["a"][0] if status == 0 else np.full(kind.v, np.nan)

    base = accelerations(start.q, start.v)
    scale = max(1.0, float(np.abs(start.v).max(initial=0.0)))
    largest = 0.0
    for position in (True, False):
        d = rng.normal(size=kind.v)
        size = 0.0
        for _ in range(rounds):
            d /= max(float(np.linalg.norm(d)), 1e-300)
            step = 1e-6 * (system.length if position else scale)
            moved = start.q + system.layout.rate(start.q, step * d) if position else start.q
            change = (accelerations(moved, start.v if position else start.v + step * d) - base) / step
            size = float(np.linalg.norm(change))
            if not math.isfinite(size) or size == 0.0:
                break
            d = change
        if math.isfinite(size):
            largest = max(largest, math.sqrt(size) if position else size)
    return largest
