"""Sphinx: `python -m sphinx -W docs docs/_build`. The gallery and API pages are made from the scripts and docstrings."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

import jourdain

HERE = Path(__file__).parent
BARE = bool(
    os.environ.get("JOURDAIN_BARE_DOCS")
)  # without what the scripts of the gallery print and draw: the tests run them

project = "Jourdain"
author = "the Jourdain developers"
release = version = jourdain.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "Jourdain"
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "dollarmath"]
html_math_renderer = "mathml"  # what browsers typeset themselves: no script, no network
html_static_path = ["_static"]
html_css_files = ["docs.css"]
exclude_patterns = ["_build", "gallery/*.py"]
autodoc_typehints = "none"  # the docstrings say units and shapes; signatures stay short
autodoc_member_order = "bysource"
nitpicky = False


def setup(app: Any) -> None:
    """Formulas become MathML."""
    renderers = ((_inline_formula, None), (_formula, None))
    app.add_html_math_renderer("mathml", inline_renderers=renderers[0], block_renderers=renderers[1])


def _inline_formula(page: Any, node: Any) -> None:
    page.body.append(_typeset(node, "inline"))
    raise nodes.SkipNode


def _formula(page: Any, node: Any) -> None:
    page.body.append(f'<div class="formula">{_typeset(node, "block")}</div>\n')
    raise nodes.SkipNode


def _typeset(node: Any, display: str) -> str:
    """MathML of a formula. What the converter does not know it leaves as letters, such as &."""
    found = convert(node.astext(), display=display)
    if "<mi>&</mi>" in found or "<mi>\\" in found:
        raise ValueError(f"formula {node.astext()!r}: the converter does not know all of it; align* knows columns.")
    return found


def _title(script: Path) -> tuple[str, str, str]:
    """Of a gallery script: what its docstring says first, the rest of that sentence, and all of it.

    A title ends at the first colon, full stop or question mark behind a word; a ratio such as 37 : 23 ends nothing.
    """
    text = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or script.stem
    title, end, rest = re.split(r"(?<=[A-Za-z])([:.?])(?=\s|$)", " ".join(text.split("\n\n")[0].split()), maxsplit=1)
    return title + end.strip(":."), rest.strip(), text


# runs a script as the main one, and keeps the figures that it leaves open, or else a moment of its last motion
_SHOW = """
import runpy, sys
import matplotlib.pyplot as plt
import jourdain
script, stem = sys.argv[1:]
found = runpy.run_path(script, run_name="__main__")
for k in plt.get_fignums():
    plt.figure(k).savefig(f"{stem}_{k}.png", dpi=90)
flat = [x for value in found.values() for x in (value if isinstance(value, list) else [value])]
runs = [run for x in flat if isinstance(run := getattr(x, "result", x), jourdain.Result)]
findings = [x for x in flat if hasattr(type(x), "plot") and hasattr(type(x), "section")]
if not plt.get_fignums():
    try:
        if runs:
            runs[-1].animation(f"{stem}_still.png", width=5.0, dpi=90)
        elif findings:
            findings[-1].plot(f"{stem}_still.png")
    except jourdain.ModelError:
        pass  # there is nothing to draw
"""


def _page(script: Path) -> str:
    """Write the page of a script: what it is about, its code, what it prints and draws. Its name in the list."""
    title, rest, text = _title(script)
    parts = [f"# {title}", text, f"```{{literalinclude}} {script.name}\n:language: python\n```"]
    if not BARE:
        parts += _shown(script)
    _write(script.with_suffix(".md"), "\n\n".join(parts) + "\n")
    pictures = [] if BARE else _pictures(script)
    picture = f"[![{title}]({pictures[0].name})]({script.stem}.md)\n\n" if pictures else ""
    return f":::{{container}} card\n{picture}[{title}]({script.stem}.md)\n\n{rest[:1].upper()}{rest[1:]}\n:::"


def _shown(script: Path) -> list[str]:
    """What a script prints and draws."""
    for old in _pictures(script):
        old.unlink()
    command = [sys.executable, "-c", _SHOW, str(script), str(script.with_suffix(""))]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"MPLBACKEND": "Agg"})
    if done.returncode != 0:
        raise RuntimeError(f"{script.name} failed:\n{done.stderr}")
    printed = done.stdout.rstrip()
    return [
        *([f"It prints:\n\n```text\n{printed}\n```"] if printed.strip() else []),
        *(f"![What {script.name} shows]({picture.name})" for picture in _pictures(script)),
    ]


def _pictures(script: Path) -> list[Path]:
    """Figures of a script, or a still of its motion."""
    return sorted([*script.parent.glob(f"{script.stem}_[0-9]*.png"), *script.parent.glob(f"{script.stem}_still.png")])


def _gallery() -> None:
    """A page for each script, run side by side, and the list of them."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        scripts = sorted((HERE / "gallery").glob("*.py"))
        cards = "\n\n".join(pool.map(_page, scripts))
    tree = "\n".join(script.stem for script in scripts)
    listed = f"::::{{container}} cards\n{cards}\n::::"
    index = f"# Gallery\n\nShort scripts, one idea each.\n\n{listed}\n\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n"
    _write(HERE / "gallery" / "index.md", index)


def _api() -> None:
    """Every public name with its docstring."""
    parts = ["# API", "Everything that `import jourdain as jd` offers."]
    for name in jourdain.__all__:
        item = getattr(jourdain, name)
        kind = "autoclass" if inspect.isclass(item) else "autofunction"
        options = "\n   :members:" if inspect.isclass(item) and not issubclass(item, Exception) else ""
        parts.append(f"```{{eval-rst}}\n.. {kind}:: jourdain.{name}{options}\n```")
    _write(HERE / "api.md", "\n\n".join(parts) + "\n")


def _write(path: Path, text: str) -> None:
    """Only when it differs, so that a second build is quick."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


_gallery()
_api()
