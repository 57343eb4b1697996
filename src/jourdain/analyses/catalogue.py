"""What methods there are: integrators, treatments of constraints, and their stability, read from the classes themselves."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.integrators import BDF, Block, Galerkin, GeneralizedAlpha, Integrator, OdeIntegrator, all_integrators
from jourdain.integrators.block.coefficients import block_coefficients
from jourdain.integrators.galerkin.coefficients import galerkin_coefficients
from jourdain.integrators.runge_kutta.integrator import RungeKutta
from jourdain.integrators.sdirk.integrator import SDIRK4
from jourdain.integrators.sdirk.integrator import A as SDIRK_A
from jourdain.integrators.stability import Stability, bdf, plot_stability, runge_kutta, stability
from jourdain.integrators.treatments import all_treatments
from jourdain.viewer.section import Finding, Section, Table, aligned

SLACK = 1e-9  # of |R| <= 1, for rounding
# of classes that have no option for it
INDEX = {"Subcycling": "1", "GeneralizedAlpha": "3", "BDF": "2, or 1 (overdetermined)", "Galerkin": "2 (A, B: 1)"}


@dataclass(frozen=True)
class Limits:
    """How far a method is stable: on the negative real axis and on the imaginary axis (|h l|; infinite: without limit).

    far: factor per step for h l far to the left. angle [deg]: of the sector about the negative real axis without growth.
    """

    real: float
    imaginary: float
    far: float
    angle: float

    @property
    def name(self) -> str:
        """In the usual words."""
        if self.angle >= 90.0:
            return "L-stable" if self.far < 1e-3 else "A-stable"
        if self.angle > 0.0:
            return f"A({self.angle:.1f} deg)-stable"
        return f"|h l| <= {self.real:.3g} (real), {self.imaginary:.3g} (imaginary)"


def limits(method: Any) -> Limits:
    """Limits of stability of an integrator or of a name that `jourdain.stability` knows."""
    found = of(method)
    sizes = np.logspace(-3, 6, 901)
    imaginary = _reach(found, sizes, 1j)
    if found.second_order:
        factor = float(found.amplification(1j * sizes[-1:])[0])
        return Limits(imaginary, imaginary, factor, 90.0 if imaginary == inf else 0.0)
    real = _reach(found, sizes, -1.0 + 0j)
    return Limits(real, imaginary, float(found.amplification(-sizes[-1:])[0]), _sector(found) if real == inf else 0.0)


def _reach(method: Stability, sizes: np.ndarray, direction: complex) -> float:
    """The first size at which solutions grow, refined between the samples; infinite if they never do."""
    growing = np.flatnonzero(~(method.amplification(direction * sizes) <= 1.0 + SLACK))
    if len(growing) == 0:
        return inf
    low, high = (sizes[growing[0] - 1] if growing[0] else 0.0), sizes[growing[0]]
    for _ in range(40):
        middle = 0.5 * (low + high)
        stable = float(method.amplification(direction * np.array([middle]))[0]) <= 1.0 + SLACK
        low, high = (middle, high) if stable else (low, middle)
    return float(low) if low > 0.1 else 0.0  # slow growth from the very start is growth


def _sector(method: Stability) -> float:
    """Largest angle [deg] to the negative real axis without growth along any ray inside."""
    sizes = np.logspace(-2, 4, 301)

    def grows(angle: float) -> bool:
        ray = -np.exp(-1j * np.radians(angle)) * sizes
        return not bool((method.amplification(ray) <= 1.0 + SLACK).all())

    rays = np.arange(0.0, 91.0, 5.0)
    outside = next((angle for angle in rays if grows(angle)), None)
    if outside is None:
        return 90.0
    low, high = max(outside - 5.0, 0.0), outside
    while high - low > 0.005:
        low, high = (low, 0.5 * (low + high)) if grows(0.5 * (low + high)) else (0.5 * (low + high), high)
    return float(low)


def of(method: Any) -> Stability:
    """Stability of an integrator (by its coefficients), or by a name: of an integrator, or such as "BDF3", "block (2,4)"."""
    kinds = all_integrators()
    if isinstance(method, str) and method in kinds:
        method = kinds[method]()
    if isinstance(method, Block):
        return stability(block_coefficients(method.r, method.nodes, method.k))
    if isinstance(method, Galerkin):  # on linear equations any quadrature is exact: Gauss-Legendre
        gauss = galerkin_coefficients(method.k, method.k)
        return runge_kutta(gauss.A, gauss.b, "Galerkin")
    if isinstance(method, BDF):
        return bdf(method.order)
    if not isinstance(method, Integrator) or isinstance(method, (GeneralizedAlpha, RungeKutta)):
        return stability(method)
    if isinstance(method, SDIRK4):
        return runge_kutta(np.array(SDIRK_A), np.array(SDIRK_A)[-1], "SDIRK4")
    return stability(type(method).__name__)


@dataclass(frozen=True)
class Entry:
    """An integrator: its class, and what it says about itself."""

    name: str
    order: str
    index: str
    kind: str
    stability: str
    steps: str
    about: str
    treated: bool


@dataclass(frozen=True)
class Catalogue(Finding):
    """All methods. Integrators that are `treated` go with every treatment, the others have none."""

    integrators: tuple[Entry, ...]
    treatments: tuple[tuple[str, str, str], ...]

    HEAD = ("integrator", "order", "index", "kind", "steps", "stability")

    def __str__(self) -> str:
        rows = [self.HEAD, *((e.name, e.order, e.index, e.kind, e.steps, e.stability) for e in self.integrators)]
        treatments = [("treatment", "drifts", "what it does"), *self.treatments]
        return "\n".join([*aligned(rows), "", *aligned(treatments), "", self.pairs])

    @property
    def pairs(self) -> str:
        """Which go together."""
        treated, others = ([e.name for e in self.integrators if e.treated is flag] for flag in (True, False))
        return (
            f"Every treatment goes with {', '.join(treated)}: RK4(step=1e-3, constraints='baumgarte').\n"
            f"{', '.join(others)} treat constraints in ways of their own and take none.\n"
            "All have events and output at any time."
        )

    def section(self) -> Section:
        """For the report page."""
        rows = tuple((e.name, e.order, e.index, e.kind, e.steps, e.stability, e.about) for e in self.integrators)
        tables = (
            Table((*self.HEAD, "about"), rows, "Integrators"),
            Table(("treatment", "drifts", "what it does"), self.treatments, "Treatments of constraints"),
        )
        return Section("Methods", text=self.pairs, tables=tables)

    def data(self) -> dict[str, Any]:
        """For JSON."""
        treatments = [{"name": name, "drifts": drifts, "about": about} for name, drifts, about in self.treatments]
        return {"integrators": self.integrators, "treatments": treatments}


def methods() -> Catalogue:
    """All integrators and treatments of the package, and those that a program has defined."""
    entries = [_entry(kind) for kind in all_integrators().values()]
    treatments = [(name, _drift(kind), kind.about) for name, kind in all_treatments().items()]
    return Catalogue(tuple(sorted(entries, key=lambda e: (not e.treated, e.name))), tuple(treatments))


def _entry(kind: type[Integrator]) -> Entry:
    one = kind()
    about = (kind.__doc__ or "").split("\n")[0]
    how = "implicit" if kind.implicit or "implicit" in about else "explicit"
    words = (kind.__name__, str(one.order), _index(kind, one), how, _stability_text(one), _steps(kind), about)
    return Entry(*words, isinstance(one, OdeIntegrator))


def _index(kind: type[Integrator], one: Integrator) -> str:
    if isinstance(one, OdeIntegrator):
        return "1"
    if "index" not in {f.name for f in fields(kind)}:
        return INDEX.get(kind.__name__, "")
    return ", ".join(str(index) for index in (1, 2, 3) if accepts(kind, index=index))


def accepts(kind: type[Integrator], **options: Any) -> bool:
    """Can an integrator of this kind have these options?"""
    try:
        kind(**options)
    except ModelError:
        return False
    return True


def _stability_text(one: Integrator) -> str:
    try:
        return limits(one).name
    except ModelError:
        return "not analysed"


def _steps(kind: type[Integrator]) -> str:
    """Which of fixed steps and error control it has: what its class accepts."""
    choices = {"fixed": {"step": 1e-3, "tol": None}, "by tol": {"step": None, "tol": 1e-6}}
    return " or ".join(name for name, options in choices.items() if accepts(kind, **options))


def _drift(kind: Any) -> str:
    return "yes" if kind().drifts else "no"


def draw_stability(method: Any, path: Any = None) -> Any:
    """|R| on the imaginary axis and the region of stability, as a figure; path: also write it to a file."""
    return plot_stability(of(method), path)
