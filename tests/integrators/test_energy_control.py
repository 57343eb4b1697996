"""Control of the energy: windows that go beyond the budget are taken back, in the order that is promised, and it is said."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.analyses import checkpoint as keeping
from jourdain.integrators.subcycling.energy import LEAST_DRAWN, QUIET
from jourdain.integrators.windows import Mark
from jourdain.run.energy_control import ControlledRun
from jourdain.run.run import Run

STEP, RATIO = 0.02, 5  # of the pair, whose fast part turns by 0.1 rad in a long step


@cache
def pair(damping: float = 0.0) -> jd.Model:
    """Two coordinates coupled by inertia: the printed scheme grows by 2e-3 in every long step."""
    lagrangian = "a_rate**2/2 + 0.7*a_rate*b_rate + b_rate**2/2 - b**2/2 - 0.005*a**2"
    return jd.lagrangian(
        "pair", lagrangian, "a b", start=[0.3, 1.0], forces={"b": f"-{damping}*b_rate + {damping}*sin(t/5)"}
    )


def run(model: jd.Model, t_end: float, n: int = 50, trust: str = "fast", **options: Any) -> jd.Result:
    method = jd.Subcycling(**{"step": STEP, "ratio": RATIO, "fast": "b"} | options)
    return jd.simulate(model, t_end, integrator=method, output=n, trust=trust)


def imbalance(found: jd.Result) -> np.ndarray:
    total = found.energies.sum(axis=1) - found.work.sum(axis=1)
    return np.abs(total - total[0])


@cache
def repaired() -> Any:
    """The printed scheme, which would gain a third of its energy in this time."""
    return run(pair(), 100.0, scheme="printed", allow_unstable=True, trust="full")


def test_quiet_runs_are_left_alone() -> None:
    """To the last bit; torques and dampers are in the balance."""
    for model in (pair(), pair(0.05)):
        plain, watched = (run(model, 40.0, energy=share) for share in (None, 1e-2))
        assert np.array_equal(plain.q, watched.q) and np.array_equal(plain.work, watched.work)
        assert isinstance(watched, ControlledRun) and not watched.changes and plain.floor == 0.0 < watched.floor
        assert not any("taken back" in note for note in watched.trust.notes)


def test_what_grows_is_kept_within_the_budget() -> None:
    loose = run(pair(), 100.0, scheme="printed", allow_unstable=True, energy=None)
    assert imbalance(loose)[-1] > 0.1 * loose.energies.sum(axis=1)[0]
    found = repaired()
    assert (imbalance(found) <= 1.001 * found.budget()).all() and found.stats.rejected > 0
    assert imbalance(found).max() < 2e-3 * found.energies.sum(axis=1)[0]
    note = next(note for note in found.trust.notes if note.startswith("energy:"))
    assert "taken back" in note and "budget" in note and "smallest ratio" in note


def test_an_estimate_stands_beside_it() -> None:
    """The balance is within its budget, and the phase is not: the error is told by a stable scheme."""
    found = repaired()
    exact = jd.simulate(pair(), 100.0, integrator=jd.DOP853(tol=1e-10), output=50, trust="fast")
    error = np.abs(found.q - exact.q).max()
    assert error > 1e-3 and found.trust.worst > 0.5 * error
    assert "step 0.005" in found.trust.companion


def test_what_is_tried_and_when_it_is_undone() -> None:
    """Two steps drawn from 0.85 to 1, then half the ratio; eight good windows later that is undone."""
    a, b, c, d = repaired().changes[:4]
    assert a.t == b.t == c.t and a.why == b.why == c.why == 0
    for drawn in (a, b):
        assert drawn.ratio == RATIO and LEAST_DRAWN * STEP <= drawn.step < STEP and drawn.error > drawn.budget
    assert a.step != b.step and (c.step, c.ratio) == (STEP, RATIO // 2)
    undone = next(one for one in repaired().changes if one.why == 2)
    before = repaired().changes[repaired().changes.index(undone) - 1]
    windows = (undone.t - before.t) / (10 * before.step * before.ratio)
    assert windows == pytest.approx(QUIET, abs=0.5)
    assert (undone.step, undone.ratio) > (before.step, before.ratio)
    assert d.t >= c.t


def test_no_budget_can_be_kept_that_is_below_rounding() -> None:
    with pytest.raises(jd.ConvergenceError, match="nothing kept the energy within its budget") as caught:
        run(pair(), 10.0, energy=1e-17)
    assert caught.value.partial is not None


def test_a_mark_is_gone_back_to() -> None:
    """What follows is the same as without having been beyond."""
    method = jd.Subcycling(step=STEP, ratio=RATIO, fast="b", energy=None)
    ends = []
    for beyond in (0, 7):
        one = Run(jd.compile(pair()), method, np.linspace(0.0, 10.0, 21))
        one.begin()
        loop, segment = method.kernel(), one.here
        loop(segment.system.kind, segment.s, segment.mo, 20)
        mark = Mark(segment.mo)
        loop(segment.system.kind, segment.s, segment.mo, beyond)
        mark.take_back(segment.mo)
        assert segment.mo.counts.steps == 20 and segment.mo.counts.rejected == beyond
        loop(segment.system.kind, segment.s, segment.mo, 40)
        ends.append((segment.mo.y.copy(), segment.done))
    assert np.array_equal(ends[0][0], ends[1][0]) and ends[0][1] == ends[1][1]


def test_a_checkpoint_goes_on_under_control(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was in force, tried and said goes on to the last bit."""
    stopped = []

    def stopping(self: Any, run: Run, notes: Any) -> Any:
        def look() -> None:
            if run.here.mo.clock.t > 40.0 and not stopped:
                stopped.append(True)
                run.interrupted = True

        return look

    monkeypatch.setattr(keeping.Keeper, "pause", stopping)
    options: dict[str, Any] = dict(step=STEP, ratio=RATIO, fast="b", scheme="printed", allow_unstable=True)
    path = tmp_path / "run.check"
    part = jd.simulate(pair(), 100.0, integrator=jd.Subcycling(**options), output=50, trust="fast", checkpoint=path)
    assert part.interrupted and 1 < len(part.t) < 51
    found = jd.resume(path)
    assert np.array_equal(found.q, repaired().q) and found.changes == repaired().changes


def test_events_do_not_upset_the_balance() -> None:
    """What an impact takes is work, and the budget is that of the whole run."""
    lagrangian = "a_rate**2/2 + 0.2*a_rate*b_rate + b_rate**2/2 - 50*b**2 - a"
    m = jd.lagrangian("falling", lagrangian, "a b", start=[1.0, 0.1])
    m.event("floor", m.coordinate("a"), 0.0, direction="falling", actions=jd.Impact(0.8))
    found = run(m, 8.0, step=1e-3, ratio=10)
    assert len(found.events) >= 2 and not found.changes
    assert found.work[:, 1].min() < -0.2 and (imbalance(found) <= found.budget() + 1e-12).all()


def test_files_and_pages_keep_what_was_done(tmp_path: Path) -> None:
    found = repaired()
    found.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert again == found and again.changes == found.changes
    page = again.section()
    assert page.title == "Subcycling" and "taken back" in page.text
    assert [row[:2] for row in page.tables[0].rows] == [("a", 0), ("b", 1)]
    assert len(page.tables[1].rows) == len(found.changes)
    energy, steps = page.charts
    assert set(energy.lines) == {"error", "budget", "taken back here"} and set(steps.lines) == {"long", "short"}
    assert steps.lines["short"][1].min() == min(one.step for one in found.changes)


@pytest.mark.parametrize("share", [0, -1e-3, "much"])
def test_bad_budgets(share: Any) -> None:
    with pytest.raises(jd.ModelError, match="Subcycling: energy"):
        jd.Subcycling(step=1e-3, energy=share)
