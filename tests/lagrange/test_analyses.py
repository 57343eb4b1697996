"""Analyses, results, files and commands of Lagrangian models: everything that works for bodies works for coordinates."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.commands import cli
from machines import lagrangians

EXACT = jd.DOP853(tol=1e-11)


def rod(**change: Any) -> jd.LagrangianModel:
    """A point on a circle, with coordinates of different inertia."""
    given: dict[str, Any] = {
        "coordinates": {"x": (0.6, 0.8), "y": (-0.8, 0.6)},
        "lagrangian": "m*(x_rate**2 + 3*y_rate**2 + x_rate*y_rate)/2 - m*g*y",
        "position_rows": {"rod": "x**2 + y**2 - 1"},
        "parameters": {"m": 0.7, "g": 9.81},
    }
    return jd.LagrangianModel("rod", **{**given, **change})


MASS = 0.7 * np.array([[1.0, 0.5], [0.5, 3.0]])


# --------------------------------------------------------------------------- check


def test_check_counts_both_levels() -> None:
    found = jd.check(lagrangians.model("snakeboard"))
    assert (found.coordinates, found.rows, found.rank, found.mobility, found.position_mobility) == (6, 2, 2, 4, 6)
    assert found.ok and "snakeboard: 6 coordinates, 2 rows" in str(found)
    assert "6 coordinates free, 4 velocities free; 2 rows of rates only" in str(found)
    assert found.section().tables[0].rows[0][0] == 6
    found = jd.check(rod())
    assert (found.mobility, found.position_mobility, found.gaps, found.moved) == (1, 1, {}, {})


def test_check_names_redundant_rows() -> None:
    model = rod(velocity_rows={"again": "3*x*x_rate + 3*y*y_rate"})
    model.drive("motor", model.coordinate("x"), "0.6 + 0.8*t")
    found = jd.check(model)
    assert found.ok and found.mobility == 0 and found.redundant == 1 and found.removable == ["again: velocity"]
    assert found.locked[0].joints == {"rod": ("multiplier",), "again": ("multiplier",)} and not found.suggestions
    assert "rows and drives determine the whole motion" in str(found)


def test_check_says_what_is_open_and_what_contradicts() -> None:
    found = jd.check(rod(coordinates={"x": (0.7, 0.0), "y": (-0.8, 0.0)}))
    assert found.ok and list(found.gaps) == ["rod: position"] and set(found.moved) == {"x", "y"}
    assert any(
        "rows are open at the start: rod: position by 0.13. Closing them changes 'x'" in one for one in found.warnings
    )
    found = jd.check(rod(position_rows={"rod": "x**2 + y**2 - 1", "far": "x - 3"}))
    assert not found.ok and "rows contradict each other" in found.errors[0]
    assert {*found.left_open} == {"rod: position", "far: position"}
    found = jd.check(rod(position_rows={}, velocity_rows={"a": "x_rate - 1", "b": "x_rate - 2"}))
    assert all(
        part in found.errors[0] for part in ("speeds contradict each other", "a: velocity by 0.5", "b: velocity by 0.5")
    )
    found = jd.check(rod(coordinates={"x": (0.6, 1.0), "y": (-0.8, 1.0)}))
    assert "start velocities do not fit the rows and drives" in found.notes[0]


def test_coordinates_without_inertia_are_named() -> None:
    model = jd.LagrangianModel("light", coordinates=dict.fromkeys("xyz", (0, 0)), lagrangian="x_rate**2")
    model.drive("motor", model.coordinate("y"), "t")
    assert jd.check(model).massless == ["motion of 'z'"]
    with pytest.raises(jd.ModelError, match="'light': motion of 'z': free and without inertia at t = 0 s"):
        jd.simulate(model, 1.0)


@pytest.mark.parametrize("level", ["position", "velocity"])
def test_rows_hold_coordinates_without_inertia(level: str) -> None:
    """2 x'' = y = t: x = t^3/12, and the row carries -x; for every family of methods."""
    model = jd.LagrangianModel("held", coordinates={"x": (0, 0), "y": (0, 1)}, lagrangian="x_rate**2 + x*y")
    if level == "position":
        model.position_rows["row"] = "y - t"
    else:
        model.velocity_rows["row"] = "y_rate - 1"
    for method in (EXACT, jd.RK4(step=0.01), jd.Block(tol=1e-9), jd.BDF(tol=1e-9), jd.GeneralizedAlpha(step=1e-4)):
        result = jd.simulate(model, 1.0, integrator=method, output=4, trust="fast")
        np.testing.assert_allclose(result.q[:, 0], result.t**3 / 12.0, atol=1e-9)
        np.testing.assert_allclose(result.lam[:, 0], -(result.t**3) / 12.0, atol=1e-9)
        np.testing.assert_allclose(result.a[:, 1], 0.0, atol=1e-9)


# --------------------------------------------------------------------------- starts


def test_velocities_change_least_in_the_mass_metric() -> None:
    model = rod(coordinates={"x": (0.6, 1.0), "y": (-0.8, 1.0)})
    G, v = np.array([1.2, -1.6]), np.array([1.0, 1.0])
    step = np.linalg.solve(MASS, G)
    expected = v - step * (G @ v) / (G @ step)
    result = jd.simulate(model, 0.1, integrator=EXACT, output=1, trust="fast")
    np.testing.assert_allclose(result.v[0], expected, atol=1e-13)
    np.testing.assert_allclose(jd.assemble(model).model.start_rates, expected, atol=1e-12)


def test_assemble_moves_least() -> None:
    """The stationary point of (q - q0) M (q - q0) on the circle, whatever the potential is."""
    model = rod(coordinates={"x": (0.9, 0.3), "y": (-0.2, -0.1)}, parameters={"m": 0.7, "g": 900.0})
    found = jd.assemble(model)
    assert isinstance(found.model, jd.LagrangianModel)
    q, q0 = found.model.start, model.start
    assert abs(q @ q - 1.0) < 1e-14
    pull = MASS @ (q - q0)
    assert abs(pull[0] * q[1] - pull[1] * q[0]) < 1e-9 * np.abs(pull).max()
    assert (
        found.moved["x"] == (pytest.approx(abs(q[0] - 0.9), abs=1e-15), 0.0)
        and found.gaps_before["rod: position"] < -0.1
    )
    assert "rod assembled" in str(found)
    kept = jd.assemble(model, fixed={"x": 0.5, "x_rate": 2.0}).model
    np.testing.assert_allclose(kept.start, [0.5, -np.sqrt(0.75)], atol=1e-13)
    np.testing.assert_allclose(kept.start_rates, [2.0, 1.0 / np.sqrt(0.75)], atol=1e-12)
    assert jd.assemble(model, fixed="y").model.coordinates["y"][0] == pytest.approx(-0.2, abs=1e-15)


def test_starts_that_cannot_be_are_refused() -> None:
    nowhere = rod(position_rows={"rod": "x**2 + y**2 + 1"})
    with pytest.raises(jd.AssemblyError, match=r"rod: position is open by 1\. Check these rows, and the start"):
        jd.simulate(nowhere, 1.0)
    with pytest.raises(jd.AssemblyError, match="the rows 'rod' cannot be closed together"):
        jd.assemble(nowhere)
    with pytest.raises(jd.AssemblyError, match="too many exact values: 'x' cannot all be kept with the rows 'rod'"):
        jd.assemble(rod(), fixed={"x": 4.0})
    with pytest.raises(jd.AssemblyError, match=r"speeds contradict each other.*a: velocity by 0.5; b: velocity by 0.5"):
        jd.simulate(rod(position_rows={}, velocity_rows={"a": "x_rate - 1", "b": "x_rate - 2"}), 1.0)
    with pytest.raises(jd.ModelError, match="weights: 'x': Lagrangian 'rod' has no bodies"):
        jd.assemble(rod(), weights={"x": 2.0})
    with pytest.raises(jd.ModelError, match="nothing is called 'z'"):
        jd.assemble(rod(), fixed="z")


# --------------------------------------------------------------------------- linear


def test_modes_by_name() -> None:
    """Two equal pendulums on each other: w^2 = g/l (2 -+ sqrt 2)."""
    L = "m/2*l**2*(2*a_rate**2 + b_rate**2 + 2*a_rate*b_rate*cos(a - b)) + m*g*l*(2*cos(a) + cos(b))"
    model = jd.lagrangian("double", L, "a b", start=[0, 0], parameters={"m": 1.3, "l": 0.7, "g": 9.81})
    found = jd.linear(model, inputs="a", outputs=["b", "a_rate"])
    expected = np.sqrt(9.81 / 0.7 * (2.0 + np.sqrt(2.0) * np.array([-1, -1, 1, 1])))
    np.testing.assert_allclose(np.abs(found.eigenvalues.imag), expected, rtol=1e-12)
    assert found.steady and found.states == ("a", "b", "a rate", "b rate") and not found.modes[0].bodies
    assert found.modes[0].others["a"] / found.modes[0].others["b"] == pytest.approx(np.sqrt(0.5), abs=1e-12)
    assert found.modes[0].largest == "b 1, a 0.707" and not found.section().motions
    np.testing.assert_allclose(
        found.B[2:, 0], np.linalg.solve(1.3 * 0.49 * np.array([[2, 1], [1, 1]]), [1, 0]), rtol=1e-12
    )
    np.testing.assert_allclose(found.C, [[0, 1, 0, 0], [0, 0, 1, 0]], atol=1e-15)
    with pytest.raises(jd.ModelError, match=r"moves no body; .* mode\.others"):
        found.animate(0)


def test_linear_about_a_steady_nonholonomic_motion() -> None:
    """A sleigh with its blade behind the centre of mass running straight: w' = -m a u/(J + m a^2) w, all else is free."""
    model = jd.LagrangianModel(
        "sleigh",
        coordinates={"x": (0, 0.8), "y": (0, 0.6), "th": (np.arctan2(0.6, 0.8), 0)},
        lagrangian="m/2*(x_rate**2 + y_rate**2) + J/2*th_rate**2",
        velocity_rows={"blade": "-x_rate*sin(th) + y_rate*cos(th) - a*th_rate"},
        parameters={"m": 2.0, "J": 0.3, "a": 0.25},
    )
    found = jd.linear(model)
    assert found.steady and len(found.eigenvalues) == 5 and found.free == 4
    assert found.eigenvalues[-1] == pytest.approx(-2.0 * 0.25 / (0.3 + 2.0 * 0.25**2), rel=1e-9)
    result = jd.simulate(model, 1.0, integrator=EXACT, output=10, trust="fast")
    assert jd.linear(model, at=(result, 0.55)).eigenvalues[-1] == pytest.approx(found.eigenvalues[-1], rel=1e-8)
    with pytest.raises(jd.ModelError, match="bodies or coordinates have other names"):
        jd.linear(rod(), at=result)


@pytest.mark.parametrize("name", lagrangians.PARTS)
def test_small_deviations_go_as_linear_says(name: str) -> None:
    """The rates of (positions, rates) that follow from A, at a state that is not steady, against neighbouring motions."""
    model = lagrangians.model(name)
    base = jd.linear(model)
    start, n, step = base.start, len(model.coordinates), 1e-6

    def rates(x: np.ndarray, sign: float) -> np.ndarray:
        moved = start.v.size
        deviation = sign * step * base.reduced.basis @ x
        other = model.copy()
        q, v = start.q + deviation[:moved], start.v + deviation[moved : 2 * moved]
        other.coordinates = {key: (q[i], v[i]) for i, key in enumerate(model.coordinates)}
        near = jd.linear(other).start  # closed again: what that changes is of second order
        return np.concatenate([near.v, near.a])

    for x in np.eye(len(base.A)):
        difference = base.reduced.projection[:, : 2 * n] @ (rates(x, 1.0) - rates(x, -1.0)) / (2.0 * step)
        np.testing.assert_allclose(difference, base.A @ x, atol=2e-6 * np.abs(base.A).max())


# --------------------------------------------------------------------------- results


def test_curves_and_plots(tmp_path: Path) -> None:
    from jourdain.result.curves import names

    model = lagrangians.model("spherical")
    model.speeds["u"] = "x_rate*y"
    model.force("spring", model.coordinate("x"), stiffness=2.0)
    result = jd.simulate(model, 0.3, integrator=EXACT, output=6, trust="fast")
    for i, name in enumerate(model.coordinates):
        assert np.array_equal(result.curve(name), result.q[:, i]) and result.curve(name).attrs["units"] == "-"
        assert np.array_equal(result.curve(f"{name}.rate"), result.v[:, i])
        assert np.array_equal(result.curve(f"{name}.acceleration"), result.a[:, i])
        np.testing.assert_allclose(result.curve(f"{name}.momentum"), 0.7 * result.v[:, i], rtol=1e-14)
        np.testing.assert_allclose(
            result.curve(f"rod.force.{name}"), result.lam[:, 0] * 2.0 * result.q[:, i], rtol=1e-13
        )
    np.testing.assert_allclose(result.curve("u"), result.v[:, 0] * result.q[:, 1], rtol=1e-14)
    np.testing.assert_allclose(result.curve("spring.force.x"), -2.0 * result.q[:, 0], rtol=1e-14)
    for name in names(result):
        assert result.curve(name).shape == (7,), name
    with pytest.raises(jd.ModelError, match=r"no curve is named 'x.rat'\. Did you mean 'x.rate'"):
        result.curve("x.rat")
    result.plot("x", "x : x.momentum", "energy.error", path=tmp_path / "curves.png")
    assert (tmp_path / "curves.png").stat().st_size > 1000


def test_generalised_forces_balance() -> None:
    """M a = -dV/dq - damping + force + the rows, by what the result says of each."""
    result = jd.simulate(lagrangians.model("spherical"), 0.5, integrator=EXACT, output=5, trust="fast")
    row = result.reaction("rod")
    assert row.unique and row.force.dims == ("time", "coordinate") and [*row.force.coordinate.values] == ["x", "y", "z"]
    applied = -0.05 * result.v + np.array([0.0, 0.0, -0.7 * 9.81])
    applied[:, 0] += 0.2 * np.sin(3.0 * result.t) - 0.1 * result.v[:, 1] * result.q[:, 0]
    np.testing.assert_allclose(0.7 * result.a, applied + row.force.values, atol=1e-11)
    with pytest.raises(jd.ModelError, match=r"no row, drive or force 'rodd'\. Did you mean 'rod'"):
        result.reaction("rodd")
    with pytest.raises(jd.ModelError, match="on, frame and at are for bodies"):
        result.reaction("rod", on="x")
    with pytest.raises(jd.ModelError, match="no coordinate 'xx'"):
        result["xx"]
    with pytest.raises(jd.ModelError, match="has coordinates and no bodies"):
        result.point("x")


@pytest.mark.parametrize("method", [EXACT, jd.Block(tol=1e-10), jd.RK4(step=5e-4)], ids=["DOP853", "Block", "RK4"])
@pytest.mark.parametrize("name", lagrangians.PARTS)
def test_energy_balances(name: str, method: Any) -> None:
    """With dampers, forces, an explicit time and rows that move."""
    result = jd.simulate(lagrangians.model(name), 1.0, integrator=method, output=20, trust="fast")
    assert float(np.abs(result.energy.error).max()) < 1e-9
    if name in ("spherical", "rheonomic", "mass and force"):
        assert np.abs(result.work[-1]).max() > 0.05


def test_results_between_outputs_and_files(tmp_path: Path) -> None:
    model = lagrangians.model("snakeboard")
    fine = jd.simulate(model, 1.0, integrator=EXACT, output=100, trust="fast")
    coarse = jd.simulate(model, 1.0, integrator=EXACT, output=50, trust="fast")
    between = coarse.at(fine.t)
    np.testing.assert_allclose(between.q, fine.q, rtol=0, atol=1e-8)
    np.testing.assert_allclose(between.lam, fine.lam, rtol=0, atol=1e-5)
    fine.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert again == fine and again.summary() == fine.summary() and "6 coordinates" in again.summary()
    assert np.array_equal(again["th"].momentum, fine["th"].momentum)
    np.testing.assert_allclose(again.reaction("front").force, fine.reaction("front").force)
    data = fine.dataset
    assert data["momentum"].dims == ("time", "coordinate") and np.array_equal(data["momentum"], fine.momenta)
    assert "coordinates within about" in jd.simulate(model, 0.5, output=5).summary()


def test_verify_and_compare() -> None:
    model = lagrangians.model("spherical")
    found = jd.verify(model, 0.5, output=10)
    assert {"x", "x: rate", "rod: position", "kinetic energy"} <= {o.name for o in found.outputs}
    assert found.digits("x") > 5.0 and not found.notes and found.section().tables[0].rows
    assert "DOP853" in str(jd.compare(model, 0.2, output=2))


# --------------------------------------------------------------------------- events


def ball() -> jd.LagrangianModel:
    return jd.lagrangian("ball", "m*z_rate**2/2 - m*g*z", "z", start=[1.0], parameters={"m": 2.0, "g": 9.81})


def test_impact_on_a_coordinate() -> None:
    model = ball()
    model.event("floor", model.coordinate("z"), 0.0, direction="falling", actions=jd.Impact(0.5))
    result = jd.simulate(model, 1.0, integrator=EXACT, trust="fast")
    speed = np.sqrt(2.0 * 9.81)
    assert result.events[0].t == pytest.approx(speed / 9.81, abs=1e-12)
    assert result.events[0].v_after[0] == pytest.approx(0.5 * speed, abs=1e-11)
    assert result.events[0].impulses["floor: impact"] == pytest.approx(2.0 * 1.5 * speed, abs=1e-10)
    assert float(np.abs(result.energy.error).max()) < 1e-11
    rest = 0.7 - speed / 9.81
    assert result.at(0.7).q[0, 0] == pytest.approx(0.5 * speed * rest - 9.81 / 2.0 * rest**2, abs=1e-11)


def test_parameters_forces_and_drives_change_at_events() -> None:
    half = np.sqrt(1.0 / 9.81)  # when z = 0.5
    model = ball()
    model.event("half", "z - 0.5", inputs={"z": model.coordinate("z")}, actions=jd.SetParameter("g", 1.0))
    result = jd.simulate(model, 1.0, integrator=EXACT, trust="fast")
    rest = 1.0 - half
    assert result.q[-1, 0] == pytest.approx(0.5 - 9.81 * half * rest - 0.5 * rest**2, abs=1e-11)
    assert float(np.abs(result.energy.error).max()) < 1e-11
    np.testing.assert_allclose(result.momenta, 2.0 * result.v, rtol=1e-15)
    model = ball()
    model.force("lift", model.coordinate("z"), law="0")
    model.event("half", model.coordinate("z"), 0.5, actions=jd.Switch("lift", law="2*9.81"))
    result = jd.simulate(model, 1.0, integrator=EXACT, trust="fast")
    assert result.q[-1, 0] == pytest.approx(0.5 - 9.81 * half * rest, abs=1e-11)
    model = ball()
    model.drive("hand", model.coordinate("z"), "1")
    model.event("now", "t - 0.3", actions=jd.Release("hand"))
    result = jd.simulate(model, 1.0, integrator=EXACT, trust="fast")
    assert result.q[-1, 0] == pytest.approx(1.0 - 9.81 / 2.0 * 0.49, abs=1e-11)
    force = result.reaction("hand").force.values[:, 0]
    np.testing.assert_allclose(force[result.t < 0.3], 2.0 * 9.81, rtol=1e-12)
    assert not force[result.t > 0.3].any()


# --------------------------------------------------------------------------- commands and bad input


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pendulum.yaml"
    jd.write(
        jd.lagrangian(
            "pendulum",
            "l**2*th_rate**2/2 + g*l*cos(th)",
            "th",
            start=[0],
            velocity=[0.1],
            dissipation="0.1*th_rate**2",
            parameters={"l": 0.5, "g": 9.81},
        ),
        file,
    )

    def call(*arguments: Any) -> str:
        monkeypatch.setattr(sys, "argv", ["jourdain", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            cli.main()
            raise SystemExit(0)
        assert not end.value.code
        return capsys.readouterr().out

    assert "1 coordinate, 0 rows" in call("check", file)
    assert "th 1" in call("linear", file)
    assert "1 coordinates" in call("run", file, "--t-end", 0.2, "-o", tmp_path / "r.nc", "-o", tmp_path / "r.csv")
    assert "th.momentum [-]" in (tmp_path / "r.csv").read_text()
    assert len(json.loads(call("linear", file, "--json"))["modes"]) == 2
    call("report", tmp_path / "r.nc", "-o", tmp_path / "r.html")
    assert '["momenta","th",' in (tmp_path / "r.html").read_text().replace(" ", "")


def test_bad_input_is_named() -> None:
    sympy = pytest.importorskip("sympy")
    q, p, r = sympy.symbols("q p r")
    with pytest.raises(jd.ModelError, match=r"'h': p has 2 entries \(p, r\) for 1 coordinates"):
        jd.hamiltonian("h", p**2 / 2 + q**2, [q], [p, r], start=[0], momenta=[0])
    with pytest.raises(jd.ModelError, match="n = 1 points of quadrature for k = 3"):
        jd.Galerkin(k=3, n=1)
    with pytest.raises(jd.ModelError, match="singular at the start: no inertia along 'y'"):
        jd.simulate(jd.lagrangian("s", "x_rate**2 - y", "x y", start=[1, 0]), 1.0)
    with pytest.raises(jd.ModelError, match=r"'k' in .*unknown name"):
        jd.lagrangian("s", "x_rate**2 - k*x", "x", start=[1])
