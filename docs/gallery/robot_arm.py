"""A robot arm of six axes by its published table: Denavit and Hartenberg's numbers, masses, and the torque of every motor.

Lengths and masses are those that the maker of the UR5 publishes; its links are drawn as straight tubes here.
"""

import numpy as np

import jourdain as jd

TABLE = (  # a [m], d [m], alpha [rad], mass [kg] of each link
    (0.0, 0.089159, np.pi / 2, 3.7),
    (-0.425, 0.0, 0.0, 8.393),
    (-0.39225, 0.0, 0.0, 2.275),
    (0.0, 0.10915, np.pi / 2, 1.219),
    (0.0, 0.09465, -np.pi / 2, 1.219),
    (0.0, 0.0823, 0.0, 0.1879),
)
TURNS = (1.2, -1.4, 1.6, -0.8, 0.9, 2.0)  # of the joints, from rest to rest [rad]


def frames(angles: np.ndarray | tuple[float, ...]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Place and axes of every link's frame, the base first."""
    p, R = np.zeros(3), np.eye(3)
    found = [(p, R)]
    for (a, d, alpha, _), turn in zip(TABLE, angles, strict=True):
        c, s = np.cos(turn), np.sin(turn)
        turned = R @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        p = p + turned @ np.array([a, 0.0, d])
        c, s = np.cos(alpha), np.sin(alpha)
        R = turned @ np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
        found.append((p, R))
    return found


m = jd.Model("robot arm", gravity=(0, 0, -9.81))
drawn = frames([0.0] * 6)
before = m.ground
for i, ((p, R), (q, _), (*_, mass), turn) in enumerate(zip(drawn, drawn[1:], TABLE, TURNS, strict=False), 1):
    z, length = (q - p) / np.linalg.norm(q - p), np.linalg.norm(q - p)
    x = np.cross(z, R[:, 0]) if abs(z @ R[:, 0]) < 0.9 else np.cross(z, R[:, 1])
    axes = np.column_stack([x, np.cross(z, x), z])
    link = m.body(f"link {i}", shape=jd.cylinder(0.06 - 0.006 * i, length), mass=mass, at=(p + q) / 2, rotation=axes)
    joint = m.joint(f"joint {i}", "revolute", before, link, at=p, axis=R[:, 2])
    m.drive(f"motor {i}", joint.angle, f"step5(t, 0.2, 0, 1.8, {turn!r})")
    before = link
link.marker("tool", at=link.matrix.T @ (drawn[-1][0] - link.at))

result = jd.simulate(m, 2.0, output=200)
tool = result.point(link.markers["tool"]).position


def check() -> None:
    """The tool ends where the table of numbers says, and the shoulder holds the weight of the stretched arm at the start."""
    assert np.abs(tool.values[0] - drawn[-1][0]).max() < 1e-9
    assert np.abs(tool.values[-1] - frames(TURNS)[-1][0]).max() < 1e-6
    lever = sum(body.mass * body.at[0] for name, body in m.bodies.items() if name != "link 1")
    assert abs(abs(result.multipliers["motor 2: drive"][0]) - abs(9.81 * lever)) < 1e-6 * abs(9.81 * lever)


if __name__ == "__main__":
    print(result.summary())
    torques = [f"motor {i}: drive" for i in range(1, 7)]
    print(", ".join(f"{one[:7]} {np.abs(result.multipliers[one]).max():.1f} N m" for one in torques), "at most")
    result.plot(*torques)
    check()
