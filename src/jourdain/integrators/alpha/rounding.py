"""What rounding of positions makes of a Newton step: in long chains what it leaves open in each joint adds up.

Theory: docs/theory/alpha.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner
from jourdain.kernels.motion import A_LENGTH, A_SPEED
from jourdain.kernels.port import POSITIONS, SOLVE_NEWTON, VELOCITIES, ask, ask_newton, position_rows
from jourdain.kernels.vectors import take

ROUNDED = 2.3e-16  # the last digit


@inner
def row_residual(mo: Any, t: float, c_position: float, c_velocity: float) -> None:
    """Right sides of the constraint rows without regularisation: beta' g (or gamma' (A v + b))."""
    r, m, g, rate = mo.residual, mo.lam_new.shape[0], mo.g, mo.rate
    n, held = mo.v.shape[0] + mo.w.shape[0], position_rows(mo)
    if mo.own.index == 2:
        held = 0
    if held < m:
        ask(mo, VELOCITIES, t)
    for i in range(m):
        r[n + i] = c_position * g[i] if i < held else c_velocity * rate[i]


@inner
def measure_noise(mo: Any, t: float, h: float, c_position: float, c_velocity: float) -> None:
    """How far Newton steps go on, since positions and velocities are rounded: by the factors at hand, at the iterate.

    Each row is put off by what the last digits of its positions make of it, one way or the other: in a long chain that
    adds up.
    """
    own, r, n, at_iterate = mo.own, mo.residual, mo.v.shape[0] + mo.w.shape[0], mo.lam_1
    row_residual(mo, t, c_position, c_velocity)
    take(r, n, at_iterate)
    random = _shake(mo, 1)
    ask(mo, POSITIONS, t)
    row_residual(mo, t, c_position, c_velocity)
    for i in range(at_iterate.shape[0]):
        random = _next(random)
        r[n + i] = _sign(random) * abs(r[n + i] - at_iterate[i])
    for i in range(n):
        r[i] = 0.0
    ask_newton(mo, SOLVE_NEWTON, t, h)
    own.noise_linear = own.noise_turning = 0.0
    for i in range(mo.v.shape[0]):
        size = 2.0 * abs(mo.step[i]) / c_position
        if mo.sort[mo.q.shape[0] + i] == A_SPEED:
            own.noise_linear = max(own.noise_linear, size)
        else:
            own.noise_turning = max(own.noise_turning, size)


@inner
def _next(random: int) -> int:
    """The next of a row of numbers without pattern."""
    return (1103515245 * random + 12345) & 0x7FFFFFFF


@inner
def _sign(random: int) -> float:
    return 1.0 if random & 0x10000 else -1.0


@inner
def _shake(mo: Any, random: int) -> int:
    """Change the last digits of positions and velocities; returns the next random number.

    Positions are sums of what is as long as the model, and of numbers of size one in axes: also near zero they are rounded.
    """
    q, v = mo.q_new, mo.v_new
    for i in range(q.shape[0]):
        random = _next(random)
        q[i] += ROUNDED * _sign(random) * (abs(q[i]) + (mo.clock.length if mo.sort[i] == A_LENGTH else 1.0))
    for i in range(v.shape[0]):
        random = _next(random)
        v[i] += ROUNDED * _sign(random) * abs(v[i])
    return random
