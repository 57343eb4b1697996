"""Checkpoints: a run that is interrupted or killed goes on from its file and ends as if it had not been, to the last bit."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from interrupts import interrupt_after
from jourdain.analyses import checkpoint as keeping
from jourdain.result.pieces import SAMPLES
from jourdain.run import run as marching
from jourdain.run.run import Run
from machines import interruptible
from machines import problems as pb
from machines.interruptible import RUNS


@pytest.fixture(autouse=True)
def keyboard() -> Iterator[None]:
    """Ctrl-C is what it is in a terminal; test runners may have switched it off."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@cache
def whole(name: str) -> jd.Result:
    """The run without interruption."""
    return RUNS[name].simulate()


def assert_same(found: jd.Result, expected: jd.Result) -> None:
    """Equal by the package's own word, and all arrays bit by bit."""
    assert found == expected
    assert len(found.pieces) == len(expected.pieces)
    for a, b in zip(found.pieces, expected.pieces, strict=True):
        for array in SAMPLES:
            assert getattr(a, array).tobytes() == getattr(b, array).tobytes(), array
    assert not found.interrupted
    assert found.model == expected.model and found.integrator == expected.integrator
    assert (found.redundant, found.not_unique, found.gaps) == (expected.redundant, expected.not_unique, expected.gaps)
    for one, other in zip(found.events, expected.events, strict=True):
        assert (one.name, one.t, one.rising, one.impulses, one.actions) == (
            other.name,
            other.t,
            other.rising,
            other.impulses,
            other.actions,
        )
        assert np.array_equal(one.v_before, other.v_before) and np.array_equal(one.v_after, other.v_after)
    counts = [vars(result.stats) | {"cpu_seconds": 0.0} for result in (found, expected)]
    assert counts[0] == counts[1]
    assert found.trust.passages == expected.trust.passages


def interrupted(name: str, path: Path, **options: Any) -> jd.Result:
    """The run, interrupted by Ctrl-C once a third of it is done, however fast the machine is."""
    pause = keeping.Keeper.pause

    def pressing(self: Any, run: Run, notes: tuple[str, ...]) -> Any:
        usual, pressed = pause(self, run, notes), []

        def press() -> None:
            usual()
            if not pressed and float(run.here.mo.clock.t) > run.times[-1] / 3:
                pressed.append(True)
                signal.raise_signal(signal.SIGINT)

        return press

    with pytest.MonkeyPatch.context() as patch, interrupt_after(60.0):
        patch.setattr(keeping.Keeper, "pause", pressing)
        patch.setattr(marching, "_CHUNK_SECONDS", 0.01)
        part = RUNS[name].simulate(checkpoint=path, **options)
    assert part.interrupted and len(part.t) > 1
    return part


@pytest.mark.parametrize("name", RUNS)
def test_ctrl_c(name: str, tmp_path: Path) -> None:
    """What there is comes back at once, the file is there; resumed, it is the whole run, and the file is gone."""
    expected, path = whole(name), tmp_path / "run.check"
    part = interrupted(name, path)
    assert 1 < len(part.t) < len(expected.t)
    assert np.array_equal(part.q, expected.q[: len(part.t)])
    assert part.trust.error is None and "interrupted" in part.summary()
    assert path.exists()
    assert_same(jd.resume(path, trust_functions=True), expected)
    assert list(tmp_path.iterdir()) == []


def test_between_impacts(tmp_path: Path) -> None:
    """The runs with impacts were interrupted after some of them and before others, and have taken them all."""
    for name in (name for name in RUNS if "impacts" in name):
        part = interrupted(name, tmp_path / "run.check")
        assert 0 < len(part.events) < len(whole(name).events)
        assert {event.name for event in whole(name).events} == {"wall", "lowest"}


KILLED = (
    "planar generalized-alpha, impacts",
    "planar RK4, four-bar",
    "spatial RK4, impacts",
    "spatial DOP853, redundant",
)


@pytest.mark.parametrize("name", KILLED)
def test_kill(name: str, tmp_path: Path) -> None:
    """kill -9 as soon as a checkpoint stands: no farewell is needed."""
    path = tmp_path / "run.check"
    program = Path(interruptible.__file__)
    source = Path(jd.__file__).parent.parent
    process = subprocess.Popen(
        [sys.executable, str(program), name, str(path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(source), str(program.parents[1])])},
    )
    try:
        limit = time.monotonic() + 120.0  # kernels may have to be compiled there
        while not path.exists() and process.poll() is None and time.monotonic() < limit:
            time.sleep(0.005)
        assert process.poll() is None, "it was over before a checkpoint was seen"
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert process.returncode == -signal.SIGKILL
    assert_same(jd.resume(path, trust_functions=True), whole(name))
    assert not path.exists()


def press_at(monkeypatch: pytest.MonkeyPatch, times: list[float]) -> None:
    """Press Ctrl-C whenever a run with a checkpoint has passed the next of these times [s]."""
    pause = keeping.Keeper.pause

    def pressing(self: Any, run: Run, notes: Any) -> Any:
        look = pause(self, run, notes)

        def press() -> None:
            look()
            if times and run.here.now.t >= times[0]:
                times.pop(0)
                signal.raise_signal(signal.SIGINT)

        return press

    monkeypatch.setattr(keeping.Keeper, "pause", pressing)


@pytest.mark.parametrize("name", ["planar DOP853, impacts", "spatial generalized-alpha, redundant"])
def test_resume_of_a_resume(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted again and again, it ends the same."""
    expected, path = whole(name), tmp_path / "run.check"
    times = [part * RUNS[name].end for part in (0.1, 0.3, 0.5)]
    press_at(monkeypatch, times)
    result = RUNS[name].simulate(checkpoint=path)
    reached = [float(result.t[-1])]
    while result.interrupted:
        result = jd.resume(path, trust_functions=True)
        reached.append(float(result.t[-1]))
    assert times == [] and len(reached) == 4 and reached == sorted(reached)
    assert_same(result, expected)


def test_ctrl_c_in_the_middle_of_an_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the crossing and what it does the run cannot be left: Ctrl-C waits until the event is over."""
    name, path = "planar DOP853, impacts", tmp_path / "run.check"
    expected = whole(name)
    happen = Run._happen
    seen: list[int] = []

    def pressed(self: Run, segment: Any) -> None:
        seen.append(len(self.events))
        if len(seen) in (7, 12, 20):
            signal.raise_signal(signal.SIGINT)
        happen(self, segment)

    monkeypatch.setattr(Run, "_happen", pressed)
    result = RUNS[name].simulate(checkpoint=path)
    assert result.interrupted and sum(event.name == "lowest" for event in result.events) == 7
    while result.interrupted:
        result = jd.resume(path, trust_functions=True)
    assert len(seen) > 20
    assert_same(result, expected)


def test_ctrl_c_twice_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one waits for a good moment, the second one does not; afterwards Ctrl-C is what it was before."""
    happen = Run._happen

    def pressed(self: Run, segment: Any) -> None:
        if self.events:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            pytest.fail("went on")
        happen(self, segment)

    monkeypatch.setattr(Run, "_happen", pressed)
    assert RUNS["planar DOP853, impacts"].simulate().interrupted
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_time_and_estimate_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The CPU time adds up, and the estimate of the error is made after all, from the start, as without interruption."""
    name, path = "planar DOP853, impacts", tmp_path / "run.check"
    expected = RUNS[name].simulate(trust="full")
    press_at(monkeypatch, [0.5 * RUNS[name].end])
    part = RUNS[name].simulate(trust="full", checkpoint=path)
    assert part.interrupted and part.trust.error is None
    found = jd.resume(path, trust_functions=True)
    assert np.array_equal(found.trust.error, expected.trust.error)
    assert found.trust.companion == expected.trust.companion
    assert found.stats.cpu_seconds > part.stats.cpu_seconds > 0.0


def test_chosen_integrator_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an integrator named, the one chosen and the reason are in the file."""
    options = {"tol": 1e-10, "trust": "fast"}
    expected = jd.simulate(interruptible.door(), 30.0, **options)
    press_at(monkeypatch, [10.0])
    assert jd.simulate(interruptible.door(), 30.0, **options, checkpoint=tmp_path / "run.check").interrupted
    found = jd.resume(tmp_path / "run.check", trust_functions=True)
    assert_same(found, expected)
    assert found.trust.notes == expected.trust.notes and "chosen: Dormand-Prince" in found.trust.notes[0]


def test_renewed_while_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every so many seconds of computing; the old file is replaced only by a complete one."""
    path = tmp_path / "run.check"
    seen: list[int] = []
    write = keeping.Keeper.write

    def watched(self: Any, run: Any, notes: Any) -> None:
        write(self, run, notes)
        keeping._read(path)  # complete at any moment
        seen.append(len(list(tmp_path.iterdir())))

    monkeypatch.setattr(keeping.Keeper, "write", watched)
    RUNS["planar RK4, four-bar"].simulate(checkpoint=str(path), checkpoint_every=0.05)
    assert len(seen) >= 2 and set(seen) == {1}
    assert list(tmp_path.iterdir()) == []
    seen.clear()
    RUNS["planar RK4, four-bar"].simulate(checkpoint=path, checkpoint_every=1e3)
    assert seen == []


# --------------------------------------------------------------------------- files and models that do not do


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A checkpoint, as bytes."""
    path = tmp_path_factory.mktemp("stored") / "run.check"
    interrupted("planar RK4, four-bar", path)
    return path.read_bytes()


def _changed(stored: bytes, path: Path, change: Any) -> None:
    """Write a checkpoint with a changed header or changed arrays."""
    path.write_bytes(stored)
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    header = json.loads(str(arrays.pop("header")))
    change(header, arrays)
    with open(path, "wb") as file:
        np.savez(file, header=np.array(json.dumps(header)), **arrays)


CHANGES = {
    "other version": (lambda h, a: h.update(version="0.0.1"), "written by Jourdain 0.0.1 .* only the same version"),
    "other format": (lambda h, a: h.update({"jourdain checkpoint": 99}), r"checkpoint format 99\)"),
    "no mark": (lambda h, a: h.pop("jourdain checkpoint"), "no checkpoint of Jourdain"),
    "array missing": (lambda h, a: a.pop("0/motion/q"), "incomplete or damaged .*0/motion/q"),
    "array of another size": (lambda h, a: a.update({"0/motion/q": np.zeros(4)}), "incomplete or damaged"),
    "model of another size": (lambda h, a: h["segments"][0]["model"]["bodies"].popitem(), "cannot be set up|damaged"),
    "no segments": (lambda h, a: h.update(segments=[]), "incomplete or damaged"),
    "foreign integrator": (
        lambda h, a: h["method"].update(name="RK5"),
        "cannot be set up again: there is no integrator 'RK5'",
    ),
}


@pytest.mark.parametrize("case", CHANGES)
def test_changed_files(case: str, stored: bytes, tmp_path: Path) -> None:
    """Refused with the name of the file and what is wrong with it."""
    path = tmp_path / "run.check"
    change, message = CHANGES[case]
    _changed(stored, path, change)
    with pytest.raises(jd.FileFormatError, match=message) as caught:
        jd.resume(path, trust_functions=True)
    assert str(path) in str(caught.value)
    assert path.exists()


def test_damaged_and_foreign_files(stored: bytes, tmp_path: Path) -> None:
    """Cut short, bits turned, other formats, nothing at all."""
    path = tmp_path / "run.check"
    middle = len(stored) // 2
    contents = {
        "cut": stored[:middle],
        "turned": stored[:middle] + bytes(255 - b for b in stored[middle : middle + 64]) + stored[middle + 64 :],
        "empty": b"",
        "text": b"not a checkpoint",
        "one array": None,
    }
    for content in contents.values():
        if content is None:
            np.save(path.with_suffix(".npy"), np.zeros(3))
            content = path.with_suffix(".npy").read_bytes()
        path.write_bytes(content)
        with pytest.raises(jd.FileFormatError, match="no checkpoint of Jourdain, or it is damaged") as caught:
            jd.resume(path, trust_functions=True)
        assert str(path) in str(caught.value)
    with pytest.raises(jd.FileFormatError, match="there is no such checkpoint"):
        jd.resume(tmp_path / "nothing")


def test_functions_without_a_name_are_refused_at_the_start(tmp_path: Path) -> None:
    """A law that no file can hold is refused by the name of its element before anything is computed."""
    model = interruptible.striking(True)
    model.force("own law", model.joints["pin"].angle, law=lambda t, x, v: -x)
    with pytest.raises(jd.ModelError, match="own law"):
        jd.simulate(model, 1.0, checkpoint=tmp_path / "run.check")
    assert list(tmp_path.iterdir()) == []
    assert len(jd.simulate(model, 0.1, trust="fast").t) == 201


def test_bad_interval() -> None:
    """checkpoint_every is a positive time."""
    with pytest.raises(jd.ModelError, match=r"checkpoint_every \[s\]"):
        jd.simulate(pb.pendulum(), 1.0, checkpoint="unused", checkpoint_every=0.0)


def test_failed_runs_leave_their_file(tmp_path: Path) -> None:
    """What ends a run by an error does not take its checkpoint away."""
    path = tmp_path / "run.check"
    path.write_bytes(b"of an earlier run")
    model = pb.pendulum()
    model.load("push", model.bodies["mass"], force=("sqrt(0.5 - t)", 0))
    with pytest.raises(jd.ConvergenceError):
        jd.simulate(model, 1.0, integrator=jd.RK4(step=1e-3), checkpoint=path)
    assert path.exists()
