"""Wrong arguments of public calls: which argument is of a wrong kind is said, instead of a raw error from inside.

Only texts and switches are looked at before a call, since anything would do for them: a name that is a number is found much
later, a text "no" counts as yes. All else is read where it is used. If a call ends in an error that no message was written for,
its arguments are compared with what the signature says; the first that does not fit is named. If all fit, the error stays what
it is: it is ours then.
"""

from __future__ import annotations

import builtins
import functools
import inspect
import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from numbers import Integral, Real
from pathlib import PurePath
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import numpy as np

from jourdain.errors import JourdainError, ModelError, shown

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)
LONG = 400  # characters of a message
_RAW = (AttributeError, LookupError, TypeError, ValueError, ArithmeticError)
_PLAIN: dict[Any, tuple[type, ...]] = {"str": (str,), "bool": (bool, np.bool_)}
_PLAIN |= {f"{name} | None": (*kinds, type(None)) for name, kinds in _PLAIN.items()}


def guarded(function: F, *, first: bool = True) -> F:
    """The function, which names an argument of a wrong kind; first: texts and switches before it is called."""
    if hasattr(function, "guarded"):
        return function
    plain = (
        []
        if not first
        else [
            (place, one.name, _PLAIN[one.annotation])
            for place, one in enumerate(inspect.signature(function).parameters.values())
            if one.annotation in _PLAIN and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
        ]
    )

    @functools.wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        for place, name, kinds in plain:
            value = named[name] if name in named else given[place] if place < len(given) else None
            if isinstance(value, kinds) or (name not in named and place >= len(given)):
                continue
            if blame := _blamed(function, given, named, False):
                raise TypeError(blame)
        try:
            return function(*given, **named)
        except JourdainError as problem:
            _shorten(problem, (*given, *named.values()))
            raise
        except OSError as problem:
            blame = _blamed_file(function, given, named, problem)
            if blame is None:
                raise
            raise ModelError(blame) from problem
        except _RAW as problem:
            blame = _blamed(function, given, named, isinstance(problem, OverflowError))
            if blame is None:
                raise
            raise TypeError(blame) from problem

    call.guarded = True  # type: ignore[attr-defined]
    return call  # type: ignore[return-value]


def guarded_methods(kind: C) -> C:
    """The class, all public methods of which, and whose making, name an argument of a wrong kind."""
    for name, method in list(vars(kind).items()):
        if inspect.isfunction(method) and (name == "__init__" or not name.startswith("_")):
            own = name == "__init__" and is_dataclass(kind)  # which looks at its values itself
            setattr(kind, name, guarded(method, first=not own))
    return kind


def _shorten(problem: JourdainError, values: tuple[Any, ...]) -> None:
    """Take long values out of a message: what is wrong must not be behind a page of numbers."""
    if len(message := str(problem)) <= LONG:
        return
    for value in values:
        if not hasattr(value, "__dict__") and len(whole := repr(value)) > LONG // 4:
            message = message.replace(whole, shown(value))
            message = message.replace(value, shown(value).strip("'")) if isinstance(value, str) else message
    problem.args = (message, *problem.args[1:])


def _blamed_file(
    function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any], problem: OSError
) -> str | None:
    """What to say where a file that an argument names cannot be used."""
    for name, value in inspect.signature(function).bind(*given, **named).arguments.items():
        if isinstance(value, (str, PurePath)) and str(value) and str(value) in str(problem.filename):
            return f"{_name(function)}: {name} = {shown(str(value))}: {problem.strerror}."
    return None


def _blamed(function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any], large: bool) -> str | None:
    """What to say of the first argument that does not fit the signature, None if all do; large: a number is too large."""
    signature = inspect.signature(function)
    try:
        bound = signature.bind(*given, **named).arguments
    except TypeError:  # Python says which argument is missing or unknown
        return None
    for name, value in bound.items():
        parameter = signature.parameters[name]
        several = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        if large and _too_large(value):
            return f"{_name(function)}: {name} = {shown(value)} is too large a number."
        if name in ("self", "cls") or several or parameter.annotation is parameter.empty:
            continue
        if not suits(value, _hint(parameter.annotation, function)):
            wanted = str(parameter.annotation).replace("Any", "..")
            return f"{_name(function)}: {name} = {shown(value)} is not {wanted}."
    return None


def _name(function: Callable[..., Any]) -> str:
    return function.__qualname__.removesuffix(".__init__").rpartition(".")[2]


def _too_large(value: Any) -> bool:
    """Is it, or holds it, a whole number that no float can be?"""
    if isinstance(value, (list, tuple)):
        return any(_too_large(one) for one in value)
    return isinstance(value, int) and abs(value) > 1e308


class _Names(dict[str, Any]):
    """The names of a module; those that only type checkers import are classes of that name."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, None) or type(name, (), {"named": name})


def _hint(annotation: Any, function: Callable[..., Any]) -> Any:
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, {}, _Names(getattr(function, "__globals__", {})))  # of our own source
    except (TypeError, SyntaxError, AttributeError):
        return Any


def suits(value: Any, hint: Any) -> bool:
    """Does a value fit a type? True where that cannot be told."""
    kind, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if kind in (Union, types.UnionType):
        return any(suits(value, part) for part in parts)
    if kind is Literal:
        return isinstance(value, str) and value in parts
    if hint is None or hint is types.NoneType:
        return value is None
    if hint is float:
        return isinstance(value, Real) and not isinstance(value, bool) and abs(value) < 1e308  # type: ignore[operator]
    if hint is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    if hint is bool:
        return isinstance(value, (bool, np.bool_))
    if hint is np.ndarray or kind is np.ndarray:
        return _is_array(value)
    origin = kind or hint
    if origin is Callable:
        return callable(value)
    if not isinstance(origin, type) or origin is object:
        return True
    return _suits_class(value, origin, parts)


def _suits_class(value: Any, origin: type, parts: tuple[Any, ...]) -> bool:
    if hasattr(origin, "named"):
        return origin.__name__ in (one.__name__ for one in type(value).__mro__)
    if issubclass(origin, Mapping):
        return isinstance(value, Mapping) and (
            not parts or all(suits(k, parts[0]) and suits(v, parts[1]) for k, v in value.items())
        )
    if origin in (tuple, list, Sequence, Collection, Iterable):
        wanted: Any = (
            Collection if origin is Collection else Iterable if origin is Iterable else (tuple, list, np.ndarray)
        )
        if isinstance(value, (str, bytes)) or not isinstance(value, wanted):
            return False
        every = parts[:1] if len(parts) == 1 or parts[1:] == (...,) else ()
        return not every or not isinstance(value, Sequence | np.ndarray) or all(suits(one, every[0]) for one in value)
    return isinstance(value, origin)


def _is_array(value: Any) -> bool:
    if hasattr(value, "toarray"):  # sparse
        return True
    try:
        return np.asarray(value, dtype=np.float64).ndim > 0
    except (TypeError, ValueError, OverflowError):
        return False
