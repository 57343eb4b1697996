"""SymPy expressions -> texts of the package's own language. What large expressions share becomes definitions.

SymPy is optional: this module is imported only where SymPy expressions are given.
"""

from __future__ import annotations

import keyword
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.printing.str import StrPrinter

from jourdain.errors import ModelError, near
from jourdain.functions import FUNCTIONS

_INLINE = 300  # operations: expressions up to here are written as one text
_SHARED = 4  # operations: what is used twice and larger becomes a definition
_LONGEST = 140  # operations of one text among definitions; also bounds how deeply it is nested
_NAMES = {"Abs": "abs", "Min": "min", "Max": "max", "re": "", "Mod": "mod"}
_REWRITTEN = {
    "sec": lambda x: 1 / sympy.cos(x),
    "csc": lambda x: 1 / sympy.sin(x),
    "cot": lambda x: sympy.cos(x) / sympy.sin(x),
    "coth": lambda x: sympy.cosh(x) / sympy.sinh(x),
    "sech": lambda x: 1 / sympy.cosh(x),
    "csch": lambda x: 1 / sympy.sinh(x),
    "asinh": lambda x: sympy.log(x + sympy.sqrt(x**2 + 1)),
    "acosh": lambda x: sympy.log(x + sympy.sqrt(x - 1) * sympy.sqrt(x + 1)),
    "atanh": lambda x: sympy.log((1 + x) / (1 - x)) / 2,
    "acot": lambda x: sympy.atan(1 / x),
    "Heaviside": lambda x, *_: sympy.Piecewise((1, x > 0), (sympy.Rational(1, 2), sympy.Eq(x, 0)), (0, True)),
}


def clean(name: str) -> str:
    """A name that texts can use, from a symbol's: \\theta_{1} becomes theta_1, lambda becomes lambda_."""
    cleaned = re.sub(r"_+", "_", re.sub(r"\W", "_", name.replace("\\", "").replace("{", "").replace("}", "")))
    cleaned = cleaned if cleaned[:1].isalpha() or cleaned[:1] == "_" else f"_{cleaned}"
    return f"{cleaned}_" if keyword.iskeyword(cleaned) or cleaned in FUNCTIONS else cleaned


def symbol_name(symbol: Any) -> str:
    """The name of a symbol or of a function of time, as texts write it."""
    return clean(symbol.func.__name__ if isinstance(symbol, AppliedUndef) else getattr(symbol, "name", str(symbol)))


class Writer:
    """Writes expressions of known atoms (symbols, functions of time and their derivatives)."""

    def __init__(self, where: str, atoms: Mapping[Any, str], parameters: Iterable[str]) -> None:
        self.where = where
        self.atoms = dict(atoms)
        self.parameters = set(parameters)
        self.definitions: dict[str, str] = {}
        self._taken = set(self.atoms.values()) | self.parameters

    def write(self, expressions: Sequence[Any], shared: Sequence[tuple[Any, Any]] = ()) -> list[str]:
        """The texts of expressions (texts among them stay as they are).

        shared: (symbol, expression) pairs that others read, each those before it: they become definitions.
        """
        for symbol, _ in shared:
            self.atoms[symbol] = self._fresh(symbol_name(symbol))
        roots = [one for _, one in shared] + [one for one in expressions if not isinstance(one, str)]
        order, uses = self._walk(roots)
        cuts = self._cuts(order, uses, set(roots)) if self._size(roots, order) > _INLINE else {}
        printer = _Printer(self, cuts)
        owed = list(cuts)
        for symbol, expression in shared:
            inside = set(self._walk([expression])[0])
            self._define([one for one in owed if one in inside], printer, cuts)
            owed = [one for one in owed if one not in inside]
            self.definitions[self.atoms[symbol]] = printer.whole(expression)
        self._define(owed, printer, cuts)
        return [one if isinstance(one, str) else printer.doprint(one) for one in expressions]

    def inline(self, expression: Any) -> str:
        """The text of one expression, without definitions."""
        if isinstance(expression, str):
            return expression
        self._walk([expression])
        return str(_Printer(self, {}).doprint(expression))

    def _define(self, parts: list[Any], printer: _Printer, cuts: Mapping[Any, str]) -> None:
        for one in parts:
            self.definitions[cuts[one]] = printer.whole(one)

    def _walk(self, roots: Sequence[Any]) -> tuple[list[Any], Counter[Any]]:
        """All different parts, each after its own parts, and how often each is used."""
        order: dict[Any, None] = {}
        uses: Counter[Any] = Counter()
        todo = [(root, False) for root in reversed(roots)]
        while todo:
            one, done = todo.pop()
            if done:
                order.setdefault(one)
                continue
            uses[one] += 1
            if uses[one] == 1:
                todo.append((one, True))
                self._check_atom(one)
                todo += [(part, False) for part in reversed(self._parts(one))]
        return list(order), uses

    def _parts(self, one: Any) -> tuple[Any, ...]:
        return () if one in self.atoms or not isinstance(one, sympy.Basic) else one.args

    def _size(self, roots: Sequence[Any], order: list[Any]) -> int:
        """Operations in all, if everything is written out."""
        sizes: dict[Any, int] = {}
        for one in order:
            sizes[one] = 1 + sum(sizes[part] for part in self._parts(one))
        return sum(sizes[root] for root in roots)

    def _cuts(self, order: list[Any], uses: Counter[Any], roots: set[Any]) -> dict[Any, str]:
        """Parts that get a name: those used more than once, and pieces of what would be too long."""
        cuts: dict[Any, str] = {}
        sizes: dict[Any, int] = {}
        varying: set[Any] = set()
        for one in order:
            parts = self._parts(one)
            sizes[one] = size = 1 + sum(1 if part in cuts else sizes[part] for part in parts)
            if one in self.atoms or not varying.isdisjoint(parts):
                varying.add(one)
            cut = (uses[one] > 1 and size > _SHARED) or (size > _LONGEST and one not in roots)
            if cut and one in varying and isinstance(one, sympy.Expr):
                cuts[one] = self._fresh(f"s{len(cuts) + 1}")
        return cuts

    def _fresh(self, name: str) -> str:
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    def _check_atom(self, one: Any) -> None:
        """Give a name to a parameter; refuse what is not known."""
        if one in self.atoms:
            return
        if isinstance(one, sympy.Symbol):
            name = symbol_name(one)
            if name in self.parameters:
                if name in self.atoms.values():
                    raise ModelError(f"{self.where}: two different symbols are named {name!r}; rename one of them.")
                self.atoms[one] = name
                return
            raise ModelError(
                f"{self.where}: the symbol {str(one)!r} is no coordinate and has no value; give it in parameters."
                f"{near(name, self._taken)}"
            )
        if isinstance(one, AppliedUndef):
            known = near(symbol_name(one), self._taken)
            raise ModelError(
                f"{self.where}: {one} is no coordinate; give it in parameters, as an expression of time.{known}"
            )
        if isinstance(one, sympy.Derivative):
            raise ModelError(f"{self.where}: {one} cannot be used; only first derivatives of coordinates by time can.")


class _Printer(StrPrinter):
    """Prints in the package's language; cut parts by their names."""

    def __init__(self, writer: Writer, cuts: Mapping[Any, str]) -> None:
        super().__init__({"order": "none"} if cuts else {})  # sorting the terms of long sums takes its time
        self._writer, self._cuts = writer, cuts

    def whole(self, expression: Any) -> str:
        """An expression itself, although it has a name."""
        return str(super()._print(expression))

    def _print(self, expression: Any, **options: Any) -> str:
        if expression in self._cuts:
            return self._cuts[expression]
        if expression in self._writer.atoms:
            return self._writer.atoms[expression]
        return str(super()._print(expression, **options))

    def _print_Float(self, expression: Any) -> str:
        return repr(float(expression))

    _print_NumberSymbol = _print_Exp1 = _print_GoldenRatio = _print_EulerGamma = _print_Float

    def _print_Pi(self, expression: Any) -> str:
        return "pi" if "pi" not in self._writer._taken else repr(math.pi)

    def _print_ImaginaryUnit(self, expression: Any) -> str:
        raise ModelError(f"{self._writer.where}: the expression is not real; texts know real numbers only.")

    def _print_Infinity(self, expression: Any) -> str:
        raise ModelError(f"{self._writer.where}: {expression} stands in the expression; only finite numbers can.")

    _print_NegativeInfinity = _print_ComplexInfinity = _print_NaN = _print_Infinity

    def _print_Function(self, expression: Any) -> str:
        name = expression.func.__name__
        if name in _REWRITTEN:
            return f"({self._print(_REWRITTEN[name](*expression.args))})"
        name = _NAMES.get(name, name)
        if name == "ceiling":
            return f"(-floor(-({self._print(expression.args[0])})))"
        if name not in FUNCTIONS:
            raise ModelError(
                f"{self._writer.where}: the function {expression.func.__name__!r} is not known; there are "
                f"{', '.join(FUNCTIONS)}."
            )
        return f"{name}({', '.join(self._print(one) for one in expression.args)})"

    _print_Abs = _print_Min = _print_Max = _print_Mod = _print_floor = _print_Heaviside = _print_Function

    def _print_exp(self, expression: Any) -> str:
        return f"exp({self._print(expression.args[0])})"

    def _print_Relational(self, expression: Any) -> str:
        return f"(({self._print(expression.lhs)}) {expression.rel_op} ({self._print(expression.rhs)}))"

    def _print_And(self, expression: Any) -> str:
        word = f" {expression.func.__name__.lower()} "
        return f"({word.join(self._print(one) for one in expression.args)})"

    _print_Or = _print_And

    def _print_Not(self, expression: Any) -> str:
        return f"(not {self._print(expression.args[0])})"

    def _print_BooleanTrue(self, expression: Any) -> str:
        return str(int(bool(expression)))

    _print_BooleanFalse = _print_BooleanTrue

    def _print_Piecewise(self, expression: Any) -> str:
        *others, (last, otherwise) = expression.args
        if otherwise != True:  # noqa: E712  (SymPy's own truth)
            raise ModelError(f"{self._writer.where}: {expression} has no value for all other cases; add (.., True).")
        text = f"({self._print(last)})"
        for value, test in reversed(others):
            text = f"(({self._print(value)}) if {self._print(test)} else {text})"
        return text
