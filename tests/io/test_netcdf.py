"""Files: exact, atomic, and every damaged or foreign one is refused by name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import xarray
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import jourdain as jd
from jourdain.io import writing
from jourdain.io.results.netcdf import Variable, read, write

# a NaN with a payload, a negative NaN, infinity, -0.0 and the smallest number
ODD = np.array([0x7FF8000000000123, 0xFFF8000000000000, 0x7FF0000000000000, 1 << 63, 1], np.uint64).view(np.float64)
VARIABLES = {
    "t": Variable(np.linspace(0.0, 1.0, 5), ("t",), "s", "time"),
    "q": Variable(np.random.default_rng(1).normal(size=(5, 3)), ("t", "coordinate"), "m"),
    "odd": Variable(ODD, ("t",), "days since 2000-01-01"),
    "body": Variable(["crank", "rod \N{GREEK SMALL LETTER PHI}", ""], ("body",)),
    "count": Variable(np.arange(3), ("body",)),
    "small": Variable(np.array([-1, 7], np.int32), ("two",)),
    "flag": Variable(np.array([True, False]), ("two",)),
    "no rows": Variable(np.zeros((5, 0)), ("t", "row"), "N"),
    "row": Variable([], ("row",)),
    "no names": Variable(np.array([], dtype=object), ("nothing",)),
    "step": Variable(0.1, (), "s"),
    "method": Variable("generalized-alpha"),
    "twisted": Variable(np.arange(6.0).reshape(2, 3).T, ("body", "two")),
}
ATTRIBUTES = {"model": json.dumps({"name": "\ud800 \0 \N{SNOWMAN}"}), "empty": "", "text": "\N{SNOWMAN}\n\ttab"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A complete file."""
    path = tmp_path / "run.nc"
    write(path, VARIABLES, ATTRIBUTES)
    return path


def same(a: Variable, b: Variable) -> None:
    """Equal in all, numbers bit by bit."""
    x, y = np.asarray(a.data), np.asarray(b.data)
    if x.dtype.kind in "UO":
        assert y.dtype == object and y.tolist() == x.tolist()
    else:
        assert y.dtype == x.dtype and y.tobytes() == x.tobytes()
    assert y.shape == x.shape and (a.dimensions, a.unit, a.meaning) == (b.dimensions, b.unit, b.meaning)


# --------------------------------------------------------------------------- exact


def test_everything_is_read_as_written(file: Path) -> None:
    variables, attributes = read(file)
    assert set(variables) == set(VARIABLES) and attributes == ATTRIBUTES
    for name, variable in VARIABLES.items():
        same(variable, variables[name])


def test_other_programs_can_read_it(file: Path) -> None:
    """xarray without any of our help: labels, units, values."""
    with xarray.open_dataset(file, engine="h5netcdf", decode_times=False) as dataset:
        assert dataset.attrs["jourdain_format"] == 1 and dataset.attrs["jourdain_version"] == jd.__version__
        assert dataset.attrs["kind"] == "result"
        assert dataset["q"].dims == ("t", "coordinate") and dataset["q"].attrs["units"] == "m"
        np.testing.assert_array_equal(dataset["q"].sel(t=0.5), VARIABLES["q"].data[2])
        assert dataset["count"].sel(body="crank") == 0


def test_large_texts(tmp_path: Path) -> None:
    """A model with thousands of bodies is longer than the 64 kB that HDF5 has for small attributes."""
    text = json.dumps({f"body {i}": [i / 3] * 10 for i in range(20000)})
    assert len(text) > 3_000_000
    write(tmp_path / "large.nc", {}, {"model": text})
    assert read(tmp_path / "large.nc") == ({}, {"model": text})


@settings(deadline=None, max_examples=50)
@given(
    data=hnp.arrays(np.float64, hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)),
    texts=st.lists(st.text(st.characters(exclude_categories=())), max_size=5),
    attribute=st.text(st.characters(exclude_categories=())),
)
def test_any_array_and_text_survives(
    tmp_path_factory: pytest.TempPathFactory, data: np.ndarray, texts: list[str], attribute: str
) -> None:
    """Any bits, any shape, any characters: half surrogates and NUL too."""
    path = tmp_path_factory.getbasetemp() / "any.nc"
    written = {"x": Variable(data, tuple("abc"[: data.ndim])), "name": Variable(np.array(texts, object), ("name",))}
    write(path, written, {"model": json.dumps(attribute)})
    variables, attributes = read(path)
    for name, variable in written.items():
        same(variable, variables[name])
    assert json.loads(attributes["model"]) == attribute


# --------------------------------------------------------------------------- atomic


def test_writing_again_replaces(file: Path) -> None:
    read(file)
    write(file, {"x": Variable([1.0], ("n",))}, {})
    variables, attributes = read(file)
    assert list(variables) == ["x"] and not attributes
    assert os.listdir(file.parent) == [file.name]


@pytest.mark.parametrize("broken", ["write_bytes", "flush", "replace"])
def test_a_failing_write_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    """At whatever point the disk is full: the old file is complete, and no part of the new one lies around."""
    before = file.read_bytes()

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    place = {"write_bytes": Path, "flush": writing, "replace": os}[broken]
    with monkeypatch.context() as patch:
        patch.setattr(place, broken, full)
        with pytest.raises(jd.ModelError, match=r"cannot write '.*run\.nc': No space left on device"):
            write(file, {"x": Variable([1.0], ("n",))}, {})
    assert file.read_bytes() == before and os.listdir(file.parent) == [file.name]


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(jd.ModelError, match=r"cannot write '.*run\.nc': there is no folder '.*lost'; create it"):
        write(tmp_path / "lost" / "run.nc", {}, {})


@pytest.mark.parametrize(
    ("variables", "attributes", "message"),
    [
        ({"a/b": Variable(1.0)}, {}, "'a/b'.*groups"),
        ({"z": Variable(1j)}, {}, "'z'.*complex128 cannot be stored"),
        ({"z": Variable(["a", 1], ("n",))}, {}, "'z'.*cannot be stored|mixture"),
        ({"z": Variable(np.array(["a", 1], object), ("n",))}, {}, "'z': a mixture of texts"),
        ({}, {"kind": "x"}, "kind.*written by this function itself"),
        ({}, {"note": "a\0b"}, "'note' is no text that NetCDF can hold"),
        ({}, {"note": 3}, "'note' is no text that NetCDF can hold"),
    ],
)
def test_what_cannot_be_written(tmp_path: Path, variables: Any, attributes: Any, message: str) -> None:
    """Mistakes of the calling code; nothing is left behind."""
    with pytest.raises(ValueError, match=message):
        write(tmp_path / "run.nc", variables, attributes)
    assert os.listdir(tmp_path) == []


# --------------------------------------------------------------------------- damaged and foreign files


def refused(path: Path, message: str, **options: Any) -> None:
    """Refused with the name of the file."""
    with pytest.raises(jd.FileFormatError) as error:
        read(path, **options)
    assert repr(str(path)) in str(error.value) and message in str(error.value), error.value


def test_missing_or_no_file(tmp_path: Path) -> None:
    refused(tmp_path / "lost.nc", "there is no file")
    refused(tmp_path, "is a folder")
    (tmp_path / "notes.txt").write_text("not a result")
    refused(tmp_path / "notes.txt", "is no NetCDF4 file")
    (tmp_path / "classic.nc").write_bytes(b"CDF\x01" + bytes(100))
    refused(tmp_path / "classic.nc", "is no NetCDF4 file")


def test_cut_off_anywhere(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Every prefix of a file is refused, and the libraries below print nothing."""
    whole = file.read_bytes()
    cuts = sorted({0, 1, 7, 8, 9, 48, 96, 500, len(whole) - 1, *range(600, len(whole), len(whole) // 12)})
    for cut in cuts:
        file.write_bytes(whole[:cut])
        refused(file, "is empty" if cut == 0 else "is cut off or damaged")
    file.write_bytes(whole)
    assert set(read(file)[0]) == set(VARIABLES)
    assert capfd.readouterr() == ("", "")


def test_lost_end(file: Path) -> None:
    """The right length, but the end never reached the disk."""
    whole = file.read_bytes()
    for cut in range(100, len(whole) - 200, len(whole) // 12):
        file.write_bytes(whole[:cut] + bytes(len(whole) - cut))
        refused(file, "is cut off or damaged")


def test_one_wrong_byte(file: Path) -> None:
    """HDF5 does not notice a wrong digit in the data; the checksums do, and name the part."""
    whole = file.read_bytes()
    place = whole.index(VARIABLES["q"].data.tobytes())
    file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    refused(file, "is cut off or damaged ('q' is not what was written)")
    place = whole.index(ATTRIBUTES["text"].encode())
    file.write_bytes(whole[:place] + b"x" + whole[place + 1 :])
    refused(file, "('text' is not what was written)")


def edit(path: Path, **attributes: Any) -> None:
    """Change attributes of a file; None removes."""
    with h5py.File(path, "r+") as file:
        for name, value in attributes.items():
            del file.attrs[name]
            if value is not None:
                file.attrs[name] = value


def test_foreign_files(file: Path, tmp_path: Path) -> None:
    xarray.Dataset({"x": ("n", [1.0])}).to_netcdf(tmp_path / "other.nc", engine="h5netcdf")
    refused(tmp_path / "other.nc", "was not written by Jourdain")
    edit(file, jourdain_format=None)
    refused(file, "was not written by Jourdain")


def test_other_versions(file: Path) -> None:
    edit(file, jourdain_format=2, jourdain_version="9.8.7")
    refused(
        file, f"was written by Jourdain 9.8.7 with format 2; this version ({jd.__version__}) reads format 1: update"
    )
    edit(file, jourdain_format=0)
    refused(file, "with format 0; this version")
    edit(file, jourdain_format=np.array([1, 2]))
    refused(file, "with format [1 2]")


def test_another_kind(file: Path) -> None:
    refused(file, "holds a result, not a checkpoint", kind="checkpoint")
    write(file, {}, {}, kind="checkpoint")
    refused(file, "holds a checkpoint, not a result")
    assert read(file, kind="checkpoint") == ({}, {})


def test_parts_taken_away_and_added(file: Path) -> None:
    """What others add does no harm; what they take away is missed."""
    with h5py.File(file, "r+") as content:
        content.attrs["comment"] = "checked by me"
    variables, attributes = read(file)
    assert attributes == ATTRIBUTES | {"comment": "checked by me"} and set(variables) == set(VARIABLES)
    with h5py.File(file, "r+") as content:
        del content["small"]
    refused(file, "('small' is not what was written)")
    edit(file, jourdain_checksums=None)
    refused(file, "'jourdain_checksums' cannot be read")


def test_xarray_is_loaded_only_when_needed() -> None:
    """It takes longer to import than all the rest."""
    code = "import sys, jourdain.io.results.netcdf, jourdain.io.model_files.plain\n"
    code += "print('xarray' in sys.modules, 'h5py' in sys.modules)"
    path = os.pathsep.join([str(Path(jd.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path}
    )
    assert done.stdout.split() == ["False", "False"]
