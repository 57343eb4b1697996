"""Sections of the report page: texts, tables and charts as data, and what is refused."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.examples import slider_crank
from jourdain.viewer.figures import draw
from jourdain.viewer.page import page
from jourdain.viewer.section import Chart, Section, Table, section_of
from machines import mechanisms, problems, runs
from viewer.test_page import NASTY, Parts, data_of


class Finding:
    """What an analysis gives that knows how it is shown."""

    def section(self) -> Section:
        return Section("Own", text="as it says")


def numbers(text: str) -> list[float]:
    return np.frombuffer(base64.b64decode(text), "<f8").tolist()


def test_findings_become_sections() -> None:
    given = Section("As it is")
    assert section_of(given) is given
    assert section_of(Finding()) == Section("Own", text="as it says")
    note = ValueError("no more than a text")
    assert section_of(note) == Section("ValueError", text=str(note))
    found = data_of(page([], sections=[given, Finding(), note]))["sections"]
    titles = [("As it is", ""), ("Own", "as it says"), ("ValueError", str(note))]
    assert [(one["title"], one["text"]) for one in found] == titles


def test_check_shows_all_that_it_found() -> None:
    """The slider-crank of three revolutes and a prismatic: three redundant rows; its rod is drawn 1 mm off."""
    model = slider_crank()
    model.bodies["rod"].at = (model.bodies["rod"].at[0], 0.001, *model.bodies["rod"].at[2:])
    check = jd.check(model)
    section = section_of(check)
    assert section.title == "Check" and section.text.startswith("slider-crank: no errors")
    assert all(sentence in section.text for sentence in (*check.warnings, *check.notes)) and check.warnings
    counts, *others = section.tables
    assert dict(zip(counts.head, counts.rows[0], strict=True)) == {
        "bodies": 3,
        "joints": 4,
        "drives": check.drives,
        "loops": 1,
        "rows": check.rows,
        "independent rows": check.rows - 3,
        "mobility": check.mobility,
        "mobility by counting": check.mobility - 3,
    }
    tables = {table.caption.partition(":")[0]: table.rows for table in others}
    assert [row for (row,) in tables["redundant rows"]] == check.removable and len(check.removable) == 3
    assert [row[0] for row in tables["freer joints that remove redundancy"]] == [one.joint for one in check.suggestions]
    assert sum(row[-1] for row in tables["freer joints that remove redundancy"]) == 3
    assert dict(tables["gaps"]) == check.gaps and max(map(abs, check.gaps.values())) == pytest.approx(1e-3)
    assert {row[0]: row[1:] for row in tables["bodies moved to close the joints"]} == check.moved
    assert tables["loops"] == (("A - B - C - guide",),) and "rows that cannot be closed" not in tables


def test_check_of_a_singular_start_counts_twice() -> None:
    """A parallelogram drawn flat: one row depends on the others there, none a small way off."""
    check = jd.check(mechanisms.planar_parallelogram(2, 0.0))
    (counts, *_) = section_of(check).tables
    columns = {name: [row[k] for row in counts.rows] for k, name in enumerate(counts.head)}
    assert columns[""] == ["at the start", "a small way off"] and columns["rows"] == [check.rows, check.rows]
    assert columns["independent rows"] == [check.rows - 1, check.rows] and columns["mobility"] == [2, 1]


def test_verification_shows_the_digits_of_all_outputs() -> None:
    found = jd.verify(problems.pendulum(), 0.3, output=5)
    section = section_of(found)
    (table,) = section.tables
    assert section.title == "Verification" and found.tighter in section.text and found.second in section.text
    assert [row[0] for row in table.rows] == [output.name for output in found.outputs]
    assert [row[2] for row in table.rows] == pytest.approx([output.digits for output in found.outputs], abs=0.05)


def test_table_keeps_numbers_and_knows_its_columns() -> None:
    rows = ((1, np.float64(0.1) + 0.2, True, "a", None), (np.int32(2), np.inf, False, 3.0, np.nan))
    plain = Table(("n", "x", "flag", "mixed", "none"), rows, "numbers").plain()
    assert plain["rows"] == [[1, 0.1 + 0.2, "True", "a", None], [2, "inf", "False", 3.0, None]]
    assert plain["numeric"] == [True, True, False, False, True] and plain["caption"] == "numbers"
    assert Table(("empty",), ()).plain()["rows"] == []


def test_chart_lines_with_common_and_own_x() -> None:
    lines: dict[str, Any] = {
        "common": [1.0, np.nan, 3.0],
        "own": (np.array([5, 4]), [1, 2]),
        "two numbers": ([0, 1], (7, 8)),
    }
    plain = Chart((0.0, 1.0, 2.0), lines, "x [m]", "y [N]", y_log=True).plain()
    found = {line["label"]: (numbers(line["x"]), numbers(line["y"])) for line in plain["lines"]}
    assert found["own"] == ([5.0, 4.0], [1.0, 2.0]) and found["two numbers"] == ([0.0, 1.0], [7.0, 8.0])
    np.testing.assert_array_equal(found["common"], [[0.0, 1.0, 2.0], [1.0, np.nan, 3.0]])
    assert (plain["x_log"], plain["y_log"], plain["points"]) == (False, True, False)
    # a tuple of two numbers is y, not a pair of x and y
    (line,) = Chart((0.0, 1.0), {"y": (7.0, 8.0)}, "x", "y").plain()["lines"]
    assert numbers(line["x"]) == [0.0, 1.0] and numbers(line["y"]) == [7.0, 8.0]


def test_drawings_have_one_scale() -> None:
    """A metre is as long up as across, in figures too."""
    chart = Chart((0.0, 4.0), {"bar": (0.0, 1.0)}, "x [m]", "y [m]", equal=True)
    assert chart.plain()["equal"]
    (axes,) = draw([chart]).axes
    axes.figure.canvas.draw()
    (x0, y0), (x1, y1) = axes.transData.transform([(0.0, 0.0), (1.0, 1.0)])
    assert x1 - x0 == pytest.approx(y1 - y0, rel=1e-6)


def test_numbers_that_are_not_finite_leave_the_page_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """JSON has no nan: in tables and charts, and in what a run says of itself."""
    chart = Chart([0.0, np.inf], {"y": [np.nan, -np.inf]}, "x", "y")
    result = runs.run(problems.pendulum())
    monkeypatch.setattr(
        "jourdain.viewer.data._peak", lambda t, vectors: {"size": np.inf, "t": np.nan, "parts": [np.nan]}
    )
    text = Parts(page(result, sections=[Section("s", tables=(Table(("x",), ((np.nan,),)),), charts=(chart,))])).scripts[
        0
    ]

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    found = json.loads(text, parse_constant=refuse)
    assert found["sections"][0]["tables"][0]["rows"] == [[None]]
    assert found["runs"][0]["table"][0]["force"] == {"size": None, "t": None, "parts": [None]}


def test_nasty_sections_cannot_break_the_page() -> None:
    table = Table(NASTY, (NASTY,), NASTY[0])
    chart = Chart([0.0], {name: [1.0] for name in NASTY}, NASTY[0], NASTY[1], caption=NASTY[2])
    text = page([], sections=[Section(NASTY[0], NASTY[1], (table,), (chart,))])
    parts = Parts(text)
    (found,) = data_of(text)["sections"]
    assert parts.title == NASTY[0] and len(parts.scripts) == 2 and text.isascii()
    assert found["tables"][0]["rows"] == [list(NASTY)]
    assert [line["label"] for line in found["charts"][0]["lines"]] == list(NASTY)


def test_title_of_a_page_without_runs(tmp_path: Path) -> None:
    path = jd.report([], tmp_path / "page.html", sections=[Section("first"), Section("second")])
    assert Parts(path.read_text()).title == "first"
    assert Parts(page([], sections=[Section("first")], title="given")).title == "given"


class Wrong:
    def section(self) -> str:
        return "text"


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Table(("a", "b"), ((1, 2), (3,)), "sizes"), "table 'sizes': row 1 has 1 cells under a head of 2"),
        (
            lambda: Chart([0, 1], {"short": [1]}, "x", "force [N]"),
            r"force \[N\].*'short' has x of shape \(2,\) and y of shape",
        ),
        (lambda: Chart([0, 1], {}, "x", "y", caption="empty"), "chart 'empty': there is no line"),
        (lambda: Chart([[0, 1]], {"flat": [[1, 2]]}, "x", "y"), "'flat'"),
        (lambda: page([], sections=[Wrong()]), r"section\(\) of Wrong gave 'text'"),
        (lambda: page([], sections=Section("alone")), "list of findings, not a Section"),  # type: ignore[arg-type]
        (lambda: page([], sections=jd.check(problems.pendulum())), "not a Check"),  # type: ignore[arg-type]
        (lambda: page([], sections=[]), "no result"),
    ],
)
def test_refusals(make: Any, words: str) -> None:
    with pytest.raises(jd.ModelError, match=words):
        make()
