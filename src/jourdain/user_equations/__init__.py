"""Equations of motion that a user writes as functions, and their runs by the same integrators as those of machines."""

from jourdain.user_equations.equations import Equations
from jourdain.user_equations.run import Trajectory, simulate_equations

__all__ = ["Equations", "Trajectory", "simulate_equations"]
