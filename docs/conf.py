"""Sphinx: `python -m sphinx -W docs docs/_build`. The gallery and API pages are made from the scripts and docstrings."""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

import jourdain
from jourdain.commands.gallery import GROUPS, script, title

HERE = Path(__file__).parent
MOTIONS = HERE / "_motions" / "motions"
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
html_extra_path = ["_motions"]  # pages of the motions of the gallery
exclude_patterns = ["_build", "_motions", "gallery/*.py"]
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


def _card(script: Path) -> str:
    """Write the page of a script: what it is about, its motion, its code, what it prints and draws. Its card in the list."""
    name, rest, text = title(script)
    parts = [f"# {name}", text]
    code = f"```{{literalinclude}} {script.name}\n:language: python\n```"
    pictures: list[Path] = []
    if BARE:
        parts.append(code)
    else:
        printed = _shown(script)
        pictures = sorted(script.parent.glob(f"{script.stem}_[0-9]*.png")) or [
            *script.parent.glob(f"{script.stem}_still.png")
        ]
        motion = f'<iframe class="motion" src="../motions/{script.stem}.html" loading="lazy" title="{name}"></iframe>'
        parts += [f"```{{raw}} html\n{motion}\n```"] if (MOTIONS / f"{script.stem}.html").exists() else []
        parts += [code, *([f"It prints:\n\n```text\n{printed}\n```"] if printed else [])]
        parts += [f"![What {script.name} shows]({one.name})" for one in pictures if not one.stem.endswith("_still")]
    _write(script.with_suffix(".md"), "\n\n".join(parts) + "\n")
    picture = f"[![{name}]({pictures[0].name})]({script.stem}.md)\n\n" if pictures else ""
    return f":::{{container}} card\n{picture}[{name}]({script.stem}.md)\n\n{rest[:1].upper()}{rest[1:]}\n:::"


def _shown(script: Path) -> str:
    """Run a script, keep its pictures beside it and the page of its motion among the motions; what it prints."""
    for old in script.parent.glob(f"{script.stem}_*.png"):
        old.unlink()
    code = "import sys, pathlib, jourdain.commands.gallery as g; g.shown(*map(pathlib.Path, sys.argv[1:]))"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", code, str(script), folder]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{script.name} failed:\n{done.stderr}")
        for file in Path(folder).glob(f"{script.stem}*"):
            if file.suffix in (".png", ".html"):
                shutil.copy(file, MOTIONS if file.suffix == ".html" else script.parent)
    return done.stdout.strip()


def _gallery() -> None:
    """A page for each script, run side by side, and the cards of all of them in groups."""
    MOTIONS.mkdir(parents=True, exist_ok=True)
    names = [name for group in GROUPS.values() for name in group]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        cards = dict(zip(names, pool.map(_card, map(script, names)), strict=True))
    parts = [
        "# Gallery",
        "Short scripts, one idea each. `jourdain demo NAME` runs one of them; every page plays its motion.",
    ]
    for group, own in GROUPS.items():
        listed = "\n\n".join(cards[name] for name in own)
        parts += [f"## {group}", f"::::{{container}} cards\n{listed}\n::::"]
    tree = "\n".join(names)
    _write(HERE / "gallery" / "index.md", "\n\n".join([*parts, f"```{{toctree}}\n:hidden:\n\n{tree}\n```"]) + "\n")


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
