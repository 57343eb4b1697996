"""From joint coordinates to bodies and back: poses, velocities, accelerations outward, forces inward.

Everything is in ground axes and about the centre of each link (the joint point, for links without body), so that a step is a
shift by r, the way from the parent's centre, and no rotation of 6 x 6 matrices. With S the columns of a joint:

    V = shift(V_parent) + S qd          shift(v, w) = (v + w x r, w)
    A = shift(A_parent) + S qdd + c     c: what is left at resting joint velocities
    W_parent += shift*(W)               shift*(f, n) = (f, n + r x f)

Bodies take part in their own coordinates: rotations by angles or quaternions, spins in body axes.
Theory: docs/theory/tree.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies.spatial import cross, to_body, to_ground
from jourdain.kernels.kinds import dimension
from jourdain.kernels.rotations import cayley_difference, cayley_step, quaternion_rate, quaternion_to_matrix
from jourdain.kernels.tree.points import gather_points, linear, place_points, spread_points
from jourdain.kernels.tree.tables import BALL, FIXED, FREE, SCREW, SLIDE, TURN
from jourdain.kernels.vectors import fill


@leaf
def _orientation(kind: Any, tr: Any, link: Any, l: int, q: Any, x: float) -> None:
    """Axes of a link, and its quaternion or angle; x: its joint coordinate."""
    P = link.parent
    if dimension(kind) == 2:
        angle = tr.angle[P] + link.offset
        if link.joint == TURN:
            angle += x
        elif link.joint == FREE:
            angle += q[link.q + 2]
        c, s = math.cos(angle), math.sin(angle)
        tr.angle[l] = angle
        tr.R[l, 0, 0], tr.R[l, 0, 1], tr.R[l, 1, 0], tr.R[l, 1, 1] = c, -s, s, c
        return
    if link.joint == BALL or link.joint == FREE:
        i = link.q + (3 if link.joint == FREE else 0)
        e, a, b, c = q[i], q[i + 1], q[i + 2], q[i + 3]
    else:
        e, a, b, c = link.rest[0], link.rest[1], link.rest[2], link.rest[3]
        if link.joint == TURN or link.joint == SCREW:
            C, S = math.cos(0.5 * x), math.sin(0.5 * x)
            e = C * e + S * link.turned[0]
            a = C * a + S * link.turned[1]
            b = C * b + S * link.turned[2]
            c = C * c + S * link.turned[3]
    own = tr.quaternion
    E, A, B, G = own[P, 0], own[P, 1], own[P, 2], own[P, 3]
    own[l, 0] = E * e - A * a - B * b - G * c
    own[l, 1] = E * a + A * e + B * c - G * b
    own[l, 2] = E * b + B * e + G * a - A * c
    own[l, 3] = E * c + G * e + A * b - B * a
    quaternion_to_matrix(own[l], 0, tr.R, l)


@leaf
def _columns(kind: Any, tr: Any, link: Any, l: int, nx: float, ny: float, nz: float) -> None:
    """What the velocities of a joint move; n: its axis."""
    S, R, d, v = tr.S, tr.R, tr.from_joint, link.v
    joint = link.joint
    if joint in (TURN, SLIDE, SCREW):
        along = 1.0 if joint == SLIDE else link.pitch
        x = y = z = 0.0
        if joint != SLIDE:
            x, y, z = cross(nx, ny, nz, d[l, 0], d[l, 1], d[l, 2])
        turning = 0.0 if joint == SLIDE else 1.0
        S[v, 0], S[v, 1], S[v, 2] = x + along * nx, y + along * ny, z + along * nz
        S[v, 3], S[v, 4], S[v, 5] = turning * nx, turning * ny, turning * nz
        return
    for i in range(link.n):
        for c in range(6):
            S[v + i, c] = 0.0
    first = 0
    if joint == FREE:
        first = dimension(kind)
        for i in range(first):
            S[v + i, i] = 1.0
    if dimension(kind) == 2 and joint == FREE:
        S[v + 2, 5] = 1.0
        return
    for i in range(first, link.n):
        k = i - first
        S[v + i, 3], S[v + i, 4], S[v + i, 5] = R[l, 0, k], R[l, 1, k], R[l, 2, k]
        S[v + i, 0], S[v + i, 1], S[v + i, 2] = cross(R[l, 0, k], R[l, 1, k], R[l, 2, k], d[l, 0], d[l, 1], d[l, 2])


@inner
def place(kind: Any, tr: Any, q: Any) -> None:
    """All links, and full_q, at the joint coordinates q."""
    if linear(kind):
        place_points(tr, q)
        return
    links, R, p, d, r, full = tr.links, tr.R, tr.p, tr.from_joint, tr.from_parent, tr.full_q
    for l in range(links.shape[0]):
        link = links[l]
        P, joint = link.parent, link.joint
        x = q[link.q] if joint in (TURN, SLIDE, SCREW) else 0.0
        _orientation(kind, tr, link, l, q, x)
        nx, ny, nz = to_ground(R, P, link.axis[0], link.axis[1], link.axis[2])
        cx, cy, cz = to_ground(R, P, link.at[0], link.at[1], link.at[2])
        if joint == FREE:
            cx, cy = q[link.q], q[link.q + 1]
            if dimension(kind) == 3:
                cz = q[link.q + 2]
        way = x if joint == SLIDE else link.pitch * x + link.offset if joint == SCREW else 0.0
        dx, dy, dz = to_ground(R, l, link.arm[0], link.arm[1], link.arm[2])
        d[l, 0], d[l, 1], d[l, 2] = -dx, -dy, -dz
        r[l, 0], r[l, 1], r[l, 2] = cx + way * nx - dx, cy + way * ny - dy, cz + way * nz - dz
        for c in range(3):
            p[l, c] = p[P, c] + r[l, c]
        _columns(kind, tr, link, l, nx, ny, nz)
        if link.body < 0:
            continue
        if dimension(kind) == 2:
            k = 3 * link.body
            full[k], full[k + 1], full[k + 2] = p[l, 0], p[l, 1], tr.angle[l]
        else:
            k = 7 * link.body
            for c in range(3):
                full[k + c] = p[l, c]
            for c in range(4):
                full[k + 3 + c] = tr.quaternion[l, c]


@leaf
def put(kind: Any, R: Any, link: Any, l: int, X: Any, full: Any) -> None:
    """Velocities or accelerations X of a link as those of its body."""
    if link.body < 0:
        return
    if dimension(kind) == 2:
        k = 3 * link.body
        full[k], full[k + 1], full[k + 2] = X[l, 0], X[l, 1], X[l, 5]
        return
    k = 6 * link.body
    full[k], full[k + 1], full[k + 2] = X[l, 0], X[l, 1], X[l, 2]
    full[k + 3], full[k + 4], full[k + 5] = to_body(R, l, X[l, 3], X[l, 4], X[l, 5])


@inner
def move(kind: Any, tr: Any, v: Any) -> None:
    """Velocities of all links at joint velocities v, full_v, and the accelerations `bias` at resting joint velocities.

    The rate of a column turns with the parent; an arm turns with the link itself.
    """
    if linear(kind):
        spread_points(tr, v, tr.full_v)
        return
    links, V, bias, r, d, S, R, full = tr.links, tr.V, tr.bias, tr.from_parent, tr.from_joint, tr.S, tr.R, tr.full_v
    for l in range(links.shape[0]):
        link = links[l]
        P, joint = link.parent, link.joint
        gx, gy, gz = V[P, 3], V[P, 4], V[P, 5]  # spin of the parent
        vx, vy, vz = cross(gx, gy, gz, r[l, 0], r[l, 1], r[l, 2])
        ux = uy = uz = wx = wy = wz = 0.0  # of the joint: motion of the centre, spin
        for i in range(link.v, link.v + link.n):
            ux += S[i, 0] * v[i]
            uy += S[i, 1] * v[i]
            uz += S[i, 2] * v[i]
            wx += S[i, 3] * v[i]
            wy += S[i, 4] * v[i]
            wz += S[i, 5] * v[i]
        vx += ux
        vy += uy
        vz += uz
        ax, ay, az = bias[P, 3], bias[P, 4], bias[P, 5]
        bx, by, bz = cross(ax, ay, az, r[l, 0], r[l, 1], r[l, 2])
        cx, cy, cz = cross(gx, gy, gz, vx, vy, vz)  # r changes by v less that of the parent
        if joint == FREE:
            cx = cy = cz = 0.0
        tx, ty, tz = cross(gx, gy, gz, wx, wy, wz)
        if joint != FIXED and joint != FREE:
            # motion of the centre: by the arm, w x d, and along the axis, the rest of it
            mx, my, mz = cross(wx, wy, wz, d[l, 0], d[l, 1], d[l, 2])
            ex, ey, ez = cross(tx, ty, tz, d[l, 0], d[l, 1], d[l, 2])
            hx, hy, hz = cross(gx + wx, gy + wy, gz + wz, d[l, 0], d[l, 1], d[l, 2])
            kx, ky, kz = cross(wx, wy, wz, hx, hy, hz)
            ox, oy, oz = cross(gx, gy, gz, ux - mx, uy - my, uz - mz)
            cx += ex + kx + ox
            cy += ey + ky + oy
            cz += ez + kz + oz
        V[l, 0], V[l, 1], V[l, 2] = V[P, 0] + vx, V[P, 1] + vy, V[P, 2] + vz
        V[l, 3], V[l, 4], V[l, 5] = gx + wx, gy + wy, gz + wz
        bias[l, 0], bias[l, 1], bias[l, 2] = bias[P, 0] + bx + cx, bias[P, 1] + by + cy, bias[P, 2] + bz + cz
        bias[l, 3], bias[l, 4], bias[l, 5] = ax + tx, ay + ty, az + tz
        put(kind, R, link, l, V, full)


@inner
def put_bias(kind: Any, tr: Any) -> None:
    """full_a: accelerations of the bodies at resting joint velocities."""
    if linear(kind):
        fill(tr.full_a, 0.0)
        return
    links, R, bias, full = tr.links, tr.R, tr.bias, tr.full_a
    for l in range(links.shape[0]):
        put(kind, R, links[l], l, bias, full)


@inner
def spread(kind: Any, tr: Any, v: Any, full: Any) -> None:
    """full = T v: what joint velocities, accelerations or increments v do to the bodies, to first order."""
    if linear(kind):
        spread_points(tr, v, full)
        return
    links, A, S, r = tr.links, tr.A, tr.S, tr.from_parent
    for l in range(links.shape[0]):
        link = links[l]
        P = link.parent
        x, y, z = cross(A[P, 3], A[P, 4], A[P, 5], r[l, 0], r[l, 1], r[l, 2])
        A[l, 0], A[l, 1], A[l, 2] = A[P, 0] + x, A[P, 1] + y, A[P, 2] + z
        A[l, 3], A[l, 4], A[l, 5] = A[P, 3], A[P, 4], A[P, 5]
        for i in range(link.v, link.v + link.n):
            for c in range(6):
                A[l, c] += S[i, c] * v[i]
        put(kind, tr.R, link, l, A, full)


@inner
def put_accelerations(kind: Any, tr: Any, a: Any) -> None:
    """acceleration of all links, and full_a, at joint accelerations a; after move()."""
    spread(kind, tr, a, tr.full_a)
    if linear(kind):
        return
    for l in range(tr.links.shape[0]):
        for c in range(6):
            tr.acceleration[l, c] = tr.A[l, c] + tr.bias[l, c]
        put(kind, tr.R, tr.links[l], l, tr.acceleration, tr.full_a)


@leaf
def wrench(kind: Any, W: Any, R: Any, l: int, full: Any, k: int) -> None:
    """W of a link: generalised forces on its body, full[k..], in ground axes."""
    if dimension(kind) == 2:
        W[l, 0], W[l, 1], W[l, 5] = full[k], full[k + 1], full[k + 2]
        W[l, 2] = W[l, 3] = W[l, 4] = 0.0
        return
    W[l, 0], W[l, 1], W[l, 2] = full[k], full[k + 1], full[k + 2]
    W[l, 3], W[l, 4], W[l, 5] = to_ground(R, l, full[k + 3], full[k + 4], full[k + 5])


@inner
def load_links(kind: Any, tr: Any, full: Any) -> None:
    """W of all links by generalised forces on the bodies, full (full_v,)."""
    if linear(kind):
        gather_points(tr, full, tr.load)
        return
    n = 3 if dimension(kind) == 2 else 6
    links, W, R = tr.links, tr.W, tr.R
    for l in range(links.shape[0]):
        if links[l].body >= 0:
            wrench(kind, W, R, l, full, n * links[l].body)
        else:
            fill(W[l], 0.0)


@inner
def unload(tr: Any) -> None:
    """No forces on the links."""
    fill(tr.load, 0.0)
    for l in range(tr.links.shape[0]):
        fill(tr.W[l], 0.0)


@leaf
def hand_on(tr: Any, l: int, P: int) -> None:
    """W of the parent += shift*(W)."""
    W, r = tr.W, tr.from_parent
    x, y, z = cross(r[l, 0], r[l, 1], r[l, 2], W[l, 0], W[l, 1], W[l, 2])
    W[P, 0] += W[l, 0]
    W[P, 1] += W[l, 1]
    W[P, 2] += W[l, 2]
    W[P, 3] += W[l, 3] + x
    W[P, 4] += W[l, 4] + y
    W[P, 5] += W[l, 5] + z


@leaf
def along(tr: Any, i: int, l: int) -> float:
    """S^T W of velocity i, which is one of link l."""
    S, W = tr.S, tr.W
    return (
        S[i, 0] * W[l, 0]
        + S[i, 1] * W[l, 1]
        + S[i, 2] * W[l, 2]
        + S[i, 3] * W[l, 3]
        + S[i, 4] * W[l, 4]
        + S[i, 5] * W[l, 5]
    )


@inner
def gather(kind: Any, tr: Any, full: Any, tau: Any) -> None:
    """tau = T^T full: generalised forces on the bodies as forces on the joints."""
    if linear(kind):
        gather_points(tr, full, tau)
        return
    load_links(kind, tr, full)
    for l in range(tr.links.shape[0] - 1, -1, -1):
        link = tr.links[l]
        for i in range(link.v, link.v + link.n):
            tau[i] = along(tr, i, l)
        hand_on(tr, l, link.parent)


# -- positions and their increments --------------------------------------------------------------------------------------


@leaf
def first_turn(kind: Any, link: Any) -> int:
    """Which of its velocities is the first that turns with the link itself, if they do not add up; else all of them."""
    return 0 if link.joint == BALL else dimension(kind) if link.joint == FREE else link.n


@leaf
def flat_part(kind: Any, link: Any) -> int:
    """How many of its positions add up: all, those of the centre, or none; behind them is a quaternion if n is more."""
    if dimension(kind) == 2:
        return link.n
    return 0 if link.joint == BALL else 3 if link.joint == FREE else link.n


@inner
def retract(kind: Any, tr: Any, q0: Any, u: Any, q: Any) -> None:
    """q = q0 moved by the increment u."""
    for l in range(tr.links.shape[0]):
        link = tr.links[l]
        n, i, k = flat_part(kind, link), link.q, link.v
        for c in range(n):
            q[i + c] = q0[i + c] + u[k + c]
        if link.n > n:
            cayley_step(q0, i + n, u[k + n], u[k + n + 1], u[k + n + 2], q)


@inner
def difference(kind: Any, tr: Any, q0: Any, q: Any, u: Any) -> None:
    """The increment u that takes q0 to q."""
    for l in range(tr.links.shape[0]):
        link = tr.links[l]
        n, i, k = flat_part(kind, link), link.q, link.v
        for c in range(n):
            u[k + c] = q[i + c] - q0[i + c]
        if link.n > n:
            cayley_difference(q0, q, i + n, u, k + n)


@inner
def qdot(kind: Any, tr: Any, q: Any, v: Any, qd: Any) -> None:
    """Rates of the positions."""
    for l in range(tr.links.shape[0]):
        link = tr.links[l]
        n, i, k = flat_part(kind, link), link.q, link.v
        for c in range(n):
            qd[i + c] = v[k + c]
        if link.n > n:
            quaternion_rate(q, i + n, v[k + n], v[k + n + 1], v[k + n + 2], qd)


@inner
def normalise(kind: Any, tr: Any, q: Any) -> None:
    """Quaternions of length one."""
    for l in range(tr.links.shape[0]):
        link = tr.links[l]
        n, i = flat_part(kind, link), link.q
        if link.n > n:
            i += n
            s = 1.0 / math.sqrt(q[i] ** 2 + q[i + 1] ** 2 + q[i + 2] ** 2 + q[i + 3] ** 2)
            for c in range(4):
                q[i + c] *= s
