"""Stiffness and mass matrices that other programs have written, each with what the file says about its rows.

Matrix Market (.mtx), Abaqus *MATRIX OUTPUT (.mtx), CalculiX MATRIXSTORAGE (.sti, .mas with .dof), Nastran DMIG (.pch, .bdf) and
OUTPUT4 as text (.op4), and .npz. Symmetric matrices may come as one triangle.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.sparse import coo_array, csr_array

from jourdain.errors import FileFormatError
from jourdain.fe.readers.dmig import read_dmig
from jourdain.fe.readers.output4 import read_output4
from jourdain.fe.readers.tables import numbers_of
from jourdain.reading import regular


@dataclass(frozen=True)
class Labelled:
    """A symmetric matrix (N, N); labels (N, 2): number of the node and coordinate 1 .. 6 of each row, if the file has them."""

    matrix: csr_array
    labels: np.ndarray | None = None


def read_matrix(path: str | Path, name: str = "") -> Labelled:
    """The matrix of a file; name: which one, where a file has several, such as KAAX."""
    file = Path(path)
    kinds = {".mtx": _mtx, ".sti": _calculix, ".mas": _calculix, ".npz": _npz}
    kinds |= {".pch": _dmig, ".bdf": _dmig, ".dat": _dmig, ".op4": _output4}
    read = kinds.get(file.suffix.lower())
    if read is None:
        raise FileFormatError(f"{file.name}: matrices are {', '.join(kinds)} files.")
    try:
        return read(regular(file), name)
    except OSError as problem:
        raise FileFormatError(f"cannot read {str(file)!r}: {problem.strerror or problem}.") from None
    except FileFormatError as problem:
        raise FileFormatError(f"{file.name}, {problem}") from None


def read_columns(path: str | Path) -> np.ndarray:
    """(N, k): shapes as columns, of a .mtx file of Matrix Market or of the first matrix of an OUTPUT4 file."""
    file = Path(path)
    readers = {".mtx": _market, ".op4": lambda text: read_output4(text, "")}
    if file.suffix.lower() not in readers:
        raise FileFormatError(f"{file.name}: shapes are .npz, {', '.join(readers)} files.")
    try:
        return np.asarray(readers[file.suffix.lower()](_text(regular(file))).toarray(), float)
    except OSError as problem:
        raise FileFormatError(f"cannot read {str(file)!r}: {problem.strerror or problem}.") from None
    except FileFormatError as problem:
        raise FileFormatError(f"{file.name}, {problem}") from None


def _market(text: str) -> csr_array:
    from scipy.io import mmread

    try:
        return csr_array(mmread(io.BytesIO(text.encode("latin-1"))))
    except ValueError as problem:
        raise FileFormatError(f"line 1: {problem}.") from None


def _text(file: Path) -> str:
    return file.read_text(encoding="latin-1")


def _mtx(file: Path, name: str) -> Labelled:
    """Matrix Market says so in its first line; Abaqus writes node, coordinate, node, coordinate, value."""
    text = _text(file)
    if text.startswith("%%MatrixMarket"):
        return Labelled(symmetric(_market(text)))
    rows = numbers_in(text, (5, 3))
    if rows.shape[1] == 3:
        return Labelled(_from_triangle(rows[:, 0] - 1, rows[:, 1] - 1, rows[:, 2]))
    return labelled(rows)


def labelled(rows: np.ndarray) -> Labelled:
    """From rows of node, coordinate, node, coordinate, value; of each pair one order is enough."""
    a, b = rows[:, :2].astype(int), rows[:, 2:4].astype(int)
    labels, place = np.unique(np.concatenate([a, b]), axis=0, return_inverse=True)
    place = place.reshape(-1)
    return Labelled(_from_triangle(place[: len(a)], place[len(a) :], rows[:, 4]), labels)


def _calculix(file: Path, name: str) -> Labelled:
    """row, column, value of one triangle; the file .dof beside it has node.coordinate of each row."""
    rows = numbers_in(_text(file), (3,))
    labels_of = file.with_suffix(".dof")
    if not labels_of.exists():
        raise FileFormatError(f"line 1: {labels_of.name} must be beside it; CalculiX writes both.")
    labels = []
    for line, word in enumerate(_text(labels_of).split(), 1):
        node, _, coordinate = word.partition(".")
        labels.append(numbers_of([node, coordinate or "0"], f"{line} of {labels_of.name}"))
    found = _from_triangle(rows[:, 0] - 1, rows[:, 1] - 1, rows[:, 2])
    if found.shape[0] != len(labels):
        raise FileFormatError(f"line 1: it has {found.shape[0]} rows, and {labels_of.name} {len(labels)} lines.")
    return Labelled(found, np.array(labels))


def _dmig(file: Path, name: str) -> Labelled:
    return labelled(read_dmig(_text(file), name))


def _output4(file: Path, name: str) -> Labelled:
    return Labelled(symmetric(read_output4(_text(file), name)))


def _npz(file: Path, name: str) -> Labelled:
    """An array by its name, or what scipy.sparse.save_npz has written."""
    with np.load(file, allow_pickle=False) as data:
        if "format" in data:
            from scipy.sparse import load_npz

            return Labelled(symmetric(csr_array(load_npz(file))))
        if name not in data:
            raise FileFormatError(f"line 1: there is no array {name!r}; it has {', '.join(data)}.")
        return Labelled(symmetric(csr_array(np.asarray(data[name], float))))


def numbers_in(text: str, widths: tuple[int, ...]) -> np.ndarray:
    """All lines of a text as a table with as many columns as one of these; commas or blanks between, comments by * or #."""
    if not any(row.strip() and not row.lstrip().startswith(("*", "#")) for row in text.splitlines()):
        raise FileFormatError("line 1: there are no numbers in it.")
    try:
        plain = text.replace(",", " ").replace("D", "E").replace("d", "e")
        table = np.loadtxt(io.StringIO(plain), comments=("*", "#"), ndmin=2)
    except ValueError:
        for line, row in enumerate(text.splitlines(), 1):
            parts = row.replace(",", " ").split()
            if parts and not row.lstrip().startswith(("*", "#")):
                numbers_of([part.replace("D", "E").replace("d", "e") for part in parts], line, float)
                if len(parts) not in widths:
                    raise FileFormatError(f"line {line}: {len(parts)} numbers instead of {widths[0]}.") from None
        raise FileFormatError("line 1: this is no table of numbers.") from None
    if table.shape[1] not in widths or not len(table):
        raise FileFormatError(f"line 1: {table.shape[1]} numbers in a line instead of {widths[0]}.")
    return table


def _from_triangle(rows: np.ndarray, columns: np.ndarray, values: np.ndarray) -> csr_array:
    """A symmetric matrix; where both triangles are there, they must agree."""
    i, j = rows.astype(int), columns.astype(int)
    n = int(max(i.max(), j.max())) + 1
    return symmetric(csr_array(coo_array((values, (i, j)), shape=(n, n))))


def symmetric(A: csr_array) -> csr_array:
    """A full matrix as it is, a triangle with its other half."""
    if A.shape[0] != A.shape[1]:
        raise FileFormatError(f"line 1: the matrix has {A.shape[0]} rows and {A.shape[1]} columns.")
    from scipy.sparse import diags_array, tril, triu

    below, above = tril(A, -1), triu(A, 1)
    if below.count_nonzero() and above.count_nonzero():
        return A
    return csr_array(
        A + (below + above).T if below.count_nonzero() or above.count_nonzero() else diags_array(A.diagonal())
    )
