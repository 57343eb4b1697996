"""Meshes of other programs: one box as Gmsh has written it in five formats, what they say about nodes, and mistakes in them."""

from __future__ import annotations

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
        ("hex8_22.msh", "2.2 0 8", "3.0 0 8", "save the mesh as text of version 4.1 or 2.2"),
        ("hex8_41.msh", "$Elements", "$Other", r"\$Elements is missing"),
        ("hex20.bdf", "GRID    1       0       ", "GRID    1       5       ", "coordinate system 5"),
    ],
)
def test_mistakes_are_named(name: str, old: str, new: str, message: str, tmp_path: Path) -> None:
    text = (DATA / name).read_text()
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new))
    with pytest.raises(jd.FileFormatError, match=message):
        read_mesh(tmp_path / name)


def test_other_files(tmp_path: Path) -> None:
    with pytest.raises(jd.FileFormatError, match=r"meshes are \.inp"):
        read_mesh("part.step")
    with pytest.raises(jd.FileFormatError, match="there is no file"):
        read_mesh("none.inp")
    (tmp_path / "a.med").write_text("no HDF5")
    with pytest.raises(jd.FileFormatError, match=r"a.med, line 1: this is no MED file"):
        read_mesh(tmp_path / "a.med")
