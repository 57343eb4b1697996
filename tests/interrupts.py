"""Ctrl-C from inside a test: for testing it, and as a limit on runs that would not end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupt_after(seconds: float) -> Iterator[None]:
    """Press Ctrl-C once, `seconds` from now, unless the block is left before."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # test runners may have switched it off
    timer = threading.Timer(seconds, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, before)
