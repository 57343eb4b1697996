"""Open chains of slender bars, whose rows are nearly dependent in the mass metric and never dependent at all."""

from __future__ import annotations

from typing import Any

import jourdain as jd


def slender_chain(bars: int, kinds: tuple[str, ...] = ("revolute",), length: float = 0.1) -> jd.Model:
    """Slender bars in line, hinged about parallel axes or on balls."""
    model = jd.Model("chain", gravity=(0.0, 0.0, -9.81))
    before: Any = model.ground
    for i in range(bars):
        bar = model.body(
            f"bar {i}", shape=jd.box(length, 0.02, 0.02), density=1000.0, at=(length * (i + 0.5), 0.0, 0.0)
        )
        kind = kinds[i % len(kinds)]
        options = {"axis": (0, 1, 0)} if kind == "revolute" else {}
        model.joint(f"J{i}", kind, before, bar, at=(length * i, 0.0, 0.0), **options)
        before = bar
    return model
