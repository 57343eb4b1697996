"""jourdain report FILE.. -o page.html."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from jourdain.commands.analysis import page_parts, perform
from jourdain.commands.common import Json, Trusted, in_folder, open_model, show
from jourdain.errors import FileFormatError
from jourdain.settings import ANALYSES


def command(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="stored results (.nc), or models: .yaml, .json, .urdf, or module:function",
            show_default=False,
        ),
    ],
    out: Annotated[str, typer.Option("-o", "--out", metavar="PAGE", help="the page to write, .html")] = "report.html",
    trust_functions: Trusted = False,
    json: Json = False,
) -> None:
    """Make one self-contained page of stored results, or of models.

    A model is checked, and analysed in every way that its file has settings for, such as 'run' and 'verify'.
    Motions of several results or models are laid over each other.
    """
    if Path(out).suffix.lower() not in (".html", ".htm"):
        raise FileFormatError(f"{out!r}: a page is written to a file that ends in .html.")
    from jourdain.viewer.page import report

    motions, sections = [], []
    for file in files:
        name, findings = _findings(file, trust_functions)
        runs, found = page_parts(findings)
        motions += runs
        sections += [replace(one, title=f"{one.title}: {name}") for one in found] if len(files) > 1 else found
    report(motions, in_folder(out), sections=sections)
    data = {"written": [out], "runs": len(motions), "sections": [one.title for one in sections]}
    show(json, lambda: f"written: {out}", lambda: data)


def _findings(file: str, trust_functions: bool) -> tuple[str, list[Any]]:
    """The name of the model and what is found about it."""
    if Path(file).suffix.lower() == ".nc":
        from jourdain.io.results.results import load

        result = load(file, trust_functions=trust_functions)
        return result.model.name, [result]
    document = open_model(file, trust_functions)
    wanted = [name for name in ANALYSES if name == "check" or name in document.settings]
    return document.model.name, [perform(name, document) for name in wanted]
