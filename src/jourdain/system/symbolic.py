"""The symbolic phase: fill of the saddle matrix in a given order, and every update of its factorisation.

Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

AT_ONCE = 1 << 20  # updates looked up at a time


def filled_rows(n: int, place: np.ndarray, entries: np.ndarray) -> list[list[int]]:
    """Columns right of the diagonal of each row of U, in elimination order. place: of each unknown; entries (k, 2) of unknowns.

    The pattern counts as symmetric, and so is its fill. Eliminating row k adds its columns to those of the first of them,
    which passes them on: rows need to be joined along this tree only.
    """
    first, last = np.sort(place[entries], axis=1).T
    rows: list[set[int]] = [set() for _ in range(n)]
    for i, j in zip(first.tolist(), last.tolist(), strict=True):
        rows[i].add(j)
    found = []
    for k, row in enumerate(rows):
        row.discard(k)
        columns = sorted(row)
        found.append(columns)
        if columns:
            rows[columns[0]] |= row
    return found


def multiply_adds(upper: Sequence[Sequence[int]]) -> int:
    """Multiply-adds of a factorisation."""
    return sum(len(columns) ** 2 for columns in upper)


@dataclass(frozen=True)
class Fill:
    """The pattern with fill, in elimination order."""

    place: np.ndarray  # (n,) unknown -> position in elimination order
    row_start: np.ndarray
    diagonal: np.ndarray
    column: np.ndarray
    row: np.ndarray  # of each entry

    @classmethod
    def of(cls, place: np.ndarray, upper: Sequence[Sequence[int]]) -> Fill:
        """The pattern whose U has these columns in each row."""
        n = len(place)
        row = np.repeat(np.arange(n), [len(columns) for columns in upper])
        column = np.fromiter((c for columns in upper for c in columns), np.int64, len(row))
        both = np.concatenate([row * n + column, column * n + row, np.arange(n) * (n + 1)])
        both.sort()
        row, column = np.divmod(both, n)
        return cls(place, np.searchsorted(row, np.arange(n + 1)), np.flatnonzero(row == column), column, row)

    def entry(self, i: np.ndarray, j: np.ndarray) -> np.ndarray:
        """Entries of the matrix at unknowns (i, j); len(column) for those outside the pattern."""
        return self._at(self.place[i], self.place[j])

    def _at(self, row: np.ndarray, column: np.ndarray) -> np.ndarray:
        n, size = len(self.place), len(self.column)
        keys, wanted = self.row * n + self.column, row * n + column
        at = np.searchsorted(keys, wanted)
        return np.where(keys[np.minimum(at, size - 1)] == wanted, at, size)

    def targets(self) -> np.ndarray:
        """Entries that the elimination updates, in its order: column by column, for each entry of L a row of U."""
        n, left = len(self.place), np.flatnonzero(self.column < self.row)
        of_row = self.row[left]
        begin, end = self.diagonal[self.column[left]] + 1, self.row_start[self.column[left] + 1]
        length = end - begin
        ends = np.cumsum(length)
        found = np.empty(length.sum(), np.uint32)  # four bytes: there may be fifty million of them
        entry = np.empty(max(AT_ONCE, n), np.uint32)  # by row and column, of some rows
        start = 0
        while start < len(left):
            first, done = of_row[start], ends[start] - length[start]
            stop = min(np.searchsorted(ends, done + AT_ONCE), np.searchsorted(of_row, first + len(entry) // n))
            some = slice(start, max(start + 1, int(stop)))
            here = slice(self.row_start[first], self.row_start[of_row[some][-1] + 1])
            entry[(self.row[here] - first) * n + self.column[here]] = np.arange(here.start, here.stop)
            before = np.cumsum(length[some]) - length[some]
            factor_of = np.arange(length[some].sum()) + np.repeat(begin[some] - before, length[some])
            at = self.column[factor_of] + np.repeat((of_row[some] - first) * n, length[some])
            found[done : done + len(at)] = entry[at]
            start = some.stop
        by_columns = np.lexsort((of_row, self.column[left]))  # found row by row, which needs less memory
        length, begin = length[by_columns], (ends - length)[by_columns]
        ends = np.cumsum(length)
        ordered, start = np.empty_like(found), 0
        # piece by piece: indices of eight bytes for all of them would be the most of compile
        while start < len(length):
            done = ends[start] - length[start]
            some = slice(start, max(start + 1, int(np.searchsorted(ends, done + AT_ONCE))))
            last = ends[some.stop - 1]
            shift = np.repeat(begin[some] - ends[some] + length[some], length[some])
            ordered[done:last] = found[np.arange(done, last) + shift]
            start = some.stop
        return ordered

    def by_columns(self, *, lower: bool) -> np.ndarray:
        """Entries of L (or U) as rows (row, column, entry), column by column in the order a triangular solve needs them."""
        entry = np.flatnonzero(self.column < self.row if lower else self.column > self.row)
        row, column = self.row[entry], self.column[entry]
        order = np.lexsort((row, column if lower else -column))
        return np.ascontiguousarray(np.stack([row, column, entry], axis=1)[order])
