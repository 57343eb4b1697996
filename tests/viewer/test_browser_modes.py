"""Modes on the page: chosen, they move alone, as their shapes say, beside a run or without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from browser import Browser
from viewer.test_browser import move, opened


def pendulums() -> jd.Model:
    """Two rods, one under the other."""
    m = jd.Model("pendulums", planar=True, gravity=(0.0, -9.81))
    rods = [
        m.body(name, shape=jd.box(0.1, 1.0, 0.1), mass=1.0, at=(0.0, y))
        for name, y in (("upper", -0.5), ("lower", -1.5))
    ]
    m.joint("A", "revolute", m.ground, rods[0], at=(0.0, 0.0))
    m.joint("B", "revolute", *rods, at=(0.0, -1.0))
    return m


def choose(browser: Browser, value: str) -> dict[str, Any]:
    browser.run(
        f"(s => {{ s.value = '{value}'; s.onchange(); jourdain.player.pause(); }})(document.getElementById('motion'))"
    )
    return browser.run("jourdain.state")


def test_modes_alone(browser: Browser, tmp_path: Path) -> None:
    found = jd.linear(pendulums())
    state = opened(browser, [], tmp_path, sections=[found])
    labels = browser.run("[...document.querySelectorAll('#motion option')].map(o => o.textContent)")
    assert labels == [str(mode) for mode in found.modes[::2]] and state["shown"] == [True, False]
    shown = choose(browser, "1")
    assert shown["shown"] == [False, True]
    at = move(browser, 0.25)  # half a cycle of the two
    expected = found.animate(2)
    half = len(expected.t) // 4
    place = expected["upper"].position.values[half]
    assert np.abs(np.array(at["runs"][1]["upper"][:2]) - place).max() < 1e-5
    assert abs(place[0]) > 0.01


def test_modes_beside_a_run(browser: Browser, tmp_path: Path) -> None:
    """The run is shown first; a mode goes round again and again while the time of the run goes on."""
    model = pendulums()
    result = jd.simulate(model, 10.0, output=20, trust="fast")
    found = jd.linear(model)
    state = opened(browser, result, tmp_path, sections=[found])
    assert state["shown"] == [True, False, False]
    choose(browser, "0")
    early, late = (
        move(browser, part)["runs"][1]["lower"] for part in (0.03, 0.43)
    )  # 0.3 s and 4.3 s, two cycles of 1 s each
    assert np.abs(np.subtract(early, late)).max() < 1e-5
    assert choose(browser, "")["shown"] == [True, False, False]


def test_a_section_without_motions_brings_no_choice(browser: Browser, tmp_path: Path) -> None:
    opened(browser, jd.simulate(pendulums(), 0.1, output=2, trust="fast"), tmp_path, sections=[jd.check(pendulums())])
    assert browser.run("document.getElementById('motion') === null")


def test_equilibria_are_chosen_and_seen(browser: Browser, tmp_path: Path) -> None:
    """A Result with one output, without curves; each equilibrium stands where it was found."""
    found = jd.statics(pendulums(), starts=12)
    opened(browser, found.result, tmp_path, sections=[found])
    labels = browser.run("[...document.querySelectorAll('#motion option')].map(o => o.textContent)")
    assert labels[1:] == [f"equilibrium {i}: {e.stability}" for i, e in enumerate(found.equilibria, 1)]
    assert {e.stability for e in found.equilibria} == {"stable", "unstable"}
    for i, one in enumerate(found.equilibria):
        choose(browser, str(i))
        at = move(browser, 0.0)["runs"][1 + i]["lower"][:2]
        assert np.abs(np.subtract(at, one.result["lower"].position.values[0])).max() < 1e-5
    assert not browser.console


def test_shapes_keep_joints_closed() -> None:
    """A shape is straight, hinges go round: what is shown is closed."""
    shown = jd.linear(pendulums()).animate(0, amplitude=0.5)
    end = shown.point("upper", (0.0, -0.5)).position.values
    other = shown.point("lower", (0.0, 0.5)).position.values
    assert np.abs(end - other).max() < 1e-12 and np.abs(end[:, 0]).max() > 0.1
    assert np.abs(np.linalg.norm(end, axis=1) - 1.0).max() < 1e-12
    assert shown.t[-1] == pytest.approx(2.0)
