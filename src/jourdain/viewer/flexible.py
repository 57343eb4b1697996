"""Flexible bodies as the page draws them: the surface of their part, bent as it was in the run, coloured by stress."""

from __future__ import annotations

import numpy as np

from jourdain.model.elements import Body
from jourdain.model.flexible import FlexibleBody
from jourdain.model.shapes import Mesh, Shape
from jourdain.result.result import Result
from jourdain.result.stresses import fields
from jourdain.viewer.deformation import Deformation

NEGLIGIBLE = 1e-3  # of the largest: what is smaller is not seen, and makes the page large


def drawn_shape(body: Body) -> Shape | None:
    """The shape of a body, or the surface of its part."""
    if not isinstance(body, FlexibleBody) or not len(body.part.surface.triangles):
        return body.shape
    x, y, z = body.com.tolist()
    vertices = body.part.surface.nodes + body.com
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    size = tuple((high - low).tolist())
    path, faces = f"part {body.part.name}, {len(vertices)} nodes", body.part.surface.triangles
    none = (0.0, 0.0, 0.0)
    return Mesh("mesh", size, 1.0, none, path, 1.0, (x, y, z), none, vertices, faces)


def own_deformations(result: Result) -> dict[str, Deformation]:
    """How the flexible bodies of a run bend."""
    found = {}
    for name, body in result.model.bodies.items():
        if isinstance(body, FlexibleBody) and len(body.part.surface.triangles):
            found[name] = _few(*fields(result, name))
    return found


def _few(amplitudes: np.ndarray, shapes: np.ndarray, stress: np.ndarray) -> Deformation:
    """The same motion by as few fields as it takes: amplitudes (nt, m), displacements (m, n, 3), stresses (m, n, 6)."""
    parts = [part.reshape(len(part), -1) for part in (shapes, stress)]
    sizes = [(np.linalg.norm(part, axis=1) * np.abs(amplitudes).max(axis=0)).max() for part in parts]
    both = np.concatenate([part / (size or 1.0) for part, size in zip(parts, sizes, strict=True)], axis=1)
    root = np.asarray(np.linalg.qr(both.T, mode="r"))  # (m, m): lengths of sums of fields are those of its columns
    over_time, values, _ = np.linalg.svd(amplitudes @ root.T, full_matrices=False)
    over_time = over_time[:, : max(1, int((values > NEGLIGIBLE * values[:1]).sum()))]
    mixed = over_time.T @ amplitudes  # the fields that belong to these courses over time
    colours = 1e-6 * np.tensordot(mixed, stress, axes=1)
    return Deformation(np.tensordot(mixed, shapes, axes=1), over_time, colours, "von Mises, MPa")
