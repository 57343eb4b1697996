"""Plots of results with matplotlib, for scripts and notebooks: one panel per unit, events marked."""

from __future__ import annotations

from typing import Any

from jourdain.curves import curve
from jourdain.errors import ModelError
from jourdain.result import Result

DEFAULT = ("energy.kinetic", "energy.potential", "energy.error")


def plot(results: Result | list[Result], *names: str, path: Any = None, axes: Any = None, labels: Any = None) -> Any:
    """Plot curves by their short names ("slider.x", "B.force", "phi"); returns the matplotlib figure.

    "slider.x : slider.vx" is a phase plot, the second over the first. Curves of one unit share a panel. Several results
    are drawn over each other, the later ones dashed; labels: their names. Without names: the energies. path: also write the
    figure to a file. axes: draw everything into these axes of yours.
    """
    import matplotlib.pyplot as plt

    several = list(results) if isinstance(results, (list, tuple)) else [results]
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
        if not any(" : " in name for name in wanted):
            place.set_xlabel("t [s]")
            for event in several[0].events[:50]:
                place.axvline(event.t, color="0.6", linewidth=0.6, zorder=0)
    places[0].set_title(several[0].system.name)
    if path is not None:
        figure.savefig(path, dpi=150)
    return figure


def _panels(result: Result, names: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """Names by unit, in the order given; every phase plot has a panel of its own."""
    found: dict[tuple[str, str], list[str]] = {}
    for name in names:
        if not isinstance(name, str):
            raise ModelError(f"plot: {name!r} is no name of a curve; give texts such as 'slider.x' or 'B.force'.")
        first, colon, second = name.partition(" : ")
        unit = curve(result, second if colon else first).attrs["units"]
        found.setdefault((name if colon else "", f"{second} [{unit}]".lstrip()), []).append(name)
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
