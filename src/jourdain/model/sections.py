"""Materials and cross-sections of beams.

Axes of a section: x along the beam, z its normal (the side that is said by `normal` and drawn on the page), y across. In the
plane the normal lies in the plane, so that the height of a rectangle is what bends. Strains come in the order stretch,
shear y, shear z, twist, bending about y, bending about z; the stiffness of a section (6, 6) maps them to the forces [N] and
moments [N m] in the section. The mass of a section (6, 6) per length maps velocities along and spins about its axes to momenta.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.model.parsing import number, vector
from jourdain.model.polygons import constants

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
    shear: tuple[float, ...] | None = None
    outline: Outline = field(default=(), repr=False)

    needs_material = True

    def shear_factors(self, nu: float) -> tuple[float, ...]:
        """ky, kz and for polygons kyz: as given, or after Cowper (1966) for the shape."""
        if self.shear is not None:
            return self.shear
        one = _COWPER[self.kind](nu, *self.size)
        return one, one

    def stiffness(self, material: Material) -> np.ndarray:
        """Forces and moments per strain, (6, 6) [N, N m, N m2]."""
        ky, kz, *coupled = self.shear_factors(material.nu)
        E, GA = material.E, material.G * self.area
        C = np.diag([E * self.area, ky * GA, kz * GA, material.G * self.torsion, E * self.Iy, E * self.Iz])
        C[1, 2] = C[2, 1] = GA * sum(coupled)
        C[4, 5] = C[5, 4] = -E * self.Iyz
        return C

    def inertia(self, density: float) -> np.ndarray:
        """Moments of inertia per length about the axes of the section, (3, 3) [kg m]."""
        J = density * np.diag([self.Iy + self.Iz, self.Iy, self.Iz])
        J[1, 2] = J[2, 1] = -density * self.Iyz
        return J

    def mass(self, material: Material) -> float:
        """Per length [kg/m]."""
        return material.density * self.area

    @property
    def radius(self) -> float:
        """How far its outline goes from the axis [m]; without an outline that of the circle of the same area."""
        corners = np.array(self.outline)
        return float(np.linalg.norm(corners, axis=1).max()) if len(corners) else math.sqrt(self.area / math.pi)


@dataclass(frozen=True)
class GeneralSection:
    """A cross-section by its stiffness (6, 6) and mass per length (6, 6), about any axis whose sections are centred in it."""

    C: tuple[tuple[float, ...], ...]
    M: tuple[tuple[float, ...], ...]
    outline: Outline = field(default=(), repr=False)
    kind: str = "general"

    needs_material = False

    def stiffness(self, material: Material | None = None) -> np.ndarray:
        """Forces and moments per strain, (6, 6) [N, N m, N m2]."""
        return np.array(self.C)

    def inertia(self, density: float = 0.0) -> np.ndarray:
        """Moments of inertia per length about the axes of the section, (3, 3) [kg m]."""
        return np.array(self.M)[3:, 3:]

    def mass(self, material: Material | None = None) -> float:
        """Per length [kg/m]."""
        return self.M[0][0]

    @property
    def radius(self) -> float:
        """Radius of gyration about the axis [m]: what is drawn, since no outline is known."""
        return math.sqrt(self.M[3][3] / self.M[0][0])


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


def _factors(kind: str, shear: Any) -> tuple[float, ...] | None:
    if shear is None:
        return None
    both = vector(shear if np.ndim(shear) else (shear, shear), 2, f"{kind}: shear (ky, kz)")
    return tuple(number(k, f"{kind}: shear", positive=True) for k in both.tolist())


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


def polygon(corners: Any, *, shear: Any = None) -> Section:
    """A section with these corners (y, z) [m], once around it; the beam's axis goes through the centroid.

    Torsion and shear constants come from a small finite element solve: within 1e-3 where the section is compact or a strip.
    The shear centre is taken to be the centroid. shear: shear factor, or (ky, kz).
    """
    try:
        given = np.array(corners, dtype=np.float64)
    except (TypeError, ValueError):
        raise ModelError(f"polygon: {corners!r} is no list of points (y, z).") from None
    if given.ndim != 2 or given.shape[1:] != (2,) or len(given) < 3 or not np.isfinite(given).all():
        raise ModelError(f"polygon: give at least three corners (y, z) [m]; got shape {given.shape}.")
    size = float(np.ptp(given, axis=0).max())
    sides = np.linalg.norm(given - np.roll(given, -1, axis=0), axis=1)
    if not sides.min() > 1e-9 * size:
        raise ModelError("polygon: two corners that follow each other are the same point; list each once.")
    found = constants(tuple((float(y), float(z)) for y, z in given))
    outline = tuple((float(y), float(z)) for y, z in given - np.array(found.centre))
    factors = found.shear if shear is None else _factors("polygon", shear)
    flat = tuple(given.ravel().tolist())
    return Section(
        "polygon", flat, found.area, found.Iy, found.Iz, found.torsion, found.Iyz, shear=factors, outline=outline
    )


def section(
    *,
    area: float | None = None,
    Iy: float | None = None,
    Iz: float | None = None,
    torsion: float | None = None,
    Iyz: float = 0.0,
    shear: Any = None,
    stiffness: Any = None,
    mass: Any = None,
) -> Any:
    """A section by numbers: area [m2], second moments Iy, Iz, product Iyz [m4], torsion constant [m4], shear factors (ky, kz).

    Or by its stiffness (6, 6) and its mass per length (6, 6), in the order of the strains (see above): then the beam takes no
    material. torsion is Iy + Iz and shear (1, 1) unless given.
    """
    if stiffness is not None or mass is not None:
        if (area, Iy, Iz, torsion, shear, Iyz) != (None, None, None, None, None, 0.0):
            raise ModelError("section: give stiffness and mass (6 x 6), or area, Iy, Iz, .., not both.")
        return _general(stiffness, mass)
    if area is None or Iy is None or Iz is None:
        raise ModelError("section: give area, Iy and Iz, or stiffness and mass.")
    A, y, z = (
        number(x, f"section: {n}", positive=True) for x, n in ((area, "area [m2]"), (Iy, "Iy [m4]"), (Iz, "Iz [m4]"))
    )
    product = number(Iyz, "section: Iyz [m4]")
    if product * product >= y * z:
        raise ModelError(f"section: Iyz = {product:g} m4 is too large for Iy = {y:g} and Iz = {z:g} m4.")
    J = number(y + z if torsion is None else torsion, "section: torsion [m4]", positive=True)
    factors = (1.0, 1.0) if shear is None else _factors("section", shear)
    return Section("numbers", (), A, y, z, J, product, shear=factors)


def _matrix(value: Any, what: str) -> np.ndarray:
    """A symmetric positive definite 6 x 6 matrix."""
    try:
        M = np.array(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise ModelError(f"section: {what} is no table of numbers.") from None
    M = np.diag(M) if M.shape == (6,) else M
    if M.shape != (6, 6) or not np.isfinite(M).all():
        raise ModelError(f"section: {what} has shape {M.shape}; give 6 x 6 finite numbers, or the 6 of a diagonal.")
    scale = np.sqrt(np.abs(np.diag(M)))
    scaled = M / np.where(scale > 0.0, scale, 1.0)[:, None] / np.where(scale > 0.0, scale, 1.0)
    if np.abs(scaled - scaled.T).max() > 1e-9:
        raise ModelError(f"section: {what} is not symmetric.")
    least = float(np.linalg.eigvalsh(scaled).min())
    if not least > 1e-12:
        raise ModelError(
            f"section: {what} is not positive definite (smallest eigenvalue of the scaled matrix {least:.3g}); "
            "every strain must cost energy, every motion have mass."
        )
    return 0.5 * (M + M.T)


def _general(stiffness: Any, mass: Any) -> GeneralSection:
    C, M = _matrix(stiffness, "stiffness"), _matrix(mass, "mass")
    m = M[0, 0]
    if np.abs(M[:3, :3] - m * np.eye(3)).max() > 1e-9 * m:
        raise ModelError(
            "section: mass must be the same along x, y and z: its first three rows are (m, 0, 0), (0, m, 0), .."
        )
    if np.abs(M[:3, 3:]).max() > 1e-9 * math.sqrt(m * M[3, 3]):
        raise ModelError("section: mass couples velocities and spins; give both matrices about the centre of mass.")
    return GeneralSection(*(tuple(tuple(row) for row in X.tolist()) for X in (C, M)))  # type: ignore[arg-type]
