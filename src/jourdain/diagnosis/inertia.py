"""Is there inertia in every motion that the joints leave free? If not, the motion is named before a run divides by it."""

from __future__ import annotations

from jourdain.diagnosis.dependence import dependence
from jourdain.diagnosis.free_motions import massless_motions
from jourdain.errors import ModelError
from jourdain.system.system import System, evaluate


def check_inertia(system: System, t: float) -> None:
    """Refuse motions without inertia. Massless bodies whose motion follows from that of others are welcome."""
    if not system.coordinates:
        bodies = system.tables["bodies"]
        turning = system.layout.moments(bodies["J"]).diagonal(axis1=1, axis2=2).min(axis=1)
        if not len(system.tables["augment"]) and (bodies["mass"] > 0.0).all() and (turning > 0.0).all():
            return
    s = system.context()
    evaluate(system.kind, s, t, system.q0, system.v0, w=system.w0, ref=system.ref0)
    number, names = massless_motions(system, s, dependence(system, s), 4)
    if not number:
        return
    if system.coordinates:  # where drives and rows may hold what has no inertia
        raise ModelError(
            f"Lagrangian {system.name!r}: {'; '.join(names)}: free and without inertia at t = {t:g} s. Add kinetic energy, or "
            "a row or drive that holds it."
        )
    more = f" and {number - len(names)} more" if number > len(names) else ""
    raise ModelError(
        f"model {system.name!r}: {'; '.join(names)}{more}: this motion is free and has no inertia. Give the body a mass "
        "[kg] and moments of inertia [kg m2], however small, or hold the motion by a joint (a massless link is a "
        "'distance' or 'revolute_spherical' joint between its ends)."
    )
