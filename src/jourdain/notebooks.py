"""What notebooks show in place of long texts: small tables as HTML, and whether there is a notebook at all."""

from __future__ import annotations

import html
import sys
from collections.abc import Iterable, Sequence
from typing import Any

MOST = 12  # rows of a table that is shown without being asked for
_CELL = "padding:1px 10px 1px 4px;text-align:left"


def in_notebook() -> bool:
    """Whether this is the kernel of a notebook, and no terminal; nothing is imported to find out."""
    core = sys.modules.get("IPython")
    return getattr(core.get_ipython() if core is not None else None, "kernel", None) is not None


def once(figure: Any) -> Any:
    """A figure of pyplot that a notebook shows once: as the value of the last line of its cell, or else at its end."""
    from matplotlib import get_backend, pyplot

    def shown() -> None:
        pyplot.close(figure)  # else it would be shown again at the end of the cell
        raise NotImplementedError  # as figures always are

    if in_notebook() and "inline" in get_backend():
        figure._ipython_display_ = shown
    return figure


def html_table(head: Sequence[Any], rows: Iterable[Sequence[Any]], caption: str = "", most: int = MOST) -> str:
    """A table of texts and numbers; of many rows the first ones, and how many more there are."""
    every = list(rows)
    shown = every if len(every) <= most else every[: most - 1]
    lines = [_row("th", head), *(_row("td", row) for row in shown)]
    if len(shown) < len(every):
        lines.append(_row("td", [f"and {len(every) - len(shown)} more"]))
    over = f'<caption style="{_CELL};font-weight:600">{html.escape(caption)}</caption>' if caption else ""
    return f'<table style="margin:4px 0">{over}{"".join(lines)}</table>'


def html_text(text: str) -> str:
    """Lines as they are."""
    return f'<pre style="white-space:pre-wrap;margin:4px 0">{html.escape(text)}</pre>'


def _row(tag: str, cells: Iterable[Any]) -> str:
    texts = [html.escape(cell_text(cell)) for cell in cells]
    return "<tr>" + "".join(f'<{tag} style="{_CELL}">{text}</{tag}>' for text in texts) + "</tr>"


def cell_text(value: Any) -> str:
    """Numbers to four digits, nothing for None, other things as they print."""
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
