"""Sweeps: tables, samples, files that are resumed, workers that are lost; the command and the section of files."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import jourdain as jd
from jourdain.analyses.ensemble import processes
from jourdain.analyses.ensemble.from_files import check_units, sweep_by_settings
from jourdain.analyses.ensemble.slots import Slot
from jourdain.errors import FileFormatError, JourdainError, ModelError
from jourdain.io.model_files.axes import axes_of, axis, read_axes

STEPS = jd.GeneralizedAlpha(step=5e-3)


def pendulum() -> jd.Model:
    model = jd.Model("pendulum", planar=True, gravity=(0, -9.81))
    bob = model.body("bob", mass=1.0, inertia=0.1, at=(1.0, 0.0))
    hinge = model.joint("hinge", "revolute", model.ground, bob, at=(0.0, 0.0))
    model.force("spring", hinge.angle, stiffness=2.0, damping=0.1)
    model.measure("phi", hinge.angle)
    return model


def swept(values: Any, **more: Any) -> jd.Sweep:
    asked: dict[str, Any] = dict(metrics="max(phi)", integrator=STEPS) | more
    return jd.sweep(pendulum(), values, 0.2, **asked)


def test_a_grid_has_all_combinations_and_each_row_is_its_own_run() -> None:
    found = swept({"spring.stiffness": [1.0, 2.0, 3.0], "bob.mass": [1.0, 1.5]}, metrics=["min(phi)", "final(phi)"])
    assert len(found) == 6 and found.ok
    assert found["spring.stiffness"].tolist() == [1, 1, 2, 2, 3, 3] and found["bob.mass"].tolist() == [1, 1.5] * 3
    run = found.run(4)
    assert run.measure("phi").values[-1] == found["final(phi)"][4]
    assert found.dataset["final(phi)"].values[4] == found["final(phi)"][4]
    assert "6 runs" in str(found) and len(found.section().charts) == 5


@pytest.mark.parametrize("kind", ["sobol", "latin", "random"])
def test_samples_fill_their_ranges_and_follow_their_distributions(kind: str) -> None:
    found = jd.samples({"a": (1.0, 3.0), "b": stats.norm(5.0, 0.1)}, 256, kind=kind, seed=3)
    assert found["a"].min() >= 1.0 and found["a"].max() <= 3.0
    assert found["a"].mean() == pytest.approx(2.0, abs=0.12)
    assert found["b"].std() == pytest.approx(0.1, rel=0.2)
    again = jd.samples({"a": (1.0, 3.0), "b": stats.norm(5.0, 0.1)}, 256, kind=kind, seed=3)
    assert np.array_equal(found["a"], again["a"])
    if kind == "latin":  # one in each of 256 equal parts
        assert sorted(((found["a"] - 1.0) * 128.0).astype(int).tolist()) == list(range(256))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Masses of the runs that are made."""
    made: list[float] = []
    run = Slot.run

    def counting(self: Slot, values: dict[str, float]) -> Any:
        made.append(values["bob.mass"])
        return run(self, values)

    monkeypatch.setattr(Slot, "run", counting)
    return made


def test_a_killed_sweep_goes_on_where_it_was(tmp_path: Path, counted: list[float]) -> None:
    file, values = tmp_path / "runs.csv", {"bob.mass": np.linspace(1.0, 2.0, 200)}
    swept(values, to=file)
    whole = file.read_text()
    lines = whole.splitlines(keepends=True)
    file.write_text("".join(lines[:70]) + lines[70][:9])  # killed while a row was written
    counted.clear()
    found = swept(values, to=file, resume=True)
    assert file.read_text() == whole
    assert len(counted) == 132 and len(set(counted)) == 132
    assert len(found) == 200 and found.ok


def test_a_worker_that_is_killed_loses_no_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, started = tmp_path / "runs.csv", []
    start = processes._started

    def remembered() -> Any:
        started.append(start())
        return started[-1]

    def killer() -> None:
        while not (file.exists() and len(file.read_text().splitlines()) > 2):
            time.sleep(0.005)
        started[0].kill()

    monkeypatch.setattr(processes, "_started", remembered)
    thread = threading.Thread(target=killer)
    thread.start()
    values = {"bob.mass": np.linspace(1.0, 2.0, 200)}
    found = swept(values, to=file, where="processes", workers=1)
    thread.join()
    assert len(started) == 2  # another one has gone on
    assert found.ok and np.array_equal(found["max(phi)"], swept(values)["max(phi)"])
    numbers = [int(line.split(",")[0]) for line in file.read_text().splitlines()[2:]]
    assert numbers == list(range(200))


def test_a_worker_lost_for_good_is_said_and_its_rows_are_run_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, start = tmp_path / "runs.csv", processes._started

    def dead() -> Any:
        one = start()
        one.kill()
        return one

    monkeypatch.setattr(processes, "_started", dead)
    found = swept({"bob.mass": [1.0, 2.0]}, to=file, where="processes", workers=1)
    assert (found.status == "not run").all() and "worker was lost" in found.reason[0]
    assert swept({"bob.mass": [1.0, 2.0]}, to=file, resume=True).ok


def test_dask_gives_the_same_rows() -> None:
    dask = pytest.importorskip("dask.distributed", reason="dask.distributed is not installed: jourdain[cluster]")
    values = {"bob.mass": np.linspace(1.0, 2.0, 20)}
    cluster = dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, dask.Client(cluster) as client:
        found = swept(values, where=client)
    assert np.array_equal(found["max(phi)"], swept(values)["max(phi)"])


def test_files_that_do_not_belong_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "runs.csv"
    swept({"bob.mass": [1.0, 2.0]}, to=file)
    with pytest.raises(FileFormatError, match="not this one"):
        swept({"bob.mass": [1.0, 3.0]}, to=file, resume=True)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:2]) + "0,seven,8,done,\n")
    with pytest.raises(FileFormatError, match="line 3: this row is damaged"):
        swept({"bob.mass": [1.0, 2.0]}, to=file, resume=True)
    file.write_text("a,b\n1,2\n")
    with pytest.raises(FileFormatError, match="no file of a sweep"):
        swept({"bob.mass": [1.0, 2.0]}, to=file, resume=True)
    with pytest.raises(FileFormatError, match=r"\.csv or \.nc"):
        swept({"bob.mass": [1.0]}, to=tmp_path / "runs.txt")


def test_netcdf_has_the_whole_table(tmp_path: Path) -> None:
    import xarray

    file = tmp_path / "runs.nc"
    found = swept({"bob.mass": [1.0, 2.0]}, to=file)
    with xarray.open_dataset(file, engine="h5netcdf") as data:
        assert np.array_equal(data["max(phi)"].values, found["max(phi)"])
        assert data["status"].values.tolist() == ["done", "done"]
    assert [one.name for one in tmp_path.iterdir()] == ["runs.nc"]


BAD: list[tuple[Any, dict[str, Any], str]] = [
    ({"bob.mass": [1.0]}, {"metrics": ["phi"]}, "is a curve"),
    ({"bob.mass": [1.0]}, {"resume": True}, "give the file"),
    ({"bob.mass": []}, {}, "no values"),
    ({}, {}, "give {parameter"),
]


@pytest.mark.parametrize(("values", "more", "said"), BAD)
def test_bad_sweeps_are_refused(values: Any, more: dict[str, Any], said: str) -> None:
    with pytest.raises(JourdainError, match=said):
        swept(values, **more)


def test_bad_samples_are_refused_and_the_measure_has_another_name() -> None:
    for ranges, n, said in (({"a": (3.0, 1.0)}, 4, "lower value first"), ({"a": 1.0}, 4, "low, high"), ({}, 4, "give")):
        with pytest.raises(ModelError, match=said):
            jd.samples(ranges, n)
    with pytest.raises(ModelError, match="n = 0"):
        jd.samples({"a": (1.0, 2.0)}, 0)
    model = pendulum()
    frame = model.bodies["bob"].marker("frame")
    with pytest.raises(ModelError, match=r"jourdain\.spin"):
        jd.sweep(frame.x, frame.y, 1.0)
    with pytest.raises(ModelError, match="'spin' now"):
        model.measure("turn", "sweep(bob.frame.x, ground.frame.y)")


AXES = {
    "k=1..3kN/m:3": [1000.0, 2000.0, 3000.0],
    "k = 1, 2, 5 kN/m": [1000.0, 2000.0, 5000.0],
    "k=200 mm, 0.3 m": [0.2, 0.3],
    "k=-1..1:3": [-1.0, 0.0, 1.0],
    "k=1e-3..2e-3:2": [1e-3, 2e-3],
    "k=7": [7.0],
}


@pytest.mark.parametrize("text", AXES)
def test_values_are_written_with_units(text: str) -> None:
    name, values = axis(text, "--vary")
    assert name == "k"
    assert list(read_axes({name: values}, "vary")["k"].values) == pytest.approx(AXES[text], rel=1e-15)


def test_units_of_values_are_those_of_their_parameter() -> None:
    for texts, said in ((["k=1m, 2s"], "give all in one unit"), (["k=1,2", "k=3"], "'k' is given twice")):
        with pytest.raises(FileFormatError, match=said):
            axes_of(texts, "--vary")
    for name, values in (("bob.mass", "1..2 m:3"), ("spring.stiffness", "1..2 N/m"), ("gravity.y", "9 m/s")):
        with pytest.raises(ModelError, match=f"vary '{name}': values are in"):
            sweep_by_settings(pendulum(), read_axes({name: values}, "vary"), 0.1, samples=2)
    check_units(pendulum(), read_axes({"spring.stiffness": "1..2 N*m/rad", "bob.mass": 2, "bob.at.x": "1 mm"}, "vary"))


FILE = """
name: pendulum
planar: true
gravity: [0, -9.81 m/s2]
parameters: {k: 2 N*m/rad}
bodies: {bob: {mass: 1 kg, inertia: 0.1 kg*m2, at: [1 m, 0]}}
joints: {hinge: {kind: revolute, bodies: [ground, bob], at: [0, 0]}}
forces: {spring: {torsion_spring: hinge, stiffness: k}}
measures: {phi: hinge.angle}
run: {t_end: 0.2 s, integrator: {name: GeneralizedAlpha, step: 5 ms}}
sweep:
  vary: {k: "1..3 N*m/rad:3"}
  metrics: ["max(phi)"]
"""


def test_files_and_the_command_line_ask_for_sweeps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from typer.testing import CliRunner

    from jourdain.commands.cli import app

    model, table = tmp_path / "pendulum.yaml", tmp_path / "runs.csv"
    model.write_text(FILE)

    def said(*words: str) -> dict[str, Any]:
        found = CliRunner().invoke(app, [words[0], str(model), *words[1:], "--json"])
        assert found.exit_code == 0, found.output
        return dict(json.loads(found.stdout))

    of_file = said("sweep", "-o", str(table), "-o", str(tmp_path / "page.html"))
    assert of_file["parameters"]["k"] == [1.0, 2.0, 3.0]
    assert len(table.read_text().splitlines()) == 5 and (tmp_path / "page.html").stat().st_size > 10**5
    asked = said("sweep", "k=1..3N*m/rad:3", "bob.mass=1,2kg", "--metric", "max(phi)", "final(phi)")
    assert asked["values"]["max(phi)"][::2] == of_file["values"]["max(phi)"]
    drawn = said("sweep", "k=1..3N*m/rad", "--samples", "4", "--sampling", "latin")
    assert len(drawn["status"]) == 4
    best = said("optimise", "k=1..3N*m/rad", "--minimise", "final(phi^2)")
    assert best["values"]["k"] == pytest.approx(3.0)
    os.remove(table)
