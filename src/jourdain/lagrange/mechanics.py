"""LagrangesMethod and KanesMethod of sympy.physics.mechanics as models.

Kane: M du/dt = f with speeds u = Y v + z, v = dq/dt. Multiplied by Y^T,  (Y^T M Y) a = Y^T (f - M (dY/dt v + dz/dt)): the
mass matrix stays symmetric, and rows B u + c = 0 become B Y v + B z + c = 0 with the same multipliers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy
from sympy.physics.mechanics import KanesMethod, LagrangesMethod, Particle, Point, ReferenceFrame, RigidBody, msubs

from jourdain.errors import ModelError
from jourdain.lagrange.front import in_order
from jourdain.lagrange.model import LagrangianModel
from jourdain.lagrange.sympy_input import Atoms, build
from jourdain.lagrange.sympy_text import symbol_name


def from_method(
    method: Any, start: Any, velocity: Any, speeds: Any, parameters: Mapping[Any, Any] | None, name: str
) -> LagrangianModel:
    """See front.from_mechanics."""
    if isinstance(method, LagrangesMethod):
        if speeds is not None:
            raise ModelError(f"Lagrangian {name!r}: a LagrangesMethod has no speeds of its own; give velocity.")
        return _lagrange(method, start, velocity, parameters, name)
    if isinstance(method, KanesMethod):
        return _Kane(method, parameters, name).model(start, velocity, speeds)
    raise ModelError(
        f"Lagrangian {name!r}: {type(method).__name__} is no LagrangesMethod or KanesMethod of sympy.physics.mechanics."
    )


def _lagrange(
    method: Any, start: Any, velocity: Any, parameters: Mapping[Any, Any] | None, name: str
) -> LagrangianModel:
    where = f"Lagrangian {name!r}"
    atoms = Atoms(where, list(method.q), None, parameters, None)
    holonomic = list(method._hol_coneqs)
    parts = {
        "lagrangian": method._L[0],
        "forces": _generalized(where, method, atoms),
        "position": holonomic,
        "velocity": list(method.coneqs)[len(holonomic) :],
    }
    return build(name, atoms, atoms.start(start), atoms.rates(velocity), parts)


def _generalized(where: str, method: Any, atoms: Atoms) -> list[Any] | None:
    """Generalised forces of loads: their power, differentiated by the rates."""
    if not method.forcelist:
        return None
    frame = method.inertial
    if frame is None:
        raise ModelError(f"{where}: the method has forces, but no inertial frame; give it frame=..")
    forces = [sympy.S.Zero] * len(atoms.q)
    for load in method.forcelist:
        target, vector = load
        if isinstance(target, (RigidBody, Particle)):
            target = target.masscenter
        if isinstance(target, Point):
            motion = target.vel(frame)
        elif isinstance(target, ReferenceFrame):
            motion = target.ang_vel_in(frame)
        else:
            raise ModelError(f"{where}: the force on {target} acts neither on a point nor on a frame.")
        for i, rate in enumerate(atoms.v):
            forces[i] += motion.diff(rate, frame, var_in_dcm=False).dot(vector)
    return forces


class _Kane:
    """The parts of a KanesMethod."""

    def __init__(self, method: Any, parameters: Mapping[Any, Any] | None, name: str) -> None:
        self.name, self.where = name, f"Lagrangian {name!r}"
        self.method = method
        if len(method._uaux):
            raise ModelError(
                f"{self.where}: the method has auxiliary speeds; leave them out, multipliers give the forces."
            )
        self.atoms = Atoms(self.where, list(method.q), None, parameters, None)
        self.u = list(method.u)
        if len(self.u) != len(self.atoms.q):
            raise ModelError(
                f"{self.where}: {len(self.u)} speeds for {len(self.atoms.q)} coordinates; there must be one speed for each "
                "coordinate (constrained ones among the dependent speeds)."
            )
        self.Y, self.z = self._speeds()

    def _speeds(self) -> tuple[Any, Any]:
        """u = Y v + z, from the kinematic differential equations."""
        method = self.method
        try:
            Y = -method._k_ku_implicit.LUsolve(method._k_kqdot_implicit)
            z = -method._k_ku_implicit.LUsolve(method._f_k_implicit)
        except (sympy.matrices.exceptions.NonInvertibleMatrixError, ValueError, ZeroDivisionError):
            raise ModelError(
                f"{self.where}: the kinematic differential equations do not give the speeds {', '.join(map(str, self.u))} "
                "from the rates of the coordinates."
            ) from None
        return Y, z

    def _equations(self) -> tuple[Any, Any]:
        """M and f of M du/dt = f with all speeds independent."""
        method = self.method
        bodies, loads = method.bodies, method.loads
        if not bodies:
            raise ModelError(f"{self.where}: the method has no bodies; call kanes_equations(bodies, loads) first.")
        free = method
        if len(method._udep) or len(method._qdep) or method._fr is None:
            kinematics = [rate - value for rate, value in method.kindiffdict().items()]
            free = KanesMethod(method._inertial, q_ind=self.atoms.q, u_ind=self.u, kd_eqs=kinematics)
            free.kanes_equations(bodies, loads or None)
        return free.mass_matrix, free.forcing

    def model(self, start: Any, velocity: Any, speeds: Any) -> LagrangianModel:
        """The model; start, and velocity or speeds, as users give them."""
        atoms, where = self.atoms, self.where
        if velocity is not None and speeds is not None:
            raise ModelError(f"{where}: give velocity or speeds, not both.")
        positions = atoms.start(start)
        rates = atoms.rates(velocity)
        if speeds is not None:
            names = [symbol_name(one) for one in self.u]
            given = in_order(speeds, self.u, names, f"{where}: speeds")
            place = {**dict(zip(atoms.q, positions, strict=True)), **dict(zip(self.u, given, strict=True))}
            table = self.method.kindiffdict()
            rates = atoms.numbers([table[one.diff(atoms.t)] for one in atoms.q], place)
        M, f = self._equations()
        v = sympy.Matrix(atoms.v)
        u = self.Y * v + self.z
        there = dict(zip(self.u, u, strict=True))
        drift = self.Y.diff(atoms.t) * v + self.z.diff(atoms.t)
        rows = self._rows(there, positions)
        parts = {
            "mass": self.Y.T * M * self.Y,
            "forcing": self.Y.T * (msubs(f, there) - M * drift),
            "position": {f"constraint {i + 1}": one for i, one in enumerate(self.method._f_h)},
            "velocity": rows,
            "speeds": {symbol_name(one): value for one, value in there.items()},
        }
        return build(self.name, atoms, positions, rates, parts)

    def _rows(self, there: Mapping[Any, Any], positions: list[float]) -> dict[str, Any]:
        """Velocity constraints, without those that the configuration constraints imply."""
        method, atoms = self.method, self.atoms
        if not len(method._k_nh):
            return {}
        rows = list(method._k_nh * sympy.Matrix(list(there.values())) + method._f_nh)
        names = [f"velocity constraint {i + 1}" for i in range(len(rows))]
        if not len(method._f_h):
            return dict(zip(names, rows, strict=True))
        phi = method._f_h
        G, A = phi.jacobian(atoms.q), sympy.Matrix(rows).jacobian(atoms.v)
        kept: list[int] = []
        points = [self._closed(phi, G, positions, shift) for shift in (0.0, 0.03, -0.05)]
        tables = [self._table(G.col_join(A), point) for point in points]
        for i in range(len(rows)):
            held = [*range(len(phi)), *(len(phi) + k for k in kept)]
            if any(_rank(table[[*held, len(phi) + i]]) > _rank(table[held]) for table in tables):
                kept.append(i)
        return {names[i]: rows[i] for i in kept}

    def _closed(self, phi: Any, G: Any, positions: list[float], shift: float) -> list[float]:
        """A configuration near the start that fulfils the configuration constraints."""
        q = np.array(positions) + shift * np.cos(np.arange(len(positions)))
        for _ in range(20):
            value = self._table(phi, q.tolist()).ravel()
            step = np.linalg.lstsq(self._table(G, q.tolist()), value, rcond=None)[0]
            q = q - step
            if np.abs(step).max() < 1e-14 * (1.0 + np.abs(q).max()):
                break
        return [float(one) for one in q]

    def _table(self, matrix: Any, q: list[float]) -> np.ndarray:
        place = dict(zip(self.atoms.q, q, strict=True))
        return np.array(self.atoms.numbers(list(matrix), place)).reshape(matrix.shape)


def _rank(rows: np.ndarray) -> int:
    sizes = np.linalg.norm(rows, axis=1, keepdims=True)
    return int(np.linalg.matrix_rank(rows / np.where(sizes == 0.0, 1.0, sizes), tol=1e-8))
