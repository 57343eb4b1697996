"""The report page as a text: what stands in it, that names cannot break it, and that it is whole."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain import viewer
from jourdain.examples import slider_crank
from jourdain.viewer.page import frame, page
from machines import mechanisms, problems, runs
from machines.small_models import MODELS

VIEWER = Path(viewer.__file__).parent
NASTY = (
    "</script><script>window.broken = 1</script>",
    "<!-- <script>",
    "\"quotes' & &amp; `ticks`",
    "$title ${data} $$",
    "\N{SNOWMAN} \N{GREEK SMALL LETTER PHI} \u2028",
)


class Parts(HTMLParser):
    """Title, scripts and addresses of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.title, self.scripts, self.addresses, self._open = "", [], [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self._open = tag
        self.addresses += [value for name, value in attrs if name in ("src", "href")]
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open == "title":
            self.title += data
        elif self._open == "script":
            self.scripts[-1] += data


def data_of(text: str) -> dict[str, Any]:
    """The data inside a page, its curves by the names of their values."""
    found: dict[str, Any] = json.loads(Parts(text).scripts[0])
    for run in found["runs"]:
        run["curves"] = [
            dict(zip(("group", "name", "unit", "array", "column"), one, strict=True)) for one in run["curves"]
        ]
    return found


def numbers(run: dict[str, Any], array: int) -> np.ndarray:
    """An array of a run, (nt, width)."""
    entry = run["arrays"][array]
    return np.frombuffer(base64.b64decode(entry["data"]), "<f4").reshape(-1, entry["width"])


def curve(run: dict[str, Any], group: str, name: str) -> np.ndarray:
    """The numbers of a curve, (nt,)."""
    (entry,) = [c for c in run["curves"] if (c["group"], c["name"]) == (group, name)]
    values = numbers(run, entry["array"])
    return np.linalg.norm(values, axis=1) if entry["column"] is None else values[:, entry["column"]]


def close(actual: Any, expected: Any) -> None:
    """Equal to the digits of float32."""
    expected = np.asarray(expected)
    np.testing.assert_allclose(actual, expected, rtol=3e-7, atol=3e-7 * max(1e-30, np.abs(expected).max(initial=0.0)))


@pytest.fixture(scope="module")
def crank() -> jd.Result:
    return jd.simulate(slider_crank(), 0.3, output=30, trust="fast")


@pytest.fixture(scope="module")
def crank_run(crank: jd.Result) -> dict[str, Any]:
    (run,) = data_of(page(crank))["runs"]
    return run


# --------------------------------------------------------------------------- numbers


def test_times_and_poses_are_those_of_the_result(crank: jd.Result, crank_run: dict[str, Any]) -> None:
    assert np.array_equal(np.frombuffer(base64.b64decode(crank_run["t"])), crank.t)
    assert [body["name"] for body in crank_run["bodies"]] == ["crank", "rod", "slider"]
    for body in crank_run["bodies"]:
        close(numbers(crank_run, body["position"]), crank[body["name"]].position)
        close(numbers(crank_run, body["rotation"]), crank[body["name"]].quaternion)
        assert body["shape"]["kind"] == "box"


def test_planar_bodies_turn_by_an_angle() -> None:
    result = runs.made("switched, planar")
    (run,) = data_of(page(result))["runs"]
    for body in run["bodies"]:
        close(numbers(run, body["rotation"])[:, 0], result[body["name"]].angle)
        assert numbers(run, body["position"]).shape[1] == 2


def test_joint_points_come_together(crank_run: dict[str, Any]) -> None:
    """Marker a and marker b of each revolute, carried along by the poses of the page, stand at one place."""

    def place(anchor: dict[str, Any]) -> np.ndarray:
        if anchor["body"] < 0:
            return np.array(anchor["at"])[None]
        body = crank_run["bodies"][anchor["body"]]
        w, u = numbers(crank_run, body["rotation"])[:, :1], numbers(crank_run, body["rotation"])[:, 1:]
        at = np.broadcast_to(anchor["at"], u.shape)
        return numbers(crank_run, body["position"]) + at + 2 * np.cross(u, np.cross(u, at) + w * at)

    revolutes = [joint for joint in crank_run["joints"] if joint["kind"] == "revolute"]
    assert [joint["name"] for joint in revolutes] == ["A", "B", "C"]
    for joint in revolutes:
        np.testing.assert_allclose(place(joint["a"]) - place(joint["b"]), 0.0, atol=2e-7)


def test_angles_and_slides_are_those_of_the_joints(crank: jd.Result, crank_run: dict[str, Any]) -> None:
    joints = crank.model.joints
    for name in ("A", "B", "C"):
        expected = crank.measure(joints[name].angle).values
        turns = 2 * np.pi * np.round((curve(crank_run, "angles", name)[0] - expected[0]) / (2 * np.pi))
        close(curve(crank_run, "angles", name) - turns, expected)
    close(curve(crank_run, "slides", "guide"), crank.measure(joints["guide"].slide))


def test_forces_of_the_page_move_the_slider(crank: jd.Result, crank_run: dict[str, Any]) -> None:
    """m a = m g + force of the guide on the slider + force of C on it: signs, axes and order of what is stored."""
    loads = {load["name"]: load for load in crank_run["loads"]}
    total = sum(numbers(crank_run, loads[name]["force"]).astype(float) for name in ("C", "guide"))
    body = crank.model.bodies["slider"]
    acceleration = np.stack([curve(crank_run, "accelerations", f"slider {axis}") for axis in "xyz"], axis=1)
    np.testing.assert_allclose(total, body.mass * (acceleration - crank.model.gravity), atol=1e-5 * np.abs(total).max())


@pytest.mark.parametrize("planar", [True, False])
def test_loads_of_all_elements_are_their_reactions(planar: bool) -> None:
    result = runs.run(MODELS["sprung"](planar))
    (run,) = data_of(page(result))["runs"]
    assert {load["name"] for load in run["loads"]} == {"hinge", "spring", "coil", "push"}
    for load in run["loads"]:
        expected = result.reaction(load["name"], frame="ground")
        for what in ("force", "torque"):
            values = getattr(expected, what).values
            if load[what] is None:
                assert np.abs(values).max() < 1e-9
            else:
                stored = numbers(run, load[what])  # arrows of torques stand on the plane
                close(stored, np.pad(values[:, None], ((0, 0), (2, 0))) if values.ndim == 1 else values)
    (spring,) = run["links"]
    assert spring["kind"] == "spring and damper" and spring["a"]["body"] == -1 and spring["b"]["body"] == 0


def test_table_has_peaks_and_their_times(crank: jd.Result, crank_run: dict[str, Any]) -> None:
    assert [row["name"] for row in crank_run["table"]] == ["A", "B", "C", "guide"]
    for row in crank_run["table"]:
        size = np.linalg.norm(
            crank.reaction(row["name"]).force.values, axis=1
        )  # in another frame: lengths are the same
        assert row["force"]["size"] == pytest.approx(size.max(), rel=1e-12)
        assert row["force"]["t"] == crank.t[size.argmax()]
        assert np.linalg.norm(row["force"]["parts"]) == pytest.approx(size.max(), rel=1e-12)
        assert not row["unique"]  # the slider-crank in space is redundant


def test_rounding_is_no_torque() -> None:
    """Pins of a plane four-bar carry no torque."""
    (run,) = data_of(page(runs.run(problems.planar_model(problems.n_four_bar(1)))))["runs"]
    assert all(row["torque"]["size"] == 0.0 and row["force"]["size"] > 1.0 for row in run["table"])
    assert all(load["torque"] is None for load in run["loads"])


def test_energies_measures_states_and_rods() -> None:
    result = runs.made("controlled, spatial")
    (run,) = data_of(page(result))["runs"]
    close(curve(run, "energies", "kinetic energy"), result.energy.kinetic)
    close(curve(run, "energies", "potential energy"), result.energy.potential)
    close(curve(run, "measures", "angle"), result.measure("angle"))
    close(curve(run, "states", "error"), result.state("error"))
    assert [(link["kind"], link["name"]) for link in run["links"]] == [("rod", "rod")]


@pytest.mark.parametrize(("joint", "unit", "what"), [("revolute", "N m", "torque"), ("prismatic", "N", "force")])
def test_what_a_drive_needs_has_a_sign(joint: str, unit: str, what: str) -> None:
    """It pushes the body to and fro; its power is what the body gains."""
    m = jd.Model("driven")
    body = m.body("body", mass=2.0, inertia=(0.5, 0.5, 0.5))
    guide = m.joint("guide", joint, m.ground, body, at=(0, 0, 0), axis=(0, 0, 1))
    m.drive("motor", guide.angle if joint == "revolute" else guide.slide, "sin(t)")
    (run,) = data_of(page(runs.run(m, 1.0)))["runs"]
    (entry,) = [one for one in run["curves"] if one["name"] == f"motor: {what}"]
    times = np.frombuffer(base64.b64decode(run["t"]))
    close(curve(run, "reactions", f"motor: {what}"), -(0.5 if joint == "revolute" else 2.0) * np.sin(times))
    assert entry["unit"] == unit and times[-1] == 1.0


def test_events_are_there() -> None:
    result = runs.made("bouncing, planar")
    (run,) = data_of(page(result))["runs"]
    assert len(result.events) > 1 and run["events"] == [{"name": e.name, "t": e.t} for e in result.events]


def test_model_text_is_the_model(crank: jd.Result, crank_run: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "saved.yaml").write_text(crank_run["model"], encoding="utf-8")
    assert crank_run["model_written"] and jd.read(tmp_path / "saved.yaml") == crank.model


def test_model_that_cannot_be_written_says_why() -> None:
    model = mechanisms.four_bar_in_space()
    model.force("odd", next(iter(model.joints.values())).angle, law=lambda t, x, v: -v)
    (run,) = data_of(page(runs.run(model)))["runs"]
    assert not run["model_written"] and "cannot be written" in run["model"] and "lambda" in run["model"]


def test_trust_line_is_there() -> None:
    good = jd.simulate(problems.pendulum(), 0.2, output=4)
    (run,) = data_of(page(good))["runs"]
    assert run["trust"] == str(good.trust).splitlines() and run["trusted"]
    (fast,) = data_of(page(runs.run(problems.pendulum())))["runs"]
    assert not fast["trusted"] and "not estimated" in fast["trust"][0]


def two_blocks(folder: Path, planar: bool = False) -> jd.Model:
    """Two bodies of one mesh, the corner of a cube of 1 m, with its own centre of mass."""
    points, faces = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n", "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    (folder / "corner.obj").write_text(points + faces)
    model = jd.Model("blocks", planar=planar)
    for name, x in (("left", 0.0), ("right", 2.0)):
        model.body(name, shape=jd.mesh(folder / "corner.obj"), mass=1.0, at=(x, 0.0, 0.0))
    return model


@pytest.mark.parametrize("planar", [True, False])
def test_meshes_are_stored_once(planar: bool, tmp_path: Path) -> None:
    result = runs.run(two_blocks(tmp_path, planar))
    (run,) = data_of(page(result))["runs"]
    (surface,) = run["meshes"]
    faces = np.frombuffer(base64.b64decode(surface["faces"]), "<u4").reshape(-1, 3)
    vertices = np.frombuffer(base64.b64decode(surface["vertices"]), "<f4").reshape(-1, 3)
    assert faces.shape == (4, 3) and sorted(np.unique(faces)) == [0, 1, 2, 3]
    for body, x in zip(run["bodies"], (0.0, 2.0), strict=True):
        # centre of mass of the body + offset + vertex: the corners of the drawing
        centre = np.zeros(3)
        centre[: 2 if planar else 3] = numbers(run, body["position"])[0]
        corners = centre + np.array(body["shape"]["offset"]) + vertices
        expected = np.vstack([np.zeros(3), np.eye(3)]) + np.array([x, 0.0, 0.0])
        assert {tuple(corner) for corner in corners.round(6) + 0.0} == {tuple(corner) for corner in expected}


# --------------------------------------------------------------------------- the page


def nasty() -> jd.Model:
    """A pendulum whose names hold what HTML, JavaScript and the template use for themselves."""
    model = jd.Model(NASTY[0], planar=True, gravity=(0.0, -9.81))
    body = model.body(NASTY[1], mass=1.0, inertia=1.0, at=(1.0, 0.0))
    hinge = model.joint(NASTY[2], "revolute", model.ground, body, at=(0.0, 0.0))
    model.measure(NASTY[3], hinge.angle)
    model.event(NASTY[4], hinge.angle, -0.01)
    return model


def test_names_cannot_break_the_page() -> None:
    result = runs.run(nasty())
    text = page(result)
    parts = Parts(text)
    assert parts.title == NASTY[0] and len(parts.scripts) == 2
    run = data_of(text)["runs"][0]
    found = run["label"], run["bodies"][0]["name"], run["joints"][0]["name"], run["events"][0]["name"]
    assert found == (*NASTY[:3], NASTY[4])
    assert [c["name"] for c in run["curves"] if c["group"] == "measures"] == [NASTY[3]]
    assert len(re.findall("<script", text)) == len(re.findall("</script", text)) == 2


def test_half_a_character_in_a_name() -> None:
    """Lone surrogates, which no encoding takes, are in Python's texts all the same."""
    text = page(runs.run(runs.oddly_named()))
    assert text.isascii() and data_of(text)["title"] == runs.ODD[3]


def test_page_is_whole_and_small(crank: jd.Result, tmp_path: Path) -> None:
    path = crank.report(tmp_path / "crank.html", title="A title")
    text = path.read_text(encoding="ascii")
    parts = Parts(text)
    assert parts.title == "A title"
    assert all(address.startswith("data:") for address in parts.addresses)
    assert "default-src 'none'" in text  # the browser itself keeps the page from asking for anything
    assert len(text) - len(parts.scripts[0]) < 720_000
    assert len(text) < 1_000_000


def test_bundle_is_built_from_the_sources() -> None:
    source = VIEWER / "source"
    names = [*sorted(source.glob("*.js")), *sorted(source.glob("*.css")), source / "package.json"]
    digest = hashlib.sha256(b"".join(name.read_bytes() for name in names)).hexdigest()[:16]
    first = (VIEWER / "bundle.js").read_text().splitlines()[0]
    assert first == f"// source {digest}", "run `npm install && npm run build` in viewer/source"


def test_licences_are_kept() -> None:
    text = (VIEWER / "LICENSES.txt").read_text()
    assert "three.js authors" in text and "Leon Sorokin" in text and text.count("Permission is hereby granted") == 2


def test_several_runs() -> None:
    first, second = (jd.simulate(problems.pendulum(), 0.2, output=n, trust="fast") for n in (4, 7))
    found = data_of(page([first, second]))
    assert [run["label"] for run in found["runs"]] == ["pendulum (1)", "pendulum (2)"]
    assert [run["label"] for run in data_of(page({"coarse": first, "fine": second}))["runs"]] == ["coarse", "fine"]


def test_a_notebook_shows_the_page_in_a_frame(crank: jd.Result) -> None:
    shown = frame(crank)
    (source,) = re.findall(r'srcdoc="([^"]*)"', shown)
    assert html.unescape(source) == page(crank) and shown.startswith("<iframe")
    assert frame(crank, height=300).count("width:100%;height:300px") == 1


@pytest.mark.parametrize("results, words", [([], "no result"), ({}, "no result"), ([3], "3 is no Result")])
def test_refusals(results: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(jd.ModelError, match=words):
        jd.report(results, tmp_path / "page.html")
    assert not list(tmp_path.iterdir())


def test_no_folder(crank: jd.Result, tmp_path: Path) -> None:
    with pytest.raises(jd.ModelError, match="no folder"):
        crank.report(tmp_path / "none" / "page.html")


@pytest.mark.parametrize(
    "name",
    [
        "interrupted",
        "partial",
        "misfit",
        "gallery gears",
        "gallery skate",
        "between the outputs",
        "motor that stops, spatial",
        "algebraic state",
    ],
)
def test_every_sort_of_run_makes_a_page(name: str) -> None:
    result = runs.made(name)
    (run,) = data_of(page(result))["runs"]
    assert len(run["bodies"]) == len(result.system.bodies) and len(run["curves"]) > 10
    for entry in run["arrays"]:
        values = np.frombuffer(base64.b64decode(entry["data"]), "<f4")
        assert len(values) == entry["width"] * len(result.t) and np.isfinite(values).all()
