"""Controlled Baumgarte stabilisation with velocity correction (Xu, Qi 2006) in plain NumPy, as a reference.

    M a = h + G^T lam,    G a + bias + k (2 c1 rate + c1^2 Phi) = 0,    k = min(1, c |G a_old + bias| / |2 c1 rate + c1^2 Phi|)

with largest components as norms and a_old the acceleration computed last. Before accelerations are computed, velocities
are corrected, v <- v - G^T (G G^T)^-1 rate, until |rate| <= errvc. Rows that a pivoted QR of G^T finds dependent are left
out of both. Time steps: Adams-Bashforth-Moulton of order 4 (predict, evaluate, correct, evaluate), started by three
steps of the classical Runge-Kutta method; every evaluation corrects the velocity it is given, and the corrected one
takes its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import pi
from typing import Any

import numpy as np
from scipy.linalg import qr

from integrators.dense_block import Array, Problem

PREDICTOR, CORRECTOR = np.array([55, -59, 37, -9]) / 24, np.array([9, 19, -5, 1]) / 24


@dataclass
class ControlledBaumgarte:
    """The right-hand side (q, v) -> (corrected v, a); remembers its last acceleration."""

    problem: Problem
    c: float
    c1: float
    errvc: float = 1e-10
    rank: float = 1e-3  # pivots below this part of the largest are dependent rows
    last: Array | None = field(default=None, init=False)

    def __call__(self, t: float, q: Array, v: Array) -> tuple[Array, Array]:
        G = self.problem.G(t, q)
        rows = self._independent(G)
        v = self._corrected(t, q, v, rows)
        bias = self.problem.bias(t, q, v)
        stabiliser = 2 * self.c1 * self.problem.rate(t, q, v) + self.c1**2 * self.problem.Phi(t, q)
        k, size = 1.0, np.abs(stabiliser).max()
        if self.last is not None and size > 0.0:
            k = min(1.0, self.c * np.abs(G @ self.last + bias).max() / size)
        J, none = G[rows], np.zeros((len(rows), len(rows)))
        right = np.concatenate([self.problem.h(t, q, v), -(bias + k * stabiliser)[rows]])
        self.last = np.linalg.solve(np.block([[self.problem.M(q), J.T], [J, none]]), right)[: len(q)]
        return v, self.last

    def _independent(self, G: Array) -> Array:
        _, R, order = qr(G.T, mode="economic", pivoting=True)
        pivots = np.abs(np.diag(R))
        return np.sort(order[: np.count_nonzero(pivots > self.rank * pivots[0])])

    def _corrected(self, t: float, q: Array, v: Array, rows: Array) -> Array:
        J = self.problem.G(t, q)[rows]
        for _ in range(10):
            rate = self.problem.rate(t, q, v)[rows]
            if np.abs(rate).max() <= self.errvc:
                break
            v = v - J.T @ np.linalg.solve(J @ J.T, rate)
        return v


def adams(f: Any, q: Array, v: Array, h: float, number: int) -> tuple[Array, Array]:
    """q and v (number + 1, n) of so many steps; f(t, q, v) -> (v, a)."""
    y = np.array([q, v])
    history = [np.array(f(0.0, *y))]
    states = [y]
    for i in range(number):
        t = i * h
        if len(history) < 4:
            y = _rk4_step(f, t, y, h)
        else:
            predicted = y + h * np.tensordot(PREDICTOR, history, 1)
            slope = np.array(f(t + h, *predicted))
            y = y + h * np.tensordot(CORRECTOR, [slope, *history[:3]], 1)
        slope = np.array(f(t + h, *y))
        y = np.array([y[0], slope[0]])  # the velocity as corrected
        history = [slope, *history[:3]]
        states.append(y)
    q_all, v_all = np.swapaxes(states, 0, 1)
    return q_all, v_all


def _rk4_step(f: Any, t: float, y: Array, h: float) -> Array:
    k1 = np.array(f(t, *y))
    k2 = np.array(f(t + h / 2, *(y + h / 2 * k1)))
    k3 = np.array(f(t + h / 2, *(y + h / 2 * k2)))
    k4 = np.array(f(t + h, *(y + h * k3)))
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


# --------------------------------------------------------------------------- the four-bar that folds

LENGTHS, MASSES, INERTIAS = np.array([2.0, 4.0, 2.0]), np.array([12.0, 24.0, 12.0]), np.array([4.0, 32.0, 4.0])
BASE, TORQUE = np.array([4.0, 0.0]), 100.0  # m, from A to D; N m on AB
START = np.array([pi / 3, -pi / 3, pi / 3])  # directions of AB, BC, CD, at rest


def fourbar() -> Problem:
    """q = (x, y, angle) of AB, BC, CD; rows: pins A, B, C, D. No gravity. Singular where all bars lie on one line.

    Unlike those of the arm, the functions take one state at a time.
    """
    mass = np.column_stack([MASSES, MASSES, INERTIAS]).ravel()
    # what each pin joins, as (bar, -1 for its first end and 1 for its second); the ground is left out
    pins = [[(0, -1)], [(1, -1), (0, 1)], [(2, -1), (1, 1)], [(2, 1)]]

    def half(q: Array, bar: int) -> Array:
        return LENGTHS[bar] / 2 * np.array([np.cos(q[3 * bar + 2]), np.sin(q[3 * bar + 2])])

    def point(q: Array, bar: int, sign: int) -> Array:
        return q[3 * bar : 3 * bar + 2] + sign * half(q, bar)

    def Phi(t: Any, q: Array) -> Array:
        gaps = [point(q, *ends[0]) - (point(q, *ends[1]) if len(ends) == 2 else 0.0) for ends in pins]
        gaps[3] = gaps[3] - BASE
        return np.concatenate(gaps)

    def G(t: Any, q: Array) -> Array:
        J = np.zeros((8, 9))
        for i, ends in enumerate(pins):
            for (bar, sign), side in zip(ends, (1, -1), strict=False):
                u = side * sign * half(q, bar)
                J[2 * i : 2 * i + 2, 3 * bar : 3 * bar + 3] = [[side, 0.0, -u[1]], [0.0, side, u[0]]]
        return J

    def bias(t: Any, q: Array, v: Array) -> Array:
        rows = np.zeros((4, 2))
        for row, ends in zip(rows, pins, strict=True):
            for (bar, sign), side in zip(ends, (1, -1), strict=False):
                row -= side * sign * half(q, bar) * v[3 * bar + 2] ** 2
        return rows.ravel()

    return Problem(
        M=lambda q: np.diag(mass),
        h=lambda t, q, v: TORQUE * np.eye(9)[2],
        Phi=Phi,
        Phi_t=lambda t, q: np.zeros(8),
        G=G,
        bias=bias,
        energy=lambda q, v: 0.5 * (v * v) @ mass - TORQUE * (q[..., 2] - START[0]),
    )


def fourbar_start() -> Array:
    """q at the start."""
    halves = LENGTHS[:, None] / 2 * np.column_stack([np.cos(START), np.sin(START)])
    joints = np.vstack([np.zeros(2), np.cumsum(2 * halves, axis=0)])
    return np.column_stack([joints[:3] + halves, START]).ravel()
