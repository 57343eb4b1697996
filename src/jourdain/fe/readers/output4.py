"""OUTPUT4 of Nastran as text: matrices column by column, dense or as strings of numbers.

A head: columns, rows (negative: long strings), form, type, name, format of numbers. A column: its number, first row (or 0 for
strings) and how many words follow. A string begins with its length and row, or with both in one, 65536 (1 + words) + row.
"""

from __future__ import annotations

import re

import numpy as np
from scipy.sparse import csr_array

from jourdain.errors import FileFormatError, near


class _Lines:
    """The lines of a text, one after the other, with their numbers."""

    def __init__(self, text: str) -> None:
        self.lines, self.at = text.splitlines(), 0

    def next(self) -> str:
        if self.at >= len(self.lines):
            raise FileFormatError(f"line {self.at}: the file ends in the middle of a matrix.")
        self.at += 1
        return self.lines[self.at - 1]

    def integers(self, count: int) -> list[int]:
        row = self.next()
        try:
            found = [int(part) for part in row.split()][:count]
        except ValueError:
            found = []
        if len(found) < count:
            raise FileFormatError(f"line {self.at}: {row.strip()!r} are not {count} whole numbers.")
        return found

    def numbers(self, count: int, width: int) -> list[float]:
        found: list[float] = []
        while len(found) < count:
            row = self.next()
            try:
                found += [float(row[i : i + width].replace("D", "E")) for i in range(0, len(row.rstrip()), width)]
            except ValueError:
                raise FileFormatError(
                    f"line {self.at}: {row.strip()!r} are no numbers of {width} characters."
                ) from None
        return found


def read_output4(text: str, name: str = "") -> csr_array:
    """The matrix of this name, or the first one."""
    if "\0" in text[:100]:
        raise FileFormatError("line 1: this OUTPUT4 file is binary; write it as text, or by another program as .npz.")
    lines, seen = _Lines(text), []
    while lines.at < len(lines.lines):
        head = lines.next()
        if not head.strip():
            continue
        match = re.match(r"\s*(-?\d+)\s+(-?\d+)\s+(\d+)\s+(\d+)\s*([A-Za-z]\w*)(?:\s+.*?[EeDd](\d+)\.\d+)?", head)
        if match is None:
            raise FileFormatError(f"line {lines.at}: {head.strip()!r} is no head of an OUTPUT4 matrix written as text.")
        columns, rows, _, kind, label, width = match.groups()
        if int(kind) not in (1, 2):
            raise FileFormatError(f"line {lines.at}: {label} has complex numbers.")
        found = _matrix(lines, int(columns), int(rows), int(kind), int(width or 16))
        if not name or label.upper() == name.upper():
            return found
        seen.append(label)
    raise FileFormatError(f"line 1: there is no matrix {name!r}.{near(name.upper(), seen)}")


def _matrix(lines: _Lines, columns: int, rows: int, kind: int, width: int) -> csr_array:
    i: list[int] = []
    j: list[int] = []
    values: list[float] = []
    while True:
        column, row, words = lines.integers(3)
        if column > columns:
            lines.numbers(words, width)
            break
        while words > 0:
            first, count = row, words
            if row:
                words = 0
            elif rows < 0:
                length, first = lines.integers(2)
                count, words = (length - 1) // kind, words - length - 1
            else:
                (packed,) = lines.integers(1)
                length, first = divmod(packed, 65536)
                count, words = (length - 1) // kind, words - length
            some = lines.numbers(count, width)
            if not 0 < first <= abs(rows) + 1 - len(some) or not 0 < column <= columns:
                raise FileFormatError(f"line {lines.at}: row {first} or column {column} is not in the matrix.")
            i += range(first - 1, first - 1 + len(some))
            j += [column - 1] * len(some)
            values += some
    return csr_array((np.array(values), (np.array(i), np.array(j))), shape=(abs(rows), columns))
