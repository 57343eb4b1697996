"""Functions given as code -> programs that call them by address.

An @njit function becomes a C function compiled once (about 10 ns a call); a plain Python function a callback into the
interpreter (about 1 us a call). Both get one C signature (see tape.MAX_ARGUMENTS), so that one compiled interpreter
serves all. A Python exception cannot pass through compiled code: it is stored, the call gives NaN, and whoever meets
the NaN asks pending_exception().
"""

from __future__ import annotations

import ctypes
import inspect
import math
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numba
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target

from jourdain.errors import ModelError
from jourdain.functions import jets
from jourdain.functions.tape import MAX_ARGUMENTS, Program, program

_C_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * (MAX_ARGUMENTS + 1))
_SIGNATURE = numba.float64(*[numba.float64] * (MAX_ARGUMENTS + 1))


class _Pending(threading.local):
    """Exceptions of Python functions that compiled code has called in this thread: runs in two threads do not meet."""

    def __init__(self) -> None:
        self.errors: list[BaseException] = []


_pending = _Pending()


def pending_exception() -> BaseException | None:
    """The exception that made the last failing call of a Python function in this thread give NaN, once; then None."""
    return _pending.errors.pop() if _pending.errors else None


def from_callable(
    function: Callable[..., float],
    n_arguments: int,
    names_to_indices: Sequence[tuple[str, int]],
    *,
    where: str,
    derivatives: Sequence[Callable[[float], float]] | None = None,
) -> Program:
    """The program that calls function(Z[i1], .., Z[in]).

    names_to_indices: (argument name, index in Z) in the order of the call, n_arguments of them. derivatives: for one
    argument, (f', f''); without them derivatives are differences and the program says exact=False.
    """
    names = [name for name, _ in names_to_indices]
    if len(names) != n_arguments or not 1 <= n_arguments <= MAX_ARGUMENTS:
        raise ModelError(f"{where}: a function given as code takes 1 to {MAX_ARGUMENTS} arguments, not {n_arguments}.")
    functions = [function]
    if derivatives is not None:
        functions += _two_derivatives(derivatives, names, where)
    rows = [(jets.INPUT, index, 0, i) for i, (_, index) in enumerate(names_to_indices)]
    rows.append((jets.CALLD if derivatives is not None else jets.CALL + n_arguments, 0, 0, 0))
    addresses, keep = zip(*(_address(one, names, where) for one in functions), strict=True)
    return program(rows, pointers=addresses, text=_name(function), exact=derivatives is not None, keep=keep)


def _two_derivatives(derivatives: Any, names: list[str], where: str) -> list[Callable[[float], float]]:
    if len(names) != 1:
        raise ModelError(
            f"{where}: derivatives can be given for a function of one argument only, this one has {len(names)} "
            f"({', '.join(names)}); leave them out and differences are used, or write the function as text."
        )
    if not isinstance(derivatives, (tuple, list)) or len(derivatives) != 2:
        raise ModelError(f"{where}: derivatives must be two functions (f1, f2), the first and second derivative.")
    return list(derivatives)


def _name(function: Any) -> str:
    return str(getattr(function, "__qualname__", None) or repr(function))


def _address(function: Any, names: list[str], where: str) -> tuple[int, Any]:
    """The address of the C function and what keeps it alive."""
    expected = f"f({', '.join(names)})"
    if not callable(function):
        raise ModelError(
            f"{where}: {function!r} is not a function; give a number, a text, or a function called as {expected}."
        )
    plain = function.py_func if isinstance(function, Dispatcher) else function
    try:
        inspect.signature(plain).bind(*names)
    except ValueError:  # builtins without a signature: the first call will tell
        pass
    except TypeError as error:
        raise ModelError(
            f"{where}: the function {_name(function)} cannot be called as {expected} ({error}); "
            f"define it as def {getattr(plain, '__name__', 'f')}({', '.join(names)})."
        ) from None
    if isinstance(function, Dispatcher):
        return _compiled(function, len(names), expected, where)
    return _python(function, len(names), where)


def _compiled(function: Any, n: int, expected: str, where: str) -> tuple[int, Any]:
    """A C function around an @njit function; an exception in it gives NaN (by itself C code would print it)."""
    remedy = (
        f"{where}: the compiled function {_name(function)} must be callable as {expected} with floats and return one "
        "float on every path; repair it, or give it without @njit."
    )
    nan = math.nan

    def padded(a, b, c, d, e, f, mark):  # type: ignore[no-untyped-def]
        arguments = (a, b, c, d, e, f)[:n]
        try:
            return float(function(*arguments))
        except Exception:
            return nan

    try:
        kind = numba.typeof(function).get_call_type(cpu_target.typing_context, (numba.float64,) * n, {}).return_type
        if not isinstance(kind, (types.Float, types.Integer)):
            raise ModelError(f"{remedy} It returns {kind}.")
        compiled = numba.cfunc(_SIGNATURE)(padded)
    except NumbaError as error:
        raise ModelError(f"{remedy} Numba says: {_gist(str(error))}") from error
    assert compiled.address is not None
    return compiled.address, (compiled, function)


def _gist(message: str) -> str:
    """The lines of a Numba message that say what is wrong."""
    lines = [line.strip() for line in message.splitlines()]
    telling = [line for line in lines if line and not line.startswith(("Failed in", "During:", "File", "^"))]
    return " ".join(telling[:3])[:300]


def _python(function: Callable[..., float], n: int, where: str) -> tuple[int, Any]:
    """A callback into the interpreter. KeyboardInterrupt and the like fail every further call until it is fetched."""

    def padded(*arguments: float) -> float:
        errors = _pending.errors
        if errors and not isinstance(errors[-1], Exception):
            return math.nan
        try:
            return float(function(*arguments[:n]))
        except BaseException as error:
            real_call = arguments[-1] == 0.0
            consequence = bool(errors) and not all(map(math.isfinite, arguments))  # NaN begets further errors
            if not isinstance(error, Exception) or (real_call and not consequence):
                error.add_note(f"in {where}: {_name(function)}{arguments[:n]}")
                errors[:] = [error]
            return math.nan

    callback = _C_FUNCTION(padded)
    address = ctypes.cast(callback, ctypes.c_void_p).value
    assert address is not None
    return address, (callback, function)
