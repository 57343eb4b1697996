"""The report page as one self-contained HTML text, as a file, and as a frame in a notebook."""

from __future__ import annotations

import html
import json
import tempfile
import warnings
import webbrowser
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from jourdain._version import __version__
from jourdain.errors import ModelError
from jourdain.io.writing import replacing
from jourdain.notebooks import in_notebook
from jourdain.result.result import Result
from jourdain.viewer.data import motion_data, run_data
from jourdain.viewer.deformation import by_run
from jourdain.viewer.encode import finite, packed
from jourdain.viewer.section import Section, section_of

Runs = Result | Sequence[Result] | Mapping[str, Result]
Deformed = Mapping[str, Any] | None


def report(
    results: Runs,
    path: str | Path,
    *,
    title: str | None = None,
    sections: Sequence[Any] = (),
    deformations: Deformed = None,
    collisions: bool = False,
) -> Path:
    """Write a report page of one run, or of several laid over each other, and return its path.

    results: a Result, a list of them, or a table {label: Result}. The page needs nothing but a browser: no network and
    no other file. title: by default the name of the first model.
    sections: findings that get tabs of their own, as `viewer.section.section_of` reads them; with them results may be [].
    deformations: {body: viewer.deformation.Deformation}; of several runs {label: {body: ..}}.
    collisions: the shapes of contact of bodies that have some are seen first; a switch of the page goes back to pictures.
    """
    text = page(results, title=title, sections=sections, deformations=deformations, collisions=collisions)
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="ascii")
    return Path(path)


def page(
    results: Runs,
    *,
    title: str | None = None,
    sections: Sequence[Any] = (),
    deformations: Deformed = None,
    collisions: bool = False,
) -> str:
    """The text of the report page, all ASCII."""
    if isinstance(sections, (str, Section)) or not isinstance(sections, Sequence):
        raise ModelError(
            f"report: sections is a list of findings, not a {type(sections).__name__}; write sections=[..]."
        )
    found = [section_of(finding) for finding in sections]
    runs = _labelled(results, needed=not found)
    found = [*(section_of(result) for result in runs.values() if hasattr(result, "section")), *found]
    names = [result.model.name for result in runs.values()] + [section.title for section in found]
    name = names[0] if title is None else str(title)
    deformed = by_run(deformations, list(runs))
    data = {
        "title": name,
        "version": __version__,
        "runs": [packed(run_data(result, label, deformed.get(label), collisions)) for label, result in runs.items()],
        "motions": [motion_data(result, label) for one in found for label, result in one.motions.items()],
        "sections": [section.plain() for section in found],
    }
    return Template(_part("page.html")).substitute(
        title=_ascii(html.escape(name)),
        style=_part("bundle.css"),
        data=_script_safe(json.dumps(finite(data), separators=(",", ":"), allow_nan=False)),
        script=_part("bundle.js"),
    )


def show(result: Result, *, height: int = 640, sections: Sequence[Any] = ()) -> None:
    """The page below the cell of a notebook, in a frame of that height [px], or else in the browser."""
    if in_notebook():
        from IPython.display import HTML, display

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it would rather have a file beside the notebook
            display(HTML(frame(result, height, sections)))
        return
    folder = Path(tempfile.mkdtemp(prefix="jourdain-"))
    webbrowser.open(report(result, folder / "page.html", sections=sections).as_uri())


def frame(result: Result, height: int = 640, sections: Sequence[Any] = ()) -> str:
    """The page in an iframe of that height [px] that carries it whole."""
    style = f"width:100%;height:{height}px;border:1px solid #d5dae1"
    return (
        f'<iframe srcdoc="{html.escape(page(result, sections=sections))}" style="{style}" '
        f'sandbox="allow-scripts allow-downloads" title="{_ascii(html.escape(result.model.name))}"></iframe>'
    )


def _labelled(results: Runs, *, needed: bool) -> dict[str, Result]:
    """Runs by label; a model's name counts up where it comes again. needed: at least one."""
    if isinstance(results, Mapping):
        found = {str(label): result for label, result in results.items()}
    else:
        given = [results] if isinstance(results, Result) else list(results)
        found = {}
        for i, result in enumerate(given, 1):
            name = result.model.name if isinstance(result, Result) else ""
            found[f"{name} ({i})" if len(given) > 1 else name] = result
    wrong: list[Any] = [result for result in found.values() if not isinstance(result, Result)]
    if wrong or (needed and not found):
        raise ModelError(
            f"report: {wrong[0]!r} is no Result; give what jourdain.simulate returned, a list of them, or {{label: result}}."
            if wrong
            else "report: there is no result to show; give at least one, or sections."
        )
    return found


def _script_safe(text: str) -> str:
    """JSON that cannot end the script element it stands in, nor open a comment there, whatever the names hold."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _ascii(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _part(name: str) -> str:
    return files("jourdain.viewer").joinpath(name).read_text(encoding="ascii")
