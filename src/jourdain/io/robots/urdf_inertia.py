"""Inertia of robots as files have it: rounded, guessed, or left out. What can be meant is taken, and said."""

from __future__ import annotations

import numpy as np

from jourdain.errors import FileFormatError, ModelError
from jourdain.io.robots.urdf_text import Connection, Link, Robot
from jourdain.model.parsing import number

ROUNDING = 1e-6  # relative change of a tensor that is not worth a word: exporters write about six digits
POINT = 1e-8  # radius of gyration [m] of what is meant to be a point


def nearest_proper(J: np.ndarray) -> np.ndarray:
    """The tensor of inertia [kg m2] of some distribution of mass that is nearest to J.

    J belongs to a distribution of mass if its second moments, tr(J)/2 I - J, have no negative principal value.
    """
    moments, axes = np.linalg.eigh(0.5 * np.trace(J) * np.eye(3) - J)
    if moments[0] >= 0.0:
        return J
    second = (axes * np.maximum(moments, 0.0)) @ axes.T
    return np.trace(second) * np.eye(3) - second


def settle_inertia(robot: Robot) -> None:
    """Give every link a proper inertia, or none: massless ones have mass None, and hold their joint if nothing moves on it.

    A FileFormatError lists all negative masses at once.
    """
    problems = []
    for link in robot.links.values():
        try:
            _settle(link, robot.remarks)
        except ModelError as problem:
            problems.append(f"line {link.line}: {problem}")
    if len(problems) > 1:
        several = "".join(f"\n  {one}" for one in problems)
        raise FileFormatError(f"{problems[0].split(':')[0]}: {len(problems)} problems of inertia:{several}")
    if problems:
        raise FileFormatError(problems[0])
    _hold_what_has_no_mass(robot)


def _settle(link: Link, remarks: list[str]) -> None:
    if link.mass is None:
        return
    where = f"link {link.name!r}"
    if number(link.mass, f"{where}: mass [kg]", least=0.0) == 0.0:
        link.mass = None
        if link.inertia.any():
            remarks.append(f"line {link.line}: {where} has moments of inertia and no mass; they are left out.")
        return
    if np.abs(link.inertia).max() < link.mass * POINT**2:
        link.inertia = np.zeros((3, 3))
    proper = nearest_proper(link.inertia)
    change = float(np.abs(proper - link.inertia).max())
    if change > ROUNDING * np.abs(link.inertia).max():
        e, p = np.linalg.eigvalsh(link.inertia), np.linalg.eigvalsh(proper)
        remarks.append(
            f"line {link.line}: {where}: no body has the principal moments {_listed(e)} kg m2 (none may be negative or exceed "
            f"the sum of the others); taken as {_listed(p)}."
        )
    link.inertia = proper


def _listed(moments: np.ndarray) -> str:
    return ", ".join(f"{float(one):.4g}" for one in moments)


def _hold_what_has_no_mass(robot: Robot) -> None:
    """A joint on which nothing has mass has no motion of its own: it is held."""
    heavy = {name for name, link in robot.links.items() if link.mass is not None}
    for one in reversed(robot.joints):  # from the tips to the root
        if one.child in heavy:
            heavy.add(one.parent)
        elif one.kind != "fixed":
            _hold(robot, one)


def _hold(robot: Robot, one: Connection) -> None:
    robot.remarks.append(
        f"line {one.line}: joint {one.name!r} is held: nothing that it moves has mass (link {one.child!r})."
    )
    one.kind, one.mimic = "fixed", None
