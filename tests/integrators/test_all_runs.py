"""Runs that every integrator of the registry must manage: closed loops stay closed, singular positions, checkpoints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from integrators.checks import SETTINGS
from jourdain.analyses.checkpoint import Keeper
from jourdain.run.passages import times_between
from jourdain.run.run import Run

FIRST = {name: one for name, one in SETTINGS.items() if name.count("(step)") or name.count("(tol)")}


TURNED, CRANK, BASE = 0.6, 0.5, 1.3  # rad at the start, m, m


def parallelogram(speed: float) -> jd.Model:
    """A four-bar whose cranks are equally long: it lies flat, singular, once in half a turn. No gravity."""
    model = jd.Model("parallelogram", planar=True, gravity=(0.0, 0.0))
    along, across = np.array([np.cos(TURNED), np.sin(TURNED)]), np.array([-np.sin(TURNED), np.cos(TURNED)])
    corner = CRANK * along
    # name: place of the centre, how far it is out on a crank, is it a crank?
    bars = {"crank": (0.0, 0.5, 1.0), "coupler": (0.5 * BASE, 1.0, 0.0), "rocker": (BASE, 0.5, 1.0)}
    for name, (x, out, turning) in bars.items():
        at, velocity = np.array([x, 0.0]) + out * corner, speed * out * CRANK * across
        spin, angle = speed * turning, TURNED * turning
        model.body(name, mass=1.0, inertia=0.05, at=at, rotation=angle, velocity=velocity, spin=spin)
    shift = np.array([BASE, 0.0])
    for name, a, b, at in (
        ("O", model.ground, "crank", np.zeros(2)),
        ("A", "crank", "coupler", corner),
        ("B", "coupler", "rocker", corner + shift),
        ("C", model.ground, "rocker", shift),
    ):
        model.joint(name, "revolute", a, b, at=at)
    return model


def angle_at(t: Any, speed: float) -> Any:
    """A parallelogram without gravity turns evenly: its kinetic energy is speed^2 times a constant."""
    return TURNED + speed * t


@pytest.mark.parametrize("name", SETTINGS)
def test_a_loop_stays_closed_and_turns_evenly(name: str) -> None:
    """Away from its flat position; methods that say that they drift are only not to run away."""
    integrator = SETTINGS[name]
    result = jd.simulate(parallelogram(1.0), 1.0, integrator=integrator, trust="fast", output=20)
    gap = max(float(piece.gap.max()) for piece in result.pieces)
    closed = 1e-9 if integrator.fixed else 1e-6  # outputs inside a step are interpolated, to tol
    assert gap < (1e-4 if integrator.drifts else closed)
    angle = result["crank"].angle.values
    assert np.abs(angle - angle_at(result.t, 1.0)).max() < (1e-3 if integrator.order < 3 else 1e-5)


@pytest.mark.parametrize("name", FIRST)
def test_singular_position(name: str) -> None:
    """Through the flat position, at 2.54 s, onto the branch it came from; the passage is noticed, and where it was."""
    # an even motion is no reason to look: with error control steps would be a quarter of a turn
    integrator = FIRST[name] if FIRST[name].fixed else replace(FIRST[name], max_step=0.02)
    result = jd.simulate(parallelogram(1.0), 4.0, integrator=integrator, trust="fast", output=40)
    off = np.abs(result["crank"].angle.values - angle_at(result.t, 1.0)).max()
    assert off < 1e-2, off
    assert any(abs(t - (np.pi - TURNED)) < 0.05 for t in result.trust.passages)


@pytest.mark.parametrize("name", SETTINGS)
def test_a_run_goes_on_from_a_file_as_if_nothing_had_happened(name: str, tmp_path: Path) -> None:
    """Stopped after a few steps, written, read and gone on with: the same, bit for bit."""
    integrator, system = SETTINGS[name], jd.compile(parallelogram(1.0))
    times = np.linspace(0.0, 0.1, 6)
    whole = jd.simulate(system, 0.1, integrator=integrator, output=times, trust="fast")
    run = Run(system, integrator, times)
    run.between = times_between(system, integrator, times)
    run.begin()
    here = run.here
    assert run.method.kernel()(here.inner.system.kind, here.s, here.mo, 7) == 0
    file = tmp_path / "checkpoint.npz"
    Keeper(file, 1e9, "fast", system).write(run, ())
    again = jd.resume(file, trust_functions=True)
    for part in ("t", "q", "v", "a", "lam"):
        assert np.array_equal(getattr(again, part), getattr(whole, part)), part
