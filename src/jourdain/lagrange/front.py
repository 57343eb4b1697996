"""What users call: a model from a Lagrangian, from a Hamiltonian, or from a method of sympy.physics.mechanics."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jourdain.errors import ModelError, near, shown
from jourdain.lagrange.derivation import RATE, Derivation
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.elements import Input, Rate
from jourdain.model.parsing import number

_OWN = ("x", "v")  # what the law of a force calls its own measure and rate
_NOT_OWN = "_of_model"


def lagrangian(
    name: str,
    L: Any,
    q: Any,
    v: Any = None,
    *,
    start: Any,
    velocity: Any = None,
    forces: Any = None,
    dissipation: Any = None,
    constraints: Any = (),
    velocity_constraints: Any = (),
    parameters: Mapping[Any, Any] | None = None,
    states: Mapping[Any, Any] | None = None,
    time: Any = None,
) -> LagrangianModel:
    """A model from its Lagrangian L(q, v, t), as a text or as a SymPy expression.

    q: names (then everything is a text, and rates are `<name>_rate`), or SymPy functions of time (v: their derivatives), or
    SymPy symbols with the symbols v. start, velocity: values of q and v (mapping or sequence; velocity default 0).
    forces: generalised forces, a mapping or one per coordinate; dissipation: Rayleigh function of v. constraints: Phi(q, t)
    that are held at zero, velocity_constraints: linear in v; a sequence, or a mapping from names. parameters: values; for
    a function of time also an expression of it. states: name -> (rate, start). time: the symbol of t.
    """
    parts = {"lagrangian": L, "forces": forces, "dissipation": dissipation, "states": states}
    parts |= {"position": constraints, "velocity": velocity_constraints}
    if _are_texts(q):
        return from_texts(name, q, start, velocity, parts, parameters)
    model: LagrangianModel = _with_sympy("sympy_input").from_expressions(
        name, q, v, start, velocity, parts, parameters, time
    )
    return model


def hamiltonian(
    name: str,
    H: Any,
    q: Any,
    p: Any,
    *,
    start: Any,
    momenta: Any = None,
    forces: Any = None,
    constraints: Any = (),
    velocity_constraints: Any = (),
    parameters: Mapping[Any, Any] | None = None,
    states: Mapping[Any, Any] | None = None,
    time: Any = None,
) -> LagrangianModel:
    """A model from its Hamiltonian H(q, p, t), a SymPy expression: brought to a Lagrangian by Legendre's transform.

    H quadratic in p, or such that SymPy solves v = H_p for p. momenta: p at the start (default 0). forces Q of p' = -H_q + Q
    and velocity_constraints may be written with p. All else as in `lagrangian`.
    """
    parts = {"forces": forces, "position": constraints, "velocity": velocity_constraints, "states": states}
    model: LagrangianModel = _with_sympy("legendre").transformed(name, H, q, p, start, momenta, parts, parameters, time)
    return model


def from_mechanics(
    method: Any,
    *,
    start: Any,
    velocity: Any = None,
    speeds: Any = None,
    parameters: Mapping[Any, Any] | None = None,
    name: str = "model",
) -> LagrangianModel:
    """A model from a LagrangesMethod or KanesMethod of sympy.physics.mechanics.

    start: values of the coordinates; velocity: of their derivatives, or speeds: of the generalised speeds (KanesMethod).
    Constraints become rows of the model: all coordinates and speeds count as independent, whatever the method took for
    dependent. Generalised speeds are reported by name.
    """
    model: LagrangianModel = _with_sympy("mechanics").from_method(method, start, velocity, speeds, parameters, name)
    return model


# -- what the ways have in common --------------------------------------------------------------------------------------


def _with_sympy(module: str) -> Any:
    """A module that needs SymPy, which is optional."""
    try:
        importlib.import_module("sympy")
    except ImportError:
        raise ModelError("expressions need SymPy; install jourdain[symbolic], or write texts and names.") from None
    return importlib.import_module(f"jourdain.lagrange.{module}")


def _are_texts(q: Any) -> bool:
    return isinstance(q, str) or (isinstance(q, Iterable) and all(isinstance(one, str) for one in q))


def from_texts(
    name: str, q: Any, start: Any, velocity: Any, parts: Mapping[str, Any], parameters: Mapping[Any, Any] | None
) -> LagrangianModel:
    """A model whose parts are texts."""
    names = q.replace(",", " ").split() if isinstance(q, str) else list(q)
    where = f"Lagrangian {name!r}"
    positions = in_order(start, names, names, f"{where}: start")
    rates = in_order(velocity, names, names, f"{where}: velocity")
    forces = by_name(parts["forces"], names, names, f"{where}: forces")
    states = {key: as_state(value, f"{where}: state {key!r}") for key, value in (parts["states"] or {}).items()}
    for key, text in forces.items():
        if text is None:
            raise ModelError(f"{where}: forces: {key!r} is None; write '0' where there is nothing.")
    inner = {key: text for key, text in forces.items() if not names_in(text) & states.keys()}
    model = LagrangianModel(
        name,
        coordinates={key: (positions[i], rates[i]) for i, key in enumerate(names)},
        lagrangian=parts["lagrangian"],
        dissipation=parts["dissipation"],
        generalized=inner,
        position_rows=named(parts["position"], "constraint"),
        velocity_rows=named(parts["velocity"], "velocity constraint"),
        parameters=parameters,
    )
    add_states(model, states, {key: text for key, text in forces.items() if key not in inner})
    return checked(model)


def checked(model: LagrangianModel) -> LagrangianModel:
    """The model, all of whose texts can be read."""
    derivation = Derivation(model.texts(), model.where)
    derivation.check_linear()
    derivation.read_speeds(model.speeds)
    return model


def as_state(value: Any, where: str) -> tuple[Any, float]:
    """(rate, start) of an extra state."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise ModelError(f"{where}: {shown(value)}; give (rate, start).")
    return value[0], number(value[1], f"{where}: start")


def add_states(model: LagrangianModel, states: Mapping[str, tuple[str, float]], forces: Mapping[str, str]) -> None:
    """Extra states, and the forces that read them: elements of the model, since the Lagrangian knows coordinates only."""
    for key, (rate, at) in states.items():
        model.state(key, rate, start=at, inputs=_inputs(model, rate))
    for key, text in forces.items():
        law = _renamed(model, text)
        model.force(f"force on {key}", model.coordinate(key), law=law, inputs=_inputs(model, law))


def _inputs(model: LagrangianModel, text: str) -> dict[str, Input]:
    """The coordinates and rates that a text reads."""
    found: dict[str, Input] = {}
    for key in model.coordinates:
        measure = model.coordinate(key)
        found |= {key: measure, f"{key}{RATE}": Rate(measure), f"{key}{_NOT_OWN}": measure}
    used = names_in(text)
    return {name: what for name, what in found.items() if name in used}


def names_in(text: str) -> set[str]:
    """The names that a text reads, and of functions."""
    try:
        return {node.id for node in ast.walk(ast.parse(str(text), mode="eval")) if isinstance(node, ast.Name)}
    except SyntaxError:
        return set()  # reported where the text is read


def _renamed(model: LagrangianModel, text: str) -> str:
    """A law's text in which coordinates named x or v are not taken for the law's own."""
    clash = names_in(text) & set(_OWN) & model.coordinates.keys()
    if not clash:
        return text
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in clash:
            node.id = f"{node.id}{_NOT_OWN}"
    return ast.unparse(tree)


def in_order(given: Any, keys: Sequence[Any], names: Sequence[str], where: str) -> list[float]:
    """Values of coordinates, from a mapping (by name or symbol), a sequence, or None for zeros."""
    if given is None:
        return [0.0] * len(names)
    if isinstance(given, Mapping):
        chosen = by_name(given, keys, names, where)
        missing = [one for one in names if one not in chosen]
        if missing:
            raise ModelError(f"{where}: no value for {', '.join(map(repr, missing))}.")
        values = [chosen[one] for one in names]
    else:
        values = list(given) if isinstance(given, Iterable) and not isinstance(given, bytes) else [given]
    if len(values) != len(names):
        raise ModelError(f"{where}: {len(values)} values for {len(names)} coordinates ({', '.join(names)}).")
    return [number(value, f"{where} of {one!r}") for one, value in zip(names, values, strict=True)]


def by_name(given: Any, keys: Sequence[Any], names: Sequence[str], where: str) -> dict[str, Any]:
    """name -> what is given for it, from a mapping (by name or symbol), a sequence of all, or None."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
            raise ModelError(
                f"{where} = {shown(given)}; give a mapping from names, or one for each of {', '.join(names)}."
            )
        listed = list(given)
        if len(listed) != len(names):
            raise ModelError(f"{where}: {len(listed)} given for {len(names)} coordinates ({', '.join(names)}).")
        return dict(zip(names, listed, strict=True))
    table = {**dict(zip(map(str, keys), names, strict=True)), **{one: one for one in names}}
    found = {}
    for key, value in given.items():
        if str(key) not in table:
            raise ModelError(f"{where}: {shown(key)} is no coordinate.{near(str(key), names)}")
        found[table[str(key)]] = value
    return found


def named(given: Any, what: str) -> dict[str, Any]:
    """Rows by name; those of a sequence are numbered."""
    if given is None or isinstance(given, Mapping):
        return dict(given or {})
    listed = [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    return {f"{what} {i + 1}": one for i, one in enumerate(listed)}
