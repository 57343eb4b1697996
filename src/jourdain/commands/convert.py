"""jourdain convert FILE OUT."""

from __future__ import annotations

from typing import Annotated

import typer

from jourdain.commands.common import File, open_model


def command(
    file: File, out: Annotated[str, typer.Argument(metavar="OUT", help="a .yaml or .json file", show_default=False)]
) -> None:
    """Write a model in another form: .yaml, .json, .urdf or module:function to .yaml or .json."""
    from jourdain.io.yaml import write

    document = open_model(file)
    write(document.model, out, run=document.run)
    print(f"written: {out}")
