"""Reduced parts: what they keep of the mesh exactly, what modes must be, and stiffness by spin."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.fe.interfaces import nodes
from jourdain.fe.mesh import Mesh, box_mesh, merged
from jourdain.fe.reduce import KINDS, reduce
from jourdain.fe.solids import Solids
from jourdain.io.part_files import load_part, save_part

STEEL = jd.material(E=2.1e11, nu=0.3, density=7850)
ENDS = {"A": nodes("x0"), "B": nodes("x1")}


def bar(kind: str = "hex8"):  # type: ignore[no-untyped-def]
    return box_mesh((1.0, 0.04, 0.02), (16, 2, 2), kind=kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rigid", [True, False])
def test_shapes(kind: str, rigid: bool) -> None:
    """Unit mass, no coupling; of floating parts no momentum and no angular momentum either; mass and inertia of the mesh."""
    mesh = box_mesh((1.0, 0.04, 0.02), (8, 1, 1)) if kind == "nodal" else bar()
    shapes = np.random.default_rng(4).normal(size=(3 * len(mesh.nodes), 5)) if kind == "given" else None
    part = reduce(mesh, material=STEEL, interfaces=ENDS, kind=kind, rigid=rigid, modes=5, shapes=shapes)
    assert kind != "nodal" or part.modes == 3 * 36 - 6
    one = part.invariants
    np.testing.assert_allclose(np.einsum("klii->kl", one.P2), np.eye(part.modes), atol=1e-9)
    np.testing.assert_allclose(part.inertia, 7850 * 8e-4 / 12 * np.diag([0.002, 1.0004, 1.0016]), rtol=1e-9, atol=1e-12)
    assert part.mass == pytest.approx(7850 * 8e-4, rel=1e-12)
    if kind != "clamped":
        twist = np.einsum("kij->kij", one.P1 - one.P1.transpose(0, 2, 1))
        assert np.abs(one.N).max() ** 2 < 1e-12 * part.mass and np.abs(twist).max() ** 2 < 1e-12 * part.inertia[0, 0]
    else:
        assert np.abs(part.frames["A"].moves).max() < 1e-12 and np.abs(part.frames["B"].turns).max() < 1e-12


@pytest.mark.parametrize("rigid", [True, False])
def test_forces_at_interfaces_are_exact(rigid: bool) -> None:
    """Craig-Bampton: a force and a moment at one interface while the other is held move it as the whole mesh would."""
    part = reduce(bar(), material=STEEL, interfaces=ENDS, kind="craig-bampton", rigid=rigid, modes=3)
    load = np.array([10.0, 20.0, -30.0, 1.0, 2.0, 3.0])
    a, b = part.frames["A"], part.frames["B"]
    # unknowns: amplitudes and the rigid motion of the part; frame A is held
    k = part.modes
    rigid_at = [np.block([[np.eye(3), -_cross(one.at)], [np.zeros((3, 3)), np.eye(3)]]) for one in (a, b)]
    G = np.concatenate([np.concatenate([a.moves.T, a.turns.T]), rigid_at[0]], axis=1)
    F = np.concatenate([np.concatenate([b.moves.T, b.turns.T]), rigid_at[1]], axis=1).T @ load
    K = np.zeros((k + 6, k + 6))
    K[:k, :k] = np.diag(part.frequencies**2)
    whole = np.block([[K, G.T], [G, np.zeros((6, 6))]])
    x = np.linalg.solve(whole, np.concatenate([F, np.zeros(6)]))[: k + 6]
    moved = np.concatenate([np.concatenate([b.moves.T, b.turns.T]), rigid_at[1]], axis=1) @ x
    assert moved == pytest.approx(_whole_mesh(load, rigid), rel=1e-7)


def _cross(s: np.ndarray) -> np.ndarray:
    return np.array([[0, -s[2], s[1]], [s[2], 0, -s[0]], [-s[1], s[0], 0]])


def _whole_mesh(load: np.ndarray, rigid: bool) -> np.ndarray:
    """Motion of the middle of face B under a load there, face A held, from K with multipliers."""
    m = Solids(bar(), STEEL)
    x, K = m.mesh.nodes, m.stiffness.toarray()
    rows = []
    for name in ("x0", "x1"):
        face = m.mesh.sets[name]
        s = x[face] - x[face].mean(axis=0)
        spread = np.concatenate([np.concatenate([np.eye(3), -_cross(one)], axis=1) for one in s])
        at = (3 * face[:, None] + np.arange(3)).ravel()
        rows.append((at, spread, np.linalg.pinv(spread)))
    n = len(K)
    if rigid:
        T = np.eye(n)
        keep = np.setdiff1d(np.arange(n), np.concatenate([rows[0][0], rows[1][0]]))
        B = np.zeros((n, 6))
        B[rows[1][0]] = rows[1][1]
        T = np.concatenate([T[:, keep], B], axis=1)
        f = np.zeros(T.shape[1])
        f[-6:] = load
        return np.linalg.solve(T.T @ K @ T, f)[-6:]
    C, W = np.zeros((6, n)), np.zeros((6, n))
    C[:, rows[0][0]], W[:, rows[1][0]] = rows[0][2], rows[1][2]
    scale = np.abs(K).max()
    whole = np.block([[K, scale * C.T], [scale * C, np.zeros((6, 6))]])
    u = np.linalg.solve(whole, np.concatenate([W.T @ load, np.zeros(6)]))[:n]
    return W @ u


def test_rotating_blade() -> None:
    """Frequencies across the plane of rotation, by the stiffness of spin: 10-term Ritz solution of the clamped beam, 2 %."""
    L, b, h = 1.0, 0.04, 0.01
    mesh = box_mesh((L, b, h), (24, 2, 1), kind="hex20")
    part = reduce(mesh, material=STEEL, interfaces={"A": nodes("x0")}, kind="clamped", modes=8)
    unit = np.sqrt(STEEL.density * b * h * L**4 / (STEEL.E * b * h**3 / 12))
    inv = part.invariants
    for ratio, first, second in (
        (0, 3.5160, 22.0345),
        (2, 4.1373, 22.6149),
        (6, 7.3604, 26.8091),
        (12, 13.1702, 37.6031),
    ):
        w = ratio / unit
        # the root turns about z through face A: spin about the centre, and the pull towards the axis, w^2 L/2
        stretch = w * w * (inv.P1[:, 0, 0] + inv.P1[:, 1, 1] + 0.5 * L * inv.N[:, 0]) / part.frequencies**2
        K = np.diag(part.frequencies**2) + w * w * (part.spin[2] - 0.5 * L * part.pull[0])
        K += np.einsum("k,klm->lm", stretch, part.cubic)
        K -= w * w * (inv.P2[..., 0, 0] + inv.P2[..., 1, 1])
        found = np.sqrt(np.abs(np.linalg.eigvalsh(0.5 * (K + K.T)))) * unit
        for expected in (first, second):
            assert np.abs(found / expected - 1).min() < 0.02


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (dict(kind="craig"), "unknown kind 'craig'. Did you mean 'craig-bampton'"),
        (dict(interfaces={}), "needs interfaces"),
        (dict(interfaces={"A": nodes("x9")}), "no set of nodes 'x9'"),
        (dict(interfaces={"A": nodes(numbers=[1, 2])}), "needs three nodes"),
        (dict(interfaces={"A": nodes(near=(9, 9, 9), radius=0.1)}), "no node is within 0.1 m"),
        (dict(modes=0), "modes = 0"),
        (dict(modes=100_000), "coordinates, give 1 to"),
        (dict(unit="foot"), "unit = 'foot'"),
        (dict(material="steel"), "'steel' is no material"),
        (dict(interfaces=["x0"]), "give names and nodes"),
        (dict(interfaces={"A": 1}), r"has 1 node\(s\)"),
        (dict(static=3), "static = 3"),
        (dict(static=[{"spin": {"pressure": "x0"}}]), "loads of the motion have this name"),
        (dict(kind="given", shapes=np.zeros((3 * 17 * 9, 2))), "move it as one"),
        (dict(material=jd.material(E=1e9, nu=0.5, density=1000)), "Poisson's ratio below 0.5"),
    ],
)
def test_mistakes_are_named(options: dict, message: str) -> None:
    with pytest.raises(jd.ModelError, match=message):
        reduce(bar(), **(dict(material=STEEL, interfaces=ENDS) | options))


def _moved(**changes: Any) -> Mesh:
    mesh = bar()
    return replace(mesh, cell_numbers={}, **{key: change(getattr(mesh, key)) for key, change in changes.items()})


def _hinge() -> Mesh:
    box = box_mesh((0.4, 0.04, 0.02), (2, 1, 1))
    return merged([box, box.moved(lambda x: x + np.array([0.4, 0.04, 0.0]))], "hinge")


@pytest.mark.parametrize(
    ("mesh", "message"),
    [
        (lambda: _moved(nodes=lambda x: np.where(x == x.max(), np.nan, x)), r"node \d+ is at \[\s*nan"),
        (lambda: _moved(cells=lambda c: {k: np.concatenate([v, v[:1]]) for k, v in c.items()}), "have the same nodes"),
        (lambda: _moved(cells=lambda c: {k: v + 7 for k, v in c.items()}), "cells count nodes from 0 to"),
        (_hinge, r"1 shape\(s\) of hinge have no elastic energy .* joined by an edge"),
    ],
)
def test_meshes_that_are_no_body(mesh: Any, message: str) -> None:
    with pytest.raises(jd.ModelError, match=message):
        reduce(mesh(), material=STEEL, kind="free", modes=2)


def test_shares_under_static_forces_are_those_of_any_unit() -> None:
    """Craig-Bampton shapes carry static forces at the interfaces completely: in metres and in millimetres."""
    for unit in ("m", "mm"):
        told = [
            one for one in reduce(bar(), material=STEEL, interfaces=ENDS, modes=2, unit=unit).notes if "static" in one
        ]
        assert len(told) == 2 and all("shapes carry 100 to 100 %" in one for one in told)


def test_something_else_is_no_mesh() -> None:
    with pytest.raises(jd.ModelError, match="7 is no mesh, no file of one, and no matrices"):
        reduce(7, material=STEEL)  # type: ignore[arg-type]


def test_odd_units_are_noticed() -> None:
    part = reduce(bar(), material=jd.material(E=2.1e11, nu=0.3, density=7.85e-6), kind="free", modes=2)
    assert "check E, density and units" in str(part)


def test_sparse_and_dense_agree() -> None:
    """Clamped frequencies by shift and invert, against all eigenvalues of the dense pencil."""
    from scipy.linalg import eigh

    m = Solids(box_mesh((0.4, 0.04, 0.02), (6, 1, 1)), STEEL)
    part = reduce(m.mesh, material=STEEL, interfaces={"A": nodes("x0")}, kind="clamped", modes=4)
    free = np.setdiff1d(np.arange(len(m.mesh.nodes)), m.mesh.sets["x0"])
    at = (3 * free[:, None] + np.arange(3)).ravel()
    squares = eigh(m.stiffness.toarray()[np.ix_(at, at)], m.mass.toarray()[np.ix_(at, at)], eigvals_only=True)
    np.testing.assert_allclose(part.frequencies, np.sqrt(squares[:4]), rtol=1e-9)


def leaves(one: Any, name: str = "part") -> dict[str, Any]:
    """All values in dataclasses, dictionaries and tuples, by their path."""
    inside = {f.name: getattr(one, f.name) for f in fields(one) if f.init} if is_dataclass(one) else one
    inside = dict(enumerate(inside)) if isinstance(inside, tuple) and any(map(is_dataclass, inside)) else inside
    if not isinstance(inside, dict):
        return {name: one}
    return {path: leaf for key, value in inside.items() for path, leaf in leaves(value, f"{name}.{key}").items()}


def test_files(tmp_path: Path) -> None:
    """A part survives its file to the last digit; another file is not one."""
    static = ["gravity", "spin", "interfaces", {"tide": {"acceleration": (0, 0, 1)}, "wind": {"pressure": "z1"}}]
    part = reduce(bar(), material=STEEL, interfaces=ENDS, kind="free", modes=3, static=static)
    save_part(part, tmp_path / "bar.nc")
    again = load_part(tmp_path / "bar.nc")
    assert str(again) == str(part) and list(again.frames) == ["A", "B"] and part.frame("A").bends.any()
    ours, theirs = leaves(part), leaves(again)
    assert list(ours) == list(theirs) and len(ours) > 50
    for name, one in ours.items():
        np.testing.assert_array_equal(one, theirs[name], err_msg=name)
    with pytest.raises(jd.ModelError, match="no interface 'C'"):
        again.frame("C")
    with pytest.raises(jd.ModelError, match="node 100000 was not kept"):
        again.node(100_000)


def test_kept_nodes_and_units() -> None:
    """A node inside is kept on request; a mesh in millimetres is the same part; lumped mass keeps the mass."""
    mesh = box_mesh((0.4, 0.04, 0.04), (6, 2, 2))
    inside = int(mesh.numbers[np.flatnonzero((np.abs(mesh.nodes) < 1e-9).all(axis=1))[0]])
    options = dict(material=STEEL, kind="free", modes=3)
    part = reduce(mesh, keep=inside, **options)
    np.testing.assert_allclose(part.surface.nodes[part.node(inside)], 0.0, atol=1e-12)
    with pytest.raises(jd.ModelError, match=f"node {inside} was not kept"):
        reduce(mesh, **options).node(inside)
    other = reduce(mesh.moved(lambda x: 1e3 * x), unit="mm", **options)
    np.testing.assert_allclose(other.frequencies, part.frequencies, rtol=1e-9)
    assert reduce(mesh, lumped=True, **options).mass == pytest.approx(part.mass, rel=1e-12)
    mesh.sets["nobody"] = np.zeros(0, int)
    with pytest.raises(jd.ModelError, match="the set of nodes 'nobody' is empty"):
        reduce(mesh, interfaces={"A": "nobody"}, **options)
