"""The only place with rotation formulas: conversions for people, scalar kernels for the integrators."""
