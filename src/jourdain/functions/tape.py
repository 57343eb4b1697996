"""Tapes: user-given scalar functions as straight-line programs, run by one compiled interpreter.

A program is a list of rows (op, a, b, out) over registers; the last row computes the result. Each register holds a jet
(x, x1, x2) along the line Z + s DZ of the inputs, so that f, df/ds and d2f/ds2 come out exact (see jets.py). Functions
given as compiled or Python code are called by their address; their derivatives are differences unless given.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from jourdain.functions import jets
from jourdain.functions.tables import table_jet
from jourdain.jit import inner, kernel

MAX_ARGUMENTS = 6
"""The most arguments of a called function. At its address stands float64(float64 x 7): MAX_ARGUMENTS arguments (the
unused ones zero) and a mark, 1 where the call only serves a difference."""

# Steps of the differences, in units of an input (s, m, rad, ..); powers of two keep t + h exact
_STEP, _FINER, _LEVELS = 2.0**-11, 2.0**-4, 3


@dataclass(frozen=True, eq=False)
class Program:
    """One scalar function of Z as plain data.

    code (n, 4) int64 rows (op, a, b, out); constants (nc,) float64; pointers (np,) int64 addresses; n_registers that it
    needs; inputs: the indices of Z it reads, sorted; text: the source, for messages; exact: False if the derivatives
    come from differences; keep: objects that must live as long as the addresses are in use; names, parameters: what the
    words of a text mean, so that it can be read again (functions.by_parameter); negative: it is less the text.
    """

    code: np.ndarray
    constants: np.ndarray
    pointers: np.ndarray
    n_registers: int
    inputs: tuple[int, ...]
    text: str
    exact: bool = True
    keep: tuple[Any, ...] = field(default=(), repr=False)
    names: Mapping[str, int] = field(default_factory=dict, repr=False)
    parameters: Mapping[str, Any] = field(default_factory=dict, repr=False)
    negative: bool = False


class Tapes(NamedTuple):
    """Many programs in flat arrays; program i is the rows start[i] .. start[i + 1]. Holds no references: see pack."""

    code: np.ndarray  # (rows, 4) int64
    const: np.ndarray  # (constants,) float64
    pointers: np.ndarray  # (pointers,) int64
    start: np.ndarray  # (programs + 1,) int64
    n_registers: int  # rows of the work array (n_registers, 3) float64


def program(
    rows: Sequence[tuple[int, int, int, int]],
    constants: Sequence[float] = (),
    pointers: Sequence[int] = (),
    *,
    text: str,
    exact: bool = True,
    keep: tuple[Any, ...] = (),
) -> Program:
    """A Program from its rows; inputs and the number of registers are read off them."""
    code = np.array(rows, dtype=np.int64).reshape(-1, 4)
    inputs = tuple(sorted({int(row[1]) for row in code if row[0] == jets.INPUT}))
    return Program(
        code=code,
        constants=np.array(constants, dtype=np.float64),
        pointers=np.array(pointers, dtype=np.int64),
        n_registers=int(code[:, 3].max()) + 1,
        inputs=inputs,
        text=text,
        exact=exact,
        keep=keep,
    )


def pack(programs: Sequence[Program]) -> Tapes:
    """Join programs for the kernels. Keep the programs as long as the Tapes are in use: they own the callbacks."""
    codes = [np.zeros((0, 4), dtype=np.int64)]
    start = [0]
    n_const = n_pointers = 0
    for one in programs:
        code = one.code.copy()
        op = code[:, 0]
        code[op == jets.CONST, 1] += n_const
        code[(op == jets.ADDC) | (op == jets.MULC) | (op == jets.TABLE), 2] += n_const
        code[op >= jets.CALLD, 2] += n_pointers
        codes.append(code)
        start.append(start[-1] + len(code))
        n_const += len(one.constants)
        n_pointers += len(one.pointers)
    return Tapes(
        code=np.ascontiguousarray(np.concatenate(codes)),
        const=np.concatenate([np.zeros(0), *(one.constants for one in programs)]),
        pointers=np.concatenate([np.zeros(0, dtype=np.int64), *(one.pointers for one in programs)]),
        start=np.array(start, dtype=np.int64),
        n_registers=max([1, *(one.n_registers for one in programs)]),
    )


# The two interpreters below are flat chains over op, which become one jump table; unsigned indices save Numba's test
# for negative ones. Together that is a third of the time.


@inner
def jet(code, const, pointers, first, last, Z, DZ, registers):  # type: ignore[no-untyped-def]
    """(f, df/ds, d2f/ds2) at Z + s DZ, s = 0, of the program in rows first .. last; registers (n_registers, 3) work."""
    flag = False
    f = f1 = f2 = 0.0
    for i in range(first, last):
        op = code[i, 0]
        a, b, out = np.uint64(code[i, 1]), np.uint64(code[i, 2]), np.uint64(code[i, 3])
        if op == jets.INPUT:
            f, f1, f2 = Z[a], DZ[a], 0.0
        elif op == jets.CONST:
            f, f1, f2 = const[a], 0.0, 0.0
        elif op == jets.TEST:
            flag = registers[a, 0] != 0.0
            continue
        elif op == jets.SELECT:
            chosen = a if flag else b
            f, f1, f2 = registers[chosen, 0], registers[chosen, 1], registers[chosen, 2]
        elif op == jets.ADD:
            f, f1 = registers[a, 0] + registers[b, 0], registers[a, 1] + registers[b, 1]
            f2 = registers[a, 2] + registers[b, 2]
        elif op == jets.SUB:
            f, f1 = registers[a, 0] - registers[b, 0], registers[a, 1] - registers[b, 1]
            f2 = registers[a, 2] - registers[b, 2]
        elif op == jets.MUL:
            x, x1, y, y1 = registers[a, 0], registers[a, 1], registers[b, 0], registers[b, 1]
            f, f1, f2 = x * y, x1 * y + x * y1, registers[a, 2] * y + 2.0 * x1 * y1 + x * registers[b, 2]
        elif op == jets.DIV:
            y, y1 = registers[b, 0], registers[b, 1]
            f = registers[a, 0] / y
            f1 = (registers[a, 1] - f * y1) / y
            f2 = (registers[a, 2] - 2.0 * f1 * y1 - f * registers[b, 2]) / y
        elif op == jets.NEG:
            f, f1, f2 = -registers[a, 0], -registers[a, 1], -registers[a, 2]
        elif op == jets.ADDC:
            f, f1, f2 = registers[a, 0] + const[b], registers[a, 1], registers[a, 2]
        elif op == jets.MULC:
            f, f1, f2 = registers[a, 0] * const[b], registers[a, 1] * const[b], registers[a, 2] * const[b]
        elif op < jets.FIRST_PAIR:
            x, x1 = registers[a, 0], registers[a, 1]
            f = jets.unary(op, x)
            p1, p2 = jets.unary_slopes(op, x, x1, f)
            f1, f2 = jets.chain(p1, p2, x1, registers[a, 2])
        elif op < jets.FIRST_LOGIC:
            x, x1, x2 = registers[a, 0], registers[a, 1], registers[a, 2]
            y, y1, y2 = registers[b, 0], registers[b, 1], registers[b, 2]
            f = jets.pair(op, x, y)
            f1, f2 = jets.pair_slopes(op, f, x, x1, x2, y, y1, y2)
        elif op < jets.TABLE:
            f, f1, f2 = jets.logic(op, registers[a, 0], registers[b, 0]), 0.0, 0.0
        elif op == jets.TABLE:
            f, p1, p2 = table_jet(const, b, registers[a, 0], registers[a, 1])
            f1, f2 = jets.chain(p1, p2, registers[a, 1], registers[a, 2])
        else:
            f, f1, f2 = _call(op, pointers, code[i, 2], registers, code[i, 1])
        registers[out, 0], registers[out, 1], registers[out, 2] = f, f1, f2
    return f, f1, f2


@inner
def value(code, const, pointers, first, last, Z, registers):  # type: ignore[no-untyped-def]
    """f at Z alone: the same number as from jet."""
    flag = False
    f = 0.0
    for i in range(first, last):
        op = code[i, 0]
        a, b, out = np.uint64(code[i, 1]), np.uint64(code[i, 2]), np.uint64(code[i, 3])
        if op == jets.INPUT:
            f = Z[a]
        elif op == jets.CONST:
            f = const[a]
        elif op == jets.TEST:
            flag = registers[a, 0] != 0.0
            continue
        elif op == jets.SELECT:
            f = registers[a, 0] if flag else registers[b, 0]
        elif op == jets.ADD:
            f = registers[a, 0] + registers[b, 0]
        elif op == jets.SUB:
            f = registers[a, 0] - registers[b, 0]
        elif op == jets.MUL:
            f = registers[a, 0] * registers[b, 0]
        elif op == jets.DIV:
            f = registers[a, 0] / registers[b, 0]
        elif op == jets.NEG:
            f = -registers[a, 0]
        elif op == jets.ADDC:
            f = registers[a, 0] + const[b]
        elif op == jets.MULC:
            f = registers[a, 0] * const[b]
        elif op < jets.FIRST_PAIR:
            f = jets.unary(op, registers[a, 0])
        elif op < jets.FIRST_LOGIC:
            f = jets.pair(op, registers[a, 0], registers[b, 0])
        elif op < jets.TABLE:
            f = jets.logic(op, registers[a, 0], registers[b, 0])
        elif op == jets.TABLE:
            f = table_jet(const, b, registers[a, 0], 0.0)[0]
        else:
            f = _shifted(pointers[b], registers, code[i, 1], max(op - jets.CALL, 1), 0.0, 0.0)
        registers[out, 0] = f
    return f


@intrinsic
def _invoke(typing_context, address, x0, x1, x2, x3, x4, x5, mark):  # type: ignore[no-untyped-def]
    """Call the C function float64(float64 x 7) at an address: one compile for all functions."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        double = ir.DoubleType()
        function = ir.FunctionType(double, [double] * (MAX_ARGUMENTS + 1))
        return builder.call(builder.inttoptr(arguments[0], function.as_pointer()), arguments[1:])

    return types.float64(types.int64, *[types.float64] * (MAX_ARGUMENTS + 1)), generate


@inner
def _argument(registers, row, used, s):  # type: ignore[no-untyped-def]
    if not used:
        return 0.0
    if s == 0.0:
        return registers[row, 0]
    return registers[row, 0] + s * registers[row, 1]


@inner
def _shifted(address, registers, a, n, s, mark):  # type: ignore[no-untyped-def]
    """The function at the address, its n arguments (registers a ..) moved by s along their first derivatives."""
    x0 = _argument(registers, a, True, s)
    x1 = _argument(registers, a + 1, n > 1, s)
    x2 = _argument(registers, a + 2, n > 2, s)
    x3 = _argument(registers, a + 3, n > 3, s)
    x4 = _argument(registers, a + 4, n > 4, s)
    x5 = _argument(registers, a + 5, n > 5, s)
    return _invoke(address, x0, x1, x2, x3, x4, x5, mark)


@inner
def _call(op, pointers, b, registers, a):  # type: ignore[no-untyped-def]
    """f, f1, f2 of a called function, its derivatives given (CALLD) or by differences (the arguments are inputs)."""
    if op == jets.CALLD:
        f = _shifted(pointers[b], registers, a, 1, 0.0, 0.0)
        p1 = _shifted(pointers[b + 1], registers, a, 1, 0.0, 0.0)
        p2 = _shifted(pointers[b + 2], registers, a, 1, 0.0, 0.0)
        f1, f2 = jets.chain(p1, p2, registers[a, 1], registers[a, 2])
        return f, f1, f2
    n = op - jets.CALL
    f = _shifted(pointers[b], registers, a, n, 0.0, 0.0)
    speed = 0.0
    for i in range(a, a + n):
        speed = max(speed, abs(registers[i, 1]) / max(1.0, 2.0**-20 * abs(registers[i, 0])))
    if speed == 0.0 or not math.isfinite(f):
        return f, 0.0 * f, 0.0 * f
    f1, f2 = _differences(pointers[b], registers, a, n, f, 1.0 / speed)
    return f, f1, f2


@inner
def _differences(address, registers, a, n, f, unit):  # type: ignore[no-untyped-def]
    """f1, f2 by central differences with h and 2 h, extrapolated: errors O(h^4). unit: s that moves the inputs by 1.

    Where the two disagree (fast functions, kinks) h is made finer; where f is not defined on both sides, one must do.
    f1 is good to about 1e-12, f2 to 1e-8 of the size of f where f varies over 1 unit.
    """
    h = _STEP * unit
    f1 = f2 = math.nan
    for _ in range(_LEVELS):
        up, down = _shifted(address, registers, a, n, h, 1.0), _shifted(address, registers, a, n, -h, 1.0)
        up2, down2 = _shifted(address, registers, a, n, 2 * h, 1.0), _shifted(address, registers, a, n, -2 * h, 1.0)
        if math.isfinite(up + down + up2 + down2):
            f1, f2 = (up - down) / (2.0 * h), (up - 2.0 * f + down) / (h * h)
            other = (up2 - down2) / (4.0 * h)
            if _agree(f1, other, f, h):
                return (4.0 * f1 - other) / 3.0, (16.0 * (up + down) - (up2 + down2) - 30.0 * f) / (12.0 * h * h)
        else:
            f1, f2, smooth = _one_sided(address, registers, a, n, f, 0.5 * h)
            if not math.isfinite(f1):
                f1, f2, smooth = _one_sided(address, registers, a, n, f, -0.5 * h)
            if smooth:
                return f1, f2
        h *= _FINER
    return f1, f2


@inner
def _one_sided(address, registers, a, n, f, h):  # type: ignore[no-untyped-def]
    """f1 (error O(h^3)), f2 (O(h^2)) from the points h, 2 h, 3 h, and whether h is fine enough."""
    one, two = _shifted(address, registers, a, n, h, 1.0), _shifted(address, registers, a, n, 2.0 * h, 1.0)
    three = _shifted(address, registers, a, n, 3.0 * h, 1.0)
    f1 = (18.0 * one - 9.0 * two + 2.0 * three - 11.0 * f) / (6.0 * h)
    f2 = (2.0 * f - 5.0 * one + 4.0 * two - three) / (h * h)
    return f1, f2, _agree(f1, (4.0 * one - two - 3.0 * f) / (2 * h), f, h)


@inner
def _agree(slope, other, f, h):  # type: ignore[no-untyped-def]
    """Whether two estimates of a slope differ by little, or by no more than the rounding of f; not for NaN."""
    return abs(other - slope) <= 1e-4 * abs(slope) + 1e-15 * abs(f / h)


@kernel
def evaluate(code, const, pointers, first, last, Z, DZ, registers):  # type: ignore[no-untyped-def]
    """`jet`, to be called from Python."""
    return jet(code, const, pointers, first, last, Z, DZ, registers)


@kernel
def evaluate_value(code, const, pointers, first, last, Z, registers):  # type: ignore[no-untyped-def]
    """`value`, to be called from Python."""
    return value(code, const, pointers, first, last, Z, registers)
