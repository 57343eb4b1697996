"""Models from SymPy: the equations of motion are those that SymPy itself derives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.kernels import lagrange_tasks as tasks
from jourdain.lagrange.generate import generate

sympy = pytest.importorskip("sympy")
from sympy.physics import mechanics as me  # noqa: E402

t = me.dynamicsymbols._t


def accelerations(model: jd.LagrangianModel, q: Any, v: Any, time: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """a and lam by the machine code, with dense NumPy."""
    made = generate(model)
    n, m = made.n, made.mp + made.ma
    memory = made.work()
    memory[0], memory[1 : 1 + n], memory[1 + n : 1 + 2 * n] = time, q, v
    M = made.ask(tasks.MASS, memory)[: n * n].reshape(n, n).copy()
    h = made.ask(tasks.FORCES, memory)[:n].copy()
    G = made.ask(tasks.POSITIONS, memory)[made.mp : made.mp + m * n].reshape(m, n).copy()
    gamma = made.ask(tasks.BIASES, memory)[:m].copy()
    matrix = np.block([[M, -G.T], [G, np.zeros((m, m))]])
    solution = np.linalg.solve(matrix, np.concatenate((h, gamma)))
    return solution[:n], solution[n:]


def chain(n: int) -> tuple[Any, list[Any], dict[Any, float]]:
    """L, coordinates and values of a planar pendulum of n links, as a user writes it."""
    q = me.dynamicsymbols(f"q1:{n + 1}")
    masses, lengths, g = sympy.symbols(f"m1:{n + 1}"), sympy.symbols(f"l1:{n + 1}"), sympy.Symbol("g")
    x = y = T = V = sympy.S.Zero
    for angle, mass, length in zip(q, masses, lengths, strict=True):
        x, y = x + length * sympy.sin(angle), y - length * sympy.cos(angle)
        T += mass * (x.diff(t) ** 2 + y.diff(t) ** 2) / 2
        V += mass * g * y
    values = {one: 0.5 + 0.1 * i for i, one in enumerate((*masses, *lengths))}
    return T - V, list(q), {**values, g: 9.81}


def chain_acceleration(q: np.ndarray, v: np.ndarray, values: dict[Any, float]) -> np.ndarray:
    """Closed form: M_ij = m_ij l_i l_j cos(q_i - q_j), m_ij the mass beyond both."""
    n, numbers = len(q), list(values.values())
    m, l, g = np.array(numbers[:n]), np.array(numbers[n : 2 * n]), numbers[-1]
    beyond = np.cumsum(m[::-1])[::-1]
    mass = beyond[np.maximum.outer(np.arange(n), np.arange(n))] * np.outer(l, l)
    difference = q[:, None] - q[None, :]
    right = -(mass * np.sin(difference)) @ v**2 - beyond * g * l * np.sin(q)
    return np.linalg.solve(mass * np.cos(difference), right)


@pytest.mark.parametrize("expanded", [False, True], ids=["as built", "expanded"])
def test_ten_links(expanded: bool) -> None:
    L, q, values = chain(10)
    start, rates = np.linspace(-0.5, 1.2, 10), np.linspace(1.0, -0.7, 10)
    model = jd.lagrangian(
        "chain", sympy.expand(L) if expanded else L, q, start=start, velocity=rates, parameters=values
    )
    a, _ = accelerations(model, start, rates)
    np.testing.assert_allclose(a, chain_acceleration(start, rates, values), rtol=1e-10)
    assert model.coordinates["q3"] == (start[2], rates[2])


def test_plain_symbols_and_texts_agree() -> None:
    x, y, vx, vy, m, k = sympy.symbols("x y vx vy m k")
    L = m * (vx**2 + (1 + x**2) * vy**2) / 2 - k * sympy.Abs(x - y) ** 3 + sympy.Piecewise((x, x > 0), (0, True))
    forces = {x: -sympy.tanh(vy), "y": sympy.Min(vx, y, 0.3)}
    given = jd.lagrangian(
        "s",
        L,
        [x, y],
        [vx, vy],
        start={x: 0.3, y: -0.2},
        velocity={vx: 1.0, vy: 0.4},
        forces=forces,
        dissipation=0.3 * vx**2,
        velocity_constraints=[vx * sympy.sin(y) - vy * x],
        parameters={m: 2.0, k: 5.0},
    )
    texts = jd.lagrangian(
        "s",
        "m*(x_rate**2 + (1 + x**2)*y_rate**2)/2 - k*abs(x - y)**3 + (x if x > 0 else 0)",
        "x, y",
        start={"x": 0.3, "y": -0.2},
        velocity=(1.0, 0.4),
        forces={"x": "-tanh(y_rate)", "y": "min(x_rate, y, 0.3)"},
        dissipation="0.3*x_rate**2",
        velocity_constraints=["x_rate*sin(y) - y_rate*x"],
        parameters={"m": 2.0, "k": 5.0},
    )
    assert given.coordinates == texts.coordinates and list(given.velocity_rows) == ["velocity constraint 1"]
    for q in ((0.3, -0.2), (-0.4, 0.7)):
        np.testing.assert_allclose(*(accelerations(one, q, (1.0, 0.4))[0] for one in (given, texts)), rtol=1e-13)


def test_functions_of_time_and_other_functions() -> None:
    """A prescribed motion of the hook is put in with its derivatives; functions without a text of their own are rewritten."""
    angle, hook = me.dynamicsymbols("angle hook")
    m, l = sympy.symbols("m \\ell_{0}")
    x, y = hook + l * sympy.sin(angle), -l * sympy.cos(angle)
    L = m * (x.diff(t) ** 2 + y.diff(t) ** 2) / 2 - m * 9.81 * y - sympy.sec(angle / 3) - sympy.asinh(angle)
    values = {m: 2.0, l: 0.7, hook: 0.2 * sympy.sin(3 * t)}
    model = jd.lagrangian("hook", L, angle, start=[0.4], velocity=[0.6], parameters=values)
    assert model.parameters == {"m": 2.0, "ell_0": 0.7}
    a, _ = accelerations(model, [0.4], [0.6], time=0.3)
    full = L.subs(values).doit()
    equation = full.diff(angle.diff(t)).diff(t) - full.diff(angle)
    at = {angle.diff(t, 2): sympy.Symbol("a"), angle.diff(t): 0.6, angle: 0.4, t: 0.3}
    (expected,) = sympy.solve(equation.subs(list(at.items())[:1]).subs(list(at.items())[1:]), sympy.Symbol("a"))
    np.testing.assert_allclose(a[0], float(expected), rtol=1e-12)


def test_states_and_the_forces_that_read_them() -> None:
    x, y, w = me.dynamicsymbols("x y w")
    L = (x.diff(t) ** 2 + y.diff(t) ** 2) / 2
    model = jd.lagrangian(
        "motor", L, [x, y], start=[1, 2], forces={x: -y, y: 3 * w - x.diff(t) * x}, states={w: (x - w * y.diff(t), 0.5)}
    )
    assert model.generalized == {"x": "-y"}
    assert model.states["w"].start == 0.5 and set(model.states["w"].inputs) == {"x", "y_rate"}
    force = model.forces["force on y"]
    assert force.measure == model.coordinate("y") and set(force.inputs) == {"x_of_model", "x_rate"}
    assert "w" in str(force.law)


# -- Hamiltonians ------------------------------------------------------------------------------------------------------


def test_hamiltonian_quadratic_in_p() -> None:
    """A charge in a field: W depends on q and is full, H has a term linear in p; q'' from Hamilton's equations."""
    q = sympy.symbols("x y z")
    p = sympy.symbols("px py pz")
    x, y, z = q
    W = sympy.Matrix([[2 + x**2, x * y / 3, 0.1], [x * y / 3, 3 + sympy.cos(z), y / 4], [0.1, y / 4, 1.5]])
    P, b = sympy.Matrix(p), sympy.Symbol("b")
    H = (P.T * W * P)[0] / 2 + b * (p[0] * y - p[1] * x) + x**4 + y * z
    start, momenta = {x: 0.3, y: -0.6, z: 0.9}, {p[0]: 0.5, p[1]: -0.8, p[2]: 1.1}
    model = jd.hamiltonian("field", H, q, p, start=start, momenta=momenta, forces={z: -0.4 * p[2]}, parameters={b: 0.7})
    force = sympy.Matrix([0, 0, -0.4 * p[2]])
    rate, change = sympy.Matrix([H.diff(one) for one in p]), force - sympy.Matrix([H.diff(one) for one in q])
    second = rate.jacobian(q) * rate + rate.jacobian(p) * change
    at = {**start, **momenta, b: 0.7}
    np.testing.assert_allclose(model.start_rates, np.array(rate.subs(at), float).ravel(), rtol=1e-14)
    a, _ = accelerations(model, model.start, model.start_rates)
    np.testing.assert_allclose(a, np.array(second.subs(at), float).ravel(), rtol=1e-12)


def test_relativistic_hamiltonian_is_solved() -> None:
    x, p, m, c, k = sympy.symbols("x p m c k", positive=True)
    H = sympy.sqrt(m**2 * c**4 + p**2 * c**2) + k * x**2 / 2
    model = jd.hamiltonian("fast", H, [x], [p], start=[0.8], momenta=[1.5], parameters={m: 1.2, c: 2.0, k: 3.0})
    gamma = np.sqrt(1.0 + (1.5 / 2.4) ** 2)
    np.testing.assert_allclose(model.start_rates, 1.5 / (1.2 * gamma), rtol=1e-14)
    a, _ = accelerations(model, [0.8], model.start_rates)
    np.testing.assert_allclose(a, -3.0 * 0.8 / (1.2 * gamma**3), rtol=1e-12)


def test_hamiltonians_that_are_refused() -> None:
    q, p = sympy.symbols("x y"), sympy.symbols("px py")
    with pytest.raises(jd.ModelError, match=r"p has 1 entries \(px\) for 2 coordinates"):
        jd.hamiltonian("h", p[0] ** 2, q, p[:1], start=[0, 0])
    with pytest.raises(jd.ModelError, match=r"'h'.*does not depend on the momentum py"):
        jd.hamiltonian("h", p[0] ** 2, q, p, start=[0, 0])
    with pytest.raises(jd.ModelError, match="singular in the momenta"):
        jd.hamiltonian("h", (p[0] + q[0] * p[1]) ** 2, q, p, start=[1, 0], momenta=[1, 1])
    with pytest.raises(jd.ModelError, match="could not be solved for the momenta px"):
        jd.hamiltonian("h", p[0] ** 2 + sympy.exp(p[0] ** 3) + p[0] ** 7, q[:1], p[:1], start=[1], momenta=[0.3])


# -- sympy.physics.mechanics -------------------------------------------------------------------------------------------


def test_lagranges_method_with_forces_and_constraints() -> None:
    """A disc with a rod, damped by a torque and pulled at a point; one row of each level."""
    x, y, a = me.dynamicsymbols("x y a")
    m, l, c = sympy.symbols("m l c")
    N = me.ReferenceFrame("N")
    B = N.orientnew("B", "Axis", [a, N.z])
    O = me.Point("O")
    O.set_vel(N, 0)
    C = O.locatenew("C", x * N.x + y * N.y)
    C.set_vel(N, x.diff(t) * N.x + y.diff(t) * N.y)
    tip = C.locatenew("tip", l * B.x)
    tip.v2pt_theory(C, N, B)
    B.set_ang_vel(N, a.diff(t) * N.z)
    L = m * (x.diff(t) ** 2 + y.diff(t) ** 2 + l**2 * a.diff(t) ** 2 / 3) / 2 - m * y
    loads = [(tip, sympy.sin(t) * N.x - c * tip.vel(N)), (B, -c * a.diff(t) * N.z)]
    method = me.LagrangesMethod(
        L,
        [x, y, a],
        forcelist=loads,
        frame=N,
        hol_coneqs=[x**2 + y**2 - 1],
        nonhol_coneqs=[x.diff(t) * sympy.sin(a) - y.diff(t) * sympy.cos(a)],
    )
    values = {m: 1.3, l: 0.8, c: 0.2}
    model = jd.from_mechanics(
        method, start=[0.6, 0.8, 0.3], velocity={x: 0.4, y: -0.3, a: 0.2}, parameters=values, name="disc"
    )
    assert len(model.position_rows) == len(model.velocity_rows) == 1
    q, v = np.array([0.6, 0.8, 0.3]), np.array([0.4, -0.3, 0.2])
    found, lam = accelerations(model, q, v, time=0.5)
    method.form_lagranges_equations()
    rates = dict(zip([one.diff(t) for one in (x, y, a)], v, strict=True))
    at = {**values, **rates, **dict(zip((x, y, a), q, strict=True)), t: 0.5}
    matrix = me.msubs(method.mass_matrix_full[3:, 3:], at)
    right = me.msubs(method.forcing_full[3:, :], at)
    expected = np.linalg.solve(np.array(matrix, float), np.array(right, float).ravel())
    np.testing.assert_allclose(found, expected[:3], rtol=1e-12)
    np.testing.assert_allclose(np.abs(lam), np.abs(expected[3:]), rtol=1e-12)


def rolling_disc() -> tuple[Any, dict[Any, float]]:
    """The rolling disc by Kane with five coordinates: two speeds depend on the other three."""
    q = me.dynamicsymbols("q1:6")
    u = me.dynamicsymbols("u1:6")
    m, g, r = sympy.symbols("m g r")
    N = me.ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [q[0], N.z])
    lean = Y.orientnew("L", "Axis", [q[1], Y.x])
    R = lean.orientnew("R", "Axis", [q[2], lean.y])
    omega = u[0] * lean.x + u[1] * lean.y + u[2] * lean.z
    R.set_ang_vel(N, omega)
    centre = me.Point("C")
    height = r * sympy.cos(q[1])
    centre.set_vel(N, u[3] * N.x + u[4] * N.y + height.diff(t) * N.z)
    turning = q[0].diff(t) * Y.z + q[1].diff(t) * lean.x + q[2].diff(t) * lean.y
    kinematics = [turning.dot(axis) - omega.dot(axis) for axis in lean]
    kinematics += [q[3].diff(t) - u[3], q[4].diff(t) - u[4]]
    contact = centre.vel(N) + omega.cross(-r * lean.z)
    rows = [contact.dot(N.x), contact.dot(N.y)]
    inertia = me.inertia(lean, m * r**2 / 4, m * r**2 / 2, m * r**2 / 4)
    body = me.RigidBody("disc", centre, R, m, (inertia, centre))
    method = me.KanesMethod(N, list(q), list(u[:3]), kinematics, u_dependent=list(u[3:]), velocity_constraints=rows)
    method.kanes_equations([body], [(centre, -m * g * N.z)])
    return method, {m: 1.4, g: 9.81, r: 0.6}


def test_kanes_method_with_dependent_speeds() -> None:
    """All speeds independent and rows instead: the accelerations are those of the reduced method."""
    method, values = rolling_disc()
    q0 = [0.2, 0.3, 0.4, 0.1, -0.2]
    free = [0.5, 2.0, -0.7]
    u, udot = list(method.u), list(method.u.diff(t))
    place = {**values, **dict(zip(method.q, q0, strict=True)), **dict(zip(u[:3], free, strict=True))}
    rows = me.msubs(method._k_nh * method.u + method._f_nh, place)
    place |= sympy.solve(list(rows), u[3:])
    speeds = [float(place[one]) for one in u]
    model = jd.from_mechanics(method, start=q0, speeds=speeds, parameters=values, name="disc")
    assert list(model.velocity_rows) == ["velocity constraint 1", "velocity constraint 2"]
    assert list(model.speeds) == ["u1", "u2", "u3", "u4", "u5"]
    found, _ = accelerations(model, model.start, model.start_rates)
    table = {one: sympy.Symbol(f"d{i}") for i, one in enumerate(udot)}
    equations = [*(method.mass_matrix * sympy.Matrix(list(table.values())) - method.forcing)]
    numeric = me.msubs(sympy.Matrix(equations), place)
    change = sympy.solve(list(numeric), list(table.values()))
    kinematics = sympy.Matrix([method.kindiffdict()[one.diff(t)] for one in method.q])
    second = me.msubs(kinematics.diff(t), table)
    second = me.msubs(second, method.kindiffdict())
    expected = me.msubs(second.subs(change), place)
    np.testing.assert_allclose(found, np.array(expected, float).ravel(), rtol=1e-10, atol=1e-12)


def test_kanes_rows_that_follow_from_others_are_left_out() -> None:
    """Configuration constraints and their derivatives: a pendulum in Cartesian coordinates."""
    x, y, ux, uy = me.dynamicsymbols("x y ux uy")
    m, g, l = sympy.symbols("m g l")
    N = me.ReferenceFrame("N")
    bob = me.Point("bob")
    bob.set_vel(N, ux * N.x + uy * N.y)
    method = me.KanesMethod(
        N,
        [x],
        [ux],
        [x.diff(t) - ux, y.diff(t) - uy],
        q_dependent=[y],
        u_dependent=[uy],
        configuration_constraints=[x**2 + y**2 - l**2],
        velocity_constraints=[x * ux + y * uy],
    )
    method.kanes_equations([me.Particle("bob", bob, m)], [(bob, -m * g * N.y)])
    model = jd.from_mechanics(
        method, start=[0.6, -0.8], speeds={ux: 0.4, uy: 0.3}, parameters={m: 2.0, g: 10.0, l: 1.0}
    )
    assert len(model.position_rows) == 1 and not model.velocity_rows
    a, _ = accelerations(model, [0.6, -0.8], [0.4, 0.3])
    np.testing.assert_allclose(a @ (0.6, -0.8), -0.25, rtol=1e-12)  # r.a = -v^2
    np.testing.assert_allclose(a @ (0.8, 0.6), -10.0 * 0.6, rtol=1e-12)  # along the path, gravity


def test_methods_that_are_refused() -> None:
    with pytest.raises(jd.ModelError, match="list is no LagrangesMethod or KanesMethod"):
        jd.from_mechanics([], start=[0])
    x, u, w = me.dynamicsymbols("x u w")
    N = me.ReferenceFrame("N")
    point = me.Point("P")
    point.set_vel(N, u * N.x)
    wide = me.KanesMethod(N, q_ind=[x], u_ind=[u, w], kd_eqs=[x.diff(t) - u - w])
    with pytest.raises(jd.ModelError, match="2 speeds for 1 coordinates"):
        jd.from_mechanics(wide, start=[0])
    bare = me.KanesMethod(N, q_ind=[x], u_ind=[u], kd_eqs=[x.diff(t) - u])
    with pytest.raises(jd.ModelError, match="no bodies"):
        jd.from_mechanics(bare, start=[0])
    with pytest.raises(jd.ModelError, match="velocity or speeds, not both"):
        jd.from_mechanics(bare, start=[0], velocity=[0], speeds=[0])
    with pytest.raises(jd.ModelError, match="has no speeds of its own"):
        jd.from_mechanics(me.LagrangesMethod(x.diff(t) ** 2, [x]), start=[0], speeds=[0])
