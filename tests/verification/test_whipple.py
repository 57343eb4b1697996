"""The benchmark bicycle from four bodies, three hinges and two rolling wheels, linearised: Meijaard, Papadopoulos, Ruina and
Schwab (2007); eigenvalues to the digits of the published matrices, limits of self-stability as Exudyn gives them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import jourdain as jd
from jourdain.examples import whipple

PUBLISHED = {
    0.0: [3.13164325, -3.13164325, 5.53094372, -5.53094372],
    1.0: [3.52696171 + 0.80774028j, 3.52696171 - 0.80774028j, -3.13423125, -7.11008015],
    3.0: [1.70675606 + 2.31582447j, 1.70675606 - 2.31582447j, -2.63366137, -10.35101467],
    5.0: [-0.77534188 + 4.46486771j, -0.77534188 - 4.46486771j, -0.32286643, -14.07838969],
    10.0: [-3.7201684 + 10.90681139j, -3.7201684 - 10.90681139j, 0.16105339, -24.62459635],
}


def _moving(speed: float) -> np.ndarray:
    """Eigenvalues without those of free motions."""
    found = jd.linear(whipple(speed))
    assert found.steady
    return np.asarray(found.eigenvalues[found.free :])


@pytest.mark.parametrize("speed", PUBLISHED)
def test_eigenvalues(speed: float) -> None:
    found = _moving(speed)
    assert len(found) == 4
    for value in PUBLISHED[speed]:
        assert np.abs(found - value).min() < 1e-7


def test_weave_and_capsize_speeds() -> None:
    def growth(speed: float) -> float:
        return float(_moving(speed).real.max())

    assert abs(brentq(growth, 4.0, 5.0, xtol=1e-12) - 4.29238253634111) < 1e-9
    assert abs(brentq(growth, 5.5, 7.0, xtol=1e-12) - 6.02426201538837) < 1e-7
