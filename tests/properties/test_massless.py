"""Bodies without mass, or without inertia about some axis, wherever no motion lacks inertia.

They move as the limit of ever lighter ones, as the joints that stand for them (a distance, a Hooke joint), and as the dense
saddle point system says; motions without inertia are refused by name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe, close
from machines import problems as pb

METHODS = {"GeneralizedAlpha": jd.GeneralizedAlpha(step=5e-4), "RK4": jd.RK4(step=2e-3), "DOP853": jd.DOP853(tol=1e-11)}
# two runs of one method, with other unknowns: they differ by what its steps leave
SAME = {"GeneralizedAlpha": 2e-5, "RK4": 1e-8, "DOP853": 1e-9}

# --------------------------------------------------------------------------- machines with and without the light body


def four_bar(light: float | None, planar: bool) -> jd.Model:
    """Crank, coupler, rocker. light: mass of the coupler [kg], its inertia in proportion; None: a distance instead of it.

    In space the coupler hangs on a Hooke joint and a ball, and the rocker swings about a tilted axis.
    """
    model = jd.Model("four-bar", planar=planar, gravity=(0.0, -9.81) if planar else (0.0, -9.81, 1.0))
    n = 2 if planar else 3
    ends = np.array([[0.0, 0.0, 0.0], [0.0, 0.3, 0.0], [0.9, 0.6, 0.1], [1.0, 0.0, 0.0]])
    axes = {"A": (0, 0, 1), "D": (0.1, 0.2, 1.0)}
    bodies = {}
    for name, a, b, mass in (("crank", 0, 1, 1.0), ("rocker", 3, 2, 2.0)):
        J = 0.04 * mass
        middle = 0.5 * (ends[a] + ends[b])[:n]
        bodies[name] = model.body(name, mass=mass, inertia=J if planar else (J, 0.5 * J, J), at=middle)
    for name, body, end in (("A", "crank", 0), ("D", "rocker", 3)):
        options = {} if planar else {"axis": axes[name]}
        model.joint(name, "revolute", model.ground, bodies[body], at=ends[end][:n], **options)
    if light is None:
        model.joint("link", "distance", bodies["crank"], bodies["rocker"], at_a=ends[1][:n], at_b=ends[2][:n])
    else:
        J = 0.1 * light
        middle = 0.5 * (ends[1] + ends[2])[:n]
        coupler = model.body("coupler", mass=light, inertia=J if planar else (J, J, 0.1 * J), at=middle)
        across = {} if planar else {"axis": ends[2] - ends[1]}  # both pins of the Hooke joint are across the coupler
        model.joint("B", "revolute" if planar else "universal", bodies["crank"], coupler, at=ends[1][:n], **across)
        model.joint("C", "revolute" if planar else "spherical", coupler, bodies["rocker"], at=ends[2][:n])
    model.load("push", bodies["crank"], torque="0.5*sin(3*t)" if planar else (0.0, 0.0, "0.5*sin(3*t)"))
    return model


def shafts(light: float | None, planar: bool = False) -> jd.Model:
    """Two shafts at an angle, joined by a cross on two pins; None: by a universal joint instead."""
    model = jd.Model("shafts")
    one = np.array([1.0, 0.0, 0.0])
    two = np.array([np.cos(0.5), np.sin(0.5), 0.0])
    first = model.body("first", mass=1.0, inertia=(0.02, 0.01, 0.01), at=-0.3 * one, spin=3.0 * one)
    second = model.body(
        "second",
        mass=1.5,
        inertia=(0.03, 0.02, 0.05),
        at=0.3 * two,
        rotation=jd.axis_angle((0, 0, 1), 0.5),
        spin=3.0 / np.cos(0.5) * two,
    )
    model.joint("bearing 1", "revolute", model.ground, first, at=-0.3 * one, axis=one)
    model.joint("bearing 2", "cylindrical", model.ground, second, at=0.3 * two, axis=two)
    pins = np.array([0.0, 0.0, 1.0]), np.array([-np.sin(0.5), np.cos(0.5), 0.0])
    if light is None:
        turn = np.stack([pins[0], pins[1], np.cross(pins[0], pins[1])], axis=1)
        model.joint("hooke", "universal", first, second, at=(0, 0, 0), rotation=turn)
    else:
        cross = model.body("cross", mass=light, inertia=(0.1 * light, 0.2 * light, 0.3 * light), at=(0, 0, 0))
        model.joint("pin 1", "revolute", first, cross, at=(0, 0, 0), axis=pins[0])
        model.joint("pin 2", "revolute", cross, second, at=(0, 0, 0), axis=pins[1])
    model.force("brake", model.joints["bearing 2"].angle, damping=0.05)
    model.load("motor", first, torque=(0.3, 0.0, 0.0), follow=True)
    return model


MACHINES: dict[str, Callable[[float | None], jd.Model]] = {
    "planar four-bar": lambda light: four_bar(light, True),
    "spatial four-bar": lambda light: four_bar(light, False),
    "shafts": shafts,
}
LIGHT = {"planar four-bar": "coupler", "spatial four-bar": "coupler", "shafts": "cross"}
EVERY = pytest.mark.parametrize("method", METHODS)
MACHINE = pytest.mark.parametrize("name", MACHINES)


@cache
def run(name: str, light: float | None, method: str) -> jd.Result:
    return jd.simulate(MACHINES[name](light), 1.0, integrator=METHODS[method], output=20, trust="fast")


# --------------------------------------------------------------------------- the same motion


@EVERY
@MACHINE
def test_as_the_joint_that_stands_for_it(name: str, method: str) -> None:
    """The other bodies move as if a distance, or a Hooke joint, were in its place; positions to accelerations."""
    with_body, without = run(name, 0.0, method), run(name, None, method)
    assert np.ptp(without.q, axis=0).max() > 0.3
    for body in without.system.bodies:
        for what in ("position", "velocity", "acceleration", "angular_velocity", "angular_acceleration", "rotation"):
            close(getattr(with_body[body], what), getattr(without[body], what).values, 10 * SAME[method])
    assert with_body.redundant == without.redundant == (2 if name == "shafts" else 0)
    assert np.abs(with_body.energy.error).max() < 1e-3 * with_body.trust.energy_size


@EVERY
@MACHINE
def test_what_it_carries(name: str, method: str) -> None:
    """No inertia, no weight: what one joint exerts on it the other takes away, force and moment."""
    r = run(name, 0.0, method)
    body = LIGHT[name]
    joints = ("pin 1", "pin 2") if name == "shafts" else ("B", "C")
    point = (0.1, 0.2) if r.system.planar else (0.1, 0.2, 0.3)
    one, two = (r.reaction(joint, on=body, frame="ground", at=point) for joint in joints)
    largest = np.abs(one.force).max() + np.abs(one.torque).max()
    assert largest > 0.1
    close(one.force, -two.force.values, 1e-9)
    close(one.torque, -two.torque.values, 1e-9)
    if name != "shafts":  # it pulls along its line, with the force of the distance
        other = run(name, None, method)
        way = (r.point(r.model.joints["C"].b).position - r.point(r.model.joints["B"].a).position).values
        along = (way * two.force.values[:, : way.shape[1]]).sum(axis=1) / np.linalg.norm(way, axis=1)
        close(-along, other.multipliers["link: distance"].values, 100 * SAME[method])


@MACHINE
def test_as_the_limit_of_lighter_ones(name: str) -> None:
    """Motions with masses m and m/2, extrapolated to zero, come to the massless one with the square of m."""

    def states(mass: float) -> list[np.ndarray]:
        return [getattr(run(name, mass, "DOP853"), what) for what in "qva"]

    gaps = []
    for mass in (4e-3, 2e-3):
        extrapolated = [2.0 * half - whole for half, whole in zip(states(0.5 * mass), states(mass), strict=True)]
        gaps.append([np.abs(x - y).max() for x, y in zip(extrapolated, states(0.0), strict=True)])
    first = [np.abs(x - y).max() for x, y in zip(states(2e-3), states(0.0), strict=True)]
    assert (np.log2(np.divide(*gaps)) > 1.9).all(), gaps
    assert (np.array(gaps[1]) < 0.05 * np.array(first)).all()


# --------------------------------------------------------------------------- the same equations


def dense(r: jd.Result, i: int, probe: Probe) -> tuple[np.ndarray, np.ndarray]:
    """Accelerations, and G^T lam, at output i from [M -G^T; G 0] [a; lam] = [h; gamma] by NumPy."""
    piece = r.pieces[0]
    s = probe.at(t=r.t[i], q=r.q[i], v=r.v[i], ref=piece.ref[i], w=piece.w[i], lam=r.lam[i])
    G, force, gamma = probe.rows(), np.array(s.force), np.array(s.gamma)
    n, m = len(force), len(gamma)
    width = 3 if r.system.planar else 6
    M = np.zeros((n, n))
    for b, body in enumerate(r.system.tables["bodies"]):
        j, k = width * b, width * b + width // 2 if width == 6 else width * b + 2
        M[j:k, j:k] = body["mass"] * np.eye(k - j)
        M[k : j + width, k : j + width] = body["J"] if width == 6 else body["J"][2, 2]
    saddle = np.block([[M, -G.T], [G, np.zeros((m, m))]])
    x, _, rank, _ = np.linalg.lstsq(saddle, np.concatenate([force, gamma]), rcond=1e-11)
    assert rank == n + m - r.redundant
    return x[:n], G.T @ x[n:]


def hinged() -> jd.Model:
    """A door on two hinges, the leaf bolted to a massless frame, and a handle on a massless arm: redundant and massless."""
    model = jd.Model("door", gravity=(1.0, 0.5, -9.81))
    frame = model.body("frame", mass=0.0, inertia=(0, 0, 0), at=(0.0, 0.1, 1.0))
    leaf = model.body("leaf", mass=20.0, inertia=(3.0, 2.2, 0.9), at=(0.4, 0.3, 1.0))
    for name, height in (("lower", 0.0), ("upper", 2.0)):
        model.joint(name, "revolute", model.ground, frame, at=(0, 0, height), axis=(0, 0, 1))
    model.joint("bolts", "fixed", frame, leaf, at=(0.1, 0.1, 1.0))
    arm = model.body("arm", mass=0.0, inertia=(0, 0, 0), at=(0.8, 0.6, 1.0))
    knob = model.body("knob", mass=0.5, inertia=(1e-3, 2e-3, 3e-3), at=(0.8, 0.9, 1.0))
    model.joint("pivot", "revolute", leaf, arm, at=(0.8, 0.6, 1.0), axis=(1, 0, 0))
    model.joint("screw", "fixed", arm, knob, at=(0.8, 0.8, 1.0))
    return model


def parallel() -> jd.Model:
    """A planar parallelogram of three uprights under a massless beam: one row too many, and no mass where they meet."""
    model = jd.Model("parallel", planar=True, gravity=(0.0, -9.81))
    beam = model.body("beam", mass=0.0, inertia=0.0, at=(1.0, 1.0), velocity=(1.0, 0.0))
    for i in range(3):
        leg = model.body(f"leg {i}", mass=1.0 + i, inertia=0.1, at=(i, 0.5), velocity=(0.5, 0.0), spin=-1.0)
        model.joint(f"foot {i}", "revolute", model.ground, leg, at=(i, 0.0))
        model.joint(f"top {i}", "revolute", leg, beam, at=(i, 1.0))
    return model


REDUNDANT = {"hinged": (hinged, 5), "parallel": (parallel, 1)}


@EVERY
@pytest.mark.parametrize("name", [*MACHINES, *REDUNDANT])
def test_accelerations_and_forces_are_those_of_the_dense_equations(name: str, method: str) -> None:
    """At every output; where rows are redundant, forces on the bodies are unique although multipliers are not."""
    if name in REDUNDANT:
        make, redundant = REDUNDANT[name]
        r = jd.simulate(make(), 0.5, integrator=METHODS[method], output=10, trust="fast")
        assert r.redundant == redundant
    else:
        r = run(name, 0.0, method)
    probe = Probe(r.system)
    for i in range(len(r.t)):
        a, pull = dense(r, i, probe)
        close(r.a[i], a, 1e-8)
        close(probe.rows().T @ r.lam[i], pull, 1e-8)


@EVERY
def test_redundant_and_massless_as_a_plainer_model(method: str) -> None:
    """The door without frame and arm: leaf on one hinge, knob on a pivot of the leaf."""
    model = jd.Model("plain door", gravity=(1.0, 0.5, -9.81))
    leaf = model.body("leaf", mass=20.0, inertia=(3.0, 2.2, 0.9), at=(0.4, 0.3, 1.0))
    knob = model.body("knob", mass=0.5, inertia=(1e-3, 2e-3, 3e-3), at=(0.8, 0.9, 1.0))
    model.joint("hinge", "revolute", model.ground, leaf, at=(0, 0, 1.0), axis=(0, 0, 1))
    model.joint("pivot", "revolute", leaf, knob, at=(0.8, 0.6, 1.0), axis=(1, 0, 0))
    plain, full = (jd.simulate(m, 1.0, integrator=METHODS[method], output=20, trust="fast") for m in (model, hinged()))
    for body in ("leaf", "knob"):
        for what in ("position", "velocity", "acceleration", "rotation", "angular_velocity"):
            close(getattr(full[body], what), getattr(plain[body], what).values, 10 * SAME[method])


def test_a_singular_position_on_the_way() -> None:
    """The massless beam over three legs lies flat with them at times, and comes out on the right branch."""
    total = sum(m * 0.25 + 0.1 for m in (1.0, 2.0, 3.0))
    times = np.linspace(0.0, 2.0, 21)
    swing = pb._ode(lambda t, y: np.array([y[1], 3.0 * 9.81 * np.sin(y[0]) / total]), np.array([0.0, 1.0]), times)
    for method, tol in (("GeneralizedAlpha", 1e-4), ("RK4", 1e-5), ("DOP853", 1e-7)):
        r = jd.simulate(parallel(), 2.0, integrator=METHODS[method], output=times, trust="fast")
        close(r["leg 1"].angle, -swing[:, 0], tol)
        close(r["beam"].position, np.stack([1.0 + np.sin(swing[:, 0]), np.cos(swing[:, 0])], axis=1), tol)
        assert r.trust.passages


# --------------------------------------------------------------------------- inertia in some directions only


@EVERY
def test_a_point_mass_on_an_arm(method: str) -> None:
    """Mass, but no inertia about its centre: with the pin beside it this is the pendulum with its closed form."""
    for planar in (True, False):
        n = 2 if planar else 3
        model = jd.Model("pendulum", planar=planar, gravity=(0.0, -pb.PENDULUM_GRAVITY, 0.0)[:n])
        bob = model.body("bob", mass=1.0, inertia=0.0 if planar else (0, 0, 0), at=(-1.0, 0.0, 0.0)[:n])
        model.joint("pin", "revolute", model.ground, bob, at=(0.0, 0.0, 0.0)[:n])
        r = jd.simulate(model, 2.0, integrator=METHODS[method], output=20, trust="fast")
        close(r["bob"].position.values[:, :2], pb.pendulum_position(r.t), 10 * SAME[method])


def _bob_on_a_rod(planar: bool, end: float) -> jd.Model:
    """A point mass at x = -1 m on a rod from the ground, which meets it at x = end."""
    n = 2 if planar else 3
    model = jd.Model("pendulum", planar=planar, gravity=(0.0, -pb.PENDULUM_GRAVITY, 0.0)[:n])
    bob = model.body("bob", mass=1.0, inertia=0.0 if planar else (0, 0, 0), at=(-1.0, 0.0, 0.0)[:n])
    model.joint("rod", "distance", model.ground, bob, at_a=(0.0, 0.0, 0.0)[:n], at_b=(end, 0.0, 0.0)[:n])
    return model


@pytest.mark.parametrize("planar", [True, False])
@EVERY
def test_a_point_mass_on_a_rod(method: str, planar: bool) -> None:
    """The same pendulum. Nothing reads or moves the rotation, which stays as it is; beside the centre the rod would."""
    r = jd.simulate(_bob_on_a_rod(planar, -1.0), 2.0, integrator=METHODS[method], output=20, trust="fast")
    close(r["bob"].position.values[:, :2], pb.pendulum_position(r.t), 10 * SAME[method])
    turned = r.q[:, 2 if planar else 3 :]
    assert (turned == turned[0]).all()
    with pytest.raises(jd.ModelError, match=r"'bob'.*this motion is free and has no inertia"):
        jd.simulate(_bob_on_a_rod(planar, -0.9), 2.0, integrator=METHODS[method])


def test_a_thin_rod() -> None:
    """No inertia about its own axis: on a Hooke joint nothing turns about it; on a ball it could, and is refused."""
    results = []
    for thin in (0.0, 1e-9):
        model = jd.Model("rod", gravity=(0.0, 0.0, -9.81))
        along = jd.axis_angle((0, 1, 0), np.pi / 2)  # z of the rod, and of the joint, along x
        moving = {"velocity": (0, 0.5, 0), "spin": (0, 0, 1.0)}
        rod = model.body("rod", mass=1.0, inertia=(1 / 12, 1 / 12, thin), at=(0.5, 0.0, 0.0), rotation=along, **moving)
        model.joint("hook", "universal", model.ground, rod, at=(0, 0, 0), rotation=along)
        results.append(jd.simulate(model, 1.0, integrator=METHODS["DOP853"], output=10, trust="fast"))
    close(results[0].q, results[1].q, 1e-7)
    model = jd.Model("rod", gravity=(0.0, 0.0, -9.81))
    rod = model.body("rod", mass=1.0, inertia=(1 / 12, 1 / 12, 0.0), at=(0.0, 0.0, 0.5))
    model.joint("ball", "spherical", model.ground, rod, at=(0, 0, 0))
    with pytest.raises(jd.ModelError, match=r"'rod'.*free and has no inertia"):
        jd.simulate(model, 1.0)


# --------------------------------------------------------------------------- refused


def _link(planar: bool, kinds: tuple[str, str], turned: bool = False) -> jd.Model:
    """A mass on a massless link on the ground; turned: the first joint's axis is along the link."""
    n = 2 if planar else 3
    model = jd.Model("link", planar=planar, gravity=(0.0, -9.81, 0.0)[:n])
    link = model.body("link", mass=0.0, inertia=0.0 if planar else (0, 0, 0), at=(0.5, 0.0, 0.0)[:n])
    bob = model.body("bob", mass=1.0, inertia=0.1 if planar else (0.1, 0.1, 0.1), at=(1.0, 0.0, 0.0)[:n])
    model.joint("A", kinds[0], model.ground, link, at=(0.0, 0.0, 0.0)[:n], axis=(1.0, 0.0, 0.0)[:n] if turned else None)
    model.joint("B", kinds[1], link, bob, at=(1.0, 0.0, 0.0)[:n])
    return model


def _slack(planar: bool) -> jd.Model:
    """Two massless links in a row between crank and rocker: the pin between them is free."""
    model = _link(planar, ("revolute", "revolute"))
    n = 2 if planar else 3
    extra = model.body("extra", mass=0.0, inertia=0.0 if planar else (0, 0, 0), at=(1.5, 0.2, 0.0)[:n])
    model.joint("C", "revolute", model.bodies["link"], extra, at=(0.5, 0.0, 0.0)[:n])
    return model


REFUSED: dict[str, tuple[Callable[[], jd.Model], str]] = {
    "link between two balls": (lambda: _link(False, ("spherical", "spherical")), "'link'"),
    "link that turns on a pin along it": (lambda: _link(False, ("universal", "spherical")), "'link' about its x axis"),
    "second link in the plane": (lambda: _slack(True), "'extra'"),
    "second link in space": (lambda: _slack(False), "'extra'"),
    "free body": (lambda: _free(), "'dust'"),
}


def _free() -> jd.Model:
    model = _link(True, ("revolute", "revolute"))
    model.body("dust", mass=0.0, inertia=1.0)
    return model


@pytest.mark.parametrize("case", REFUSED)
def test_motions_without_inertia_are_refused(case: str) -> None:
    """By the name of the body that could move, with what to do, by every method and before anything is divided."""
    make, named = REFUSED[case]
    for method in (None, *METHODS.values()):
        with pytest.raises(jd.ModelError, match="this motion is free and has no inertia") as caught:
            jd.simulate(make(), 1.0, integrator=method)
        message = str(caught.value)
        assert named in message and "Give the body a mass" in message and "model 'link'" in message


@EVERY
def test_a_link_that_is_held_runs(method: str) -> None:
    """The same link with a Hooke joint at one end has no free motion: a pendulum on a ball in space."""
    model = _link(False, ("universal", "spherical"), turned=True)
    r = jd.simulate(model, 1.0, integrator=METHODS[method], output=10, trust="fast")
    distance = np.linalg.norm(r["bob"].position.values, axis=1)
    close(distance, np.ones_like(distance), 1e-9)
    swing = r["bob"].position.values[:, :2] * (-1.0, 1.0)
    close(swing, pb.pendulum_position(r.t), 10 * SAME[method])
