"""Natural coordinates in which bodies share points and directions: a pin is one point of both, an axis one vector of both.

A body has four vectors, of which at least one is a point (in the plane two): those that it shares first, then as many of its
own as it needs. Its centre and directors are a constant linear function of these, so all together are full_q = T z + rest. What
is fixed to the ground is no coordinate. Rows that sharing makes true by itself, or that follow from others, are left out: a row
is quadratic in z, so that its gradients at a few places tell. Theory: docs/natural.md.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.kernels.kinds import Free, Natural, NaturalPlanar, shape_of
from jourdain.kernels.measures import ALIGN, PIN, SLIDE
from jourdain.kernels.motion import A_LENGTH, A_SPEED, A_SPIN, A_STATE, A_WORK, AN_ANGLE
from jourdain.kernels.tables import POSITION
from jourdain.kernels.tree.server import TreeContext
from jourdain.kernels.tree.tables import LINK
from jourdain.kernels.tree.tables import SLIDE as SLIDING
from jourdain.model.elements import Joint, Marker
from jourdain.model.measures import GROUND
from jourdain.model.model import Model
from jourdain.system.spanning import read_joints
from jourdain.system.system import System, evaluate
from jourdain.system.tree import TreeSystem

SHARED = "natural, shared"  # what these coordinates are called among others
POINT, AXIS = "point", "axis"
SPATIAL = {"revolute": (POINT, AXIS), "spherical": (POINT,), "universal": (POINT,)}
SPATIAL |= dict.fromkeys(("cylindrical", "prismatic", "screw"), (AXIS,))
PLANAR = {"revolute": (POINT,)}
INDEPENDENT = 1e-5  # smallest singular value of vectors of a body, each of length one
FOLLOWS = 1e-9  # of a row that the others leave of it
PLACES = 4  # at which rows are looked at
MOST = 600  # coordinates: their mass matrix is dense


@dataclass
class Shared:
    """A point or direction: which vector it is of each body that has it, and where it is if it is fixed to the ground."""

    is_point: bool
    at: dict[str, np.ndarray] = field(default_factory=dict)  # body -> (1 or 0, and its place from the centre)
    fixed: np.ndarray | None = None


@dataclass(frozen=True)
class SharedSystem(TreeSystem):
    """A system whose bodies share points and directions; behind it stand the bodies in natural coordinates."""

    T: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))
    rest: np.ndarray = field(default_factory=lambda: np.zeros(0))
    factor: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))  # L of M = L L^T
    lengths: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))  # coordinates that are lengths
    shares: tuple[int, int] = (0, 0)  # points, directions that several bodies have, or the ground

    @functools.cached_property
    def _inverse(self) -> np.ndarray:
        return np.linalg.pinv(self.T)

    def coordinates_of(self, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Positions, velocities and accelerations (n,) by those of the bodies in natural coordinates."""
        return self._inverse @ (q - self.rest), self._inverse @ v, self._inverse @ a

    def context(self) -> TreeContext:
        found = super().context()
        rows = [np.flatnonzero(row) for row in self.T]
        found.bind("map_start", np.cumsum([0, *map(len, rows)]))
        found.bind("map_at", np.concatenate(rows))
        found.bind("map_by", np.concatenate([row[at] for row, at in zip(self.T, rows, strict=True)]))
        found.bind("map_rest", self.rest.copy())
        found.bind("map_factor", self.factor.copy())
        return found

    @property
    def sort(self) -> np.ndarray:
        q, v = np.where(self.lengths, A_LENGTH, AN_ANGLE), np.where(self.lengths, A_SPEED, A_SPIN)
        return np.concatenate([q, v, [A_STATE] * self.kind.w + [A_WORK] * 3]).astype(np.int64)

    def __str__(self) -> str:
        points, axes = self.shares
        return (
            f"natural coordinates with {points} shared point{'s' if points != 1 else ''} and {axes} shared "
            f"direction{'s' if axes != 1 else ''}: {self.kind.v} numbers with {self.n_rows} rows; reactions of joints without "
            "rows are found from the motion, as everywhere those of least norm"
        )


def with_shared(model: Model, switchable: Collection[str], made: Callable[[Collection[str]], System]) -> SharedSystem:
    """The system of a model in shared points and directions. made(without): it in natural coordinates, without these rows."""
    if model.beams:
        raise ModelError(f"share: beam {next(iter(model.beams))!r} has coordinates of its own; leave share out.")
    away = {*switchable, *read_joints(model), *(name for name, joint in model.joints.items() if not joint.active)}
    shared = _sharing(model, away)
    every = made(())
    T, rest, lengths = _map(model, shared)
    if T.shape[1] > MOST or T.shape[1] == 0:
        raise ModelError(
            f"share: {model.name!r} has {T.shape[1]} coordinates then; 1 to {MOST} are possible; leave share out."
        )
    system = made(_follow(every, model, away, T, rest))
    factor = _mass_factor(system, model, T)
    known = {one.name: getattr(system, one.name) for one in fields(System)}
    rows, augment, kind, n = system.tables["rows"].copy(), system.tables["augment"][:0], system.kind, T.shape[1]
    rows["augmented"] = 0
    own = Free(n, n, kind.g, kind.a, kind.w, kind.turns, kind.active, kind.rates)
    known |= dict(kind=own, tables=system.tables | {"rows": rows, "augment": augment})
    link = np.zeros(1, LINK)
    link["parent"], link["joint"], link["n"], link["body"] = 1, SLIDING, n, -1
    several = [one for one in shared if len(one.at) > 1 or one.fixed is not None]
    points = sum(one.is_point for one in several)
    return SharedSystem(
        **known,
        behind=kind,
        links=link,
        T=T,
        rest=rest,
        factor=factor,
        lengths=lengths,
        shares=(points, len(several) - points),
    )


# -- what is shared -----------------------------------------------------------------------------------------------------


def _sharing(model: Model, away: Collection[str]) -> list[Shared]:
    """The points and directions that joints make one."""
    kinds = PLANAR if model.planar else SPATIAL
    found: list[Shared] = []
    for name, joint in model.joints.items():
        if name in away or joint.function is not None or joint.a is None or joint.b is None:
            continue
        for what in kinds.get(joint.kind, ()) if joint.a.body != joint.b.body else ():
            _join(model, found, joint, what == POINT)
    return found


def _vector(model: Model, marker: Marker, is_point: bool) -> np.ndarray:
    """A point or the axis of a marker as a vector of its body, (1 or 0, place from the centre or the ground's origin)."""
    if not is_point:
        return np.append(0.0, marker.matrix[:, 2])
    centre = 0.0 if marker.body == GROUND else model.bodies[marker.body].com
    return np.append(1.0, np.array(marker.at) - centre)


def _join(model: Model, found: list[Shared], joint: Joint, is_point: bool) -> None:
    """Make a point or axis of the two bodies of a joint one, if these have room for it."""
    assert joint.a is not None and joint.b is not None
    a, b = (_vector(model, marker, is_point) for marker in (joint.a, joint.b))
    if not is_point:  # the same way, whichever way the markers point
        ways = [_axes(model, m.body) @ x[1:] for m, x in ((joint.a, a), (joint.b, b))]
        b = b if ways[0] @ ways[1] > 0.0 else -b
    sides = [(joint.a.body, a), (joint.b.body, b)]
    known = [_known(found, body, x, is_point) for body, x in sides]
    one = Shared(is_point)
    for other in known:
        if other is None or other is one:
            continue
        if (one.fixed is not None and other.fixed is not None) or set(one.at) & set(other.at):
            return
        one = Shared(is_point, one.at | other.at, one.fixed if other.fixed is None else other.fixed)
    for (body, x), other in zip(sides, known, strict=True):
        if other is not None:
            continue
        if body == GROUND:
            if one.fixed is not None:
                return
            one.fixed = x[1:]
        elif body in one.at or not _independent(model, [*_of(found, body), x]):
            return
        else:
            one.at[body] = x
    if known[0] is not None and known[0] is known[1]:
        return
    for other in known:
        if other is not None:
            found.remove(other)
    found.append(one)


def _axes(model: Model, body: str) -> np.ndarray:
    return np.eye(3) if body == GROUND else np.asarray(model.bodies[body].matrix)


def _known(found: list[Shared], body: str, x: np.ndarray, is_point: bool) -> Shared | None:
    """What is there of a body, or of the ground, at this place."""
    for one in found:
        at = one.fixed if body == GROUND else one.at.get(body, np.zeros(0))[1:] if body in one.at else None
        if one.is_point == is_point and at is not None and np.abs(at - x[1:]).max() < 1e-12 * (1.0 + np.abs(x).max()):
            return one
    return None


def _of(found: list[Shared], body: str) -> list[np.ndarray]:
    return [one.at[body] for one in found if body in one.at]


def _square(model: Model, vectors: list[np.ndarray]) -> np.ndarray:
    """Vectors of a body as rows of numbers: in the plane complex ones."""
    X = np.array(vectors).reshape(-1, 4)
    return np.stack([X[:, 0], X[:, 1] + 1j * X[:, 2]], axis=1) if model.planar else X


def _independent(model: Model, vectors: list[np.ndarray]) -> bool:
    """Are vectors of a body independent? Points count from the first one, in lengths of the farthest."""
    X = _square(model, vectors)
    if len(X) > X.shape[1]:
        return False
    points = np.flatnonzero(X[:, 0])
    X[points[1:]] -= X[points[:1]]
    X[points[:1], 1:] = 0.0
    X = X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-300)
    return bool(np.linalg.svd(X, compute_uv=False)[-1] > INDEPENDENT)


# -- the map ------------------------------------------------------------------------------------------------------------


def _map(model: Model, shared: list[Shared]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """T, rest of full_q = T z + rest, and which coordinates are lengths."""
    shape = shape_of(NaturalPlanar if model.planar else Natural)
    d, width = shape.dimension, shape.velocities or 0
    vectors: list[Shared] = list(shared)
    for body in model.bodies:
        for own in np.eye(4)[: width // d]:  # the centre if it has no point, and directors
            if own[0] and any(x[0] for x in _of(vectors, body)):
                continue
            if _independent(model, [*_of(vectors, body), own]):
                vectors.append(Shared(bool(own[0]), {body: own}))
    free = [one for one in vectors if one.fixed is None and one.at]
    place = {id(one): d * k for k, one in enumerate(free)}
    T, rest = np.zeros((width * len(model.bodies), d * len(free))), np.zeros(width * len(model.bodies))
    for b, body in enumerate(model.bodies):
        mine = [one for one in vectors if body in one.at]
        inverse = np.linalg.inv(_square(model, [one.at[body] for one in mine]))
        for k, row in enumerate(inverse):
            at = slice(width * b + d * k, width * b + d * k + d)
            for one, c in zip(mine, row, strict=True):
                by = np.array([[c.real, -c.imag], [c.imag, c.real]]) if model.planar else c * np.eye(3)
                by[np.abs(by) < 1e-15] = 0.0
                if one.fixed is not None:
                    rest[at] += by @ one.fixed[:d]
                else:
                    T[at, place[id(one)] : place[id(one)] + d] += by
    return T, rest, np.repeat([one.is_point for one in free], d).astype(bool)


def _mass_factor(system: System, model: Model, T: np.ndarray) -> np.ndarray:
    """L of T^T M T = L L^T."""
    layout, bodies = system.layout, system.tables["bodies"]
    M, d = np.zeros((len(T), len(T))), layout.dimension
    for b, body in enumerate(bodies):
        own = layout.v(b)
        M[own, own][:d, :d] = body["mass"] * np.eye(d)
        M[own, own][d:, d:] = layout.moments(body["J"])
    M = T.T @ M @ T
    values, ways = np.linalg.eigh(M)
    if not values[0] > 1e-12 * values[-1]:
        worst = np.abs(T @ ways[:, 0]).reshape(len(bodies), -1).max(axis=1).argmax()
        raise ModelError(
            f"share: body {list(model.bodies)[int(worst)]!r} is flat, thin or massless, so that a direction of it has no mass; "
            "give it a moment of inertia about every axis, each less than the sum of the other two, or leave share out."
        )
    return np.asarray(np.linalg.cholesky(M))


# -- rows ---------------------------------------------------------------------------------------------------------------


def _follow(system: System, model: Model, away: Collection[str], T: np.ndarray, rest: np.ndarray) -> set[str]:
    """Names of the rows that are true in shared coordinates, or follow from others, wherever the bodies are."""
    chance, layout, s = np.random.default_rng(7), system.layout, system.context()
    G = []
    for _ in range(PLACES):
        evaluate(system.kind, s, 0.0, T @ chance.normal(size=T.shape[1]) + rest, np.zeros(system.kind.v), matrix=False)
        rows = np.zeros((system.n_rows, len(T)))
        for r, row in enumerate(s.rows):
            for k in range(row["block"], row["block"] + row["n_blocks"]):
                layout.add_block(rows[r], int(s.block_body[k]), s.J[k])
        G.append(rows @ T)
    whole = np.concatenate(G, axis=1)
    kept = np.zeros((0, whole.shape[1]))
    out: set[str] = set()
    of_joints = [name.split(": ")[0] in model.joints for name in system.row_names]
    for r in np.argsort(of_joints, kind="stable").tolist():  # those of bodies first
        if not _plain(system, model, away, r):
            continue
        rest_of: Any = whole[r]
        for _ in range(2):
            rest_of = rest_of - kept.T @ (kept @ rest_of)
        if np.linalg.norm(rest_of) <= FOLLOWS * float(np.linalg.norm(whole[r]) + 1.0):
            out.add(system.row_names[r])
        else:
            kept = np.vstack([kept, rest_of / np.linalg.norm(rest_of)])
    return out


def _plain(system: System, model: Model, away: Collection[str], r: int) -> bool:
    """A row of slides and aligns that nobody switches, drives or reads."""
    row = system.tables["rows"][r]
    joint = next((name for name, rows in system.joint_rows.items() if r in rows), "")
    used: Any = system.tables["terms"][row["term"] : row["term"] + row["n_terms"]]["measure"]
    kinds = set(system.tables["measures"]["kind"][used].tolist())
    return joint not in away and row["function"] < 0 and row["level"] == POSITION and kinds <= {SLIDE, ALIGN, PIN}
