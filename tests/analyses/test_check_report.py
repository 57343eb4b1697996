"""check(model): motions without inertia, loops and parts, implausible numbers, and the report."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.analyses.plausible import implausible
from jourdain.examples import slider_crank
from machines import mechanisms as mech
from machines import problems as pb

TESTS = Path(__file__).parent.parent
ADAMS: dict[str, Any] = runpy.run_path(str(TESTS / "verification" / "adams_models.py"))["CASES"]

# --------------------------------------------------------------------------- motions without inertia


def test_massless_coupler_between_pins_is_allowed() -> None:
    """Its motion follows from that of its neighbours, which have mass."""
    model = mech.planar_parallelogram(2)
    model.bodies["top"].mass, model.bodies["top"].inertia = 0.0, np.zeros((3, 3))
    assert jd.check(model).ok


def test_point_mass_without_inertia() -> None:
    """Welcome as long as nothing turns it."""
    model = jd.Model("point")
    ball = model.body("ball", mass=1.0, inertia=(0.0, 0.0, 0.0), at=(1.0, 2.0, 3.0))
    assert jd.check(model).ok
    model.load("twist", ball, torque=(0.0, 0.0, 1.0))
    found = jd.check(model)
    assert found.massless == [f"rotation of 'ball' about its {axis} axis" for axis in "xyz"]
    assert len(found.errors) == 3 and "has no inertia" in found.errors[0]


def test_massless_rod_between_balls_spins() -> None:
    """It may turn about its own axis, and that alone is the error; a cross at one end holds it."""
    for kind in ("spherical", "universal"):
        model = jd.Model("rod")
        ends = [model.body(n, mass=1.0, inertia=(1, 1, 1), at=(x, x, 0.0)) for n, x in (("a", 0.0), ("b", 1.0))]
        rod = model.body("rod", mass=0.0, inertia=(0, 0, 0), at=(0.5, 0.5, 0.0))
        model.joint("left", kind, ends[0], rod, at=(0.0, 0.0, 0.0), axis=(1, 1, 0))
        model.joint("right", "spherical", rod, ends[1], at=(1.0, 1.0, 0.0))
        spin = ["rotation of 'rod' about its axis (0.707, 0.707, 0)"]
        assert jd.check(model).massless == (spin if kind == "spherical" else [])


def test_massless_body_on_a_slide() -> None:
    model = jd.Model("slide", planar=True)
    model.joint("rail", "prismatic", model.ground, model.body("cart", mass=0.0, inertia=1.0), at=(0, 0), axis=(1, 0))
    assert jd.check(model).massless == ["translation of 'cart' along x"]


# --------------------------------------------------------------------------- loops and parts


def test_loops_by_joint_names() -> None:
    assert [set(loop) for loop in jd.check(slider_crank()).loops] == [{"A", "B", "C", "guide"}]
    assert [set(loop) for loop in jd.check(mech.door()).loops] == [{"lower", "upper"}]
    found = jd.check(mech.planar_parallelogram(3)).loops
    assert [set(loop) for loop in found] == [{f"{end} {i}" for end in ("foot", "head") for i in (0, k)} for k in (1, 2)]
    assert jd.check(pb.chain(3)).loops == []


def test_floating_and_resting_parts() -> None:
    """Bodies without ground, a joint that is not in force, separate parts: notes, not errors."""
    model = mech.door()
    first = model.body("first", mass=1.0, inertia=(1, 1, 1), at=(9, 0, 0))
    second = model.body("second", mass=1.0, inertia=(1, 1, 1), at=(10, 0, 0))
    model.joint("link", "spherical", first, second, at=(9.5, 0, 0))
    model.joint("hook", "spherical", model.ground, first, at=(9, 0, 0), active=False)
    found = jd.check(model)
    assert found.ok and found.mechanisms == 2 and found.floating == ["first", "second"]
    assert "no joint ties to the ground: 'first', 'second'." in found.notes
    assert "not in force at the start: hook." in found.notes
    assert found.rows == 13


def test_gears_join_parts() -> None:
    model = jd.Model("gears", planar=True)
    pins = [
        model.joint(f"pin {n}", "revolute", model.ground, model.body(n, mass=1.0, inertia=1.0, at=(x, 0)), at=(x, 0))
        for n, x in (("a", 0.0), ("b", 1.0))
    ]
    assert jd.check(model).mechanisms == 2
    model.joint("mesh", "gear", *pins, teeth=(1, 2))
    found = jd.check(model)
    assert (found.mechanisms, found.mobility) == (1, 1)


# --------------------------------------------------------------------------- implausible numbers


def _pendulum(**body: Any) -> jd.Model:
    gravity = body.pop("gravity", (0.0, 0.0, -9.81))
    arm = body.pop("arm", 1.0)
    model = jd.Model("pendulum", gravity=gravity)
    bob = model.body("bob", at=(arm, 0.0, 0.0), **({"mass": 1.0, "inertia": (0.1, 0.1, 0.1)} | body))
    model.joint("hinge", "revolute", model.ground, bob, at=(0.0, 0.0, 0.0), axis=(0, 1, 0))
    return model


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (_pendulum(gravity=(0, 0, -9810.0)), "gravity is 9810 m/s2"),
        (_pendulum(inertia=(1e3, 1e3, 1e3)), "'bob': the radius of gyration sqrt(inertia/mass) is more than"),
        (_pendulum(inertia=(1e-9, 1e-9, 1e-9)), "'bob': the radius of gyration sqrt(inertia/mass) is less than"),
        (_pendulum(arm=400.0, mass=0.3, inertia=(4e3, 4e3, 4e3)), "if lengths are in mm"),
        (_pendulum(shape=jd.box(300.0, 20.0, 20.0), mass=1.0, inertia=None), "which no material has"),
    ],
)
def test_implausible_numbers(model: jd.Model, words: str) -> None:
    """One slip each gives a warning that names what to look at, and never an error."""
    found = jd.check(model)
    assert found.ok and any(words in sentence for sentence in found.warnings), found.warnings


def test_pictures_have_no_density() -> None:
    """A body drawn by a shape that its mass does not come from, as those of robots are: 1 kg in a picture of 120000 m3."""
    model = _pendulum()
    model.bodies["bob"].shape = jd.box(300.0, 20.0, 20.0).placed((0.1, 0.0, 0.0))
    assert not any("no material" in sentence for sentence in implausible(model))


def test_mass_ratio() -> None:
    model = _pendulum()
    model.body("fly", mass=1e-9, inertia=(1e-10, 1e-10, 1e-10), at=(2.0, 0.0, 0.0))
    assert any("'fly' has 1e-09 kg and 'bob' 1 kg" in sentence for sentence in implausible(model))


def _good_models() -> dict[str, jd.Model]:
    models = {name: case.build() for name, case in ADAMS.items()}
    models |= {"andrews": pb.andrews_model(), "chain": pb.chain(10), "top": pb.heavy_top(), "pendulum": pb.pendulum()}
    models |= {m.name: pb.planar_model(m) for m in (pb.n_four_bar(4), pb.two_link_arm())}
    models |= {"slider-crank": slider_crank()}
    return models


def test_no_false_alarm() -> None:
    """Benchmarks of the literature, the ADAMS cases and the examples: no error, no warning."""
    for name, model in _good_models().items():
        found = jd.check(model)
        assert not found.errors and not found.warnings, (name, found.errors, found.warnings)


# --------------------------------------------------------------------------- the report


def test_report_of_a_slider_crank() -> None:
    text = str(jd.check(slider_crank()))
    assert text.splitlines()[:3] == [
        "slider-crank: 3 bodies, 4 joints, 20 rows",
        "mobility 1: 18 velocities less 17 independent rows (counting all rows would give -2)",
        "loops: 1: A - B - C - guide",
    ]
    assert "redundant: 3 rows; the motion is the same without" in text
    assert "  A: force along y, torque about x, z" in text
    assert "  B: revolute -> cylindrical, C: revolute -> spherical" in text
    assert text.endswith("no errors")


def test_report_of_a_driven_machine() -> None:
    model = mech.planar_parallelogram(2)
    model.drive("motor", model.joints["foot 0"].angle, "t")
    lines = str(jd.check(model)).splitlines()
    assert lines[0] == "parallelogram: 3 bodies, 4 joints, 1 drive, 9 rows"
    assert lines[1] == "mobility 0: 9 velocities less 9 independent rows"
    assert "note: drives determine the whole motion." in lines


def test_report_never_floods() -> None:
    """Sixty loops, hundreds of rows, many errors: still at most 25 lines, with counts of what is not shown."""
    model = jd.Model("many")
    for i in range(60):
        body = model.body(f"flap {i}", mass=1.0, inertia=(1.0, 1.0, 1.0), at=(i, 0.0, 0.0))
        for z in (0.0, 1.0):
            model.joint(f"hinge {i} {z}", "revolute", model.ground, body, at=(i, 0.0, z), axis=(0, 0, 1))
        point = model.body(f"point {i}", mass=1.0, inertia=(0, 0, 0), at=(i, 9.0, 0.0))
        model.load(f"turn {i}", point, torque=(1.0, 1.0, 1.0))
    found = jd.check(model)
    assert found.redundant == 300 and len(found.errors) == 21
    lines = str(found).splitlines()
    assert len(lines) <= 25 and max(map(len, lines)) < 400
    assert sum("more" in line for line in lines) >= 3
    assert found.errors[-1] == "160 more motions without inertia."


def test_user_functions_that_fail_are_raised() -> None:
    """An exception in a drive is the user's own; a value that is no number names its row."""
    model = mech.planar_parallelogram(2)

    def broken(t: float) -> float:
        if t > 0.5:
            raise KeyError("no table")
        return 0.0

    model.drive("motor", model.joints["foot 0"].angle, broken)
    assert jd.check(model).ok
    with pytest.raises(KeyError, match="no table"):
        jd.check(model, t=1.0)
    bad = mech.planar_parallelogram(2)
    bad.drive("motor", bad.joints["foot 0"].angle, "sqrt(1 - t) - 1")
    with pytest.raises(jd.ModelError, match="motor: drive is not a finite number at t = 2 s"):
        jd.check(bad, t=2.0)


def test_time_of_the_look() -> None:
    """At t = 1 s the drive asks for another angle than drawn."""
    model = mech.planar_parallelogram(2)
    model.drive("motor", model.joints["foot 0"].angle, "0.2*t")
    assert not jd.check(model).gaps
    assert abs(jd.check(model, t=1.0).gaps["motor: drive"] + 0.2) < 1e-12
