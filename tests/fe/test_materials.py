"""Parts of several materials: closed forms, materials in the files of meshes, messages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from jourdain.fe.mesh import Mesh, box_mesh, merged
from jourdain.fe.modes import Floating
from jourdain.fe.solids import Solids

STEEL, ALUMINIUM = jd.material(E=2.1e11, nu=0.3, density=7850), jd.material(E=7e10, nu=0.33, density=2700)
BOTH = {"steel": STEEL, "aluminium": ALUMINIUM}


def layer(name: str, z: float, thick: float, cells: int = 1, kind: str = "hex8") -> Mesh:
    """A layer of a strip along x, 1 m long."""
    mesh = box_mesh((1.0, 0.03, thick), (20, 1, cells), kind=kind).moved(lambda x: x + np.array([0.5, 0.0, z]))
    return Mesh(mesh.nodes, mesh.cells, {}, name=name)


def sandwich(kind: str = "hex8") -> Mesh:
    """Aluminium between two layers of steel."""
    layers = [layer("steel", 0.0175, 0.005, kind=kind), layer("aluminium", 0.0, 0.03, 2, kind)]
    return merged([*layers, layer("steel", -0.0175, 0.005, kind=kind)], "sandwich")


@pytest.mark.parametrize("kind", ["hex8", "hex20"])
def test_a_sandwich_bends_as_the_sum_of_its_layers(kind: str) -> None:
    """First free frequency by the sums of E I and rho A; mass and moments by direct sums; waves of both materials."""
    part = jd.reduce(sandwich(kind), material=BOTH, kind="free", modes=4)
    heights = {"steel": (0.04**3 - 0.03**3) / 12, "aluminium": 0.03**3 / 12}
    EI = 0.03 * sum(BOTH[name].E * one for name, one in heights.items())
    rho_a = 0.03 * (0.01 * 7850 + 0.03 * 2700)
    assert part.mass == pytest.approx(rho_a, rel=1e-12)
    across = 0.03 * sum(BOTH[name].density * one for name, one in heights.items())
    assert part.invariants.P0[2, 2] == pytest.approx(across, rel=1e-12)
    euler = 4.7300**2 / (2 * np.pi) * np.sqrt(EI / rho_a)
    bending = part.frequencies / (2 * np.pi)
    assert np.abs(bending / euler - 1.0).min() < 0.015  # shear makes it softer by one per cent
    assert "waves run at 5172 and 5092 m/s" in str(part) and "'steel': 40 cells of E = 2.1e+11 Pa" in str(part)


def test_stress_of_each_material_is_its_own() -> None:
    """Stretched as one, without Poisson's ratio: E times the strain, at a border that of the stiffer one."""
    made = {name: jd.material(E=one.E, nu=0.0, density=one.density) for name, one in BOTH.items()}
    m = Solids(sandwich(), made)
    u = np.zeros((len(m.nodes), 3))
    u[:, 0] = 1e-3 * m.nodes[:, 0]
    stress = m.node_stress(u.reshape(-1, 1))[:, 0, 0]
    outer = np.abs(m.nodes[:, 2]) > 0.0149
    np.testing.assert_allclose(stress, np.where(outer, 2.1e8, 7e7), rtol=1e-9)
    energy = 0.5 * 1e-6 * 0.03 * (0.01 * 2.1e11 + 0.03 * 7e10)
    assert m.elastic_energy(u.reshape(-1, 1))[0] == pytest.approx(energy, rel=1e-9)
    assert 0.5 * u.ravel() @ (m.stiffness @ u.ravel()) == pytest.approx(energy, rel=1e-9)


INP = """*NODE
{nodes}
*ELEMENT, TYPE=C3D8, ELSET=Skin
{skin}
*ELEMENT, TYPE=C3D8, ELSET=Core
{core}
*MATERIAL, NAME=Steel
*ELASTIC
210000., 0.3
*DENSITY
7.85e-9,
*MATERIAL, NAME=Alu
*DENSITY
2.7e-9
*ELASTIC, TYPE=ISO
70000., 0.33
*SOLID SECTION, ELSET=SKIN, MATERIAL=STEEL
*SOLID SECTION, ELSET=CORE, MATERIAL=ALU
"""


def written(mesh: Mesh) -> tuple[str, str]:
    """The mesh as an input file of Abaqus and as bulk data of Nastran, in mm, t and N."""
    numbered = list(enumerate((1e3 * mesh.nodes).tolist(), 1))
    cells = {name: (mesh.groups[name]["hex8"], mesh.cells["hex8"]) for name in BOTH}
    rows = {name: [[int(i) + 1, *(whole[i] + 1).tolist()] for i in some] for name, (some, whole) in cells.items()}
    inp = INP.format(
        nodes="\n".join(f"{i}, {x!r}, {y!r}, {z!r}" for i, (x, y, z) in numbered),
        skin="\n".join(", ".join(map(str, row)) for row in rows["steel"]),
        core="\n".join(", ".join(map(str, row)) for row in rows["aluminium"]),
    )
    bulk = ["PARAM,WTMASS,0.001", "MAT1,5,2.1+5,,0.3,7.85-6", f"MAT1,6,7.+4,{7e4 / 2.66!r},,2.7-6"]
    bulk += ["PSOLID,1,5", "PSOLID,2,6", *(f"GRID,{i},,{x!r},{y!r},{z!r}" for i, (x, y, z) in numbered)]
    for part, name in enumerate(BOTH, 1):
        bulk += [f"CHEXA,{row[0]},{part},{','.join(map(str, row[1:7]))}\n,{row[7]},{row[8]}" for row in rows[name]]
    return inp, "\n".join(bulk)


def test_materials_of_files(tmp_path: Path) -> None:
    """Sections of a file say what its elements are made of, in its units; a material that is given goes first."""
    inp, bulk = written(sandwich())
    (tmp_path / "strip.inp").write_text(inp)
    (tmp_path / "strip.bdf").write_text(bulk)
    exact = Floating(Solids(sandwich(), BOTH)).modes(3).frequencies
    for name in ("strip.inp", "strip.bdf"):
        part = jd.reduce(tmp_path / name, unit="mm", kind="free", modes=3)
        np.testing.assert_allclose(part.frequencies, exact, rtol=1e-6)
    groups = {"Skin": ALUMINIUM, "Core": ALUMINIUM}
    given = jd.reduce(tmp_path / "strip.inp", unit="mm", material=groups, kind="free", modes=3)
    np.testing.assert_allclose(
        given.frequencies, Floating(Solids(sandwich(), ALUMINIUM)).modes(3).frequencies, rtol=1e-6
    )
    (tmp_path / "strip.yaml").write_text(
        "mesh: strip.inp\nunit: mm\nkind: free\nmodes: 3\nmaterials:\n  Skin: {E: 210 GPa, nu: 0.3, density: 7850}\n"
        "  Core: {E: 70 GPa, nu: 0.33, density: 2700}\n"
    )
    from jourdain.io.reductions import reduce_file

    np.testing.assert_allclose(reduce_file(tmp_path / "strip.yaml").frequencies, exact, rtol=1e-6)


@pytest.mark.parametrize(
    ("old", "new", "material", "message"),
    [
        ("", "", {"Skin": STEEL}, r"cell \d+ \(hex8\) has none, and 39 more; materials are given for 'Skin'"),
        ("", "", {"skim": STEEL}, r"no group of cells 'skim'; there is 'Skin', 'Core'"),
        ("ELSET=Core\n", "ELSET=Core\n", {"Skin": STEEL, "Core": 5.0}, r"5.0 is no material"),
        ("*SOLID SECTION, ELSET=CORE, MATERIAL=ALU\n", "", None, r"cell \d+ \(hex8\) has none"),
        ("7.85e-9,\n", "7.85e-9\n8e-9, 100.\n", None, r"'Steel' of 'Skin' .* changes with temperature; give material"),
        ("TYPE=ISO\n", "TYPE=ORTHO\n", None, r"'Alu' of 'Core' .* is not isotropic"),
        ("*DENSITY\n2.7e-9\n", "", None, r"'Alu' of 'Core' .* has no density"),
        ("NAME=Alu", "NAME=Alum", None, r"'ALU' of 'Core' .* is not in it"),
        ("*SOLID SECTION", "*OTHER", None, r"strip needs a material; give material=jd.material"),
    ],
)
def test_mistakes_are_named(old: str, new: str, material: object, message: str, tmp_path: Path) -> None:
    text = written(sandwich())[0]
    assert old in text
    (tmp_path / "strip.inp").write_text(text.replace(old, new))
    with pytest.raises(jd.ModelError, match=message):
        jd.reduce(tmp_path / "strip.inp", unit="mm", material=material, kind="free", modes=3)
