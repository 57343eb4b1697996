"""jourdain linear: text, JSON, pages, exit codes, the key of a file and its section."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from test_commands import Call, call  # noqa: F401  the fixture


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pendulum.yaml"
    jd.write(_model((0.0, -0.5)), path, linear={"inputs": ["motor"], "outputs": ["phi", "phi_rate"]})
    return path


def _model(at: tuple[float, float]) -> jd.Model:
    model = jd.Model("pendulum", planar=True, gravity=(0.0, -9.81))
    rod = model.body("rod", mass=1.0, inertia=0.1, at=at)
    hinge = model.joint("hinge", "revolute", model.ground, rod, at=(0.0, 0.0))
    model.measure("phi", hinge.angle)
    model.force("motor", hinge.angle, damping=0.4)
    return model


def test_text_and_files(call: Call, file: Path, tmp_path: Path) -> None:  # noqa: F811
    page, figure = tmp_path / "modes.html", tmp_path / "roots.png"
    code, out, _ = call("linear", file, "-o", page, "-o", figure)
    assert code == 0 and "stable: all deviations decay" in out and "rod.angle" in out
    assert "mode 1: " in page.read_text() and figure.stat().st_size > 1000


def test_json(call: Call, file: Path) -> None:  # noqa: F811
    found = call.json("linear", file)
    roots = np.roots([0.35, 0.4, 9.81 * 0.5])
    assert found["modes"][0]["eigenvalue"] == pytest.approx([roots[0].real, roots[0].imag], rel=1e-12)
    assert found["ok"] and found["inputs"] == ["motor"] and found["outputs"] == ["phi", "phi_rate"]
    assert np.array(found["B"]) == pytest.approx(np.array([[0.0], [1 / 0.35]]))
    assert np.array(found["C"]) == pytest.approx(np.eye(2))


def test_options_go_before_the_file(call: Call, file: Path) -> None:  # noqa: F811
    assert call.json("linear", file, "--outputs", "phi")["outputs"] == ["phi"]
    code, _, err = call("linear", file, "--inputs", "moter")
    assert code == 1 and "motor" in err


def test_what_is_not_steady_is_said(call: Call, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "falling.yaml"
    jd.write(_model((0.5, 0.0)), path)
    code, out, _ = call("linear", path)
    assert code == 0 and "not steady" in out


def test_section_of_a_report(call: Call, file: Path, tmp_path: Path) -> None:  # noqa: F811
    page = tmp_path / "page.html"
    found = call.json("report", file, "-o", page)
    assert found["sections"] == ["Check", "Linear"] and "what moves most" in page.read_text()
