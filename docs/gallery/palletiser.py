"""A palletising arm in joint coordinates: a tree of five joints, and one that is cut to close the parallelogram.

Column, upper arm and forearm stand on each other; a crank at the shoulder moves the forearm by a rod, so that both motors
stay at the shoulder. Springs hold the arm where the motors would. The same run in Cartesian coordinates gives the same
motion and the same forces in the joints.
"""

import numpy as np

import jourdain as jd

ARM, REACH, CRANK = 0.8, 0.9, 0.3  # m: upper arm, forearm in front of the elbow and behind it (as long as the crank)
SHOULDER, ELBOW = np.array([0.0, 0.0, 0.6]), np.array([0.0, 0.0, 1.4])
BACK, UP = np.array([-1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
Y = (0.0, 1.0, 0.0)


def palletiser() -> jd.Model:
    """Drawn with the upper arm upright and the forearm level."""
    m = jd.Model("palletiser", gravity=(0, 0, -9.81))
    column = m.body("column", shape=jd.box(0.3, 0.3, 0.6), mass=60.0, at=0.5 * SHOULDER)
    arm = m.body("arm", shape=jd.box(0.1, 0.1, ARM), mass=12.0, at=SHOULDER + 0.5 * ARM * UP)
    middle = ELBOW - 0.5 * (REACH - CRANK) * BACK
    forearm = m.body("forearm", shape=jd.box(REACH + CRANK, 0.08, 0.08), mass=8.0, at=middle)
    crank = m.body("crank", shape=jd.box(CRANK, 0.06, 0.06), mass=2.0, at=SHOULDER + 0.5 * CRANK * BACK)
    rod = m.body("rod", shape=jd.box(0.04, 0.04, ARM), mass=1.5, at=SHOULDER + CRANK * BACK + 0.5 * ARM * UP)
    turn = m.joint("turn", "revolute", m.ground, column, at=(0, 0, 0), axis=UP)
    shoulder = m.joint("shoulder", "revolute", column, arm, at=SHOULDER, axis=Y)
    m.joint("elbow", "revolute", arm, forearm, at=ELBOW, axis=Y)
    motor = m.joint("motor", "revolute", column, crank, at=SHOULDER, axis=Y)
    m.joint("lower end", "universal", crank, rod, at=SHOULDER + CRANK * BACK, axis=UP)
    m.joint("upper end", "spherical", rod, forearm, at=ELBOW + CRANK * BACK)
    m.force("turning", turn.angle, stiffness=300.0, damping=20.0, rest=1.0)
    m.force("lifting", shoulder.angle, stiffness=900.0, damping=60.0, rest=0.4)
    m.force("reaching", motor.angle, stiffness=900.0, damping=60.0, rest=-0.3)
    return m


model = palletiser()
method = jd.DOP853(tol=1e-9)
inside = jd.DOP853(tol=1e-9, coordinates="joint")
result = jd.simulate(model, 1.0, integrator=inside, output=100)


def check() -> None:
    """As in Cartesian coordinates; three motors, three motions."""
    found = jd.check(model)
    assert found.mobility == 3 and found.in_joints.startswith(
        "6 in a tree of 5 joints, 3 deep; 3 rows beside it: upper end"
    )
    other = jd.simulate(model, 1.0, integrator=method, output=100, trust="fast")
    assert np.abs(result["forearm"].position.values - other["forearm"].position.values).max() < 1e-7
    force, same = (one.reaction("elbow").force.values for one in (result, other))
    assert np.abs(force - same).max() < 1e-6 * np.abs(same).max()


if __name__ == "__main__":
    print(jd.check(model).in_joints)
    print(result)
    check()
