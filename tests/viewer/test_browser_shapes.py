"""Shapes with a place of their own in their body, as the page draws them in a real browser."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import jourdain as jd
from browser import Browser
from jourdain.io.robots.urdf import read_urdf
from jourdain.viewer.deformation import Deformation
from viewer.test_browser import move, opened

CORNER = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
VERTICES = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3.0]])
SIGNS = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, 8).T
SHAPES = {
    "box": '<box size="0.2 0.4 0.6"/>',
    "cylinder": '<cylinder radius="0.1" length="0.8"/>',
    "sphere": '<sphere radius="0.3"/>',
    "mesh": '<mesh filename="corner.obj" scale="0.1 0.1 0.1"/>',
}
XYZ, RPY, COM, HINGE = (0.3, -0.2, 0.5), (0.4, -0.7, 1.1), (0.1, 0.2, -0.3), (0.0, 0.5, 1.0)


def turning(folder: Path, kind: str) -> jd.Result:
    """A link on a motor; its centre of mass and its picture are off the joint, the picture is turned."""
    (folder / "corner.obj").write_text(CORNER)
    xyz, rpy, com, hinge = (" ".join(map(str, numbers)) for numbers in (XYZ, RPY, COM, HINGE))
    (folder / "robot.urdf").write_text(
        f'<robot name="robot"><link name="world"/><link name="arm"><inertial><origin xyz="{com}"/><mass value="2"/>'
        '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
        f'<visual><origin xyz="{xyz}" rpy="{rpy}"/><geometry>{SHAPES[kind]}</geometry></visual></link>'
        '<joint name="hinge" type="continuous"><parent link="world"/><child link="arm"/>'
        f'<origin xyz="{hinge}"/><axis xyz="0 1 0"/></joint></robot>'
    )
    model = read_urdf(folder / "robot.urdf")
    model.drive("motor", model.joints["hinge"].angle, "2*t")
    return jd.simulate(model, 1.0, output=10, trust="fast")


def in_ground(points: np.ndarray, angle: float) -> np.ndarray:
    """Points (n, 3) of the picture's own frame where the motor has turned by an angle [rad]."""
    in_link = Rotation.from_euler("xyz", RPY).apply(points) + XYZ  # URDF: about fixed axes x, then y, then z
    return Rotation.from_rotvec([0.0, angle, 0.0]).apply(in_link) + HINGE


def shown(browser: Browser, body: int = 0) -> np.ndarray:
    """Vertices (n, 3) of the surface of a body, in ground axes."""
    return np.array(
        browser.run(
            """((body) => {
        const mesh = body.getObjectByProperty("isMesh", true), at = mesh.geometry.attributes.position;
        body.updateMatrixWorld(true);
        return Array.from({length: at.count}, (_, i) =>
            mesh.position.clone().fromBufferAttribute(at, i).applyMatrix4(mesh.matrixWorld).toArray());
    })(jourdain.view.machines[0].bodies["""
            + f"{body}])"
        )
    )


def same_points(found: np.ndarray, expected: np.ndarray) -> bool:
    """Each of the ones is one of the others; float32."""
    apart = np.linalg.norm(found[:, None] - expected[None], axis=2)
    return bool(apart.min(axis=0).max() < 2e-6 and apart.min(axis=1).max() < 2e-6)


@pytest.mark.parametrize("kind", SHAPES)
def test_shapes_of_a_robot_are_where_its_file_says(browser: Browser, kind: str, tmp_path: Path) -> None:
    result = turning(tmp_path, kind)
    opened(browser, result, tmp_path)
    for part in (0.0, 0.7):
        move(browser, part)
        found = shown(browser)
        # back in the picture's own frame: rows R^T (p - o)
        origin, axes = in_ground(np.zeros((1, 3)), 2 * part), in_ground(np.eye(3), 2 * part)
        own = (found - origin) @ (axes - origin).T
        if kind == "box":
            assert same_points(own, 0.5 * SIGNS * [0.2, 0.4, 0.6])
        elif kind == "mesh":
            assert same_points(own, 0.1 * VERTICES)
        elif kind == "sphere":
            np.testing.assert_allclose(np.linalg.norm(own, axis=1), 0.3, atol=2e-6)
        else:
            np.testing.assert_allclose(np.unique(own[:, 2].round(5)), [-0.4, 0.4], atol=2e-6)
            assert np.linalg.norm(own[:, :2], axis=1).max() == pytest.approx(0.1, abs=2e-6)
    # the whole way of the picture is inside of what the camera was fitted to
    visited = np.array(browser.run("jourdain.view.visited.map(p => p.toArray())"))
    assert (found.min(axis=0) > visited.min(axis=0) - 1e-6).all() and (
        found.max(axis=0) < visited.max(axis=0) + 1e-6
    ).all()


def test_lines_on_round_shapes_go_with_them(browser: Browser, tmp_path: Path) -> None:
    """The circles on a ball, 0.3 % outside of it: all of them about the centre of the ball."""
    opened(browser, turning(tmp_path, "sphere"), tmp_path)
    lines = (
        "(all => { jourdain.view.machines[0].bodies[0].traverse(one => { if (one.isLineSegments) all.push(one); });"
        " return all.at(-1).geometry.attributes.position; })([])"
    )
    points = np.array(browser.run(f"Array.from({lines}.array)"))
    centre = np.array(XYZ) - COM
    np.testing.assert_allclose(np.linalg.norm(points.reshape(-1, 3) - centre, axis=1), 0.3 * 1.003, rtol=1e-5)


def test_placed_meshes_deform_in_body_axes(browser: Browser, tmp_path: Path) -> None:
    model = turning(tmp_path, "mesh").model
    arm = model.bodies["arm"]
    (picture,) = arm.visuals
    solid = jd.mesh(tmp_path / "corner.obj", scale=0.1)  # what bends is the shape
    arm.shape, arm.visuals = solid.placed(picture.shape.at, picture.shape.rotation), ()
    result = jd.simulate(model, 1.0, output=10, trust="fast")
    top = result.model.bodies["arm"].shape.vertices[:, 2].argmax()  # type: ignore[union-attr]
    push = np.zeros((1, 4, 3))
    push[0, top] = [0.0, 0.0, 1.0]  # along z of the link
    opened(browser, result, tmp_path, deformations={"arm": Deformation(push, np.full((len(result.t), 1), 0.05))})
    moved = Rotation.from_euler("xyz", RPY).apply(0.1 * VERTICES) + XYZ
    moved[3, 2] += 0.05
    assert same_points(shown(browser), moved + HINGE)


def test_one_mesh_at_two_places_is_stored_once(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "corner.obj").write_text(CORNER)
    solid = jd.mesh(tmp_path / "corner.obj")
    model = jd.Model("two")
    for i, shape in enumerate((solid, solid.placed((0, 0, 1), jd.axis_angle((1, 0, 0), np.pi / 2)))):
        model.body(f"body {i}", mass=1.0, shape=shape, at=(3 * i, 0, 0))
    result = jd.simulate(model, 0.1, output=1, trust="fast")
    opened(browser, result, tmp_path)
    assert browser.run("JSON.parse(document.getElementById('data').textContent).runs[0].meshes.length") == 1
    assert same_points(shown(browser), VERTICES)
    turned = VERTICES[:, [0, 2, 1]] * [1, -1, 1]  # a quarter turn about x: y to z, z to -y
    assert same_points(shown(browser, 1), turned + np.array([3.0, 0.0, 1.0]))
