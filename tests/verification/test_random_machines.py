"""Machines by chance are refused if they are contradictory, and otherwise claim no more than a second method confirms.

Some of them; benchmarks/random_machines.py runs hundreds.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.random_machines import KINDS, fault


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=3, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6))
def test_refused_or_right(kind: str, seed: int) -> None:
    assert not fault(KINDS[kind](seed))
