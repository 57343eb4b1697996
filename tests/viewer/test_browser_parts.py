"""Sections and deformations of the report page in a real browser."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial import cKDTree

from browser import Browser
from jourdain.viewer.deformation import Deformation
from jourdain.viewer.section import Chart, Section, Table
from machines import runs
from viewer.test_browser import crank, move, opened, painted
from viewer.test_deformation import bent, shown_stress
from viewer.test_page import NASTY, two_blocks

# --------------------------------------------------------------------------- sections


def sections() -> list[Section]:
    """A frequency response, a spiral that goes forth and back, points, and a table."""
    w, angle = np.geomspace(0.1, 1000.0, 200), np.linspace(0.0, 20.0, 400)
    table = Table(
        ("mode", "frequency [Hz]", "note"), ((1, 3.2000001, "x"), (2, np.nan, None), (3, -1e-7, "y")), "a table"
    )
    response = Chart(
        w, {"low": 1 / (1 + w**2), "none": 0 * w}, "w [rad/s]", "gain", x_log=True, y_log=True, caption="gains"
    )
    spiral = Chart((), {"way": (angle * np.cos(angle), angle * np.sin(angle))}, "x [m]", "y [m]")
    roots = Chart((), {"": ([-1.0, -1.0, np.nan], [2.0, -2.0, 1.0])}, "real", "imaginary", points=True)
    words = Section("Words", text="first line\n<b>second</b>")
    return [words, Section("Numbers", tables=(table,), charts=(response, spiral, roots))]


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """How far a place of one picture (n, 2) is from the nearest one of the other, at most."""
    return float(max(cKDTree(one).query(other)[0].max(), cKDTree(other).query(one)[0].max()))


def drag(browser: Browser, selector: str, clicks: int = 1) -> None:
    """Drag over the middle of an element, or click twice into it."""
    box = browser.run(
        f"(b => [b.x, b.y, b.width, b.height])(document.querySelector('{selector}').getBoundingClientRect())"
    )
    ends = [[box[0] + part * box[2], box[1] + part * box[3]] for part in ((0.3, 0.7) if clicks == 1 else (0.5, 0.5))]
    for count in range(1, clicks + 1):
        for kind, end in (("Moved", 0), ("Pressed", 0), ("Moved", 1), ("Released", 1)):
            x, y = ends[end]
            browser.call(
                "Input.dispatchMouseEvent", type=f"mouse{kind}", x=x, y=y, button="left", buttons=1, clickCount=count
            )
    browser.run("new Promise(requestAnimationFrame)")


def open_tab(browser: Browser, i: int) -> None:
    browser.click(f"#tabs nav button:nth-child({i})")


def ink(browser: Browser, chart: int) -> np.ndarray:
    """Places (n, 2) with the colour of a chart's first line, as parts of the plot, from its upper left corner."""
    found = browser.run(f"""(() => {{
        const from = document.querySelectorAll('.chart canvas')[{chart}], to = document.createElement('canvas');
        [to.width, to.height] = [from.width, from.height];
        const pen = to.getContext('2d');
        pen.drawImage(from, 0, 0);
        const over = document.querySelectorAll('.chart .u-over')[{chart}], wide = over.clientWidth, high = over.clientHeight;
        const x = pen.getImageData(over.offsetLeft, over.offsetTop, wide, high).data;
        const found = [];
        for (let i = 0; i < x.length; i += 4) {{
            if (Math.abs(x[i] - 31) + Math.abs(x[i + 1] - 111) + Math.abs(x[i + 2] - 178) > 60) continue;
            found.push([(i / 4 % wide) / wide, Math.floor(i / 4 / wide) / high]);
        }}
        return found;
    }})()""")
    return np.array(found)


def test_page_of_sections_alone(browser: Browser, tmp_path: Path) -> None:
    """No run: no view and no plots; a tab is made when it is opened."""
    opened(browser, [], tmp_path, sections=sections(), title="Findings")
    assert browser.run("document.querySelector('h1').textContent") == "Findings"
    assert browser.run("document.querySelectorAll('main, .stage, #trust').length") == 0
    assert browser.run("document.querySelector('.tab pre').textContent") == "first line\n<b>second</b>"
    assert browser.run("document.querySelectorAll('.chart').length") == 0
    open_tab(browser, 2)
    browser.wait("document.querySelectorAll('.chart canvas').length === 3")
    assert browser.console == [] and browser.run("jourdain.problems") == []


def test_tables_of_sections(browser: Browser, tmp_path: Path) -> None:
    opened(browser, [], tmp_path, sections=sections())
    open_tab(browser, 2)
    cells = browser.run(
        "[...document.querySelectorAll('.section td')]"
        ".map(c => [c.textContent, c.title, getComputedStyle(c).textAlign])"
    )
    texts, titles, sides = (list(part) for part in zip(*cells, strict=True))
    assert texts == ["1", "3.2000", "x", "2", "\u2013", "\u2013", "3", "-1.000e-7", "y"]
    assert titles[1] == "3.2000001" and titles[7] == "-1e-7"
    assert sides == ["right", "right", "left"] * 3
    assert browser.run("document.querySelector('.section caption').textContent") == "a table"


def test_charts_of_sections(browser: Browser, tmp_path: Path) -> None:
    """Lines stand where they should, also on axes that count powers of ten, follow the window, and are zoomed by dragging."""
    opened(browser, crank(), tmp_path, sections=sections())
    open_tab(browser, 2)
    browser.run("document.querySelector('.charts').scrollIntoView()")
    browser.wait("document.querySelectorAll('.chart canvas').length === 3")
    at = ink(browser, 0)  # over axes of 0.1 .. 1000 and 1e-6 .. 1
    for w in (1.0, 10.0, 100.0):
        drawn_at = at[np.abs(at[:, 0] - (np.log10(w) + 1) / 4) < 0.005, 1].mean()
        assert drawn_at == pytest.approx(np.log10(1 + w**2) / 6, abs=0.012)
    whole = ink(browser, 1)
    assert len(whole) > 1000 and whole.min() < 0.1 and whole.max() > 0.9  # a spiral leaves no side out
    dots = ink(browser, 2)
    assert (
        30 < len(dots) < 120 and len(np.unique(dots[:, 0])) < 12
    )  # two, one above the other; what is not finite is not there
    drag(browser, ".chart:nth-child(2) .u-over")
    assert apart(ink(browser, 1), whole) > 0.1
    drag(browser, ".chart:nth-child(2) .u-over", clicks=2)
    assert apart(ink(browser, 1), whole) < 0.01
    browser.resize(520, 800)
    try:
        browser.wait("document.querySelector('.chart canvas').clientWidth < 520")
        assert browser.run("document.documentElement.scrollWidth") <= 520
    finally:
        browser.resize(1200, 800)
    assert browser.console == [] and browser.run("jourdain.problems") == []


def test_charts_without_anything_to_show(browser: Browser, tmp_path: Path) -> None:
    """No points, none that a logarithm has, all at one place: axes all the same, and nothing breaks."""
    charts = [
        Chart((), {"none": ()}, "x", "y"),
        Chart([-1.0, np.nan], {"below": [0.0, 1.0]}, "x", "y", x_log=True, y_log=True),
        Chart([2.0], {"one": [3.0]}, "x", "y", x_log=True),
        Chart([0.0, 1.0], {"level": [0.0, 0.0]}, "x", "y"),
    ]
    opened(browser, [], tmp_path, sections=[Section("empty", charts=tuple(charts))])
    browser.wait("document.querySelectorAll('.chart canvas').length === 4")
    assert [len(ink(browser, k)) > 0 for k in range(4)] == [False, False, True, True]
    assert browser.console == [] and browser.run("jourdain.problems") == []


def test_nasty_sections_are_texts(browser: Browser, tmp_path: Path) -> None:
    chart = Chart([0.0, 1.0], {name: [1.0, 2.0] for name in NASTY}, NASTY[0], NASTY[1], caption=NASTY[2])
    nasty_section = Section(NASTY[0], NASTY[0], (Table(NASTY, (NASTY,), NASTY[0]),), (chart,))
    opened(browser, [], tmp_path, sections=[nasty_section])
    browser.wait("document.querySelector('.chart .u-legend') !== null")
    assert browser.run("document.querySelector('#tabs nav').textContent") == NASTY[0]
    assert browser.run("document.querySelector('.tab pre').textContent") == NASTY[0]
    assert browser.run("[...document.querySelectorAll('td')].map(c => c.textContent)") == list(NASTY)
    assert browser.run("[...document.querySelectorAll('.chart .u-label')].map(c => c.textContent)") == list(NASTY)
    assert browser.run("window.broken === undefined && document.querySelectorAll('script').length === 2")


# --------------------------------------------------------------------------- deformation


def surface(browser: Browser, part: str) -> np.ndarray:
    """Vertices or colours of the first body that deforms, as they are drawn: three for every face, (n, 3)."""
    values = browser.run(f"Array.from(jourdain.view.machines[0].deformables[0].geometry.attributes.{part}.array)")
    return np.array(values).reshape(-1, 3)


@pytest.mark.parametrize("components", [1, 6])
def test_deformation_moves_and_colours_the_surface(components: int, browser: Browser, tmp_path: Path) -> None:
    result = runs.run(two_blocks(tmp_path))
    given = bent(result, components)
    assert given.colours is not None
    opened(browser, result, tmp_path, deformations={"left": given})
    mesh = result.model.bodies["left"].shape
    base = mesh.vertices - mesh.centre  # type: ignore[union-attr]
    colours = []
    for part, power in ((0.3, 0.0), (1.0, 0.0), (1.0, 2.0)):
        move(browser, part)
        state = move(browser, power, "deformation")
        amplitudes = [np.interp(state["time"], result.t, column) for column in given.amplitudes.T]
        moved = base + 10**power * np.einsum("k,kni->ni", amplitudes, given.modes)
        faces = mesh.faces.ravel()  # type: ignore[union-attr]
        np.testing.assert_allclose(surface(browser, "position"), moved[faces], atol=3e-6 * np.abs(moved).max())
        colours.append(surface(browser, "color"))
        # lightness grows with stress: so does green, the colour that the eye sees best
        stress = shown_stress(amplitudes, given)
        order = np.argsort(stress[faces])
        assert (np.diff(colours[-1][order, 1]) >= -1e-6).all()
    assert np.abs(colours[0] - colours[1]).max() > 0.01
    np.testing.assert_array_equal(colours[1], colours[2])  # the stress is not that of the picture's scale
    assert browser.console == [] and browser.run("jourdain.problems") == []


def test_legend_of_colours(browser: Browser, tmp_path: Path) -> None:
    result = runs.run(two_blocks(tmp_path))
    given = bent(result)
    stress = np.einsum("tk,kn->tn", given.amplitudes, given.colours)
    opened(browser, result, tmp_path, deformations={"left": given})
    assert browser.run("document.querySelector('.legend b').textContent") == "[Pa]"
    ends = browser.run("[...document.querySelectorAll('.legend .values span')].map(s => Number(s.textContent))")
    np.testing.assert_allclose([ends[0], ends[-1]], [stress.max(), stress.min()], rtol=0.05)
    coloured = painted(browser)
    browser.click("#show-colours")
    assert not browser.run("jourdain.view.machines[0].deformables[0].surface.vertexColors")
    assert painted(browser) != coloured


def test_rigid_pages_have_no_deformation_controls(browser: Browser, tmp_path: Path) -> None:
    opened(browser, runs.run(two_blocks(tmp_path)), tmp_path)
    assert browser.run("document.querySelectorAll('#deformation, #show-colours, .legend').length") == 0
    plain = Deformation(np.ones((1, 4, 3)), np.zeros((9, 1)))
    opened(browser, runs.run(two_blocks(tmp_path)), tmp_path, deformations={"left": plain})
    assert browser.run("document.querySelectorAll('#deformation').length") == 1
    assert browser.run("document.querySelectorAll('#show-colours, .legend').length") == 0
