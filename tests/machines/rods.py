"""Reduced parts of slender rods in closed form: Euler-Bernoulli bending, without rotary inertia, and foreshortening.

Along x from the start A over the middle M to the end B. A rod that is bent by w(x) is shorter: its points move by
-1/2 int_A^x w'^2 along it, which gives the stiffness by spin and pull.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from jourdain.model.part import Frame, Invariants, Part, Surface

Function = Callable[[np.ndarray], np.ndarray]


class Rod(NamedTuple):
    """Length [m], mass per length [kg/m], bending stiffness [N m2]; thin: moment about its axis over its mass [m2]."""

    length: float
    line_mass: float
    EI: float
    thin: float = 1e-8


STEEL = Rod(1.0, 7850.0 * 1e-4, 2e11 * 1e-8 / 12.0)  # 1 m, 10 x 10 mm


def clamped(rod: Rod, count: int) -> tuple[np.ndarray, list[Function], list[Function]]:
    """Frequencies [rad/s], deflections and slopes of a cantilever; of any size."""
    roots = [brentq(lambda b: np.cos(b) + 1 / np.cosh(b), (k + 0.5) * np.pi - 0.6, (k + 0.5) * np.pi + 0.6)
             for k in range(count)]  # fmt: skip
    shapes, slopes = [], []
    for b in roots:
        s = (np.cosh(b) + np.cos(b)) / (np.sinh(b) + np.sin(b))
        k = b / rod.length
        shapes.append(lambda x, k=k, s=s: np.cosh(k * x) - np.cos(k * x) - s * (np.sinh(k * x) - np.sin(k * x)))
        slopes.append(lambda x, k=k, s=s: k * (np.sinh(k * x) + np.sin(k * x) - s * (np.cosh(k * x) - np.cos(k * x))))
    return (np.array(roots) / rod.length) ** 2 * np.sqrt(rod.EI / rod.line_mass), shapes, slopes


def pinned(rod: Rod, count: int) -> tuple[np.ndarray, list[Function], list[Function]]:
    """The same for a rod on two pins: sines."""
    k = np.arange(1, count + 1) * np.pi / rod.length
    shapes = [lambda x, k=k: np.sin(k * x) for k in k]
    slopes = [lambda x, k=k: k * np.cos(k * x) for k in k]
    return k**2 * np.sqrt(rod.EI / rod.line_mass), shapes, slopes


def part(rod: Rod, count: int, ends: str = "clamped", axes: str = "y") -> Part:
    """A part with `count` shapes across each of the axes, "y", "z" or both."""
    frequencies, shapes, slopes = (clamped if ends == "clamped" else pinned)(rod, count)
    nodes, weights = np.polynomial.legendre.leggauss(160)
    x, w = 0.5 * rod.length * (nodes + 1.0), 0.5 * rod.length * weights
    mass, centre, total = w * rod.line_mass, 0.5 * rod.length, rod.line_mass * rod.length
    scale = [1.0 / np.sqrt(mass @ shape(x) ** 2) for shape in shapes]
    which = [(i, "xyz".index(axis)) for axis in axes for i in range(count)]
    n = len(which)

    def moves(at: np.ndarray, functions: list[Function]) -> np.ndarray:
        found = np.zeros((len(at), n, 3))
        for k, (i, axis) in enumerate(which):
            found[:, k, axis] = scale[i] * functions[i](at)
        return found

    Phi, slope = moves(x, shapes), moves(x, slopes)
    s = np.stack([x - centre, 0 * x, 0 * x], axis=1)
    # the moment about the axis without one across it
    P0 = np.einsum("p,pi,pj->ij", mass, s, s) + 0.5 * rod.thin * total * np.diag([-1.0, 1.0, 1.0])
    invariants = Invariants(
        total,
        np.einsum("p,pki->ki", mass, Phi),
        P0,
        np.einsum("p,pi,pkj->kij", mass, s, Phi),
        np.einsum("p,pki,plj->klij", mass, Phi, Phi),
    )
    shorter = -np.einsum("p,pki,pli->pkl", w, slope, slope)  # of what is beyond x, per piece of the rod
    beyond = rod.line_mass * (rod.length - x), rod.line_mass * (rod.length**2 - x**2) / 2  # int dm, int x dm
    pull, spin = np.zeros((3, n, n)), np.zeros((6, n, n))
    pull[0] = np.einsum("p,pkl->kl", beyond[0], shorter)
    spin[1] = spin[2] = -np.einsum("p,pkl->kl", beyond[1] - centre * beyond[0], shorter)

    def frame(at: float) -> Frame:
        way, turn = (moves(np.array([at]), functions)[0] for functions in (shapes, slopes))
        bends = np.zeros((3, n, n))
        before = moves(0.5 * at * (nodes + 1.0), slopes)  # a rod that bends becomes shorter from its start on
        bends[0] = -0.5 * at * np.einsum("p,pki,pli->kl", weights, before, before)
        return Frame(
            np.array([at - centre, 0.0, 0.0]),
            way,
            np.stack([0 * turn[:, 0], -turn[:, 2], turn[:, 1]], axis=1),
            bends=bends,
        )

    frames = {"A": frame(0.0), "M": frame(centre), "B": frame(rod.length)}
    places = np.array([one.at for one in frames.values()])
    surface = Surface(
        *(places, np.arange(1, 4), np.zeros((0, 3), np.int64)),
        *(np.array([one.moves for one in frames.values()]), np.zeros((3, n, 6))),
    )
    return Part(
        *("rod", ends, np.array([centre, 0.0, 0.0]), np.tile(frequencies, len(axes)), invariants, frames, surface),
        *(spin, pull, np.zeros((n, n, n))),
    )


def random_part(count: int, rng: np.random.Generator) -> Part:
    """A cloud of masses with shapes that have nothing to do with each other, and stiffening of every kind."""
    mass, s, Phi = rng.random(30) / 30, rng.normal(size=(30, 3)), rng.normal(size=(30, count, 3))
    s -= mass @ s / mass.sum()
    invariants = Invariants(
        float(mass.sum()),
        np.einsum("p,pki->ki", mass, Phi),
        np.einsum("p,pi,pj->ij", mass, s, s),
        np.einsum("p,pi,pkj->kij", mass, s, Phi),
        np.einsum("p,pki,plj->klij", mass, Phi, Phi),
    )

    def symmetric(n: int) -> np.ndarray:
        G = rng.normal(size=(n, count, count))
        return 0.3 * (G + G.transpose(0, 2, 1))

    names = ("A", "M", "B")
    frames = {
        name: Frame(*(rng.normal(size=size) for size in (3, (count, 3), (count, 3))), bends=symmetric(3))
        for name in names
    }
    surface = Surface(s, np.arange(30), np.zeros((0, 3), np.int64), Phi, np.zeros((30, count, 6)))
    return Part(
        *("cloud", "free", rng.normal(size=3), 1.0 + rng.random(count), invariants, frames, surface),
        *(symmetric(6), symmetric(3), symmetric(count)),
    )


def strut(rod: Rod, count: int, EA: float) -> Part:
    """A rod between two pins: `count` sines across y, and one shape that stretches it.

    The stress of that shape is constant; it carries the mean of what turning pulls, and whatever pulls at its ends. The rest
    of the axial force is in spin and pull, where the ends share the weight.
    """
    bent = part(rod, count, "pinned")
    x, w = np.polynomial.legendre.leggauss(160)
    x, w = 0.5 * rod.length * x, 0.5 * rod.length * w  # from the centre
    m, total = w * rod.line_mass, bent.mass
    s = 1.0 / np.sqrt(total * rod.length**2 / 12)
    sines = pinned(rod, count)
    scale = np.sqrt(2.0 / total)
    phi, slope = (np.array([scale * f(x + 0.5 * rod.length) for f in functions]) for functions in sines[1:])
    n, e = count + 1, np.eye(3)
    old = bent.invariants
    N, P1, P2 = np.zeros((n, 3)), np.zeros((n, 3, 3)), np.zeros((n, n, 3, 3))
    N[:count], P1[:count], P2[:count, :count] = old.N, old.P1, old.P2
    P1[count] = np.outer(e[0], e[0]) / s
    P2[count, count] = np.outer(e[0], e[0])
    for k in range(count):
        P2[count, k] = s * (m @ (x * phi[k])) * np.outer(e[0], e[1])
        P2[k, count] = P2[count, k].T
    spin, pull, cubic = np.zeros((6, n, n)), np.zeros((3, n, n)), np.zeros((n, n, n))
    turning = rod.line_mass * (rod.length**2 / 12 - x**2) / 2  # axial force by spin, less its mean
    spin[1, :count, :count] = spin[2, :count, :count] = (slope * w * turning) @ slope.T
    pull[0, :count, :count] = (slope * w * rod.line_mass * x) @ slope.T
    cubic[count, :count, :count] = EA * s * (slope * w) @ slope.T

    def longer(frame: Frame) -> Frame:
        moves = np.vstack([frame.moves, s * frame.at[0] * e[0]])
        return Frame(frame.at, moves, np.vstack([frame.turns, np.zeros(3)]), bends=np.zeros((3, n, n)))

    frames = {name: longer(frame) for name, frame in bent.frames.items()}
    shapes = np.array([one.moves for one in frames.values()])
    surface = Surface(*(bent.surface.nodes, bent.surface.numbers, bent.surface.triangles, shapes), np.zeros((3, n, 6)))
    frequencies = np.append(bent.frequencies, np.sqrt(EA * rod.length) * s)
    return Part(
        *("strut", "given", bent.centre, frequencies, Invariants(total, N, old.P0, P1, P2), frames, surface),
        *(spin, pull, cubic),
    )
