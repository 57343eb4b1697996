"""Finite elements against what must hold for any of them, and against scikit-fem, which nobody here wrote."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jourdain as jd
import timoshenko
from jourdain.fe.elements import SOLIDS
from jourdain.fe.interfaces import find_interfaces, nodes
from jourdain.fe.mesh import Mesh, box_mesh, cylinder_mesh, sweep_mesh, tube_mesh
from jourdain.fe.modes import Floating, Held, separated
from jourdain.fe.solids import Solids
from jourdain.fe.stress import mises, principal
from jourdain.papers.propeller import aluminium, propeller_mesh

STEEL = jd.material(E=2.1e11, nu=0.3, density=7850)


def distorted(kind: str, counts: tuple[int, int, int] = (3, 2, 2)) -> Mesh:
    """A box of bent cells; of quadratic ones only corners move, and the middles of edges with them."""
    rng = np.random.default_rng(1)
    if kind.startswith("tet"):
        return _tetrahedra(kind)
    corners = box_mesh((1.0, 0.4, 0.3), counts)
    moved = corners.nodes + 0.02 * rng.normal(size=corners.nodes.shape)
    if kind == "hex8":
        return corners.moved(lambda _: moved)
    mesh = box_mesh((1.0, 0.4, 0.3), counts, kind=kind)
    nodes = mesh.nodes.copy()
    for eight, all20 in zip(corners.cells["hex8"], mesh.cells[kind], strict=True):
        nodes[all20] = SOLIDS["hex8"].values(SOLIDS["hex20"].places) @ moved[eight]
    return mesh.moved(lambda _: nodes)


def _tetrahedra(kind: str) -> Mesh:
    """Each brick as six tetrahedra about one of its diagonals."""
    bricks = distorted("hex8")
    six = [(0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6)]
    cells = np.array([brick[list(four)] for brick in bricks.cells["hex8"] for four in six])
    if kind == "tet4":
        return Mesh(bricks.nodes, {kind: cells}, bricks.sets)
    nodes, middle, full = list(bricks.nodes), {}, []
    for cell in cells:
        row = list(cell)
        for a, b in ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)):
            edge = tuple(sorted((int(cell[a]), int(cell[b]))))
            if edge not in middle:
                middle[edge] = len(nodes)
                nodes.append(0.5 * (nodes[edge[0]] + nodes[edge[1]]))
            row.append(middle[edge])
        full.append(row)
    return Mesh(np.array(nodes), {kind: np.array(full)}, bricks.sets)


@pytest.mark.parametrize("kind", list(SOLIDS))
def test_patch(kind: str) -> None:
    """A linear displacement of a bent mesh: no force inside, the same stress everywhere; rigid motions: none at all."""
    m = Solids(distorted(kind), STEEL)
    A = 1e-3 * np.random.default_rng(2).normal(size=(3, 3))
    u = (m.mesh.nodes @ A.T).ravel()
    force = (m.stiffness @ u).reshape(-1, 3)
    outside = np.unique(np.concatenate(list(m.mesh.sets.values())))
    if kind in ("hex20", "tet10"):
        used = np.zeros(len(m.mesh.nodes), bool)
        used[outside] = True
        outside = np.flatnonzero(used | (np.abs(force).max(axis=1) > 1e-9 * np.abs(force).max()))
        assert len(outside) < len(m.mesh.nodes)
    inside = np.setdiff1d(np.arange(len(m.mesh.nodes)), outside)
    assert np.abs(force[inside]).max(initial=0.0) < 1e-10 * np.abs(force).max()
    strain = 0.5 * (A + A.T)
    lam = STEEL.E * 0.3 / (1.3 * 0.4)
    S = 2 * STEEL.G * strain + lam * np.trace(strain) * np.eye(3)
    stress = m.node_stress(u[:, None])[:, :, 0]
    np.testing.assert_allclose(
        stress, np.tile([S[0, 0], S[1, 1], S[2, 2], S[0, 1], S[1, 2], S[2, 0]], (len(stress), 1)), rtol=1e-9, atol=1e-3
    )
    turn = np.cross([0.3, -0.2, 0.5], m.mesh.nodes) + np.array([1.0, 2.0, 3.0])
    assert np.abs(m.stiffness @ turn.ravel()).max() < 1e-12 * abs(m.stiffness).max()


@pytest.mark.parametrize("kind", list(SOLIDS))
def test_rigid_motions_have_no_energy(kind: str) -> None:
    """By their strains: six zero frequencies, to rounding, far below the first elastic one. Of all else it is that of K."""
    m = Solids(distorted(kind), STEEL)
    R, u = m.rigid(), np.random.default_rng(3).normal(size=(m.size, 2))
    zero = np.sqrt(2.0 * m.elastic_energy(R) / np.einsum("nk,nk->k", R, m.mass @ R))
    assert zero.max() < 1e-9 * Floating(m).modes(1).frequencies[0]
    np.testing.assert_allclose(m.elastic_energy(u), 0.5 * np.einsum("nk,nk->k", u, m.stiffness @ u), rtol=1e-11)


@pytest.mark.parametrize("kind", list(SOLIDS))
@pytest.mark.parametrize("lumped", [False, True])
def test_mass(kind: str, lumped: bool) -> None:
    """The mass of a body of straight edges is exact, consistent also its inertia; against integration over tetrahedra."""
    mesh = distorted(kind)
    m = Solids(mesh, STEEL, lumped)
    volume, second = 0.0, np.zeros((3, 3))
    if kind.startswith("tet"):
        for cell in mesh.cells[kind][:, :4]:
            p = mesh.nodes[cell]
            v = abs(np.linalg.det(p[1:] - p[0])) / 6
            total = p.sum(axis=0)
            volume, second = volume + v, second + v / 20 * (np.outer(total, total) + p.T @ p)
        assert m.place_mass.sum() == pytest.approx(STEEL.density * volume, rel=1e-12)
        if not lumped:
            np.testing.assert_allclose(
                mesh.nodes.T @ (m.place_mass @ mesh.nodes), STEEL.density * second, rtol=1e-10, atol=1e-10
            )
    else:
        straight = Solids(box_mesh((1.0, 0.4, 0.3), (3, 2, 2), kind=kind), STEEL, lumped)
        x = straight.mesh.nodes
        assert straight.place_mass.sum() == pytest.approx(7850 * 0.12, rel=1e-12)
        if not lumped:
            P = x.T @ (straight.place_mass @ x)
            np.testing.assert_allclose(P, 7850 * 0.12 / 12 * np.diag([1.0, 0.16, 0.09]), rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize(
    ("kind", "theirs"), [("hex20", "ElementHexS2"), ("tet10", "ElementTetP2"), ("tet4", "ElementTetP1")]
)
def test_matrices_of_scikit_fem(kind: str, theirs: str) -> None:
    """The same K and M (as numbers between displacements that both can represent: eigenvalues)."""
    fem = pytest.importorskip("skfem")
    from skfem.helpers import ddot, dot, sym_grad, trace

    mesh = distorted(kind, (2, 1, 1))
    corners = 8 if kind.startswith("hex") else 4
    cells = mesh.cells[kind][:, :corners]
    kept, place = np.unique(cells, return_inverse=True)
    order = [0, 1, 3, 4, 2, 5, 7, 6] if corners == 8 else [0, 1, 2, 3]
    connect = place.reshape(cells.shape)[:, order].T.copy()
    grid = (fem.MeshHex if corners == 8 else fem.MeshTet)(mesh.nodes[kept].T.copy(), connect)
    basis = fem.Basis(grid, fem.ElementVector(getattr(fem, theirs)()), intorder=5 if corners == 8 else 4)
    lam, mu = STEEL.E * 0.3 / (1.3 * 0.4), STEEL.G

    @fem.BilinearForm
    def stiffness(u, v, _):  # type: ignore[no-untyped-def]
        E, F = sym_grad(u), sym_grad(v)
        return lam * trace(E) * trace(F) + 2 * mu * ddot(E, F)

    @fem.BilinearForm
    def mass(u, v, _):  # type: ignore[no-untyped-def]
        return STEEL.density * dot(u, v)

    K, M = stiffness.assemble(basis).toarray(), mass.assemble(basis).toarray()
    own = Solids(mesh, STEEL)
    for theirs_, ours in ((K, own.stiffness.toarray()), (M, own.mass.toarray())):
        a, b = np.linalg.eigvalsh(theirs_), np.linalg.eigvalsh(ours)
        np.testing.assert_allclose(a, b, atol=1e-10 * b[-1])


@pytest.mark.parametrize(("kind", "counts"), [("hex8", (40, 4, 3)), ("hex20", (16, 2, 2))])
def test_frequencies_of_a_beam(kind: str, counts: tuple[int, int, int]) -> None:
    """The lowest three bending motions of a free and a clamped bar against Timoshenko's theory, 1 %; six rigid ones at zero."""
    L, b, h = 1.0, 0.05, 0.03
    m = Solids(box_mesh((L, b, h), counts, kind=kind), STEEL)
    free = Floating(m).modes(8)
    assert (free.rigid**2).max() < 1e-10 * free.frequencies[0] ** 2  # energies, which rounding of K leaves at 1e-11
    clamped = Held(m, find_interfaces(m, {"A": nodes("x0")}, rigid=True)).modes(8)
    found = {False: free.frequencies, True: separated(clamped, m, floating=False).frequencies}
    section, E = jd.rectangle(b, h), STEEL.E
    constants = [E * section.Iy, section.shear_factors(0.3)[0] * STEEL.G * b * h, 7850 * b * h, 7850 * section.Iy]
    for held, ours in found.items():
        for expected in timoshenko.frequencies(L, *constants, clamped=held, count=3):
            assert np.abs(ours / expected - 1).min() < 0.01, held


@pytest.mark.parametrize("width", [10, 1])
def test_slender_plates_do_not_lock(width: int) -> None:
    """1 : 10 : 100 with one brick through the thickness, clamped, loaded at its tip: 2 % of beam theory."""
    from scipy.sparse.linalg import spsolve

    m = Solids(box_mesh((100.0, width, 1.0), (20, max(1, width // 5), 1)), STEEL)
    free = np.setdiff1d(np.arange(len(m.mesh.nodes)), m.mesh.sets["x0"])
    at = (3 * free[:, None] + np.arange(3)).ravel()
    force = np.zeros(3 * len(m.mesh.nodes))
    tip = m.mesh.sets["x1"]
    force[3 * tip + 2] = 1.0 / len(tip)
    u = np.zeros_like(force)
    u[at] = spsolve(m.stiffness[at][:, at].tocsc(), force[at])
    assert u[3 * tip + 2].mean() == pytest.approx(100.0**3 / (3 * STEEL.E * width / 12), rel=0.02)


def test_round_bodies() -> None:
    """Volume of a cylinder and a tube: second order in the number of bricks around for straight edges, fourth for curved."""
    for mesh, volume in ((cylinder_mesh, math.pi * 0.04), (tube_mesh, math.pi * 0.03)):
        for kind, order in (("hex8", 2.0), ("hex20", 3.5)):
            errors = []
            for n in (6, 12):
                one = (
                    mesh(0.2, 1.0, (n, 2), kind=kind)
                    if mesh is cylinder_mesh
                    else mesh(0.1, 0.2, 1.0, (2, 2 * n, 2), kind=kind)
                )
                errors.append(abs(Solids(one, STEEL).place_mass.sum() / (7850 * volume) - 1))
            assert math.log2(errors[0] / errors[1]) > order - 0.3
    with pytest.raises(jd.ModelError, match=r"2 bricks around do not close a tube"):
        tube_mesh(0.1, 0.2, 1.0, (2, 2, 2))


def test_invariants_of_stress() -> None:
    """Von Mises and principal stresses of random tensors, against their definitions."""
    S = np.random.default_rng(3).normal(size=(20, 3, 3))
    S = S + S.transpose(0, 2, 1)
    six = np.stack([S[:, i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))], axis=1)
    dev = S - np.trace(S, axis1=1, axis2=2)[:, None, None] * np.eye(3) / 3
    np.testing.assert_allclose(mises(six), np.sqrt(1.5 * (dev**2).sum(axis=(1, 2))))
    np.testing.assert_allclose(principal(six), np.linalg.eigvalsh(S))


def test_a_cell_inside_out_is_named() -> None:
    mesh = box_mesh((1, 1, 1), (2, 1, 1))
    mesh.cells["hex8"][1] = mesh.cells["hex8"][1][[1, 0, 3, 2, 5, 4, 7, 6]]
    with pytest.raises(jd.ModelError, match=r"cell 2 \(hex8\) is inside out"):
        _ = Solids(mesh, STEEL).stiffness


def test_a_sweep_has_the_volume_of_pappus() -> None:
    """A quarter of a ring: area of the section times the way of its middle; 20-node bricks are curved."""
    turn = np.linspace(0, np.pi / 2, 13)
    path = np.column_stack([np.cos(turn), np.sin(turn), 0 * turn])
    mesh = sweep_mesh((0.2, 0.1), path, (8, 1, 1), kind="hex20")
    assert Solids(mesh, STEEL).place_mass.sum() == pytest.approx(7850 * 0.02 * np.pi / 2, rel=1e-4)
    np.testing.assert_allclose(mesh.nodes[mesh.sets["x1"]].mean(axis=0), [0, 1, 0], atol=1e-12)


def test_propeller() -> None:
    """One piece of 684 + 1152 + 2304 bricks; four first frequencies together, 209 Hz (20 nodes, by separate code), 3 %."""
    m = Solids(propeller_mesh(), aluminium())
    assert len(m.mesh.cells["hex8"]) == 684 + 1152 + 2304
    assert m.centre == pytest.approx([0, 0, 0], abs=1e-9)
    held = Held(m, find_interfaces(m, {"bore": "bore"}, rigid=True))
    first = separated(held.modes(4), m, floating=False).frequencies / (2 * np.pi)
    np.testing.assert_allclose(first, 209.0, rtol=0.03)


def test_two_pieces_are_noticed() -> None:
    one = box_mesh((1, 1, 1), (2, 1, 1))
    apart = Mesh(
        np.concatenate([one.nodes, one.nodes + 5.0]),
        {"hex8": np.concatenate([one.cells["hex8"], one.cells["hex8"] + 12])},
    )
    with pytest.raises(jd.ModelError, match="2 pieces that share no node: 12 node"):
        Solids(apart, STEEL)
