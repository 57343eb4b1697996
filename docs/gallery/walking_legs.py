"""Walking legs after Theo Jansen: two mirrored legs of six bodies each on one crank, and the path of a foot.

Link lengths are those that Jansen published (The Great Pretender, 2007). A leg has three loops; which way each was put
together stays as it is drawn, however often the crank turns.
"""

import numpy as np

import jourdain as jd

A, B, C, D, E, F, G, H, I, J, K, L, M = (
    0.38, 0.415, 0.393, 0.401, 0.558, 0.394, 0.367, 0.657, 0.49, 0.5, 0.619, 0.078, 0.15
)  # m  # fmt: skip
# the bodies of a leg by the pins they span, and the pins by the bodies they join
PARTS = {
    "j": "tip top",
    "upper": "pivot top back",
    "k": "tip knee",
    "c": "pivot knee",
    "f": "back heel",
    "lower": "knee heel foot",
}
PINS = {
    "tip": (("crank", "j"), ("crank", "k")),
    "top": (("j", "upper"),),
    "pivot": (("ground", "upper"), ("ground", "c")),
    "knee": (("k", "c"), ("c", "lower")),
    "back": (("upper", "f"),),
    "heel": (("f", "lower"),),
}


def meet(p: np.ndarray, a: float, q: np.ndarray, b: float) -> np.ndarray:
    """Where circles of radii a and b about p and q meet, to the left of the way from p to q."""
    along = q - p
    square = along @ along
    x = (a * a - b * b + square) / (2 * square)
    return p + x * along + np.sqrt(a * a / square - x * x) * np.array([-along[1], along[0]])


def leg(m: jd.Model, side: int, angle: float = 0.3) -> None:
    """A leg to the left (side 1) or right (-1) of the crank, whose pin stands at the angle."""
    at = {"tip": M * np.array([side * np.cos(angle), np.sin(angle)]), "pivot": np.array([-A, -L])}
    at["top"], at["knee"] = meet(at["pivot"], B, at["tip"], J), meet(at["tip"], K, at["pivot"], C)
    at["back"] = meet(at["pivot"], D, at["top"], E)
    at["heel"] = meet(at["knee"], G, at["back"], F)
    at["foot"] = meet(at["knee"], I, at["heel"], H)
    at = {name: point * (side, 1) for name, point in at.items()}
    bodies = {"crank": m.bodies["crank"], "ground": m.ground}
    for name, pins in PARTS.items():
        places = np.array([at[pin] for pin in pins.split()])
        bodies[name] = m.body(f"{name} {side:+d}", mass=1.0, inertia=0.02, at=places.mean(axis=0))
    for pin, pairs in PINS.items():
        for a, b in pairs:
            m.joint(f"{pin} {a} {b} {side:+d}", "revolute", bodies[a], bodies[b], at=at[pin])
    bodies["lower"].marker("foot", at=at["foot"] - places.mean(axis=0))


m = jd.Model("walking legs", planar=True, gravity=(0.0, -9.81))
crank = m.body("crank", mass=2.0, inertia=0.1)
shaft = m.joint("shaft", "revolute", m.ground, crank, at=(0.0, 0.0))
for side in (1, -1):
    leg(m, side)
m.drive("motor", shaft.angle, "2*pi*t")
result = jd.simulate(m, 2.0, output=400)
foot = result.point(m.bodies["lower +1"].markers["foot"]).position


def check() -> None:
    """The foot comes back after each turn, and is nearly straight while it is on the ground; both legs do the same."""
    assert np.abs(foot.values[200:] - foot.values[:201]).max() < 1e-6
    low = foot.values[:200][foot.values[:200, 1] < foot.values[:, 1].min() + 0.02]
    assert np.ptp(low[:, 0]) > 0.5  # a step of more than half a metre, level to 2 cm
    assert result.trust.worst < 1e-5 and not result.trust.passages


if __name__ == "__main__":
    print(result.summary())
    motor = np.abs(result.multipliers["motor: drive"]).max()
    step, lift = np.ptp(foot.values, axis=0)
    print(f"step {step:.3f} m, foot lifted by {lift:.3f} m, motor {motor:.1f} N m at most")
    result.plot("lower +1.x", "lower +1.y")
    check()
