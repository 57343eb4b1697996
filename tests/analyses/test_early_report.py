"""Outputs are reported while a run goes on, so that Ctrl-C has little left to do; the numbers are the same as at the end."""

from __future__ import annotations

import signal

import numpy as np
import pytest

import jourdain as jd
from jourdain.examples import slider_crank
from jourdain.run import run as marching
from jourdain.run.collect import result_of
from jourdain.run.early import EarlyReport

SEVERAL = ("q", "v", "a", "lam", "x", "energies", "gap", "imbalance")


def ball() -> jd.Model:
    """Hit on its way down (another segment), then it bounces (other pieces of that)."""
    model = jd.Model("ball", planar=True, gravity=(0.0, -9.81))
    body = model.body("ball", mass=1.0, inertia=0.1, at=(0.0, 1.0))
    floor = model.ground.marker("floor", at=(0.0, 0.0))
    height = model.measure("height", jd.slide(floor, body.marker(), "y"))
    model.event("bounce", height, 0.0, direction="falling", actions=jd.Impact(0.5))
    model.event("late", "t - 0.3", actions=jd.Impulse(body.marker(), (0.1, 0.0)))
    return model


@pytest.mark.parametrize("make", [slider_crank, ball])
def test_the_same_as_at_the_end(make, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    known: list[int] = []
    add = EarlyReport.add

    def noted(self, system, t, states, as_is):  # type: ignore[no-untyped-def]
        add(self, system, t, states, as_is)
        known.append(len(t))

    monkeypatch.setattr(EarlyReport, "add", noted)
    results = []
    for seconds in (1e3, 1e-9):  # no chunk of steps takes that long, or every one does
        monkeypatch.setattr(marching, "_CHUNK_SECONDS", seconds)
        results.append(jd.simulate(make(), 1.0, output=200, trust="fast"))
    end, early = results
    assert 75 < sum(known) <= 201 + len(end.pieces)  # none behind a bounce
    assert len(end.pieces) == len(early.pieces)
    for a, b in zip(end.pieces, early.pieces, strict=True):
        for name in SEVERAL:
            assert np.array_equal(getattr(a, name), getattr(b, name)), name


def test_ctrl_c_in_the_last_moments() -> None:
    """Nothing is lost, and neither passages nor a companion are begun."""
    system = jd.compile(slider_crank())
    run = marching.Run(system, jd.RK4(step=1e-2), np.linspace(0.0, 0.1, 11))
    run.begin()

    def press() -> None:
        if run.finished:
            signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # test runners may have switched it off
    try:
        run.march(False, press)
    finally:
        signal.signal(signal.SIGINT, before)
    assert run.asked_to_end and run.finished and not run.interrupted
    result, _ = result_of(run)
    assert len(result.t) == 11 and "not looked for" in " ".join(result.trust.notes)
