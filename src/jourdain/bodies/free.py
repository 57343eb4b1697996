"""Written equations: coordinates without bodies behind them. Their functions stand in jourdain.written."""

DIMENSION, WIDTH = 1, 1
