"""jourdain reduce FILE."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jourdain.commands.common import Json, in_folder, show


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="a reduction: .yaml", show_default=False)],
    out: Annotated[
        str, typer.Option(metavar="PART", help="the part, .nc; by default beside FILE", show_default=False)
    ] = "",
    json: Json = False,
) -> None:
    """Make a part with a few shapes of a mesh or of matrices, and say what the shapes leave out."""
    from jourdain.io.part_files import save_part
    from jourdain.io.reductions import reduce_file

    part = reduce_file(file)
    path = out or str(Path(file).with_suffix(".nc"))
    save_part(part, in_folder(path))
    data = {
        "name": part.name,
        "kind": part.kind,
        "mass": part.mass,
        "centre": part.centre,
        "inertia": part.inertia,
        "frequencies": part.frequencies,
        "interfaces": {name: frame.at + part.centre for name, frame in part.frames.items()},
        "notes": part.notes,
    }
    show(json, lambda: str(part), lambda: data, [path])
