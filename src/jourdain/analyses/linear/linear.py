"""linear: the exact linearisation of a model about a state, on the motions that its constraints leave free."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.analyses.linear.eigen import spectrum
from jourdain.analyses.linear.mode_motion import mode_motion
from jourdain.analyses.linear.modes import SMALL, Mode, mode_of
from jourdain.analyses.linear.signals import Signal, Transfer, changing, transfer
from jourdain.analyses.linear.steady import Frame, frame_of
from jourdain.analyses.linear.variations import Reduced, scaled, with_rates
from jourdain.errors import ModelError, shown
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.model import Model
from jourdain.model.parsing import number
from jourdain.result.result import Result
from jourdain.run.start import Start, consistent_start
from jourdain.system.compile import compile
from jourdain.system.system import System
from jourdain.viewer.figures import draw
from jourdain.viewer.section import Chart, Finding, Section, Table

if TYPE_CHECKING:
    from scipy.signal import StateSpace

MOST_ANIMATED = 24  # modes that a page shows moving
LARGEST = 6000  # velocities: dense matrices of more take gigabytes, and hours


@dataclass(frozen=True, eq=False)
class Linear(Finding):
    """x' = A x + B u, y = C x + D u about a state; eigenvalues by growing size, zeros first, conjugates together.

    states, inputs, outputs: names of x, u, y. turning (3,) [rad/s]: the frame from which the motion is steady; x and
    shapes are what is seen from there. free: how many eigenvalues are zero: motions that nothing holds. steady: False if there
    is no such frame; then acceleration [m/s2] and angular_acceleration [rad/s2] are what is left in the best one.
    """

    name: str
    t: float
    eigenvalues: np.ndarray
    modes: tuple[Mode, ...]
    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    free: int
    steady: bool
    turning: np.ndarray
    acceleration: float
    angular_acceleration: float
    notes: tuple[str, ...]
    start: Start = field(repr=False)
    reduced: Reduced = field(repr=False)  # basis and projection of x; physical units

    @property
    def ok(self) -> bool:
        """Are all numbers finite? Whether eigenvalues tell how the motion goes on is another question: see `steady`."""
        return bool(np.isfinite(self.A).all())

    @property
    def frequencies(self) -> np.ndarray:
        """abs(Im)/2 pi of each eigenvalue [Hz]."""
        return np.abs(self.eigenvalues.imag) / (2.0 * np.pi)

    @property
    def damping(self) -> np.ndarray:
        """-Re/abs of each eigenvalue; NaN for zeros."""
        return np.array([mode.damping for mode in self.modes])

    @property
    def growth(self) -> float:
        """Largest real part [1/s] of what is no rounding; 0 where nothing grows or decays."""
        real = [m.eigenvalue.real for m in self.modes if abs(m.eigenvalue.real) > SMALL * abs(m.eigenvalue)]
        undamped = self.free or len(real) < len(self.modes)
        return max([*real, *([0.0] if undamped or not real else [])])

    def mode(self, i: int) -> Mode:
        """Mode i, counted from 0 as the eigenvalues are."""
        if not -len(self.modes) <= i < len(self.modes):
            raise ModelError(f"{self.name}: there is no mode {i}; there are {len(self.modes)}, counted from 0.")
        return self.modes[i]

    def animate(self, i: int, amplitude: float = 0.2, *, frames: int = 80) -> Result:
        """Two cycles of mode i, 1 s each, as a Result to look at: positions only, small motions shown large.

        amplitude: of what moves most, in lengths of the model or radians.
        """
        if not isinstance(frames, int) or not 1 <= frames <= 100_000:
            raise ModelError(f"{self.name}: frames = {shown(frames)}; give a whole number from 1 to 100000.")
        return mode_motion(self.start, self.mode(i), self.t, number(amplitude, "amplitude"), frames)

    def to_statespace(self) -> StateSpace:
        """For scipy.signal."""
        from scipy.signal import StateSpace

        if not self.inputs or not self.outputs:
            raise ModelError(
                f"{self.name}: give linear(..) inputs and outputs; without these there is nothing to transfer."
            )
        return StateSpace(self.A, self.B, self.C, self.D)

    # -- what is said of it -------------------------------------------------------------------------------------------

    def _rows(self) -> list[tuple[Any, ...]]:
        """One line for each eigenvalue or pair."""
        rows: list[tuple[Any, ...]] = []
        for mode in self._shown():
            value, damping = mode.eigenvalue, mode.damping
            real = 0.0 if abs(value.real) <= SMALL * abs(value) else value.real
            damping = 0.0 if abs(damping) <= SMALL else damping
            rows.append((mode.number, real, abs(value.imag), mode.frequency, damping, mode.kind, mode.largest))
        return rows

    def _shown(self) -> list[Mode]:
        return [mode for mode in self.modes if mode.eigenvalue.imag >= 0.0]

    HEAD = ("mode", "real [1/s]", "imaginary [rad/s]", "frequency [Hz]", "damping", "", "what moves most")

    def verdict(self) -> str:
        """Stable or not, in a sentence."""
        if not self.modes:
            return "nothing can move"
        growing = [mode for mode in self.modes if mode.eigenvalue.real > SMALL * abs(mode.eigenvalue)]
        if growing:
            return f"unstable: mode {growing[-1].number} grows by a factor e in {1.0 / self.growth:.4g} s"
        free = f" beside {self.free} free motion{'s' * (self.free > 1)}" if self.free else ""
        if all(mode.kind in ("decays", "oscillates, decays") for mode in self.modes[self.free :]):
            return f"stable: all deviations decay{free}" if self.free < len(self.modes) else "free motions only"
        return f"nothing grows, not all decays{free}"

    def sentences(self) -> list[str]:
        """All but the table."""
        turning = "" if not self.turning.any() else (
            f", seen from a frame that turns with ({', '.join(f'{w + 0.0:.6g}' for w in np.round(self.turning, 12))}) rad/s"
        )  # fmt: skip
        rounding = SMALL * self.start.system.length * np.abs(self.eigenvalues).max(initial=0.0)
        rests = np.abs(self.start.v).max() <= rounding
        state = ("at rest" if rests else "about a steady motion") if self.steady else "about a state"
        lines = [f"{self.name}: linearised {state} at t = {self.t:g} s{turning}; {len(self.states)} states"]
        if not self.steady:
            left = f"{self.acceleration:.3g} m/s2, {self.angular_acceleration:.3g} rad/s2"
            if self.start.system.coordinates:
                left = f"{self.acceleration:.3g} of a coordinate"
            lines.append(f"not steady: residual accelerations {left}; eigenvalues are those of the frozen equations")
        return [*lines, self.verdict(), *self.notes]

    def __str__(self) -> str:
        lines, widths = self.sentences(), (4, 12, 17, 14, 10, 18)
        lines.append("  ".join(h.ljust(w) for h, w in zip(self.HEAD, (*widths, 0), strict=True)).rstrip())
        for row in self._rows():
            cells = ["" if isinstance(c, float) and math.isnan(c) else f"{c:.6g}" if isinstance(c, float) else str(c)
                     for c in row]  # fmt: skip
            lines.append("  ".join(c.ljust(w) for c, w in zip(cells, (*widths, 0), strict=True)).rstrip())
        return "\n".join(lines)

    def data(self) -> dict[str, Any]:
        """For JSON."""
        modes = [
            {"eigenvalue": [m.eigenvalue.real, m.eigenvalue.imag], "frequency": m.frequency, "damping": m.damping,
             "kind": m.kind, "largest": m.largest,
             "bodies": {name: [_pairs(x), _pairs(r)] for name, (x, r) in m.bodies.items()},
             "others": {name: _pairs(x) for name, x in m.others.items()}}
            for m in self.modes
        ]  # fmt: skip
        kept = ("name", "t", "steady", "ok", "turning", "acceleration", "angular_acceleration", "free", "notes",
                "states", "inputs", "outputs", "A", "B", "C", "D")  # fmt: skip
        return {name: getattr(self, name) for name in kept} | {"verdict": self.verdict(), "modes": modes}

    def charts(self) -> tuple[Chart, ...]:
        """The eigenvalues in their plane."""
        if not self.modes:
            return ()
        values = {"eigenvalues": (self.eigenvalues.real, self.eigenvalues.imag)}
        return (Chart([], values, "real [1/s]", "imaginary [rad/s]", points=True, caption="eigenvalues"),)

    def motions(self) -> dict[str, Result]:
        """Modes to look at by their names; of large models the slowest."""
        shown = [mode for mode in self._shown() if mode.bodies and any(np.any(x) for x, _ in mode.bodies.values())]
        return {str(mode): self.animate(mode.number - 1) for mode in shown[:MOST_ANIMATED]}

    def section(self) -> Section:
        """For the report page."""
        tables = (Table(self.HEAD, tuple(self._rows()), "modes"),) if self.modes else ()
        return Section("Linear", "\n".join(self.sentences()), tables, self.charts(), self.motions())

    def plot(self, path: Any = None) -> Any:
        """The eigenvalues with matplotlib; returns the figure. path: also write it to a file."""
        return draw(self.charts(), self.name, path)


def linear(
    model: Model,
    at: Result | tuple[Result, float] | None = None,
    inputs: Sequence[Signal] | Signal = (),
    outputs: Sequence[Signal] | Signal | None = None,
    t: float = 0.0,
    start: str = "drawn",
) -> Linear:
    """Linearise a model about its start at time t [s], or about a state of a run: at = result (its end) or (result, time [s]).

    inputs: names of forces, loads or extra states (the input is added to the force, to each component of the load, to the
    rate), of measures, or measures (a unit force along them). outputs: names of measures, their rates as "name_rate", extra
    states, or measures; by default all named measures. About a moving state that is steady in some turning frame the
    equations are those in that frame, with constant coefficients; about any other they are those of the moment, and it says so.
    start: "static" is about rest in the equilibrium that the drawing comes down to (see `statics`).
    """
    if start != "drawn":
        if at is not None:
            raise ModelError(f"linear: start = {start!r} and a state of a run (at=..); give one of them.")
        from jourdain.analyses.statics.statics import started  # which linearises

        model, _ = started(model, start, t)
    state, t = _state(model, at, t)
    return linearised(state, t, None, inputs, outputs)


def linearised(
    start: Start,
    t: float,
    turning: np.ndarray | None = None,
    inputs: Sequence[Signal] | Signal = (),
    outputs: Sequence[Signal] | Signal | None = None,
) -> Linear:
    """The same about a consistent state at time t [s]; turning (3,) [rad/s]: of the frame to see it from, default: found."""
    if (n := start.system.kind.v) > LARGEST:
        raise ModelError(
            f"linear: {start.system.name!r} has {n} velocities, and eigenvalues are found with dense matrices, of {LARGEST} at "
            "most; linearise a part of the machine, or let it vibrate in a run, and see its measures."
        )
    frame = frame_of(start, t, turning)
    signals = transfer(frame.now, inputs, outputs)
    change: list[str] = []
    if frame.steady and frame.later is not None:
        change = changing(frame.now, frame.later, signals, transfer(frame.later, inputs, outputs))
    return _finding(frame, signals, change)


def _state(model: Any, at: Any, t: float) -> tuple[Start, float]:
    """A consistent state and its time."""
    if not isinstance(model, (Model, System)):
        raise ModelError(f"linear: {model!r} is no model; give a jourdain.Model, and a run as at=result.")
    if at is None:
        t = number(t, "t")
        system = model if isinstance(model, System) else compile(model)
        return consistent_start(system, t), t
    result, time = at if isinstance(at, tuple) and len(at) == 2 else (at, None)
    if not isinstance(result, Result):
        raise ModelError(f"linear: at = {at!r}; give a Result, or (Result, time [s]).")
    if isinstance(model, Model) and _names(result.model) != _names(model):
        raise ModelError("linear: the run is one of another model; its bodies or coordinates have other names.")
    if time is not None:
        result = result.at(number(time, "at: time"))
    piece = result.pieces[-1]
    system = replace(piece.system, q0=piece.q[-1], v0=piece.v[-1], w0=piece.w[-1], ref0=piece.ref[-1])
    return consistent_start(system, float(piece.t[-1]), settled=True), float(piece.t[-1])


def _names(model: Model) -> list[str]:
    return [*model.bodies, *(model.coordinates if isinstance(model, LagrangianModel) else ())]


def _finding(frame: Frame, signals: Transfer, turning: list[str]) -> Linear:
    start, found, scaled_one = frame.now.start, frame.now.equations, frame.now.reduced
    system = start.system
    values, vectors, free = spectrum(scaled_one.E, scaled_one.F, len(scaled_one.positions), len(scaled_one.rates))
    coordinates, unit = _coordinates(system)
    extra = [name for name in system.state_names if not system.model.states[name].algebraic]
    unit = np.concatenate([unit, unit, np.ones(len(extra))])
    shapes = (scaled_one.basis @ vectors) / unit[:, None]
    reduced = scaled(with_rates(found, scaled_one) if frame.steady else scaled_one, unit)
    states = [*(coordinates[i] for i in reduced.positions), *(f"{coordinates[i]} rate" for i in reduced.rates), *extra]
    modes = (mode_of(i, values[i], shapes[:, i], start, coordinates, extra) for i in range(len(values)))
    return Linear(
        name=system.name,
        t=frame.now.t,
        eigenvalues=values,
        modes=tuple(modes),
        A=reduced.A,
        B=reduced.effect @ signals.forces,
        C=(signals.lines * unit) @ reduced.basis,
        D=np.zeros((len(signals.outputs), len(signals.inputs))),
        states=tuple(states),
        inputs=signals.inputs,
        outputs=signals.outputs,
        free=free,
        steady=frame.steady,
        turning=frame.turning,
        acceleration=frame.acceleration,
        angular_acceleration=frame.angular_acceleration,
        notes=_notes(frame, values, turning),
        start=start,
        reduced=reduced,
    )


def _coordinates(system: System) -> tuple[list[str], np.ndarray]:
    """Names of the components of y, and their units in terms of the scaled ones."""
    return list(system.layout.names), np.where(system.layout.is_rotation, system.length, 1.0)


def _pairs(values: Any) -> list[Any]:
    """Complex numbers as [real, imaginary]."""
    return np.stack([np.real(values), np.imag(values)], axis=-1).tolist()


def _notes(frame: Frame, values: np.ndarray, turning: list[str]) -> tuple[str, ...]:
    notes = []
    if turning:
        notes.append(
            f"{', '.join(turning)}: not the same along this motion, seen from its frame; B and C are those of the moment"
        )
    rate = float(np.linalg.norm(frame.turning))
    if rate > 0.0 and any(abs(value - 1j * rate) < 1e-6 * rate for value in values):
        notes.append(
            f"eigenvalues of +-{rate:.6g} i may be the whole motion put elsewhere: "
            "what stands still seems to turn, seen from the frame"
        )
    if not frame.now.start.system.exact:
        notes.append("derivatives of a Python function were taken by differences: about seven digits")
    return tuple(notes)
