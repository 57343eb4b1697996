"""Elastic elements between bodies, asked by address: one C function for each kind of systems that has them.

So models without beams never compile them, and the others once, not in every entry point. What they read goes by way of the
memory of the system: positions s.section_q, velocities s.section_v; their numbers come back in s.section_energy[0].
Theory: docs/theory/beams.md.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

from jourdain.jit import by_address, inner, leaf
from jourdain.kernels.context import call
from jourdain.kernels.vectors import copy

STRAIN, FORCES, STIFFNESS, DAMPING, ENERGY, DISSIPATION, GAUGES, GAUGE_RATES = range(8)
_SIGNATURE = "int64(int64, float64, float64, int64)"


# by the velocities of a section
_MODULES = {3: "beams_planar", 4: "ancf_planar", 6: "beams_spatial", 12: "ancf_spatial"}


@functools.cache
def _served(width: int) -> Any:
    """The C function, compiled or loaded once; its address is gone with it."""
    module = importlib.import_module(f"jourdain.kernels.bodies.{_MODULES[width]}")
    return by_address(module.answer, _SIGNATURE)


def address(width: int) -> int:
    """Where the elements of sections with so many velocities are asked; it holds for this process only."""
    return int(_served(width).address)


def answering(
    strain: Any,
    add_forces: Any,
    add_stiffness: Any,
    add_damping: Any,
    energy: Any,
    dissipation: Any,
    read_gauges: Any,
    read_gauge_rates: Any,
) -> Any:
    """What a C function of elements does with (task, f, s), from the functions of one kind of elements."""

    def answered(task: int, f: float, s: Any) -> int:
        if task == STRAIN:
            strain(s, s.section_q)
        elif task == FORCES:
            add_forces(s, s.section_v)
        elif task == STIFFNESS:
            add_stiffness(s, s.section_v)
        elif task == DAMPING:
            add_damping(s, f)
        elif task == ENERGY:
            s.section_energy[0] = energy(s)
        elif task == GAUGES:
            read_gauges(s, f)
        elif task == GAUGE_RATES:
            read_gauge_rates(s, f)
        else:
            s.section_energy[0] = dissipation(s, s.section_v)
        return 0

    # machine code is found by name, also from the cache: kinds of elements must not share one
    answered.__qualname__ = f"answered_{strain.py_func.__module__.rpartition('.')[2]}"
    return inner(answered)


@leaf
def strain(s: Any, q: Any) -> None:
    """s.element: strains at the positions q."""
    if s.elements.shape[0] > 0:
        copy(q, s.section_q)
        call(s.elements_at[0], STRAIN, 0.0, 0.0, s)


@leaf
def read_gauges(s: Any, q: Any, last: int) -> None:
    """Values and Jacobians of strains as measures, of those before `last`; see gauges.py."""
    if s.gauges.shape[0] > 0:
        copy(q, s.section_q)
        call(s.elements_at[0], GAUGES, 0.0, float(last), s)


@leaf
def read_gauge_rates(s: Any, v: Any, last: int) -> None:
    """s.Jt += d(J v)/dq of strains as measures, of those before `last`, where the positions are those of read_gauges."""
    if s.gauges.shape[0] > 0:
        copy(v, s.section_v)
        call(s.elements_at[0], GAUGE_RATES, 0.0, float(last), s)


@leaf
def add_forces(s: Any, v: Any) -> None:
    """s.force -= internal forces."""
    if s.elements.shape[0] > 0:
        copy(v, s.section_v)
        call(s.elements_at[0], FORCES, 0.0, 0.0, s)


@leaf
def add_stiffness(s: Any, v: Any) -> None:
    """s.pair += derivatives of the internal forces by the positions."""
    if s.elements.shape[0] > 0:
        copy(v, s.section_v)
        call(s.elements_at[0], STIFFNESS, 0.0, 0.0, s)


@leaf
def add_damping(s: Any, f: float) -> None:
    """s.pair += f times the derivatives of the internal forces by the velocities."""
    if s.elements.shape[0] > 0:
        call(s.elements_at[0], DAMPING, 0.0, f, s)


@leaf
def energy(s: Any) -> float:
    """Elastic energy of all elements [J]."""
    if s.elements.shape[0] == 0:
        return 0.0
    call(s.elements_at[0], ENERGY, 0.0, 0.0, s)
    return s.section_energy[0]


@leaf
def dissipation(s: Any, v: Any) -> float:
    """Power that the material damps [W], not negative."""
    if s.elements.shape[0] == 0:
        return 0.0
    copy(v, s.section_v)
    call(s.elements_at[0], DISSIPATION, 0.0, 0.0, s)
    return s.section_energy[0]


@inner
def own_stiffness(s: Any, v: Any, lam: Any, probe: float) -> None:
    """What kinds of bodies with elements add to the tangent."""
    add_stiffness(s, v)


@inner
def own_energies(s: Any, v: Any, lam: Any, out: Any) -> None:
    """What they add to the powers."""
    out[3] -= dissipation(s, v)
