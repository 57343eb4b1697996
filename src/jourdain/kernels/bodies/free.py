"""Written equations: coordinates without bodies behind them. Their functions stand in jourdain.user_equations."""

BASES = ()
DIMENSION, WIDTH, POSITION_WIDTH, ORIENTATION = 1, 1, 1, "none"
CURVED, COUNTED, VARYING_MASS, SMALL_BLOCKS = False, False, True, False
