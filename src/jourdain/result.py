"""Result: the motion, indexed by the user's own names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.measures import GROUND
from jourdain.system import System, evaluate


@dataclass(frozen=True)
class Stats:
    """Counts of a run; cpu_seconds is the CPU time of the compiled time loop alone."""

    steps: int = 0
    rejected: int = 0
    iterations: int = 0
    factorizations: int = 0
    evaluations: int = 0
    halvings: int = 0
    singular: int = 0
    cpu_seconds: float = 0.0


@dataclass(frozen=True)
class Energy:
    """Energies and work since the start, each (nt,) [J]; error is what does not balance."""

    kinetic: np.ndarray
    potential: np.ndarray
    drives: np.ndarray
    dampers: np.ndarray
    applied: np.ndarray

    @property
    def error(self) -> np.ndarray:
        """Kinetic + potential - work done on the system, against the start."""
        total = self.kinetic + self.potential - self.drives - self.dampers - self.applied
        return total - total[0]


@dataclass(frozen=True)
class BodyMotion:
    """Motion of one body: position, velocity, acceleration (nt, 3) of the centre of mass in ground axes (planar: (nt, 2))."""

    position: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray
    quaternion: np.ndarray  # (nt, 4) w first, body -> ground
    angle: np.ndarray  # (nt,) planar only
    angular_velocity: np.ndarray  # (nt, 3) ground axes; planar (nt,)
    angular_acceleration: np.ndarray

    @property
    def rotation(self) -> np.ndarray:
        """Rotation matrices body -> ground, (nt, 3, 3)."""
        if self.angle.size:
            c, s, o, e = np.cos(self.angle), np.sin(self.angle), np.zeros_like(self.angle), np.ones_like(self.angle)
            return np.array([[c, -s, o], [s, c, o], [o, o, e]]).transpose(2, 0, 1)
        return _matrices(self.quaternion)


@dataclass(frozen=True)
class Reaction:
    """Force [N] and torque [N m], (nt, 3) in ground axes, that a joint exerts on a body; torque about `point` (nt, 3)."""

    force: np.ndarray
    torque: np.ndarray
    point: np.ndarray


def _matrices(q: np.ndarray) -> np.ndarray:
    w, x, y, z = q.T
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    ).transpose(2, 0, 1)


@dataclass(frozen=True)
class Result:
    """Times and states of a run. Bodies by `result["crank"]`; accelerations and multipliers come from an index-1 solve at
    each output point, from positions and velocities closed to rounding; gap (nt,) is the largest opening of a row that
    the time steps had left there."""

    system: System
    integrator: Any
    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    w: np.ndarray
    lam: np.ndarray
    x: np.ndarray
    ref: np.ndarray
    energies: np.ndarray
    work: np.ndarray
    stats: Stats
    redundant: int
    gaps: dict[str, float]
    moved: float
    gap: np.ndarray
    interrupted: bool = False

    def __getitem__(self, body: str) -> BodyMotion:
        names = self.system.bodies
        if body not in names:
            raise ModelError(f"the result has no body {body!r}.{near(body, names)}")
        b = names.index(body)
        none = np.zeros((0,))
        if self.system.planar:
            q, v, a = (x[:, 3 * b : 3 * b + 3] for x in (self.q, self.v, self.a))
            return BodyMotion(q[:, :2], v[:, :2], a[:, :2], none, q[:, 2], v[:, 2], a[:, 2])
        q = self.q[:, 7 * b : 7 * b + 7]
        v, a = (x[:, 6 * b : 6 * b + 6] for x in (self.v, self.a))
        R = _matrices(q[:, 3:])
        turn = [np.einsum("tij,tj->ti", R, x[:, 3:]) for x in (v, a)]
        return BodyMotion(q[:, :3], v[:, :3], a[:, :3], q[:, 3:], none, turn[0], turn[1])

    @property
    def energy(self) -> Energy:
        """Energies and work, each (nt,) [J]."""
        return Energy(self.energies[:, 0], self.energies[:, 1], *self.work.T)

    @property
    def multipliers(self) -> dict[str, np.ndarray]:
        """Force or torque of every row by its name, (nt,) [N or N m]."""
        return {name: self.lam[:, i] for i, name in enumerate(self.system.row_names)}

    def measure(self, name: str) -> np.ndarray:
        """Values of a named measure, (nt,)."""
        if name not in self.system.recorded:
            raise ModelError(f"no measure is named {name!r}.{near(name, self.system.recorded)}")
        return self.x[:, self.system.recorded[name]]

    def state(self, name: str) -> np.ndarray:
        """Values of an extra state, (nt,)."""
        if name not in self.system.state_names:
            raise ModelError(f"no extra state is named {name!r}.{near(name, self.system.state_names)}")
        return self.w[:, self.system.state_names.index(name)]

    def reaction(self, joint: str, on: str | None = None) -> Reaction:
        """What a joint exerts on one of its bodies (default: that of its second marker), about the origin of marker a."""
        system = self.system
        if joint not in system.joint_rows:
            raise ModelError(f"there is no joint {joint!r}.{near(joint, system.joint_rows)}")
        a, b = system.joint_markers[joint]
        if a is None:
            raise ModelError(f"joint {joint!r} has no point of its own; read result.multipliers instead.")
        body = b.body if on is None else on
        if body not in (a.body, b.body):
            raise ModelError(f"joint {joint!r} joins {a.body!r} and {b.body!r}, not {body!r}.")
        point = self._marker_points(a)
        # the ground side is minus the other side: action = reaction about the same point
        moving = body if body != GROUND else (b.body if a.body == GROUND else a.body)
        force, moment = self._wrench(joint, moving)
        torque = moment + np.cross(self._centre(moving) - point, force)
        sign = 1.0 if moving == body else -1.0
        return Reaction(sign * force, sign * torque, point)

    def _centre(self, body: str) -> np.ndarray:
        p = self[body].position
        return np.pad(p, ((0, 0), (0, 3 - p.shape[1])))

    def _marker_points(self, marker: Any) -> np.ndarray:
        """World positions of a marker's origin, (nt, 3)."""
        if marker.body == GROUND:
            return np.tile(np.array(marker.at), (len(self.t), 1))
        b = self.system.bodies.index(marker.body)
        arm = np.array(marker.at) - self.system.com[b]
        return self._centre(marker.body) + self[marker.body].rotation @ arm

    def _wrench(self, joint: str, body: str) -> tuple[np.ndarray, np.ndarray]:
        """Force on a body and moment about its centre of mass, both (nt, 3) in ground axes."""
        system = self.system
        s, b = system.context(), system.bodies.index(body)
        force, moment = np.zeros((len(self.t), 3)), np.zeros((len(self.t), 3))
        rows = [
            (int(r), k)
            for r in system.joint_rows[joint]
            for row in (system.tables["rows"][r],)
            for k in range(row["block"], row["block"] + row["n_blocks"])
            if system.tables["block_body"][k] == b
        ]
        R = self[body].rotation
        for i, t in enumerate(self.t):
            evaluate(system.kind, s, t, self.q[i], self.v[i], w=self.w[i], lam=self.lam[i], ref=self.ref[i])
            for r, k in rows:
                part = s.J[k] * self.lam[i, r]
                if system.planar:
                    force[i, :2] += part[:2]
                    moment[i, 2] += part[2]
                else:
                    force[i] += part[:3]
                    moment[i] += R[i] @ part[3:]
        return force, moment

    def summary(self) -> str:
        """A few lines about the run."""
        st, e = self.stats, self.energy
        size = max(float(np.abs(e.kinetic).max()), float(np.ptp(e.potential)), 1e-300)
        fixed = f"step {self.integrator.step:g} s" if self.integrator.fixed else f"tol {self.integrator.tol or 1e-6:g}"
        lines = [
            f"{self.system.name}: {len(self.system.bodies)} bodies, {self.system.n_rows} constraint rows"
            + (f", {self.redundant} of them redundant" if self.redundant else ""),
            f"{self.integrator.name}, {fixed}: t = {self.t[0]:g} .. {self.t[-1]:g} s in {st.steps} steps"
            + (f" ({st.rejected} rejected)" if st.rejected else "")
            + f", {st.cpu_seconds:.3g} s CPU",
            f"energy balance: largest error {np.abs(e.error).max():.2e} J of {size:.3g} J",
        ]
        if self.redundant:
            lines.append("reactions of redundant joints are not unique; the smallest ones are given")
        if self.gaps:
            worst = max(self.gaps, key=lambda name: abs(self.gaps[name]))
            lines.append(
                f"joints do not fit: {len(self.gaps)} rows stay open, worst {worst} by {abs(self.gaps[worst]):.2e}"
            )
        if not self.system.exact:
            lines.append("derivatives of user functions are taken by differences")
        if self.interrupted:
            lines.append("interrupted: this is the part up to there")
        return "\n".join(lines)
