"""How far a motion is from singular positions, and which joints make them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jourdain.system.system import System, evaluate

if TYPE_CHECKING:
    from jourdain.result.result import Result


def scaled_rows(system: System, t: float, q: np.ndarray, v: np.ndarray, w: np.ndarray, ref: np.ndarray) -> np.ndarray:
    """The rows G (m, nv) of a system at a state, each divided by its natural scale (weight at the start)."""
    s = system.context()
    evaluate(system.kind, s, t, q, v, w=w, ref=ref)
    rows, bodies = system.tables["rows"], system.tables["block_body"]
    G = np.zeros((len(rows), system.kind.v))
    for r, row in enumerate(rows):
        for k in range(row["block"], row["block"] + row["n_blocks"]):
            system.layout.add_block(G[r], bodies[k], s.J[k])
    return G / np.sqrt(rows["weight"])[:, None]


def conditioning(result: Result) -> np.ndarray:
    """Smallest singular value of the independent rows against the largest one, (nt,): zero in singular positions."""
    found = []
    for piece in result.pieces:
        system = piece.system
        for i in np.flatnonzero(piece.output):
            G = scaled_rows(system, float(piece.t[i]), piece.q[i], piece.v[i], piece.w[i], piece.ref[i])
            sigma = np.linalg.svd(G, compute_uv=False)
            rank = min(G.shape) - result.redundant if len(G) else 0
            found.append(sigma[rank - 1] / sigma[0] if rank > 0 else 1.0)
    return np.array(found)


def singular_joints(result: Result, t: float) -> list[str]:
    """The joints whose rows become dependent in a singular position passed at time t [s], in the order of the model."""
    pieces = [piece for piece in result.at([t]).pieces if len(piece)]  # none where the position cannot be closed
    piece = pieces[0] if pieces else min((p for p in result.pieces if len(p)), key=lambda p: np.abs(p.t - t).min())
    i = int(np.abs(piece.t - t).argmin())
    G = scaled_rows(piece.system, float(piece.t[i]), piece.q[i], piece.v[i], piece.w[i], piece.ref[i])
    share = np.abs(np.linalg.svd(G)[0][:, min(G.shape) - 1 - result.redundant])
    rows = np.flatnonzero(share > 0.1 * share.max())
    return list(dict.fromkeys(piece.system.row_names[r].rsplit(": ", 1)[0] for r in rows))
