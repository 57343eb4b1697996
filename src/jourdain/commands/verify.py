"""jourdain verify FILE."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from jourdain.commands.common import File, Json, open_model, settings, show


def command(
    file: File,
    t_end: Annotated[float | None, typer.Option(help="end [s], instead of the file's")] = None,
    json: Json = False,
) -> None:
    """Run a model three ways and say how many digits of every output hold."""
    from jourdain.analyses.simulate import simulate
    from jourdain.analyses.verify import verify

    document = open_model(file)
    run = settings(document, t_end)
    run.pop("trust", None)
    if "tol" in run:  # the method that this tolerance chooses
        run["integrator"] = simulate(document.model, trust="fast", **run).integrator
        del run["tol"]
    found = verify(document.model, **run)

    def data() -> dict[str, Any]:
        return {name: value for name, value in vars(found).items() if name != "result"}

    show(json, lambda: str(found), data)
