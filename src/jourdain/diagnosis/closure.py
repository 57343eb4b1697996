"""Closing rows by least motion in the mass metric, in Python, sparse, and safe in every case: what `check` looks with.

The compiled closing of a run needs inertia everywhere and, for the rank-safe solve, a dense matrix. Here massless bodies,
contradictory rows and a thousand bodies are all allowed: each step solves (B B^T + EPS) mu = y with B the scaled rows in the
mass metric, which leaves out what can hardly be moved (singular values below sqrt(EPS)), as a run does. From far away, and to
the nearest closed position, goes nearest_closure.py.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from jourdain.diagnosis.dependence import dependence, misfit, tolerance_of
from jourdain.diagnosis.displacement import displacement
from jourdain.kernels.dynamics import CUT
from jourdain.kernels.tables import POSITION
from jourdain.system.system import System, evaluate

EPS = CUT * CUT
ITERATIONS, LARGEST_STEP, SMALLEST_STEP = 40, 0.3, 1e-13  # steps in radians and lengths of the model


class Closure:
    """A settled System at time t [s], at positions that are moved until some of its rows (indices, default all) are closed."""

    def __init__(self, system: System, t: float = 0.0, rows: np.ndarray | None = None) -> None:
        self.system, self.t, self.s, self.layout = system, t, system.context(), system.layout
        self.rows = np.arange(system.n_rows) if rows is None else rows
        self.displacement = displacement(system, t)

    def at(self, q: np.ndarray, v: np.ndarray | None = None, **state: Any) -> Any:
        """The context, evaluated at these positions (and velocities; state: see system.evaluate)."""
        kind, known = self.system.kind, {"w": self.system.w0, "ref": self.system.ref0}
        evaluate(kind, self.s, self.t, q, np.zeros(kind.v) if v is None else v, **(known | state))
        return self.s

    def jacobian(self) -> sparse.csr_matrix:
        """G (m, nv) of all rows of the system at the positions last evaluated."""
        entries = self.system.tables["row_blocks"]
        columns = self.layout.columns(entries["body"])
        rows = np.broadcast_to(entries["row"][:, None], columns.shape)
        shape = (self.system.n_rows, self.system.kind.v)
        return sparse.csr_matrix((self.s.J[entries["block"]].ravel(), (rows.ravel(), columns.ravel())), shape=shape)

    @functools.cached_property
    def _inverse_mass(self) -> sparse.csr_matrix:
        """M^-1 (nv, nv), with a little inertia where there is none."""
        return self._of_blocks([block for _, block in self._own_blocks()])

    @functools.cached_property
    def regular_mass(self) -> sparse.csr_matrix:
        """M (nv, nv), with a little inertia where there is none."""
        return self._of_blocks([np.linalg.inv(block) for _, block in self._own_blocks()])

    def _own_blocks(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Of each body its columns (n,) and its block (n, n) of M^-1."""
        columns = [self.layout.own_columns(b) for b in range(self.layout.blocks)]
        inverse = zip(columns, self.displacement.inverse, strict=True)
        return [(own, block[: len(own), : len(own)]) for own, block in inverse]

    def _of_blocks(self, blocks: list[np.ndarray]) -> sparse.csr_matrix:
        """The matrix (nv, nv) that has these blocks of the bodies."""
        columns = [own for own, _ in self._own_blocks()]
        i = np.concatenate([np.repeat(own, len(own)) for own in columns])
        j = np.concatenate([np.tile(own, len(own)) for own in columns])
        nv = self.system.kind.v
        return sparse.csr_matrix((np.concatenate([block.ravel() for block in blocks]), (i, j)), shape=(nv, nv))

    def least_change(self, y: np.ndarray, rows: np.ndarray | None = None) -> np.ndarray:
        """The u (nv,) of least u^T M u with G u = y (m,) in the rows asked for, as far as that can be."""
        rows = self.rows if rows is None else rows
        G, inverse = self.jacobian()[rows], self._inverse_mass
        if not G.shape[0]:
            return np.zeros(self.system.kind.v)
        weight = np.asarray((G @ inverse).multiply(G).sum(axis=1)).ravel()
        scale = 1.0 / np.sqrt(np.where(weight > 0.0, weight, 1.0))
        B = sparse.diags(scale) @ G
        A = B @ inverse @ B.T + EPS * sparse.eye(B.shape[0])
        factors = splu(A.tocsc(), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
        return np.asarray(inverse @ (B.T @ factors.solve(scale * y[rows])))

    def closed(self, q: np.ndarray) -> np.ndarray:
        """q moved until the rows are closed, or as near as they come in the least-squares sense; s is left there.

        Redundant rows that do not quite fit would push along motions that are nearly free; where that is so, what no
        motion can close is taken out of the gaps, and the way begins anew.
        """
        found = self._iterate(q, None)
        gap = self.gap() / self.system.length
        return self._iterate(q, gap) if 1e-12 < gap < 1e-3 else found

    def gap(self) -> float:
        """The largest opening of a row at the positions last evaluated [m, rad or -]."""
        return float(np.abs(self.s.g[self.rows]).max(initial=0.0))

    def _iterate(self, q: np.ndarray, gap: float | None) -> np.ndarray:
        """Newton's method; gap: of rows that do not fit, in lengths of the model. Rows of rates do not hold positions."""
        rows = self.rows[self.system.tables["rows"]["level"][self.rows] == POSITION]
        used = np.isin(np.arange(self.system.n_rows), rows)
        last = np.inf
        for _ in range(ITERATIONS):
            y = -self.at(q).g
            if gap is not None:
                y -= misfit(dependence(self.system, self.s, used=used, tolerance=tolerance_of(gap)), y)
            u = self.least_change(y, rows)
            size = self.size(u)
            if not np.isfinite(size) or size < SMALLEST_STEP or (size < 1e-9 and size > 0.3 * last):
                break
            q, last = self.layout.moved(q, u * min(1.0, LARGEST_STEP / size)), size
        self.at(q)
        return q

    def size(self, u: np.ndarray) -> float:
        """Largest number of an increment, in lengths of the model and radians (or whatever units coordinates have)."""
        return self.layout.size(u, self.system.length)
