"""The elastic body behind a part: what shapes leave out of a force anywhere on it, when stress is asked for after a run.

A part has unit loads of its motion with it, but where forces will act nobody knows when it is reduced. So it keeps the mesh
and the materials (or the matrices), which are small; the matrices are made and factored again when a force acts at a node, or
at an interface that bears nothing, and solved for a unit force and moment there. Their rest follows the force without delay,
as that of gravity and spin does, and shapes and rest together have the stress of the whole mesh.
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from jourdain.fe.interfaces import Interface
from jourdain.fe.modes import Floating, Held
from jourdain.fe.stiffening import interface_forces
from jourdain.fe.structure import Structure
from jourdain.model.flexible import node_frame, node_turning
from jourdain.model.part import Frame, Part, Static, mirrored_static


@dataclass(frozen=True)
class Source:
    """What a part was made of: the body, its interfaces, and whether these hold it against loads.

    mirrors: axes that the part has been mirrored across since.
    """

    structure: Structure
    interfaces: tuple[Interface, ...]
    held: bool
    mirrors: tuple[str, ...] = ()
    _found: dict[str, Static] = field(default_factory=dict, init=False, repr=False, compare=False)

    def mirrored(self, axis: str) -> Source:
        """Of the mirrored part; twice across the same axis is nothing."""
        twice = self.mirrors[-1:] == (axis,)
        return replace(self, mirrors=self.mirrors[:-1] if twice else (*self.mirrors, axis))

    def rests(self, part: Part, carriers: Iterable[str]) -> dict[str, Static]:
        """Node "#17" or interface -> what the part leaves out of its unit force and moment, (n, 6, ..); each is found once."""
        missing = [one for one in carriers if one not in self._found]
        if missing and self.mirrors:
            axis = self.mirrors[-1]
            whole = part.mirrored(axis)
            found = whole.source.rests(whole, missing)
            self._found.update({one: mirrored_static("interface", found[one], axis) for one in missing})
        elif missing:
            self._found.update(self._solved(part, missing))
        return {one: self._found[one] for one in carriers}

    def bears(self, carrier: str) -> bool:
        """Whether it is an interface that takes up all forces itself, so that nothing is left out."""
        return self.held and not carrier.startswith("#")

    def _solved(self, part: Part, carriers: list[str]) -> dict[str, Static]:
        m = own(self.structure)  # its matrices go when this is done
        borne = Held(m, list(self.interfaces)) if self.held else Floating(m)
        return {one: self._rest(part, m, borne, one) for one in carriers}

    def _rest(self, part: Part, m: Structure, borne: Held | Floating, carrier: str) -> Static:
        forces = self._unit_loads(m, part, carrier)
        u = borne.under(forces)
        modal = _ways(node_frame(part, int(carrier[1:])) if carrier.startswith("#") else part.frames[carrier])
        if self.held:  # the interfaces push back
            back = m.stiffness @ u - forces
            for one in self.interfaces:
                modal = modal + _ways(part.frames[one.name]) @ (one.spread(m).T @ back[m.coordinates(one.nodes)])
        share = modal / part.frequencies[:, None] ** 2
        tables = (part.surface.shapes, part.surface.stress)
        return Static(
            *(
                a - np.einsum("nkc,kl->nlc", b, share, optimize=True)
                for a, b in zip(m.on_surface(u), tables, strict=True)
            )
        )

    def _unit_loads(self, m: Structure, part: Part, carrier: str) -> np.ndarray:
        """(N, 6): forces and moments on the coordinates that do the work of a unit wrench on what the carrier follows."""
        if not carrier.startswith("#"):
            return interface_forces(m, next(one for one in self.interfaces if one.name == carrier))
        place = {int(number): i for i, number in enumerate(m.numbers)}
        number, found = int(carrier[1:]), np.zeros((len(m.nodes), m.width, 6))
        found[place[number], :, : m.width] = np.eye(m.width)
        if m.width == 3:  # a node turns as those around it move
            around, turning = node_turning(part, number)
            for i, turns in zip(around, turning, strict=True):
                found[place[int(part.surface.numbers[i])], :, 3:] += turns.T
                found[place[number], :, 3:] -= turns.T
        return found.reshape(m.size, 6)


def own(m: Structure) -> Structure:
    """The same body without the matrices that it has made."""
    given: dict[str, Any] = {one.name: getattr(m, one.name) for one in fields(m) if one.init}  # type: ignore[arg-type]
    return type(m)(**given)


def _ways(frame: Frame) -> np.ndarray:
    """(k, 6): work of a unit force and moment on each shape."""
    return np.concatenate([frame.moves, frame.turns], axis=1)
