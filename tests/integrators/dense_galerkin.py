"""A plain, slow, independent reference of the continuous-Galerkin methods cG(k), and of what they are compared with.

A system is given by H(q, p) and rows Psi(q, p) = Phi(q) dH/dp = 0. Unknowns of a step are the values at equidistant nodes,
as the methods are written down; Newton's method runs on differences until rounding stops it. Functions work over leading axes
and with complex numbers: derivatives are imaginary steps. The multipliers stand on the left, p' + H_q + Phi^T lam = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.polynomial import polynomial as poly

Array = Any
TINY = 1e-100


@dataclass(frozen=True)
class Problem:
    """Mechanical: H is quadratic in p, with the mass matrix M(q)."""

    H: Callable[[Array, Array], Array]  # (q, p) -> (..)
    Hp: Callable[[Array, Array], Array]  # (q, p) -> (.., n), the velocities
    M: Callable[[Array], Array]  # (q) -> (.., n, n)
    Phi: Callable[[Array], Array]  # (q) -> (.., m, n)

    def Hq(self, q: Array, p: Array) -> Array:
        """dH/dq (.., n)."""
        steps = 1j * TINY * np.eye(q.shape[-1])
        return self.H(q[..., None, :] + steps, p[..., None, :]).imag / TINY

    def Psi(self, q: Array, p: Array) -> Array:
        """Rows at velocity level (.., m)."""
        return times(self.Phi(q), self.Hp(q, p))

    def dPsi(self, q: Array, p: Array, dq: Array, dp: Array) -> Array:
        """Change of the rows along (dq, dp)."""
        return self.Psi(q + 1j * TINY * dq, p + 1j * TINY * dp).imag / TINY

    def multipliers(self, q: Array, p: Array) -> Array:
        """lam of the index-1 equations, (m,): Psi does not change along the motion."""
        v, free, Phi = self.Hp(q, p), -self.Hq(q, p), self.Phi(q)
        return np.linalg.solve(Phi @ np.linalg.solve(self.M(q), Phi.T), self.dPsi(q, p, v, free))

    def slope(self, q: Array, p: Array) -> tuple[Array, Array]:
        """q' and p' of the index-1 equations."""
        return self.Hp(q, p), -self.Hq(q, p) - self.Phi(q).T @ self.multipliers(q, p)

    def normals(self, q: Array) -> Array:
        """N (.., n, m): columns of Phi^T made orthonormal in the inverse mass, one after the other."""
        Phi = self.Phi(q)
        along = np.swapaxes(Phi, -1, -2)
        L = np.linalg.cholesky(Phi @ np.linalg.solve(self.M(q), along))
        return np.swapaxes(np.linalg.solve(L, Phi), -1, -2)

    def consistent(self, q: Array, v: Array) -> tuple[Array, Array]:
        """q, and p of the velocities nearest to v in the mass metric that obey the rows."""
        p, N = self.M(q) @ v, self.normals(q)
        return q, p - N @ (N.T @ v)


def times(A: Array, x: Array) -> Array:
    """Matrices times vectors, over leading axes."""
    return (A @ x[..., None])[..., 0]


# --------------------------------------------------------------------------- bases


@dataclass(frozen=True)
class Bases:
    """At the n Gauss points: M (n, k + 1) on the nodes of q and p, T (n, k) on those of their slopes.

    D (k, k + 1): slopes q~ = D q; w (n,): weights.
    """

    M: Array
    T: Array
    D: Array
    w: Array


def lagrange(nodes: Array) -> Array:
    """Coefficients (power, node) of the Lagrange polynomials."""
    return np.linalg.inv(np.vander(nodes, increasing=True))


@cache
def bases(k: int, n: int) -> Bases:
    """M_i on (i - 1)/k, M~_j on (j - 1)/(k - 1) (k = 1: 1), n Gauss points on [0, 1]."""
    x, w = np.polynomial.legendre.leggauss(n)
    x, w = (x + 1) / 2, w / 2
    b = np.linspace(0.0, 1.0, k) if k > 1 else np.array([1.0])
    M, T = lagrange(np.linspace(0.0, 1.0, k + 1)), lagrange(b)
    return Bases(poly.polyval(x, M).T, poly.polyval(x, T).T, poly.polyval(b, poly.polyder(M)).T, w)


# --------------------------------------------------------------------------- a step


@dataclass(frozen=True)
class Step:
    """State at the end of a step, and over the step: lam (k or 1, m) and work = sum w lam . Phi q' of the multipliers."""

    q: Array
    p: Array
    lam: Array
    work: float
    mu: Array


def galerkin_step(problem: Problem, q: Array, p: Array, h: float, k: int, n: int, variant: str) -> Step:
    """One step of variant "A", "B", "C" or "P" with n Gauss points."""
    if n < k:
        raise ValueError(f"{n} Gauss points for degree {k}: the equations are singular, at least {k} are needed")
    d, m = len(q), problem.Phi(q).shape[0]
    base = bases(k, n)
    shapes = {"q": (k, d), "p": (k, d), "lam": (1 if variant == "A" else k, m), "mu": (m if variant == "P" else 0,)}

    def parts(x: Array) -> dict[str, Array]:
        """Unknowns by name, from (.., all)."""
        found, at = {}, 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            found[name] = x[..., at : at + size].reshape(*x.shape[:-1], *shape)
            at += size
        return found

    def points(x: Array) -> tuple[Array, ...]:
        """q, p, q', p', Phi and lam at the Gauss points."""
        u = parts(x)
        lead = (*x.shape[:-1], 1, d)
        first = np.broadcast_to(p, lead)
        if variant == "P":
            first = first + times(problem.normals(q), u["mu"])[..., None, :]
        Q = np.concatenate([np.broadcast_to(q, lead), u["q"]], axis=-2)
        P = np.concatenate([first, u["p"]], axis=-2)
        lam = (base.T if variant != "A" else np.ones((n, 1))) @ u["lam"]
        qs = base.M @ Q
        Phi = problem.Phi(qs)
        return qs, base.M @ P, base.T @ (base.D @ Q), base.T @ (base.D @ P), Phi, lam

    def leave(u: dict[str, Array]) -> Array:
        """p at the end of the step."""
        end = u["p"][..., -1, :]
        return end + (-1) ** k * times(problem.normals(u["q"][..., -1, :]), u["mu"]) if variant == "P" else end

    def residual(x: Array) -> Array:
        qs, ps, dq, dp, Phi, lam = points(x)
        weighted = (base.T * base.w[:, None]).T  # (k, n): int M~_i f = weighted @ f
        motion = dq - h * problem.Hp(qs, ps)
        balance = dp + h * (problem.Hq(qs, ps) + times(np.swapaxes(Phi, -1, -2), lam))
        if variant == "A":
            rows = base.w[None, :] @ problem.dPsi(qs, ps, dq, dp)
        else:
            rows = weighted @ (problem.dPsi(qs, ps, dq, dp) if variant == "B" else times(Phi, dq))
        all_rows = [weighted @ motion, weighted @ balance, rows / h]
        if variant == "P":
            u = parts(x)
            all_rows.append(problem.Psi(u["q"][..., -1, :], leave(u))[..., None, :])
        return np.concatenate([r.reshape(*x.shape[:-1], -1) for r in all_rows], axis=-1)

    v, force = problem.slope(q, p)
    along = (np.arange(1, k + 1) / k * h)[:, None]
    guess = [(q + along * v).ravel(), (p + along * force).ravel(), np.tile(problem.multipliers(q, p), shapes["lam"][0])]
    x = newton(residual, np.concatenate([*guess, np.zeros(shapes["mu"])]))
    u = parts(x)
    _, _, dq, _, Phi, lam = points(x)
    work = float(base.w @ (lam * times(Phi, dq)).sum(-1))
    return Step(u["q"][-1], leave(u), u["lam"], work, u["mu"])


def newton(residual: Callable[[Array], Array], x: Array) -> Array:
    """Root of residual, which takes (.., n); ends when an update no longer falls, near rounding."""
    before = np.inf
    for _ in range(30):
        step = 1e-7 * np.maximum(1.0, np.abs(x))
        value = residual(x)
        J = ((residual(x + np.diag(step)) - value) / step[:, None]).T
        update = np.linalg.solve(J, -value)
        size = np.abs(update / np.maximum(1.0, np.abs(x))).max()
        x = x + update
        if size < 1e-15 or (size < 1e-11 and size > 0.1 * before):
            return x
        before = size
    raise ArithmeticError("Newton's method does not converge")


def galerkin(
    problem: Problem, q: Array, p: Array, h: float, k: int, n: int | None = None, variant: str = "P"
) -> Iterator[Step]:
    """Steps from (q, p) on; n: as many as k unless given."""
    while True:
        step = galerkin_step(problem, q, p, h, k, n or k, variant)
        q, p = step.q, step.p
        yield step


# --------------------------------------------------------------------------- what it is compared with


def gauss_steps(problem: Problem, q: Array, p: Array, h: float, k: int) -> Iterator[tuple[Array, Array]]:
    """Gauss-Legendre collocation with k stages on the index-1 equations; fixed-point iteration to rounding."""
    x, w = np.polynomial.legendre.leggauss(k)
    c, w = (x + 1) / 2, w / 2
    powers = np.arange(1, k + 1)
    A = (c[:, None] ** powers / powers) @ np.linalg.inv(np.vander(c, increasing=True))
    y, d = np.concatenate([q, p]), len(q)
    f = lambda y: np.concatenate(problem.slope(y[:d], y[d:]))  # noqa: E731
    while True:
        Y, before = np.tile(f(y), (k, 1)), np.inf
        for _ in range(200):
            new = np.array([f(stage) for stage in y + h * A @ Y])
            size = np.abs(new - Y).max()
            Y = new
            if size < 1e-12 and size >= before:
                break
            before = size
        else:
            raise ArithmeticError("the fixed-point iteration does not converge")
        y = y + h * w @ Y
        yield y[:d], y[d:]


def rk4_steps(problem: Problem, q: Array, v: Array, h: float) -> Iterator[tuple[Array, Array]]:
    """The classical Runge-Kutta method on the index-1 equations in (q, v); constant mass matrix."""
    M = problem.M(q)

    def f(y: Array) -> Array:
        dq, dp = problem.slope(y[0], M @ y[1])
        return np.array([dq, np.linalg.solve(M, dp)])

    y = np.array([q, v])
    while True:
        a = f(y)
        b = f(y + h / 2 * a)
        c = f(y + h / 2 * b)
        y = y + h / 6 * (a + 2 * b + 2 * c + f(y + h * c))
        yield y[0], y[1]


# --------------------------------------------------------------------------- problems


def constant_mass(M: Array, V: Callable[[Array], Array], Phi: Callable[[Array], Array]) -> Problem:
    """H = p M^-1 p / 2 + V(q)."""
    inverse = np.linalg.inv(M)
    return Problem(
        H=lambda q, p: 0.5 * (p * (p @ inverse)).sum(-1) + V(q),
        Hp=lambda q, p: p @ inverse + 0 * q,
        M=lambda q: np.broadcast_to(M, (*q.shape[:-1], *M.shape)),
        Phi=Phi,
    )


MASS, BOARD, ROTOR, WHEEL = 6.0, 0.016, 0.0072, 0.0013
REACH = np.sqrt((BOARD + ROTOR + 2 * WHEEL) / MASS)
SPIN = 0.1 * np.tan(np.pi / 3) / REACH  # with it the paper's start obeys the rows
CIRCLE = np.array([0.0, 0.0, 0.0, 0.0, -np.pi / 3, np.pi / 3]), np.array([0.1, 0.0, SPIN, 0.0, 0.0, 0.0])
GENERIC = np.array([0.0, 0.0, 0.2, 0.5, -0.6, 0.9]), np.array([0.25, 0.1, 1.5, 1.0, 0.8, -1.2])
GENERIC_END = np.array(  # q at t = 2
    [-0.0372205616527, 0.3037172029085, 0.3489778805333, 4.9825080408192, 1.8182967513887, -2.3029369588136]
)


def snakeboard(springs: float = 0.0) -> Problem:
    """q = (x, y, th, psi, b, f); springs: V = springs (2 - cos b - cos f + (1 - cos psi)/2)."""
    M = np.diag([MASS, MASS, BOARD + ROTOR + 2 * WHEEL, ROTOR, WHEEL, WHEEL])
    for i, inertia in ((3, ROTOR), (4, WHEEL), (5, WHEEL)):
        M[2, i] = M[i, 2] = inertia

    def V(q: Array) -> Array:
        return springs * (2 - np.cos(q[..., 4]) - np.cos(q[..., 5]) + 0.5 * (1 - np.cos(q[..., 3])))

    def Phi(q: Array) -> Array:
        rows = np.zeros((*q.shape[:-1], 2, 6), q.dtype)
        for i, (wheel, side) in enumerate(((q[..., 4], -1.0), (q[..., 5], 1.0))):
            rows[..., i, 0], rows[..., i, 1] = -np.sin(q[..., 2] + wheel), np.cos(q[..., 2] + wheel)
            rows[..., i, 2] = side * REACH * np.cos(wheel)
        return rows

    return constant_mass(M, V, Phi)


def pendulum(mass: float = 1.0, g: float = 9.81) -> Problem:
    """A point on a rod, q = (x, y); the row is that of the velocities, q . v = 0."""
    return constant_mass(mass * np.eye(2), lambda q: mass * g * q[..., 1], lambda q: q[..., None, :])


def double_pendulum(g: float = 9.81) -> Problem:
    """Two unit points on unit rods, angles to the vertical; no rows."""

    def M(q: Array) -> Array:
        c = np.cos(q[..., 0] - q[..., 1])
        return np.stack([np.stack([2 + 0 * c, c], -1), np.stack([c, 1 + 0 * c], -1)], -2)

    def Hp(q: Array, p: Array) -> Array:
        c = np.cos(q[..., 0] - q[..., 1])
        return np.stack([p[..., 0] - c * p[..., 1], 2 * p[..., 1] - c * p[..., 0]], -1) / (2 - c**2)[..., None]

    def H(q: Array, p: Array) -> Array:
        return 0.5 * (p * Hp(q, p)).sum(-1) - g * (2 * np.cos(q[..., 0]) + np.cos(q[..., 1]))

    return Problem(H, Hp, M, lambda q: np.zeros((*q.shape[:-1], 0, 2), q.dtype))
