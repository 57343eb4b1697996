"""What can be done with a model: a consistent start, simulation."""
