"""The functions of the contract between a System and its integrators that no integrator exercises fully yet."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import jourdain as jd
from jourdain.jit import kernel
from jourdain.kernels import panels
from jourdain.kernels.equations import positions
from jourdain.kernels.kinds import chart, difference, retract
from jourdain.kernels.linalg import eliminate, pack, substitute
from jourdain.kernels.tangent import row_stiffness, row_tangent
from jourdain.system.system import evaluate
from machines import jansen


@kernel
def _positions(kind, s, q, ref):  # type: ignore[no-untyped-def]
    positions(kind, s, 0.0, q, ref, kind.active)


@kernel
def _row_tangent(kind, s, q, ref, y):  # type: ignore[no-untyped-def]
    positions(kind, s, 0.0, q, ref, kind.active)
    row_tangent(kind, s, y)


@kernel
def _row_stiffness(kind, s, q, ref, y):  # type: ignore[no-untyped-def]
    positions(kind, s, 0.0, q, ref, kind.active)
    s.pair[:] = 0.0
    row_stiffness(kind, s, y, 1.0, 0.0)


@kernel
def _retract(kind, q0, u, q):  # type: ignore[no-untyped-def]
    retract(kind, q0, u, q)


@kernel
def _difference(kind, q0, q, u):  # type: ignore[no-untyped-def]
    difference(kind, q0, q, u)


@kernel
def _chart(kind, u, v, ud, A, W):  # type: ignore[no-untyped-def]
    chart(kind, u, v, ud, A, W)


def _model(planar: bool) -> jd.Model:
    """Two free bodies with rows of every sort: pins, aligns, distance, angle, and a function of two measures."""
    m = jd.Model("contract", planar=planar)
    zero = (0.0, 0.0) if planar else (0.0, 0.0, 0.0)
    one = (0.4, 0.1) if planar else (0.4, 0.1, 0.3)
    a, b = (m.body(n, mass=1.0, inertia=1.0 if planar else (1.0, 1.2, 1.4), at=p) for n, p in (("a", zero), ("b", one)))
    ma, mb = (
        a.marker(at=one),
        b.marker(at=tuple(2 * x for x in one), rotation=0.3 if planar else jd.cardan(0.3, 0.2, 0.1)),
    )
    m.joint("pin", "revolute", ma, mb)
    m.row("far", [(1.0, jd.distance(ma, b.marker(at=(0.7, 0.2) if planar else (0.7, 0.2, 0.1))))], constant=None)
    m.row("mix", [(2.0, jd.angle(ma, mb)), (-0.5, jd.slide(ma, mb, "x"))], constant=None)
    m.row("text", "x1*x2**2 + sin(x1)", inputs={"x1": jd.slide(ma, mb, "y"), "x2": jd.align(ma.x, mb.y)}, constant=None)
    return m


def _state(system: jd.compiler.System, seed: int) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[name-defined]
    rng = np.random.default_rng(seed)
    q = rng.normal(size=system.kind.q)
    if not system.planar:
        q = q.reshape(-1, 7)
        q[:, 3:] /= np.linalg.norm(q[:, 3:], axis=1)[:, None]
        q = q.ravel()
    return q, rng.normal(size=system.kind.v)


def _rows(system: jd.compiler.System, blocks: np.ndarray) -> np.ndarray:  # type: ignore[name-defined]
    """Dense (m, nv) matrix from Jacobian blocks."""
    n = 3 if system.planar else 6
    G = np.zeros((system.n_rows, system.kind.v))
    for r, row in enumerate(system.tables["rows"]):
        for k in range(row["block"], row["block"] + row["n_blocks"]):
            b = system.tables["block_body"][k]
            G[r, n * b : n * b + n] += blocks[k]
    return G


def _moved(kind, q, i, step):  # type: ignore[no-untyped-def]
    u, new = np.zeros(kind.v), np.zeros_like(q)
    u[i] = step
    _retract(kind, q, u, new)
    return new


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_row_tangent_and_row_stiffness(planar: bool) -> None:
    """d(G y)/dq and d(G^T y)/dq against differences of G, off the manifold."""
    system = jd.compile(_model(planar))
    kind, s, ref = system.kind, system.context(), np.zeros(max(1, system.kind.turns))
    q, y = _state(system, 3)
    lam = np.random.default_rng(4).normal(size=system.n_rows)
    h = 1e-5
    Gy, GTy = np.zeros((system.n_rows, kind.v)), np.zeros((kind.v, kind.v))
    _positions(kind, s, q, ref)
    for i, x in enumerate(s.x):  # angles stay in the turn they are in
        if system.tables["measures"]["kind"][i] == 3 and not planar:
            ref[system.tables["measures"]["turn"][i]] = x
    for i in range(kind.v):
        G = []
        for sign in (1, -1):
            _positions(kind, s, _moved(kind, q, i, sign * h), ref)
            G.append(_rows(system, s.J))
        Gy[:, i] = (G[0] - G[1]) @ y / (2 * h)
        GTy[:, i] = (G[0] - G[1]).T @ lam / (2 * h)
    _row_tangent(kind, s, q, ref, y)
    np.testing.assert_allclose(_rows(system, s.Jt), Gy, atol=2e-8)
    _row_stiffness(kind, s, q, ref, lam)
    n = 3 if planar else 6
    K = np.zeros((kind.v, kind.v))
    for p, (i, j) in enumerate(s.pair_body):
        K[n * i : n * i + n, n * j : n * j + n] += s.pair[p]
    np.testing.assert_allclose(K, GTy, atol=2e-8)
    assert np.abs(GTy).max() > 0.1


@kernel
def _sparse_solve(row_start, diagonal, column, target, lower, upper, place, values, b, work):  # type: ignore[no-untyped-def]
    """x = A^-1 b by the static LU, for numbers of any kind."""
    n, none = diagonal.shape[0], np.zeros(diagonal.shape[0], np.int64)
    pivot, L, U, y = work[0, :n].copy(), work[1].copy(), work[2].copy(), work[3, :n].copy()
    if eliminate(row_start, diagonal, lower, target, values, pivot, np.zeros(n), 0) >= 0:
        return y
    lr, lc, ur, uc = (
        np.zeros(L.shape[0], np.int64),
        np.zeros(L.shape[0], np.int64),
        np.zeros(L.shape[0], np.int64),
        np.zeros(L.shape[0], np.int64),
    )
    n_L, n_U = pack(lower, values, none, L, lr, lc), pack(upper, values, none, U, ur, uc)
    for e in range(n_U):
        U[e] *= pivot[ur[e]]
    for i in range(n):
        y[place[i]] = b[i]
    substitute(L, lr, lc, n_L, U, ur, uc, n_U, pivot, y)
    return y[place]


@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
def test_static_lu_is_generic_in_real_and_complex(dtype: type) -> None:
    """On the pattern of a real machine, with random numbers, against NumPy."""
    t = jd.compile(_model(False)).tables
    rng = np.random.default_rng(8)
    n, nnz = len(t["diagonal"]), len(t["column"])
    values = (rng.normal(size=nnz) + (1j * rng.normal(size=nnz) if dtype is np.complex128 else 0.0)).astype(dtype)
    values[t["diagonal"]] += 20.0  # no pivoting: keep it diagonally heavy
    A = np.zeros((n, n), dtype)
    for i in range(n):
        entries = slice(t["row_start"][i], t["row_start"][i + 1])
        A[i, t["column"][entries]] = values[entries]
    b = rng.normal(size=n).astype(dtype)
    expected = np.linalg.solve(A[np.ix_(t["place"], t["place"])], b)
    names = ("row_start", "diagonal", "column", "target", "lower", "upper", "place")
    found = _sparse_solve(*(t[name] for name in names), values.copy(), b, np.zeros((4, nnz), dtype))
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13)


def test_factors_by_panels() -> None:
    """Large machines: the product of the factors is the matrix, where nothing is zero by chance; rows that are left out."""
    system = jd.compile(jansen.machine(2, True, turn=Rotation.random(random_state=5)))
    s, first, n = system.context(), system.kind.v, len(system.tables["place"])
    assert len(s.panel_end) == n and len(s.panels) > s.upper.shape[1]  # some columns were added
    evaluate(system.kind, s, 0.0, system.q0, system.v0, coefficients=(1.0, 0.0, 0.0, 0.0, 1e-9))
    row, values = np.repeat(np.arange(n), np.diff(s.row_start)), s.values.copy()
    A = np.zeros((n, n))
    A[row, s.column] = values[:-1]
    assert panels.compiled().ctypes(first, 0.0, 0.0, s.address) == -1
    L, U, pivot = np.eye(n), np.eye(n), s.pivot.copy()
    L[s.L_row, s.L_column], U[s.U_row, s.U_column] = s.L, s.U
    np.testing.assert_allclose((L / pivot) @ U, A, atol=1e-13 * np.abs(A).max())
    s.values[:] = values
    assert panels.compiled().ctypes(first, 1e-4, 18.0, s.address) == -1  # leaves out the rows that depend on others
    kept = s.left_out == 0
    assert (~kept).sum() == 18 and (s.pivot == pivot * kept).all()
    assert (L[s.L_row, s.L_column] * kept[s.L_column] == s.L).all()
    assert (U[s.U_row, s.U_column] * kept[s.U_row] == s.U).all()


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_retract_and_difference_are_inverse(planar: bool) -> None:
    system = jd.compile(_model(planar))
    q0, u = _state(system, 5)
    q, back = np.zeros_like(q0), np.zeros_like(u)
    _retract(system.kind, q0, u, q)
    _difference(system.kind, q0, q, back)
    np.testing.assert_allclose(back, u, atol=2e-15 * 10)


def test_chart_rate_is_the_rate_of_the_chart_coordinate() -> None:
    """ud = A v moves the chart as the body turns with w = v: q(u + ud dt) = q(u) * exp(w dt); W = d(A v)/du."""
    system = jd.compile(_model(False))
    kind = system.kind
    q0, v = _state(system, 6)
    u = 0.7 * _state(system, 7)[1]
    ud, A, W = np.zeros(kind.v), np.zeros((2, 3, 3)), np.zeros((2, 3, 3))
    _chart(kind, u, v, ud, A, W)
    h, ends = 1e-5, []
    for sign in (1, -1):
        moved, turned, base = np.zeros(kind.q), np.zeros(kind.q), np.zeros(kind.q)
        _retract(kind, q0, u + sign * h * ud, moved)
        _retract(kind, q0, u, base)
        _retract(kind, base, sign * h * v, turned)
        ends.append(moved - turned)  # translations start at different points; rotations agree to h^3
    for b in range(2):
        assert max(np.abs(e[7 * b + 3 : 7 * b + 7]).max() for e in ends) < 1e-9
        for i in range(3):
            up, down, scratch = np.zeros(kind.v), np.zeros(kind.v), (np.zeros((2, 3, 3)), np.zeros((2, 3, 3)))
            du = np.zeros(kind.v)
            du[6 * b + 3 + i] = h
            _chart(kind, u + du, v, up, *scratch)
            _chart(kind, u - du, v, down, *scratch)
            np.testing.assert_allclose(W[b, :, i], (up - down)[6 * b + 3 : 6 * b + 6] / (2 * h), atol=1e-9)
