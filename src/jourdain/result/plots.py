"""Plots of results with matplotlib, for scripts and notebooks: one panel per unit, events marked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from jourdain.errors import ModelError, shown
from jourdain.notebooks import once
from jourdain.result.curves import curve
from jourdain.result.result import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DEFAULT = ("energy.kinetic", "energy.potential", "energy.error")
ALONE = ("energy.error", "error", "gap")  # what is small: beside other curves of its unit it would be a straight line
MANY_DECADES = ("error", "gap")


def plot(
    results: Result | list[Result],
    *names: str,
    path: str | Path | BinaryIO | None = None,
    axes: Axes | None = None,
    labels: Sequence[str] | None = None,
) -> Any:
    """Plot curves by their short names ("slider.x", "B.force", "phi"); returns the matplotlib figure.

    "slider.x : slider.vx" is a phase plot, the second over the first. Curves of one unit share a panel. Several results
    are drawn over each other, the later ones dashed; labels: their names. Without names: the energies. path: also write the
    figure to a file. axes: draw everything into these axes of yours.
    """
    import matplotlib.pyplot as plt

    several = list(results) if isinstance(results, (list, tuple)) else [results]
    if not several:
        raise ModelError("plot: there is no result to draw.")
    panels = _panels(several[0], names or DEFAULT)
    if axes is None:
        figure, grid = plt.subplots(
            len(panels), 1, figsize=(7.5, 1.2 + 2.3 * len(panels)), squeeze=False, layout="constrained"
        )
        places = list(grid[:, 0])
    else:
        figure, places = axes.figure, [axes] * len(panels)
    for place, (unit, wanted) in zip(places, panels, strict=True):
        for k, result in enumerate(several):
            mark = f" ({labels[k] if labels else k + 1})" if len(several) > 1 else ""
            for name in wanted:
                _draw(place, result, name, mark, dashed=k > 0)
        place.set_ylabel(unit)
        place.grid(True, alpha=0.3)
        place.legend(loc="best", fontsize="small")
        if axes is None:
            _scale(place, wanted)
        if not any(" : " in name for name in wanted):
            place.set_xlabel("t [s]")
            for t in _apart([event.t for event in several[0].events], 0.004 * (several[0].t[-1] - several[0].t[0])):
                place.axvline(t, color="0.6", linewidth=0.6, zorder=0)
    places[0].set_title(several[0].system.name)
    return finished(figure, path)


def finished(figure: Any, path: str | Path | BinaryIO | None) -> Any:
    """A figure as its caller gets it, and as a file if there is a path."""
    if path is not None:
        if not isinstance(path, (str, Path)) and not hasattr(path, "write"):
            raise ModelError(f"plot: path = {shown(path)}; give a file to write the figure to.")
        try:
            figure.savefig(path, dpi=150)
        except (OSError, ValueError) as problem:  # a disk, or an ending that matplotlib does not know
            raise ModelError(f"plot: the figure cannot be written to {shown(path)}: {problem}.") from None
    return once(figure)


def _apart(times: list[float], distance: float) -> list[float]:
    """The times without those that would make one black bar: bounces pile up."""
    kept: list[float] = []
    for t in times:
        if not kept or t - kept[-1] > distance:
            kept.append(t)
    return kept


def _scale(place: Any, names: list[str]) -> None:
    """Logarithmic for what goes over many decades, true angles for paths, and no magnified rounding."""
    values = np.concatenate([np.asarray(line.get_ydata(), float) for line in place.lines])
    size = float(np.abs(values).max(initial=0.0))
    if names[0] in MANY_DECADES:
        if (values > 0.0).any():
            place.set_yscale("log")
    elif " : " in names[0] and place.get_xlabel().rpartition(" ")[2] == place.get_ylabel().rpartition(" ")[2]:
        place.set_aspect("equal", adjustable="datalim")
    elif np.ptp(values) <= 1e-9 * size:
        place.set_ylim(values.mean() - 0.1 * size, values.mean() + 0.1 * size)


def _panels(result: Result, names: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """Names by unit, in the order given; phase plots and errors have panels of their own."""
    found: dict[tuple[str, str], list[str]] = {}
    for name in names:
        if not isinstance(name, str):
            raise ModelError(f"plot: {name!r} is no name of a curve; give texts such as 'slider.x' or 'B.force'.")
        first, colon, second = name.partition(" : ")
        unit = curve(result, second if colon else first).attrs["units"]
        own = name if colon or name in ALONE else ""
        found.setdefault((own, f"{second} [{unit}]".lstrip()), []).append(name)
    return [(label, wanted) for (_, label), wanted in found.items()]


def _draw(place: Any, result: Result, name: str, mark: str, *, dashed: bool) -> None:
    style = "--" if dashed else "-"
    first, colon, second = name.partition(" : ")
    if colon:
        x, y = curve(result, first), curve(result, second)
        place.plot(x.values, y.values, style, linewidth=1.2, label=name + mark)
        place.set_xlabel(f"{first} [{x.attrs['units']}]")
    else:
        place.plot(result.t, curve(result, name).values, style, linewidth=1.2, label=name + mark)
