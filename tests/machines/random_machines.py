"""Machines by chance: trees, loops, redundant ones, joints that are off by 1e-8 to 1e-1, drives too many, wrong axes.

Each comes from a seed, turned at random in space. Whether it is contradictory is found without the package's solvers: SciPy
looks for positions at which all rows are closed best, at the start and over the run for machines that are driven.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

import jourdain as jd
from jourdain.run.estimate import difference
from jourdain.system.system import evaluate

OPEN = 1e-4  # of the model's length: joints open by more contradict each other
END = 0.4  # s


class Maker:
    """A model in axes turned at random, and chance."""

    def __init__(self, seed: int, name: str) -> None:
        self.chance = np.random.default_rng(seed)
        self.turn = Rotation.random(random_state=seed).as_matrix()
        self.model = jd.Model(f"{name} {seed}", gravity=tuple(9.81 * self.turn @ self.unit()))

    def unit(self) -> np.ndarray:
        """A direction."""
        x = self.chance.normal(size=3)
        return x / np.linalg.norm(x)

    def between(self, low: float, high: float) -> float:
        """A number."""
        return float(self.chance.uniform(low, high))

    def bar(self, name: str, a: Any, b: Any) -> Any:
        """A body between two points."""
        centre = 0.5 * (np.asarray(a, float) + np.asarray(b, float))
        mass, size = self.between(0.5, 3.0), float(np.linalg.norm(np.subtract(a, b))) + 0.2
        inertia = mass * size**2 / 12 * np.array([self.between(0.8, 1.0) for _ in range(3)])
        return self.model.body(name, mass=mass, inertia=inertia, at=self.turn @ centre, rotation=self.turn)

    def joint(
        self, name: str, kind: str, a: Any, b: Any, at: Any, axis: Any = (0, 0, 1), off: Any = None, tilt: Any = None
    ) -> None:
        """A joint at a point, in which the second body's marker is off by a vector [m] or tilted by a rotation."""
        frame = self.turn @ _frame(np.asarray(axis, float))
        place = self.turn @ np.asarray(at, float)
        first = self._marker(a, f"{name} a", place, frame)
        moved = place if off is None else place + self.turn @ np.asarray(off, float)
        turned = frame if tilt is None else self.turn @ Rotation.from_rotvec(tilt).as_matrix() @ self.turn.T @ frame
        self.model.joint(name, kind, first, self._marker(b, f"{name} b", moved, turned))

    def _marker(self, body: Any, name: str, place: np.ndarray, frame: np.ndarray) -> Any:
        """A marker by its place and axes in the ground; bodies stand in turned axes."""
        if body is self.model.ground:
            return body.marker(name, at=place, rotation=frame)
        return body.marker(name, at=self.turn.T @ (place - np.asarray(body.at)), rotation=self.turn.T @ frame)


def _frame(z: np.ndarray) -> np.ndarray:
    """Axes as columns, the third along z."""
    z = z / np.linalg.norm(z)
    x = np.cross(z, (0.3, 0.9, -0.2) if abs(z[1]) < 0.9 else (1, 0, 0))
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def tree(seed: int) -> jd.Model:
    """Two to five bodies, each on one that is there already."""
    make = Maker(seed, "tree")
    ends: list[tuple[Any, np.ndarray]] = [(make.model.ground, np.zeros(3))]
    for i in range(int(make.chance.integers(2, 6))):
        parent, at = ends[int(make.chance.integers(len(ends)))]
        tip = at + make.between(0.3, 1.0) * make.unit()
        one = make.bar(f"bar {i}", at, tip)
        kind = str(make.chance.choice(["revolute", "spherical", "universal", "cylindrical"]))
        make.joint(f"joint {i}", kind, parent, one, at, make.unit())
        ends.append((one, tip))
    return make.model


def _quadrilateral(make: Maker) -> list[np.ndarray]:
    corners = (
        (0, 0),
        (make.between(-0.2, 0.3), make.between(0.6, 0.9)),
        (make.between(0.9, 1.4), make.between(0.8, 1.3)),
        (make.between(1.3, 1.6), 0),
    )
    return [np.array([x, y, 0.0]) for x, y in corners]


def _four_bar(make: Maker, kinds: tuple[str, ...], off: Any = None, tilt: Any = None) -> list[Any]:
    points = _quadrilateral(make)
    links = [make.bar(f"link {i}", points[i], points[i + 1]) for i in range(3)]
    sides = [make.model.ground, *links, make.model.ground]
    for i in range(4):
        last = {"off": off, "tilt": tilt} if i == 3 else {}
        make.joint("ABCD"[i], kinds[i], sides[i], sides[i + 1], points[i], **last)
    return links


def loop(seed: int) -> jd.Model:
    """A four-bar that is not redundant."""
    make = Maker(seed, "loop")
    _four_bar(
        make,
        ("revolute", "spherical", "universal", "revolute")
        if seed % 2
        else ("revolute", "spherical", "cylindrical", "revolute"),
    )
    return make.model


def redundant(seed: int) -> jd.Model:
    """A four-bar of revolutes, three rows too many."""
    make = Maker(seed, "redundant")
    _four_bar(make, ("revolute",) * 4)
    return make.model


def _size(make: Maker) -> float:
    return 10.0 ** make.between(-8.0, -1.0)


def off_the_plane(seed: int) -> jd.Model:
    """A four-bar of revolutes whose last pin is off along its axis."""
    make = Maker(seed, "off the plane")
    _four_bar(make, ("revolute",) * 4, off=(0, 0, _size(make)))
    return make.model


def door(seed: int) -> jd.Model:
    """Two hinges, the second off in any direction."""
    make = Maker(seed, "door")
    leaf = make.bar("leaf", (0, 0, 0), (0.8, 0, 1.0))
    make.joint("lower", "revolute", make.model.ground, leaf, (0, 0, 0))
    make.joint("upper", "revolute", make.model.ground, leaf, (0, 0, 1.0), off=_size(make) * make.unit())
    return make.model


def tilted(seed: int) -> jd.Model:
    """A door whose second hinge is tilted."""
    make = Maker(seed, "tilted")
    leaf = make.bar("leaf", (0, 0, 0), (0.8, 0, 1.0))
    make.joint("lower", "revolute", make.model.ground, leaf, (0, 0, 0))
    make.joint("upper", "revolute", make.model.ground, leaf, (0, 0, 1.0), tilt=_size(make) * np.array([1.0, 0.5, 0.0]))
    return make.model


def wrong_axis(seed: int) -> jd.Model:
    """A driven four-bar of revolutes with one axis wrong: it is closed as drawn, and cannot move as it should."""
    make = Maker(seed, "wrong axis")
    points = _quadrilateral(make)
    links = [make.bar(f"link {i}", points[i], points[i + 1]) for i in range(3)]
    sides = [make.model.ground, *links, make.model.ground]
    lean = _size(make)
    for i in range(4):
        axis = (np.sin(lean), 0.0, np.cos(lean)) if i == 2 else (0, 0, 1)
        make.joint("ABCD"[i], "revolute", sides[i], sides[i + 1], points[i], axis)
    make.model.drive("motor", jd.angle(make.model.joints["A"].a, make.model.joints["A"].b), "0.8*sin(2*t)")
    return make.model


def two_motors(seed: int) -> jd.Model:
    """A door turned by two motors, which agree or do not."""
    make = Maker(seed, "two motors")
    leaf = make.bar("leaf", (0, 0, 0), (0.8, 0, 1.0))
    for name, z in (("lower", 0.0), ("upper", 1.0)):
        make.joint(name, "revolute", make.model.ground, leaf, (0, 0, z))
    part = _size(make)
    for name, more in (("lower", ""), ("upper", f" + {part!r}*(1 - cos(3*t))")):
        hinge = make.model.joints[name]
        make.model.drive(f"motor {name}", jd.angle(hinge.a, hinge.b), f"0.5*sin(2*t){more}")
    return make.model


KINDS: dict[str, Callable[[int], jd.Model]] = {
    f.__name__: f for f in (tree, loop, redundant, off_the_plane, door, tilted, wrong_axis, two_motors)
}


def opening(model: jd.Model) -> float:
    """How far the worst row stays open at best, over the run if the machine is driven, against what is allowed."""
    system = jd.compile(model)
    s = system.context()
    times = np.linspace(0.0, END, 21) if any(j.kind == "drive" for j in model.joints.values()) else np.zeros(1)
    worst, q = 0.0, system.q0
    for t in times:

        def rows(u: np.ndarray, t: float = t, q: np.ndarray = q) -> np.ndarray:
            evaluate(system.kind, s, t, system.layout.moved(q, u), system.v0, w=system.w0, ref=system.ref0)
            return s.g.copy()

        best = least_squares(rows, np.zeros(system.kind.v), xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=60)
        q = system.layout.moved(q, best.x)
        worst = max(worst, float(np.abs(best.fun).max()))
    return worst / (OPEN * max(1.0, system.length))


PLAY = 1e-3  # of the limit
GREY = (0.3, 1.1)  # of the limit: a run may spread what joints are open by otherwise than the best closing does


def fault(model: jd.Model) -> str:
    """What is wrong with the default run of a model; nothing if it is refused as it should, or claims what it may."""
    open_ = opening(model)
    try:
        result = jd.simulate(model, END, output=20)
    except jd.AssemblyError as refused:
        return "" if open_ > GREY[0] else f"refused, though rows are open by {open_:.1e} of the limit only: {refused}"
    except jd.ConvergenceError as stopped:
        return "" if open_ > GREY[1] else f"stopped, though rows are open by {open_:.1e} of the limit only: {stopped}"
    if open_ > GREY[1]:
        return f"run, though rows are open by {open_:.1e} of the limit: {result.trust}"
    tol = 1e-10 if open_ < PLAY else 1e-7  # below what joints are open by a multistep method follows their noise
    try:
        second = jd.simulate(model, END, output=20, integrator=jd.Adams(tol=tol), trust="fast")
    except jd.ConvergenceError:  # joints that do not quite fit, by less than it can tell: the default run must say so
        return "" if result.trust.open_rows or "play" in result.summary() else "a second method stops"
    apart = float(difference(result, second)[1].max())
    return f"off by {apart:.1e}, claims {result.trust.worst:.1e}" if apart > max(3 * result.trust.worst, 1e-9) else ""
