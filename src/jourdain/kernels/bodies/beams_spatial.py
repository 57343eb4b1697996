"""Geometrically exact beam elements in space: bodies are sections, and elastic elements lie between two or three of them.

At each point of integration, of weight w, the strains are e = (Gamma, kappa), in the axes of the section there:

    U = sum_points w/2 (e - e0)^T C (e - e0)        (N, M) = C (e - e0) + V e'

Only relative rotations enter: a model that is moved and turned as a whole has the same strains. How strains follow from the
sections is in beams_two.py and beams_three.py. Theory: docs/theory/beams.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner
from jourdain.kernels.bodies import beams_three as of_three
from jourdain.kernels.bodies import beams_two as of_two
from jourdain.kernels.bodies import elements
from jourdain.kernels.bodies.beams_vectors import Vector, dot, plus, three, through
from jourdain.kernels.bodies.gauges import reader, spatial_gauge, spatial_gauge_rate
from jourdain.kernels.context import system_at


@inner
def strain(s: Any, q: Any) -> None:
    """s.element[e] = Gamma, kappa and the frame at each point, and what else the element needs."""
    for e in range(s.elements.shape[0]):
        if s.elements[e].nodes == 2:
            of_two.strain(s, e, q)
        else:
            of_three.strain(s, e, q)


@inner
def _stretched(s: Any, e: int) -> tuple[Vector, Vector]:
    """e - e0."""
    E, rest = s.element[e], s.elements[e].rest
    return plus(three(E, 0), -1.0, three(rest, 0)), plus(three(E, 3), -1.0, three(rest, 3))


@inner
def _rates(s: Any, e: int, v: Any) -> tuple[Vector, Vector]:
    if s.elements[e].nodes == 2:
        return of_two.rates(s, e, v)
    return of_three.rates(s, e, v)


@inner
def resultants(s: Any, e: int, v: Any) -> tuple[Vector, Vector]:
    """Force [N] and moment [N m] in the section, in its axes."""
    element = s.elements[e]
    g, k = _stretched(s, e)
    N, M = through(element.stiffness, g, k)
    if element.damped == 1:
        g, k = _rates(s, e, v)
        n, m = through(element.damping, g, k)
        N, M = plus(N, 1.0, n), plus(M, 1.0, m)
    return N, M


@inner
def forces_into(s: Any, v: Any, force: Any) -> None:
    """force (6 a section) -= internal forces."""
    for e in range(s.elements.shape[0]):
        N, M = resultants(s, e, v)
        if s.elements[e].nodes == 2:
            of_two.add_forces(s, e, N, M, force)
        else:
            of_three.add_forces(s, e, N, M, force)


@inner
def stiffness_into(s: Any, v: Any, K: Any) -> None:
    """K (pairs, 6, 6) += derivatives of the internal forces by the positions."""
    for e in range(s.elements.shape[0]):
        N, M = resultants(s, e, v)
        if s.elements[e].nodes == 2:
            of_two.add_stiffness(s, e, v, N, M, K)
        else:
            of_three.add_stiffness(s, e, v, N, M, K)


@inner
def damping_into(s: Any, f: float, K: Any) -> None:
    """K (pairs, 6, 6) += f times the derivatives of the internal forces by the velocities."""
    for e in range(s.elements.shape[0]):
        if s.elements[e].damped == 0:
            continue
        if s.elements[e].nodes == 2:
            of_two.add_damping(s, e, f, K)
        else:
            of_three.add_damping(s, e, f, K)


@inner
def add_forces(s: Any, v: Any) -> None:
    """s.force -= internal forces."""
    forces_into(s, v, s.force)


@inner
def add_stiffness(s: Any, v: Any) -> None:
    """s.pair += derivatives of the internal forces by the positions."""
    stiffness_into(s, v, s.pair)


@inner
def add_damping(s: Any, f: float) -> None:
    """s.pair += f times the derivatives of the internal forces by the velocities."""
    damping_into(s, f, s.pair)


@inner
def energy(s: Any) -> float:
    """Elastic energy of all elements [J]."""
    total = 0.0
    for e in range(s.elements.shape[0]):
        g, k = _stretched(s, e)
        N, M = through(s.elements[e].stiffness, g, k)
        total += 0.5 * s.elements[e].weight * (dot(g, N) + dot(k, M))
    return total


@inner
def dissipation(s: Any, v: Any) -> float:
    """Power that the material damps [W], not negative."""
    total = 0.0
    for e in range(s.elements.shape[0]):
        if s.elements[e].damped == 1:
            g, k = _rates(s, e, v)
            N, M = through(s.elements[e].damping, g, k)
            total += s.elements[e].weight * (dot(g, N) + dot(k, M))
    return total


@inner
def gauge_value(gauge: Any, block: int, s: Any) -> float:
    """A strain as a measure, see gauges.py; its Jacobian is added to the blocks of s.J from `block` on."""
    return spatial_gauge(gauge, block, s.section_q, s.J)


@inner
def gauge_rate(gauge: Any, block: int, s: Any) -> None:
    """d(J v)/dq, added to the blocks of s.Jt from `block` on."""
    spatial_gauge_rate(gauge, block, s.section_q, s.section_v, s.Jt)


answered = elements.answering(
    strain, add_forces, add_stiffness, add_damping, energy, dissipation, *reader(gauge_value, gauge_rate, 7, 3)
)


def answer(task, t, f, address):  # type: ignore[no-untyped-def]
    """What elements.py asks for, as C function."""
    return answered(task, f, system_at(address))
