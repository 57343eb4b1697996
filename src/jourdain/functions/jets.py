"""The operations of a tape and their jets: value, first and second derivative along one direction.

A jet (x, x1, x2) is x(s) = x + x1 s + x2 s^2/2 + .. at s = 0. For f = phi(x)

    f1 = phi' x1,        f2 = phi'' x1^2 + phi' x2,

and likewise for two arguments (Griewank and Walther, Evaluating Derivatives, chapter 13). At ties and kinks (abs, min,
max, hypot, the ends of a ramp) f1 and f2 are the derivatives for s -> 0 from above. What does not move has derivative
zero, also where phi' is infinite. Nothing here allocates or raises: a value outside the domain is NaN.
"""

from __future__ import annotations

import math

from jourdain.jit import inner

# Rows of a program. a and b are registers unless said otherwise.
INPUT, CONST = 0, 1  # a: index in Z; a: index of a constant
TEST, SELECT = 2, 3  # a pair of rows: flag = (a != 0), then out = a if flag else b
ADD, SUB, MUL, DIV, NEG = 4, 5, 6, 7, 8
ADDC, MULC = 9, 10  # b: index of a constant
SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, TANH, EXP, LOG = range(11, 22)
RAMP3, RAMP5 = 22, 23  # 0 below 0, 1 above 1, between them the cubic (C1) or quintic (C2) polynomial
SIGN, FLOOR, NOT = 24, 25, 26
ABS, MIN, MAX, SQRT, HYPOT, ATAN2, POW, MOD = range(27, 35)
LT, LE, EQ, NE, AND, OR = range(35, 41)
TABLE = 41  # a: register; b: where the table begins among the constants (tables.py)
CALLD = 42  # b: first of three pointers, f, f' and f'' of one argument
CALL = 42  # CALL + n: n arguments in the registers a, a + 1, ..; b: pointer. Derivatives by differences
FIRST_PAIR, FIRST_LOGIC = ABS, LT


@inner
def chain(p1, p2, x1, x2):  # type: ignore[no-untyped-def]
    """f1, f2 of phi(x) from phi' and phi''; an infinite phi' does not count where x stands still."""
    f1 = f2 = 0.0
    if x1 != 0.0:
        f1 = p1 * x1
        f2 = p2 * x1 * x1
    if x2 != 0.0:
        f2 += p1 * x2
    return f1, f2


@inner
def _floor(x):  # type: ignore[no-untyped-def]
    """The largest whole number up to x, a float (math.floor gives an int64, which large x would overflow)."""
    return float(math.floor(x)) if abs(x) < 2.0**52 else x


@inner
def unary(op, x):  # type: ignore[no-untyped-def]
    if op == SIN:
        return math.sin(x)
    if op == COS:
        return math.cos(x)
    if op == TAN:
        return math.tan(x)
    if op == ASIN:
        return math.asin(x)
    if op == ACOS:
        return math.acos(x)
    if op == ATAN:
        return math.atan(x)
    if op == SINH:
        return math.sinh(x)
    if op == COSH:
        return math.cosh(x)
    if op == TANH:
        return math.tanh(x)
    if op == EXP:
        return math.exp(x)
    if op == LOG:
        return math.log(x)
    if op == FLOOR:
        return _floor(x)
    if op == SIGN:
        return 1.0 if x > 0.0 else (-1.0 if x < 0.0 else x)
    if op == NOT:
        return 1.0 if x == 0.0 else 0.0
    if x <= 0.0:  # RAMP3, RAMP5
        return 0.0
    if x >= 1.0:
        return 1.0
    if op == RAMP3:
        return x * x * (3.0 - 2.0 * x)
    return x * x * x * (10.0 + x * (6.0 * x - 15.0))


@inner
def unary_slopes(op, x, x1, f):  # type: ignore[no-untyped-def]
    """phi' and phi'' at x, given f = phi(x); x1 tells the side at the ends of a ramp."""
    if op == SIN:
        return math.cos(x), -f
    if op == COS:
        return -math.sin(x), -f
    if op == TAN:
        p1 = 1.0 + f * f
        return p1, 2.0 * f * p1
    if ASIN <= op <= ACOS:
        p1 = 1.0 / math.sqrt((1.0 - x) * (1.0 + x))
        p2 = x * p1 * p1 * p1
        return (p1, p2) if op == ASIN else (-p1, -p2)
    if op == ATAN:
        p1 = 1.0 / (1.0 + x * x)
        return p1, -2.0 * x * p1 * p1
    if op == SINH:
        return math.cosh(x), f
    if op == COSH:
        return math.sinh(x), f
    if op == TANH:
        p1 = 1.0 / math.cosh(x)  # 1 - f^2 would lose all digits for large x
        return p1 * p1, -2.0 * f * p1 * p1
    if op == EXP:
        return f, f
    if op == LOG:
        return 1.0 / x, -1.0 / (x * x)
    if op >= SIGN:  # SIGN, FLOOR, NOT
        return 0.0, 0.0
    if x < 0.0 or x > 1.0 or (x == 0.0 and x1 <= 0.0) or (x == 1.0 and x1 >= 0.0):
        return 0.0, 0.0
    y = 1.0 - x
    if op == RAMP3:
        return 6.0 * x * y, 6.0 - 12.0 * x
    return 30.0 * x * x * y * y, 60.0 * x * y * (1.0 - 2.0 * x)


@inner
def pair(op, x, y):  # type: ignore[no-untyped-def]
    if op == ABS:
        return abs(x)
    if op == SQRT:
        return math.sqrt(x)
    if op == MIN:
        return x if x <= y or x != x else y  # a NaN on either side comes through
    if op == MAX:
        return x if x >= y or x != x else y
    if op == HYPOT:
        return math.hypot(x, y)
    if op == ATAN2:
        return math.atan2(x, y)
    if op == POW:
        return math.pow(x, y)
    return x % y  # MOD: the sign of the divisor; NaN for y = 0


@inner
def pair_slopes(op, f, x, x1, x2, y, y1, y2):  # type: ignore[no-untyped-def]
    """f1, f2 for the functions of two arguments, and of one where it has a kink or an infinite slope."""
    if op <= MAX:  # ABS, MIN, MAX
        if op == ABS:
            y, y1, y2 = -x, -x1, -x2
        d = x - y if x != y else (x1 - y1 if x1 != y1 else x2 - y2)
        if x != x or (d < 0.0 and op == MIN) or (d >= 0.0 and op != MIN):
            return x1, x2
        return y1, y2
    if op == SQRT:
        if x != 0.0:
            return chain(0.5 / f, -0.25 / (f * x), x1, x2)
        if x1 != 0.0:
            return 1.0 / math.sqrt(x1) * math.inf, -math.inf  # NaN where x leaves the domain
        if x2 != 0.0:
            return math.sqrt(0.5 * x2), math.nan  # x = s^2 x2/2 + O(s^3): the slope is known, no more
        return 0.0, 0.0
    if op == POW:
        return _pow_slopes(f, x, x1, x2, y, y1, y2)
    if op == MOD:
        q = _floor((x - f) / y + 0.5)
        return x1 - q * y1, x2 - q * y2
    if x1 == 0.0 and x2 == 0.0 and y1 == 0.0 and y2 == 0.0:
        return 0.0, 0.0
    r = math.hypot(x, y)
    if r == 0.0 and op == HYPOT:
        r1 = math.hypot(x1, y1)
        return r1, ((x1 * x2 + y1 * y2) / r1 if r1 > 0.0 else math.hypot(x2, y2))
    c, s = y / r, x / r
    along, across = s * x1 + c * y1, c * x1 - s * y1
    if op == HYPOT:
        return along, s * x2 + c * y2 + across * across / r
    return across / r, (c * x2 - s * y2) / r - 2.0 * (across / r) * (along / r)  # ATAN2


@inner
def _pow_slopes(f, x, x1, x2, y, y1, y2):  # type: ignore[no-untyped-def]
    """f1, f2 of f = x^y."""
    moving = y1 != 0.0 or y2 != 0.0
    if moving and x != 0.0:
        log = math.log(x)  # f = exp(y log x); NaN for x < 0
        r1 = x1 / x
        w1 = y1 * log + y * r1
        w2 = y2 * log + 2.0 * y1 * r1 + y * (x2 / x - r1 * r1)
        return f * w1, f * (w1 * w1 + w2)
    if moving and y <= 1.0 and (x1 != 0.0 or x2 != 0.0 or y <= 0.0):
        return math.nan, math.nan
    p1 = p2 = 0.0
    if y != 0.0:
        p1 = y * math.pow(x, y - 1.0) if x == 0.0 else y * f / x
    if y != 0.0 and y != 1.0:
        p2 = y * (y - 1.0) * math.pow(x, y - 2.0) if x == 0.0 else (y - 1.0) * p1 / x
    f1, f2 = chain(p1, p2, x1, x2)
    if x == 0.0 and x1 == 0.0 and x2 != 0.0 and 0.0 < y < 0.5:
        f1 = 1.0 / math.sqrt(x2) * math.inf
    return f1, f2


@inner
def logic(op, x, y):  # type: ignore[no-untyped-def]
    if op == LT:
        true = x < y
    elif op == LE:
        true = x <= y
    elif op == EQ:
        true = x == y
    elif op == NE:
        true = x != y
    elif op == AND:
        true = x != 0.0 and y != 0.0
    else:
        true = x != 0.0 or y != 0.0
    return 1.0 if true else 0.0
