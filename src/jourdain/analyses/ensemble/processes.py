"""Runs in processes of this machine, which take chunks of rows one after the other.

Python starts other interpreters by importing the main script again, which a plain script does not stand; these import the
package only. A chunk whose process dies is given to another one, once; its rows are "not run" after that.
"""

from __future__ import annotations

import functools
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from jourdain.analyses.ensemble.table import Columns
from jourdain.errors import JourdainError

Part = tuple[Columns, int]  # rows, and the number of the first of them
TRIES = 2
LOOK = 0.2  # s between two looks at the keyboard


class WorkerLost(Exception):  # noqa: N818 - no mistake of the user's
    """The process that had a chunk is gone."""


def in_processes(
    work: Callable[[bytes, Columns, int], Any], key: bytes, parts: list[Part], workers: int
) -> Iterator[tuple[Part, Any]]:
    """work(key, columns, first) of all parts, as they come; WorkerLost instead of what is lost for good."""
    waiting: queue.SimpleQueue[tuple[Part, int]] = queue.SimpleQueue()
    ready: queue.SimpleQueue[tuple[Part, Any]] = queue.SimpleQueue()
    for part in parts:
        waiting.put((part, 1))
    over = threading.Event()
    crew = [threading.Thread(target=_feed, args=(work, key, waiting, ready, over), daemon=True) for _ in range(workers)]
    for one in crew:
        one.start()
    try:
        left = len(parts)
        while left:
            try:
                part, found = ready.get(timeout=LOOK)
            except queue.Empty:
                continue
            left -= 1
            if isinstance(found, JourdainError):
                raise found
            yield part, found
    finally:
        over.set()


def _feed(work: Any, key: bytes, waiting: Any, ready: Any, over: threading.Event) -> None:
    """Keep one process busy."""
    process: subprocess.Popen[bytes] | None = None
    while not over.is_set():
        try:
            part, tries = waiting.get(timeout=LOOK)
        except queue.Empty:
            continue
        process = process or _started()
        watch = threading.Thread(target=_end_with, args=(process, over), daemon=True)
        watch.start()
        try:
            pickle.dump((work, key, *part), process.stdin)  # type: ignore[arg-type]
            process.stdin.flush()  # type: ignore[union-attr]
            found = pickle.load(process.stdout)  # type: ignore[arg-type]
        except (EOFError, OSError, pickle.UnpicklingError):
            code = process.wait()
            process = None
            if over.is_set():
                return
            if tries < TRIES:
                waiting.put((part, tries + 1))
                continue
            found = WorkerLost(f"the process that ran it ended with exit code {code}, {TRIES} times")
        ready.put((part, found))
    if process is not None:
        process.kill()


def _end_with(process: subprocess.Popen[bytes], over: threading.Event) -> None:
    over.wait()
    process.kill()


def _started() -> subprocess.Popen[bytes]:
    places = os.pathsep.join(one or os.getcwd() for one in sys.path)
    code = "from jourdain.analyses.ensemble.processes import serve; serve()"
    environment = os.environ | {"PYTHONPATH": places}
    return subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )


def serve() -> None:
    """Do what comes in, until there is nothing more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one is asked, and ends it
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints is no answer
    while True:
        try:
            work, key, columns, first = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            found: Any = work(key, columns, first)
        except JourdainError as problem:
            found = problem
        pickle.dump(found, answers)
        answers.flush()


@functools.lru_cache(maxsize=2)
def unpacked(key: bytes) -> Any:
    """What travelled as bytes, made once in a process."""
    return pickle.loads(key)
