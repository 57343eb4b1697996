"""Rows of events are compiled in once and switched: dormant ones change nothing, and no run compiles while it goes on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
import jourdain.run.event_rows as event_rows
import jourdain.run.plain as plain_systems
import jourdain.run.systems as run_systems
from jourdain.run.run import Run
from jourdain.system.compile import compile
from jourdain.system.switchable import SwitchableSystem
from jourdain.system.system import evaluate
from machines.event_models import ball, four_bar, pendulum, run

METHODS: dict[str, Any] = {
    "alpha": jd.GeneralizedAlpha(step=2e-3),
    "DOP853": jd.DOP853(tol=1e-10),
    "Block": jd.Block(tol=1e-7),
    "BDF": jd.BDF(tol=1e-8),
    "Galerkin": jd.Galerkin(step=5e-3),
    "natural": jd.GeneralizedAlpha(step=2e-3, coordinates="natural"),
    "null space": jd.RK4(step=2e-3, constraints="null-space"),
    "partition": jd.RK4(step=2e-3, constraints="partitioning"),
}


def with_dormant(model: jd.Model, joint: str) -> jd.Model:
    """The model with an event that would lock and release a joint, but never happens."""
    model.event("never", "t", 1e6, actions=(jd.Lock(joint), jd.Release(joint)))
    return model


def watched(model: jd.Model) -> jd.Model:
    """The model with an event that does nothing and never happens: steps are looked at as often."""
    model.event("never", "t", 1e6)
    return model


def machine(name: str) -> tuple[Any, str]:
    """A function that makes a model, and a joint of it."""
    if name == "pendulum":
        return lambda: pendulum(True, 0.3)[0], "hinge"
    if name == "pendulum in space":
        return lambda: pendulum(False, 0.3)[0], "hinge"
    return (lambda: four_bar(name == "four-bar")), "C"


def compile_calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list that grows with every model compiled by a run."""
    calls: list[str] = []

    def counting(model: jd.Model, **options: Any) -> Any:
        calls.append(model.name)
        return compile(model, **options)

    for module in (event_rows, plain_systems, run_systems):
        monkeypatch.setattr(module, "compile", counting)
    return calls


# -- dormant rows ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["pendulum", "pendulum in space", "four-bar", "redundant four-bar"])
def test_dormant_rows_change_nothing(name: str, method: str) -> None:
    if method in ("Galerkin",) and name in ("pendulum in space", "redundant four-bar"):
        pytest.skip("in space Galerkin integrates natural coordinates, which are tested apart")
    if method in ("null space", "partition") and name == "redundant four-bar":
        pytest.skip("the choice among dependent rows is one of rounding")
    make, joint = machine(name)
    alone = run(watched(make()), 0.5, METHODS[method], output=20)
    beside = run(with_dormant(make(), joint), 0.5, METHODS[method], output=20)
    exact = 1e-9 if method in ("alpha", "natural", "Galerkin") else 1e-8
    assert np.abs(beside.q - alone.q).max() < exact
    assert beside.system.row_names == alone.system.row_names
    scale = np.abs(alone.lam).max()
    assert np.abs(beside.lam - alone.lam).max() < 1e-5 * scale
    assert beside.stats.steps == pytest.approx(alone.stats.steps, abs=2, rel=0.02)


@pytest.mark.parametrize("planar", [True, False])
def test_galerkin_with_dormant_rows_in_natural_coordinates(planar: bool) -> None:
    method = jd.Galerkin(step=1e-2, coordinates="natural")
    alone = run(watched(pendulum(planar, 0.3)[0]), 0.2, method, output=5)
    beside = run(with_dormant(pendulum(planar, 0.3)[0], "hinge"), 0.2, method, output=5)
    assert np.abs(beside.q - alone.q).max() < 1e-9


@pytest.mark.parametrize("planar", [True, False])
def test_multipliers_of_dormant_rows_are_zero(planar: bool) -> None:
    model = with_dormant(pendulum(planar, 0.3)[0], "hinge")
    it = Run(jd.compile(model), jd.GeneralizedAlpha(step=1e-3), np.linspace(0.0, 0.3, 4))
    it.begin()
    it.march(False)
    segment = it.here
    dormant = segment.inner.system.tables["rows"]["active"] == 0
    assert dormant.sum() == (3 if planar else 6)
    assert (segment.mo.out_lam[:, dormant] == 0.0).all()
    assert np.abs(segment.mo.out_lam[:, ~dormant]).max() > 1.0


def test_dormant_rows_have_no_blocks_and_a_regular_pivot() -> None:
    model, _ = pendulum(False, 0.3)
    model.drive("motor", jd.angle(model.joints["hinge"].a, model.joints["hinge"].b), "0.3 + sin(t)")
    system = compile(model, switchable=("hinge", "motor"))
    both = SwitchableSystem(system)
    both.activate({"motor": False})
    kind, s = system.kind, both.memory()
    rng = np.random.default_rng(1)
    v, a = rng.normal(size=kind.v), rng.normal(size=kind.v)
    evaluate(kind, s, 0.4, system.q0, v, a=a, ref=system.ref0, lam=np.zeros(6), coefficients=(1, 0.1, 0.01, 0.1, 1e-8))
    r = system.row_names.index("motor: drive") if "motor: drive" in system.row_names else 5
    assert s.g[r] == s.rate[r] == s.gamma[r] == 0.0
    row = s.rows[r]
    assert (s.J[row["block"] : row["block"] + row["n_blocks"]] == 0.0).all()
    assert s.values[s.diagonal[s.place[kind.v + r]]] == -row["weight"]
    both.activate({"motor": True})
    evaluate(kind, both.memory(), 0.4, system.q0, v, ref=system.ref0)
    assert s.rate[r] != 0.0 and np.abs(s.J[row["block"]]).max() > 0.0


def test_tables_that_were_handed_out_do_not_change() -> None:
    system = compile(pendulum()[0], switchable=("hinge",))
    one = SwitchableSystem(system)
    before = one.in_force(system.q0, system.v0, system.w0, system.ref0)
    one.activate({"hinge": False})
    after = one.in_force(system.q0, system.v0, system.w0, system.ref0)
    assert (before.tables["rows"]["active"] == 1).all() and (system.tables["rows"]["active"] == 1).all()
    assert (after.tables["rows"]["active"] == 0).all()


# -- nothing is compiled on the way ------------------------------------------------------------------------------


def hammer(planar: bool = True) -> jd.Model:
    """A pendulum that is locked, unlocked, locked again, unlocked and let go."""
    model, _ = pendulum(planar, 0.3)
    for time, action in ((0.1, jd.Lock), (0.2, jd.Unlock), (0.3, jd.Lock), (0.4, jd.Unlock), (0.5, jd.Release)):
        model.event(f"at {time}", "t", time, actions=action("hinge"))
    return model


@pytest.mark.parametrize("method", [jd.DOP853(), jd.GeneralizedAlpha(step=1e-3, coordinates="natural")])
def test_no_run_compiles_while_it_goes_on(method: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for model in (ball(settle=jd.Engage("floor"), restitution=0.2), hammer(), hammer(False)):
        it = Run(jd.compile(model), method, np.linspace(0.0, 1.0, 11))
        it.begin()
        calls = compile_calls(monkeypatch)
        it.march(False)
        assert it.finished and it.failure is None and len(it.events) >= 5
        assert calls == []
        monkeypatch.undo()


def test_impacts_never_compile_even_for_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    model = ball()
    once = compile_calls(monkeypatch)
    assert len(run(model, 3.0).events) > 3
    assert len(once) == 1  # the system with the struck row


def test_a_law_that_is_switched_to_and_fro_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    model = jd.Model("relay", planar=True)
    body = model.body("mass", mass=1.0, inertia=1.0, at=(1.0, 0.0))
    x = model.measure("x", jd.coordinate(body, "x"))
    model.force("motor", x, law="-4*x")
    model.event("right", x, 0.0, direction="rising", actions=jd.Switch("motor", law="-9*x"))
    model.event("left", x, 0.0, direction="falling", actions=jd.Switch("motor", law="-4*x"))
    calls = compile_calls(monkeypatch)
    result = run(model, 10.0)
    assert len(result.events) > 6
    assert len(calls) <= 3  # the other law, and the systems of the result


# -- what is switched --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize(
    "method", [jd.DOP853(tol=1e-10), jd.GeneralizedAlpha(step=1e-3, coordinates="natural"), jd.Block()]
)
def test_lock_unlock_lock(planar: bool, method: Any) -> None:
    result = run(hammer(planar), 0.7, method, output=[0.0, 0.1, 0.12, 0.19, 0.25, 0.3, 0.35, 0.39, 0.45, 0.6, 0.7])
    q = dict(zip(np.round(result.t, 3).tolist(), result.q, strict=True))
    held = 1e-7
    assert np.abs(q[0.12] - q[0.19]).max() < held and np.abs(q[0.35] - q[0.39]).max() < held
    assert np.abs(q[0.19] - q[0.25]).max() > 1e-3 and np.abs(q[0.1] - q[0.35]).max() > 1e-2
    free, fast = (2, 3) if planar else (5, 6)
    assert [len(piece.system.row_names) for piece in result.pieces] == [free, fast, free, fast, free, 0]
    assert result.pieces[2].system.row_names == result.pieces[0].system.row_names


def test_numbers_of_a_spring_are_switched(monkeypatch: pytest.MonkeyPatch) -> None:
    model = jd.Model("spring", planar=True)
    body = model.body("mass", mass=1.0, inertia=1.0, at=(1.0, 0.0))
    x = model.measure("x", jd.coordinate(body, "x"))
    model.force("spring", x)
    model.event("now", "t", 1.0, actions=jd.Switch("spring", stiffness=4.0, damping=0.4, rest=0.5))
    for method in (jd.DOP853(tol=1e-11), jd.GeneralizedAlpha(step=1e-3), jd.Block(tol=1e-10)):
        calls = compile_calls(monkeypatch)
        result = run(model, 3.0, method, output=[0.0, 1.0, 2.0, 3.0])
        assert len(calls) <= 2  # with the numbers as they may be, and the system of the second piece
        monkeypatch.undo()
        w, d = np.sqrt(4.0 - 0.04), 0.2
        expected = 0.5 + 0.5 * np.exp(-d * 2.0) * (np.cos(w * 2.0) + d / w * np.sin(w * 2.0))
        assert result.q[-1, 0] == pytest.approx(expected, abs=2e-6 if isinstance(method, jd.GeneralizedAlpha) else 1e-8)
        assert result.pieces[0].system.tables["laws"]["stiffness"][0] == 0.0
        assert result.pieces[1].system.tables["laws"]["stiffness"][0] == 4.0


def test_resume_across_switches(tmp_path: Any) -> None:
    for k, method in enumerate(
        (jd.DOP853(), jd.GeneralizedAlpha(step=2e-3), jd.GeneralizedAlpha(step=2e-3, coordinates="natural"))
    ):
        for planar in (True, False):
            path = tmp_path / f"run {k} {planar}.npz"
            whole = run(hammer(planar), 0.7, method, output=14)
            _interrupted(hammer(planar), method, path)
            rest = jd.resume(path)
            assert np.array_equal(whole.t, rest.t)
            assert np.array_equal(whole.q, rest.q)
            assert [e.t for e in whole.events] == [e.t for e in rest.events]


def _interrupted(model: jd.Model, method: Any, path: Any) -> None:
    """A checkpoint of a run in the second lock."""
    from jourdain.analyses.checkpoint import Keeper
    from jourdain.analyses.simulate import output_times

    it = Run(jd.compile(model), method, output_times(0.0, 0.7, 14))
    it.begin()
    keeper = Keeper(path, 1e9, "fast", it.first)

    def stop() -> None:
        if len(it.events) == 3:
            it.interrupted = True

    it.march(False, stop)
    assert len(it.events) == 3
    keeper.write(it, ())
