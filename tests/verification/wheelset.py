"""A railway wheelset on straight track as equations written by hand: contact, creep, 17 unknowns.

B. Simeon, C. Fuehrer, P. Rentrop: the wheelset of the initial value problem test set (Lioen, de Swart, CWI 1998; release of
Bari 2008), index 2/3. Coordinates x lateral, y vertical, z along the track, theta yaw, phi roll; extra states: deviation b of
the spin, and contact angle psi and profile coordinate xi of the left and right wheel, which are algebraic. Multipliers are
scaled by 1e4.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

import jourdain as jd

M, GRAVITY, V, RN0, I1, I2, MU, XL = 16.08, 9.81, 30.0, 0.1, 0.0605, 0.366, 0.12, 0.19
CX = CZ = 6400.0
E, GG, SIGMA, GM = 1.3537956, 0.7115218, 0.28, 7.92e10
C11, C22, C23 = 4.72772197, 4.27526987, 1.97203505
DELTA0, AR, RS = 0.0262, 0.1506, 0.06
OMEGA, PI, SCALE = V / RN0, 3.1415926, 1e4
LEFT, RIGHT = 1.0, -1.0

START = (1.4941e-3, 4.0089e-7, 1.1241e-6, -2.8573e-4, 2.6459e-4)
STATES = (0.0, 7.5634406395172940e-6, 0.1490635714733819, -7.4122380357667139e-6, -0.1521364296121248)
MULTIPLIERS = (-8.3593e-3, -7.4144e-3)
FIRST_ACCELERATIONS = (
    -1.975258894011285,
    -1.0898297102811276e-3,
    7.8855083626142589e-2,
    -5.533362821731549,
    -0.3487021489546511,
)
FIRST_SPIN_RATE = -2.132968724380927
# at t = 10 s (DASSL at 1e-9, multipliers outside its error control)
END = (8.6355386965811e-3, 1.3038281022727e-5, -9.3635784016818e-5, -1.3642299804033e-2, 1.5292895005422e-3)
END_VELOCITIES = (-0.076985374142666, -2.5151106429207e-4, 2.0541188079539e-3, -0.23904837703692, -0.013633468454173)
END_STATES = (-0.24421377661131, 3.7839614386969e-4, 0.14173214964613, -3.3666751972196e-4, -0.15949425684022)


@njit
def _wheel(xi):
    slope = math.tan(DELTA0)
    return RN0 + slope * (AR - abs(xi)), -math.copysign(slope, xi)


@njit
def _rail(q, psi, xi):
    """Rail profile and its first two derivatives under the wheel's contact point."""
    R, _ = _wheel(xi)
    s, c, sf, cf = math.sin(q[3]), math.cos(q[3]), math.sin(q[4]), math.cos(q[4])
    X = q[0] + xi * c * cf + R * (c * sf * math.cos(psi) - s * math.sin(psi))
    across = AR + RS * math.sin(DELTA0)
    D = math.sqrt(RS**2 - (abs(X) - across) ** 2)
    return D - RN0 - RS * math.cos(DELTA0), math.copysign(1.0, X) * (across - abs(X)) / D, -(RS**2) / D**3


@njit
def _side(w, side):
    return (w[1], w[2]) if side > 0 else (w[3], w[4])


@njit
def constraints(t, q, w):
    found = np.zeros(2)
    for k, side in enumerate((LEFT, RIGHT)):
        psi, xi = _side(w, side)
        R, _ = _wheel(xi)
        G, _, _ = _rail(q, psi, xi)
        found[k] = SCALE * (G - q[1] - xi * math.sin(q[4]) + R * math.cos(q[4]) * math.cos(psi))
    return found


@njit
def jacobian(t, q, w):
    """At fixed contact points: their own conditions make the rest of the derivative vanish."""
    found = np.zeros((2, 5))
    s, c, sf, cf = math.sin(q[3]), math.cos(q[3]), math.sin(q[4]), math.cos(q[4])
    for k, side in enumerate((LEFT, RIGHT)):
        psi, xi = _side(w, side)
        R, _ = _wheel(xi)
        _, G1, _ = _rail(q, psi, xi)
        sp, cp = math.sin(psi), math.cos(psi)
        found[k, 0], found[k, 1] = G1, -1.0
        found[k, 3] = G1 * (R * (-c * sp - cp * sf * s) - xi * cf * s)
        found[k, 4] = -R * cp * sf - xi * cf + G1 * (R * cf * cp * c - xi * c * sf)
    return SCALE * found


@njit
def _contact_angle(q, psi, xi, side):
    _, R1 = _wheel(xi)
    s, c, sf, cf = math.sin(q[3]), math.cos(q[3]), math.sin(q[4]), math.cos(q[4])
    n = (R1 * cf - sf * math.cos(psi)) * c + math.sin(psi) * s
    return math.atan(n / (-side * (R1 * sf + math.cos(psi) * cf)))


@njit
def _creep(q, v, w, o, normal, delta, side):
    """Creep force of one wheel in track axes."""
    psi, xi = _side(w, side)
    R, R1 = _wheel(xi)
    _, G1, G2 = _rail(q, psi, xi)
    s, c, sf, cf = math.sin(q[3] / math.cos(delta)), math.cos(q[3] / math.cos(delta)), math.sin(q[4]), math.cos(q[4])
    sp, cp = math.sin(psi), math.cos(psi)
    A, B = 1.0 / (2.0 * R * math.sqrt(1.0 + R1**2)), -G2 / (2.0 * (1.0 + G1**2) ** 1.5)
    C = (3.0 * abs(normal) * (1.0 - SIGMA) * E / (2.0 * PI * (A + B) * GM * math.sqrt(GG))) ** (1.0 / 3.0)
    w1 = (
        -o * R * (s * cp + c * sf * sp)
        + v[0]
        - v[3] * (R * (s * sf * cp + c * sp) + xi * s * cf)
        - v[4] * c * (xi * sf - R * cf * cp)
    )
    w2 = o * R * cf * sp + v[1] + v[4] * (xi * cf + R * sf * cp)
    w3 = (
        -o * R * (c * cp - s * sf * sp)
        + V
        + v[2]
        - v[3] * (xi * c * cf + R * (c * sf * cp - s * sp))
        + v[4] * s * (xi * sf - R * cf * cp)
    )
    vr = math.sqrt((w1 - 2.0 * v[0]) ** 2 + (w2 - 2.0 * v[1]) ** 2 + (w3 - 2.0 * v[2] - 2.0 * V) ** 2) / 2.0
    nx = (s * w1 + c * w3) / vr
    ny = (c * math.cos(delta) * w1 + side * math.sin(delta) * w2 - s * math.cos(delta) * w3) / vr
    ns = (-side * math.sin(delta) * o + math.cos(delta) * v[3]) / vr
    most = MU * normal
    tx = -most * math.tanh(GM * C**2 * C11 * nx / most)
    ty = -most * math.tanh((GM * C**2 * C22 * ny + GM * C**3 * C23 * ns) / most)
    size = math.sqrt(tx**2 + ty**2)
    if size > abs(most):
        tx, ty = tx * abs(most) / size, ty * abs(most) / size
    cd, sd = math.cos(delta), math.sin(delta)
    return s * tx + c * cd * ty, side * sd * ty, c * tx - s * cd * ty


@njit
def _moments(q, v, w, lam):
    """Forces without those of the contact rows (5,), and the moment about the axle."""
    Q = jacobian(0.0, q, w).T @ lam
    o = OMEGA + w[0]
    dl, dr = _contact_angle(q, w[1], w[2], LEFT), _contact_angle(q, w[3], w[4], RIGHT)
    whole = -math.sin(dl + dr)
    nl = (math.cos(dr) * Q[0] - math.sin(dr) * Q[1]) / whole
    nr = (-math.cos(dl) * Q[0] - math.sin(dl) * Q[1]) / whole
    s, c, sf, cf = math.sin(q[3]), math.cos(q[3]), math.sin(q[4]), math.cos(q[4])
    h = np.zeros(5)
    h[0], h[1], h[2] = -2.0 * CX * q[0], -M * GRAVITY, -2.0 * CZ * q[2]
    h[3] = I2 * v[3] * v[4] * sf - I1 * o * v[4] - (I1 - I2) * v[3] * v[4] * sf - 2.0 * XL**2 * CZ * q[3] * cf
    h[4] = I1 * o * v[3] * cf + (I1 - I2) * v[3] ** 2 * sf * cf
    spin = -2.0 * XL**2 * CZ * q[3] * sf
    for side, normal, delta in ((LEFT, nl, dl), (RIGHT, nr, dr)):
        t1, t2, t3 = _creep(q, v, w, o, normal, delta, side)
        psi, xi = _side(w, side)
        R, _ = _wheel(xi)
        sp, cp = math.sin(psi), math.cos(psi)
        h[0] += t1
        h[1] += t2
        h[2] += t3
        h[3] += -(xi * s + R * sp * c * cf) * t1 - R * sp * sf * t2 + (-xi * c + R * sp * s * cf) * t3
        h[4] += (
            -(xi * c * sf - R * cp * c * cf) * t1 + (xi * cf + R * cp * sf) * t2 + (xi * s * sf - R * cp * s * cf) * t3
        )
        spin += -R * (cp * s + sp * c * sf) * t1 + R * sp * cf * t2 - R * (cp * c - sp * s * sf) * t3
    return h, spin, Q


@njit
def force(t, q, v, w, lam):
    h, _, _ = _moments(q, v, w, lam)
    return h


@njit
def mass(t, q):
    found = np.zeros((5, 5))
    for i, m in enumerate((M, M, M, I2 * math.cos(q[4]), I2)):
        found[i, i] = m
    return found


@njit
def states(t, q, v, w, lam):
    """b', and the conditions of the two contact points."""
    h, spin, Q = _moments(q, v, w, lam)
    s, c, sf, cf = math.sin(q[3]), math.cos(q[3]), math.sin(q[4]), math.cos(q[4])
    found = np.zeros(5)
    yaw = (h[3] + Q[3]) / (I2 * cf)
    found[0] = -yaw * sf - v[3] * v[4] * cf + spin / I1
    for k, side in ((1, LEFT), (3, RIGHT)):
        psi, xi = _side(w, side)
        _, R1 = _wheel(xi)
        _, G1, _ = _rail(q, psi, xi)
        sp, cp = math.sin(psi), math.cos(psi)
        found[k] = G1 * (R1 * sf + cf * cp) + R1 * c * cf - c * sf * cp + s * sp
        found[k + 1] = R1 * s * cf - s * sf * cp - c * sp
    return found


def wheelset() -> jd.Equations:
    return jd.Equations(
        name="wheelset",
        mass=mass,
        force=force,
        constraints=constraints,
        jacobian=jacobian,
        states=states,
        q=START,
        v=np.zeros(5),
        w=STATES,
        lam=MULTIPLIERS,
        algebraic=(False, True, True, True, True),
        names=("x", "y", "z", "theta", "phi"),
        length=1e-3,
    )
