"""The Newton matrix in joint coordinates, column by column, from that of the bodies.

Forces on joints are T^T r, with r = M a - h - G^T lam of the bodies, a = T qdd + bias, T: what joint velocities do to bodies.
A joint increment along the column S moves all that hangs on it like one rigid body. In axes that go along, only the motion of
what the joint hangs on changes for these bodies, and for all of them by the same spatial vectors (V_P, A_P of the parent, V_l
behind the joint; v x s is that of spatial vectors):

    increment of coordinates:   dV = psi = V_P x S,      dA = psi' + psi x V,     psi' = A_P x S + V_P x psi
    increment of velocities:    dV = S,                  dA = psi + V_l x S + S x V

The matrix of the bodies makes dr of these, and T^T dr goes back inward. What hangs on the joint has turned with its forces;
what comes before it sees them turned, S x* W.
Carpentier and Mansard (2018) and Singh, Russell and Wensing (2022) give such derivatives for forces of inertia alone.
Theory: docs/theory/tree.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies.spatial import cross
from jourdain.kernels.equations import residual
from jourdain.kernels.kinds import curved, dimension
from jourdain.kernels.rotations import chart_inverse
from jourdain.kernels.tables import POSITION
from jourdain.kernels.tangent import assemble
from jourdain.kernels.tree.points import linear, newton_of_points
from jourdain.kernels.tree.recursion import along, first_turn, flat_part, hand_on, load_links, put, put_accelerations
from jourdain.kernels.tree.tables import FREE
from jourdain.kernels.vectors import fill

NONE = 1e-300  # as in kernels/answers.py: counts as not zero
# rows of tr.twist: the column of velocities and of increments; psi, psi' and the change of accelerations with velocities
S, DS, PSI, PSI2, CHI = range(5)
# rows of tr.moved_bodies: what a unit of an unknown does to the bodies: positions, velocities, accelerations; rows of positions
# and of velocities see the last two
AT, SPEED, ACCELERATION, ROWS, RATES = range(5)


@leaf
def _cross_motion(a: Any, i: int, b: Any, j: int, out: Any, k: int, f: float) -> None:
    """out[k] += f a[i] x b[j] of spatial motions (velocity of a point, spin)."""
    x, y, z = cross(a[i, 3], a[i, 4], a[i, 5], b[j, 0], b[j, 1], b[j, 2])
    X, Y, Z = cross(a[i, 0], a[i, 1], a[i, 2], b[j, 3], b[j, 4], b[j, 5])
    out[k, 0] += f * (x + X)
    out[k, 1] += f * (y + Y)
    out[k, 2] += f * (z + Z)
    x, y, z = cross(a[i, 3], a[i, 4], a[i, 5], b[j, 3], b[j, 4], b[j, 5])
    out[k, 3] += f * x
    out[k, 4] += f * y
    out[k, 5] += f * z


@inner
def linearise(kind: Any, tr: Any, s: Any, mo: Any) -> None:
    """What all columns need: the matrix of the bodies, forces on them, accelerations. After POSITIONS and FORCES at q_new."""
    bodies, links = tr.of_bodies, tr.links
    if curved(kind):
        for b in range(s.chart.shape[0]):
            for i in range(3):
                for k in range(3):
                    s.chart[b, i, k] = 1.0 if i == k else 0.0
    for part in range(3):
        cD, cK, cW = 1.0 if part == 1 else 0.0, 1.0 if part == 2 else 0.0, 1.0 if part == 1 else NONE
        assemble(kind, s, tr.full_v, mo.lam_new, 1.0, cD, cK, cW, 0.0, 0.0)
        for e in range(s.values.shape[0]):
            bodies[part, e] = s.values[e] - (bodies[0, e] if part > 0 else 0.0)
    if linear(kind):
        return
    put_accelerations(kind, tr, mo.vd_new)
    residual(kind, s, tr.full_a, mo.wd_new, mo.lam_new, tr.image)
    load_links(kind, tr, tr.image)
    for l in range(links.shape[0] - 1, -1, -1):  # of each link the force on itself, and with all that hangs on it
        for c in range(3):
            tr.pull[l, c] = tr.W[l, c]
    for l in range(links.shape[0] - 1, -1, -1):
        for c in range(6):
            tr.carried[l, c] = tr.W[l, c]
        if links[l].joint != FREE:
            hand_on(tr, l, links[l].parent)


@inner
def _twists(kind: Any, tr: Any, l: int, j: int, chart: Any) -> None:
    """tr.twist of velocity j of link l, about its centre; chart (3, 3): rotation increments per unit of the unknown."""
    link, X, P = tr.links[l], tr.twist, tr.links[l].parent
    k = j - link.v - first_turn(kind, link)  # which of the turns of a ball
    for c in range(6):
        X[S, c] = X[DS, c] = tr.S[j, c]
        X[PSI, c] = X[PSI2, c] = X[CHI, c] = 0.0
    if k >= 0 and dimension(kind) == 3:
        for c in range(6):
            X[DS, c] = 0.0
            for i in range(3):
                X[DS, c] += tr.S[j - k + i, c] * chart[i, k]
    if link.joint == FREE:
        if k < 0:
            return
        # the turns of a free body are those of a ball in a frame that goes along without turning
        for c in range(3):
            tr.before[0, c], tr.before[1, c] = tr.V[l, c], tr.acceleration[l, c]
            tr.before[0, 3 + c] = tr.before[1, 3 + c] = 0.0
    else:
        r, V, A = tr.from_parent, tr.V, tr.acceleration
        x, y, z = cross(V[P, 3], V[P, 4], V[P, 5], r[l, 0], r[l, 1], r[l, 2])
        X3, Y3, Z3 = cross(V[P, 3], V[P, 4], V[P, 5], V[P, 0], V[P, 1], V[P, 2])
        ax, ay, az = cross(A[P, 3], A[P, 4], A[P, 5], r[l, 0], r[l, 1], r[l, 2])
        before = tr.before
        before[0, 0], before[0, 1], before[0, 2] = V[P, 0] + x, V[P, 1] + y, V[P, 2] + z
        before[1, 0], before[1, 1], before[1, 2] = A[P, 0] - X3 + ax, A[P, 1] - Y3 + ay, A[P, 2] - Z3 + az
        for c in range(3, 6):
            before[0, c], before[1, c] = V[P, c], A[P, c]
    _cross_motion(tr.before, 0, X, S, X, CHI, 1.0)
    _cross_motion(tr.V, l, X, S, X, CHI, 1.0)
    _cross_motion(tr.before, 0, X, DS, X, PSI, 1.0)
    _cross_motion(tr.before, 1, X, DS, X, PSI2, 1.0)
    _cross_motion(tr.before, 0, X, PSI, X, PSI2, 1.0)


@leaf
def _shifted(X: Any, i: int, x: float, y: float, z: float, out: Any) -> None:
    """out[i] = X[i] about a point that is (x, y, z) away."""
    a, b, c = cross(X[i, 3], X[i, 4], X[i, 5], x, y, z)
    out[i, 0], out[i, 1], out[i, 2] = X[i, 0] + a, X[i, 1] + b, X[i, 2] + c
    out[i, 3], out[i, 4], out[i, 5] = X[i, 3], X[i, 4], X[i, 5]


@leaf
def _motions(kind: Any, tr: Any, i: int, L: int, cM: float, cD: float, cK: float) -> None:
    """moved_bodies of link i, which hangs on L, by the twists there."""
    X, V, A, work, link = tr.here, tr.V, tr.acceleration, tr.work, tr.links[i]
    x, y, z = tr.p[i, 0] - tr.p[L, 0], tr.p[i, 1] - tr.p[L, 1], tr.p[i, 2] - tr.p[L, 2]
    for k in range(5):
        _shifted(tr.twist, k, x, y, z, X)
    vx, vy, vz, wx, wy, wz = V[i, 0], V[i, 1], V[i, 2], V[i, 3], V[i, 4], V[i, 5]
    # points in ground axes turn along; spins in body axes do not show that
    tx, ty, tz = cross(X[DS, 3], X[DS, 4], X[DS, 5], vx, vy, vz)
    ex, ey, ez = cross(X[DS, 3], X[DS, 4], X[DS, 5], A[i, 0], A[i, 1], A[i, 2])
    sx, sy, sz = cross(X[S, 3], X[S, 4], X[S, 5], vx, vy, vz)
    ox, oy, oz = cross(X[S, 3], X[S, 4], X[S, 5], wx, wy, wz)
    px, py, pz = cross(X[PSI, 3], X[PSI, 4], X[PSI, 5], vx, vy, vz)
    qx, qy, qz = cross(X[PSI, 3], X[PSI, 4], X[PSI, 5], wx, wy, wz)
    for c in range(6):
        work[AT, c] = cK * X[DS, c]
        work[SPEED, c] = cD * X[S, c] + cK * X[PSI, c]
        work[ACCELERATION, c] = cM * X[S, c] + cD * X[CHI, c] + cK * X[PSI2, c]
        work[ROWS, c], work[RATES, c] = cM * X[DS, c], cM * X[S, c]
    work[SPEED, 0] += cK * tx
    work[SPEED, 1] += cK * ty
    work[SPEED, 2] += cK * tz
    work[ACCELERATION, 0] += 2.0 * (cD * sx + cK * px) + cK * ex
    work[ACCELERATION, 1] += 2.0 * (cD * sy + cK * py) + cK * ey
    work[ACCELERATION, 2] += 2.0 * (cD * sz + cK * pz) + cK * ez
    work[ACCELERATION, 3] += cD * ox + cK * qx
    work[ACCELERATION, 4] += cD * oy + cK * qy
    work[ACCELERATION, 5] += cD * oz + cK * qz
    for k in range(5):
        for c in range(6):
            tr.A[i, c] = work[k, c]
        put(kind, tr.R, link, i, tr.A, tr.moved_bodies[k])


@inner
def _image(kind: Any, tr: Any, s: Any, body: int) -> None:
    """image += what moved_bodies of a body does to all equations of the bodies, states and rows."""
    n, P, x, first = 3 if dimension(kind) == 2 else 6, tr.of_bodies, tr.moved_bodies, kind.v + kind.w
    for u in range(n * body, n * body + n):
        j = s.place[u]
        for e in range(s.row_start[j], s.row_start[j + 1]):
            at, row = tr.by_column[e], tr.unknown[s.column[e]]  # the pattern is symmetric
            if row >= first:
                level = RATES if s.rows[row - first].level != POSITION else ROWS
                tr.image[row] += P[0, at] * x[level, u]
            else:
                tr.image[row] += P[0, at] * x[ACCELERATION, u] + P[1, at] * x[SPEED, u] + P[2, at] * x[AT, u]


@inner
def _store(kind: Any, tr: Any, out: Any, nv: int, column: int) -> None:
    """The equations of states and rows in the image go out as they are."""
    for i in range(kind.w + kind.g + kind.a):
        out[nv + i, column] = tr.image[kind.v + i]


@inner
def joint_column(
    kind: Any, tr: Any, s: Any, l: int, j: int, chart: Any, cM: float, cD: float, cK: float, out: Any
) -> None:
    """out[:, j]: cM mass + cD damping + cK stiffness of velocity j, which is one of link l."""
    links, W, nv = tr.links, tr.W, tr.S.shape[0]
    _twists(kind, tr, l, j, chart)
    fill(tr.image, 0.0)
    for i in range(links.shape[0]):
        tr.hangs[i] = int(i == l or (i > l and links[i].joint != FREE and tr.hangs[links[i].parent] == 1))
        if tr.hangs[i] == 1 and links[i].body >= 0:
            _motions(kind, tr, i, l, cM, cD, cK)
            _image(kind, tr, s, links[i].body)
    load_links(kind, tr, tr.image)
    D = tr.twist
    for i in range(l, links.shape[0]):
        if tr.hangs[i] == 1:
            x, y, z = cross(D[DS, 3], D[DS, 4], D[DS, 5], tr.pull[i, 0], tr.pull[i, 1], tr.pull[i, 2])
            W[i, 0] -= cK * x
            W[i, 1] -= cK * y
            W[i, 2] -= cK * z
    for i in range(links.shape[0] - 1, -1, -1):
        link = links[i]
        # the ways of a free body do not turn with it, and do not turn what they carry
        ways = dimension(kind) if link.joint == FREE else 0
        for k in range(link.v + ways, link.v + link.n):
            out[k, j] = along(tr, k, i)
        if i == l and j >= link.v + ways:
            _turn_carried(tr, i, cK)
        for k in range(link.v, link.v + ways):
            out[k, j] = along(tr, k, i)
        if link.joint != FREE:
            hand_on(tr, i, link.parent)
    _store(kind, tr, out, nv, j)


@leaf
def _turn_carried(tr: Any, l: int, f: float) -> None:
    """W[l] += f S x* of what l carries: it has moved with its forces."""
    D, W, F = tr.twist, tr.W, tr.carried
    x, y, z = cross(D[DS, 3], D[DS, 4], D[DS, 5], F[l, 0], F[l, 1], F[l, 2])
    X, Y, Z = cross(D[DS, 3], D[DS, 4], D[DS, 5], F[l, 3], F[l, 4], F[l, 5])
    a, b, c = cross(D[DS, 0], D[DS, 1], D[DS, 2], F[l, 0], F[l, 1], F[l, 2])
    W[l, 0] += f * x
    W[l, 1] += f * y
    W[l, 2] += f * z
    W[l, 3] += f * (X + a)
    W[l, 4] += f * (Y + b)
    W[l, 5] += f * (Z + c)


@inner
def other_column(kind: Any, tr: Any, s: Any, u: int, cM: float, cD: float, cK: float, out: Any) -> None:
    """out[:, ..] of a state or multiplier, which is unknown u of the bodies."""
    nv, P = tr.S.shape[0], tr.of_bodies
    column = nv + u - kind.v
    fill(tr.image, 0.0)
    j = s.place[u]
    for e in range(s.row_start[j], s.row_start[j + 1]):
        at = tr.by_column[e]
        tr.image[tr.unknown[s.column[e]]] += cM * P[0, at] + cD * P[1, at] + cK * P[2, at]
    load_links(kind, tr, tr.image)
    for l in range(tr.links.shape[0] - 1, -1, -1):
        link = tr.links[l]
        for k in range(link.v, link.v + link.n):
            out[k, column] = along(tr, k, l)
        if link.joint != FREE:
            hand_on(tr, l, link.parent)
    _store(kind, tr, out, nv, column)


@inner
def newton_matrix(kind: Any, tr: Any, s: Any, u: Any, cM: float, cD: float, cK: float, out: Any) -> None:
    """out (n, n) = cM mass + cD damping + cK stiffness, with the rows; after linearise().

    u: the increment by which rotations were moved; turns are per unit of it.
    """
    if linear(kind):
        newton_of_points(kind, tr, s, cM, cD, cK, out)
        return
    for l in range(tr.links.shape[0]):
        link = tr.links[l]
        k = link.v + flat_part(kind, link)
        if k < link.v + link.n:
            chart_inverse(u[k], u[k + 1], u[k + 2], tr.chart, 0)
        for j in range(link.v, link.v + link.n):
            joint_column(kind, tr, s, l, j, tr.chart[0], cM, cD, cK, out)
    for i in range(kind.v, tr.image.shape[0]):
        other_column(kind, tr, s, i, cM, cD, cK, out)
