"""A reduced part: what is left of an elastic body when its displacements are sums of a few shapes. Plain data.

With s the place of a point before the part bends, from its centre of mass, and Phi_k the displacement by shape k:

    N_k = int Phi_k    P0 = int s s^T    P1_k = int s Phi_k^T    P2_kl = int Phi_k Phi_l^T      (over the mass)

are all that the inertia of the moving part needs. Shapes have unit mass, tr P2_kk = 1, and amplitudes eta_k [sqrt(kg) m].

Stress makes a part stiffer or weaker. With G_k the stiffness that the stress of shape k gives to all shapes, `cubic`:

    U = 1/2 sum_k (w_k eta_k + eta^T G_k eta/(2 w_k))^2 = 1/2 sum w_k^2 eta_k^2 + 1/2 sum eta_k eta^T G_k eta + a square

(the square keeps a bent rod as long as it was where it can shorten, and stretches it where it cannot; without it a rod that
bends by a fiftieth of its length is unstable). Stress that the
shapes themselves cannot carry follows the motion without delay: `spin` by w_i w_j, `pull` by the acceleration of the frame.
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError, near
from jourdain.model.parsing import vector

SPINS = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))  # products of angular velocities, in the order of `spin`


@dataclass(frozen=True)
class Frame:
    """A place of the part that joints take: at (3,) [m] from the centre; by each shape it moves (k, 3) and turns (k, 3).

    bends (3, k, k): its displacement of second order 1/2 eta^T bends_i eta along each axis, what a force there is seen by
    through the stress that the shapes leave out. A rod that bends is shorter, so pulling at its end makes it stiffer.
    """

    at: np.ndarray
    moves: np.ndarray
    turns: np.ndarray
    bends: np.ndarray = field(kw_only=True)

    def moved(self, eta: np.ndarray) -> np.ndarray:
        """Displacement (.., 3) [m] by amplitudes (.., k)."""
        return np.asarray(eta @ self.moves + 0.5 * np.einsum("ikl,...k,...l->...i", self.bends, eta, eta))

    def ways(self, eta: np.ndarray) -> np.ndarray:
        """Derivative (.., k, 3) of the displacement by the amplitudes (.., k)."""
        return np.asarray(self.moves + np.einsum("ikl,...l->...ki", self.bends, eta))


@dataclass(frozen=True)
class Invariants:
    """Integrals over the mass [kg, kg m, ..]: N (k, 3), P0 (3, 3), P1 (k, 3, 3), P2 (k, k, 3, 3)."""

    mass: float
    N: np.ndarray
    P0: np.ndarray
    P1: np.ndarray
    P2: np.ndarray


@dataclass(frozen=True)
class Surface:
    """What is drawn and where stress is known: nodes (n, 3) [m] from the centre, their numbers, triangles of them.

    Middles of cells whose own stress was asked for come after the nodes; their numbers are those of the cells times -1.

    shapes (n, k, 3); stress (n, k, 6) [Pa] of unit shapes, xx, yy, zz, xy, yz, zx in the axes of the mesh. turns (n, k, 3):
    small rotations, where nodes turn by themselves; else (0, k, 3), and a node turns as those around it move.
    """

    nodes: np.ndarray
    numbers: np.ndarray
    triangles: np.ndarray
    shapes: np.ndarray
    stress: np.ndarray
    turns: np.ndarray = field(default_factory=lambda: np.zeros((0, 0, 3)))


@dataclass(frozen=True)
class Static:
    """What the shapes leave out of the deformation by unit loads, at the points of the surface: it follows loads without delay.

    shapes (n, l, 3) [m], stress (n, l, 6) [Pa]. Of forces that were asked for by name (l = 1) also their effect on the motion:
    force (3,) [N], moment (3,) [N m] about the centre, and modal (k,) on the shapes.
    """

    shapes: np.ndarray
    stress: np.ndarray
    force: np.ndarray = field(default_factory=lambda: np.zeros(3))
    moment: np.ndarray = field(default_factory=lambda: np.zeros(3))
    modal: np.ndarray = field(default_factory=lambda: np.zeros(0))


@guarded_methods
@dataclass(frozen=True)
class Part:
    """A reduced part. centre (3,) [m]: of mass, in the axes of the mesh; frequencies (k,) [rad/s].

    kind: "clamped" shapes are zero at the interfaces; those of other kinds have no momentum and no angular momentum.
    spin (6, k, k): stiffness by w_i w_j, in the order of SPINS; pull (3, k, k): by an acceleration [m/s2] of the frame less
    gravity, along each axis; cubic (k, k, k): cubic[k] between the shapes by the stress of shape k. The last two are symmetric.
    static: "acceleration" (3 loads: of the frame less gravity), "spin" (6), "turning" (3: angular acceleration), "interface A"
    (6: force and moment there), and forces by name. source: the body that it was made of, see fe/source.py; stress by forces at
    nodes is taken from it. None where that knows no stress.
    """

    name: str
    kind: str
    centre: np.ndarray
    frequencies: np.ndarray
    invariants: Invariants = field(repr=False)
    frames: dict[str, Frame] = field(repr=False)
    surface: Surface = field(repr=False)
    spin: np.ndarray = field(repr=False)
    pull: np.ndarray = field(repr=False)
    cubic: np.ndarray = field(repr=False)
    notes: tuple[str, ...] = ()
    origin: str = ""
    static: dict[str, Static] = field(default_factory=dict, repr=False)
    source: Any = field(default=None, repr=False, compare=False)

    @property
    def modes(self) -> int:
        """How many shapes."""
        return len(self.frequencies)

    @property
    def mass(self) -> float:
        """[kg]"""
        return self.invariants.mass

    @property
    def inertia(self) -> np.ndarray:
        """(3, 3) [kg m2] about the centre of mass."""
        P0 = self.invariants.P0
        return np.trace(P0) * np.eye(3) - P0

    def energy(self, amplitudes: np.ndarray) -> float:
        """Elastic energy [J] of amplitudes (k,), without the share of spin and pull."""
        w, amplitudes = self.frequencies, vector(amplitudes, self.modes, f"part {self.name!r}: amplitudes")
        z = w * amplitudes + np.einsum("klm,l,m->k", self.cubic, amplitudes, amplitudes) / (2.0 * w)
        return 0.5 * float(z @ z)

    def frame(self, name: str) -> Frame:
        """An interface by its name."""
        if name not in self.frames:
            raise ModelError(f"part {self.name!r} has no interface {name!r}.{near(name, self.frames)}")
        return self.frames[name]

    def node(self, number: int) -> int:
        """The place of a node in the surface, by its number in the mesh."""
        whole = isinstance(number, (int, np.integer)) and not isinstance(number, bool)
        found = np.flatnonzero(self.surface.numbers == number) if whole else np.zeros(0, int)
        if not len(found):
            raise ModelError(
                f"part {self.name!r}: node {number!r} was not kept; nodes of the surface are, and those asked for by keep=."
            )
        return int(found[0])

    def point(self, node: Any, element: Any, where: str) -> int:
        """The number in the surface of a node or of an element, one of the two."""
        if (node is None) == (element is None):
            raise ModelError(f"{where}: give the number of a node or of an element, one of the two.")
        if element is None:
            self.node(node)
            return int(node)
        whole = isinstance(element, (int, np.integer)) and not isinstance(element, bool) and element > 0
        if not whole or -element not in self.surface.numbers:
            raise ModelError(
                f"{where}: part {self.name!r} has no stress of element {element!r}; ask for it by reduce(.., elements=[..])."
            )
        return -int(element)

    def check_stress(self, where: str) -> None:
        """ModelError if nothing is known of the stress of the part."""
        if self.modes and not self.surface.stress.any():
            raise ModelError(
                f"{where}: part {self.name!r} comes from matrices, which hold no stress; give matrices(.., material=..) "
                "and a mesh that has elements, or the stress of given shapes, reduce(.., shapes=.., stress=..)."
            )

    def mirrored(self, axis: str = "y") -> Part:
        """The part as a mirror across an axis of the mesh ("x", "y" or "z") shows it; shapes keep their numbers."""
        if axis not in ("x", "y", "z"):
            raise ModelError(f"part {self.name!r}: mirrored({axis!r}); give 'x', 'y' or 'z'.")
        S, products = _signs(axis)
        one, s = self.invariants, self.surface
        return replace(
            self,
            name=f"{self.name} mirrored",
            centre=S * self.centre,
            invariants=Invariants(
                one.mass, S * one.N, S[:, None] * one.P0 * S, S[:, None] * one.P1 * S, S[:, None] * one.P2 * S
            ),
            frames={
                name: Frame(S * f.at, S * f.moves, -S * f.turns, bends=S[:, None, None] * f.bends)
                for name, f in self.frames.items()
            },
            surface=Surface(
                S * s.nodes, s.numbers, s.triangles[:, ::-1], S * s.shapes, products * s.stress, -S * s.turns
            ),
            spin=products[:, None, None] * self.spin,
            pull=S[:, None, None] * self.pull,
            static={name: mirrored_static(name, load, axis) for name, load in self.static.items()},
            source=self.source and self.source.mirrored(axis),
        )

    def __str__(self) -> str:
        hertz = self.frequencies / (2.0 * np.pi)
        c, J = self.centre, np.linalg.eigvalsh(self.inertia)
        lines = [
            f"{self.name}: {self.kind}, {self.modes} shapes from {self.origin}",
            f"mass {self.mass:.6g} kg, centre {place(c)}, principal moments {J[0]:.5g}, {J[1]:.5g}, {J[2]:.5g} kg m2",
            "frequencies [Hz]: " + ", ".join(f"{one:.4g}" for one in hertz),
        ]
        return "\n".join([*lines, *self.notes])


def place(x: np.ndarray) -> str:
    """A point [m] for people: what is rounding of zero is zero."""
    return "(" + ", ".join(f"{one:.5g}" for one in np.round(x, 12) + 0.0) + ") m"


def _signs(axis: str) -> tuple[np.ndarray, np.ndarray]:
    """Of places, and of products of two of their coordinates in the order of SPINS, which is also that of stress."""
    S = np.ones(3)
    S["xyz".index(axis)] = -1.0
    return S, np.array([S[i] * S[j] for i, j in SPINS])


def mirrored_static(name: str, load: Static, axis: str) -> Static:
    """Unit loads of the mirrored part: accelerations and forces turn like places, rotations and moments the other way."""
    S, products = _signs(axis)
    turns = {"acceleration": S, "spin": products, "turning": -S}
    sign = turns.get(name, np.concatenate([S, -S]) if name.startswith("interface") else np.ones(1))[:, None]
    return Static(S * load.shapes * sign, products * load.stress * sign, S * load.force, -S * load.moment, load.modal)
