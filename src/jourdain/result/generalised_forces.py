"""What rows, drives and forces exert on the coordinates of a Lagrangian system: generalised forces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.result.arrays import Quantities, labelled
from jourdain.result.pieces import Piece
from jourdain.result.reactions import parts_of, scalar
from jourdain.system.system import evaluate

if TYPE_CHECKING:
    from xarray import DataArray


@dataclass(frozen=True, repr=False)
class GeneralisedForce(Quantities):
    """force (time, coordinate): what an element exerts on each coordinate; power is force times rate.

    unique False: redundant rows share the load in a way that is not determined; the smallest one is given.
    """

    force: DataArray
    unique: bool


def elements(result: Any) -> list[str]:
    """Rows, drives and forces of a model of coordinates, by name."""
    model = result.model
    return [*model.position_rows, *model.velocity_rows, *model.joints, *model.forces]


def generalised_force(result: Any, element: str) -> GeneralisedForce:
    """See Result.reaction."""
    if element not in elements(result):
        raise ModelError(f"there is no row, drive or force {element!r}.{near(element, elements(result))}")
    values = np.concatenate([_of_piece(piece, element) for piece in result.outputs])
    name = f"generalised force of {element}"
    rows = {result.system.row_names[r] for r in result.system.joint_rows.get(element, ())}
    array = labelled(result.t, values, "-", name, coordinate=result.system.coordinates)
    return GeneralisedForce(array, not rows & set(result.not_unique))


def _of_piece(piece: Piece, element: str) -> np.ndarray:
    system, found = piece.system, np.zeros(piece.v.shape)
    parts = parts_of(system, element)
    s = system.context()
    for i, t in enumerate(piece.t if parts else ()):
        evaluate(system.kind, s, t, piece.q[i], piece.v[i], w=piece.w[i], lam=piece.lam[i], ref=piece.ref[i])
        found[i] = sum(s.J[k] * scalar(system, s, what, index, piece.lam[i]) for k, _, what, index in parts)
    return found
