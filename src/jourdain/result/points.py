"""Points and measures along a motion, after the run."""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.kernels.measures import ANGLE
from jourdain.model.measures import GROUND, Measure
from jourdain.result.pieces import Piece
from jourdain.system.compile import compile
from jourdain.system.system import evaluate


def along(pieces: list[Piece], measure: Measure) -> np.ndarray:
    """Values of any measure at all rows of the pieces, (nt,); angles are continuous from row to row."""
    values: list[float] = []
    for piece in pieces:
        if measure in piece.system.measures:
            values += list(piece.x[:, piece.system.measures[measure]])
            continue
        model = piece.model.copy()
        model.measures["(asked for)"] = measure
        system = compile(model)
        index = system.measures[measure]
        s = system.context()
        for i, t in enumerate(piece.t):
            evaluate(system.kind, s, t, piece.q[i], piece.v[i])
            values.append(float(s.x[index]))
    result = np.array(values)
    return np.unwrap(result) if measure.kind == ANGLE else result


def point_states(result: Any, body: str, s: np.ndarray, carrier: str = "") -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Position, velocity and acceleration (nt, 3) in ground axes of the point s of a body's frame [m].

    carrier: what moves it by bending, an interface or a node of a flexible body.
    """
    nt = len(result.t)
    if body == GROUND:
        return np.tile(s, (nt, 1)), np.zeros((nt, 3)), np.zeros((nt, 3))
    motion = result[body]
    layout, q = motion.layout, motion.q
    velocity, acceleration = (layout.velocities(x)[:, 0] for x in (motion.v, motion.a))
    arm = s - result.system.com[result.system.layout.block(body)]
    if layout.orientation == "directors":
        r, rd, rdd = motion.axes @ arm, *(layout.director_matrices(x)[:, 0] @ arm for x in (motion.v, motion.a))
        return layout.positions(q)[:, 0] + r, velocity + rd, acceleration + rdd
    w, wd = (layout.spins(q, x)[:, 0] for x in (motion.v, motion.a))
    r = motion.axes @ arm
    u = ud = np.zeros_like(r)
    if carrier:
        own = result.model.bodies[body]
        frame, (eta, rates, second) = own.carrier(carrier), motion.elastic
        bending = np.einsum("ikl,tk,tl->ti", frame.bends, rates, rates)
        along = [np.einsum("tki,tk->ti", frame.ways(eta), x) for x in (rates, second)]
        in_body = frame.moved(eta), along[0], along[1] + bending
        moved, u, ud = (np.einsum("tij,tj->ti", motion.matrices, x) for x in in_body)
        r = r + moved
    return (
        layout.positions(q)[:, 0] + r,
        velocity + np.cross(w, r) + u,
        acceleration + np.cross(wd, r) + np.cross(w, np.cross(w, r) + 2.0 * u) + ud,
    )
