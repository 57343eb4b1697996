"""Files to read from: regular ones only, since a device has no end and a pipe may never begin."""

from __future__ import annotations

import errno
import stat
from pathlib import Path


def regular(path: str | Path) -> Path:
    """The path of a file that can be read to its end; OSError, in words, for folders, devices, pipes and what is not there."""
    file = Path(path)
    try:
        mode = file.stat().st_mode
    except ValueError as problem:  # a character that no path may have
        raise OSError(errno.EINVAL, str(problem)) from None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder, not a file")
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is a device or a pipe; copy what it gives to a file, and give that")
    return file
