"""Papers whose tables and figures are computed anew: reproduce("l-stable"), "singular", "galerkin" or "subcycling".

To add one: a module with a function of keyword options that returns a Reproduction, and its name here.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jourdain.errors import ModelError, near

if TYPE_CHECKING:
    from jourdain.papers.common import Reproduction

OF_NO_ACCOUNT = ("progress", "examples", "repeats")  # options that change no number
PAPERS = {"l-stable": "l_stable", "singular": "singular", "galerkin": "galerkin", "subcycling": "subcycling"}


def paper(name: str) -> Callable[..., Reproduction]:
    """The function behind a paper's name."""
    if name not in PAPERS:
        raise ModelError(f"there is no paper {name!r} to reproduce.{near(name, PAPERS)}")
    module = importlib.import_module(f"jourdain.papers.{PAPERS[name]}")
    return getattr(module, PAPERS[name])


def reproduce(name: str, **options: Any) -> Reproduction:
    """Compute a paper's tables and figures anew; options: those of its function in jourdain.papers."""
    function = paper(name)
    known = inspect.signature(function).parameters
    for option in options:
        if option not in known:
            raise ModelError(f"reproduce({name!r}) has no option {option!r}.{near(option, known)}")
    found = function(**options)
    theirs = {key: value for key, value in options.items() if key not in OF_NO_ACCOUNT}
    changed = [f"{key} = {value!r}" for key, value in theirs.items() if value != known[key].default]
    if not changed:
        return found
    note = f"Computed with {', '.join(changed)}. What is marked as the paper's or re-derived is still of the paper's numbers."
    return replace(found, notes=(*found.notes, note))
