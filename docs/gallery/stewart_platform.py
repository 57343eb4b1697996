"""A Stewart platform: six driven legs carry a table round a circle, and the force of every leg is known."""

import numpy as np

import jourdain as jd

PATH = ("0.1*sin(2*t)", "0.1*(1 - cos(2*t))", "0.05*(1 - cos(4*t))")  # of the table [m]
FEET = [np.array([0.5 * np.cos(a), 0.5 * np.sin(a), 0.0]) for a in np.deg2rad([-10, 10, 110, 130, 230, 250])]
HEADS = [np.array([0.3 * np.cos(a), 0.3 * np.sin(a), 0.7]) for a in np.deg2rad([-50, 50, 70, 170, 190, 290])]


def along(way: np.ndarray) -> np.ndarray:
    """Axes, as columns, whose z is along a way."""
    z = way / np.linalg.norm(way)
    x = np.cross((0.0, 1.0, 0.0), z)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


m = jd.Model("Stewart platform", gravity=(0, 0, -9.81))
table = m.body("table", shape=jd.cylinder(0.32, 0.03), mass=40.0, at=(0, 0, 0.7))
for i, (foot, head) in enumerate(zip(FEET, HEADS, strict=True), 1):
    way, half = head - foot, jd.cylinder(0.02, 0.6 * np.linalg.norm(head - foot))
    sleeve = m.body(f"sleeve {i}", shape=half, mass=2.0, at=foot + 0.3 * way, rotation=along(way))
    rod = m.body(f"rod {i}", shape=jd.cylinder(0.012, half.size[1]), mass=1.0, at=head - 0.3 * way, rotation=along(way))
    m.joint(f"foot {i}", "universal", m.ground, sleeve, at=foot, axis=way)
    slide = m.joint(f"slide {i}", "prismatic", sleeve, rod, at=foot + 0.5 * way, axis=way).slide
    m.joint(f"head {i}", "spherical", rod, table, at=head)
    parts = [f"({c!r} + {path})**2" for c, path in zip(way.tolist(), PATH, strict=True)]
    m.drive(f"leg {i}", slide, f"sqrt({' + '.join(parts)}) - {np.linalg.norm(way).item()!r}")

result = jd.simulate(m, np.pi, output=200)


def check() -> None:
    """The table goes its way without tilting; the legs carry all that hangs on them."""
    t = np.asarray(result.t)
    way = np.column_stack([0.1 * np.sin(2 * t), 0.1 * (1 - np.cos(2 * t)), 0.7 + 0.05 * (1 - np.cos(4 * t))])
    assert np.abs(result["table"].position.values - way).max() < 1e-7
    assert np.abs(result["table"].rotation.values - np.eye(3)).max() < 1e-7
    lifted = sum(result.reaction(f"foot {i}", frame="ground").force.values[:, 2] for i in range(1, 7))
    accelerated = sum(result[name].acceleration.values[:, 2] * body.mass for name, body in m.bodies.items())
    assert np.abs(lifted - accelerated - 9.81 * (40.0 + 6 * 3.0)).max() < 1e-6
    assert result.redundant == 0


if __name__ == "__main__":
    print(result.summary())
    forces = [f"leg {i}: drive" for i in range(1, 7)]
    print(
        ", ".join(f"leg {i} {np.abs(result.multipliers[one]).max():.0f} N" for i, one in enumerate(forces, 1)),
        "at most",
    )
    result.plot(*forces)
    check()
