"""What a reduction says about itself: how many coordinates became how many shapes, and what the shapes leave out."""

from __future__ import annotations

import numpy as np

from jourdain.fe.interfaces import Interface
from jourdain.fe.modes import Floating, Modes
from jourdain.fe.statics import interface_forces
from jourdain.fe.structure import Structure

SLOWEST, FASTEST = 500.0, 20_000.0  # waves in solids [m/s]: rubber is below, diamond above


def notes(m: Structure, modes: Modes, ends: list[Interface], kind: str) -> tuple[str, ...]:
    """Lines for `print(part)`."""
    zero = float(modes.rigid.max() / modes.frequencies[0])
    lines = [
        f"{m.size} coordinates of {len(m.nodes)} nodes became {len(modes.frequencies)} shapes; rigid motions at {zero:.1e} "
        "of the first frequency",
        *_inertia(m),
        *_waves(m),
        *_table(m, modes, kind),
    ]
    floating = Floating(m) if ends and kind != "clamped" else None
    for one in ends:
        at = ", ".join(f"{x:.5g}" for x in one.at)
        held = "as one rigid body" if one.rigid else "by their mean motion"
        told = "" if floating is None else _compliance(m, modes, one, floating)
        lines.append(f"interface {one.name!r}: {len(one.nodes)} nodes about ({at}) m, {held}{told}")
    return tuple(lines)


def _inertia(m: Structure) -> list[str]:
    """Mass and moments of the mass matrix beside those of the volume."""
    direct = m.direct_inertia()
    if direct is None:
        return []
    mass, second = direct
    s = m.places - m.centre
    P0 = s.T @ (m.place_mass @ s)
    about = float(np.abs(P0 - second).max() / np.abs(second).max())
    return [f"against direct integration: mass {m.place_mass.sum() / mass - 1:+.1e}, second moments within {about:.1e}"]


def _waves(m: Structure) -> list[str]:
    speed = m.wave_speed
    if speed is None:
        return []
    told = [f"waves run at {speed:.4g} m/s"]
    if not SLOWEST < speed < FASTEST:
        told.append(
            f"warning: sound runs at {SLOWEST:g} .. {FASTEST:g} m/s in solids, here at {speed:.4g}, and the mass is "
            f"{m.place_mass.sum():.4g} kg; check E, density and units."
        )
    return told


def _table(m: Structure, modes: Modes, kind: str) -> list[str]:
    """Frequencies; of a clamped part with the share of the mass that moves along with each."""
    if kind != "clamped":
        return [f"{k + 1:6d} {w / (2 * np.pi):10.5g} Hz" for k, w in enumerate(modes.frequencies)]
    N = np.einsum("p,pik->ki", np.asarray(m.place_mass.sum(axis=0)), m.moved_places(modes.shapes))
    shares = 100.0 * N**2 / float(m.place_mass.sum())
    lines = [" shape         Hz   share of the mass along x, y, z [%]"]
    for k, w in enumerate(modes.frequencies):
        lines.append(f"{k + 1:6d} {w / (2 * np.pi):10.5g}   " + " ".join(f"{one:8.3f}" for one in shares[k]))
    return [*lines, f"{'all':>6} {'':10}   " + " ".join(f"{one:8.3f}" for one in shares.sum(axis=0))]


def carried(m: Structure, modes: Modes, u: np.ndarray) -> np.ndarray:
    """Share of the energy of deformations u (N, l) that the shapes carry."""
    energy = np.einsum("nl,nl->l", u, m.stiffness @ u)
    rest = modes.rest(m, u)
    return 1.0 - np.einsum("nl,nl->l", rest, m.stiffness @ rest) / energy


def _compliance(m: Structure, modes: Modes, one: Interface, floating: Floating) -> str:
    """How much of the energy under forces and moments at the interface the shapes carry, at worst: all, and half of them."""
    u = floating.under(interface_forces(m, one))
    all_, half = (
        100 * carried(m, modes.first(k), u).min() for k in (len(modes.frequencies), len(modes.frequencies) // 2)
    )
    return f"; under static forces there shapes carry {all_:.4g} % of the energy (half of them {half:.3g} %)"
