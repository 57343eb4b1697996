"""Result: the motion, indexed by the user's own names, as labelled arrays with units."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError, near
from jourdain.lagrange.model import LagrangianModel
from jourdain.lagrange.speeds import speeds
from jourdain.model.elements import Marker
from jourdain.model.flexible import FlexibleBody
from jourdain.model.measures import GROUND, Measure
from jourdain.model.model import Model
from jourdain.model.parsing import pad
from jourdain.model.parsing import vector as read_vector
from jourdain.notebooks import html_text
from jourdain.result.arrays import Quantities, labelled, vector
from jourdain.result.beams import BeamMotion, coarse
from jourdain.result.bending import bending_lines
from jourdain.result.curves import curve
from jourdain.result.generalised_forces import generalised_force
from jourdain.result.hot_spots import HotSpots, hot_spots
from jourdain.result.momenta import momenta_of
from jourdain.result.motions import BodyMotion, CoordinateMotion, FlexibleMotion, PointMotion, counted_angle
from jourdain.result.pieces import Piece, by_name, equal
from jourdain.result.points import along, point_states
from jourdain.result.reactions import reaction
from jourdain.result.stresses import stress
from jourdain.result.trust import Trust
from jourdain.system.system import System

if TYPE_CHECKING:
    from pathlib import Path

    from xarray import DataArray, Dataset


VISIBLE = 1e-6  # of the model's length: by less a start may be moved without a word


@dataclass(frozen=True)
class Stats:
    """Counts of a run; cpu_seconds is the CPU time of the compiled time loop alone, without the companion run.

    decompositions: dense ones of all rows, by the loop and by the outputs; singular: solves near singular positions;
    fast_evaluations: those of subcycling that ask the fast side alone, which `evaluations` does not count.
    """

    steps: int = 0
    rejected: int = 0
    iterations: int = 0
    factorizations: int = 0
    evaluations: int = 0
    fast_evaluations: int = 0
    halvings: int = 0
    singular: int = 0
    decompositions: int = 0
    cpu_seconds: float = 0.0


@dataclass
class EventRecord:
    """An event that happened: state before and after, and the impulses it took.

    t [s]; rising: direction of the crossing; v_before, v_after (nv,); impulses: row name -> impulse [N s or N m s] of the
    joints and of what was struck; actions: what was done. idle: nothing came of it, so that results leave it out.
    """

    name: str
    t: float
    rising: bool
    v_before: np.ndarray
    v_after: np.ndarray
    impulses: dict[str, float] = field(default_factory=dict)
    actions: tuple[str, ...] = ()
    idle: bool = False


@dataclass(frozen=True, repr=False)
class Energy(Quantities):
    """Energies and work since the start, each over time [J]; error is what does not balance."""

    kinetic: DataArray
    potential: DataArray
    drives: DataArray
    dampers: DataArray
    applied: DataArray

    @property
    def error(self) -> DataArray:
        """Kinetic + potential - work done on the system, against the start."""
        total = self.kinetic + self.potential - self.drives - self.dampers - self.applied
        error = total - total[0]
        error.attrs = {"units": "J", "long_name": "energy that does not balance"}
        return error


def _joined(name: str) -> Any:
    """The property of a Result that joins an array of its pieces, at the output times."""
    return functools.cached_property(lambda self: np.concatenate([getattr(piece, name) for piece in self.outputs]))


@guarded_methods
@dataclass(frozen=True)
class Result:
    """Times and states of a run. Bodies and beams by `result["crank"]`, as labelled arrays with units.

    Accelerations and multipliers come from an index-1 solve at each output point, from positions and velocities closed to
    rounding. t, q, v, a, w, lam, .. are the raw arrays behind it; pieces: the stretches between events.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        guarded_methods(cls)

    pieces: list[Piece]
    integrator: Any
    stats: Stats
    trust: Trust
    events: list[EventRecord] = field(default_factory=list)
    redundant: int = 0
    not_unique: tuple[str, ...] = ()
    gaps: dict[str, float] = field(default_factory=dict)
    moved: float = 0.0
    interrupted: bool = False

    def __repr__(self) -> str:
        times = f"{len(self.t)} times, {self.t[0]:g} .. {self.t[-1]:g} s" if len(self.t) else "no times"
        return f"{type(self).__name__}({self.system.name!r}: {self._size}, {times})"

    @property
    def _size(self) -> str:
        n, what = len({self.model.owner(name) for name in self.system.bodies}), "bodies"
        if self.system.coordinates:
            n, what = len(self.system.coordinates), "coordinates"
        return f"{n} {what}"

    def __eq__(self, other: object) -> bool:
        """Same model, settings and numbers, bit for bit."""
        return (
            isinstance(other, Result)
            and len(self.pieces) == len(other.pieces)
            and self.integrator == other.integrator
            and [(e.name, e.t) for e in self.events] == [(e.name, e.t) for e in other.events]
            and all(equal(a, b) for a, b in zip(self.pieces, other.pieces, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]

    # -- raw arrays --------------------------------------------------------------------------------------------

    @property
    def model(self) -> Model:
        """The model that was run."""
        return self.pieces[0].model

    @property
    def system(self) -> System:
        """The compiled system of the start."""
        return self.pieces[0].system

    @functools.cached_property
    def outputs(self) -> list[Piece]:
        """The pieces at the output times only."""
        return [piece.outputs for piece in self.pieces]

    t, q, v, a, w = map(_joined, ("t", "q", "v", "a", "w"))
    gap, rate_gap, acceleration_gap = map(_joined, ("gap", "rate_gap", "acceleration_gap"))
    imbalance, energies, work = map(_joined, ("imbalance", "energies", "work"))

    @functools.cached_property
    def lam(self) -> np.ndarray:
        """Multipliers (nt, m) in the order of `multipliers`."""
        columns = by_name(self.outputs, "lam", "row_names")
        return np.stack(list(columns.values()), axis=1) if columns else np.zeros((len(self.t), 0))

    # -- what users read ---------------------------------------------------------------------------------------

    def __getitem__(self, body: str) -> Any:
        """Motion of a body (BodyMotion), a beam (BeamMotion), or a coordinate of a Lagrangian system (CoordinateMotion)."""
        if body in self.system.coordinates:
            return self._coordinate(body)
        if body in self.model.beams:
            return self._beam(body)
        body = self.model.section_named(body)
        if body not in self.model.bodies:
            names = self.system.coordinates or (*self.model.named_bodies, *self.model.beams)
            what = "coordinate" if self.system.coordinates else "body"
            raise ModelError(f"the result has no {what} {body!r}.{near(body, names)}")
        layout = self.system.layout
        of_q, of_v = layout.q(body), layout.v(body)
        states = self.q[:, of_q], self.v[:, of_v], self.a[:, of_v]
        motion = (body, layout.alone(body), self.t, *states, counted_angle(self, body))
        own, part = self.model.bodies[body], layout.shapes(body)
        if not isinstance(own, FlexibleBody):
            return BodyMotion(*motion)
        elastic = [own.unit * layout.elastic(x)[:, part] for x in (self.q, self.v, self.a)]
        return FlexibleMotion(*motion, elastic=(elastic[0], elastic[1], elastic[2]))

    def _beam(self, name: str) -> BeamMotion:
        beam, layout = self.model.beams[name], self.system.layout
        q, v, a = (
            np.concatenate([values[:, place(node)] for node in beam.nodes], axis=1)
            for values, place in ((self.q, layout.q), (self.v, layout.v), (self.a, layout.v))
        )
        return BeamMotion(name, beam, replace(layout, bodies=beam.nodes), self.t, q, v, a)

    def _coordinate(self, name: str) -> CoordinateMotion:
        i = self.system.coordinates.index(name)
        what = {name: self.q, f"rate of {name}": self.v, f"acceleration of {name}": self.a}
        what |= {f"momentum of {name}": self.momenta}
        return CoordinateMotion(*(labelled(self.t, x[:, i], "-", text) for text, x in what.items()))

    @functools.cached_property
    def momenta(self) -> np.ndarray:
        """dL/dv, (nt, nv): of a body m v [kg m/s] in ground axes and J w [kg m2/s] in body axes, or of each coordinate."""
        return momenta_of(self)

    @functools.cached_property
    def speeds(self) -> dict[str, DataArray]:
        """Generalised speeds, and other texts that a Lagrangian model reports, by name."""
        if not self.system.coordinates:
            return {}
        models = [cast(LagrangianModel, piece.model) for piece in self.outputs]
        found = [speeds(model, p.t, p.q, p.v) for model, p in zip(models, self.outputs, strict=True)]
        return {name: labelled(self.t, np.concatenate([x[name] for x in found]), "-", name) for name in found[0]}

    @property
    def energy(self) -> Energy:
        """Energies and work [J]."""
        columns = [*self.energies.T, *self.work.T]
        names = ("kinetic energy", "potential energy", "work of drives", "work of dampers", "work of applied forces")
        return Energy(*(labelled(self.t, x, "J", name) for x, name in zip(columns, names, strict=True)))

    @property
    def multipliers(self) -> dict[str, DataArray]:
        """Force [N] or torque [N m] of every row by its name; zero while the joint is not in force."""
        units, columns = self.row_units, by_name(self.outputs, "lam", "row_names")
        return {name: labelled(self.t, x, units[name], name) for name, x in columns.items()}

    @property
    def row_units(self) -> dict[str, str]:
        """Unit of the multiplier of every row, by its name."""
        return {
            name: unit
            for piece in self.outputs
            for name, unit in zip(piece.system.row_names, piece.system.row_units, strict=True)
        }

    def measure(self, measure: str | Measure) -> DataArray:
        """Values of a named measure, or of any measure (jourdain.slide(..), joint.angle, "A.angle", ..), over time."""
        if isinstance(measure, str) and measure not in self.system.recorded and self.model.names_measure(measure):
            measure = self.model.measure_named(measure)
        if isinstance(measure, Measure):
            return labelled(self.t, along(self.outputs, measure), measure.unit, "measure")
        if measure not in self.system.recorded:
            raise ModelError(f"no measure is named {measure!r}.{near(measure, self.system.recorded)}")
        values = by_name(self.outputs, "x", "recorded")[measure]
        return labelled(self.t, values, self.model.measures[measure].unit, measure)

    def state(self, name: str) -> DataArray:
        """Values of an extra state over time."""
        if name not in self.system.state_names:
            raise ModelError(f"no extra state is named {name!r}.{near(name, self.system.state_names)}")
        return labelled(self.t, self.w[:, self.system.state_names.index(name)], "-", name)

    def point(self, on: str | Marker, at: Any = None) -> PointMotion:
        """Motion of the origin of a marker (itself or "rod.tip"), or of the point `at` [m] in the frame of a body."""
        if self.system.coordinates:
            raise ModelError(f"point of {on!r}: {self.system.name!r} has coordinates and no bodies; see result[name].")
        if isinstance(on, str) and on != GROUND and self.model.section_named(on) not in self.system.bodies:
            on = self.model.find_marker(on, "point")
        if isinstance(on, Marker):
            body, s, name, carrier = on.body, np.array(on.at), on.label, on.carrier
        else:
            body, name, carrier = on, f"point of {on}", ""
            s = np.zeros(3) if at is None else pad(read_vector(at, 2 if np.shape(at) == (2,) else 3, "point: at"))
        body = self.model.section_named(body)
        if body not in (GROUND, *self.system.bodies):
            raise ModelError(f"the result has no body {body!r}.{near(body, self.model.named_bodies)}")
        p, v, a = (x[:, : self.system.layout.dimension] for x in point_states(self, body, s, carrier))
        return PointMotion(
            vector(self.t, p, "m", f"position of {name}"),
            vector(self.t, v, "m/s", f"velocity of {name}"),
            vector(self.t, a, "m/s2", f"acceleration of {name}"),
        )

    def reaction(
        self,
        element: str,
        on: str | None = None,
        *,
        frame: str | Marker | None = None,
        at: str | Marker | Sequence[float] | None = None,
    ) -> Any:
        """Force [N] and torque [N m] that a joint, drive, force or load exerts on a body (default: its second one).

        frame: "joint" (axes of marker a; default where there is one), "ground", a body, or a marker. at: the point that the
        torque is about: "joint" (origin of marker a; default), "contact" (default where bodies roll or slide on an edge), "a",
        "b" (of a spring its ends), a body (its centre of mass), a marker, or a fixed point of the ground [m]. Action =
        reaction: on the two bodies of a joint they are opposite. In the plane the force has two components and the torque one.
        Of a Lagrangian system: a GeneralisedForce, on all coordinates.
        """
        if self.system.coordinates:
            if (on, frame, at) != (None, None, None):
                raise ModelError(f"reaction of {element!r}: on, frame and at are for bodies; this acts on coordinates.")
            return generalised_force(self, element)
        return reaction(self, element, on, frame, at)

    @property
    def dataset(self) -> Dataset:
        """Everything as one xarray.Dataset."""
        from jourdain.io.results.results import dataset

        return dataset(self)

    # -- between the outputs, files, summary ---------------------------------------------------------------------

    def stress(
        self, body: str, quantity: str = "mises", *, node: int | None = None, element: int | None = None
    ) -> DataArray:
        """Stress of a flexible body [Pa], (time, node) at nodes of its surface, or (time,) at one by its number in the mesh,
        or of one element that `jd.reduce(.., elements=)` was asked for.

        quantity: "mises", a component "xx", "yy", "zz", "xy", "yz", "zx" in the axes of the mesh, or "s1", "s2", "s3".
        """
        return stress(self, body, quantity, node, element)

    def hot_spots(self, body: str | None = None, *, count: int = 10, apart: float = 0.0) -> HotSpots:
        """Where and when stress is largest: von Mises, pull (s3) and push (s1) of a flexible body, or of all of them.

        count: how many nodes of each, at least `apart` [m] from each other.
        """
        return hot_spots(self, body, count, apart)

    def at(self, times: float | Sequence[float] | np.ndarray) -> Result:
        """The result at other times [s] within the run, as accurate as between neighbouring outputs it can be.

        Positions by quintics through positions, velocities and accelerations of the outputs (and of events); then closed,
        with accelerations and multipliers solved anew.
        """
        from jourdain.run.interpolate import resampled

        return replace(self, pieces=resampled(self, np.atleast_1d(np.asarray(times, float))))

    def curve(self, name: str) -> DataArray:
        """A curve by its short name: "slider.x", "crank.wz", "B.force", "phi.rate", "energy.error" (see jourdain.curves)."""
        return curve(self, name)

    def plot(self, *names: str, path: str | Path | BinaryIO | None = None) -> Any:
        """Plot curves by their short names with matplotlib; see jourdain.plot."""
        from jourdain.result.plots import plot

        return plot(self, *names, path=path)

    def save(self, path: str | Path) -> None:
        """Write a NetCDF4 file with the model and the settings inside; jourdain.load(path) gives an equal result."""
        from jourdain.io.results.results import save

        save(self, path)

    def to_csv(self, path: str | Path, *, stress: Mapping[str, Sequence[int]] | None = None) -> None:
        """Write a table with one line per output time: bodies, named measures, states, multipliers, energies.

        stress: of flexible bodies, {"rod": [17, 18]}, the components at these nodes alone [Pa], for fatigue programs.
        """
        from jourdain.io.results.results import to_csv

        to_csv(self, path, stress)

    def report(
        self, path: str | Path, *, title: str | None = None, sections: Sequence[Any] = (), collisions: bool = False
    ) -> Path:
        """Write a report page: one HTML file with 3D view, plots and tables that any browser opens, without a network.

        sections: findings of other analyses to show as well. collisions: draw the shapes of contact.
        jourdain.report([a, b], path) lays runs over each other.
        """
        from jourdain.viewer.page import report

        return report(self, path, title=title, sections=sections, collisions=collisions)

    def animation(self, path: str | Path, **options: Any) -> Path:
        """Write the motion as a film (.gif, .mp4) or a moment of it (.png, .svg); options: see `viewer.animation.animation`.

        view="iso", t= [s] of a still, seconds= of the film, fps=25, width= [inch], dpi=100.
        """
        from jourdain.viewer.animation import animation

        return animation(self, path, **options)

    def show(self, *, height: int = 640, sections: Sequence[Any] = ()) -> None:
        """The report page: in a notebook in a frame of that height [px] below the cell, elsewhere in the browser."""
        from jourdain.viewer.page import show

        show(self, height=height, sections=sections)

    def _repr_html_(self) -> str:
        """What notebooks show: the summary."""
        return html_text(str(self))

    def conditioning(self) -> np.ndarray:
        """Smallest against largest singular value of the independent rows (nt,): how far from singular positions; 0 in one."""
        from jourdain.result.conditioning import conditioning

        return conditioning(self)

    def singular_joints(self, t: float) -> list[str]:
        """The joints that make the singular position which was passed at time t [s] (see trust.passages)."""
        from jourdain.result.conditioning import singular_joints

        return singular_joints(self, t)

    def __str__(self) -> str:
        return self.summary()

    def data(self) -> dict[str, Any]:
        """The summary as a table, without what is given at every output time."""
        trust = {name: value for name, value in vars(self.trust).items() if not hasattr(value, "tolist")}
        return {
            "name": self.model.name,
            "integrator": self.integrator.plain(),
            "t": [float(self.t[0]), float(self.t[-1])],
            "stats": self.stats,
            "trust": {"worst": self.trust.worst, **trust},
            "redundant": self.redundant,
            "not_unique": self.not_unique,
            "events": [{"name": event.name, "t": event.t} for event in self.events],
        }

    def summary(self) -> str:
        """What was run and how far it can be trusted, in a few lines."""
        st = self.stats
        method = self.integrator
        fixed = f"step {method.step:g} s" if method.fixed else f"tol {method.tol or 1e-6:g}"
        lines = [
            f"{self.system.name}: {self._size}, {self.system.n_rows} constraint rows"
            + (f", {self.redundant} of them redundant" if self.redundant else ""),
            f"{method.name}, {fixed}: t = {self.t[0]:g} .. {self.t[-1]:g} s in {st.steps} steps"
            + (f" ({st.rejected} rejected)" if st.rejected else "")
            + (f" (a step was halved {st.halvings} times)" if method.fixed and st.halvings else "")
            + f", {st.cpu_seconds:.3g} s CPU",
        ]
        if self.moved > VISIBLE * max(1.0, self.system.length):
            lines.append(f"start: closing the joints moved it by up to {self.moved:.2g} (m or rad)")
        if self.events:
            first = ", ".join(f"{e.name} at {e.t:.6g} s" for e in self.events[:3])
            lines.append(f"events: {len(self.events)} ({first}{', ..' if len(self.events) > 3 else ''})")
        lines.append(str(self.trust))
        lines += [*coarse(self[name] for name in self.model.beams), *bending_lines(self)]
        if self.interrupted:
            lines.append("interrupted: this is the part up to there")
        return "\n".join(lines)
