"""The five problems on which the trust line and verify are tested, each with its true motion at any time.

None of the motions comes from this package: closed form (pendulum), quadrature of the energy integral (Andrews), equations
of motion in minimal coordinates (N-four-bar, two-link arm) and Euler's equations (heavy top) by SciPy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import jourdain as jd
from machines import problems as pb

# --------------------------------------------------------------------------- Andrews' mechanism by quadrature
# points of the plane are complex numbers here


def _meet(p: Any, a: float, q: Any, b: float, side: float) -> np.ndarray:
    """The point at distance a from p and b from q, to the left (side +1) or right (-1) of the way from p to q."""
    far = np.abs(q - p)
    along = (far**2 + a**2 - b**2) / (2.0 * far)
    return p + (along + 1j * side * np.sqrt(a**2 - along**2)) * (q - p) / far


def _pins(beta: np.ndarray) -> tuple[np.ndarray, ...]:
    """F, E, G, H for crank angles beta: three times two circles meet."""
    F = 0.007 * np.exp(1j * beta)
    E = _meet(F, 0.028, complex(*pb.ANDREWS_B), 0.035, 1.0)
    A = complex(*pb.ANDREWS_A)
    return F, E, _meet(A, 0.04, E, 0.02, 1.0), _meet(A, 0.04, E, 0.02, -1.0)


def _pose(beta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Origins (7, ..) and angles (7, ..) of the bodies."""
    F, E, G, H = _pins(beta)
    A, B, O = (np.full_like(F, complex(*point)) for point in (pb.ANDREWS_A, pb.ANDREWS_B, pb.ANDREWS_O))
    # a bar's direction, and where it points in the body's own frame; only the crank turns over
    bars = [(F - E, 1.0), (E - B, -1j), (E - G, -1j), (G - A, 1.0), (E - H, 1.0), (H - A, -1j)]
    return np.stack([O, F, B, G, A, H, A]), np.stack([beta, *(np.angle(d / own) for d, own in bars)])


def _centres(origins: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Centres of mass (7, ..)."""
    coms = [complex(*link.com) for link in pb.andrews().links]
    return np.stack([p + c * np.exp(1j * a) for p, c, a in zip(origins, coms, angles, strict=True)])


def _dyad(known: np.ndarray, p: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Real w1, w2 with known + i w1 p + i w2 q = 0: angular velocities of two bars that share a pin."""
    across = (np.conj(p) * q).imag
    return -(np.conj(q) * known).real / across, (np.conj(p) * known).real / across


def _inertia_and_potential(beta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Inertia that the crank feels [kg m2] and potential of the spring [J]."""
    F, E, G, H = _pins(beta)
    origins, angles = _pose(beta)
    A, B = complex(*pb.ANDREWS_A), complex(*pb.ANDREWS_B)
    w2, w3 = _dyad(1j * F, E - F, B - E)
    tip = 1j * w3 * (E - B)
    w5, w4 = _dyad(-tip, G - A, E - G)
    w7, w6 = _dyad(-tip, H - A, E - H)
    still = np.zeros_like(F)
    moving = (still, 1j * F, still, 1j * w5 * (G - A), still, 1j * w7 * (H - A), still)
    arms = _centres(origins, angles) - origins
    inertia = np.zeros_like(beta)
    for link, v, w, arm in zip(pb.andrews().links, moving, (1.0, w2, w3, w4, w5, w6, w7), arms, strict=True):
        inertia += link.mass * np.abs(v + 1j * w * arm) ** 2 + link.inertia * w**2
    stiffness, rest = pb.ANDREWS_SPRING
    stretch = np.abs(B + complex(*pb.ANDREWS_D) * np.exp(1j * angles[2]) - complex(*pb.ANDREWS_C)) - rest
    return inertia, 0.5 * stiffness * stretch**2


def _andrews_slowness(s: np.ndarray) -> np.ndarray:
    """dt/ds (n,) at s, where beta = start + s^2; an even function of s.

    With one degree of freedom and a start at rest, energy gives the speed: beta' = sqrt(2 (tau s^2 - V + V0)/I). The variable s
    takes away the root at the start.
    """
    start = pb.ANDREWS_START[0]
    inertia, potential = _inertia_and_potential(start + s**2)
    v0 = _inertia_and_potential(np.array([start]))[1]
    return 2.0 * np.abs(s) / np.sqrt(2.0 * (pb.ANDREWS_TORQUE * s**2 - potential + v0) / inertia)


def _andrews_time(first: np.ndarray, s: np.ndarray) -> np.ndarray:
    """Time [s] from `first` to s (n,) by Gauss' rule; from 0 as half of what -s to s takes, away from 0/0 at s = 0."""
    x, w = np.polynomial.legendre.leggauss(20)
    centre, half = np.where(first > 0.0, [(first + s) / 2, (s - first) / 2], [0.0 * s, s])
    return np.where(first > 0.0, 1.0, 0.5) * half * (_andrews_slowness(centre[:, None] + half[:, None] * x) @ w)


@cache
def _andrews_table() -> tuple[np.ndarray, np.ndarray]:
    """Values of s and the times there: 2.5 turns of the crank in 31 ms."""
    s = np.concatenate([[0.0], np.linspace(0.3, 4.2, 400)])
    return s, np.concatenate([[0.0], np.cumsum(_andrews_time(s[:-1], s[1:]))])


def andrews_motion(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centres of mass (nt, 7, 2) and angles (nt, 7) of Andrews' mechanism, good to 1e-11."""
    edges, at_edges = _andrews_table()
    later = times[1:]
    s = np.interp(later, at_edges, edges)
    for _ in range(5):  # Newton's method for t(s) = time
        k = np.searchsorted(edges, s, side="right") - 1
        s = s - (at_edges[k] + _andrews_time(edges[k], s) - later) / _andrews_slowness(s)
    origins, angles = _pose(pb.ANDREWS_START[0] + np.concatenate([[0.0], s]) ** 2)
    centres = _centres(origins, angles).T
    return np.stack([centres.real, centres.imag], axis=-1), angles.T


# --------------------------------------------------------------------------- the other four


def pendulum_motion(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centre (nt, 1, 2) and angle (nt, 1): nothing turns the mass."""
    return pb.pendulum_position(times)[:, None], np.zeros((len(times), 1))


def four_bar_motion(times: np.ndarray, n: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Centres (nt, 2n + 1, 2) and angles of the uprights and the couplers, which stay level."""
    th = pb.n_four_bar_angle(n, times)
    tip = np.stack([np.sin(th), np.cos(th)], axis=1)
    uprights = [0.5 * tip + np.array([i, 0.0]) for i in range(n + 1)]
    couplers = [tip + np.array([i + 0.5, 0.0]) for i in range(n)]
    angles = [-th] * (n + 1) + [0.0 * th] * n
    return np.stack([*uprights, *couplers], axis=1), np.stack(angles, axis=1)


def arm_motion(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centres (nt, 2, 2) and angles (nt, 2) of both rods."""
    angles = pb.two_link_arm_angles(times)
    rods = np.array([1.0, np.sqrt(3.0)])[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    return np.stack([0.5 * rods[:, 0], rods[:, 0] + 0.5 * rods[:, 1]], axis=1), angles


def top_states(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Quaternions (nt, 4) and angular velocities in body axes (nt, 3) of the heavy top: Euler's equations about the ball."""
    about_ball = np.array([15.234375, 0.46875, 15.234375])

    def slope(_t: float, state: np.ndarray) -> np.ndarray:
        (w, x, y, z), (a, b, c) = state[:4], state[4:]
        p, q, r = about_ball * state[4:]
        # moment of the weight about the ball, e_y x R^T (0, 0, -m g), less omega x momentum
        down_x, down_z = -15.0 * 9.81 * 2 * (x * z - w * y), -15.0 * 9.81 * (1 - 2 * (x * x + y * y))
        moment = np.array([down_z - (b * r - c * q), -(c * p - a * r), -down_x - (a * q - b * p)])
        turning = [-x * a - y * b - z * c, w * a + y * c - z * b, w * b - x * c + z * a, w * c + x * b - y * a]
        return np.concatenate([0.5 * np.array(turning), moment / about_ball])

    start = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 150.0, -4.61538])
    y = solve_ivp(slope, (0.0, times[-1]), start, "DOP853", t_eval=times, rtol=3e-14, atol=1e-15).y.T
    return y[:, :4] / np.linalg.norm(y[:, :4], axis=1)[:, None], y[:, 4:]


def top_motion(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centre (nt, 1, 3) and quaternion (nt, 1, 4) of the heavy top."""
    quaternions = top_states(times)[0]
    w, x, y, z = quaternions.T
    centre = np.stack([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)], axis=1)  # R e_y
    return centre[:, None], quaternions[:, None]


# --------------------------------------------------------------------------- problems


@cache
def _remembered(motion: Callable[[np.ndarray], Any], times: tuple[float, ...]) -> Any:
    return motion(np.array(times))


@dataclass(frozen=True)
class Problem:
    """A model, the end of its run [s], its true motion, and how well that is known (lengths of the model, radians)."""

    model: Callable[[], jd.Model]
    end: float
    motion: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
    known: float = 1e-12

    def error(self, result: Any) -> np.ndarray:
        """True error (nt,) of a result in lengths of its model and radians, the worst of all bodies."""
        centres, turns = _remembered(self.motion, tuple(result.t))
        bodies = [result[name] for name in result.system.bodies]
        far = np.stack([body.position.values for body in bodies], axis=1) - centres
        if result.system.planar:
            apart = np.abs(np.stack([body.angle.values for body in bodies], axis=1) - turns)
        else:
            found = np.stack([body.quaternion.values for body in bodies], axis=1)
            chord = np.minimum(np.linalg.norm(found - turns, axis=2), np.linalg.norm(found + turns, axis=2))
            apart = 4.0 * np.arcsin(0.5 * chord)
        return np.maximum(np.abs(far).max(axis=(1, 2)) / result.system.length, apart.max(axis=1))


PROBLEMS = {
    "Andrews": Problem(pb.andrews_model, pb.ANDREWS_END, andrews_motion, 2e-11),
    "heavy top": Problem(pb.heavy_top, pb.HEAVY_TOP_END, top_motion, 3e-12),
    "pendulum": Problem(pb.pendulum, 10.0, pendulum_motion),
    "four-bar": Problem(lambda: pb.planar_model(pb.n_four_bar(2)), 10.0, four_bar_motion, 3e-11),
    "arm": Problem(lambda: pb.planar_model(pb.two_link_arm()), 3.0, arm_motion),
    "long arm": Problem(lambda: pb.planar_model(pb.two_link_arm()), 10.0, arm_motion, 1e-10),
}
