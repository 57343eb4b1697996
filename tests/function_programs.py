"""Programs of user functions for tests: read from texts or code, and evaluated with their derivatives."""

from __future__ import annotations

import math

import numpy as np

from jourdain.functions import evaluate, evaluate_value, lower, pack, parse

NAMES = {"t": 0, "x": 2, "v": 3}
PARAMETERS = {"k": 2.5, "omega": 7.0}


def read(text, **parameters):
    return parse(text, names=NAMES, parameters={**PARAMETERS, **parameters}, where="law 'a'")


def code(function, *arguments, derivatives=None):
    return lower(
        function, names=NAMES, parameters={}, where="law 'a'", arguments=arguments or ("t",), derivatives=derivatives
    )


def jet(program, t=0.0, x=0.0, v=0.0, dt=0.0, dx=0.0, dv=0.0):
    """(f, f1, f2); also checks that the fast path gives the same value."""
    tapes = pack([program])
    registers = np.full((tapes.n_registers, 3), np.nan)
    Z, DZ = np.array([t, np.nan, x, v]), np.array([dt, np.nan, dx, dv])
    f, f1, f2 = evaluate(tapes.code, tapes.const, tapes.pointers, tapes.start[0], tapes.start[1], Z, DZ, registers)
    registers[:] = np.nan
    value = evaluate_value(tapes.code, tapes.const, tapes.pointers, tapes.start[0], tapes.start[1], Z, registers)
    assert value == f or (math.isnan(value) and math.isnan(f))
    return f, f1, f2


def along(text, x, dx=1.0, **more):
    return jet(read(text), x=x, dx=dx, **more)
