"""The run of the propeller: spun up by a torque on its shaft, which shakes along itself."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jourdain.errors import ModelError
from jourdain.fe.mesh import Mesh
from jourdain.fe.recovery import hot_spots, surface_stress
from jourdain.fe.reduce import reduce
from jourdain.model.measures import slide
from jourdain.model.model import Model
from jourdain.model.part import Part
from jourdain.model.sections import Material, material
from jourdain.papers.propeller import HUB, ROOT, aluminium, propeller_mesh

MESHES = ("coarse", "paper", "20 nodes")
SHAPES = ("free", "clamped")


@dataclass(frozen=True)
class Propeller:
    """speed [rad/s] that the torque ends with after `rise` [s]; shake: acceleration along the shaft [m/s2], 3 times a turn.

    shapes: "clamped" at the bore or "free"; damping: of them, against critical; mesh: one of MESHES. E [Pa], nu, density
    [kg/m3] of the material.
    """

    speed: float
    rise: float = 0.2
    shake: float = 200.0
    damping: float = 0.002
    modes: int = 12
    shapes: str = "clamped"
    mesh: str = "paper"
    E: float = aluminium().E
    nu: float = aluminium().nu
    density: float = aluminium().density

    def __post_init__(self) -> None:
        if self.mesh not in MESHES:
            raise ModelError(f"mesh = {self.mesh!r}; it is one of {', '.join(map(repr, MESHES))}.")
        if self.shapes not in SHAPES:
            raise ModelError(f"shapes = {self.shapes!r}; they are {' or '.join(map(repr, SHAPES))}.")

    @cached_property
    def bricks(self) -> Mesh:
        """The mesh."""
        return propeller_mesh("hex20" if self.mesh == "20 nodes" else "hex8", coarse=self.mesh == "coarse")

    @property
    def material(self) -> Material:
        """Of all of it."""
        return material(E=self.E, nu=self.nu, density=self.density)

    @cached_property
    def part(self) -> Part:
        """Reduced from the mesh."""
        return reduce(
            self.bricks,
            material=self.material,
            interfaces={"bore": "bore"},
            kind=self.shapes,
            modes=self.modes,
            name="propeller",
        )

    @property
    def root(self) -> int:
        """The node in the root of the first blade with the largest stress when that bends as the slowest shapes do."""
        part = self.part
        x = part.surface.nodes + part.centre
        r = np.hypot(x[:, 0], x[:, 1])
        there = (r > 1.02 * HUB) & (r < ROOT) & (x[:, 0] > 0.7 * r)
        stress = surface_stress(part, np.eye(part.modes)[:4])
        return hot_spots(part, np.where(there[:, None], stress, 0.0), count=1)[0].node

    @property
    def tip(self) -> int:
        """The node at the end of the first blade that is farthest out."""
        x = self.part.surface.nodes + self.part.centre
        return int(self.part.surface.numbers[int(np.argmax(np.hypot(x[:, 0], x[:, 1]) * (x[:, 0] > 0.0)))])

    def model(self) -> Model:
        """On a shaft joint in space; measures turn, root [Pa] and tip [m]."""
        m, w = Model("propeller"), 3.0 * self.speed
        body = m.flexible("propeller", self.part, damping=self.damping, velocity=(0, 0, -self.shake / w))
        bore = body.interface("bore")
        shaft = m.joint("shaft", "cylindrical", m.ground, body, at=bore.at, axis=(0, 0, 1))
        m.drive("shaker", shaft.slide, f"-{self.shake / w**2!r}*sin({w!r}*t)")
        size = float(self.part.inertia[2, 2]) * self.speed / self.rise
        m.load("engine", bore, torque=(0, 0, f"{size!r}*(1 - cos(2*pi*t/{self.rise!r}))"), follow=True)
        m.measure("turn", shaft.angle)
        m.measure("root", body.stress("mises", node=self.root))
        m.measure("tip", slide(bore, body.node(self.tip), "z"))
        return m


def rad_per_s(rpm: float) -> float:
    """Of revolutions in a minute."""
    return rpm * 2.0 * math.pi / 60.0
