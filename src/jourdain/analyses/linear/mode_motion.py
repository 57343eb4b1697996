"""A mode as a motion to look at: the state that was linearised, moved along the shape, forth and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.kernels.context import Context
from jourdain.kernels.status import OK
from jourdain.result.pieces import SAMPLES, Piece
from jourdain.result.result import Result, Stats
from jourdain.result.trust import Trust
from jourdain.run.report import attempt
from jourdain.run.start import Start
from jourdain.system.system import evaluate

CYCLES, PERIOD = 2, 1.0  # [s], whatever the frequency is: to be looked at


@dataclass(frozen=True)
class Shown:
    """Stands where a Result names its integrator."""

    name: str
    step: float
    tol: None = None
    fixed: bool = True
    drifts: bool = False

    def plain(self) -> dict[str, Any]:
        """For files."""
        return {"name": self.name}


def mode_motion(start: Start, mode: Any, t: float, amplitude: float, frames: int) -> Result:
    """The motion as a Result with positions alone: bodies move by Re(shape exp(i phase)), times amplitude."""
    if not mode.bodies:
        raise ModelError(
            f"{mode} moves no body; there is nothing to look at. mode.others has the amplitudes of coordinates and states."
        )
    times = np.linspace(0.0, CYCLES * PERIOD, CYCLES * frames + 1)
    s = start.system.context()
    moved = [_moved(start, mode.bodies, amplitude, phase) for phase in 2.0 * np.pi * times / PERIOD]
    q = np.array([_closed(start, s, t, one) for one in moved])
    system = replace(start.system, name=str(mode), model=start.system.model.copy())
    system.model.name = str(mode)
    arrays = {name: np.zeros(len(times)) for name in SAMPLES}
    arrays |= {name: np.zeros((len(times), len(getattr(start, name)))) for name in ("v", "a", "w", "wd", "lam")}
    arrays |= {"t": times, "q": q, "ref": np.tile(start.ref, (len(times), 1)), "x": _measures(start, t, q)}
    arrays |= {"energies": np.zeros((len(times), 2)), "work": np.zeros((len(times), 3))}
    piece = Piece(system=system, **arrays | {"output": np.ones(len(times), bool)})
    trust = Trust(companion=f"the shape of {mode}, not a motion in time", length=start.system.length)
    return Result([piece], Shown(str(mode), PERIOD / frames), Stats(), trust)


def _moved(start: Start, bodies: dict[str, tuple[Any, Any]], amplitude: float, phase: float) -> np.ndarray:
    """Positions (nq,) at a phase [rad]."""
    turn = amplitude * np.exp(1j * phase)
    ways, angles = (np.array([shape[i] for shape in bodies.values()]) for i in (0, 1))
    return start.system.layout.displaced(start.q, np.real(turn * ways), np.real(turn * angles).reshape(len(ways), -1))


def _closed(start: Start, s: Context, t: float, q: np.ndarray) -> np.ndarray:
    """Positions with closed joints, if they close: a shape is straight, and hinges go round."""
    state = {"q": q, "v": np.zeros_like(start.v), "w": start.w, "ref": start.ref}
    status, arrays = attempt(start.system, t, s, state)
    return arrays["q"][0] if status == OK else q


def _measures(start: Start, t: float, q: np.ndarray) -> np.ndarray:
    s, kind = start.system.context(), start.system.kind
    values = []
    for one in q:
        evaluate(kind, s, t, one, np.zeros(kind.v), w=start.w, ref=start.ref)
        values.append(s.x.copy())
    return np.array(values)
