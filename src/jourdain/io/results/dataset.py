"""A Result as one labelled Dataset, and as a table of comma-separated values. Both hold the output times only."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.io.writing import replacing
from jourdain.lagrange.model import LagrangianModel
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
    gap, rate_gap, acceleration_gap, imbalance and, where it was estimated, error (time); event_time (event). Of a model of
    coordinates value, rate, acceleration and momentum (time, coordinate) and speed_value (time, speed) instead of what bodies
    have.
    """
    import xarray

    variables = (
        (_coordinates if isinstance(result.model, LagrangianModel) else _motion)(result)
        | _columns(result)
        | _balances(result)
        | _events(result)
    )
    about = {"model": result.model.name, "integrator": repr(result.integrator), "trust": str(result.trust)}
    return xarray.Dataset(variables, attrs=about).set_coords(["row_unit", "measure_unit"])


def _about(unit: str, meaning: str) -> dict[str, str]:
    return {"units": unit, "long_name": meaning} if unit else {"long_name": meaning}


def _labels(names: Iterable[str]) -> np.ndarray:
    """Names as an array of texts, also if there are none; objects, since NumPy's own texts lose a NUL at the end."""
    return np.array([*names], dtype=object)


def _motion(result: Result) -> dict[str, Any]:
    """Motion of all bodies, (time, body, ..), and the labels of these dimensions."""
    planar, names = result.model.planar, list(result.model.bodies)
    bodies = [result[name] for name in names]
    found: dict[str, Any] = {
        "time": (("time",), result.t, _about("s", "time")),
        "body": (("body",), _labels(names), _about("", "body")),
    }
    for part, (_, meaning) in MOTION.items():
        if part == ("quaternion" if planar else "angle"):
            continue
        arrays = [getattr(body, part) for body in bodies]
        inner = arrays[0].dims[1:]
        data = np.stack([array.values for array in arrays], axis=1)
        found[part] = (("time", "body", *inner), data, _about(arrays[0].attrs["units"], meaning))
        for dim in inner:
            found[dim] = ((dim,), _labels(arrays[0][dim].values.tolist()), _about("", dim))
    return found


def _coordinates(result: Result) -> dict[str, Any]:
    """Motion of a model of coordinates, whose units are the user's own."""
    model = result.model
    assert isinstance(model, LagrangianModel)
    reported = result.speeds
    values = np.array([x.values for x in reported.values()]).reshape(len(reported), len(result.t)).T
    return {
        "time": (("time",), result.t, _about("s", "time")),
        "coordinate": (("coordinate",), _labels(model.coordinates), _about("", "coordinate")),
        "value": (("time", "coordinate"), result.q, _about("", "coordinate")),
        "rate": (("time", "coordinate"), result.v, _about("", "rate of the coordinate")),
        "acceleration": (("time", "coordinate"), result.a, _about("", "second derivative of the coordinate")),
        "momentum": (("time", "coordinate"), result.momenta, _about("", "derivative of the Lagrangian by the rate")),
        "speed": (("speed",), _labels(reported), _about("", "generalised speed")),
        "speed_value": (("time", "speed"), values, _about("", "generalised speed")),
    }


def _columns(result: Result) -> dict[str, Any]:
    """What has a name of its own: multipliers of rows, measures, extra states."""
    rows = result.multipliers
    measures = {name: result.model.measures[name].unit for name in result.system.recorded}
    values = by_name(result.outputs, "x", "recorded")
    states = list(result.system.state_names)
    return {
        "row": (("row",), _labels(rows), _about("", "row of a joint, drive or equation")),
        "row_unit": (
            ("row",),
            _labels([x.attrs["units"] for x in rows.values()]),
            _about("", "unit of its multiplier"),
        ),
        "multiplier": (("time", "row"), result.lam, _about("", "multiplier of the row: force [N] or torque [N m]")),
        "measure": (("measure",), _labels(measures), _about("", "named measure")),
        "measure_unit": (("measure",), _labels(list(measures.values())), _about("", "unit of the measure")),
        "measure_value": (
            ("time", "measure"),
            np.array([values[name] for name in measures]).reshape(len(measures), len(result.t)).T,
            _about("", "value of the measure [m, rad or -]"),
        ),
        "state": (("state",), _labels(states), _about("", "extra state")),
        "state_value": (("time", "state"), result.w, _about("-", "value of the extra state")),
    }


def _balances(result: Result) -> dict[str, Any]:
    """Energies, work, and what tells how good the numbers are."""
    energy = result.energy
    found: dict[str, Any] = {
        name: (("time",), getattr(energy, part).values, _about("J", name.replace("_", " ")))
        for name, part in ENERGY.items()
    }
    work = np.stack([getattr(energy, part).values for part in SOURCES.values()], axis=1)
    found |= {
        "source": (("source",), _labels(SOURCES), _about("", "what does work")),
        "work": (("time", "source"), work, _about("J", "work done on the system since the start")),
        "gap": (("time",), result.gap, _about("", "opening of the worst row that the time steps had left [m or -]")),
        "rate_gap": (("time",), result.rate_gap, _about("", "largest rate of a row that the time steps had left [/s]")),
        "acceleration_gap": (("time",), result.acceleration_gap, _about("", "the same at acceleration level [/s2]")),
        "imbalance": (("time",), result.imbalance, _about("-", "largest imbalance of forces, relative")),
    }
    if result.trust.error is not None and np.array_equal(result.trust.t, result.t):
        meaning = "estimated error of positions, in lengths of the model and radians"
        found["error"] = (("time",), result.trust.error, _about("-", meaning))
    return found


def _events(result: Result) -> dict[str, Any]:
    times = np.array([event.t for event in result.events], dtype=np.float64)
    return {
        "event": (("event",), _labels(event.name for event in result.events), _about("", "event that happened")),
        "event_time": (("event",), times, _about("s", "time of the event")),
    }


# -- tables ------------------------------------------------------------------------------------------------------


def to_csv(result: Result, path: str | Path) -> None:
    """Write one line per output time; numbers have all their digits, the first line has names and units.

    Quoted where names need it (RFC 4180), so that any spreadsheet and `csv.reader` read it.
    """
    columns = list(table(result))
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


def table(result: Result) -> Iterator[tuple[str, np.ndarray]]:
    """Columns of the table: "crank.x [m]" and its values (nt,), time first."""
    data = dataset(result)
    yield "t [s]", data["time"].values
    for part, suffix in (
        ("value", ""),
        ("rate", ".rate"),
        ("acceleration", ".acceleration"),
        ("momentum", ".momentum"),
    ):
        if "coordinate" in data:
            columns = zip(data["coordinate"].values, data[part].values.T, strict=True)
            yield from ((f"{name}{suffix} [-]", x) for name, x in columns)
    if "speed" in data:
        yield from (
            (f"{name} [-]", x) for name, x in zip(data["speed"].values, data["speed_value"].values.T, strict=True)
        )
    for body in data["body"].values if "body" in data else ():
        for part in (part for part in MOTION if part in data):
            of_body = data[part].sel(body=body)
            start, unit = f"{body}.{MOTION[part][0]}", data[part].attrs["units"]
            if of_body.ndim == 1:
                yield f"{start} [{unit}]", of_body.values
            else:
                labels = of_body[of_body.dims[1]].values
                yield from ((f"{start}{label} [{unit}]", x) for label, x in zip(labels, of_body.values.T, strict=True))
    for names, values, unit in (
        ("measure", "measure_value", "measure_unit"),
        ("state", "state_value", None),
        ("row", "multiplier", "row_unit"),
    ):
        units = data[unit].values if unit else ["-"] * data.sizes[names]
        for name, one, x in zip(data[names].values, units, data[values].values.T, strict=True):
            yield f"{name} [{one}]", x
    for name in ENERGY:
        yield f"{data[name].attrs['long_name']} [J]", data[name].values
    for source, x in zip(data["source"].values, data["work"].values.T, strict=True):
        yield f"work of {source} [J]", x
