"""Reading what users write: vectors, numbers, orientations; every message names the element and a remedy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from jourdain.errors import ModelError, shown
from jourdain.model.rotations import Rotation, as_rotation

LARGEST = 1e50  # of any number: products of a density, three lengths and two more stay far below the largest float


def number(value: Any, where: str, *, positive: bool = False, least: float | None = None) -> float:
    """A finite number, optionally positive or not below `least`."""
    try:
        result = float(value)
        if isinstance(value, (str, bool)):
            raise ValueError
    except OverflowError:
        result = math.inf
    except (TypeError, ValueError):
        raise ModelError(f"{where} = {shown(value)} is not a number.") from None
    if not math.isfinite(result):
        raise ModelError(f"{where} = {result}; give a finite number.")
    if abs(result) > LARGEST:
        raise ModelError(
            f"{where} = {result:g}; such numbers (above {LARGEST:g}) cannot be computed with, check the units."
        )
    if positive and result <= 0.0:
        raise ModelError(f"{where} = {result:g}; it must be positive.")
    if least is not None and result < least:
        raise ModelError(f"{where} = {result:g}; it must not be below {least:g}.")
    return result


def flag(value: Any, where: str) -> bool:
    """True or False; a text or a number is neither."""
    if not isinstance(value, (bool, np.bool_)):
        raise ModelError(f"{where} = {shown(value)}; give True or False.")
    return bool(value)


def vector(value: Any, n: int, where: str) -> np.ndarray:
    """n finite numbers, as a (n,) float array."""
    try:
        result = np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ModelError(f"{where} = {shown(value)} is not a list of {n} numbers.") from None
    if n == 2 and result.shape == (3,) and result[2] == 0.0:
        result = result[:2]  # (0, 0, 0) as a default or a planar point written with its z
    if result.shape != (n,):
        raise ModelError(f"{where} = {shown(value)} has shape {result.shape}; give {n} numbers.")
    if not np.isfinite(result).all():
        raise ModelError(f"{where} = {shown(value)} has a value that is not finite.")
    if np.abs(result).max() > LARGEST:
        raise ModelError(
            f"{where} = {shown(value)}: such numbers (above {LARGEST:g}) cannot be computed with, check the units."
        )
    return result


def rows(value: Any, n: int, where: str) -> np.ndarray:
    """(.., n) finite numbers: one row of n, or any array of such rows."""
    try:
        result = np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ModelError(f"{where} = {shown(value)}; give {n} numbers, or an array of such rows.") from None
    if isinstance(value, (str, bytes)) or result.shape[-1:] != (n,):
        raise ModelError(f"{where} = {shown(value)} has shape {result.shape}; the last axis has {n} numbers.")
    if not np.isfinite(result).all():
        raise ModelError(f"{where} = {shown(value)} has a value that is not finite.")
    return result


def direction_named(value: Any, n: int) -> Any:
    """The vector of n numbers that "x", "-y" or "z" means; anything else as it is."""
    sign, axis = (-1.0, value[1:]) if isinstance(value, str) and value.startswith("-") else (1.0, value)
    if not isinstance(axis, str) or axis not in ("x", "y", "z")[:n]:
        return value
    return tuple(sign if name == axis else 0.0 for name in "xyz"[:n])


def pairs(value: Any, where: str) -> list[tuple[Any, Any]]:
    """[(factor, measure), ..] as such a list."""
    if not isinstance(value, (tuple, list)) or any(not isinstance(p, (tuple, list)) or len(p) != 2 for p in value):
        raise ModelError(f"{where}: {shown(value)} is no equation; give a text, or [(factor, measure), ..].")
    return [tuple(pair) for pair in value]


def several(value: Any) -> tuple[Any, ...]:
    """None, one or several, as a tuple."""
    return () if value is None else tuple(value) if isinstance(value, (tuple, list, range, np.ndarray)) else (value,)


def orientation(value: Any, planar: bool, where: str) -> tuple[Rotation, float]:
    """(Rotation, 0) in space, (identity, angle) in the plane."""
    if not planar:
        try:
            return as_rotation(value), 0.0
        except ModelError as problem:
            raise ModelError(f"{where}: {problem}") from None
    return Rotation(), 0.0 if value is None else number(value, f"{where}: rotation [rad]")


def inertia(value: Any, planar: bool, where: str) -> np.ndarray:
    """(3, 3) inertia tensor from one number (planar), a diagonal, or a full tensor; physically possible ones only."""
    if planar:
        flat = np.zeros((3, 3))
        flat[2, 2] = number(value, f"{where}: inertia", least=0.0)
        return flat
    try:
        given: np.ndarray = np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ModelError(f"{where}: inertia = {shown(value)} is not a list of numbers.") from None
    J: np.ndarray = np.diag(given) if given.shape == (3,) else given
    if J.shape != (3, 3):
        raise ModelError(f"{where}: inertia has shape {J.shape}; give (Ixx, Iyy, Izz) or a 3x3 tensor [kg m2].")
    if not np.isfinite(J).all():
        raise ModelError(f"{where}: inertia has a value that is not finite.")
    if np.abs(J).max() > LARGEST:
        raise ModelError(f"{where}: inertia has numbers above {LARGEST:g}; check the units [kg m2].")
    if np.abs(J - J.T).max() > 1e-9 * np.abs(J).max():
        raise ModelError(
            f"{where}: the inertia tensor is not symmetric; write J[i, j] = J[j, i] (products with a minus)."
        )
    J = 0.5 * (J + J.T)
    e = [float(moment) for moment in np.linalg.eigvalsh(J)]
    slack = 1e-9 * max(abs(e[2]), 1e-300)
    if e[0] < -slack:
        raise ModelError(f"{where}: inertia has a negative principal moment {e[0]:.6g} kg m2; check signs and units.")
    if e[2] > e[0] + e[1] + slack:
        raise ModelError(
            f"{where}: principal moments {e[0]:.6g}, {e[1]:.6g}, {e[2]:.6g} kg m2 break the triangle rule "
            "(none may exceed the sum of the others); check that the tensor is about the right point and in kg m2."
        )
    return J


def triple(v: Any) -> tuple[float, float, float]:
    """Three floats from two or three numbers."""
    return (float(v[0]), float(v[1]), float(v[2]) if len(v) > 2 else 0.0)


def pad(v: np.ndarray) -> np.ndarray:
    """Three components from two or three."""
    return np.array(triple(v))
