"""Flexible bodies together with what else a run can do: forces at interfaces, locks, redundancy, checks, bending afterwards."""

from __future__ import annotations

import numpy as np
import pytest

import jourdain as jd
from machines import rods
from machines.rods import Rod

CRANK, ROD, STEEL = 0.15, 0.3, Rod(0.3, 7870.0 * 2.827e-5, 2e11 * 6.36e-11, thin=4.5e-6)
AXIAL = 2e11 * 2.827e-5  # E A [N]


def slider_crank(part: jd.Part, speed: float, slider: float = 0.5, **options: object) -> jd.Model:
    """A driven crank, a rod that bends, a slider with so much of the mass of the rod."""
    m, mass, turning = jd.Model("slider-crank"), 0.0334, -CRANK * speed / ROD
    start = {"velocity": (0, speed * CRANK / 2, 0), "spin": (0, 0, speed)}
    crank = m.body("crank", mass=mass, inertia=(1e-7, 6e-5, 6e-5), at=(CRANK / 2, 0, 0), **start)
    block = m.body("slider", mass=slider * part.mass, inertia=(1e-6, 1e-6, 1e-6), at=(CRANK + ROD, 0, 0))
    motion = {"velocity": (0, CRANK * speed + turning * ROD / 2, 0), "spin": (0, 0, turning)}
    rod = m.flexible("rod", part, at=(CRANK, 0, 0), **motion, **options)
    shaft = m.joint("shaft", "revolute", m.ground, crank, at=(0, 0, 0), axis=(0, 0, 1))
    m.joint("crank pin", "revolute", crank, rod, at=(CRANK, 0, 0), axis=(0, 0, 1))
    m.joint("slider pin", "spherical", rod, block, at=(CRANK + ROD, 0, 0))
    m.joint("guide", "prismatic", m.ground, block, at=(CRANK + ROD, 0, 0), axis=(1, 0, 0))
    m.drive("motor", shaft.angle, f"{speed}*t")
    return m


def turns(model: jd.Model, speed: float, **options: object) -> jd.Result:
    end = 4 * np.pi / speed
    method = jd.GeneralizedAlpha(rho=0.8, step=end / 2000)
    return jd.simulate(model, end, integrator=method, output=500, trust="fast", **options)


def test_forces_at_interfaces_stiffen() -> None:
    """A slider bends its rod by a tenth more: seen by an axial shape, or by sines whose ends move by second order."""
    peaks = [
        float(np.abs(turns(slider_crank(part, 150.0, stiffening=on), 150.0)["rod"].amplitudes.values[:, 0]).max())
        for part, on in (
            (rods.strut(STEEL, 3, AXIAL), True),
            (rods.part(STEEL, 3, "pinned"), True),
            (rods.part(STEEL, 3, "pinned"), False),
        )
    ]
    assert peaks[1] == pytest.approx(peaks[0], rel=5e-3)
    assert abs(peaks[2] / peaks[0] - 1.0) > 0.05


def test_euler_column_by_free_shapes() -> None:
    """Frequency of a pinned column under a force P: sqrt(1 - P/P_cr), without any shape that is compressed."""
    section, length = jd.rectangle(0.01, 0.02), 1.0
    mesh = jd.beam_mesh([(0, 0, 0), (length, 0, 0)], 12, section=section)
    steel = jd.material(E=2e11, nu=0.3, density=7850.0)
    part = jd.reduce(mesh, material=steel, interfaces={"A": "start", "B": "end"}, kind="free", modes=12)
    critical = np.pi**2 * 2e11 * 0.02 * 0.01**3 / 12 / length**2

    def lowest(force: float) -> float:
        m = jd.Model("column")
        rod = m.flexible("rod", part)
        m.joint("A", "universal", m.ground, rod, at=(0, 0, 0), axis=(1, 0, 0))
        along = m.ground.marker("line", at=(length, 0, 0), rotation=jd.axis_angle((0, 1, 0), np.pi / 2))
        m.joint("B", "point_on_line", along, rod.interface("B"))
        m.load("push", rod.interface("B"), force=(-force, 0, 0))
        found = np.abs(jd.linear(m, start="static").eigenvalues.imag)
        return float(found[found > 1.0].min())

    free = lowest(0.0)
    assert free == pytest.approx(np.pi**2 / length**2 * np.sqrt(2e11 * 0.01**2 / 12 / 7850.0), rel=0.02)
    for share in (0.5, -1.0):
        assert lowest(share * critical) / free == pytest.approx(np.sqrt(1.0 - share), rel=5e-3)


def pendulum(**options: object) -> jd.Model:
    """A rod on a pin, with a bob pinned to its end."""
    m = jd.Model("pendulum", gravity=(0, -9.81, 0))
    rod = m.flexible("rod", rods.part(Rod(1.0, 0.8, 30.0, thin=1e-4), 3, "pinned"), damping=0.02, **options)
    bob = m.body("bob", mass=0.3, inertia=(1e-3, 1e-3, 1e-3), at=(1, 0, 0))
    m.joint("hinge", "revolute", m.ground, rod, at=(0, 0, 0), axis=(0, 0, 1))
    pin = m.joint("pin", "revolute", rod, bob, at=(1, 0, 0), axis=(0, 0, 1))
    m.measure("turned", pin.angle)
    return m


def test_a_joint_of_an_interface_is_locked_and_released() -> None:
    """The angle stays while it is locked, so that what watches it sees no more; damping and the blow take energy only."""
    m = pendulum()
    m.event("lock", m.measures["turned"], 0.2, actions=jd.Lock("pin"))
    m.event("free", "t", 0.3, actions=jd.Release("pin"))
    r = jd.simulate(m, 0.4, integrator=jd.GeneralizedAlpha(step=1e-3), output=40, trust="fast")
    turned, total = r.measure("turned").values, r.energy.kinetic.values + r.energy.potential.values
    (when,) = [e.t for e in r.events if e.name == "lock"]
    locked = (r.t >= when) & (r.t < 0.3)
    assert locked.sum() > 5 and np.abs(turned[locked] - 0.2).max() < 1e-9 and np.ptp(turned[r.t < when]) > 1e-2
    assert (np.diff(total) < 1e-6).all()


def three_hinges(stiffening: bool) -> jd.Model:
    """A leaf on three hinges, one of which keeps it from turning."""
    m = jd.Model("door", gravity=(0, 0, -9.81))
    leaf = m.flexible("leaf", rods.part(Rod(1.0, 5.0, 200.0, thin=1e-2), 9, "pinned", axes="z"), stiffening=stiffening)
    m.joint("A", "revolute", m.ground, leaf, at=(0, 0, 0), axis=(0, 1, 0))
    for name, x in (("M", 0.5), ("B", 1.0)):
        m.joint(name, "spherical", m.ground, leaf, at=(x, 0, 0))
    return m


def test_three_hinges_share_the_weight_as_the_leaf_bends() -> None:
    """Redundant along the leaf and where it does not bend; across it a beam on three supports has its shares of the weight."""
    m = three_hinges(False)
    assert jd.check(m).redundant == 4 and jd.check(m).ok
    found = jd.statics(m).result
    forces = [float(np.linalg.norm(found.reaction(name).force.values[0])) for name in "AMB"]
    assert np.array(forces) / (0.5 * 5.0 * 9.81) == pytest.approx([0.375, 1.25, 0.375], rel=5e-3)


def test_a_leaf_that_cannot_become_shorter_is_refused() -> None:
    """Held at three places along a line that its shapes do not stretch, it could not bend."""
    m = three_hinges(True)
    assert any("'leaf' could not bend" in one for one in jd.check(m).errors)
    for analysis in (lambda: jd.simulate(m, 0.1), lambda: jd.statics(m)):
        with pytest.raises(jd.ModelError, match=r"'leaf' could not bend.*craig-bampton"):
            analysis()


def test_bending_after_the_motion() -> None:
    """A slow heavy machine: as with both together; a fast light one: the result says that it is wrong, and it is."""
    part = rods.part(STEEL, 2, "pinned")
    slow = [turns(slider_crank(part, 20.0, damping=0.05), 20.0, elastic=way) for way in ("coupled", "after")]
    a, b = (r["rod"].amplitudes.values for r in slow)
    assert np.abs(a - b).max() < 5e-3 * np.abs(a).max() and np.abs(a).max() > 0.0
    ends = [r.point(r.model.bodies["rod"].interface("B")).position.values for r in slow]
    assert np.abs(ends[0] - ends[1]).max() < 1e-6
    assert "bending follows the rigid motion" in slow[1].summary() and "too much" not in slow[1].summary()
    fast = [turns(slider_crank(part, 150.0, damping=0.05), 150.0, elastic=way) for way in ("coupled", "after")]
    a, b = (r["rod"].amplitudes.values for r in fast)
    assert np.abs(a - b).max() > 0.1 * np.abs(a).max()
    assert "that is too much to come after the motion" in fast[1].summary()
    soft = turns(slider_crank(rods.part(STEEL._replace(EI=0.1 * STEEL.EI), 2, "pinned"), 150.0), 150.0, elastic="after")
    assert "more than 10 % of its size or 0.1 rad" in soft.summary()  # shapes are for small deformations
    struck = pendulum()
    struck.event("lock", "t", 0.05, actions=jd.Lock("pin"))
    with pytest.raises(jd.ModelError, match=r"'lock' changes the motion by jumps"):
        jd.simulate(struck, 0.1, elastic="after")
    with pytest.raises(jd.ModelError, match=r"no flexible bodies"):
        jd.simulate(jd.Model("none"), 0.1, elastic="after")


def test_a_hundred_bars_some_of_which_bend() -> None:
    """A falling chain: joints closed, energy kept to the order of the steps, every part vibrates."""
    m, part = jd.Model("chain", gravity=(0, -9.81, 0)), rods.part(Rod(0.1, 0.3, 0.05, thin=1e-4), 1, "pinned")
    last = m.ground
    for i in range(100):
        x = 0.1 * i
        body = (
            m.flexible(f"bar {i}", part, at=(x, 0, 0), amplitudes=[1e-4])
            if i % 5 == 2
            else m.body(f"bar {i}", mass=0.03, inertia=(3e-6, 3e-5, 3e-5), at=(x + 0.05, 0, 0))
        )
        m.joint(f"pin {i}", "revolute", last, body, at=(x, 0, 0), axis=(0, 0, 1))
        last = body
    r = jd.simulate(m, 0.05, integrator=jd.GeneralizedAlpha(step=1e-4), output=10, trust="fast")
    total = r.energy.kinetic.values + r.energy.potential.values
    assert np.ptp(total) < 1e-4 * r.energy.kinetic.values.max()
    assert r.trust.drift < 1e-10
    assert min(np.ptp(r[f"bar {i}"].amplitudes.values) for i in range(2, 100, 5)) > 1e-5


def test_drives_alone_do_not_move_what_bends_but_forces_of_a_run_come_back() -> None:
    """Kinematics is refused by name; inverse finds the torque that made a motion."""
    m = pendulum()
    m.force("servo", m.joints["hinge"].angle, law="0.5*sin(3*t)")
    r = jd.simulate(m, 0.1, integrator=jd.DOP853(tol=1e-10), output=20, trust="fast")
    back = jd.inverse(m, motion=r, actuators=["servo"])
    assert np.abs(np.asarray(back.forces["servo"]) - 0.5 * np.sin(3.0 * r.t)).max() < 1e-8
    m.drive("motor", m.joints["hinge"].angle, "0.1*t")
    with pytest.raises(jd.ModelError, match=r"'rod'.* bend by forces, so drives alone"):
        jd.kinematics(m, 0.1)


def test_check_names_interfaces_and_slow_shapes() -> None:
    m = pendulum()
    assert any("'rod': 3 pinned shapes" in one for one in jd.check(m).notes)
    assert any("interfaces that nothing takes: 'M'" in one for one in jd.check(m).notes)
    m.drive("motor", m.joints["hinge"].angle, "0.01*sin(500*t)")
    slow = [one for one in jd.check(m).warnings if "keep shapes up" in one]
    assert len(slow) == 1 and "drive 'motor' excites with 79.58 Hz" in slow[0]
    m = jd.Model("loose")
    part = rods.part(Rod(1.0, 0.8, 30.0), 2)
    part.frequencies[0] = 1e-6
    m.flexible("rod", part)
    said = " ".join(jd.check(m).warnings)
    assert "nothing takes its interfaces 'A', 'M', 'B'" in said and "more than six motions" in said
