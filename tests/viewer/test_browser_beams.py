"""Beams on the page: what is stored, and what a browser draws of it."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np

import jourdain as jd
from browser import Browser
from jourdain.viewer.beams import MOST_SECTIONS, MOST_STATIONS
from jourdain.viewer.page import page
from viewer.test_page import data_of, numbers

RUBBER = jd.material(E=1.2e7, nu=0.3, density=1000)


def rolled(elements: int, planar: bool = True) -> jd.Model:
    """A beam whose end moment bends it to a circle."""
    zero = (0,) * (2 if planar else 3)
    m = jd.Model("rolled", planar=planar, gravity=zero)
    rod = m.beam(
        "rod", start=zero, end=(10, *zero[1:]), elements=elements, section=jd.rectangle(1, 0.2), material=RUBBER
    )
    m.joint("clamp", "fixed", m.ground, rod.start, at=zero)
    m.load("moment", rod.end, torque=2 * math.pi * RUBBER.E * (0.2**3 / 12) / 10 if planar else (0, 0, 0.001))
    return m


def test_beams_are_stored_whole_and_small() -> None:
    """Poses of the drawn sections, quantities at stations, and of a long beam no more than a page can show."""
    path = jd.load_path(rolled(20))
    (run,) = data_of(page(path))["runs"]
    (beam,) = run["beams"]
    poses = numbers(run, beam["position"]).reshape(len(path.t), 21, 2)
    assert np.allclose(poses, path["rod"].shape, atol=1e-6)
    moment = next(field for field in beam["fields"] if field["label"] == "bending moment")
    assert np.allclose(numbers(run, moment["array"])[-1], 2 * math.pi * RUBBER.E * (0.2**3 / 12) / 10, rtol=1e-6)
    stress = beam["fields"][0]  # E times half the height over the radius
    assert np.allclose(np.abs(stress["range"]), RUBBER.E * 0.1 * 2 * math.pi / 10, rtol=1e-6)
    assert not any(f"rod[{i}]" in curve["name"] for curve in run["curves"] for i in range(1, 20))
    long = jd.simulate(rolled(1000), 2e-4, integrator=jd.GeneralizedAlpha(step=1e-4), output=1, trust="fast")
    rows = replace(long.pieces[0].select(np.zeros(200, int)), t=np.arange(200.0))
    text = page(replace(long, pieces=[rows]))
    (run,) = data_of(text)["runs"]
    assert len(run["beams"][0]["arc"]) <= MOST_SECTIONS + 3
    assert run["arrays"][run["beams"][0]["fields"][0]["array"]]["width"] <= MOST_STATIONS + 1
    assert len(text) < 4e6


def test_skin_follows_its_sections(browser: Browser, tmp_path: Path) -> None:
    """Between sections on a circle the skin is on the circle too, where chords are 1 % inside; colours can be chosen."""
    path = jd.load_path(rolled(20))
    path.report(tmp_path / "rolled.html")
    browser.open(tmp_path / "rolled.html")
    browser.run("jourdain.player.set(jourdain.player.end)")
    centres = np.array(browser.run("jourdain.view.machines[0].skins[0].centres.map((c) => c.toArray())"))
    radius = 0.25 / math.sin(math.pi / 20)  # of a polygon of 20 sides of 0.5 m
    assert len(centres) == 161
    assert np.abs(np.linalg.norm(centres[:, :2] - (0, radius), axis=1) - radius).max() < 2e-3
    choices = "[...document.querySelectorAll('#field option')].map((one) => one.value)"
    assert browser.run(choices) == ["normal stress", "axial force", "shear force", "bending moment"]
    browser.run("(() => { const s = document.getElementById('field'); s.value = 'bending moment'; s.onchange(); })()")
    assert "bending moment [N m]" in browser.run("document.querySelector('.legend').textContent")
    assert not browser.console
