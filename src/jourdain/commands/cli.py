"""The command line. Heavy imports wait until a command needs them, so that --help answers at once.

Exit codes: 0 for success, 1 for a mistake in what was given (or a check that found errors), 2 for a mistake in the call.
"""

from __future__ import annotations

import importlib
import json
import sys
import warnings
from typing import Annotated

import typer

from jourdain.commands import COMMANDS
from jourdain.commands.analysis import AnalysisCommand, analysis_command
from jourdain.settings import ANALYSES

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Multibody system dynamics: rigid mechanisms in 2D and 3D, checked, simulated and judged.",
)


def _version(asked: bool) -> None:
    if asked:
        from jourdain._version import __version__

        print(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="print it")] = False,
) -> None:
    pass


for _name in ANALYSES:
    app.command(_name, cls=AnalysisCommand)(analysis_command(_name))
for _name in COMMANDS:
    app.command(_name)(importlib.import_module(f"jourdain.commands.{_name}").command)


def main() -> None:
    """Run the command line; errors of the user's making end with a message, not a traceback."""
    from jourdain.errors import JourdainError

    warnings.formatwarning = lambda message, *_, **__: (
        f"note: {message}\n"
    )  # where in the code it arose helps nobody here
    try:
        app()
    except JourdainError as problem:
        if "--json" in sys.argv:
            print(json.dumps({"error": str(problem), "kind": type(problem).__name__}))
        print(f"error: {problem}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
