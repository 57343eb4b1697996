"""Shapes with a place of their own in the body: centre, inertia, files."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from helpers import random_rotation
from jourdain.io.model_files.yaml import read_document

WEDGE = Path(__file__).parents[2] / "docs" / "gallery" / "wedge.obj"
R = random_rotation(np.random.default_rng(5))
AT = (0.3, -0.2, 0.7)


def test_placed_box() -> None:
    """Centre of mass at its place, inertia R J R^T; mass as it was."""
    model = jd.Model("m")
    body = model.body("b", shape=jd.box(0.1, 0.2, 0.4).placed(AT, R), density=1000.0)
    assert body.mass == pytest.approx(8.0)
    np.testing.assert_array_equal(body.com, AT)
    J = 8.0 / 12 * np.diag([0.2**2 + 0.4**2, 0.1**2 + 0.4**2, 0.1**2 + 0.2**2])
    np.testing.assert_allclose(body.inertia, R @ J @ R.T, rtol=1e-14)
    with pytest.raises(jd.ModelError, match=r"body 'c': com = .* leave com out"):
        model.body("c", shape=jd.box(0.1, 0.2, 0.4).placed(AT), mass=1.0, com=(0, 0, 0))


def test_placed_mesh() -> None:
    """Against the integrals over the wedge whose points are moved and turned by hand."""
    plain, placed = jd.mesh(WEDGE), jd.mesh(WEDGE).placed(AT, R)
    np.testing.assert_allclose(placed.centre, AT + R @ plain.centre, rtol=1e-14)
    np.testing.assert_allclose(placed.inertia(2.0), R @ plain.inertia(2.0) @ R.T, atol=1e-17)
    assert placed.volume == plain.volume and placed != plain


def test_in_the_plane() -> None:
    model = jd.Model("m", planar=True)
    body = model.body("b", shape=jd.box(0.1, 0.2, 0.4).placed((0.3, 0.1), 0.5), mass=1.0)
    np.testing.assert_array_equal(body.com, [0.3, 0.1, 0.0])
    assert body.inertia[2, 2] == pytest.approx((0.1**2 + 0.2**2) / 12)


SHAPES = {
    "box": jd.box(0.1, 0.2, 0.4).placed(AT, R),
    "box, moved only": jd.box(0.1, 0.2, 0.4).placed(AT),
    "box, turned only": jd.box(0.1, 0.2, 0.4).placed(rotation=R),
    "sphere": jd.sphere(0.1).placed((0.0, -0.0, 1e-30)),
    "mesh": jd.mesh(WEDGE, scale=0.001),
    "placed mesh": jd.mesh(WEDGE).placed(AT, R),
}


@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
@pytest.mark.parametrize("name", SHAPES)
def test_files(name: str, planar: bool, tmp_path: Path) -> None:
    """As a solid, and as the picture of a body whose mass and centre are others."""
    model = jd.Model("m", planar=planar)
    model.body("solid", shape=SHAPES[name], mass=2.0)
    inertia = 1.0 if planar else (1.0, 1.0, 1.0)
    model.body("picture", mass=1.0, inertia=inertia, com=(0.1, 0.0, 0.0)).shape = SHAPES[name]
    odd = model.body("elsewhere", shape=SHAPES[name], mass=2.0)
    odd.com = odd.com + np.array([1.0, 0.0, 0.0])
    for file in (tmp_path / "m.yaml", tmp_path / "m.json"):
        jd.write(model, file)
        assert jd.read(file) == model


def test_short_forms(tmp_path: Path) -> None:
    """A surface is looked for beside the model file; angles, axes and units as everywhere."""
    folder = tmp_path / "parts"
    folder.mkdir()
    shutil.copy(WEDGE, folder / "wedge.obj")
    text = (
        "name: m\n"
        "bodies:\n"
        "  a: {shape: {mesh: wedge.obj, scale: 0.001}, density: 7850 kg/m3}\n"
        "  b: {shape: {box: [1, 2, 3], at: [100 mm, 0, 0], rotation: {axis: [0, 0, 1], angle: 90 deg}}, mass: 1 kg}\n"
    )
    (folder / "m.yaml").write_text(text)
    found = read_document(folder / "m.yaml").model
    model = jd.Model("m")
    model.body("a", shape=jd.mesh(folder / "wedge.obj", scale=0.001), density=7850.0)
    model.body("b", shape=jd.box(1, 2, 3).placed((0.1, 0, 0), jd.axis_angle((0, 0, 1), np.pi / 2)), mass=1.0)
    assert found == model
    (folder / "m.yaml").write_text(text.replace("wedge.obj", "wegde.obj"))
    with pytest.raises(
        jd.FileFormatError, match=r"m.yaml, line 3: bodies -> a -> shape: mesh 'wegde.obj': cannot be read"
    ):
        jd.read(folder / "m.yaml")
    (folder / "m.yaml").write_text(text.replace("mesh: wedge.obj", "mesh: 3"))
    with pytest.raises(jd.FileFormatError, match="line 3: bodies -> a -> shape -> mesh: 3 is not a text"):
        jd.read(folder / "m.yaml")
