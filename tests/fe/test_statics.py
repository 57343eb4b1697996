"""Stress by shapes and by loads that follow without delay: together exactly that of the whole mesh, whatever the shapes are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from jourdain.fe.interfaces import find_interfaces, nodes
from jourdain.fe.mesh import Mesh, box_mesh, cylinder_mesh
from jourdain.fe.modes import Floating, Held, separated
from jourdain.fe.recovery import csv_text, hot_spots, recovered, surface_displacement, surface_stress, table
from jourdain.fe.reduce import reduce
from jourdain.fe.solids import Solids
from jourdain.fe.statics import interface_forces, named_force
from jourdain.fe.stiffening import pull_fields, spin_fields, turn_fields
from jourdain.fe.stress import COMPONENTS, mises
from jourdain.model.flexible import node_turning

STEEL = jd.material(E=2.1e11, nu=0.3, density=7850)
ENDS = {"A": nodes("x0"), "B": nodes("x1")}


def bracket() -> Mesh:
    """A bar that is bent and grows, so that no load is symmetric."""
    return box_mesh((1.0, 0.1, 0.05), (8, 2, 1)).moved(
        lambda x: np.column_stack([x[:, 0], x[:, 1] * (1.2 + x[:, 0]), x[:, 2] + 0.2 * x[:, 0] ** 2])
    )


def test_clamped_part_under_any_motion() -> None:
    """Acceleration, spin, angular acceleration, a force and a pressure at once, as K^-1 f of the whole mesh has it."""
    mesh = bracket()
    loads = {"tip": {"force": (10.0, 20.0, 30.0), "nodes": "x1"}, "wind": {"pressure": "z1"}}
    root = {"A": nodes("x0")}
    part = reduce(mesh, material=STEEL, interfaces=root, kind="clamped", modes=4, static=["gravity", "spin", loads])
    m = Solids(mesh, STEEL)
    a, w, turning = np.array([3.0, -2.0, 9.81]), np.array([50.0, 20.0, -70.0]), np.array([100.0, -300.0, 50.0])
    s = m.places - m.centre
    field = -a - np.cross(w, np.cross(w, s)) - np.cross(turning, s)
    f = (
        m.forces(field[None])[:, 0]
        + 2.0 * named_force(m, "tip", loads["tip"])
        + 1e4 * named_force(m, "wind", loads["wind"])
    )
    whole = Held(m, find_interfaces(m, root, True)).under(f[:, None])
    moved, stress = m.on_surface(whole)
    inertia = np.concatenate([pull_fields(s), spin_fields(s), turn_fields(s)])
    products = [w[i] * w[j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))]
    np.testing.assert_allclose(np.tensordot([*a, *products, *turning], inertia, axes=1), field, rtol=1e-12, atol=1e-9)
    # the shapes at rest under the same load: N, P1 and modal forces of the part alone
    inv = part.invariants
    E = inv.P1.transpose(0, 2, 1)
    twist = np.stack([E[:, 2, 1] - E[:, 1, 2], E[:, 0, 2] - E[:, 2, 0], E[:, 1, 0] - E[:, 0, 1]], axis=1)
    force = -inv.N @ a - twist @ turning - np.einsum("i,kij,j->k", w, E, w) + np.trace(E, axis1=1, axis2=2) * (w @ w)
    force += 2.0 * part.static["tip"].modal + 1e4 * part.static["wind"].modal
    motion = dict(spin=w, turning=turning, acceleration=a, loads={"tip": 2.0, "wind": 1e4})
    eta = force / part.frequencies**2
    np.testing.assert_allclose(surface_displacement(part, eta, **motion), moved[:, 0], atol=1e-8 * np.abs(moved).max())
    found = surface_stress(part, eta, **motion)
    np.testing.assert_allclose(found, stress[:, 0], atol=1e-8 * np.abs(stress).max())
    assert (
        np.abs(surface_stress(part, eta) - stress[:, 0]).max() > 0.01 * np.abs(stress).max()
    )  # shapes alone are not enough
    spots = hot_spots(part, np.stack([0.5 * found, found]), 5)
    assert spots[0].mises == pytest.approx(mises(stress[:, 0]).max())
    assert [one.step for one in spots] == [1] * 5 and str(spots[0].node) in table(spots)
    assert len(csv_text(part, found).splitlines()) == len(found) + 1


@pytest.mark.parametrize("kind", ["craig-bampton", "free"])
def test_floating_part_between_forces(kind: str) -> None:
    """Forces at both interfaces accelerate the part; the shapes, what they leave out, and nothing twice."""
    mesh, m = bracket(), Solids(bracket(), STEEL)
    ends = find_interfaces(m, ENDS, False)
    static = ["gravity", "spin", "interfaces"]
    part = reduce(mesh, material=STEEL, interfaces=ENDS, kind=kind, rigid=False, modes=3, static=static)
    loads = {"A": np.array([100.0, 50, -30, 2, 4, 6]), "B": np.array([-80.0, 20, 10, 1, 0, 5])}
    f = sum(interface_forces(m, one) @ loads[one.name] for one in ends)
    stress = m.on_surface(Floating(m).under(f[:, None]))[1][:, 0]
    total = sum(np.concatenate([F[:3], F[3:] + np.cross(part.frame(name).at, F[:3])]) for name, F in loads.items())
    motion = dict(
        acceleration=total[:3] / part.mass, turning=np.linalg.solve(part.inertia, total[3:]), interfaces=loads
    )
    modal = sum(part.frame(name).moves @ F[:3] + part.frame(name).turns @ F[3:] for name, F in loads.items())
    found = recovered(part, "stress", modal / part.frequencies**2, **motion)
    np.testing.assert_allclose(found, stress, atol=1e-6 * np.abs(stress).max())


@pytest.mark.parametrize("kind", ["craig-bampton", "clamped"])
def test_stiffening_counts_all_stress_once(kind: str) -> None:
    """Shapes at rest under spin and pull, cubic by their amplitudes, spin and pull by the rest: all of the stress, once."""
    mesh, m = bracket(), Solids(bracket(), STEEL)
    root = {"A": nodes("x0")}
    part = reduce(mesh, material=STEEL, interfaces=root, kind=kind, rigid=False, modes=5)
    (end,) = find_interfaces(m, root, False)
    a, w = np.array([30.0, -20.0, 10.0]), np.array([50.0, 20.0, -70.0])
    s = m.places - m.centre
    inertia = m.forces((-a - np.cross(w, np.cross(w, s)))[None])[:, 0]
    held = Held(m, [end])
    if kind == "clamped":
        u, f = held.under(inertia[:, None]), inertia
    else:  # the interface bears the part, and its moment keeps it from turning
        bearing = interface_forces(m, end)
        f = inertia + bearing @ np.linalg.solve(m.rigid().T @ bearing, -m.rigid().T @ inertia)
        u = Floating(m).under(f[:, None])
    # shapes of the part, as they are before they are cut down to its surface
    V = np.concatenate([held.modes(5), held.moving_interfaces()], axis=1) if kind != "clamped" else held.modes(5)
    found = separated(V, m, floating=kind != "clamped")
    sign = np.sign(np.einsum("nki,nki->k", m.on_surface(found.shapes)[0], part.surface.shapes))
    whole = m.stiffened(u[:, 0], found.shapes * sign)
    eta = sign * (found.shapes.T @ f) / part.frequencies**2
    products = [w[i] * w[j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))]
    total = np.tensordot(eta, part.cubic, 1) + np.tensordot(products, part.spin, 1) + np.tensordot(a, part.pull, 1)
    np.testing.assert_allclose(total, whole, atol=1e-7 * np.abs(whole).max())


@pytest.mark.parametrize("kind", ["clamped", "craig-bampton", "free"])
def test_forces_at_nodes_that_nobody_named(kind: str, tmp_path: Path) -> None:
    """A force and a torque at a node of a held body in a model: the stress of the whole mesh, of mirrors and files too."""
    mesh, m = bracket(), Solids(bracket(), STEEL)
    ends = find_interfaces(m, {"A": nodes("x0")}, True)
    part = reduce(mesh, material=STEEL, interfaces={"A": nodes("x0")}, kind=kind, modes=3, static=[])
    jd.save_part(part, tmp_path / "part.nc")
    tip = int(m.numbers[np.linalg.norm(m.nodes - [0.5, 0.1, 0.05], axis=1).argmin()])
    force, torque = np.array([0.1, 2.0, 0.3]), np.array([0.03, 0.02, 0.4])
    f = np.zeros((len(m.nodes), 3))
    f[m.numbers == tip] += force
    around, turning = node_turning(part, tip)  # the torque acts by forces on the nodes that say how this one turns
    pushed = np.einsum("nij,i->nj", turning, torque)
    f[np.searchsorted(m.numbers, part.surface.numbers[around])] += pushed
    f[m.numbers == tip] -= pushed.sum(axis=0)
    exact = m.on_surface(Held(m, ends).under(f.reshape(-1, 1)))[1][:, 0]
    S, axial = np.array([1.0, -1, 1]), np.array([1.0, 1, 1, -1, -1, 1])
    for one, sign, stress in ((jd.load_part(tmp_path / "part.nc"), 1.0, exact), (part.mirrored("y"), S, axial * exact)):
        model = jd.Model("bracket")
        body = model.flexible("part", one, stiffening=False)
        root = body.interface("A")
        model.joint("root", "fixed", model.ground.marker("root", at=root.at), root)
        model.load("push", body.node(tip), force=sign * force)
        model.load("turn", body.node(tip), torque=torque if one.source.mirrors == () else -S * torque)
        result = jd.statics(model).result
        found = np.stack([result.stress("part", c).values[0] for c in COMPONENTS], axis=1)
        np.testing.assert_allclose(found, stress, atol=2e-6 * np.abs(stress).max())
        alone = surface_stress(one, result["part"].elastic[0][0])
        assert np.abs(alone - stress).max() > 0.05 * np.abs(stress).max()


@pytest.mark.parametrize("kind", ["hex8", "hex20"])
def test_pressure(kind: str) -> None:
    """1 Pa on an end and on the side of a cylinder: the force of the end, nothing in sum by the side, and its size by Gauss."""
    m = Solids(cylinder_mesh(0.1, 0.5, (4, 3), kind=kind), STEEL)
    end = named_force(m, "p", {"pressure": "z1"}).reshape(-1, 3).sum(axis=0)
    volume = m.place_mass.sum() / 7850
    np.testing.assert_allclose(end, [0, 0, -volume / 0.5], atol=1e-12)
    side = named_force(m, "p", {"pressure": "side"}).reshape(-1, 3)
    np.testing.assert_allclose(side.sum(axis=0), 0.0, atol=1e-14)
    assert (m.nodes * side)[:, :2].sum() == pytest.approx(-2 * volume, rel=1e-12)  # int x.n dA over all faces is 3 V


def test_mirrored() -> None:
    """As the reduction of the mirrored mesh; shapes may come with the other sign."""
    mesh = bracket()
    turned = mesh.cells["hex8"][:, [4, 5, 6, 7, 0, 1, 2, 3]]
    image = Mesh(mesh.nodes * [1, -1, 1], {"hex8": turned}, mesh.sets)
    options = dict(material=STEEL, interfaces=ENDS, modes=3)
    ours, theirs = reduce(mesh, **options).mirrored("y"), reduce(image, **options)
    np.testing.assert_allclose(ours.frequencies, theirs.frequencies, rtol=1e-8)
    np.testing.assert_allclose(ours.centre, theirs.centre, atol=1e-12)
    sign = np.sign(np.einsum("ki,ki->k", ours.frame("B").moves, theirs.frame("B").moves))
    for name in ("moves", "turns"):
        a, b = getattr(ours.frame("A"), name), getattr(theirs.frame("A"), name)
        np.testing.assert_allclose(a, sign[:, None] * b, atol=1e-6 * np.abs(b).max())
    both = sign[:, None] * sign
    for name, size in (("spin", both), ("pull", both), ("cubic", sign[:, None, None] * both)):
        a, b = getattr(ours, name), getattr(theirs, name)
        np.testing.assert_allclose(a, size * b, atol=1e-5 * np.abs(b).max())
    place = {int(n): i for i, n in enumerate(theirs.surface.numbers)}
    order = [place[int(n)] for n in ours.surface.numbers]
    for name in ("acceleration", "spin", "turning"):
        a, b = ours.static[name].stress, theirs.static[name].stress[order]
        np.testing.assert_allclose(a, b, atol=1e-6 * np.abs(b).max())
    stress = theirs.surface.stress[order]
    np.testing.assert_allclose(ours.surface.stress, sign[:, None] * stress, atol=1e-5 * np.abs(stress).max())


@pytest.mark.parametrize(
    ("static", "message"),
    [
        (["gravitation"], "Did you mean 'gravity'"),
        ([{"wind": {"pressure": "x9"}}], "no set of nodes 'x9'"),
        ([{"wind": {"pressure": "corner"}}], "no face of an element"),
        ([{"pull": {"force": (1, 2)}}], "give {'force'"),
    ],
)
def test_mistakes_are_named(static: list, message: str) -> None:
    mesh = bracket()
    mesh.sets["corner"] = np.array([0])
    with pytest.raises(jd.ModelError, match=message):
        reduce(mesh, material=STEEL, interfaces=ENDS, modes=2, static=static)
