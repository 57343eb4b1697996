"""Direct matrix input of Nastran: DMIG cards of a punch file (PARAM,EXTOUT,DMIGPCH) or of bulk data."""

from __future__ import annotations

import numpy as np

from jourdain.errors import FileFormatError, near
from jourdain.fe.readers.nastran import cards, real
from jourdain.fe.readers.tables import numbers_of


def read_dmig(text: str, name: str = "") -> np.ndarray:
    """(n, 5): node, coordinate, node, coordinate, value of the matrix of this name, or of the only one.

    A card has the column (node, coordinate) and, in threes and fours, the rows with their values: GJ CJ _ G1 C1 A1 B1.
    """
    rows: dict[str, list[tuple[float, ...]]] = {}
    for line, fields in cards(enumerate(text.splitlines(), 1)):
        if fields[0].upper().rstrip("*") != "DMIG":
            continue
        label = fields[1].upper() if len(fields) > 1 else ""
        if len(fields) > 2 and fields[2] == "0":  # the head: form, and what kind of numbers
            kind = numbers_of(fields[4:5] or [""], line)[0]
            if kind not in (1, 2):
                raise FileFormatError(f"line {line}: {label} has complex numbers.")
            rows.setdefault(label, [])
            continue
        node, coordinate = numbers_of(fields[2:4], line)
        found = rows.setdefault(label, [])
        for i in range(5, len(fields), 4):
            some = [*fields[i : i + 4], "", ""]
            if some[0]:
                other, its = numbers_of(some[:2], line)
                found.append((other, max(its, 1), node, max(coordinate, 1), real(some[2], line)))
    if not name and len(rows) == 1:
        (name,) = rows
    if name.upper() not in rows:
        raise FileFormatError(f"line 1: there is no DMIG matrix {name!r}.{near(name.upper(), rows)}")
    return np.array(rows[name.upper()], float).reshape(-1, 5)
