"""Reductions as files and as a command: the same part as from Python, units, and mistakes by line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from jourdain.commands import cli
from jourdain.io.part_files import load_part

DATA = Path(__file__).parent / "data"
TEXT = f"""mesh: {DATA}/tet10_41.msh
unit: cm
material: {{E: 210 GPa, nu: 0.3, density: 7850 kg/m3}}
interfaces:
  A: left
  B: {{near: [10 mm, 1.5 mm, 1 mm], radius: 2 mm}}
kind: craig-bampton
modes: 4
static: [gravity, wind: {{pressure: left}}]
"""


def run(
    *arguments: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["jourdain", *map(str, arguments)])
    code = 0
    try:
        cli.main()
    except SystemExit as end:
        code = int(end.code or 0)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of a mesh in centimetres gives the part that Python gives."""
    file = tmp_path / "block.yaml"
    file.write_text(TEXT)
    code, out, _ = run("reduce", file, monkeypatch=monkeypatch, capsys=capsys)
    assert code == 0 and "coordinates of 189 nodes" in out and "written:" in out
    part = load_part(tmp_path / "block.nc")
    same = jd.reduce(
        DATA / "tet10_41.msh",
        unit="cm",
        material=jd.material(E=210e9, nu=0.3, density=7850),
        interfaces={"A": "left", "B": jd.nodes(near=(0.01, 0.0015, 0.001), radius=0.002)},
        modes=4,
        static=["gravity", {"wind": {"pressure": "left"}}],
    )
    np.testing.assert_allclose(part.frequencies, same.frequencies, rtol=1e-12)
    np.testing.assert_allclose(part.static["wind"].force, [0.06e-4, 0, 0], atol=1e-12)
    code, out, _ = run("reduce", file, "--json", monkeypatch=monkeypatch, capsys=capsys)
    assert json.loads(out)["mass"] == pytest.approx(7850 * 0.06e-6)


def test_beams_and_matrices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    beams = tmp_path / "rod.yaml"
    beams.write_text(
        "beams: {points: [[0, 0, 0], [1, 0, 0]], elements: 8, section: {rectangle: [10 mm, 10 mm]}}\n"
        "material: {E: 200 GPa, nu: 0.3, density: 7850 kg/m3}\ninterfaces: {A: start, B: end}\nmodes: 6\n"
    )
    given = tmp_path / "cube.yaml"
    given.write_text(
        f"matrices: {{stiffness: {DATA}/cube.sti, mass: {DATA}/cube.mas, nodes: {DATA}/cube.inp}}\nunit: mm\n"
        "interfaces: {A: LEFT}\nkind: clamped\nmodes: 3\n"
    )
    for file, mass in ((beams, 0.785), (given, 0.628)):
        code, out, error = run("reduce", file, "--json", monkeypatch=monkeypatch, capsys=capsys)
        assert code == 0, error
        assert json.loads(out)["mass"] == pytest.approx(mass)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("unit: cm", "unit: foot", "unit = 'foot'"),
        ("A: left", "A: lleft", "no set of nodes 'lleft'. Did you mean 'left'"),
        ("nu: 0.3", "nu: 0.5", "Poisson's ratio below 0.5"),
        ("E: 210 GPa", "E: 210 mm", "line 3: material -> E: '210 mm' is in m; expected is a pressure"),
        ("E: 210 GPa", "E: -1 GPa", "line 3: material: material: E [Pa] = -1e+09; it must be positive"),
        ("kind:", "sort:", "line 7: model: unknown key 'sort'"),
        ("modes: 4", "modes: 4000", "coordinates, give 1 to"),
        ("tet10_41", "tet99", "there is no file"),
    ],
)
def test_mistakes_are_named(
    old: str,
    new: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "block.yaml"
    file.write_text(TEXT.replace(old, new))
    code, _, error = run("reduce", file, monkeypatch=monkeypatch, capsys=capsys)
    assert code == 1 and message in error and error.startswith("error: block.yaml, line")
