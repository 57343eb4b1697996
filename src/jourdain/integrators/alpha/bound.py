"""Generalized-alpha bound to the kinds of machines at compile time: the same source, with direct calls (see port.py)."""

from __future__ import annotations

import functools
from typing import Any

from jourdain.integrators.alpha.memory import alpha_at
from jourdain.integrators.alpha.method import alpha
from jourdain.jit import by_address
from jourdain.kernels import answers as _direct_calls  # noqa: F401
from jourdain.kernels.context import bound_to
from jourdain.kernels.kinds import Sizes
from jourdain.kernels.port import SIGNATURE


def _bound(kind: type[Sizes]) -> Any:
    def method(task, t, h, address):  # type: ignore[no-untyped-def]
        return alpha(bound_to(alpha_at(address), kind), task, t, h)

    return method


@functools.cache
def bound_method(kind: Any) -> Any:
    """The C function for systems of a kind."""
    return by_address(_bound(kind), SIGNATURE)
