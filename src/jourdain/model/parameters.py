"""Parameters by name: every number of a model that a run depends on smoothly, its unit, and models with other values.

A parameter is an entry of model.parameters, or a path such as rod.mass, spring.stiffness, A.at.x, gravity.y, crank.spin. Paths
say what a part is made of, as it stands in the model. What decides how many equations there are is none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from numbers import Real
from typing import Any, TypeVar

from jourdain.errors import ModelError, near
from jourdain.model import beam_parameters
from jourdain.model.elements import Joint, Marker
from jourdain.model.events import Impact
from jourdain.model.flexible import PATTERN, FlexibleBody
from jourdain.model.limits import NUMBERS, without_stops
from jourdain.model.model import Model, same
from jourdain.model.moving import moved_joint, moved_marker, rebuilt
from jourdain.model.parsing import number

Put = Callable[[Model, float], None]
Part = TypeVar("Part")
_TENSOR = {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}
_UNITS = {
    "m": {"stiffness": "N/m", "damping": "N s/m", "rest": "m", "law": "N"},
    "rad": {"stiffness": "N m/rad", "damping": "N m s/rad", "rest": "rad", "law": "N m"},
}
_STRUCTURAL = ("active", "kind", "planar")  # what a user may ask for, and which changes the equations themselves


@dataclass(frozen=True)
class Parameter:
    """A number of a model: value in SI units, unit ("-" where it is not known)."""

    name: str
    value: float
    unit: str = "-"


@dataclass(frozen=True)
class Place:
    """Where a parameter stands: its value now, its unit, and how another value is put there.

    linear: all numbers that a System is made of, and its start, are linear in it.
    """

    value: float
    unit: str
    put: Put
    linear: bool = True


Found = tuple[str, Place]


class Parameters(dict[str, Parameter]):
    """The parameters of a model by name; printed as a table."""

    def __str__(self) -> str:
        width = max(map(len, self), default=0)
        return "\n".join(f"{one.name:<{width}}  {one.value:.9g} {one.unit}" for one in self.values())


def parameters(model: Model) -> Parameters:
    """All parameters of a model with value and unit: entries of model.parameters first, then paths."""
    return Parameters((name, Parameter(name, one.value, one.unit)) for name, one in _places(model).items())


def with_parameters(model: Model, values: Mapping[str, float]) -> Model:
    """A model of its own with other values of parameters, by name; the given one stays as it is.

    A parameter of a model file changes everything that the texts of the file feed: lengths, masses, laws.
    """
    model = without_stops(model)
    known = check_names(model, values)
    given = {name: number(value, f"parameter {name!r}") for name, value in values.items()}
    new = _from_file(model, {name: value for name, value in given.items() if name in model.parameters})
    for name, value in given.items():
        known[name].put(new, value)
    return new


def check_names(model: Model, names: Any) -> dict[str, Place]:
    """Refuse names that are no parameters of the model, with near ones; returns all that are."""
    known = _places(model)
    for name in names:
        if name in known:
            continue
        part = str(name).rpartition(".")[2]
        if part in _STRUCTURAL:
            raise ModelError(
                f"parameter {name!r}: {part!r} decides which equations there are, so it is no number that can vary; make two "
                "models instead."
            )
        if _is_written(model, str(name)):
            raise ModelError(
                f"parameter {name!r} is a text or a function, not a number; give a number in it a name, as in "
                "model.parameters['k'] = 3.0 and the text '-k*x', and ask for that."
            )
        bends = isinstance(model.bodies.get(str(name).partition(".")[0]), FlexibleBody)
        raise ModelError(
            f"there is no parameter {name!r} in model {model.name!r}.{near(str(name), known)}"
            + (" What a flexible body is made of is its part: reduce another one." if bends else "")
        )
    return known


def _is_written(model: Model, name: str) -> bool:
    """Is it the law of a force, or the motion of a drive, that is given otherwise than by a number?"""
    owner, _, part = name.rpartition(".")
    if owner in model.forces:
        return part in _UNITS["m"] and getattr(model.forces[owner], part) is not None
    return part == "motion" and owner in model.joints and model.joints[owner].kind == "drive"


# -- where parameters stand ----------------------------------------------------------------------------------------


def _places(model: Model) -> dict[str, Place]:
    """Every parameter by name. Entries of model.parameters go before paths of the same name."""
    found: dict[str, Place] = {}
    of_beams = ((name, Place(value, unit, put, False)) for name, value, unit, put in beam_parameters.places(model))
    for name, place in (*_own(model), *_of_bodies(model), *of_beams, *_of_joints(model), *_of_forces(model)):
        found.setdefault(name, place)
    return found


def _axes(model: Model) -> str:
    return "xy" if model.planar else "xyz"


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _attribute(table: str, name: str, part: str) -> Put:
    """Puts a plain number of a part of the model."""
    return lambda model, value: setattr(getattr(model, table)[name], part, value)


def _item(table: str, name: str, part: str, index: Any) -> Put:
    """Puts an entry of an array, dict or tuple of a part of the model (name "": of the table itself)."""

    def put(model: Model, value: float) -> None:
        owner = vars(getattr(model, table)[name]) if name else vars(model)
        if isinstance(owner[part], tuple):
            values = list(owner[part])
            values[index] = value
            owner[part] = tuple(values)
        else:
            owner[part][index] = value

    return put


def _vector(model: Model, name: str, part: str, unit: str) -> Iterator[Found]:
    """Components of an array of a body."""
    array = getattr(model.bodies[name], part)
    for i, axis in enumerate(_axes(model)):
        yield f"{name}.{part}.{axis}", Place(float(array[i]), unit, _item("bodies", name, part, i))


def _own(model: Model) -> Iterator[Found]:
    units = getattr(model.recipe, "units", {})
    for name, value in model.parameters.items():
        if _is_number(value):
            yield name, Place(float(value), units.get(name, "-"), _item("", "", "parameters", name), False)
    coordinates: dict[str, tuple[float, float]] = getattr(model, "coordinates", {})
    for name, start in coordinates.items():  # of a Lagrangian
        for i, part in enumerate(("start", "start_rate")):
            yield f"{name}.{part}", Place(start[i], "-", _start_of(name, i), False)
    for i, axis in enumerate("" if coordinates else _axes(model)):
        yield f"gravity.{axis}", Place(float(model.gravity[i]), "m/s2", _item("", "", "gravity", i))


def _start_of(name: str, index: int) -> Put:
    def put(model: Any, value: float) -> None:
        start = list(model.coordinates[name])
        start[index] = value
        model.coordinates[name] = tuple(start)

    return put


def _own_of_user(model: Model, table: Mapping[str, Part]) -> Iterator[tuple[str, Part]]:
    """Without what beams and limits are made of."""
    parts = {part for beam in model.beams.values() for part in beam.parts}
    return ((name, one) for name, one in table.items() if name not in parts and not getattr(one, "part_of", ""))


def _of_bodies(model: Model) -> Iterator[Found]:
    for name, body in model.bodies.items():
        if model.owner(name) != name:  # what a section is follows from its beam
            continue
        if isinstance(body, FlexibleBody):
            yield from _of_flexible(model, body)
            continue
        yield f"{name}.mass", Place(body.mass, "kg", _mass(name))  # inertia stays as it is
        for part, unit in (("at", "m"), ("com", "m"), ("velocity", "m/s")):
            yield from _vector(model, name, part, unit)
        if model.planar:
            yield f"{name}.inertia", Place(float(body.inertia[2, 2]), "kg m2", _inertia(name, 2, 2))
            yield f"{name}.spin", Place(float(body.spin[2]), "rad/s", _item("bodies", name, "spin", 2))
            yield f"{name}.rotation", Place(body.angle, "rad", _attribute("bodies", name, "angle"), False)
        else:
            for label, (i, j) in _TENSOR.items():
                yield f"{name}.inertia.{label}", Place(float(body.inertia[i, j]), "kg m2", _inertia(name, i, j))
            yield from _vector(model, name, "spin", "rad/s")
    for body in (model.ground, *model.bodies.values()):
        for label, marker in body.markers.items():
            if marker.carrier:  # where it is follows from the part
                continue
            for i, axis in enumerate(_axes(model)):
                put = partial(moved_marker, body=body.name, label=label, index=i)
                yield f"{body.name}.{label}.{axis}", Place(marker.at[i], "m", put)


def _of_flexible(model: Model, body: FlexibleBody) -> Iterator[Found]:
    """How it is moved, bent and damped. Mass, inertia and stiffness are those of its part."""
    for part, unit in (("at", "m"), ("velocity", "m/s"), ("spin", "rad/s")):
        yield from _vector(model, body.name, part, unit)
    if len(set(body.damping)) == 1:
        yield f"{body.name}.damping", Place(float(body.damping[0]), "-", _damping(body.name))
    for part, unit in (("damping", "-"), ("amplitudes", "sqrt(kg) m"), ("amplitude_rates", "sqrt(kg) m/s")):
        for k, value in enumerate(getattr(body, part)):
            yield f"{body.name}.{part}.{k + 1}", Place(float(value), unit, _item("bodies", body.name, part, k))


def _damping(name: str) -> Put:
    """Puts the damping of all shapes."""

    def put(model: Model, value: float) -> None:
        body = model.bodies[name]
        assert isinstance(body, FlexibleBody)
        body.damping[:] = number(value, f"parameter '{name}.damping'", least=0.0)

    return put


def _mass(name: str) -> Put:
    def put(model: Model, value: float) -> None:
        model.bodies[name].mass = number(value, f"parameter '{name}.mass' [kg]", least=0.0)

    return put


def _inertia(name: str, i: int, j: int) -> Put:
    def put(model: Model, value: float) -> None:
        model.bodies[name].inertia[i, j] = model.bodies[name].inertia[j, i] = value

    return put


def _of_joints(model: Model) -> Iterator[Found]:
    for name, joint in _own_of_user(model, model.joints):
        if joint.a is not None and joint.b is not None:
            yield from _of_sides(model, joint, joint.a, joint.b)
        yield from _of_limits(joint)
        for option, value in joint.options.items():
            if _is_number(value):
                yield f"{name}.{option}", Place(float(value), "-", partial(rebuilt, name=name, option=option), False)
        first = joint.rows[0] if joint.rows else None
        if joint.kind == "drive" and first is not None and _is_number(first.function):
            yield f"{name}.motion", Place(float(first.function), first.terms[0][1].unit, _row(name, "function"), False)  # type: ignore[arg-type]
        if joint.kind == "row" and first is not None and _is_number(first.constant):
            yield f"{name}.constant", Place(float(first.constant), "-", _row(name, "constant"))  # type: ignore[arg-type]


def _of_limits(joint: Joint) -> Iterator[Found]:
    """Where the travel of a joint ends, and what its stops are like."""
    for coordinate, limits in joint.limits.items():
        owner = f"{joint.name}.limits" if len(joint.limits) == 1 else f"{joint.name}.limits.{coordinate}"
        unit = "rad" if coordinate == "angle" else "m"
        units = {"lower": unit, "upper": unit, "restitution": "-"} | _UNITS[unit]
        for part in NUMBERS:
            value = getattr(limits, part)
            acts = part in ("lower", "upper") or (part == "restitution") == limits.rigid
            if acts and value is not None and math.isfinite(value):
                yield f"{owner}.{part}", Place(float(value), units[part], _limit(joint.name, coordinate, part), False)


def _limit(name: str, coordinate: str, part: str) -> Put:
    def put(model: Model, value: float) -> None:
        limits = model.joints[name].limits
        limits[coordinate] = replace(limits[coordinate], **{part: value})

    return put


def _row(name: str, part: str) -> Put:
    """Puts a number of the only row of a drive, or of an equation of the user's own."""

    def put(model: Model, value: float) -> None:
        joint = model.joints[name]
        joint.rows = (replace(joint.rows[0], **{part: value}), *joint.rows[1:])  # type: ignore[arg-type]

    return put


def _of_sides(model: Model, joint: Joint, a: Marker, b: Marker) -> Iterator[Found]:
    """The place of a joint in ground at the start, which moves both markers; and of each marker in its body."""
    body = model.find_body(a.body, joint.name)
    place = body.at + body.matrix @ a.at
    for i, axis in enumerate(_axes(model)):
        for sides, value in (("ab", float(place[i])), ("a", a.at[i]), ("b", b.at[i])):
            if any(one.carrier for side, one in (("a", a), ("b", b)) if side in sides):
                continue  # an interface stands where its part has it
            put = partial(moved_joint, name=joint.name, sides=sides, index=i)
            yield f"{joint.name}.{'at' if sides == 'ab' else sides}.{axis}", Place(value, "m", put)


def _of_forces(model: Model) -> Iterator[Found]:
    for name, force in _own_of_user(model, model.forces):
        for part, unit in _UNITS.get(force.measure.unit, dict.fromkeys(_UNITS["m"], "-")).items():
            if _is_number(getattr(force, part)):
                put = _attribute("forces", name, part)
                yield f"{name}.{part}", Place(float(getattr(force, part)), unit, put, part != "law")
    for name, load in model.loads.items():
        if load.marker.carrier.startswith(PATTERN):  # a load of a part times a factor
            factor: Any = load.force[0]
            if _is_number(factor):
                yield f"{name}.factor", Place(float(factor), "-", _item("loads", name, "force", 0))
            continue
        for part, unit in (("force", "N"), ("torque", "N m")):
            axes = [""] if part == "torque" and model.planar else [f".{axis}" for axis in _axes(model)]
            for i, value in enumerate(getattr(load, part)):
                if _is_number(value):
                    yield f"{name}.{part}{axes[i]}", Place(float(value), unit, _item("loads", name, part, i))
    for name, state in model.states.items():
        yield f"{name}.start", Place(state.start, "-", _attribute("states", name, "start"))
    for name, event in _own_of_user(model, model.events):
        unit = "-" if isinstance(event.function, str) else event.function.unit
        yield f"{name}.value", Place(event.value, unit, _attribute("events", name, "value"))
        impacts = [action for action in event.actions if isinstance(action, Impact)]
        if len(impacts) == 1:
            yield f"{name}.restitution", Place(impacts[0].restitution, "-", _restitution(name))


def _restitution(name: str) -> Put:
    def put(model: Model, value: float) -> None:
        event = model.events[name]
        event.actions = tuple(replace(a, restitution=value) if isinstance(a, Impact) else a for a in event.actions)

    return put


# -- model files ---------------------------------------------------------------------------------------------------


def _from_file(model: Model, values: dict[str, float]) -> Model:
    """The model as its file would make it with other values of the file's parameters; edits made since then stay."""
    recipe = model.recipe
    if recipe is None or not values:
        return model.copy()
    old, new = recipe({}), recipe(values)
    try:
        merged = _merged(old.content(), new.content(), model.copy().content())
    except _EditedError as problem:
        raise ModelError(
            f"parameters {', '.join(map(repr, values))}: they feed {problem} of the model, which has been edited since its "
            "file was read; edit the file, or that part."
        ) from None
    result = object.__new__(type(model))
    vars(result).update(merged, recipe=recipe.changed(values))
    return result


class _EditedError(Exception):
    """A value that both the file and the user have changed."""


def _merged(old: Any, new: Any, mine: Any, where: str = "") -> Any:
    """Mine, with what differs between old and new replaced."""
    if same(old, new):
        return mine
    if isinstance(old, dict) and list(old) == list(new) == list(mine):
        return {key: _merged(old[key], new[key], mine[key], str(key)) for key in mine}
    if is_dataclass(old) and type(old) is type(new) is type(mine):
        parts = {f.name: [getattr(x, f.name) for x in (old, new, mine)] for f in fields(old)}
        inside = {name: _merged(a, b, c, where) for name, (a, b, c) in parts.items()}
        return replace(mine, **inside)  # type: ignore[type-var]
    if not same(old, mine):
        raise _EditedError(repr(where))
    return new
