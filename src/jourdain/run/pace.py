"""How a run gets on: the line that shows it, whether it stands still, and Ctrl-C while it goes."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from jourdain.kernels.context import Context
from jourdain.progress import Line

TRIES = 10**5  # steps tried, after which it is asked
SLOWEST = 1e-8  # of the run in a try: with these it would take 1e8 of them
REJECTED = 0.4  # of the tries: where steps are short for good reason fewer are


class Pace:
    """Does a run under error control stand still?

    A step that is small enough to be taken is no use where the next one, which may be larger, is rejected again and again:
    where a force jumps to and fro, or redundant rows follow the noise of others.
    """

    def __init__(self, mo: Context, span: float) -> None:
        self.span, self.mark = span, self._now(mo)

    @staticmethod
    def _now(mo: Context) -> tuple[int, int, float]:
        rejected = int(mo.counts.rejected)
        return int(mo.counts.steps) + rejected, rejected, float(mo.clock.t)

    def stands_still(self, mo: Context) -> bool:
        """After TRIES more tries: has the clock hardly moved?"""
        tries, rejected, t = (now - then for now, then in zip(self._now(mo), self.mark, strict=True))
        if 0 <= tries < TRIES:
            return False
        self.mark = self._now(mo)  # also in the memory of another segment, which counts from 0
        return 0.0 <= t < SLOWEST * tries * self.span and rejected > REJECTED * tries


class Bar:
    """A progress line for runs longer than a second."""

    def __init__(self, wanted: bool | None, first: float, last: float, what: str) -> None:
        self.line = Line(wanted)
        self.first, self.last, self.what, self.began = first, last, what, time.monotonic()

    def show(self, t: float) -> None:
        if time.monotonic() - self.began > 1.0:
            part = (t - self.first) / (self.last - self.first)
            self.line.show(part, f"{100 * part:5.1f} %  t = {t:.4g} s {self.what} ")

    def close(self) -> None:
        self.line.close()


@contextmanager
def patient() -> Iterator[list[int]]:
    """Ctrl-C waits until the run can be left, and stands in the list that is given; pressed again it does not wait.

    Anywhere else, between a crossing and the event it means, the run could not go on later.
    """
    asked: list[int] = []
    usual = threading.current_thread() is threading.main_thread() and (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )

    def note(number: int, frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    if usual:
        signal.signal(signal.SIGINT, note)
    try:
        yield asked
    finally:
        if usual:
            signal.signal(signal.SIGINT, signal.default_int_handler)
