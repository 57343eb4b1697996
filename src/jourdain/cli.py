"""The command line. Heavy imports wait until a command needs them, so that --help answers at once."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Multibody system dynamics: rigid mechanisms in 2D and 3D.",
)


@app.callback()
def _main() -> None:
    """Multibody system dynamics: rigid mechanisms in 2D and 3D."""


@app.command()
def demo(
    duration: Annotated[float, typer.Option(help="simulated time [s]")] = 2.0,
    tol: Annotated[float, typer.Option(help="bound on the accumulated error")] = 1e-5,
) -> None:
    """Simulate a 3D slider-crank of three revolutes and a prismatic, and print a summary."""
    import time

    print(
        "Jourdain demo: a slider-crank in space. The first run compiles the kernels (about half a minute) ...",
        flush=True,
    )
    began = time.perf_counter()
    import numpy as np

    import jourdain as jd
    from jourdain.examples import slider_crank

    result = jd.simulate(slider_crank(), duration, integrator=jd.GeneralizedAlpha(tol=tol), output=400)
    print(f"... done in {time.perf_counter() - began:.1f} s\n")
    print(result.summary())
    x = result["slider"].position[:, 0]
    print(
        f"slider: x = {x.min():.4f} .. {x.max():.4f} m, largest speed {np.abs(result['slider'].velocity[:, 0]).max():.3f} m/s"
    )
    print("\nlargest reaction force [N] on the second body of each joint")
    for joint in ("A", "B", "C", "guide"):
        force = np.linalg.norm(result.reaction(joint).force, axis=1)
        i = int(force.argmax())
        print(f"  {joint:6s} {force[i]:9.3f}   at t = {result.t[i]:.3f} s")


def main() -> None:
    """Run the command line; errors of the user's making end with a message, not a traceback."""
    try:
        app()
    except Exception as problem:
        from jourdain.errors import JourdainError

        if isinstance(problem, JourdainError):
            print(f"error: {problem}", file=sys.stderr)
            sys.exit(1)
        raise


if __name__ == "__main__":
    main()
