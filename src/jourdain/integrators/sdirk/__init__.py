"""A singly diagonally implicit Runge-Kutta method."""
