"""A hanging chain of ten links: its equilibrium in five Newton steps, against the closed form, and the forces in its hinges."""

import numpy as np

import jourdain as jd

G, LINKS, LINK = 9.81, 10, 0.1  # m/s2, number, m


def chain() -> jd.Model:
    """Equal links between two fixed points, drawn as an arc."""
    m = jd.Model("hanging chain", planar=True, gravity=(0.0, -G))
    before, end = m.ground, np.zeros(2)
    for i, angle in enumerate(np.linspace(-1.0, 1.0, LINKS)):
        way = LINK * np.array([np.cos(angle), np.sin(angle)])
        shape = jd.box(LINK, 0.01, 0.01)
        link = m.body(f"link {i + 1}", shape=shape, mass=0.2, at=end + 0.5 * way, rotation=angle)
        m.joint(f"hinge {i}", "revolute", before, link, at=end)
        before, end = link, end + way
    m.joint(f"hinge {LINKS}", "revolute", before, m.ground, at=end)
    return m


found = jd.statics(chain())


def check() -> None:
    """A link is in balance if the tangent of the next one is larger by m g / H, with H the horizontal force in all hinges."""
    steps = np.diff(np.tan(found.result.system.layout.angles(found.result.q[0])))
    assert found.stable and np.abs(steps - steps.mean()).max() < 1e-10
    for i in range(1, LINKS):
        force = found.result.reaction(f"hinge {i}", on=f"link {i}", frame="ground").force.values[0]
        assert abs(force[0] - 0.2 * G / steps.mean()) < 1e-9


if __name__ == "__main__":
    print(found)
    check()
