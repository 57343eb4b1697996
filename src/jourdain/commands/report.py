"""jourdain report FILE.. -o page.html."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from jourdain.commands.analysis import perform, write_page
from jourdain.commands.common import Json, open_model, show
from jourdain.settings import ANALYSES


def command(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE..", help="stored results (.nc), or models with settings", show_default=False),
    ],
    out: Annotated[str, typer.Option("-o", "--out", help="the page, .html")] = "report.html",
    json: Json = False,
) -> None:
    """Make one self-contained page: of stored results, and of models by all analyses that their files have settings for."""
    findings = [finding for file in files for finding in _findings(file)]
    write_page(findings, out)
    titles = [type(finding).__name__ for finding in findings]
    show(json, lambda: f"written: {out}", lambda: {"written": [out], "sections": titles})


def _findings(file: str) -> list[Any]:
    if Path(file).suffix.lower() == ".nc":
        from jourdain.io.results import load

        return [load(file)]
    document = open_model(file)
    wanted = [name for name in ANALYSES if name == "check" or name in document.settings]
    return [perform(name, document) for name in wanted]
