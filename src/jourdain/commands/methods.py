"""jourdain methods."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jourdain.commands.common import Json, in_folder, show


def command(
    stability: Annotated[
        str | None, typer.Option(metavar="NAME", help="figures of one method: DOPRI5, Block, BDF3, 'block (2,4)' ..")
    ] = None,
    out: Annotated[
        str | None, typer.Option("-o", "--out", help="write: .html the list, .png .svg .pdf the picture of --stability")
    ] = None,
    json: Json = False,
) -> None:
    """List the integrators and treatments of constraints, with their orders and stability, and which go together."""
    from jourdain.analyses.catalogue import draw_stability, limits, methods
    from jourdain.commands.analysis import DRAWINGS, write_page
    from jourdain.errors import FileFormatError

    finding = methods()
    picture = out is not None and Path(out).suffix.lower() in DRAWINGS
    page = out is not None and Path(out).suffix.lower() in (".html", ".htm")
    if out is not None and not (page or (picture and stability is not None)):
        raise FileFormatError(
            f"{out!r}: write the list to .html, or with --stability NAME a picture to {', '.join(DRAWINGS)}."
        )
    if page:
        write_page([finding], in_folder(str(out)))
    if picture:
        draw_stability(stability, in_folder(str(out)))
    written = [out] if out is not None else []
    if stability is None:
        return show(json, lambda: str(finding), finding.data, written)
    found = limits(stability)
    lines = [f"{stability}: {found.name}"]
    lines.append(
        f"no growth on the negative real axis to |h l| = {found.real:.6g}, on the imaginary axis to {found.imaginary:.6g}"
    )
    lines.append(f"sector without growth {found.angle:g} deg, factor per step far to the left {found.far:.3g}")
    data = {"method": stability, "verdict": found.name, **vars(found)}
    show(json, lambda: "\n".join(lines), lambda: data, written)
