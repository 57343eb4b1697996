"""Generalized-alpha and its family."""
