"""Motions integrated by SciPy from the answers of the machine code: published numbers, energy, and speeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jourdain as jd
from jourdain.kernels import lagrange_tasks as tasks
from jourdain.lagrange.generate import Generated, generate
from jourdain.lagrange.speeds import speeds
from machines import lagrangians


class Motion:
    """a, lam and energies of a model, by dense NumPy."""

    def __init__(self, model: jd.LagrangianModel) -> None:
        self.made: Generated = generate(model)
        self.memory = self.made.work()
        self.n, self.m = self.made.n, self.made.mp + self.made.ma

    def ask(self, task: int, size: int) -> np.ndarray:
        return self.made.ask(task, self.memory)[:size].copy()

    def at(self, t: float, y: np.ndarray) -> None:
        self.memory[0], self.memory[1 : 1 + 2 * self.n] = t, y

    def matrices(self) -> tuple[np.ndarray, np.ndarray]:
        n, m, mp = self.n, self.m, self.made.mp
        return self.ask(tasks.MASS, n * n).reshape(n, n), self.ask(tasks.POSITIONS, mp + m * n)[mp:].reshape(m, n)

    def solve(self) -> tuple[np.ndarray, np.ndarray]:
        n, m = self.n, self.m
        M, G = self.matrices()
        right = np.concatenate((self.ask(tasks.FORCES, n), self.ask(tasks.BIASES, m)))
        found = np.linalg.solve(np.block([[M, -G.T], [G, np.zeros((m, m))]]), right)
        return found[:n], found[n:]

    def slope(self, t: float, y: np.ndarray) -> np.ndarray:
        self.at(t, y)
        return np.concatenate((y[self.n :], self.solve()[0]))

    def projected(self, v: Any) -> np.ndarray:
        """The nearest rates in the mass metric that fulfil the rows."""
        M, G = self.matrices()
        gap = G @ v + self.ask(tasks.RATES, self.m)
        inverse = np.linalg.solve(M, G.T)
        return np.array(v) - inverse @ np.linalg.solve(G @ inverse, gap)


def test_snakeboard() -> None:
    """The generic run of a snakeboard on springs; q(2 s) from a converged solution."""
    model = lagrangians.model("snakeboard")
    motion = Motion(model)
    q0 = np.array([0.0, 0.0, 0.2, 0.5, -0.6, 0.9])
    motion.at(0.0, np.concatenate((q0, np.zeros(6))))
    v0 = motion.projected([0.25, 0.1, 1.5, 1.0, 0.8, -1.2])
    found = solve_ivp(motion.slope, (0.0, 2.0), np.concatenate((q0, v0)), method="DOP853", rtol=1e-12, atol=1e-13)
    expected = [-0.0372205616527, 0.3037172029085, 0.3489778805333, 4.9825080408192, 1.8182967513887, -2.3029369588136]
    np.testing.assert_allclose(found.y[:6, -1], expected, atol=1e-10)


@pytest.mark.parametrize("name", lagrangians.PARTS)
def test_energy_goes_by_the_powers(name: str) -> None:
    """d(kinetic + potential)/dt = dampers + applied + work of rows that move, along every motion; by differences."""
    model = lagrangians.model(name)
    motion = Motion(model)
    t0, h = 0.3, 1e-3
    motion.at(t0, np.concatenate((model.start, model.start_rates)))
    v = motion.projected(model.start_rates) if motion.m else model.start_rates
    y0 = np.concatenate((model.start, v))

    def energy(t: float) -> float:
        y = solve_ivp(motion.slope, (t0, t), y0, method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]
        motion.at(t, y)
        return float(motion.ask(tasks.ENERGY, 2).sum())

    weights = (45.0, -9.0, 1.0)  # a difference of order 6
    rate = sum(w * (energy(t0 + (i + 1) * h) - energy(t0 - (i + 1) * h)) for i, w in enumerate(weights)) / (60.0 * h)
    motion.at(t0, y0)
    lam = motion.solve()[1]
    powers = motion.ask(tasks.ENERGY, 4)[2:]
    rows = -lam @ motion.ask(tasks.RATES, motion.m)
    assert abs(rate - powers.sum() - rows) < 1e-8 * (1.0 + np.abs(powers).max() + abs(rows))
    if name in ("spherical", "rheonomic", "mass and force"):
        assert powers[0] < 0.0 and abs(powers[1]) > 1e-3  # there is something to be seen


def test_relativistic_energy() -> None:
    """Kinetic energy (gamma - 1) m c^2, momentum gamma m v + q A."""
    model = lagrangians.model("relativistic")
    motion = Motion(model)
    motion.at(0.0, np.array([0.3, -0.7, 1.1, 0.9]))
    kinetic, potential, dampers, _, px, py = motion.ask(tasks.ENERGY, 6)
    gamma = 1.0 / np.sqrt(1.0 - (1.1**2 + 0.9**2) / 9.0)
    np.testing.assert_allclose(kinetic, (gamma - 1.0) * 1.2 * 9.0, rtol=1e-13)
    np.testing.assert_allclose(potential, 1.2 * 9.0 + 0.8 * 0.4 * 0.3, rtol=1e-14)
    np.testing.assert_allclose([px, py], [gamma * 1.2 * 1.1 + 0.68 * 0.7, gamma * 1.2 * 0.9 + 0.68 * 0.3], rtol=1e-13)
    assert dampers == 0.0


def test_speeds() -> None:
    model = lagrangians.model("rheonomic")
    model.speeds.update({"u": "x_rate*cos(y) + X", "w": "2*t*m"})
    t, q, v = np.array([0.1, 0.2]), np.array([[0.3, 0.4], [0.5, 0.6]]), np.array([[1.0, 2.0], [3.0, 4.0]])
    found = speeds(model, t, q, v)
    moved = q[:, 0] + 0.3 * np.sin(2.0 * t) * t
    np.testing.assert_allclose(found["u"], v[:, 0] * np.cos(q[:, 1]) + moved, rtol=1e-14)
    np.testing.assert_allclose(found["w"], 2.2 * t, rtol=1e-14)
    assert speeds(lagrangians.model("spherical"), t, q, v) == {}
    model.speeds["u"] = "x_rat"
    with pytest.raises(jd.ModelError, match=r"speed 'u': 'x_rat': unknown name. Did you mean 'x_rate'"):
        speeds(model, t, q, v)
