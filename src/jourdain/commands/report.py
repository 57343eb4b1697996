"""jourdain report RESULT.nc .. -o page.html."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Annotated

import typer

from jourdain.errors import JourdainError

if TYPE_CHECKING:
    from jourdain.result import Result


def command(
    results: Annotated[list[str], typer.Argument(metavar="RESULT..", help="results, .nc files", show_default=False)],
    out: Annotated[str, typer.Option("-o", "--out", help="the page, .html")] = "report.html",
) -> None:
    """Make one self-contained page of stored results."""
    from jourdain.io.results import load

    write_page([load(path) for path in results], out)
    print(f"written: {out}")


def write_page(results: list[Result], path: str) -> None:
    """The page of these results; an error that says so if this installation has no pages."""
    if importlib.util.find_spec("jourdain.viewer") is None:
        raise JourdainError(
            "this version has no reports: its module jourdain.viewer is missing. Results can be kept with -o result.nc "
            "and looked at in Python (jourdain.load), or as a table with --csv."
        )
    importlib.import_module("jourdain.viewer.page").report(results, path)
