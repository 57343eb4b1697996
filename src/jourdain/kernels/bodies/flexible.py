"""Bodies in space, some of which bend by sums of shapes: a floating frame at the centre of mass at rest, and amplitudes eta.

    q = (7 numbers of each body, then all eta)          v = (6 numbers of each body, then all eta')

so that everything that indexes frames is as in spatial.py. Ports and loads are in bent.py, the inertia of bodies that bend in
modal.py. Theory: docs/theory/modal.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies import bent, links, modal, quaternions, spatial, spots
from jourdain.kernels.bodies.bent import column, span
from jourdain.kernels.dense import cholesky, cholesky_solve
from jourdain.kernels.vectors import copy

BASES = (bent, spatial, quaternions)
DIMENSION = 3
WIDTH, POSITION_WIDTH, ORIENTATION = 6, 7, "quaternion"  # of frames
CURVED, COUNTED, VARYING_MASS, SMALL_BLOCKS = True, True, True, False


@leaf
def _frames(kind: Any) -> int:
    """How many bodies there are: each has one more position than velocities."""
    return kind.q - kind.v


# -- positions ---------------------------------------------------------------------------------------------------------


@inner
def retract(kind: Any, q0: Any, u: Any, q: Any) -> None:
    n = _frames(kind)
    quaternions.retract(q0, u, q[: 7 * n])
    for i in range(7 * n, kind.q):
        q[i] = q0[i] + u[i - n]


@inner
def difference(kind: Any, q0: Any, q: Any, u: Any) -> None:
    n = _frames(kind)
    quaternions.difference(q0, q[: 7 * n], u)
    for i in range(7 * n, kind.q):
        u[i - n] = q[i] - q0[i]


@inner
def qdot(kind: Any, q: Any, v: Any, qd: Any) -> None:
    n = _frames(kind)
    quaternions.qdot(q[: 7 * n], v, qd)
    for i in range(7 * n, kind.q):
        qd[i] = v[i - n]


@inner
def normalise(kind: Any, q: Any) -> None:
    quaternions.normalise(q[: 7 * _frames(kind)])


@inner
def chart_terms(kind: Any, v: Any, v_old: Any, h: float, u: Any) -> None:
    quaternions.chart_terms(v[: 6 * _frames(kind)], v_old, h, u)


@inner
def chart_error(kind: Any, v: Any, v_new: Any, h: float) -> float:
    return quaternions.chart_error(v[: 6 * _frames(kind)], v_new, h)


@inner
def chart(u: Any, v: Any, ud: Any, A: Any, W: Any) -> None:
    copy(v, ud)
    quaternions.chart(u, v, ud, A, W)


@inner
def apply_chart(chart: Any, body: int, K: Any, pair: int, c: float) -> None:
    for i in range(K.shape[1]):
        for j in range(K.shape[2]):
            K[pair, i, j] *= c
        x, y, z = K[pair, i, 3], K[pair, i, 4], K[pair, i, 5]
        for j in range(3):
            K[pair, i, 3 + j] = x * chart[body, 0, j] + y * chart[body, 1, j] + z * chart[body, 2, j]


# -- inertia -----------------------------------------------------------------------------------------------------------


@inner
def pose(s: Any, t: float, q: Any) -> None:
    n = 7 * s.bodies.shape[0]
    for e in range(s.eta.shape[0]):
        s.eta[e] = q[n + e]
    bent.bend(s)
    spatial.pose(s, t, q)
    modal.integrals(s)
    modal.elastic(s)
    spots.read(s)


@inner
def inertia(s: Any, v: Any) -> None:
    spatial.inertia(s, v)
    modal.forces(s, v)


@inner
def momentum(s: Any, a: Any, p: Any) -> None:
    spatial.momentum(s, a, p)
    modal.momentum(s, a, p)


@inner
def solve_mass(s: Any, f: Any, a: Any) -> None:
    """Cholesky's method for bodies that bend; f and a may be the same."""
    M, x = s.modal_mass, s.H[0]
    i = 0
    for b in range(s.bodies.shape[0]):
        n = span(s, b)
        if n == 6:
            spatial.solve_body(s.bodies[b], 6 * b, f, a)
            continue
        M[:] = 0.0
        for c in range(3):
            M[0, c, c] = s.bodies[b].mass
            for d in range(3):
                M[0, 3 + c, 3 + d] = s.bodies[b].J[c, d]
        modal.add_mass(s, i, 1.0, M, 0)
        i += 1
        for c in range(n):
            x[c] = f[column(s, b, c)]
        regular = cholesky(M[0], n)
        if regular:
            cholesky_solve(M[0], n, x)
        for c in range(n):
            a[column(s, b, c)] = x[c] if regular else math.nan
    links.solve(s, a)


@inner
def mass_block(s: Any, v: Any, cM: float, cD: float) -> None:
    spatial.mass_block(s, v, cM, cD)
    for i in range(s.modal.shape[0]):
        b = s.modal[i].body
        modal.add_mass(s, i, cM, s.pair, b)
        if cD != 0.0:
            modal.add_damping(s, i, v, cD, s.pair, b)


@inner
def own_stiffness(s: Any, v: Any, lam: Any, probe: float) -> None:
    spatial.own_stiffness(s, v, lam, probe)
    for i in range(s.modal.shape[0]):
        modal.add_stiffness(s, i, v, s.a, s.pair, s.modal[i].body)


@inner
def potential(s: Any, q: Any) -> float:
    return spatial.potential(s, q) + modal.energy(s)


@inner
def own_energies(s: Any, v: Any, lam: Any, out: Any) -> None:
    spatial.own_energies(s, v, lam, out)
    n = 6 * s.bodies.shape[0]
    for e in range(s.modes.shape[0]):
        out[3] -= s.modes[e].damping * v[n + e] ** 2
