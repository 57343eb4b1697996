"""The folding four-bar in three angles, as Xu, Qi (2006) write it: the closure of its loop, and their equation (19).

q = (th1, th2, th3): th1 of AB, th2 and th3 exterior angles, so that the bars point to th1, th1 - th2, th1 - th2 + th3. Rows:

    closure:  sum of l_i (cos, sin) of the three directions = (AD, 0)
    (19):     sin(th2) th1' - sin(th1) th2' = 0,    th1' + th3' = 0

On the branch both allow the same motion. The first row of (19) is no gradient: th1 and th2 give it the curl cos th1 + cos th2.
"""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass
from functools import cached_property
from math import pi

import numpy as np

from jourdain.lagrange.model import LagrangianModel
from jourdain.papers.four_bar import FourBar

TURN = np.array([[1.0, 0.0, 0.0], [1.0, -1.0, 0.0], [1.0, -1.0, 1.0]])  # directions of the bars from q
CLOSURE, PRINTED = "closure", "(19)"
Rows = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Loose:
    """A run with stabilised rows, output at times t (n,): height (n,) of the centre of CD [m], pull (n,) its acceleration.

    energy: largest |kinetic - work| [J]; evaluations, and how many of them were without a row; cpu [s]. stopped: it broke off.
    """

    t: np.ndarray
    height: np.ndarray
    pull: np.ndarray
    energy: float
    evaluations: int
    deleted: int
    cpu: float
    stopped: bool


@dataclass(frozen=True)
class ThreeAngles:
    """A four-bar in these coordinates."""

    bar: FourBar

    @cached_property
    def masses(self) -> np.ndarray:
        """c (3, 3) of the kinetic energy sum c_ij cos(a_i - a_j) a_i' a_j'/2 without rotary inertia, a: directions."""
        lengths, total = np.array(self.bar.lengths), np.zeros((3, 3))
        for i, mass in enumerate(self.bar.masses):
            arms = np.where(np.arange(3) < i, lengths, np.where(np.arange(3) == i, lengths / 2, 0.0))
            total += mass * np.outer(arms, arms)
        return total

    def model(self, rows: str) -> LagrangianModel:
        """With the closure as rows of positions, or with (19) as rows of velocities."""
        bar, c = self.bar, self.masses.tolist()
        directions, rates = ("th1", "th1 - th2", "th1 - th2 + th3"), ("w1", "w2", "w3")
        energy = [f"{c[i][i] + bar.inertias[i]!r}/2*{rates[i]}**2" for i in range(3)]
        energy += [
            f"{c[i][j]!r}*cos({directions[i]} - ({directions[j]}))*{rates[i]}*{rates[j]}"
            for i, j in ((0, 1), (0, 2), (1, 2))
        ]
        spins = {w: a.replace("th1", "th1_rate").replace("th2", "th2_rate").replace("th3", "th3_rate")
                 for w, a in zip(rates, directions, strict=True)}  # fmt: skip
        sums = [
            " + ".join(f"{l!r}*{f}({a})" for l, a in zip(bar.lengths, directions, strict=True)) for f in ("cos", "sin")
        ]
        closed = {"across": f"{sums[0]} - {bar.long!r}", "up": sums[1]}
        printed = {"first": "sin(th2)*th1_rate - sin(th1)*th2_rate", "second": "th1_rate + th3_rate"}
        start = dict(zip(("th1", "th2", "th3"), ((float(x), 0.0) for x in self.branch(bar.th1)), strict=True))
        return LagrangianModel(
            f"folding four-bar, three angles, {rows}",
            coordinates=start,
            lagrangian=" + ".join(energy),
            definitions=spins,
            generalized={"th1": repr(bar.torque)},
            position_rows=closed if rows == CLOSURE else None,
            velocity_rows=printed if rows == PRINTED else None,
        )

    def branch(self, th1: float) -> np.ndarray:
        """q (3,) of the antiparallelogram."""
        return np.array([th1, self.bar.second(th1), pi - th1])

    def along(self, th1: float) -> np.ndarray:
        """dq/dth1 (3,) on the branch."""
        rates = [rate for _, rate in self.bar.velocities(th1)]
        return np.array([1.0, 1.0 - rates[1], -1.0])

    def motion(self, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """M (3, 3) and forces (3,)."""
        a, w = TURN @ q, TURN @ v
        between = a[:, None] - a[None, :]
        mass = self.masses * np.cos(between) + np.diag(self.bar.inertias)
        force = np.array([self.bar.torque, 0.0, 0.0]) - (self.masses * np.sin(between)) @ (w * w)
        return TURN.T @ mass @ TURN, TURN.T @ force

    def closure(self, q: np.ndarray, v: np.ndarray) -> Rows:
        """g (2,), G (2, 3) and the acceleration G a = -bias of the loop."""
        lengths, a, w = np.array(self.bar.lengths), TURN @ q, TURN @ v
        x, y = lengths * np.cos(a), lengths * np.sin(a)
        return np.array([x.sum() - self.bar.long, y.sum()]), np.array([-y, x]) @ TURN, -np.array([x, y]) @ (w * w)

    def printed(self, q: np.ndarray) -> np.ndarray:
        """Rows (2, 3) of (19)."""
        return np.array([[np.sin(q[1]), -np.sin(q[0]), 0.0], [1.0, 0.0, 1.0]])

    def height(self, q: np.ndarray) -> float:
        """y of the centre of CD [m]."""
        return float(np.array([1.0, 1.0, 0.5]) * self.bar.lengths @ np.sin(TURN @ q))

    def stabilised(self, c1: float, delete: float, tol: float, times: np.ndarray) -> Loose:
        """Plain Baumgarte stabilisation of the closure, c2 = c1, rows deleted by pivoted QR, with Adams of VODE.

        Nobody tells the integrator that rows go and come back: it sees accelerations that jump.
        """
        from scipy.integrate import ode
        from scipy.linalg import qr

        count = {"evaluations": 0, "deleted": 0}

        def slope(_t: float, y: np.ndarray) -> np.ndarray:
            q, v = y[:3], y[3:]
            M, force = self.motion(q, v)
            g, G, bias = self.closure(q, v)
            pivots, order = qr(G.T, mode="r", pivoting=True)
            sizes = np.abs(np.diag(pivots))
            rows = order[: np.count_nonzero(sizes > delete * sizes[0])]
            count["evaluations"] += 1
            count["deleted"] += len(rows) < len(g)
            J, wanted = G[rows], -(bias + 2 * c1 * (G @ v) + c1**2 * g)[rows]
            free = np.linalg.solve(M, np.column_stack([J.T, force]))
            lam = np.linalg.solve(J @ free[:, :-1], wanted - J @ free[:, -1])
            return np.concatenate([v, free[:, -1] + free[:, :-1] @ lam])

        begin, states = time.process_time(), [np.concatenate([self.branch(self.bar.th1), np.zeros(3)])]
        solver = ode(slope).set_integrator("vode", method="adams", rtol=tol, atol=tol, nsteps=100_000)
        solver.set_initial_value(states[0], times[0])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that it stopped is said by what is returned
            for t in times[1:]:
                states.append(solver.integrate(t).copy())
                if not solver.successful():
                    break
        cpu, totals = time.process_time() - begin, dict(count)
        stopped = not solver.successful()
        kept = states[:-1] if stopped else states
        heights = np.array([self.height(y[:3]) for y in kept])
        pulls = np.array([self._pull(y, slope(0.0, y)[3:]) for y in kept])
        energy = max(abs(self._energy(y)) for y in kept)
        return Loose(times[: len(kept)], heights, pulls, energy, totals["evaluations"], totals["deleted"], cpu, stopped)

    def _energy(self, y: np.ndarray) -> float:
        """Kinetic energy less the work of the torque [J]."""
        return float(0.5 * y[3:] @ self.motion(y[:3], y[3:])[0] @ y[3:] - self.bar.torque * (y[0] - self.bar.th1))

    def _pull(self, y: np.ndarray, a: np.ndarray) -> float:
        """Size of the acceleration of the centre of CD [m/s2]."""
        arms, angles, spins, growth = np.array([1.0, 1.0, 0.5]) * self.bar.lengths, TURN @ y[:3], TURN @ y[3:], TURN @ a
        pull = arms * np.exp(1j * angles) @ (1j * growth - spins**2)
        return float(abs(pull))
