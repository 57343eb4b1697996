"""verify: run a model again, tighter and with a second method, and say how many digits of each output agree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.analyses.simulate import simulate
from jourdain.errors import ConvergenceError, ModelError
from jourdain.integrators import DOP853, GeneralizedAlpha, Integrator
from jourdain.model.model import Model
from jourdain.result.motions import FlexibleMotion
from jourdain.result.result import Result
from jourdain.run.estimate import difference
from jourdain.system.compile import compile
from jourdain.system.system import System
from jourdain.viewer.section import Finding, Section, Table

TIGHTEST = 1e-13
LEAST_GAIN = 10.0  # by which the error of the tighter run is smaller at least


@dataclass(frozen=True)
class Output:
    """One output and how well it is known: digits that agree with the tighter run, and with the second method.

    difference: the largest one over the run, in `unit`; size: what it is compared with.
    """

    name: str
    unit: str
    size: float
    difference: float
    digits: float
    second: float


@dataclass(frozen=True)
class Verification(Finding):
    """The result that was verified, and its outputs with the digits that hold."""

    result: Result
    outputs: tuple[Output, ...]
    tighter: str
    second: str
    notes: tuple[str, ...] = ()

    def digits(self, name: str) -> float:
        """Digits of one output, such as "crank: position"."""
        for output in self.outputs:
            if output.name == name:
                return output.digits
        raise ModelError(f"no output is named {name!r}; there is: {', '.join(o.name for o in self.outputs)}.")

    def __str__(self) -> str:
        width = max([len(output.name) for output in self.outputs] + [6])
        lines = [
            f"digits of {self.result.system.name!r} run with {_described(self.result.integrator)},",
            f"against {self.tighter}, and {self.second}",
            f"  {'output':<{width}}  digits  second  largest difference",
        ]
        for o in self.outputs:
            second = "   -  " if math.isnan(o.second) else f"{o.second:6.1f}"
            unit = "" if o.unit == "-" else o.unit
            lines.append(
                f"  {o.name:<{width}}  {o.digits:6.1f}  {second}  {o.difference:.1e} of {o.size:.3g} {unit}".rstrip()
            )
        return "\n".join([*lines, *self.notes])

    def section(self) -> Section:
        """As the report page shows it."""
        text = [
            f"{_described(self.result.integrator)} against {self.tighter}, and {self.second}.",
            "Digits: how many of the largest value agree over the whole run, with the tighter run and with the second method.",
            *self.notes,
        ]
        head = ("output", "unit", "digits", "second method", "largest difference", "of")
        rows = tuple(
            (o.name, o.unit, round(o.digits, 1), round(o.second, 1), o.difference, o.size) for o in self.outputs
        )
        return Section("Verification", "\n".join(text), (Table(head, rows),))


def _described(method: Integrator) -> str:
    return (
        f"{method.name} (step {method.step:g} s)" if method.fixed else f"{method.name} (tol {method.tol or 1e-6:.2g})"
    )


def tighter(method: Integrator) -> Integrator:
    """The same method with an error smaller by at least ten."""
    if method.fixed:
        return replace(method, step=(method.step or 0.0) / (4.0 if method.order < 4 else 2.0))
    smaller = 20.0 if method.implicit else 1000.0
    return replace(method, tol=max(TIGHTEST, (method.tol or 1e-6) / smaller))


def second_method(method: Integrator, result: Result) -> Integrator:
    """A method of another kind, as accurate as it can be at a reasonable cost."""
    aim = min(result.trust.worst, 1e-3) if math.isfinite(result.trust.worst) else 1e-6
    if method.implicit:
        return DOP853(tol=min(0.01, max(TIGHTEST, 1e-2 * aim)))
    return GeneralizedAlpha(tol=min(0.01, max(1e-7, 0.3 * aim)))


def verify(
    model: Model | System,
    t_end: float,
    *,
    t_start: float = 0.0,
    integrator: Integrator | None = None,
    tol: float | None = None,
    output: int | Any = 200,
    progress: bool | None = None,
    start: str = "drawn",
) -> Verification:
    """Run a model as simulate() does, run it again tighter and with a second method, and compare every output.

    Positions, rotations, velocities of bodies (or coordinates and their rates), named measures, extra states, multipliers of
    unique rows, energies.
    """
    if start != "drawn":
        from jourdain.analyses.statics.statics import started

        model, _ = started(model, start, t_start)
    system = compile(model) if isinstance(model, Model) else model
    options: dict[str, Any] = dict(t_start=t_start, output=output, progress=progress)
    base = simulate(system, t_end, integrator=integrator, tol=tol, **options)
    method = base.integrator
    fine_method = tighter(method)
    other_method = second_method(method, base)
    notes: list[str] = []

    def again(what: str, other: Integrator, trust: str) -> Result | None:
        try:
            return simulate(system, t_end, integrator=other, trust=trust, **options)
        except (ConvergenceError, ModelError) as problem:
            notes.append(f"the {what} failed: {problem}")
            return None

    fine, other = again("tighter run", fine_method, "fast"), again("second method", other_method, "full")
    if fine is not None and other is not None:
        notes += _disagreement(base, fine, other)
    reference = fine if fine is not None else other
    if reference is None:
        raise ConvergenceError(f"nothing to compare with: {'; '.join(notes)}", base)
    outputs = tuple(_outputs(base, reference, other if fine is not None else None))
    return Verification(base, outputs, _described(fine_method), _described(other_method), tuple(notes))


def _disagreement(base: Result, fine: Result, other: Result) -> list[str]:
    """The second method is off by more than both say of themselves: one of the two is wrong."""
    apart, own = float(difference(fine, other)[1].max()), other.trust.worst
    # what a singular passage adds does not go with tol: the tighter run may be no better there
    left = float(difference(base, fine)[1].max()) / (1.0 if base.trust.passages else LEAST_GAIN)
    if apart <= 3.0 * (own + left) or apart <= 1e-12:
        return []
    return [
        f"WARNING: {other.integrator.name} differs by {apart:.1e}, more than its own estimate {own:.1e} explains; look at "
        "jumps in forces and drives, events, and singular positions"
    ]


def _outputs(base: Result, fine: Result, other: Result | None) -> Iterator[Output]:
    quantities = [_quantities(result) for result in (base, fine, *([other] if other is not None else []))]
    for name, (unit, values, size) in quantities[0].items():
        rows = [q[name][1] if name in q else None for q in quantities]
        n = min(len(row) for row in rows if row is not None)
        reference = rows[1]
        if reference is None:
            continue
        size = max(size, float(np.abs(reference).max(initial=0.0)))
        if size == 0.0:
            continue
        apart = float(np.abs(values[:n] - reference[:n]).max(initial=0.0))
        second = float("nan")
        if len(rows) > 2 and rows[2] is not None:
            second = _digits(float(np.abs(rows[2][:n] - reference[:n]).max(initial=0.0)) / size)
        yield Output(name, unit, size, apart, _digits(apart / size), second)


def _digits(relative: float) -> float:
    return min(16.0, max(0.0, -math.log10(relative))) if relative > 0.0 else 16.0


def _quantities(result: Result) -> dict[str, tuple[str, np.ndarray, float]]:
    """Outputs by name: unit, values (nt, ..), least size to compare with."""
    found: dict[str, tuple[str, np.ndarray, float]] = {}
    length = result.system.length
    for name in result.model.beams:
        found[f"{name}: shape"] = ("m", result[name].shape.values.reshape(len(result.t), -1), length)
    for name in (n for n in result.system.bodies if result.model.owner(n) == n):
        body = result[name]
        found[f"{name}: position"] = ("m", body.position.values, length)
        found[f"{name}: rotation"] = ("rad", body.matrices.reshape(len(result.t), 9), 1.0)
        found[f"{name}: velocity"] = ("m/s", body.velocity.values, 0.0)
        if isinstance(body, FlexibleMotion):
            found[f"{name}: amplitudes"] = ("sqrt(kg) m", body.amplitudes.values, 0.0)
    for i, name in enumerate(result.system.coordinates):
        found[name] = ("-", result.q[:, i], length)
        found[f"{name}: rate"] = ("-", result.v[:, i], 0.0)
    for name in result.system.recorded:
        array = result.measure(name)
        found[name] = (array.attrs["units"], array.values, 0.0)
    for name in result.system.state_names:
        found[name] = ("-", result.state(name).values, 0.0)
    loose = set(result.not_unique)
    largest: dict[str, float] = {}  # rows of one unit are compared with the largest of them
    arrays = {name: array for name, array in result.multipliers.items() if name not in loose}
    for array in arrays.values():
        unit = array.attrs["units"]
        largest[unit] = max(largest.get(unit, 0.0), float(np.abs(array.values).max(initial=0.0)))
    for name, array in arrays.items():
        unit = array.attrs["units"]
        found[name] = (unit, array.values, largest[unit])
    found["kinetic energy"] = ("J", result.energies[:, 0], 0.0)
    return found
