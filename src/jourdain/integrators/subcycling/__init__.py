"""Subcycling: fast coordinates by short steps, slow ones by long steps."""
