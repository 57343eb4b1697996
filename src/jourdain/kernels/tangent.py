"""The Newton matrix of the equations of motion, assembled into the static pattern of the saddle point system.

[ cM M + cD D + cK K A^-1     cW (..)     G^T + L ]      unknowns: accelerations, extra rates, -multipliers
[ ..                          E - cW k_w  ..      ]      K = d(M a - h - G^T lam)/dq per body-frame increment
[ G A^-1                      0           -eps W  ]      D = -dh/dv,  L = -dh/dlam,  A: chart, W: row weights
                                                         (dormant rows: G = 0 and -W)

Rows that hold massless bodies are added to the first line, times G^T W^-1: see augment.
Theory: docs/theory/measures.md and docs/theory/sparse-lu.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.equations import (
    function_curvature,
    function_slope,
    law_force,
    load_force,
    second_order,
    term_factor,
)
from jourdain.kernels.kinds import (
    apply_chart,
    column,
    curved,
    load_stiffness,
    mass_block,
    own_row_tangent,
    own_stiffness,
    span,
    varying_mass,
)
from jourdain.kernels.measures import PIN, against, clear_blocks, pin_stiffness, rates, stiffness
from jourdain.kernels.tables import IN_MULTIPLIER, IN_RATE, IN_STATE, IN_VALUE, POSITION, SPARE, VELOCITY
from jourdain.kernels.vectors import copy


@inner
def _outer(kind: Any, s: Any, pairs: Any, f: float, J: Any, block: int, n: int, J2: Any, block2: int, n2: int) -> None:
    """s.pair += f J^T J2 over the blocks of two covectors."""
    K = s.pair
    for k in range(n):
        for l in range(n2):
            p = pairs[k, l]
            for c in range(span(kind, s, s.block_body[block + k])):
                x = f * J[block + k, c]
                for d in range(span(kind, s, s.block_body[block2 + l])):
                    K[p, c, d] += x * J2[block2 + l, d]


@inner
def _slope(couple: Any, s: Any, lam: Any, probe: float) -> float:
    """The derivative behind a couple. When the pattern is probed, every derivative counts as non-zero."""
    if probe == 1.0:
        return 1.0
    if couple.row >= 0:
        return lam[couple.row] * function_curvature(s, couple.function, couple.input, couple.other)
    return function_slope(s, couple.function, couple.input)


@inner
def _couples_stiffness(kind: Any, s: Any, lam: Any, probe: float) -> None:
    """Stiffness of user functions acting on measures and loads."""
    for i in range(s.couples.shape[0]):
        c = s.couples[i]
        if c.target_n == 0 or c.source_n == 0 or c.row >= 0:
            continue
        f = _slope(c, s, lam, probe)
        J2 = s.J if c.source == IN_VALUE else s.Jt
        _outer(kind, s, c.pair, -f, s.J, c.target_block, c.target_n, J2, c.source_block, c.source_n)


@leaf
def charted(kind: Any, J: Any, row: int, chart: Any, body: int, column: int) -> float:
    """An entry of a Jacobian block per chart increment: rotation columns times the inverse chart map."""
    if not curved(kind) or column < 3 or column >= 6:
        return J[row, column]
    total = 0.0
    for d in range(3):
        total += J[row, 3 + d] * chart[body, d, column - 3]
    return total


@inner
def _couples_rest(kind: Any, s: Any, lam: Any, cD: float, cK: float, cW: float, probe: float) -> None:
    """Damping of user functions, and their entries in rows and columns of extra states and multipliers."""
    values, place = s.values, s.couple_place
    for i in range(s.couples.shape[0]):
        c = s.couples[i]
        f = _slope(c, s, lam, probe)
        p = c.place
        if c.target_n > 0 and c.source_n > 0:
            if c.source == IN_RATE:
                _outer(kind, s, c.pair, -cD * f, s.J, c.target_block, c.target_n, s.J, c.source_block, c.source_n)
        elif c.target_n > 0:
            scale = -cW * f if c.source == IN_STATE else f
            for k in range(c.target_n):
                for d in range(span(kind, s, s.block_body[c.target_block + k])):
                    values[place[p]] += scale * s.J[c.target_block + k, d]
                    p += 1
        elif c.source_n > 0:
            for k in range(c.source_n):
                body = s.block_body[c.source_block + k]
                for d in range(span(kind, s, body)):
                    if c.source == IN_RATE:
                        part = cD * s.J[c.source_block + k, d] + cK * charted(
                            kind, s.Jt, c.source_block + k, s.chart, body, d
                        )
                    else:
                        part = cK * charted(kind, s.J, c.source_block + k, s.chart, body, d)
                    values[place[p]] -= f * part
                    p += 1
        else:
            values[place[p]] += f if c.source == IN_MULTIPLIER else -cW * f


@inner
def dense_rows(kind: Any, s: Any, G: Any) -> None:
    """G (m, nv)."""
    G[:] = 0.0
    for r in range(s.rows.shape[0]):
        against(kind, s, s.rows[r], s.J, 1.0, G[r])


@inner
def row_stiffness(kind: Any, s: Any, y: Any, scale: float, probe: float) -> None:
    """s.pair += scale d(G^T y)/dq at fixed y (m,), in body-pair blocks. Needs positions()."""
    rows, terms, measures, ports, grad, pair = s.rows, s.terms, s.measures, s.ports, s.grad, s.pair
    for r in range(rows.shape[0]):
        m = rows[r].measure
        if rows[r].active == 0 and probe == 0.0:
            continue
        if m >= 0 and measures[m].kind == PIN:  # most rows of most machines: without the detour
            pin_stiffness(kind, s, measures[m], m, scale * y[r], ports, grad, pair)
            continue
        for i in range(rows[r].term, rows[r].term + rows[r].n_terms):
            f = scale if probe == 1.0 else scale * term_factor(s, rows[r], terms[i])
            stiffness(kind, s, terms[i].measure, f * y[r])
    for i in range(s.couples.shape[0]):  # second derivatives of rows that are functions
        c = s.couples[i]
        if c.row >= 0 and (rows[c.row].active == 1 or probe == 1.0):
            f = scale * _slope(c, s, y, probe)
            _outer(kind, s, c.pair, f, s.J, c.target_block, c.target_n, s.J, c.source_block, c.source_n)


@inner
def row_tangent(kind: Any, s: Any, y: Any) -> None:
    """s.Jt[blocks of each row] = d(G y)/dq at fixed y (nv,); of velocity rows d(G y + b)/dq, as b may depend on positions.

    Needs positions(); overwrites s.xd with the rates J y.
    """
    rows, terms = s.rows, s.terms
    rates(kind, s, y)
    second_order(kind, s, y)
    for r in range(rows.shape[0]):
        row = rows[r]
        if row.measure >= 0 or row.own == 1:
            continue  # the row is its measure, or the kind knows
        clear_blocks(kind, s, row, s.Jt)
        if row.active == 0:
            continue
        for i in range(row.term, row.term + row.n_terms):
            f = term_factor(s, row, terms[i])
            turning = 0.0  # sum_j F_ij (J_j y): how the factor of this measure changes
            if terms[i].read == 1 and row.level == VELOCITY:
                turning = function_slope(s, row.function, 1 + terms[i].measure)  # F is linear in the rates J y
            elif terms[i].read == 1:
                for j in range(row.term, row.term + row.n_terms):
                    if terms[j].read == 1:
                        zi, zj = 1 + terms[i].measure, 1 + terms[j].measure
                        turning += function_curvature(s, row.function, zi, zj) * s.xd[terms[j].measure]
            block = s.measures[terms[i].measure].block
            for k in range(s.measures[terms[i].measure].n_blocks):
                for c in range(span(kind, s, s.block_body[block + k])):
                    s.Jt[row.block + terms[i].slot[k], c] += f * s.Jt[block + k, c] + turning * s.J[block + k, c]
    own_row_tangent(kind, s, y)


@inner
def stiffness_blocks(kind: Any, s: Any, v: Any, lam: Any, probe: float) -> None:
    """s.pair += K = d(M a - h - G^T lam)/dq in body-pair blocks. Needs positions() and forces()."""
    if kind.rates == 2:  # damping forces change with the positions, too
        second_order(kind, s, v)
    own_stiffness(kind, s, v, lam, probe)
    row_stiffness(kind, s, lam, -1.0, probe)
    for i in range(s.laws.shape[0]):
        law = s.laws[i]
        f = 1.0 if probe == 1.0 else law_force(s, law)
        stiffness(kind, s, law.measure, -f)
        m = s.measures[law.measure]
        _outer(kind, s, m.pair, law.stiffness, s.J, m.block, m.n_blocks, s.J, m.block, m.n_blocks)
        _outer(kind, s, m.pair, law.damping, s.J, m.block, m.n_blocks, s.Jt, m.block, m.n_blocks)
    for i in range(s.loads.shape[0]):
        f = 1.0 if probe == 1.0 else load_force(s, s.loads[i])
        load_stiffness(kind, s.loads[i], s, f, s.pair)
    _couples_stiffness(kind, s, lam, probe)


@inner
def assemble(
    kind: Any, s: Any, v: Any, lam: Any, cM: float, cD: float, cK: float, cW: float, eps: float, probe: float
) -> None:
    """s.values = the matrix above, ready to be factored. With cK = 0 neither K nor the chart enters."""
    s.pair[:] = 0.0
    s.values[:] = 0.0
    if cK != 0.0:
        stiffness_blocks(kind, s, v, lam, probe)
        chart, bodies, pair = s.chart, s.pair_body, s.pair
        for p in range(pair.shape[0]):
            apply_chart(kind, chart, bodies[p, 1], pair, p, cK)
    if cD != 0.0:
        for i in range(s.laws.shape[0]):
            law = s.laws[i]
            m = s.measures[law.measure]
            _outer(kind, s, m.pair, cD * law.damping, s.J, m.block, m.n_blocks, s.J, m.block, m.n_blocks)
    if cD != 0.0 or cW != 0.0:  # index-1 solves take the functions as given
        _couples_rest(kind, s, lam, cD, cK, cW, probe)
    mass_block(kind, s, v, cM, cD)
    augment(kind, s, cK != 0.0)
    _scatter_pairs(kind, s)
    _scatter_rows(kind, s, cK != 0.0, eps)
    n = s.force.shape[0]
    for i in range(s.states.shape[0]):
        s.values[s.diagonal[s.place[n + i]]] += 1.0 if cW == 0.0 else s.states[i].differential
    _regularise_rows(s, n + s.states.shape[0], eps)


@inner
def assemble_index1(kind: Any, s: Any, v: Any, eps: float) -> None:
    """s.values = [M, G^T; G, -eps W]: the mass matrix of bodies never changes, only the rows do."""
    copy(s.mass_values, s.values)
    if varying_mass(kind) or s.augment.shape[0] > 0:
        s.pair[:] = 0.0
        if varying_mass(kind):
            mass_block(kind, s, v, 1.0, 0.0)
        augment(kind, s, False)
        _scatter_pairs(kind, s)
    _scatter_rows(kind, s, False, eps)
    _regularise_rows(s, s.force.shape[0] + s.states.shape[0], eps)


@leaf
def softness(s: Any, r: int, eps: float) -> float:
    """What stands of the weight of row r, times -1, on its diagonal: nothing where it cannot depend on others."""
    row = s.rows[r]
    if row.active == 0:
        return 1.0
    return max(eps, s.flags[SPARE]) if row.looped == 2 else eps * row.looped


@inner
def _regularise_rows(s: Any, n: int, eps: float) -> None:
    """-eps W on the diagonal of the multipliers of loops, which begin at n; of dormant rows -W, so that theirs stay zero."""
    rows, values, diagonal, place = s.rows, s.values, s.diagonal, s.place
    for r in range(rows.shape[0]):
        values[diagonal[place[n + r]]] -= rows[r].weight * softness(s, r, eps)
        s.weights[r] = rows[r].weight


@inner
def weigh_rows(kind: Any, s: Any, values: Any, eps: float) -> None:
    """s.weights: not W = G M^-1 G^T but G A^-1 G^T by the diagonal of A = M + cD D + cK K, in `values`; with -eps there.

    Where elements of beams hold bodies. Sections are light, and held by what is stiff: A may be a million times M. Against W
    rows in loops would have pivots as small as those of redundant rows, and eps W lam would be an opening that counts.
    """
    if s.elements.shape[0] == 0:
        return
    rows, place, diagonal, J, n = s.rows, s.place, s.diagonal, s.J, kind.v + kind.w
    for r in range(rows.shape[0]):
        if rows[r].looped == 0 or rows[r].active == 0:
            continue
        total = 0.0
        for k in range(rows[r].block, rows[r].block + rows[r].n_blocks):
            b = s.block_body[k]
            for c in range(span(kind, s, b)):
                if J[k, c] != 0.0:
                    total += J[k, c] * J[k, c] / abs(values[diagonal[place[column(kind, s, b, c)]]])
        if 0.0 < total < rows[r].weight:
            values[diagonal[place[n + r]]] += softness(s, r, eps) * (rows[r].weight - total)
            s.weights[r] = total


@inner
def augment(kind: Any, s: Any, moving: bool) -> None:
    """s.pair += G^T W^-1 G over the rows that hold massless bodies.

    M alone is singular then and gives no pivot. The rows times G^T W^-1, added to the equations of motion (matrix here,
    right side in augment_right_side), change the solution in nothing, and make M positive definite whenever it is so on
    the motions that the rows leave free.
    """
    for e in range(s.augment.shape[0]):
        entry = s.augment[e]
        rho = 1.0 / s.rows[entry.row].weight
        per_chart = moving and s.rows[entry.row].level == POSITION
        for d in range(span(kind, s, entry.body)):
            f = charted(kind, s.J, entry.other, s.chart, entry.body, d) if per_chart else s.J[entry.other, d]
            for c in range(span(kind, s, s.block_body[entry.block])):
                s.pair[entry.pair, c, d] += rho * s.J[entry.block, c] * f


@inner
def augment_right_side(kind: Any, s: Any, x: Any) -> None:
    """x[bodies] += G^T W^-1 x[rows] over the rows that hold massless bodies; x in the order of the unknowns."""
    if s.augment.shape[0] == 0:
        return
    n = kind.v + kind.w
    for r in range(s.rows.shape[0]):
        if s.rows[r].augmented == 1:
            against(kind, s, s.rows[r], s.J, x[n + r] / s.rows[r].weight, x)


@inner
def _scatter_pairs(kind: Any, s: Any) -> None:
    """s.values += the body-pair blocks."""
    values, place, pair, bodies = s.values, s.pair_place, s.pair, s.pair_body
    for p in range(pair.shape[0]):
        for c in range(span(kind, s, bodies[p, 0])):
            for d in range(span(kind, s, bodies[p, 1])):
                values[place[p, c, d]] += pair[p, c, d]


@inner
def _scatter_rows(kind: Any, s: Any, moving: bool, eps: float) -> None:
    """G and G^T; in the rows, rotation columns are per chart increment (velocity rows act on velocities: no chart)."""
    rows, row_blocks, J, values = s.rows, s.row_blocks, s.J, s.values
    place, transposed = s.row_place, s.column_place
    for i in range(row_blocks.shape[0]):
        rb = row_blocks[i]
        f = 1.0 - softness(s, rb.row, eps) * rows[rb.row].augmented  # G^T W^-1 times what stands on its diagonal
        for c in range(span(kind, s, rb.body)):
            values[transposed[i, c]] += f * J[rb.block, c]
        per_chart = moving and rows[rb.row].level == POSITION
        for c in range(span(kind, s, rb.body)):
            values[place[i, c]] += charted(kind, J, rb.block, s.chart, rb.body, c) if per_chart else J[rb.block, c]
