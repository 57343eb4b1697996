"""A progress line for a number of runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def counted(items: Sequence[Item], label: Callable[[Item], str], wanted: bool | None = None) -> Iterator[Item]:
    """The items one by one, with a line on the terminal that says which one is under way (wanted: None, in terminals)."""
    active = sys.stderr.isatty() if wanted is None else wanted
    for i, item in enumerate(items):
        if active:
            fill = "#" * (30 * i // len(items))
            print(f"\r  [{fill:<30}] {i + 1}/{len(items)} {label(item)[:44]:<44}", end="", file=sys.stderr, flush=True)
        yield item
    if active:
        print("\r" + " " * 90 + "\r", end="", file=sys.stderr, flush=True)
