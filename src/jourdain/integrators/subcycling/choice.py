"""What is chosen, refused or repaired before a run with subcycling begins: partition, ratio, combinations that grow."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ModelError
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


def settled(method: Subcycling, system: System, oscillations: Any) -> Subcycling:
    """The method with fast coordinates and ratio chosen, and whatever was repaired; refused if it grows."""
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
        return _settled(method, Machine(system, oscillations))
    except np.linalg.LinAlgError:
        why = "the mass matrix of the independent velocities is singular"
        if chooses:
            return _plain(method, why)
        raise ModelError(f"Subcycling: {why}; give every body mass and inertia.") from None


def _settled(method: Subcycling, machine: Machine) -> Subcycling:
    found = _chosen(method, machine)
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
    return found if found.allow_unstable else _stable(found, parts)


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


def _chosen(method: Subcycling, machine: Machine) -> Subcycling:
    """With names for fast and a number for ratio."""
    system, step = machine.system, float(method.step or 0.0)
    if AUTO not in (method.fast, method.ratio):
        return method
    best, cost = (1, np.zeros(system.kind.v, bool)), 1.0
    for m in RATIOS if method.ratio == AUTO else (int(method.ratio),):
        fast = machine.auto(m * step) if method.fast == AUTO else method.groups(system) > 0
        parts = machine.oscillations(fast.astype(int))
        if not parts.fast.any() or parts.fast.all():
            continue
        share = float(parts.fast.mean())
        slow = float(parts.slow_rates()[-1]) * (m * step) ** 2 <= SLOW**2
        if method.ratio == AUTO and not (slow and parts.growth(method.scheme, step, m, method.substeps) == 0.0):
            continue
        if (1.0 + (m - 1) * share) / m < cost:
            best, cost = (m, fast), (1.0 + (m - 1) * share) / m
    m, fast = best
    if m == 1:
        return _plain(method, f"no part of the machine is worth a step of its own at step {step:g} s")
    names = names_of(system, fast) if method.fast == AUTO else method.fast
    shown = ", ".join(map(str, names[:6])) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
    return saying(replace(method, fast=names, ratio=m), f"subcycling: chosen: ratio {m}, fast: {shown}")


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


def _stable(method: Subcycling, parts: Oscillations) -> Subcycling:
    """The method if it does not grow; refused, or repaired, if it does."""
    step, m, how = float(method.step or 0.0), int(method.ratio), method.substeps
    fastest = float(np.sqrt(max(0.0, parts.rates()[-1])))
    if how == SUBSTEPS[0] and step * fastest >= 2.0:
        raise ModelError(
            f"Subcycling: step = {step:g} s is above the limit of the coupled machine, 2/w = {2.0 / fastest:.4g} s "
            f"(w = {fastest:.4g} rad/s); take a shorter step, or substeps='newmark'."
        )
    growth = parts.growth(method.scheme, step, m, how)
    if growth == 0.0:
        return method
    cures = [(scheme, k) for k in range(m, 1, -1) for scheme in dict.fromkeys((method.scheme, SCHEMES[0]))]
    cure = next(((scheme, k) for scheme, k in cures if parts.growth(scheme, step, k, how) == 0.0), None)
    what = f"scheme {method.scheme!r} with ratio {m} grows by {growth:.3g} in a long step of {m * step:g} s"
    if cure is None:
        raise ModelError(f"Subcycling: {what}, and no smaller ratio helps; take CentralDifference.")
    if method.repair:
        ratios = tuple((name, min(k, cure[1])) for name, k in method.ratios)
        iteration = "full" if cure[0] == SCHEMES[0] else method.iteration
        found = replace(method, scheme=cure[0], ratio=cure[1], ratios=ratios, iteration=iteration)
        return saying(_kept(method, found), f"subcycling: {what}: repaired: scheme {cure[0]!r}, ratio {cure[1]}")
    raise ModelError(
        f"Subcycling: {what}, for ever (oscillations about the start). Take scheme={cure[0]!r}, ratio={cure[1]}, or "
        "repair=True, which does that; allow_unstable=True runs it all the same."
    )
