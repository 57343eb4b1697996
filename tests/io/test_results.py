"""Results as files: nothing is lost, other programs can read them, and what cannot be stored or read is refused by name."""

from __future__ import annotations

import copy
import functools
import json
import os
import pickle
import subprocess
import sys
import tempfile
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import xarray

import jourdain as jd
from jourdain.io.results import netcdf
from jourdain.model.events import ACTIONS
from jourdain.model.flexible import FlexibleBody
from jourdain.model.model import same
from jourdain.result.pieces import SAMPLES
from machines.runs import GALLERY, ODD, RUNS, bits, made, oddly_named, pendulum, run


def again(result: jd.Result, folder: Path) -> jd.Result:
    """Saved and loaded."""
    result.save(folder / "run.nc")
    return jd.load(folder / "run.nc", trust_functions=True)


@functools.cache
def stored(name: str) -> jd.Result:
    """A run, saved and loaded once."""
    with tempfile.TemporaryDirectory() as folder:
        other = again(made(name), Path(folder))
    assert other is not made(name) and not compiled(other)
    return other


def compiled(result: jd.Result) -> bool:
    """Has any system of a loaded result been compiled?"""
    return any("tables" in vars(piece.system) for piece in result.pieces)


# --------------------------------------------------------------------------- nothing is lost


@pytest.mark.parametrize("name", RUNS)
def test_results_survive(name: str) -> None:
    """Equal in every field, and every array bit by bit."""
    result, other = made(name), stored(name)
    assert other == result
    for field in fields(jd.Result):
        if field.name != "pieces":
            assert same(getattr(other, field.name), getattr(result, field.name)), field.name
    assert type(other.integrator) is type(result.integrator)
    assert str(other.trust) == str(result.trust) and other.summary() == result.summary()
    for a, b in zip(other.pieces, result.pieces, strict=True):
        for part in SAMPLES:
            assert bits(getattr(a, part)) == bits(getattr(b, part)), part
    for a, b in zip(other.events, result.events, strict=True):
        assert bits(a.v_before) == bits(b.v_before) and bits(a.v_after) == bits(b.v_after)
        assert type(a.actions) is tuple and type(a.impulses) is dict


@pytest.mark.parametrize("name", RUNS)
def test_loaded_results_can_do_the_same(name: str) -> None:
    """Systems down to the last bit; so are reactions, any measure, and the motion between the outputs."""
    result, other = made(name), stored(name)
    for a, b in zip(other.pieces, result.pieces, strict=True):
        for part in fields(b.system):
            x, y = getattr(a.system, part.name), getattr(b.system, part.name)
            if part.name == "tables":
                assert set(x) == set(y)
                assert all(bits(x[key]) == bits(y[key]) for key in y if key != "pointers")  # addresses of functions
            elif isinstance(y, np.ndarray):
                assert bits(x) == bits(y), part.name
            elif part.name != "keep":
                assert same(x, y), part.name
    model = result.model
    for element in (*model.joints, *model.forces, *model.loads):
        first, second = (r.reaction(element) for r in (result, other))
        assert vars(first).keys() == vars(second).keys()
        for part, value in vars(first).items():  # arrays; names of bodies and frames; whether it is unique
            other_value = getattr(second, part)
            assert bits(value) == bits(other_value) if hasattr(value, "dims") else value == other_value, part
    for body in model.bodies.values():
        own = next(iter(body.markers.values())) if isinstance(body, FlexibleBody) else body.marker()
        asked = jd.distance(model.ground.marker(), own)
        assert bits(result.measure(asked)) == bits(other.measure(asked))
    span = result.pieces[0].t[0], result.pieces[-1].t[-1]
    between = np.linspace(*span, 7)
    first, second = result.at(between), other.at(between)
    for a, b in zip(first.pieces, second.pieces, strict=True):
        assert all(bits(getattr(a, part)) == bits(getattr(b, part)) for part in SAMPLES)


def test_the_runs_are_of_every_sort() -> None:
    """What the tests above rely on."""
    kinds = {
        action
        for name in RUNS
        if "switched" in name or "bouncing" in name or "stops" in name
        for event in made(name).events
        for action in event.actions
    }
    assert kinds == set(ACTIONS)
    assert len({len(piece.system.row_names) for piece in made("switched, planar").pieces}) == 3
    assert any(event.impulses for event in made("bouncing, spatial").events)
    assert made("bouncing, planar").pieces[-1].model.joints["floor"].active
    assert made("controlled, planar").system.held.any() and made("switched, spatial").pieces[-1].ref.any()
    for name in ("late, planar", "motor that stops, spatial"):  # values that the run found, not the compiler
        system = made(name).pieces[-1].system
        assert bits(system.tables["rows"]["constant"]) != bits(jd.compile(system.model).tables["rows"]["constant"])
    assert made("misfit").gaps and made("slider-crank").not_unique and made("interrupted").interrupted
    assert made("estimate, fixed step").trust.error is not None and made("slider-crank").trust.error is None
    assert len(made("partial").events) > 1 and made("partial").t[-1] < 0.3
    assert len(GALLERY) >= 5


def test_pieces_with_equal_models_share_one(tmp_path: Path) -> None:
    """Seventeen bounces: the model is stored and compiled twice, without and with the floor."""
    other = again(made("bouncing, planar"), tmp_path)
    assert len(json.loads(netcdf.read(tmp_path / "run.nc")[1]["models"])) == 2
    assert len(other.pieces) > 10 and len({id(piece.model) for piece in other.pieces}) == 2
    patterns = {id(piece.system.tables["lower"]) for piece in other.pieces}
    assert len(patterns) == 2
    assert len({id(piece.system.tables["rows"]) for piece in other.pieces}) == len(other.pieces)


def test_files_of_loaded_results_are_the_same(tmp_path: Path) -> None:
    other = again(made("switched, spatial"), tmp_path)
    other.save(tmp_path / "second.nc")
    first, second = (netcdf.read(tmp_path / name) for name in ("run.nc", "second.nc"))
    assert first[1] == second[1] and set(first[0]) == set(second[0])
    assert all(bits(first[0][name].data) == bits(second[0][name].data) for name in first[0])


def test_reading_the_motion_needs_no_compile(tmp_path: Path) -> None:
    """A fresh interpreter that could not compile reads everything that is stored as it was computed."""
    result = made("switched, spatial")
    result.save(tmp_path / "run.nc")
    code = f"""
import jourdain as jd, jourdain.io.results.results as results
def no(model): raise AssertionError("compiled")
results.compile = no
r = jd.load({str(tmp_path / "run.nc")!r})
r.summary(), r.dataset, r.energy.error, r.multipliers, r.measure("phi"), r.state("count"), r["bar"].rotation
r.to_csv({str(tmp_path / "run.csv")!r})
print(repr(float(r.point("bar", (0.5, 0, 0)).position[-1, 1])))
try: r.reaction("hinge")
except AssertionError as problem: print(problem)
"""
    path = os.pathsep.join([str(Path(jd.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path}
    )
    expected = result.point("bar", (0.5, 0, 0)).position[-1, 1]
    assert done.stdout.split() == [repr(float(expected)), "compiled"]


def test_loaded_results_can_be_copied_and_sent(tmp_path: Path) -> None:
    """Before and after they are compiled; and their systems can be run."""
    other = again(made("motor that stops, planar"), tmp_path)
    assert copy.deepcopy(other) == pickle.loads(pickle.dumps(other)) == other and not compiled(other)
    with pytest.raises(AttributeError, match="no attribute 'tablets'"):
        other.system.tablets  # noqa: B018
    later = jd.simulate(replace(other.system, v0=other.system.v0.copy()), 0.02, integrator=jd.RK4(step=1e-3), output=2)
    assert compiled(other) and copy.deepcopy(other) == other
    assert bits(later.q[0]) == bits(other.q[0])


def test_editing_the_model_afterwards_changes_nothing(tmp_path: Path) -> None:
    """What is stored is the model that was run."""
    model, hinge, _ = pendulum(planar=True)
    force = model.force("spring", hinge.angle, stiffness=2.0)
    result = run(model)
    before = result.reaction("spring").torque
    force.stiffness = 3.0
    model.bodies["bar"].inertia[2, 2] = 7.0
    other = again(result, tmp_path)
    assert other.model.forces["spring"].stiffness == 2.0 and other.model.bodies["bar"].inertia[2, 2] == 0.1
    assert bits(other.reaction("spring").torque) == bits(before)


def test_odd_names_survive(tmp_path: Path) -> None:
    result = run(oddly_named())
    other = again(result, tmp_path)
    assert other == result and same(other.events, result.events) and len(other.events) == 1
    assert list(other.dataset["state"].values) == [ODD[4]] and list(other.dataset["measure"].values) == [ODD[2]]


def test_results_without_a_single_output(tmp_path: Path) -> None:
    """What is left of a run in which nothing could be reported."""
    result = made("switched, spatial")
    empty = replace(result, pieces=[piece.select(np.zeros(len(piece), bool)) for piece in result.pieces])
    other = again(empty, tmp_path)
    assert other == empty and len(other.t) == 0 and other.dataset["position"].shape == (0, 1, 3)
    other.to_csv(tmp_path / "run.csv")
    assert len((tmp_path / "run.csv").read_text().splitlines()) == 1


# --------------------------------------------------------------------------- what cannot be stored


@pytest.mark.parametrize("part", ["law", "load", "switch", "integrator"])
def test_what_has_no_name_to_import_is_refused(part: str, tmp_path: Path) -> None:
    """By the element's name, before anything is written; an older file stays."""
    model, hinge, end = pendulum(planar=True)
    integrator: Any = jd.RK4(step=1e-3)
    if part == "law":
        model.force("brake", hinge.angle, law=lambda t, x, v: -v)
    elif part == "load":
        model.load("push", end, force=(lambda t: t, 0.0))
    elif part == "switch":
        model.force("brake", hinge.angle, damping=1.0)
        model.event("late", "t", 0.05, actions=jd.Switch("brake", law=lambda t, x, v: -v))
    else:

        @dataclass(frozen=True, kw_only=True)
        class Local(jd.RK4):
            pass

        integrator = Local(step=1e-3)
    result = run(model, integrator=integrator)
    (tmp_path / "run.nc").write_text("older")
    names = {"law": "force 'brake'", "load": "load 'push'", "switch": "event 'late'", "integrator": "integrator Local"}
    with pytest.raises(jd.ModelError, match=rf"{names[part]}.*cannot be written to a file.*module.*result\.to_csv"):
        result.save(tmp_path / "run.nc")
    assert os.listdir(tmp_path) == ["run.nc"] and (tmp_path / "run.nc").read_text() == "older"
    result.to_csv(tmp_path / "run.csv")
    result.dataset.to_netcdf(tmp_path / "run.nc", engine="h5netcdf")
    with pytest.raises(jd.FileFormatError, match=r"was not written by Jourdain.*xarray\.open_dataset"):
        jd.load(tmp_path / "run.nc", trust_functions=True)


def test_no_folder(tmp_path: Path) -> None:
    for write in (made("pendulum").save, made("pendulum").to_csv):
        with pytest.raises(jd.ModelError, match="there is no folder"):
            write(tmp_path / "lost" / "run")
    assert os.listdir(tmp_path) == []


# --------------------------------------------------------------------------- damaged and foreign files


def refused(path: Path, *words: str) -> None:
    """With the name of the file and what to do."""
    with pytest.raises(jd.FileFormatError) as error:
        jd.load(path, trust_functions=True)
    assert repr(str(path)) in str(error.value) and all(word in str(error.value) for word in words), error.value


@functools.cache
def content() -> bytes:
    """A file, written once."""
    with tempfile.TemporaryDirectory() as folder:
        made("switched, planar").save(Path(folder) / "run.nc")
        return (Path(folder) / "run.nc").read_bytes()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A stored result."""
    (tmp_path / "run.nc").write_bytes(content())
    return tmp_path / "run.nc"


def test_truncated(file: Path) -> None:
    whole = file.read_bytes()
    for part in (0.01, 0.3, 0.6, 0.9, 0.999):
        file.write_bytes(whole[: int(part * len(whole))])
        refused(file, "is cut off or damaged", "write it anew, or take a copy")


def test_one_wrong_byte(file: Path) -> None:
    whole = file.read_bytes()
    place = whole.index(made("switched, planar").pieces[1].v.tobytes())
    file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    refused(file, "is cut off or damaged ('raw: v' is not what was written)")


def test_foreign(file: Path, tmp_path: Path) -> None:
    refused(tmp_path / "lost.nc", "there is no file", "check its name")
    (tmp_path / "notes.txt").write_text("no result")
    refused(tmp_path / "notes.txt", "is no NetCDF4 file", "give one that Jourdain has written")
    netcdf.write(tmp_path / "other.nc", {}, {}, kind="checkpoint")
    refused(tmp_path / "other.nc", "holds a checkpoint, not a result", "give a file that was written as a result")
    with h5py.File(file, "r+") as content:
        content.attrs["jourdain_format"] = 99
    refused(file, "with format 99", "update Jourdain")


def rewritten(file: Path, **changes: Any) -> None:
    """The file with other attributes (None: without), and new checksums."""
    variables, attributes = netcdf.read(file)
    for name, change in changes.items():
        text = change(attributes.pop(name)) if change else attributes.pop(name) and None
        attributes |= {} if text is None else {name: text}
    netcdf.write(file, variables, attributes)


def test_without_a_model(file: Path) -> None:
    """Its numbers can still be read, as the message says."""
    rewritten(file, models=None)
    refused(file, "holds no model", "save it anew", f"xarray.open_dataset({str(file)!r}, engine='h5netcdf')")
    with xarray.open_dataset(str(file), engine="h5netcdf") as data:
        assert data["position"].sel(body="bar", axis="x")[0] == 0.5


@pytest.mark.parametrize(
    ("attribute", "old", "new", "words"),
    [
        (
            "models",
            '"law": "-gain*v"',
            '"law": {"function": "lost_module:brake"}',
            ("forces -> brake -> law", "'lost_module:brake' cannot be imported", "PYTHONPATH", "xarray.open_dataset"),
        ),
        ("models", '"law": "-gain*v"', '"law": {"function": "math:brake"}', ("forces -> brake -> law", "'math:brake'")),
        (
            "models",
            '"kind": "revolute"',
            '"kind": "revolut"',
            ("joints -> hinge", "revolut", "Did you mean 'revolute'"),
        ),
        (
            "run",
            '"name": "GeneralizedAlpha"',
            '"name": "GeneralisedAlpha"',
            ("integrator", "Did you mean 'GeneralizedAlpha'"),
        ),
        ("run", '"rho": 0.9', '"rho": 9.0', ("GeneralizedAlpha: rho = 9",)),
        ("run", '"rho": 0.9', '"rhu": 0.9', ("lacks something", "rhu", "save it anew")),
        ("run", '"pieces": [[0', '"pieces": [[17', ("lacks something", "save it anew")),
        ("run", '"interrupted"', '"interruption"', ("lacks something", "interrupted")),
        ("run", "{", "[", ("lacks something", "JSONDecodeError")),
    ],
)
def test_wrong_content(file: Path, attribute: str, old: str, new: str, words: tuple[str, ...]) -> None:
    """Files made or edited by other programs, with proper checksums."""

    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    rewritten(file, **{attribute: edit})
    refused(file, *words)


def test_a_joint_function_that_has_changed(file: Path) -> None:
    """The stored multipliers would belong to other rows: said when the system is needed; the numbers can be read."""
    rewritten(file, run=lambda text: text.replace('"hinge: slide x"', '"hinge: slide u"'))
    result = jd.load(file, trust_functions=True)
    assert "hinge: slide u" in result.multipliers
    with pytest.raises(jd.FileFormatError, match=r"rows are not those of the stored run; a joint function"):
        result.reaction("hinge")


def test_load_is_public() -> None:
    assert jd.load.__wrapped__ is sys.modules["jourdain.io.results.results"].load and "load" in jd.__all__
