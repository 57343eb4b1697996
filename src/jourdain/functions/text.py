"""Text expressions -> programs. The parser knows a small language and can execute no code.

Numbers, names, + - * / **, comparisons, and / or / not (results 1 and 0), `a if c else b`, and calls of FUNCTIONS.
A name is an input (such as t, x, v), a parameter of the model, or one of CONSTANTS; parameters go before constants.
Python's own `ast` reads the text; everything not listed here is refused. Constants are folded, equal parts computed
once, and registers used again when their last reader is done.
"""

from __future__ import annotations

import ast
import math
import numbers
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn

from jourdain.errors import ModelError, near
from jourdain.functions import jets
from jourdain.functions.derive import along, substitute
from jourdain.functions.graph import Graph
from jourdain.functions.tables import Table
from jourdain.functions.tape import Program, program

Names = Mapping[str, int]
Given = Mapping[str, float | Table]
"""The parameters of a model, and its tables."""
MAX_LENGTH = 10_000
MAX_SHARED_LENGTH = 1_000_000  # of texts that are read into a graph of their own: machines write those
MAX_DEPTH = 150
CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau, "deg": math.pi / 180.0, "rpm": math.tau / 60.0}

WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
"""A name in a text: those of included machines have dots, as in FL.phi."""

_WITH_UNIT = re.compile(r"(?<![\w.])((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s*(deg|rpm|pi|tau)\b")

_UNARY = {
    "sin": jets.SIN, "cos": jets.COS, "tan": jets.TAN, "asin": jets.ASIN, "acos": jets.ACOS, "atan": jets.ATAN,
    "sinh": jets.SINH, "cosh": jets.COSH, "tanh": jets.TANH, "exp": jets.EXP, "log": jets.LOG, "sqrt": jets.SQRT,
    "abs": jets.ABS, "sign": jets.SIGN, "floor": jets.FLOOR,
}  # fmt: skip
_PAIR = {"atan2": jets.ATAN2, "mod": jets.MOD}
_MANY = {"min": jets.MIN, "max": jets.MAX, "hypot": jets.HYPOT}
_STEPS = {"step": jets.RAMP3, "step5": jets.RAMP5}
FUNCTIONS = {
    **{name: f"{name}(x)" for name in _UNARY},
    "atan2": "atan2(y, x)", "mod": "mod(x, y)", "min": "min(a, b, ..)", "max": "max(a, b, ..)",
    "hypot": "hypot(a, b, ..)", "step": "step(x, x0, y0, x1, y1)", "step5": "step5(x, x0, y0, x1, y1)",
}  # fmt: skip
"""How each function is called, for messages."""

_OTHER_NAMES = {
    "ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "fabs": "abs",
    "pow": "**", "power": "**", "PI": "pi", "Pi": "pi", "fmod": "mod", "sgn": "sign", "STEP": "step", "STEP5": "step5",
}  # fmt: skip
_BINARY = {ast.Add: jets.ADD, ast.Sub: jets.SUB, ast.Mult: jets.MUL, ast.Div: jets.DIV, ast.Pow: jets.POW}
_COMPARE = {
    ast.Lt: (jets.LT, False), ast.LtE: (jets.LE, False), ast.Gt: (jets.LT, True), ast.GtE: (jets.LE, True),
    ast.Eq: (jets.EQ, False), ast.NotEq: (jets.NE, False),
}  # fmt: skip
_OPERATOR_HINTS: dict[type[ast.AST], str] = {
    ast.Mod: "for a remainder write mod(a, b) instead of %",
    ast.FloorDiv: "write floor(a/b) instead of //",
    ast.BitAnd: "write 'and' instead of &",
    ast.BitOr: "write 'or' instead of |",
}


def parse(text: str, *, names: Names, parameters: Given, where: str) -> Program:
    """The program of an expression. names: input -> index in Z; where: the element, for messages ("drive 'motor'")."""
    source = _source(text, where, MAX_LENGTH)
    reader = _Reader(source, names, parameters, where)
    words = set(WORD.findall(source))
    meant: list[dict[str, Any]] = [
        {word: known[word] for word in words & known.keys()} for known in (names, parameters)
    ]
    return replace(reader.graph.finish(reader.read(), source), names=meant[0], parameters=meant[1])


def by_parameter(of: Program, name: str) -> Program | None:
    """The derivative of a text by a parameter, exact, as a program of the same inputs; None where it is zero."""
    if name not in of.parameters:
        return None
    place = 1 + max(of.names.values(), default=0)
    others = {word: value for word, value in of.parameters.items() if word != name}
    reader = _Reader(of.text, {**of.names, name: place}, others, f"d({of.text})/d({name})")
    graph, root = reader.graph, reader.read()
    node, one, value = graph.input(place), graph.constant(-1.0 if of.negative else 1.0), of.parameters[name]
    assert not isinstance(value, Table)
    (slope,) = substitute(graph, along(graph, [root], {node: one}), {node: graph.constant(float(value))})
    return None if graph.value(slope) == 0.0 else graph.finish(slope, reader.where)


def read_into(graph: Graph, text: str, *, names: Names, where: str) -> int:
    """The node of an expression in a graph that other texts share. names: name -> node of that graph."""
    return _Reader(_source(text, where, MAX_SHARED_LENGTH), names, {}, where, graph).read()


def _source(text: str, where: str, longest: int) -> str:
    """The text with ^ as the power that it is elsewhere, and "120 rpm" as the product that is meant."""
    source = " ".join(text.split())
    if not source:
        raise ModelError(f"{where}: the text of the function is empty; give a number or an expression such as '2*t'.")
    if len(source) > longest:
        raise ModelError(f"{where}: the expression has {len(source)} characters, more than the {longest} allowed.")
    return _WITH_UNIT.sub(r"(\1*\2)", source.replace("^", "**"))


def constant(value: float) -> Program:
    """The program of a constant."""
    return program([(jets.CONST, 0, 0, 0)], [float(value)], text=repr(float(value)))


def _short(piece: str, length: int = 60) -> str:
    """A quoted piece of the text, cut if long."""
    return repr(piece if len(piece) <= length else piece[: length - 3] + "...")


def dotted(tree: ast.Expression) -> ast.expr:
    """The body of an expression, with names of included machines, such as FL.phi, as names like any others."""
    for node in ast.walk(tree):  # from the top down, so that the longest name is met first
        for key, value in ast.iter_fields(node):
            if isinstance(value, ast.Attribute):
                setattr(node, key, _as_name(value))
            elif isinstance(value, list):
                value[:] = [_as_name(one) if isinstance(one, ast.Attribute) else one for one in value]
    return tree.body


def _as_name(node: ast.Attribute) -> ast.expr:
    parts, inner = [node.attr], node.value
    while isinstance(inner, ast.Attribute):
        parts, inner = [inner.attr, *parts], inner.value
    return ast.copy_location(ast.Name(".".join([inner.id, *parts])), node) if isinstance(inner, ast.Name) else node


class _Reader:
    """Checks a syntax tree against the language, then lowers it into a graph."""

    def __init__(self, source: str, names: Names, parameters: Given, where: str, graph: Graph | None = None) -> None:
        self.source, self.names, self.parameters, self.where = source, names, parameters, where
        self.shared = graph is not None  # names are nodes then
        self.graph = Graph(self.refuse_value) if graph is None else graph
        self.graph.refuse = self.refuse_value

    def read(self) -> int:
        """The node of the text."""
        source, where = self.source, self.where
        try:
            tree = dotted(ast.parse(source, mode="eval"))
        except SyntaxError as error:
            rest = source[max((error.offset or 1) - 1, 0) :] or source
            raise ModelError(
                f"{where}: {_short(source)} cannot be read: {error.msg.split(':')[0]} at {_short(rest)}. "
                "Check brackets and operators; products need a *, as in 2*t."
            ) from None
        except (ValueError, RecursionError, MemoryError, OverflowError):
            raise ModelError(f"{where}: {_short(source)} cannot be read: it is nested too deeply.") from None
        self.check(tree)
        return self.lower(tree)

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        piece = ast.get_source_segment(self.source, node) or self.source
        inside = "" if piece == self.source else f" in {_short(self.source)}"
        raise ModelError(f"{self.where}: {_short(piece)}{inside}: {what}")

    def refuse_value(self, what: str) -> NoReturn:
        raise ModelError(f"{self.where}: in {_short(self.source)}: {what}")

    # -- is it in the language? ------------------------------------------------------------------------------------

    def check(self, node: ast.AST, depth: int = 0) -> None:
        """Refuse whatever is not in the language; sums and products of many terms count as one level."""
        if depth > MAX_DEPTH:
            raise ModelError(f"{self.where}: {_short(self.source)} is nested more than {MAX_DEPTH} levels deep.")
        while isinstance(node, ast.BinOp):
            if type(node.op) not in _BINARY:
                hint = _OPERATOR_HINTS.get(type(node.op), "this operator is not known; there are + - * / **")
                self.refuse(node, f"{hint}.")
            self.check(node.right, depth + 1)
            node = node.left
        for child in self.operands(node):
            self.check(child, depth + 1)

    def operands(self, node: ast.AST) -> list[ast.expr]:
        """The parts of an allowed node; refuses the others."""
        match node:
            case ast.Constant():
                self.number(node)
                return []
            case ast.Name():
                self.name(node)
                return []
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Not()):
                return [node.operand]
            case ast.Compare():
                for operator in node.ops:
                    if type(operator) not in _COMPARE:
                        self.refuse(node, "this comparison is not known; there are < <= > >= == !=.")
                return [node.left, *node.comparators]
            case ast.BoolOp():
                return node.values
            case ast.IfExp():
                return [node.test, node.body, node.orelse]
            case ast.Call():
                return self.arguments(node)
            case _:
                kind = type(node).__name__.lower()
                self.refuse(node, f"this is not part of an expression ({kind}); only numbers, names, operators and "
                                  "functions are.")  # fmt: skip

    def number(self, node: ast.Constant) -> float:
        if isinstance(node.value, bool) or not isinstance(node.value, (int, float)):
            self.refuse(node, "this is not a real number.")
        try:
            value = float(node.value)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            self.refuse(node, "this number is too large.")
        return value

    def name(self, node: ast.Name) -> float | None:
        """The value of a name, None for an input."""
        name = node.id
        if name in self.names:
            if name in self.parameters:
                self.refuse(node, "this name is an input of the function and a parameter of the model; rename the "
                                  "parameter.")  # fmt: skip
            return None
        if name in self.parameters:
            value = self.parameters[name]
            if isinstance(value, Table):
                self.refuse(node, f"this is a table; write {name}(x), or what else it is a function of.")
            if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value):
                self.refuse(node, f"the parameter has the value {value!r}; it must be a finite number.")
            return float(value)
        if name in CONSTANTS:
            return CONSTANTS[name]
        if name in FUNCTIONS:
            self.refuse(node, f"this is a function; write {FUNCTIONS[name]}.")
        known = [*self.names, *self.parameters, *CONSTANTS]
        self.refuse(node, f"unknown name.{self.suggest(name, known)}")

    def suggest(self, name: str, known: list[str]) -> str:
        if name in _OTHER_NAMES:
            return f" Write {_OTHER_NAMES[name]!r} instead."
        return near(name, known)

    def arguments(self, node: ast.Call) -> list[ast.expr]:
        function = node.func
        if not isinstance(function, ast.Name):
            self.refuse(node, "only the known functions can be called.")
        name, n = function.id, len(node.args)
        if name not in FUNCTIONS and not self.is_table(name):
            if name in self.names or name in self.parameters or name in CONSTANTS:
                self.refuse(node, f"{name} is not a function; write {name}*(..) for a product.")
            tables = [one for one in self.parameters if self.is_table(one)]
            self.refuse(node, f"unknown function.{self.suggest(name, [*FUNCTIONS, *tables])}")
        called = FUNCTIONS.get(name, f"{name}(x)")
        wanted = 5 if name in _STEPS else 2 if name in _PAIR or name in _MANY else 1
        if node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
            self.refuse(node, f"arguments are given by position: {called}.")
        if n < wanted or (n > wanted and name not in _MANY):
            self.refuse(node, f"{n} argument(s) given; write {called}.")
        return node.args

    def is_table(self, name: str) -> bool:
        return name not in self.names and isinstance(self.parameters.get(name), Table)

    # -- what does it compute? -------------------------------------------------------------------------------------

    def lower(self, node: ast.AST) -> int:
        """The graph node of a checked tree."""
        spine = []
        while isinstance(node, ast.BinOp):
            spine.append(node)
            node = node.left
        value = self.lower_leaf(node)
        for one in reversed(spine):
            value = self.graph.apply(_BINARY[type(one.op)], value, self.lower(one.right))
        return value

    def lower_leaf(self, node: ast.AST) -> int:
        graph = self.graph
        match node:
            case ast.Constant():
                return graph.constant(self.number(node))
            case ast.Name():
                value = self.name(node)
                if value is not None:
                    return graph.constant(value)
                return self.names[node.id] if self.shared else graph.input(self.names[node.id])
            case ast.UnaryOp():
                operand = self.lower(node.operand)
                if isinstance(node.op, ast.UAdd):
                    return operand
                return graph.apply(jets.NEG if isinstance(node.op, ast.USub) else jets.NOT, operand)
            case ast.Compare():
                values = [self.lower(one) for one in (node.left, *node.comparators)]
                tests = []
                for operator, left, right in zip(node.ops, values, values[1:], strict=False):
                    op, swap = _COMPARE[type(operator)]
                    tests.append(graph.apply(op, right, left) if swap else graph.apply(op, left, right))
                return graph.fold_many(jets.AND, tests)
            case ast.BoolOp():
                op = jets.AND if isinstance(node.op, ast.And) else jets.OR
                truths = [graph.apply(jets.NE, self.lower(one), graph.constant(0.0)) for one in node.values]
                return graph.fold_many(op, truths)
            case ast.IfExp():
                return self.lower_choice(node)
            case ast.Call(func=ast.Name(id=name)):
                return self.lower_call(name, [self.lower(one) for one in node.args])
        raise AssertionError(f"unchecked node {node!r}")

    def lower_choice(self, node: ast.IfExp) -> int:
        test = self.lower(node.test)
        known = self.graph.value(test)
        if known is not None:  # the other side may not even have a value, as in 1/k if k != 0 else 0
            return self.lower(node.body if known else node.orelse)
        return self.graph.select(test, self.lower(node.body), self.lower(node.orelse))

    def lower_call(self, name: str, values: list[int]) -> int:
        graph = self.graph
        if name not in FUNCTIONS:
            return graph.table(self.parameters[name].pieces, *values)  # type: ignore[union-attr]
        if name in _UNARY:
            return graph.apply(_UNARY[name], *values)
        if name in _PAIR:
            return graph.apply(_PAIR[name], *values)
        if name in _MANY:
            return graph.fold_many(_MANY[name], values)
        x, x0, y0, x1, y1 = values
        start, end = graph.value(x0), graph.value(x1)
        if start is not None and end is not None and not start < end:
            self.refuse_value(f"{FUNCTIONS[name]} needs x0 < x1, given are {start:g} and {end:g}.")
        width = graph.apply(jets.SUB, x1, x0)
        part = graph.apply(jets.DIV, graph.apply(jets.SUB, x, x0), width)
        rise = graph.apply(jets.SUB, y1, y0)
        return graph.apply(jets.ADD, y0, graph.apply(jets.MUL, rise, graph.apply(_STEPS[name], part)))
