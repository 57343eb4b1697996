"""What a step of the continuous Galerkin method knows, and its equations at the points of quadrature; see method.py.

nodes_v: V, rates of positions at the k Gauss points; nodes_x: (rates of momenta, rates of extra states, multipliers) there;
nodes_r: residuals; nodes_du: V less the tested velocities; nodes_u: momenta at the Gauss points (n = k).
Theory: docs/theory/galerkin.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.port import ask, ask_canonical
from jourdain.kernels.vectors import add_times, copy, copy_matrix, fill, put

A, B, C, P = range(4)  # variants
NODES, WEIGHTS, TIMES, QUADRATURE, INVERSE = 0, 1, 2, 3, 4  # rows of the tableau; then integrals, values, test


@inner
def degree(mo: Any) -> int:
    return mo.own.degree


@inner
def first_integral(mo: Any) -> int:
    """First row of the integrals of the basis to the points; `points` rows of values and `degree` of test follow."""
    return INVERSE + mo.own.degree


@inner
def at_nodes(mo: Any) -> bool:
    """The points are the nodes: velocities there are V themselves, and momenta follow from them."""
    return mo.own.points == mo.own.degree and mo.own.variant != A


@inner
def stand(mo: Any, l: int, h: float) -> None:
    """Positions, extra states and multipliers at point l."""
    n, nv, nw = mo.own.points, mo.v.shape[0], mo.w.shape[0]
    row = first_integral(mo) + l
    moved(mo, mo.tableau[row], mo.nodes_v, 0, mo.q, h, mo.q_new)
    moved(mo, mo.tableau[row], mo.nodes_x, nv, mo.w, h, mo.w_new)
    for j in range(mo.lam.shape[0]):
        total = 0.0
        for i in range(degree(mo)):
            total += mo.tableau[row + n, i] * mo.nodes_x[i, nv + nw + j]
        mo.lam_new[j] = total


@inner
def moved(mo: Any, weights: Any, nodes: Any, first: int, start: Any, h: float, out: Any) -> None:
    """out = start + h sum_i weights[i] nodes[i, first:]."""
    for j in range(out.shape[0]):
        total = 0.0
        for i in range(degree(mo)):
            total += weights[i] * nodes[i, first + j]
        out[j] = start[j] + h * total


@inner
def tested(mo: Any, row: int, nodes: Any, out: Any) -> None:
    """out = sum_i tableau[row, i] nodes[i]."""
    for j in range(out.shape[0]):
        total = 0.0
        for i in range(degree(mo)):
            total += mo.tableau[row, i] * nodes[i, j]
        out[j] = total


@inner
def _velocity_at(mo: Any, l: int, t: float, h: float) -> None:
    """v_new at point l from the momenta there."""
    moved(mo, mo.tableau[first_integral(mo) + l], mo.nodes_x, 0, mo.p_start, h, mo.p_new)
    copy(mo.points_v[l], mo.v_new)
    ask_canonical(mo, port.VELOCITY_OF, t)
    copy(mo.v_new, mo.points_v[l])


@inner
def _rows_at(mo: Any, l: int, t: float) -> None:
    """turned = what is tested of the rows at point l: their change (A, B), or their rates for q' (C, P)."""
    row = first_integral(mo) + mo.own.points + l
    tested(mo, row, mo.nodes_v, mo.u)
    if mo.own.variant <= B:
        tested(mo, row, mo.nodes_x, mo.z_new)
        ask_canonical(mo, port.ROWS_CHANGE, t)
        return
    copy(mo.v_new, mo.z)
    copy(mo.u, mo.v_new)
    ask(mo, port.VELOCITIES, t)
    copy(mo.z, mo.v_new)
    copy(mo.rate, mo.turned)


@inner
def residuals(mo: Any, t: float, h: float) -> None:
    """Equations of motion, of extra states and of rows, tested; nodes_du = V - tested velocities."""
    k, n = degree(mo), mo.own.points
    nv, nw, m = mo.v.shape[0], mo.w.shape[0], mo.lam.shape[0]
    collocated = at_nodes(mo)
    later = collocated and m > 0 and mo.own.variant == B  # the change of rows needs the rates of all momenta
    first = first_integral(mo) + 2 * n
    mo.nodes_r[:] = 0.0
    for i in range(k):
        for j in range(nv):
            mo.nodes_du[i, j] = 0.0 if collocated else mo.nodes_v[i, j]
    for l in range(n):
        time = t + mo.tableau[TIMES, l] * h
        stand(mo, l, h)
        ask(mo, port.POSITIONS, time)
        if collocated:
            copy(mo.nodes_v[l], mo.v_new)
        else:
            _velocity_at(mo, l, time, h)
        if m > 0 and not later:
            _rows_at(mo, l, time)
        ask_canonical(mo, port.CANONICAL, time)
        if collocated:
            copy(mo.p_new, mo.nodes_u[l])
        for i in range(k):
            weight = mo.tableau[first + i, l]
            if weight == 0.0:
                continue
            for j in range(nv):
                mo.nodes_r[i, j] += weight * mo.canonical[j]
                if not collocated:
                    mo.nodes_du[i, j] -= weight * mo.v_new[j]
            for j in range(nw):
                mo.nodes_r[i, nv + j] += weight * mo.k[j]
            for j in range(m if not later else 0):
                mo.nodes_r[i, nv + nw + j] += weight * mo.turned[j]
    if collocated:
        momentum_rates(mo, h)
    for l in range(n if later else 0):
        time = t + mo.tableau[TIMES, l] * h
        stand(mo, l, h)
        ask(mo, port.POSITIONS, time)
        copy(mo.nodes_v[l], mo.v_new)
        _rows_at(mo, l, time)
        put(mo.turned, mo.nodes_r[l], nv + nw)
    for i in range(k):
        for j in range(nv + nw):
            mo.nodes_r[i, j] = mo.nodes_x[i, j] - mo.nodes_r[i, j]


@inner
def momentum_rates(mo: Any, h: float) -> None:
    """Rates of the momenta at the nodes from the polynomial through the start and the momenta there, nodes_u."""
    k = degree(mo)
    for i in range(k):
        for j in range(mo.v.shape[0]):
            total = 0.0
            for l in range(k):
                total += mo.tableau[INVERSE + i, l] * (mo.nodes_u[l, j] - mo.p_start[j])
            mo.nodes_x[i, j] = total / h


@inner
def predict(mo: Any, first: float, scale: float) -> None:
    """Rates and multipliers at the nodes from the polynomials of the last step, at first + scale c of it; or from its start."""
    k, nv = degree(mo), mo.v.shape[0]
    if mo.own.predicted == 0:
        for i in range(k):
            copy(mo.v, mo.nodes_v[i])
            copy(mo.nodes_x[k], mo.nodes_x[i])
        return
    copy_matrix(mo.nodes_v, mo.nodes_u)
    copy_matrix(mo.nodes_x, mo.nodes_r)
    for i in range(k):
        z = first + scale * mo.tableau[NODES, i]
        whole = 1.0  # of the velocity at the start of the new step, which stands at `first`
        for l in range(k):
            whole *= (z - mo.tableau[NODES, l]) / (first - mo.tableau[NODES, l])
        for j in range(nv):
            mo.nodes_v[i, j] = whole * mo.v[j]
        fill(mo.nodes_x[i], 0.0)
        for l in range(k):
            weight = 1.0
            for r in range(k):
                if r != l:
                    weight *= (z - mo.tableau[NODES, r]) / (mo.tableau[NODES, l] - mo.tableau[NODES, r])
            with_start = weight * (z - first) / (mo.tableau[NODES, l] - first)
            add_times(with_start, mo.nodes_u[l], mo.nodes_v[i])
            add_times(weight, mo.nodes_r[l], mo.nodes_x[i])
