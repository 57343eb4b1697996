"""LagrangianModel: a Model whose inertia and rows are written as texts in coordinates of one's own, without bodies."""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError, near, shown
from jourdain.functions import FUNCTIONS
from jourdain.kernels.measures import COORDINATE
from jourdain.lagrange.derivation import RATE, Texts
from jourdain.model.elements import Body
from jourdain.model.measures import GROUND, Measure
from jourdain.model.model import Model
from jourdain.model.parsing import number


@guarded_methods
class LagrangianModel(Model):
    """A system given by its Lagrangian L(q, v, t), or by a mass matrix M(q, t) (mass) and forces h(q, v, t) (forcing): M a = h.

    All expressions are texts in t, the coordinates, their rates (`<name>_rate`), names of model.parameters, and the
    definitions before them. coordinates: name -> (start, rate at the start). generalized: force on each coordinate;
    dissipation: a function D whose derivatives by the rates are the damping forces (Rayleigh). position_rows: name ->
    Phi(q, t) = 0; velocity_rows: name -> A(q, t) v + b(q, t) = 0; speeds: name -> a text that is reported.

    Drives, forces, springs, states, events and rows of a Model act on coordinates through `model.coordinate(name)`.
    """

    def __init__(
        self,
        name: str = "model",
        *,
        coordinates: Mapping[str, Any],
        lagrangian: str | float | None = None,
        mass: Sequence[Sequence[str]] | None = None,
        forcing: Sequence[str] | None = None,
        generalized: Mapping[str, str] | None = None,
        dissipation: str | float | None = None,
        position_rows: Mapping[str, str] | None = None,
        velocity_rows: Mapping[str, str] | None = None,
        speeds: Mapping[str, str] | None = None,
        definitions: Mapping[str, str] | None = None,
        parameters: Mapping[str, float] | None = None,
    ) -> None:
        super().__init__(name)
        self.coordinates = {key: self._start(key, value) for key, value in self._table(coordinates, "coordinates")}
        self.lagrangian = self._text(lagrangian, "lagrangian")
        self.mass = None if mass is None else tuple(self._texts(row, "mass") for row in self._each(mass, "mass"))
        self.forcing = None if forcing is None else self._texts(forcing, "forcing")
        self.dissipation = self._text(dissipation, "dissipation")
        self.generalized = self._named_texts(generalized, "generalized")
        self.position_rows = self._named_texts(position_rows, "position_rows")
        self.velocity_rows = self._named_texts(velocity_rows, "velocity_rows")
        self.speeds = self._named_texts(speeds, "speeds")
        self.definitions = self._named_texts(definitions, "definitions")
        for key, value in self._table(parameters, "parameters"):
            self.parameters[key] = number(value, f"{self.where}: parameter {shown(key)}")
        self._check()

    def __repr__(self) -> str:
        rows = len(self.position_rows) + len(self.velocity_rows)
        return f"LagrangianModel({self.name!r}: {len(self.coordinates)} coordinates, {rows} rows)"

    @property
    def where(self) -> str:
        """The start of every message about this model."""
        return f"Lagrangian {self.name!r}"

    def coordinate(self, name: str) -> Measure:
        """A coordinate as a measure, for drives, forces, springs, states, events and rows."""
        if name not in self.coordinates:
            raise ModelError(f"{self.where}: there is no coordinate {name!r}.{near(name, self.coordinates)}")
        return Measure(COORDINATE, (), (GROUND, name))

    @property
    def start(self) -> np.ndarray:
        """Coordinates at the start, (n,)."""
        return np.array([value for value, _ in self.coordinates.values()])

    @property
    def start_rates(self) -> np.ndarray:
        """Rates at the start, (n,)."""
        return np.array([rate for _, rate in self.coordinates.values()])

    def texts(self) -> Texts:
        """All that the equations depend on; checks the names first, since the model may have been edited."""
        self._check()
        return Texts(
            tuple(self.coordinates),
            tuple(self.parameters),
            self.lagrangian,
            self.mass,
            self.forcing,
            dict(self.generalized),
            self.dissipation,
            dict(self.position_rows),
            dict(self.velocity_rows),
            dict(self.definitions),
        )

    def body(self, name: str, **_: Any) -> Body:
        """Refused: coordinates and bodies do not mix."""
        raise ModelError(
            f"body {name!r}: {self.where} has coordinates of its own and no bodies; write a Model of bodies."
        )

    def _start(self, name: str, value: Any) -> tuple[float, float]:
        where = f"{self.where}: coordinate {shown(name)}"
        if not isinstance(value, (tuple, list)) or len(value) != 2:
            raise ModelError(f"{where}: {shown(value)}; give (start, rate at the start).")
        return number(value[0], f"{where}: start"), number(value[1], f"{where}: rate at the start")

    def _text(self, value: Any, what: str) -> Any:
        """An expression as a text, a number too; None stays None."""
        if value is None or (isinstance(value, str) and value.strip()):
            return value
        if isinstance(value, (int, float, np.number)) and not isinstance(value, bool):
            return repr(number(value, f"{self.where}: {what}"))
        raise ModelError(f"{self.where}: {what} = {shown(value)} is no expression; give a text such as '-k*x'.")

    def _each(self, values: Any, what: str) -> Sequence[Any]:
        if isinstance(values, bytes) or not isinstance(values, (Sequence, np.ndarray)):
            raise ModelError(f"{self.where}: {what} = {shown(values)}; give a list of texts for each coordinate.")
        return list(values)

    def _texts(self, values: Any, what: str) -> tuple[str, ...]:
        found = tuple(self._text(one, what) for one in self._each(values, what))
        if None in found:
            raise ModelError(f"{self.where}: {what}: an entry is None; write '0' where there is nothing.")
        return found

    def _named_texts(self, values: Any, what: str) -> dict[str, str]:
        table = dict(self._table(values, what))
        return dict(zip(table, self._texts(list(table.values()), what), strict=True))

    def _table(self, values: Any, what: str) -> list[tuple[Any, Any]]:
        if values is not None and not isinstance(values, Mapping):
            raise ModelError(f"{self.where}: {what} = {shown(values)}; give a mapping from names, such as {{'x': ..}}.")
        return list((values or {}).items())

    def _check(self) -> None:
        """Refuse what does not fit together; the expressions themselves are checked where they are read."""
        if not self.coordinates:
            raise ModelError(f"{self.where}: it has no coordinates; name at least one.")
        n = len(self.coordinates)
        if (self.lagrangian is None) == (self.mass is None):
            raise ModelError(f"{self.where}: give either lagrangian, or mass and forcing.")
        if (self.mass is None) != (self.forcing is None):
            raise ModelError(f"{self.where}: mass and forcing go together.")
        if self.mass is not None and (len(self.mass) != n or any(len(row) != n for row in self.mass)):
            raise ModelError(f"{self.where}: the mass matrix must have {n} x {n} entries, one row per coordinate.")
        if self.forcing is not None and len(self.forcing) != n:
            raise ModelError(f"{self.where}: forcing has {len(self.forcing)} entries for {n} coordinates.")
        for name in self.generalized:
            if name not in self.coordinates:
                raise ModelError(
                    f"{self.where}: force on {name!r}, which is no coordinate.{near(name, self.coordinates)}"
                )
        self._check_names()

    def _check_names(self) -> None:
        kinds: dict[str, Mapping[str, Any]] = {"coordinate": self.coordinates, "parameter": self.parameters}
        kinds["definition"] = self.definitions
        known = {"t": "the time"} | {f"{name}{RATE}": f"the rate of {name!r}" for name in self.coordinates}
        for kind, table in kinds.items():
            for name in table:
                if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name) or name in FUNCTIONS:
                    raise ModelError(
                        f"{self.where}: {kind} {name!r}: a name is letters, digits and _, and no function."
                    )
                if name in known:
                    raise ModelError(f"{self.where}: {kind} {name!r}: the name is {known[name]} already; rename one.")
                known[name] = f"a {kind}"
        both = self.position_rows.keys() & self.velocity_rows.keys()
        for name in [*both, *(self.position_rows.keys() | self.velocity_rows.keys()) & self.joints.keys()]:
            raise ModelError(f"{self.where}: there are two rows {name!r}; rename one.")

    def names_measure(self, text: str) -> bool:
        """Does a text name a measure? Coordinates are measures by themselves."""
        return text.strip() in self.coordinates or super().names_measure(text)

    def _otherwise(self, text: str) -> Measure:
        return self.coordinate(text)

    def _claim(self, name: str, what: str) -> str:
        if name in self.position_rows or name in self.velocity_rows:
            raise ModelError(f"{what} {name!r}: there is a row of that name already; choose another one.")
        return super()._claim(name, what)

    def _check_measure(self, measure: Any, where: str) -> None:
        super()._check_measure(measure, where)
        if measure.coordinate is not None:
            self.coordinate(measure.coordinate[1])


def named_measures(model: Model) -> dict[str, Measure]:
    """What has a value and a name: the measures of a model, and coordinates that are measures by themselves."""
    own = {name: model.coordinate(name) for name in model.coordinates} if isinstance(model, LagrangianModel) else {}
    return own | model.measures
