"""What check says of bodies that bend: their shapes, rigid motions, interfaces, and whether the shapes are fast enough."""

from __future__ import annotations

import numpy as np

from jourdain.diagnosis.closure import Closure
from jourdain.kernels.measures import ANGLE
from jourdain.model.flexible import FlexibleBody, ports_of
from jourdain.model.model import Model
from jourdain.system.system import System, evaluate

MARGIN = 2.0  # the fastest shape against what excites: fewer shapes follow it badly
ZERO = 1e-3  # of the next one: a frequency below is that of a motion without elastic energy
MOMENTUM = 1e-6  # of a floating shape, against the momentum of the part moving as one
SPAN, TIMES = 10.0, 400  # texts of drives are looked at for so long [s], at so many times


def bending(model: Model, closure: Closure, q: np.ndarray) -> tuple[list[str], list[str]]:
    """Warnings and notes about flexible bodies; nothing is said of models without any."""
    bodies = [body for body in model.bodies.values() if isinstance(body, FlexibleBody)]
    if not bodies:
        return [], []
    excited, by = _excitation(closure.system, closure, q)
    warnings, notes = [], []
    used = {(port.body, port.carrier) for ports in ports_of(model).values() for port in ports}
    for body in bodies:
        hertz = body.part.frequencies / (2.0 * np.pi)
        notes.append(f"{body.name!r}: {body.part.modes} {body.part.kind} shapes, {hertz[0]:.4g} .. {hertz[-1]:.4g} Hz.")
        warnings += _rigid_motions(body)
        idle = [name for name in body.part.frames if (body.name, name) not in used]
        if idle and len(idle) == len(body.part.frames):
            warnings.append(f"{body.name!r}: nothing takes its interfaces {', '.join(map(repr, idle))}.")
        elif idle:
            notes.append(f"{body.name!r}: interfaces that nothing takes: {', '.join(map(repr, idle))}.")
        if hertz[-1] < MARGIN * excited:
            warnings.append(
                f"{body.name!r}: its shapes end at {hertz[-1]:.4g} Hz, and {by} excites with {excited:.4g} Hz; keep shapes up "
                f"to {MARGIN:g} times that at least, by modes= of reduce."
            )
    return warnings, notes


def _rigid_motions(body: FlexibleBody) -> list[str]:
    """A part has six motions without elastic energy, and its shapes none of them."""
    w, one = body.part.frequencies, body.part.invariants
    found = []
    slow = np.flatnonzero(w[:-1] < ZERO * w[1:])
    if len(slow):
        found.append(
            f"{body.name!r}: {slow[-1] + 1} of its shapes have hardly any elastic energy ({w[slow[-1]] / (2 * np.pi):.3g} Hz): "
            "more than six motions of the mesh are free; look for parts of it that do not hang together."
        )
    arm = np.sqrt(np.trace(one.P0))
    turning = np.stack([one.P1[:, i, j] - one.P1[:, j, i] for i, j in ((1, 2), (2, 0), (0, 1))], axis=1)
    share = max(np.abs(one.N).max() / np.sqrt(one.mass), np.abs(turning).max() / max(arm, np.finfo(float).tiny))
    if body.part.kind in ("free", "craig-bampton", "nodal") and share > MOMENTUM:
        found.append(
            f"{body.name!r}: its shapes should have no momentum, and have {100 * share:.2g} % of that of a rigid motion; K and "
            "M of the part do not agree about the six rigid motions."
        )
    return found


def _excitation(system: System, closure: Closure, q: np.ndarray) -> tuple[float, str]:
    """The highest frequency [Hz] of a drive, and its name: how fast it turns, or how fast its speed changes.

    Of x(t) = sin(f t) the largest acceleration is f times the largest speed.
    """
    drives = {name: r for name, joint in system.model.joints.items() if joint.kind == "drive"
              for r in system.joint_rows[name]}  # fmt: skip
    if not drives:
        return 0.0, ""
    rows, measures, s = system.tables["rows"], system.tables["measures"], system.context()
    still, found = np.zeros(system.kind.v), np.zeros((TIMES, 2, system.n_rows))
    for i, t in enumerate(closure.t + SPAN * np.linspace(0.0, 1.0, TIMES) ** 2):  # denser at first: texts may be quick
        evaluate(system.kind, s, t, q, still, w=system.w0, ref=system.ref0, matrix=False)
        found[i] = s.rate, s.gamma
    speed, change = np.nan_to_num(np.abs(found)).max(axis=0)
    best, by = 0.0, ""
    for name, r in drives.items():
        turns = rows["measure"][r] >= 0 and measures["kind"][rows["measure"][r]] == ANGLE
        fast = max(change[r] / speed[r] if speed[r] > 0.0 else 0.0, speed[r] if turns else 0.0) / (2.0 * np.pi)
        best, by = max((best, by), (float(fast), f"drive {name!r}"))
    return best, by
