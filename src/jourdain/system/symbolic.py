"""The symbolic phase: fill of the saddle matrix in a given order, and every update of its factorisation.

Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jourdain.kernels.filling import fill_in

SMALL = 160  # unknowns of systems for which nothing is compiled that large ones need
AT_ONCE = 1 << 20  # updates looked up at a time


@dataclass(frozen=True)
class Upper:
    """Columns right of the diagonal of each row of U, in elimination order.

    The pattern counts as symmetric, and so is its fill.
    """

    start: np.ndarray  # (n + 1,) first entry of each row
    column: np.ndarray

    @property
    def row(self) -> np.ndarray:
        """Of each entry."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))


def filled_rows(place: np.ndarray, entries: np.ndarray) -> Upper:
    """The rows of U. place: of each unknown; entries (k, 2) of unknowns."""
    start = np.concatenate([[0], np.cumsum(fill_counts(place, entries))])
    return Upper(start, _filled(place, entries, start)[1])


def fill_counts(place: np.ndarray, entries: np.ndarray) -> np.ndarray:
    """(n,) entries of each row of U."""
    return _filled(place, entries, np.zeros(1, np.int64))[0]


def _filled(place: np.ndarray, entries: np.ndarray, start: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Entries of each row of U, and of start[-1] in all the columns, with start[k] the first one of row k."""
    n = len(place)
    column, row = np.sort(place[entries], axis=1).T
    row, column = np.divmod(np.sort((row * n + column)[row > column]), n)
    first = np.searchsorted(row, np.arange(n + 1))
    if n > SMALL:
        parent, seen, count, found = (np.zeros(size, np.int64) for size in (n, n, n, start[-1]))
        fill_in(n, first, column, parent, seen, count, start, found)
        return count, found
    counts, columns = [0] * n, [0] * int(start[-1])
    fill_in.py_func(n, first.tolist(), column.tolist(), [0] * n, [0] * n, counts, start.tolist(), columns)
    return np.array(counts, np.int64), np.array(columns, np.int64)


@dataclass(frozen=True)
class Fill:
    """The pattern with fill, in elimination order."""

    place: np.ndarray  # (n,) unknown -> position in elimination order
    row_start: np.ndarray
    diagonal: np.ndarray
    column: np.ndarray
    row: np.ndarray  # of each entry

    @classmethod
    def of(cls, place: np.ndarray, upper: Upper) -> Fill:
        """The pattern whose U has these columns in each row."""
        n, row, column = len(place), upper.row, upper.column
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
        """Rows, columns and entries (3, ..) of L (or U), column by column in the order a triangular solve needs them."""
        entry = np.flatnonzero(self.column < self.row if lower else self.column > self.row)
        row, column = self.row[entry], self.column[entry]
        order = np.lexsort((row, column if lower else -column))
        return np.stack([row[order], column[order], entry[order]])
