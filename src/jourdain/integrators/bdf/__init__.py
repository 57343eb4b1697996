"""Backward differentiation on the overdetermined equations."""
