"""Models of coordinates simulated by the integrators, against published numbers and SciPy."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jourdain as jd
from machines import lagrangians


@pytest.mark.parametrize(
    ("integrator", "bound"),
    [(jd.DOP853(tol=1e-10), 1e-10), (jd.Block(tol=1e-10), 1e-9), (jd.BDF(tol=1e-8), 1e-7), (jd.RK4(step=0.005), 1e-7)],
    ids=["DOP853", "Block", "BDF", "RK4"],
)
def test_snakeboard(integrator: Any, bound: float) -> None:
    """The generic run; rates at the start are projected on the rows in the mass metric by the package."""
    model = lagrangians.model("snakeboard")
    start, rates = [0.0, 0.0, 0.2, 0.5, -0.6, 0.9], [0.25, 0.1, 1.5, 1.0, 0.8, -1.2]
    model.coordinates = {key: (start[i], rates[i]) for i, key in enumerate(model.coordinates)}
    result = jd.simulate(model, 2.0, integrator=integrator, output=2, trust="fast")
    expected = [-0.0372205616527, 0.3037172029085, 0.3489778805333, 4.9825080408192, 1.8182967513887, -2.3029369588136]
    assert np.abs(result.q[-1] - expected).max() < bound


@pytest.mark.parametrize("integrator", [jd.DOP853(tol=1e-10), jd.BDF(tol=1e-9)], ids=["DOP853", "BDF"])
def test_relativistic_particle(integrator: Any) -> None:
    """The mass matrix depends on the rates: dp/dt = q (E + v x B) with p = gamma m v."""

    def slope(_: float, y: np.ndarray) -> list[float]:
        p = y[2:]
        v = p / np.sqrt(1.2**2 + p @ p / 9.0)
        return [v[0], v[1], -0.8 * 0.4 + 0.8 * 1.7 * v[1], -0.8 * 1.7 * v[0]]

    model = lagrangians.model("relativistic")
    v0 = model.start_rates
    p0 = 1.2 * v0 / np.sqrt(1.0 - v0 @ v0 / 9.0)
    expected = solve_ivp(slope, (0.0, 2.0), [*model.start, *p0], rtol=1e-12, atol=1e-13, method="DOP853").y[:2, -1]
    result = jd.simulate(model, 2.0, integrator=integrator, output=2, trust="fast")
    assert np.abs(result.q[-1] - expected).max() < 1e-7


def test_elements_on_coordinates() -> None:
    """A drive, a spring, an extra state with a force that reads it, and an event that ends the run."""
    model = jd.lagrangian(
        "elements",
        "m*l**2*th_rate**2/2 + m*g*l*cos(th) + x_rate**2/2",
        "th x",
        start=[0.5, 0.0],
        forces={"th": "w - x*th_rate"},
        states={"w": ("-2*w + th", 0.3)},
        parameters={"m": 2.0, "l": 0.5, "g": 9.81},
    )
    model.drive("shaker", model.coordinate("x"), "0.1*sin(3*t)")
    model.force("spring", model.coordinate("th"), stiffness=3.0, damping=0.1)
    model.event("lowest", model.coordinate("th"), 0.0, direction="falling", actions=jd.Stop())

    def slope(t: float, y: np.ndarray) -> list[float]:
        th, rate, w = y
        torque = w - 0.1 * np.sin(3.0 * t) * rate - 9.81 * np.sin(th) - 3.0 * th - 0.1 * rate
        return [rate, torque / 0.5, -2.0 * w + th]

    def lowest(_: float, y: np.ndarray) -> float:
        return float(y[0])

    lowest.terminal = True  # type: ignore[attr-defined]
    expected = solve_ivp(slope, (0.0, 5.0), [0.5, 0.0, 0.3], events=lowest, rtol=1e-11, atol=1e-12)
    result = jd.simulate(model, 5.0, integrator=jd.DOP853(tol=1e-10), output=50, trust="fast")
    end = float(result.t[-1])
    assert end == pytest.approx(expected.t[-1], abs=1e-9)
    np.testing.assert_allclose(result.q[-1], [0.0, 0.1 * np.sin(3.0 * end)], atol=1e-9)
    assert result.w[-1, 0] == pytest.approx(expected.y[2, -1], abs=1e-8)


def test_results_are_stored(tmp_path: Path) -> None:
    """NetCDF with the model inside, the labelled dataset and the table hold coordinates, rates and speeds."""
    model = lagrangians.model("spherical")
    model.speeds["u"] = "x_rate*y"
    model.measure("height", model.coordinate("z"))
    result = jd.simulate(model, 0.2, integrator=jd.DOP853(tol=1e-8), output=4, trust="fast")
    result.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert again.model == model and np.array_equal(again.q, result.q) and np.array_equal(again.lam, result.lam)
    result.to_csv(tmp_path / "run.csv")
    head, *lines = (tmp_path / "run.csv").read_text().splitlines()
    columns = head.split(",")
    assert columns[:4] == ["t [s]", "x [-]", "y [-]", "z [-]"] and {"x.rate [-]", "u [-]", "height [-]"} <= {*columns}
    last = dict(zip(columns, map(float, lines[-1].split(",")), strict=True))
    assert last["u [-]"] == pytest.approx(last["x.rate [-]"] * last["y [-]"], rel=1e-14)
    assert last["z [-]"] == last["height [-]"] == result.q[-1, 2]


TREATMENTS = (
    "projection",
    "gauss",
    "direct",
    "baumgarte",
    "controlled-baumgarte",
    "partitioning",
    "qr",
    "svd",
    "null-space",
    "tangent-space",
)
METHODS = {
    "GeneralizedAlpha": (jd.GeneralizedAlpha(step=5e-4), 1e-6),
    "Block": (jd.Block(tol=1e-9), 1e-9),
    "BDF": (jd.BDF(tol=1e-8), 1e-7),
    "Adams": (jd.Adams(tol=1e-9), 1e-8),
    "ABM4": (jd.ABM4(step=1e-3), 1e-9),
    "SDIRK4": (jd.SDIRK4(step=2e-3), 1e-9),
    "CentralDifference": (jd.CentralDifference(step=5e-4), 1e-6),
    "Galerkin": (jd.Galerkin(step=5e-3), 1e-9),
    **{f"RK4, {name}": (jd.RK4(step=2e-3, constraints=name), 1e-9) for name in TREATMENTS},
}


@functools.cache
def exact(name: str) -> jd.Result:
    return jd.simulate(lagrangians.model(name), 0.5, integrator=jd.DOP853(tol=1e-12), output=5, trust="fast")


@pytest.mark.parametrize("model", lagrangians.PARTS)
@pytest.mark.parametrize("name", METHODS)
def test_every_method(name: str, model: str) -> None:
    """Also where the mass matrix depends on the rates, and rows on the time."""
    method, bound = METHODS[name]
    result = jd.simulate(lagrangians.model(model), 0.5, integrator=method, output=5, trust="fast")
    expected = exact(model)
    assert np.abs(result.q - expected.q).max() < bound
    assert np.abs(result.v - expected.v).max() < 10.0 * bound
    assert np.abs(result.lam - expected.lam).max(initial=0.0) < 100.0 * bound
