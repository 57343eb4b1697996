"""jourdain reproduce PAPER."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from jourdain.commands.common import Json


def command(
    paper: Annotated[
        str, typer.Argument(metavar="PAPER", help="l-stable, singular, galerkin or subcycling", show_default=False)
    ],
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "-s", "--set", metavar="KEY=VALUE", help="an option of the paper, such as h=0.005; may be repeated"
        ),
    ] = None,
    out: Annotated[
        list[str] | None,
        typer.Option("-o", "--out", help="write: .html a page, .png .svg .pdf figures; may be repeated"),
    ] = None,
    json: Json = False,
) -> None:
    """Compute the tables and figures of a paper anew, beside what the paper says."""
    from jourdain.commands.analysis import write_and_show
    from jourdain.papers import reproduce

    finding = reproduce(paper, **dict(_option(text) for text in settings or ()))
    write_and_show(finding, None, out or (), json)


def _option(text: str) -> tuple[str, Any]:
    """KEY=VALUE, the value a number, a list of numbers, or a text."""
    import ast

    from jourdain.errors import ModelError

    key, equals, value = text.partition("=")
    if not equals:
        raise ModelError(f"--set {text!r}: write KEY=VALUE, such as h=0.005.")
    try:
        return key.strip().replace("-", "_"), ast.literal_eval(value.strip())
    except (ValueError, SyntaxError):
        return key.strip().replace("-", "_"), value.strip()
