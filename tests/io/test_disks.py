"""Disks that are full, files that are no files, and more outputs than there is room for: a sentence each, nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.analyses import simulate as module
from jourdain.commands.common import open_model
from jourdain.errors import JourdainError
from jourdain.fe.readers import read_mesh
from jourdain.fe.readers.matrices import read_matrix
from jourdain.io.results.netcdf import Variable, read, write
from machines import runs
from machines.small_models import MODELS

resource = pytest.importorskip("resource", reason="this system has no limit on the size of files")


@contextmanager
def full_disk(room: int = 4096) -> Iterator[None]:
    """No file may grow beyond `room` bytes: writing fails in the system itself, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


WRITERS: dict[str, Callable[[jd.Result, Path], Any]] = {
    "r.nc": lambda result, path: result.save(path),
    "r.csv": lambda result, path: result.to_csv(path),
    "r.html": lambda result, path: result.report(path),
    "r.svg": lambda result, path: result.animation(path),
    "m.yaml": lambda result, path: jd.write(result.model, path),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_is_said_and_leaves_what_was_there(name: str, tmp_path: Path) -> None:
    result = runs.run(MODELS["sprung"](True))
    path = tmp_path / name
    path.write_text("what was there")
    with full_disk(64), pytest.raises(jd.ModelError, match=f"cannot write .*{name}.*: "):
        WRITERS[name](result, path)
    assert [one.name for one in tmp_path.iterdir()] == [name] and path.read_text() == "what was there"
    WRITERS[name](result, path)
    assert path.stat().st_size > 64


def test_large_arrays_survive_a_full_disk(tmp_path: Path) -> None:
    """More than HDF5 keeps back until the end: written to a disk itself, it ended the process."""
    arrays = {f"a{k}": Variable(np.arange(40_000.0) + k, (f"n{k}",), "m", "numbers") for k in range(5)}
    with full_disk(100_000), pytest.raises(jd.ModelError, match=r"cannot write .*large\.nc"):
        write(tmp_path / "large.nc", arrays, {}, kind="test")
    assert not list(tmp_path.iterdir())
    write(tmp_path / "large.nc", arrays, {}, kind="test")
    found, _ = read(tmp_path / "large.nc", kind="test")
    assert all(np.array_equal(found[name].data, one.data) for name, one in arrays.items())


READERS: dict[str, Callable[[Path], Any]] = {
    "x.yaml": jd.read,
    "x.json": jd.read,
    "x.urdf": jd.read,
    "x.stl": jd.mesh,
    "x.obj": jd.mesh,
    "x.nc": jd.load,
    "x.msh": read_mesh,
    "x.med": read_mesh,
    "x.mtx": read_matrix,
    "y.yaml": lambda path: open_model(str(path)),
    "x.csv": lambda path: jd.inverse(MODELS["sprung"](True), path, actuators=["hinge.angle"]),
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("what", ["folder", "pipe", "device"])
def test_what_is_no_file_is_refused(what: str, name: str, tmp_path: Path) -> None:
    """A device has no end, and a pipe may never begin: neither is waited for."""
    path = tmp_path / name
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    with pytest.raises(JourdainError, match="it is a folder" if what == "folder" else "a device or a pipe") as found:
        READERS[name](path)
    assert name in str(found.value)


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").mkdir()
    with pytest.raises(jd.ModelError, match=r"cannot write .*x\.yaml.*: "):
        jd.write(MODELS["sprung"](True), tmp_path / "x.yaml")
    assert [one.name for one in tmp_path.iterdir()] == ["x.yaml"]


def test_more_outputs_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    model = MODELS["sprung"](True)
    with pytest.raises(jd.ModelError, match=r"output: 1000000000000 intervals take .* GB .* in parts"):
        jd.simulate(model, 1.0, output=10**12)
    # a machine with so little memory that the times have room, and the states have not
    pages = {"SC_PHYS_PAGES": 10, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(module.os, "sysconf", pages.__getitem__)
    assert len(module.output_times(0.0, 1.0, 500)) == 501
    with pytest.raises(jd.ModelError, match="output: 500 intervals take"):
        jd.simulate(model, 1.0, output=500)
