"""Numbers of a model by a path, as `solve_for` needs them: "k" of model.parameters, "spring.rest", "gravity.z", "rod.mass"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from jourdain.errors import ModelError, near
from jourdain.model.model import Model
from jourdain.model.parsing import number

_FORCE = ("rest", "stiffness", "damping")
_AXES = ("x", "y", "z")


def value_of(model: Model, path: Any) -> float:
    """The number behind a path."""
    owner, _, part = str(path).rpartition(".")
    if path in model.parameters:
        return float(model.parameters[path])
    if owner in model.forces and part in _FORCE:
        return float(getattr(model.forces[owner], part))
    if owner == "gravity" and part in _AXES:
        return float(model.gravity[_AXES.index(part)])
    if owner in model.bodies and part == "mass":
        return float(model.bodies[owner].mass)
    known = [*model.parameters, *(f"{force}.{p}" for force in model.forces for p in _FORCE)]
    known += [*(f"{body}.mass" for body in model.bodies), *(f"gravity.{axis}" for axis in _AXES)]
    raise ModelError(f"there is no parameter {path!r}.{near(str(path), known)}")


def with_values(model: Model, values: Mapping[str, float]) -> Model:
    """A copy of the model with these numbers."""
    edited = model.copy()
    for path, value in values.items():
        value_of(model, path)
        owner, _, part = path.rpartition(".")
        if path in model.parameters:
            edited.parameters[path] = value
        elif owner in model.forces:
            edited.forces[owner] = replace(edited.forces[owner], **{part: value})  # type: ignore[arg-type]
        elif owner == "gravity":
            edited.gravity[_AXES.index(part)] = value
        else:
            edited.bodies[owner].mass = number(value, path, positive=True)
    return edited
