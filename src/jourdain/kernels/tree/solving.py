"""Articulated bodies: M^-1 for a tree in one recursion inward and one outward, without forming M.

Inward, from the last link to the first, with I the inertia of a link and of all that hangs on it:

    U = I S,   D = (S^T U)^-1,   I_parent += shift*(I - U D U^T)
    u = tau + S^T W,             W_parent += shift*(W - U D u)
    outward:                     qdd = D (u - U^T shift(A_parent))

M^-1 = Psi D Psi^T, where u = Psi^T tau. So G M^-1 G^T of two rows is a sum over the links that bear on both: rows.py.
Featherstone, Rigid Body Dynamics Algorithms, chapter 7. Theory: docs/theory/tree.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies.spatial import cross
from jourdain.kernels.kinds import dimension
from jourdain.kernels.tree.points import inward_points, linear, outward_points
from jourdain.kernels.tree.recursion import along, hand_on
from jourdain.kernels.tree.tables import FREE

TINY = 1e-13  # of the inertia of a link: a motion with less has none

# Entries of `inertia`: forces by accelerations A (xx xy xz yy yz zz), forces by angular ones B row by row (9), moments by these
# C (as A)


@inner
def _own_inertia(kind: Any, tr: Any, s: Any) -> None:
    """Of each body in ground axes: m I, 0, R J R^T."""
    I, R = tr.inertia, tr.R
    for l in range(tr.links.shape[0]):
        b = tr.links[l].body
        for c in range(21):
            I[l, c] = 0.0
        if b < 0:
            continue
        body = s.bodies[b]
        I[l, 0] = I[l, 3] = I[l, 5] = body.mass
        if dimension(kind) == 2:
            I[l, 20] = body.J[2, 2]
            continue
        at = 15
        for i in range(3):
            x = R[l, i, 0] * body.J[0, 0] + R[l, i, 1] * body.J[1, 0] + R[l, i, 2] * body.J[2, 0]
            y = R[l, i, 0] * body.J[0, 1] + R[l, i, 1] * body.J[1, 1] + R[l, i, 2] * body.J[2, 1]
            z = R[l, i, 0] * body.J[0, 2] + R[l, i, 1] * body.J[1, 2] + R[l, i, 2] * body.J[2, 2]
            for j in range(i, 3):
                I[l, at] = x * R[l, j, 0] + y * R[l, j, 1] + z * R[l, j, 2]
                at += 1


@leaf
def _times(I: Any, l: int, S: Any, i: int, U: Any) -> None:
    """U[i] = I[l] S[i]."""
    a, b, c, x, y, z = S[i, 0], S[i, 1], S[i, 2], S[i, 3], S[i, 4], S[i, 5]
    U[i, 0] = I[l, 0] * a + I[l, 1] * b + I[l, 2] * c + I[l, 6] * x + I[l, 7] * y + I[l, 8] * z
    U[i, 1] = I[l, 1] * a + I[l, 3] * b + I[l, 4] * c + I[l, 9] * x + I[l, 10] * y + I[l, 11] * z
    U[i, 2] = I[l, 2] * a + I[l, 4] * b + I[l, 5] * c + I[l, 12] * x + I[l, 13] * y + I[l, 14] * z
    U[i, 3] = I[l, 6] * a + I[l, 9] * b + I[l, 12] * c + I[l, 15] * x + I[l, 16] * y + I[l, 17] * z
    U[i, 4] = I[l, 7] * a + I[l, 10] * b + I[l, 13] * c + I[l, 16] * x + I[l, 18] * y + I[l, 19] * z
    U[i, 5] = I[l, 8] * a + I[l, 11] * b + I[l, 14] * c + I[l, 17] * x + I[l, 19] * y + I[l, 20] * z


@leaf
def _dot(S: Any, i: int, U: Any, j: int) -> float:
    return (
        S[i, 0] * U[j, 0]
        + S[i, 1] * U[j, 1]
        + S[i, 2] * U[j, 2]
        + S[i, 3] * U[j, 3]
        + S[i, 4] * U[j, 4]
        + S[i, 5] * U[j, 5]
    )


@leaf
def _less(I: Any, l: int, U: Any, i: int, j: int, f: float) -> None:
    """I[l] -= f U[i] U[j]^T, in a sum that is symmetric."""
    a, b, c, x, y, z = f * U[i, 0], f * U[i, 1], f * U[i, 2], f * U[i, 3], f * U[i, 4], f * U[i, 5]
    I[l, 0] -= a * U[j, 0]
    I[l, 1] -= a * U[j, 1]
    I[l, 2] -= a * U[j, 2]
    I[l, 3] -= b * U[j, 1]
    I[l, 4] -= b * U[j, 2]
    I[l, 5] -= c * U[j, 2]
    I[l, 6] -= a * U[j, 3]
    I[l, 7] -= a * U[j, 4]
    I[l, 8] -= a * U[j, 5]
    I[l, 9] -= b * U[j, 3]
    I[l, 10] -= b * U[j, 4]
    I[l, 11] -= b * U[j, 5]
    I[l, 12] -= c * U[j, 3]
    I[l, 13] -= c * U[j, 4]
    I[l, 14] -= c * U[j, 5]
    I[l, 15] -= x * U[j, 3]
    I[l, 16] -= x * U[j, 4]
    I[l, 17] -= x * U[j, 5]
    I[l, 18] -= y * U[j, 4]
    I[l, 19] -= y * U[j, 5]
    I[l, 20] -= z * U[j, 5]


@leaf
def _hand_inertia_on(I: Any, l: int, P: int, x: float, y: float, z: float) -> None:
    """I[P] += shift*(I[l]):  A,  B - A r~,  C + r~ (B - A r~) - B^T r~."""
    A0, A1, A2, A3, A4, A5 = I[l, 0], I[l, 1], I[l, 2], I[l, 3], I[l, 4], I[l, 5]
    B0, B1, B2 = I[l, 6], I[l, 7], I[l, 8]
    B3, B4, B5 = I[l, 9], I[l, 10], I[l, 11]
    B6, B7, B8 = I[l, 12], I[l, 13], I[l, 14]
    E0, E1, E2 = B0 - (A1 * z - A2 * y), B1 - (A2 * x - A0 * z), B2 - (A0 * y - A1 * x)
    E3, E4, E5 = B3 - (A3 * z - A4 * y), B4 - (A4 * x - A1 * z), B5 - (A1 * y - A3 * x)
    E6, E7, E8 = B6 - (A4 * z - A5 * y), B7 - (A5 * x - A2 * z), B8 - (A2 * y - A4 * x)
    I[P, 0] += A0
    I[P, 1] += A1
    I[P, 2] += A2
    I[P, 3] += A3
    I[P, 4] += A4
    I[P, 5] += A5
    I[P, 6] += E0
    I[P, 7] += E1
    I[P, 8] += E2
    I[P, 9] += E3
    I[P, 10] += E4
    I[P, 11] += E5
    I[P, 12] += E6
    I[P, 13] += E7
    I[P, 14] += E8
    # r~ E: rows (-z E1. + y E2., z E0. - x E2., -y E0. + x E1.); B^T r~: columns (b1 z - b2 y, b2 x - b0 z, b0 y - b1 x)
    I[P, 15] += I[l, 15] - z * E3 + y * E6 - (B3 * z - B6 * y)
    I[P, 16] += I[l, 16] - z * E4 + y * E7 - (B6 * x - B0 * z)
    I[P, 17] += I[l, 17] - z * E5 + y * E8 - (B0 * y - B3 * x)
    I[P, 18] += I[l, 18] + z * E1 - x * E7 - (B7 * x - B1 * z)
    I[P, 19] += I[l, 19] + z * E2 - x * E8 - (B1 * y - B4 * x)
    I[P, 20] += I[l, 20] - y * E2 + x * E5 - (B2 * y - B5 * x)


@leaf
def _invert(D: Any, v: int, n: int) -> bool:
    """D[v.., :n] = its inverse, in place; symmetric and positive (Gauss-Jordan). False if it is not."""
    for k in range(n):
        pivot = D[v + k, k]
        if not pivot > 0.0:
            return False
        for j in range(n):
            D[v + k, j] = D[v + k, j] / pivot if j != k else 1.0 / pivot
        for i in range(n):
            if i != k:
                f = D[v + i, k]
                for j in range(n):
                    D[v + i, j] = D[v + i, j] - f * D[v + k, j] if j != k else -f / pivot
    return True


@inner
def articulate(kind: Any, tr: Any, s: Any) -> int:
    """U and D of all links where they stand. Returns a velocity that has no inertia, or -1."""
    if linear(kind):
        return -1
    _own_inertia(kind, tr, s)
    I, S, U, D, r = tr.inertia, tr.S, tr.U, tr.D, tr.from_parent
    for l in range(tr.links.shape[0] - 1, -1, -1):
        link = tr.links[l]
        v, n = link.v, link.n
        if n == 1:
            _times(I, l, S, v, U)
            d = _dot(S, v, U, v)
            # against the sizes of what it is the sum of: rounding is no inertia
            size = abs(S[v, 0] * U[v, 0]) + abs(S[v, 1] * U[v, 1]) + abs(S[v, 2] * U[v, 2])
            size += abs(S[v, 3] * U[v, 3]) + abs(S[v, 4] * U[v, 4]) + abs(S[v, 5] * U[v, 5])
            if not d > TINY * size:
                return v
            D[v, 0] = 1.0 / d
            _less(I, l, U, v, v, 1.0 / d)
        elif n > 0:
            for i in range(n):
                _times(I, l, S, v + i, U)
            for i in range(n):
                for j in range(n):
                    D[v + i, j] = _dot(S, v + i, U, v + j)
            if not _invert(D, v, n):
                return v
            if link.joint == FREE:
                continue  # hangs on the ground, and on nothing of it
            for i in range(n):
                for j in range(n):
                    _less(I, l, U, v + i, v + j, D[v + i, j])
        _hand_inertia_on(I, l, link.parent, r[l, 0], r[l, 1], r[l, 2])
    return -1


@leaf
def _weighed(tr: Any, v: int, n: int, i: int, u: Any) -> float:
    """Row i of D u of a link."""
    if n == 1:
        return tr.D[v, 0] * u[v]
    total = 0.0
    for j in range(n):
        total += tr.D[v + i, j] * u[v + j]
    return total


@leaf
def take_up(tr: Any, link: Any, l: int, u: Any, z: Any) -> None:
    """u of a link becomes u + S^T W, z = D u; what the joint takes up of W, U z, is not handed on."""
    W, U = tr.W, tr.U
    v, n = link.v, link.n
    for i in range(v, v + n):
        u[i] += along(tr, i, l)
    for i in range(n):
        z[v + i] = _weighed(tr, v, n, i, u)
    for i in range(v, v + n):
        for c in range(6):
            W[l, c] -= U[i, c] * z[i]


@inner
def inward(kind: Any, tr: Any, u: Any, z: Any) -> None:
    """u = Psi^T (u + T^T W) and z = D u, by forces u on joints and W on links; W is used up."""
    if linear(kind):
        inward_points(tr, u, z)
        return
    links, S, U, D, W, r = tr.links, tr.S, tr.U, tr.D, tr.W, tr.from_parent
    for l in range(links.shape[0] - 1, -1, -1):
        P, v = links[l].parent, links[l].v
        if links[l].n != 1:
            take_up(tr, links[l], l, u, z)
            hand_on(tr, l, P)
            continue
        # the same for one velocity, with all that it works with at hand
        a, b, c, x, y, w = W[l, 0], W[l, 1], W[l, 2], W[l, 3], W[l, 4], W[l, 5]
        f = u[v] + S[v, 0] * a + S[v, 1] * b + S[v, 2] * c + S[v, 3] * x + S[v, 4] * y + S[v, 5] * w
        k = D[v, 0] * f
        u[v], z[v] = f, k
        a, b, c = a - U[v, 0] * k, b - U[v, 1] * k, c - U[v, 2] * k
        X, Y, Z = cross(r[l, 0], r[l, 1], r[l, 2], a, b, c)
        W[P, 0] += a
        W[P, 1] += b
        W[P, 2] += c
        W[P, 3] += x - U[v, 3] * k + X
        W[P, 4] += y - U[v, 4] * k + Y
        W[P, 5] += w - U[v, 5] * k + Z


@inner
def outward(kind: Any, tr: Any, u: Any, a: Any) -> int:
    """a = Psi D u: joint accelerations. Returns 1 if they are finite."""
    if linear(kind):
        return outward_points(tr, u, a)
    links, A, S, U, D, r = tr.links, tr.A, tr.S, tr.U, tr.D, tr.from_parent
    total = 0.0
    for l in range(links.shape[0]):
        P, v, n = links[l].parent, links[l].v, links[l].n
        gx, gy, gz = A[P, 3], A[P, 4], A[P, 5]
        x, y, z = cross(gx, gy, gz, r[l, 0], r[l, 1], r[l, 2])
        x, y, z = A[P, 0] + x, A[P, 1] + y, A[P, 2] + z
        if n == 1:
            f = u[v] - U[v, 0] * x - U[v, 1] * y - U[v, 2] * z - U[v, 3] * gx - U[v, 4] * gy - U[v, 5] * gz
            k = D[v, 0] * f
            a[v] = k
            total += k
            A[l, 0], A[l, 1], A[l, 2] = x + S[v, 0] * k, y + S[v, 1] * k, z + S[v, 2] * k
            A[l, 3], A[l, 4], A[l, 5] = gx + S[v, 3] * k, gy + S[v, 4] * k, gz + S[v, 5] * k
            continue
        A[l, 0], A[l, 1], A[l, 2] = x, y, z
        A[l, 3], A[l, 4], A[l, 5] = gx, gy, gz
        for i in range(v, v + n):
            tr.f[i] = u[i]
            for c in range(6):
                tr.f[i] -= U[i, c] * A[l, c]
        for i in range(n):
            a[v + i] = _weighed(tr, v, n, i, tr.f)
            total += a[v + i]
        for i in range(v, v + n):
            for c in range(6):
                A[l, c] += S[i, c] * a[i]
    return 1 if math.isfinite(total) else 0
