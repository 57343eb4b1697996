"""Stress at nodes of bodies that bend as measures: x = f(sigma), sigma (6,) = sum S_k e_k/stiffness_k over the shapes.

e_k are the elastic strains of modal.py: amplitude and stress that bending adds, e_k = stiffness_k eta_k + eta.H_k eta. So

    dx/d eta_l = g_l + sum_k g_k/stiffness_k 2 (H_k eta)_l        g_k = df/d sigma . S_k

f: a component; von Mises' stress; or a principal stress, the root of det(sigma - x I) = 0 with slopes n n^T of its direction n,
which are the cofactors of sigma - x I over their trace. What follows loads of the motion without delay is not in it.
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf

NAMES = ("xx", "yy", "zz", "xy", "yz", "zx", "mises", "s1", "s2", "s3")  # s1 is the smallest
MISES, PRINCIPAL = NAMES.index("mises"), NAMES.index("s1")
Six = tuple[float, float, float, float, float, float]


@leaf
def _mises(xx: float, yy: float, zz: float, xy: float, yz: float, zx: float) -> tuple[float, Six]:
    a, b, c = xx - yy, yy - zz, zz - xx
    x = math.sqrt(0.5 * (a * a + b * b + c * c) + 3.0 * (xy * xy + yz * yz + zx * zx))
    f = 0.5 / x if x > 0.0 else 0.0  # no slope without any stress
    return x, (f * (a - c), f * (b - a), f * (c - b), 6.0 * f * xy, 6.0 * f * yz, 6.0 * f * zx)


@leaf
def _principal(which: int, xx: float, yy: float, zz: float, xy: float, yz: float, zx: float) -> tuple[float, Six]:
    p = (xx + yy + zz) / 3.0
    a, b, c = xx - p, yy - p, zz - p
    q = math.sqrt((a * a + b * b + c * c + 2.0 * (xy * xy + yz * yz + zx * zx)) / 6.0)
    third = 1.0 / 3.0
    if q == 0.0:
        return p, (third, third, third, 0.0, 0.0, 0.0)
    det = a * (b * c - yz * yz) - xy * (xy * c - yz * zx) + zx * (xy * yz - b * zx)
    turn = math.acos(min(1.0, max(-1.0, 0.5 * det / q**3))) / 3.0
    x = 2.0 * q * math.cos(turn + 2.0 * math.pi / 3.0 * ((which + 1) % 3))
    a, b, c = a - x, b - x, c - x
    A, B, C = b * c - yz * yz, c * a - zx * zx, a * b - xy * xy
    f = A + B + C
    if abs(f) < 1e-12 * q * q:  # two of them are equal: any direction between
        return p + x, (third, third, third, 0.0, 0.0, 0.0)
    f = 1.0 / f
    # off the diagonal each slope counts twice
    return p + x, (
        f * A,
        f * B,
        f * C,
        2.0 * f * (yz * zx - xy * c),
        2.0 * f * (xy * zx - yz * a),
        2.0 * f * (xy * yz - zx * b),
    )


@leaf
def _read(what: int, sigma: Six) -> tuple[float, Six]:
    """f and its slopes."""
    xx, yy, zz, xy, yz, zx = sigma
    if what == MISES:
        return _mises(xx, yy, zz, xy, yz, zx)
    if what >= PRINCIPAL:
        return _principal(what - PRINCIPAL, xx, yy, zz, xy, yz, zx)
    one = (
        1.0 if what == 0 else 0.0,
        1.0 if what == 1 else 0.0,
        1.0 if what == 2 else 0.0,
        1.0 if what == 3 else 0.0,
        1.0 if what == 4 else 0.0,
        1.0 if what == 5 else 0.0,
    )
    return xx * one[0] + yy * one[1] + zz * one[2] + xy * one[3] + yz * one[4] + zx * one[5], one


@inner
def read(s: Any) -> None:
    """Values and Jacobians of all stresses that are measured; needs the elastic strains."""
    for i in range(s.spots.shape[0]):
        spot = s.spots[i]
        first, n = s.mode_start[spot.body], s.mode_start[spot.body + 1] - s.mode_start[spot.body]
        xx = yy = zz = xy = yz = zx = 0.0
        for k in range(n):
            e = s.mode_strain[first + k] / s.modes[first + k].stiffness
            normal, shear = s.shapes[spot.normal + k], s.shapes[spot.shear + k]
            xx, yy, zz = xx + e * normal[0], yy + e * normal[1], zz + e * normal[2]
            xy, yz, zx = xy + e * shear[0], yz + e * shear[1], zx + e * shear[2]
        s.x[spot.measure], slope = _read(spot.what, (xx, yy, zz, xy, yz, zx))
        J = s.J[spot.block]
        for c in range(6 + n):
            J[c] = 0.0
        for k in range(n):
            normal, shear = s.shapes[spot.normal + k], s.shapes[spot.shear + k]
            g = slope[0] * normal[0] + slope[1] * normal[1] + slope[2] * normal[2]
            g += slope[3] * shear[0] + slope[4] * shear[1] + slope[5] * shear[2]
            J[6 + k] += g
            c, g = s.modes[first + k].cubic, 2.0 * g / s.modes[first + k].stiffness
            for j in range(n * n if c >= 0 else 0):
                J[6 + j // n] += g * s.cubic[c + j] * s.eta[first + j % n]
