"""Bulk data of Nastran: GRID, CHEXA, CTETRA and SET, in short, long and free fields. Grid points are in the basic system."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from jourdain.errors import FileFormatError
from jourdain.fe.mesh import Listed, Mesh
from jourdain.fe.readers.tables import Line, Table, numbered, numbers_of

NOT_READ = ("CPENTA", "CPYRAM", "CPYRA", "CHEXA1", "CHEXA2")
NO_SOLIDS = (
    *("CBAR", "CBEAM", "CROD", "CTUBE", "CONROD", "CQUAD4", "CQUAD8", "CQUADR", "CTRIA3", "CTRIA6", "CTRIAR", "CSHEAR"),
    *("CONM1", "CONM2", "CELAS1", "CELAS2", "CBUSH", "RBE2", "RBE3", "RBAR"),
)  # they are left out, and said so
_HEX20 = [*range(8), 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15]  # its upright edges come before the upper ones


def read_nastran(text: str, name: str, folder: Path = Path()) -> Mesh:
    """The mesh of a text; folder: of the files that it includes."""
    found, lines, masses = Table(), list(numbered(text, folder, _included)), 1.0
    for line, fields in cards(lines):
        card = fields[0].upper().rstrip("*")
        if card == "GRID":
            if len(fields) > 2 and fields[2] not in ("", "0"):
                raise FileFormatError(
                    f"line {line}: grid point {fields[1]} is in coordinate system {fields[2]}; write it in the basic one."
                )
            number = numbers_of(fields[1:2], line)[0]
            found.node(number, [real(part, line) for part in (*fields[3:6], "", "", "")[:3]], line)
        elif card == "GRDSET" and fields[2] not in ("", "0"):
            raise FileFormatError(
                f"line {line}: grid points are in coordinate system {fields[2]}; write the basic one."
            )
        elif card in ("CHEXA", "CTETRA"):
            _cell(found, card, numbers_of([one for one in fields[1:] if one], line), line)
        elif card in NOT_READ:
            raise FileFormatError(f"line {line}: {card} is not read; there are CHEXA and CTETRA.")
        elif card in NO_SOLIDS:
            found.left_out[card] += 1
        elif card == "PSOLID":
            found.made[f"property {fields[1]}"] = fields[2]
        elif card.startswith("MAT") and card[3:].isdigit():
            found.materials[fields[1]] = _material(card, [*fields, *[""] * 6], line)
        elif card == "PARAM" and fields[1].upper() == "WTMASS":
            masses = real(fields[2], line)
    found.materials = {name: replace(one, density=masses * one.density) for name, one in found.materials.items()}
    for label, members in _sets(lines):
        found.node_sets[label] = members
    return found.mesh(name)


def _material(card: str, fields: list[str], line: Line) -> Listed:
    """MAT1: E, G, nu, density; two of the first three are enough."""
    if card != "MAT1":
        return Listed(fields[1], problem=f"is a {card}; those of MAT1 are read")
    E, G, nu, density = (real(one, line) for one in fields[2:6])
    if not E:
        E = 2.0 * G * (1.0 + nu)
    return Listed(fields[1], E, nu if fields[4] or not G else E / (2.0 * G) - 1.0, density)


def _cell(found: Table, card: str, numbers: list[int], line: Line) -> None:
    number, part, *nodes = (*numbers, 0, 0)[: max(2, len(numbers))]
    corners, whole = (8, 20) if card == "CHEXA" else (4, 10)
    if len(nodes) not in (corners, whole):
        raise FileFormatError(
            f"line {line}: {card} {number} has {len(nodes)} nodes; there are those with {corners} and {whole}."
        )
    kind = f"{'hex' if card == 'CHEXA' else 'tet'}{len(nodes)}"
    found.cell(number, kind, [nodes[k] for k in _HEX20] if kind == "hex20" else nodes, line)
    found.cell_sets.setdefault(f"property {part}", []).append(number)


def _included(raw: str) -> str | None:
    if not raw.lstrip().upper().startswith("INCLUDE "):
        return None
    return raw.strip()[8:].split("$")[0].strip().strip("'\"")


def cards(lines: Iterable[tuple[Line, str]]) -> Iterator[tuple[Line, list[str]]]:
    """(line, fields) of each card, its continuations added."""
    card: tuple[Line, list[str]] | None = None
    for line, raw in lines:
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


def real(part: str, line: Line) -> float:
    """Nastran may leave out the E of an exponent: 1.5-3."""
    if not part:
        return 0.0
    return numbers_of([re.sub(r"(?<=[0-9.])([+-])", r"E\1", part.upper().replace("D", "E"))], line, float)[0]


def _sets(lines: list[tuple[Line, str]]) -> Iterator[tuple[str, list[int]]]:
    """SET 5 = 1, 2, 10 THRU 20. Sets of anything but numbers, such as ALL, are not for us."""
    joined: list[str] = []
    for _, raw in lines:
        row = raw.split("$")[0].strip()
        if joined and joined[-1].endswith(","):
            joined[-1] += row
        elif re.match(r"SET\s+\d+\s*=", row, re.IGNORECASE):
            joined.append(row)
    for row in joined:
        label, _, members = row.upper().partition("=")
        found: list[int] = []
        for part in members.split(","):
            ends = re.fullmatch(r"\s*(\d+)(?:\s+THRU\s+(\d+))?\s*", part)
            if ends is None:
                break
            found += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
        else:
            yield " ".join(label.split()), found
