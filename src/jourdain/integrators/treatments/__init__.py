"""Treatments of constraints for ODE integrators, as small frozen values; the kernels stand in the files beside this one.

To write one: a function treatment(task, t, h, address) like those beside this file, which makes slopes of a state (STAGE) and
closes what a step leaves open (SETTLE) through the port, and a value here that says its name and options.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from jourdain.errors import ModelError
from jourdain.integrators.registry import made, subclasses
from jourdain.integrators.treatments import memory
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Kind
from jourdain.kernels.rank_safe import DECOMPOSED_ROWS
from jourdain.kernels.tables import ALWAYS_SVD
from jourdain.model.parsing import number


@dataclass(frozen=True, kw_only=True)
class Treatment:
    """Base of all treatments. module: file of the kernel; matrices: it needs dense M and G."""

    name: ClassVar[str] = ""
    about: ClassVar[str] = ""
    module: ClassVar[str] = ""
    matrices: ClassVar[bool] = False
    in_joints: ClassVar[bool] = True  # works in joint coordinates

    def __post_init__(self) -> None:
        for option in fields(self):
            if str(option.type) == "bool" and not isinstance(getattr(self, option.name), bool):
                raise ModelError(f"{self.name}: {option.name} = {getattr(self, option.name)!r}; it is True or False.")

    @property
    def options(self) -> dict[str, float]:
        """Numbers for the kernel, by the names in memory.OPTIONS."""
        return {}

    def memory(self, kind: Kind) -> Context:
        """Fresh memory for a run."""
        n, m = (kind.v, kind.g + kind.a) if self.matrices else (0, 0)
        found = Context("treatment", {}, memory.plan(n, m))
        for name, value in self.options.items():
            setattr(found.options, name, value)
        return found

    @property
    def drifts(self) -> bool:
        """True if position rows may open in the course of a run."""
        return False

    @property
    def lost_in_passages(self) -> float:
        """What may be lost in a singular position, in lengths and radians, however small the steps are."""
        return 0.0

    def kernel(self) -> Any:
        """The function behind it."""
        return importlib.import_module(f"jourdain.integrators.treatments.{self.module}").treatment

    def prepare(self, s: Context) -> None:
        """Set what the system must know."""

    def plain(self) -> dict[str, Any]:
        """As plain data; treatment_from gives an equal one."""
        return {"name": self.name, **{f.name: getattr(self, f.name) for f in fields(self)}}

    @classmethod
    def examples(cls) -> tuple[Treatment, ...]:
        """Settings that the tests run."""
        return (cls(),)


@dataclass(frozen=True, kw_only=True)
class Projection(Treatment):
    """Positions, then velocities are closed after each step by the least change in the mass metric: the default.

    stages: close them at every stage as well (near singular positions that is done in any case).
    """

    stages: bool = False
    name: ClassVar[str] = "projection"
    about: ClassVar[str] = "index 1, positions and velocities closed in the mass metric after each step"
    module: ClassVar[str] = "projection"

    @property
    def options(self) -> dict[str, float]:
        return {"stages": float(self.stages)}

    @classmethod
    def examples(cls) -> tuple[Treatment, ...]:
        return (cls(), cls(stages=True))


@dataclass(frozen=True, kw_only=True)
class Gauss(Projection):
    """Gauss' principle of least constraint: accelerations always by the rank-safe solve (see rank_safe.py), and projection.

    Of more than DECOMPOSED_ROWS rows the passes of the sparse solve find the same solution of least norm.
    """

    name: ClassVar[str] = "gauss"
    about: ClassVar[str] = "least constraint by singular values in every solve, and projection"
    in_joints: ClassVar[bool] = False

    def prepare(self, s: Context) -> None:
        if len(s.rows) <= DECOMPOSED_ROWS:
            s.flags[ALWAYS_SVD] = 1.0


@dataclass(frozen=True, kw_only=True)
class Direct(Treatment):
    """The index-1 equations as they are: constraints drift away (near singular positions they are closed)."""

    name: ClassVar[str] = "direct"
    about: ClassVar[str] = "index 1 as it is; constraints drift"
    module: ClassVar[str] = "direct"

    @property
    def drifts(self) -> bool:
        return True


@dataclass(frozen=True, kw_only=True)
class Baumgarte(Direct):
    """Baumgarte's stabilisation: G a = gamma - 2 c1 g' - c2^2 g, with c1, c2 >= 0 [1/s]."""

    c1: float = 20.0
    c2: float = 20.0
    name: ClassVar[str] = "baumgarte"
    about: ClassVar[str] = "index 1 with a damped oscillator on the constraints"

    def __post_init__(self) -> None:
        for option in ("c1", "c2"):
            number(getattr(self, option), f"{type(self).__name__}: {option} [1/s]", least=0.0)

    @property
    def options(self) -> dict[str, float]:
        return {"c1": self.c1, "c2": self.c2}


@dataclass(frozen=True, kw_only=True)
class ControlledBaumgarte(Baumgarte):
    """Controlled Baumgarte stabilisation with velocity correction and deletion of dependent rows, after Xu and Qi.

    c: how much stabilisation there may be against the violation at acceleration level. errvc: rates are corrected down to this.
    delete: rows whose part that is independent of others is below this part of the largest are deleted.
    """

    c: float = 100.0
    errvc: float = 1e-10
    delete: float = 1e-3
    name: ClassVar[str] = "controlled-baumgarte"
    about: ClassVar[str] = "Baumgarte under control, velocity correction, deletion of dependent rows"
    module: ClassVar[str] = "controlled"
    matrices: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        for option in ("c", "errvc", "delete"):
            number(getattr(self, option), f"ControlledBaumgarte: {option}", positive=True)
        if self.delete >= 1.0:
            raise ModelError(
                f"ControlledBaumgarte: delete = {self.delete:g}; at 1 and above every row would be deleted."
            )

    @property
    def options(self) -> dict[str, float]:
        return super().options | {"control": self.c, "errvc": self.errvc, "delete": self.delete}

    @property
    def lost_in_passages(self) -> float:
        """Rows are missing over a stretch of this length, which no smaller step makes shorter."""
        return self.delete

    @property
    def notes(self) -> tuple[str, ...]:
        """Values outside of what its authors found to work."""
        both = {"c1": self.c1, "c2": self.c2}
        found = [f"{name} = {x:g} is outside of 3 .. 50" for name, x in both.items() if not 3 <= x <= 50]
        return tuple(found + ([f"c = {self.c:g} is outside of 1e-4 .. 1e4"] if not 1e-4 <= self.c <= 1e4 else []))


@dataclass(frozen=True, kw_only=True)
class _Reduced(Treatment):
    module: ClassVar[str] = "choices"
    choice: ClassVar[int]
    matrices: ClassVar[bool] = True

    @property
    def options(self) -> dict[str, float]:
        stabilise, least = float(not self.drifts), getattr(self, "least", 0.0)
        return {"choice": float(self.choice), "stabilise": stabilise, "least": least}


@dataclass(frozen=True, kw_only=True)
class Partitioning(_Reduced):
    """Generalised coordinate partitioning by LU with full pivoting.

    least: the partition is made anew when its smallest pivot falls below this part of what it was.
    """

    least: float = 0.3
    name: ClassVar[str] = "partitioning"
    about: ClassVar[str] = "independent coordinates by LU, changed when their pivots degrade"
    choice: ClassVar[int] = memory.PARTITION

    def __post_init__(self) -> None:
        if not 0.0 < number(self.least, f"{type(self).__name__}: least") < 1.0:
            raise ModelError(f"{type(self).__name__}: least = {self.least:g}; it lies between 0 and 1.")


@dataclass(frozen=True, kw_only=True)
class TangentSpace(Partitioning):
    """Local parameterisation on the tangent space, kept until the present one has turned too far (least as above)."""

    least: float = 0.7
    name: ClassVar[str] = "tangent-space"
    about: ClassVar[str] = "coordinates on a tangent space that is kept over many steps"
    choice: ClassVar[int] = memory.TANGENT_SPACE


@dataclass(frozen=True, kw_only=True)
class QR(_Reduced):
    """Reduced velocities in an orthonormal basis from QR, new at each step; stabilise: positions are closed as well."""

    stabilise: bool = True
    name: ClassVar[str] = "qr"
    about: ClassVar[str] = "reduced velocities by QR of the rows"
    choice: ClassVar[int] = memory.ORTHOGONAL

    @property
    def drifts(self) -> bool:
        return not self.stabilise

    @classmethod
    def examples(cls) -> tuple[Treatment, ...]:
        return (cls(), cls(stabilise=False))


@dataclass(frozen=True, kw_only=True)
class SVD(QR):
    """Reduced velocities in a basis from the singular value decomposition of the rows."""

    name: ClassVar[str] = "svd"
    about: ClassVar[str] = "reduced velocities by singular values of the rows"
    choice: ClassVar[int] = memory.SINGULAR_VALUES


@dataclass(frozen=True, kw_only=True)
class NullSpace(QR):
    """Reduced velocities in a basis of the null space that changes continuously (Gram-Schmidt)."""

    name: ClassVar[str] = "null-space"
    about: ClassVar[str] = "reduced velocities in a continuous basis of the null space"
    choice: ClassVar[int] = memory.NULL_SPACE

    @property
    def options(self) -> dict[str, float]:
        return super().options | {"follow": 1.0}


def all_treatments() -> dict[str, type[Treatment]]:
    """The treatments of the package, and those that a program has defined, by name."""
    return {kind.name: kind for kind in subclasses(Treatment) if kind.name}


def treatment_from(given: Any) -> Treatment:
    """A Treatment from itself, its name, or plain data {"name": .., options}."""
    if isinstance(given, Treatment):
        return given
    options: dict[str, Any] = dict(given) if isinstance(given, dict) else {"name": given}
    name = options.pop("name", None)
    return made(all_treatments(), name, options, "treatment of constraints", f"the treatment {name!r}")
