"""Bulk data of Nastran: GRID, CHEXA, CTETRA and SET, in short, long and free fields. Grid points are in the basic system."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jourdain.errors import FileFormatError
from jourdain.fe.mesh import Mesh
from jourdain.fe.readers.tables import Table, numbers_of

_HEX20 = [*range(8), 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15]  # its upright edges come before the upper ones


def read_nastran(text: str, name: str) -> Mesh:
    """The mesh of a text."""
    found = Table()
    for line, fields in cards(text):
        card = fields[0].upper().rstrip("*")
        if card == "GRID":
            if len(fields) > 2 and fields[2] not in ("", "0"):
                raise FileFormatError(
                    f"line {line}: grid point {fields[1]} is in coordinate system {fields[2]}; write it in the basic one."
                )
            number = numbers_of(fields[1:2], line)[0]
            found.nodes[number] = tuple(real(part, line) for part in (*fields[3:6], "", "", "")[:3])  # type: ignore[assignment]
        elif card in ("CHEXA", "CTETRA"):
            number, part, *nodes = numbers_of([one for one in fields[1:] if one], line)
            corners, whole = (8, 20) if card == "CHEXA" else (4, 10)
            if len(nodes) not in (corners, whole):
                raise FileFormatError(
                    f"line {line}: {card} {number} has {len(nodes)} nodes; there are those with {corners} and {whole}."
                )
            kind = f"{'hex' if card == 'CHEXA' else 'tet'}{len(nodes)}"
            found.cells.append((number, kind, [nodes[k] for k in _HEX20] if kind == "hex20" else nodes, line))
            found.cell_sets.setdefault(f"property {part}", []).append(number)
    for line, label, members in _sets(text):
        found.node_sets[label] = members
        if not members:
            raise FileFormatError(f"line {line}: the set {label} is empty.")
    return found.mesh(name)


def cards(text: str) -> Iterator[tuple[int, list[str]]]:
    """(line, fields) of each card, its continuations added."""
    card: tuple[int, list[str]] | None = None
    for line, raw in enumerate(text.splitlines(), 1):
        row = raw.split("$")[0].rstrip()
        if not row.strip():
            continue
        goes_on = row[0] in "+*" or row.startswith("        ") or row[0] == ","
        fields = _fields(row)
        if goes_on and card is not None:
            card[1].extend(fields[1:])
            continue
        if card is not None:
            yield card
        card = line, fields
    if card is not None:
        yield card


def _fields(row: str) -> list[str]:
    if "," in row:
        return [*(part.strip() for part in row.split(",")), *[""] * 9][:9]
    row = row.expandtabs(8)
    width = 16 if "*" in row[:8] else 8
    last = 72
    return [row[:8].strip(), *(row[i : i + width].strip() for i in range(8, last, width))]


def real(part: str, line: int) -> float:
    """Nastran may leave out the E of an exponent: 1.5-3."""
    if not part:
        return 0.0
    return numbers_of([re.sub(r"(?<=[0-9.])([+-])", r"E\1", part.upper().replace("D", "E"))], line, float)[0]


def _sets(text: str) -> Iterator[tuple[int, str, list[int]]]:
    """SET 5 = 1, 2, 10 THRU 20"""
    joined: list[tuple[int, str]] = []
    for line, raw in enumerate(text.splitlines(), 1):
        row = raw.split("$")[0].strip()
        if joined and joined[-1][1].endswith(","):
            joined[-1] = (joined[-1][0], joined[-1][1] + row)
        elif re.match(r"SET\s+\d+\s*=", row, re.IGNORECASE):
            joined.append((line, row))
    for line, row in joined:
        label, _, members = row.partition("=")
        found: list[int] = []
        for part in members.split(","):
            ends = re.split(r"\s+THRU\s+", part.strip(), flags=re.IGNORECASE)
            first, last = (numbers_of(ends, line) * 2)[:2]
            found += range(first, last + 1)
        yield line, " ".join(label.split()).upper(), found
