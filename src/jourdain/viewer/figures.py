"""Charts of a section drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from jourdain.result.plots import finished
from jourdain.viewer.section import Chart


def draw(charts: Sequence[Chart], title: str = "", path: Any = None) -> Any:
    """All charts in one figure, two beside each other; returns the figure. path: also write it to a file."""
    import matplotlib.pyplot as plt

    columns = min(2, len(charts))
    rows = ceil(len(charts) / columns)
    size = (6.4 * columns, 3.8 * rows)
    figure, places = plt.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained")
    for place in places.flat[len(charts) :]:
        place.remove()
    for place, chart in zip(places.flat, charts, strict=False):
        _draw_chart(place, chart)
    figure.suptitle(title)
    return finished(figure, path)


def _draw_chart(place: Any, chart: Chart) -> None:
    for label, x, y in chart.curves():
        place.plot(x, y, "o-" if chart.points or len(x) == 1 else "-", markersize=3.5, linewidth=1.1, label=label)
    place.set_xscale("log" if chart.x_log else "linear")
    place.set_yscale("log" if chart.y_log else "linear")
    place.set_xlabel(chart.x_label)
    place.set_ylabel(chart.y_label)
    if chart.equal:
        place.set_aspect("equal", adjustable="datalim")
    place.set_title(chart.caption, fontsize="small")
    place.grid(True, alpha=0.3)
    place.legend(fontsize="x-small")
