"""The browser of these tests, one for all."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from browser import CHROMIUM, Browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None and not os.environ.get("JOURDAIN_NEEDS_BROWSER"):
        pytest.skip("there is no chromium on this machine")
    with Browser(tmp_path_factory.mktemp("browser")) as found:
        yield found
