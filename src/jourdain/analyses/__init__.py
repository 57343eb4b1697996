"""What can be done with a model: assembly, a consistent start, simulation."""
