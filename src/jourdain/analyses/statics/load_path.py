"""load_path: equilibria under growing loads, past limit points; where they buckle or snap, and with which shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jourdain.analyses.linear.linear import Mode
from jourdain.analyses.linear.mode_motion import mode_motion
from jourdain.analyses.statics.finding import Standing
from jourdain.analyses.statics.follow import LARGEST, Critical, Follower, Stop
from jourdain.analyses.statics.problem import Problem
from jourdain.errors import ConvergenceError, ModelError, shown
from jourdain.model.model import Model
from jourdain.model.parsing import number
from jourdain.result.curves import curve
from jourdain.result.pieces import Piece
from jourdain.result.plots import finished
from jourdain.result.result import Result, Stats
from jourdain.result.trust import Trust
from jourdain.run.report import reported
from jourdain.run.start import Start, consistent_start
from jourdain.system.system import System
from jourdain.viewer.section import Chart, Section, Table

AMPLITUDE, FRAMES = 0.1, 24  # of shapes that are shown [rad, or lengths of the model]; pictures of a period
ADRIFT = 1e-6  # of the factor in the first direction [spans over rad or lengths]: a load would move the model that far
KINDS = {"limit": "limit point", "branching": "branching point"}


@dataclass(frozen=True, eq=False, repr=False)
class LoadPath(Result):
    """Equilibria on one path, as a Result whose time is the way along it [rad, or lengths of the model].

    factor (n,): by which the loads `growing` act at each of them. falling (n,): directions of falling energy; none where it
    is stable. critical: where stability changes, see `Critical`. ended: why the path is no longer.
    """

    factor: np.ndarray = field(default_factory=lambda: np.zeros(0))
    falling: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    critical: tuple[Critical, ...] = ()
    growing: tuple[str, ...] = ()
    ended: str = ""
    walk: _Walk | None = None  # what found it; None if it is from a file

    @property
    def stable(self) -> np.ndarray:
        """(n,): is it stable there?"""
        return self.falling == 0

    def drawn(self, i: int) -> Model:
        """The model drawn at output i; its loads are those of factor 1."""
        return self._walked().problem.placed(self._one(self._walked().stops, i, "output").point)

    def shape(self, i: int = 0, amplitude: float = AMPLITUDE) -> Result:
        """The shape of critical point i as a motion to look at; amplitude [rad, or lengths of the model]."""
        return self._walked().shape(self._one(self.critical, i, "critical point"), number(amplitude, "amplitude"))

    def branch(self, i: int = 0, *, sign: int = 1, to: float | None = None, most: int = 100) -> LoadPath:
        """The path that leaves this one at critical point i along its shape (sign 1) or against it (-1).

        It ends where its factor reaches `to`, or after `most` equilibria.
        """
        return self._walked().branch(self._one(self.critical, i, "critical point"), sign, to, most)

    def _one(self, several: Sequence[Any], i: int, what: str) -> Any:
        """Number i of them, counted from 0."""
        if not -len(several) <= i < len(several):
            known = f"there are {len(several)}, counted from 0" if several else "this path has none"
            raise ModelError(f"{self.system.name}: there is no {what} {shown(i)}; {known}.")
        return several[i]

    def summary(self) -> str:
        """What was found, in a few lines."""
        head = f"{self.system.name}: {len(self.t)} equilibria, factor {self.factor[0]:.6g} .. {self.factor[-1]:.6g}"
        lines = [f"{head} of {', '.join(self.growing)}", f"ended: {self.ended}"]
        if not self.critical:
            lines.append("stable all along" if self.stable.all() else "unstable all along")
        for one in self.critical:
            lines.append(f"{KINDS[one.kind]} at factor {one.factor:.9g}; what moves most there: {self._largest(one)}")
        return "\n".join(lines)

    def _largest(self, one: Critical) -> str:
        layout = self.system.layout
        sizes = np.abs(one.shape[: layout.nv]) / layout.units(self.system.length)
        return layout.names[int(sizes.argmax())]

    def stored(self) -> dict[str, Any]:
        """What a file keeps of it beside the Result: `restored` gives it back."""
        points = [dict(factor=c.factor, kind=c.kind, shape=c.shape.tolist(), before=c.before) for c in self.critical]
        path: dict[str, Any] = {"factor": self.factor.tolist(), "falling": self.falling.tolist(), "critical": points}
        return path | {"growing": list(self.growing), "ended": self.ended}

    @staticmethod
    def restored(path: dict[str, Any]) -> dict[str, Any]:
        """Fields of a path that was stored. Its equilibria are known, but not what found them: no branches leave it."""
        critical = tuple(
            Critical(Stop(None, c["factor"], np.zeros(0), 0), c["kind"], np.array(c["shape"]), c["before"])
            for c in path["critical"]
        )
        own = {"factor": np.array(path["factor"]), "falling": np.array(path["falling"], int), "critical": critical}
        return own | {"growing": tuple(path["growing"]), "ended": path["ended"]}

    def _walked(self) -> _Walk:
        if self.walk is None:
            raise ModelError(f"{self.system.name}: a path from a file cannot be left or redrawn; call load_path again.")
        return self.walk

    def data(self) -> dict[str, Any]:
        """The summary as a table."""
        found = [{"factor": one.factor, "kind": one.kind, "largest": self._largest(one)} for one in self.critical]
        return {"name": self.model.name, "factor": self.factor, "stable": self.stable, "critical": found}

    def plot(self, *names: str, path: Any = None, axes: Any = None, labels: Any = None) -> Any:
        """The load factor over curves such as "rod[10].y", dashed where it is unstable; returns the matplotlib figure.

        path: also write the figure to a file. axes: draw into these axes of yours. labels: of the curves.
        """
        import matplotlib.pyplot as plt

        if not names:
            raise ModelError("plot: give curves to draw the load factor over, such as 'rod[10].y'.")
        figure, place = (axes.figure, axes) if axes is not None else plt.subplots(layout="constrained")
        for k, name in enumerate(names):
            found = curve(self, name)
            x, y, stable = self._with_critical(found.values)
            (line,) = place.plot(x, np.where(stable, y, np.nan), linewidth=1.4, label=labels[k] if labels else name)
            place.plot(x, y, "--", linewidth=0.9, color=line.get_color(), zorder=1)
            for i, one in enumerate(self.critical):
                at = one.before + i
                place.plot(x[at], y[at], "o" if one.kind == "limit" else "s", color=line.get_color(), markersize=5)
            place.set_xlabel(f"{name if len(names) == 1 else ''} [{found.attrs['units']}]".strip())
        place.set_ylabel("load factor")
        place.grid(True, alpha=0.3)
        place.legend(loc="best", fontsize="small")
        return finished(figure, path)

    def _with_critical(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A curve, the factor and stability with the critical points between the outputs, about half way where it turns."""
        at = [one.before for one in self.critical]
        a, b = (self.factor[np.array(at, int) + k] for k in (-1, 0))
        own = np.array([one.factor for one in self.critical])
        inside = (own - a) * (b - own) >= 0.0
        part = np.where(inside & (a != b), (own - a) / np.where(a != b, b - a, 1.0), 0.5)
        there = (1.0 - part) * x[np.array(at, int) - 1] + part * x[np.array(at, int)]
        return np.insert(x, at, there), np.insert(self.factor, at, own), np.insert(self.stable, at, True)

    def section(self) -> Section:
        """For the report page: critical points with their shapes to look at, the factor along the way."""
        rows = tuple((i, KINDS[c.kind], c.factor, self._largest(c)) for i, c in enumerate(self.critical, 1))
        tables = (Table(("", "kind", "factor", "moves most"), rows, "critical points"),) if rows else ()
        chart = Chart(self.t, {"factor": self.factor}, "way along the path [rad, lengths]", "load factor")
        shown = enumerate(self.critical if self.walk is not None else (), 1)
        shapes = {f"shape {i} at factor {c.factor:.4g}": self.shape(i - 1) for i, c in shown}
        return Section("Load path", self.summary(), tables, (chart,), shapes)


class _Walk:
    """A path under way: the stops, the critical points between them."""

    def __init__(self, problem: Problem, follower: Follower, largest: float) -> None:
        self.problem, self.follower, self.largest = problem, follower, largest
        self.stops: list[Stop] = []
        self.found: list[Critical] = []
        self.way = [0.0]

    def go(self, first: Stop, to: float, most: int, *, crossing: bool = False) -> LoadPath:
        """From a stop on; crossing: it is singular, and as stable as what comes after it."""
        self.stops = [first]
        for stop, h in self.follower.path(first, to, most - 1, self.largest):
            if crossing and len(self.stops) == 1:
                self.stops = [replace(first, falling=stop.falling)]
            before = self.stops[-1]
            if stop.falling != before.falling:
                self.found += self.follower.criticals(before, h, stop.falling, len(self.stops))
            self.stops.append(stop)
            self.way.append(self.way[-1] + h)
        last = self.stops[-1].factor
        ended = f"the factor reached {to:g}" if last == to else f"after {len(self.stops)} equilibria"
        if last != to and len(self.stops) < most:
            ended = "no equilibrium was found further on"
        return self._result(ended, to)

    def branch(self, one: Critical, sign: int, to: float | None, most: int) -> LoadPath:
        """From a critical point along its shape."""
        other = _Walk(self.problem, self.follower, self.largest)
        way = np.append(np.sign(sign) * one.shape / self.follower.units, 0.0)
        first = replace(one.stop, way=way / np.abs(way).max())
        return other.go(first, np.inf if to is None else number(to, "to"), most, crossing=True)

    def _result(self, ended: str, to: float) -> LoadPath:
        loading, problem = self.follower.balance.loading, self.problem
        pieces = [self._piece(stop, t) for stop, t in zip(self.stops, self.way, strict=True)]
        factor, falling = (np.array([getattr(stop, name) for stop in self.stops]) for name in ("factor", "falling"))
        system = pieces[0].system
        trust = Trust(
            companion="equilibria, not a motion in time",
            coordinates=bool(system.coordinates),
            length=system.length,
            t=np.array(self.way),
            imbalance=max(float(piece.imbalance.max()) for piece in pieces),
            redundant=system.redundant,
            notes=problem.notes,
        )
        own: dict[str, Any] = dict(factor=factor, falling=falling, critical=tuple(self.found), growing=loading.names)
        return LoadPath(pieces, Standing(), Stats(), trust, redundant=system.redundant, ended=ended, walk=self, **own)

    def _system(self, stop: Stop) -> System:
        """With the loads that act there."""
        self.follower.set(stop.factor)
        return self.follower.balance.loading.frozen()

    def _piece(self, stop: Stop, t: float) -> Piece:
        """One output."""
        system, point = self._system(stop), stop.point
        state = {"q": point.q, "v": np.zeros(system.kind.v), "a": np.zeros(system.kind.v), "w": point.w}
        state |= {"lam": point.lam, "ref": point.pose.ref}
        state = {name: value[None] for name, value in state.items()}
        return reported(system, system.context(), np.array([t]), state, np.zeros((1, 3)), np.ones(1, bool))[0]

    def shape(self, one: Critical, amplitude: float) -> Result:
        """A shape as a motion."""
        system, point = self._system(one.stop), one.stop.point
        at = {"q0": point.q.copy(), "v0": np.zeros(system.kind.v), "w0": point.w.copy(), "ref0": point.pose.ref.copy()}
        start: Start = consistent_start(replace(system, **at), self.problem.t, settled=True)
        layout, shape = system.layout, one.shape[: system.kind.v]
        turns = layout.spins(point.q, shape)
        turns = turns[:, 2] if system.planar else turns
        bodies = dict(zip(layout.bodies, zip(layout.translations(shape), turns, strict=True), strict=True))
        mode = Mode(1, 0j, bodies, {}, "")
        return mode_motion(start, mode, self.problem.t, amplitude, FRAMES)


def load_path(
    model: Model,
    to: float = 1.0,
    growing: Sequence[str] | None = None,
    *,
    begin: float = 0.0,
    t: float = 0.0,
    most: int = 200,
    largest: float = LARGEST,
) -> LoadPath:
    """Follow the equilibria of a model while its loads grow by a factor from `begin` to `to`, past limit points.

    growing: names of loads and drives, and "gravity", that the factor scales, all of them if None; the others act in full. A
    drive grows from where it is drawn. t [s]: when drives and texts are taken. The path ends where the factor reaches `to`,
    or after `most` equilibria; largest: steps [rad, or lengths of the model].
    """
    if not isinstance(model, (Model, System)):
        raise ModelError(f"model = {model!r}; load_path takes a jourdain.Model.")
    model = model.model if isinstance(model, System) else model
    begin, to, t = number(begin, "begin"), number(to, "to"), number(t, "t [s]")
    if begin == to:
        raise ModelError(f"load_path: begin and to are both {to:g}; there is no way between them.")
    names = [growing] if isinstance(growing, str) else growing
    problem = Problem(model, t, np.zeros(3), _names(names), drawn=True)
    if not problem.balance.loading.names:
        raise ModelError(
            f"model {model.name!r}: there is nothing that could grow; load_path needs a load, gravity or a drive away from "
            "where it is drawn."
        )
    follower = Follower(problem.balance, to - begin)
    follower.set(begin)
    point = problem.settled(problem.start(), "auto")[0].point
    follower.set(begin)
    onwards = np.append(np.zeros_like(point.forces), np.sign(to - begin))
    first = follower.stop(point, begin, onwards)
    if first is None:
        raise ConvergenceError(f"model {model.name!r}: no path leads on from factor {begin:g}.", None)
    if abs(first.way[-1]) < ADRIFT:
        names = (*problem.balance.layout.names, *problem.system.state_names)
        raise ModelError(
            f"model {model.name!r}: at factor {begin:g} nothing holds {names[int(np.abs(first.way[:-1]).argmax())]}, and the "
            f"smallest load moves it far; begin where loads hold it, such as begin={begin + 0.01 * (to - begin):g}."
        )
    most = int(number(most, "most", least=2))
    return _Walk(problem, follower, number(largest, "largest", positive=True)).go(first, to, most)


def _names(names: Iterable[str] | None) -> tuple[str, ...] | None:
    return None if names is None else tuple(names)
