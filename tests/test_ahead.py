"""Kernels of a first run are compiled in two processes, and only then."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import jourdain as jd
from jourdain.integrators import integrator_from_plain
from jourdain.integrators.march import march
from jourdain.kernels import kinds
from jourdain.run import ahead

started: list[list[str]] = []


class Noted:
    """A process that is not started."""

    def __init__(self, said: list[str], **options: Any) -> None:
        started.append(said)

    def wait(self) -> None:
        pass


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty cache and two cores; processes are noted and not started."""
    started.clear()
    monkeypatch.setattr(ahead, "_begun", [])
    monkeypatch.setattr(ahead, "cache_folder", lambda path: tmp_path / "states")
    monkeypatch.setattr(ahead, "cache_base", lambda: tmp_path)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(ahead.subprocess, "Popen", Noted)
    return tmp_path


def model(planar: bool = True) -> jd.Model:
    m = jd.Model("m", planar=planar)
    m.body("b", mass=1.0, inertia=1.0 if planar else (1.0, 1.0, 1.0))
    return m


@pytest.mark.parametrize(
    ("planar", "method", "kind"),
    [
        (True, None, kinds.Planar),
        (False, jd.RK4(step=1e-3, constraints="direct"), kinds.Spatial),
        (True, jd.Galerkin(step=1e-2, coordinates="natural"), kinds.NaturalPlanar),
    ],
)
def test_the_other_process_is_told_what_the_run_needs(cold: Path, planar: bool, method: Any, kind: Any) -> None:
    ahead.compile_beside(model(planar), method)
    ((*_, name, plain),) = started
    assert getattr(kinds, name) is kind
    assert integrator_from_plain(json.loads(plain)) == (method or jd.DOP853(tol=1e-6))
    ahead.compile_beside(model(planar), method)
    assert len(started) == 1  # once in a process


def test_nothing_is_started_where_it_is_of_no_use(cold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (cold / "states").mkdir()
    (cold / "states" / "kernel.nbc").touch()
    ahead.compile_beside(model())  # it is there already
    (cold / "states" / "kernel.nbc").unlink()
    ahead.compile_beside("a model")
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    ahead.compile_beside(model())
    assert not started


def test_what_it_compiles_is_what_a_run_takes() -> None:
    """After it a run compiles no signature of the time loop that was not there."""
    method = jd.DOP853(tol=1e-6)
    ahead.compile_time_loop(kinds.Planar, method)
    before = list(march.signatures)
    jd.simulate(model(), 0.1, integrator=method, trust="fast", output=2)
    assert before and march.signatures == before
