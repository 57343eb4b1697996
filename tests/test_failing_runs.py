"""Runs that cannot go on, or that the user stops: what is told, and what is kept of the motion."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import jourdain as jd
from interrupts import interrupt_after

METHODS = {
    "GeneralizedAlpha step": jd.GeneralizedAlpha(step=1e-3),
    "GeneralizedAlpha tol": jd.GeneralizedAlpha(tol=1e-5, max_step=0.01),
    "RK4": jd.RK4(step=1e-3),
    "DOP853": jd.DOP853(tol=1e-8),
}
TROUBLE = 0.5  # s, when the functions below fail


def pendulum(law: Any = None, drive: Any = None, load: Any = None) -> jd.Model:
    """A hinged body with a force "brake", a drive "motor" or a load "push"."""
    m = jd.Model("machine", gravity=(0.0, 0.0, -9.81))
    crank = m.body("crank", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(1.0, 0.0, 0.0))
    hinge = m.joint("hinge", "revolute", m.ground, crank, at=(0, 0, 0), axis=(0, 1, 0))
    if law is not None:
        m.force("brake", hinge.angle, law=law)
    if drive is not None:
        m.drive("motor", hinge.angle, drive)
    if load is not None:
        m.load("push", crank, force=(0.0, 0.0, load))
    return m


def run(model: jd.Model, method: str, end: float = 1.0, output: int = 20) -> jd.Result:
    """Simulate with one of the methods."""
    return jd.simulate(model, end, integrator=METHODS[method], output=output)


# --------------------------------------------------------------------------- functions that fail in the middle of a run


@numba.njit
def compiled_nan(t: float, x: float, v: float) -> float:
    """Zero, then NaN."""
    return 0.0 if t < 0.5 else math.nan


@numba.njit
def compiled_raise(t: float, x: float, v: float) -> float:
    """Zero, then an error that compiled code cannot tell."""
    if t >= 0.5:
        raise ValueError("too late")
    return 0.0


def python_nan(t: float, x: float, v: float) -> float:
    """Zero, then NaN."""
    return 0.0 if t < TROUBLE else math.nan


def python_raise(t: float, x: float, v: float) -> float:
    """Zero, then an error."""
    if t >= TROUBLE:
        raise RuntimeError("the bus is late")
    return 0.0


def python_interrupt(t: float, x: float, v: float) -> float:
    """Zero, then Ctrl-C."""
    if t >= TROUBLE:
        raise KeyboardInterrupt
    return 0.0


FUNCTIONS: dict[str, dict[str, Any]] = {
    "law as text": {"law": "0*sqrt(0.5 - t)"},
    "infinite law": {"law": "0 if t < 0.5 else 1/(t - t)"},
    "load as text": {"load": "0*log(0.5 - t)"},
    "drive as text": {"drive": "0.1*t if t < 0.5 else sqrt(-t)"},
    "compiled": {"law": compiled_nan},
    "compiled error": {"law": compiled_raise},
    "Python": {"law": python_nan},
    "Python error": {"law": python_raise},
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_nan_in_the_middle(function: str, method: str) -> None:
    """The time is told (to two outputs), and the motion before it is kept: it is that without the function."""
    with pytest.raises(jd.ConvergenceError) as caught:
        run(pendulum(**FUNCTIONS[function]), method)
    message, partial = str(caught.value), caught.value.partial
    assert "'machine'" in message and ".partial" in message and "Try:" in message
    assert not partial.interrupted
    assert 0.4 < partial.t[-1] <= TROUBLE
    good = run(pendulum(drive="0.1*t") if "drive" in FUNCTIONS[function] else pendulum(), method)
    n = len(partial.t)
    np.testing.assert_allclose(partial.q, good.q[:n], rtol=0, atol=1e-4)
    assert np.isfinite(partial.a).all() and np.isfinite(partial.lam).all()
    told = re.search(r"stopped at t = (\S+) s", message)
    assert told is not None and float(told[1]) == pytest.approx(TROUBLE, abs=0.02), message


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("function", ["law as text", "load as text", "drive as text", "compiled", "Python"])
def test_nan_names_the_element(function: str, method: str) -> None:
    """Which of the many functions of a model it is."""
    with pytest.raises(jd.ConvergenceError, match=r"'brake'|'push'|'motor'"):
        run(pendulum(**FUNCTIONS[function]), method)


@pytest.mark.parametrize("law", ["-sqrt(0.5 - t)*v", "1/(0.5 - t)"])
def test_default_run_names_what_ends_it(law: str) -> None:
    """The end of a domain is approached by ever smaller steps, a pole may be stepped over: element and time are told."""
    with pytest.raises(jd.ConvergenceError, match=r"stopped at t = 0\.(49|5).*force 'brake'"):
        jd.simulate(pendulum(law), 1.0)


@pytest.mark.parametrize("method", METHODS)
def test_exception_in_a_function(method: str) -> None:
    """The exception of the user's function is the cause, with a note saying in which element."""
    with pytest.raises(jd.ConvergenceError, match="the bus is late") as caught:
        run(pendulum(python_raise), method)
    cause = caught.value.__cause__
    assert isinstance(cause, RuntimeError)
    assert any("force 'brake': python_raise(0.5" in note for note in cause.__notes__)


def test_exception_at_the_start() -> None:
    """It comes through as it is, with the same note."""

    def broken(t: float, x: float, v: float) -> float:
        return 1.0 / x

    with pytest.raises(ZeroDivisionError) as caught:
        jd.simulate(pendulum(broken), 1.0)
    assert any("force 'brake'" in note for note in caught.value.__notes__)


def test_next_run_is_not_touched() -> None:
    """A failed run leaves nothing behind."""
    with pytest.raises(jd.ConvergenceError):
        run(pendulum(python_raise), "RK4")
    assert run(pendulum(python_raise), "RK4", end=0.4).t[-1] == 0.4


@pytest.mark.parametrize("method", METHODS)
def test_pole_of_a_drive_ends_the_run(method: str) -> None:
    """A motion sqrt(0.5 - t) has no velocity at 0.5 s: no method can pass, and none may try for ever."""
    run(pendulum(drive="0.1*t"), method, end=0.1)  # compiles outside the time limit
    with interrupt_after(10.0), pytest.raises(jd.ConvergenceError, match=r"stopped at t = 0\.(49|5 |50)"):
        run(pendulum(drive="sqrt(0.5 - t)"), method)


# --------------------------------------------------------------------------- joints that contradict each other


def test_contradictory_joints() -> None:
    """Two balls that are 1 m apart on the body and 2 m on the ground: joints and gaps are named."""
    m = jd.Model("bridge")
    b = m.body("beam", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(1.0, 0.0, 0.0))
    m.joint("left", "spherical", m.ground, b, at_a=(0.0, 0.0, 0.0), at_b=(0.5, 0.0, 0.0))
    m.joint("right", "spherical", m.ground, b, at_a=(2.0, 0.0, 0.0), at_b=(1.5, 0.0, 0.0))
    with pytest.raises(jd.AssemblyError) as caught:
        jd.simulate(m, 1.0)
    message = str(caught.value)
    for words in ("'bridge'", "left: slide x is open by 0.5", "right: slide x is open by -0.5", "Check positions"):
        assert words in message


@pytest.mark.parametrize("method", METHODS)
def test_contradictory_drives(method: str) -> None:
    """Two motors on one hinge that part by 0.3 rad in the course of the run: refused, with the time from which on they do."""
    m = pendulum(drive="t")
    m.drive("second motor", m.joints["hinge"].angle, "t + 0.3*t**3")
    run(pendulum(drive="0.1*t"), method, end=0.1)  # compiles outside the time limit
    with interrupt_after(10.0), pytest.raises((jd.AssemblyError, jd.ConvergenceError), match="motor"):
        run(m, method, output=5)


# --------------------------------------------------------------------------- Ctrl-C


@pytest.mark.parametrize("method", METHODS)
def test_ctrl_c_keeps_what_there_is(method: str) -> None:
    """An endless run, stopped after half a second."""
    run(pendulum(), method, end=0.1)  # compiles outside the time limit
    with interrupt_after(0.5):
        result = run(pendulum(), method, end=1e4, output=100_000)
    assert result.interrupted
    assert "interrupted" in result.summary()
    assert 1 < len(result.t) < 100_000
    assert result.t[-1] == pytest.approx(0.1 * (len(result.t) - 1))
    assert np.isfinite(result.q).all() and len(result.q) == len(result.t) == len(result.energy.kinetic)


@pytest.mark.parametrize("method", METHODS)
def test_ctrl_c_inside_a_python_function(method: str) -> None:
    """With Python functions most of the time is spent in them, so that is where Ctrl-C arrives."""
    result = run(pendulum(python_interrupt), method)
    assert result.interrupted
    assert 0.4 < result.t[-1] <= TROUBLE


# --------------------------------------------------------------------------- command line and README


def jourdain(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command line."""
    command = [sys.executable, "-m", "jourdain.commands.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=folder)


def test_help() -> None:
    """Exit code 0, and the commands are listed."""
    done = jourdain("--help")
    assert done.returncode == 0 and "demo" in done.stdout


def test_demo(tmp_path: Path) -> None:
    """Exit code 0: redundancy and freer joints named, trust line, the reactions of all four joints, files that load."""
    done = jourdain("demo", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    for part in (
        "redundant: 3 rows",
        "C: revolute -> spherical",
        "3 of them redundant",
        "accuracy: positions within",
        "balance: energy",
        "chosen: ",
    ):
        assert part in done.stdout, part
    for name in ("A", "B", "C", "guide"):
        assert re.search(rf"^{name} +\w+ +\d+\.\d+ at t = .*not unique", done.stdout, re.M), name
    stored = jd.load(tmp_path / "jourdain-demo" / "slider-crank.nc")
    assert len(stored.t) == 401 and stored.redundant == 3
    assert (tmp_path / "jourdain-demo" / "slider-crank.csv").read_text(encoding="utf-8").count("\n") == 402


def test_error_on_the_command_line(tmp_path: Path) -> None:
    """A message instead of a traceback, and exit code 1."""
    done = jourdain("demo", "--tol", "5", folder=tmp_path)
    assert done.returncode == 1
    assert "tol = 5 is impossible" in done.stderr and "Traceback" not in done.stderr


def test_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The code blocks of the README run one after the other, and what they say comes out."""
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) >= 2
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
    told = capsys.readouterr().out
    assert "pendulum: 1 bodies" in told and "accuracy: positions within" in told and "digits of 'pendulum'" in told
    assert jd.load("pendulum.nc") == names["result"]
    braked = jd.simulate(names["m"], 2.0, output=5)
    assert [event.name for event in braked.events] == ["lowest"]
    assert float(braked.at(braked.events[0].t).measure(names["hinge"].angle)[0]) == pytest.approx(1.5, abs=1e-9)
