"""Written equations: coordinates without bodies behind them. Their functions stand in jourdain.user_equations."""

BASES = ()
DIMENSION, WIDTH = 1, 1
CURVED, COUNTED, VARYING_MASS, SMALL_BLOCKS = False, False, True, False
