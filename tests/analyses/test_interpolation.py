"""result.at: between the outputs as good as the outputs are; points and measures along the motion."""

from __future__ import annotations

import numpy as np
import pytest

import jourdain as jd
import problems as pb


def _spread(model: jd.Model, end: float, n: int) -> float:
    """Largest error of positions in the middle of n output intervals, against a run that has outputs there."""
    method = jd.DOP853(tol=1e-12)
    times = np.linspace(0.0, end, n + 1)
    middle = 0.5 * (times[1:] + times[:-1])
    coarse = jd.simulate(model, end, integrator=method, output=times, trust="fast").at(middle)
    both = np.sort(np.concatenate([times, middle]))
    exact = jd.simulate(model, end, integrator=method, output=both, trust="fast").at(middle)
    assert np.array_equal(coarse.t, middle)
    return float(np.abs(coarse.q - exact.q).max())


@pytest.mark.parametrize(
    ("model", "end", "n"), [(pb.pendulum, 2.0, 20), (pb.heavy_top, 0.1, 20)], ids=["pendulum", "spinning top"]
)
def test_order_of_the_interpolation(model: object, end: float, n: int) -> None:
    """Quintics: halving the spacing divides the error by at least 2^5."""
    coarse, fine = (_spread(model(), end, k) for k in (n, 2 * n))  # type: ignore[operator]
    assert coarse > 30.0 * fine > 0.0


def test_interpolated_states_are_closed_and_balanced() -> None:
    result = jd.simulate(pb.planar_model(pb.two_link_arm()), 1.0, output=20, trust="fast")
    between = result.at(np.linspace(0.0, 1.0, 77))
    assert between.imbalance.max() < 1e-12
    elbow = between.point("upper", at=(0.5, 0.0)).position.values - between.point("lower", at=(-np.sqrt(0.75), 0.0)).position
    assert np.abs(np.asarray(elbow)).max() < 1e-12
    same = result.at(result.t)
    assert np.abs(same.q - result.q).max() < 1e-13


def test_times_outside_are_refused() -> None:
    result = jd.simulate(pb.pendulum(), 1.0, output=10, trust="fast")
    for times in (-0.1, [0.2, 1.1], [0.3, 0.2]):
        with pytest.raises(jd.ModelError, match="at: "):
            result.at(times)


def test_point_rates_are_derivatives() -> None:
    """Velocity and acceleration of a point are the first and second differences of its positions."""
    result = jd.simulate(pb.heavy_top(), 0.02, integrator=jd.DOP853(tol=1e-12), output=2000, trust="fast")
    point = result.point("top", at=(0.3, -0.2, 0.1))
    p, v, a = (getattr(point, name).values for name in ("position", "velocity", "acceleration"))
    h = result.t[1]
    assert np.abs((p[2:] - p[:-2]) / (2 * h) - v[1:-1]).max() < 1e-6 * np.abs(v).max()
    assert np.abs((v[2:] - v[:-2]) / (2 * h) - a[1:-1]).max() < 1e-6 * np.abs(a).max()


def test_dense_output_is_as_good_as_the_steps() -> None:
    """A thousand outputs inside few steps: all of them within the tolerance of the exact pendulum."""
    result = jd.simulate(pb.pendulum(), 5.0, integrator=jd.DOP853(tol=1e-7), output=1000, trust="fast")
    assert result.stats.steps < 200
    error = np.abs(result["mass"].position.values - pb.pendulum_position(result.t)).max(axis=1)
    assert error.max() < 1e-7
    ends = jd.simulate(pb.pendulum(), 5.0, integrator=jd.DOP853(tol=1e-7), output=1, trust="fast")
    assert np.abs(ends.q[-1] - result.q[-1]).max() < 1e-13


def test_any_measure_after_the_run() -> None:
    model = pb.planar_model(pb.two_link_arm())
    result = jd.simulate(model, 1.0, output=20, trust="fast")
    gap = jd.distance(model.ground.marker("o"), model.bodies["lower"].marker("c", at=(0.0, 0.0)))
    np.testing.assert_allclose(
        result.measure(gap).values, np.linalg.norm(result["lower"].position.values, axis=1), rtol=1e-13
    )
    np.testing.assert_allclose(
        result.measure(model.joints["elbow"].angle).values,
        result["lower"].angle.values - result["upper"].angle.values,
        atol=1e-12,
    )
