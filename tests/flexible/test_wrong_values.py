"""Values that make no sense, given to everything that takes a part or a flexible body: a message, or the call just works."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import jourdain as jd

STEEL = jd.material(E=2e11, nu=0.3, density=7850.0)
BOX = jd.box_mesh((0.4, 0.04, 0.02), (4, 1, 1))
PART = jd.reduce(BOX, material=STEEL, interfaces={"A": "x0"}, modes=2, static=["gravity", {"wind": {"pressure": "z1"}}])
NODE = int(PART.surface.numbers[0])
AT_REST = np.zeros(PART.modes)

WRONG: list[Any] = [
    *(
        None,
        True,
        "x",
        "",
        -1,
        2.5,
        float("nan"),
        float("inf"),
        [],
        [1, 2],
        {},
        {"a": 1},
        object(),
        b"x",
        1 + 2j,
        set(),
    ),
    *(np.zeros((2, 2)), np.array(["a"]), [[1], [2, 3]], 10**30, lambda t: t, BOX, PART, STEEL),
]


def body(**options: Any) -> Any:
    return jd.Model("wrong").flexible("b", **{"part": PART, **options})


def reduced(**options: Any) -> Any:
    return jd.reduce(**{"mesh": BOX, "material": STEEL, "interfaces": {"A": "x0"}, "modes": 2, **options})


def load(**options: Any) -> Any:
    one = body()
    model = jd.Model("wrong")
    model.bodies["b"] = one
    return model.load("gust", one, **{"pattern": "wind", **options})


def stress(**options: Any) -> Any:
    return jd.surface_stress(**{"part": PART, "amplitudes": AT_REST, **options})


def spots(**options: Any) -> Any:
    return jd.hot_spots(**{"part": PART, "stress": np.zeros((len(PART.surface.nodes), 6)), **options})


CALLS: dict[str, tuple[Callable[..., Any], str]] = {
    "flexible": (body, "part at rotation damping stiffening velocity spin amplitudes amplitude_rates"),
    "interface": (lambda **k: body().interface(**{"name": "A", **k}), "name rotation"),
    "node": (lambda **k: body().node(**{"number": NODE, **k}), "number rotation"),
    "stress": (lambda **k: body().stress(**{"node": NODE, **k}), "quantity node element"),
    "marker": (lambda **k: body().marker(**k), "name at rotation"),
    "pull": (lambda **k: body().pull(**k), "name"),
    "load": (load, "pattern"),
    "reduce": (reduced, "mesh material interfaces modes kind rigid static shapes stress lumped keep elements unit"),
    "interfaces": (lambda one: reduced(interfaces={"A": one}), "one"),
    "static": (lambda one: reduced(static=[{"load": one}]), "one"),
    "force": (lambda one: reduced(static=[{"load": {"force": one, "nodes": "x1"}}]), "one"),
    "nodes": (jd.nodes, "name numbers near radius"),
    "matrices": (
        lambda **k: jd.matrices(**{"stiffness": np.eye(24), "mass": np.eye(24), "nodes": BOX, **k}),
        "stiffness names",
    ),
    "frame": (PART.frame, "name"),
    "mirrored": (PART.mirrored, "axis"),
    "energy": (PART.energy, "amplitudes"),
    "surface_stress": (stress, "part amplitudes spin turning acceleration interfaces loads nodes"),
    "at a node": (lambda one: stress(nodes={NODE: one}), "one"),
    "hot_spots": (spots, "part stress count apart"),
}


GIVEN = [(name, argument) for name, (_, arguments) in CALLS.items() for argument in arguments.split()]


@pytest.mark.parametrize(("name", "argument"), GIVEN, ids=lambda one: one)
def test_wrong_values_are_told(name: str, argument: str) -> None:
    call, _ = CALLS[name]
    told = 0
    for value in WRONG:
        try:
            call(**{argument: value})
        except jd.JourdainError as problem:
            told += 1
            assert len(str(problem)) < 1000, (value, len(str(problem)))
        except TypeError as problem:  # named by arguments.py
            told += 1
            assert re.search(rf"\b{argument}\b.* is not ", str(problem), re.DOTALL), problem
    assert told >= len(WRONG) // 2
