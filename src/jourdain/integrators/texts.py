"""Methods written as text, "Block(r=3, nodes='radau', index=2)": read without evaluating anything."""

from __future__ import annotations

import ast
from dataclasses import fields
from typing import Any

from jourdain.errors import ModelError
from jourdain.integrators import Integrator, all_integrators
from jourdain.integrators.registry import find, made
from jourdain.integrators.treatments import Treatment, all_treatments


def methods_from_text(text: str) -> list[Integrator]:
    """All methods of a text that separates them by commas: "RK4(step=1e-3), DOP853, Block(index=1)"."""
    try:
        tree = ast.parse(f"[{text}]", mode="eval").body
    except SyntaxError as problem:
        raise ModelError(f"method {text!r}: {problem.msg}; write it like RK4 or Block(r=3, index=2).") from None
    assert isinstance(tree, ast.List)
    if not tree.elts:
        raise ModelError(f"method {text!r}: there is no method in it; write one like RK4 or Block(r=3, index=2).")
    kinds: dict[str, Any] = dict(all_integrators())
    return [_made(node, kinds, "integrator") for node in tree.elts]


def _made(node: ast.expr, kinds: dict[str, Any], what: str) -> Any:
    """A value from its class name, with literal options if there are any."""
    call = node if isinstance(node, ast.Call) else ast.Call(node, [], [])
    written = ast.unparse(node)
    if not isinstance(call.func, ast.Name) or call.args or any(k.arg is None for k in call.keywords):
        raise ModelError(f"{written!r} is no {what}; write its name, or its name and options: Name(option=value).")
    find(kinds, call.func.id, what)
    return made(kinds, call.func.id, {str(k.arg): _option(k.value, written) for k in call.keywords}, what)


def _option(node: ast.expr, written: str) -> Any:
    """A literal, or a treatment of constraints such as Baumgarte(c1=10)."""
    treatments: dict[str, type[Treatment]] = {kind.__name__: kind for kind in all_treatments().values()}
    if isinstance(node, ast.Call) or (isinstance(node, ast.Name) and node.id in treatments):
        return _made(node, treatments, "treatment of constraints")
    try:
        return ast.literal_eval(node)
    except ValueError:
        value = ast.unparse(node)
        raise ModelError(f"{written!r}: {value} is no number, quoted text or list of them.") from None


def method_text(method: Integrator) -> str:
    """Class and the options that differ from its defaults, without step and tol."""
    return _short(method, "step", "tol")


def _short(value: Any, *without: str) -> str:
    """Class and the options that differ from its defaults; anything but methods and treatments as it is."""
    if not isinstance(value, (Integrator, Treatment)):
        return repr(value)
    plain, name = type(value)(), type(value).__name__
    own = [f.name for f in fields(value) if f.name not in without and getattr(value, f.name) != getattr(plain, f.name)]
    return f"{name}({', '.join(f'{one}={_short(getattr(value, one))}' for one in own)})" if own else name
