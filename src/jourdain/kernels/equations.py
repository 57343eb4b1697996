"""The equations of motion of any kind, level by level.

    r = M vdot - h(t, q, v, w, lam) - G^T lam        g(t, q) = 0        E wdot = k(t, q, v, w, lam)

`positions` gives g and G, `velocities` the rates, `biases` gamma, `forces` h and k, `residual` r. Positive forces and
multipliers tend to increase their measure. All work in scratch memory, allocate nothing and return nothing but numbers.
Theory: docs/theory/measures.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.functions.tape import jet, value
from jourdain.jit import inner
from jourdain.kernels.kinds import (
    column,
    inertia,
    load_block,
    momentum,
    motion,
    own_biases,
    own_energies,
    own_rates,
    pins,
    pose,
    potential,
    span,
    varying_mass,
)
from jourdain.kernels.measures import against, along, clear_blocks, rates, second, values
from jourdain.kernels.tables import POSITION, VELOCITY
from jourdain.kernels.vectors import copy


@inner
def function_value(s: Any, index: int) -> float:
    """Value of user function `index` at the inputs s.Z."""
    return value(s.code, s.const, s.pointers, s.start[index], s.start[index + 1], s.Z, s.registers)


@inner
def function_jet(s: Any, index: int) -> tuple[float, float, float]:
    """Value and two derivatives of user function `index` at the inputs s.Z, along s.DZ."""
    return jet(s.code, s.const, s.pointers, s.start[index], s.start[index + 1], s.Z, s.DZ, s.registers)


@inner
def function_slope(s: Any, index: int, source: int) -> float:
    """Derivative of user function `index` by the input Z[source]."""
    s.DZ[source] = 1.0
    _, slope, _ = function_jet(s, index)
    s.DZ[source] = 0.0
    return slope


@inner
def function_curvature(s: Any, index: int, i: int, j: int) -> float:
    """Second derivative of user function `index` by Z[i] and Z[j], by polarisation of directional derivatives."""
    s.DZ[i] = 1.0
    _, _, ii = function_jet(s, index)
    if i == j:
        s.DZ[i] = 0.0
        return ii
    s.DZ[j] = 1.0
    _, _, both = function_jet(s, index)
    s.DZ[i] = 0.0
    _, _, jj = function_jet(s, index)
    s.DZ[j] = 0.0
    return 0.5 * (both - ii - jj)


@inner
def term_factor(s: Any, row: Any, term: Any) -> float:
    """d(row)/d(measure) of one of its terms; at velocity level by the rate of the measure."""
    if row.level == VELOCITY:
        if term.read_rate == 1:
            return term.coefficient + function_slope(s, row.function, 1 + s.x.shape[0] + term.measure)
    elif term.read == 1:
        return term.coefficient + function_slope(s, row.function, 1 + term.measure)
    return term.coefficient


@inner
def _composite(kind: Any, s: Any, r: int) -> float:
    """Value of a row made of several measures or a function; its Jacobian goes to the row's own blocks."""
    row, terms, measures, J = s.rows[r], s.terms, s.measures, s.J
    total = row.constant
    if row.level == VELOCITY:
        for i in range(row.term, row.term + row.n_terms):
            s.xd[terms[i].measure] = 0.0  # the factors do not depend on rates, but old rates may be no numbers
    elif row.function >= 0:
        total += function_value(s, row.function)
    own = row.measure < 0
    if own:
        clear_blocks(kind, s, row, J)
    for i in range(row.term, row.term + row.n_terms):
        term = terms[i]
        total += term.coefficient * s.x[term.measure]
        if not own:
            continue
        f = term_factor(s, row, term)
        block = measures[term.measure].block
        for k in range(measures[term.measure].n_blocks):
            for c in range(span(kind, s, s.block_body[block + k])):
                J[row.block + term.slot[k], c] += f * J[block + k, c]
    return 0.0 if row.level == VELOCITY else total


@inner
def positions(kind: Any, s: Any, t: float, q: Any, ref: Any, last: int) -> None:
    """Frames, ports, measures 0..last-1, row values s.g and Jacobian blocks s.J."""
    pose(kind, s, t, q)
    pins(kind, s, q)
    values(kind, s, q, ref, last)
    s.Z[0] = t
    rows = s.rows
    for r in range(rows.shape[0]):
        if rows[r].measure >= 0 and rows[r].function < 0 and rows[r].level == POSITION:
            s.g[r] = s.x[rows[r].measure] + rows[r].constant
        elif rows[r].active == 0:
            clear_blocks(kind, s, rows[r], s.J)
            s.g[r] = 0.0
        elif rows[r].own == 0:
            s.g[r] = _composite(kind, s, r)


@inner
def row_drive(s: Any, row: Any) -> float:
    """What the function of a row adds to G v: g_t at position level; at velocity level F(t, x, xdot = 0). Needs the rates."""
    if row.level == POSITION:
        return function_slope(s, row.function, 0)
    rates_at, terms = 1 + s.x.shape[0], s.terms
    for i in range(row.term, row.term + row.n_terms):
        s.DZ[rates_at + terms[i].measure] = s.xd[terms[i].measure]
    f, linear, _ = function_jet(s, row.function)
    for i in range(row.term, row.term + row.n_terms):
        s.DZ[rates_at + terms[i].measure] = 0.0
    return row.constant + f - linear


@inner
def velocities(kind: Any, s: Any, v: Any) -> None:
    """Rates of the active measures and of the rows: s.xd, s.rate = G v + g_t."""
    rates(kind, s, v)
    rows = s.rows
    for r in range(rows.shape[0]):
        total = along(kind, s, rows[r], s.J, v)
        if rows[r].function >= 0:
            if rows[r].active == 1:
                total += row_drive(s, rows[r])
        elif rows[r].level == VELOCITY and rows[r].active == 1:
            total += rows[r].constant
        s.rate[r] = total
    own_rates(kind, s, v)


@inner
def second_order(kind: Any, s: Any, v: Any) -> None:
    """s.Jt = d(J v)/dq of the active measures; needs positions() and s.xd = J v."""
    motion(kind, s, v)
    second(kind, s, v)


@inner
def biases(kind: Any, s: Any, v: Any) -> None:
    """s.gamma: the acceleration rows are G vdot = gamma; needs positions() and velocities()."""
    second_order(kind, s, v)
    rows, terms, rates_at = s.rows, s.terms, 1 + s.x.shape[0]
    for r in range(rows.shape[0]):
        row = rows[r]
        if row.active == 0:
            s.gamma[r] = 0.0
            continue
        by_rates = row.level == VELOCITY and row.function >= 0
        total = 0.0
        if row.function >= 0:
            s.DZ[0] = 1.0
            for i in range(row.term, row.term + row.n_terms):
                m = terms[i].measure
                s.DZ[1 + m] = s.xd[m]
                if by_rates:
                    s.DZ[rates_at + m] = s.xb[m]
            _, slope, curve = function_jet(s, row.function)
            total += slope if by_rates else curve
            s.DZ[0] = 0.0
            for i in range(row.term, row.term + row.n_terms):
                s.DZ[1 + terms[i].measure] = 0.0
                s.DZ[rates_at + terms[i].measure] = 0.0
        for i in range(row.term, row.term + row.n_terms):
            # what the function reads of the rates is in its slope already
            factor = terms[i].coefficient if by_rates else term_factor(s, row, terms[i])
            total += factor * s.xb[terms[i].measure]
        s.gamma[r] = -total
    own_biases(kind, s, v)


@inner
def inputs(s: Any, w: Any, lam: Any) -> None:
    """Copy the extra states and multipliers to the inputs of user functions."""
    j = 1 + 2 * s.x.shape[0]
    copy(w, s.Z[j : j + w.shape[0]])
    copy(lam, s.Z[j + w.shape[0] :])


@inner
def law_force(s: Any, law: Any) -> float:
    """Scalar force of a law: constant - k (x - rest) - c xdot + function."""
    f = law.constant - law.stiffness * (s.x[law.measure] - law.rest) - law.damping * s.xd[law.measure]
    if law.function >= 0:
        f += function_value(s, law.function)
    return f


@inner
def load_force(s: Any, load: Any) -> float:
    """Scalar value of a load."""
    if load.function >= 0:
        return load.constant + function_value(s, load.function)
    return load.constant


@inner
def forces(kind: Any, s: Any, v: Any, w: Any, lam: Any) -> None:
    """s.force = gravity, gyroscopic terms, laws and loads; s.k = rates of the extra states. Needs positions()."""
    inertia(kind, s, v)
    applied(kind, s, v, w, lam)


@inner
def applied(kind: Any, s: Any, v: Any, w: Any, lam: Any) -> None:
    """s.force += laws and loads; s.k = rates of the extra states."""
    if kind.rates == 0:
        return
    if kind.rates == 2:
        rates(kind, s, v)
    inputs(s, w, lam)
    for i in range(s.laws.shape[0]):
        law = s.laws[i]
        against(kind, s, s.measures[law.measure], s.J, law_force(s, law), s.force)
    for i in range(s.loads.shape[0]):
        load = s.loads[i]
        load_block(kind, load, s, s.J)
        f = load_force(s, load)
        for c in range(span(kind, s, load.body)):
            s.force[column(kind, s, load.body, c)] += f * s.J[load.block, c]
    for i in range(s.states.shape[0]):
        s.k[i] = function_value(s, s.states[i].function)


@inner
def residual(kind: Any, s: Any, a: Any, wd: Any, lam: Any, r: Any) -> None:
    """r[:nv] = M a - force - G^T lam, r[nv:nv+nw] = E wd - k."""
    if varying_mass(kind):
        copy(a, s.a)
    momentum(kind, s, a, r)
    for i in range(s.force.shape[0]):
        r[i] -= s.force[i]
    for i in range(s.rows.shape[0]):
        against(kind, s, s.rows[i], s.J, -lam[i], r)
    n = s.force.shape[0]
    for i in range(s.states.shape[0]):
        r[n + i] = s.states[i].differential * wd[i] - s.k[i]


@inner
def energies(kind: Any, s: Any, q: Any, v: Any, lam: Any, out: Any) -> None:
    """out = kinetic, potential, and the powers of drives, dampers and applied forces. Needs positions() and forces()."""
    rates(kind, s, v)
    momentum(kind, s, v, s.step)
    total = 0.0
    for i in range(v.shape[0]):
        total += 0.5 * v[i] * s.step[i]
    out[0] = total
    out[1] = potential(kind, s, q)
    out[2] = out[3] = out[4] = 0.0
    own_energies(kind, s, v, lam, out)
    for r in range(s.rows.shape[0]):
        if s.rows[r].active == 0:
            continue
        if s.rows[r].function >= 0:  # g_t is what a row adds beyond G v; scleronomic rows do no work
            out[2] -= lam[r] * row_drive(s, s.rows[r])
        elif s.rows[r].level == VELOCITY:
            out[2] -= lam[r] * s.rows[r].constant
    for i in range(s.laws.shape[0]):
        law = s.laws[i]
        x, xd = s.x[law.measure], s.xd[law.measure]
        out[1] += 0.5 * law.stiffness * (x - law.rest) ** 2
        out[3] -= law.damping * xd * xd
        out[4] += (law_force(s, law) + law.stiffness * (x - law.rest) + law.damping * xd) * xd
    for i in range(s.loads.shape[0]):
        load = s.loads[i]
        f = load_force(s, load)
        for c in range(span(kind, s, load.body)):
            out[4] += f * s.J[load.block, c] * v[column(kind, s, load.body, c)]
