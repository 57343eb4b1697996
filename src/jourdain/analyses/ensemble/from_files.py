"""sweep and optimise as files and the command line ask for them: ranges of parameters as axes."""

from __future__ import annotations

from typing import Any

from jourdain.analyses.ensemble.optimise import Optimum, optimise
from jourdain.analyses.ensemble.sampling import samples as samples_of
from jourdain.analyses.ensemble.sweep import Sweep, sweep
from jourdain.errors import ModelError
from jourdain.model.model import Model


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
    return optimise(
        model, {name: (one.low, one.high) for name, one in vary.items()}, t_end, minimise=minimise, **options
    )
