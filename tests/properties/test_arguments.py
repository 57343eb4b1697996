"""Wrong arguments of every public call: an error of the package, or a TypeError that names the argument; nothing raw.

Calls with all that they need are listed, and one argument after the other is replaced by values of other kinds. What is not
listed is called with nothing but wrong values.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.arguments import guarded
from jourdain.errors import JourdainError


class Thing:
    """Nothing that any call takes."""


WRONG: list[Any] = [
    *(None, 3, -1.5, float("nan"), "nonsense", "", b"x", True, (), {}, Thing(), Thing, [1, "a"], [None], {"a": 1}),
    *(np.zeros((2, 2)), 10**400, "x" * 5000, list(range(5000))),
]
LONGEST = 700  # characters of a message
SKIPPED = ("reproduce", "methods")  # commands of their own, with tests of their own


def machine() -> jd.Model:
    m = jd.Model("m", gravity=(0, 0, -9.81))
    a = m.body("a", mass=1, inertia=(1, 1, 1))
    m.body("b", mass=1, inertia=(1, 1, 1), at=(1, 0, 0)).marker("q")
    a.marker("p", at=(1, 0, 0))
    m.ground.marker("g")
    m.joint("A", "revolute", "ground", "a", at=(0, 0, 0), axis="y")
    m.joint("B", "revolute", "a", "b", at=(1, 0, 0), axis="y")
    m.force("s", "A.angle", stiffness=1.0)
    m.parameters["k"] = 1.0
    return m


@functools.cache
def run() -> jd.Result:
    return jd.simulate(machine(), 0.02, output=2, trust="fast")


STEEL = {"E": 2e11, "nu": 0.3, "density": 7800.0}
BEAM = {
    "start": (0, 0, 0),
    "end": (1, 0, 0),
    "section": jd.circle(0.01),
    "material": jd.material(**STEEL),
    "elements": 2,
}
METHODS: dict[str, dict[str, Any]] = {
    "body": {"name": "n", "mass": 1.0, "inertia": (1, 1, 1)},
    "joint": {"name": "n", "kind": "revolute", "a": "a", "b": "b", "at": (0, 0, 0)},
    "drive": {"name": "n", "measure": "A.angle", "motion": "t"},
    "row": {"name": "n", "equation": [(1.0, "A.angle")]},
    "measure": {"name": "n", "measure": "A.angle"},
    "force": {"name": "n", "measure": "A.angle"},
    "spring": {"name": "n", "a": "ground.g", "b": "a.p"},
    "torsion_spring": {"name": "n", "joint": "A"},
    "bushing": {"name": "n", "a": "ground", "b": "a", "stiffness": [1] * 6, "damping": [0] * 6},
    "load": {"name": "n", "on": "a", "force": (0, 0, 1)},
    "state": {"name": "n", "rate": "t"},
    "event": {"name": "n", "measure": "A.angle", "value": 1.0},
    "table": {"name": "n", "x": [0, 1, 2, 3], "y": [0, 1, 2, 3]},
    "beam": {"name": "n", **BEAM},
    "include": {"other": machine(), "prefix": "P."},
}


def marker(label: str) -> Any:
    m = machine()
    return m.bodies["a"].markers["p"] if label == "p" else m.bodies["b"].markers["q"]


FUNCTIONS: dict[str, dict[str, Any]] = {
    "simulate": {"model": machine(), "t_end": 0.01, "output": 2, "trust": "fast"},
    **{name: {"model": machine()} for name in ("compile", "check", "assemble", "linear", "statics", "parameters")},
    "with_parameters": {"model": machine(), "values": {"k": 2.0}},
    **{
        name: {"path": "nothing.yaml"}
        for name in ("read", "load", "resume", "read_mesh", "mesh", "surface", "load_part")
    },
    "write": {"model": machine(), "path": "machine.yaml"},
    **{name: {"a": marker("p"), "b": marker("q")} for name in ("distance", "angle")},
    **{name: {"a": marker("p"), "b": marker("q"), "axis": "x"} for name in ("slide", "blade")},
    **{name: {"u": marker("p").x, "w": marker("q").x} for name in ("align", "spin")},
    "coordinate": {"body": machine().bodies["a"], "name": "x"},
    "box": {"lx": 1, "ly": 1, "lz": 1},
    "cylinder": {"radius": 1, "length": 1},
    "sphere": {"radius": 1},
    "axis_angle": {"axis": (0, 0, 1), "angle": 0.1},
    "direction_cosines": {"matrix": np.eye(3)},
    "circle": {"diameter": 0.1},
    "rectangle": {"width": 0.1, "height": 0.1},
    "tube": {"outer": 0.1, "inner": 0.05},
    "polygon": {"corners": [(0, 0), (1, 0), (0, 1)]},
    "material": STEEL,
    "section": {"area": 1.0, "Iy": 1.0, "Iz": 1.0, "torsion": 1.0},
    "table": {"x": [0, 1, 2, 3], "y": [0, 1, 2, 3]},
    "LagrangianModel": {"coordinates": {"x": (0.0, 0.0)}, "lagrangian": "x_rate**2/2"},
}


def calls(
    call: Callable[..., Any], known: dict[str, Any] | None, turn: Iterator[int]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """(argument, all arguments) with one wrong value; of a call that is not known, wrong values only."""
    named = [
        one
        for one in inspect.signature(call).parameters.values()
        if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    ]
    if known is None:
        needed = [one.name for one in named if one.default is one.empty]
        yield from (("", dict.fromkeys(needed, wrong)) for wrong in WRONG)
        return
    for one in named:
        for _ in range(6):  # the whole list in turn, over all arguments
            yield one.name, {**known, one.name: WRONG[next(turn) % len(WRONG)]}


def refused(label: str, make: Callable[[], Callable[..., Any]], known: dict[str, Any] | None) -> list[str]:
    """What is wrong with how a call refuses wrong arguments."""
    found = []
    turn = itertools.count(sum(map(ord, label)))
    for name, arguments in calls(make(), known, turn):
        said = f"{label}({name} = {repr(arguments.get(name))[:40]})"
        try:
            make()(**arguments)
        except JourdainError as problem:
            found += [f"{said}: {str(problem)[:150]}"] if len(str(problem)) > LONGEST else []
        except TypeError as problem:
            names = [name] if name else list(arguments)
            found += [] if any(one in str(problem) for one in [*names, "argument"]) else [f"{said}: {problem!r}"]
        except Exception as problem:
            found.append(f"{said}: {problem!r}")
    return found


def public(owner: Any) -> list[str]:
    kind = owner if isinstance(owner, type) else type(owner)
    return [name for name in dir(kind) if not name.startswith("_") and inspect.isfunction(getattr(kind, name, None))]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", public(jd.Model))
def test_methods_of_models(name: str) -> None:
    assert not refused(f"Model.{name}", lambda: getattr(machine(), name), METHODS.get(name))


@pytest.mark.parametrize("name", [n for n in jd.__all__ if n not in SKIPPED and inspect.isfunction(getattr(jd, n))])
def test_public_functions(name: str) -> None:
    assert not refused(name, lambda: getattr(jd, name), FUNCTIONS.get(name))


def test_public_classes() -> None:
    found = refused("Model", lambda: jd.Model, {"name": "n"})
    found += refused("LagrangianModel", lambda: jd.LagrangianModel, FUNCTIONS["LagrangianModel"])
    for kind in (jd.Rotation, jd.Equations, jd.Impact, jd.Lock, jd.Stop, jd.RK4, jd.GeneralizedAlpha, jd.DOP853):
        found += refused(kind.__name__, lambda kind=kind: kind, None)  # type: ignore[misc]
    assert not found


def test_methods_of_parts_and_results() -> None:
    m = machine()
    beam = m.beam("rod", **BEAM)
    of_beams = {"strain": "axial", "force": "axial", "moment": "twist"}
    known: dict[str, Any] = {name: {"fraction": 0.5, "of": of} for name, of in of_beams.items()}
    known |= {"stress": {"fraction": 0.5}, "node": {"fraction": 0.5}, "marker": {}, "at": {"times": 0.01}}
    known |= {
        "reaction": {"element": "A"},
        "multiplier": {"label": "slide x"},
        "point": {"on": "a"},
        "curve": {"name": "a.x"},
    }
    found = []
    for owner in (m.bodies["a"], m.joints["A"], beam, jd.box(1, 1, 1), jd.Rotation(), run(), run()["a"]):
        kind = type(owner).__name__
        for name in public(owner):
            if name not in ("places", "weights", "place", "show"):  # for compiled models; and a browser
                found += refused(f"{kind}.{name}", lambda owner=owner, name=name: getattr(owner, name), known.get(name))  # type: ignore[misc]
    assert not found


def test_errors_that_are_ours_stay_what_they_are() -> None:
    """Only an argument that does not fit is blamed."""

    @guarded
    def call(x: float, names: dict[str, float] | None = None) -> float:
        return {}[x]  # type: ignore[index]

    with pytest.raises(KeyError):
        call(1.0)
    with pytest.raises(TypeError, match=r"^call: x = 'a' is not float"):
        call("a")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^call: names = {'a': 'b'} is not "):
        call(1.0, names={"a": "b"})  # type: ignore[dict-item]
