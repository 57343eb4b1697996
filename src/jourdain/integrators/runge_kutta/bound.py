"""Explicit Runge-Kutta methods bound to a kind at compile time, with the index-1 equations as they are: direct calls only.

On a processor they ask by address. This is what a device takes that has no host addresses, from the same source.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.runge_kutta.method import runge_kutta, runge_kutta_at
from jourdain.integrators.treatments.direct import treated
from jourdain.kernels import answers as _direct_calls  # noqa: F401
from jourdain.kernels.context import bound_to
from jourdain.kernels.kinds import Sizes
from jourdain.kernels.port import TREATMENT

TREATMENT[:] = [treated]


def bound(kind: type[Sizes]) -> Any:
    """The method for systems of a kind, to be compiled by whoever needs it."""

    def method(task, t, h, address):  # type: ignore[no-untyped-def]
        return runge_kutta(bound_to(runge_kutta_at(address), kind), task, t, h)

    return method
