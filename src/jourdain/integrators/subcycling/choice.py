"""What is chosen, refused or repaired before a run with subcycling begins: partition, ratio, combinations that grow."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ModelError, few
from jourdain.integrators.subcycling.growth import SCHEMES, SUBSTEPS, Oscillations
from jourdain.integrators.subcycling.partition import SLOW, Machine, names_of
from jourdain.kernels.bodies.lagrangian import MASS_OF_V
from jourdain.kernels.tables import IN_MULTIPLIER
from jourdain.system.system import System

if TYPE_CHECKING:
    from jourdain.integrators.subcycling.integrator import Subcycling

AUTO = "auto"
RATIOS = (20, 10, 5, 2)  # that "auto" chooses among
MOST_PASSES = 500  # of block Jacobi
LEFT = 1e-10  # of a change, after these
# of a long step, and each substep in it, in steps of central differences
COST, COST_OF_TEXT, COST_OF_RK4 = (1.3, 0.05), (1.35, 0.33), (6.0, 0.2)
WORTH = 0.85  # of the cost of central differences; above it is not worth the trouble
NEARLY = 1.15  # times the least cost
ROUNDING = 1e-13
LIMITS = {"central": 2.0, "rk4": 2.0 * 2.0**0.5}  # of w h, where substeps are explicit


def settled(method: Subcycling, system: System, oscillations: Any, pilot: Any) -> Subcycling:
    """The method with fast coordinates and ratio chosen, and whatever was repaired; refused if it grows.

    oscillations, pilot: see base.Integrator.settled.
    """
    if method.ratio == 1:
        return replace(method, fast=()) if method.fast == AUTO else method
    chooses, why = AUTO in (method.ratio, method.fast), _unknown(system)
    if not why and method.substeps != SUBSTEPS[0] and not system.layout.dimension:
        raise ModelError(f"Subcycling: substeps = {method.substeps!r} are for bodies; a Lagrangian takes 'central'.")
    if not why and method.ratios and not system.layout.dimension:
        raise ModelError("Subcycling: a Lagrangian has one ratio; ratios of their own are for bodies.")
    if why and not chooses:
        raise ModelError(f"Subcycling: {why}; take CentralDifference.")
    if why:
        return _plain(method, why)
    try:
        return _settled(method, Machine(system, oscillations), pilot)
    except np.linalg.LinAlgError:
        why = "the mass matrix of the independent velocities is singular"
        if chooses:
            return _plain(method, why)
        raise ModelError(f"Subcycling: {why}; give every body mass and inertia.") from None


def _settled(method: Subcycling, machine: Machine, pilot: Any) -> Subcycling:
    found = _chosen(method, machine, pilot)
    if found.ratio == 1:
        return found
    found = _closed(found, machine)
    parts = machine.oscillations(found.groups(machine.system), found.group_ratios)
    for side, there in (("fast", parts.fast), ("slow", ~parts.fast)):
        if not there.any():
            cure = "name something in `fast`" if side == "fast" else "leave something out of `fast`"
            raise ModelError(f"Subcycling: nothing is left on the {side} side; {cure}, or take CentralDifference.")
    if found.iteration == "block-jacobi":
        rate = parts.contraction()
        if not rate**MOST_PASSES <= LEFT:
            raise ModelError(
                f"Subcycling: block-jacobi does not contract well enough: a pass leaves {rate:.6g} of what it finds, and "
                f"{MOST_PASSES} passes have to do; take iteration='full'."
            )
    found = found if found.allow_unstable else _stable(found, parts, machine.system.layout.dimension)
    long = found.whole_step
    for w in parts.resonances(long)[:1] if _kicks(parts) else ():
        found = saying(
            found,
            f"subcycling: near a resonance: an oscillation of {w:.4g} rad/s turns by {w * long / (2 * np.pi):.3g} turns in a "
            f"long step of {long:.4g} s; another step is safer",
        )
    return found


def _kicks(parts: Oscillations) -> bool:
    """Does anything act in long steps?"""
    return bool(np.abs(parts.K_slow).max(initial=0.0) > 0.0)


def _closed(method: Subcycling, machine: Machine) -> Subcycling:
    """Joints are closed by slow velocities; those of bodies that are fast as a whole by projection."""
    system = machine.system
    fast = method.groups(system) > 0
    whole = not any(isinstance(name, str) and name in system.layout.names for name in method.fast)
    by_projection = method.constraints == "projection"
    if not machine.closed_by_slow(fast) and whole and system.layout.dimension and method.scheme == SCHEMES[0]:
        if by_projection:
            return method
        said = (
            "subcycling: joints hold fast bodies: closed by projection, where partitioning needs slow velocities for it"
        )
        return saying(_kept(method, replace(method, constraints="projection")), said)
    if not by_projection or not whole:
        machine.check(fast)
    return method


def _kept(method: Subcycling, other: Subcycling) -> Subcycling:
    """The other one, with what this one says about itself."""
    return saying(other, *method.notes)


def _plain(method: Subcycling, why: str) -> Subcycling:
    """Central differences with the short step."""
    said = f"subcycling: {why}: plain central differences"
    return saying(replace(method, fast=(), ratio=1, ratios=(), substeps=SUBSTEPS[0], iteration="full"), said)


def _chosen(method: Subcycling, machine: Machine, pilot: Any) -> Subcycling:
    """With names for fast and a number for ratio."""
    system, step = machine.system, float(method.step or 0.0)
    if AUTO not in (method.fast, method.ratio):
        return method
    found: list[Subcycling] = []
    needed = True  # is anything too fast for a long step?
    for m in RATIOS if method.ratio == AUTO else (int(method.ratio),):
        fast = machine.auto(m * step) if method.fast == AUTO else method.groups(system) > 0
        if method.fast == AUTO and not fast.any():  # then what vibrates may still be told from what turns
            needed, fast = False, machine.auto(machine.long_for_vibrations)
        parts = machine.oscillations(fast.astype(int))
        if not parts.fast.any() or parts.fast.all():
            continue
        rates = parts.kick_rates() if system.layout.dimension and method.fast != AUTO else parts.slow_rates()
        slow = float(rates[-1]) * (m * step) ** 2 <= SLOW**2
        if method.ratio == AUTO and not (slow and parts.growth(method.scheme, step, m, method.substeps) == 0.0):
            continue
        names = names_of(system, fast) if method.fast == AUTO else method.fast
        found.append(replace(method, fast=names, ratio=m))
    if not found:
        return _plain(method, f"no part of the machine is worth a step of its own at step {step:g} s")
    best = _cheapest(found, system, step, pilot, needed) if method.ratio == AUTO else found[0]
    if best is None:
        return _plain(method, "no ratio costs less at equal error")
    shown = few(map(str, best.fast), 6)
    return saying(best, f"subcycling: chosen: ratio {best.ratio}, fast: {shown}")


def _cheapest(found: list[Subcycling], system: System, step: float, pilot: Any, needed: bool) -> Subcycling | None:
    """The one of least cost at equal error; None: plain central differences are.

    All is of one order, p, so an error is one part of the short step and one of the ratio to the power of p. Pilot runs over
    the first part of the motion tell both, and how they grow: at the largest ratio, at half of it, and there with half the
    short step. Equal errors cost the p-th root of their quotient. Where there is no pilot (runs too short for one, events)
    they count as equal, if long steps of all would be too long: if not, nothing tells that a ratio pays. Of ratios that cost
    nearly the same the smallest is taken: what long steps lose is estimated from less than what they save.
    """
    coarse = replace(found[0], energy=None, allow_unstable=False)
    m, half, p = int(coarse.ratio), int(coarse.ratio) // 2, coarse.order
    middle = replace(coarse, ratio=half)
    runs = [pilot(one, m * step) for one in (coarse, middle, replace(middle, step=0.5 * step, ratio=2 * half))]
    of_short, of_long = 1.0, 0.0
    if not any(one is None for one in runs):
        (first, rest), (second, _), (third, _) = runs
        of_short = _grown(second - third, rest) / (1.0 - 0.5**p) + ROUNDING * (1.0 + float(np.abs(first).max()))
        of_long = _grown(first - second, rest) / (m**p - half**p)
    elif not needed:
        return None

    def cost(ratio: int) -> float:
        error = (of_short + of_long * ratio**p) / (of_short + of_long)
        return _cost(ratio, coarse, system) * float(error ** (1.0 / p))

    costs = {int(one.ratio): cost(int(one.ratio)) for one in found}
    least = min(costs.values())
    return next(one for one in reversed(found) if costs[int(one.ratio)] <= NEARLY * least) if least < WORTH else None


def _grown(errors: np.ndarray, rest: float) -> float:
    """The largest of errors (n, nq), as it will be at `rest` times their time: it goes on with the power that it grows by."""
    so_far = np.maximum.accumulate(np.abs(errors).max(axis=1))
    there = so_far > 0.0
    if there.sum() < 2:
        return float(so_far[-1])
    power = np.polyfit(np.log(1.0 + np.flatnonzero(there)), np.log(so_far[there]), 1)[0]
    return float(so_far[-1] * rest ** min(max(power, 0.0), 2.0))


def _cost(m: int, method: Subcycling, system: System) -> float:
    """Of a long step in m steps of central differences, as measured; substeps of a Lagrangian evaluate all of its text."""
    a, b = COST_OF_RK4 if method.substeps == "rk4" else COST if system.layout.dimension else COST_OF_TEXT
    return (a + b * (m - 1)) / m


def _unknown(system: System) -> str:
    """What of this system substeps do not know; empty: they know all."""
    generated = system.tables["generated"]
    if len(generated) and generated[MASS_OF_V]:
        return "the mass matrix depends on velocities"
    if (system.tables["couples"]["source"] == IN_MULTIPLIER).any():
        return "a force reads the force of a joint, which is known at common updates only"
    return ""


def saying(method: Subcycling, *said: str) -> Subcycling:
    """A method that notes something about itself."""
    object.__setattr__(method, "_said", (*method.__dict__.get("_said", ()), *said))
    return method


def _stable(method: Subcycling, parts: Oscillations, dimension: int) -> Subcycling:
    """The method if it does not grow; refused, or repaired, if it does."""
    step, m, how = float(method.step or 0.0), int(method.ratio), method.substeps
    fastest = float(np.sqrt(max(0.0, parts.rates()[-1])))
    limit = LIMITS.get(how, np.inf)
    if step * fastest >= limit:
        other = ", or substeps='newmark'" if dimension else ""
        raise ModelError(
            f"Subcycling: step = {step:g} s is above the limit of the coupled machine, {limit:.3g}/w = "
            f"{limit / fastest:.4g} s (w = {fastest:.4g} rad/s); take a shorter step{other}."
        )
    growth = parts.growth(method.scheme, step, m, how)
    if growth == 0.0:
        return method
    cures = [(scheme, k) for k in range(m, 1, -1) for scheme in dict.fromkeys((method.scheme, SCHEMES[0]))]
    cure = next(((scheme, k) for scheme, k in cures if parts.growth(scheme, step, k, how) == 0.0), None)
    what = f"scheme {method.scheme!r} with ratio {m} grows by {growth:.3g} in a long step of {m * step:g} s"
    near = parts.resonances(m * step)
    if len(near):
        what += f" (resonance: w = {near[0]:.4g} rad/s turns by {near[0] * m * step / (2 * np.pi):.3g} turns in it)"
    if cure is None:
        raise ModelError(f"Subcycling: {what}, and no smaller ratio helps; take a shorter step, or CentralDifference.")
    if method.repair:
        ratios = tuple((name, min(k, cure[1])) for name, k in method.ratios)
        iteration = "full" if cure[0] == SCHEMES[0] else method.iteration
        found = replace(method, scheme=cure[0], ratio=cure[1], ratios=ratios, iteration=iteration)
        return saying(_kept(method, found), f"subcycling: {what}: repaired: scheme {cure[0]!r}, ratio {cure[1]}")
    raise ModelError(
        f"Subcycling: {what}, for ever (oscillations about the start). Take scheme={cure[0]!r}, ratio={cure[1]}, or "
        "repair=True, which does that; allow_unstable=True runs it all the same."
    )
