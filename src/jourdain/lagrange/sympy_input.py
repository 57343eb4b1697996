"""SymPy expressions as the parts of a LagrangianModel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.physics.mechanics import dynamicsymbols

from jourdain.errors import ModelError, shown
from jourdain.lagrange.derivation import RATE
from jourdain.lagrange.front import add_states, as_state, by_name, checked, in_order, named, names_in
from jourdain.lagrange.model import LagrangianModel
from jourdain.lagrange.sympy_text import Writer, clean, symbol_name
from jourdain.model.parsing import number

Values = Mapping[Any, Any] | None  # of parameters


def as_expression(value: Any, where: str) -> Any:
    """A SymPy expression of anything that SymPy takes for one."""
    try:
        found = sympy.sympify(value)
    except (sympy.SympifyError, TypeError, ValueError, AttributeError):
        found = None
    if not isinstance(found, (sympy.Basic, sympy.MatrixBase)):
        raise ModelError(f"{where}: {shown(value)} is no expression of SymPy.")
    return found


def as_expressions(value: Any, where: str) -> list[Any]:
    """Expressions of one, or of a sequence or matrix of them."""
    return [
        as_expression(one, where) for one in (value if isinstance(value, (Sequence, sympy.MatrixBase)) else [value])
    ]


class Atoms:
    """The symbols of a system: time, coordinates, rates, states; and the values of parameters."""

    def __init__(self, where: str, q: Any, v: Any, parameters: Values, time: Any) -> None:
        self.where = where
        self.q = as_expressions(q, f"{where}: q")
        for one in self.q:
            if not isinstance(one, (sympy.Symbol, AppliedUndef)):
                raise ModelError(f"{where}: {one} is no coordinate; give symbols, or functions of time.")
        self.names = [symbol_name(one) for one in self.q]
        self.t = self._time(time)
        self.v = self._rates(v)
        self.values: dict[str, float] = {}
        self.specified: dict[Any, Any] = {}
        for key, value in (parameters or {}).items():
            if isinstance(value, sympy.Expr) and not value.is_number and isinstance(key, sympy.Expr):
                self.specified[key] = value
            else:
                self.values[clean(key) if isinstance(key, str) else symbol_name(key)] = number(
                    float(value) if isinstance(value, sympy.Expr) else value, f"{where}: parameter {str(key)!r}"
                )

    def _time(self, time: Any) -> Any:
        if time is not None:
            symbol = as_expression(time, f"{self.where}: time")
            if not isinstance(symbol, sympy.Symbol):
                raise ModelError(f"{self.where}: time = {shown(time)}; give the symbol that stands for the time.")
            return symbol
        found = {one.args[0] for one in self.q if isinstance(one, AppliedUndef)}
        return found.pop() if len(found) == 1 else dynamicsymbols._t

    def _rates(self, v: Any) -> list[Any]:
        if v is None:
            plain = [str(one) for one in self.q if not isinstance(one, AppliedUndef)]
            if plain:
                raise ModelError(f"{self.where}: {', '.join(plain)} are no functions of time; give their rates as v.")
            return [one.diff(self.t) for one in self.q]
        rates = as_expressions(v, f"{self.where}: v")
        if len(rates) != len(self.q):
            raise ModelError(f"{self.where}: v has {len(rates)} entries for {len(self.q)} coordinates.")
        return rates

    def start(self, given: Any) -> list[float]:
        """Values of the coordinates, as users give them."""
        return in_order(given, self.q, self.names, f"{self.where}: start")

    def rates(self, given: Any) -> list[float]:
        """Values of the rates; a mapping may name coordinates or rates."""
        spelt = {str(one) for one in self.v}
        by_rates = isinstance(given, Mapping) and all(str(key) in spelt for key in given)
        return in_order(given, self.v if by_rates else self.q, self.names, f"{self.where}: velocity")

    def table(self, states: Sequence[Any] = ()) -> dict[Any, str]:
        """Symbol -> name in texts."""
        table = {self.t: "t", **dict(zip(self.q, self.names, strict=True))}
        for one, rate, name in zip(self.q, self.v, self.names, strict=True):
            table[rate] = f"{name}{RATE}"
            if isinstance(one, AppliedUndef):
                table[one.diff(self.t)] = f"{name}{RATE}"
        return {**table, **{one: symbol_name(one) for one in states}}

    def plain(self, expression: Any) -> Any:
        """An expression ready to be written: functions of time that are given put in, derivatives carried out."""
        if isinstance(expression, str):
            return expression
        ready = as_expression(expression, self.where)
        if isinstance(ready, sympy.MatrixBase) and ready.shape == (1, 1):
            ready = ready[0]
        if not isinstance(ready, sympy.Expr) or ready.is_Matrix:
            raise ModelError(f"{self.where}: {shown(expression)} is no expression.")
        if self.specified:
            ready = ready.subs(self.specified)
        known = {*self.v, *(one.diff(self.t) for one in self.q if isinstance(one, AppliedUndef))}
        return ready.doit() if ready.atoms(sympy.Derivative) - known else ready

    def numbers(self, expressions: Sequence[Any], values: Mapping[Any, float]) -> list[float]:
        """Values of expressions at t = 0 for values of symbols; parameters have theirs."""
        ready = [self.plain(one) for one in expressions]
        place = {**values, self.t: 0.0}
        for symbol in set().union(*(one.free_symbols for one in ready)) - set(place):
            if symbol_name(symbol) not in self.values:
                raise ModelError(f"{self.where}: the symbol {str(symbol)!r} has no value; give it in parameters.")
            place[symbol] = self.values[symbol_name(symbol)]
        stand_ins = {one: sympy.Dummy() for one in place}
        function = sympy.lambdify(list(stand_ins.values()), [one.xreplace(stand_ins) for one in ready], "math")
        return [float(one) for one in function(*place.values())]


def from_expressions(
    name: str, q: Any, v: Any, start: Any, velocity: Any, parts: Mapping[str, Any], parameters: Values, time: Any
) -> LagrangianModel:
    """See front.lagrangian."""
    atoms = Atoms(f"Lagrangian {name!r}", q, v, parameters, time)
    return build(name, atoms, atoms.start(start), atoms.rates(velocity), parts)


def build(
    name: str,
    atoms: Atoms,
    start: Sequence[float],
    rates: Sequence[float],
    parts: Mapping[str, Any],
    shared: Sequence[tuple[Any, Any]] = (),
) -> LagrangianModel:
    """The model of expressions.

    parts: lagrangian, or mass and forcing; forces, dissipation, position, velocity, states, speeds. shared: (symbol,
    expression) that they read.
    """
    where, n = atoms.where, len(atoms.names)
    states = {key: as_state(value, f"{where}: state {key}") for key, value in (parts.get("states") or {}).items()}
    symbols = [sympy.Symbol(key) if isinstance(key, str) else key for key in states]
    forces = by_name(parts.get("forces"), atoms.q, atoms.names, f"{where}: forces")
    outer = {key: one for key, one in forces.items() if _reads(one, symbols)}
    table: dict[str, dict[Any, Any]] = {
        "one": {key: parts[key] for key in ("lagrangian", "dissipation") if parts.get(key) is not None},
        "mass": dict(enumerate(parts.get("mass") or ())),
        "forcing": dict(enumerate(parts.get("forcing") or ())),
        "generalized": {key: one for key, one in forces.items() if key not in outer},
        "position_rows": named(parts.get("position"), "constraint"),
        "velocity_rows": named(parts.get("velocity"), "velocity constraint"),
        "speeds": dict(parts.get("speeds") or {}),
    }
    writer = Writer(where, atoms.table(symbols), atoms.values)
    texts = _written(writer, atoms, table, shared)
    mass, forcing = list(texts.pop("mass").values()), list(texts.pop("forcing").values())
    model = LagrangianModel(
        name,
        coordinates={key: (start[i], rates[i]) for i, key in enumerate(atoms.names)},
        mass=[mass[n * i : n * i + n] for i in range(n)] if mass else None,
        forcing=forcing or None,
        definitions=writer.definitions,
        parameters=atoms.values,
        **texts.pop("one"),
        **texts,
    )
    spelt = {
        symbol_name(symbol): (writer.inline(atoms.plain(rate)), at)
        for symbol, (rate, at) in zip(symbols, states.values(), strict=True)
    }
    add_states(model, spelt, {key: writer.inline(atoms.plain(one)) for key, one in outer.items()})
    return checked(model)


def _written(
    writer: Writer, atoms: Atoms, table: Mapping[str, Mapping[Any, Any]], shared: Sequence[tuple[Any, Any]]
) -> dict[str, Any]:
    """The same table with texts; they are written at once, since they share definitions."""
    expressions = [atoms.plain(one) for group in table.values() for one in group.values()]
    texts = iter(writer.write(expressions, [(symbol, atoms.plain(one)) for symbol, one in shared]))
    return {key: {name: next(texts) for name in group} for key, group in table.items()}


def _reads(expression: Any, symbols: Sequence[Any]) -> bool:
    if isinstance(expression, str):
        return bool(names_in(expression) & {symbol_name(one) for one in symbols})
    return bool(symbols) and bool(sympy.sympify(expression).has(*symbols))
