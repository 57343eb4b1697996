"""Random examples are the same in every run: what fails, fails for everybody, and a change is judged by what it changed."""

import pytest
from hypothesis import settings

LONG = ("test_what_the_page_adds_works_at_once", "test_two_threads_with_a_cold_cache", "test_refused_or_right")

settings.register_profile("jourdain", derandomize=True)
settings.load_profile("jourdain")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What compiles with a cache of its own, or takes longest, comes first: at the end one core would wait for it."""
    items.sort(key=lambda item: not item.name.startswith(LONG))
