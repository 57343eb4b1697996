"""A Hamiltonian H(q, p, t) as a Lagrangian: v = H_p is solved for p, and L = p v - H.

H quadratic in p, H = p W p/2 + c p + H0, gives L = (v - c) W^-1 (v - c)/2 - H0. W = l d l^T is eliminated step by step in
definitions of the model, so expressions stay as small as those of H: with y = l^-1 (v - c), L = sum y_i^2/(2 d_i) - H0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sympy
from sympy.core.function import AppliedUndef

from jourdain.errors import ModelError
from jourdain.lagrange.derivation import RATE
from jourdain.lagrange.front import by_name, in_order, named
from jourdain.lagrange.model import LagrangianModel
from jourdain.lagrange.sympy_input import Atoms, Values, as_expression, as_expressions, build
from jourdain.lagrange.sympy_text import symbol_name


def transformed(
    name: str, H: Any, q: Any, p: Any, start: Any, momenta: Any, parts: Mapping[str, Any], parameters: Values, time: Any
) -> LagrangianModel:
    """See front.hamiltonian."""
    where = f"Hamiltonian {name!r}"
    if isinstance(H, str) or isinstance(q, str) or isinstance(p, str):
        raise ModelError(f"{where}: give H, q and p as SymPy expressions and symbols; texts are for Lagrangians.")
    atoms = _atoms(where, q, parameters, time)
    p = as_expressions(p, f"{where}: p")
    if len(p) != len(atoms.q):
        raise ModelError(
            f"{where}: p has {len(p)} entries ({', '.join(map(str, p[:9]))}) for {len(atoms.q)} coordinates."
        )
    H = atoms.plain(H)
    for one in p:
        if not H.has(one):
            raise ModelError(f"{where}: H does not depend on the momentum {one}; its rate would stay unknown.")
    positions = atoms.start(start)
    values = in_order(momenta, p, [symbol_name(one) for one in p], f"{where}: momenta")
    slopes = sympy.Matrix([H.diff(one) for one in p])
    place = {**dict(zip(atoms.q, positions, strict=True)), **dict(zip(p, values, strict=True))}
    rates = atoms.numbers(list(slopes), place)
    W = slopes.jacobian(p)
    if W.has(*p):
        L, back = _solved(where, atoms, H, p, slopes, {**place, **dict(zip(atoms.v, rates, strict=True))})
        shared: list[tuple[Any, Any]] = []
    else:
        L, back, shared = _quadratic(where, atoms, H, p, slopes, W)
    chosen = dict(parts)
    forces = by_name(parts.get("forces"), atoms.q, atoms.names, f"{where}: forces")
    chosen["forces"] = {key: _without(one, back, f"{where}: forces") for key, one in forces.items()}
    rows = named(parts.get("velocity"), "velocity constraint")
    chosen["velocity"] = {key: _without(one, back, f"{where}: velocity_constraints") for key, one in rows.items()}
    return build(name, atoms, positions, rates, {**chosen, "lagrangian": L}, shared)


def _atoms(where: str, q: Any, parameters: Values, time: Any) -> Atoms:
    """Rates are derivatives of functions of time; those of plain symbols get symbols."""
    listed = list(q) if isinstance(q, (Sequence, sympy.MatrixBase)) else [q]
    plain = any(not isinstance(one, AppliedUndef) for one in listed)
    return Atoms(where, q, [sympy.Symbol(f"{one}{RATE}") for one in listed] if plain else None, parameters, time)


def _without(expression: Any, back: Mapping[Any, Any], where: str) -> Any:
    return expression if isinstance(expression, str) else as_expression(expression, where).xreplace(back)


def _quadratic(
    where: str, atoms: Atoms, H: Any, p: list[Any], slopes: Any, W: Any
) -> tuple[Any, dict[Any, Any], list[tuple[Any, Any]]]:
    """L, p as expressions of v, and the definitions that both read."""
    zero = dict.fromkeys(p, 0)
    n = len(p)
    shared: list[tuple[Any, Any]] = []

    def defined(title: str, expression: Any) -> Any:
        """A symbol for an expression, where that is worth one."""
        if expression.is_Atom or expression.is_number or n == 1:
            return expression
        shared.append((sympy.Dummy(title), expression))  # a symbol of the user's may have that name
        return shared[-1][0]

    y = [rate - slope.xreplace(zero) for rate, slope in zip(atoms.v, slopes, strict=True)]
    factor, d = sympy.eye(n), [sympy.S.Zero] * n
    for j in range(n):
        pivot = W[j, j] - sum(factor[j, k] ** 2 * d[k] for k in range(j))
        if pivot.is_zero or sympy.simplify(pivot.subs(dict(reversed(shared)))).is_zero:
            raise ModelError(f"{where}: H is singular in the momenta (at {p[j]}): rates do not determine them.")
        d[j] = defined(f"d{j + 1}", pivot)
        for i in range(j + 1, n):
            rest = W[i, j] - sum(factor[i, k] * factor[j, k] * d[k] for k in range(j))
            factor[i, j] = defined(f"l{i + 1}{j + 1}", rest / d[j]) if rest != 0 else sympy.S.Zero
    for i in range(n):
        y[i] = defined(f"y{i + 1}", y[i] - sum(factor[i, k] * y[k] for k in range(i)))
    L = sum(y[i] ** 2 / d[i] for i in range(n)) / 2 - H.xreplace(zero)
    back: list[Any] = [y[i] / d[i] for i in range(n)]
    for i in reversed(range(n)):
        back[i] -= sum(factor[k, i] * back[k] for k in range(i + 1, n))
    return L, dict(zip(p, back, strict=True)), shared


def _solved(
    where: str, atoms: Atoms, H: Any, p: list[Any], slopes: Any, place: Mapping[Any, float]
) -> tuple[Any, dict[Any, Any]]:
    """L and p as expressions of v, by SymPy's solve; of several solutions the one that gives p at the start."""
    v = [sympy.Dummy(f"v{i}", real=True) for i in range(len(p))]
    unknowns = [sympy.Dummy(f"p{i}", real=True) for i in range(len(p))]
    named = dict(zip(p, unknowns, strict=True))
    equations = [rate - slope.xreplace(named) for rate, slope in zip(v, slopes, strict=True)]
    try:
        solutions = sympy.solve(equations, unknowns, dict=True)
    except NotImplementedError:
        solutions = []
    names = dict(zip(v, atoms.v, strict=True))
    wanted = np.array([place[one] for one in p])
    for solution in solutions:
        if set(solution) != set(unknowns):
            continue
        back = [solution[one].xreplace(names) for one in unknowns]
        try:
            found = np.array(atoms.numbers(back, {key: value for key, value in place.items() if key not in p}))
        except (TypeError, ValueError, ZeroDivisionError):
            continue
        if np.allclose(found, wanted, rtol=1e-9, atol=1e-12):
            table = dict(zip(p, back, strict=True))
            return sum(b * rate for b, rate in zip(back, atoms.v, strict=True)) - H.xreplace(table), table
    raise ModelError(
        f"{where}: the rates v = dH/dp could not be solved for the momenta {', '.join(map(str, p))}; write the Lagrangian."
    )
