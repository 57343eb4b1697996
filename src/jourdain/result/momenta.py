"""Momenta along a motion: dL/dv of bodies and of the coordinates of a Lagrangian."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from jourdain.lagrange.generate import momenta
from jourdain.lagrange.model import LagrangianModel
from jourdain.result.pieces import Piece
from jourdain.system.system import evaluate

if TYPE_CHECKING:
    from jourdain.result.result import Result


def momenta_of(result: Result) -> np.ndarray:
    """See Result.momenta."""
    system = result.system
    if system.coordinates:
        models = [cast(LagrangianModel, piece.model) for piece in result.outputs]
        pieces = zip(models, result.outputs, strict=True)
        return np.concatenate([momenta(model, piece.t, piece.q, piece.v) for model, piece in pieces])
    if system.layout.modes:
        return np.concatenate([_with_shapes(piece) for piece in result.outputs])
    bodies, layout, found = system.tables["bodies"], system.layout, np.zeros_like(result.v)
    layout.translations(found)[:] = layout.translations(result.v) * bodies["mass"][:, None]
    layout.turnings(found)[:] = np.einsum("bij,tbj->tbi", layout.moments(bodies["J"]), layout.turnings(result.v))
    return found


def _with_shapes(piece: Piece) -> np.ndarray:
    """M v, where M depends on how bodies are bent: what the energies of a state are made of."""
    system, found = piece.system, np.zeros_like(piece.v)
    s = system.context()
    for i, t in enumerate(piece.t):
        evaluate(system.kind, s, t, piece.q[i], piece.v[i], w=piece.w[i], ref=piece.ref[i], matrix=False)
        found[i] = s.step[: system.kind.v]
    return found
