"""The memory of a tree: its links, and what the recursions work with.

A link hangs on another one, its parent, by a joint of one, three or six velocities, or by none; parents come first. Joints
with more of them are chains of links, those between without mass and body. Index n, behind the last one, is the ground.
The rows that stay, forces and events are those of a system in Cartesian coordinates, which stands behind a tree.
Theory: docs/theory/tree.md.
"""

from __future__ import annotations

import numpy as np

from jourdain.kernels.context import Schema, declare
from jourdain.kernels.tables import record

INT, FLOAT, COMPLEX = np.dtype("i8"), np.dtype("f8"), np.dtype("c16")
# joints of links: none; about the axis; along it; both (pitch [m/rad]); a ball; free (in the plane x, y and an angle)
FIXED, TURN, SLIDE, SCREW, BALL, FREE = range(6)
# at: joint point in the parent, from its centre; arm: the same in the link; axis: in the parent, of length one. Orientation in
# the parent: the quaternion rest, or rest cos(x/2) + turned sin(x/2). offset: slide of a screw at x = 0 [m], in the plane the
# angle at x = 0 [rad]. n: velocities, from place v on; q: place of the positions. body: -1 for a link in between
LINK = record(
    "at arm axis rest turned pitch offset",
    "parent joint body q v n",
    **dict.fromkeys(("at", "arm", "axis"), (3,)),
    **dict.fromkeys(("rest", "turned"), (4,)),
)
# the Cartesian system behind the tree, by address, the same motion in its coordinates, and its sizes
BEHIND = record("", "context motion q v g a w turns active rates")

TREE: Schema = {
    "links": (LINK, 1),
    "behind": (BEHIND, 0),
    "link_of": (INT, 1),  # (nb,) of each body
    "path_start": (INT, 1),  # (m + 1,) of the links that bear on each row ..
    "path": (INT, 1),  # .. from the last one to the first
    "near_start": (INT, 1),  # (m + 1,) of the rows up to each one that share a moving link with it
    "near": (INT, 1),
    "nonzero": (INT, 1),  # (m,) scratch
    # positions: axes, centre and quaternion of each link, in the plane its angle; centre from that of the parent, and from the
    # joint point
    "R": (FLOAT, 3),
    "p": (FLOAT, 2),
    "quaternion": (FLOAT, 2),
    "angle": (FLOAT, 1),
    "from_parent": (FLOAT, 2),
    "from_joint": (FLOAT, 2),
    "S": (FLOAT, 2),  # (nv, 6) what each velocity moves: centre, then spin, in ground axes
    # velocities of links, accelerations at resting joint velocities, and accelerations without these
    "V": (FLOAT, 2),
    "bias": (FLOAT, 2),
    "A": (FLOAT, 2),
    # articulated inertias: forces by accelerations (6), forces by angular ones (9), moments by these (6)
    "inertia": (FLOAT, 2),
    "U": (FLOAT, 2),  # (nv, 6) articulated inertia times S
    "D": (FLOAT, 2),  # (nv, 6) inverse of S^T U of each link
    "W": (FLOAT, 2),  # (nl + 1, 6) force and moment about the centre
    "u": (FLOAT, 1),  # (nv,) forces on joints, less what the links behind them take up
    "taken": (FLOAT, 1),  # (nv,) D u
    "force": (FLOAT, 1),  # (nv,) generalised forces
    "step": (FLOAT, 1),
    "residual": (FLOAT, 1),
    "moved": (FLOAT, 1),  # (nq,)
    "change": (FLOAT, 1),  # (nv,) the last change that closing made
    "f": (FLOAT, 1),  # (nv,) scratch
    "row_u": (FLOAT, 2),  # (m, nv) u of each row, and the same times D
    "row_z": (FLOAT, 2),
    "K": (FLOAT, 2),  # (m, m) G M^-1 G^T in scaled rows, and its factor
    "L": (FLOAT, 2),
    "order": (INT, 1),  # (m,) rows in the order of elimination
    "scale": (FLOAT, 1),  # (m,)
    "rank": (INT, 1),  # (1,) rows that are not left out
    "y": (FLOAT, 1),  # (m,) scratch
    "x": (FLOAT, 1),
    "z": (FLOAT, 1),
    "mu": (FLOAT, 1),
    "row_place": (INT, 1),
    "chart": (FLOAT, 3),  # (1, 3, 3) of one rotation, and its rate
    "chart_rate": (FLOAT, 3),
    "acceleration": (FLOAT, 2),  # of links
    # Newton's method, see tangent.py and newton.py: the parts of the matrix of the bodies (3, nnz + 1), its entries by columns,
    # the unknown at each place of its order; matrices of joint unknowns, and how their rows were exchanged
    "of_bodies": (FLOAT, 2),
    "by_column": (INT, 1),
    "unknown": (INT, 1),
    "newton": (FLOAT, 2),
    "complex_newton": (COMPLEX, 2),
    "exchange": (INT, 1),
    "hangs": (INT, 1),  # on the joint that is looked at
    "pull": (FLOAT, 2),  # forces on links out of balance, and what each carries of them
    "carried": (FLOAT, 2),
    "before": (FLOAT, 2),  # velocity and acceleration before a joint
    "twist": (FLOAT, 2),
    "here": (FLOAT, 2),
    "work": (FLOAT, 2),
    "moved_bodies": (FLOAT, 2),
    "image": (FLOAT, 1),  # of them under the matrix of the bodies
    # points and directions that bodies share, see points.py: T by rows, what is constant, L of the mass matrix; forces T^T f
    "map_start": (INT, 1),
    "map_at": (INT, 1),
    "map_by": (FLOAT, 1),
    "map_rest": (FLOAT, 1),
    "map_factor": (FLOAT, 2),
    "load": (FLOAT, 1),
    # in the coordinates of the system behind
    "full_q": (FLOAT, 1),
    "full_v": (FLOAT, 1),
    "full_a": (FLOAT, 1),
    "full_p": (FLOAT, 1),
}
tree_at = declare("tree", TREE)


def sizes(n_links: int, nq: int, nv: int, m: int, full_q: int, full_v: int, nw: int) -> dict[str, tuple[int, ...]]:
    """Shapes of the scratch arrays."""
    n = n_links + 1
    found: dict[str, tuple[int, ...]] = {"R": (n, 3, 3), "quaternion": (n, 4), "angle": (n,), "inertia": (n, 21)}
    found |= dict.fromkeys(("p", "from_parent", "from_joint"), (n, 3)) | dict.fromkeys(("V", "bias", "A", "W"), (n, 6))
    found |= dict.fromkeys(("S", "U", "D"), (nv, 6)) | dict.fromkeys(("u", "taken", "force", "change", "f"), (nv,))
    found |= dict.fromkeys(("step", "residual"), (nv + nw + m,)) | dict.fromkeys(("row_u", "row_z"), (m, nv))
    found |= {"K": (m, m), "L": (m, m), "rank": (1,), "moved": (nq,), "full_q": (full_q,)}
    found |= {
        "chart": (1, 3, 3),
        "chart_rate": (1, 3, 3),
        "acceleration": (n, 6),
        "row_place": (m,),
        "nonzero": (m,),
        "hangs": (n,),
    }
    found |= {"pull": (n, 6), "carried": (n, 6), "before": (2, 6), "moved_bodies": (5, full_v)}
    found |= dict.fromkeys(("twist", "here", "work"), (5, 6)) | {"image": (full_v + nw + m,)}
    found |= dict.fromkeys(("newton", "complex_newton", "of_bodies"), (0, 0))  # where they are asked for
    found |= dict.fromkeys(("by_column", "unknown", "exchange"), (0,))
    found |= {"map_start": (1,), "map_factor": (0, 0), "load": (nv,)} | dict.fromkeys(
        ("map_at", "map_by", "map_rest"), (0,)
    )
    found |= dict.fromkeys(("order", "scale", "y", "x", "z", "mu"), (m,))
    return found | dict.fromkeys(("full_v", "full_a", "full_p"), (full_v,))
