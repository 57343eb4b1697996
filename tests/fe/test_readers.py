"""Meshes of other programs: one box as Gmsh has written it in five formats, what they say about nodes, and mistakes in them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from jourdain.fe.modes import Floating
from jourdain.fe.readers import read_mesh
from jourdain.fe.solids import Solids

DATA = Path(__file__).parent / "data"
STEEL = jd.material(E=2.1e11, nu=0.3, density=7850)
FILES = sorted(path.name for path in DATA.iterdir() if path.stem != "cube")


@pytest.mark.parametrize("name", FILES)
def test_the_box_of_gmsh(name: str) -> None:
    """1 x 0.3 x 0.2 m: volume, and the same elastic frequencies as from the first format; groups of its end faces."""
    mesh = read_mesh(DATA / name)
    kind = name.split("_")[0].split(".")[0]
    assert list(mesh.cells) == [kind]
    m = Solids(mesh, STEEL)
    assert m.place_mass.sum() == pytest.approx(7850 * 0.06, rel=1e-6)
    first = Solids(read_mesh(DATA / f"{kind}_41.msh"), STEEL)
    w = [Floating(one).modes(3).frequencies for one in (m, first)]
    np.testing.assert_allclose(w[0], w[1], rtol=1e-5)  # .bdf has eight characters a number
    if not name.endswith(".bdf"):
        assert (mesh.nodes[mesh.named("left"), 0] == 0.0).all() and len(mesh.named("right")) >= 4
        np.testing.assert_allclose(mesh.nodes[mesh.named("right"), 0], 1.0)
    else:
        assert len(mesh.named("property 1")) == len(mesh.nodes)


def test_ansys() -> None:
    """The two beams that come with mapdl-archive: 40 bricks of 20 nodes, and tetrahedra; their volume and sets."""
    archive = pytest.importorskip("mapdl_archive")
    hexes, tets = (read_mesh(Path(archive.__file__).parent / "examples" / f"{one}Beam.cdb") for one in ("Hex", "Tet"))
    assert len(hexes.cells["hex20"]) == 40 and {"NCOMP2", "NODE_SELECTION"} <= set(hexes.sets)
    for mesh in (hexes, tets):
        size = np.ptp(mesh.nodes, axis=0)
        assert Solids(mesh, STEEL).place_mass.sum() == pytest.approx(7850 * size.prod(), rel=1e-9)


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("hex8.inp", "C3D8", "C3D15", r"hex8.inp, line \d+: elements of type C3D15 are not read"),
        ("hex8.inp", "*NODE\n1, ", "*NODE\n77, ", "has the node 1, which is not in the file"),
        ("hex8.inp", "*NODE\n1, ", "*NODE\n1, x", "is not a number"),
        ("hex8.inp", "*", "", "this is no input file of Abaqus or CalculiX"),
        ("hex8_22.msh", "2.2 0 8", "3.0 0 8", "save the mesh as text of version 4.1 or 2.2"),
        ("hex8_41.msh", "$Elements", "$Other", r"\$Elements is missing"),
        ("hex20.bdf", "GRID    1       0       ", "GRID    1       5       ", "coordinate system 5"),
        ("hex20.bdf", "CHEXA   ", "CPENTA  ", r"line \d+: CPENTA is not read"),
        ("hex8.inp", "*NODE", "*PART, NAME=A\n*NODE\n1, 9, 9, 9\n*NODE", "a node 1 at another place already"),
        (
            "hex8.inp",
            "*NODE",
            "*INSTANCE, NAME=A\n0., 0., 5.\n*END INSTANCE\n*NODE",
            r"\*INSTANCE makes or moves nodes",
        ),
        ("hex8.inp", "*NODE", "*INCLUDE, INPUT=none.inp\n*NODE", "line 3: cannot read 'none.inp', which it includes"),
        ("hex8.inp", "*NODE", "*INCLUDE, INPUT=hex8.inp\n*NODE", "line 3 of hex8.inp: 'hex8.inp' includes itself"),
        ("hex8.inp", "*NODE", "*NSET, NSET=N, GENERATE\n1\n*NODE", "line 4: 1 numbers; give first, last and step"),
        ("hex8_41.msh", "$Entities", "$Entities\n8 12", r"line \d+: 2 numbers instead of 4"),
        ("hex8.inp", "type=C3D8", "type=S8R", r"no solid elements .* in it, only .*2 S8R"),
    ],
)
def test_mistakes_are_named(name: str, old: str, new: str, message: str, tmp_path: Path) -> None:
    text = (DATA / name).read_text()
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new))
    with pytest.raises(jd.FileFormatError, match=message):
        read_mesh(tmp_path / name)


@pytest.mark.parametrize("name", ["hex8.inp", "tet10.bdf", "hex8_22.msh", "hex8_41.msh"])
def test_damaged_files_are_refused_with_their_line(name: str, tmp_path: Path) -> None:
    """Rows lost, twice, cut or with other characters: read all the same, or refused by file and line."""
    rows, rng, refused = (DATA / name).read_text().splitlines(), random.Random(5), 0
    for _ in range(40):
        i, k = rng.randrange(len(rows)), rng.randrange(5)
        row, at = rows[i], rng.randrange(len(rows[i]) + 1)
        damaged = [[], [row, row], [row[:at]], [row[:at] + rng.choice("x-,.*$ 9") + row[at + 1 :]], None][k]
        (tmp_path / name).write_text("\n".join(rows[:i] + (damaged + rows[i + 1 :] if damaged is not None else [])))
        try:
            read_mesh(tmp_path / name)
        except jd.FileFormatError as problem:
            refused += 1
            assert re.match(rf"{name}, line \d+", str(problem))
    assert refused > 5


def test_version_2_of_gmsh_may_be_written_without_a_point(tmp_path: Path) -> None:
    (tmp_path / "old.msh").write_text((DATA / "hex8_22.msh").read_text().replace("2.2 0 8", "2 0 8"))
    assert len(read_mesh(tmp_path / "old.msh").cells["hex8"]) == len(read_mesh(DATA / "hex8_22.msh").cells["hex8"])


def test_files_that_include_others(tmp_path: Path) -> None:
    """The same mesh in two files, for both programs that can; sets by their elements; capitals and quotes do not count."""
    text = (DATA / "hex8.inp").read_text()
    head, rest = text.split("*ELEMENT", 1)
    (tmp_path / "nodes.inc").write_text(head)
    more = '\n*NSET, NSET="All", ELSET=volume1\n*NSET, NSET=sub\n1, 2\n*NSET,\nNSET=both\nSUB, 3\n'
    (tmp_path / "main.inp").write_text(
        "*INCLUDE, INPUT=nodes.inc\n*ELEMENT" + rest.replace("ELSET=Volume1", "ELSET=VOLUME1") + more
    )
    whole, found = read_mesh(DATA / "hex8.inp"), read_mesh(tmp_path / "main.inp")
    np.testing.assert_array_equal(found.nodes, whole.nodes)
    np.testing.assert_array_equal(found.cells["hex8"], whole.cells["hex8"])
    assert len(found.named("All")) == len(whole.nodes) and found.named("both").tolist() == [0, 1, 2]
    text = (DATA / "hex20.bdf").read_text()
    (tmp_path / "all.bdf").write_text(text)
    (tmp_path / "main.bdf").write_text(
        "SET 1 = ALL\nSET 2 = 1,\n  3 THRU 5\nINCLUDE 'all.bdf'\nCBAR    901     1       1       2\n"
    )
    found = read_mesh(tmp_path / "main.bdf")
    assert list(found.sets) == ["property 1", "SET 2"] and len(found.named("SET 2")) == 4
    assert str(found).endswith(", without 2 CQUAD8, 1 CBAR")


def test_other_files(tmp_path: Path) -> None:
    with pytest.raises(jd.FileFormatError, match=r"meshes are \.inp"):
        read_mesh("part.step")
    with pytest.raises(jd.FileFormatError, match="there is no file"):
        read_mesh("none.inp")
    (tmp_path / "a.med").write_text("no HDF5")
    with pytest.raises(jd.FileFormatError, match=r"a.med, line 1: this is no MED file"):
        read_mesh(tmp_path / "a.med")
