"""The equations of small deviations from a motion, exact, at one moment, as seen from a turning frame.

With y the deviation of the positions (translations, rotation vectors) and z that of the velocities, both with components along
axes that turn with the rate Omega, extra states w, and multipliers:

    mass (z, w)' + damping (z, w) + stiffness y + other alpha = forces        y' = z + X y
    G y = 0 (position rows)        A z + C y = 0 (all rows)                    alpha: algebraic states, -multipliers

Where the motion is steady in such a frame (straight running, a circle, steady precession) all matrices are constant. In the
package's own coordinates they are not: those of rotations are fixed in the bodies, and a wheel turns. Rotations count as
the way at one length of the model, so that all of y has one unit, and ranks mean something.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.linalg

from jourdain.diagnosis.dependence import TOLERANCE
from jourdain.diagnosis.newton_matrix import newton_matrix
from jourdain.kernels.context import Context
from jourdain.lagrange.generate import row_rate_slopes
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.quaternions import cross_matrices
from jourdain.run.start import Start
from jourdain.system.system import System, evaluate, make_context

# coefficients of extra states: "not asked for", and so large that no rounding of E is seen
NONE, LARGE = 1e-300, 2.0**60


@dataclass(frozen=True)
class Variations:
    """The matrices above; n positions, nw extra states of which nd have rates, m rows. `inward` takes y to increments of q."""

    mass: np.ndarray  # (n + nw, n + nd)
    damping: np.ndarray  # (n + nw, n + nd)
    stiffness: np.ndarray  # (n + nw, n)
    other: np.ndarray  # (n + nw, nw - nd + m)
    G: np.ndarray  # (g, n)
    A: np.ndarray  # (m, n)
    C: np.ndarray  # (m, n)
    X: np.ndarray  # (n, n)
    inward: np.ndarray  # (n, n)
    turns: np.ndarray  # (n,) is it a rotation?


@dataclass(frozen=True)
class Reduced:
    """x' = A x + B u on the motions that the rows leave free; (y, z, w) = basis x, and x = projection (y, z, w).

    The projection of the velocities is the one along which multipliers do no work, so that A is exact at every state of every
    motion: no rate of a basis is missing in it. B = effect @ forces. E x' = F x is the same with forces not yet divided by
    inertias: A is E^-1 F.
    """

    A: np.ndarray
    E: np.ndarray
    F: np.ndarray
    effect: np.ndarray
    basis: np.ndarray
    projection: np.ndarray
    positions: np.ndarray  # (k,) components of y that are the first of x
    rates: np.ndarray  # (l,) components of z whose free parts come next; then the extra states

    @property
    def generator(self) -> np.ndarray:
        """(y, z, w)' = generator (y, z, w): the same for every choice of x."""
        return self.basis @ self.A @ self.projection


def variations(start: Start, t: float, turning: np.ndarray, Q: np.ndarray | None = None) -> Variations:
    """The matrices at a consistent state at time t [s]; turning: Omega (3,) [rad/s], Q (3, 3): axes (default: ground)."""
    system = start.system
    n, nw = system.kind.v, system.kind.w
    differential = system.tables["states"]["differential"].astype(bool)
    # massless bodies: the rows added for the sake of pivots are left out here
    s = context_with(system, augment=system.tables["augment"][:0])

    def part(*coefficients: float) -> np.ndarray:
        return _assembled(system, s, start, t, coefficients)[: n + nw]

    rest = part(0.0, 0.0, 0.0, NONE, 0.0)
    # E stands beside the derivatives by states in the matrix: asked for at LARGE, it is below their rounding
    of_states = part(0.0, 0.0, 0.0, LARGE, 0.0)[:, n : n + nw] / LARGE
    of_states[n:] -= np.diag(differential / LARGE)
    E = np.diag(differential.astype(float))
    outward, H, X = _frame(start, turning, np.eye(3) if Q is None else Q)
    inward = np.linalg.inv(outward)
    left = scipy.linalg.block_diag(inward.T, np.eye(nw))
    M, D, K = (left @ part(*unit, NONE, 0.0)[:, :n] @ inward for unit in np.eye(3).tolist())
    of_states = left @ of_states
    A, C = _rows(system, s), _row_rates(start, t)
    return Variations(
        mass=np.hstack([M, np.vstack([np.zeros((n, nw)), E])[:, differential]]),
        damping=np.hstack([D - M @ H, of_states[:, differential]]),
        stiffness=K,
        other=np.hstack([of_states[:, ~differential], left @ rest[:, n + nw :]]),
        G=A[: system.kind.g] @ inward,
        A=A @ inward,
        C=C @ inward,
        X=X,
        inward=inward,
        turns=system.layout.is_rotation,
    )


def context_with(system: System, **tables: np.ndarray) -> Context:
    """Memory of the system with some of its tables replaced."""
    return make_context(system.kind, system.tables | tables, system.n_registers, redundant=system.redundant)


def _assembled(system: System, s: Context, start: Start, t: float, coefficients: Any) -> np.ndarray:
    """The Newton matrix, dense, in the order (velocities, extra states, rows)."""
    state: dict[str, Any] = dict(a=start.a, wd=start.wd, w=start.w, lam=start.lam, ref=start.ref)
    evaluate(system.kind, s, t, start.q, start.v, **state, coefficients=coefficients)
    return np.asarray(newton_matrix(system, s).toarray())


def _rows(system: System, s: Context) -> np.ndarray:
    """Jacobian of all rows (m, n) at the positions last evaluated."""
    entries = system.tables["row_blocks"]
    dense = np.zeros((system.n_rows, system.kind.v))
    columns = system.layout.columns(entries["body"])
    np.add.at(dense, (entries["row"][:, None], columns), s.J[entries["block"]])
    return dense


def _row_rates(start: Start, t: float) -> np.ndarray:
    """d(rates of the rows)/dq at fixed v, (m, n).

    K of a multiplier 1 on row r alone is -d(G_r^T)/dq, and with v on the left -d(G_r v)/dq: exact for every measure and
    function, because the stiffness is. Rows that are functions of t and measures also have rates that change with q.
    """
    system = start.system
    tables, layout = system.tables, system.layout
    couples = tables["couples"]
    none = {name: tables[name][:0] for name in ("augment", "laws", "loads", "bent_loads")}
    s = context_with(system, **none, couples=couples[couples["row"] >= 0])
    rates = np.zeros((system.n_rows, system.kind.v))
    first, second = (layout.columns(bodies) for bodies in tables["pair_body"].T)

    def stiffness(lam: np.ndarray) -> np.ndarray:
        state: dict[str, Any] = dict(w=start.w, lam=lam, ref=start.ref, coefficients=(0.0, 0.0, 1.0, 0.0, 0.0))
        evaluate(system.kind, s, t, start.q, start.v, **state)
        return s.pair.copy()

    other = stiffness(np.zeros(system.n_rows))  # of elements, flexible bodies, a Lagrangian
    for r, unit in enumerate(np.eye(system.n_rows)):
        np.add.at(rates[r], second, -np.einsum("pc,pcd->pd", start.v[first], stiffness(unit) - other))
    rates += _rows_in_time(start, t, s)
    if isinstance(system.model, LagrangianModel) and len(own := _own_rows(system)):
        rates[own] = row_rate_slopes(system.model, t, start.q, start.v)
    return rates


def _own_rows(system: System) -> np.ndarray:
    """Rows of a Lagrangian's own texts, in the order of its code."""
    _, _, position, velocity, _, _, first, *_ = system.tables["generated"]
    return np.concatenate([np.arange(position), np.arange(first, first + velocity)])


def _rows_in_time(start: Start, t: float, s: Context) -> np.ndarray:
    """dG/dt at fixed q (m, n), of rows whose function reads t and measures.

    gamma = -(g_tt + 2 G_t v + v^T .. v): the part odd in v.
    """
    system, found = start.system, np.zeros((start.system.n_rows, start.system.kind.v))
    terms, rows = system.tables["terms"], system.tables["rows"]
    reading = [terms["read"][row["term"] : row["term"] + row["n_terms"]].any() for row in rows]
    moving = np.flatnonzero((rows["function"] >= 0) & np.array(reading, bool))
    if not len(moving):
        return found
    for j, unit in enumerate(np.eye(system.kind.v)):
        for sign in (-1.0, 1.0):
            evaluate(system.kind, s, t, start.q, sign * unit, w=start.w, ref=start.ref)
            found[moving, j] -= 0.25 * sign * s.gamma[moving]
    return found


def _frame(start: Start, turning: np.ndarray, Q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """T with (y, z) = T (increments, velocities), H = T' T^-1, and X of y' = z + X y; each (n, n), by blocks of the bodies.

    Coordinates of a Lagrangian are no components of vectors: nothing turns.
    """
    system, layout = start.system, start.system.layout
    n, d = system.kind.v, layout.dimension
    T, H, X = np.eye(n), np.zeros((n, n)), np.zeros((n, n))
    frame = -cross_matrices(Q.T @ turning)
    motions = zip(system.bodies, layout.rotations(start.q), layout.spins(start.q, start.v), strict=True)
    for body, R, spin in motions:
        own = np.ix_(*(np.arange(n)[layout.v(body)],) * 2)
        rate = cross_matrices(Q.T @ spin) + frame
        for found, moving, turned in ((T, Q.T, system.length * Q.T @ R), (H, frame, rate), (X, frame, frame)):
            if layout.orientation == "directors":  # vectors in ground axes themselves
                turned = layout.each_director(moving if found is not T else system.length * moving)
            else:
                turned = layout.moments(turned)
            found[own] = scipy.linalg.block_diag(moving[:d, :d], turned)
    return T, H, X


# --------------------------------------------------------------------------- reduction to free motions


def reduce(found: Variations) -> Reduced:
    """State equations on the motions that the rows leave free; redundant rows are seen by singular values."""
    n, ns = found.A.shape[1], found.mass.shape[1]
    nd = ns - n
    Y, positions = chosen(null_space(found.G), found.turns)
    held, right = row_space(found.A)  # U (m, r): independent combinations of rows; held.T A = right
    na = found.other.shape[1] - len(found.A)
    # equations without multipliers and algebraic states: multipliers of redundant rows as small as can be
    L = null_space(np.hstack([found.other[:, :na], found.other[:, na:] @ held]).T)
    free, rates = chosen(null_space(found.A), found.turns)
    N = scipy.linalg.block_diag(free, np.eye(nd))
    own = scipy.linalg.block_diag(free, found.mass[n:, n:])
    L = L @ np.linalg.solve(own.T @ L, own.T @ own)  # equations of the free motions and states, in their order
    inertia = L.T @ found.mass
    follows = np.vstack([np.hstack([right, np.zeros((len(right), nd))]), inertia])
    V = np.linalg.solve(follows, np.vstack([-held.T @ found.C @ Y, np.zeros((len(inertia), Y.shape[1]))]))
    effect = np.linalg.solve(inertia @ N, L.T)
    to_positions = np.linalg.pinv(Y)
    rates_of_positions = np.hstack([to_positions @ (V[:n] + found.X @ Y), to_positions @ N[:n]])
    by_state = np.hstack([found.damping @ V + found.stiffness @ Y, found.damping @ N])
    A = np.vstack([rates_of_positions, -effect @ by_state])
    E, F = (
        scipy.linalg.block_diag(np.eye(len(positions)), inertia @ N),
        np.vstack([rates_of_positions, -L.T @ by_state]),
    )
    basis = np.block([[Y, np.zeros((n, N.shape[1]))], [V, N]])
    projection = scipy.linalg.block_diag(to_positions, effect @ found.mass)
    effect = np.vstack([np.zeros((len(positions), len(L))), effect])
    return Reduced(A, E, F, effect, basis, projection, positions, rates)


def with_rates(found: Variations, reduced: Reduced) -> Reduced:
    """The same with x = (positions, their rates, extra states) outright. Right where the coefficients are constant only."""
    n, k = len(found.X), len(reduced.positions)
    rates = (found.X @ reduced.basis[:n] + reduced.basis[n : 2 * n])[reduced.rates]
    T = np.eye(len(reduced.A))
    T[k:, :k] = np.vstack([rates, reduced.basis[2 * n :]])[:, :k]
    back = 2.0 * np.eye(len(T)) - T
    by_new = {name: getattr(reduced, name) @ back for name in ("E", "F", "basis")}
    return replace(reduced, A=T @ reduced.A @ back, projection=T @ reduced.projection, **by_new)


def scaled(reduced: Reduced, unit: np.ndarray) -> Reduced:
    """The same with x, and (y, z, w), divided by these: unit (2 n + nd,) of each component of (y, z, w)."""
    n = (len(unit) - (len(reduced.A) - len(reduced.positions) - len(reduced.rates))) // 2
    own = np.concatenate([unit[reduced.positions], unit[reduced.rates], unit[2 * n :]])
    return replace(
        reduced,
        A=reduced.A * own / own[:, None],
        E=reduced.E * own,
        F=reduced.F * own,
        effect=reduced.effect / own[:, None],
        basis=reduced.basis * own / unit[:, None],
        projection=reduced.projection * unit / own[:, None],
    )


def row_space(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """U (m, r) and U.T rows (r, n): the independent combinations of the rows, scaled to one length."""
    size = _sizes(rows)
    U, sigma, _ = np.linalg.svd(rows / size, full_matrices=False)
    held = U[:, sigma > TOLERANCE] / size
    return held, held.T @ rows


def null_space(rows: np.ndarray) -> np.ndarray:
    """Orthonormal directions (n, k) that rows (m, n) leave free."""
    _, sigma, V = np.linalg.svd(rows / _sizes(rows))
    return V[int((sigma > TOLERANCE).sum()) :].T


def _sizes(rows: np.ndarray) -> np.ndarray:
    """Lengths of rows (m, 1); 1 for those that are zero."""
    size = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.where(size == 0.0, 1.0, size)


def chosen(basis: np.ndarray, turns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same space by columns that are 1 in one of k chosen components and 0 in the others, and these components (k,).

    The choice by pivoting keeps all numbers of the basis small; angles are liked better, as people like them.
    """
    k = basis.shape[1]
    if k == 0:
        return basis, np.zeros(0, np.int64)
    _, _, order = scipy.linalg.qr(basis.T * np.where(turns, 2.0, 1.0), pivoting=True)
    picked = np.sort(order[:k])
    clean = np.linalg.solve(basis[picked].T, basis.T).T
    clean[picked] = np.eye(k)
    return clean, picked
