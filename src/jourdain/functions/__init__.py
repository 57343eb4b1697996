"""User-given scalar functions: drives, force laws, general rows, loads, rates of extra states.

`lower` turns a number, a text, an @njit function or a Python function into a Program; `pack` joins programs into Tapes;
the kernels `evaluate` and `evaluate_value` run them.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jourdain.errors import ModelError, shown
from jourdain.functions.callbacks import from_callable, pending_exception
from jourdain.functions.tables import Table
from jourdain.functions.tape import Program, evaluate, evaluate_value, pack
from jourdain.functions.text import FUNCTIONS, by_parameter, constant, parse

__all__ = [
    "FUNCTIONS",
    "Program",
    "Table",
    "by_parameter",
    "evaluate",
    "evaluate_value",
    "lower",
    "pack",
    "parse",
    "pending_exception",
]


def lower(
    value: Any,
    *,
    names: Mapping[str, int],
    parameters: Mapping[str, Any],
    where: str,
    arguments: Sequence[str],
    derivatives: Sequence[Callable[[float], float]] | None = None,
) -> Program:
    """The program of whatever a user may give for a scalar function.

    value: a finite number, a text in the names, parameters and tables, a table, an @njit function or a Python function of the
    arguments in that order; names: input -> index in Z; where: the element, for messages ("drive 'motor'");
    derivatives: (f', f'') of a function of one argument given as code.
    """
    if isinstance(value, Table):
        if derivatives is not None:
            raise ModelError(f"{where}: {value!r} has its derivatives with it; leave them out.")
        if not arguments:
            raise ModelError(f"{where}: a table has no argument here; give a number.")
        word = "x" if "x" in arguments else arguments[0]  # a law is a function of its measure, all else of time
        return parse(f"table({word})", names=names, parameters={"table": value}, where=where)
    if callable(value):
        pairs = [(name, names[name]) for name in arguments]
        return from_callable(value, len(pairs), pairs, where=where, derivatives=derivatives)
    if derivatives is not None:
        raise ModelError(f"{where}: derivatives go with functions given as code; those of {value!r} are exact already.")
    if isinstance(value, str):
        return parse(value, names=names, parameters=parameters, where=where)
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        try:
            finite = math.isfinite(value)
        except OverflowError:  # a whole number may be too large for any float
            finite = False
        if not finite:
            raise ModelError(f"{where}: the value {shown(value)} is not a finite number.")
        return constant(float(value))
    raise ModelError(
        f"{where}: {shown(value)} is not a function; give a number, a text in {', '.join(names)}, or a function called as "
        f"f({', '.join(arguments)})."
    )
