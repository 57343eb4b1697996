"""Numbers as users write them: 0.15, "150 mm", "2*L + 5 mm". Parameters and units, with their dimensions; no code runs.

A number without a unit is in SI units. As a factor it is a pure number, as a term or alone it is whatever the place
expects; so is a parameter that was given without a unit, which may also have any dimension as a factor.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, NoReturn

from jourdain.errors import FileFormatError, near, shown
from jourdain.functions.text import CONSTANTS, MAX_LENGTH, WORD, dotted
from jourdain.io.model_files.entries import Mistakes, joined
from jourdain.io.model_files.units import LENGTH, NUMBER, UNITS, Dimension, expected, fits, unit

PLAIN, UNKNOWN = "plain", "unknown"
_DIGITS = r"(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?"  # ++ and *+: nothing is given back, so no text takes long
_POWER = r"(?:(?:\^|\*\*)?-?\d+)?"
_UNIT = rf"(?:1/)?(?:[A-Za-z]+|%){_POWER}(?:[*/][A-Za-z]+{_POWER})*"
_ALONE = re.compile(rf"\s*+([-+]?\s*+{_DIGITS})\s*+({_UNIT})\s*+")
_INSIDE = re.compile(rf"(?<![\w.])({_DIGITS})\s*+((?:[A-Za-z]+|%){_POWER}(?:[*/][A-Za-z]+{_POWER})*)")
_WORDS = ("if", "else", "and", "or", "not")


@dataclass(frozen=True)
class Quantity:
    """A value in SI units with its dimension, or PLAIN (a bare number), or UNKNOWN (a parameter without a unit)."""

    value: float
    dimension: Dimension | str = PLAIN


def alone(text: str, path: str) -> Quantity | None:
    """The quantity of a text that is one number with a known unit, else None."""
    found = _ALONE.fullmatch(text)
    if found is None or not all(word in UNITS for word in re.findall(r"[A-Za-z]+|%", found[2])):
        return None
    factor, dimension = unit(found[2], path)
    return Quantity(_scaled(float(found[1].replace(" ", "")), factor), dimension)


def _scaled(value: float, factor: float) -> float:
    """value * factor, by a division where that is the exact way: 150 mm is 0.15 m to the last bit."""
    inverse = 1.0 / factor
    return value / round(inverse) if factor < 1.0 and abs(inverse - round(inverse)) < 1e-9 * inverse else value * factor


@dataclass
class Quantities:
    """Evaluates texts with the parameters of one file."""

    parameters: dict[str, Quantity] = field(default_factory=dict)
    points: dict[str, tuple[float, ...]] = field(default_factory=dict)  # [m]
    mistakes: Mistakes | None = None  # where they are gathered, and the entries that have some
    failed: set[str] = field(default_factory=set)

    def place(self, text: str, kind: str, path: str) -> list[float] | None:
        """The numbers of a named point, or of an expression of points, "(LBJ + UBJ)/2"; None for a text of no point."""
        used = [name for name in dict.fromkeys(WORD.findall(text)) if name in self.points]
        if not used:
            return None
        numbers = []
        for i in range(len(self.points[used[0]])):
            here = {name: Quantity(self.points[name][i], LENGTH) for name in used}
            found = Quantities({**self.parameters, **self.components, **here}).evaluate(text, path)
            if kind != "number" and isinstance(found.dimension, Dimension) and not fits(found.dimension, kind):
                raise FileFormatError(f"{path}: {_short(text)} is in {found.dimension}; expected is {expected(kind)}.")
            numbers.append(found.value)
        return numbers

    @property
    def components(self) -> dict[str, Quantity]:
        """LBJ.x, LBJ.y, .. as names."""
        return {
            f"{name}.{axis}": Quantity(x, LENGTH)
            for name, point in self.points.items()
            for axis, x in zip("xyz", point, strict=False)
        }

    @contextmanager
    def gathered(self, path: str) -> Iterator[None]:
        """Goes on after a mistake at `path`; its entry is not read any further then."""
        entry = path.split(" -> ")[:2]
        with nullcontext() if self.mistakes is None else self.mistakes.of(entry[-1]):
            try:
                yield
            except FileFormatError:
                self.failed.add(" -> ".join(entry))
                raise

    def in_law(self, text: str, path: str) -> str:
        """A law with its units as factors, "5 N/mm * x"; angles and speeds of rotation the language of laws has itself."""
        if len(text) > MAX_LENGTH:
            return text  # which is refused where it is read

        def factor(found: re.Match[str]) -> str:
            unit_text, rest = found[2], ""
            while (cut := max(unit_text.rfind("*"), unit_text.rfind("/"))) > 0:
                last = re.sub(r"[\^\d-]+$", "", unit_text[cut + 1 :])
                if last in UNITS and last not in self.parameters and last != "t":
                    break
                unit_text, rest = unit_text[:cut], unit_text[cut:] + rest
            if (
                unit_text in (*_WORDS, *CONSTANTS, "t", "x", "v")
                or unit_text in self.parameters
                or unit_text not in UNITS
            ):
                if not any(sign in unit_text for sign in "*/^"):
                    return found[0]
            try:
                return f"({_scaled(float(found[1]), unit(unit_text, path)[0])!r}){rest}"
            except FileFormatError:  # no unit: what it is, is said where the text is read
                return found[0]

        return _INSIDE.sub(factor, text)

    def number(self, data: Any, kind: str, path: str) -> Any:
        """The SI value of a text where `kind` (of units.KINDS) is expected; what is no text is returned as it is."""
        if not isinstance(data, str):
            return data
        found = self.evaluate(data, path)
        if isinstance(found.dimension, Dimension) and not fits(found.dimension, kind):
            raise FileFormatError(f"{path}: {_short(data)} is in {found.dimension}; expected is {expected(kind)}.")
        return found.value

    def evaluate(self, text: str, path: str) -> Quantity:
        """The quantity of an expression."""
        found = alone(text, path)
        if found is None:
            units: dict[str, Quantity] = {}
            source = _INSIDE.sub(lambda m: self._named(m, units, path), text)
            known = {**self.parameters, **units, **(self.components if "." in source and self.points else {})}
            found = _Expression(text, path, known, tuple(self.points)).evaluate(source)
        if not math.isfinite(found.value):
            raise FileFormatError(f"{path}: {_short(text)} has no finite value.")
        return found

    def _named(self, found: re.Match[str], units: dict[str, Quantity], path: str) -> str:
        """A name in place of a number with a unit: Python's reader knows no units. A parameter ends the unit: 5 mm*L."""
        text, rest = found[2], ""
        while (cut := max(text.rfind("*"), text.rfind("/"))) > 0:
            last = re.sub(r"[\^\d-]+$", "", text[cut + 1 :])
            if last in UNITS or last not in self.parameters:
                break
            text, rest = text[:cut], text[cut:] + rest
        if text in _WORDS:
            return found[0]
        factor, dimension = unit(text, path)
        name = f"_unit{len(units)}"
        units[name] = Quantity(_scaled(float(found[1]), factor), dimension)
        return f"{name}{rest}"


def read_parameters(table: Mapping[str, Any], path: str, mistakes: Mistakes | None = None) -> Quantities:
    """Parameters that may be expressions of each other, in any order; cycles are named."""
    done = Quantities(mistakes=mistakes)
    waiting: list[str] = []

    def find(name: str) -> Quantity:
        if name in done.parameters:
            return done.parameters[name]
        if name in waiting:
            cycle = " -> ".join([*waiting[waiting.index(name) :], name])
            raise FileFormatError(f"{joined(path, name)}: the parameters depend on themselves: {cycle}.")
        data, place = table[name], joined(path, name)
        if not isinstance(data, str):
            if isinstance(data, bool) or not isinstance(data, (int, float)):
                raise FileFormatError(f"{place}: {data!r} is not a number, nor a text like '150 mm' or '2*L'.")
            found = Quantity(float(data), UNKNOWN)
        else:
            waiting.append(name)
            for other in re.findall(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", data):
                if other in table and (other not in UNITS or not alone(data, place)):
                    find(other)
            found = done.evaluate(data, place)
            waiting.pop()
            if found.dimension == PLAIN:
                found = Quantity(found.value, UNKNOWN)
        done.parameters[name] = found
        return found

    for name in table:
        with nullcontext() if mistakes is None else mistakes.of(name):
            try:
                find(name)
            except RecursionError:
                raise FileFormatError(
                    f"{joined(path, name)}: too many parameters in a row use the next one; define them before they are used."
                ) from None
            finally:
                waiting.clear()
    done.parameters = {name: done.parameters[name] for name in table if name in done.parameters}
    return done


def read_points(q: Quantities, table: Mapping[str, Any], path: str, n: int) -> None:
    """Named points of n numbers, in terms of parameters and of points before them."""
    for name, data in table.items():
        place = joined(path, name)
        with nullcontext() if q.mistakes is None else q.mistakes.of(name):
            if not WORD.fullmatch(name):
                raise FileFormatError(f"{place}: expressions name points, so give letters, digits and _.")
            if name in q.parameters or name in CONSTANTS or name in UNITS:
                raise FileFormatError(
                    f"{place}: there is a parameter, constant or unit of that name; rename the point."
                )
            numbers = q.place(data, "length", place) if isinstance(data, str) else None
            if isinstance(data, list):
                numbers = [q.number(one, "length", place) for one in data]
            if numbers is None or len(numbers) != n or not all(_is_number(x) for x in numbers):
                raise FileFormatError(f"{place}: {shown(data)} is no point; give {n} lengths, or other points: A + B.")
            q.points[name] = tuple(float(x) for x in numbers)


def _is_number(x: Any) -> bool:
    return isinstance(x, (int, float)) and not isinstance(x, bool) and math.isfinite(x)


# -- expressions -------------------------------------------------------------------------------------------------

# of pure numbers
_MATH: dict[str, Callable[..., float]] = {"sign": lambda x: math.copysign(1.0, x) if x else 0.0}
_MATH |= {n: getattr(math, n) for n in ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "floor")}
_MATH |= {n: getattr(math, n) for n in ("sinh", "cosh", "tanh")}
_KEEPING: dict[str, Callable[..., float]] = {"abs": abs, "min": min, "max": max, "hypot": math.hypot}
FUNCTIONS = (*_MATH, *_KEEPING, "atan2")


@dataclass
class _Expression:
    """One text, for the messages, and the names it may use."""

    text: str
    path: str
    names: Mapping[str, Quantity]
    points: tuple[str, ...] = ()  # for hints

    def refuse(self, what: str) -> NoReturn:
        raise FileFormatError(f"{self.path}: {_short(self.text)}: {what}")

    def evaluate(self, source: str) -> Quantity:
        if len(source) > MAX_LENGTH:
            self.refuse(f"more than {MAX_LENGTH} characters.")
        try:
            return self.of(dotted(ast.parse(" ".join(source.split()).replace("^", "**"), mode="eval")))
        except SyntaxError:
            self.refuse("this cannot be read as a number, a number with a unit, or an expression; products need a *.")
        except (OverflowError, ZeroDivisionError):
            self.refuse(f"this has no finite value{self.values()}.")
        except (RecursionError, MemoryError):
            self.refuse("this is nested too deeply.")
        except ValueError as problem:
            self.refuse(f"this has no value ({problem}){self.values()}.")

    def values(self) -> str:
        """What the parameters of this text are, which is often enough to see the slip: " with L = 150"."""
        used = [name for name in dict.fromkeys(WORD.findall(self.text)) if name in self.names]
        shown = ", ".join(f"{name} = {self.names[name].value:g}" for name in used[:6])
        return f" with {shown} in SI units" if shown else ""

    def of(self, node: ast.AST) -> Quantity:
        match node:
            case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
                return Quantity(float(node.value))  # type: ignore[arg-type]
            case ast.Name(id=name):
                return self.name(name)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                one = self.of(node.operand)
                return Quantity(-one.value if isinstance(node.op, ast.USub) else one.value, one.dimension)
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                a, b = self.of(node.left), self.of(node.right)
                sign = 1.0 if isinstance(node.op, ast.Add) else -1.0
                return Quantity(a.value + sign * b.value, self.common(a, b))
            case ast.BinOp(op=ast.Mult() | ast.Div()):
                a, b = self.of(node.left), self.of(node.right)
                divide = isinstance(node.op, ast.Div)
                return Quantity(a.value / b.value if divide else a.value * b.value, _product(a, b, divide))
            case ast.BinOp(op=ast.Pow()):
                return self.power(self.of(node.left), self.of(node.right))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self.call(name, [self.of(one) for one in args])
        self.refuse("only numbers, units, parameters, + - * / ** and functions may stand here.")

    def name(self, name: str) -> Quantity:
        if name in self.names:
            return self.names[name]
        if name in CONSTANTS:
            return Quantity(CONSTANTS[name], UNITS[name][1] if name in UNITS else PLAIN)
        known = [n for n in (*self.names, *self.points, *CONSTANTS) if not n.startswith("_unit")]
        self.refuse(f"there is no parameter {name!r}.{near(name, known)}")

    def common(self, *parts: Quantity) -> Dimension | str:
        """The dimension of a sum."""
        given = {p.dimension for p in parts if isinstance(p.dimension, Dimension)}
        if len(given) > 1:
            self.refuse(f"{' and '.join(sorted(map(str, given)))} do not add up.")
        return given.pop() if given else UNKNOWN if any(p.dimension == UNKNOWN for p in parts) else PLAIN

    def power(self, base: Quantity, exponent: Quantity) -> Quantity:
        self.pure(exponent, "an exponent")
        value = base.value**exponent.value
        if isinstance(value, complex):
            self.refuse("a negative number has no such power.")
        dimension = base.dimension
        return Quantity(value, dimension**exponent.value if isinstance(dimension, Dimension) else dimension)

    def pure(self, one: Quantity, what: str) -> None:
        if isinstance(one.dimension, Dimension) and one.dimension != NUMBER:
            self.refuse(f"{what} must be a pure number, here it is in {one.dimension}.")

    def call(self, name: str, args: list[Quantity]) -> Quantity:
        if name not in FUNCTIONS:
            self.refuse(f"there is no function {name!r}.{near(name, FUNCTIONS)}")
        values = [one.value for one in args]
        if name == "sqrt" and len(args) == 1:
            return self.power(args[0], Quantity(0.5))
        try:
            if name in _KEEPING:
                return Quantity(float(_KEEPING[name](*values)), self.common(*args))
            if name == "atan2":
                self.common(*args)
                return Quantity(math.atan2(*values), NUMBER)
            for one in args:
                self.pure(one, f"the argument of {name}")
            return Quantity(float(_MATH[name](*values)), NUMBER)
        except TypeError:
            self.refuse(f"{name} does not take {len(args)} arguments.")


def _product(a: Quantity, b: Quantity, divide: bool) -> Dimension | str:
    if UNKNOWN in (a.dimension, b.dimension):
        return UNKNOWN
    if a.dimension == b.dimension == PLAIN:
        return PLAIN
    first, second = (NUMBER if q.dimension == PLAIN else q.dimension for q in (a, b))
    assert isinstance(first, Dimension) and isinstance(second, Dimension)
    return first / second if divide else first * second


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
