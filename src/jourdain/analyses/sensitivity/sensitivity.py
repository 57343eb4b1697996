"""sensitivity: derivatives of outputs of a run by parameters, with an estimate of how far each can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jourdain.analyses.sensitivity.by_states import along_parameters, by_states, explicit
from jourdain.analyses.sensitivity.differences import extrapolated
from jourdain.analyses.sensitivity.frozen import (
    NEWTON,
    Variants,
    acting_events,
    equal_intervals,
    frozen_method,
    piece_at,
    result_of_pieces,
    scale_of,
    step_times,
)
from jourdain.analyses.sensitivity.linear_steps import LinearSteps, OtherStructureError, check_method, frozen_steps
from jourdain.analyses.sensitivity.outputs import Output, read_output, values_of
from jourdain.analyses.sensitivity.through_events import ThroughEvents
from jourdain.analyses.simulate import output_times
from jourdain.errors import ModelError
from jourdain.integrators import Integrator, integrator_from_plain
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.model import Model
from jourdain.model.parameters import check_names
from jourdain.model.parameters import parameters as list_of
from jourdain.run.collect import result_of
from jourdain.viewer.section import Chart, Finding, Section, Table, aligned

METHODS = ("direct", "adjoint", "differences")
HEAD = ("output", "parameter", "derivative", "unit", "error", "for +1 %")


@dataclass(frozen=True)
class Sensitivity(Finding):
    """Derivatives of outputs by parameters.

    values[output]: the scalar, or the curve (nt,) at the times t [s]; derivatives[output][parameter]: of the same shape;
    errors: how far these are off, estimated, of the same shape. units: of outputs and parameters by name.
    """

    t: np.ndarray
    method: str
    values: dict[str, Any]
    derivatives: dict[str, dict[str, Any]]
    errors: dict[str, dict[str, Any]]
    units: dict[str, str]
    sizes: dict[str, float] = field(repr=False)  # values of the parameters
    notes: tuple[str, ...] = ()

    def __getitem__(self, key: tuple[str, str]) -> Any:
        """s["swing", "rod.mass"]: the derivative of an output by a parameter."""
        output, parameter = key
        return self.derivatives[output][parameter]

    def unit(self, output: str, parameter: str) -> str:
        """The unit of a derivative."""
        above, below = self.units[output], self.units[parameter]
        return above if below == "-" else f"{'1' if above == '-' else above} per {below}"

    def lines(self) -> list[tuple[str, str, str, str, str, str]]:
        """output, parameter, derivative, unit, estimated error, and what one per cent of the parameter changes."""
        found = []
        for output, by in self.derivatives.items():
            for parameter, value in by.items():
                k = int(np.abs(value).argmax()) if np.ndim(value) else 0
                one, error = (float(np.ravel(x)[k]) for x in (value, self.errors[output][parameter]))
                shown = output if not np.ndim(value) else f"{output} (largest, at {self.t[k]:.4g} s)"
                effect = f"{0.01 * one * self.sizes[parameter]:.3g}"
                trust = f"{error:.1g}" if np.isfinite(error) else "not estimated"
                found.append((shown, parameter, f"{one:.8g}", self.unit(output, parameter), trust, effect))
        return found

    def __str__(self) -> str:
        return "\n".join([f"derivatives by the {self.method} method", *aligned([HEAD, *self.lines()]), *self.notes])

    def section(self) -> Section:
        """What a report page shows: the table, and of outputs over time the derivatives as curves."""
        charts = [
            Chart(self.t, {name: 0.01 * self.sizes[name] * x for name, x in by.items()}, "t [s]", f"{output} for +1 %")
            for output, by in self.derivatives.items()
            if any(np.ndim(x) for x in by.values())
        ]
        text = "\n".join([f"Derivatives by the {self.method} method.", *self.notes])
        return Section("Sensitivity", text, (Table(HEAD, tuple(self.lines())),), tuple(charts))


def sensitivity(
    model: Model,
    t_end: float,
    *,
    parameters: Sequence[str] = (),
    outputs: Sequence[str] = (),
    method: str = "direct",
    t_start: float = 0.0,
    integrator: Integrator | str | None = None,
    tol: float | None = None,
    output: int | Any = 200,
    trust: str = "full",
) -> Sensitivity:
    """Derivatives of outputs by parameters over a run from t_start to t_end [s].

    parameters: names as jourdain.parameters(model) lists them; by default the entries of model.parameters, or else the masses.
    outputs: curves ("swing", "B.force", "rod.x") over time, or scalars: max(..), min(..), integral(..), final(..) of a curve or
    an expression of curves; by default all named measures at the end.
    method: "direct" differentiates the steps of generalized-alpha, for few parameters; "adjoint" goes through them backward,
    for scalars of many; "differences" repeats the run with the same steps, for any integrator. integrator: by default
    GeneralizedAlpha with as many equal steps as tol (1e-6) asks for. output: number of equal intervals, or for differences
    the times themselves [s]. trust: "full" estimates errors, by steps of twice the size; "fast" leaves that out.
    """
    model, names, texts = _checked(model, parameters, outputs, method, trust)
    times = output_times(t_start, t_end, output)
    if isinstance(integrator, str):
        integrator = integrator_from_plain({"name": integrator})
    if method != "differences":
        if isinstance(model, LagrangianModel):
            raise ModelError(
                f"sensitivity by method {method!r}: {model.name!r} has coordinates of its own, for which steps are not "
                "differentiated; use method='differences'."
            )
        model, events = acting_events(model, method)
        if integrator is not None:
            check_method(integrator, method)
    chosen, notes = frozen_method(model, integrator, times, 1e-6 if tol is None else tol)
    if chosen.fixed and equal_intervals(times):  # the same steps whatever the method
        steps, _ = step_times(times, float(chosen.step or 0.0))
        chosen = replace(chosen, step=float(steps[1] - steps[0]))
    asked = Asked(model, chosen, times, names, texts, method)
    if method == "differences":
        return replace(_differences(asked), notes=notes)
    found = _linear(asked, events)
    if trust == "full":
        found = _with_errors(found, _linear(asked, events, coarse=True))
    return replace(found, notes=notes)


@dataclass(frozen=True)
class Asked:
    """What is wanted: a model, a method with given steps, output times [s], names of parameters, texts of outputs."""

    model: Model
    integrator: Integrator
    t: np.ndarray
    names: tuple[str, ...]
    texts: tuple[str, ...]
    method: str


def _checked(
    model: Any, parameters: Any, outputs: Any, method: str, trust: str
) -> tuple[Model, tuple[str, ...], tuple[str, ...]]:
    if not isinstance(model, Model):
        raise ModelError(f"model = {model!r}; sensitivity takes a jourdain.Model.")
    if method not in METHODS:
        raise ModelError(f"method = {method!r}; it is one of {', '.join(map(repr, METHODS))}.")
    if trust not in ("full", "fast"):
        raise ModelError(f"trust = {trust!r}; it is 'full' or 'fast'.")
    names, texts = ((x,) if isinstance(x, str) else tuple(x) for x in (parameters, outputs))
    names = names or tuple(model.parameters) or tuple(f"{body}.mass" for body in model.bodies)
    texts = texts or tuple(f"final({name})" for name in model.measures)
    for what, given in (("parameters", names), ("outputs", texts)):
        if not given:
            raise ModelError(f"{what}: none given; jourdain.parameters(model) lists parameters, curves are outputs.")
    check_names(model, names)
    return model, names, texts


def _finding(
    asked: Asked, outputs: Sequence[Output], t: np.ndarray, values: list[Any], found: list[Any]
) -> Sensitivity:
    """found: of each output an array (.., p) of derivatives."""
    names, known = asked.names, list_of(asked.model)
    units = {one.text: one.unit for one in outputs} | {name: known[name].unit for name in names}
    by = {one.text: {name: x[..., p] for p, name in enumerate(names)} for one, x in zip(outputs, found, strict=True)}
    none = {text: {name: np.full(np.shape(x), np.nan) for name, x in of.items()} for text, of in by.items()}
    shown = {one.text: value for one, value in zip(outputs, values, strict=True)}
    return Sensitivity(t, asked.method, shown, by, none, units, {name: known[name].value for name in names})


def _with_errors(fine: Sensitivity, coarse: Sensitivity) -> Sensitivity:
    """Errors of a method of second order from the same with steps of twice the size; of a curve its largest counts."""
    errors = {
        text: {
            name: np.full(np.shape(value), np.abs(value - coarse.derivatives[text][name]).max() / 3.0)
            for name, value in by.items()
        }
        for text, by in fine.derivatives.items()
    }
    return replace(fine, errors=errors)


# -- direct and adjoint --------------------------------------------------------------------------------------------


Pieces = list[tuple[LinearSteps, np.ndarray]]  # steps between events, and which outputs are among them


def _linear(asked: Asked, events: bool, coarse: bool = False) -> Sensitivity:
    """By the direct or adjoint method; events: does the model have some that act? coarse: steps of twice the size."""
    name = ""
    for shared in (True, False):
        try:
            return _of_steps(asked, _pieces(asked, events, coarse, shared))
        except OtherStructureError as problem:
            name = problem.args[0]
    raise ModelError(
        f"parameter {name!r}: with another value the equations have other parts, so they are not differentiated by it; "
        "use method='differences'."
    )


def _pieces(asked: Asked, events: bool, coarse: bool, shared: bool) -> Pieces:
    times, rows = step_times(asked.t, float(asked.integrator.step or 0.0))
    if coarse:
        times, rows = times[::2].copy(), rows // 2
    method = replace(asked.integrator, step=float(times[1] - times[0]))
    if events:
        return list(ThroughEvents(Variants(asked.model, method, asked.t, shared), asked.names).pieces())
    variants = Variants(asked.model, method, times, shared)
    return [(frozen_steps(variants, asked.names, rows), np.arange(len(asked.t)))]


def _of_steps(asked: Asked, pieces: Pieces) -> Sensitivity:
    t = asked.t
    result = result_of_pieces([piece_at(steps.here, steps.outputs) for steps, which in pieces if len(which)])
    outputs = [read_output(text, result, of_states=True) for text in asked.texts]
    if asked.method == "adjoint" and (curves := [one.text for one in outputs if not one.scalar]):
        raise ModelError(
            f"output {curves[0]!r} is a curve; the adjoint method is for scalars: max(..), min(..), integral(..) or final(..) "
            "of it. Use method='direct' for curves."
        )
    expressions = [one.expression(values_of(result, one.curves)) for one in outputs]
    values: list[Any] = [one.value(t, y) if one.scalar else y for one, (y, _) in zip(outputs, expressions, strict=True)]
    # derivatives of each scalar by its curves at the outputs; of a curve by the curves at the same time
    weights = [
        one.weights(t, y) * slopes if one.scalar else slopes
        for one, (y, slopes) in zip(outputs, expressions, strict=True)
    ]
    direct = asked.method == "direct"
    found = _by_direct(pieces, outputs, weights) if direct else _by_adjoint(pieces[0][0], outputs, weights)
    return _finding(asked, outputs, t, values, found)


def _by_direct(pieces: Pieces, outputs: list[Output], weights: list[np.ndarray]) -> list[np.ndarray]:
    curves = list(dict.fromkeys(name for one in outputs for name in one.curves))
    asked = [
        np.ones(w.shape[1], bool) if not one.scalar else w.any(axis=0) for one, w in zip(outputs, weights, strict=True)
    ]
    used = np.any(asked, axis=0)  # scalars may need a few times only
    change = np.zeros((len(curves), len(used), len(pieces[0][0].names)))
    for steps, which in pieces:
        some = used[which]
        if some.any():
            rows, states = steps.outputs[some], {name: values[some] for name, values in steps.states().items()}
            change[:, which[some]] = along_parameters(steps, curves, rows, states) + explicit(steps, curves, rows)
    found = []
    for one, weight in zip(outputs, weights, strict=True):
        own = change[[curves.index(name) for name in one.curves]]
        found.append(np.einsum("cn,cnp->p" if one.scalar else "cn,cnp->np", weight, own))
    return found


def _by_adjoint(steps: LinearSteps, outputs: list[Output], weights: list[np.ndarray]) -> list[np.ndarray]:
    kind = steps.here.inner.system.kind
    n, sizes = len(steps.outputs), {"u": kind.v, "v": kind.v, "w": kind.w}
    seeds = {name: np.zeros((n, len(outputs), size)) for name, size in sizes.items()}
    direct = np.zeros((len(outputs), len(steps.names)))
    for o, (one, weight) in enumerate(zip(outputs, weights, strict=True)):
        used = np.flatnonzero((weight != 0.0).any(axis=0))
        if not len(used):  # such as the square of what is zero
            continue
        rows, curves = steps.outputs[used], list(one.curves)
        for name, slopes in by_states(steps, curves, rows).items():
            seeds[name][used, o] = np.einsum("cn,cnk->nk", weight[:, used], slopes)
        direct[o] = np.einsum("cn,cnp->p", weight[:, used], explicit(steps, curves, rows))
    return list(steps.backward(seeds) + direct)


# -- differences ---------------------------------------------------------------------------------------------------


def _differences(asked: Asked) -> Sensitivity:
    variants = Variants(asked.model, asked.integrator, asked.t)
    result, _ = result_of(variants.marched(variants.system))
    outputs = [read_output(text, result, of_states=False) for text in asked.texts]

    def curves_of(found: Any) -> list[np.ndarray]:
        return [one.expression(values_of(found, one.curves))[0] for one in outputs]

    rows = [one.around(result.t, y) for one, y in zip(outputs, curves_of(result), strict=True)]

    def values_for(found: Any) -> list[Any]:
        values = zip(outputs, curves_of(found), rows, strict=True)
        return [one.value(found.t, y, points) if one.scalar else y for one, y, points in values]

    values = values_for(result)
    sizes = [np.size(value) for value in values]
    derivatives, errors, known = [], [], list_of(asked.model)
    for name in asked.names:

        def flat(x: float, name: str = name) -> np.ndarray:
            return np.concatenate(
                [
                    np.atleast_1d(v)
                    for v in values_for(result_of(variants.marched(variants.compiled({name: x}), NEWTON))[0])
                ]
            )

        value, error = extrapolated(flat, known[name].value, scale_of(known[name], variants.system.length))
        derivatives.append(value)
        errors.append(error)
    cuts = np.cumsum(sizes)[:-1]

    def shaped(columns: list[np.ndarray]) -> list[np.ndarray]:
        parts = np.split(np.array(columns), cuts, axis=1)
        return [part.T if np.ndim(value) else part[:, 0] for part, value in zip(parts, values, strict=True)]

    found, of_errors = (_finding(asked, outputs, result.t, values, shaped(x)) for x in (derivatives, errors))
    return replace(found, errors=of_errors.derivatives)
