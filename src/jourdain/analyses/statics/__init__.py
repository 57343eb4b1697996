"""Static equilibrium, at rest or in a turning frame: positions, stability, reactions."""
