"""Numbers of a beam as parameters: its material, the sizes of its section, its damping.

A beam with another one is drawn anew, and what is its own in the model is taken from there: stiffness, mass of its sections,
springs of cables and segments. Its line stays, so joints, loads and measures stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from jourdain.errors import ModelError
from jourdain.model import sections
from jourdain.model.beams import Beam
from jourdain.model.model import Model
from jourdain.model.sections import Section

# of sections by shape, and of those by numbers with their units
SIZES = {"rectangle": ("width", "height"), "circle": ("diameter",), "tube": ("outer", "inner")}
NUMBERS = {"area": "m2", "Iy": "m4", "Iz": "m4", "torsion": "m4"}
MATERIAL = {"E": "Pa", "G": "Pa", "density": "kg/m3"}


def numbers_of(beam: Beam) -> Iterator[tuple[str, float, str]]:
    """Name, value and unit of each. E is at the same G, and the other way round."""
    if beam.material is not None:
        for name, unit in MATERIAL.items():
            yield name, float(getattr(beam.material, name)), unit
    if isinstance(beam.section, Section):
        for name, size in zip(SIZES.get(beam.section.kind, ()), beam.section.size, strict=beam.section.kind in SIZES):
            yield name, size, "m"
        for name, unit in NUMBERS.items() if beam.section.kind == "numbers" else ():
            yield name, float(getattr(beam.section, name)), unit
    yield "damping", float(beam.drawn.get("damping", 0.0)), "s"


def put(model: Model, value: float, *, name: str, part: str) -> None:
    """Give a beam of the model another number."""
    beam = model.beams[name]
    old = _drawn(model, beam)
    try:
        new = _drawn(model, _with(beam, part, value))
    except ModelError as problem:
        raise ModelError(f"parameter '{name}.{part}': {problem}") from None
    for node in beam.nodes:
        own, was, now = (one.bodies[node] for one in (model, old, new))
        if own.mass == was.mass:  # else it was edited, and stays
            own.mass = now.mass
        if np.array_equal(own.inertia, was.inertia):
            own.inertia = now.inertia
    for spring in (one for one in beam.parts if one in model.forces):
        model.forces[spring] = replace(new.forces[spring], measure=model.forces[spring].measure)
    model.beams[name] = replace(new.beams[name], bodies=model.bodies)


def _with(beam: Beam, part: str, value: float) -> Beam:
    """The beam with another number in what it is drawn from."""
    if part == "damping":
        return replace(beam, drawn=beam.drawn | {part: value})
    if part in MATERIAL and beam.material is not None:
        numbers = {key: getattr(beam.material, key) for key in MATERIAL} | {part: value}
        return replace(beam, material=sections.material(**numbers))
    section = beam.section
    assert isinstance(section, Section)
    if section.kind == "numbers":
        given = {key: getattr(section, key) for key in (*NUMBERS, "Iyz", "shear")} | {part: value}
        return replace(beam, section=sections.section(**given))
    sizes = dict(zip(SIZES[section.kind], section.size, strict=True)) | {part: value}
    return replace(beam, section=getattr(sections, section.kind)(**sizes, shear=section.shear))


def _drawn(model: Model, beam: Beam) -> Model:
    """A model with nothing but the beam, as it is drawn."""
    fresh = Model(planar=model.planar)
    fresh.beam(beam.name, section=beam.section, material=beam.material, **beam.drawn)
    return fresh


def places(model: Model) -> Iterator[tuple[str, float, str, partial[None]]]:
    """Name, value, unit, and what puts another value, of every number of every beam."""
    for name, beam in model.beams.items():
        for part, value, unit in numbers_of(beam):
            yield f"{name}.{part}", value, unit, partial(put, name=name, part=part)
