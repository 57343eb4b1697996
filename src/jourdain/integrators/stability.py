"""Linear stability of the integrators, as values and as a picture.

A method applied to y' = l y with steps h multiplies the solution by numbers that depend on z = h l only; those below 1 in
modulus die out. `amplification(z)` is the largest modulus: |R(z)| for one-step methods, the largest root of the
characteristic polynomial for multistep methods. Methods for second-order equations are applied to x'' = -w^2 x instead;
there z = i h w, and only the imaginary axis has a meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from typing import Any, ClassVar, Protocol

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.integrators import DOP853, HHT, RK4, GeneralizedAlpha, Integrator, Newmark, Trapezoidal
from jourdain.integrators.block.coefficients import Coefficients
from jourdain.integrators.runge_kutta.integrator import RungeKutta
from jourdain.notebooks import once


class Stability(Protocol):
    """What a method says about its stability."""

    second_order: ClassVar[bool]

    @property
    def name(self) -> str:
        """For titles."""

    def amplification(self, z: Any) -> np.ndarray:
        """Largest factor per step, in modulus, for z = h l of any shape."""


# --------------------------------------------------------------------------- one-step methods


@dataclass(frozen=True, eq=False)
class Rational:
    """A one-step method with stability function R = numerator / denominator, coefficients of ascending powers of z."""

    name: str
    numerator: np.ndarray
    denominator: np.ndarray

    second_order: ClassVar[bool] = False

    def __call__(self, z: Any) -> np.ndarray:
        """R(z). Outside the unit circle in powers of 1/z, so that nothing overflows and rounding stays relative to R."""
        z = np.asarray(z, complex)
        large = np.abs(z) > 1.0
        inside, w = np.where(large, 0.0, z), 1.0 / np.where(large, z, 1.0)
        near_zero = _horner(self.numerator, inside) / _horner(self.denominator, inside)
        ratio = _horner(self.numerator[::-1], w) / _horner(self.denominator[::-1], w)
        return np.where(large, w ** (len(self.denominator) - len(self.numerator)) * ratio, near_zero)

    def amplification(self, z: Any) -> np.ndarray:
        """|R(z)|."""
        return np.abs(self(z))


def _horner(p: np.ndarray, x: np.ndarray) -> np.ndarray:
    result = np.full_like(x, p[-1])
    for a in p[-2::-1]:
        result = result * x + a
    return result


def pade(k: int, r: int) -> tuple[list[Fraction], list[Fraction]]:
    """Numerator (degree k) and denominator (degree r) of the Pade approximant of exp, ascending powers, both 1 at 0."""

    def side(degree: int, sign: int) -> list[Fraction]:
        weights = [Fraction(factorial(k + r - j), factorial(k + r)) for j in range(degree + 1)]
        return [sign**j * comb(degree, j) * w for j, w in enumerate(weights)]

    return side(k, 1), side(r, -1)


def stability_function(coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
    """Numerator (k + 1,) and denominator (r + 1,) of R for a block method: the (k, r) Pade approximant on any nodes."""
    numerator, denominator = pade(coefficients.k, coefficients.r)
    return np.array(numerator, float), np.array(denominator, float)


def block(k: int, r: int) -> Rational:
    """The block methods with this Pade pair."""
    return Rational(f"block ({k},{r})", *(np.array(side, float) for side in pade(k, r)))


def runge_kutta(A: Any, b: Any, name: str = "Runge-Kutta") -> Rational:
    """R(z) = 1 + z b^T (1 - z A)^-1 e of a tableau A (s, s), b (s,), explicit or not."""
    A, b = np.asarray(A, float), np.asarray(b, float)
    s = len(b)
    if A.shape != (s, s):
        raise ModelError(f"{name}: a tableau with {s} weights b needs a square A of that size, not {A.shape}.")
    denominator = np.trim_zeros(np.poly(A), "b")  # det(1 - z A); of an explicit tableau 1
    series, power = [1.0], np.ones(s)
    for _ in range(s):
        series.append(b @ power)
        power = A @ power
    return Rational(name, np.convolve(series, denominator)[: s + 1], denominator)


# --------------------------------------------------------------------------- multistep methods


@dataclass(frozen=True, eq=False)
class Multistep:
    """A method with the characteristic equation sum_ij C[i, j] z^i x^j = 0, x: the factor per step; C (2 or 3, steps + 1)."""

    name: str
    C: np.ndarray

    second_order: ClassVar[bool] = False

    def amplification(self, z: Any) -> np.ndarray:
        """Modulus of the largest root; infinite where the equation loses its highest power."""
        z = np.asarray(z, complex)
        polynomials = sum(z[..., None] ** i * row for i, row in enumerate(self.C))
        polynomials = polynomials / np.abs(polynomials).max(axis=-1, keepdims=True)
        lead = polynomials[..., -1:]
        lost = np.abs(lead) < 1e-300
        n = self.C.shape[1] - 1
        companion = np.zeros((*z.shape, n, n), complex)
        companion[..., np.arange(1, n), np.arange(n - 1)] = 1.0
        companion[..., -1] = -polynomials[..., :-1] / np.where(lost, 1.0, lead)
        return np.where(lost[..., 0], np.inf, np.abs(np.linalg.eigvals(companion)).max(axis=-1))

    def locus(self, n: int = 400) -> np.ndarray:
        """The root locus (n, 1 or 2): values of z for which a root runs once around the unit circle."""
        x = np.exp(2j * np.pi * (np.arange(n) + 0.5) / n)
        powers = x[:, None] ** np.arange(self.C.shape[1])
        return np.array([np.roots((self.C @ p)[::-1]) for p in powers])


def bdf(order: int) -> Multistep:
    """Backward differentiation: sum over j = 1 .. order of (1/j) (j-th backward difference of y) = h f."""
    C = np.zeros((2, order + 1))
    for j in range(1, order + 1):
        C[0, order - j :] += np.polynomial.polynomial.polyfromroots(np.ones(j)) / j
    C[1, order] = -1.0
    return Multistep(f"BDF{order}", C)


def _adams_weights(first: int, order: int) -> np.ndarray:
    """Weights of the derivatives at first, first - 1, .. (in steps) that integrate over (0, 1) exactly to this order."""
    x, powers = first - np.arange(order), np.arange(order)
    return np.linalg.solve(x[None, :] ** powers[:, None].astype(float), 1.0 / (powers + 1.0))


def adams_bashforth(order: int) -> Multistep:
    """Explicit Adams method."""
    C = np.zeros((2, order + 1))
    C[0, -2:] = -1.0, 1.0
    C[1, :-1] = -_adams_weights(0, order)[::-1]
    return Multistep(f"AB{order}", C)


def adams_moulton(order: int) -> Multistep:
    """Implicit Adams method; order 1: backward Euler, 2: trapezoidal rule."""
    steps = max(order - 1, 1)
    C = np.zeros((2, steps + 1))
    C[0, -2:] = -1.0, 1.0
    C[1, steps + 1 - order :] = -_adams_weights(1, order)[::-1]
    return Multistep(f"AM{order}", C)


def adams_pece(order: int) -> Multistep:
    """Adams-Bashforth predictor and Adams-Moulton corrector of the same order, derivatives evaluated after each (PECE)."""
    predictor, corrector = _adams_weights(0, order), _adams_weights(1, order)
    C = np.zeros((3, order + 1))
    C[0, -2:] = -1.0, 1.0
    C[1, 1:-1] = -corrector[:0:-1]
    C[1, -2] -= corrector[0]
    C[2, :-1] = -corrector[0] * predictor[::-1]
    return Multistep(f"ABM{order}", C)


# --------------------------------------------------------------------------- second-order equations


@dataclass(frozen=True)
class AlphaStability:
    """Generalized-alpha with spectral radius rho at infinity, or another member of the family by its coefficients."""

    rho: float
    coefficients: tuple[float, float, float, float] | None = None  # am, af, beta, gamma
    title: str = ""

    second_order: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return self.title or f"generalized-alpha, rho = {self.rho:g}"

    def amplification(self, z: Any) -> np.ndarray:
        """Spectral radius of the matrix that advances (x, h v, h^2 a), z = i h w."""
        stiffness = -(np.asarray(z, complex) ** 2)[..., None]  # (h w)^2
        am, af, beta, gamma = self.coefficients or GeneralizedAlpha(rho=self.rho, index=2).coefficients()
        known = np.array([1.0, 1 - af, (1 - af) * (0.5 - beta)])
        a = -(stiffness * known + [0.0, 0.0, am]) / (1 - am + (1 - af) * beta * stiffness)  # h^2 a after the step
        start = np.array([[1.0, 1.0, 0.5 - beta], [0.0, 1.0, 1 - gamma]])
        matrix = np.stack([start[0] + beta * a, start[1] + gamma * a, a], axis=-2)
        return np.abs(np.linalg.eigvals(matrix)).max(axis=-1)


@dataclass(frozen=True)
class CentralStability:
    """Central differences: factors x with x^2 - (2 - (h w)^2) x + 1 = 0, both of modulus 1 up to h w = 2."""

    name: str = "central difference"

    second_order: ClassVar[bool] = True

    def amplification(self, z: Any) -> np.ndarray:
        """Modulus of the larger factor, z = i h w."""
        half = 1.0 + 0.5 * np.asarray(z, complex) ** 2
        root = np.sqrt(half * half - 1.0)
        return np.maximum(np.abs(half + root), np.abs(half - root))


# --------------------------------------------------------------------------- by name


NAMED: dict[str, Callable[[], Stability]] = {
    **{k.__name__: lambda k=k: stability(k()) for k in (RK4, DOP853, GeneralizedAlpha, HHT, Newmark, Trapezoidal)},  # type: ignore[misc]
    "CentralDifference": CentralStability,
    **{f"block ({k},{r})": lambda k=k, r=r: block(k, r) for r in range(2, 7) for k in (r - 2, r - 1)},  # type: ignore[misc]
    **{f"BDF{p}": lambda p=p: bdf(p) for p in range(1, 7)},  # type: ignore[misc]
    **{f"AB{p}": lambda p=p: adams_bashforth(p) for p in range(1, 7)},  # type: ignore[misc]
    **{f"AM{p}": lambda p=p: adams_moulton(p) for p in range(1, 7)},  # type: ignore[misc]
    **{f"ABM{p}": lambda p=p: adams_pece(p) for p in range(1, 7)},  # type: ignore[misc]
}


def stability(method: str | Integrator | Coefficients | Stability) -> Stability:
    """The stability of a method: an integrator, coefficients of a block method, or a name such as "BDF3" or "block (2,4)"."""
    if isinstance(method, GeneralizedAlpha):
        plain = type(method) is GeneralizedAlpha
        return AlphaStability(method.rho, method.coefficients(), "" if plain else method.name)
    if isinstance(method, RungeKutta):
        rows = method.tableau().rows()
        n = rows.shape[1]
        return runge_kutta(rows[:n], rows[n], type(method).__name__)
    if isinstance(method, Coefficients):
        return block(method.k, method.r)
    if isinstance(method, (Rational, Multistep, AlphaStability, CentralStability)):
        return method
    name = type(method).__name__ if isinstance(method, Integrator) else method
    if not isinstance(name, str):
        raise ModelError(f"stability: {method!r} is no method; give an integrator or a name such as 'BDF3'.")
    if name not in NAMED:
        raise ModelError(f"stability: nothing is known of {name!r}.{near(name, NAMED)}")
    return NAMED[name]()


# --------------------------------------------------------------------------- picture


def plot_stability(method: str | Integrator | Coefficients | Stability, path: Any = None) -> Any:
    """Draw |R(i y)| and the region |R(z)| <= 1 (second-order methods: spectral radius over h w); returns the figure.

    path: also write the figure to a file.
    """
    import matplotlib.pyplot as plt

    found = stability(method)
    columns = 1 if found.second_order else 2
    figure, places = plt.subplots(1, columns, figsize=(5.0 * columns, 4.2), squeeze=False, layout="constrained")
    _draw_axis(places[0, 0], found)
    if not found.second_order:
        _draw_region(places[0, 1], found)
    figure.suptitle(found.name)
    if path is not None:
        figure.savefig(path, dpi=150)
    return once(figure)


def _draw_axis(place: Any, method: Stability) -> None:
    y = np.logspace(-2, 3, 1000)
    place.semilogx(y, method.amplification(1j * y), linewidth=1.4)
    place.axhline(1.0, color="0.6", linewidth=0.8, zorder=0)
    place.set_ylim(0.0, 1.5)
    place.set_xlabel("h w" if method.second_order else "y")
    place.set_ylabel("spectral radius" if method.second_order else "|R(i y)|")
    place.grid(True, alpha=0.3)


def _draw_region(place: Any, method: Stability) -> None:
    size = _extent(method)
    x, y = np.meshgrid(np.linspace(-size, size, 301), np.linspace(-size, size, 301))
    factor = method.amplification(x + 1j * y)
    place.contourf(x, y, factor, levels=[0.0, 1.0], colors=["tab:blue"], alpha=0.3)
    place.contour(x, y, factor, levels=[1.0], colors=["tab:blue"], linewidths=1.2)
    place.axhline(0.0, color="0.6", linewidth=0.6, zorder=0)
    place.axvline(0.0, color="0.6", linewidth=0.6, zorder=0)
    place.set_aspect("equal")
    place.set_xlabel("Re z")
    place.set_ylabel("Im z")
    place.set_title("stable where shaded", fontsize="small")


def _extent(method: Stability) -> float:
    """Half the width of a window that shows the whole boundary |R| = 1 where that is bounded, else 10."""
    radii = np.logspace(-1, 2, 120)
    around = np.exp(1j * np.linspace(0.0, np.pi, 181))
    stable = method.amplification(radii[:, None] * around) <= 1.0
    mixed = np.flatnonzero(stable.any(axis=1) & ~stable.all(axis=1))
    return 10.0 if len(mixed) == 0 or mixed[-1] == len(radii) - 1 else 1.25 * float(radii[mixed[-1]])
