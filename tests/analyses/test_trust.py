"""The trust line says the truth: its estimate of the error against true errors, and every other number of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jourdain as jd
from helpers import Probe
from jourdain.run import estimate as companion
from jourdain.run.collect import result_of
from jourdain.run.run import Run
from machines import driven, redundant
from machines import problems as pb
from machines.spatial_loops import heavy_bennett
from machines.trust_problems import PROBLEMS

# --------------------------------------------------------------------------- the estimate of the error

LEAST, MOST = 1 / 3, 20.0  # printed error against the true one: never below, in nine of ten runs not above
USUAL = 0.1  # true errors beyond this are not measured but only noticed
OUTPUTS = 100


def _ladders(name: str) -> dict[str, list[tuple[float, Any]]]:
    """(part of the problem's time span, settings) by kind of setting; settings: a tol or an integrator."""
    end = PROBLEMS[name].end
    implicit = {"heavy top": (4, 5), "four-bar": (4, 5, 6)}.get(name, (4, 5, 6, 7))
    return {
        "tol": [(part, 10.0**-k) for part in (1.0, 0.6, 0.3) for k in range(4, 10)],
        "generalized-alpha": [(part, jd.GeneralizedAlpha(tol=10.0**-k)) for part in (1.0, 0.3) for k in implicit],
        # RK4 of the first is as long as the outputs are apart
        "steps": [(0.6, jd.RK4(step=0.6 * end / n)) for n in (OUTPUTS, 250, 800)]
        + [(0.6, jd.GeneralizedAlpha(step=0.6 * end / n)) for n in (1000, 4000)],
        # both runs would take the same few steps here
        "short": [
            (part, method(tol=tol))
            for part in (0.02, 0.1)
            for tol in (1e-3, 1e-5)
            for method in (jd.DOP853, jd.GeneralizedAlpha)
        ],
        "limited": [(0.6, jd.DOP853(tol=1e-4, max_step=end / 150))],
    }


LADDERS = [(name, kind) for name in PROBLEMS for kind in _ladders("arm")]


@cache
def ratios(name: str, kind: str) -> dict[str, float]:
    """Printed error over true error of every run of a ladder whose true error is known and usual."""
    problem = PROBLEMS[name]
    system = jd.compile(problem.model())
    found = {}
    for part, setting in _ladders(name)[kind]:
        options = {"tol": setting} if isinstance(setting, float) else {"integrator": setting}
        result = jd.simulate(system, part * problem.end, output=OUTPUTS, **options)
        if kind == "tol":
            assert isinstance(result.integrator, jd.DOP853)
        true = float(problem.error(result).max())
        if 3.0 * problem.known < true < USUAL:
            found[f"{part * problem.end:g} s, {setting}"] = result.trust.worst / true
    return found


@pytest.mark.parametrize(("name", "kind"), LADDERS)
def test_the_printed_error_is_not_too_small(name: str, kind: str) -> None:
    """Never below a third of the true one."""
    assert {run: ratio for run, ratio in ratios(name, kind).items() if not ratio >= LEAST} == {}


def test_the_printed_error_is_not_too_large() -> None:
    """In nine of ten runs not above twenty times the true one; and there are enough runs to say so."""
    every = np.array([ratio for ladder in LADDERS for ratio in ratios(*ladder).values()])
    assert len(every) > 200
    assert np.mean(every > MOST) <= 0.1
    by_tol = np.array([ratio for name in PROBLEMS for ratio in ratios(name, "tol").values()])
    assert len(by_tol) > 70
    assert np.mean(by_tol > MOST) <= 0.1


def test_a_motion_that_cannot_be_predicted() -> None:
    """The arm is chaotic: the line says until when the answer is worth anything, and in words that the rest is not."""
    problem = PROBLEMS["long arm"]
    result = jd.simulate(problem.model(), 30.0, tol=1e-6, output=600)
    until = result.trust.predictable_until
    assert 5.0 < until < 25.0
    true = problem.error(result)
    assert true.max() > USUAL  # it did become unpredictable
    assert true[result.t < until].max() < 3.0 * USUAL
    assert true[result.t <= until].max() > USUAL / 20.0  # and not long before it was said
    line = str(result.trust).splitlines()[0]
    assert line.startswith(f"accuracy: the motion is too sensitive to be predicted beyond t = {until:.4g} s")
    short = jd.simulate(problem.model(), 0.5 * until, tol=1e-6)
    assert short.trust.predictable_until == short.t[-1]
    assert "within about" in str(short.trust)


def test_the_error_over_time_bounds_the_true_one() -> None:
    """trust.error belongs to the output times, never falls, and holds at every one of them."""
    problem = PROBLEMS["heavy top"]
    result = jd.simulate(problem.model(), 1.0, tol=1e-7, output=37)
    error = result.trust.error
    assert error.shape == result.t.shape == result.trust.t.shape
    assert (np.diff(error) >= 0.0).all() and error[-1] == result.trust.worst
    assert (problem.error(result) <= 3.0 * error + problem.known).all()


def test_a_run_that_an_event_ends() -> None:
    """Both runs stop at the event, at times that are not the same to the last bit: they are compared there."""
    for tol in (1e-4, 1e-6):
        model = pb.pendulum()
        model.event("bottom", jd.coordinate(model.bodies["mass"], "y"), -0.9, direction="falling", actions=jd.Stop())
        result = jd.simulate(model, 5.0, tol=tol, output=np.arange(51) / 10)
        assert result.t[-1] < 1.0 and np.isfinite(result.trust.error).all()
        true = np.abs(result["mass"].position - pb.pendulum_position(result.t)).max()
        assert LEAST * true < result.trust.worst < tol


def test_the_companion_is_told_with_its_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its CPU time is stated against that of the run, and is not part of the run's own."""

    class Slow(Run):
        def march(self, *args: Any, **options: Any) -> None:
            super().march(*args, **options)
            self.cpu = 1e3

    monkeypatch.setattr(companion, "Run", Slow)
    result = jd.simulate(pb.pendulum(), 10.0, integrator=jd.DOP853(tol=1e-6))
    assert 0.0 < result.stats.cpu_seconds < 10.0
    assert result.trust.cost == pytest.approx(1e3 / result.stats.cpu_seconds)
    assert f"companion run at tol 3.2e-06, +{100 * result.trust.cost:.0f} % CPU]" in str(result.trust)


def test_fast_leaves_the_companion_out() -> None:
    """No estimate, and the line says so; the motion is the same to the last bit."""
    full, fast = (jd.simulate(pb.pendulum(), 2.0, trust=trust) for trust in ("full", "fast"))
    assert full == fast
    assert fast.trust.error is None and np.isnan(fast.trust.worst) and np.isnan(fast.trust.predictable_until)
    assert fast.trust.cost == 0.0 < full.trust.cost
    assert str(fast.trust).startswith("accuracy: not estimated (fast run)\n")
    assert str(full.trust).startswith("accuracy: positions within about ")
    with pytest.raises(jd.ModelError, match="'full' or 'fast'"):
        jd.simulate(pb.pendulum(), 2.0, trust="none")


def test_companions_that_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run itself stays as it is, and the reason stands where the estimate would."""

    class Broken(Run):
        def begin(self) -> None:
            raise jd.ModelError("out of order.")

    class Interrupted(Run):
        def march(self, *args: Any, **options: Any) -> None:
            self.interrupted = True

    for kind, reason in ((Broken, "tol 1e-07 failed: out of order."), (Interrupted, "companion run was interrupted")):
        monkeypatch.setattr(companion, "Run", kind)
        result = jd.simulate(pb.pendulum(), 1.0)
        assert len(result.t) == 201 and not result.interrupted
        assert result.trust.error is None and reason in str(result.trust).splitlines()[0]


# --------------------------------------------------------------------------- the other numbers


def hinged(n: int = 2, misfit: float = 0.0) -> jd.Model:
    """A leaf on n revolutes of one vertical axis, and a bob on a pin of its own on the leaf; misfit of the last one [m]."""
    model = jd.Model("gate", gravity=(0.0, 0.0, -9.81))
    moving = {"spin": (0.0, 0.0, 1.0), "velocity": (0.0, 0.5, 0.0)}
    leaf = model.body("leaf", mass=20.0, inertia=(3.0, 2.2, 0.9), at=(0.5, 0.0, 1.0), **moving)
    bob = model.body("bob", mass=1.0, inertia=(0.01, 0.02, 0.03), at=(1.0, 0.3, 1.0))
    for i in range(n):
        off = misfit if i == n - 1 else 0.0
        model.joint(f"hinge {i}", "revolute", model.ground, leaf, at_a=(0, 0, i), at_b=(off, 0, i), axis=(0, 0, 1))
    model.joint("pin", "revolute", leaf, bob, at=(1.0, 0.0, 1.0), axis=(1, 0, 0))
    return model


def test_energy_of_a_wrong_run() -> None:
    """Steps far too long: what the line says is lost is what positions and velocities have lost."""
    result = jd.simulate(pb.pendulum(), 10.0, integrator=jd.RK4(step=0.1), output=100)
    mass = result["mass"]
    kinetic = 0.5 * (mass.velocity.values**2).sum(axis=1) + 0.5 * mass.angular_velocity.values**2
    potential = pb.PENDULUM_GRAVITY * mass.position.values[:, 1]
    lost = np.abs(kinetic + potential - kinetic[0] - potential[0]).max()
    assert lost > 0.01
    assert result.trust.energy_error == pytest.approx(lost, rel=1e-9)
    assert result.trust.energy_size == pytest.approx(max(kinetic.max(), np.ptp(potential)), rel=1e-9)
    said = f"balance: energy {lost:.1e} J of {result.trust.energy_size:.3g} J ({lost / result.trust.energy_size:.0e})"
    assert said in str(result.trust)


def test_energy_with_work() -> None:
    """Dampers, drives and loads take and give energy: that is no error."""
    model = pb.andrews_model()
    model.force("brake", model.joints["O"].angle, damping=1e-5)
    result = jd.simulate(model, 0.02, tol=1e-9)
    assert np.abs(result.energy.dampers).max() > 1e-3 * result.trust.energy_size
    assert np.abs(result.energy.applied).max() > 0.1 * result.trust.energy_size
    assert result.trust.energy_error < 1e-8 * result.trust.energy_size


@pytest.mark.parametrize(
    "method", [jd.RK4(step=0.01), jd.GeneralizedAlpha(step=0.01), jd.DOP853()], ids=lambda m: m.name
)
def test_drift(method: Any) -> None:
    """Steps close the joints to rounding; and what a step had left open is told although outputs are closed."""
    run = Run(jd.compile(pb.pendulum()), method, np.linspace(0.0, 2.0, 21))
    run.begin()
    run.march(False)
    assert result_of(run)[0].trust.drift < 1e-10  # generalized-alpha at this step iterates to 1e-9 of a step
    run.here.mo.out_q[-1, :2] *= 1.0 + 3e-5  # the bar has length 1
    result, _ = result_of(run)
    assert result.trust.drift == pytest.approx(3e-5, rel=1e-4)
    assert np.linalg.norm(result["mass"].position[-1]) == pytest.approx(1.0, abs=1e-14)
    assert "joints drift 3e-05" in str(result.trust)


@pytest.mark.parametrize("name", ["Andrews", "heavy top"])
def test_balance_of_forces(name: str) -> None:
    """M a - h - G^T lam at every output, against the largest force, evaluated apart from the report."""
    result = jd.simulate(PROBLEMS[name].model(), PROBLEMS[name].end, tol=1e-6, trust="fast")
    probe = Probe(result.system)
    n, dim = (3, 2) if result.system.planar else (6, 3)
    worst = np.zeros(2)
    sizes = np.zeros(2)
    for i in range(0, len(result.t), 10):
        state = {name: getattr(result, name)[i] for name in ("q", "v", "a", "lam")}
        residual = probe.get("residual", t=result.t[i], ref=result.pieces[0].ref[i], **state)
        residual = residual[: result.v.shape[1]].reshape(-1, n)
        inertia = residual + (np.array(probe.s.force) + probe.rows().T @ state["lam"]).reshape(-1, n)
        for k, part in enumerate((slice(0, dim), slice(dim, n))):
            worst[k] = max(worst[k], np.abs(residual[:, part]).max())
            sizes[k] = max(sizes[k], np.abs(inertia[:, part]).max())
    assert 0.0 < result.trust.imbalance < 1e-11
    assert (worst <= 10.0 * result.trust.imbalance * sizes).all()


def test_redundant_joints_are_named() -> None:
    """Three hinges on one axis hold ten rows too many; the pin of the bob has no part in that."""
    trust = jd.simulate(hinged(3), 0.2).trust
    assert trust.redundant == 10
    assert trust.loose == ("hinge 0", "hinge 1", "hinge 2")
    assert "redundant: 10 equations; reactions of hinge 0, hinge 1, hinge 2 are not unique" in str(trust)
    assert jd.simulate(hinged(1), 0.2).trust.redundant == 0
    assert "redundant" not in str(jd.simulate(hinged(1), 0.2).trust)
    few = jd.simulate(hinged(7), 0.01, integrator=jd.RK4(step=0.01), trust="fast")
    assert "hinge 4 and 2 more are not unique" in str(few.trust)


def test_joints_that_do_not_fit_are_told() -> None:
    """A hinge 1e-6 m off its axis: the rows that stay open, and by how much."""
    trust = jd.simulate(hinged(2, misfit=1e-6), 0.2).trust
    assert trust.open_rows and all(name.startswith("hinge ") for name, _ in trust.open_rows)
    worst = max(abs(gap) for _, gap in trust.open_rows)
    assert 1e-7 < worst <= 1e-6
    assert f"joints do not fit: {len(trust.open_rows)} rows stay open, worst hinge " in str(trust)
    assert f"by {worst:.2e}" in str(trust)
    many = jd.simulate(hinged(9, misfit=1e-6), 0.01, integrator=jd.RK4(step=0.01), trust="fast")
    assert many.trust.open_rows and many.system.n_rows > 40 and not many.stats.decompositions


# --------------------------------------------------------------------------- singular positions


def _flat(n: int, end: float) -> np.ndarray:
    """Times at which the parallel uprights of the N-four-bar lie flat, from its one equation of motion."""
    rate = ((n + 1) / 2 + n) * 9.81 / ((n + 1) / 3 + n)
    return solve_ivp(
        lambda t, y: [y[1], rate * np.sin(y[0])],
        (0.0, end),
        [0.0, 1.0],
        "DOP853",
        rtol=1e-11,
        atol=1e-12,
        events=lambda t, y: np.cos(y[0]),
    ).t_events[0]


# within what of the true times: the nearest stage or step to it is what a run can know
PASSING = [
    *((jd.DOP853(tol=10.0**-k), 0.012) for k in (4, 6, 8, 10)),
    *((jd.RK4(step=h), h) for h in (1e-2, 2e-3)),
    *((jd.GeneralizedAlpha(step=h), 2 * h) for h in (1e-2, 1e-3)),
    *((jd.GeneralizedAlpha(tol=tol), 0.005) for tol in (1e-4, 1e-5)),
]


@pytest.mark.parametrize(
    ("method", "within"), PASSING, ids=lambda x: str(getattr(x, "tol", None) or getattr(x, "step", ""))
)
def test_singular_passages_at_their_times(method: Any, within: float) -> None:
    """The 2-four-bar lies flat ten times in 10 s: all of them are told, each once."""
    true = _flat(2, 10.0)
    assert len(true) == 10
    result = jd.simulate(PROBLEMS["four-bar"].model(), 10.0, integrator=method, trust="fast")
    assert len(result.trust.passages) == 10, result.trust.passages
    assert np.abs(np.array(result.trust.passages) - true).max() < within
    first = ", ".join(f"{t:.4g}" for t in result.trust.passages[:6])
    assert f"singular positions passed at t = {first} and 4 more s" in str(result.trust)


@pytest.mark.parametrize(
    "method", [jd.DOP853(tol=1e-9), jd.RK4(step=1e-2), jd.GeneralizedAlpha(step=5e-3)], ids=lambda m: m.name
)
@pytest.mark.parametrize("misfit", [0.0, 1e-5])
def test_passages_of_redundant_machines(method: Any, misfit: float) -> None:
    """One pivot is small all the time, and hides the other one until shortly before: some passages were not seen."""
    result = jd.simulate(redundant.four_bar(misfit=misfit), 2.0, integrator=method, output=100, trust="fast")
    true = _flat(1, 2.0)
    assert len(result.trust.passages) == len(true) == 2
    assert np.abs(np.array(result.trust.passages) - true).max() < 5e-4


@pytest.mark.parametrize("output", [50, 200])
def test_passages_of_redundant_cranks(output: int) -> None:
    """The pivot of the redundant row falls with the other one: instants were off by 1e-4 s, and no passage was named."""
    result = jd.simulate(redundant.three_cranks(), 2.0, integrator=jd.DOP853(tol=1e-8), output=output, trust="fast")
    assert np.abs(np.array(result.trust.passages) - [1.130753, 1.655978]).max() < 5e-6


def test_passages_shortly_after_each_other() -> None:
    """Two machines in one model, flat 1.5 ms apart in a run of 1 s: two passages."""
    model = driven.parallelograms("pi/2 + 3*t", "pi/2 + 3.0087*t")
    result = jd.simulate(model, 1.0, output=1000, trust="fast")
    assert np.abs(np.array(result.trust.passages) - np.pi / 2 / np.array([3.0087, 3.0])).max() < 1e-4


@pytest.mark.parametrize("method", [jd.GeneralizedAlpha(tol=1e-6), jd.RK4(step=5e-3)], ids=lambda m: m.name)
def test_stops_near_a_singular_position_say_so(method: Any) -> None:
    """A base that is too long by 1e-5: close to the flat position the machine turns round within 1e-3 s."""
    with pytest.raises(jd.ConvergenceError, match="near a singular position, where rows of A, B, C, D depend on each"):
        jd.simulate(redundant.four_bar(shift=1e-5), 2.0, integrator=method, output=100, trust="fast")


@pytest.mark.parametrize("play", [1e-7, 1e-5])
@pytest.mark.parametrize("method", [None, jd.DOP853(tol=1e-7), jd.RK4(step=5e-3)], ids=lambda m: m.name if m else "")
def test_machines_with_play_leave_singular_positions_by_their_speeds(method: Any, play: float) -> None:
    """Cranks that agree to 1e-5 when they lie flat: they go on as those that fit do, and claim no more than play allows."""
    exact = jd.simulate(redundant.three_cranks(), 2.0, integrator=jd.DOP853(tol=1e-9), output=100, trust="fast")
    result = jd.simulate(redundant.three_cranks(play), 2.0, integrator=method, output=100)
    off = float(np.abs(result.q - exact.q).max())
    assert off < min(100.0 * play + 3e-5, 3.0 * result.trust.worst)
    assert result.trust.worst < 3.0 * (2.0 * play) ** 0.5 and not result.trust.forbidden
    assert result.gaps and result.trust.passages


def test_stops_of_machines_with_play_say_so() -> None:
    """Newton's method closes what play leaves open at every step size: it says that, and what it has torn is no cause."""
    with pytest.raises(jd.ConvergenceError, match=r"fit with play only \(.* is open by .*\): on which way") as stop:
        method = jd.GeneralizedAlpha(tol=1e-6)
        jd.simulate(redundant.three_cranks(1e-5), 2.0, integrator=method, output=100, trust="fast")
    assert str(stop.value).count("is open by") == 1


def test_joints_that_drift_open_do_not_look_as_if_they_did_not_fit() -> None:
    """Redundant rows contradict each other once a treatment has let them drift: the treatment is blamed, not the drawing."""
    method = jd.Adams(tol=1e-4, constraints="direct")
    with pytest.raises(jd.ConvergenceError, match=r"because joints have drifted open \(.*Try: the treatment 'proj"):
        jd.simulate(heavy_bennett(), 3.0, integrator=method, output=100, trust="fast")


@pytest.mark.parametrize(
    "method", [jd.DOP853(), jd.RK4(step=2e-3), jd.GeneralizedAlpha(step=2e-3)], ids=lambda m: m.name
)
def test_redundancy_and_misfit_are_no_singular_positions(method: Any) -> None:
    """Rows that depend on others all the time are redundant, not singular."""
    for model in (hinged(3), hinged(2, misfit=1e-6), PROBLEMS["long arm"].model()):
        result = jd.simulate(model, 1.0, integrator=method, trust="fast")
        assert result.trust.passages == ()
        assert "singular" not in str(result.trust)


# --------------------------------------------------------------------------- what was chosen, and notes


def _spring(stiffness: float, damping: float = 0.0) -> jd.Model:
    """1 kg on a spring along x."""
    model = jd.Model("spring", planar=True)
    body = model.body("mass", mass=1, inertia=1, at=(1, 0))
    model.force("spring", jd.coordinate(body, "x"), stiffness=stiffness, damping=damping)
    return model


def test_choice_of_the_integrator() -> None:
    """Explicit where that is affordable; implicit where the model is stiff, algebraic or does not fit, with the reason."""
    soft = jd.simulate(_spring(100.0), 1.0)
    assert isinstance(soft.integrator, jd.DOP853) and soft.integrator.tol == 1e-6
    assert "because the model is not stiff (fastest rate 1.0e+01 1/s)" in str(soft.trust)
    stiff = jd.simulate(_spring(1e4, 1e7), 1.0)
    assert isinstance(stiff.integrator, jd.GeneralizedAlpha) and stiff.integrator.tol == 1e-6
    assert (
        "because the model is stiff (fastest rate about 1.0e+07 1/s: an explicit method would need 2e+06 steps)"
        in str(stiff.trust)
    )
    model = _spring(1.0)
    model.state("w", "w - 1", start=1.0, algebraic=True)
    assert "generalized-alpha, because the model has algebraic states" in str(jd.simulate(model, 0.1).trust)
    misfit = jd.simulate(hinged(2, misfit=1e-6), 0.1, tol=1e-5)
    assert isinstance(misfit.integrator, jd.GeneralizedAlpha) and misfit.integrator.tol == 1e-5
    assert "generalized-alpha, because redundant joints do not fit exactly" in str(misfit.trust)
    named = jd.simulate(_spring(1.0), 0.1, integrator=jd.RK4(step=0.01))
    assert "chosen" not in str(named.trust)


def test_a_stiff_run_is_right() -> None:
    """Overdamped: x = exp(-k t / c) to the tolerance, with few steps."""
    result = jd.simulate(_spring(1e7, 1e7), 1.0)
    assert isinstance(result.integrator, jd.GeneralizedAlpha)
    error = np.abs(result["mass"].position[:, 0] - np.exp(-result.t)).max()
    assert error < 1e-5 and LEAST * error < result.trust.worst
    assert result.stats.steps < 20_000


def test_differences_of_user_functions_are_noted() -> None:
    """Python functions have no derivatives of their own; texts have."""
    told = "derivatives of user functions are taken by differences"
    for law, expected in (("-x**3", False), (lambda t, x, v: -(x**3), True)):
        model = _spring(1.0)
        model.force("own", jd.coordinate(model.bodies["mass"], "x"), law=law)
        assert (told in str(jd.simulate(model, 0.1, trust="fast").trust)) == expected


def test_summary_holds_it_all() -> None:
    """The summary names model, method, steps and CPU time, and then the trust line."""
    result = jd.simulate(PROBLEMS["four-bar"].model(), 3.0, integrator=jd.DOP853(tol=1e-6))
    lines = result.summary().splitlines()
    assert lines[0] == "four-bar 2: 5 bodies, 14 constraint rows"
    assert lines[1].startswith(f"Dormand-Prince 8(5,3), tol 1e-06: t = 0 .. 3 s in {result.stats.steps} steps ")
    assert f"({result.stats.rejected} rejected)" in lines[1] and lines[1].endswith("s CPU")
    assert "\n".join(lines[2:]) == str(result.trust)
    assert [line.split()[0] for line in lines[2:]] == ["accuracy:", "balance:", "singular", "singular"]


def test_summary_says_what_was_changed() -> None:
    """Fixed steps that had to be halved are counted, and how far closing moved a start is said."""
    model = jd.Model("stiff", planar=True, gravity=(0.0, -9.81))
    bob = model.body("bob", mass=1.0, inertia=0.1, at=(1.0, 0.0), velocity=(0.0, 2.0))
    model.force("spring", jd.distance(model.ground.marker("o"), bob.marker("c")), law="-1e10*(x - 1)")
    halved = jd.simulate(model, 0.5, integrator=jd.Block(step=0.01), trust="fast")
    assert halved.stats.halvings > 0 and f"(a step was halved {halved.stats.halvings} times)" in halved.summary()
    moved = jd.Model("moved", planar=True)
    arm = moved.body("arm", mass=1.0, inertia=0.1, at=(0.5, 0.0))
    moved.joint("hinge", "revolute", moved.ground, arm, at=(0.0, 0.0))
    plain = jd.simulate(moved, 0.1, trust="fast")
    assert "start:" not in plain.summary()
    moved.drive("motor", jd.coordinate(arm, "theta"), "0.3 + t")
    result = jd.simulate(moved, 0.1, trust="fast")
    assert (
        result.moved == pytest.approx(0.3, abs=1e-9) and "closing the joints moved it by up to 0.3" in result.summary()
    )
