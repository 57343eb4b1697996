"""What one number of the tables adds to the equations of a step: derivatives in closed form, of bodies, laws, rows and points.

r = M a - h - G^T lam is linear in masses, moments, gravity, stiffness, damping, rest length and loads. A point that moves by
dP in its body changes the value of each of its measures by dx = g_k . dP, the gradient on port j by c_jk dP (distances: less
c g_j dx), and its own arm. So the equations are not evaluated again. Of a text its derivative by a parameter is a tape of its
own, `d.slope_..`. Theory: docs/theory/sensitivity.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.functions.tape import jet, value
from jourdain.jit import inner, leaf
from jourdain.kernels.equations import law_force
from jourdain.kernels.kinds import add_force, column, dimension, rotation_place, span, width
from jourdain.kernels.measures import DISTANCE, PIN, pair_coefficients
from jourdain.kernels.tables import POSITION, record

# what a number is: of a body, of all bodies, of a law, of a load, of a row, the offset of a measure, the place of a port; or a
# parameter in the text of a law, load, extra state or row
(
    MASS, INERTIA, GRAVITY, STIFFNESS, DAMPING, REST, FORCE, LAW_TEXT, LOAD, LOAD_TEXT, CONSTANT, OFFSET, POINT,
    STATE_TEXT, ROW_TEXT,
) = range(15)  # fmt: skip
# of: which body, law, ..; part: which component, or slope of a text; use, last_use: where a port is used, in `uses`
NUMBER = record("", "sort of part use last_use")
USE = record("", "measure slot")
# what depends on a measure: a row with this coefficient, or a law; the other one is -1
READER = record("coefficient", "row law")


@leaf
def _add(b: Any, mu: Any, j: int, x: float) -> float:
    """b[j] += x; returns x mu[j]."""
    b[j] += x
    return x * mu[j]


@inner
def _add_blocks(kind: Any, s: Any, of: Any, y: float, b: Any, mu: Any) -> float:
    """b += J^T y of a measure or row; returns that times mu."""
    total = 0.0
    for k in range(of.block, of.block + of.n_blocks):
        body = s.block_body[k]
        for c in range(span(kind, s, body)):
            total += _add(b, mu, column(kind, s, body, c), s.J[k, c] * y)
    return total


@inner
def _add_force(kind: Any, s: Any, d: Any, port: Any, x: float, y: float, z: float, b: Any, mu: Any) -> float:
    """b += J^T (x, y, z) of a port that is not on ground; returns that times mu."""
    n = span(kind, s, port.body)
    for c in range(n):
        d.block[0, c] = 0.0
    add_force(kind, port, s, x, y, z, d.block, 0)
    total = 0.0
    for c in range(n):
        total += _add(b, mu, column(kind, s, port.body, c), d.block[0, c])
    return total


@inner
def _of_body(kind: Any, s: Any, a: Any, v: Any, number: Any, f: float, b: Any, mu: Any) -> float:
    """Of a mass or an entry of an inertia: M a - m g, and w x J w in space."""
    dim, k, total = dimension(kind), width(kind) * number.of, 0.0
    if number.sort == MASS:
        for c in range(dim):
            total += _add(b, mu, k + c, f * (a[k + c] - s.gravity[c]))
        return total
    if dim == 2:
        return _add(b, mu, k + 2, f * a[k + 2])
    i, j = number.part // 3, number.part % 3
    total = _add(b, mu, k + 3 + i, f * a[k + 3 + j])
    after, last, w = (i + 1) % 3, (i + 2) % 3, f * v[k + 3 + j]
    total += _add(b, mu, k + 3 + after, w * v[k + 3 + last])  # w x e_i
    return total + _add(b, mu, k + 3 + last, -w * v[k + 3 + after])


@inner
def _of_force(kind: Any, s: Any, d: Any, number: Any, f: float, b: Any, mu: Any) -> float:
    """Of a number or text of a law or load: r has less J^T of their force."""
    change = 1.0
    if number.sort in (LAW_TEXT, LOAD_TEXT):
        change = _slope(s, d, number.part)
    if number.sort >= LOAD:
        load, total = s.loads[number.of], 0.0
        for c in range(span(kind, s, load.body)):
            total += _add(b, mu, column(kind, s, load.body, c), -f * change * s.J[load.block, c])
        return total
    law = s.laws[number.of]
    if number.sort == STIFFNESS:
        change = law.rest - s.x[law.measure]
    elif number.sort == DAMPING:
        change = -s.xd[law.measure]
    elif number.sort == REST:
        change = law.stiffness
    return _add_blocks(kind, s, s.measures[law.measure], -f * change, b, mu)


@inner
def _slope(s: Any, d: Any, i: int) -> float:
    """Slope i of a text by a parameter at the inputs s.Z."""
    first, last = d.slope_start[i], d.slope_start[i + 1]
    return value(d.slope_code, d.slope_const, d.slope_pointers, first, last, s.Z, d.slope_registers)


@inner
def _of_row_text(kind: Any, s: Any, d: Any, n: int, number: Any, f: float, scale: float, b: Any, mu: Any) -> float:
    """Of the text of a row: the row opens, and its factors of the measures that it reads change."""
    row, lam, i = s.rows[number.of], d.step_lam[n + 1, number.of], number.part
    first = 1 if row.level == POSITION else 1 + s.x.shape[0]
    total = _add(b, mu, kind.v + kind.w + number.of, f * scale * _slope(s, d, i))
    for k in range(row.term, row.term + row.n_terms):
        term = s.terms[k]
        if (term.read if row.level == POSITION else term.read_rate) == 1:
            s.DZ[first + term.measure] = 1.0
            part = jet(
                d.slope_code,
                d.slope_const,
                d.slope_pointers,
                d.slope_start[i],
                d.slope_start[i + 1],
                s.Z,
                s.DZ,
                d.slope_registers,
            )
            s.DZ[first + term.measure] = 0.0
            total += _add_blocks(kind, s, s.measures[term.measure], -f * lam * part[1], b, mu)
    return total


@inner
def _of_value(kind: Any, s: Any, d: Any, m: int, dx: float, dxd: float, scale: float, b: Any, mu: Any) -> float:
    """Of measure m, whose value changes by dx and whose rate by dxd: rows open, laws give another force."""
    total, force = 0.0, 0.0
    for i in range(d.reader[m], d.reader[m + 1]):
        reader = d.readers[i]
        if reader.row >= 0:
            total += _add(b, mu, kind.v + kind.w + reader.row, scale * reader.coefficient * dx)
        else:
            force += s.laws[reader.law].stiffness * dx + s.laws[reader.law].damping * dxd
    return total if force == 0.0 else total + _add_blocks(kind, s, s.measures[m], force, b, mu)


@leaf
def _axis(kind: Any, s: Any, body: int, c: int) -> tuple[float, float, float]:
    """Axis c of a body in ground axes."""
    if body < 0:
        return 1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0
    if dimension(kind) == 3:
        return s.R[body, 0, c], s.R[body, 1, c], s.R[body, 2, c]
    if c == 0:
        return s.R[body, 0, 0], s.R[body, 1, 0], 0.0
    return -s.R[body, 1, 0], s.R[body, 0, 0], 0.0


@inner
def _rate_of_axis(kind: Any, s: Any, v: Any, body: int, c: int, i: int) -> float:
    """Component i of the rate of _axis."""
    if body < 0:
        return 0.0
    if dimension(kind) == 2:
        x, y, _ = _axis(kind, s, body, c)
        return v[rotation_place(kind, body)] * (-y if i == 0 else x)
    after, last, k = (c + 1) % 3, (c + 2) % 3, rotation_place(kind, body)  # w x e_c = w_last e_after - w_after e_last
    return v[k + last] * s.R[body, i, after] - v[k + after] * s.R[body, i, last]


@inner
def act_on_measures(s: Any, d: Any, lam: Any) -> None:
    """d.acting = the force of rows and laws along each measure."""
    for m in range(d.reader.shape[0] - 1):
        total = 0.0
        for i in range(d.reader[m], d.reader[m + 1]):
            reader = d.readers[i]
            total += reader.coefficient * lam[reader.row] if reader.row >= 0 else law_force(s, s.laws[reader.law])
        d.acting[m] = total


@inner
def _of_arm(kind: Any, s: Any, body: int, c: int, x: float, y: float, z: float, b: Any, mu: Any) -> float:
    """Of a force (x, y, z), whose arm changes by axis c of a body: the moment; returns that times mu."""
    if dimension(kind) == 2:
        px, py, _ = _axis(kind, s, body, c)
        return _add(b, mu, rotation_place(kind, body), px * y - py * x)
    R, after, last, k = s.R, (c + 1) % 3, (c + 2) % 3, rotation_place(kind, body)
    total = _add(b, mu, k + last, R[body, 0, after] * x + R[body, 1, after] * y + R[body, 2, after] * z)
    return total + _add(b, mu, k + after, -(R[body, 0, last] * x + R[body, 1, last] * y + R[body, 2, last] * z))


@inner
def _of_point(kind: Any, s: Any, d: Any, n: int, e: int, f: float, scale: float, b: Any, mu: Any) -> float:
    """Of the place of a port in its body, along one axis: its measures, gradients and arm."""
    number, v, total = d.numbers[e], d.step_v[n + 1], 0.0
    body, part = s.ports[number.of].body, number.part
    x, y, z = _axis(kind, s, body, part)
    px, py, pz = f * x, f * y, f * z
    for use in range(number.use, number.last_use):
        m, slot = d.uses[use].measure, d.uses[use].slot
        gx, gy, force = s.grad[m, slot, 0], s.grad[m, slot, 1], d.acting[m]
        gz = s.grad[m, slot, 2] if dimension(kind) == 3 else 0.0
        dx, dxd = gx * px + gy * py + gz * pz, 0.0
        if body >= 0:
            y = -f * force
            total += _of_arm(kind, s, body, part, y * gx, y * gy, y * gz, b, mu)
        if kind.rates == 2:
            for i in range(dimension(kind)):
                dxd += f * _rate_of_axis(kind, s, v, body, part, i) * s.grad[m, slot, i]
        if s.measures[m].kind != PIN:
            change, rate = _of_gradients(kind, s, d, m, slot, dx, (px, py, pz), force, b, mu)
            total += change
            dxd += rate
        total += _of_value(kind, s, d, m, dx, dxd, scale, b, mu)
    return total


@inner
def _of_gradients(
    kind: Any, s: Any, d: Any, m: int, slot: int, dx: float, moved: Any, force: float, b: Any, mu: Any
) -> tuple[float, float]:
    """Of gradients that change because a port moves: forces on the others; that times mu, and the change of the rate."""
    measure, total, dxd = s.measures[m], 0.0, 0.0
    pair_coefficients(measure, m, s.P, s.x, s.C)
    less = s.C[1, 1] * dx if measure.kind == DISTANCE else 0.0
    for j in range(3):
        c, port = s.C[j, slot], measure.port[j]
        if c == 0.0:
            continue
        x, y = c * moved[0] - less * s.grad[m, j, 0], c * moved[1] - less * s.grad[m, j, 1]
        z = c * moved[2] - less * s.grad[m, j, 2] if dimension(kind) == 3 else 0.0
        if measure.slot[j] >= 0:
            total += _add_force(kind, s, d, s.ports[port], -force * x, -force * y, -force * z, b, mu)
        if kind.rates == 2:  # else nobody has asked for velocities of ports
            dxd += x * s.Pd[port, 0] + y * s.Pd[port, 1]
            dxd += z * s.Pd[port, 2] if dimension(kind) == 3 else 0.0
    return total, dxd


@inner
def add_number(kind: Any, s: Any, d: Any, n: int, e: int, f: float, b: Any, mu: Any) -> float:
    """b += f times the derivative of r and of the scaled rows by number e at the end of step n; returns that times mu."""
    m, h, number = d.method, d.times[n + 1] - d.times[n], d.numbers[e]
    c = (1.0 - m.am) / (1.0 - m.af)
    scale = c / (h * h * m.beta)
    of_row = scale
    if number.sort in (CONSTANT, ROW_TEXT) and s.rows[number.of].level != POSITION:
        of_row = c / (h * m.gamma)
    if number.sort <= INERTIA:
        return _of_body(kind, s, d.step_a[n + 1], d.step_v[n + 1], number, f, b, mu)
    if number.sort == GRAVITY:
        total = 0.0
        for i in range(s.bodies.shape[0]):
            total += _add(b, mu, width(kind) * i + number.part, -f * s.bodies[i].mass)
        return total
    if number.sort <= LOAD_TEXT:
        return _of_force(kind, s, d, number, f, b, mu)
    if number.sort == CONSTANT:
        return _add(b, mu, kind.v + kind.w + number.of, f * of_row)
    if number.sort == ROW_TEXT:
        return _of_row_text(kind, s, d, n, number, f, of_row, b, mu)
    if number.sort == STATE_TEXT:
        return _add(b, mu, kind.v + number.of, -f * _slope(s, d, number.part))
    if number.sort == OFFSET:
        return _of_value(kind, s, d, number.of, f, 0.0, scale, b, mu)
    return _of_point(kind, s, d, n, e, f, scale, b, mu)
