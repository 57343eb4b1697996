"""Deformations as data of the report page."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.viewer import deformation
from jourdain.viewer.deformation import Deformation
from jourdain.viewer.page import page
from machines import runs
from viewer.test_page import close, data_of, numbers, two_blocks


def bent(result: jd.Result, components: int = 1) -> Deformation:
    """Two modes of the four vertices, with stresses of one component or six, that come and go."""
    rng = np.random.default_rng(3)
    amplitudes = 1e-3 * np.stack([np.sin(30 * result.t), np.cos(50 * result.t)], axis=1)
    stress = 1e9 * rng.normal(size=(2, 4) if components == 1 else (2, 4, 6))
    return Deformation(rng.normal(size=(2, 4, 3)), amplitudes, stress, "Pa")


def shown_stress(amplitudes: Any, given: Deformation) -> np.ndarray:
    """What colours the vertices, (.., n) for amplitudes (.., k): von Mises' by principal stresses where there are six."""
    stress = np.tensordot(amplitudes, np.asarray(given.colours), 1)
    if np.ndim(given.colours) == 2:
        return stress
    tensor = stress[..., [[0, 3, 5], [3, 1, 4], [5, 4, 2]]]
    a, b, c = np.moveaxis(np.linalg.eigvalsh(tensor), -1, 0)
    return np.sqrt(((a - b) ** 2 + (b - c) ** 2 + (c - a) ** 2) / 2)


@pytest.fixture
def blocks(tmp_path: Path) -> jd.Result:
    return runs.run(two_blocks(tmp_path))


@pytest.mark.parametrize("components", [1, 6])
def test_fields_and_amplitudes_are_stored(components: int, blocks: jd.Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deformation, "AT_ONCE", 9)  # the range is looked for in several parts
    given = bent(blocks, components)
    (run,) = data_of(page(blocks, deformations={"left": given}))["runs"]
    left, right = (body["shape"] for body in run["bodies"])
    stored = left["deformation"]
    assert "deformation" not in right and stored["unit"] == "Pa"
    close(numbers(run, stored["amplitudes"]), given.amplitudes)
    close(np.frombuffer(base64.b64decode(stored["modes"]), "<f4").reshape(2, 4, 3), given.modes)
    close(np.frombuffer(base64.b64decode(stored["colours"]), "<f4"), np.ravel(given.colours))
    stress = shown_stress(given.amplitudes, given)
    assert stored["range"] == pytest.approx([stress.min(), stress.max()], rel=1e-12)


def test_without_colours_and_for_several_runs(blocks: jd.Result) -> None:
    plain = Deformation(np.ones((1, 4, 3)), np.zeros((len(blocks.t), 1)))
    first, second = data_of(page({"a": blocks, "b": blocks}, deformations={"b": {"right": plain}}))["runs"]
    assert all("deformation" not in body["shape"] for body in first["bodies"])
    assert second["bodies"][1]["shape"]["deformation"]["colours"] is None


@pytest.mark.parametrize(
    "given, words",
    [
        (lambda r: {"lef": bent(r)}, "deformation of 'lef': there is no such body. Did you mean 'left'"),
        (
            lambda r: {"left": Deformation(np.ones((2, 5, 3)), np.zeros((len(r.t), 2)))},
            r"modes has the shape \(2, 5.*\(2, 4, 3\)",
        ),
        (lambda r: {"left": Deformation(np.ones((2, 4, 3)), np.zeros((3, 2)))}, "amplitudes has the shape"),
        (
            lambda r: {"left": Deformation(np.ones((2, 4, 3)), np.zeros((len(r.t), 2)), np.ones((4, 2)))},
            "colours has the shape",
        ),
        (
            lambda r: {"left": Deformation(np.ones((2, 4, 3)), np.zeros((len(r.t), 2)), np.ones((2, 4, 5)))},
            r"colours has the shape .*\(2, 4, 6\)",
        ),
        (lambda r: {"left": Deformation(np.full((2, 4, 3), np.nan), np.zeros((len(r.t), 2)))}, "modes holds numbers"),
        (lambda r: {"left": 3}, "run 'left', which is not shown"),
        (lambda r: {"blocks": 3}, "given as {body: Deformation}"),
    ],
)
def test_refusals(given: Any, words: str, blocks: jd.Result) -> None:
    with pytest.raises(jd.ModelError, match=words):
        page(blocks, deformations=given(blocks))


def test_only_meshes_have_vertices() -> None:
    result = runs.made("bouncing, planar")
    body = result.system.bodies[0]
    with pytest.raises(jd.ModelError, match="only a mesh"):
        page(result, deformations={body: Deformation(np.ones((1, 1, 3)), np.zeros((len(result.t), 1)))})
