"""The exceptions users meet. Each message says what is wrong, where (by the user's own name) and what to try."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class JourdainError(Exception):
    """Base class of every error raised on purpose by this package."""


class ModelError(JourdainError, ValueError):
    """The description of a machine, or an option of a call, cannot be used as it stands."""


class AssemblyError(JourdainError):
    """The joints cannot be closed, or the motion has no inertia; the joints concerned are named.

    `gaps`: what is left open of each row [m, rad or -; per s for velocities] where that is known.
    """

    def __init__(self, message: str, gaps: dict[str, float] | None = None) -> None:
        super().__init__(message)
        self.gaps = gaps or {}


class ConvergenceError(JourdainError):
    """A run could not go on. `partial` holds the Result up to that time (or None)."""

    def __init__(self, message: str, partial: Any = None) -> None:
        super().__init__(message)
        self.partial = partial


class FileFormatError(JourdainError):
    """A file cannot be read: not one of ours, damaged, or of another version. The message names the file."""


def largest_first(gaps: dict[str, float]) -> list[tuple[str, float]]:
    """Names and openings by size, as a message lists them; those alike but for rounding stay as they were written."""
    return sorted(gaps.items(), key=lambda item: -float(f"{abs(item[1]):.9g}"))


def near(name: str, known: Iterable[str]) -> str:
    """A hint for a mistyped name: " Did you mean 'crank'?" or the list of what there is."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    if close:
        return f" Did you mean {close[0]!r}?"
    if not names:
        return ""
    return " There is: " + ", ".join(repr(n) for n in sorted(names)[:30]) + "."
