"""Equations of motion that a user writes as functions, and their runs by the same integrators as those of machines."""

from jourdain.written.equations import Equations
from jourdain.written.run import Trajectory, simulate_equations

__all__ = ["Equations", "Trajectory", "simulate_equations"]
