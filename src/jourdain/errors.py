"""The exceptions users meet. Each message says what is wrong, where (by the user's own name) and what to try."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable, Sequence
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
    """A file cannot be read: not one of ours, damaged, or of another version. The message names the file.

    `mistakes`: each of several by itself, as it would be said alone.
    """

    def __init__(self, message: str, mistakes: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.mistakes: tuple[str, ...] = tuple(mistakes) or (message,)


def largest_first(gaps: dict[str, float]) -> list[tuple[str, float]]:
    """Names and openings by size, as a message lists them; those alike but for rounding stay as they were written."""
    return sorted(gaps.items(), key=lambda item: -float(f"{abs(item[1]):.9g}"))


def few(names: Iterable[str], most: int = 5) -> str:
    """The first of what may be thousands of names: "a, b, c and 4 more"."""
    listed = list(names)
    rest = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + rest


class _Short(reprlib.Repr):
    """Values as messages show them."""

    def repr1(self, x: Any, level: int) -> str:
        """One line; numbers of arrays as lists have them."""
        text = super().repr1(x.tolist() if type(x).__name__ == "ndarray" and x.size < 100 else x, level)
        return " ".join(text.split())


_SHORT = _Short()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
_SHORT.maxdict = _SHORT.maxlist = _SHORT.maxtuple = 6


def shown(value: Any) -> str:
    """A value for a message: what repr says, on one line and no longer than a line."""
    text = _SHORT.repr(value)
    return text if len(text) <= 120 else f"{text[:110]} ..."


def near(name: Any, known: Iterable[str]) -> str:
    """A hint for a mistyped name: " Did you mean 'crank'?" or the list of what there is."""
    names = [str(one) for one in known]
    close = difflib.get_close_matches(str(name)[:200], names, n=1, cutoff=0.5)
    if close:
        return f" Did you mean {close[0]!r}?"
    if not names:
        return ""
    listed = ", ".join(repr(one) for one in sorted(names)[:30])
    return f" There is: {listed}." if len(listed) <= 360 else f" There is: {listed[:350].rpartition(',')[0]}, .."
