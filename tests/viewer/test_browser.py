"""The report page in a real browser: it loads from disk without asking for anything, plays, and follows its slider."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from browser import Browser
from jourdain.examples import slider_crank
from jourdain.viewer.page import frame
from machines import mechanisms, problems, runs
from machines.small_models import MODELS
from viewer.test_page import NASTY, nasty, two_blocks

DIGITS = 1e-6  # float32


def crank() -> jd.Result:
    return jd.simulate(slider_crank(), 1.0, output=100)


def four_bar() -> jd.Result:
    """Falls through the positions in which all of its bars are in line."""
    result = jd.simulate(problems.planar_model(problems.n_four_bar(1)), 3.0, output=150)
    assert len(result.trust.passages) >= 2
    return result


def bennett() -> jd.Result:
    """Four revolutes with skew axes in space."""
    model = mechanisms.bennett()
    model.drive("motor", model.joints["A"].angle, "2*t")
    return jd.simulate(model, 3.0, output=100)


MACHINES = {"slider-crank": crank, "four-bar": four_bar, "Bennett": bennett}


def opened(browser: Browser, results: Any, folder: Path, **options: Any) -> dict[str, Any]:
    """Open a page that nothing is wrong with; its state."""
    browser.console.clear()
    browser.requests.clear()
    path = jd.report(results, folder / "page.html", **options)
    browser.open(path)
    assert browser.console == [] and browser.requests == [path.as_uri()]
    state = browser.run("jourdain.state")
    assert state["problems"] == []
    assert not results or (state["webgl"] and not state["playing"])
    return state


def move(browser: Browser, value: float, slider: str = "time") -> dict[str, Any]:
    """Drag a slider; the state then."""
    browser.run(
        f"(s => {{ s.value = {value}; s.dispatchEvent(new Event('input')); }})(document.getElementById('{slider}'))"
    )
    return browser.run("jourdain.state")


def drawn(state: dict[str, Any], body: str, run: int = 0) -> np.ndarray:
    return np.array(state["runs"][run][body])


def expected(result: jd.Result, body: str, time: float) -> np.ndarray:
    """Centre of mass (3,), straight between the outputs."""
    x = result[body].position.values
    found = np.zeros(3)
    found[: x.shape[1]] = [np.interp(time, result.t, column) for column in x.T]
    return found


@pytest.mark.parametrize("name", MACHINES)
def test_machine(browser: Browser, name: str, tmp_path: Path) -> None:
    """Opens, shows plots, follows the slider, plays; the picture changes."""
    result = MACHINES[name]()
    state = opened(browser, result, tmp_path)
    assert browser.run("document.querySelector('h1').textContent") == result.model.name
    assert browser.run("document.querySelector('#trust p').textContent") == str(result.trust).splitlines()[0]
    assert len(state["plots"]) == (3 if "motor" in result.model.joints else 2) and all(state["plots"])
    assert "motor" not in result.model.joints or ["motor: torque"] in state["plots"]
    first = browser.screenshot(tmp_path / "start.png")
    lines = state["line"]
    for part in (0.335, 1.0):
        state = move(browser, part)
        time = result.t[0] + part * (result.t[-1] - result.t[0])
        assert state["time"] == pytest.approx(time, rel=1e-12)
        for body in result.system.bodies:
            np.testing.assert_allclose(
                drawn(state, body), expected(result, body, time), atol=DIGITS * result.system.length
            )
        assert all(now > before + 10 for now, before in zip(state["line"], lines, strict=True))
        lines = state["line"]
    assert browser.screenshot(tmp_path / "end.png") != first
    browser.click("#play")  # at the end it starts again
    browser.wait(
        f"jourdain.state.playing && jourdain.state.time > {result.t[0]} && jourdain.state.time < {result.t[-1]}"
    )
    before = browser.run("jourdain.state.time")
    browser.wait(f"jourdain.state.time > {before}")
    browser.click("#play")
    assert not browser.run("jourdain.state.playing")
    assert browser.console == [] and browser.run("jourdain.problems") == []


def painted(browser: Browser) -> dict[str, int]:
    """How many points of the picture have any colour, are red (arrows), are of the background; and the tone of all."""
    return browser.run("""(() => {
        jourdain.view.draw();
        const from = document.querySelector('.stage canvas'), to = document.createElement('canvas');
        [to.width, to.height] = [from.width, from.height];
        const pen = to.getContext('2d');
        pen.drawImage(from, 0, 0);
        const x = pen.getImageData(0, 0, to.width, to.height).data, found = {bodies: 0, red: 0, back: 0, tone: 0};
        for (let i = 0; i < x.length; i += 4) {
            const [r, g, b] = [x[i], x[i + 1], x[i + 2]];
            if (Math.max(r, g, b) - Math.min(r, g, b) > 40) found.bodies++;
            if (r > g + 80 && r > b + 80) found.red++;
            found.tone += r - g;
            if (r === 243 && g === 245 && b === 248) found.back++;
        }
        return found;
    })()""")


def test_picture_has_bodies_and_arrows(browser: Browser, tmp_path: Path) -> None:
    opened(browser, crank(), tmp_path)
    move(browser, 0.9)
    before = painted(browser)
    assert before["bodies"] > 3000 and before["back"] > 10_000 and before["red"] < 20
    browser.click("#show-forces")
    assert painted(browser)["red"] > before["red"] + 50
    browser.click("#show-forces")
    after = painted(browser)  # on a slow machine the page may have settled to another size meanwhile
    assert after["red"] == before["red"] and after["bodies"] > 3000


def test_meshes_are_drawn(browser: Browser, tmp_path: Path) -> None:
    """Two bodies of one mesh; without them there is no colour in the picture."""
    opened(browser, runs.run(two_blocks(tmp_path)), tmp_path)
    assert painted(browser)["bodies"] > 3000
    browser.run("jourdain.view.machines[0].bodies.forEach((body) => { body.visible = false; })")
    assert painted(browser)["bodies"] == 0


def test_cameras(browser: Browser, tmp_path: Path) -> None:
    """Every preset looks from where it says, with the machine in sight."""
    opened(browser, crank(), tmp_path)
    directions = {}
    for i, name in enumerate(("x", "y", "z", "iso"), 1):
        browser.click(f".group button:nth-child({i})")
        assert painted(browser)["bodies"] > 1000, name
        away = np.array(
            browser.run("jourdain.view.camera.position.clone().sub(jourdain.view.controls.target).toArray()")
        )
        directions[name] = away / np.linalg.norm(away)
    np.testing.assert_allclose([directions[name] for name in "xyz"], [[1, 0, 0], [0, -1, 0], [0, 0, 1]], atol=2e-3)
    assert (np.abs(directions["iso"]) > 0.2).all()


def test_first_look_has_x_to_the_right(browser: Browser, tmp_path: Path) -> None:
    """Also where y is up; the whole motion is inside the picture and fills it in one direction."""
    result = runs.run(MODELS["sprung"](False), 1.0)
    opened(browser, result, tmp_path)
    right, _, _, _, _, up = browser.run("jourdain.view.camera.matrixWorld.elements")[
        :6
    ]  # x of the first axis, y of the second
    assert right > 0.5 and up > 0.5
    seen = np.array(browser.run("jourdain.view.visited.map(p => p.clone().project(jourdain.view.camera).toArray())"))[
        :, :2
    ]
    assert np.abs(seen).max() == pytest.approx(0.86, rel=1e-9)  # of half the picture, to both sides
    tight = np.abs(seen).max(axis=0).argmax()
    assert seen[:, tight].min() == pytest.approx(-seen[:, tight].max(), rel=1e-9)


def test_keys_plots_and_tables_move_the_time(browser: Browser, tmp_path: Path) -> None:
    result = crank()
    opened(browser, result, tmp_path)
    browser.key("ArrowRight")
    assert browser.run("jourdain.state.time") == pytest.approx(result.t[1], rel=1e-12)
    browser.key("End")
    assert browser.run("jourdain.state.time") == pytest.approx(result.t[-1], rel=1e-12)
    browser.key(" ", "Space")
    assert browser.run("jourdain.state.playing")
    browser.key(" ", "Space")
    assert not browser.run("jourdain.state.playing")
    browser.click(".u-over", x=0.25)
    assert browser.run("jourdain.state.time") == pytest.approx(0.25 * result.t[-1], abs=0.01)
    peak = result.t[np.linalg.norm(result.reaction("A").force.values, axis=1).argmax()]
    browser.run("document.querySelector('.reactions button').click()")
    assert browser.run("jourdain.state.time") == pytest.approx(peak, rel=1e-12)


def test_curves_are_chosen(browser: Browser, tmp_path: Path) -> None:
    """Curves of one unit share a panel; a new unit opens one."""
    opened(browser, crank(), tmp_path)
    browser.click(".curves > summary")
    browser.wait("document.querySelector('.choices label') !== null")
    choose = "[...document.querySelectorAll('.choices label')].find(l => l.textContent.startsWith('{}')).click()"
    for curve in ("slider x", "rod z", "kinetic energy"):
        browser.run(choose.format(curve))
    assert browser.run("jourdain.state.plots") == [
        ["guide", "slider x", "rod z"],
        ["A: force size"],
        ["kinetic energy"],
    ]
    titles = browser.run("jourdain.plots.panels.map(panel => panel.axes[1].label)")
    assert titles == ["slide, position [m]", "force [N]", "energy [J]"]


def test_runs_are_laid_over_each_other(browser: Browser, tmp_path: Path) -> None:
    """Two runs of different speed and outputs, each at its own place."""
    slow, fast = (jd.simulate(slider_crank(speed), 0.5, output=n, trust="fast") for speed, n in ((6.0, 50), (12.0, 77)))
    opened(browser, {"slow": slow, "fast": fast}, tmp_path)
    state = move(browser, 0.43)
    for i, result in enumerate((slow, fast)):
        np.testing.assert_allclose(drawn(state, "slider", i), expected(result, "slider", 0.215), atol=DIGITS)
    assert np.abs(drawn(state, "slider", 0) - drawn(state, "slider", 1)).max() > 0.01
    assert state["plots"][0] == ["guide, slow", "guide, fast"]
    assert browser.run("document.querySelectorAll('#trust > div').length") == 2


def test_names_are_texts(browser: Browser, tmp_path: Path) -> None:
    """Names full of markup are shown as they are, and nothing of them is run."""
    opened(browser, runs.run(nasty()), tmp_path)
    assert browser.run("document.querySelector('h1').textContent") == NASTY[0]
    assert browser.run("document.querySelector('.reactions tbody th').textContent") == NASTY[2]
    assert browser.run("window.broken === undefined && document.querySelectorAll('script').length === 2")


def test_notebook_frame(browser: Browser, tmp_path: Path) -> None:
    """The frame of a notebook runs the page, narrow as it is, and nothing sticks out to the side."""
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><body style='width:460px'>{frame(crank())}</body>", encoding="ascii")
    browser.console.clear()
    browser.requests.clear()
    browser.open(path, "document.querySelector('iframe') !== null")
    with browser.inside("iframe") as found:
        found.wait("window.jourdain !== undefined")
        state = found.run("jourdain.state")
        assert state["webgl"] and state["problems"] == [] and len(state["plots"]) == 2
        assert found.run("document.documentElement.scrollWidth <= window.innerWidth")
    assert browser.console == [] and not [url for url in browser.requests if url.startswith("http")]


def test_narrow_page(browser: Browser, tmp_path: Path) -> None:
    browser.resize(420, 700)
    try:
        opened(browser, crank(), tmp_path)
        assert browser.run("document.documentElement.scrollWidth") <= 420
        assert browser.run("document.querySelector('.stage').clientWidth") > 380
        assert browser.run("document.querySelector('.u-over').clientWidth") > 250
    finally:
        browser.resize(1200, 800)


def test_model_is_saved_as_yaml(browser: Browser, tmp_path: Path) -> None:
    opened(browser, crank(), tmp_path)
    browser.click("#tabs nav button:nth-child(4)")
    href, name = browser.run("(a => [a.href, a.download])(document.querySelector('.save'))")
    head, _, data = href.partition(",")
    assert head == "data:text/yaml;charset=utf-8;base64" and name == "slider-crank.yaml"
    (tmp_path / name).write_bytes(base64.b64decode(data))
    assert jd.read(tmp_path / name) == slider_crank()
