"""Which velocities are fast: by name, or by what they do in the oscillations about the start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import scipy.linalg

from jourdain.errors import ModelError, near
from jourdain.integrators.subcycling.growth import Oscillations
from jourdain.integrators.subcycling.sides import sides
from jourdain.system.system import System

SLOW = 0.3  # angle that a slow oscillation turns by in a long step, at most [rad]
DEPENDENT = 1e-9  # rows whose singular values are below this part of the largest depend on others
SHAPES = ".shapes"


def named(system: System, names: Iterable[str]) -> np.ndarray:
    """(nv,) which velocities are fast: a coordinate ("block.x", "blade.shape 2"), a body, a beam, or "blade.shapes"."""
    layout = system.layout
    fast = np.zeros(system.kind.v, bool)
    beams: dict[str, Any] = getattr(system.model, "beams", {})
    shaped = {
        body + SHAPES: body for body, n in zip(layout.bodies, layout.modes, strict=False) if n and layout.dimension
    }
    for name in names:
        if name in layout.names:
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

    def oscillations(self, fast: np.ndarray) -> Oscillations:
        """On independent velocities, none of the fast ones dependent (see treatments/choices.py); refused if that cannot be."""
        free = np.flatnonzero(~fast)
        self._check(fast)
        order = np.zeros(0, int)
        if self.rank:
            order = scipy.linalg.qr(self.G[:, free], pivoting=True, mode="r")[1][: self.rank]
        independent = np.ones(len(fast), bool)
        independent[free[order]] = False
        V = np.eye(len(fast))[:, independent]
        V[~independent] = -np.linalg.pinv(self.G[:, ~independent]) @ self.G[:, independent] if self.rank else 0.0
        slow = self._asked(sides(self.system, fast)[0])[1]
        return Oscillations(V.T @ self.M @ V, V.T @ self.K @ V, V.T @ slow @ V, fast[independent])

    def _check(self, fast: np.ndarray) -> None:
        """No row may have to be closed by fast velocities."""
        system = self.system
        for r in range(system.kind.g, len(self.G)):
            held = fast & (np.abs(self.G[r]) > DEPENDENT * np.abs(self.G[r]).max(initial=0.0))
            if held.any():
                name = system.layout.names[int(np.flatnonzero(held)[0])]
                raise ModelError(
                    f"Subcycling: {name!r} is fast, but the velocity row {system.row_names[r]!r} reads it; "
                    "such rows may hold slow velocities only."
                )
        if self.rank and _rank(self.G[:, ~fast], self.G) < self.rank:
            alone = [i for i in np.flatnonzero(fast) if _rank(np.delete(self.G, i, 1), self.G) < self.rank]
            names = [system.layout.names[i] for i in alone] or list(names_of(system, fast))
            raise ModelError(
                f"Subcycling: the joints prescribe fast velocities ({', '.join(map(repr, names[:5]))}); "
                "joints are closed by slow ones: leave these out of `fast`."
            )

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
            if self.rank and _rank(self.G[:, ~fast], self.G) < self.rank:
                fast[i], closed[i] = False, True
        return fast


def _rank(G: np.ndarray, whole: np.ndarray) -> int:
    """The rank of rows against the largest singular value of all of them."""
    if not G.size:
        return 0
    return int((np.linalg.svd(G, compute_uv=False) > DEPENDENT * np.linalg.norm(whole, 2)).sum())
