"""Tools of the property tests: motions, differences, dense matrices; written apart from the package's own kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import jourdain as jd
from jourdain.jit import kernel
from jourdain.kernels.kinds import counted, curved, width
from jourdain.kernels.measures import ANGLE
from jourdain.kernels.tables import POSITION
from jourdain.kernels.tangent import row_tangent
from jourdain.system.system import System, evaluate, make_context

STENCIL = (4 / 5, -1 / 5, 4 / 105, -1 / 280)  # central differences of order 8
# (cM, cD, cK, cW, eps); with cW = 0 the rates that user functions read are left out, as index-1 solves want it
K_ONLY, D_ONLY = (0.0, 0.0, 1.0, 0.0, 0.0), (0.0, 1.0, 0.0, 1.0, 0.0)


def derivative(f: Callable[[float], np.ndarray], h: float = 0.004) -> np.ndarray:
    """df/ds at s = 0, good to about 1e-13 of f where f varies over 1 unit."""
    return sum(c * (f(k * h) - f(-k * h)) for k, c in enumerate(STENCIL, 1)) / h


def close(actual: Any, expected: Any, tol: float = 1e-10) -> None:
    """Equal to tol of the largest number involved (and of 1): differences carry the rounding of the large ones."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape
    assert np.isfinite(actual).all() and np.isfinite(expected).all()
    scale = max(1.0, np.abs(expected).max(initial=0.0))
    gap = np.atleast_1d(np.abs(actual - expected))
    if gap.size:
        worst = np.unravel_index(gap.argmax(), gap.shape)
        pair = np.atleast_1d(actual)[worst], np.atleast_1d(expected)[worst]
        assert gap[worst] <= tol * scale, f"at {tuple(map(int, worst))}: {pair[0]:.17g}, expected {pair[1]:.17g}"


# --------------------------------------------------------------------------- rotations and motions


def cross_matrix(u: np.ndarray) -> np.ndarray:
    """u~ with u~ w = u x w."""
    return np.array([[0.0, -u[2], u[1]], [u[2], 0.0, -u[0]], [-u[1], u[0], 0.0]])


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    """A rotation matrix (3, 3), any."""
    q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    return q * np.sign(np.linalg.det(q))


def quaternion_product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """p q, both w first."""
    a, b, c, d = p
    e, f, g, h = q
    return np.array(
        [
            a * e - b * f - c * g - d * h,
            a * f + b * e + c * h - d * g,
            a * g + c * e + d * f - b * h,
            a * h + d * e + b * g - c * f,
        ]
    )


def rotation_matrix(q: np.ndarray) -> np.ndarray:
    """Body -> ground of a unit quaternion."""
    return np.eye(3) + 2 * q[0] * cross_matrix(q[1:]) + 2 * cross_matrix(q[1:]) @ cross_matrix(q[1:])


def retract(planar: bool, q: np.ndarray, u: np.ndarray) -> np.ndarray:
    """q moved by u: planar q + u; in space translation, and q * (1, u/2)/|.| for each rotation."""
    if planar:
        return q + u
    result = q.copy()
    for b in range(len(q) // 7):
        result[7 * b : 7 * b + 3] += u[6 * b : 6 * b + 3]
        turned = quaternion_product(q[7 * b + 3 : 7 * b + 7], np.array([1.0, *(0.5 * u[6 * b + 3 : 6 * b + 6])]))
        result[7 * b + 3 : 7 * b + 7] = turned / np.linalg.norm(turned)
    return result


def along(planar: bool, q: np.ndarray, v: np.ndarray, a: np.ndarray, s: float) -> tuple[np.ndarray, np.ndarray]:
    """q and v at time s of a motion with velocity v and acceleration a at s = 0.

    The chart coordinate is u = v s + a s^2/2, and the angular velocity (I - u~/2)/(1 + |u|^2/4) u'.
    """
    u, rate = v * s + 0.5 * a * s * s, v + a * s
    if not planar:
        rate = rate.copy()
        for k in range(3, len(v), 6):
            w, du = u[k : k + 3], rate[k : k + 3]
            rate[k : k + 3] = (du - 0.5 * np.cross(w, du)) / (1.0 + 0.25 * w @ w)
    return retract(planar, q, u), rate


# --------------------------------------------------------------------------- a system at a state


class Probe:
    """A compiled model at one random state, off the constraint manifold unless told otherwise.

    `at(..)` evaluates it with any part of the state changed and returns the context with all results.
    """

    def __init__(self, model: jd.Model | Any, seed: int = 1) -> None:
        self.system = jd.compile(model) if isinstance(model, jd.Model) else model
        self.kind, self.planar = self.system.kind, self.system.planar
        self.flat = not curved(self.kind)  # positions move by adding
        self.s = self.system.context()
        rng = np.random.default_rng(seed)
        kind = self.kind
        self.t = 0.7
        self.q = rng.normal(size=kind.q)
        if not self.flat:
            for b in range(kind.q // 7):
                self.q[7 * b + 3 : 7 * b + 7] /= np.linalg.norm(self.q[7 * b + 3 : 7 * b + 7])
        self.v, self.a = rng.normal(size=kind.v), rng.normal(size=kind.v)
        self.w, self.wd = rng.normal(size=kind.w), rng.normal(size=kind.w)
        self.lam = rng.normal(size=kind.g + kind.a)
        self.ref = np.zeros(max(1, kind.turns))
        self.settle()

    def settle(self) -> None:
        """Count the angles from where they are now."""
        s = self.at()
        for i, measure in enumerate(self.system.tables["measures"]):
            if measure["kind"] == ANGLE and counted(self.kind):
                self.ref[measure["turn"]] = s.x[i] - measure["offset"]

    def at(self, **changes: Any) -> Any:
        """The context, evaluated with the given changes of t, q, v, a, w, wd, lam, coefficients; s.energy is added."""
        z = {n: changes.pop(n, getattr(self, n)) for n in ("t", "q", "v", "a", "w", "wd", "lam", "ref")}
        self.energy = evaluate(self.kind, self.s, z.pop("t"), z.pop("q"), z.pop("v"), **z, **changes)
        return self.s

    def get(self, what: str, **changes: Any) -> np.ndarray:
        """A copy of one result."""
        return np.array(getattr(self.at(**changes), what))

    def moved(self, u: np.ndarray) -> np.ndarray:
        """The positions moved by u."""
        return retract(self.flat, self.q, u)

    def motion(self, s: float) -> dict[str, Any]:
        """Time, positions and velocities s after (or before) the state."""
        q, v = along(self.flat, self.q, self.v, self.a, s)
        return {"t": self.t + s, "q": q, "v": v}

    def gradient(self, f: Callable[[np.ndarray], np.ndarray], n: int, h: float = 0.004) -> np.ndarray:
        """Columns df/du_i at u = 0 for n numbers u."""
        return np.stack([derivative(lambda s, e=e: f(s * e), h) for e in np.eye(n)], axis=-1)

    # -- dense forms of what the package keeps in blocks

    def covector(self, blocks: str, first: int, count: int) -> np.ndarray:
        """(nv,) from `count` blocks of s.J or s.Jt."""
        n = width(self.kind)
        result = np.zeros(self.kind.v)
        for k in range(first, first + count):
            b = self.s.block_body[k]
            result[n * b : n * b + n] += getattr(self.s, blocks)[k]
        return result

    def measure(self, index: int, blocks: str = "J") -> np.ndarray:
        """Jacobian (nv,) of a measure (or with "Jt": d(J v)/dq)."""
        m = self.s.measures[index]
        return self.covector(blocks, m["block"], m["n_blocks"])

    def rows(self) -> np.ndarray:
        """G (m, nv)."""
        rows = [self.covector("J", r["block"], r["n_blocks"]) for r in self.s.rows]
        return np.array(rows).reshape(len(rows), self.kind.v)

    def pairs(self) -> np.ndarray:
        """(nv, nv) from the body-pair blocks."""
        n = width(self.kind)
        result = np.zeros((self.kind.v, self.kind.v))
        for p, (i, j) in enumerate(self.s.pair_body):
            result[n * i : n * i + n, n * j : n * j + n] += self.s.pair[p]
        return result

    def matrix(self) -> np.ndarray:
        """The assembled Newton matrix from the static pattern, in the order of the unknowns."""
        s = self.s
        n = len(s.diagonal)
        ordered = np.zeros((n, n))
        for i in range(n):
            entries = slice(s.row_start[i], s.row_start[i + 1])
            ordered[i, s.column[entries]] = s.values[entries]
        return ordered[np.ix_(s.place, s.place)]

    # -- what these must be, by differences

    def difference_rows(self) -> np.ndarray:
        """G (m, nv): differences of g over positions; of the rates over velocities for velocity rows."""
        g = self.gradient(lambda u: self.get("g", q=self.moved(u)), self.kind.v)
        rate = self.gradient(lambda u: self.get("rate", v=self.v + u), self.kind.v)
        return np.where((self.s.rows["level"] == POSITION)[:, None], g, rate)

    def difference_matrix(self, cM: float, cD: float, cK: float, cW: float) -> np.ndarray:
        """d(residual)/d(a, wd, -lam), with v, q, w moving along by cD, cK, cW; and the constraint rows below."""
        nv, nw = self.kind.v, self.kind.w
        n = nv + nw + len(self.lam)

        def residual(x: np.ndarray) -> np.ndarray:
            u, e, l = x[:nv], x[nv : nv + nw], x[nv + nw :]
            r = self.get(
                "residual",
                a=self.a + cM * u,
                v=self.v + cD * u,
                q=self.moved(cK * u),
                wd=self.wd + e,
                w=self.w + cW * e,
                lam=self.lam - l,
            )
            return r[: nv + nw]

        result = np.zeros((n, n))
        result[: nv + nw] = self.gradient(residual, n)
        result[nv + nw :, :nv] = self.difference_rows()
        return result


def check_rows(p: Probe, tol: float = 1e-10) -> None:
    """Rows against differences: G, rates, gamma, duality of G and G^T, and K of every row for itself."""
    p.at()
    G = p.rows()
    close(G, p.difference_rows(), tol)
    position = p.s.rows["level"] == POSITION
    rate = p.get("rate")
    close(rate[position], derivative(lambda s: p.get("g", **p.motion(s)))[position], tol)
    gamma = p.get("gamma")
    close(G @ p.a - gamma, derivative(lambda s: p.get("rate", **p.motion(s))), tol)
    zero = np.zeros_like(p.lam)
    for r in range(len(p.lam)):
        lam = zero.copy()
        lam[r] = 1.3
        pull = p.get("residual", lam=lam)[: p.kind.v] - p.get("residual", lam=zero)[: p.kind.v]
        close(pull, -1.3 * G[r], 1e-13)

    def force(u: np.ndarray, lam: np.ndarray) -> np.ndarray:
        q = p.moved(u)
        return p.get("residual", q=q, lam=lam)[: p.kind.v] - p.get("residual", q=q, lam=zero)[: p.kind.v]

    p.at(lam=zero, coefficients=K_ONLY)
    without = p.pairs()
    for r in range(len(p.lam)):
        lam = zero.copy()
        lam[r] = 1.3
        p.at(lam=lam, coefficients=K_ONLY)
        close(p.pairs() - without, p.gradient(lambda u, lam=lam: force(u, lam), p.kind.v), tol)


# --------------------------------------------------------------------------- markers, from first principles


def marker_state(p: Probe, marker: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Origin, axes (columns), velocity of the origin and angular velocity of a marker, all in ground axes and 3D."""
    at = np.array(marker.at)
    if marker.planar:
        c, s = np.cos(marker.angle), np.sin(marker.angle)
        axes = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    else:
        axes = marker.rotation.matrix
    if marker.body == "ground":
        return at, axes, np.zeros(3), np.zeros(3)
    b = p.system.bodies.index(marker.body)
    if p.planar:
        x, y, theta = p.q[3 * b : 3 * b + 3]
        R = np.array([[np.cos(theta), -np.sin(theta), 0.0], [np.sin(theta), np.cos(theta), 0.0], [0.0, 0.0, 1.0]])
        centre, v = np.array([x, y, 0.0]), np.array([*p.v[3 * b : 3 * b + 2], 0.0])
        omega = np.array([0.0, 0.0, p.v[3 * b + 2]])
    else:
        R = rotation_matrix(p.q[7 * b + 3 : 7 * b + 7])
        centre, v, omega = p.q[7 * b : 7 * b + 3], p.v[6 * b : 6 * b + 3], R @ p.v[6 * b + 3 : 6 * b + 6]
    arm = R @ (at - p.system.com[b])
    return centre + arm, R @ axes, v + np.cross(omega, arm), omega


# --------------------------------------------------------------------------- the static pattern


@kernel
def _row_tangent(kind, s, v):  # type: ignore[no-untyped-def]
    row_tangent(kind, s, v)


def outside_the_pattern(system: System, states: int = 3) -> float:
    """The largest number that the Newton matrix has where its pattern has no entry, at random states with random weights.

    Those numbers all go to one entry at the end, which nobody reads.
    """
    rng = np.random.default_rng(7)
    kind, worst = system.kind, 0.0
    rows = system.tables["rows"].copy()
    for _ in range(states):
        rows["weight"] = 1.0 + rng.random(len(rows))
        s = make_context(kind, system.tables | {"rows": rows}, system.n_registers)
        s.chart[:] = rng.normal(size=s.chart.shape)
        q = rng.normal(size=kind.q)
        system.layout.normalise(q)
        sizes = {"v": kind.v, "a": kind.v, "w": kind.w, "wd": kind.w, "lam": system.n_rows}
        state = {name: rng.normal(size=n) for name, n in sizes.items()}
        evaluate(kind, s, rng.random(), q, **state, coefficients=1.0 + rng.random(5))
        worst = max(worst, abs(s.values[-1]))
        _row_tangent(kind, s, state["v"])
        away = s.row_place == len(s.column)  # d(G v)/dq is added to the rows there
        worst = max(worst, np.abs(s.Jt[s.row_blocks["block"]][away]).max(initial=0.0))
    return worst


def least_norm(result: jd.Result, i: int) -> np.ndarray:
    """Multipliers of least norm in the scaled rows at output i, by NumPy's singular values."""
    probe, system = Probe(result.system), result.system
    s = probe.at(t=result.t[i], q=result.q[i], v=result.v[i], a=np.zeros(system.kind.v), lam=np.zeros(system.n_rows))
    G, n = probe.rows(), system.kind.v
    M = np.zeros((n, n))
    for b, body in enumerate(system.tables["bodies"]):
        M[6 * b : 6 * b + 3, 6 * b : 6 * b + 3] = body["mass"] * np.eye(3)
        M[6 * b + 3 : 6 * b + 6, 6 * b + 3 : 6 * b + 6] = body["J"]
    scale = 1.0 / np.sqrt(system.tables["rows"]["weight"])
    right = scale * (s.gamma - G @ np.linalg.solve(M, s.force))
    # of the scaled rows themselves: their products with each other would have lost half the digits
    U, sigma, _ = np.linalg.svd(np.linalg.solve(np.linalg.cholesky(M), G.T * scale).T, full_matrices=False)
    U, sigma = U[:, sigma > 1e-8 * sigma[0]], sigma[sigma > 1e-8 * sigma[0]]
    return scale * (U @ (U.T @ right / sigma**2))
