"""Jourdain: multibody system dynamics with stated accuracy.

Names are imported when first used, so that `jourdain --help` does not wait for the compiler.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from jourdain._version import __version__ as __version__

if TYPE_CHECKING:
    from jourdain.analyses.assemble import Assembly, assemble
    from jourdain.analyses.check import Check, check
    from jourdain.analyses.checkpoint import resume
    from jourdain.analyses.compare import Comparison, compare
    from jourdain.analyses.linear import Linear, Mode, linear
    from jourdain.analyses.simulate import simulate
    from jourdain.analyses.verify import Verification, verify
    from jourdain.catalogue import methods
    from jourdain.compiler import compile
    from jourdain.elements import Rate
    from jourdain.errors import AssemblyError, ConvergenceError, FileFormatError, JourdainError, ModelError
    from jourdain.events import Engage, Impact, Impulse, Jump, Lock, Release, Reset, SetParameter, Stop, Switch, Unlock
    from jourdain.generalised import GeneralisedForce
    from jourdain.integrators import (
        ABM4,
        BDF,
        DOP853,
        DOPRI5,
        HHT,
        RK4,
        SDIRK4,
        Adams,
        Block,
        CentralDifference,
        Galerkin,
        GeneralizedAlpha,
        Newmark,
        Trapezoidal,
    )
    from jourdain.integrators.treatments import (
        QR,
        SVD,
        Baumgarte,
        ControlledBaumgarte,
        Direct,
        Gauss,
        NullSpace,
        Partitioning,
        Projection,
        TangentSpace,
    )
    from jourdain.io.meshes import mesh
    from jourdain.io.results import load
    from jourdain.io.yaml import read, write
    from jourdain.lagrange.front import from_mechanics, hamiltonian, lagrangian
    from jourdain.lagrange.model import LagrangianModel
    from jourdain.measures import align, angle, blade, coordinate, distance, slide, sweep
    from jourdain.model import Model
    from jourdain.papers import reproduce
    from jourdain.plots import plot
    from jourdain.reactions import Reaction
    from jourdain.result import Result
    from jourdain.rotations.conversions import Rotation, axis_angle, cardan, direction_cosines, euler, quaternion
    from jourdain.shapes import box, cylinder, sphere
    from jourdain.trust import Trust
    from jourdain.viewer.page import report
    from jourdain.written import Equations, Trajectory

_HOME = {
    "analyses.assemble": ("Assembly", "assemble"),
    "analyses.check": ("Check", "check"),
    "analyses.checkpoint": ("resume",),
    "analyses.compare": ("Comparison", "compare"),
    "analyses.linear": ("Linear", "Mode", "linear"),
    "analyses.simulate": ("simulate",),
    "analyses.verify": ("Verification", "verify"),
    "catalogue": ("methods",),
    "compiler": ("compile",),
    "elements": ("Rate",),
    "errors": ("AssemblyError", "ConvergenceError", "FileFormatError", "JourdainError", "ModelError"),
    "events": (
        "Engage",
        "Impact",
        "Impulse",
        "Jump",
        "Lock",
        "Release",
        "Reset",
        "SetParameter",
        "Stop",
        "Switch",
        "Unlock",
    ),
    "integrators": (
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
        "Newmark",
        "Trapezoidal",
    ),
    "integrators.treatments": (
        "QR",
        "SVD",
        "Baumgarte",
        "ControlledBaumgarte",
        "Direct",
        "Gauss",
        "NullSpace",
        "Partitioning",
        "Projection",
        "TangentSpace",
    ),
    "generalised": ("GeneralisedForce",),
    "io.meshes": ("mesh",),
    "io.results": ("load",),
    "io.yaml": ("read", "write"),
    "lagrange.front": ("from_mechanics", "hamiltonian", "lagrangian"),
    "lagrange.model": ("LagrangianModel",),
    "measures": ("align", "angle", "blade", "coordinate", "distance", "slide", "sweep"),
    "model": ("Model",),
    "papers": ("reproduce",),
    "plots": ("plot",),
    "reactions": ("Reaction",),
    "result": ("Result",),
    "rotations.conversions": ("Rotation", "axis_angle", "cardan", "direction_cosines", "euler", "quaternion"),
    "shapes": ("box", "cylinder", "sphere"),
    "trust": ("Trust",),
    "viewer.page": ("report",),
    "written": ("Equations", "Trajectory"),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "ABM4",
    "BDF",
    "DOP853",
    "DOPRI5",
    "HHT",
    "QR",
    "RK4",
    "SDIRK4",
    "SVD",
    "Adams",
    "Assembly",
    "AssemblyError",
    "Baumgarte",
    "Block",
    "CentralDifference",
    "Check",
    "Comparison",
    "ControlledBaumgarte",
    "ConvergenceError",
    "Direct",
    "Engage",
    "Equations",
    "FileFormatError",
    "Galerkin",
    "Gauss",
    "GeneralisedForce",
    "GeneralizedAlpha",
    "Impact",
    "Impulse",
    "JourdainError",
    "Jump",
    "LagrangianModel",
    "Linear",
    "Lock",
    "Mode",
    "Model",
    "ModelError",
    "Newmark",
    "NullSpace",
    "Partitioning",
    "Projection",
    "Rate",
    "Reaction",
    "Release",
    "Reset",
    "Result",
    "Rotation",
    "SetParameter",
    "Stop",
    "Switch",
    "TangentSpace",
    "Trajectory",
    "Trapezoidal",
    "Trust",
    "Unlock",
    "Verification",
    "align",
    "angle",
    "assemble",
    "axis_angle",
    "blade",
    "box",
    "cardan",
    "check",
    "compare",
    "compile",
    "coordinate",
    "cylinder",
    "direction_cosines",
    "distance",
    "euler",
    "from_mechanics",
    "hamiltonian",
    "lagrangian",
    "linear",
    "load",
    "mesh",
    "methods",
    "plot",
    "quaternion",
    "read",
    "report",
    "reproduce",
    "resume",
    "simulate",
    "slide",
    "sphere",
    "sweep",
    "verify",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE:
        raise AttributeError(f"module 'jourdain' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"jourdain.{_MODULE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
