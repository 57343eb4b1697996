"""Beams by absolute nodal coordinates in space: a section is a point and three directors d_i, which may stretch and shear.

The frame R of a section is the rotation that is nearest to F = [d_1 d_2 d_3], with the second moments of mass E of the section
as weights (E_ij = eps_i . e_j): R^T F E = U is symmetric. With Y = tr(U) I - U and u_i = R^T d_i', its spin is

    w = Y^-1 sum eps_i x u_i        so a moment m in body axes is the forces R (mu x eps_i) on d_i,  mu = Y^-1 m

A moment then turns all of a free section alike: weights other than those of the mass would also shear it. Elements are those
of beams_spatial.py between these frames; what they say about turns theta is carried to the directors by A, theta = A dd,
and for velocities that are differentiated by B, dw = B dd. In addition a section of the matrix E has the energy

    Omega^2/2 (sum_i m_i t_i^2 + sum_i<j m_ij s_ij^2)        t_i = (d_i.d_i - 1)/2, s_ij = d_i.d_j
                                                             m_i = E_ii, m_ij = m_i m_j/(m_i + m_j)

so that each of its motions has the frequency Omega. Mass is constant. Theory: docs/theory/beams.md.

s.section_frame[b]: R, Y^-1, U, E by rows, A and B (3, 9), 1 for a section. s.turned: places and quaternions (7 a body),
velocities and spins (6), and forces and moments (6) of the sections, as elements in space know them.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies import beams_spatial, elements
from jourdain.kernels.bodies.beams_vectors import ZERO, Vector, by, dot, over, plus, three
from jourdain.kernels.bodies.gauges import reader, spatial_gauge, spatial_gauge_rate
from jourdain.kernels.bodies.natural import euler
from jourdain.kernels.context import system_at

_R, _Y, _U, _E, _A, _B, _SECTION = 0, 9, 18, 27, 36, 63, 90  # places in s.section_frame[b]
_MOST, _CLOSE = 50, 1e-28  # turns on the way to R; the square of the last one


def memory(sections: int, bodies: int, pairs: int) -> dict[str, tuple[int, ...]]:
    """Shapes of the arrays of a system that has so many sections, bodies and pairs of bodies; all empty without sections."""
    some = int(sections > 0)
    shapes: dict[str, tuple[int, ...]] = {"section_frame": (some * bodies, _SECTION + 1)}
    shapes |= dict.fromkeys(("section_row", "section_rate"), (4 * some, 6))
    shapes |= dict.fromkeys(("section_pair", "section_damping"), (some * pairs, 6, 6))
    return shapes | {"turned": (3 * some, 7 * bodies)}


@leaf
def _times(F: Any, b: int, at: int, x: Vector) -> Vector:
    """A matrix of F[b], by rows from `at` on, times x."""
    return dot(three(F[b], at), x), dot(three(F[b], at + 3), x), dot(three(F[b], at + 6), x)


@leaf
def _back(F: Any, b: int, x: Vector) -> Vector:
    """R^T x."""
    return plus(plus(by(x[0], three(F[b], _R)), x[1], three(F[b], _R + 3)), x[2], three(F[b], _R + 6))


@leaf
def _put(F: Any, b: int, at: int, x: Vector) -> None:
    F[b, at], F[b, at + 1], F[b, at + 2] = x


# -- frames ------------------------------------------------------------------------------------------------------------


@leaf
def _begin(F: Any, b: int, d2: Vector, d3: Vector) -> None:
    """A frame near R: along the heavier of the directors across the beam."""
    normal = over(d2, d3)
    e1 = by(1.0 / math.sqrt(dot(normal, normal)), normal)
    if F[b, _E + 4] >= F[b, _E + 8]:
        e2 = by(1.0 / math.sqrt(dot(d2, d2)), d2)
        e3 = over(e1, e2)
    else:
        e3 = by(1.0 / math.sqrt(dot(d3, d3)), d3)
        e2 = over(e3, e1)
    for c in range(3):
        _put(F, b, _R + 3 * c, (e1[c], e2[c], e3[c]))


@leaf
def _set_inverse(F: Any, b: int) -> None:
    """Y^-1 of the symmetric part of U."""
    U = F[b]
    trace = U[_U] + U[_U + 4] + U[_U + 8]
    a, d, f = trace - U[_U], trace - U[_U + 4], trace - U[_U + 8]
    x = -0.5 * (U[_U + 1] + U[_U + 3])
    y = -0.5 * (U[_U + 2] + U[_U + 6])
    z = -0.5 * (U[_U + 5] + U[_U + 7])
    A, B, C = d * f - z * z, y * z - x * f, x * z - y * d
    scale = 1.0 / (a * A + x * B + y * C)
    D, E, G = a * f - y * y, x * y - a * z, a * d - x * x
    _put(F, b, _Y, (scale * A, scale * B, scale * C))
    _put(F, b, _Y + 3, (scale * B, scale * D, scale * E))
    _put(F, b, _Y + 6, (scale * C, scale * E, scale * G))


@inner
def _turn_frame(s: Any, b: int, q: Any) -> float:
    """U and Y^-1 of the frame in memory, which then takes a step of Newton's method to R; how far it turned, squared."""
    F, turn = s.section_frame, ZERO
    for c in range(9):
        F[b, _U + c] = 0.0
    for i in range(3):
        u, e = _back(F, b, three(q, 12 * b + 3 + 3 * i)), three(F[b], _E + 3 * i)
        turn = plus(turn, 1.0, over(e, u))
        for c in range(3):
            _put(F, b, _U + 3 * c, plus(three(F[b], _U + 3 * c), u[c], e))
    _set_inverse(F, b)
    turn = _times(F, b, _Y, turn)
    square = dot(turn, turn)
    f = 1.0 / (1.0 + 0.25 * square)
    for c in range(
        3
    ):  # R (I + (theta~ + theta~^2/2)/(1 + theta^2/4)): a row r becomes r + f (r x theta + (r x theta) x theta/2)
        r = three(F[b], _R + 3 * c)
        x = over(r, turn)
        _put(F, b, _R + 3 * c, plus(plus(r, f, x), 0.5 * f, over(x, turn)))
    return square


@leaf
def _set_quaternion(F: Any, b: int, turned: Any, at: int) -> None:
    """Of R, w first."""
    R = F[b]
    xx, yy, zz = R[_R], R[_R + 4], R[_R + 8]
    x, y, z = R[_R + 7] - R[_R + 5], R[_R + 2] - R[_R + 6], R[_R + 3] - R[_R + 1]
    xy, xz, yz = R[_R + 1] + R[_R + 3], R[_R + 2] + R[_R + 6], R[_R + 5] + R[_R + 7]
    if xx + yy + zz > 0.0:
        p = (1.0 + xx + yy + zz, x, y, z)
    elif xx >= yy and xx >= zz:
        p = (x, 1.0 + xx - yy - zz, xy, xz)
    elif yy >= zz:
        p = (y, xy, 1.0 - xx + yy - zz, yz)
    else:
        p = (z, xz, yz, 1.0 - xx - yy + zz)
    f = 1.0 / math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3])
    turned[at], turned[at + 1], turned[at + 2], turned[at + 3] = f * p[0], f * p[1], f * p[2], f * p[3]


@inner
def strain(s: Any, q: Any) -> None:
    """Frames of the sections, and the strains between them in s.element."""
    F, turned = s.section_frame, s.turned[0]
    for i in range(s.sections.shape[0]):
        b = s.sections[i].body
        for c in range(3):
            for k in range(3):
                F[b, _E + 3 * c + k] = euler(s.bodies[b].J, c, k)
            turned[7 * b + c] = q[12 * b + c]
        F[b, _SECTION] = 1.0
        _begin(F, b, three(q, 12 * b + 6), three(q, 12 * b + 9))
        for _ in range(_MOST):
            if _turn_frame(s, b, q) < _CLOSE:
                break
        _set_quaternion(F, b, turned, 7 * b + 3)
    beams_spatial.strain(s, turned)


@inner
def _spin(s: Any, v: Any) -> Any:
    """Velocities and spins of the sections, as elements in space read them."""
    F, spun = s.section_frame, s.turned[1]
    for i in range(s.sections.shape[0]):
        b, turn = s.sections[i].body, ZERO
        for k in range(3):
            turn = plus(turn, 1.0, over(three(F[b], _E + 3 * k), _back(F, b, three(v, 12 * b + 3 + 3 * k))))
        turn = _times(F, b, _Y, turn)
        for c in range(3):
            spun[6 * b + c], spun[6 * b + 3 + c] = v[12 * b + c], turn[c]
    return spun


# -- forces of the section itself ----------------------------------------------------------------------------------------


@leaf
def _weight(F: Any, b: int, i: int, j: int) -> float:
    """m_i, or m_ij."""
    m, n = F[b, _E + 4 * i], F[b, _E + 4 * j]
    return m if i == j else m * n / (m + n)


@leaf
def _director(q: Any, b: int, i: int) -> Vector:
    return three(q, 12 * b + 3 + 3 * i)


@leaf
def _tension(s: Any, own: Any, q: Any, v: Any, i: int, j: int) -> float:
    """dU/dt_i or dU/ds_ij, with their damping; own: an entry of s.sections."""
    b, f = own.body, own.stiffness * _weight(s.section_frame, own.body, i, j)
    d, e = _director(q, b, i), _director(q, b, j)
    if i == j:
        return f * (0.5 * (dot(d, d) - 1.0) + own.damping * dot(d, _director(v, b, i)))
    return f * (dot(d, e) + own.damping * (dot(d, _director(v, b, j)) + dot(e, _director(v, b, i))))


@inner
def add_forces(s: Any, v: Any) -> None:
    """s.force -= internal forces."""
    F, force, q = s.section_frame, s.force, s.section_q
    moments = s.turned[2]
    moments[:] = 0.0
    beams_spatial.forces_into(s, _spin(s, v), moments)
    for k in range(s.sections.shape[0]):
        own = s.sections[k]
        b = own.body
        mu = _times(F, b, _Y, three(moments, 6 * b + 3))
        for c in range(3):
            force[12 * b + c] += moments[6 * b + c]
        for i in range(3):
            f = _times(F, b, _R, over(mu, three(F[b], _E + 3 * i)))
            for j in range(3):
                f = plus(f, -_tension(s, own, q, v, i, j), _director(q, b, j))
            for c in range(3):
                force[12 * b + 3 + 3 * i + c] += f[c]


# -- tangents ------------------------------------------------------------------------------------------------------------


@leaf
def _inverse_change(F: Any, b: int, e: Vector, r: Vector, theta: Vector, x: Vector) -> Vector:
    """-dY x where a director of the weights e changes by r (body axes), which turns the frame by theta."""
    return plus(plus(by(dot(e, x), r), -dot(r, e), x), -1.0, over(theta, _times(F, b, _U, x)))


@inner
def _levers(s: Any, v: Any) -> None:
    """A and B of all sections, at velocities v."""
    F = s.section_frame
    for k in range(s.sections.shape[0]):
        b = s.sections[k].body
        w = three(s.turned[1], 6 * b + 3)
        for j in range(3):
            e = three(F[b], _E + 3 * j)
            for c in range(3):
                r = three(F[b], _R + 3 * c)
                theta = _times(F, b, _Y, over(e, r))
                change = _inverse_change(F, b, e, r, theta, w)
                for i in range(3):
                    u = _back(F, b, _director(v, b, i))
                    change = plus(change, -1.0, over(three(F[b], _E + 3 * i), over(theta, u)))
                change = _times(F, b, _Y, change)
                for n in range(3):
                    F[b, _A + 9 * n + 3 * j + c], F[b, _B + 9 * n + 3 * j + c] = theta[n], change[n]


@inner
def _carry(s: Any, rates: bool) -> None:
    """s.pair += what s.section_pair says of turns, and if `rates` s.section_damping of spins, on directors."""
    F, K, S, D = s.section_frame, s.pair, s.section_pair, s.section_damping
    for p in range(s.pair_body.shape[0]):
        a, b = s.pair_body[p, 0], s.pair_body[p, 1]
        if F[a, _SECTION] == 0.0 or F[b, _SECTION] == 0.0:
            continue
        for column in range(12):
            for k in range(3):
                if column < 3:
                    place, moment = S[p, k, column], (S[p, 3, column], S[p, 4, column], S[p, 5, column])
                    K[p, k, column] += place
                    continue
                place, at = 0.0, column - 3
                for n in range(3):
                    place += S[p, k, 3 + n] * F[b, _A + 9 * n + at]
                    if rates:
                        place += D[p, k, 3 + n] * F[b, _B + 9 * n + at]
                K[p, k, column] += place
            if column >= 3:
                x, y, z, at = 0.0, 0.0, 0.0, column - 3
                for n in range(3):
                    turn = F[b, _A + 9 * n + at]
                    x, y, z = x + S[p, 3, 3 + n] * turn, y + S[p, 4, 3 + n] * turn, z + S[p, 5, 3 + n] * turn
                    if rates:
                        spin = F[b, _B + 9 * n + at]
                        x, y, z = x + D[p, 3, 3 + n] * spin, y + D[p, 4, 3 + n] * spin, z + D[p, 5, 3 + n] * spin
                moment = (x, y, z)
            for row in range(9):
                turn_a = F[a, _A + row], F[a, _A + 9 + row], F[a, _A + 18 + row]
                K[p, 3 + row, column] += dot(turn_a, moment)


@inner
def _add_section_stiffness(s: Any, own: Any, v: Any) -> None:
    """What belongs to one section: the moment on its frame, whose levers change, and its stretch."""
    F, K, q, b = s.section_frame, s.pair, s.section_q, own.body
    mu = by(-1.0, _times(F, b, _Y, three(s.turned[2], 6 * b + 3)))  # of the internal moment, which is minus the force
    for j in range(3):
        e = three(F[b], _E + 3 * j)
        for c in range(3):
            r, theta = (
                three(F[b], _R + 3 * c),
                (F[b, _A + 3 * j + c], F[b, _A + 9 + 3 * j + c], F[b, _A + 18 + 3 * j + c]),
            )
            change = _times(F, b, _Y, _inverse_change(F, b, e, r, theta, mu))
            for i in range(3):
                weights = three(F[b], _E + 3 * i)
                f = _times(F, b, _R, plus(over(theta, over(mu, weights)), 1.0, over(change, weights)))
                for n in range(3):
                    K[b, 3 + 3 * i + n, 3 + 3 * j + c] += f[n]
    for i in range(3):
        for j in range(3):
            T = _tension(s, own, q, v, i, j)
            for n in range(3):
                K[b, 3 + 3 * i + n, 3 + 3 * j + n] += T
            h = plus(_director(q, b, j), own.damping, _director(v, b, j))
            g = plus(_director(q, b, i), own.damping, _director(v, b, i))
            _add_stretching(s, own, q, i, j, g, h)


@leaf
def _add_stretching(s: Any, own: Any, q: Any, i: int, j: int, g: Vector, h: Vector) -> None:
    """s.pair += by directors i and j for tensions that change by h . dd_i + g . dd_j."""
    K, b, f = s.pair, own.body, own.stiffness * _weight(s.section_frame, own.body, i, j)
    d = _director(q, b, j)
    for n in range(3):
        for c in range(3):
            K[b, 3 + 3 * i + n, 3 + 3 * i + c] += f * d[n] * h[c]
            if i != j:
                K[b, 3 + 3 * i + n, 3 + 3 * j + c] += f * d[n] * g[c]


@inner
def add_stiffness(s: Any, v: Any) -> None:
    """s.pair += derivatives of the internal forces by the positions."""
    spun, moments = _spin(s, v), s.turned[2]
    moments[:] = 0.0
    s.section_pair[:] = 0.0
    s.section_damping[:] = 0.0
    beams_spatial.forces_into(s, spun, moments)
    beams_spatial.stiffness_into(s, spun, s.section_pair)
    beams_spatial.damping_into(s, 1.0, s.section_damping)
    _levers(s, v)
    _carry(s, True)
    for k in range(s.sections.shape[0]):
        _add_section_stiffness(s, s.sections[k], v)


@inner
def add_damping(s: Any, f: float) -> None:
    """s.pair += f times the derivatives of the internal forces by the velocities."""
    s.section_pair[:] = 0.0
    beams_spatial.damping_into(s, f, s.section_pair)
    _levers(s, s.section_v)
    _carry(s, False)
    q = s.section_q
    for k in range(s.sections.shape[0]):
        own = s.sections[k]
        rate = f * own.damping
        for i in range(3):
            for j in range(3):
                g, h = by(rate, _director(q, own.body, i)), by(rate, _director(q, own.body, j))
                _add_stretching(s, own, q, i, j, g, h)


# -- energies, measures ----------------------------------------------------------------------------------------------------


@inner
def energy(s: Any) -> float:
    """Elastic energy of all elements and sections [J]."""
    total, q = beams_spatial.energy(s), s.section_q
    for k in range(s.sections.shape[0]):
        own = s.sections[k]
        for i in range(3):
            for j in range(i + 1):
                x = dot(_director(q, own.body, i), _director(q, own.body, j))
                x = 0.5 * (x - 1.0) if i == j else x
                total += 0.5 * own.stiffness * _weight(s.section_frame, own.body, i, j) * x * x
    return total


@inner
def dissipation(s: Any, v: Any) -> float:
    """Power that the material damps [W], not negative."""
    total, q = beams_spatial.dissipation(s, _spin(s, v)), s.section_q
    for k in range(s.sections.shape[0]):
        own = s.sections[k]
        b = own.body
        for i in range(3):
            for j in range(i + 1):
                x = dot(_director(q, b, i), _director(v, b, j))
                if i != j:
                    x += dot(_director(q, b, j), _director(v, b, i))
                total += own.stiffness * own.damping * _weight(s.section_frame, b, i, j) * x * x
    return total


@inner
def gauge_value(gauge: Any, block: int, s: Any) -> float:
    """A strain as a measure, see gauges.py; its Jacobian is added to the blocks of s.J from `block` on."""
    F, own, J = s.section_frame, s.section_row, s.J
    own[:] = 0.0
    value = spatial_gauge(gauge, 0, s.turned[0], own)
    for p in range(gauge.points):
        for a in range(gauge.nodes):
            slot, b = gauge.slot[p, a], gauge.body[p, a]
            mu = _times(F, b, _Y, three(own[slot], 3))
            for c in range(3):
                J[block + slot, c] += own[slot, c]
            for i in range(3):
                f = _times(F, b, _R, over(mu, three(F[b], _E + 3 * i)))
                for c in range(3):
                    J[block + slot, 3 + 3 * i + c] += f[c]
            own[slot, :] = 0.0  # of two points of one element both have been carried
    return value


@inner
def gauge_rate(gauge: Any, block: int, s: Any) -> None:
    """d(J v)/dq of a strain as a measure, added to the blocks of s.Jt from `block` on: A and B carry Jt and J of the turns."""
    F, J, Jt, turned = s.section_frame, s.section_row, s.section_rate, s.turned[0]
    spun = _spin(s, s.section_v)
    _levers(s, s.section_v)
    J[:] = 0.0
    Jt[:] = 0.0
    spatial_gauge(gauge, 0, turned, J)
    spatial_gauge_rate(gauge, 0, turned, spun, Jt)
    for p in range(gauge.points):
        for a in range(gauge.nodes):
            slot, b = gauge.slot[p, a], gauge.body[p, a]
            for c in range(3):
                s.Jt[block + slot, c] += Jt[slot, c]
            for at in range(9):
                total = 0.0
                for n in range(3):
                    total += Jt[slot, 3 + n] * F[b, _A + 9 * n + at] + J[slot, 3 + n] * F[b, _B + 9 * n + at]
                s.Jt[block + slot, 3 + at] += total
            J[slot, :] = 0.0  # of two points of one element both have been carried
            Jt[slot, :] = 0.0


answered = elements.answering(
    strain, add_forces, add_stiffness, add_damping, energy, dissipation, *reader(gauge_value, gauge_rate, 12, 3)
)


def answer(task, t, f, address):  # type: ignore[no-untyped-def]
    """What elements.py asks for, as C function."""
    return answered(task, f, system_at(address))
