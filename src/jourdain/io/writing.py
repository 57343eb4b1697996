"""Writing files at one stroke: a file appears under its name only when it is complete."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from jourdain.errors import ModelError


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary path to write to; what is written there replaces the file when the block ends without an error.

    ModelError, with the file's name, where that cannot be; what was there before stays then.
    """
    target = Path(path)
    if not target.name:
        raise ModelError(f"cannot write {str(path)!r}: this is no name of a file.")
    if not target.parent.is_dir():
        raise ModelError(f"cannot write {str(target)!r}: there is no folder {str(target.parent)!r}; create it first.")
    # beside the target, since a file can be renamed at one stroke only within one file system
    temporary = target.with_name(f".{target.name}.{uuid.uuid4().hex[:12]}.part")
    try:
        yield temporary
        flush(temporary)
        os.replace(temporary, target)
    except OSError as problem:
        raise ModelError(f"cannot write {str(target)!r}: {problem.strerror or problem}.") from problem
    finally:
        with suppress(OSError):  # a name that is too long cannot be looked for either
            temporary.unlink(missing_ok=True)


def flush(path: Path) -> None:
    """Have the file on the disk before its name is: after a power cut there is the old file or the new one."""
    with open(path, "rb+") as file:
        os.fsync(file.fileno())
