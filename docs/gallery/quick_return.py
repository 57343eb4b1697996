"""A quick-return drive: kinematics without integration, the coupler curve of its link, dead points, transmission angles.

The crank turns evenly. The ram goes forth slowly and comes back fast; the ratio of both follows from the two dead points.
"""

import math

import numpy as np

import jourdain as jd

model = jd.Model("quick-return", planar=True, gravity=(0.0, -9.81))
pin, foot = (0.1, 0.0), (0.0, -0.2)  # of the crank, 0.1 m, and the pivot of the slotted lever
tilt = math.atan2(0.2, 0.1)
top = (foot[0] + 0.5 * math.cos(tilt), foot[1] + 0.5 * math.sin(tilt))
ram_at = (top[0] + math.sqrt(0.3**2 - (0.25 - top[1]) ** 2), 0.25)
slope = math.atan2(ram_at[1] - top[1], ram_at[0] - top[0])


def middle(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Between two points."""
    return (a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0


crank = model.body("crank", shape=jd.box(0.1, 0.03, 0.02), density=7850.0, at=middle((0.0, 0.0), pin))
block = model.body("block", shape=jd.box(0.06, 0.04, 0.04), density=7850.0, at=pin, rotation=tilt)
lever = model.body("lever", shape=jd.box(0.5, 0.03, 0.02), density=7850.0, at=middle(foot, top), rotation=tilt)
link = model.body("link", shape=jd.box(0.3, 0.02, 0.02), density=7850.0, at=middle(top, ram_at), rotation=slope)
ram = model.body("ram", shape=jd.box(0.2, 0.08, 0.08), density=7850.0, at=ram_at)
model.joint("A", "revolute", model.ground, crank, at=(0.0, 0.0))
model.joint("B", "revolute", crank, block, at=pin)
model.joint("slot", "prismatic", lever, block, at=pin, axis=(math.cos(tilt), math.sin(tilt)))
model.joint("D", "revolute", model.ground, lever, at=foot)
model.joint("E", "revolute", lever, link, at=top)
model.joint("F", "revolute", link, ram, at=ram_at)
model.joint("guide", "prismatic", model.ground, ram, at=ram_at, axis=(1.0, 0.0))
model.drive("motor", model.joints["A"].angle, "60*rpm*t")
link.marker("mid", at=(0.0, 0.05))

motion = jd.kinematics(model, 1.0, output=200, paths=["link.mid"], ranges=["motor"])
lever_turns = [one.t for one in motion.dead_points if one.joint == "D"]
forth = (lever_turns[1] - lever_turns[0]) % 1.0
ratio = max(forth, 1.0 - forth) / min(forth, 1.0 - forth)


def check() -> None:
    """Time ratio (180 + 2 alpha)/(180 - 2 alpha) with sin(alpha) = crank / distance of pivots; energy balances."""
    alpha = math.asin(0.1 / 0.2)
    assert abs(ratio - (math.pi + 2.0 * alpha) / (math.pi - 2.0 * alpha)) < 1e-8
    assert not motion.singular and str(motion.ranges["motor"]).endswith("turns fully")
    assert np.abs(motion.energy.error).max() < 1e-8 * motion.energy.kinetic.max()


if __name__ == "__main__":
    print(motion)
    print(f"slow : fast = {ratio:.4f}")
    motion.plot("ram.x", "ram.vx", "ram.ax", "motor: drive")
    motion.plot("link.mid.x : link.mid.y")
    check()
