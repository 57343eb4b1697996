"""Matrices of other programs: files that CalculiX has written, and the other formats with the same numbers in them."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.io import mmwrite
from scipy.sparse import csr_array, eye_array, save_npz, tril

import jourdain as jd
from jourdain.fe.beams import Beams, beam_mesh
from jourdain.fe.given import Given, matrices
from jourdain.fe.interfaces import nodes
from jourdain.fe.mesh import box_mesh
from jourdain.fe.modes import Floating
from jourdain.fe.readers.output4 import read_output4
from jourdain.fe.reduce import reduce
from jourdain.fe.solids import Solids
from jourdain.fe.structure import Structure

DATA = Path(__file__).parent / "data"
STEEL = jd.material(E=2.1e11, nu=0.3, density=7850)


@pytest.fixture(scope="module")
def cube() -> Given:
    """What CalculiX has stored of one brick, in t, mm, N."""
    return matrices(DATA / "cube.sti", DATA / "cube.mas", DATA / "cube.inp", unit="mm")


def test_calculix(cube: Given) -> None:
    """Mass, centre, inertia of the brick; no force by rigid motions; parts can be made of it."""
    assert cube.place_mass.sum() == pytest.approx(7850 * 0.1 * 0.04 * 0.02, rel=1e-10)
    np.testing.assert_allclose(cube.centre, [0.05, 0.02, 0.01], rtol=1e-10)
    assert np.abs(cube.stiffness @ cube.rigid()).max() < 1e-9 * abs(cube.stiffness).max()
    part = reduce(cube, interfaces={"left": nodes("LEFT"), "right": nodes("RIGHT")}, rigid=False, modes=3)
    np.testing.assert_allclose(part.inertia, 0.628 / 12 * np.diag([0.002, 0.0104, 0.0116]), rtol=1e-9, atol=1e-12)
    assert len(part.surface.triangles) == 12 and part.surface.numbers[0] == 11


def write(kind: str, A: csr_array, cube: Given, path: Path) -> Path:
    """A matrix in another format: one triangle, labels where the format has them."""
    low = tril(A).tocoo()
    labels = [(int(cube.numbers[i // 3]), i % 3 + 1) for i in range(A.shape[0])]
    file = path.with_suffix(
        {"abaqus": ".mtx", "coordinate": ".mtx", "market": ".mtx", "dmig": ".pch"}.get(kind, f".{kind}")
    )
    if kind == "market":
        mmwrite(file, A, symmetry="symmetric", precision=16)
    elif kind == "npz":
        save_npz(file, A)
    elif kind == "abaqus":
        rows = [f"{labels[i][0]},{labels[i][1]}, {labels[j][0]},{labels[j][1]}, {x:.16e}" for i, j, x in entries(low)]
        file.write_text("** written by hand\n" + "\n".join(rows))
    elif kind == "coordinate":
        file.write_text("\n".join(f"{i + 1} {j + 1} {x:.16e}" for i, j, x in entries(low)))
    elif kind == "dmig":
        file.write_text(dmig(low, labels))
    elif kind == "op4":
        file.write_text(op4(A))
    return file


def entries(A: object) -> list[tuple[int, int, float]]:
    return [(int(i), int(j), float(x)) for i, j, x in zip(A.row, A.col, A.data, strict=True)]  # type: ignore[attr-defined]


def dmig(low: object, labels: list[tuple[int, int]]) -> str:
    """Fields of 16 characters, as Nastran punches them: numbers follow each other without a blank."""
    lines = ["DMIG    KAAX           0       6       2       0                       24"]
    for column in range(len(labels)):
        some = [(i, x) for i, j, x in entries(low) if j == column]
        if some:
            lines.append(f"DMIG*   {'KAAX':<16}{labels[column][0]:16d}{labels[column][1]:16d}")
            lines += [f"*{'':7}{labels[i][0]:16d}{labels[i][1]:16d}{f'{x:16.9E}'.replace('E', 'D')}" for i, x in some]
    return "\n".join(lines)


def op4(A: csr_array) -> str:
    """Dense columns, from the first to the last number that is not zero."""
    rows, n = A.shape
    lines = [f"{n:8d}{rows:8d}{6:8d}{2:8d}KAAX    1P,3E23.16"]
    for column in range(n):
        x = A[:, [column]].toarray().ravel()
        at = np.flatnonzero(x)
        if len(at):
            some = x[at[0] : at[-1] + 1]
            lines.append(f"{column + 1:8d}{at[0] + 1:8d}{len(some):8d}")
            lines += ["".join(f"{one:23.16E}" for one in some[k : k + 3]) for k in range(0, len(some), 3)]
    return "\n".join([*lines, f"{n + 1:8d}{1:8d}{1:8d}", f"{1.0:23.16E}", ""])


@pytest.mark.parametrize("kind", ["abaqus", "coordinate", "market", "dmig", "op4", "npz"])
def test_formats(kind: str, cube: Given, tmp_path: Path) -> None:
    """The same matrices from every format; one-triangle files are made whole."""
    K, M = (write(kind, one, cube, tmp_path / what) for one, what in ((cube.K, "K"), (cube.M, "M")))
    places = np.column_stack([cube.numbers, cube.nodes])
    again = matrices(K, M, places)
    for ours, theirs in ((again.stiffness, cube.stiffness), (again.mass, cube.mass)):
        assert abs(ours - theirs).max() < (1e-9 if kind == "dmig" else 1e-12) * abs(theirs).max()


def test_strings_of_output4() -> None:
    """Short and long strings, two matrices in a file: columns 1 and 3 of [[0, 0, 5], [1, 0, 6], [2, 0, 0]]."""
    expected = [[0, 0, 5], [1, 0, 6], [2, 0, 0]]
    numbers = (" 1.0000000000E+00 2.0000000000E+00", " 5.0000000000E+00 6.0000000000E+00")
    files = []
    for name, rows, words, heads in (
        ("K", 3, 5, (f"{65536 * 5 + 2:8d}", f"{65536 * 5 + 1:8d}")),
        ("M", -3, 6, ("       5       2", "       5       1")),
    ):
        lines = [f"{3:8d}{rows:8d}{2:8d}{2:8d}{name:8}1P,4E17.10"]
        for column, head, some in zip((1, 3), heads, numbers, strict=True):
            lines += [f"{column:8d}{0:8d}{words:8d}", head, some]
        files.append("\n".join([*lines, f"{4:8d}{1:8d}{1:8d}", " 1.0000000000E+00", ""]))
    short, long = files
    for name in ("K", "M"):
        np.testing.assert_array_equal(read_output4(short + long, name).toarray(), expected)
    with pytest.raises(jd.FileFormatError, match="no matrix 'L'"):
        read_output4(short + long, "L")
    with pytest.raises(jd.FileFormatError, match="ends in the middle"):
        read_output4("\n".join(short.splitlines()[:5]))
    with pytest.raises(jd.FileFormatError, match="line 6: row 327 or column 3 is not in the matrix"):
        read_output4(short[:150])
    with pytest.raises(jd.FileFormatError, match="is binary"):
        read_output4("\0" + short)


def test_nodes_that_turn() -> None:
    """Matrices of beams, six coordinates a node: the same part as from the beams themselves."""
    m = Beams(
        beam_mesh([(0, 0, 0), (1, 0.1, 0), (1.5, 0.5, 0.4)], 4, section=jd.rectangle(0.04, 0.02)), STEEL, lumped=True
    )
    table = np.column_stack([m.numbers, m.nodes])
    options = dict(interfaces={"A": nodes(numbers=[1]), "B": nodes(numbers=[9])}, modes=4)
    ours, theirs = reduce(matrices(m.stiffness, m.mass, table), **options), reduce(m, **options)
    np.testing.assert_allclose(ours.frequencies, theirs.frequencies, rtol=1e-8)
    np.testing.assert_allclose(ours.inertia, theirs.inertia, rtol=1e-9, atol=1e-9)
    sign = np.sign(np.einsum("ki,ki->k", ours.frame("B").moves, theirs.frame("B").moves))
    np.testing.assert_allclose(ours.frame("A").turns, sign[:, None] * theirs.frame("A").turns, atol=1e-5)
    np.testing.assert_allclose(np.einsum("klii->kl", ours.invariants.P2), np.eye(ours.modes), atol=1e-6)


@pytest.mark.parametrize("turning", [False, True], ids=["plate", "beam"])
def test_files_with_few_digits(turning: bool) -> None:
    """Rounded to eight digits a plate is 3 % stiffer; freed of what that does to rigid motions it is right to 1e-6."""
    if turning:
        whole: Structure = Beams(beam_mesh([(0, 0, 0), (1, 0.2, 0.1)], 40, section=jd.rectangle(0.01, 0.02)), STEEL)
    else:
        whole = Solids(box_mesh((1.0, 0.1, 0.01), (40, 4, 1)), STEEL)
    nodes = np.column_stack([whole.numbers, whole.nodes])
    rough = whole.stiffness.copy()
    rough.data = np.array([float(f"{one:.7e}") for one in rough.data])
    exact = Floating(whole).modes(3).frequencies
    assert (
        np.abs(matrices(whole.stiffness, whole.mass, nodes).stiffness - whole.stiffness).max() == 0.0
    )  # left as it is
    found = matrices(rough, whole.mass, nodes)
    assert "freed of rounding at" in str(found)
    assert abs(found.stiffness - rough).max() < 1e-7 * abs(rough).max()
    assert np.abs(found.stiffness - found.stiffness.T).max() == 0.0
    np.testing.assert_allclose(Floating(found).modes(3).frequencies, exact, rtol=1e-6)
    as_written = Floating(replace(found, K=rough)).modes(3).frequencies
    assert np.abs(as_written / exact - 1.0).max() > 1e-4


def test_stress(tmp_path: Path) -> None:
    """Matrices hold none: by the elements of a mesh it is that of the mesh, by given shapes that of their sums."""
    mesh = box_mesh((0.4, 0.04, 0.02), (6, 1, 1))
    m = Solids(mesh, STEEL)
    K, M, ends = m.stiffness, m.mass, {"A": nodes("x0")}
    own = reduce(mesh, material=STEEL, interfaces=ends, modes=3)
    part = reduce(matrices(K, M, mesh, material=STEEL), interfaces=ends, modes=3)
    place = [part.node(int(number)) for number in own.surface.numbers]
    np.testing.assert_allclose(part.surface.stress[place], own.surface.stress, rtol=1e-9, atol=1.0)
    np.testing.assert_allclose(part.static["spin"].stress[place], own.static["spin"].stress, rtol=1e-9, atol=1e-3)
    np.testing.assert_allclose(part.cubic, own.cubic, rtol=1e-9, atol=1e-6 * np.abs(own.cubic).max())
    # shapes that are mixed, and moved as a whole, come out as they were before
    V = Floating(m).modes(4).shapes
    mix = np.random.default_rng(1).normal(size=(4, 4))
    stress = np.einsum("nck,kl->ncl", m.node_stress(V), mix)
    np.savez(tmp_path / "modes.npz", shapes=V @ mix + m.rigid()[:, :4], stress=stress)
    given = reduce(matrices(K, M, mesh), kind="given", shapes=tmp_path / "modes.npz", interfaces=ends)
    mmwrite(tmp_path / "modes.mtx", V @ mix)
    (tmp_path / "modes.op4").write_text(op4(csr_array(V @ mix)))
    for name in ("modes.mtx", "modes.op4"):
        alone = reduce(mesh, material=STEEL, kind="given", shapes=tmp_path / name, interfaces=ends)
        np.testing.assert_allclose(alone.frequencies, given.frequencies, rtol=1e-9)
    sign = np.sign(np.einsum("nki,nik->k", given.surface.shapes, V.reshape(-1, 3, 4)))
    expected = sign[:, None] * m.node_stress(V).transpose(0, 2, 1)
    np.testing.assert_allclose(given.surface.stress, expected, atol=1e-9 * np.abs(expected).max())
    assert "stress is that of the given shapes" in str(given)
    bare = reduce(matrices(K, M, mesh), interfaces=ends, modes=3)
    assert "matrices hold no stress" in str(bare)
    with pytest.raises(jd.ModelError, match="comes from matrices, which hold no stress; give"):
        jd.Model("m").flexible("rod", bare).stress("mises", node=1)
    for options, message in (
        (dict(stress=stress[:, :5]), r"\(28, 5, 4\); \(28, 6, 4\) finite"),
        (dict(stress=None, shapes=V[:-1]), "83, 4"),
    ):
        with pytest.raises(jd.ModelError, match=message):
            reduce(matrices(K, M, mesh), **(dict(kind="given", shapes=V, interfaces=ends) | options))
    with pytest.raises(jd.ModelError, match=r"1e\+06, 1e\+06, 1e\+06 times the energy"):
        matrices(K, M, mesh, material=jd.material(E=2.1e5, nu=0.3, density=7850))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda K, M: (K[:-3, :-3], M), "21 x 21 numbers; 8 nodes need 24 or 48"),
        (lambda K, M: (K + 1e9 * csr_array(([1.0], ([0], [5])), K.shape), M), "not symmetric"),
        (lambda K, M: (-K, M), "not positive for every motion"),
        (lambda K, M: (K * np.nan, M), "not finite"),
        (lambda K, M: (K, -M), "mass is not positive, at node"),
        (lambda K, M: (K, 0.0 * M), "mass has no value but zero"),
        (lambda K, M: (K + 1e6 * eye_array(K.shape[0]), M), "resists rigid motions, at node"),
        (lambda K, M: ("matrix.xyz", M), "matrices are .mtx"),
    ],
)
def test_mistakes_are_named(change: object, message: str, cube: Given) -> None:
    K, M = change(cube.K, cube.M)  # type: ignore[operator]
    with pytest.raises((jd.ModelError, jd.FileFormatError), match=message):
        matrices(K, M, np.column_stack([cube.numbers, cube.nodes]))


def test_lines_are_named(tmp_path: Path, cube: Given) -> None:
    file = tmp_path / "K.mtx"
    file.write_text("11,1, 11,1, 5.0\n11,1, 12,x, 3.0\n")
    with pytest.raises(jd.FileFormatError, match=r"K.mtx, line 2: 'x' is not a number"):
        matrices(file, file, np.column_stack([cube.numbers, cube.nodes]))
    file.write_text("11,1, 11,1, 5.0\n99,1, 99,1, 3.0\n")
    with pytest.raises(jd.ModelError, match="node 99, whose place is not given"):
        matrices(file, file, np.column_stack([cube.numbers, cube.nodes]))
    file.write_text("11,1, 11,1, 5.0\n")
    with pytest.raises(jd.ModelError, match="no coordinate 2 of node 11"):
        matrices(file, file, np.column_stack([cube.numbers, cube.nodes]))


@pytest.mark.skipif(shutil.which("ccx") is None, reason="CalculiX is not installed")
def test_stiffness_of_calculix(tmp_path: Path) -> None:
    """20-node bricks: K and M of CalculiX, stored by it and read here, are those of this package; so are the frequencies."""
    mesh = box_mesh((1.0, 0.1, 0.05), (3, 1, 1), kind="hex20")
    lines = [
        "*NODE",
        *(f"{n}, {x[0]!r}, {x[1]!r}, {x[2]!r}" for n, x in zip(mesh.numbers, mesh.nodes.tolist(), strict=True)),
    ]
    lines.append("*ELEMENT, TYPE=C3D20, ELSET=E")
    for i, cell in enumerate(mesh.cells["hex20"], 1):
        numbers = [str(mesh.numbers[k]) for k in cell]
        lines += [f"{i}, {', '.join(numbers[:10])},", ", ".join(numbers[10:])]
    lines += [
        "*MATERIAL, NAME=S",
        "*ELASTIC",
        "2.1E11, 0.3",
        "*DENSITY",
        "7850.",
        "*SOLID SECTION, ELSET=E, MATERIAL=S",
    ]
    lines += ["*STEP", "*FREQUENCY, SOLVER=MATRIXSTORAGE", "10", "*END STEP", ""]
    (tmp_path / "bar.inp").write_text("\n".join(lines))
    subprocess.run(["ccx", "bar"], cwd=tmp_path, check=True, capture_output=True, timeout=60)
    theirs = matrices(tmp_path / "bar.sti", tmp_path / "bar.mas", tmp_path / "bar.inp")
    ours = Solids(mesh, STEEL)
    np.testing.assert_array_equal(theirs.numbers, ours.numbers)
    assert abs(theirs.stiffness - ours.stiffness).max() < 1e-10 * abs(ours.stiffness).max()
    assert abs(theirs.mass - ours.mass).max() < 1e-10 * abs(ours.mass).max()
    root = {"A": nodes(numbers=mesh.numbers[mesh.sets["x0"]])}
    w = [reduce(one, interfaces=root, kind="clamped", modes=5).frequencies for one in (ours, theirs)]
    np.testing.assert_allclose(w[0], w[1], rtol=1e-8)
