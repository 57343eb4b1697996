"""A chain of four hundred links swings down, by recursion in joint coordinates: a step takes a time as long as the chain.

Each link is held by a revolute, axes crossed in turn as in a roller chain that may twist. In a tree no joint is a row: there is
nothing to close, and energy says how good the steps are.
"""

import numpy as np

import jourdain as jd

LINKS, LENGTH = 400, 0.05  # number, m


def chain(links: int) -> jd.Model:
    """Drawn level, held at one end."""
    m = jd.Model("long chain", gravity=(0, 0, -9.81))
    last = m.ground
    for i in range(links):
        link = m.body(f"link {i + 1}", shape=jd.box(LENGTH, 0.006, 0.006), mass=0.005, at=((i + 0.5) * LENGTH, 0, 0))
        m.joint(
            f"pin {i + 1}", "revolute", last, link, at=(i * LENGTH, 0, 0), axis=(0, 1, 0) if i % 2 == 0 else (0, 0.3, 1)
        )
        last = link
    return m


model = chain(LINKS)
result = jd.simulate(model, 0.2, integrator=jd.RK4(step=5e-4, coordinates="joint"), output=40, trust="fast")


def check() -> None:
    """Energy is kept, joints are closed, and a shorter chain moves as it does in Cartesian coordinates."""
    assert np.abs(result.energy.error.values).max() < 1e-6 * result.energy.kinetic.values.max()
    assert result.gap.max() < 1e-12
    short = chain(20)
    same = [jd.simulate(short, 0.2, integrator=jd.DOP853(tol=1e-9, coordinates=c), output=4) for c in (None, "joint")]
    assert np.abs(same[0].q - same[1].q).max() < 1e-7


if __name__ == "__main__":
    print(jd.check(chain(20)).in_joints)
    print(result)
    check()
