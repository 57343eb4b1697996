"""Solids from files: exact mass, centre and inertia of closed surfaces, and refusals of all others."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from helpers import random_rotation
from jourdain.io.model_files.plain import from_plain, to_plain
from jourdain.model.shapes import Mesh

CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]  # seen from outside
BOX = [face for a, b, c, d in SIDES for face in ((a, b, c), (a, c, d))]
TETRAHEDRON = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
Faces = list[tuple[int, ...]]


def obj(path: Path, points: np.ndarray, faces: Faces) -> Path:
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in points.tolist()]
    lines += ["f " + " ".join(f"{i + 1}/7/{i + 1}" for i in face) for face in faces]
    path.write_text("# a part\n" + "\n".join(lines))
    return path


def text_stl(path: Path, points: np.ndarray, faces: Faces) -> Path:
    lines = ["solid part"]
    for face in faces:
        lines += ["facet normal 0 0 0", " outer loop"]
        lines += ["  vertex {!r} {!r} {!r}".format(*points[i].tolist()) for i in face]
        lines += [" endloop", "endfacet"]
    path.write_text("\n".join([*lines, "endsolid part"]))
    return path


def binary_stl(path: Path, points: np.ndarray, faces: Faces) -> Path:
    data = b"solid though binary".ljust(80) + struct.pack("<I", len(faces))
    for face in faces:
        data += struct.pack("<12fH", 0, 0, 0, *points[list(face)].ravel(), 0)
    path.write_bytes(data)
    return path


WRITERS: dict[str, Callable[[Path, np.ndarray, Faces], Path]] = {
    "part.obj": obj,
    "text.stl": text_stl,
    "binary.STL": binary_stl,
}


@pytest.mark.parametrize("name", WRITERS)
def test_box(name: str, tmp_path: Path) -> None:
    """A block off the origin has the numbers of jd.box, and its centre where it stands."""
    edges, corner = np.array([0.5, 0.25, 2.0]), np.array([1.0, -3.0, 0.125])  # exact in float32
    solid = jd.mesh(WRITERS[name](tmp_path / name, corner + CUBE * edges, BOX))
    same = jd.box(*edges)
    assert solid.volume == pytest.approx(same.volume, rel=1e-15)
    np.testing.assert_allclose(solid.centre, corner + edges / 2, rtol=1e-15)
    np.testing.assert_allclose(solid.inertia(3.0), same.inertia(3.0), rtol=1e-14, atol=1e-15)
    assert solid.size == pytest.approx(tuple(edges), rel=1e-15)
    assert (len(solid.vertices), len(solid.faces)) == (8, 12)


def test_turned_box_far_away(tmp_path: Path) -> None:
    """A tensor with products: R J R^T, and no digits lost a kilometre from the origin."""
    R = random_rotation(np.random.default_rng(3))
    edges, corner = np.array([0.2, 0.3, 0.7]), np.array([1000.0, 2000.0, -500.0])
    solid = jd.mesh(obj(tmp_path / "turned.obj", corner + (CUBE * edges) @ R.T, BOX))
    np.testing.assert_allclose(solid.inertia(2.0), R @ jd.box(*edges).inertia(2.0) @ R.T, atol=1e-12)
    np.testing.assert_allclose(solid.centre, corner + R @ (edges / 2), rtol=1e-13)


def test_tetrahedron_and_scale(tmp_path: Path) -> None:
    """Corner tetrahedron of 300 mm: V = a^3/6, centre a/4, mean x^2 = a^2/10, mean x y = a^2/20 from the corner."""
    a = 0.3
    points = np.vstack([np.zeros(3), 300.0 * np.eye(3)])
    solid = jd.mesh(text_stl(tmp_path / "corner.stl", points, TETRAHEDRON), scale=0.001)
    assert solid.volume == pytest.approx(a**3 / 6, rel=1e-13)
    np.testing.assert_allclose(solid.centre, a / 4, rtol=1e-13)
    square, product = a * a * (1 / 10 - 1 / 16), a * a * (1 / 20 - 1 / 16)
    expected = 2 * square * np.eye(3) - product * (np.ones((3, 3)) - np.eye(3))
    np.testing.assert_allclose(solid.inertia(1.0), expected, rtol=1e-12)


def test_polygons_and_indices_from_the_end(tmp_path: Path) -> None:
    path = tmp_path / "sides.obj"
    obj(path, CUBE, [])
    with open(path, "a") as file:
        file.writelines("\nf " + " ".join(str(i - 8) for i in side) for side in SIDES)
    assert jd.mesh(path).volume == pytest.approx(1.0, rel=1e-15)


def test_hollow_body(tmp_path: Path) -> None:
    """A cavity is a second surface that is turned inwards."""
    inner = [tuple(8 + i for i in face[::-1]) for face in BOX]
    solid = jd.mesh(obj(tmp_path / "hollow.obj", np.vstack([CUBE, 0.25 + 0.5 * CUBE]), [*BOX, *inner]))
    assert solid.volume == pytest.approx(1 - 0.125, rel=1e-14)
    np.testing.assert_allclose(solid.inertia(solid.volume), np.eye(3) * (1 - 0.5**5) / 6, rtol=1e-13, atol=1e-15)


def lathe(n: int) -> tuple[np.ndarray, Faces]:
    """A closed cone of n sides about z, its points far from round numbers."""
    angles = np.arange(n) * (2 * np.pi / n) + 0.1
    rim = np.stack([0.7 * np.cos(angles), 0.7 * np.sin(angles), np.full(n, -0.3)], axis=1)
    faces: Faces = [(i, (i + 1) % n, n) for i in range(n)] + [((i + 1) % n, i, n + 1) for i in range(n)]
    return np.vstack([rim, [0.0, 0.0, 1.1], [0.0, 0.0, -0.3]]), faces


@pytest.mark.parametrize("kind", ["doubles", "singles"])
def test_corners_that_differ_by_rounding_are_one(kind: str, tmp_path: Path) -> None:
    """Every face with corners of its own, each off by rounding: as closed, and as heavy, as with shared ones."""
    points, faces = lathe(300)
    points = 250.0 * points + (40.0, -900.0, 0.0)  # millimetres, away from the origin
    whole = jd.mesh(obj(tmp_path / "whole.obj", points, faces), scale=0.001)
    assert whole.volume == pytest.approx(300 / 6 * np.sin(2 * np.pi / 300) * 0.175**2 * 0.35, rel=1e-12)
    rng = np.random.default_rng(2)
    scatter = 2e-10 * 350.0 if kind == "doubles" else 0.0
    own = points[np.array(faces).ravel()] + scatter * rng.uniform(-1, 1, size=(3 * len(faces), 3))
    single = [tuple(range(3 * i, 3 * i + 3)) for i in range(len(faces))]
    if kind == "singles":  # rounded to single precision, now up, now down
        own = np.nextafter(own.astype(np.float32), rng.choice([-np.inf, np.inf], size=own.shape).astype(np.float32))
    path = (obj if kind == "doubles" else binary_stl)(
        tmp_path / ("own.obj" if kind == "doubles" else "own.stl"), own, single
    )
    welded = jd.mesh(path, scale=0.001)
    assert (len(welded.vertices), len(welded.faces)) == (302, 600)
    assert welded.volume == pytest.approx(whole.volume, rel=1e-8 if kind == "doubles" else 1e-5)


def test_small_features_stay(tmp_path: Path) -> None:
    """A step of 1e-6 of the size is no rounding; what is truly open stays open."""
    points, faces = lathe(8)
    with pytest.raises(jd.ModelError, match="surface is open: 3 edges"):
        jd.mesh(obj(tmp_path / "open.obj", points, faces[1:]))
    moved = np.vstack([points, points[0] + (0.0, 0.0, 1e-6)])
    torn = [tuple(10 if i == 0 else i for i in face) if k == 0 else face for k, face in enumerate(faces)]
    with pytest.raises(jd.ModelError, match="surface is open"):
        jd.mesh(obj(tmp_path / "torn.obj", moved, torn))


@pytest.mark.parametrize(
    "name, points, faces, words",
    [
        ("open.obj", CUBE, BOX[1:], r"the surface is open: 3 edges, such as \(0, 0, 0\) to"),
        ("inside_out.stl", CUBE, [face[::-1] for face in BOX], "is inside out"),
        ("mixed.stl", CUBE, [BOX[0][::-1], *BOX[1:]], "turned against each other at 3 edges"),
        ("flat.obj", CUBE * (1, 1, 0), BOX, "no volume"),
        ("none.obj", CUBE, [], "no faces"),
        ("point.obj", 0 * CUBE, BOX, "no area"),
        ("infinite.obj", np.where(CUBE == 1, np.inf, CUBE), BOX, "not finite"),
    ],
)
def test_refused_surfaces(name: str, points: np.ndarray, faces: Faces, words: str, tmp_path: Path) -> None:
    """Every message has the name of the file."""
    path = (obj if name.endswith("obj") else text_stl)(tmp_path / name, points, faces)
    with pytest.raises(jd.ModelError, match=words) as caught:
        jd.mesh(path)
    assert name in str(caught.value)


def test_refused_files(tmp_path: Path) -> None:
    with pytest.raises(jd.ModelError, match=r"gone.stl.*cannot be read"):
        jd.mesh(tmp_path / "gone.stl")
    with pytest.raises(jd.ModelError, match=r"part.step.*Give STL or OBJ"):
        jd.mesh(tmp_path / "part.step")
    cut = tmp_path / "cut.stl"
    cut.write_bytes(binary_stl(tmp_path / "whole.stl", CUBE, BOX).read_bytes().replace(b"solid", b"  end")[:-10])
    with pytest.raises(jd.ModelError, match=r"cut.stl.*do not fit the 12 triangles"):
        jd.mesh(cut)
    bad = tmp_path / "bad.obj"
    bad.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9")
    with pytest.raises(jd.ModelError, match="names the point 9 of 3"):
        jd.mesh(bad)
    bad.write_text("v 0 0 zero")
    with pytest.raises(jd.ModelError, match=r"bad.obj.*zero"):
        jd.mesh(bad)
    with pytest.raises(jd.ModelError, match="scale"):
        jd.mesh(obj(tmp_path / "box.obj", CUBE, BOX), scale=0.0)


def hanging(shape: Mesh | None, planar: bool = False) -> jd.Model:
    """A block of 2 kg on a hinge at the origin, as a mesh, or as a box with its centre where the mesh has it."""
    n = 2 if planar else 3
    model = jd.Model("hanging", planar=planar, gravity=(0.0, -9.81, 0.0)[:n])
    if shape is not None:
        body = model.body("block", shape=shape, mass=2.0)
    else:
        J = jd.box(1.0, 0.5, 0.25).inertia(2.0)
        body = model.body("block", mass=2.0, inertia=J[2, 2] if planar else J, com=(0.5, 0.25, 0.125)[:n])
    axis = {} if planar else {"axis": (0, 0, 1)}
    model.joint("hinge", "revolute", model.ground, body, at=(0.0, 0.0, 0.0)[:n], **axis)
    return model


@pytest.mark.parametrize("planar", [True, False])
def test_body_moves_as_its_solid(planar: bool, tmp_path: Path) -> None:
    """The centre of mass off the frame: the same motion as with mass, centre and inertia written by hand."""
    solid = jd.mesh(obj(tmp_path / "block.obj", CUBE * (1.0, 0.5, 0.25), BOX))
    method = jd.RK4(step=1e-3)
    models = [hanging(shape, planar) for shape in (solid, None)]
    as_mesh, by_hand = (
        jd.simulate(m, 0.5, integrator=method, output=5, trust="fast")["block"].position for m in models
    )
    assert np.ptp(as_mesh.values[:, 1]) > 0.1
    np.testing.assert_allclose(as_mesh, by_hand, atol=1e-12)


def test_density_and_com(tmp_path: Path) -> None:
    solid = jd.mesh(obj(tmp_path / "block.obj", CUBE * (1.0, 0.5, 0.25), BOX))
    model = jd.Model("m")
    assert model.body("a", shape=solid, density=800.0).mass == pytest.approx(100.0, rel=1e-14)
    with pytest.raises(jd.ModelError, match=r"body 'b': com = .* leave com out"):
        model.body("b", shape=solid, mass=1.0, com=(0.0, 0.0, 0.0))


@pytest.mark.parametrize("scale", [1.0, 0.001])
def test_plain_data_has_the_path(scale: float, tmp_path: Path) -> None:
    path = obj(tmp_path / "block.obj", CUBE * (1.0, 0.5, 0.25), BOX)
    model = hanging(jd.mesh(path, scale))
    plain = to_plain(model)
    expected = {"kind": "mesh", "path": str(path)} | ({"scale": scale} if scale != 1.0 else {})
    assert plain["bodies"]["block"]["shape"] == expected and "inertia" not in plain["bodies"]["block"]
    assert from_plain(plain) == model
    path.unlink()
    with pytest.raises(jd.FileFormatError, match=r"bodies -> block -> shape: mesh .*block.obj.*cannot be read"):
        from_plain(plain)
