"""jourdain demo."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from jourdain.commands.common import Json, show


def command(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="an example of the gallery", show_default=False)] = "",
    every: Annotated[bool, typer.Option("--list", help="list the examples of the gallery", metavar="")] = False,
    duration: Annotated[float, typer.Option(metavar="SECONDS", help="simulated time")] = 2.0,
    tol: Annotated[
        float,
        typer.Option(metavar="NUMBER", help="bound on the accumulated error, in lengths of the model and radians"),
    ] = 1e-6,
    folder: Annotated[str, typer.Option(metavar="FOLDER", help="where the files go")] = "jourdain-demo",
    json: Json = False,
) -> None:
    """Check, simulate and judge a 3D slider-crank of three revolutes and a prismatic; make a page of it.

    With NAME: run this example of the gallery; its pictures and a page of its motion go to the folder.
    """
    import sys
    import time

    if every:
        return _list(json)
    if name:
        return _example(name, Path(folder), json)
    print(
        "Jourdain demo: a slider-crank in space. The first run compiles the kernels (about half a minute) ...",
        flush=True,
        file=sys.stderr if json else sys.stdout,
    )
    began = time.perf_counter()
    from jourdain.analyses.check import check
    from jourdain.analyses.simulate import simulate
    from jourdain.commands.analysis import data_of
    from jourdain.examples import slider_crank

    model = slider_crank()
    report = check(model)
    result = simulate(model, duration, tol=tol, output=400)
    seconds = time.perf_counter() - began
    files = _write(result, report, folder)
    sections = {
        "check(model): what is it?": lambda: str(report),
        "simulate(model, ..): how does it move, and how good is that?": result.summary,
        "result.reaction(..): what do the joints carry?": lambda: _reactions(result),
        "files": lambda: _told(files),
    }
    show(
        json,
        lambda: "\n".join(
            [f"... done in {seconds:.1f} s", *(f"\n--- {title}\n{text()}" for title, text in sections.items())]
        ),
        lambda: {"check": data_of(report), "run": data_of(result), "written": [str(file) for file in files]},
    )


def _list(json: bool) -> None:
    """The examples in their groups."""
    from jourdain.commands.gallery import GROUPS, script, title

    data = {group: {name: " ".join(title(script(name))[:2]) for name in names} for group, names in GROUPS.items()}
    wide = max(len(name) for names in data.values() for name in names)
    lines = []
    for group, names in data.items():
        lines += ["", group, *(f"  {name:{wide}}  {what}" for name, what in names.items())]
    show(json, lambda: "\n".join([*lines[1:], "", "jourdain demo NAME runs one of them."]), lambda: data)


def _example(name: str, folder: Path, json: bool) -> None:
    """Run one; what it prints is not mixed with JSON."""
    import contextlib
    import sys

    from jourdain.commands.gallery import script, shown

    file = script(name)
    with contextlib.redirect_stdout(sys.stderr) if json else contextlib.nullcontext():
        print(f"{file}\n", flush=True)
        written = shown(file, folder)
    show(json, lambda: "", lambda: {"name": name, "script": str(file)}, [str(one) for one in written])


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


def _write(result: Any, found: Any, folder: str) -> list[Path]:
    """The page, the result and a table."""
    from jourdain.commands.analysis import write_page

    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    page, stored, table = (place / f"slider-crank.{suffix}" for suffix in ("html", "nc", "csv"))
    write_page([result, found], str(page))
    result.save(stored)
    result.to_csv(table)
    return [page, stored, table]


def _told(files: list[Path]) -> str:
    """What can be done with them."""
    purposes = (
        "open it in a browser: motion, plots, reactions; no network",
        f"model, settings and motion: jourdain.load({str(files[1])!r})",
        "a table of all outputs",
    )
    return "\n".join(
        f"{file}  ({file.stat().st_size / 1e3:.0f} kB) {what}" for file, what in zip(files, purposes, strict=True)
    )
