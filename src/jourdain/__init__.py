"""Jourdain: multibody system dynamics with stated accuracy.

Names are imported when first used, so that `jourdain --help` does not wait for the compiler. PUBLIC is the one list of them;
integrators, treatments of constraints and measures are public by being defined. tools/write_stub.py writes a stub for
editors.
"""

from __future__ import annotations

import importlib
import types
from typing import Any

from jourdain._version import __version__ as __version__

PUBLIC: dict[str, str] = {
    "analyses.assemble": "Assembly assemble",
    "analyses.catalogue": "methods",
    "analyses.check": "Check check",
    "analyses.checkpoint": "resume",
    "analyses.compare": "Comparison compare",
    "analyses.ensemble.ensemble": "ensemble",
    "analyses.ensemble.objective": "Objective objective",
    "analyses.ensemble.optimise": "Optimum optimise",
    "analyses.ensemble.sampling": "grid samples",
    "analyses.ensemble.sweep": "Sweep sweep",
    "analyses.inverse.inverse": "Inverse inverse",
    "analyses.kinematics.kinematics": "Kinematics kinematics",
    "analyses.kinematics.screw": "Screw screw_axis",
    "analyses.kinematics.travel": "Range range_of_motion",
    "analyses.linear.linear": "Linear Mode linear",
    "analyses.sensitivity.sensitivity": "Sensitivity sensitivity",
    "analyses.simulate": "simulate",
    "analyses.statics.finding": "Equilibrium Statics",
    "analyses.statics.load_path": "LoadPath load_path",
    "analyses.statics.statics": "statics",
    "analyses.verify": "Verification verify",
    "functions.tables": "Table table",
    "errors": "AssemblyError ConvergenceError FileFormatError JourdainError ModelError",
    "fe.beams": "beam_mesh",
    "fe.given": "matrices",
    "fe.interfaces": "nodes",
    "fe.mesh": "box_mesh cylinder_mesh sweep_mesh tube_mesh",
    "fe.readers": "read_mesh",
    "fe.recovery": "hot_spots surface_displacement surface_stress",
    "fe.reduce": "reduce",
    "io.meshes": "mesh surface",
    "io.model_files.yaml": "read write",
    "io.part_files": "load_part save_part",
    "io.results.results": "load",
    "lagrange.front": "from_mechanics hamiltonian lagrangian",
    "lagrange.model": "LagrangianModel",
    "model.elements": "Rate",
    "model.events": "Engage Impact Impulse Jump Lock Release Reset SetParameter Stop Switch Unlock",
    "model.limits": "Limits",
    "model.model": "Model",
    "model.parameters": "Parameter parameters with_parameters",
    "model.part": "Part",
    "model.rotations": "Rotation axis_angle cardan direction_cosines euler quaternion",
    "model.sections": "circle material polygon rectangle section tube",
    "model.shapes": "Visual box cylinder sphere",
    "papers": "reproduce",
    "result.generalised_forces": "GeneralisedForce",
    "result.plots": "plot",
    "result.reactions": "Reaction",
    "result.result": "Result",
    "result.trust": "Trust",
    "system.compile": "compile",
    "user_equations": "Equations Trajectory",
    "viewer.page": "report",
}
_HOME = {name: module for module, names in PUBLIC.items() for name in names.split()}


def _registered() -> dict[str, Any]:
    """Integrators, treatments of constraints and measures, by name; those that a program defines itself are its own."""
    from jourdain.integrators import all_integrators, all_treatments
    from jourdain.model.measures import KINDS

    found = {**all_integrators(), **{kind.__name__: kind for kind in all_treatments().values()}}
    found |= {name: kind.make for name, kind in KINDS.items()}
    return {name: value for name, value in found.items() if value.__module__.startswith("jourdain.")}


def _public(value: Any) -> Any:
    """A function names an argument of a wrong kind; anything else is as it is."""
    from jourdain.arguments import guarded

    return guarded(value) if isinstance(value, types.FunctionType) else value


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return sorted([*_HOME, *_registered()])
    if name in _HOME:
        value = _public(getattr(importlib.import_module(f"jourdain.{_HOME[name]}"), name))
    elif not name.startswith("_") and name in (registered := _registered()):
        value = _public(registered[name])
    else:
        from jourdain.errors import near

        hint = "" if name.startswith("_") else f".{near(name, __getattr__('__all__'))}"
        raise AttributeError(f"module 'jourdain' has no attribute {name!r}{hint}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__getattr__("__all__")]
