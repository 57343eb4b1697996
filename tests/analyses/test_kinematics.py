"""Driven motions against closed forms; what drives leave free, drive twice or cannot reach, by name and time."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from typer.testing import CliRunner

import jourdain as jd
from jourdain.commands.cli import app
from jourdain.examples import slider_crank as slider_crank_in_space
from machines import driven
from machines.driven import COUPLER, CRANK, GROUND, ROCKER
from machines.mechanisms import four_bar_in_space
from machines.rolling_models import sleigh
from machines.spatial_loops import heavy_bennett

TIMES = np.linspace(0.0, 1.3, 14)
MACHINES = {
    "slider-crank": (driven.slider_crank, driven.piston, "slider.x"),
    "four-bar": (driven.four_bar, lambda a: mp.arg(driven.rocker_pin(a) - GROUND), "rocker.angle"),
    "quick-return": (driven.quick_return, driven.ram, "ram.x"),
}


@pytest.mark.parametrize("name", MACHINES)
def test_closed_forms(name: str) -> None:
    """Positions, velocities and accelerations to 1e-12 of their size; energy balances by quadrature alone."""
    make, position, curve = MACHINES[name]
    found = jd.kinematics(make(), TIMES[-1], output=TIMES)
    body = found[curve.partition(".")[0]]
    levels = (
        [body.angle, body.angular_velocity, body.angular_acceleration]
        if curve.endswith("angle")
        else [x.sel(axis="x") for x in (body.position, body.velocity, body.acceleration)]
    )
    expected = driven.motions(position, TIMES)
    for k, values in enumerate(levels):
        assert np.abs(values - expected[:, k]).max() <= 1e-12 * max(1.0, np.abs(expected[:, k]).max())
    fine = jd.kinematics(make(), TIMES[-1], output=300)
    assert np.abs(fine.energy.error).max() <= 1e-9 * np.abs(fine.energy.kinetic).max()
    assert fine.trust.imbalance < 1e-13 and fine.trust.worst < 1e-13 and "nothing is integrated" in str(fine)


def test_in_space_with_redundant_rows_and_natural_coordinates() -> None:
    """The slider-crank of revolutes in space: three rows redundant, the same closed form, in both kinds of coordinates."""
    model = slider_crank_in_space()
    model.drive("motor", model.joints["A"].angle, "-5*t - 0.3*sin(3*t)")
    start = math.radians(60.0)
    crank = start + 5.0 * TIMES + 0.3 * np.sin(3.0 * TIMES)
    x = 0.15 * np.cos(crank) + np.sqrt(0.4**2 - (0.15 * np.sin(crank)) ** 2)
    for system in (model, jd.compile(model, coordinates="natural")):
        found = jd.kinematics(system, TIMES[-1], output=TIMES)
        assert found.redundant == 3 and np.abs(found["slider"].position.sel(axis="x") - x).max() < 1e-12


def test_a_nearly_singular_loop_is_not_a_singular_one() -> None:
    """Bennett's linkage comes to a transmission angle of 1.6 degrees and goes on: a full turn, no singular position."""
    model = heavy_bennett()
    model.drive("motor", next(iter(model.joints.values())).angle, "2*pi*t")
    found = jd.kinematics(model, 1.0, output=40)
    assert found.redundant == 3 and not found.singular and "by continuity" not in str(found)
    assert (
        np.abs(found.q[-1] - found.q[0]).max() < 1e-9 or np.abs(np.abs(found.q[-1]) - np.abs(found.q[0])).max() < 1e-9
    )
    assert np.abs(found.energy.error).max() < 1e-8 * np.abs(found.energy.kinetic).max()


def test_a_lagrangian_and_a_python_function() -> None:
    """A pendulum in two coordinates held by a row, one of them driven by code without derivatives."""
    model = jd.lagrangian(
        "pendulum",
        "m/2*(x_rate**2 + y_rate**2) - m*g*y",
        ["x", "y"],
        start=[0.0, -1.0],
        parameters={"m": 1.0, "g": 9.81},
        constraints={"rod": "x**2 + y**2 - 1"},
    )
    model.drive("push", model.coordinate("x"), lambda t: 0.5 * math.sin(t))
    found = jd.kinematics(model, 2.0, output=40)
    assert np.abs(found["y"].value + np.sqrt(1.0 - 0.25 * np.sin(found.t) ** 2)).max() < 1e-14
    assert "by differences" in str(found)


# --------------------------------------------------------------------------- screws


def _turning(kind: str, **options: Any) -> tuple[jd.Model, np.ndarray, np.ndarray]:
    """A body on a joint with a tilted axis, driven; axis and a point of it."""
    model = jd.Model("axis")
    axis, point = np.array([1.0, 2.0, -2.0]) / 3.0, np.array([0.3, -0.2, 0.5])
    body = model.body("body", mass=1.0, inertia=(0.1, 0.2, 0.25), at=(1.0, 0.5, 0.2))
    model.body("other", mass=1.0, inertia=(0.1, 0.2, 0.25), at=(0.0, 0.0, 1.0))
    joint = model.joint("J", kind, model.ground, body, at=point, axis=axis, **options)
    model.joint("K", "revolute", model.ground, "other", at=(0.0, 0.0, 1.0), axis=(1.0, 0.0, 0.0))
    model.drive("motor", joint.slide if kind == "prismatic" else joint.angle, "0.7*t + 0.2*sin(2*t)")
    model.drive("other motor", model.joints["K"].angle, "3*t")
    return model, axis, point


def test_screw_axis() -> None:
    """A hinge: its axis and pitch 0. A screw: its pitch. A slide: no axis. Two bodies: the relative motion they have."""
    for kind, options, pitch in (("revolute", {}, 0.0), ("screw", {"pitch": 0.05}, 0.05 / (2.0 * np.pi))):
        model, axis, point = _turning(kind, **options)
        found = jd.kinematics(model, 1.0, output=20)
        screw = found.screw_axis("body")
        sign = np.sign(screw.direction.values @ axis)
        assert np.abs(screw.direction.values - sign[:, None] * axis).max() < 1e-12
        assert np.abs(np.cross(screw.point.values - point, axis)).max() < 1e-12
        assert np.abs(screw.pitch.values - pitch).max() < 1e-12
        assert np.abs(screw.turning.values - (0.7 + 0.4 * np.cos(2.0 * found.t))).max() < 1e-12
    relative = jd.screw_axis(found, "body", "other")
    spin = found["body"].angular_velocity.values - found["other"].angular_velocity.values
    assert np.abs(np.cross(relative.direction.values, spin)).max() < 1e-12
    for i in (0, 7, 20):  # points of the axis move along it, seen from the other body
        p = relative.point.values[i] + 0.3 * relative.direction.values[i]
        velocities = []
        for name in ("body", "other"):
            one = found[name]
            arm = p - one.position.values[i]
            velocities.append(one.velocity.values[i] + np.cross(one.angular_velocity.values[i], arm))
        along = relative.sliding.values[i] * relative.direction.values[i]
        assert np.abs(velocities[0] - velocities[1] - along).max() < 1e-12
    model, axis, _ = _turning("prismatic")
    slide = jd.kinematics(model, 1.0, output=20).screw_axis("body")
    assert np.isinf(slide.pitch).all() and np.isnan(slide.point).all()
    assert np.abs(np.abs(slide.direction.values @ axis) - 1.0).max() < 1e-12
    with pytest.raises(jd.ModelError, match=r"no body 'bodi'. Did you mean 'body'"):
        jd.screw_axis(found, "bodi")


# --------------------------------------------------------------------------- what drives do


def test_loops_upon_loops() -> None:
    """A tower of 660 bodies: its pivots are as small as those of redundant rows, which it has none; all tops stay level."""
    storeys, times = 220, np.linspace(0.0, 1.0, 5)
    found = jd.kinematics(driven.tower(storeys, True), 1.0, output=times)
    angle, rate = 0.5 * np.sin(times), 0.5 * np.cos(times)
    top = found[f"top {storeys - 1}"]
    exact = np.stack([0.5 - storeys * np.sin(angle), storeys * np.cos(angle)], axis=1)
    speed = -storeys * rate[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    assert found.redundant == 0 and np.abs(top.position - exact).max() < 1e-11 * storeys
    assert np.abs(top.velocity - speed).max() < 1e-11 * storeys and not found.singular
    assert f"transmission angles to {len(found.transmission) - 6} more" in str(found)
    with pytest.raises(jd.ModelError, match=r"speeds stay open by .* beside the 300 that are redundant"):
        jd.kinematics(driven.tower(100, False), 1.0)


def test_under_driven() -> None:
    """The free motions by name, and a remedy."""
    with pytest.raises(
        jd.ModelError, match=r"has no drives: 1 motion is left free: rotation of 'rocker' \(together with"
    ) as error:
        jd.kinematics(driven.four_bar(None), 1.0)
    assert "model.drive('motor', model.joints['A'].angle" in str(error.value)
    model = driven.arm(law=False)
    model.drive("motor", model.joints["A"].angle, "t")
    with pytest.raises(jd.ModelError, match="is under-driven: 1 motion is left free: rotation of 'fore'"):
        jd.kinematics(model, 1.0)


def test_idle_rotation_is_named() -> None:
    """A coupler between two balls turns about itself; no drive of another body would hold that."""
    model = four_bar_in_space(("revolute", "spherical", "spherical", "revolute"))
    model.drive("motor", model.joints["A"].angle, "0.4*sin(t)")
    with pytest.raises(
        jd.ModelError, match=r"rotation of 'link 1' about its axis .* hold it by joints that leave less free"
    ):
        jd.kinematics(model, 1.0)


def test_over_driven() -> None:
    """Drives that agree share their force; those that contradict each other are named, at the start and later."""
    model = driven.four_bar()
    model.drive("second", model.joints["A"].angle, "5*t + 0.3*sin(3*t)")
    found = jd.kinematics(model, 1.0, output=20)
    single = jd.kinematics(driven.four_bar(), 1.0, output=20)
    both = found.multipliers["motor: drive"] + found.multipliers["second: drive"]
    assert np.abs(both - single.multipliers["motor: drive"]).max() < 1e-9
    assert found.drives.dependent == ("motor", "second") and "over-driven: 'motor', 'second' agree" in str(found)
    other = driven.four_bar()
    other.drive("second", other.joints["D"].angle, "3*t")
    with pytest.raises(
        jd.AssemblyError, match="over-driven, and its drives contradict each other at t = 0 s: 'motor', 'second'"
    ):
        jd.kinematics(other, 1.0)
    later = driven.four_bar()
    later.drive("second", later.joints["A"].angle, "5*t + 0.3*sin(3*t) + step5(t, 0.5, 0, 0.6, 0.1)")
    with pytest.raises(jd.ConvergenceError, match=r"over-driven: from t = 0.500\d* s on 'motor', 'second'") as error:
        jd.kinematics(later, 1.0, output=20)
    assert error.value.partial.t[-1] == 0.5


def _rocker_limits() -> list[float]:
    """Turns of the rocker at which crank and coupler are in line, from its start [rad]."""
    start = float(mp.arg(driven.rocker_pin(mp.mpf(1)) - GROUND))
    reach = (COUPLER - CRANK, COUPLER + CRANK)
    return sorted(math.pi - math.acos((ROCKER**2 + GROUND**2 - x**2) / (2.0 * ROCKER * GROUND)) - start for x in reach)


def test_locked_and_range() -> None:
    """A crank-rocker driven by its rocker locks where crank and coupler are in line: time, joints, and range to 1e-9."""
    model = driven.four_bar(None)
    model.drive("motor", model.joints["D"].angle, "t")
    low, high = _rocker_limits()
    with pytest.raises(jd.ConvergenceError, match=r"locks at t = 0.99151084") as error:
        jd.kinematics(model, 2.0, output=200)
    assert all(f"'{name}'" in str(error.value) for name in "ABCD")
    partial = error.value.partial
    assert partial.t[-1] == 0.99 and partial.trust.worst < 1e-12
    found = jd.range_of_motion(model, "motor")
    assert abs(found.low - low) < 2e-9 and abs(found.high - high) < 2e-9
    assert {"A", "B", "C", "D"} <= set(found.locked_low) and "locked by" in str(found)
    whole = jd.kinematics(driven.four_bar(), 0.1, output=5, ranges=["motor"])
    assert str(whole.ranges["motor"]) == "range of motor: turns fully"
    with pytest.raises(jd.ModelError, match=r"no drive 'moter'. Did you mean 'motor'"):
        jd.range_of_motion(model, "moter")


def test_what_drives_cannot_do() -> None:
    """Jumps, values that are no numbers, functions that fail: each by name and time."""
    cases = {
        "1.0 if t < 0.5 else 1.5": "'motor' jumps at t = 0.5 s",
        "1.0 + sqrt(0.5 - t)": "'motor' is no number after t = 0.5",
    }
    for text, message in cases.items():
        with pytest.raises(jd.ConvergenceError, match=message):
            jd.kinematics(driven.four_bar(text), 1.0, output=20)

    def table(t: float) -> float:
        if t > 0.5:
            raise LookupError("nothing measured beyond 0.5 s")
        return 1.0 + t

    model = driven.four_bar(None)
    model.drive("motor", jd.coordinate(model.bodies["crank"], "theta"), table)
    with pytest.raises(jd.ConvergenceError, match="LookupError: nothing measured"):
        jd.kinematics(model, 1.0, output=20)


# --------------------------------------------------------------------------- special positions


@pytest.mark.parametrize("output", [200, 61])
def test_singular_positions(output: int) -> None:
    """A parallelogram that lies flat at 0.25 and 0.75 s, on an output (200) and between (61): times, and the branch is kept."""
    found = jd.kinematics(driven.parallelograms("pi/2 + 2*pi*t"), 1.0, output=output)
    assert [one.joints for one in found.singular] == [("A", "B", "C", "D")] * 2
    assert np.abs([one.t for one in found.singular] - np.array([0.25, 0.75])).max() < 1e-9
    assert np.abs(found["rocker"].angle - found["crank"].angle).max() < 1e-12
    assert np.abs(found["rocker"].angular_velocity - 2.0 * np.pi).max() < 1e-10
    assert np.abs(found["rocker"].angular_acceleration).max() < 1e-6
    assert ("by continuity" in str(found)) == (output == 200)
    with pytest.raises(jd.ModelError, match=r"in a singular position at t = 0.25 s: the rows of 'A', 'B', 'C', 'D'"):
        jd.kinematics(driven.parallelograms("pi/2 + 2*pi*t"), 1.0, t_start=0.25)


def test_singular_positions_shortly_after_each_other() -> None:
    """Two loops that lie flat a thousandth of the motion apart, and at the same time: each with its own time and joints."""
    found = jd.kinematics(driven.parallelograms("pi/2 + 2*pi*t", "pi/2 + 2*pi*t + 0.01*sin(3*t)"), 0.5, output=31)
    second = float(mp.findroot(lambda t: 2 * mp.pi * t + mp.mpf("0.01") * mp.sin(3 * t) - mp.pi / 2, 0.25))
    assert [one.joints for one in found.singular] == [("A2", "B2", "C2", "D2"), ("A", "B", "C", "D")]
    assert np.abs([one.t for one in found.singular] - np.array([second, 0.25])).max() < 1e-9
    both = jd.kinematics(driven.parallelograms(*["pi/2 + 2*pi*t"] * 2), 0.5, output=31)
    assert [len(one.joints) for one in both.singular] == [8] and abs(both.singular[0].t - 0.25) < 1e-9


def test_dead_points_and_transmission_angle() -> None:
    """Of the crank-rocker: where crank and coupler are in line; the angle between coupler and rocker. Of slots: 90 degrees."""
    found = jd.kinematics(driven.four_bar("1 + 2*pi*t"), 1.0, output=60)
    times = []
    for reach, back in ((COUPLER + CRANK, 0.0), (COUPLER - CRANK, math.pi)):
        direction = math.acos((reach**2 + GROUND**2 - ROCKER**2) / (2.0 * reach * GROUND)) + back
        times.append(((direction - 1.0) / (2.0 * math.pi)) % 1.0)
    assert [one.joint for one in found.dead_points] == ["D", "D"]
    assert np.abs([one.t for one in found.dead_points] - np.array(sorted(times))).max() < 1e-9
    between = found["coupler"].angle.values - found["rocker"].angle.values
    expected = np.arcsin(np.abs(np.sin(between)))
    assert np.abs(found.transmission["rocker"] - expected).max() < 1e-7  # arcsin near 90 degrees
    assert np.abs(np.sin(found.transmission["rocker"]) - np.sin(expected)).max() < 1e-13
    assert np.array_equal(found.transmission_angle("coupler", "rocker"), found.transmission["rocker"])
    lever = jd.kinematics(driven.quick_return(), 1.0, output=20)
    assert (
        list(lever.transmission) == ["lever", "ram"] and np.abs(np.sin(lever.transmission["lever"]) - 1.0).max() < 1e-13
    )
    obliquity = lever["link"].angle.values
    assert np.abs(np.sin(lever.transmission["ram"]) - np.abs(np.cos(obliquity))).max() < 1e-13
    with pytest.raises(jd.ModelError, match="should have one pin to what drives it"):
        found.transmission_angle("rocker", "crank")


# --------------------------------------------------------------------------- what it refuses, files, page


def test_refusals() -> None:
    """Events that act, rows of rates, unknown markers; states and plain events are named as left out."""
    model = driven.four_bar()
    model.event("seen", "t - 0.2")
    model.state("filter", "1 - filter")
    text = str(jd.kinematics(model, 0.5, output=5))
    assert "events are not looked for: 'seen'" in text and "extra states stay at their start values: 'filter'" in text
    model.event("end", "t - 0.3", actions=jd.Stop())
    with pytest.raises(jd.ModelError, match="does not carry out the actions of events: 'end'"):
        jd.kinematics(model, 0.5)
    with pytest.raises(jd.ModelError, match=r"no marker 'coupler.tip' \(body.marker\)"):
        jd.kinematics(driven.four_bar(), 0.5, paths=["coupler.tip"])
    rolls = sleigh()
    body = next(iter(rolls.bodies.values()))
    rolls.drive("turn", jd.coordinate(body, "theta"), "t")
    rolls.drive("forth", jd.coordinate(body, "x"), "0.1*t")
    with pytest.raises(jd.ModelError, match="hold speeds, not positions"):
        jd.kinematics(rolls, 1.0)


def test_command_page_and_files(tmp_path: Path) -> None:
    """The settings of a file, the section of the page with the coupler curve, JSON, and a stored result that loads equal."""
    model = driven.four_bar()
    model.bodies["coupler"].marker("tip", at=(0.1, 0.2))
    jd.write(
        model,
        tmp_path / "m.yaml",
        kinematics={"t_end": 1.0, "output": 20, "paths": ["coupler.tip"], "ranges": ["motor"]},
    )
    files = [str(tmp_path / name) for name in ("k.html", "k.nc")]
    ran = CliRunner().invoke(app, ["kinematics", str(tmp_path / "m.yaml"), "--json", "-o", files[0], "-o", files[1]])
    assert ran.exit_code == 0, ran.output
    told = json.loads(ran.output)
    assert told["drives"]["names"] == ["motor"] and told["ranges"]["motor"]["unit"] == "rad"
    page = Path(files[0]).read_text()
    assert "path of coupler.tip" in page and "transmission angle" in page
    found = jd.kinematics(model, 1.0, output=20, paths=["coupler.tip"])
    assert jd.load(files[1]) == found
    curve = found.paths["coupler.tip"].values
    coupler = found["coupler"]
    angle = coupler.angle.values
    at = coupler.position.values + np.stack(
        [0.1 * np.cos(angle) - 0.2 * np.sin(angle), 0.1 * np.sin(angle) + 0.2 * np.cos(angle)], axis=1
    )
    assert np.abs(curve - at).max() < 1e-14
    assert np.array_equal(found.curve("coupler.tip.y"), curve[:, 1])
    figure = found.plot("coupler.tip.x : coupler.tip.y", path=tmp_path / "curve.png")
    assert np.array_equal(figure.axes[0].lines[0].get_xydata(), curve) and figure.axes[0].get_aspect() == 1.0
