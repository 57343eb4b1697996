"""What a reduction says about itself: how many coordinates became how many shapes, and what the shapes leave out."""

from __future__ import annotations

import numpy as np
from scipy.linalg import null_space

from jourdain.fe.interfaces import Interface
from jourdain.fe.modes import Floating, Held, Modes
from jourdain.fe.stiffening import pull_fields
from jourdain.fe.structure import Structure
from jourdain.model.part import place

SLOWEST, FASTEST = 500.0, 20_000.0  # waves in solids [m/s]: rubber is below, diamond above


def notes(
    m: Structure, modes: Modes, ends: list[Interface], borne: Held | Floating, kind: str, rest: np.ndarray
) -> tuple[str, ...]:
    """Lines for `print(part)`."""
    zero = f"{modes.rigid.max() / modes.frequencies[0]:.1e} of the first frequency{_rounding(m, modes)}"
    lines = [
        f"{m.size} coordinates of {len(m.nodes)} nodes became {len(modes.frequencies)} shapes; rigid motions at {zero}",
        *_inertia(m),
        *_waves(m),
        *(_table(m, modes) if kind == "clamped" else ()),
        *_gravity(m, modes, rest, borne),
        *([m.stress_is] if m.stress_is else []),
    ]
    told = [""] * len(ends)
    if len(ends) > 1 and kind != "clamped":
        told = _static(m, modes, ends, borne if isinstance(borne, Held) else Held(m, ends))
    for one, static in zip(ends, told, strict=True):
        as_ = "as one rigid body" if one.rigid else "by their mean motion"
        lines.append(f"interface {one.name!r}: {len(one.nodes)} node(s) about {place(one.at)}, {as_}{static}")
    return tuple(lines)


def _rounding(m: Structure, modes: Modes) -> str:
    """What rounding of the last digit of a matrix makes of rigid motions at most, where no elements know better."""
    if m.wave_speeds:
        return ""
    R = np.abs(m.rigid(about=m.centre))
    most = 0.5 * np.finfo(float).eps * np.einsum("nk,nk->k", R, abs(m.stiffness) @ R)
    sizes = np.einsum("nk,nk->k", m.rigid(about=m.centre), m.mass @ m.rigid(about=m.centre))
    return f" (rounding of the matrix makes up to {np.sqrt((most / sizes).max()) / modes.frequencies[0]:.0e})"


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
    if not m.wave_speeds:
        return []
    told = [*m.made_of, f"waves run at {' and '.join(f'{speed:.4g}' for speed in m.wave_speeds)} m/s"]
    strange = [speed for speed in m.wave_speeds if not SLOWEST < speed < FASTEST]
    if strange:
        told.append(
            f"warning: sound runs at {SLOWEST:g} .. {FASTEST:g} m/s in solids, here at {strange[0]:.4g}, and the mass is "
            f"{m.place_mass.sum():.4g} kg; check E, density and units."
        )
    return told


def _table(m: Structure, modes: Modes) -> list[str]:
    """Frequencies of a clamped part with the share of the mass that moves along with each."""
    N = np.einsum("p,pik->ki", np.asarray(m.place_mass.sum(axis=0)), m.moved_places(modes.shapes))
    shares = 100.0 * N**2 / float(m.place_mass.sum())
    lines = [" shape         Hz   share of the mass along x, y, z [%]"]
    for k, w in enumerate(modes.frequencies):
        lines.append(f"{k + 1:6d} {w / (2 * np.pi):10.5g}   " + " ".join(f"{one:8.3f}" for one in shares[k]))
    return [*lines, f"{'all':>6} {'':10}   " + " ".join(f"{one:8.3f}" for one in shares.sum(axis=0))]


def _gravity(m: Structure, modes: Modes, rest: np.ndarray, borne: Held | Floating) -> list[str]:
    """How much of the energy of deformation by gravity along each axis the shapes have; the rest follows without delay."""
    if isinstance(borne, Floating):
        return []
    u = borne.under(m.forces(pull_fields(m.places)))
    left, whole = (np.einsum("nl,nl->l", one, m.stiffness @ one) for one in (rest, u))
    share = ", ".join(_percent(1.0 - a / b) for a, b in zip(left, whole, strict=True))
    return [f"under gravity along x, y, z the shapes carry {share} % of the energy"]


def _static(m: Structure, modes: Modes, ends: list[Interface], held: Held) -> list[str]:
    """How much of the compliance at each interface the shapes have while the others are held: all of them, and half."""
    moved = held.moving_interfaces()
    S = moved.T @ (m.stiffness @ moved)
    told = []
    for i in range(len(ends)):
        own = slice(6 * i, 6 * i + 6)
        found = []
        for count in (len(modes.frequencies), len(modes.frequencies) // 2):
            share = np.linalg.eigvals(S[own, own] @ _compliance(m, modes.first(count), ends, i)).real
            found.append(f"{_percent(share.min())} to {_percent(share.max())} %")
        told.append(f"; of the energy under static forces shapes carry {found[0]}, half of them {found[1]}")
    return told


def _percent(share: float) -> str:
    return f"{100.0 * share if share > 1e-6 else 0.0:.4g}"


def _compliance(m: Structure, modes: Modes, ends: list[Interface], which: int) -> np.ndarray:
    """(6, 6): motion of one interface by forces there, while the others are held, by the shapes and rigid motions alone."""
    n, size = len(modes.frequencies), float(np.linalg.norm(np.ptp(m.nodes, axis=0)))
    all_ = np.concatenate(
        [modes.shapes / modes.frequencies, m.rigid(about=m.centre)], axis=1
    )  # shapes with the energy 1/2
    G = np.stack([one.mean(m) @ all_[m.coordinates(one.nodes)] for one in ends])
    G[:, :, n:] *= np.abs(G[:, :3, :n]).max() / np.array([1.0, 1.0, 1.0, size, size, size])
    held = np.delete(G, which, axis=0) * np.array([[1.0], [1.0], [1.0], [size], [size], [size]])
    free = null_space(held.reshape(-1, n + 6), rcond=1e-9)
    moved = G[which] @ free
    return moved @ np.linalg.lstsq(free[:n].T @ free[:n], moved.T)[0]
