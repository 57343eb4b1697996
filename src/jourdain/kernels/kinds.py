"""Kinds of systems and the functions that differ between them.

A kind is a NamedTuple of sizes. The functions below are stubs: in compiled code each is replaced by the implementation
for the kind (bodies/planar.py, bodies/spatial.py), at the speed of a direct call. Integrators are written once against them.
A new kind is a class of sizes here, and a file of implementations (BASES: the modules it builds on; NOTHING: the functions
that do nothing for it, as their stubs do).
Theory: docs/theory/measures.md.
"""

from __future__ import annotations

import functools
import inspect
from types import FunctionType
from typing import Any, NamedTuple

from numba.core import types
from numba.extending import overload

from jourdain.jit import leaf
from jourdain.kernels.bodies import (
    euler_parameters,
    flexible,
    free,
    lagrangian,
    natural,
    natural_planar,
    planar,
    spatial,
)


class Sizes(NamedTuple):
    """How much of everything a system has."""

    q: int
    v: int
    g: int  # position rows
    a: int  # velocity rows
    w: int  # extra states
    turns: int = 0  # angles that are counted over turns
    active: int = 0  # measures that the motion needs (the others are only recorded)
    rates: int = 0  # 0: no forces but gravity; 1: forces; 2: forces that depend on rates of measures


class Planar(Sizes):
    """A planar system: 3 positions and 3 velocities (x, y, theta) a body."""


class Spatial(Sizes):
    """A spatial system: 7 positions (point, unit quaternion) and 6 velocities (ground, body axes) a body."""


class EulerParameters(Sizes):
    """A spatial system in Euler parameters: point and four parameters, 7 positions and as many velocities a body."""


class Flexible(Spatial):
    """A spatial system some of whose bodies bend: frames of all bodies first, as in Spatial, then elastic coordinates."""


class Natural(Sizes):
    """A spatial system in natural coordinates: point and three directors, 12 positions and velocities a body."""


class NaturalPlanar(Sizes):
    """A planar system in natural coordinates: point and one director, 4 positions and velocities a body."""


class Lagrangian(Sizes):
    """A system given by its Lagrangian: one "body" as wide as there are coordinates, and code generated for it."""


class Free(Sizes):
    """Equations that a user has written: as many positions as velocities, and no bodies."""


_MODULES = {
    Planar: planar,
    Spatial: spatial,
    Flexible: flexible,
    EulerParameters: euler_parameters,
    Natural: natural,
    NaturalPlanar: natural_planar,
    Lagrangian: lagrangian,
    Free: free,
}
Kind = Planar | Spatial | Flexible | EulerParameters | Natural | NaturalPlanar | Lagrangian | Free


def _module(kind: Any) -> Any:
    """The implementation for a kind; a tuple type inside compiled code, or the tuple itself in Python."""
    if isinstance(kind, types.containers.BaseNamedTuple):
        return _MODULES.get(kind.instance_class)
    return _MODULES.get(type(kind))


def _implementation(module: Any, stub: Any, required: bool) -> Any:
    """A function of a kind: its own, or that of a module it builds on; None: it does what the stub does, nothing."""
    name = stub.__name__
    for one in (module, *module.BASES):
        if hasattr(one, name):
            return getattr(one, name)
        required = required and name not in getattr(one, "NOTHING", ())
    if required:
        raise NotImplementedError(f"{module.__name__}: {name}")
    return None


def _takes_sizes(implementation: Any) -> bool:
    """Does a function of a kind ask for the sizes of the system, as its first argument `kind`?"""
    return next(iter(inspect.signature(implementation.py_func).parameters)) == "kind"


def per_kind(stub: Any, required: bool = True) -> Any:
    """Let compiled code find the implementation of `stub` for the kind given as first argument."""
    arguments = list(inspect.signature(stub).parameters)
    # Numba wants an overload with exactly the stub's signature; the text below spells it out once for all of them
    text = (
        f"def choose({', '.join(arguments)}):\n"
        f"    found = module(kind)\n"
        f"    if found is None:\n        return None\n"
        f"    implementation = implementation_of(found, stub, required)\n"
        f"    if implementation is None:\n        return nothing\n"
        f"    def call({', '.join(arguments)}):\n"
        f"        return implementation({', '.join(arguments[1:])})\n"
        f"    def sized({', '.join(arguments)}):\n"
        f"        return implementation({', '.join(arguments)})\n"
        f"    return sized if takes_sizes(implementation) else call\n"
    )
    nothing = FunctionType(stub.__code__, stub.__globals__)  # the stub without annotations, which Numba would compare
    space: dict[str, Any] = {"module": _module, "implementation_of": _implementation, "takes_sizes": _takes_sizes}
    space |= {"stub": stub, "nothing": nothing, "required": required}
    exec(text, space)
    overload(stub, jit_options={"forceinline": True})(space["choose"])
    return stub


if_any = functools.partial(per_kind, required=False)  # for what only some kinds do: the others do nothing


def constant_of_kind(name: str, doc: str) -> Any:
    """A function of the kind that gives a constant of its module, also in compiled code."""

    def constant(kind: Any) -> Any:
        value = getattr(_module(kind), name)
        return kind.v if value is None else value  # None: as wide as the system

    def choose(kind):  # type: ignore[no-untyped-def]
        found = _module(kind)
        if found is None:
            return None
        value = getattr(found, name)
        return (lambda kind: kind.v) if value is None else (lambda kind: value)

    constant.__name__, constant.__doc__ = name.lower(), doc
    overload(constant)(choose)
    return constant


dimension = constant_of_kind(
    "DIMENSION",
    "2 or 3: components of a point, which come first among the numbers of a body; 0 for systems without points.",
)
width = constant_of_kind("WIDTH", "Velocities of a body: 3 in the plane, 6 in space, all of a Lagrangian system.")
curved = constant_of_kind("CURVED", "True if rotations are moved by a chart, so that increments do not add up.")
counted = constant_of_kind("COUNTED", "True if angles are known up to whole turns only, which are counted.")
varying_mass = constant_of_kind("VARYING_MASS", "True if the mass matrix depends on the positions.")
small_blocks = constant_of_kind(
    "SMALL_BLOCKS", "True if the mass matrix is one of small blocks, whose inverse `solve_mass` gives."
)


@if_any
def span(kind: Any, s: Any, body: int) -> int:
    """How many velocities a body has, the columns of its Jacobian blocks; more than `width` if it bends."""
    return width(kind)


@if_any
def column(kind: Any, s: Any, body: int, c: int) -> int:
    """Where column c of the blocks of a body stands among the velocities."""
    return width(kind) * body + c


@leaf
def rotation_place(kind: Any, body: int) -> int:
    """Where the rotation of a body begins among the velocities: behind its point."""
    return width(kind) * body + dimension(kind)


class Shape(NamedTuple):
    """The numbers of one body in a state: first its point, then its orientation."""

    dimension: int  # of the point: 2 or 3; 0 where there are no points
    positions: int | None  # numbers in q; None: all of the system
    velocities: int | None  # numbers in v; None: all of the system
    orientation: (
        str  # what follows the point in q: "angle", "quaternion" (w first) or "parameters", "directors", "none"
    )


def shape_of(kind: type[Kind]) -> Shape:
    """The shape of the bodies of a kind of systems."""
    module = _MODULES[kind]
    return Shape(module.DIMENSION, module.POSITION_WIDTH, module.WIDTH, module.ORIENTATION)


@per_kind
def retract(kind: Any, q0: Any, u: Any, q: Any) -> None:
    """q = q0 moved by the increment u (nv,): translation in ground axes, rotation by the Cayley chart in body axes."""


@per_kind
def qdot(kind: Any, q: Any, v: Any, qd: Any) -> None:
    """qd = N(q) v."""


@per_kind
def normalise(kind: Any, q: Any) -> None:
    """Bring q back to unit quaternions."""


@per_kind
def difference(kind: Any, q0: Any, q: Any, u: Any) -> None:
    """The increment u with retract(q0, u) = q."""


@per_kind
def chart_terms(kind: Any, v: Any, v_old: Any, h: float, u: Any) -> None:
    """u += what the chart of rotations adds in third order to the increment of a step; v_old: velocities h earlier, or v."""


@per_kind
def chart_error(kind: Any, v: Any, v_new: Any, h: float) -> float:
    """What the chart leaves of the rotations of a step from v to v_new [rad]."""
    return 0.0


@per_kind
def pose(kind: Any, s: Any, t: float, q: Any) -> None:
    """Frames of the bodies s.R and positions of the ports s.P, and whatever else depends on t and q alone."""


@per_kind
def motion(kind: Any, s: Any, v: Any) -> None:
    """Velocities of the ports s.Pd."""


@per_kind
def add_force(kind: Any, port: Any, s: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    """J[row] += J_port^T f."""


@per_kind
def add_force_rate(kind: Any, port: Any, s: Any, v: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    """J[row] += d(f . Pdot)/dq at fixed f and v."""


@per_kind
def add_geometric_stiffness(kind: Any, port: Any, s: Any, fx: float, fy: float, fz: float, K: Any, pair: int) -> None:
    """K[pair] += d(J_port^T f)/dq at fixed f: the geometric term."""


@per_kind
def add_pair_stiffness(kind: Any, port_i: Any, port_j: Any, s: Any, c: float, K: Any, pair: int) -> None:
    """K[pair] += c J_i^T J_j."""


@per_kind
def pins(kind: Any, s: Any, q: Any) -> None:
    """Slides along ground axes and aligns: values and the rotation part of the Jacobians; the rest is constant."""


@per_kind
def turn(kind: Any, measure: Any, q: Any, P: Any, ref: Any, grad: Any, index: int, J: Any) -> float:
    """The angle of two frames, continuous over turns, and its gradient on the ports; its Jacobian, where it is not counted."""
    return 0.0


@per_kind
def inertia(kind: Any, s: Any, v: Any) -> None:
    """s.force = gravity and gyroscopic terms."""


@per_kind
def momentum(kind: Any, s: Any, a: Any, p: Any) -> None:
    """p = M a."""


@per_kind
def solve_mass(kind: Any, s: Any, f: Any, a: Any) -> None:
    """a = M^-1 f."""


@per_kind
def mass_block(kind: Any, s: Any, v: Any, cM: float, cD: float) -> None:
    """s.pair[b] += cM M + cD D of each body (its own pair block comes first)."""


@per_kind
def chart_inverse(kind: Any, u: Any, chart: Any) -> None:
    """Inverse of the chart map at u, for each body: body-frame rotation per chart increment."""


@per_kind
def chart(kind: Any, u: Any, v: Any, ud: Any, A: Any, W: Any) -> None:
    """ud = A v, the rate of the chart coordinate u (nv,); of each body's rotation A (nb, 3, 3) and W = d(A v)/du (nb, 3, 3)."""


@per_kind
def apply_chart(kind: Any, chart: Any, body: int, K: Any, pair: int, c: float) -> None:
    """K[pair] *= c, its rotation columns times the inverse chart of the body they belong to."""


@per_kind
def load_block(kind: Any, load: Any, s: Any, J: Any) -> None:
    """Generalised force of a unit load, into its block of J."""


@per_kind
def load_stiffness(kind: Any, load: Any, s: Any, f: float, K: Any) -> None:
    """K[pair] -= f d(load block)/dq."""


@per_kind
def potential(kind: Any, s: Any, q: Any) -> float:
    """Potential energy of gravity."""
    return 0.0


# What a kind adds by itself to what comes from measures; nothing, for bodies


@if_any
def own_rates(kind: Any, s: Any, v: Any) -> None:
    """s.rate of the kind's own rows += what does not come from v."""


@if_any
def own_biases(kind: Any, s: Any, v: Any) -> None:
    """s.gamma of the kind's own rows."""


@if_any
def own_stiffness(kind: Any, s: Any, v: Any, lam: Any, probe: float) -> None:
    """s.pair += d(M a - h - G^T lam)/dq of the kind's own mass, forces and rows, at the accelerations s.a."""


@if_any
def own_row_tangent(kind: Any, s: Any, y: Any) -> None:
    """s.Jt = d(G y)/dq of the kind's own rows."""


@if_any
def own_energies(kind: Any, s: Any, v: Any, lam: Any, out: Any) -> None:
    """Energies and powers that are not those of bodies."""


@if_any
def canonical(kind: Any, s: Any, v: Any, p: Any) -> None:
    """Kinds of varying mass: p = dL/dv, and s.force = dL/dq with the kind's own forces."""


@if_any
def velocity(kind: Any, s: Any, p: Any, v: Any) -> None:
    """Kinds of varying mass: v with dL/dv = p at the positions in s; v comes in as a guess."""


@if_any
def momentum_along(kind: Any, s: Any, v: Any, u: Any, p: Any) -> None:
    """p = (d/dq dL/dv) u; left as it is where momenta do not depend on positions."""
