"""Integrators as small frozen values (integrator.py of each folder), and their methods as compiled functions (method.py).

The time loop is march.py. To write one: docs/extend.md.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from jourdain.integrators.adams.integrator import ABM4, Adams
from jourdain.integrators.alpha.integrator import HHT, GeneralizedAlpha, Newmark, Trapezoidal
from jourdain.integrators.base import Integrator
from jourdain.integrators.bdf.integrator import BDF
from jourdain.integrators.block.integrator import Block
from jourdain.integrators.central.integrator import CentralDifference
from jourdain.integrators.galerkin.integrator import Galerkin
from jourdain.integrators.ode import OdeIntegrator
from jourdain.integrators.registry import made, subclasses
from jourdain.integrators.runge_kutta.integrator import DOP853, DOPRI5, RK4
from jourdain.integrators.sdirk.integrator import SDIRK4
from jourdain.integrators.treatments import Treatment, all_treatments, treatment_from

__all__ = [
    "ABM4",
    "BDF",
    "DOP853",
    "DOPRI5",
    "HHT",
    "RK4",
    "SDIRK4",
    "Adams",
    "Block",
    "CentralDifference",
    "Galerkin",
    "GeneralizedAlpha",
    "Integrator",
    "Newmark",
    "OdeIntegrator",
    "Trapezoidal",
    "Treatment",
    "all_integrators",
    "all_treatments",
    "integrator_from_plain",
    "treatment_from",
]


def _discover() -> None:
    """Import integrator.py of every folder here: to add a method is to add its folder."""
    for found in pkgutil.iter_modules(__path__):
        if found.ispkg and any(m.name == "integrator" for m in pkgutil.iter_modules([f"{__path__[0]}/{found.name}"])):
            importlib.import_module(f"{__name__}.{found.name}.integrator")


_discover()


def all_integrators() -> dict[str, type[Integrator]]:
    """The integrators of the package, and those that a program has defined, by name."""
    return {kind.__name__: kind for kind in subclasses(Integrator) if kind.name}


def integrator_from_plain(data: dict[str, Any]) -> Integrator:
    """The integrator that Integrator.plain() described."""
    options = dict(data)
    return made(all_integrators(), options.pop("name", None), options, "integrator")
