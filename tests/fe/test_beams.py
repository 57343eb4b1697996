"""Structures of beams: exact statics, exact inertia, frequencies at rest and in rotation."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

import jourdain as jd
import timoshenko
from jourdain.fe.beams import Beams, beam_mesh
from jourdain.fe.interfaces import nodes
from jourdain.fe.modes import Floating
from jourdain.fe.reduce import reduce
from jourdain.io.part_files import load_part, save_part

STEEL = jd.material(E=2.1e11, nu=0.3, density=7850)
SECTION = jd.rectangle(0.04, 0.02)
LEANING = np.array([0.6, -0.48, 0.64])  # a direction along no axis


def test_a_cantilever_is_exact() -> None:
    """One element or five: tip under force and moment as Timoshenko's theory has it, in the axes of an inclined section."""
    for n in (1, 5):
        m = Beams(beam_mesh([(0, 0, 0), 2.0 * LEANING], n, section=SECTION, normal=(0, 0, 1)), STEEL)
        x, y, z = m.axes[0]
        load = np.concatenate([30 * x + 10 * y - 20 * z, 5 * x + 3 * y + 2 * z])
        f = np.zeros(m.size)
        f[-6:] = load
        u = np.zeros(m.size)
        u[6:] = np.linalg.solve(m.stiffness.toarray()[6:, 6:], f[6:])
        L, E, G, A = 2.0, STEEL.E, STEEL.G, SECTION.area
        k, Iy, Iz = SECTION.shear_factors(STEEL.nu)[0], SECTION.Iy, SECTION.Iz
        across_y = 10 * (L**3 / (3 * E * Iz) + L / (k * G * A)) + 2 * L**2 / (2 * E * Iz)
        across_z = -20 * (L**3 / (3 * E * Iy) + L / (k * G * A)) - 3 * L**2 / (2 * E * Iy)
        expected = 30 * L / (E * A) * x + across_y * y + across_z * z
        np.testing.assert_allclose(u[-6:-3], expected, rtol=1e-9)
        assert u[-3:] @ x == pytest.approx(5 * L / (G * SECTION.torsion), rel=1e-9)


def test_rigid_motions_and_inertia() -> None:
    """No force by rigid motions of a bent line; mass and moments of a rod with its section, to 1e-10."""
    m = Beams(beam_mesh([(0, 0, 0), (1, 0.2, 0), (1.3, 1, 0.4)], 3, section=SECTION), STEEL)
    assert np.abs(m.stiffness @ m.rigid()).max() < 1e-9 * abs(m.stiffness).max()
    part = reduce(beam_mesh([(0, 0, 0), (1, 0, 0)], 4, section=SECTION), material=STEEL, kind="free", modes=4)
    mass = 7850 * 8e-4
    expected = mass / 12 * np.diag([0.04**2 + 0.02**2, 1 + 0.02**2, 1 + 0.04**2])
    assert part.mass == pytest.approx(mass, rel=1e-12)
    np.testing.assert_allclose(part.inertia, expected, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(part.centre, [0.5, 0, 0], atol=1e-13)


def test_markers_at_nodes_turn_with_them(tmp_path: Path) -> None:
    """Nodes of beams are in no face; they move and turn as an interface there does, in files and mirrored too."""
    mesh = beam_mesh([(0, 0, 0), (1, 0, 0), (1, 0.5, 0.2)], 4, section=jd.rectangle(0.02, 0.01))
    part = reduce(mesh, material=STEEL, interfaces={"A": "start", "B": "end"}, modes=3)
    save_part(part, tmp_path / "frame.nc")
    for one in (part, load_part(tmp_path / "frame.nc"), part.mirrored("y")):
        rod = jd.Model("m").flexible("rod", one)
        end, node = one.frame("B"), rod.carrier("#9")
        assert np.abs(end.turns).max() > 0.0 and rod.node(9).carrier == "#9"
        np.testing.assert_allclose(node.turns, end.turns, atol=1e-12 * np.abs(end.turns).max())
        np.testing.assert_allclose(node.moves, end.moves, atol=1e-12 * np.abs(end.moves).max())
        with pytest.raises(jd.ModelError, match="node 10 was not kept"):
            rod.node(10)
    R, m = Beams(mesh, STEEL).rigid(), Beams(mesh, STEEL)
    assert m.elastic_energy(R).max() < 1e-12  # J, of rigid motions by 1 m and 1 rad


def test_frequencies() -> None:
    """A free rod of 24 elements against Timoshenko's theory; lumped masses are of second order in pi n/24."""
    S = jd.rectangle(0.04, 0.02)
    constants = (STEEL.E * S.Iy, S.shear_factors(STEEL.nu)[0] * STEEL.G * S.area, 7850 * S.area, 7850 * S.Iy)
    for lumped, close in ((False, 5e-4), (True, 0.02)):
        m = Beams(beam_mesh([(0, 0, 0), (1, 0, 0)], 24, section=S), STEEL, lumped)
        w = Floating(m).modes(8).frequencies
        for expected in timoshenko.frequencies(1.0, *constants, clamped=False, count=3):
            assert np.abs(w / expected - 1).min() < close


@pytest.mark.parametrize("modes", [6, 40])
def test_rotating_beam(modes: int) -> None:
    """Across the plane of rotation, by spin and by the stretch of shapes, whether such shapes are among them or not.

    10-term Ritz solution of the clamped beam, 0.5 %.
    """
    thin = jd.rectangle(0.02, 0.005)
    mesh = beam_mesh([(0, 0, 0), (1, 0, 0)], 16, section=thin)
    part = reduce(mesh, material=STEEL, interfaces={"A": nodes("start")}, kind="clamped", modes=modes)
    unit = math.sqrt(7850 * thin.area / (STEEL.E * thin.Iy))
    inv, w = part.invariants, part.frequencies
    for ratio, first, second in (
        (0, 3.5160, 22.0345),
        (2, 4.1373, 22.6149),
        (6, 7.3604, 26.8091),
        (12, 13.1702, 37.6031),
    ):
        # the root turns about z through node A: spin about the centre, and the pull towards the axis, W^2/2
        W2 = (ratio / unit) ** 2
        stretch = W2 * (inv.P1[:, 0, 0] + inv.P1[:, 1, 1] + 0.5 * inv.N[:, 0]) / (w * w)
        K = np.diag(w * w) + W2 * (part.spin[2] - 0.5 * part.pull[0]) + np.einsum("k,klm->lm", stretch, part.cubic)
        K -= W2 * (inv.P2[..., 0, 0] + inv.P2[..., 1, 1])
        found = np.sqrt(np.abs(np.linalg.eigvalsh(0.5 * (K + K.T)))) * unit
        for expected in (first, second):
            assert np.abs(found / expected - 1).min() < 0.005, ratio


def test_a_bent_rod_keeps_its_length() -> None:
    """A cantilever bent by 5 % of its length: as far as theory says, and shorter by 0.10125 d^2 in the mean axes.

    With w = d (3 x^2 - x^3)/2 and the mean axes turned by 12 int w (x - 1/2) = 1.05 d: int (w' - 1.05 d)^2/2.
    """
    mesh = beam_mesh([(0, 0, 0), (1, 0, 0)], 12, section=jd.rectangle(0.01, 0.01))
    part = reduce(mesh, material=STEEL, interfaces={"A": nodes("start"), "B": nodes("end")}, modes=3)
    a, b, w = part.frame("A"), part.frame("B"), part.frequencies
    d, EI = 0.05, STEEL.E * 1e-8 / 12
    # the tip against the root: by the shapes, less the turn of the root over the length
    tip = (b.moves - a.moves).T + np.stack([0 * w, -a.turns[:, 2], a.turns[:, 1]])
    force = 3 * EI * d * tip[2]
    found = minimize(lambda y: part.energy(y / w) - force @ (y / w), np.zeros(len(w)), options={"gtol": 1e-5})
    x, _, z = tip @ (found.x / w)
    assert z == pytest.approx(d, rel=1e-3)
    assert x == pytest.approx(-0.10125 * d * d, rel=5e-3)


def test_stress_of_a_bent_beam() -> None:
    """Corners of the root under a force at the tip, by shapes and static rest together: M z/I to 1e-6, mean shear Q/A."""
    from jourdain.fe.recovery import surface_stress

    mesh = beam_mesh([(0, 0, 0), (1, 0, 0)], 6, section=SECTION)
    pull = {"tip": {"force": (100.0, 0.0, 50.0), "nodes": "end"}}
    part = reduce(mesh, material=STEEL, interfaces={"A": nodes("start")}, kind="clamped", modes=5, static=[pull])
    eta = part.static["tip"].modal / part.frequencies**2
    stress = surface_stress(part, eta, loads={"tip": 1.0})
    root = np.abs(part.surface.nodes[:, 0] + part.centre[0]) < 1e-9
    found = stress[root & (part.surface.numbers == 0)]
    bending = 50.0 * 1.0 * 0.01 / SECTION.Iy
    assert found[:, 0].max() == pytest.approx(100.0 / SECTION.area + bending, rel=1e-6)
    np.testing.assert_allclose(found[:, 5], 50.0 / SECTION.area, rtol=1e-6)


def test_mistakes_are_named() -> None:
    with pytest.raises(jd.ModelError, match="normal is along beam 1"):
        _ = Beams(beam_mesh([(0, 0, 0), (0, 0, 1)], 2, section=SECTION), STEEL).axes
    with pytest.raises(jd.ModelError, match="beam 1 has no length"):
        beam_mesh([(0, 0, 0), (0, 0, 0)], 2, section=SECTION)
    with pytest.raises(jd.ModelError, match="needs a material"):
        Beams(beam_mesh([(0, 0, 0), (1, 0, 0)], 2, section=SECTION))
