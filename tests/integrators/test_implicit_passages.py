"""Galerkin and block methods through singular positions, on the branch they came on, against equations of one coordinate."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.integrators.texts import method_text
from jourdain.papers.four_bar import FourBar
from machines import problems as pb
from machines.trust_problems import four_bar_motion


@cache
def folding() -> Any:
    return jd.compile(FourBar().model())


@cache
def in_line(n: int) -> Any:
    return jd.compile(pb.planar_model(pb.n_four_bar(n)))


def named(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else f"{value.step or value.tol:g} {method_text(value)}"


@pytest.mark.parametrize(
    ("method", "within"),
    [
        (jd.Galerkin(tol=1e-7), 1e-7),
        (jd.Galerkin(tol=1e-8), 1e-8),
        (jd.Galerkin(tol=1e-7, k=3), 1e-7),
        (jd.Galerkin(tol=1e-7, variant="C"), 1e-7),
        (jd.Galerkin(tol=1e-8, variant="C"), 1e-8),
        (jd.Galerkin(tol=1e-7, variant="B"), 1e-7),
        (jd.Galerkin(tol=1e-8, variant="B"), 1e-8),
        (jd.Galerkin(step=1e-3), 1e-8),
        (jd.Galerkin(step=5e-3, k=3), 1e-8),
        (jd.Galerkin(step=2e-3, variant="C"), 1e-8),
        (jd.Galerkin(step=2e-3, variant="B"), 1e-8),
        (jd.Galerkin(step=2e-3, variant="A"), 1e-2),
        *((jd.Block(tol=tol, index=index), tol) for tol, index in ((1e-6, 1), (1e-8, 2), (1e-9, 3), (1e-8, 3))),
    ],
    ids=named,
)
def test_all_crossings(method: Any, within: float) -> None:
    """Six seconds of the paper's four-bar, six singular positions, all of them named."""
    result = jd.simulate(folding(), 6.0, integrator=method, output=600, trust="fast")
    bar = FourBar()
    angle, _ = bar.reference(result.t[1:])
    assert np.abs(result["AB"].angle.values[1:] - angle).max() < within
    assert np.abs(result["CD"].position.values[1:, 1] - bar.height(angle)).max() < within
    assert len(result.trust.passages) == 6


@pytest.mark.parametrize("n", [1, 4])
@pytest.mark.parametrize(
    ("method", "within"),
    [
        (jd.Galerkin(tol=1e-7), 1e-7),
        (jd.Galerkin(tol=1e-7, variant="C"), 1e-7),
        (jd.Galerkin(tol=1e-7, variant="B"), 3e-7),
        (jd.Galerkin(step=2e-3), 1e-8),
        (jd.Galerkin(step=2e-3, variant="C"), 1e-7),
        (jd.Galerkin(step=5e-3, k=3), 1e-8),
        (jd.Block(tol=1e-7), 1e-7),
    ],
    ids=named,
)
def test_four_bars_in_line(method: Any, within: float, n: int) -> None:
    """Four seconds, in which the uprights lie flat four times: one more row is lost there with each four-bar."""
    result = jd.simulate(in_line(n), 4.0, integrator=method, output=400, trust="fast")
    centres, _ = pb.planar_motion(pb.n_four_bar(n), result)
    assert np.abs(centres - four_bar_motion(result.t, n)[0]).max() < within
    assert len(result.trust.passages) == 4


@pytest.mark.parametrize("index", [1, 2, 3])
def test_work_after_a_passage(index: int) -> None:
    """The step after an explicit one begins with the power that there is then, not with that before the passage."""
    result = jd.simulate(folding(), 3.0, integrator=jd.Block(step=2e-3, index=index), output=300, trust="fast")
    assert np.abs(result.energy.error.values).max() < 1e-6
