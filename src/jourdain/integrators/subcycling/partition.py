"""Which velocities are fast: by name, or by what they do in the oscillations about the start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import scipy.linalg

from jourdain.errors import ModelError, near
from jourdain.integrators.subcycling.growth import Oscillations
from jourdain.integrators.subcycling.sides import parts
from jourdain.model.parsing import number
from jourdain.system.system import System

SLOW = 0.3  # angle that a slow oscillation turns by in a long step, at most [rad]
VIBRATING = 10.0  # where all is slow: what is at most so many times slower than the fastest oscillation vibrates, too
DEPENDENT = 1e-9  # rows whose singular values are below this part of the largest depend on others
FAST_LAST = 1e-4  # of the pivots of fast velocities
SHAPES = ".shapes"


Name = str | tuple[tuple[str, Any], ...]  # of elements: ("beam", name) and ("shorter", [m]) or ("stiffer", [N/m])


def as_names(given: Any) -> tuple[Name, ...]:
    """What `fast` may be given as: a name, elements of a beam, or several of these."""
    several = isinstance(given, (list, tuple, set, frozenset))
    return tuple(map(_as_name, given if several else (given,)))


def _as_name(given: Any) -> Name:
    if isinstance(given, str):
        return given
    try:
        table = dict(given)
    except (TypeError, ValueError):
        raise ModelError(f"Subcycling: fast = {given!r}; give names, such as ['block.x'], or 'auto'.") from None
    limits = [key for key in ("shorter", "stiffer") if key in table]
    if set(table) != {"beam", *limits} or not limits or not isinstance(table["beam"], str):
        raise ModelError(
            f"Subcycling: fast = {given!r}; of elements give the beam and a limit, {{'beam': 'bar', 'shorter': 0.02}} [m] or "
            "'stiffer' (E A/L [N/m])."
        )
    return (
        ("beam", table["beam"]),
        *((key, number(table[key], f"Subcycling: fast: {key}", positive=True)) for key in limits),
    )


def named(system: System, names: Iterable[Name]) -> np.ndarray:
    """(nv,) which velocities are fast: a coordinate ("block.x", "blade.shape 2"), a body, a beam, "blade.shapes", elements."""
    layout = system.layout
    fast = np.zeros(system.kind.v, bool)
    beams: dict[str, Any] = getattr(system.model, "beams", {})
    shaped = {
        body + SHAPES: body for body, n in zip(layout.bodies, layout.modes, strict=False) if n and layout.dimension
    }
    for name in names:
        if not isinstance(name, str):
            for node in _of_elements(system, beams, dict(name)):
                fast[layout.own_columns(node)] = True
        elif name in layout.names:
            fast[layout.names.index(name)] = True
        elif name in beams:
            for node in beams[name].nodes:
                fast[layout.own_columns(node)] = True
        elif name in layout.bodies and layout.dimension:
            fast[layout.own_columns(name)] = True
        elif name in shaped:
            fast[layout.own_columns(shaped[name])[layout.velocity_width :]] = True
        else:
            known = [*layout.names, *layout.bodies, *beams, *shaped]
            raise ModelError(f"Subcycling: fast: nothing that moves is called {name!r}.{near(name, known)}")
    return fast


def _of_elements(system: System, beams: dict[str, Any], asked: dict[str, Any]) -> list[str]:
    """The sections of the elements of a beam that are shorter or stiffer than a limit."""
    name = asked["beam"]
    if name not in beams:
        raise ModelError(f"Subcycling: fast: there is no beam {name!r}.{near(name, beams)}")
    layout, table, found = system.layout, system.tables["elements"], set()
    sections = [layout.bodies.index(node) for node in beams[name].nodes]
    lengths: dict[tuple[int, ...], float] = {}
    for point in table:  # its weight: the length that it stands for
        nodes = tuple(int(b) for b in point["body"][: point["nodes"]])
        lengths[nodes] = lengths.get(nodes, 0.0) + float(point["weight"])
    for point in table:
        nodes = tuple(int(b) for b in point["body"][: point["nodes"]])
        if not set(nodes) <= set(sections):
            continue
        short = lengths[nodes] < asked.get("shorter", np.inf)
        if short and float(point["stiffness"][0, 0]) / lengths[nodes] > asked.get("stiffer", 0.0):
            found |= set(nodes)
    if not found:
        limits = ", ".join(f"{key} than {asked[key]:g}" for key in ("shorter", "stiffer") if key in asked)
        longest = (
            f"{min(lengths.values()):.4g} to {max(lengths.values()):.4g} m" if lengths else "not elastic themselves"
        )
        raise ModelError(f"Subcycling: fast: no element of beam {name!r} is {limits}; they are {longest}.")
    return [layout.bodies[b] for b in sorted(found)]


def names_of(system: System, fast: np.ndarray) -> tuple[str, ...]:
    """Names that `named` takes for these velocities, bodies as a whole where all of one are fast."""
    layout, found, seen = system.layout, [], np.zeros(len(fast), bool)
    for body in layout.bodies if layout.dimension else ():
        own = layout.own_columns(body)
        if fast[own].all():
            found.append(body)
            seen[own] = True
    return (*found, *(name for name, one, done in zip(layout.names, fast, seen, strict=True) if one and not done))


class Machine:
    """M (nv, nv), K (nv, nv), G (m, nv) at the start, and what a partition makes of them.

    oscillations: gives the three, of tables that replace those of the system without accelerations and joint forces.
    """

    def __init__(self, system: System, oscillations: Any) -> None:
        self.system, self._asked = system, oscillations
        self.M, self.K, self.G = oscillations(None)
        self.rank = _rank(self.G, self.G)

    def oscillations(self, groups: np.ndarray, ratios: Sequence[int] = ()) -> Oscillations:
        """On independent velocities, none of the fast ones dependent (see treatments/choices.py), if that can be.

        groups (nv,): see sides.py; ratios: of groups 2 ..
        """
        fast = groups > 0
        independent = np.ones(len(fast), bool)
        if self.rank:  # dependent ones by pivots, fast ones last
            order = scipy.linalg.qr(self.G * np.where(fast, FAST_LAST, 1.0), pivoting=True, mode="r")[1]
            independent[order[: self.rank]] = False
        V = np.eye(len(fast))[:, independent]
        V[~independent] = -np.linalg.pinv(self.G[:, ~independent]) @ self.G[:, independent] if self.rank else 0.0
        forces = parts(self.system, groups)
        slow, *between = (V.T @ self._asked(forces.at_rest(k))[1] @ V for k in (0, *range(2, 2 + len(ratios))))
        if not self.system.layout.dimension:  # slow forces are those on slow rows
            slow[fast[independent]] = 0.0
        steps = tuple(zip(between, ratios, strict=True))
        return Oscillations(V.T @ self.M @ V, V.T @ self.K @ V, slow, fast[independent], steps)

    def closed_by_slow(self, fast: np.ndarray) -> bool:
        """Can the slow velocities close all rows?"""
        return not self.rank or _rank(self.G[:, ~fast], self.G) == self.rank

    def check(self, fast: np.ndarray) -> None:
        """Refuse what has to be closed by fast velocities."""
        system = self.system
        for r in range(system.kind.g, len(self.G)):
            held = fast & (np.abs(self.G[r]) > DEPENDENT * np.abs(self.G[r]).max(initial=0.0))
            if held.any():
                name = system.layout.names[int(np.flatnonzero(held)[0])]
                raise ModelError(
                    f"Subcycling: {name!r} is fast, but the velocity row {system.row_names[r]!r} reads it; "
                    "such rows may hold slow velocities only."
                )
        if not self.closed_by_slow(fast):
            alone = [i for i in np.flatnonzero(fast) if _rank(np.delete(self.G, i, 1), self.G) < self.rank]
            names = [system.layout.names[i] for i in alone] or list(names_of(system, fast))
            raise ModelError(
                f"Subcycling: the joints prescribe fast velocities ({', '.join(map(repr, names[:5]))}); "
                "joints are closed by slow ones: leave these out of `fast`."
            )

    @property
    def long_for_vibrations(self) -> float:
        """The long step [s] in which oscillations turn by SLOW that are VIBRATING times slower than the fastest one."""
        N = scipy.linalg.null_space(self.G, rcond=DEPENDENT) if self.rank else np.eye(len(self.M))
        rates = scipy.linalg.eigh(N.T @ (0.5 * (self.K + self.K.T)) @ N, N.T @ self.M @ N, eigvals_only=True)
        fastest = float(rates[-1]) if len(rates) else 0.0
        return VIBRATING * SLOW / np.sqrt(fastest) if fastest > 0.0 else 0.0

    def auto(self, long: float) -> np.ndarray:
        """(nv,) fast velocities: as few as leave, held, no oscillation that turns by more than SLOW in a long step [s]."""
        fast = np.zeros(len(self.M), bool)
        closed = np.zeros(len(self.M), bool)  # joints need them
        while not (fast | closed).all():
            some = ~fast
            N = scipy.linalg.null_space(self.G[:, some], rcond=DEPENDENT) if self.rank else np.eye(int(some.sum()))
            if not N.shape[1]:
                break
            K = 0.5 * (self.K + self.K.T)[np.ix_(some, some)]
            rates, modes = scipy.linalg.eigh(N.T @ K @ N, N.T @ self.M[np.ix_(some, some)] @ N)
            if not rates[-1] * long**2 > SLOW**2:
                break
            shape = N @ modes[:, -1]
            share = np.full(len(fast), -np.inf)
            share[some] = np.abs(shape * (K @ shape))
            share[closed] = -np.inf
            i = int(np.argmax(share))
            fast[i] = True
            if not self.closed_by_slow(fast):
                fast[i], closed[i] = False, True
        return fast


def _rank(G: np.ndarray, whole: np.ndarray) -> int:
    """The rank of rows against the largest singular value of all of them."""
    if not G.size:
        return 0
    return int((np.linalg.svd(G, compute_uv=False) > DEPENDENT * np.linalg.norm(whole, 2)).sum())
