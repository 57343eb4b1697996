"""A slider-crank of three revolutes and a prismatic: 20 equations, 3 of them redundant, one motion."""

import numpy as np

import jourdain as jd
from jourdain.examples import slider_crank

result = jd.simulate(slider_crank(), 2.0, integrator=jd.GeneralizedAlpha(step=2e-4), output=200)
stroke = np.ptp(result["slider"].position.values[:, 0])
balance = np.abs(result.energy.error).max()


def check() -> None:
    """The stroke is twice the crank; three rows are redundant; energy balances."""
    assert abs(stroke - 0.3) < 2e-3
    assert result.redundant == 3
    assert balance < 1e-3


if __name__ == "__main__":
    print(result.summary())
    print(f"stroke {stroke:.4f} m")
    result.plot("slider.x", "crank.x", "B.force", "slider.x : slider.vx")
    check()
