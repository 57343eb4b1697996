"""compare: errors against a reference and a closed form, failing methods as lines, the command and the file key."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from machines import problems
from test_commands import FOUR_BAR, Call, call  # noqa: F401  the fixture


def lines(found: jd.Comparison, method: str) -> list:
    return [a for a in found.attempts if a.method == method]


def test_against_a_closed_form() -> None:
    """The pendulum of the benchmark library: errors shrink with the order, and are those against elliptic functions."""
    model = problems.pendulum()
    found = jd.compare(model, 2.0, methods="RK4", steps=[0.02, 0.01, 0.005], output=100)
    errors = [a.position for a in lines(found, "RK4")]
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    assert np.all(np.abs(orders - 4) < 0.5)
    result = jd.simulate(model, 2.0, integrator=jd.RK4(step=0.005), output=100, trust="fast")
    true = np.abs(result["mass"].position.values - problems.pendulum_position(result.t)).max()
    assert errors[-1] == pytest.approx(true, rel=1e-3)
    assert [a.steps for a in lines(found, "RK4")] == [100, 200, 400]


def test_settings_of_each_method() -> None:
    """Tolerances for what estimates its error, steps for what does not, and what the method itself says before both."""
    found = jd.compare(
        problems.pendulum(),
        0.5,
        methods=["RK4, DOP853", jd.Block(step=0.01)],
        tols=[1e-4, 1e-7],
        steps=[1e-2],
        output=20,
    )
    assert [(a.method, a.setting) for a in found.attempts] == [
        ("RK4", "h = 0.01"),
        ("DOP853", "tol = 0.0001"),
        ("DOP853", "tol = 1e-07"),
        ("Block", "h = 0.01"),
    ]
    steps = jd.compare(problems.pendulum(), 0.5, methods="Block, Adams", steps=[0.01], output=10)
    assert [a.setting for a in steps.attempts] == ["h = 0.01", "tol = 0.0001", "tol = 1e-06", "tol = 1e-08"]


def test_drift_shows() -> None:
    found = jd.compare(problems.pendulum(), 2.0, methods="RK4, RK4(constraints='direct')", steps=[0.02], output=50)
    closed, drifting = found.attempts
    assert closed.drift < 1e-13 and drifting.drift > 1e-7
    assert {chart.caption for chart in found.charts()} == {
        "work and precision",
        "energy that does not balance",
        "drift",
    }
    assert [len(line[1]) for line in found.charts()[2].curves()] == [51, 51]


def test_a_method_that_fails_is_a_line() -> None:
    """RK4 far beyond its limit: the spring makes 1e4 rad/s, the step allows 280."""
    model = jd.Model("stiff", planar=True)
    body = model.body("body", mass=1.0, inertia=1.0, at=(1.0, 0.0), velocity=(0.0, 1.0))
    model.spring("spring", model.ground.marker("o"), body.marker("c"), stiffness=1e8, rest=1.0)
    methods = "RK4(step=0.01), DOP853"
    found = jd.compare(model, 1.0, methods=methods, tols=[1e-3], reference="DOP853(tol=1e-5)", output=5)
    broken, fine = found.attempts
    assert "RK4" in broken.failure and "t = " in broken.failure and broken.position is None
    assert not fine.failure and fine.position < 1e-6
    assert f"failed: {broken.failure}" in str(found)
    assert list(found.results) == ["DOP853"]


def test_references() -> None:
    model = problems.pendulum()
    own = jd.simulate(model, 1.0, integrator=jd.RK4(step=1e-4), output=10, trust="fast")
    given = jd.compare(model, 1.0, methods="DOP853(tol=1e-11)", reference=own, output=10)
    assert "RK4" in given.reference and given.attempts[0].position < 1e-10
    with pytest.raises(jd.ModelError, match="other output times"):
        jd.compare(model, 1.0, methods="DOP853", reference=own, output=11)
    with pytest.raises(jd.ModelError, match="is no integrator"):
        jd.compare(model, 1.0, methods=[3])


def test_texts_and_pictures(tmp_path: Path) -> None:
    found = jd.compare(problems.pendulum(), 0.5, methods="RK4, DOP853", tols=[1e-6], steps=[0.01], output=10)
    text = str(found)
    assert text.count("\n") == 3 and "h = 0.01" in text and "DOP853, tol = 1e-12" in text
    assert len(found.section().tables[0].rows) == 2
    found.plot(tmp_path / "c.png")
    assert (tmp_path / "c.png").stat().st_size > 1000


def test_command_and_file(call: Call, tmp_path: Path) -> None:  # noqa: F811
    arguments = ("compare", FOUR_BAR, "--methods", "RK4, Block(index=1)", "--tols", "[1e-4]", "--steps", "[1 ms]")
    data = call.json(*arguments, "--t-end", "100 ms", "-o", tmp_path / "c.svg")
    assert [a["method"] for a in data["attempts"]] == ["RK4", "Block(index=1)"]
    assert data["attempts"][0]["steps"] >= 100 and (tmp_path / "c.svg").stat().st_size > 1000
    model = tmp_path / "m.yaml"
    text = Path(FOUR_BAR).read_text()
    model.write_text(f"{text}\n" + "compare: {t_end: 0.1, methods: [RK4, DOP853], tols: [1e-5], steps: [2 ms]}\n")
    code, out, _ = call("compare", model)
    assert code == 0 and "h = 0.002" in out and "tol = 1e-05" in out
    code, _, err = call("compare", model, "--methods", "RK5")
    assert code == 1 and "Did you mean 'RK4'" in err


def test_reproduce_command(call: Call, tmp_path: Path) -> None:  # noqa: F811
    page = tmp_path / "s.html"
    code, out, _ = call("reproduce", "singular", "-s", "t_end=0.2", "-s", "tols=[1e-4]", "-o", page)
    assert code == 0 and "Table 2" in out and "Figure 5" in page.read_text()
    code, _, err = call("reproduce", "singular", "-s", "t-end")
    assert code == 1 and "KEY=VALUE" in err
