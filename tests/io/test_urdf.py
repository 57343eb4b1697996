"""URDF: the same machine as written in Python; all problems of inertia at once; mistakes with file and line."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from jourdain.errors import FileFormatError
from jourdain.io.meshes import drawn_surfaces
from jourdain.io.robots.urdf import mesh_file, parse_urdf, read_urdf
from jourdain.io.robots.urdf_inertia import nearest_proper

ROBOT = Path(__file__).parents[2] / "examples" / "robot.urdf"
WEDGE = Path(__file__).parents[2] / "docs" / "gallery" / "wedge.obj"


def _turn(axis: int, angle: float) -> np.ndarray:
    """Rotation matrix about a coordinate axis, from its definition."""
    c, s = math.cos(angle), math.sin(angle)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R = np.eye(3)
    R[i, i], R[i, j], R[j, i], R[j, j] = c, -s, s, c
    return R


def test_robot() -> None:
    """Poses and inertia against matrices; names; the tool as a marker; the second finger follows the first."""
    model = read_urdf(ROBOT)
    assert list(model.bodies) == ["upper", "lower", "left", "right"]
    assert {n: j.kind for n, j in model.joints.items()} == {
        "shoulder": "revolute",
        "elbow": "revolute",
        "grip": "prismatic",
        "other grip": "prismatic",
        "other grip mimic": "row",
    }
    lower, R = model.bodies["lower"], _turn(1, math.pi / 4)
    np.testing.assert_allclose(lower.at, [0.5, 0, 1], atol=1e-15)
    np.testing.assert_allclose(lower.matrix, R, atol=1e-15)
    np.testing.assert_allclose(lower.com, [0.2, 0, 0])
    A = _turn(2, 0.1)
    np.testing.assert_allclose(lower.inertia, A @ np.diag([0.002, 0.035, 0.035]) @ A.T, atol=1e-16)
    np.testing.assert_allclose(lower.markers["tool"].at, [0.4, 0, 0], atol=1e-15)
    left = np.array([0.5, 0, 1]) + R @ [0.4, 0.05, 0]
    np.testing.assert_allclose(model.bodies["left"].at, left, atol=1e-15)
    grip, other = model.joints["grip"], model.joints["other grip"]
    assert grip.a is not None and grip.a.body == "lower"
    row = model.joints["other grip mimic"].rows[0]
    assert row.terms == ((1.0, other.slide), (-1.0, grip.slide)) and row.constant == 0.0
    assert model.forces["grip damping"].damping == 20.0 and model.forces["grip damping"].measure == grip.slide
    assert model.forces["shoulder damping"].measure == model.joints["shoulder"].angle


def test_roll_pitch_yaw_about_fixed_axes(tmp_path: Path) -> None:
    text = _robot('<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><axis xyz="0 0 2"/>')
    model = read_urdf(_file(tmp_path, text))
    R = _turn(2, 0.3) @ _turn(1, 0.2) @ _turn(0, 0.1)
    np.testing.assert_allclose(model.bodies["b"].matrix, R, atol=1e-15)
    joint = model.joints["j"]
    assert joint.a is not None
    np.testing.assert_allclose(joint.a.matrix[:, 2], R[:, 2], atol=1e-15)
    np.testing.assert_allclose(joint.a.at, [1, 2, 3])


def test_robot_is_a_machine() -> None:
    """What can move: shoulder, elbow and one of the fingers."""
    found = jd.check(read_urdf(ROBOT))
    assert found.ok and found.mobility == 3 and found.redundant == 0


def test_loops_can_be_added() -> None:
    """A robot is a tree; a rod from its tool to the ground closes a loop."""
    model = read_urdf(ROBOT)
    foot = model.ground.marker("foot", at=(1, 0, 0))
    model.joint("rod", "distance", foot, model.bodies["lower"].markers["tool"])
    found = jd.check(model)
    assert found.ok and found.mobility == 2 and found.loops == [("shoulder", "elbow", "rod")]


def test_visuals_and_meshes(tmp_path: Path) -> None:
    robot = parse_urdf(ROBOT)
    (cylinder,), (mesh,) = robot.links["upper"].visuals, robot.links["lower"].visuals
    assert (cylinder.kind, cylinder.size) == ("cylinder", (0.04, 0.5))
    np.testing.assert_allclose(cylinder.pose.at, [0.25, 0, 0])
    assert (mesh.kind, mesh.mesh) == ("mesh", "package://arm/meshes/lower.stl")
    stored = tmp_path / "arm" / "meshes" / "lower.stl"
    stored.parent.mkdir(parents=True)
    stored.touch()
    file = tmp_path / "arm" / "urdf" / "robot.urdf"
    file.parent.mkdir()
    assert mesh_file(file, mesh.mesh) == stored.resolve()
    beside = mesh_file(file, "../meshes/lower.stl")
    assert beside is not None and beside.samefile(stored)
    assert mesh_file(file, "package://arm/meshes/none.stl") is None
    assert mesh_file(file, "9" * 5000) is None and mesh_file(file, "\0") is None


@pytest.mark.filterwarnings("ignore:r.urdf is read otherwise")
def test_shapes_of_bodies(tmp_path: Path) -> None:
    """All visuals of a link, of any scale; mass and inertia stay those of the file. What is not found is named."""
    with pytest.warns(UserWarning, match="not drawn.*package://arm/meshes/lower.stl"):
        upper = read_urdf(ROBOT).bodies["upper"]
    assert upper.visuals[0].shape == jd.cylinder(0.04, 0.5).placed((0.25, 0, 0), jd.axis_angle((0, 1, 0), math.pi / 2))
    np.testing.assert_array_equal(upper.inertia, np.diag([0.005, 0.09, 0.09]))
    visual = '<visual><origin xyz="1 2 3"/><geometry><mesh filename="{}" scale="{}"/></geometry></visual>'
    wedge = WEDGE.resolve()
    both = visual.format(wedge, "0.1 0.1 0.1") + visual.format(wedge, "1 2 -1")
    pictures = read_urdf(_file(tmp_path, _robot("", b=INERTIAL + both))).bodies["b"].visuals
    assert [one.shape for one in pictures] == [
        jd.surface(wedge, scale=scale).placed((1, 2, 3)) for scale in (0.1, (1, 2, -1))
    ]
    ((drawn, _),) = drawn_surfaces(pictures[1].shape)
    np.testing.assert_allclose(drawn.size, np.array([1, 2, 1]) * jd.mesh(wedge).size)
    for name in ("gone.stl", ROBOT.resolve()):
        with pytest.warns(UserWarning, match=f"not drawn.*{Path(name).name}"):
            model = read_urdf(_file(tmp_path, _robot("", b=INERTIAL + visual.format(name, "1 1 1"))))
        assert not model.bodies["b"].visuals


# --------------------------------------------------------------------------- bases

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'

SECOND = '<joint name="{}" type="fixed"><parent link="a"/><child link="b"/></joint>'


def _robot(joint: str, a: str = "", b: str = INERTIAL, kind: str = "revolute", more: str = "") -> str:
    return (
        f'<robot name="r">\n<link name="a">{a}</link>\n<link name="b">{b}</link>\n'
        f'<joint name="j" type="{kind}">\n<parent link="a"/>\n<child link="b"/>\n{joint}</joint>\n{more}</robot>\n'
    )


def _file(folder: Path, text: str) -> Path:
    (folder / "r.urdf").write_text(text, encoding="utf-8")
    return folder / "r.urdf"


def test_bases(tmp_path: Path) -> None:
    file = _file(tmp_path, _robot("", a=INERTIAL))
    assert list(read_urdf(file).joints) == ["base", "j"]
    assert list(read_urdf(file, base="floating").joints) == ["j"]
    with pytest.raises(jd.ModelError, match="base = 'free'"):
        read_urdf(file, base="free")


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        ("continuous", "revolute"),
        ("planar", "planar"),
        ("fixed", "fixed"),
        ("prismatic", "prismatic"),
        ("floating", None),
    ],
)
def test_kinds(kind: str, made: str | None, tmp_path: Path) -> None:
    model = read_urdf(_file(tmp_path, _robot('<axis xyz="0 1 0"/>', kind=kind)))
    assert [j.kind for j in model.joints.values()] == ([made] if made else [])
    assert list(model.bodies) == ["b"]


# --------------------------------------------------------------------------- mistakes


def test_all_negative_masses_at_once(tmp_path: Path) -> None:
    bad = INERTIAL.replace('value="1"', 'value="-1"')
    more = f'<link name="c">{bad}</link>\n<joint name="k" type="revolute"><parent link="b"/><child link="c"/></joint>\n'
    with pytest.raises(FileFormatError) as caught:
        read_urdf(_file(tmp_path, _robot("", b=bad, more=more)))
    lines = str(caught.value).splitlines()
    assert lines[0] == "r.urdf, line 3: 2 problems of inertia:"
    assert "line 3: link 'b': mass" in lines[1] and "line 8: link 'c': mass" in lines[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<robot", "r.urdf, line 1: this is no XML"),
        ("", "r.urdf, line 1: this is no XML"),
        ("<mujoco/>", "line 1: the file begins with <mujoco>"),
        ("<robot/>", "line 1: the robot has no links"),
        ('<!DOCTYPE a [<!ENTITY b "c">]>\n<robot/>', "line 1: a declaration"),
        (_robot("", kind="revolut"), "line 4: joint 'j': unknown type 'revolut'. Did you mean 'revolute'"),
        (_robot("").replace('child link="b"', 'child link="x"'), "line 6: there is no link 'x'"),
        (_robot("").replace('<child link="b"/>', ""), "line 4: the joint has no <child>"),
        (_robot('<axis xyz="0 0 0"/>'), "line 4: the axis has no direction"),
        (_robot('<axis xyz="0 0"/>'), r"line 7: xyz = '0 0' is not 3 number"),
        (_robot('<origin xyz="0 0 nan"/>'), "line 7: xyz = .* is not 3 number"),
        (_robot('<mimic joint="k"/>'), "line 4: joint 'j' cannot mimic 'k'"),
        (_robot("", more='<link name="a"/>'), "line 8: there is a link 'a' already, in line 2"),
        (_robot("", more='<link name="c"/>'), "line 1: the robot has several roots: a, c"),
        (_robot("", more='<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>'), "no root"),
        (_robot("", more=SECOND.format("j")), "line 8: there is a joint 'j'"),
        (_robot("", more=SECOND.format("k")), "line 8: link 'b' is the child"),
        (_robot('<origin xyz="0 0 1e60"/>'), "line 7: xyz = .* above 1e\\+50"),
        (
            _robot("").replace('link name="b"', 'link name=" "').replace('child link="b"', 'child link=" "'),
            "line 4: body: name",
        ),
        (_robot("", b=INERTIAL + "<visual><geometry><cone/></geometry></visual>"), "line 3: unknown geometry 'cone'"),
    ],
)
def test_mistakes_are_named(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FileFormatError, match=message) as caught:
        read_urdf(_file(tmp_path, text))
    assert str(caught.value).startswith("r.urdf")


# --------------------------------------------------------------------------- files as they are

LEAF = '<link name="c">{}</link>\n<joint name="k" type="{}"><parent link="b"/><child link="c"/>{}</joint>\n'
NOTHING = '<inertial><mass value="0"/><inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial>'


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        (_robot("", b=INERTIAL.replace('izz="1"', 'izz="9"')), "line 3: link 'b': no body has .* 1, 1, 9 kg m2"),
        (
            _robot('<axis xyz="0 1 0"/>', b=INERTIAL.replace('ixx="1"', 'ixx="-1"')),
            "line 3: link 'b': no body has .* -1, 1, 1 kg m2",
        ),
        (_robot("", more=LEAF.format("", "revolute", "")), "line 9: joint 'k' is held: nothing that it moves has mass"),
        (
            _robot("", more=LEAF.format(NOTHING.replace('ixx="0"', 'ixx="1"'), "fixed", "")),
            "line 8: link 'c' has moments",
        ),
        (_robot('<origin xyz="1 2 3 4"/>'), "line 7: xyz = '1 2 3 4': the first 3"),
        (
            _robot("", b=INERTIAL + "<visual><geometry><box/></geometry></visual>"),
            "line 3: <box>: its sizes are missing",
        ),
    ],
)
def test_what_is_read_otherwise_is_said(text: str, remark: str, tmp_path: Path) -> None:
    """One warning; the model runs."""
    with pytest.warns(UserWarning, match=f"(?s)r.urdf is read otherwise than it is written:.*{remark}") as told:
        model = read_urdf(_file(tmp_path, text))
    assert len(told) == 1 and jd.check(model).ok


def test_nearest_proper_inertia() -> None:
    """Proper, left alone if it was, and no other proper tensor (of random clouds of mass) is nearer in second moments."""
    rng = np.random.default_rng(1)

    def second(J: np.ndarray) -> np.ndarray:
        return 0.5 * np.trace(J) * np.eye(3) - J

    def cloud() -> np.ndarray:
        points = rng.normal(size=(2, 3))
        return sum((p @ p) * np.eye(3) - np.outer(p, p) for p in points)

    for _ in range(50):
        J = rng.normal(size=(3, 3))
        J = J + J.T
        proper = nearest_proper(J)
        e = np.linalg.eigvalsh(proper)
        assert e[2] <= e[0] + e[1] + 1e-12
        left = np.linalg.norm(second(proper) - second(J))
        assert all(np.linalg.norm(second(proper + 0.1 * cloud()) - second(J)) >= left for _ in range(10))
        possible = cloud()
        np.testing.assert_allclose(nearest_proper(possible), possible, atol=1e-12)


@pytest.mark.filterwarnings("error")
def test_what_other_readers_take_is_taken_silently(tmp_path: Path) -> None:
    """A declaration after a comment, commas, links of zero mass that are fixed, rounded inertia, fixed joints that mimic."""
    rounded = INERTIAL.replace('izz="1"', 'izz="2.0000001"')
    more = LEAF.format(NOTHING, "fixed", '<origin xyz="0, 0, 1"/><mimic joint="j"/>')
    text = '<!-- made by hand -->\n<?xml version="1.0"?>\n' + _robot(
        '<axis xyz="0,0,1"/>', a=NOTHING, b=rounded, more=more
    )
    model = jd.read(_file(tmp_path, text))
    assert list(model.bodies) == ["b"] and list(model.joints) == ["j"]
    np.testing.assert_array_equal(model.bodies["b"].markers["c"].at, [0, 0, 1])


def test_a_frame_without_mass_floats_with_its_link(tmp_path: Path) -> None:
    """The root of most walking robots is an empty frame fixed to the trunk."""
    text = _robot('<origin xyz="1 0 0" rpy="0 0 1"/>', kind="fixed", more=LEAF.format(INERTIAL, "revolute", ""))
    free = jd.read(_file(tmp_path, text), base="floating")
    assert list(free.bodies) == ["b", "c"] and list(free.joints) == ["k"]
    np.testing.assert_allclose(free.bodies["b"].at, [1, 0, 0])
    frame = free.bodies["b"].markers["a"]
    np.testing.assert_allclose(free.bodies["b"].matrix @ frame.at, [-1, 0, 0], atol=1e-15)
    assert jd.check(free).mobility == 7
    assert jd.check(jd.read(_file(tmp_path, text))).mobility == 1


def test_links_without_mass_between_others_swing_as_one(tmp_path: Path) -> None:
    """Two hinges across each other through an empty link are a universal joint: the same motion."""
    more = LEAF.format(INERTIAL.replace("<mass", '<origin xyz="0 0 -1"/><mass'), "continuous", '<axis xyz="0 1 0"/>')
    robot = jd.read(_file(tmp_path, _robot('<axis xyz="1 0 0"/>', b="", more=more)))
    assert robot.bodies["b"].mass == 0.0
    model = jd.Model("universal", gravity=(0, 0, -9.81))
    bob = model.body("c", mass=1.0, inertia=(1, 1, 1), com=(0, 0, -1))
    model.joint(
        "j", "universal", model.ground, bob, at=(0, 0, 0), axis=(0, 0, 1)
    )  # its cross has x of ground, y of the bob
    for one in (robot, model):
        one.bodies["c"].velocity, one.bodies["c"].spin = np.array([0.3, -0.2, 0.0]), np.array([-0.2, -0.3, 0.0])
    ends = [jd.simulate(one, 1.0, tol=1e-9, trust="fast")["c"].position[-1] for one in (robot, model)]
    np.testing.assert_allclose(*ends, atol=1e-7)
    with pytest.raises(jd.ModelError, match="base can be given for robots"):
        jd.read(Path("machine.yaml"), base="floating")
