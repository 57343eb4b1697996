"""kinematics: the motion that drives give to a mechanism, at all levels, without integration."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.analyses.kinematics.driven import Drives, driven_start, few
from jourdain.analyses.kinematics.locked import why
from jourdain.analyses.kinematics.motion import Motion
from jourdain.analyses.kinematics.screw import Screw, screw_axis
from jourdain.analyses.kinematics.special import DeadPoint, dead_points, singular_positions
from jourdain.analyses.kinematics.transmission import driven_joints, transmission_angle, transmission_angles
from jourdain.analyses.kinematics.travel import Range, range_of_motion
from jourdain.analyses.simulate import output_times
from jourdain.diagnosis.dependence import dependence, not_unique
from jourdain.errors import ConvergenceError, ModelError, near
from jourdain.kernels.tables import DECOMPOSED
from jourdain.model.elements import Marker
from jourdain.model.model import Model
from jourdain.result.result import VISIBLE, Result, Stats
from jourdain.result.trust import Trust
from jourdain.run.passages import Passage
from jourdain.run.start import open_rows
from jourdain.run.stops import passed_limits
from jourdain.system.compile import compile
from jourdain.system.system import System, evaluate
from jourdain.viewer.section import Chart, Section, Table

if TYPE_CHECKING:
    from xarray import DataArray

ROUNDING = 4e-16
SHOWN = 6  # transmission angles in the text
ACCURACY = "joints and drives are closed at every output, nothing is integrated"


@dataclass(frozen=True)
class Closing:
    """Stands where a Result names its integrator: positions are closed, not integrated. step [s]: between outputs."""

    step: float
    analysis: str = "kinematics"

    fixed = True
    drifts = False
    tol = None

    def plain(self) -> dict[str, Any]:
        """For files."""
        return {"name": self.name, "step": self.step, "analysis": self.analysis}

    @property
    def name(self) -> str:
        """What results call it."""
        return self.analysis


@dataclass(frozen=True, eq=False, repr=False)
class Kinematics(Result):
    """A Result of a driven motion: positions, velocities, accelerations, and the forces of the drives and joints in it.

    singular: positions where rows become dependent (time [s], joints); dead_points: where a joint on the ground turns
    back; ranges: drive -> Range; traced: the markers whose paths were asked for.
    """

    drives: Drives = field(default_factory=lambda: Drives(()))
    singular: tuple[Passage, ...] = ()
    dead_points: tuple[DeadPoint, ...] = ()
    ranges: dict[str, Range] = field(default_factory=dict)
    traced: dict[str, Marker] = field(default_factory=dict)

    @property
    def paths(self) -> dict[str, DataArray]:
        """Paths [m] (time, axis) of the markers that were asked for, by "body.marker"."""
        return {name: self.point(marker).position for name, marker in self.traced.items()}

    @functools.cached_property
    def transmission(self) -> dict[str, DataArray]:
        """Follower -> transmission angle [rad] over time, of every loop of four joints that drives reach."""
        return {} if self.system.coordinates else transmission_angles(self)

    def transmission_angle(self, coupler: str, follower: str) -> DataArray:
        """The angle [rad] over time at which a coupler with two joints moves a follower on the ground."""
        return transmission_angle(self, coupler, follower)

    def screw_axis(self, body: str, against: str = "ground") -> Screw:
        """The instantaneous screw axis of a body against another one; see jourdain.screw_axis."""
        return screw_axis(self, body, against)

    def summary(self) -> str:
        """What was found, in a few lines."""
        first = f"{self.system.name}: {self._size}, driven by {few(list(self.drives.names)) or 'its rows'}"
        redundant = f", {self.redundant} of {self.system.n_rows} rows redundant" if self.redundant else ""
        lines = [f"{first}{redundant}: t = {self.t[0]:g} .. {self.t[-1]:g} s, {len(self.t)} positions"]
        if self.moved > VISIBLE * max(1.0, self.system.length):
            lines.append(f"start: closing joints and drives moved it by up to {self.moved:.2g} (m or rad)")
        lines += [f"singular at t = {one.t:.9g} s: {', '.join(one.joints)}" for one in self.singular]
        joints = dict.fromkeys(one.joint for one in self.dead_points)
        for joint in joints:
            times = [f"{one.t:.6g}" for one in self.dead_points if one.joint == joint]
            lines.append(f"dead points of {joint} at t = {', '.join(times[:6])}{', ..' if len(times) > 6 else ''} s")
        for follower, angle in list(self.transmission.items())[:SHOWN]:
            low, high = np.degrees([angle.min(), angle.max()])
            lines.append(f"transmission angle to {follower}: {low:.4g} .. {high:.4g} deg")
        if len(self.transmission) > SHOWN:
            lines.append(f"transmission angles to {len(self.transmission) - SHOWN} more: see `transmission`")
        return "\n".join([*lines, *map(str, self.ranges.values()), str(self.trust)])

    def data(self) -> dict[str, Any]:
        """The summary as a table."""
        angles = {name: [float(angle.min()), float(angle.max())] for name, angle in self.transmission.items()}
        found = {"drives": self.drives, "singular": self.singular, "dead_points": self.dead_points}
        return super().data() | found | {"transmission": angles, "ranges": self.ranges}

    def section(self) -> Section:
        """For the report page."""
        return Section("Kinematics", text=self.summary(), tables=self._tables(), charts=self._charts())

    def _tables(self) -> tuple[Table, ...]:
        rows: list[tuple[Any, ...]] = [(one.t, "singular", ", ".join(one.joints)) for one in self.singular]
        rows += [(one.t, "dead point", one.joint) for one in self.dead_points]
        tables = []
        if rows:
            tables.append(Table(("t [s]", "position", "joints"), tuple(sorted(rows)), "special positions"))
        if self.ranges:
            ends = [
                (one.drive, one.low, one.high, one.unit, ", ".join(dict.fromkeys((*one.locked_low, *one.locked_high))))
                for one in self.ranges.values()
            ]
            tables.append(Table(("drive", "from", "to", "unit", "locked by"), tuple(ends), "range of motion"))
        return tuple(tables)

    def _charts(self) -> tuple[Chart, ...]:
        charts = []
        for name, path in self.paths.items():
            x, y = path.values[:, 0], path.values[:, 1]
            lines: dict[str, Any] = {name: (x, y)}
            up = "y [m]"
            if path.shape[1] > 2:
                lines, up = {f"{name}: y": (x, y), f"{name}: z": (x, path.values[:, 2])}, "y, z [m]"
            charts.append(Chart(x, lines, "x [m]", up, caption=f"path of {name}"))
        if angles := self.transmission:
            lines = {name: np.degrees(angle.values) for name, angle in angles.items()}
            charts.append(Chart(self.t, lines, "t [s]", "transmission angle [deg]", caption="transmission angle"))
        return tuple(charts)


def kinematics(
    model: Model | System,
    t_end: float,
    *,
    t_start: float = 0.0,
    output: int | Any = 200,
    paths: Sequence[str | Marker] = (),
    ranges: Sequence[str] = (),
) -> Kinematics:
    """The motion that drives give to a mechanism from t_start to t_end [s], without integration.

    Positions are predicted and closed to rounding at every output, velocities and accelerations follow from the exact
    derivatives of the rows, forces of drives and joints from the balance at that motion. output: number of equal intervals,
    or the times themselves [s]. paths: markers, such as "coupler.tip", whose paths are kept for plot and page. ranges: drives
    whose range of motion is found.

    Raises ModelError with the free motions if drives leave some, AssemblyError with the drives if they contradict each other
    at the start, ConvergenceError with time, joints and the motion up to there if it locks or they contradict each other later.
    """
    if not isinstance(model, (Model, System)):
        raise ModelError(f"kinematics: {model!r} is no model; give a jourdain.Model.")
    system = compile(model) if isinstance(model, Model) else model
    times = output_times(t_start, t_end, output)
    notes = _notes(system.model)
    markers = {label: marker for label, marker in (_marker(system.model, one) for one in paths)}
    start, drives = driven_start(system, float(times[0]))
    if drives.dependent:
        notes = (*notes, f"over-driven: {few(list(drives.dependent))} agree, and share their forces in the least way")
    motion = Motion(start, times)
    if motion.stuck is not None:
        partial = _result(motion, drives, notes, {}, {})
        kept = f" The motion up to t = {partial.t[-1]:.6g} s is in the error's `partial`."
        raise ConvergenceError(why(start.system, motion.stuck, motion.span) + kept, partial)
    found = {name: range_of_motion(system.model, name, t=float(times[0])) for name in ranges}
    done = _result(motion, drives, notes, markers, found)
    return replace(done, trust=replace(done.trust, notes=(*done.trust.notes, *passed_limits(done))))


def _notes(model: Model) -> tuple[str, ...]:
    """What is left out; ModelError for events that would change the motion."""
    own = {name: event for name, event in model.events.items() if not event.part_of}
    acting = [name for name, event in own.items() if event.actions]
    if acting:
        raise ModelError(
            f"model {model.name!r}: kinematics does not carry out the actions of events: {few(acting)}. Take these events "
            "out of the model, or use jourdain.simulate."
        )
    notes = []
    if own:
        notes.append(f"events are not looked for: {few(list(own))}")
    if model.states:
        notes.append(
            f"extra states stay at their start values: {few(list(model.states))}; so do forces that read them, and the "
            "reactions to these"
        )
    return tuple(notes)


def _marker(model: Model, given: str | Marker) -> tuple[str, Marker]:
    """A marker by "body.marker", or itself, with the name to show."""
    if isinstance(given, Marker):
        return f"{given.body}.{given.label}", given
    known = {f"{one.name}.{label}": marker for one in model.bodies.values() for label, marker in one.markers.items()}
    if given not in known:
        bodies = "" if known else " Add one: model.bodies['rod'].marker('tip', at=..)."
        raise ModelError(f"paths: there is no marker {given!r} (body.marker).{near(str(given), known)}{bodies}")
    return str(given), known[given]


def _result(
    motion: Motion, drives: Drives, notes: tuple[str, ...], markers: dict[str, Marker], ranges: dict[str, Range]
) -> Kinematics:
    start, piece = motion.start, motion.result_piece()
    system = start.system
    loose: tuple[str, ...] = ()
    if start.redundant:
        s = system.context()
        evaluate(system.kind, s, float(piece.t[0]), start.q, start.v, w=start.w, ref=start.ref)
        loose = tuple(system.row_names[r] for r in not_unique(dependence(system, s)))
    singular = singular_positions(motion)
    dead = () if system.coordinates else dead_points(motion, set(driven_joints(system.model)))
    gaps = dict(start.gaps) | {name: abs(gap) for name, gap in open_rows(system, motion.follower.s.opened).items()}
    stats = Stats(steps=len(motion.points), decompositions=int(motion.follower.s.flags[DECOMPOSED]))
    return Kinematics(
        pieces=[piece],
        integrator=Closing(motion.span / max(1, len(motion.times) - 1)),
        stats=stats,
        trust=_trust(motion, singular, loose, gaps, notes),
        redundant=start.redundant,
        not_unique=loose,
        gaps=gaps,
        moved=start.moved,
        drives=drives,
        singular=singular,
        dead_points=dead,
        ranges=ranges,
        traced=markers,
    )


def _trust(
    motion: Motion,
    singular: tuple[Passage, ...],
    loose: tuple[str, ...],
    gaps: dict[str, float],
    notes: tuple[str, ...],
) -> Trust:
    """Positions are as good as rows are closed, over the distance to a singular position; energy balances by quadrature."""
    piece, system = motion.result_piece(), motion.start.system
    energy = piece.energies.sum(axis=1) - piece.work.sum(axis=1)
    pivots = np.minimum(1.0, motion.pivots[motion.piece.output])
    opened = motion.open[motion.piece.output] / max(1.0, system.length)
    if not system.exact:
        notes = (*notes, "derivatives of user functions are taken by differences")
    if motion.singular_outputs:
        times = ", ".join(f"{t:.6g}" for t in motion.singular_outputs[:4])
        notes = (*notes, f"velocities and accelerations in singular positions (t = {times} s) by continuity")
    return Trust(
        coordinates=bool(system.coordinates),
        length=system.length,
        t=piece.t,
        error=np.maximum(opened, ROUNDING) / np.sqrt(np.maximum(pivots, 1e-16)),
        companion=ACCURACY,
        energy_error=float(np.abs(energy - energy[0]).max()),
        energy_size=max(float(piece.energies[:, 0].max()), float(np.ptp(piece.energies[:, 1]))),
        drift=float(motion.open.max()),
        imbalance=float(piece.imbalance.max(initial=0.0)),
        redundant=motion.start.redundant,
        loose=tuple(dict.fromkeys(name.rsplit(": ", 1)[0] for name in loose)),
        passages=tuple(one.t for one in singular),
        open_rows=tuple(gaps.items()),
        notes=notes,
    )
