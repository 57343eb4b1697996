"""A Result as one labelled Dataset, and as a table of comma-separated values. Both hold the output times only."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.fe.stress import COMPONENTS
from jourdain.io.writing import replacing
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.elements import BeamNode
from jourdain.result.curves import COORDINATE
from jourdain.result.motions import FlexibleMotion
from jourdain.result.pieces import by_name
from jourdain.result.result import Result

if TYPE_CHECKING:
    from xarray import Dataset

# what a body has, in the words of BodyMotion, and how its columns begin in a table: "crank.x", "crank.vx", "crank.qw"
MOTION = {
    "position": ("", "position of the centre of mass, ground axes"),
    "velocity": ("v", "velocity of the centre of mass, ground axes"),
    "acceleration": ("a", "acceleration of the centre of mass, ground axes"),
    "angle": ("angle", "angle of the body"),
    "quaternion": ("q", "unit quaternion, body to ground"),
    "angular_velocity": ("w", "angular velocity, ground axes"),
    "angular_acceleration": ("alpha", "angular acceleration, ground axes"),
}
ENERGY = {"kinetic_energy": "kinetic", "potential_energy": "potential"}
SOURCES = {"drives": "drives", "dampers": "dampers", "applied forces": "applied"}


def dataset(result: Result) -> Dataset:
    """Everything at the output times as one xarray.Dataset, with units and meanings.

    position, velocity, acceleration (time, body, axis); quaternion (time, body, component), or angle (time, body) in the
    plane; angular_velocity, angular_acceleration; multiplier (time, row) with row_unit; measure_value (time, measure)
    with measure_unit; state_value (time, state); kinetic_energy, potential_energy (time); work (time, source);
    gap, rate_gap, acceleration_gap, imbalance and, where it was estimated, error (time); event_time (event). Of each beam "rod:
    shape" (time, rod: s, axis), "rod: strain", "rod: force" and "rod: moment" (time, rod: point, component). Of a model of
    coordinates value, rate, acceleration and momentum (time, coordinate) and speed_value (time, speed) instead of what bodies
    have.
    """
    import xarray

    motion = (_coordinates if isinstance(result.model, LagrangianModel) else _motion)(result)
    variables = motion | _beams(result) | _columns(result) | _balances(result) | _events(result)
    about = {"model": result.model.name, "integrator": repr(result.integrator), "trust": str(result.trust)}
    return xarray.Dataset(variables, attrs=about).set_coords(["row_unit", "measure_unit"])


def _variable(dims: str, data: Any, meaning: str, unit: str = "") -> tuple[Any, ...]:
    """As xarray takes it; dims: names with blanks between them."""
    return (dims.split(), data, {"units": unit, "long_name": meaning} if unit else {"long_name": meaning})


def _labels(dim: str, names: Iterable[str], meaning: str) -> tuple[Any, ...]:
    """Names as an array of texts, also if there are none; objects, since NumPy's own texts lose a NUL at the end."""
    return _variable(dim, np.array([*names], dtype=object), meaning)


def _stacked(result: Result, columns: Iterable[Any]) -> np.ndarray:
    """Columns (nt,) beside each other, (nt, n), also if there are none."""
    found = [*columns]
    return np.array(found).reshape(len(found), len(result.t)).T


def _motion(result: Result) -> dict[str, Any]:
    """Motion of all bodies, (time, body, ..), and the labels of these dimensions."""
    planar, names = result.model.planar, [n for n, b in result.model.bodies.items() if not isinstance(b, BeamNode)]
    bodies = [result[name] for name in names]
    found = {"time": _variable("time", result.t, "time", "s")}
    if not bodies:
        return found
    found["body"] = _labels("body", names, "body")
    for part, (_, meaning) in MOTION.items():
        if part == ("quaternion" if planar else "angle"):
            continue
        first = getattr(bodies[0], part)
        inner = first.dims[1:]
        data = np.stack([body.numbers(part) for body in bodies], axis=1)
        found[part] = _variable(" ".join(("time", "body", *inner)), data, meaning, first.attrs["units"])
        found |= {dim: _labels(dim, first[dim].values.tolist(), dim) for dim in inner}
    for body in bodies:
        if isinstance(body, FlexibleMotion):
            shape, data = f"{body.name}: shape", body.amplitudes
            found[f"{body.name}: amplitudes"] = (["time", shape], data.values, dict(data.attrs))
            found[shape] = ([shape], data["shape"].values, {"long_name": "number of the shape"})
    return found


_KNOWN = {
    **dict.fromkeys(("exact", "ancf"), ("shape", "strain", "force", "moment")),
    "cable": ("shape", "force"),
    "segments": ("shape", "strain", "moment"),
}


def _beams(result: Result) -> dict[str, Any]:
    """Shape, strains, forces and moments of each beam."""
    found: dict[str, Any] = {}
    for name, beam in result.model.beams.items():
        motion = result[name]
        parts = _KNOWN[beam.theory]
        for part in parts:
            array = getattr(motion, part)
            along, across = f"{name}: {'s' if part == 'shape' else 'point'}", array.dims[2]
            across = across if across == "axis" else f"{name}: {part} component"
            found[f"{name}: {part}"] = (
                ["time", along, across],
                array.values,
                {"units": array.attrs["units"], "long_name": array.name},
            )
            found[along] = ([along], array["s"].values, {"units": "m", "long_name": "arc length"})
            found[across] = _labels_of(across, array[array.dims[2]].values)
    return found


def _labels_of(dim: str, names: Iterable[str]) -> tuple[Any, ...]:
    return [dim], np.array([*names], dtype=object), {"long_name": dim}


def _coordinates(result: Result) -> dict[str, Any]:
    """Motion of a model of coordinates, whose units are the user's own."""
    model = result.model
    assert isinstance(model, LagrangianModel)
    reported = result.speeds
    values = _stacked(result, (x.values for x in reported.values()))
    return {
        "time": _variable("time", result.t, "time", "s"),
        "coordinate": _labels("coordinate", model.coordinates, "coordinate"),
        "value": _variable("time coordinate", result.q, "coordinate"),
        "rate": _variable("time coordinate", result.v, "rate of the coordinate"),
        "acceleration": _variable("time coordinate", result.a, "second derivative of the coordinate"),
        "momentum": _variable("time coordinate", result.momenta, "derivative of the Lagrangian by the rate"),
        "speed": _labels("speed", reported, "generalised speed"),
        "speed_value": _variable("time speed", values, "generalised speed"),
    }


def _columns(result: Result) -> dict[str, Any]:
    """What has a name of its own: multipliers of rows, measures, extra states."""
    rows = result.row_units
    measures = {name: result.model.measures[name].unit for name in result.system.recorded}
    values = by_name(result.outputs, "x", "recorded")
    measured = _stacked(result, (values[name] for name in measures))
    return {
        "row": _labels("row", rows, "row of a joint, drive or equation"),
        "row_unit": _labels("row", rows.values(), "unit of its multiplier"),
        "multiplier": _variable("time row", result.lam, "multiplier of the row: force [N] or torque [N m]"),
        "measure": _labels("measure", measures, "named measure"),
        "measure_unit": _labels("measure", measures.values(), "unit of the measure"),
        "measure_value": _variable("time measure", measured, "value of the measure [m, rad or -]"),
        "state": _labels("state", result.system.state_names, "extra state"),
        "state_value": _variable("time state", result.w, "value of the extra state", "-"),
    }


def _balances(result: Result) -> dict[str, Any]:
    """Energies, work, and what tells how good the numbers are."""
    energy = result.energy
    found = {
        name: _variable("time", getattr(energy, part).values, name.replace("_", " "), "J")
        for name, part in ENERGY.items()
    }
    work = np.stack([getattr(energy, part).values for part in SOURCES.values()], axis=1)
    found |= {
        "source": _labels("source", SOURCES, "what does work"),
        "work": _variable("time source", work, "work done on the system since the start", "J"),
        "gap": _variable("time", result.gap, "opening of the worst row that the time steps had left [m or -]"),
        "rate_gap": _variable("time", result.rate_gap, "largest rate of a row that the time steps had left [/s]"),
        "acceleration_gap": _variable("time", result.acceleration_gap, "the same at acceleration level [/s2]"),
        "imbalance": _variable("time", result.imbalance, "largest imbalance of forces, relative", "-"),
    }
    if result.trust.error is not None and np.array_equal(result.trust.t, result.t):
        meaning = "estimated error of positions, in lengths of the model and radians"
        found["error"] = _variable("time", result.trust.error, meaning, "-")
    return found


def _events(result: Result) -> dict[str, Any]:
    times = np.array([event.t for event in result.events], dtype=np.float64)
    return {
        "event": _labels("event", (event.name for event in result.events), "event that happened"),
        "event_time": _variable("event", times, "time of the event", "s"),
    }


# -- tables ------------------------------------------------------------------------------------------------------


def to_csv(result: Result, path: str | Path, stress: Mapping[str, Sequence[int]] | None = None) -> None:
    """Write one line per output time; numbers have all their digits, the first line has names and units.

    stress: body -> nodes, whose stress is written in place of everything else.

    Quoted where names need it (RFC 4180), so that any spreadsheet and `csv.reader` read it.
    """
    columns = list(table(result) if stress is None else stresses(result, stress))
    heads = _distinct([name for name, _ in columns])
    with (
        replacing(path) as temporary,
        open(temporary, "w", newline="", encoding="utf-8", errors="backslashreplace") as f,
    ):
        writer = csv.writer(f)
        writer.writerow(heads)
        writer.writerows(zip(*(values.tolist() for _, values in columns), strict=True))


def _distinct(heads: list[str]) -> list[str]:
    """Heads of columns, each once: a measure called crank.x, after the crank's own x, becomes "crank.x (2) [m]"."""
    taken = set(heads)
    seen: set[str] = set()
    found = []
    for head in heads:
        name, _, unit = head.rpartition(" [")
        numbered = (f"{name} ({k}) [{unit}" for k in itertools.count(2))
        one = head if head not in seen else next(other for other in numbered if other not in taken)
        seen.add(one)
        taken.add(one)
        found.append(one)
    return found


def stresses(result: Result, nodes: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, np.ndarray]]:
    """Columns of the table of stress: time, and "rod 17 xx [Pa]" of each component at each node."""
    yield "t [s]", np.asarray(result.t)
    for body, numbers in nodes.items():
        for number in numbers:
            for component in COMPONENTS:
                yield f"{body} {number} {component} [Pa]", result.stress(body, component, node=number).values


def table(result: Result) -> Iterator[tuple[str, np.ndarray]]:
    """Columns of the table: "crank.x [m]" and its values (nt,), time first."""
    data = dataset(result)
    yield "t [s]", data["time"].values
    for suffix, part in COORDINATE.items() if "coordinate" in data else ():
        columns = zip(data["coordinate"].values, data[part].values.T, strict=True)
        yield from ((f"{name}{suffix} [-]", x) for name, x in columns)
    for body in data["body"].values if "body" in data else ():
        for part in (part for part in MOTION if part in data):
            of_body = data[part].sel(body=body)
            start, unit = f"{body}.{MOTION[part][0]}", data[part].attrs["units"]
            if of_body.ndim == 1:
                yield f"{start} [{unit}]", of_body.values
            else:
                labels = of_body[of_body.dims[1]].values
                yield from ((f"{start}{label} [{unit}]", x) for label, x in zip(labels, of_body.values.T, strict=True))
    for name in result.model.beams:
        for end, i in (("start", 0), ("end", -1)):
            columns = zip(data["axis"].values, data[f"{name}: shape"].values[:, i].T, strict=True)
            yield from ((f"{name}.{end}.{axis} [m]", x) for axis, x in columns)
    own = {"speed": "speed_value", "measure": "measure_value", "state": "state_value", "row": "multiplier"}
    for names, values in own.items():
        if names not in data:  # speeds belong to coordinates
            continue
        units = data[f"{names}_unit"].values if f"{names}_unit" in data else ["-"] * data.sizes[names]
        for name, one, x in zip(data[names].values, units, data[values].values.T, strict=True):
            yield f"{name} [{one}]", x
    for name in ENERGY:
        yield f"{data[name].attrs['long_name']} [J]", data[name].values
    for source, x in zip(data["source"].values, data["work"].values.T, strict=True):
        yield f"work of {source} [J]", x
