"""Results for other readers: the Dataset, files opened without Jourdain, tables, and the page that tells about them."""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray

import jourdain as jd
from jourdain.io.results.dataset import table
from machines.runs import GALLERY, bits, made, oddly_named, run


@pytest.mark.parametrize(
    "name",
    [
        "slider-crank",
        "sprung, planar",
        "switched, planar",
        "switched, spatial",
        "controlled, spatial",
        "pendulum",
        "estimate, fixed step",
        "between the outputs",
    ],
)
def test_dataset(name: str) -> None:
    """Every array that a Result gives, under its labels, with its unit."""
    result = made(name)
    data = result.dataset
    assert bits(data["time"]) == bits(result.t) and data["time"].attrs["units"] == "s"
    planar = result.model.planar
    parts = ["position", "velocity", "acceleration", "angular_velocity", "angular_acceleration"]
    for body in result.model.bodies:
        for part in (*parts, "angle" if planar else "quaternion"):
            mine, own = data[part].sel(body=body), getattr(result[body], part)
            assert bits(mine) == bits(own) and mine.attrs["units"] == own.attrs["units"] and mine.dims == own.dims, part
            assert all(list(mine[dim].values) == list(own[dim].values) for dim in own.dims)
    assert ("angle" in data, "quaternion" in data) == (planar, not planar)
    multipliers = result.multipliers
    assert list(data["row"].values) == list(multipliers)
    for row, own in multipliers.items():
        assert bits(data["multiplier"].sel(row=row)) == bits(own)
        assert data["row_unit"].sel(row=row).item() == own.attrs["units"]
    for measure in result.model.measures:
        assert bits(data["measure_value"].sel(measure=measure)) == bits(result.measure(measure))
        assert data["measure_unit"].sel(measure=measure).item() == result.measure(measure).attrs["units"]
    for state in result.model.states:
        assert bits(data["state_value"].sel(state=state)) == bits(result.state(state))
    assert (data.sizes["measure"], data.sizes["state"]) == (len(result.model.measures), len(result.model.states))
    energy = result.energy
    assert bits(data["kinetic_energy"]) == bits(energy.kinetic) and bits(data["potential_energy"]) == bits(
        energy.potential
    )
    for source, own in (("drives", energy.drives), ("dampers", energy.dampers), ("applied forces", energy.applied)):
        assert bits(data["work"].sel(source=source)) == bits(own)
    assert ("error" in data) == (result.trust.error is not None)
    assert list(data["event_time"].values) == [event.t for event in result.events]
    assert data.attrs == {"model": result.model.name, "integrator": repr(result.integrator), "trust": str(result.trust)}


UNITS = {
    "time": "s",
    "position": "m",
    "velocity": "m/s",
    "acceleration": "m/s2",
    "quaternion": "-",
    "angle": "rad",
    "angular_velocity": "rad/s",
    "angular_acceleration": "rad/s2",
    "kinetic_energy": "J",
    "potential_energy": "J",
    "work": "J",
    "event_time": "s",
    "imbalance": "-",
    "error": "-",
    "state_value": "-",
}


@pytest.mark.parametrize("name", ["switched, planar", "estimate, fixed step"])
def test_units(name: str) -> None:
    data = made(name).dataset
    assert {key: data[key].attrs["units"] for key in UNITS if key in data} == {
        k: u for k, u in UNITS.items() if k in data
    }
    assert all(array.attrs["long_name"] for array in data.variables.values())
    assert set(data["row_unit"].values) <= {"N", "N m"}


def test_units_of_rows_and_measures() -> None:
    """Forces of slides, torques of aligns and of a motor on a hinge; metres, radians and cosines."""
    data = made("gallery motor_and_spring").dataset
    units = dict(zip(data["row"].values.tolist(), data["row_unit"].values.tolist(), strict=True))
    assert units["hinge: slide x"] == "N" and units["hinge: align x z"] == "N m" and units["motor: drive"] == "N m"
    data = made("switched, spatial").dataset
    assert data["measure_unit"].sel(measure="phi") == "rad" and data["measure_unit"].sel(measure="height") == "m"


def test_other_programs_read_the_file(tmp_path: Path) -> None:
    """xarray alone finds the dataset, label by label; and the dataset can be written without us."""
    result = made("switched, spatial")
    result.save(tmp_path / "run.nc")
    result.dataset.to_netcdf(tmp_path / "plain.nc", engine="h5netcdf")
    expected = result.dataset
    for name in ("run.nc", "plain.nc"):
        with xarray.open_dataset(tmp_path / name, engine="h5netcdf") as data:
            for key, array in expected.variables.items():
                assert data[key].dims == array.dims and data[key].values.tolist() == array.values.tolist(), key
                assert data[key].attrs["long_name"] == array.attrs["long_name"]
                assert data[key].attrs.get("units", "") == array.attrs.get("units", "")
            assert {key: data.attrs[key] for key in expected.attrs} == expected.attrs
            assert data["position"].sel(body="bar", axis="y")[-1] == result["bar"].position[-1, 1]


@pytest.mark.parametrize("name", ["slider-crank", "sprung, planar", "switched, spatial", "pendulum", "interrupted"])
def test_csv(name: str, tmp_path: Path) -> None:
    """Read back by others, every number is the same."""
    result = made(name)
    result.to_csv(tmp_path / "run.csv")
    with open(tmp_path / "run.csv", newline="", encoding="utf-8") as file:
        head, *lines = csv.reader(file)
    assert len(lines) == len(result.t) and len(set(head)) == len(head)
    columns = dict(zip(head, np.array(lines, dtype=float).T, strict=True))
    assert head[0] == "t [s]" and bits(columns["t [s]"]) == bits(result.t)
    for body in result.model.bodies:
        motion = result[body]
        for i, axis in enumerate("xy" if motion.planar else "xyz"):
            assert bits(columns[f"{body}.{axis} [m]"]) == bits(motion.position[:, i])
            assert bits(columns[f"{body}.v{axis} [m/s]"]) == bits(motion.velocity[:, i])
            assert bits(columns[f"{body}.a{axis} [m/s2]"]) == bits(motion.acceleration[:, i])
        if motion.planar:
            assert bits(columns[f"{body}.angle [rad]"]) == bits(motion.angle)
            assert bits(columns[f"{body}.w [rad/s]"]) == bits(motion.angular_velocity)
            assert bits(columns[f"{body}.alpha [rad/s2]"]) == bits(motion.angular_acceleration)
        else:
            assert bits(columns[f"{body}.qz [-]"]) == bits(motion.quaternion[:, 3])
            assert bits(columns[f"{body}.wy [rad/s]"]) == bits(motion.angular_velocity[:, 1])
            assert bits(columns[f"{body}.alphax [rad/s2]"]) == bits(motion.angular_acceleration[:, 0])
    for row, own in result.multipliers.items():
        assert bits(columns[f"{row} [{own.attrs['units']}]"]) == bits(own)
    for measure in result.model.measures:
        assert bits(columns[f"{measure} [{result.measure(measure).attrs['units']}]"]) == bits(result.measure(measure))
    for state in result.model.states:
        assert bits(columns[f"{state} [-]"]) == bits(result.state(state))
    assert bits(columns["kinetic energy [J]"]) == bits(result.energy.kinetic)
    assert bits(columns["work of applied forces [J]"]) == bits(result.energy.applied)
    of_bodies = (9 if result.model.planar else 19) * len(result.model.bodies)
    assert len(head) == 6 + of_bodies + len(result.multipliers) + len(result.model.measures) + len(result.model.states)


def test_csv_is_read_by_numpy(tmp_path: Path) -> None:
    result = made("slider-crank")
    result.to_csv(tmp_path / "run.csv")
    numbers = np.loadtxt(tmp_path / "run.csv", delimiter=",", skiprows=1)
    assert bits(numbers) == bits(np.stack([values for _, values in table(result)], axis=1))


def test_csv_quotes_odd_names(tmp_path: Path) -> None:
    """Commas, quotes and line breaks; lines end as RFC 4180 wants it; half surrogates are no text and are escaped."""
    result = run(oddly_named())
    result.to_csv(tmp_path / "odd.csv")
    raw = (tmp_path / "odd.csv").read_bytes()
    assert b'"a,b \\ud800.x [m]"' in raw and b'"the ""first"": slide x [N]"' in raw and raw.endswith(b"\r\n")
    with open(tmp_path / "odd.csv", newline="", encoding="utf-8") as file:
        head = next(csv.reader(file))
    assert {"a,b \\ud800.angle [rad]", "line\nbreak [rad]"} <= set(head)


def test_csv_has_every_head_once(tmp_path: Path) -> None:
    """Measures that are called like the columns of a body, and like what these would be renamed to."""
    model = jd.Model("m", planar=True)
    body = model.body("a", mass=1.0, inertia=1.0, velocity=(1.0, 0.0))
    model.measure("a.x", jd.coordinate(body, "y"))
    model.measure("a.x (2)", jd.coordinate(body, "theta"))
    model.measure("a.angle", jd.coordinate(body, "theta"))
    model.measure("a.y (2)", jd.coordinate(body, "x"))
    model.measure("a.y", jd.coordinate(body, "x"))
    result = jd.simulate(model, 1.0, output=2, trust="fast")
    result.to_csv(tmp_path / "run.csv")
    with open(tmp_path / "run.csv", newline="", encoding="utf-8") as file:
        head, *lines = csv.reader(file)
    assert len(set(head)) == len(head) == len(lines[0])
    column = {name: [float(line[i]) for line in lines] for i, name in enumerate(head)}
    assert column["a.x [m]"] == column["a.y (3) [m]"] == pytest.approx([0.0, 0.5, 1.0])
    assert column["a.x (2) [m]"] == column["a.y [m]"] == [0.0, 0.0, 0.0]
    assert "a.angle (2) [rad]" in column and "a.x (2) [rad]" in column


def test_page_on_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code blocks of the page run one after the other, and the table of variables is that of the file."""
    text = (GALLERY[0].parents[1] / "results.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) == 2
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
    assert sorted(os.listdir(tmp_path)) == ["run.csv", "run.nc"]
    told = set(re.findall(r"`(\w+)`", text[text.index("| variable |") : text.index("Variables named")]))
    data = names["data"]
    coordinates = {"time", "body", "axis", "component", "row", "measure", "state", "source", "event"}
    assert told == ({str(name) for name in data.variables} | {"angle"}) - coordinates
