"""The multirate Runge-Kutta method MRI-GARK-ERK45a, of order 4.

A. Sandu, A class of multirate infinitesimal GARK methods, SIAM Journal on Numerical Analysis 57 (2019). Rates of what is slow
are asked at c_i = i/5; between c_i and c_(i+1) the fast side is driven by CONSTANT_ij + CHANGE_ij s of rate j, s = 0 .. 1.
"""

from __future__ import annotations

import numpy as np

STAGES = 5
# the matrices Gamma^0 and Gamma^1 of the paper, over c_(i+1) - c_i
CONSTANT = 5.0 * np.array(
    [
        [1 / 5, 0, 0, 0, 0],
        [-53 / 16, 281 / 80, 0, 0, 0],
        [-36562993 / 71394880, 34903117 / 17848720, -88770499 / 71394880, 0, 0],
        [-7631593 / 71394880, -166232021 / 35697440, 6068517 / 1519040, 8644289 / 8924360, 0],
        [277061 / 303808, -209323 / 1139280, -1360217 / 1139280, -148789 / 56964, 147889 / 45120],
    ]
)
CHANGE = 5.0 * np.array(
    [
        [0, 0, 0, 0, 0],
        [503 / 80, -503 / 80, 0, 0, 0],
        [-1365537 / 35697440, 4963773 / 7139488, -1465833 / 2231090, 0, 0],
        [66974357 / 35697440, 21445367 / 7139488, -3, -8388609 / 4462180, 0],
        [-18227 / 7520, 2, 1, 5, -41933 / 7520],
    ]
)
