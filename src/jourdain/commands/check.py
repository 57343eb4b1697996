"""jourdain check FILE."""

from __future__ import annotations

import typer

from jourdain.commands.common import File, Json, open_model, show


def command(file: File, json: Json = False) -> None:
    """Examine a model: mobility, redundant equations by name, freer joints, gaps, odd numbers. Exit code 1 for errors."""
    from jourdain.analyses.check import check

    found = check(open_model(file).model)
    show(json, lambda: str(found), lambda: vars(found) | {"ok": found.ok})
    if not found.ok:
        raise typer.Exit(1)
