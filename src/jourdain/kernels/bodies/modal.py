"""A body that bends by sums of shapes, r = s + sum Phi_k eta_k (+ second order, see below): its inertia and elastic forces.

Over the mass, with s from the centre of mass at rest:  N_k = int Phi_k, E_k = int Phi_k r^T, S = int r, B = sum N_k eta'_k,
J the moments of inertia now, C_k = int r x Phi_k, X_lk = int Phi_l x Phi_k, m_kl = int Phi_k.Phi_l. Of the frame: R, w in body
axes, A = R^T (acceleration - gravity).

    translation   m (v' - g) + R [w' x S + sum N_k eta''_k + w x (w x S + 2 B) + sum N_kl eta'_k eta'_l]
    rotation      S x A + J w' + sum C_k eta''_k + w x J w + 2 sum eta'_k (tr E_k - E_k) w
    shape k       N_k.A + C_k.w' + m_kl eta''_l + w.E_k w - tr E_k w^2 + 2 sum eta'_l w.X_lk + dU/d eta_k + c_k eta'_k

are M v' - h. Stiffening is the second order of r that bending has (a bent rod is shorter): N_kl in N_k = N0_k + N_kl eta_l, and
a symmetric part of P2_kl = d E_k / d eta_l. So it is part of one and the same kinetic energy: energy and momenta are kept.
U = e.e/2 with e_k = stiffness_k eta_k + eta.H_k eta, where H_k is the stress stiffness by shape k (`cubic`).
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies.spatial import add_cross, cross, times, to_body, to_ground


@leaf
def _dot(x: float, y: float, z: float, X: float, Y: float, Z: float) -> float:
    return x * X + y * Y + z * Z


@leaf
def _trace(E: Any, e: int) -> float:
    return E[e, 0, 0] + E[e, 1, 1] + E[e, 2, 2]


@inner
def integrals(s: Any) -> None:
    """N, E, C of all shapes, S and J of the bodies, at the elastic coordinates s.eta."""
    modes, pairs, eta, N, C, E = s.modes, s.mode_pairs, s.eta, s.mode_N, s.mode_C, s.mode_E
    for i in range(s.modal.shape[0]):
        of = s.modal[i]
        S, J = s.modal_S[i], s.modal_J[i]
        for a in range(3):
            S[a] = 0.0
            for b in range(3):
                J[a, b] = s.bodies[of.body].J[a, b]
        for k in range(of.modes):
            e, p = of.first + k, of.pair + of.modes * k
            for a in range(3):
                N[e, a] = modes[e].N[a]
                for b in range(3):
                    E[e, a, b] = modes[e].P1[b, a]
            for l in range(of.modes):
                x = eta[of.first + l]
                for a in range(3):
                    N[e, a] += pairs[p + l].pull[a] * x
                    for b in range(3):
                        E[e, a, b] += pairs[p + l].P2[a, b] * x
            C[e, 0], C[e, 1], C[e, 2] = E[e, 2, 1] - E[e, 1, 2], E[e, 0, 2] - E[e, 2, 0], E[e, 1, 0] - E[e, 0, 1]
            for a in range(3):
                S[a] += 0.5 * eta[e] * (modes[e].N[a] + N[e, a])
                for b in range(3):
                    x = eta[e] * (modes[e].P1[a, b] + E[e, a, b])
                    J[a, b] -= x
                    if a == b:
                        J[0, 0] += x
                        J[1, 1] += x
                        J[2, 2] += x


@inner
def elastic(s: Any) -> None:
    """s.mode_strain = e and s.mode_force = dU/d eta."""
    modes, eta, strain, force, H = s.modes, s.eta, s.mode_strain, s.mode_force, s.cubic
    for i in range(s.modal.shape[0]):
        n, first = s.modal[i].modes, s.modal[i].first
        for k in range(first, first + n):
            strain[k], c = modes[k].stiffness * eta[k], modes[k].cubic
            for j in range(n * n if c >= 0 else 0):
                strain[k] += H[c + j] * eta[first + j // n] * eta[first + j % n]
            force[k] = modes[k].stiffness * strain[k]
        for k in range(first, first + n):
            c = modes[k].cubic
            for j in range(n * n if c >= 0 else 0):
                force[first + j // n] += 2.0 * strain[k] * H[c + j] * eta[first + j % n]


@leaf
def _drift(s: Any, of: Any, rate: Any) -> tuple[float, float, float, float, float, float]:
    """B = sum N_k eta'_k and sum N_kl eta'_k eta'_l; rate: eta' from the first shape of the body on."""
    x = y = z = X = Y = Z = 0.0
    for k in range(of.modes):
        e, p = of.first + k, of.pair + of.modes * k
        x += s.mode_N[e, 0] * rate[k]
        y += s.mode_N[e, 1] * rate[k]
        z += s.mode_N[e, 2] * rate[k]
        for l in range(of.modes):
            f, pull = rate[k] * rate[l], s.mode_pairs[p + l].pull
            X += pull[0] * f
            Y += pull[1] * f
            Z += pull[2] * f
    return x, y, z, X, Y, Z


@inner
def forces(s: Any, v: Any) -> None:
    """s.force = h of the bodies that bend."""
    force, E, g = s.force, s.mode_E, s.gravity
    for i in range(s.modal.shape[0]):
        of = s.modal[i]
        j, k0 = 6 * of.body, 6 * s.bodies.shape[0] + of.first
        rate, body = v[k0 : k0 + of.modes], s.bodies[of.body]
        x, y, z = v[j + 3], v[j + 4], v[j + 5]
        S, J = s.modal_S[i], s.modal_J[i]
        bx, by, bz, dx, dy, dz = _drift(s, of, rate)
        ux, uy, uz = cross(x, y, z, S[0], S[1], S[2])
        ux, uy, uz = cross(x, y, z, ux + 2.0 * bx, uy + 2.0 * by, uz + 2.0 * bz)
        ux, uy, uz = to_ground(s.R, of.body, ux + dx, uy + dy, uz + dz)
        force[j], force[j + 1], force[j + 2] = body.mass * g[0] - ux, body.mass * g[1] - uy, body.mass * g[2] - uz
        gx, gy, gz = to_body(s.R, of.body, g[0], g[1], g[2])
        lx, ly, lz = times(J, x, y, z)
        lx, ly, lz = cross(lx, ly, lz, x, y, z)
        mx, my, mz = cross(S[0], S[1], S[2], gx, gy, gz)
        lx, ly, lz = lx + mx, ly + my, lz + mz
        square = x * x + y * y + z * z
        for k in range(of.modes):
            e = of.first + k
            trace = _trace(E, e)
            ex, ey, ez = to_ground(E, e, x, y, z)
            f = 2.0 * rate[k]
            lx -= f * (trace * x - ex)
            ly -= f * (trace * y - ey)
            lz -= f * (trace * z - ez)
            total = _dot(s.mode_N[e, 0], s.mode_N[e, 1], s.mode_N[e, 2], gx, gy, gz)
            total += trace * square - _dot(x, y, z, ex, ey, ez)
            for l in range(of.modes):
                turn = s.mode_pairs[of.pair + of.modes * k + l].turn
                total -= 2.0 * rate[l] * _dot(x, y, z, turn[0], turn[1], turn[2])
            force[k0 + k] = total - s.mode_force[e] - s.modes[e].damping * rate[k]
        force[j + 3], force[j + 4], force[j + 5] = lx, ly, lz


@inner
def momentum(s: Any, a: Any, p: Any) -> None:
    """p = M a of the bodies that bend."""
    N, C = s.mode_N, s.mode_C
    for i in range(s.modal.shape[0]):
        of = s.modal[i]
        j, k0, mass = 6 * of.body, 6 * s.bodies.shape[0] + of.first, s.bodies[of.body].mass
        S = s.modal_S[i]
        ax, ay, az = to_body(s.R, of.body, a[j], a[j + 1], a[j + 2])
        x, y, z = a[j + 3], a[j + 4], a[j + 5]
        ux, uy, uz = cross(x, y, z, S[0], S[1], S[2])
        lx, ly, lz = times(s.modal_J[i], x, y, z)
        mx, my, mz = cross(S[0], S[1], S[2], ax, ay, az)
        lx, ly, lz = lx + mx, ly + my, lz + mz
        for k in range(of.modes):
            e, f = of.first + k, a[k0 + k]
            ux, uy, uz = ux + N[e, 0] * f, uy + N[e, 1] * f, uz + N[e, 2] * f
            lx, ly, lz = lx + C[e, 0] * f, ly + C[e, 1] * f, lz + C[e, 2] * f
            total = _dot(N[e, 0], N[e, 1], N[e, 2], ax, ay, az) + _dot(C[e, 0], C[e, 1], C[e, 2], x, y, z)
            for l in range(of.modes):
                total += s.mode_pairs[of.pair + of.modes * k + l].mass * a[k0 + l]
            p[k0 + k] = total
        ux, uy, uz = to_ground(s.R, of.body, ux, uy, uz)
        p[j], p[j + 1], p[j + 2] = mass * a[j] + ux, mass * a[j + 1] + uy, mass * a[j + 2] + uz
        p[j + 3], p[j + 4], p[j + 5] = lx, ly, lz


@leaf
def _add_turned(s: Any, body: int, K: Any, b: int, column: int, f: float, x: float, y: float, z: float) -> None:
    """K[b, translation, column] += f R (x, y, z)."""
    x, y, z = to_ground(s.R, body, x, y, z)
    K[b, 0, column] += f * x
    K[b, 1, column] += f * y
    K[b, 2, column] += f * z


@leaf
def _add_column(K: Any, b: int, column: int, f: float, x: float, y: float, z: float) -> None:
    """K[b, rotation, column] += f (x, y, z)."""
    K[b, 3, column] += f * x
    K[b, 4, column] += f * y
    K[b, 5, column] += f * z


@leaf
def _add_row(K: Any, b: int, row: int, f: float, x: float, y: float, z: float) -> None:
    """K[b, row, rotation] += f (x, y, z)."""
    K[b, row, 3] += f * x
    K[b, row, 4] += f * y
    K[b, row, 5] += f * z


@leaf
def _add_turned_cross(s: Any, body: int, K: Any, b: int, f: float, x: float, y: float, z: float) -> None:
    """K[b, translation, rotation] += f R (x, y, z)~."""
    _add_turned(s, body, K, b, 3, f, 0.0, z, -y)
    _add_turned(s, body, K, b, 4, f, -z, 0.0, x)
    _add_turned(s, body, K, b, 5, f, y, -x, 0.0)


@inner
def add_mass(s: Any, i: int, f: float, K: Any, b: int) -> None:
    """K[b] += f (M - that of the same body if it were rigid, and in its shape at rest)."""
    of, S, N, C = s.modal[i], s.modal_S[i], s.mode_N, s.mode_C
    for c in range(3):
        for d in range(3):
            K[b, 3 + c, 3 + d] += f * (s.modal_J[i, c, d] - s.bodies[of.body].J[c, d])
    _add_turned_cross(s, of.body, K, b, -f, S[0], S[1], S[2])
    for c in range(3):  # S~ R^T, the transpose of - R S~
        R = s.R[of.body, c]
        x, y, z = cross(S[0], S[1], S[2], R[0], R[1], R[2])
        _add_column(K, b, c, f, x, y, z)
    for k in range(of.modes):
        e, row = of.first + k, 6 + k
        _add_turned(s, of.body, K, b, row, f, N[e, 0], N[e, 1], N[e, 2])
        x, y, z = to_ground(s.R, of.body, N[e, 0], N[e, 1], N[e, 2])
        K[b, row, 0] += f * x
        K[b, row, 1] += f * y
        K[b, row, 2] += f * z
        _add_column(K, b, row, f, C[e, 0], C[e, 1], C[e, 2])
        _add_row(K, b, row, f, C[e, 0], C[e, 1], C[e, 2])
        for l in range(of.modes):
            K[b, row, 6 + l] += f * s.mode_pairs[of.pair + of.modes * k + l].mass


@inner
def add_damping(s: Any, i: int, v: Any, f: float, K: Any, b: int) -> None:
    """K[b] += f d(-h)/dv, but for what the same body has if it is rigid, and in its shape at rest."""
    of, S, N, E = s.modal[i], s.modal_S[i], s.mode_N, s.mode_E
    j, k0 = 6 * of.body, 6 * s.bodies.shape[0] + of.first
    rate = v[k0 : k0 + of.modes]
    x, y, z = v[j + 3], v[j + 4], v[j + 5]
    bx, by, bz, _, _, _ = _drift(s, of, rate)
    ux, uy, uz = cross(x, y, z, S[0], S[1], S[2])
    # of w x (w x S + 2 B): - (w x S + 2 B)~ - w~ S~, and w~ S~ = S w^T - (w.S) I
    _add_turned_cross(s, of.body, K, b, -f, ux + 2.0 * bx, uy + 2.0 * by, uz + 2.0 * bz)
    d = _dot(x, y, z, S[0], S[1], S[2])
    _add_turned(s, of.body, K, b, 3, f, d - S[0] * x, -S[1] * x, -S[2] * x)
    _add_turned(s, of.body, K, b, 4, f, -S[0] * y, d - S[1] * y, -S[2] * y)
    _add_turned(s, of.body, K, b, 5, f, -S[0] * z, -S[1] * z, d - S[2] * z)
    _add_gyroscopic(s, i, x, y, z, f, K, b)
    for k in range(of.modes):
        e, row = of.first + k, 6 + k
        cx, cy, cz = cross(x, y, z, N[e, 0], N[e, 1], N[e, 2])
        trace = _trace(E, e)
        for c in range(3):
            for d_ in range(3):
                K[b, 3 + c, 3 + d_] += 2.0 * f * rate[k] * ((trace if c == d_ else 0.0) - E[e, c, d_])
        ex, ey, ez = to_ground(E, e, x, y, z)
        tx, ty, tz = to_body(E, e, x, y, z)
        _add_column(K, b, row, 2.0 * f, trace * x - ex, trace * y - ey, trace * z - ez)
        _add_row(K, b, row, f, ex + tx - 2.0 * trace * x, ey + ty - 2.0 * trace * y, ez + tz - 2.0 * trace * z)
        for l in range(of.modes):
            pair = s.mode_pairs[of.pair + of.modes * k + l]
            cx, cy, cz = cx + pair.pull[0] * rate[l], cy + pair.pull[1] * rate[l], cz + pair.pull[2] * rate[l]
            _add_row(K, b, row, 2.0 * f * rate[l], pair.turn[0], pair.turn[1], pair.turn[2])
            K[b, row, 6 + l] += 2.0 * f * _dot(x, y, z, pair.turn[0], pair.turn[1], pair.turn[2])
        _add_turned(s, of.body, K, b, row, 2.0 * f, cx, cy, cz)
        K[b, row, row] += f * s.modes[e].damping


@leaf
def _add_gyroscopic(s: Any, i: int, x: float, y: float, z: float, f: float, K: Any, b: int) -> None:
    """K[b, rotation, rotation] += f d(w x dJ w)/dw = f (w~ dJ - (dJ w)~) for the change dJ of the moments since rest."""
    J, rest = s.modal_J[i], s.bodies[s.modal[i].body].J
    for d in range(3):
        jx, jy, jz = J[0, d] - rest[0, d], J[1, d] - rest[1, d], J[2, d] - rest[2, d]
        cx, cy, cz = cross(x, y, z, jx, jy, jz)
        _add_column(K, b, 3 + d, f, cx, cy, cz)
    lx, ly, lz = times(J, x, y, z)
    rx, ry, rz = times(rest, x, y, z)
    add_cross(K, b, 3, 3, -f, lx - rx, ly - ry, lz - rz)


@inner
def add_stiffness(s: Any, i: int, v: Any, a: Any, K: Any, b: int) -> None:
    """K[b] += d(M a - h)/dq at fixed v and a."""
    of, S, N, E = s.modal[i], s.modal_S[i], s.mode_N, s.mode_E
    j, k0 = 6 * of.body, 6 * s.bodies.shape[0] + of.first
    rate, second, g = v[k0 : k0 + of.modes], a[k0 : k0 + of.modes], s.gravity
    x, y, z = v[j + 3], v[j + 4], v[j + 5]
    X, Y, Z = a[j + 3], a[j + 4], a[j + 5]
    square = x * x + y * y + z * z
    ax, ay, az = to_body(s.R, of.body, a[j] - g[0], a[j + 1] - g[1], a[j + 2] - g[2])
    # what R turns in the equations of translation
    bx, by, bz, dx, dy, dz = _drift(s, of, rate)
    ux, uy, uz = cross(x, y, z, S[0], S[1], S[2])
    ux, uy, uz = cross(x, y, z, ux + 2.0 * bx, uy + 2.0 * by, uz + 2.0 * bz)
    tx, ty, tz = cross(X, Y, Z, S[0], S[1], S[2])
    ux, uy, uz = ux + tx + dx, uy + ty + dy, uz + tz + dz
    d = _dot(S[0], S[1], S[2], ax, ay, az)
    for c in range(3):  # S x (A x dtheta)
        _add_column(K, b, 3 + c, S[c], ax, ay, az)
        K[b, 3 + c, 3 + c] -= d
    for l in range(of.modes):
        e, q = of.first + l, 6 + l
        ux, uy, uz = ux + N[e, 0] * second[l], uy + N[e, 1] * second[l], uz + N[e, 2] * second[l]
        nx, ny, nz = N[e, 0], N[e, 1], N[e, 2]
        px, py, pz = cross(nx, ny, nz, ax, ay, az)
        _add_row(K, b, q, 1.0, px, py, pz)
        # by eta_l: dS = N_l, dJ u = 2 tr E_l u - (E_l + E_l^T) u
        cx, cy, cz = cross(x, y, z, nx, ny, nz)
        tx, ty, tz = cross(X, Y, Z, nx, ny, nz)
        f = 2.0 * _trace(E, e)
        ex, ey, ez = to_ground(E, e, X, Y, Z)
        hx, hy, hz = to_body(E, e, X, Y, Z)
        px, py, pz = px + f * X - ex - hx, py + f * Y - ey - hy, pz + f * Z - ez - hz
        ex, ey, ez = to_ground(E, e, x, y, z)
        hx, hy, hz = to_body(E, e, x, y, z)
        hx, hy, hz = cross(x, y, z, f * x - ex - hx, f * y - ey - hy, f * z - ez - hz)
        px, py, pz = px + hx, py + hy, pz + hz
        for k in range(of.modes):
            pair = s.mode_pairs[of.pair + of.modes * k + l]
            pull, turn, trace = pair.pull, pair.turn, pair.P2[0, 0] + pair.P2[1, 1] + pair.P2[2, 2]
            f, g2 = second[k], 2.0 * rate[k]
            tx, ty, tz = tx + pull[0] * f, ty + pull[1] * f, tz + pull[2] * f
            cx, cy, cz = cx + pull[0] * g2, cy + pull[1] * g2, cz + pull[2] * g2
            ex, ey, ez = times(pair.P2, x, y, z)
            px += turn[0] * f + g2 * (trace * x - ex)
            py += turn[1] * f + g2 * (trace * y - ey)
            pz += turn[2] * f + g2 * (trace * z - ez)
            total = _dot(turn[0], turn[1], turn[2], X, Y, Z) + _dot(x, y, z, ex, ey, ez) - trace * square
            K[b, 6 + k, q] += total + _dot(pull[0], pull[1], pull[2], ax, ay, az)
        cx, cy, cz = cross(x, y, z, cx, cy, cz)
        _add_turned(s, of.body, K, b, q, 1.0, tx + cx, ty + cy, tz + cz)
        _add_column(K, b, q, 1.0, px, py, pz)
    _add_turned_cross(s, of.body, K, b, -1.0, ux, uy, uz)
    _add_elastic(s, of, K, b)


@leaf
def _add_elastic(s: Any, of: Any, K: Any, b: int) -> None:
    """K[b] += d2 U/d eta2; the slopes 2 H_k eta of the strains stand in scratch memory."""
    n, first, slope = of.modes, of.first, s.H[0]
    for k in range(n):
        stiffness, c = s.modes[first + k].stiffness, s.modes[first + k].cubic
        K[b, 6 + k, 6 + k] += stiffness**2
        if c < 0:
            continue
        for m in range(n):
            slope[m] = 0.0
            for l in range(n):
                slope[m] += 2.0 * s.cubic[c + n * m + l] * s.eta[first + l]
            K[b, 6 + m, 6 + k] += stiffness * slope[m]
            K[b, 6 + k, 6 + m] += stiffness * slope[m]
        for m in range(n):
            for l in range(n):
                K[b, 6 + m, 6 + l] += slope[m] * slope[l] + 2.0 * s.mode_strain[first + k] * s.cubic[c + n * m + l]


@inner
def energy(s: Any) -> float:
    """Elastic energy, and that of gravity beyond that of the frames."""
    total = 0.0
    for i in range(s.modal.shape[0]):
        of, S, g = s.modal[i], s.modal_S[i], s.gravity
        x, y, z = to_ground(s.R, of.body, S[0], S[1], S[2])
        total -= _dot(g[0], g[1], g[2], x, y, z)
        for e in range(of.first, of.first + of.modes):
            total += 0.5 * s.mode_strain[e] ** 2
    return total
