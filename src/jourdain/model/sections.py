"""Materials and cross-sections of beams.

Axes of a section: x along the beam, z its normal (the side that is said by `normal` and drawn on the page), y across. In the
plane the normal lies in the plane, so that the height of a rectangle is what bends. Strains come in the order stretch,
shear y, shear z, twist, bending about y, bending about z; the stiffness of a section (6, 6) maps them to the forces [N] and
moments [N m] in the section.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.model.parsing import number

Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Material:
    """A linear elastic, isotropic material: E and G [Pa], density [kg/m3]."""

    E: float
    G: float
    density: float

    @property
    def nu(self) -> float:
        """Poisson's ratio [-]."""
        return self.E / (2.0 * self.G) - 1.0


def material(*, E: float, density: float, nu: float | None = None, G: float | None = None) -> Material:
    """A material by Young's modulus E [Pa], density [kg/m3] and Poisson's ratio nu, or shear modulus G [Pa]."""
    E = number(E, "material: E [Pa]", positive=True)
    density = number(density, "material: density [kg/m3]", positive=True)
    if (nu is None) == (G is None):
        raise ModelError("material: give Poisson's ratio nu or the shear modulus G, one of the two.")
    if G is None:
        nu = number(nu, "material: nu", least=-1.0)
        if not -1.0 < nu <= 0.5:
            raise ModelError(f"material: nu = {nu:g}; Poisson's ratio is between -1 and 0.5.")
        G = E / (2.0 * (1.0 + nu))
    return Material(E, number(G, "material: G [Pa]", positive=True), density)


@dataclass(frozen=True)
class Section:
    """A cross-section about its centroid.

    area [m2]; Iy, Iz: second moments about the axes y and z [m4]; Iyz: the product of inertia [m4]; torsion: constant of
    Saint-Venant [m4]; outline: corners (y, z) [m] for drawing. shear: factors (ky, kz) of the shear areas, or a name of a
    rule by which they follow from Poisson's ratio.
    """

    kind: str
    size: tuple[float, ...]
    area: float
    Iy: float
    Iz: float
    torsion: float
    Iyz: float = 0.0
    shear: tuple[float, float] | None = None
    outline: Outline = field(default=(), repr=False)

    def shear_factors(self, nu: float) -> tuple[float, float]:
        """ky, kz: as given, or after Cowper (1966) for the shape."""
        if self.shear is not None:
            return self.shear
        one = _COWPER[self.kind](nu, *self.size)
        return one, one

    def stiffness(self, material: Material) -> np.ndarray:
        """Forces and moments per strain, (6, 6) [N, N m, N m2]."""
        ky, kz = self.shear_factors(material.nu)
        E, GA = material.E, material.G * self.area
        C = np.diag([E * self.area, ky * GA, kz * GA, material.G * self.torsion, E * self.Iy, E * self.Iz])
        C[4, 5] = C[5, 4] = -E * self.Iyz
        return C

    def inertia(self, density: float) -> np.ndarray:
        """Moments of inertia per length about the axes of the section, (3, 3) [kg m]."""
        J = density * np.diag([self.Iy + self.Iz, self.Iy, self.Iz])
        J[1, 2] = J[2, 1] = -density * self.Iyz
        return J


def _cowper_tube(nu: float, outer: float, inner: float) -> float:
    m2 = (inner / outer) ** 2
    return 6.0 * (1 + nu) * (1 + m2) ** 2 / ((7 + 6 * nu) * (1 + m2) ** 2 + (20 + 12 * nu) * m2)


_COWPER: dict[str, Any] = {
    "rectangle": lambda nu, width, height: 10.0 * (1 + nu) / (12 + 11 * nu),
    "circle": lambda nu, diameter: 6.0 * (1 + nu) / (7 + 6 * nu),
    "tube": _cowper_tube,
}


def _sizes(kind: str, **sizes: float) -> tuple[float, ...]:
    return tuple(number(value, f"{kind}: {name} [m]", positive=True) for name, value in sizes.items())


def _factors(kind: str, shear: Any) -> tuple[float, float] | None:
    if shear is None:
        return None
    both = np.broadcast_to(np.asarray(shear, float), (2,)).tolist()
    return tuple(number(k, f"{kind}: shear", positive=True) for k in both)  # type: ignore[return-value]


def rectangle(width: float, height: float, *, shear: Any = None) -> Section:
    """A rectangle: width along y, height along the normal z [m]. shear: shear factor, or (ky, kz)."""
    w, h = _sizes("rectangle", width=width, height=height)
    corners = ((-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2))
    J, factors = _torsion_of_rectangle(max(w, h), min(w, h)), _factors("rectangle", shear)
    return Section("rectangle", (w, h), w * h, w * h**3 / 12, h * w**3 / 12, J, shear=factors, outline=corners)


def _torsion_of_rectangle(a: float, b: float) -> float:
    """Saint-Venant's series, a >= b."""
    total = sum(math.tanh(n * math.pi * a / (2 * b)) / n**5 for n in range(1, 200, 2))
    return a * b**3 * (1.0 / 3.0 - 64.0 * b / (math.pi**5 * a) * total)


def _ring(radius: float, n: int = 32) -> Outline:
    turns = (2 * math.pi * i / n for i in range(n))
    return tuple((radius * math.cos(turn), radius * math.sin(turn)) for turn in turns)


def circle(diameter: float, *, shear: Any = None) -> Section:
    """A full circle [m]. shear: shear factor, or (ky, kz)."""
    (d,) = _sizes("circle", diameter=diameter)
    I = math.pi * d**4 / 64
    factors = _factors("circle", shear)
    return Section("circle", (d,), math.pi * d * d / 4, I, I, 2 * I, shear=factors, outline=_ring(d / 2))


def tube(outer: float, inner: float, *, shear: Any = None) -> Section:
    """A ring: outer and inner diameter [m]. shear: shear factor, or (ky, kz)."""
    D, d = _sizes("tube", outer=outer, inner=inner)
    if d >= D:
        raise ModelError(f"tube: the inner diameter {d:g} m is not below the outer one, {D:g} m.")
    I = math.pi * (D**4 - d**4) / 64
    factors = _factors("tube", shear)
    return Section("tube", (D, d), math.pi * (D * D - d * d) / 4, I, I, 2 * I, shear=factors, outline=_ring(D / 2))
