"""What notebooks show: small tables, the page in a frame when asked for, a plot once, and a progress line."""

from __future__ import annotations

import os
import re
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain import notebooks
from jourdain.lagrange.model import LagrangianModel
from jourdain.progress import Line, counted
from machines import runs
from machines.small_models import MODELS
from viewer.test_page import NASTY, nasty


def rows(html: str) -> list[list[str]]:
    """The cells of all tables."""
    found = re.findall(r"<tr>(.*?)</tr>", html)
    return [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in found]


def test_models_are_small_tables() -> None:
    model = MODELS["sprung"](False)
    found = rows(model._repr_html_())
    assert ["body", "mass [kg]", "at [m]"] in found and ["hinge", "revolute", "ground - bob"] in found
    assert [name for name, kind in (row for row in found if len(row) == 2) if kind == "force"] == ["spring", "coil"]
    many = jd.Model("many")
    for i in range(1000):
        many.body(f"b{i}", mass=1.0, inertia=(1.0, 1.0, 1.0))
    text = many._repr_html_()
    assert len(text) < 4000 and "and 989 more" in text


def test_coordinates_are_a_table() -> None:
    text = "phi_rate**2/2 + cos(phi)"
    model = LagrangianModel("m", coordinates={"phi": (0.5, 0.25)}, lagrangian=text)
    assert ["phi", "0.5", "0.25"] in rows(model._repr_html_())


def test_names_are_texts() -> None:
    result = runs.run(nasty())
    shown = [result.model, result, result[NASTY[1]], result.reaction(NASTY[2]), jd.check(result.model)]
    for html in (one._repr_html_() for one in shown):
        assert "<script" not in html and "<!--" not in html


@pytest.mark.parametrize("planar", [True, False])
def test_motions_are_short(planar: bool) -> None:
    """The first and last value of each component, and its least and largest, in text and in HTML."""
    result = runs.run(MODELS["sprung"](planar))
    motion = result["bob"]
    x = motion.position.values[:, 0]
    row = ["position x", "m", *(f"{value:.4g}" for value in (x[0], x[-1], x.min(), x.max()))]
    assert row in rows(motion._repr_html_())
    assert row in [re.split("  +", line) for line in str(motion).splitlines()]
    for one in (motion, result.point("bob"), result.reaction("hinge"), result.energy):
        assert len(repr(one)) < 200 and len(str(one)) < 2500 and len(one._repr_html_()) < 9000
    assert "name='bob'" in repr(motion) and "on='bob'" in repr(result.reaction("hinge"))


def test_findings_are_their_sections() -> None:
    model = MODELS["sprung"](True)
    html = jd.check(model)._repr_html_()
    assert "no errors" in html and any("mobility" in row for row in rows(html))
    result = runs.run(model)
    assert (
        result.summary().splitlines()[0].split(":")[0] in result._repr_html_() and "iframe" not in result._repr_html_()
    )


def test_elsewhere_show_opens_the_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("tempfile.mkdtemp", lambda prefix: str(tmp_path))
    runs.run(MODELS["sprung"](True)).show()
    assert opened == [(tmp_path / "page.html").as_uri()] and (tmp_path / "page.html").stat().st_size > 100_000


# --------------------------------------------------------------------------- a notebook that only notes what it shows


class Shown:
    """What a notebook displays, and what of it is replaced."""

    def __init__(self) -> None:
        self.outputs: list[str] = []

    def display(self, content: Any, display_id: bool = False) -> Any:
        place = len(self.outputs)
        self.outputs.append(content.data)
        return types.SimpleNamespace(update=lambda new: self.outputs.__setitem__(place, new.data))


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Shown:
    shown = Shown()
    shell = types.SimpleNamespace(kernel=object())
    html = lambda content: types.SimpleNamespace(data=content)  # noqa: E731
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", types.SimpleNamespace(HTML=html, display=shown.display))
    return shown


def test_a_line_that_is_written_over(notebook: Shown, capsys: pytest.CaptureFixture[str]) -> None:
    assert notebooks.in_notebook()
    seen = []
    for _ in counted(range(4), lambda i: f"item {i}"):
        seen += notebook.outputs
    assert len(seen) == 4 and "3/4 item 2" in seen[2] and notebook.outputs == [""]
    silent = Line(False)
    silent.show(0.5, "half")
    silent.close()
    assert notebook.outputs == [""] and capsys.readouterr() == ("", "")


def test_terminals_have_it_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert not notebooks.in_notebook()
    line = Line(True)
    line.show(0.5, "half")
    assert capsys.readouterr().err == "\r  [###############               ] half"
    line.close()
    assert capsys.readouterr().err.strip() == ""


def test_show_is_a_frame_below_the_cell(notebook: Shown) -> None:
    result = runs.run(MODELS["sprung"](True))
    assert result.show(height=300) is None
    (frame,) = notebook.outputs
    assert frame.startswith("<iframe srcdoc=") and "height:300px" in frame


# --------------------------------------------------------------------------- a real one

CELLS = [
    "import jourdain as jd, numpy as np\n%matplotlib inline\n"
    "m = jd.Model('pendulum', planar=True, gravity=(0, -9.81))\n"
    "b = m.body('bob', mass=1.0, inertia=0.1, at=(1.0, 0.0))\n"
    "h = m.joint('hinge', 'revolute', m.ground, b, at=(0.0, 0.0))\n"
    "m",
    "jd.check(m)",
    "result = jd.simulate(m, 0.5, integrator=jd.GeneralizedAlpha(step=0.01), output=20, trust='fast')\nresult",
    "result['bob']",
    "result.show()",
    "result.plot('bob.x')",
    "figure = result.plot('bob.x')\n1",
    "figure",
    "from jourdain.progress import counted\nfor i in counted([1, 2], str): pass",
]


def test_a_real_notebook(tmp_path: Path) -> None:
    """In a kernel of its own: what every cell leaves behind."""
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed: pip install 'jourdain[test]'")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed: pip install 'jourdain[test]'")
    nbformat = pytest.importorskip("nbformat")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    path = os.pathsep.join([str(Path(jd.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    kernels = {"env": os.environ | {"PYTHONPATH": path, "IPYTHONDIR": str(tmp_path)}}
    client = nbclient.NotebookClient(book, timeout=300, kernel_name="python3")
    client.execute(cwd=str(tmp_path), **kernels)
    outputs = [[one for one in cell["outputs"] if one["output_type"] != "stream"] for cell in book.cells]
    picture, html, text = best = "image/png", "text/html", "text/plain"
    kinds = [[next(kind for kind in best if kind in one["data"]) for one in found] for found in outputs]
    assert kinds == [[html], [html], [html], [html], [html], [picture], [text, picture], [picture], [html]]
    sizes = [len(found[0]["data"].get(html, "")) for found in outputs[:5]]
    assert max(sizes[:4]) < 9000 and "<iframe" in outputs[4][0]["data"][html] and np.all(np.array(sizes[:4]) > 0)
