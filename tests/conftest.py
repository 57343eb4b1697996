"""Random examples are the same in every run: what fails, fails for everybody, and a change is judged by what it changed."""

import sys
import zlib
from collections.abc import Iterator

import pytest
from hypothesis import settings

from compile_first import compile_kinds, wanted

LONG = ("test_what_the_page_adds_works_at_once", "test_two_threads_with_a_cold_cache", "test_refused_or_right")
# products of methods and machines, of which one case in so many is run unless --whole is given
THINNED = {
    "test_agreement": 3,
    "test_redundant_joints": 3,
    "test_treatments": 3,
    "test_methods_with_constraints_of_their_own": 3,
    "test_event": 3,
    "test_every_method_runs_written_equations": 3,
    "test_disc_runs_its_circle": 3,
    "test_error_of_other_settings_goes_with_tol": 2,
    "test_error_goes_with_tol": 2,
    "test_outputs_inside_steps_keep_to_the_tolerance": 2,
    "test_results_survive": 3,
    "test_loaded_results_can_do_the_same": 3,
    "test_saved_results_know_how_they_were_made": 3,
    "test_the_printed_error_is_not_too_small": 2,
    "test_digits_claimed_are_digits_true": 2,
    "test_measure": 2,
    "test_order": 2,
    "test_order_between_steps": 2,
}

WHOLE = ("test_two_threads_with_a_cold_cache",)  # compiles everything twice for itself: with --whole, or alone

settings.register_profile("jourdain", derandomize=True)
settings.load_profile("jourdain")


def pytest_addoption(parser: pytest.Parser) -> None:
    """--whole: every case of every product."""
    parser.addoption("--whole", action="store_true", help="run whole products of methods and machines")


def pytest_configure(config: pytest.Config) -> None:
    """Before workers start: kernels that most tests need."""
    if wanted(config):
        compile_kinds()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Thin products, by a sum of the name, so that all methods and machines stay; then the order.

    What compiles with a cache of its own, or takes longest, comes first: at the end one core would wait for it.
    """
    if not config.getoption("--whole") and len(items) > 1000:  # who runs a file or two wants all of it
        items[:] = [item for item in items if _kept(item)]
    items.sort(key=lambda item: not item.name.startswith(LONG))


@pytest.fixture(autouse=True)
def _figures_are_closed() -> Iterator[None]:
    """Those that a test has opened: Matplotlib warns where many are open."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


def _kept(item: pytest.Item) -> bool:
    name, bracket, case = item.name.partition("[")
    if name in WHOLE:
        return False
    return not bracket or zlib.crc32(case.encode()) % THINNED.get(name, 1) == 0
