"""The block methods in plain NumPy, as a reference: all nodes at once, full Newton on a dense matrix, nothing clever.

    M(q) z' = h(t, q, z) + G^T lam,   q' = z,   and one of
    index 3: Phi(t, q) = 0      index 2: G z + Phi_t = 0      index 1: G z' + bias = 0

    at every node i:  Z = z_0 + h d z'_0 + h B A,   Q = q_0 + h d z_0 + h B Z,   unknowns A (= z') and lam

The functions of a problem take any number of leading axes and complex numbers: derivatives are taken along imaginary
steps of 1e-100, which gives all digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import pi, sqrt
from typing import Any

import numpy as np

from jourdain.integrators.block.coefficients import Coefficients

Array = np.ndarray
TINY = 1e-100  # imaginary step


@dataclass(frozen=True)
class Problem:
    """Equations of motion; t: (..), q and v: (.., n)."""

    M: Callable[[Array], Array]  # (q) -> (.., n, n)
    h: Callable[[Any, Array, Array], Array]  # (t, q, v) -> (.., n)
    Phi: Callable[[Any, Array], Array]  # (t, q) -> (.., m)
    Phi_t: Callable[[Any, Array], Array]  # (t, q) -> (.., m), partial derivative
    G: Callable[[Any, Array], Array]  # (t, q) -> (.., m, n)
    bias: Callable[[Any, Array, Array], Array]  # (t, q, v) -> (.., m): d2 Phi/dt2 = G vdot + bias
    energy: Callable[[Array, Array], Array]  # (q, v) -> (..)

    def rate(self, t: Any, q: Array, v: Array) -> Array:
        """d Phi/dt."""
        return times(self.G(t, q), v) + self.Phi_t(t, q)

    def accelerate(self, t: float, q: Array, v: Array) -> tuple[Array, Array]:
        """vdot and lam of the index-1 equations."""
        G, n = self.G(t, q), len(q)
        matrix = np.block([[self.M(q), -G.T], [G, np.zeros((len(G), len(G)))]])
        x = np.linalg.solve(matrix, np.concatenate([self.h(t, q, v), -self.bias(t, q, v)]))
        return x[:n], x[n:]


@dataclass(frozen=True)
class State:
    """t, q, v, and the accelerations and multipliers that the method carries."""

    t: float
    q: Array
    v: Array
    a: Array
    lam: Array


def times(A: Array, x: Array) -> Array:
    """Matrices times vectors, over leading axes."""
    return (A @ x[..., None])[..., 0]


def start(problem: Problem, t: float, q: Array, v: Array) -> State:
    """A consistent start."""
    return State(t, q, v, *problem.accelerate(t, q, v))


def block_steps(problem: Problem, state: State, method: Coefficients, index: int, h: float) -> Iterator[State]:
    """States at t + h, t + 2 h, .."""
    while True:
        state = block_step(problem, state, method, index, h)
        yield state


def block_step(problem: Problem, state: State, method: Coefficients, index: int, h: float, tol: float = 1e-13) -> State:
    """One step. Newton ends when an update is below tol of the unknowns, or when rounding stops its decrease."""
    r, n, m = method.r, len(state.q), len(state.lam)
    t = state.t + h * method.c
    A, lam = np.tile(state.a, (r, 1)), np.tile(state.lam, (r, 1))
    before = np.inf
    for _ in range(20):
        Z = state.v + h * np.outer(method.d, state.a) + h * method.B @ A
        Q = state.q + h * np.outer(method.d, state.v) + h * method.B @ Z
        F, J = _equations(problem, method, index, h, t, Q, Z, A, lam)
        x = np.linalg.solve(J, -F).reshape(r, n + m)
        A, lam = A + x[:, :n], lam + x[:, n:]
        size = max(np.abs(x[:, :n]).max() / (1.0 + np.abs(A).max()), np.abs(x[:, n:]).max() / (1.0 + np.abs(lam).max()))
        if size <= tol or (size < 1e-6 and size > 0.5 * before):
            break
        before = size
    else:
        raise ArithmeticError(f"Newton's method does not converge at t = {state.t}")
    Z = state.v + h * np.outer(method.d, state.a) + h * method.B @ A
    Q = state.q + h * np.outer(method.d, state.v) + h * method.B @ Z
    return State(state.t + h, Q[-1], Z[-1], A[-1], lam[-1])


def _equations(
    problem: Problem, method: Coefficients, index: int, h: float, t: Array, Q: Array, Z: Array, A: Array, lam: Array
) -> tuple[Array, Array]:
    """Residual (r (n + m),) and its derivative by the unknowns (A_1, lam_1, A_2, ..)."""
    r, n = Q.shape
    m = lam.shape[1]

    def residual(t: Array, Q: Array, Z: Array) -> Array:
        G = problem.G(t, Q)
        motion = times(problem.M(Q), A) - problem.h(t, Q, Z) - times(np.swapaxes(G, -1, -2), lam)
        # rows divided by the power of h with which the unknown accelerations enter them
        if index == 3:
            row = problem.Phi(t, Q) / h**2
        elif index == 2:
            row = problem.rate(t, Q, Z) / h
        else:
            row = times(G, A) + problem.bias(t, Q, Z)
        return np.concatenate([motion, row], axis=-1)

    ones = 1j * TINY * np.eye(n)[:, None, :]
    by_q = np.moveaxis(residual(t, Q + ones, Z + 0 * ones).imag / TINY, 0, -1)  # (r, n + m, n)
    by_v = np.moveaxis(residual(t, Q + 0 * ones, Z + ones).imag / TINY, 0, -1)
    G = problem.G(t, Q)
    J = np.zeros((r, n + m, r, n + m))
    for i in range(r):
        for j in range(r):
            J[i, :, j, :n] = h**2 * (method.B @ method.B)[i, j] * by_q[i] + h * method.B[i, j] * by_v[i]
        J[i, :n, i, :n] += problem.M(Q)[i]
        J[i, :n, i, n:] = -G[i].T
        if index == 1:
            J[i, n:, i, :n] += G[i]
    return residual(t, Q, Z).ravel(), J.reshape(r * (n + m), r * (n + m))


def rk4_steps(problem: Problem, state: State, h: float) -> Iterator[State]:
    """The classical Runge-Kutta method on the index-1 equations."""
    while True:
        t, q, v, f = state.t, state.q, state.v, problem.accelerate
        a1 = f(t, q, v)[0]
        v2 = v + h / 2 * a1
        a2 = f(t + h / 2, q + h / 2 * v, v2)[0]
        v3 = v + h / 2 * a2
        a3 = f(t + h / 2, q + h / 2 * v2, v3)[0]
        v4 = v + h * a3
        a4 = f(t + h, q + h * v3, v4)[0]
        q = q + h / 6 * (v + 2 * v2 + 2 * v3 + v4)
        v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        state = start(problem, t + h, q, v)
        yield state


# --------------------------------------------------------------------------- the planar arm of two links (Li, Ding, Li 2019)

LENGTHS, MASSES, GRAVITY = np.array([1.0, sqrt(3.0)]), np.array([1.0, 2.0]), 9.81
ANGLES = np.array([pi / 3, -pi / 6])  # at the start, at rest


def arm() -> Problem:
    """q = (x1, y1, th1, x2, y2, th2); the rows of the second joint are written relative to the first link."""
    inertia = MASSES * LENGTHS**2 / 12
    mass = np.array([MASSES[0], MASSES[0], inertia[0], MASSES[1], MASSES[1], inertia[1]])
    weight = GRAVITY * np.array([0.0, MASSES[0], 0.0, 0.0, MASSES[1], 0.0])
    a, b = LENGTHS / 2
    fixed = np.array([[1.0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [-1, 0, 0, 1, 0, 0], [0, -1, 0, 0, 1, 0]])

    def along(q: Array) -> tuple[Array, Array]:
        """Half links as vectors (.., 2)."""
        u, w = (np.stack([np.cos(q[..., i]), np.sin(q[..., i])], axis=-1) for i in (2, 5))
        return a * u, b * w

    def turned(u: Array) -> Array:
        return np.stack([-u[..., 1], u[..., 0]], axis=-1)

    def Phi(t: Any, q: Array) -> Array:
        u, w = along(q)
        return np.concatenate([q[..., 0:2] - u, q[..., 3:5] - q[..., 0:2] - u - w], axis=-1)

    def G(t: Any, q: Array) -> Array:
        u, w = along(q)
        J = np.zeros((*q.shape[:-1], 4, 6), q.dtype) + fixed
        J[..., 0:2, 2] = J[..., 2:4, 2] = -turned(u)
        J[..., 2:4, 5] = -turned(w)
        return J

    def bias(t: Any, q: Array, v: Array) -> Array:
        u, w = along(q)
        first = u * v[..., 2:3] ** 2
        return np.concatenate([first, first + w * v[..., 5:6] ** 2], axis=-1)

    return Problem(
        M=lambda q: np.zeros((*q.shape, 6)) + np.diag(mass),
        h=lambda t, q, v: np.zeros_like(q) - weight,
        Phi=Phi,
        Phi_t=lambda t, q: np.zeros((*q.shape[:-1], 4)),
        G=G,
        bias=bias,
        energy=lambda q, v: 0.5 * (v * v) @ mass + q @ weight,
    )


def arm_start() -> State:
    """At rest."""
    u, w = (
        length / 2 * np.array([np.cos(angle), np.sin(angle)]) for length, angle in zip(LENGTHS, ANGLES, strict=True)
    )
    q = np.array([*u, ANGLES[0], *(2 * u + w), ANGLES[1]])
    return start(arm(), 0.0, q, np.zeros(6))


def tip(q: Array) -> Array:
    """End point of the second link."""
    return q[3:5] + LENGTHS[1] / 2 * np.array([np.cos(q[5]), np.sin(q[5])])


@dataclass(frozen=True)
class Figures:
    """Largest values over the ends of steps: |E - E_0|, and components of the rows at the three levels."""

    energy: float
    position: float
    velocity: float
    acceleration: float
    last: State
    history: Array  # (steps,) E - E_0


def figures(problem: Problem, first: State, steps: Iterator[State], number: int) -> Figures:
    """Figures of a run of so many steps."""
    worst, energies, state = np.zeros(3), [], first
    e0 = problem.energy(first.q, first.v)
    for _ in range(number):
        state = next(steps)
        t, q, v = state.t, state.q, state.v
        level2 = times(problem.G(t, q), state.a) + problem.bias(t, q, v)
        rows = problem.Phi(t, q), problem.rate(t, q, v), level2
        worst = np.maximum(worst, [np.abs(row).max() for row in rows])
        energies.append(problem.energy(q, v) - e0)
    return Figures(float(np.abs(energies).max()), *map(float, worst), state, np.array(energies))
