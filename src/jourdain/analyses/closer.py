"""Closing of joints for judging a model: least motion in the mass metric, in Python, sparse, and safe in every case.

The compiled closing of a run needs inertia everywhere and, for the rank-safe solve, a dense matrix. Here massless bodies,
contradictory rows and a thousand bodies are all allowed: each step solves (B B^T + EPS) mu = y with B the scaled rows in the
mass metric, which leaves out what can hardly be moved (singular values below sqrt(EPS)), as a run does.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from jourdain.diagnosis.dependence import dependence, misfit, tolerance_of
from jourdain.diagnosis.displacement import mass_of_coordinates
from jourdain.kernels.dynamics import CUT
from jourdain.kernels.kinds import curved, width
from jourdain.kernels.tables import POSITION
from jourdain.run.start import evaluate_rate
from jourdain.system.system import System, evaluate

EPS = CUT * CUT
LIGHT = 1e-6  # massless directions move as if they had this part of the model's largest inertia
ITERATIONS, LARGEST_STEP, SMALLEST_STEP = 40, 0.3, 1e-13  # steps in radians and lengths of the model


class Closer:
    """A system at positions that are moved until its rows are closed; `left_out` rows (m,) are not asked to be."""

    def __init__(self, system: System, t: float = 0.0, left_out: np.ndarray | None = None) -> None:
        self.system, self.t, self.s = system, t, system.context()
        self.used = np.ones(system.n_rows, bool) if left_out is None else ~left_out
        self.mobile = _inverse_mass(system, t)

    def at(self, q: np.ndarray, v: np.ndarray | None = None) -> Any:
        """The context, evaluated at these positions (and velocities)."""
        system = self.system
        evaluate(
            system.kind, self.s, self.t, q, np.zeros(system.kind.v) if v is None else v, w=system.w0, ref=system.ref0
        )
        return self.s

    def rows(self) -> sparse.csr_matrix:
        """G (m, nv) at the positions last evaluated."""
        entries = self.system.tables["row_blocks"]
        n = width(self.system.kind)
        columns = n * entries["body"][:, None] + np.arange(n)
        values = self.s.J[entries["block"]]
        rows = np.broadcast_to(entries["row"][:, None], columns.shape)
        shape = (self.system.n_rows, self.system.kind.v)
        return sparse.csr_matrix((values.ravel(), (rows.ravel(), columns.ravel())), shape=shape)

    def least_change(self, y: np.ndarray, used: np.ndarray | None = None) -> np.ndarray:
        """The u (nv,) of least u^T M u with G u = y (m,) in the rows used (or in those given), as far as that can be."""
        used = self.used if used is None else used
        G = self.rows()[used]
        if not G.shape[0]:
            return np.zeros(self.system.kind.v)
        weight = np.asarray((G @ self.mobile).multiply(G).sum(axis=1)).ravel()
        scale = 1.0 / np.sqrt(np.where(weight > 0.0, weight, 1.0))
        B = sparse.diags(scale) @ G
        A = B @ self.mobile @ B.T + EPS * sparse.eye(B.shape[0])
        factors = splu(A.tocsc(), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
        return self.mobile @ (B.T @ factors.solve(scale * y[used]))

    def close(self, q: np.ndarray) -> np.ndarray:
        """q moved until the rows are closed, or as near as they come in the least-squares sense; s is left there.

        Redundant rows that do not quite fit would push along motions that are nearly free; where that is so, what no
        motion can close is taken out of the gaps, and the way begins anew.
        """
        closed = self._iterate(q, None)
        gap = float(np.abs(self.s.g[self.used]).max(initial=0.0)) / self.system.length
        return self._iterate(q, gap) if 1e-12 < gap < 1e-3 else closed

    def _iterate(self, q: np.ndarray, gap: float | None) -> np.ndarray:
        """Newton's method; gap: of rows that do not fit, in lengths of the model. Rows of rates do not hold positions."""
        last, used = np.inf, self.used & (self.system.tables["rows"]["level"] == POSITION)
        for _ in range(ITERATIONS):
            y = -self.at(q).g
            if gap is not None:
                y -= misfit(dependence(self.system, self.s, used=used, tolerance=tolerance_of(gap)), y)
            u = self.least_change(y, used)
            size = self.size(u)
            if not np.isfinite(size) or size < SMALLEST_STEP or (size < 1e-9 and size > 0.3 * last):
                break
            q, last = self.moved(q, u * min(1.0, LARGEST_STEP / size)), size
        self.at(q)
        return q

    def moved(self, q: np.ndarray, u: np.ndarray) -> np.ndarray:
        """q moved by the increment u."""
        q = q + evaluate_rate(self.system, q, u)
        if curved(self.system.kind):
            turns = q.reshape(-1, 7)[:, 3:]
            turns /= np.linalg.norm(turns, axis=1, keepdims=True)
        return q

    def size(self, u: np.ndarray) -> float:
        """Largest component of an increment, in lengths of the model and radians (or whatever units coordinates have)."""
        if self.system.coordinates:
            return float(np.abs(u).max(initial=0.0))
        parts = u.reshape(len(self.system.bodies), -1)
        n = 2 if self.system.planar else 3
        return max(np.abs(parts[:, :n]).max() / self.system.length, np.abs(parts[:, n:]).max())


def _inverse_of_coordinates(system: System, t: float) -> sparse.csr_matrix:
    """The same of a Lagrangian system, as it is at the start."""
    M = mass_of_coordinates(system, t)
    size = np.abs(np.diagonal(M))
    size = np.sqrt(np.where(size > 0.0, size, size.max() or 1.0))
    values, axes = np.linalg.eigh(M / np.outer(size, size))
    axes = axes / size[:, None]
    return sparse.csr_matrix((axes / np.maximum(np.abs(values), LIGHT)) @ axes.T)


def _inverse_mass(system: System, t: float) -> sparse.csr_matrix:
    """M^-1 (nv, nv), with a little inertia where there is none."""
    if system.coordinates:
        return _inverse_of_coordinates(system, t)
    bodies = system.tables["bodies"]
    mass, J = bodies["mass"].copy(), bodies["J"].copy()
    heaviest = mass.max() if mass.max() > 0.0 else 1.0
    mass[mass <= 0.0] = LIGHT * heaviest
    if system.planar:
        J = J[:, 2:, 2:]
    largest = np.trace(J, axis1=1, axis2=2).max() or heaviest * system.length**2
    singular = np.linalg.eigvalsh(J)[:, 0] <= LIGHT * largest * 1e-6
    J[singular] += LIGHT * largest * np.eye(J.shape[1])
    n = 2 if system.planar else 3
    blocks = np.zeros((len(bodies), n + J.shape[1], n + J.shape[1]))
    blocks[:, range(n), range(n)] = 1.0 / mass[:, None]
    blocks[:, n:, n:] = np.linalg.inv(J)
    pointers = np.arange(len(bodies) + 1)
    return sparse.bsr_matrix((blocks, pointers[:-1], pointers), shape=(system.kind.v, system.kind.v)).tocsr()
