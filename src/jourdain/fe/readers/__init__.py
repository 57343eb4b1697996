"""Meshes of other programs, by the suffix of the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jourdain.errors import FileFormatError, near
from jourdain.fe.mesh import Mesh
from jourdain.fe.readers.abaqus import read_abaqus
from jourdain.fe.readers.gmsh import read_gmsh
from jourdain.fe.readers.nastran import read_nastran

READERS: dict[str, Callable[[str, str], Mesh]] = {
    ".inp": read_abaqus,
    ".msh": read_gmsh,
    ".bdf": read_nastran,
    ".nas": read_nastran,
    ".dat": read_nastran,
}


def read_mesh(path: str | Path) -> Mesh:
    """The mesh of a file of Abaqus or CalculiX (.inp), Gmsh (.msh) or Nastran (.bdf, .nas, .dat), in the units of the file."""
    file = Path(path)
    read = READERS.get(file.suffix.lower())
    if read is None:
        raise FileFormatError(f"{file.name}: meshes are {', '.join(READERS)} files.{near(file.suffix, READERS)}")
    try:
        text = file.read_text(encoding="latin-1")
    except OSError as problem:
        raise FileFormatError(f"cannot read {str(file)!r}: {problem.strerror or problem}.") from None
    try:
        return read(text, file.stem)
    except FileFormatError as problem:
        raise FileFormatError(f"{file.name}, {problem}") from None
