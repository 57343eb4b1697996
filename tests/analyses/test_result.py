"""What a Result says: labels, times between the outputs, points and measures, against formulas of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import STENCIL, close, derivative
from jourdain.system.system import evaluate
from machines import problems as pb
from machines.many_elements import linkage, machine, run
from machines.trust_problems import PROBLEMS, top_states

MACHINES = pytest.mark.parametrize("name", ["machine", "linkage"])


def rate(result: jd.Result, values: Any) -> np.ndarray:
    """d/dt of values at the outputs by central differences of order 8, for outputs 4 .. -4."""
    x, h = np.asarray(values), result.t[1] - result.t[0]
    n = len(x)
    return sum(c * (x[4 + k : n - 4 + k] - x[4 - k : n - 4 - k]) for k, c in enumerate(STENCIL, 1)) / h


# --------------------------------------------------------------------------- labels


def test_labels_in_space() -> None:
    """Dimensions, coordinates, units, frame and names of what comes out."""
    r = run("machine")
    body = r["rod"]
    units = {
        "position": "m",
        "velocity": "m/s",
        "acceleration": "m/s2",
        "angular_velocity": "rad/s",
        "angular_acceleration": "rad/s2",
    }
    for what, unit in units.items():
        array = getattr(body, what)
        assert array.dims == ("time", "axis") and list(array.axis.values) == ["x", "y", "z"]
        assert array.attrs["units"] == unit and array.attrs["frame"] == "ground"
        assert array.name == f"{what.replace('_', ' ')} of rod"
        assert np.array_equal(array.time, r.t) and array.time.attrs["units"] == "s"
    assert body.quaternion.dims == ("time", "component") and list(body.quaternion.component.values) == list("wxyz")
    assert body.rotation.dims == ("time", "row", "column")
    close(np.einsum("tij,tkj->tik", body.rotation, body.rotation), np.tile(np.eye(3), (len(r.t), 1, 1)), 1e-14)
    assert r.measure("gap").dims == ("time",) and r.measure("gap").attrs["units"] == "m"
    assert r.multipliers["motor: drive"].attrs["units"] == "N m" and r.multipliers["C: slide x"].attrs["units"] == "N"
    assert r.energy.kinetic.attrs["units"] == "J" and r.energy.error.dims == ("time",)
    reaction = r.reaction("C")
    assert reaction.force.attrs == {"units": "N", "long_name": "force of C on slider", "frame": "C: joint"}
    assert reaction.torque.attrs["units"] == "N m" and reaction.point.attrs["units"] == "m"
    assert r["rod"].position.sel(axis="x").dims == ("time",)
    assert float(r.measure("gap").interp(time=0.5)) == pytest.approx(float(r.measure("gap")[200]))
    with pytest.raises(jd.ModelError, match=r"moves in space: use .quaternion"):
        _ = body.angle
    with pytest.raises(jd.ModelError, match=r"no body 'rodd'.*'rod'"):
        _ = r["rodd"]


def test_labels_in_the_plane() -> None:
    """Two axes, one angle; forces and torques of reactions keep three components."""
    r = run("linkage")
    assert r["cart"].position.dims == ("time", "axis") and list(r["cart"].position.axis.values) == ["x", "y"]
    for what, unit in {"angle": "rad", "angular_velocity": "rad/s", "angular_acceleration": "rad/s2"}.items():
        array = getattr(r["cart"], what)
        assert array.dims == ("time",) and array.attrs["units"] == unit
    turn = r["bob"].rotation.values
    close(turn[:, 1, 0], np.sin(r["bob"].angle), 1e-14)
    with pytest.raises(jd.ModelError, match=r"is planar: use .angle"):
        _ = r["bob"].quaternion


@MACHINES
def test_velocities_and_accelerations_are_rates(name: str) -> None:
    """Of every body, against differences of positions and velocities; rotations by R' R^T = w~."""
    r = run(name)
    inner = slice(4, -4)
    for body in map(r.__getitem__, r.system.bodies):
        close(body.velocity.values[inner], rate(r, body.position), 1e-8)
        close(body.acceleration.values[inner], rate(r, body.velocity), 1e-7)
        close(body.angular_acceleration.values[inner], rate(r, body.angular_velocity), 1e-7)
        spin = rate(r, body.rotation) @ np.swapaxes(body.rotation.values[inner], 1, 2)
        w = body.angular_velocity.values[inner]
        expected = w if r.system.planar else w[:, 2]
        close(spin[:, 1, 0], expected, 1e-8)
        if not r.system.planar:
            close(np.stack([spin[:, 2, 1], spin[:, 0, 2]], axis=1), w[:, :2], 1e-8)


# --------------------------------------------------------------------------- between the outputs


def _pendulum_errors(n: int) -> np.ndarray:
    """Largest errors of position, velocity, acceleration and multiplier at times between n outputs in 2 s."""
    coarse = jd.simulate(pb.pendulum(), 2.0, integrator=jd.DOP853(tol=1e-12), output=n, trust="fast")
    t = np.linspace(0.0, 2.0, 8 * n + 1)[4::8]
    r = coarse.at(t)
    assert np.array_equal(r.t, t)
    position, g = pb.pendulum_position(t), pb.PENDULUM_GRAVITY
    velocity = derivative(lambda s: pb.pendulum_position(t + s), 0.01)
    force = 3.0 * g * position[:, 1]
    acceleration = force[:, None] * position + (0.0, -g)
    found = (r["mass"].position, r["mass"].velocity, r["mass"].acceleration, r.multipliers["bar: distance"])
    exact = (position, velocity, acceleration, force)
    return np.array([np.abs(np.asarray(a) - b).max() for a, b in zip(found, exact, strict=True)])


def test_order_between_outputs_of_a_pendulum() -> None:
    """Quintics: at least the fifth power of the spacing, for forces as well, and no worse than a tenth of it at h = 1/10 s."""
    errors = np.array([_pendulum_errors(n) for n in (20, 40, 80)])
    assert (np.log2(errors[:-1] / errors[1:]) > 4.8).all(), errors
    assert errors[0, 0] < 1e-5 and errors[2, 0] < 1e-9


def _top_errors(n: int) -> np.ndarray:
    """Largest errors of rotation matrix, angular velocity and velocity of the heavy top between n outputs in 0.2 s."""
    coarse = jd.simulate(pb.heavy_top(), 0.2, integrator=jd.DOP853(tol=1e-12), output=n, trust="fast")
    t = np.concatenate([[0.0], np.linspace(0.0, 0.2, 8 * n + 1)[4::8]])
    r = coarse.at(t)
    quaternions, spins = top_states(t)
    exact = jd.simulate(pb.heavy_top(), 0.2, integrator=jd.DOP853(tol=1e-13), output=np.append(t, 0.2), trust="fast")
    q = r["top"].quaternion.values
    sign = np.sign((q * quaternions).sum(axis=1))[:, None]
    w = np.einsum("tji,tj->ti", r["top"].rotation.values, r["top"].angular_velocity.values)
    force = np.stack([r.multipliers[f"ball: slide {x}"] for x in "xyz"], axis=1)
    right = np.stack([exact.multipliers[f"ball: slide {x}"] for x in "xyz"], axis=1)[:-1]
    return np.array([np.abs(q - sign * quaternions).max(), np.abs(w - spins).max(), np.abs(force - right).max()])


def test_order_between_outputs_of_a_spinning_top() -> None:
    """The same for rotations, 150 rad/s fast: spacings of a fifth of a turn and less."""
    errors = np.array([_top_errors(n) for n in (25, 50, 100)])
    assert (np.log2(errors[:-1] / errors[1:]) > 4.7).all(), errors
    assert errors[2, 0] < 1e-6


@MACHINES
def test_between_outputs_joints_are_closed(name: str) -> None:
    """Interpolated states are closed to rounding: every row at every time, and velocities with them."""
    r = run(name)
    between = r.at(np.linspace(0.0, 1.0, 173))
    s = r.system.context()
    for i, t in enumerate(between.t):
        piece = between.pieces[0]
        evaluate(r.system.kind, s, t, piece.q[i], piece.v[i], ref=piece.ref[i])
        assert np.abs(s.g).max() < 1e-13 and np.abs(s.rate).max() < 1e-11
    assert between.trust is r.trust and between.stats is r.stats


@MACHINES
def test_at_the_outputs_it_is_the_run(name: str) -> None:
    """All of it, to rounding."""
    r = run(name)
    again = r.at(r.t)
    for what in ("t", "q", "v", "a", "lam", "energies", "work"):
        close(getattr(again, what), getattr(r, what), 1e-11)
    one = r.at(0.5)
    assert one.t.shape == (1,)
    close(one.q, r.q[r.t == 0.5], 1e-13)


@MACHINES
def test_between_outputs_energy_balances(name: str) -> None:
    """Drives, dampers and loads do work between the outputs as well: cubics through work and power, of order four."""
    make = {"machine": machine, "linkage": linkage}[name]
    errors = []
    for n in (200, 400):
        r = jd.simulate(make(), 1.0, integrator=jd.DOP853(tol=1e-11), output=n, trust="fast")
        assert np.abs(r.energy.error).max() < 1e-8
        errors.append(np.abs(r.at(np.linspace(0.0, 1.0, 8 * n + 1)[4::8]).energy.error.values).max())
    assert np.log2(errors[0] / errors[1]) > 3.5
    assert errors[1] < 5e-6


def test_extra_states_between_outputs() -> None:
    """Cubics through values and rates: the integral of cos(2 t) is sin(2 t)/2."""
    model = jd.Model("oscillator", planar=True)
    x = jd.coordinate(model.body("mass", mass=1, inertia=1, at=(1, 0)), "x")
    model.force("spring", x, stiffness=4)
    model.state("area", "x", inputs={"x": x})
    errors = []
    for n in (10, 20):
        r = jd.simulate(model, 2.0, integrator=jd.DOP853(tol=1e-12), output=n, trust="fast").at(np.linspace(0, 2, 77))
        errors.append(np.abs(r.state("area") - 0.5 * np.sin(2 * r.t)).max())
    assert errors[1] < 1e-5 and np.log2(errors[0] / errors[1]) > 3.7


def test_between_outputs_with_events() -> None:
    """A ball bounces between two outputs: before and after the blow it flies as it should."""
    model = jd.Model("ball", planar=True, gravity=(0.0, -10.0))
    ball = model.body("ball", mass=1.0, inertia=1.0, at=(0.0, 1.25))
    model.event("floor", jd.coordinate(ball, "y"), direction="falling", actions=jd.Impact(0.8))
    r = jd.simulate(model, 1.2, output=2)  # strikes at 0.5 s with 5 m/s, rises with 4 m/s
    assert [event.t for event in r.events] == [pytest.approx(0.5, abs=1e-9)]
    t = np.array([0.1, 0.3, 0.49, 0.51, 0.7, 0.9, 1.1])
    s = t - 0.5
    height = np.where(s < 0, 1.25 - 5.0 * t**2, 4.0 * s - 5.0 * s**2)
    between = r.at(t)
    assert np.array_equal(between.t, t)
    close(between["ball"].position[:, 1], height, 1e-9)
    close(between["ball"].velocity[:, 1], np.where(s < 0, -10.0 * t, 4.0 - 10.0 * s), 1e-8)
    close(between["ball"].acceleration[:, 1], np.full(len(t), -10.0), 1e-9)


def test_times_that_are_not_in_the_run() -> None:
    """Refused with the range of the run."""
    r = run("linkage")
    for times in (-0.1, [0.5, 1.01], [np.nan, 0.5]):
        with pytest.raises(jd.ModelError, match="at: "):
            r.at(times)
    with pytest.raises(jd.ModelError, match=r"is not within the run, 0 .. 1 s"):
        r.at(1.5)
    for times in ([0.5, 0.4], [], [[0.1, 0.2]]):
        with pytest.raises(jd.ModelError, match="give one time, or an increasing list of times"):
            r.at(times)


# --------------------------------------------------------------------------- dense output of the explicit pair


@pytest.mark.parametrize("name", ["pendulum", "heavy top", "arm", "Andrews"])
def test_many_outputs_do_not_change_the_run(name: str) -> None:
    """Outputs are interpolated inside the steps: the steps and the states at common times are the same."""
    problem = PROBLEMS[name]
    few, many = (jd.simulate(problem.model(), problem.end, tol=1e-8, output=n, trust="fast") for n in (10, 1000))
    assert few.stats.steps == many.stats.steps
    close(many.q[::100], few.q, 1e-13)
    assert many.stats.steps < 1000 or name == "heavy top"
    errors = problem.error(many)
    assert errors.max() < 1e-8  # also between the steps
    assert errors.max() < 4.0 * problem.error(few).max() + 1e-11


# --------------------------------------------------------------------------- points and measures


@MACHINES
def test_points(name: str) -> None:
    """Of a body by coordinates in its frame, or by marker: position by formula, velocity and acceleration by differences."""
    r = run(name)
    n = 2 if r.system.planar else 3
    body, s = ("bob", (0.1, -0.3)) if r.system.planar else ("slider", (0.1, 0.02, 0.03))
    point = r.point(body, s)
    com = np.array(r.model.bodies[body].com)[:n]
    turn = r[body].rotation.values[:, :n, :n]
    close(point.position, r[body].position.values + turn @ (np.array(s) - com), 1e-14)
    close(point.velocity.values[4:-4], rate(r, point.position), 1e-8)
    close(point.acceleration.values[4:-4], rate(r, point.velocity), 1e-7)
    marker = r.model.bodies[body].markers["tip" if r.system.planar else "eye"]
    for what in ("position", "velocity", "acceleration"):
        assert np.array_equal(getattr(r.point(marker), what), getattr(point, what))
    assert point.velocity.attrs["units"] == "m/s" and point.velocity.attrs["frame"] == "ground"
    origin = r.point(body)
    close(origin.position, r[body].position.values - turn @ com, 1e-14)
    still = r.point("ground", s)
    assert (still.position == np.array(s)).all() and not still.velocity.any() and not still.acceleration.any()
    with pytest.raises(jd.ModelError, match="'slidr' is no marker and no body"):
        r.point("slidr")


@MACHINES
def test_measures_that_were_not_named(name: str) -> None:
    """Distances, slides, angles and coordinates asked for after the run, from positions and axes of their markers."""
    r = run(name)
    hook = r.model.ground.markers["hook"]
    body, marker = ("bob", "tip") if r.system.planar else ("slider", "eye")
    tip = r.model.bodies[body].markers[marker]
    gap = r.point(tip).position.values - r.point(hook).position.values
    close(r.measure(jd.distance(hook, tip)), np.linalg.norm(gap, axis=1), 1e-13)
    axes = hook.matrix[:2, :2] if r.system.planar else hook.matrix
    for i, axis in enumerate("xy"):
        found = r.measure(jd.slide(hook, tip, axis))
        assert found.attrs["units"] == "m"
        close(found, gap @ axes[:, i], 1e-13)
    assert np.array_equal(r.measure(jd.coordinate(r.model.bodies[body], "y")), r[body].position[:, 1])
    if r.system.planar:
        angle = r[body].angle.values + tip.angle - hook.angle
        close(r.measure(jd.angle(hook, tip)), angle, 1e-13)
    else:
        assert np.array_equal(r.measure("gap"), r.measure(jd.distance(hook, tip)))
    with pytest.raises(jd.ModelError, match="no measure is named"):
        r.measure("gapp")


def test_angles_go_on_over_turns() -> None:
    """Asked for afterwards, an angle counts turns as one that was named does: a crank that turns two and a half times."""
    r = jd.simulate(pb.andrews_model(), pb.ANDREWS_END, tol=1e-8, output=300, trust="fast")
    angle = r.measure(jd.angle(r.model.ground.marker("frame"), r.model.bodies["K1"].marker("frame")))
    close(angle, r["K1"].angle, 1e-12)
    assert angle[-1] - angle[0] > 15.0
