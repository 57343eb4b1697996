"""Films and stills: what is seen is where the machine is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.image import imread
from PIL import Image

import jourdain as jd
from jourdain.examples import slider_crank
from jourdain.viewer.animation import Picture, camera
from jourdain.viewer.faces import COLOURS
from machines import mechanisms, runs


def swinging() -> jd.Model:
    """Two bars in the plane, and a spring to the ground."""
    m = jd.Model("swinging", planar=True, gravity=(0.0, -9.81))
    first = m.body("first", shape=jd.box(1.0, 0.1, 0.1), density=1000.0, at=(0.5, 0.0))
    second = m.body("second", shape=jd.box(1.0, 0.1, 0.1), density=1000.0, at=(1.5, 0.0))
    m.joint("A", "revolute", m.ground, first, at=(0.0, 0.0))
    m.joint("B", "revolute", first, second, at=(1.0, 0.0))
    m.spring("s", m.ground.marker("wall", at=(2.5, 0.5)), second.marker("tip", at=(0.5, 0.0)), stiffness=50.0, rest=0.5)
    return m


@pytest.fixture(scope="module")
def result() -> jd.Result:
    return jd.simulate(swinging(), 1.0, output=60, trust="fast")


def test_still_shows_bodies_where_they_are(result: jd.Result, tmp_path: Path) -> None:
    """The middle of what has a body's colour is its centre of mass."""
    path = result.animation(tmp_path / "still.png", t=0.7)
    image = imread(path)[:, :, :3]
    picture = Picture(result, camera(result, None))
    k = int(np.abs(result.t - 0.7).argmin())
    scale = image.shape[1] / (picture.high - picture.low)[0]
    for number, name in enumerate(("first", "second")):
        tint = np.array(to_rgb(COLOURS[number]))
        along = (image @ tint) / (tint @ tint)  # shaded, the colour is a multiple of itself
        own = (np.abs(image - along[:, :, None] * tint).max(axis=2) < 0.01) & (along > 0.5) & (along < 1.05)
        rows, columns = np.nonzero(own)
        middle = np.array([columns.mean(), image.shape[0] - 1 - rows.mean()]) / scale + picture.low
        assert np.linalg.norm(middle - result[name].position.values[k]) < 0.02


def test_film_has_its_pictures_and_moves(result: jd.Result, tmp_path: Path) -> None:
    path = result.animation(tmp_path / "film.gif", seconds=0.4, fps=10, width=3.0)
    with Image.open(path) as film:
        assert film.n_frames == 4
        pictures = []
        for k in range(4):
            film.seek(k)
            pictures.append(np.asarray(film.convert("L"), float))
    assert all(np.abs(one - other).max() > 50 for one, other in pairwise(pictures))


@pytest.mark.parametrize("model", [slider_crank, mechanisms.bennett])
def test_views_in_space(model: Callable[[], jd.Model]) -> None:
    """Bodies with and without shapes, from an axis, a corner and a direction; all of the motion is inside."""
    result = runs.run(model())
    for view in ("x", "iso", (1.0, 2.0, 0.5)):
        picture = Picture(result, camera(result, view))
        for body in picture.bodies:
            seen = picture.camera.flat(picture.poses[body][0])
            assert (seen >= picture.low).all() and (seen <= picture.high).all()
        axes = [picture.camera.right, picture.camera.up, picture.camera.back]
        np.testing.assert_allclose(np.array(axes) @ np.array(axes).T, np.eye(3), atol=1e-12)


@pytest.mark.parametrize(
    "name, options, words",
    [
        ("film.avi", {}, "a film ends in .gif or .mp4"),
        ("film.gif", {"view": "izo"}, "Did you mean 'iso'"),
        ("film.gif", {"view": (0, 0, 0)}, "a direction has three numbers"),
        ("film.gif", {"fps": 0}, "fps = 0"),
        ("film.gif", {"seconds": -1.0}, "seconds = -1.0"),
    ],
)
def test_refusals(name: str, options: dict[str, Any], words: str, result: jd.Result, tmp_path: Path) -> None:
    with pytest.raises(jd.ModelError, match=words):
        result.animation(tmp_path / name, **options)
    assert not list(tmp_path.iterdir())
