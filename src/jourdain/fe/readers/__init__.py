"""Meshes of other programs, by the suffix of the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jourdain.errors import FileFormatError, near
from jourdain.fe.mesh import Mesh
from jourdain.fe.readers.abaqus import read_abaqus
from jourdain.fe.readers.ansys import read_ansys
from jourdain.fe.readers.gmsh import read_gmsh
from jourdain.fe.readers.med import read_med
from jourdain.fe.readers.nastran import read_nastran
from jourdain.reading import regular

TEXTS: dict[str, Callable[[str, str, Path], Mesh]] = {
    ".inp": read_abaqus,
    ".msh": read_gmsh,
    ".bdf": read_nastran,
    ".nas": read_nastran,
    ".dat": read_nastran,
    ".fem": read_nastran,
}
FILES: dict[str, Callable[[Path], Mesh]] = {".cdb": read_ansys, ".med": read_med}


def read_mesh(path: str | Path) -> Mesh:
    """The mesh of a file, in the units of the file; its groups or components are sets of nodes.

    Abaqus or CalculiX (.inp), Gmsh (.msh), Nastran or OptiStruct (.bdf, .nas, .dat, .fem), Ansys (.cdb) or Salome (.med).
    """
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in TEXTS and suffix not in FILES:
        known = [*TEXTS, *FILES]
        raise FileFormatError(f"{file.name}: meshes are {', '.join(known)} files.{near(suffix, known)}")
    if not file.exists():
        raise FileFormatError(f"there is no file {str(file)!r}; check its name and folder.")
    try:
        regular(file)
        if suffix in FILES:
            return FILES[suffix](file)
        return TEXTS[suffix](file.read_text(encoding="latin-1"), file.stem, file.parent)
    except OSError as problem:
        raise FileFormatError(f"cannot read {str(file)!r}: {problem.strerror or problem}.") from None
    except FileFormatError as problem:
        raise FileFormatError(f"{file.name}, {problem}") from None
