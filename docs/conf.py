"""Sphinx: `python -m sphinx -W docs docs/_build`. The gallery and API pages are made from the scripts and docstrings."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jourdain

HERE = Path(__file__).parent
BARE = bool(
    os.environ.get("JOURDAIN_BARE_DOCS")
)  # without what the scripts of the gallery print and draw: the tests run them

project = "Jourdain"
author = "the Jourdain developers"
release = version = jourdain.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax"]
html_theme = "furo"
html_title = "Jourdain"
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
exclude_patterns = ["_build", "gallery/*.py"]
autodoc_typehints = "none"  # the docstrings say units and shapes; signatures stay short
autodoc_member_order = "bysource"
nitpicky = False


def _title(script: Path) -> tuple[str, str]:
    """First sentence and the whole docstring of a gallery script."""
    text = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or script.stem
    return script.stem.replace("_", " ").capitalize(), text


# runs a script as the main one, and keeps the figures that it leaves open
_SHOW = """
import runpy, sys
import matplotlib.pyplot as plt
script, stem = sys.argv[1:]
runpy.run_path(script, run_name="__main__")
for k in plt.get_fignums():
    plt.figure(k).savefig(f"{stem}_{k}.png", dpi=90)
"""


def _page(script: Path) -> tuple[str, str]:
    """Write the page of a script: what it is about, its code, what it prints and draws. Its name and first sentence."""
    title, text = _title(script)
    parts = [f"# {title}", text, f"```{{literalinclude}} {script.name}\n:language: python\n```"]
    if not BARE:
        parts += _shown(script)
    _write(script.with_suffix(".md"), "\n\n".join(parts) + "\n")
    return script.stem, text.split(":")[0].split(".")[0]


def _shown(script: Path) -> list[str]:
    """What a script prints and draws."""
    for old in script.parent.glob(f"{script.stem}_[0-9]*.png"):
        old.unlink()
    command = [sys.executable, "-c", _SHOW, str(script), str(script.with_suffix(""))]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"MPLBACKEND": "Agg"})
    if done.returncode != 0:
        raise RuntimeError(f"{script.name} failed:\n{done.stderr}")
    printed = done.stdout.rstrip()
    figures = sorted(script.parent.glob(f"{script.stem}_[0-9]*.png"))
    return [
        *([f"It prints:\n\n```text\n{printed}\n```"] if printed.strip() else []),
        *(f"![What {script.name} draws]({figure.name})" for figure in figures),
    ]


def _gallery() -> None:
    """A page for each script, run side by side, and the list of them."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        pages = list(pool.map(_page, sorted((HERE / "gallery").glob("*.py"))))
    lines = "\n".join(
        f"* [{_title(HERE / 'gallery' / (name + '.py'))[0]}]({name}.md): {about}" for name, about in pages
    )
    tree = "\n".join(name for name, _ in pages)
    index = f"# Gallery\n\nShort scripts, one idea each.\n\n{lines}\n\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n"
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
