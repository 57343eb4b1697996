"""jourdain demo."""

from __future__ import annotations

from typing import Annotated, Any

import typer


def command(
    duration: Annotated[float, typer.Option(metavar="SECONDS", help="simulated time")] = 2.0,
    tol: Annotated[
        float,
        typer.Option(metavar="NUMBER", help="bound on the accumulated error, in lengths of the model and radians"),
    ] = 1e-6,
    folder: Annotated[str, typer.Option(metavar="FOLDER", help="where the files go")] = "jourdain-demo",
) -> None:
    """Check, simulate and judge a 3D slider-crank of three revolutes and a prismatic; make a page of it."""
    import time

    print(
        "Jourdain demo: a slider-crank in space. The first run compiles the kernels (about half a minute) ...",
        flush=True,
    )
    began = time.perf_counter()
    from jourdain.analyses.check import check
    from jourdain.analyses.simulate import simulate
    from jourdain.examples import slider_crank

    model = slider_crank()
    report = check(model)
    result = simulate(model, duration, tol=tol, output=400)
    print(f"... done in {time.perf_counter() - began:.1f} s")
    _section("check(model): what is it?", str(report))
    _section("simulate(model, ..): how does it move, and how good is that?", result.summary())
    _section("result.reaction(..): what do the joints carry?", _reactions(result))
    _section("files", _files(result, report, folder))


def _section(title: str, text: str) -> None:
    print(f"\n--- {title}\n{text}")


def _reactions(result: Any) -> str:
    """Largest force of each joint on its second body, in the joint's own frame, and the range of the slider."""
    import numpy as np

    x, v = result["slider"].position.values[:, 0], result["slider"].velocity.values[:, 0]
    lines = [f"slider: x = {x.min():.4f} .. {x.max():.4f} m, largest speed {np.abs(v).max():.3f} m/s"]
    lines.append("joint   on       largest force [N] and when       x, y, z there, in the joint's own frame")
    for joint in result.model.joints:
        reaction = result.reaction(joint)
        force = reaction.force.values
        i = int(np.linalg.norm(force, axis=1).argmax())
        parts = " ".join(f"{c:9.2f}" for c in force[i])
        lines.append(
            f"{joint:7s} {reaction.on:7s} {np.linalg.norm(force[i]):9.3f} at t = {result.t[i]:.3f} s   {parts}"
            + ("" if reaction.unique else "   (not unique)")
        )
    return "\n".join(lines)


def _files(result: Any, found: Any, folder: str) -> str:
    """Write the result, and say what can be done with it."""
    from pathlib import Path

    from jourdain.commands.analysis import write_page

    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    page, stored, table = (place / f"slider-crank.{suffix}" for suffix in ("html", "nc", "csv"))
    write_page([result, found], str(page))
    result.save(stored)
    result.to_csv(table)
    return "\n".join(
        [
            f"{page}  ({page.stat().st_size / 1e3:.0f} kB) open it in a browser: motion, plots, reactions; no network",
            f"{stored}  ({stored.stat().st_size / 1e3:.0f} kB) model, settings and motion: jourdain.load({str(stored)!r})",
            f"{table}  ({table.stat().st_size / 1e3:.0f} kB) a table of all outputs",
        ]
    )
