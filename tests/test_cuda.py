"""The kernels of two methods compile for graphics cards from the same source, without a card: nothing in them needs a host."""

from __future__ import annotations

import os
from typing import Any

import pytest

from jourdain.integrators.alpha.bound import _bound as bound_alpha
from jourdain.integrators.runge_kutta.bound import bound as bound_runge_kutta
from jourdain.kernels.kinds import Planar

cuda = pytest.importorskip("numba_cuda", reason="numba-cuda is not installed: jourdain[gpu]") and pytest.importorskip(
    "numba.cuda", reason="numba-cuda does not load"
)
CARD = (8, 0)


@pytest.mark.parametrize("bound", [bound_alpha, bound_runge_kutta], ids=["generalized-alpha", "Runge-Kutta"])
def test_bound_methods_compile_for_a_graphics_card(bound: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import types
    from numba.cuda import dispatcher

    class Card:
        compute_capability = CARD

    monkeypatch.setattr(dispatcher, "get_current_device", lambda: Card)  # there is none here
    signature = (types.int64, types.float64, types.float64, types.int64)
    try:
        code, answer = cuda.compile_ptx(bound(Planar), signature, device=True, cc=CARD, opt=False)
    except (OSError, RuntimeError) as problem:
        if os.environ.get("JOURDAIN_NEEDS_CUDA"):
            raise
        pytest.skip(f"no compiler for graphics cards: {problem}")
    assert answer == types.int64
    assert ".func" in code and f"sm_{CARD[0]}{CARD[1]}" in code
    for host in ("NRT_", "PyErr", "malloc"):  # reference counting, exceptions, memory
        assert host not in code
