"""Finite elements of solids: meshes, their matrices, and their reduction to a few modes."""
