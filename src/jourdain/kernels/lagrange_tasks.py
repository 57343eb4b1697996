"""What the machine code of a Lagrangian is asked, and where things stand in its memory.

The code is a C function int64 f(int64 task, double t, double h, int64 address); t and h are not read. At the address stand

    X (nx): t, q (n), v (n), a (n), lam (mp + ma), parameters        dX (nx): a direction for X        Y (ny): the answer

with mp rows at position level Phi(q, t) = 0, then ma rows at velocity level A(q, t) v + b(q, t) = 0, and G = (Phi_q; A).
Equations of motion: M a = h + G^T lam. The answer 0 says done, 1 that the task is not known.
"""

from __future__ import annotations

(
    POSITIONS,  # Phi (mp), then G (mp + ma, n) row by row
    MASS,  # M = L_vv (n, n)
    FORCES,  # h = L_q - L_vq v - L_vt + Q - D_v (n)
    RATES,  # Phi_t, b (mp + ma): the rates of the rows are G v + these
    BIASES,  # gamma (mp + ma): G a = gamma along a motion
    ENERGY,  # kinetic, potential, power of dampers, power applied, then p (n)
    RESIDUAL_ALONG,  # derivative along dX of M a - h - G^T lam (n); t, q, v, a and lam may move
    CANONICAL,  # p = L_v (n), F = L_q + Q - D_v (n): dp/dt = F + G^T lam
    CANONICAL_ALONG,  # derivative along dX of p (n), F + G^T lam (n), and of the rates of the rows (mp + ma)
) = range(9)
N_TASKS = 9
