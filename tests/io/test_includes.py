"""Machines inside machines: the same motion elsewhere, turned, mirrored or carried; names and files of the parts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.errors import FileFormatError, ModelError

GRAVITY = np.array([0.0, 0.0, -9.81])


def corner() -> jd.Model:
    """Bodies with full tensors, and one of every kind of force, load, state, drive and event, laws as texts."""
    m = jd.Model("corner", gravity=GRAVITY)
    m.parameters["k"] = 2e4
    m.table("lift", [0.0, 0.1, 0.2, 0.5], [0.0, 0.3, 0.2, 0.1])
    turned = jd.axis_angle((0, 1, 1), 0.3)
    arm = m.body("arm", mass=3, inertia=(0.1, 0.2, 0.3), at=(0.1, 0.5, 0.2), rotation=turned, com=(0.01, 0.2, 0.03))
    tensor = [[0.4, 0.01, 0.02], [0.01, 0.5, 0.03], [0.02, 0.03, 0.6]]
    picture = jd.Visual(jd.box(0.1, 0.2, 0.3).placed((0.1, 0.2, 0), turned), "red")
    m.body("hub", mass=10, inertia=tensor, at=(0.1, 0.8, 0.25), visuals=[picture])
    wheel = m.body(
        "wheel", shape=jd.cylinder(0.3, 0.2), mass=12, at=(0.1, 0.8, 0.25), rotation=jd.axis_angle((1, 0, 0), 1.6)
    )
    m.joint("J", "revolute", "ground", "arm", at=(0.1, 0.3, 0.2), axis=(1, 0, 0.1))
    soft = jd.Limits(-0.05, 0.3, stiffness=2e3, damping=10)
    m.joint("K", "revolute", "arm", "hub", at=(0.1, 0.7, 0.2), axis=(1, 0, 0), limits=soft)
    m.joint("axle", "cylindrical", "hub", "wheel", at=(0.1, 0.8, 0.25), axis=(0, 1, 0))
    m.joint("thread", "coupler", "axle", "axle", factors=(0.02, 1.0), of=("angle", "slide"))
    m.ground.marker("top", at=(0.1, 0.3, 0.7))
    foot = arm.marker("foot", at=(0.0, 0.1, 0.0))
    m.spring("spring", "ground.top", foot, law="-k*(x - 0.5) - 300*v + 50*lift(x/2)*sin(3*t)")
    m.torsion_spring("twist", "K", stiffness=500, damping=20, rest=0.1)
    m.measure("phi", "J.angle")
    m.drive("spin", "axle.angle", "3*t**2 + 0.1*sin(t)")
    m.state("w", "phi - w + y", inputs={"y": jd.coordinate(wheel, "y")})
    m.load("push", "hub", force=("5*w", 20.0, "30*sin(t)"), torque=(1.0, 2.0, 3.0))
    m.load("follower", foot, force=(1.0, 2.0, 3.0), torque=(1.0, -2.0, 0.5), follow=True)
    m.event("kick", "J.angle", 0.1, actions=[jd.SetParameter("k", 1e4), jd.Impulse(foot, (0.1, 0.2, 0.3))])
    return m


def planar() -> jd.Model:
    """In the plane, where angles run the other way round in a mirror."""
    m = jd.Model("arm", planar=True, gravity=(0.5, -9.81))
    a = m.body("a", mass=2, inertia=0.3, at=(0.4, 0.1), rotation=0.2, spin=0.5)
    m.body("b", mass=1, inertia=0.1, at=(1.0, 0.3), com=(0.1, 0.05), rotation=-0.3)
    m.joint("A", "revolute", "ground", "a", at=(0, 0))
    m.joint("B", "prismatic", "a", "b", at=(0.8, 0.2), axis=(1, 0.3))
    m.joints["A"].limits = {"angle": jd.Limits(-0.1, 2.0, stiffness=50.0)}
    m.torsion_spring("coil", "A", stiffness=3, rest=0.4)
    m.spring("line", "ground", a.marker("m", at=(0.2, 0.1)), stiffness=10, rest=0.1)
    m.force(
        "own",
        jd.angle(m.ground.marker("g", rotation=0.3), m.bodies["b"].marker("n", rotation=0.1)),
        stiffness=2,
        rest=0.2,
    )
    m.force("tilt", "b.theta", law="-2*x + 0.3*t")
    m.force("guide", "B.slide", stiffness=200, damping=3, rest=0.05)
    m.load("moment", "a", torque="0.4*t")
    return m


PLACES: list[dict[str, Any]] = [
    {"at": (1.0, 2.0, 3.0), "rotation": jd.axis_angle((1, 2, 3), 1.0)},
    {"mirror": "x"},
    {"mirror": "z"},
    {"at": (1.0, 2.0, 3.0), "rotation": jd.axis_angle((1, 2, 3), 1.0), "mirror": "y"},
]
PLANE: list[dict[str, Any]] = [
    {"at": (1.0, 2.0), "rotation": 0.7},
    {"mirror": "x", "at": (1.0, 2.0)},
    {"mirror": "y", "rotation": 0.4},
]


def mapped(place: dict[str, Any], planar: bool) -> tuple[np.ndarray, np.ndarray]:
    """A and p of X -> A X + p."""
    mirror = np.diag([-1.0 if axis == place.get("mirror") else 1.0 for axis in "xyz"])
    turn = place.get("rotation", 0.0 if planar else jd.Rotation())
    A = (jd.axis_angle((0, 0, 1), turn) if planar else turn).matrix @ mirror
    p = np.zeros(3)
    p[: 2 if planar else 3] = place.get("at", 0.0)
    n = 2 if planar else 3
    return A[:n, :n], p[:n]


def kicks(result: jd.Result) -> list[float]:
    return [event.t for event in result.events if event.name.endswith("kick")]


def runs(model: jd.Model) -> jd.Result:
    return jd.simulate(model, 0.2, output=5, tol=1e-10, trust="fast")


@pytest.mark.parametrize(("make", "places"), [(corner, PLACES), (planar, PLANE)], ids=["space", "plane"])
def test_a_machine_moves_elsewhere_as_it_does_where_it_was_drawn(make: Any, places: list[Any], tmp_path: Path) -> None:
    original = runs(make())
    planar = original.model.planar
    for place in places:
        A, p = mapped(place, planar)
        m = jd.Model("whole", planar=planar, gravity=A @ make().gravity[: len(p)])
        part = make()
        m.include(part, "P.", **place)
        assert part == make()  # which stays as it is
        found = runs(m)
        assert kicks(found) == pytest.approx(kicks(original), abs=1e-9)
        for name in original.system.bodies:
            there = original[name].position.values[:, : len(p)] @ A.T + p
            np.testing.assert_allclose(found[f"P.{name}"].position.values[:, : len(p)], there, atol=2e-9)
        if not planar:
            assert found.curve("P.phi").values == pytest.approx(original.curve("phi").values, abs=1e-9)
        jd.write(m, tmp_path / "whole.yaml")
        assert jd.read(tmp_path / "whole.yaml") == m


def test_what_is_carried_stands_and_moves_with_its_carrier(tmp_path: Path) -> None:
    """The ground of the part is the body: its joints are on it, and it starts with its velocities."""
    cart = jd.Model("cart")
    body = cart.body(
        "cart", mass=50, inertia=(5, 6, 7), at=(1, 2, 3), rotation=jd.axis_angle((0, 0, 1), 0.5), spin=(0, 0, 2)
    )
    cart.body("other", mass=1, inertia=(1, 1, 1))
    cart.include(corner(), "P.", on="cart", at=(0.5, 0, 0))
    assert cart.joints["P.J"].a.body == "cart" and "P.top" in body.markers
    arm = cart.bodies["P.arm"]
    centre = arm.at + arm.matrix @ arm.com
    np.testing.assert_allclose(arm.velocity, np.cross((0, 0, 2), centre - body.at), atol=1e-12)
    np.testing.assert_allclose(arm.spin, (0, 0, 2))
    np.testing.assert_allclose(arm.at, body.at + body.matrix @ np.array([0.6, 0.5, 0.2]))
    jd.compile(cart)
    jd.write(cart, tmp_path / "cart.yaml")
    assert jd.read(tmp_path / "cart.yaml") == cart


def test_hands_of_mirrored_joints() -> None:
    """A mirrored screw has the other pitch, mixed couplings the other sign, and a wheel stays above its road."""
    m = jd.Model("m")
    m.body("nut", mass=1, inertia=(1, 1, 1))
    m.body("wheel", mass=1, inertia=(1, 1, 1), at=(0, 0, 0.3))
    m.joint("S", "screw", "ground", "nut", at=(0, 0, 0), axis="y", pitch=0.01)
    m.joint("R", "rolling", "ground", "wheel", at_a=(0, 0, 0), at_b=(0, 0, 0.3), radius=0.3, crown=0.3)
    whole = jd.Model("whole")
    whole.include(m, "left_", mirror="y")
    whole.include(m, "right_")
    assert whole.joints["left_S"].options == {"pitch": -0.01}
    assert jd.check(whole).ok
    b = whole.joints["left_R"].b
    assert b is not None and whole.joints["left_R"].a.matrix[2, 2] == 1.0


def test_limits_and_pictures_are_mirrored() -> None:
    m = jd.Model("m")
    m.ground.visuals = (jd.Visual(jd.box(1, 1, 1).placed((0, 2, 0))),)
    seen = jd.surface("part.stl", (0.1, 0.2, 0.3)).placed((0, 1, 0), jd.axis_angle((0, 0, 1), 0.3))
    m.body("a", mass=1, inertia=(1, 1, 1), visuals=[seen])
    m.body("b", mass=1, inertia=(1, 1, 1))
    m.joint("A", "revolute", "ground", "a", at=(0, 0, 0), axis="y", limits=(-1.0, 2.0))
    m.joint("S", "prismatic", "ground", "b", at=(0, 0, 0), axis="y", limits=(-0.1, 0.2))
    m.joint("C", "cylindrical", "a", "b", at=(0, 0, 0), axis="x", limits={"slide": (-3.0, 4.0), "angle": (-1.0, 2.0)})
    flat = jd.Model("flat", planar=True)
    flat.body("a", mass=1, inertia=1)
    flat.joint("A", "revolute", "ground", "a", at=(0, 0), limits=(-1.0, 2.0))
    whole, plane = jd.Model("whole"), jd.Model("plane", planar=True)
    whole.include(m, "P.", mirror="y", at=(5, 0, 0))
    plane.include(flat, "P.", mirror="y")
    ends = {name: {k: (v.lower, v.upper) for k, v in joint.limits.items()} for name, joint in whole.joints.items()}
    assert ends["P.A"] == {"angle": (-1.0, 2.0)} and ends["P.S"] == {"slide": (-0.1, 0.2)}
    assert ends["P.C"] == {"slide": (-4.0, 3.0), "angle": (-1.0, 2.0)}
    assert plane.joints["P.A"].limits["angle"] == jd.Limits(-2.0, 1.0)
    assert whole.ground.visuals[0].shape.at == (5.0, -2.0, 0.0)
    here, there = seen, whole.bodies["P.a"].visuals[0].shape
    x = np.array([0.3, -0.2, 0.5])  # a point of the file, in its units
    place = [one.at + one.rotation.apply(np.array(one.scale) * x) for one in (here, there)]
    np.testing.assert_allclose(place[1], place[0] * [1, -1, 1], atol=1e-15)


def test_names_and_what_does_not_fit() -> None:
    m = jd.Model("m")
    m.include(corner(), "FL.")
    assert m.forces["FL.spring"].law.startswith("-FL.k*(x - 0.5)") and "FL.lift(" in m.forces["FL.spring"].law
    assert m.events["FL.kick"].actions[0].name == "FL.k"
    for call, words in (
        (lambda: m.include(corner(), "FL."), "'FL.arm': there is a body of that name already"),
        (lambda: m.include(planar(), "P."), "planar"),
        (lambda: m.include(m, "P."), "cannot include itself"),
        (lambda: m.include(3, "P."), "is no Model"),
        (lambda: m.include(corner(), "front left "), "prefix"),
        (lambda: m.include(corner(), "P.", mirror="w"), "x, y, z"),
        (lambda: m.include(corner(), "P.", on="nobody"), "there is no body 'nobody'"),
    ):
        with pytest.raises(ModelError, match=words):
            call()


# --------------------------------------------------------------------------- files

CORNER = """name: corner
parameters: {k: 20 N/mm, half: 0.5}
points: {LBJ: [0, 700 mm, 200 mm], pivot: [0, 300 mm, 200 mm]}
bodies:
  arm: {mass: 3, inertia: [0.1, 0.2, 0.3], at: (LBJ + pivot)/2, markers: {ball: {at: half*(LBJ - pivot)}}}
joints: {hinge: {kind: revolute, bodies: [ground, arm], at: pivot, axis: x}}
measures: {phi: hinge.angle}
forces: {spring: {measure: hinge.angle, law: -k*phi}}
"""
CAR = """name: car
parameters: {stiff: 30 N/mm}
bodies: {chassis: {mass: 1000, inertia: [100, 200, 300], at: [0, 0, 0.5]}}
include:
  FL: {file: parts/corner.yaml, on: chassis, at: [1.2, 0, -0.5], parameters: {k: 2*stiff}}
  FR: {file: parts/corner.yaml, on: chassis, at: [1.2, 0, -0.5], mirror: y}
joints: {bar: {kind: distance, markers: [FL.arm.ball, FR.arm.ball]}}
"""


def files(folder: Path, **texts: str) -> Path:
    (folder / "parts").mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / ("parts" if name == "corner" else "") / f"{name}.yaml").write_text(text)
    return folder / "car.yaml"


def test_files_include_files(tmp_path: Path) -> None:
    car = jd.read(files(tmp_path, car=CAR, corner=CORNER))
    by_hand = jd.Model("car")
    by_hand.body("chassis", mass=1000, inertia=(100, 200, 300), at=(0, 0, 0.5))
    left, right = (jd.read(tmp_path / "parts" / "corner.yaml") for _ in range(2))
    left.parameters["k"] = 60e3
    by_hand.include(left, "FL.", on="chassis", at=(1.2, 0, -0.5))
    by_hand.include(right, "FR.", on="chassis", at=(1.2, 0, -0.5), mirror="y")
    by_hand.joint("bar", "distance", "FL.arm.ball", "FR.arm.ball")
    by_hand.parameters = {"stiff": 30e3, **by_hand.parameters}
    assert car == by_hand
    assert jd.distance(*(car.bodies[f"{side}.arm"].markers["ball"] for side in ("FL", "FR"))) in [
        term for row in car.joints["bar"].rows for _, term in row.terms
    ]
    changed = jd.with_parameters(car, {"stiff": 1.0, "FR.k": 7.0})  # feed the parts
    assert changed.parameters["FL.k"] == 2.0 and changed.parameters["FR.k"] == 7.0
    jd.write(car, tmp_path / "flat.yaml")
    assert jd.read(tmp_path / "flat.yaml") == car


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "parts/corner.yaml, on",
            "parts/korner.yaml, on",
            r"line 5: include -> FL -> file: there is no file .*'corner.yaml'",
        ),
        ("{k: 2*stiff}", "{kk: 1}", "line 5: include -> FL: corner.yaml.* no parameter 'kk'. Did you mean 'k'"),
        ("on: chassis", "on: chasis", "line 5: include -> FL.*no body 'chasis'. Did you mean 'chassis'"),
        ("mirror: y", "mirror: w", "line 6: include -> FR.*mirror = 'w'"),
        (
            "parts/corner.yaml",
            "car.yaml",
            r"line 5: include -> FL: the files include each other in a circle: car.* -> car",
        ),
        ("file: parts/corner.yaml", "file: picture.png", "machines are .yaml"),
    ],
)
def test_mistakes_of_includes(old: str, new: str, message: str, tmp_path: Path) -> None:
    file = files(tmp_path, car=CAR.replace(old, new, 1), corner=CORNER)
    with pytest.raises(FileFormatError, match=message):
        jd.read(file)


def test_mistakes_of_parts_are_said_once_with_both_lines(tmp_path: Path) -> None:
    with pytest.raises(FileFormatError) as caught:
        jd.read(files(tmp_path, car=CAR, corner=CORNER.replace("hinge.angle}", "hing.angle}")))
    assert str(caught.value).count("hing") == 1 + 1  # the wrong name and the right one
    assert "car.yaml, line 5: include -> FL: corner.yaml, line 7: measures -> phi: " in str(caught.value)


def test_files_that_include_each_other_twice_over_are_bounded(tmp_path: Path) -> None:
    for i in range(30):
        both = "".join(f"  {side}: {{file: level{i + 1}.yaml}}\n" for side in "ab")
        (tmp_path / f"level{i}.yaml").write_text(f"name: level\ninclude:\n{both}")
    (tmp_path / "level30.yaml").write_text("name: end")
    with pytest.raises(FileFormatError, match="more than 1000 machines"):
        jd.read(tmp_path / "level0.yaml")


def test_a_loop_of_a_robot_is_closed_beside_it(tmp_path: Path) -> None:
    """Which a URDF cannot say: a four-bar from an open chain and one more joint."""
    links = "".join(
        f'<link name="{name}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
        "</inertial></link>"
        for name in ("crank", "coupler", "rocker")
    )
    joint = (
        '<joint name="{}" type="continuous"><parent link="{}"/><child link="{}"/><origin xyz="{}"/>'
        '<axis xyz="0 0 1"/></joint>'
    )
    chain = (("A", "base", "crank", "0 0 0"), ("B", "crank", "coupler", "0 1 0"), ("C", "coupler", "rocker", "2 0 0"))
    text = f'<robot name="chain"><link name="base"/>{links}{"".join(joint.format(*one) for one in chain)}</robot>'
    (tmp_path / "chain.urdf").write_text(text)
    (tmp_path / "loop.yaml").write_text(
        "name: four-bar\ninclude: {arm: {file: chain.urdf, prefix: ''}}\n"
        "joints: {D: {kind: revolute, bodies: [ground, rocker], at: [2, 0, 0], axis: z}}\n"
        "drives: {motor: {measure: A.angle, motion: 60 rpm * t}}\n"
    )
    model = jd.read(tmp_path / "loop.yaml")
    assert list(model.joints) == ["A", "B", "C", "D", "motor"]
    jd.write(model, tmp_path / "again.yaml")
    assert jd.read(tmp_path / "again.yaml") == model
