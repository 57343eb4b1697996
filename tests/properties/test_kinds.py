"""Natural coordinates, Euler parameters and Lagrangians keep the contract of every kind: rows, rates, biases and the Newton
matrix against differences, at random states off the manifold, with every element that a model may have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe, check_rows, close
from jourdain.system.compile import compile
from machines import every_element, lagrangians

COEFFICIENTS = [(1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0), (0.7, 0.3, 0.2, 0.4)]


def of_bodies(planar: bool, coordinates: str = "natural") -> Any:
    """Two bodies with rows and forces of every sort."""
    model, a, b = every_element.pair(planar)
    n = 2 if planar else 3
    hook = model.ground.marker("hook", at=(3, 1, 0.5)[:n])
    model.joint("hinge", "revolute", a, b)
    model.joint("rail", "point_on_line", hook, a)
    model.joint("wheel", "rolling", model.ground.marker("road"), model.bodies["fork"].marker("hub"), radius=0.3)
    model.joint("skate", "blade", hook, b)
    model.drive("motor", jd.coordinate(model.bodies["arm"], "x"), "sin(3*t)")
    model.row("far", [(1.0, jd.distance(hook, b)), (0.3, jd.angle(a, b))])
    model.row("text", "x**2*y + sin(t*x)", inputs={"x": jd.slide(hook, a, "x"), "y": jd.align(a.x, b.y)})
    model.spring("spring", hook, b, stiffness=20, damping=0.5, rest=0.4)
    model.force("twist", jd.angle(a, b), stiffness=3.0, law="-x**3*v")
    model.bushing("mount", hook, a, stiffness=[2] * (3 if planar else 6), damping=[0.1] * (3 if planar else 6))
    model.load("follows", a, force=(1, 2, 3)[:n], torque=0.4 if planar else (0.1, "t", 0.3), follow=True)
    model.load("dead", b, force=("sin(t)", 1, 2)[:n], torque="t" if planar else (0.5, "t", 0.3))
    model.state("filter", "-w + d", inputs={"w": "filter", "d": jd.distance(hook, a)})
    return compile(model, coordinates=coordinates)


def of_coordinates(name: str) -> Any:
    """A Lagrangian with a drive, a row and forces of the model beside its own."""
    model = lagrangians.model(name)
    x, y = (model.coordinate(key) for key in list(model.coordinates)[:2])
    model.drive("motor", x, "sin(3*t)")
    model.row("link", "one**2*two + sin(t*one)", inputs={"one": x, "two": y})
    model.row("skate", "two*one_rate + 0.3*two_rate + t", inputs={"one": x, "two": y}, level="velocity")
    model.force("spring", y, stiffness=3.0, damping=0.2, law="-one*x**3*v", inputs={"one": x})
    model.state("filter", "-own + one", inputs={"own": "filter", "one": x})
    return jd.compile(model)


SYSTEMS = {"natural, planar": lambda: of_bodies(True), "natural, spatial": lambda: of_bodies(False)}
SYSTEMS["Euler parameters"] = lambda: of_bodies(False, "euler-parameters")
SYSTEMS |= {name: lambda name=name: of_coordinates(name) for name in lagrangians.PARTS}  # type: ignore[misc]


def probe(name: str) -> Probe:
    """At a state that is off the manifold, but where every root is real."""
    p = Probe(SYSTEMS[name](), seed=3)
    if name == "relativistic":
        p.v *= 0.3
    p.settle()
    return p


@pytest.mark.parametrize("name", SYSTEMS)
def test_rows(name: str) -> None:
    check_rows(probe(name), 1e-9)


@pytest.mark.parametrize("name", SYSTEMS)
def test_newton_matrix(name: str) -> None:
    p = probe(name)
    for coefficients in COEFFICIENTS:
        p.at(coefficients=(*coefficients, 0.0))
        nv, nw = p.kind.v, p.kind.w
        found = p.matrix()[: nv + nw, :nv]
        close(found, p.difference_matrix(*coefficients)[: nv + nw, :nv], 1e-8)
        assert np.abs(found).max() > 0.1
