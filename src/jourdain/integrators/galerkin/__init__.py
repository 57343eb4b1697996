"""The continuous Galerkin method on the canonical equations."""
