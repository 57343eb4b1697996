"""jourdain assemble FILE."""

from __future__ import annotations

from typing import Annotated

import typer

from jourdain.commands.common import File, Json, open_model, show


def command(
    file: File,
    out: Annotated[str | None, typer.Option("-o", "--out", help="write the assembled model to .yaml or .json")] = None,
    fixed: Annotated[list[str] | None, typer.Option(help="what stays as drawn, such as crank or crank.x")] = None,
    time: Annotated[float, typer.Option("-t", "--time", help="when [s]")] = 0.0,
    json: Json = False,
) -> None:
    """Close the joints of a model by the least motion, and say what moved."""
    from jourdain.analyses.assemble import assemble

    document = open_model(file)
    found = assemble(document.model, fixed=tuple(fixed or ()), t=time)
    if out is not None:
        from jourdain.io.yaml import write

        write(found.model, out, run=document.run)
    written = f"\nwritten: {out}" if out is not None else ""
    data = {name: value for name, value in vars(found).items() if name != "model"}
    show(json, lambda: f"{found}{written}", lambda: data | {"written": out})
