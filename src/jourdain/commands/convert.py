"""jourdain convert FILE OUT."""

from __future__ import annotations

from typing import Annotated

import typer

from jourdain.commands.common import File, Json, Trusted, in_folder, open_model, show


def command(
    file: File,
    out: Annotated[str, typer.Argument(metavar="OUT", help="a .yaml or .json file", show_default=False)],
    trust_functions: Trusted = False,
    json: Json = False,
) -> None:
    """Write a model in another form, as .yaml or .json; settings of analyses go with it."""
    from jourdain.io.model_files.yaml import write

    document = open_model(file, trust_functions)
    write(document.model, in_folder(out), **document.settings)
    show(json, lambda: f"written: {out}", lambda: {"written": [out]})
