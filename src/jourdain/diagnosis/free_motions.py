"""Motions that the rows of a System leave free, in words: all of them, and those that have no inertia.

The elimination of dependence.py gives a sparse basis: each motion is one free direction of a body, and what follows in others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from jourdain.diagnosis.dependence import (
    Dependence,
    Step,
    block_diagonal,
    echelon,
    eliminate,
    gathered,
    inertias,
    name_axis,
    scaled_blocks,
)
from jourdain.system.system import System


def free_motions(system: System, s: Any, found: Dependence, most: int = 20) -> tuple[int, list[str]]:
    """Number of independent motions that all rows leave free at the position last evaluated in s, and names of up to `most`."""
    widths = [len(system.layout.own_columns(b)) for b in range(system.layout.blocks)]
    whole = [np.eye(s.J.shape[1])[:, :width] for width in widths]
    return _motions_along(system, s, whole, found.tolerance, most)


def massless_motions(system: System, s: Any, found: Dependence, most: int = 20) -> tuple[int, list[str]]:
    """Number of independent motions that the rows leave free and that have no kinetic energy, and names of up to `most`.

    M is block diagonal and positive semidefinite, so that such a motion moves every body along its own massless directions
    only: the same elimination, on these columns.
    """
    free = _massless_directions(system, s)
    return _motions_along(system, s, free, found.tolerance, most) if any(E.shape[1] for E in free) else (0, [])


def _motions_along(
    system: System, s: Any, free: list[np.ndarray], tolerance: float, most: int
) -> tuple[int, list[str]]:
    """Number and names of the motions that rows leave free, each body moving along its directions (width, n) only."""
    blocks, _ = scaled_blocks(system, s)
    entries = system.tables["row_blocks"]
    used = s.rows["active"][entries["row"]] == 1
    parts = [(r, b, blocks[k] @ free[b]) for k, (r, b) in enumerate(zip(entries["row"], entries["body"], strict=True))]
    parts = [part for part, use in zip(parts, used, strict=True) if use and part[2].size]
    widths = [E.shape[1] for E in free]
    rows, bodies = (np.array([part[i] for part in parts], np.int64) for i in (0, 1))
    steps, _ = eliminate(gathered(rows, bodies, [part[2] for part in parts]), widths, tolerance)
    number = sum(widths) - sum(len(step.sigma) for step in steps)
    found_motions = _null_motions(steps, widths, min(most, number))
    return number, [_name_motion(system, {b: free[b] @ u for b, u in motion.items()}) for motion in found_motions]


def _massless_directions(system: System, s: Any) -> list[np.ndarray]:
    """For each body the directions (width, n) in scaled columns that have no inertia, orthonormal."""
    if system.coordinates:
        unit = inertias(s)
        values, axes = np.linalg.eigh(s.mass / np.outer(unit, unit))
        return [echelon(axes[:, np.abs(values) <= 1e-12].T).T]
    result = []
    for body in system.tables["bodies"]:
        values, axes = np.linalg.eigh(system.layout.moments(body["J"]))
        n = system.layout.dimension
        turning = axes[:, values <= 1e-12 * values.max(initial=0.0)]
        moving = np.eye(n) if body["mass"] <= 0.0 else np.zeros((n, 0))
        own = block_diagonal([moving, echelon(turning.T).T])
        result.append(np.pad(own, ((0, s.J.shape[1] - len(own)), (0, 0))))  # shapes have mass
    return result


def _null_motions(steps: list[Step], widths: list[int], most: int) -> Iterable[dict[int, np.ndarray]]:
    """Basis of the null space, sparse: each vector is one free direction of a body and what follows in bodies gone before."""
    for i, step in enumerate(steps):
        # reversed, so that as many directions as can be are without rotation, and turn about different axes if not
        for direction in echelon(step.V[len(step.sigma) :, ::-1])[::-1, ::-1]:
            if most == 0:
                return
            most -= 1
            motion = {step.body: direction}
            for before in reversed(steps[:i]):
                if not set(before.others) & motion.keys():
                    continue
                u = np.concatenate([motion.get(c, np.zeros(widths[c])) for c in before.others])
                r = len(before.sigma)
                follows = -before.V[:r].T @ (before.rest @ u / before.sigma)
                if np.abs(follows).max(initial=0.0) > 1e-9:
                    motion[before.body] = follows
            yield motion


def _name_motion(system: System, motion: dict[int, np.ndarray]) -> str:
    """Words for a motion (in scaled columns), by its first body, whose own free direction it is."""
    main = next(iter(motion))
    if system.coordinates:
        moved = np.flatnonzero(np.abs(motion[main]) > 0.1 * np.abs(motion[main]).max())
        return "motion of " + ", ".join(repr(system.coordinates[i]) for i in moved)
    d = system.layout.dimension
    name, v, omega = system.bodies[main], motion[main][:d], motion[main][d : system.layout.velocity_width]
    if not np.abs(motion[main][: system.layout.velocity_width]).max() > 1e-9 * np.abs(motion[main]).max():
        text = f"bending of {name!r}"
    elif np.abs(omega).max() > 1e-9 * np.abs(motion[main]).max():
        text = f"rotation of {name!r}"
        if not system.planar:
            axis = name_axis(omega)
            text += f" about its {axis} axis" if len(axis) == 1 else f" about its axis {axis}"
    else:
        text = f"translation of {name!r} along {name_axis(v)}"
    rest = list(dict.fromkeys(repr(system.model.owner(system.bodies[b])) for b in sorted(motion) if b != main))
    return text + (f" (together with {', '.join(rest[:3])}{', ..' if len(rest) > 3 else ''})" if rest else "")
