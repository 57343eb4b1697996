"""A line that says how far something is: on a terminal in its last line, in a notebook below the cell, nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from jourdain.notebooks import html_text, in_notebook

Item = TypeVar("Item")
_WIDE = 90


class Line:
    """One line that is written over. wanted: None, where somebody looks on."""

    def __init__(self, wanted: bool | None = None) -> None:
        self.notebook = in_notebook()
        self.active = (self.notebook or sys.stderr.isatty()) if wanted is None else wanted
        self._handle: Any = None
        self._written = False

    def show(self, part: float, text: str) -> None:
        """part: how much of it is done, 0 to 1."""
        if not self.active:
            return
        line = f"  [{'#' * int(30 * part):<30}] {text}"
        if self.notebook:
            self._display(html_text(line))
        else:
            print("\r" + line, end="", file=sys.stderr, flush=True)
        self._written = True

    def close(self) -> None:
        """Leave nothing behind."""
        if not self._written:
            return
        if self.notebook:
            self._display("")
        else:
            print("\r" + " " * _WIDE + "\r", end="", file=sys.stderr, flush=True)
        self._written = False

    def _display(self, content: str) -> None:
        from IPython.display import HTML, display

        if self._handle is None:
            self._handle = display(HTML(content), display_id=True)
        else:
            self._handle.update(HTML(content))


def counted(items: Sequence[Item], label: Callable[[Item], str], wanted: bool | None = None) -> Iterator[Item]:
    """The items one by one, with a line that says which one is under way (wanted: None, where somebody looks on)."""
    line = Line(wanted)
    for i, item in enumerate(items):
        line.show(i / len(items), f"{i + 1}/{len(items)} {label(item)[:44]:<44}")
        yield item
    line.close()
