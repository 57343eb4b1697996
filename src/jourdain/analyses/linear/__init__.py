"""Linearisation about rest and steady motion: eigenvalues, modes, state-space matrices."""
