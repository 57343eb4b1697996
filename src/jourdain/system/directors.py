"""Natural coordinates beside Cartesian ones: the rows that keep directors orthonormal, and states from one to the other.

In space p, d_1, d_2, d_3 beside p and a quaternion; in the plane p and one director beside x, y, theta.
"""

from __future__ import annotations

import itertools

import numpy as np

from jourdain.kernels.kinds import Natural, NaturalPlanar, Planar, Spatial
from jourdain.model import quaternions
from jourdain.model.elements import Row
from jourdain.model.events import Impulse
from jourdain.model.measures import Measure, Port, align
from jourdain.model.model import Model
from jourdain.system.layout import Layout


def rigid_bodies(model: Model) -> list[str]:
    """All but the sections of beams by absolute nodal coordinates, which stretch; in space those that nothing holds.

    Forces of joints act on single directors, and would shear a section in space that has three.
    """
    stretching = {node for beam in model.beams.values() if beam.theory == "ancf" for node in beam.nodes}
    stretching -= set() if model.planar else _held(model)
    return [name for name in model.bodies if name not in stretching]


def _held(model: Model) -> set[str]:
    """Bodies that joints are between, that are struck, or whose directors forces and loads act on."""
    held = {marker.body for joint in model.joints.values() for marker in (joint.a, joint.b) if marker is not None}
    for load in model.loads.values():
        arm = np.array(load.marker.at) - getattr(model.bodies.get(load.marker.body), "com", 0.0)
        if np.abs(arm).max() > 0.0 or any(x != 0.0 for x in load.torque):
            held.add(load.marker.body)
    rows = [row for joint in model.joints.values() for row in joint.rows]
    measures = [m for row in rows for _, m in (*row.terms, *((1.0, m) for _, m in row.inputs))]
    measures += [force.measure for force in model.forces.values()]
    for event in model.events.values():
        struck = [event.function, *(getattr(action, "measure", None) for action in event.actions)]
        measures += [one for one in struck if isinstance(one, Measure)]
        held |= {action.marker.body for action in event.actions if isinstance(action, Impulse)}
    for measure in measures:
        held |= {port.body for port in measure.ports if port.direction or np.abs(_arm(model, port)).max() > 0.0}
    return held


def _arm(model: Model, port: Port) -> np.ndarray:
    """From the centre of its body, in the body frame."""
    return np.array(port.s) - getattr(model.bodies.get(port.body), "com", 0.0)


def rigidity(model: Model) -> list[tuple[str, Row]]:
    """The rows d_i.d_j = 1 or 0 of every rigid body, each with the name that stands for its joint."""
    rows = []
    for name in rigid_bodies(model):
        axes = [Port(name, (float(i == 0), float(i == 1), float(i == 2)), True) for i in range(3)]
        pairs = [(0, 0)] if model.planar else list(itertools.combinations_with_replacement(range(3), 2))
        for i, j in pairs:
            row = Row(f"d{i + 1}.d{j + 1}", ((1.0, align(axes[i], axes[j])),), float(i == j))
            rows.append((f"{name} (rigid)", row))
    return rows


def _layouts(planar: bool, nq: int, natural: bool) -> tuple[Layout, Layout]:
    """Cartesian and natural layout of a state of nq numbers, which is natural or not; bodies need no names here."""
    kinds = (Planar, NaturalPlanar) if planar else (Spatial, Natural)
    one = Layout.of(kinds[int(natural)], ["body"])
    cartesian, other = (Layout.of(kind, map(str, range(nq // one.nq))) for kind in kinds)
    return cartesian, other


def _joined(points: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Points (.., nb, dimension) and what follows them (.., nb, n) as one state (.., all)."""
    own = others.reshape(*points.shape[:-1], -1)
    return np.concatenate([points, own], axis=-1).reshape(*points.shape[:-2], -1)


def to_natural(planar: bool, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions, velocities and accelerations (.., n) in natural coordinates."""
    outer, _ = _layouts(planar, q.shape[-1], natural=False)
    if planar:
        theta, w, wd = outer.angles(q)[..., None], outer.turnings(v), outer.turnings(a)
        d = np.concatenate([np.cos(theta), np.sin(theta)], axis=-1)
        across = np.stack([-d[..., 1], d[..., 0]], axis=-1)
        first, second = w * across, wd * across - w * w * d
    else:
        R = outer.rotations(q)
        w, wd = (x[..., None, :] for x in (outer.spins(q, v), outer.spins(q, a)))
        d = np.swapaxes(R, -1, -2)  # the directors as rows
        first = np.cross(w, d)
        second = np.cross(wd, d) + np.cross(w, first)
    return (_joined(outer.points(q), d), _joined(outer.translations(v), first), _joined(outer.translations(a), second))


def from_natural(
    planar: bool, q: np.ndarray, v: np.ndarray, a: np.ndarray, turns: np.ndarray, before: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cartesian positions, velocities and accelerations (nt, n) of natural ones.

    turns (nt, nb): planar angles, roughly; before (nq,): Cartesian positions shortly before, for the signs of quaternions.
    """
    outer, inner = _layouts(planar, q.shape[-1], natural=True)
    if planar:
        c, s = np.moveaxis(inner.orientations(q), -1, 0)
        own = np.arctan2(s, c)
        own = own + 2.0 * np.pi * np.round((turns - own) / (2.0 * np.pi))
        w, wd = ((c * x[..., 1] - s * x[..., 0]) / (c * c + s * s) for x in map(inner.turnings, (v, a)))
    else:
        U, _, V = np.linalg.svd(inner.axes(q))
        R = U @ V
        w, wd = (quaternions.axial_vectors(np.swapaxes(R, -1, -2) @ inner.director_matrices(x)) for x in (v, a))
        own = quaternions.of_matrices(R)
        last = outer.orientations(before)
        for p in own:  # of the two signs the one next to the last
            p *= np.where((p * last).sum(axis=-1, keepdims=True) < 0.0, -1.0, 1.0)
            last = p
    return (_joined(inner.points(q), own), _joined(inner.translations(v), w), _joined(inner.translations(a), wd))
