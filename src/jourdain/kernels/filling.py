"""The symbolic phase of large systems: which entries a factorisation fills, and which runs of its rows are panels.

Plain Python as well (`function.py_func`), which small systems take: they compile nothing for it.
Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import kernel


@kernel
def fill_in(n: int, first: Any, entry: Any, parent: Any, seen: Any, count: Any, start: Any, column: Any) -> None:
    """count[k]: entries right of the diagonal in row k of U. column[start[k]..]: where they are, if there is room for any.

    entry[first[i] .. first[i + 1] - 1]: columns left of the diagonal in row i of the matrix. Row i of L has these, and all
    above them in the elimination tree, whose parents are the first entries of the rows of U.
    """
    listing = len(column) > 0
    for i in range(n):
        parent[i], seen[i], count[i] = -1, i, 0
        for e in range(first[i], first[i + 1]):
            k = entry[e]
            while seen[k] != i:
                if parent[k] < 0:
                    parent[k] = i
                if listing:
                    column[start[k] + count[k]] = i
                count[k] += 1
                seen[k] = i
                k = parent[k]


@kernel
def join_rows(n: int, start: Any, column: Any, few: float, share: float, end: Any) -> None:
    """end[k]: behind the last pivot of the panel of row k of U, whose columns are column[start[k] .. start[k + 1] - 1].

    A row joins the panel below it if its columns are among that one's, and no more than `few` of these, or that share, are not.
    """
    for k in range(n - 1, -1, -1):
        end[k] = k + 1
        if k + 1 == n:
            continue
        last = end[k + 1] - 1
        size = start[last + 1] - start[last] + last - k
        added = size - (start[k + 1] - start[k])
        fits = 0 <= added <= max(few, share * size)
        p = start[last]
        for e in range(start[k], start[k + 1] if fits else start[k]):
            c = column[e]
            if c > last:
                while p < start[last + 1] and column[p] < c:
                    p += 1
                fits = fits and p < start[last + 1] and column[p] == c
        if fits:
            end[k] = last + 1
