"""sweep and optimise as files and the command line ask for them: ranges of parameters as axes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from jourdain.analyses.ensemble.optimise import Optimum, optimise
from jourdain.analyses.ensemble.sampling import samples as samples_of
from jourdain.analyses.ensemble.sweep import Sweep, sweep
from jourdain.errors import FileFormatError, ModelError
from jourdain.io.model_files.units import unit
from jourdain.model.model import Model
from jourdain.model.parameters import parameters


def check_units(model: Model, vary: dict[str, Any]) -> None:
    """Refuse values in another unit than that of their parameter, where both are known."""
    known = parameters(model)
    for name, one in vary.items():
        with suppress(FileFormatError):  # of units that files do not know
            own = unit(known[name].unit.replace(" ", "*"), name)[1] if name in known else one.dimension
            if one.dimension not in (None, own):
                raise ModelError(
                    f"vary {name!r}: values are in {one.dimension}; the parameter is in {known[name].unit}."
                )


def sweep_by_settings(
    model: Model,
    vary: dict[str, Any],
    t_end: float,
    *,
    metrics: tuple[str, ...] = (),
    samples: float | None = None,
    sampling: str = "sobol",
    seed: float = 0,
    **options: Any,
) -> Sweep:
    """A sweep over axes: all combinations of their values, or samples of their ranges."""
    check_units(model, vary)
    if samples is not None:
        if samples != int(samples):
            raise ModelError(f"samples = {samples:g}; give a whole number.")
        ranges = {name: (one.low, one.high) for name, one in vary.items()}
        return sweep(
            model, samples_of(ranges, int(samples), kind=sampling, seed=int(seed)), t_end, metrics=metrics, **options
        )
    for name, one in vary.items():
        if not one.values:
            raise ModelError(
                f"vary {name!r}: a range alone says nothing of how many values; write '{one.low:g}..{one.high:g}:11', or give "
                "samples."
            )
    return sweep(model, {name: one.values for name, one in vary.items()}, t_end, metrics=metrics, **options)


def optimise_by_settings(model: Model, vary: dict[str, Any], t_end: float, *, minimise: str, **options: Any) -> Optimum:
    """The optimum in the ranges of axes."""
    check_units(model, vary)
    return optimise(
        model, {name: (one.low, one.high) for name, one in vary.items()}, t_end, minimise=minimise, **options
    )
