"""The report page as one self-contained HTML text, as a file, and as a frame in a notebook."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from jourdain._version import __version__
from jourdain.errors import ModelError
from jourdain.io.writing import replacing
from jourdain.result import Result
from jourdain.viewer.data import run_data

Runs = Result | Sequence[Result] | Mapping[str, Result]


def report(results: Runs, path: str | Path, *, title: str | None = None) -> Path:
    """Write a report page of one run, or of several laid over each other, and return its path.

    results: a Result, a list of them, or a table {label: Result}. The page needs nothing but a browser: no network and
    no other file. title: by default the name of the first model.
    """
    text = page(results, title=title)
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="ascii")
    return Path(path)


def page(results: Runs, *, title: str | None = None) -> str:
    """The text of the report page, all ASCII."""
    runs = _labelled(results)
    name = next(iter(runs.values())).model.name if title is None else str(title)
    data = {
        "title": name,
        "version": __version__,
        "runs": [run_data(result, label) for label, result in runs.items()],
    }
    return Template(_part("page.html")).substitute(
        title=_ascii(html.escape(name)),
        style=_part("bundle.css"),
        data=_script_safe(json.dumps(data, separators=(",", ":"))),
        script=_part("bundle.js"),
    )


def frame(result: Result, height: int = 640) -> str:
    """The page in an iframe of that height [px] that carries it whole: what notebooks show."""
    return (
        f'<iframe srcdoc="{html.escape(page(result))}" style="width:100%;height:{height}px;border:1px solid #d5dae1" '
        f'sandbox="allow-scripts allow-downloads" title="{_ascii(html.escape(result.model.name))}"></iframe>'
    )


def _labelled(results: Runs) -> dict[str, Result]:
    """Runs by label; a model's name counts up where it comes again."""
    if isinstance(results, Mapping):
        found = {str(label): result for label, result in results.items()}
    else:
        given = [results] if isinstance(results, Result) else list(results)
        found = {}
        for i, result in enumerate(given, 1):
            name = result.model.name if isinstance(result, Result) else ""
            found[f"{name} ({i})" if len(given) > 1 else name] = result
    wrong: list[Any] = [result for result in found.values() if not isinstance(result, Result)]
    if wrong or not found:
        raise ModelError(
            f"report: {wrong[0]!r} is no Result; give what jourdain.simulate returned, a list of them, or {{label: result}}."
            if wrong
            else "report: there is no result to show; give at least one."
        )
    return found


def _script_safe(text: str) -> str:
    """JSON that cannot end the script element it stands in, nor open a comment there, whatever the names hold."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _ascii(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _part(name: str) -> str:
    return files("jourdain.viewer").joinpath(name).read_text(encoding="ascii")
