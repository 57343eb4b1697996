"""What people do on the page: find parts, hide them, ask for their values; at night, on a phone; and long runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from browser import Browser
from jourdain.viewer import encode
from jourdain.viewer.page import page
from viewer.test_browser import crank, move, opened, painted
from viewer.test_page import close, curve, data_of


@pytest.fixture(scope="module")
def result() -> jd.Result:
    return crank()


def chosen(browser: Browser, x: int, y: int) -> str:
    """The part that a click at a place of the page chooses."""
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        button = "none" if kind == "mouseMoved" else "left"
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)
    return str(browser.run("jourdain.parts.chosen"))


def test_parts_are_found_hidden_and_asked(browser: Browser, result: jd.Result, tmp_path: Path) -> None:
    opened(browser, result, tmp_path)
    browser.run("jourdain.parts.list.open = true")
    browser.wait("document.querySelectorAll('.parts .choices > div').length > 0")
    listed = browser.run("[...document.querySelectorAll('.parts .choices .link')].map(b => b.textContent)")
    assert listed == ["crank", "rod", "slider", "A", "B", "C", "guide"]
    before = painted(browser)
    browser.run("document.querySelectorAll('.parts .choices input')[2].click()")  # the slider
    hidden = painted(browser)
    assert hidden != before and not browser.run("jourdain.view.parts.get('body slider').object.visible")
    browser.run("document.querySelectorAll('.parts .choices input')[2].click()")
    browser.run("document.querySelectorAll('.through')[2].click()")
    assert browser.run("jourdain.view.parts.get('body slider').object.children[0].material.opacity") == 0.25
    browser.run("document.querySelectorAll('.through')[2].click()")
    assert browser.run("jourdain.view.parts.get('body slider').object.children[0].material.opacity") == 1
    # values of a part follow the time, and a click on a box plots them
    browser.run("document.querySelectorAll('.parts .choices .link')[2].click()")
    state = move(browser, 0.5)
    cells = browser.run("[...document.querySelectorAll('.card tr')].map(r => [1, 2].map(i => r.cells[i].textContent))")
    k = int(np.abs(result.t - state["time"]).argmin())
    shown = dict(cells)
    assert float(shown["position x"]) == pytest.approx(float(result["slider"].position[k, 0]), rel=1e-3)
    assert float(shown["velocity size"]) == pytest.approx(float(np.linalg.norm(result["slider"].velocity[k])), rel=1e-3)
    browser.run("document.querySelector('.card input').click()")
    assert any("slider x" in panel for panel in browser.run("jourdain.state.plots"))
    browser.run("jourdain.parts.list.open = false")
    assert browser.console == []


def test_a_click_on_a_body_chooses_it(browser: Browser, result: jd.Result, tmp_path: Path) -> None:
    opened(browser, result, tmp_path)
    place = browser.run(
        "(v => { const p = v.machines[0].bodies[2].position.clone().project(v.camera), b = v.host.getBoundingClientRect();"
        " return [b.left + (1 + p.x) * b.width / 2, b.top + (1 - p.y) * b.height / 2]; })(jourdain.view)"
    )
    assert chosen(browser, *map(round, place)) == "body slider"
    assert browser.run("document.querySelector('.card b').textContent") == "slider"


def test_dark(browser: Browser, result: jd.Result, tmp_path: Path) -> None:
    opened(browser, result, tmp_path)
    # the picture gets its size in the next frame
    browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    light = painted(browser)
    browser.click("#theme")
    back = browser.run("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, back[4:-1].split(","))) < 60 and painted(browser) != light
    browser.click("#theme")
    assert painted(browser) == light
    assert browser.console == []


def test_on_a_phone_buttons_fit_a_finger(browser: Browser, result: jd.Result, tmp_path: Path) -> None:
    try:
        browser.resize(390, 844)
        opened(browser, result, tmp_path)
        box = browser.run("(b => [b.width, b.height])(document.querySelector('#play').getBoundingClientRect())")
        assert min(box) >= 40
        assert browser.run("document.documentElement.scrollWidth") <= 390
    finally:
        browser.resize(1200, 800)


def test_long_runs_are_thinned(result: jd.Result, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says how many outputs it shows; first and last are among them, and peaks are those of all."""
    (whole,) = data_of(page(result))["runs"]
    assert whole["thinned"] == []
    for name, value in (("LARGE", 10_000), ("FEWEST", 50), ("LARGEST", 10_000)):
        monkeypatch.setattr(encode, name, value)
    (run,) = data_of(page(result))["runs"]
    assert run["table"] == whole["table"]
    shown = curve(run, "positions", "slider x")
    n = int(run["thinned"][-1].split()[0])
    assert len(shown) == n < len(result.t) == 101 and f"{n} of 101 outputs" in run["thinned"][-1]
    kept = np.linspace(0, 100, n).round().astype(int)
    close(shown, result["slider"].position.values[kept, 0])
    assert "left out" in run["thinned"][0]  # of such a small page also velocities and accelerations
    assert {one["group"] for one in whole["curves"]} - {one["group"] for one in run["curves"]} == {
        "velocities",
        "accelerations",
        "angular velocities",
    }
