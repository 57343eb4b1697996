"""Models compare by content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import jourdain as jd


def _law(t: float, x: float, v: float) -> float:
    return -x


def build(law: Any = _law) -> jd.Model:
    """A small model with one of most elements."""
    model = jd.Model("machine", gravity=(0, 0, -9.81))
    for name in ("crank", "rod"):
        model.body(name, mass=1, inertia=(1, 1, 1)).marker("tip", at=(1, 0, 0))
    hinge = model.joint("hinge", "revolute", model.ground, "crank", at=(0, 0, 0))
    model.joint("screw", "screw", "crank", "rod", at=(0, 0, 0), pitch=0.1)
    model.force("brake", hinge.angle, law=law)
    model.load("push", "rod", force=(1, "sin(t)", 0))
    model.state("w", "w - 1")
    model.measure("phi", hinge.angle)
    model.event("end", hinge.angle, 1.0, actions=jd.Stop())
    model.parameters["k"] = 2.0
    return model


def test_equal_content_is_equal() -> None:
    assert build() == build() == build().copy()
    assert jd.Model("a") != "a" and jd.Model() != jd.Model(planar=True)


def _swap(model: jd.Model) -> None:
    model.bodies = dict(reversed(model.bodies.items()))


CHANGES: dict[str, Callable[[jd.Model], Any]] = {
    "name": lambda m: setattr(m, "name", "other"),
    "gravity": lambda m: m.gravity.__setitem__(0, 1e-300),
    "mass": lambda m: setattr(m.bodies["rod"], "mass", np.nextafter(1.0, 2.0)),
    "inertia": lambda m: m.bodies["rod"].inertia.__setitem__((0, 1), 1e-9),
    "rotation": lambda m: setattr(m.bodies["rod"], "rotation", jd.axis_angle((0, 0, 1), 1e-9)),
    "shape": lambda m: setattr(m.bodies["rod"], "shape", jd.sphere(1)),
    "marker": lambda m: m.bodies["rod"].marker("new"),
    "ground": lambda m: m.ground.marker("new"),
    "order": _swap,
    "active": lambda m: setattr(m.joints["hinge"], "active", False),
    "option": lambda m: m.joints["screw"].options.update(pitch=0.2),
    "rows": lambda m: setattr(m.joints["hinge"], "rows", m.joints["hinge"].rows[1:]),
    "law": lambda m: setattr(m.forces["brake"], "law", lambda t, x, v: -x),
    "component": lambda m: setattr(m.loads["push"], "force", (1, "cos(t)", 0)),
    "start": lambda m: setattr(m.states["w"], "start", 1.0),
    "measure": lambda m: m.measures.update(phi=replace(m.measures["phi"], angle_offset=0.1)),
    "action": lambda m: setattr(m.events["end"], "actions", (jd.Lock("hinge"),)),
    "parameter": lambda m: m.parameters.update(k=3.0),
    "one more": lambda m: m.state("more", "t"),
    "one less": lambda m: m.loads.clear(),
}


@pytest.mark.parametrize("name", CHANGES)
def test_any_change_makes_a_difference(name: str) -> None:
    model = build()
    CHANGES[name](model)
    assert model != build()


@pytest.mark.parametrize("name", CHANGES)
def test_a_copy_is_a_model_of_its_own(name: str) -> None:
    """Whatever is edited later, a copy (and so the model of a System and of a Result) stays what it was."""
    model = build()
    copy = model.copy()
    CHANGES[name](model)
    assert copy == build() != model


def test_functions_are_equal_only_to_themselves() -> None:
    def other(t: float, x: float, v: float) -> float:
        return -x

    assert build(other) == build(other) != build(_law)


def test_kinds_of_lists_and_numbers_do_not_matter() -> None:
    first, second = build(), build()
    first.joints["screw"].options["teeth"], second.joints["screw"].options["teeth"] = (
        (1, np.nan),
        np.array([1.0, np.nan]),
    )
    assert first == second
    second.joints["screw"].options["teeth"] = [1.0]
    assert first != second


def test_models_are_no_keys() -> None:
    """What is compared by value and may be edited has no hash."""
    with pytest.raises(TypeError, match="unhashable"):
        hash(build())
