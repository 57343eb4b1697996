"""Expression graphs: constants folded, equal parts shared, then laid out as the rows of a program."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple, NoReturn

from jourdain.functions import jets
from jourdain.functions.tables import Pieces
from jourdain.functions.tape import Program, program

_LARGEST_PRODUCT = 8  # integer powers up to here are products: faster than pow, and good at x = 0

FOLD: dict[int, Callable[..., float]] = {
    jets.ADD: lambda x, y: x + y, jets.SUB: lambda x, y: x - y, jets.MUL: lambda x, y: x * y,
    jets.DIV: lambda x, y: x / y, jets.NEG: lambda x: -x, jets.POW: math.pow, jets.MOD: lambda x, y: x % y,
    jets.SIN: math.sin, jets.COS: math.cos, jets.TAN: math.tan, jets.ASIN: math.asin, jets.ACOS: math.acos,
    jets.ATAN: math.atan, jets.ATAN2: math.atan2, jets.SINH: math.sinh, jets.COSH: math.cosh, jets.TANH: math.tanh,
    jets.EXP: math.exp, jets.LOG: math.log, jets.SQRT: math.sqrt, jets.ABS: abs, jets.HYPOT: math.hypot,
    jets.MIN: min, jets.MAX: max, jets.FLOOR: lambda x: float(math.floor(x)),
    jets.SIGN: lambda x: math.copysign(1.0, x) if x else 0.0,
    jets.RAMP3: lambda x: _ramp(x) ** 2 * (3.0 - 2.0 * _ramp(x)),
    jets.RAMP5: lambda x: _ramp(x) ** 3 * (10.0 + _ramp(x) * (6.0 * _ramp(x) - 15.0)),
    jets.NOT: lambda x: float(not x), jets.AND: lambda x, y: float(bool(x and y)),
    jets.OR: lambda x, y: float(bool(x or y)), jets.LT: lambda x, y: float(x < y), jets.LE: lambda x, y: float(x <= y),
    jets.EQ: lambda x, y: float(x == y), jets.NE: lambda x, y: float(x != y),
}  # fmt: skip
_NAMES = {
    jets.DIV: "a division by", jets.POW: "the power of", jets.LOG: "the logarithm of", jets.SQRT: "the square root of",
    jets.MOD: "the remainder of", jets.ASIN: "the arc sine of", jets.ACOS: "the arc cosine of", jets.EXP: "exp of",
}  # fmt: skip


def _ramp(x: float) -> float:
    return min(max(x, 0.0), 1.0)


class Node(NamedTuple):
    """One value: an operation on earlier nodes; number: the constant of CONST, ADDC, MULC, the index of INPUT, or
    of the table of TABLE."""

    op: int
    parts: tuple[int, ...]
    number: float = 0.0


class Graph:
    """Nodes of expressions, in an order in which they can be computed. `refuse` raises, with its text."""

    def __init__(self, refuse: Callable[[str], NoReturn]) -> None:
        self.refuse = refuse
        self._nodes: list[Node] = []
        self._known: dict[tuple[int, tuple[int, ...], str], int] = {}
        self.tables: list[Pieces] = []

    def _add(self, op: int, *parts: int, number: float = 0.0) -> int:
        key = (op, parts, repr(number))  # repr tells -0.0 from 0.0
        if key not in self._known:
            self._known[key] = len(self._nodes)
            self._nodes.append(Node(op, parts, number))
        return self._known[key]

    @property
    def nodes(self) -> Sequence[Node]:
        """All nodes; the parts of each stand before it."""
        return self._nodes

    def constant(self, value: float) -> int:
        return self._add(jets.CONST, number=value)

    def input(self, index: int) -> int:
        return self._add(jets.INPUT, number=index)

    def table(self, pieces: Pieces, x: int) -> int:
        """A piecewise polynomial at a node."""
        known = self.value(x)
        if known is not None:
            return self.constant(pieces.at(known))
        if pieces not in self.tables:
            self.tables.append(pieces)
        return self._add(jets.TABLE, x, number=self.tables.index(pieces))

    def value(self, node: int) -> float | None:
        """The number that a node is, None if it depends on inputs."""
        return self._nodes[node].number if self._nodes[node].op == jets.CONST else None

    def apply(self, op: int, *parts: int) -> int:
        """An operation on one or two nodes."""
        values = [self.value(part) for part in parts]
        numbers = [value for value in values if value is not None]
        if len(numbers) == len(values):
            return self.constant(self._fold(op, numbers))
        if len(parts) == 1:
            return self._one(op, parts[0])
        x, y = parts
        left, right = values
        if left is not None:
            return self._constant_left(op, left, x, y)
        if right is not None:
            return self._constant_right(op, x, y, right)
        return self._add(op, x, y)

    def fold_many(self, op: int, parts: list[int]) -> int:
        """op over several nodes, from the left."""
        result = parts[0]
        for part in parts[1:]:
            result = self.apply(op, result, part)
        return result

    def select(self, test: int, yes: int, no: int) -> int:
        return yes if yes == no else self._add(jets.SELECT, test, yes, no)

    def _fold(self, op: int, numbers: list[float]) -> float:
        try:
            value = FOLD[op](*numbers)
        except (ValueError, ZeroDivisionError, OverflowError):
            value = math.nan
        if not math.isfinite(value):
            given = " and ".join(f"{number:g}" for number in (numbers[1:] if op == jets.DIV else numbers))
            self.refuse(f"{_NAMES.get(op, 'the operation on')} {given} has no finite value.")
        return value

    def _one(self, op: int, x: int) -> int:
        if op == jets.NEG and self._nodes[x].op == jets.NEG:
            return self._nodes[x].parts[0]
        return self._add(op, x)

    def _constant_left(self, op: int, c: float, x: int, y: int) -> int:
        """c op y; x is the node of c."""
        if op in (jets.ADD, jets.MUL, jets.AND, jets.OR):
            return self._constant_right(op, y, x, c)
        if op == jets.SUB:
            return self._constant_right(jets.ADD, self.apply(jets.NEG, y), x, c)
        if op == jets.POW and c == math.e:
            return self.apply(jets.EXP, y)
        return self._add(op, x, y)

    def _constant_right(self, op: int, x: int, y: int, c: float) -> int:
        """x op c; y is the node of c."""
        if op in (jets.ADD, jets.SUB):
            c = c if op == jets.ADD else -c
            return x if c == 0.0 else self._add(jets.ADDC, x, number=c)
        if op == jets.MUL:
            return self._scale(x, c)
        if op == jets.DIV:
            if c == 0.0:
                self._fold(op, [1.0, c])
            exact = math.frexp(c)[0] in (0.5, -0.5) and math.isfinite(1.0 / c)
            return self._scale(x, 1.0 / c) if exact else self._add(op, x, y)
        if op == jets.POW:
            return self._power(x, y, c)
        if op == jets.NE and c == 0.0 and (jets.LT <= self._nodes[x].op <= jets.OR or self._nodes[x].op == jets.NOT):
            return x
        if op in (jets.AND, jets.OR):  # x is 0 or 1 here
            return x if bool(c) == (op == jets.AND) else self.constant(float(bool(c)))
        return self._add(op, x, y)

    def _scale(self, x: int, c: float) -> int:
        if c == 1.0:
            return x
        if c == -1.0:
            return self.apply(jets.NEG, x)
        return self._add(jets.MULC, x, number=c)

    def _power(self, x: int, y: int, c: float) -> int:
        if c == 0.5:
            return self.apply(jets.SQRT, x)
        if c != int(c) or abs(c) > _LARGEST_PRODUCT:
            return self._add(jets.POW, x, y)
        if c < 0:
            return self.apply(jets.DIV, self.constant(1.0), self._power(x, y, -c))
        if c < 2.0:
            return x if c == 1.0 else self.constant(1.0)
        half = self._power(x, y, c // 2)
        square = self._add(jets.MUL, half, half)
        return self._add(jets.MUL, square, x) if c % 2 else square

    def finish(self, root: int, text: str) -> Program:
        """The program of the nodes that the root needs."""
        last_reader = {root: len(self._nodes)}
        for node in range(root, -1, -1):
            if node in last_reader:
                for part in self._nodes[node].parts:
                    last_reader.setdefault(part, node)
        done: dict[int, list[int]] = {}
        for part, reader in last_reader.items():
            done.setdefault(reader, []).append(part)
        layout = _Layout(self.tables)
        for node in sorted(last_reader):
            layout.emit(node, self._nodes[node], done.get(node, []))
        return program(layout.rows, layout.constants, text=text)


class _Layout:
    """Rows, constants and registers while a program is being laid out."""

    def __init__(self, tables: Sequence[Pieces]) -> None:
        self._tables, self._began = tables, dict[int, int]()
        self.rows: list[tuple[int, int, int, int]] = []
        self.constants: list[float] = []
        self._register: dict[int, int] = {}
        self._free: list[int] = []
        self._used = 0

    def emit(self, node: int, what: Node, done: list[int]) -> None:
        """The rows of one node; done: the nodes that nothing reads after this one."""
        operands = [self._register[part] for part in what.parts]
        for part in done:  # the result may go where an operand was: rows read before they write
            self._free.append(self._register[part])
        if self._free:
            out = self._free.pop()
        else:
            out = self._used
            self._used += 1
        self._register[node] = out
        if what.op == jets.SELECT:
            test, *operands = operands
            self.rows.append((jets.TEST, test, 0, test))
        if what.op == jets.INPUT:
            operands = [int(what.number)]
        elif what.op in (jets.CONST, jets.ADDC, jets.MULC):
            self.constants.append(what.number)
            operands.append(len(self.constants) - 1)
        elif what.op == jets.TABLE:
            operands.append(self.place(int(what.number)))
        self.rows.append((what.op, operands[0], operands[-1], out))

    def place(self, table: int) -> int:
        """Where a table begins among the constants, which hold it once."""
        if table not in self._began:
            self._began[table] = len(self.constants)
            self.constants += self._tables[table].constants
        return self._began[table]
