"""Kinds of systems and the functions that differ between them.

A kind is a NamedTuple of sizes. The functions below are stubs: in compiled code each is replaced by the implementation
for the kind (bodies/planar.py, bodies/spatial.py), at the speed of a direct call. Integrators are written once against them.
A new kind is one file of implementations and one line in `_MODULES`.
"""

from __future__ import annotations

import inspect
from typing import Any, NamedTuple

from numba.core import types
from numba.extending import overload

from jourdain.bodies import common, free, lagrangian, natural, natural_planar, planar, spatial


class Planar(NamedTuple):
    """Sizes of a planar system: 3 positions and 3 velocities (x, y, theta) a body."""

    q: int
    v: int
    g: int  # position rows
    a: int  # velocity rows
    w: int  # extra states
    turns: int  # angles that are counted over turns
    active: int  # measures that the motion needs (the others are only recorded)
    rates: int  # 0: no forces but gravity; 1: forces; 2: forces that depend on rates of measures


class Spatial(NamedTuple):
    """Sizes of a spatial system: 7 positions (point, unit quaternion) and 6 velocities (ground, body axes) a body."""

    q: int
    v: int
    g: int
    a: int
    w: int
    turns: int
    active: int
    rates: int


class Free(NamedTuple):
    """Sizes of equations that a user has written: as many positions as velocities, and no bodies."""

    q: int
    v: int
    g: int
    a: int
    w: int
    turns: int = 0
    active: int = 0
    rates: int = 0


class Natural(NamedTuple):
    """Sizes of a spatial system in natural coordinates: point and three directors, 12 positions and velocities a body."""

    q: int
    v: int
    g: int
    a: int
    w: int
    turns: int
    active: int
    rates: int


class NaturalPlanar(NamedTuple):
    """Sizes of a planar system in natural coordinates: point and one director, 4 positions and velocities a body."""

    q: int
    v: int
    g: int
    a: int
    w: int
    turns: int
    active: int
    rates: int


class Lagrangian(NamedTuple):
    """Sizes of a system given by its Lagrangian: one "body" as wide as there are coordinates, and code generated for it."""

    q: int
    v: int
    g: int
    a: int
    w: int
    turns: int
    active: int
    rates: int


_MODULES = {
    Planar: planar,
    Spatial: spatial,
    Natural: natural,
    NaturalPlanar: natural_planar,
    Lagrangian: lagrangian,
    Free: free,
}
Kind = Planar | Spatial | Natural | NaturalPlanar | Lagrangian | Free


def _module(kind: Any) -> Any:
    """The implementation for a kind; a tuple type inside compiled code, or the tuple itself in Python."""
    if isinstance(kind, types.containers.BaseNamedTuple):
        return _MODULES.get(kind.instance_class)
    return _MODULES.get(type(kind))


def dimension(kind: Any) -> int:
    """2 or 3: components of a point, which come first among the numbers of a body; 0 for systems without points."""
    return int(_module(kind).DIMENSION)


def width(kind: Any) -> int:
    """Velocities of a body: 3 in the plane, 6 in space, all of a Lagrangian system."""
    return int(_module(kind).WIDTH or kind.v)


def curved(kind: Any) -> bool:
    """True if rotations are moved by a chart, so that increments do not add up."""
    return bool(_module(kind).CURVED)


def counted(kind: Any) -> bool:
    """True if angles are known up to whole turns only, which are counted."""
    return bool(_module(kind).COUNTED)


def varying_mass(kind: Any) -> bool:
    """True if the mass matrix depends on the positions."""
    return bool(_module(kind).VARYING_MASS)


def small_blocks(kind: Any) -> bool:
    """True if the mass matrix is one of small blocks, whose inverse `solve_mass` gives."""
    return bool(_module(kind).SMALL_BLOCKS)


def retract(kind: Any, q0: Any, u: Any, q: Any) -> None:
    """q = q0 moved by the increment u (nv,): translation in ground axes, rotation by the Cayley chart in body axes."""


def qdot(kind: Any, q: Any, v: Any, qd: Any) -> None:
    """qd = N(q) v."""


def normalise(kind: Any, q: Any) -> None:
    """Bring q back to unit quaternions."""


def difference(kind: Any, q0: Any, q: Any, u: Any) -> None:
    """The increment u with retract(q0, u) = q."""


def increment(kind: Any, v: Any, v_old: Any, a0: Any, a1: Any, h: float, h_old: float, beta: float, u: Any) -> None:
    """u = h v + h^2 ((1/2 - beta) a0 + beta a1), with the third-order terms of the chart on rotations.

    v_old: velocities h_old earlier; h_old = 0 leaves out the term that needs them.
    """


def pose(kind: Any, s: Any, t: float, q: Any) -> None:
    """Frames of the bodies s.R and positions of the ports s.P, and whatever else depends on t and q alone."""


def motion(kind: Any, ports: Any, R: Any, v: Any, P: Any, Pd: Any) -> None:
    """Velocities of the ports."""


def pull(kind: Any, port: Any, R: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    """J[row] += J_port^T f."""


def pull_rate(kind: Any, port: Any, R: Any, v: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    """J[row] += d(f . Pdot)/dq at fixed f and v."""


def bend(kind: Any, port: Any, R: Any, fx: float, fy: float, fz: float, K: Any, pair: int) -> None:
    """K[pair] += d(J_port^T f)/dq at fixed f: the geometric term."""


def tie(kind: Any, port_i: Any, port_j: Any, R: Any, c: float, K: Any, pair: int) -> None:
    """K[pair] += c J_i^T J_j."""


def pins(kind: Any, table: Any, ports: Any, R: Any, q: Any, P: Any, x: Any, grad: Any, J: Any) -> None:
    """Slides along ground axes and aligns: values and the rotation part of the Jacobians; the rest is constant."""


def turn(kind: Any, measure: Any, R: Any, q: Any, P: Any, ref: Any, grad: Any, index: int) -> float:
    """The angle of two frames, continuous over turns, and its gradient on the ports."""
    return 0.0


def turn_pull(kind: Any, measure: Any, ports: Any, R: Any, grad: Any, index: int, J: Any) -> None:
    """Jacobian blocks of an angle."""


def inertia(kind: Any, s: Any, v: Any) -> None:
    """s.force = gravity and gyroscopic terms."""


def momentum(kind: Any, s: Any, a: Any, p: Any) -> None:
    """p = M a."""


def solve_mass(kind: Any, s: Any, f: Any, a: Any) -> None:
    """a = M^-1 f."""


def mass_block(kind: Any, s: Any, v: Any, cM: float, cD: float) -> None:
    """s.pair[b] += cM M + cD D of each body (its own pair block comes first)."""


def chart_inverse(kind: Any, u: Any, chart: Any) -> None:
    """Inverse of the chart map at u, for each body: body-frame rotation per chart increment."""


def chart(kind: Any, u: Any, v: Any, ud: Any, A: Any, W: Any) -> None:
    """ud = A v, the rate of the chart coordinate u (nv,); of each body's rotation A (nb, 3, 3) and W = d(A v)/du (nb, 3, 3)."""


def apply_chart(kind: Any, chart: Any, body: int, K: Any, pair: int, c: float) -> None:
    """K[pair] *= c, its rotation columns times the inverse chart of the body they belong to."""


def load_block(kind: Any, load: Any, R: Any, J: Any) -> None:
    """Generalised force of a unit load, into its block of J."""


def load_bend(kind: Any, load: Any, R: Any, f: float, K: Any) -> None:
    """K[pair] -= f d(load block)/dq."""


def potential(kind: Any, s: Any, q: Any) -> float:
    """Potential energy of gravity."""
    return 0.0


# What a kind adds by itself to what comes from measures; nothing, for bodies (bodies/common.py)


def own_rates(kind: Any, s: Any, v: Any) -> None:
    """s.rate of the kind's own rows += what does not come from v."""


def own_biases(kind: Any, s: Any, v: Any) -> None:
    """s.gamma of the kind's own rows."""


def own_stiffness(kind: Any, s: Any, v: Any, lam: Any, probe: float) -> None:
    """s.pair += d(M a - h - G^T lam)/dq of the kind's own mass, forces and rows, at the accelerations s.a."""


def own_row_tangent(kind: Any, s: Any, y: Any) -> None:
    """s.Jt = d(G y)/dq of the kind's own rows."""


def own_energies(kind: Any, s: Any, v: Any, lam: Any, out: Any) -> None:
    """Energies and powers that are not those of bodies."""


def canonical(kind: Any, s: Any, v: Any, p: Any) -> None:
    """Kinds of varying mass: p = dL/dv, and s.force = dL/dq with the kind's own forces."""


def velocity(kind: Any, s: Any, p: Any, v: Any) -> None:
    """Kinds of varying mass: v with dL/dv = p at the positions in s; v comes in as a guess."""


def momentum_along(kind: Any, s: Any, v: Any, u: Any, p: Any) -> None:
    """p = (d/dq dL/dv) u; left as it is where momenta do not depend on positions."""


def _dispatch(stub: Any) -> None:
    """Let compiled code find the implementation of `stub` for the kind given as first argument."""
    name = stub.__name__
    arguments = list(inspect.signature(stub).parameters)
    # Numba wants an overload with exactly the stub's signature; the text below spells it out once for all of them
    text = (
        f"def choose({', '.join(arguments)}):\n"
        f"    found = module(kind)\n"
        f"    if found is None:\n        return None\n"
        f"    implementation = getattr(found, {name!r}, None) or getattr(common, {name!r})\n"
        f"    def call({', '.join(arguments)}):\n"
        f"        return implementation({', '.join(arguments[1:])})\n"
        f"    return call\n"
    )
    space: dict[str, Any] = {"module": _module, "common": common}
    exec(text, space)
    overload(stub, jit_options={"forceinline": True})(space["choose"])


def _constant(stub: Any, attribute: str) -> None:
    """Let compiled code read a constant of the kind's module."""

    def choose(kind):  # type: ignore[no-untyped-def]
        found = _module(kind)
        if found is None:
            return None
        value = getattr(found, attribute)
        if value is None:  # as wide as the system
            return lambda kind: kind.v
        return lambda kind: value

    overload(stub)(choose)


_constant(dimension, "DIMENSION")
_constant(width, "WIDTH")
_constant(curved, "CURVED")
_constant(counted, "COUNTED")
_constant(varying_mass, "VARYING_MASS")
_constant(small_blocks, "SMALL_BLOCKS")
for _stub in (
    retract,
    qdot,
    normalise,
    difference,
    increment,
    pose,
    motion,
    pull,
    pull_rate,
    bend,
    tie,
    pins,
    turn,
    turn_pull,
    inertia,
    momentum,
    solve_mass,
    mass_block,
    chart_inverse,
    chart,
    apply_chart,
    load_block,
    load_bend,
    potential,
    own_rates,
    own_biases,
    own_stiffness,
    own_row_tangent,
    own_energies,
    canonical,
    velocity,
    momentum_along,
):
    _dispatch(_stub)
