"""Derivatives of outputs of a run by parameters."""
