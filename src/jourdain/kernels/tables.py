"""The frozen tables a System is made of: one record per body, port, measure, row, law, load and state.

A *port* is a vector fixed in a body, r = R s: a point (P = p + r) or a direction (P = r). Measures are functions of ports,
rows and laws are functions of measures. Everything is 8 bytes wide and C-contiguous, so that each kernel is compiled once.
Indices are int64; -1 means "none" (the ground, for a body).
Theory: docs/theory/measures.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

# levels of a row: closed at position level, or at velocity level only
POSITION, VELOCITY = 0, 1
# entries of `flags`: take the rank-safe solve now, rows that are always dependent, singular positions met, smallest
# scaled pivot of an independent row, always take the rank-safe solve, cut of singular values, forces read multipliers,
# refinements of a solve, the largest that the smallest pivot ever was: in index-1 and in Newton matrices, the smallest pivot,
# dense decompositions of all rows, the regularisation in the factors, a singular position, what pivots and regularisation are
# measured against: 1, or the smallest pivot of rows that are known to be independent however small it is, the regularisation
# where redundant joints do not fit (0: they do), that of spare rows (0: there are none), what rows that are decomposed and do
# not fit are open by, and the singular values below which nothing is closed for that, near a singular position
(
    USE_SVD, BASE_RANK, SINGULAR_COUNT, SMALLEST, ALWAYS_SVD, CUT_AT, ITERATE, PASSES, LARGEST, LARGEST_NEWTON, LEAST,
    DECOMPOSED, REGULARISED, AT_SINGULAR, PIVOT_SCALE, PLAY, SPARE, GAP, LEFT, N_FLAGS,
) = range(20)  # fmt: skip
# of these, what a start finds out and other memory takes over
LEARNT = (ALWAYS_SVD, CUT_AT, BASE_RANK, PIVOT_SCALE, PLAY, GAP)
# what a function may read: an entry of the input vector Z = (t, x, xdot, w, lam)
IN_TIME, IN_VALUE, IN_RATE, IN_STATE, IN_MULTIPLIER = range(5)

_INT, _FLOAT = np.dtype("i8"), np.dtype("f8")
PLACE = np.dtype("u4")  # where something stands: there are millions of these, which are read again and again


def record(floats: str, integers: str = "", **shapes: tuple[int, ...]) -> np.dtype:
    """A record of named numbers, 8 bytes each; shapes: of those that are arrays."""
    fields = [(name, _FLOAT) for name in floats.split()] + [(name, _INT) for name in integers.split()]
    return np.dtype([(name, dtype, shapes.get(name, ())) for name, dtype in fields], align=True)


def places(
    fields: dict[str, tuple[np.dtype, int]], shapes: Mapping[str, Any]
) -> tuple[dict[str, tuple[Any, np.dtype, int]], int]:
    """Shape, dtype and first byte of fields of a schema in one block of memory, and how many words that has.

    shapes: "name" or "name name ..", those that are alike -> shape.
    """
    found, first = {}, 0
    for names, shape in shapes.items():
        count = int(shape if isinstance(shape, (int, np.integer)) else math.prod(shape))
        for name in names.split():
            dtype = fields[name][0]
            found[name] = shape, dtype, 8 * first
            first += -(-count * dtype.itemsize // 8)
    return found, first + 1


def zeros(fields: dict[str, tuple[np.dtype, int]], shapes: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Arrays of zeros for the fields of a schema, in one block; shapes: as in `places`."""
    found, size = places(fields, shapes)
    block = np.zeros(size)
    return {name: np.ndarray(shape, dtype, block, first) for name, (shape, dtype, first) in found.items()}


# framed: 1 if ports or loads are on it, so that its frame is needed
BODY = record("mass J", "framed", J=(3, 3))
# On a body that bends s is where the port is now, in private memory, and rest where it is at rest; shape: first of the rows of
# `shapes` by which it moves (a direction: turns), else -1; way: first of the rows of `ways`, how it moves by them now
PORT = record("s rest", "body direction shape way", s=(3,), rest=(3,))
# bodies that bend, see bodies/flexible.py: how many shapes, first of the tables of shapes and of pairs of shapes
MODAL = record("", "body modes first pair")
# a shape: frequency times root of the mass, damping, int Phi, int s Phi^T; cubic: first entry of its stress stiffness, -1: none
MODE = record("stiffness damping N P1", "cubic", N=(3,), P1=(3, 3))
# two shapes k, l: int Phi_k.Phi_l, int Phi_k Phi_l^T and what stiffening adds, int Phi_l x Phi_k, second order of int Phi
MODE_PAIR = record("mass P2 turn pull", P2=(3, 3), turn=(3,), pull=(3,))
# block: first entry of the measure's Jacobian blocks; slot[i]: block (0..n_blocks-1) of port i, -1 on ground;
# pair[k, l]: index of the body-pair block that holds products of blocks k and l; listed: in the list of pins or spots
MEASURE = record(
    "offset", "kind port slot block n_blocks pair coordinate turn listed", port=(4,), slot=(4,), pair=(4, 4)
)
# the two measures most joints are made of, as short lists: a slide along ground axis `axis` between points a and b, and
# (axis -1) an align of directions a and b; only the rotation part of their Jacobians ever changes
PIN_ENTRY = record("", "measure axis a b body_a body_b block_a block_b")
# measure: the row is this measure (plus a function of time) and shares its Jacobian blocks; -1: a combination with
# blocks of its own. weight: (G M^-1 G^T)_rr at the start, the natural scale of the row. augmented: holds a massless body.
# own: computed by the kind of the system, not from measures. active: 1, or 0 for a dormant row: it holds nothing, its blocks,
# value, rate and bias are zero, and -weight on its diagonal keeps its multiplier at zero; it has blocks of its own.
# looped: 1, or 0 for a row that cannot depend on others whatever the position, see system/loops.py, or 2 for a spare one: it
# follows from the others everywhere, and is left to them, see run/redundancy.py
ROW = record("constant weight", "level measure term n_terms block n_blocks function augmented own active looped")
# a block pair of a row that holds a massless body, see tangent.augment
AUGMENT = record("", "row block other body pair")
# slot[k]: which block of the row receives block k of the measure; read, read_rate: the function of the row reads its value,
# its rate (velocity level)
TERM = record("coefficient", "measure read read_rate slot", slot=(4,))
LAW = record("stiffness damping rest constant", "measure function")
# a scalar force (or torque) along direction d, at point s of a body; d in ground axes, or in body axes if it follows
# rest, rest_d, shape, way: as of ports; turns: rows of `shapes` by which its marker turns; -1 if its body does not bend
LOAD = record(
    "constant s d rest rest_d",
    "body torque follow function pair block shape turns way",
    **dict.fromkeys(("s", "d", "rest", "rest_d"), (3,)),
)
# a point of integration of an elastic element between 2 or 3 bodies, sections of a beam, see bodies/beams_planar.py: its
# weight, shape functions and slopes of the sections, stiffness and damping of the section (in the plane of the first three
# strains only), strains at rest; pair[i, j]: the body-pair block of sections i and j
ELEMENT = record(
    "weight shape slope rest stiffness damping",
    "nodes body damped pair",
    **dict(shape=(3,), slope=(3,), rest=(6,), stiffness=(6, 6), damping=(6, 6), body=(3,), pair=(3, 3)),
)
# a section with directors in space, see bodies/ancf_spatial.py: the square of the frequency of its own motions, damping [s]
SECTION = record("stiffness damping", "body")
# mass that couples the velocities of bodies a and b, and in the plane a moment their spins, see bodies/links.py; ab, ba: their
# body-pair blocks. Then the factor L D L^T of the linked part of the mass matrix: pivots D (block: mass without links) of
# velocity `at`, entries of L by columns
LINK = record("mass moment", "a b ab ba")
MASS_PIVOT = record("block value", "at")
MASS_LOWER = record("value", "row column")
# a strain of a beam as a measure, at one or two points of elements with two or three nodes, see bodies/gauges.py;
# slot: block of the measure for each section
GAUGE = record(
    "weights rest shape slope",
    "measure points nodes pulls body slot",
    **dict.fromkeys(("weights", "rest"), (2, 6)),
    **dict.fromkeys(("shape", "slope", "body", "slot"), (2, 3)),
)
# a stress at a node of a body that bends as a measure, see bodies/spots.py; what: place in its NAMES; normal, shear: first of
# the rows of `shapes` with xx, yy, zz and xy, yz, zx by each shape
SPOT = record("", "measure block body what normal shear")
STATE = record("", "function differential")
# crossing of a measure, or of a function: smooth 1 if its rate follows from those of t and the measures;
# direction 1 rising, -1 falling, 0 both; restitution of an impact along that measure, if that is all it does, else -1
EVENT = record("value restitution", "measure function smooth direction")
# one block of a row in the saddle matrix; where it stands: row_place, column_place
ROW_BLOCK = record("", "row block body")
# one derivative of a function and the matrix entries (target x source) that it feeds; see tangent.couple.
# row >= 0: the second derivative of that row's function by inputs `input` and `other`, times its multiplier.
# target_n = 0: the target is an extra state; source_n = 0: the source is an extra state or a multiplier
COUPLE = record(
    "", "function row input other source target_block target_n source_block source_n pair place", pair=(4, 4)
)


# Every array that kernels see, in one list: dtype and number of dimensions. First the frozen tables of a System ...
TABLES: dict[str, tuple[np.dtype, int]] = {
    "bodies": (BODY, 1),
    "ports": (PORT, 1),
    "measures": (MEASURE, 1),
    "pins": (PIN_ENTRY, 1),
    "block_body": (_INT, 1),  # body of each Jacobian block
    "rows": (ROW, 1),
    "terms": (TERM, 1),
    "laws": (LAW, 1),
    "loads": (LOAD, 1),
    "elements": (ELEMENT, 1),
    "sections": (SECTION, 1),
    "links": (LINK, 1),
    "mass_pivots": (MASS_PIVOT, 1),
    "mass_lower": (MASS_LOWER, 1),
    "gauges": (GAUGE, 1),
    "spots": (SPOT, 1),
    "states": (STATE, 1),
    "events": (EVENT, 1),
    "augment": (AUGMENT, 1),
    "modal": (MODAL, 1),
    "mode_start": (_INT, 1),  # (nb + 1,) first shape of each body, where bodies bend
    "modes": (MODE, 1),
    "mode_pairs": (MODE_PAIR, 1),
    "cubic": (_FLOAT, 1),  # stress stiffness of shapes, row by row
    "shapes": (_FLOAT, 2),  # (.., 3)
    "shape_bends": (_INT, 1),  # of each of them: first row of its second order in bends, -1: none
    "bends": (_FLOAT, 2),  # (.., 3) by the pair with each shape of the body
    "bent_ports": (_INT, 1),  # ports and loads on bodies that bend
    "bent_loads": (_INT, 1),
    "gravity": (_FLOAT, 1),  # (3,) [m/s2]
    "generated": (_INT, 1),  # Lagrangian systems: address of the generated code, sizes; see bodies/lagrangian
    "constants": (_FLOAT, 1),  # and the values of their parameters
    # user functions as tapes
    "code": (_INT, 2),
    "const": (_FLOAT, 1),
    "pointers": (_INT, 1),
    "start": (_INT, 1),
    "couples": (COUPLE, 1),
    "couple_place": (_INT, 1),
    # static pattern of the Newton matrix, in elimination order
    "row_start": (_INT, 1),  # (n + 1,) first entry of each row
    "diagonal": (_INT, 1),  # (n,) entry of the pivot
    "column": (PLACE, 1),  # (nnz,)
    "target": (PLACE, 1),  # entries updated by the elimination, in order
    "lower": (PLACE, 2),  # (3, nL) entries of L by columns: rows, columns, entries
    "upper": (PLACE, 2),  # (3, nU) entries of U by columns, last column first
    "place": (_INT, 1),  # (n,) unknown -> position in elimination order
    "pair_place": (PLACE, 3),  # (n_pairs, nvb, nvb) entry of each number of a body-pair block (nnz: structurally zero)
    "pair_body": (_INT, 2),  # (n_pairs, 2)
    "row_blocks": (ROW_BLOCK, 1),
    "row_place": (PLACE, 2),  # (n_row_blocks, nvb) entries of G, and of G^T
    "column_place": (PLACE, 2),
    "mass_values": (_FLOAT, 1),  # (nnz + 1,) the mass matrix alone in this pattern
    # panels of large systems: runs of pivots whose rows of U end in the same columns (system/panels.py); empty for small ones
    "panel_start": (_INT, 1),  # (n + 1,) first entry of each row of U
    "panel_end": (_INT, 1),  # (n,) behind the last pivot of the panel of each
    "panel_column": (PLACE, 1),
    "reach_start": (_INT, 1),  # (n + 1,) of the panels that have entries in the column of each pivot ..
    "reach": (_INT, 1),  # .. their first pivots
    "lower_panel": (PLACE, 1),  # (nL,), (nU,) where the entries of `lower` and `upper` stand there
    "upper_panel": (PLACE, 1),
}
# ... then the scratch memory of one run; nothing in it outlives a call except the factors
WORK: dict[str, tuple[np.dtype, int]] = {
    "R": (_FLOAT, 3),  # (nb, 3, 3) rotation matrices; planar: cos, sin in [b, 0, 0], [b, 1, 0]
    "P": (_FLOAT, 2),  # (np, 3) port positions
    "Pd": (_FLOAT, 2),  # (np, 3) port velocities
    "grad": (_FLOAT, 3),  # (nm, 4, 3) gradient of each measure on its ports
    "x": (_FLOAT, 1),  # (nm,) values of the measures
    "xd": (_FLOAT, 1),  # (nm,) rates
    "xb": (_FLOAT, 1),  # (nm,) bias: xddot = J vdot + xb
    "J": (_FLOAT, 2),  # (n_blocks, nvb) Jacobian blocks of measures, composite rows and loads
    "Jt": (_FLOAT, 2),  # (n_blocks, nvb) d(J v)/dq of measures
    "g": (_FLOAT, 1),  # (m,) position rows
    "rate": (_FLOAT, 1),  # (m,) velocity rows
    "gamma": (_FLOAT, 1),  # (m,) right side of the acceleration rows
    "element": (_FLOAT, 2),  # (n_elements, 28) strains of beam elements, then what else their points need
    "section_q": (_FLOAT, 1),  # (nq,), (nv,) positions and velocities that they are asked at; empty without them
    "section_v": (_FLOAT, 1),
    "section_frame": (_FLOAT, 2),  # of sections with directors in space, see bodies/ancf_spatial.py; empty without them
    "section_pair": (_FLOAT, 3),  # (n_pairs, 6, 6) stiffness, then damping of elements by turns of the sections
    "section_damping": (_FLOAT, 3),
    "section_row": (_FLOAT, 2),  # (4, 6) scratch: J and d(J v)/dq of a strain by turns
    "section_rate": (_FLOAT, 2),
    "turned": (_FLOAT, 2),  # (3, 7 nb)
    "section_energy": (_FLOAT, 1),  # (1,) their energy, or the power that they damp
    "force": (_FLOAT, 1),  # (nv,) generalised forces without constraint forces
    "k": (_FLOAT, 1),  # (nw,) rates of the extra states
    "residual": (_FLOAT, 1),  # (nv + nw + m,)
    "step": (_FLOAT, 1),  # (nv + nw + m,) solution of the linear system
    "Z": (_FLOAT, 1),  # inputs of user functions (t, x, xdot, w, lam); x and xd are views of it
    "DZ": (_FLOAT, 1),
    "registers": (_FLOAT, 2),
    "pair": (_FLOAT, 3),  # (n_pairs, nvb, nvb)
    "values": (_FLOAT, 1),  # (nnz + 1,) matrix, then factors
    # factors ready for the solves, by columns, without the dependent rows that are left out; how many in `used`
    "L": (_FLOAT, 1),
    "L_row": (PLACE, 1),
    "L_column": (PLACE, 1),
    "U": (_FLOAT, 1),  # rows divided by their pivots
    "U_row": (PLACE, 1),
    "U_column": (PLACE, 1),
    "used": (_INT, 1),  # (2,) entries of L and U
    "panels": (_FLOAT, 1),  # U by panels, and scratch for it
    "panel_seen": (_INT, 1),
    "panel_sums": (_FLOAT, 1),
    "weights": (_FLOAT, 1),  # (m,) what -eps stands with on the diagonal of the rows: W, see also tangent.weigh_rows
    "left_out": (_INT, 1),  # (n,) 1 for an unknown (in elimination order) that the solves leave out
    "pivot": (_FLOAT, 1),  # (n,) inverse pivots
    "least_pivot": (_FLOAT, 1),  # (n,) pivots below this belong to redundant rows, where these are left out
    "ordered": (_FLOAT, 1),  # (n,) right side in elimination order
    "chart": (_FLOAT, 3),  # (nb, 3, 3) inverse of the chart map, for the rotation columns
    "chart_rate": (_FLOAT, 3),  # (nb, 3, 3) scratch
    "C": (_FLOAT, 2),  # (4, 4) pair coefficients of one measure
    "H": (_FLOAT, 2),  # (4, nvb) blocks of d log r of one angle
    # rank-safe solve (empty matrices for very large models) and projections
    "B": (_FLOAT, 2),  # (m, nv) scaled rows times L^-T, M = L L^T
    "V": (_FLOAT, 2),  # (m, m)
    "sigma": (_FLOAT, 1),  # (m,)
    "m1": (_FLOAT, 1),  # (m,) scratch
    "m2": (_FLOAT, 1),
    "mu": (_FLOAT, 1),
    "old": (_FLOAT, 1),
    "f": (_FLOAT, 1),  # (nv,) scratch
    "u": (_FLOAT, 1),
    "moved": (_FLOAT, 1),  # (nq,)
    "dense": (_FLOAT, 2),  # (nv, nv) Cholesky factor of the (augmented) mass matrix, if not one of small blocks
    "parameters": (_FLOAT, 2),  # (nb + 2, 4) Euler parameters of each body, and scratch; empty in other coordinates
    "eta": (_FLOAT, 1),  # (n_modes,) elastic coordinates [m]
    "ways": (_FLOAT, 2),  # (.., 3) d(port or load)/d eta, in body axes
    "mode_strain": (_FLOAT, 1),  # (n_modes,) e with elastic energy e.e/2, and the gradient of that
    "mode_force": (_FLOAT, 1),
    # of shapes: int Phi, int r x Phi, int Phi r^T
    "mode_N": (_FLOAT, 2),
    "mode_C": (_FLOAT, 2),
    "mode_E": (_FLOAT, 3),
    "modal_S": (_FLOAT, 2),  # of bodies that bend: int r, moments of inertia
    "modal_J": (_FLOAT, 3),
    "modal_mass": (_FLOAT, 3),  # (1, nvb, nvb) mass matrix of one of them
    "a": (_FLOAT, 1),  # (nv,) accelerations at which the tangent is taken, where the mass matrix varies
    "mass": (_FLOAT, 2),  # (nv, nv) a mass matrix that varies
    "symbols": (_FLOAT, 1),  # inputs, directions and outputs of generated code
    "opened": (_FLOAT, 1),  # (m,) largest opening of each position row in all states that were reported
    "flags": (_FLOAT, 1),  # (N_FLAGS,) switches of the rank-safe solve, see below
}
# ... and functions that are asked by address, which hold for this process only
CALLS: dict[str, tuple[np.dtype, int]] = {
    "elements_at": (_INT, 1),  # (1,) of the elements of beams, see bodies/elements.py
    "panels_at": (_INT, 1),  # (1,) of the factorisation by panels, see panels.py
}
