"""What robots' files say is in the model: limits, ratings, pictures, shapes of contact; poses by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.io.meshes import drawn_surfaces
from jourdain.viewer.data import run_data

WEDGE = (Path(__file__).parents[2] / "docs" / "gallery" / "wedge.obj").resolve()
INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
ARM = f"""<robot name="arm">
<material name="steel"><color rgba="0.5 0.5 0.5 0.4"/></material>
<link name="foot"><visual><geometry><box size="0.3 0.3 0.1"/></geometry></visual></link>
<link name="upper">{INERTIAL}
  <visual><origin xyz="0 0 0.2"/><geometry><cylinder radius="0.03" length="0.4"/></geometry><material name="steel"/></visual>
  <visual><geometry><mesh filename="{WEDGE}" scale="0.1 0.2 0.1"/></geometry></visual>
  <visual><geometry><mesh filename="package://none/gone.dae"/></geometry></visual>
  <collision><geometry><sphere radius="0.3"/></geometry></collision></link>
<link name="lower">{INERTIAL}</link>
<link name="finger">{INERTIAL}</link>
<link name="camera"><visual><geometry><sphere radius="0.02"/></geometry></visual></link>
<joint name="shoulder" type="revolute"><parent link="foot"/><child link="upper"/><axis xyz="0 1 0"/>
  <limit lower="-1" upper="2" effort="80" velocity="3"/><dynamics damping="0.2" friction="0.1"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/>
  <limit lower="0.3" upper="2.5"/></joint>
<joint name="grip" type="prismatic"><parent link="lower"/><child link="finger"/><origin xyz="0 0 0.3"/><axis xyz="1 0 0"/>
  <limit lower="0" upper="0"/><mimic joint="elbow" multiplier="0.1" offset="0"/></joint>
<joint name="look" type="fixed"><parent link="lower"/><child link="camera"/><origin xyz="0 0.1 0"/></joint>
<transmission name="drive"><joint name="shoulder"/><actuator name="motor">
  <mechanicalReduction>100</mechanicalReduction></actuator></transmission>
</robot>"""


@pytest.fixture
def arm(tmp_path: Path) -> jd.Model:
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    with pytest.warns(UserWarning) as told:
        model = jd.read(file)
    said = str(told[0].message)
    assert "limits from 0 to 0 leave no travel" in said and "package://none/gone.dae" in said
    assert "drawn within their limits, which leave out zero: elbow at 0.3" in said
    return model


def test_all_of_a_robot_is_kept(arm: jd.Model, tmp_path: Path) -> None:
    shoulder = arm.joints["shoulder"]
    assert shoulder.limits["angle"] == jd.Limits(-1, 2)
    assert shoulder.rated.pop("transmission") == {"name": "drive", "actuator": "motor", "reduction": 100.0}
    assert shoulder.rated == {"effort": 80.0, "velocity": 3.0, "friction": 0.1}
    cylinder, surface = arm.bodies["upper"].visuals
    assert (cylinder.colour, cylinder.opacity) == ("#808080", 0.4) and cylinder.shape.at == (0, 0, 0.2)
    assert surface.shape == jd.surface(WEDGE, scale=(0.1, 0.2, 0.1)).placed()
    assert arm.bodies["upper"].collisions[0].shape == jd.sphere(0.3).placed()
    assert arm.ground.visuals[0].shape.kind == "box" and arm.bodies["lower"].visuals[0].shape.at == (0, 0.1, 0)
    jd.write(arm, tmp_path / "arm.yaml")
    assert jd.read(tmp_path / "arm.yaml") == arm
    said = str(jd.check(arm))
    assert "kept and not acted on: effort of shoulder" in said and "collision shapes of upper" in said


def test_limits_of_robots_act(arm: jd.Model) -> None:
    for name in ("shoulder", "elbow"):
        arm.measure(f"{name} angle", arm.joints[name].angle)
    arm.pose({"shoulder": 1.5})
    result = jd.simulate(arm, 1.0, trust="fast")
    assert "shoulder at its upper limit" in {event.name for event in result.events}
    for name, least, most in (("shoulder", -1.0, 2.0), ("elbow", 0.3, 2.5)):
        angle = result.measure(f"{name} angle").values
        assert angle.min() >= least - 1e-9 and angle.max() <= most + 1e-9


def test_poses_by_name(arm: jd.Model) -> None:
    """The elbow from the drawn 0.3 rad to 1: what hangs on it turns, and the finger follows by a tenth of that."""
    arm.pose({"shoulder": 0.5, "elbow": 1.0})
    turned = jd.axis_angle((0, 1, 0), 1.5).matrix
    np.testing.assert_allclose(arm.bodies["lower"].matrix, turned, atol=1e-12)
    elbow = jd.axis_angle((0, 1, 0), 0.5).matrix @ [0, 0, 0.4]
    np.testing.assert_allclose(arm.bodies["lower"].at, elbow, atol=1e-12)
    np.testing.assert_allclose(arm.bodies["finger"].at, elbow + turned @ [0.1, 0, 0.3], atol=1e-12)
    assert not jd.check(arm).gaps


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"shoulder": 3.0}, "beyond the upper limit 2"),
        ({"sholder": 0.3}, "no joint 'sholder'.*shoulder"),
        ({"shoulder.slide": 0.3}, "no coordinate 'slide'"),
        ({"shoulder": "far"}, "shoulder = 'far'"),
        ([1.0], "no table of joints"),
    ],
)
def test_poses_that_are_refused(arm: jd.Model, values: Any, said: str) -> None:
    with pytest.raises(jd.ModelError, match=said):
        arm.pose(values)


def test_loops_are_not_posed() -> None:
    from jourdain import examples

    with pytest.raises(jd.ModelError, match=r"part of a loop.*assemble"):
        model = examples.slider_crank()
        model.pose({"A": 1.0})


def test_pictures_apart_from_mass(tmp_path: Path) -> None:
    m = jd.Model("rod")
    given: dict[str, Any] = {"mass": 2.0, "inertia": (1, 2, 2)}
    pictures = [jd.box(1, 1, 1), jd.Visual(jd.sphere(0.1).placed((0, 0, 1)), colour=(1, 0, 0), opacity=0.5)]
    rod = m.body("rod", **given, shape=jd.cylinder(0.1, 1.0), visuals=pictures)
    assert rod.mass == 2.0 and np.array_equal(rod.inertia, np.diag([1.0, 2.0, 2.0]))
    assert rod.visuals[1].colour == "#ff0000"
    jd.write(m, tmp_path / "rod.yaml")
    assert jd.read(tmp_path / "rod.yaml") == m
    text = "name: r\nbodies:\n  rod:\n    mass: 2\n    inertia: [1, 2, 2]\n    shape: {cylinder: [0.1, 1.0]}\n"
    text += "    visuals: [{box: [1, 1, 1]}, {sphere: 0.1, at: [0, 0, 1], colour: '#ff0000', opacity: 0.5}]\n"
    (tmp_path / "r.yaml").write_text(text)
    assert jd.read(tmp_path / "r.yaml").bodies["rod"].visuals == rod.visuals
    with pytest.raises(jd.ModelError, match="a surface has no mass"):
        m.body("other", mass=1.0, shape=jd.surface(WEDGE))
    with pytest.raises(jd.ModelError, match="opacity = 2"):
        jd.Visual(jd.box(1, 1, 1), opacity=2)
    with pytest.raises(jd.ModelError, match="cannot be read"):
        jd.surface("part.step")


def test_the_page_draws_all_pictures(arm: jd.Model) -> None:
    result = jd.simulate(arm, 0.05, output=2, trust="fast")
    data = run_data(result, "arm")
    upper = next(one for one in data["bodies"] if one["name"] == "upper")
    assert [one["kind"] for one in upper["pictures"]] == ["cylinder", "mesh"]
    assert upper["pictures"][0]["colour"] == "#808080" and upper["pictures"][0]["opacity"] == 0.4
    assert [one["kind"] for one in data["ground"]] == ["box"]
    assert "kept and not acted on: effort of shoulder" in data["summary"]
    assert [one["kind"] for one in upper["collisions"]] == ["sphere"] and not data["groundCollisions"]
    assert not data["collisions"] and run_data(result, "arm", collisions=True)["collisions"]
    json.dumps(data["bodies"])


@pytest.mark.parametrize("kind", ["glb", "dae"])
def test_colours_inside_files_are_drawn(kind: str, tmp_path: Path) -> None:
    """Each part of a scene with the colour of its material; a colour given in the model counts instead."""
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("collada") if kind == "dae" else None
    scene = trimesh.Scene()
    for x, tint in ((0.0, (200, 20, 30)), (3.0, (10, 120, 40)), (6.0, (200, 20, 30))):
        box = trimesh.creation.box((1, 1, 1), transform=trimesh.transformations.translation_matrix((x, 0, 0)))
        colour = trimesh.visual.material.PBRMaterial(baseColorFactor=(*tint, 255))
        box.visual = trimesh.visual.TextureVisuals(material=colour)
        scene.add_geometry(box)
    if kind == "glb":
        scene.export(tmp_path / "boxes.glb")
    else:
        made = trimesh.exchange.dae.export_collada(list(scene.geometry.values()))
        (tmp_path / "boxes.dae").write_bytes(made)
    surface = jd.surface(tmp_path / f"boxes.{kind}")
    parts = drawn_surfaces(surface)
    assert [(colour, len(mesh.faces)) for mesh, colour in parts] == [("#c8141e", 24), ("#0a7828", 12)]
    m = jd.Model("boxes")
    m.body("a", mass=1, inertia=(1, 1, 1), visuals=[surface, jd.Visual(surface, "#123456")])
    drawn = run_data(jd.simulate(m, 0.01, output=1, trust="fast"), "boxes")["bodies"][0]["pictures"]
    assert [one["colour"] for one in drawn] == ["#c8141e", "#0a7828", "#123456", "#123456"]


def test_surfaces_of_other_programs(tmp_path: Path) -> None:
    """Through trimesh, where it is there: the same triangles, in metres; fine ones are made coarser."""
    trimesh = pytest.importorskip("trimesh")
    ball = trimesh.creation.icosphere(subdivisions=6, radius=1000.0)
    ball.export(tmp_path / "ball.glb")
    ((drawn, _),) = drawn_surfaces(jd.surface(tmp_path / "ball.glb", scale=0.001))
    assert len(drawn.faces) <= 8000 < len(ball.faces)
    np.testing.assert_allclose(np.linalg.norm(drawn.vertices, axis=1), 1.0, atol=0.01)
