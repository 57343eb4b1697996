"""Every script of the gallery runs, and its own check holds."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

GALLERY = Path(__file__).parent.parent / "docs" / "gallery"
SCRIPTS = sorted(GALLERY.glob("*.py"))


def test_there_is_a_gallery() -> None:
    assert len(SCRIPTS) >= 5


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_gallery(script: Path) -> None:
    namespace = runpy.run_path(str(script))
    assert callable(namespace["check"]), "a gallery script ends with its own check()"
    namespace["check"]()
