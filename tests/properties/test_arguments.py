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
import sympy

import jourdain as jd
from jourdain.arguments import guarded
from jourdain.errors import JourdainError, ModelError


class Thing:
    """Nothing that any call takes."""


WRONG: list[Any] = [
    *(None, 3, -1.5, float("nan"), "nonsense", "", b"x", True, (), {}, Thing(), Thing, [1, "a"], [None], {"a": 1}),
    *(np.zeros((2, 2)), 10**400, "x" * 5000, list(range(5000))),
]
X, P = sympy.symbols("X P")
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


def driven() -> jd.Model:
    m = jd.Model("driven", planar=True)
    for name, x in (("a", 0.5), ("b", 1.5)):
        m.body(name, mass=1, inertia=1, at=(x, 0))
    for name, pair, x in (("A", ("ground", "a"), 0), ("B", ("a", "b"), 1)):
        m.joint(name, "revolute", *pair, at=(x, 0))
        m.drive(f"{name} motor", f"{name}.angle", "t")
    return m


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
    "lagrangian": {"name": "n", "L": "x_rate**2/2", "q": "x", "start": [1.0]},
    "hamiltonian": {"name": "n", "H": P**2 / 2 + X**2 / 2, "q": [X], "p": [P], "start": [1.0]},
    "box_mesh": {"size": (1, 1, 1), "counts": (1, 1, 1)},
    "sweep_mesh": {"section": (1, 1), "path": [(0, 0, 0), (1, 0, 0)], "counts": (1, 1, 1)},
    "inverse": {"model": driven(), "t_end": 0.01},
}
ACTIONS: dict[str, dict[str, Any]] = {
    **{name: {"joint": "A"} for name in ("Engage", "Lock", "Release", "Unlock")},
    "Impact": {"restitution": 0.5},
    "Impulse": {"marker": "a.p", "impulse": (0, 0, 1)},
    "Jump": {"measure": "A.angle", "rate": 1.0},
    "Reset": {"state": "z", "value": 1.0},
    "SetParameter": {"name": "k", "value": 1.0},
    "Switch": {"element": "s", "law": "x"},
}
VALUES: dict[str, dict[str, Any]] = {  # classes that users make values of
    **{name: {} for name in ("Block", "BDF", "GeneralizedAlpha", "Galerkin", "Subcycling", "RK4", "Baumgarte")},
    "LagrangianModel": FUNCTIONS["LagrangianModel"],
    "Limits": {"lower": 0.0},
    "Model": {"name": "n"},
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
    found = [one for name, known in VALUES.items() for one in refused(name, lambda name=name: getattr(jd, name), known)]  # type: ignore[misc]
    for kind in (jd.Rotation, jd.Equations, jd.DOP853):
        found += refused(kind.__name__, lambda kind=kind: kind, None)  # type: ignore[misc]
    assert not found


@pytest.mark.parametrize("name", ACTIONS)
def test_actions_of_events(name: str) -> None:
    """Refused as soon as the event is made, not when it happens."""

    def event(**given: Any) -> None:
        m = machine()
        m.state("z", rate="t")
        m.event("e", "A.angle", actions=[getattr(jd, name)(**given)])

    event(**ACTIONS[name])
    event.__signature__ = inspect.signature(getattr(jd, name))  # type: ignore[attr-defined]
    assert not refused(name, lambda: event, ACTIONS[name])
    last = list(ACTIONS[name])[-1]
    for wrong in WRONG:
        if name in ("Reset", "Jump", "SetParameter") and (wrong is True or not isinstance(wrong, (int, float))):
            with pytest.raises(ModelError, match=last):
                event(**{**ACTIONS[name], last: wrong})


def test_texts_and_switches_are_looked_at_first() -> None:
    """Anything would do for them."""
    with pytest.raises(TypeError, match="name = 3 is not str"):
        jd.Model(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="planar = 'no' is not bool"):
        jd.Model(planar="no")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="speed 's'"):
        jd.compile(jd.LagrangianModel(coordinates={"x": (0, 0)}, lagrangian="x_rate**2", speeds={"s": "y"}))
    with pytest.raises(ModelError, match="lagrangian = "):
        jd.lagrangian("n", Thing(), "x", start=[0])


def test_methods_of_findings() -> None:
    model = driven()
    motion = jd.kinematics(model, 0.1, output=2)
    free = machine()
    findings = [motion, jd.check(model), jd.linear(free), jd.inverse(model, motion), jd.verify(free, 0.01, output=2)]
    known: dict[str, Any] = {
        "screw_axis": {"body": "b"},
        "transmission_angle": {"coupler": "a", "follower": "b"},
        "freer": {"model": model},
        "animate": {"i": 0},
        "mode": {"i": 0},
        "force": {"actuator": "A motor"},
        "reaction": {"element": "A"},
        "digits": {"name": "a: position"},
    }
    found = []
    for one in findings:
        kind = type(one)
        for name in (name for name in vars(kind) if not name.startswith("_") and inspect.isfunction(vars(kind)[name])):
            found += refused(f"{kind.__name__}.{name}", lambda one=one, name=name: getattr(one, name), known.get(name))  # type: ignore[misc]
    assert not found


def test_methods_of_series_and_derivatives() -> None:
    m, fixed = machine(), {"integrator": jd.RK4(step=1e-3), "output": 2}
    m.force("motor", "B.angle", law="k*t")
    m.measure("swing", "A.angle")
    swept = jd.sweep(m, {"k": [1.0, 2.0]}, 0.01, metrics=["final(swing)"], progress=False, **fixed)
    aim = jd.objective(m, {"k": (0.5, 2.0)}, 0.01, minimise="final(swing)", gradient="differences", **fixed)
    path = jd.load_path(m, 0.1, ["gravity"], most=2)
    compared = jd.compare(m, 0.01, methods=[jd.RK4(step=1e-3)], output=2)
    known: dict[str, Any] = {"run": {"number": 0}, "save": {"path": "table.csv"}, "branch": {"i": 0}, "drawn": {"i": 0}}
    known |= {name: {"x": [1.0]} for name in ("gradient", "jacobian", "outputs", "values", "__call__")}
    known |= {name: {"points": [[1.0]]} for name in ("many", "dataset")}
    found = []
    for one in (swept, aim, path, compared):
        kind = type(one)
        for name in (name for name in vars(kind) if not name.startswith("_") or name == "__call__"):
            if inspect.isfunction(vars(kind)[name]):
                found += refused(
                    f"{kind.__name__}.{name}", lambda one=one, name=name: getattr(one, name), known.get(name)
                )  # type: ignore[misc]
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
