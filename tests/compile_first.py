"""Kernels compiled kind by kind before the first test, where there are none yet.

Entry points of one kind of system share most of what they are made from. One process that compiles all of a kind reads that
once; two workers that meet entry points in the order of the tests both read it, and wait for each other besides.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

PROCESSES = 2
WHATS = ("system", "newton", "canonical", "blows", "watch")


def _flexible() -> Any:
    import jourdain as jd
    from machines.rods import STEEL, part

    model = jd.Model("rod")
    model.flexible("rod", part(STEEL, 1), at=(0, 0, 0))
    return jd.compile(model)


def _bodies(coordinates: str, planar: bool) -> Any:
    from jourdain.system.compile import compile
    from machines.every_element import pair

    return compile(pair(planar)[0], coordinates=coordinates)


def _lagrangian() -> Any:
    import jourdain as jd

    return jd.compile(jd.lagrangian("mass", "x_rate**2/2", "x", start=[1]))


SYSTEMS: dict[str, Callable[[], Any]] = {  # the longest first; compiling a system compiles what looks at its states
    "flexible": _flexible,
    "spatial": lambda: _bodies("cartesian", False),
    "natural": lambda: _bodies("natural", False),
    "planar": lambda: _bodies("cartesian", True),
    "natural, planar": lambda: _bodies("natural", True),
    "lagrangian": _lagrangian,
}


def _compile_kind(name: str) -> None:
    from jourdain.integrators.alpha.bound import bound_method
    from jourdain.kernels.kinds import Natural, NaturalPlanar, Spatial
    from jourdain.kernels.servers import served

    kind = type(SYSTEMS[name]().kind)
    never = ("canonical",) if issubclass(kind, Spatial) else ("blows",) if kind in (Natural, NaturalPlanar) else ()
    for what in WHATS:
        if what not in never:
            served(what, kind)
    bound_method(kind)


def compile_kinds() -> None:
    """All entry points of every kind, in processes side by side. What fails here fails in its test."""
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        for job in [pool.submit(_compile_kind, name) for name in SYSTEMS]:
            job.exception()


def wanted(config: Any) -> bool:
    """Does this process start a run of all tests in several others, without kernels?"""
    from jourdain.jit import cache_folder
    from jourdain.kernels import states

    whole = not getattr(config.option, "file_or_dir", None) and not config.option.keyword
    starts_others = bool(getattr(config.option, "numprocesses", None)) and "PYTEST_XDIST_WORKER" not in os.environ
    return starts_others and whole and not any(cache_folder(Path(states.__file__)).rglob("*.nbc"))
