"""The page of a Lagrangian in a browser: curves of coordinates over the whole width, no view of bodies, a clock that runs."""

from __future__ import annotations

from pathlib import Path

import jourdain as jd
from browser import Browser
from machines import lagrangians


def test_page_of_coordinates(browser: Browser, tmp_path: Path) -> None:
    model = lagrangians.model("snakeboard")
    result = jd.simulate(model, 1.0, output=50, trust="fast")
    path = result.report(tmp_path / "page.html", sections=[jd.check(model), jd.linear(model)])
    browser.console.clear()
    browser.open(path)
    state = browser.run("window.jourdain.state")
    assert browser.console == [] and state["problems"] == []
    assert state["plots"] == [["x", "y", "th", "psi", "b", "f"], ["kinetic energy", "potential energy"]]
    assert browser.run("document.querySelector('#view') === null && document.querySelector('canvas.triad') === null")
    assert browser.run("document.querySelector('#plots').clientWidth > 0.9 * document.body.clientWidth")
    assert browser.run("[...document.querySelectorAll('#tabs nav button')].map((b) => b.textContent)") == [
        "Check",
        "Linear",
        "Events",
        "Summary",
        "Model",
    ]
    browser.run("window.jourdain.player.set(0.5)")
    after = browser.run("window.jourdain.state")
    assert after["time"] == 0.5 and all(b > a for a, b in zip(state["line"], after["line"], strict=True))
    browser.run("document.querySelector('details.curves').open = true")
    browser.wait("document.querySelectorAll('.choices label').length > 20")
    groups = browser.run("[...document.querySelectorAll('.choices > details > summary')].map((s) => s.textContent)")
    assert groups == [
        "coordinates",
        "rates",
        "accelerations",
        "momenta",
        "multipliers",
        "generalised forces",
        "energies",
    ]


def test_page_of_bodies_and_coordinates(browser: Browser, tmp_path: Path) -> None:
    """Laid over each other, what has bodies is shown."""
    from jourdain.examples import slider_crank

    runs = [
        jd.simulate(model, 0.1, output=5, trust="fast") for model in (slider_crank(), lagrangians.model("spherical"))
    ]
    browser.console.clear()
    browser.open(jd.report(runs, tmp_path / "both.html"))
    state = browser.run("window.jourdain.state")
    assert browser.console == [] and state["problems"] == [] and state["shown"] == [True, True]
    assert browser.run("document.querySelector('#view') !== null")
