"""jourdain statics: text, JSON, files, the key of a file with units, and its section of a page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from machines.static_models import G, car, governor, pendulum
from test_commands import Call, call  # noqa: F401  the fixture


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "car.yaml"
    jd.write(car(), path)
    settings = [
        "statics: {solve_for: {spring.rest: {chassis.z: 500 mm}}, starts: 3, seed: 1}",
        "run: {t_end: 1 s, start: static}",
    ]
    path.write_text("\n".join([path.read_text(), *settings]))
    return path


def test_text_and_files(call: Call, file: Path, tmp_path: Path) -> None:  # noqa: F811
    """A page, the result, and the model at rest, which needs no further step."""
    page, result, rest = (tmp_path / f"rest{suffix}" for suffix in (".html", ".nc", ".yaml"))
    code, out, _ = call("statics", file, "-o", page, "-o", result, "-o", rest)
    assert code == 0 and "solved for: spring.rest = 0.6962" in out and "stable: all deviations decay" in out
    assert "Statics" in page.read_text() and "forces and torques" in page.read_text()
    assert jd.load(result).reaction("spring").force.values[0, 2] == pytest.approx(400 * G)
    again = jd.read(rest)
    assert again.bodies["chassis"].at[2] == pytest.approx(0.5, abs=1e-12)
    assert jd.statics(again).first.steps == 0


def test_json_and_options(call: Call, file: Path) -> None:  # noqa: F811
    found = call.json("statics", file, "--solve-for", "{spring.stiffness: {chassis.z: 30 cm}}", "--starts", "1")
    assert found["solved_for"]["spring.stiffness"] == pytest.approx(400 * G / 0.1)
    first = found["equilibria"][0]
    assert first["stability"] == "stable" and first["tables"]["centres of mass"][0]["z [m]"] == pytest.approx(0.3)
    code, _, err = call("statics", file, "--method", "guess")
    assert code == 1 and "'auto' or 'newton'" in err


def test_static_start_of_a_file(call: Call, file: Path) -> None:  # noqa: F811
    code, out, _ = call("run", file)
    assert code == 0 and "start: at rest in the equilibrium at t = 0 s" in out


def test_turning_with_units(call: Call, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "governor.yaml"
    jd.write(governor(True), path, statics={"turning": [0.0, 0.0, 2.0 * np.pi]})
    kept = call.json("statics", path)["turning"]
    assert call.json("statics", path, "--turning", "[0, 0, 60 rpm]")["turning"] == pytest.approx(kept)


def test_nothing_found_is_an_error(call: Call, tmp_path: Path) -> None:  # noqa: F811
    path, model = tmp_path / "free.yaml", jd.Model("free", planar=True, gravity=(0, -G))
    model.body("stone", mass=1.0, inertia=1.0)
    jd.write(model, path)
    code, _, err = call("statics", path)
    assert code == 1 and "stone by 9.81 N" in err


def test_page_shows_every_equilibrium() -> None:
    section = jd.statics(pendulum(), starts=12).section()
    assert list(section.motions) == ["equilibrium 1: stable", "equilibrium 2: unstable"]
    assert [table.caption for table in section.tables] == [
        "equilibria",
        "centres of mass",
        "measures and states",
        "forces and torques, ground axes",
    ]
