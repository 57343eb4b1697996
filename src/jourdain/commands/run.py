"""jourdain run FILE."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jourdain.commands.common import File, Json, open_model, settings, show

if TYPE_CHECKING:
    from jourdain.result import Result


def command(
    file: File,
    out: Annotated[str | None, typer.Option("-o", "--out", help="write the result to this .nc file")] = None,
    csv: Annotated[str | None, typer.Option(help="write a table of all outputs to this .csv file")] = None,
    report: Annotated[str | None, typer.Option(help="write a page to this .html file")] = None,
    t_end: Annotated[float | None, typer.Option(help="end [s], instead of the file's")] = None,
    tol: Annotated[float | None, typer.Option(help="bound on the accumulated error, instead of the file's")] = None,
    output: Annotated[int | None, typer.Option(help="number of output intervals, instead of the file's")] = None,
    fast: Annotated[bool, typer.Option("--fast", help="do not estimate the error of the answer")] = False,
    json: Json = False,
) -> None:
    """Simulate a model and say how good the answer is."""
    from jourdain.analyses.simulate import simulate
    from jourdain.commands.report import write_page

    document = open_model(file)
    run = settings(document, t_end, tol=tol, output=output, trust="fast" if fast else None, integrator=None)
    result = simulate(document.model, **run)
    written = []
    for path, write in ((out, result.save), (csv, result.to_csv), (report, lambda p: write_page([result], p))):
        if path is not None:
            write(path)
            written.append(path)
    lines = [result.summary(), *(f"written: {path}" for path in written)]
    show(json, lambda: "\n".join(lines), lambda: _data(result) | {"written": written})


def _data(result: Result) -> dict[str, Any]:
    """The summary as data, without what is given at every output time."""
    trust = {name: value for name, value in vars(result.trust).items() if not hasattr(value, "tolist")}
    return {
        "name": result.model.name,
        "integrator": result.integrator.plain(),
        "t": [float(result.t[0]), float(result.t[-1])],
        "stats": result.stats,
        "trust": {"worst": result.trust.worst, **trust},
        "redundant": result.redundant,
        "not_unique": result.not_unique,
        "events": [{"name": event.name, "t": event.t} for event in result.events],
    }
