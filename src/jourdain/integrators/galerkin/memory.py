"""What the continuous Galerkin method remembers and works with."""

from __future__ import annotations

from jourdain.kernels.motion import COMPLEX, FLOAT, INT, declare_method, record

_NODES = {f"nodes_{name}": (FLOAT, 2) for name in ("x", "u", "du", "v", "r")}  # (k + 1, ..), see points.py
_VECTORS = {name: (FLOAT, 1) for name in ("p", "v_end", "p_begin", "p_start", "y_start", "y_coarse")}
galerkin_at = declare_method(
    "galerkin",
    # ratio: this step over the last; variant: of this step, chosen: of all where nothing is singular, see points.py;
    # metric: see method.py; of_v: the mass depends on velocities; regular_mass: no motion is without it;
    # passing: an explicit step; ahead: is a singular position near the end of the step
    record(
        "ratio last_h before_h", "variant chosen metric predicted degree points of_v regular_mass doubled passing ahead"
    ),
    tableau=(FLOAT, 2),
    mix=(COMPLEX, 2),  # (2 slots, k) to the eigenbasis, and back
    mu=(FLOAT, 1),  # (m,) of variant P, a step earlier, and the impulse that closes the rows at the end
    mu_before=(FLOAT, 1),
    impulse=(FLOAT, 1),
    points_v=(FLOAT, 2),  # (n, nv) velocities at the points of quadrature
    rows_start=(FLOAT, 2),  # (m, nv) G at the start of a step, and K with K^T K = (G M^-1 G^T)^-1 there
    factor_start=(FLOAT, 2),
    unknowns=(FLOAT, 2),  # (3 + MIXED, ..) all unknowns of a step and their corrections, see mixing.py
    corrections=(FLOAT, 2),
    newton=(FLOAT, 2),  # (N, N) matrix of all unknowns of a step, see newton.py; empty for large systems
    newton_x=(FLOAT, 1),
    newton_exchange=(INT, 1),
    gauss=(FLOAT, 2),  # (k, k) A of the Gauss method, and A A
    gauss_twice=(FLOAT, 2),
    kicks=(FLOAT, 2),  # (m, nv) velocities of the columns of N at the start of a step
    **_NODES,
    **_VECTORS,
)
