"""Inverse dynamics: forces of a run found again, loops and redundant joints, other actuators, too few and too many."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import jourdain as jd
from jourdain.commands.cli import app
from machines import driven
from machines.mechanisms import four_bar_in_space

FAST = jd.DOP853(tol=1e-8)


@pytest.fixture(scope="module")
def swing() -> jd.Result:
    """A run of the arm under its torques."""
    return jd.simulate(driven.arm(), 1.5, integrator=FAST, trust="fast", output=120)


def test_forces_of_a_run_are_found_again(swing: jd.Result) -> None:
    """The torques of the arm, one of which depends on the speed, and the torque on a four-bar: to 1e-8; reactions as well."""
    t = swing.t
    found = jd.inverse(driven.arm(), swing, actuators=["lift", "bend"])
    speed = swing["fore"].angular_velocity.values - swing["upper"].angular_velocity.values
    assert np.abs(found.force("lift") - (14.0 * np.cos(t) + 3.0 * np.sin(5.0 * t))).max() < 1e-8
    assert np.abs(found.force("bend") - (4.0 * np.cos(2.0 * t) - speed)).max() < 1e-8
    assert np.abs(found.reaction("A").force - swing.reaction("A").force).max() < 1e-8
    assert found.unique and not found.notes
    loop = driven.four_bar(None)
    loop.force("motor", loop.joints["A"].angle, law="2*cos(3*t)")
    run = jd.simulate(loop, 1.0, integrator=FAST, trust="fast", output=60)
    again = jd.inverse(loop, run, actuators="motor")
    assert np.abs(again.force("motor") - 2.0 * np.cos(3.0 * run.t)).max() < 1e-8
    assert np.abs(again.reaction("D").force - run.reaction("D").force).max() < 1e-8
    for name in ("A", "A.angle"):  # of the machine without the motor; the second as files write it
        assert (
            np.abs(jd.inverse(driven.four_bar(None), run, actuators=name).force(name) - 2 * np.cos(3 * run.t)).max()
            < 1e-8
        )


def saved(result: jd.Result, folder: Path) -> Path:
    """A file with the result."""
    result.save(folder / "result.nc")
    return folder / "result.nc"


def test_a_given_motion_makes_a_run_go_that_way(tmp_path: Path) -> None:
    """Torques found for a driven motion, applied in a forward run as functions of time, give that motion."""
    motion = {"shoulder": "0.5*sin(2*t)", "elbow": "1 - cos(3*t)"}
    found = jd.inverse(driven.arm(law=False), motion, t_end=1.0, output=400)
    assert list(found.forces) == ["shoulder", "elbow"]
    assert jd.load(saved(found.result, tmp_path)) == found.result  # drives given as texts can be written
    model = driven.arm(law=False)
    for joint, (name, values) in zip("AB", found.forces.items(), strict=True):
        spline = np.polynomial.Chebyshev.fit(found.t, values.values, 25)
        model.force(f"{name} motor", model.joints[joint].angle, law=lambda t, x, v, f=spline: float(f(t)))
    for body, rate in (("upper", 1.0), ("fore", 1.0)):  # the start of the motion: both turn at 1 rad/s
        model.bodies[body].spin[2] = rate
    model.bodies["upper"].velocity[:2] = 0.0, 0.5
    model.bodies["fore"].velocity[:2] = 0.0, 1.4
    run = jd.simulate(model, 1.0, integrator=FAST, trust="fast", output=20)
    assert np.abs(run.measure("elbow") - (1.0 - np.cos(3.0 * run.t))).max() < 1e-6


def test_redundant_loop_with_any_actuators() -> None:
    """A four-bar of revolutes in space, three rows redundant: any choice of actuators does the same work; least norm of two."""
    model = four_bar_in_space()
    model.gravity = np.array([0.3, -9.81, 0.5])
    model.drive("motor", model.joints["A"].angle, "0.4*sin(2*t)")
    one, other, both = (jd.inverse(model, t_end=1.0, output=30, actuators=a) for a in (None, "D", ["A", "D"]))
    powers = [sum(power.values for power in found.power.values()) for found in (one, other, both)]
    assert np.abs(powers[0]).max() > 1.0
    for power in powers[1:]:
        assert np.abs(power - powers[0]).max() < 1e-8
    rates = np.stack([both.rates[name].values for name in "AD"])
    moving = np.abs(rates[0]) > 1e-3
    least = powers[0][moving] * rates[:, moving] / (rates[:, moving] ** 2).sum(axis=0)
    torques = np.stack([both.force(name).values for name in "AD"])[:, moving]
    assert np.abs(torques - least).max() < 1e-8 * np.abs(least).max()
    assert not both.unique and "'A', 'D' share the load; the forces of least norm" in str(both)
    assert one.unique and one.result.redundant == 3
    for found in (one, other, both):  # forces and joints together balance, whatever is chosen
        assert found.result.trust.imbalance < 1e-10
    alone, shared = one.reaction("C").force.values, both.reaction("C").force.values
    assert np.abs(alone - shared).max() > 1e-3  # other actuators, other reactions


def test_through_a_singular_position() -> None:
    """A parallelogram that lies flat on an output: forces beside it balance, and a line says what is not determined."""
    found = jd.inverse(driven.parallelograms("pi/2 + 2*pi*t"), t_end=0.5, output=20, actuators=["A"])
    beside = np.abs(found.t - 0.25) > 1e-9
    weight = 2.0 * 1.0 / 2.0 + 2.0  # cranks of 1 kg at half their length, a coupler of 2 kg
    expected = -weight * 9.81 * np.sin(2.0 * np.pi * found.t)  # on two cranks; the rows leave no other way to carry it
    assert np.abs(found.force("A").values - expected)[beside].max() < 1e-6
    assert "singular positions (t = 0.25 s)" in str(found)


def test_loops_upon_loops() -> None:
    """The lowest motor of a tower of 120 driven parallelograms moves all above it: its torque by d'Alembert's principle."""
    storeys = 120
    found = jd.inverse(driven.tower(storeys, True), t_end=1.0, output=5)
    exact = driven.tower_torque(storeys, np.asarray(found.t))
    assert np.abs(found.force("motor 0") - exact).max() < 1e-6 * np.abs(exact).max()


def test_too_few() -> None:
    """What cannot be held, by name; and what moves so by itself."""
    model = driven.arm(law=False)
    with pytest.raises(jd.ModelError, match=r"too few actuators .*: nothing holds rotation of 'fore'"):
        jd.inverse(model, {"shoulder": "t", "elbow": "t**2"}, t_end=1.0, output=10, actuators=["A"])
    free = jd.simulate(model, 0.5, integrator=FAST, trust="fast", output=20)
    found = jd.inverse(model, free, actuators=["A"])
    assert np.abs(found.force("A")).max() < 1e-9 and "it moves so by itself" in str(found)


def test_all_forms_of_a_motion_agree(swing: jd.Result, tmp_path: Path) -> None:
    """Drives, texts, arrays, a table, a Result and a stored one: the same torques."""
    texts = {"shoulder": "0.5*sin(2*t)", "elbow": "1 - cos(3*t)"}
    model = driven.arm(law=False)
    expected = jd.inverse(model, texts, t_end=1.0, output=50, actuators=["A", "B"])
    t = np.linspace(0.0, 1.0, 101)
    arrays = {"t": t, "shoulder": 0.5 * np.sin(2.0 * t), "elbow": 1.0 - np.cos(3.0 * t)}
    table = tmp_path / "motion.csv"
    np.savetxt(
        table, np.stack(list(arrays.values()), axis=1), delimiter=",", header=",".join(arrays), comments="", fmt="%.17g"
    )
    own = model.copy()
    for name, text in texts.items():
        own.drive(f"drive {name}", own.measures[name], text)
    moved = jd.kinematics(own, 1.0, output=50)
    moved.save(tmp_path / "motion.nc")
    forms = [(own, None), (model, arrays), (model, table), (model, moved), (model, str(tmp_path / "motion.nc"))]
    for base, motion in forms:
        options = {} if motion is moved or str(motion).endswith(".nc") else {"t_end": 1.0, "output": 50}
        found = jd.inverse(base, motion, actuators=["A", "B"], **options)
        for name in "AB":
            assert np.abs(found.force(name) - expected.force(name)).max() < 2e-6, type(motion)
    assert "interpolating spline of degree 5 through 101 points" in str(jd.inverse(model, arrays, actuators=["A", "B"]))
    assert np.array_equal(
        jd.inverse(driven.arm(), swing, actuators=["A", "B"], t_end=1.0, output=10).t, np.linspace(0, 1, 11)
    )


def test_bad_input(swing: jd.Result) -> None:
    """Each named, with a remedy."""
    model = driven.arm(law=False)
    arrays = {"t": np.arange(5.0), "shoulder": np.zeros(5), "elbow": np.zeros(5)}
    cases = [
        (
            dict(motion={"shoulde": "t"}, t_end=1.0),
            "no measure, joint, force or drive 'shoulde'. Did you mean 'shoulder'",
        ),
        (dict(motion={"shoulder": "t", "elbow": "t"}), "needs t_end"),
        (dict(motion=arrays, t_end=9.0), "given up to 4 s, which is before t_end = 9 s"),
        (dict(motion=swing, t_end=9.0, actuators=["A", "B"]), "shorter than 0 .. 9 s"),
        (dict(motion=swing), "has no drives, so say what acts"),
        (dict(motion=swing, actuators=["A", "A"]), "'A' is given twice"),
        (dict(motion={"shoulder": np.zeros(4)}, t_end=1.0), "give its times as well"),
        (dict(motion={"t": np.arange(3.0), "shoulder": np.zeros(3)}), "3 values over 3 times"),
        (dict(motion={"shoulder": "t"}, t_end=1.0), "under-driven"),
        (dict(motion=3), "give a Result, a table"),
    ]
    for options, message in cases:
        with pytest.raises(jd.ModelError) as error:
            jd.inverse(model, **options)
        assert message in str(error.value)
    other = driven.four_bar()
    with pytest.raises(jd.ModelError, match="one of another model"):
        jd.inverse(other, swing)
    shorter = driven.arm()
    del shorter.joints["B"]
    shorter.joint("B", "revolute", "upper", "fore", at=(0.9, 0.0))
    with pytest.raises(jd.ModelError, match=r"does not fit 'arm': at t = .* s B: slide . is open by"):
        jd.inverse(shorter, swing, actuators=["lift"])
    lagging = driven.arm()
    lagging.state("lag", "1 - lag")
    lagging.force("slow", lagging.joints["A"].angle, law="3*lag")
    with pytest.raises(jd.ModelError, match="forces read the extra states 'lag'"):
        jd.inverse(lagging, {"shoulder": "t", "elbow": "t"}, t_end=1.0)


def test_states_of_a_run_are_used() -> None:
    """Forces that read extra states: from a Result, which holds them, the other force is found again."""
    model = driven.arm()
    model.state("lag", "1 - lag")
    model.force("slow", model.joints["A"].angle, law="3*lag")
    run = jd.simulate(model, 1.0, integrator=FAST, trust="fast", output=20)
    found = jd.inverse(model, run, actuators=["lift", "bend"])
    assert np.abs(found.force("lift") - (14.0 * np.cos(run.t) + 3.0 * np.sin(5.0 * run.t))).max() < 1e-8


def test_command_and_page(swing: jd.Result, tmp_path: Path) -> None:
    """`jourdain inverse arm.yaml --motion run.nc --actuators A B`, its page, its drawing and its table."""
    jd.write(driven.arm(law=False), tmp_path / "arm.yaml")
    swing.save(tmp_path / "run.nc")
    files = [str(tmp_path / name) for name in ("arm.html", "arm.png", "arm.csv")]
    call = [
        "inverse",
        str(tmp_path / "arm.yaml"),
        "--motion",
        str(tmp_path / "run.nc"),
        "--actuators",
        "A",
        "B",
        "--json",
    ]
    for path in files:
        call += ["-o", path]
    ran = CliRunner().invoke(app, call)
    assert ran.exit_code == 0, ran.output
    told = json.loads(ran.output)
    assert list(told["forces"]) == ["A", "B"]
    assert abs(told["forces"]["A"][0] - 14.0) < 1e-8
    assert "Inverse dynamics" in Path(files[0]).read_text() and all(Path(path).stat().st_size for path in files)
