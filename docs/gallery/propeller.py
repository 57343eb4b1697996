"""A propeller of four blades, reduced from bricks: spun up while its shaft shakes, its shapes by ten steps of its turn."""

import math

import numpy as np

import jourdain as jd
from jourdain.papers.propeller import aluminium, propeller_mesh

SPEED, RISE, END, SHAKE = 800 * 2 * math.pi / 60, 0.2, 0.25, 200.0  # rad/s, s, s, m/s2


def reduced() -> jd.Part:
    """A coarse mesh, so that this is a matter of seconds; `propeller_mesh()` is the fine one."""
    mesh = propeller_mesh(coarse=True)
    return jd.reduce(mesh, material=aluminium(), interfaces={"bore": "bore"}, modes=12, name="propeller")


def machine(part: jd.Part) -> jd.Model:
    """On a shaft that turns freely and is shaken along itself."""
    m = jd.Model("propeller")
    w = 3 * SPEED
    body = m.flexible("propeller", part, damping=0.002, velocity=(0, 0, -SHAKE / w))
    shaft = m.joint("shaft", "cylindrical", m.ground, body, at=(0, 0, 0), axis=(0, 0, 1))
    m.drive("shaker", shaft.slide, f"-{SHAKE / w**2}*sin({w}*t)")
    torque = f"{part.inertia[2, 2] * SPEED / RISE}*(1 - cos(2*pi*t/{RISE}))"
    m.load("engine", body.interface("bore"), torque=(0, 0, torque), follow=True)
    m.measure("root", body.stress("mises", node=hottest(part)))
    return m


def hottest(part: jd.Part) -> int:
    """The node with the largest stress when the first blade bends: by the slowest shape."""
    return jd.hot_spots(part, jd.surface_stress(part, np.eye(part.modes)[0]), count=1)[0].node


part = reduced()
model = machine(part)
METHODS = {
    "subcycling": jd.Subcycling(step=2.5e-5, ratio=10, fast=["propeller.shapes"]),
    "implicit": jd.GeneralizedAlpha(step=2e-4),  # much cheaper, where the stress may be off by 2 %
}
results = {name: jd.simulate(model, END, integrator=one, output=250, trust="fast") for name, one in METHODS.items()}
result = results["subcycling"]
spots = result.hot_spots(count=4, apart=0.05)


def check() -> None:
    """Frequency of the mesh; the speed that the torque gives; stress as measured is that of the shapes, by both methods."""
    spin = float(result["propeller"].angular_velocity.values[-1, 2])
    turned = END / RISE - math.sin(2 * math.pi * END / RISE) / (2 * math.pi)
    assert abs(spin / (SPEED * turned) - 1) < 1e-3
    assert 150 < part.frequencies[0] / (2 * math.pi) < 260
    peak = spots[0]
    assert peak.quantity == "mises" and 1e6 < peak.value < 1e9
    root, other = (one.measure("root") for one in results.values())
    assert float(root.max()) > 0.2 * peak.value
    assert float(abs(root - other).max()) < 0.05 * float(root.max())
    assert float(result.gap.max()) < 1e-9  # the shaft joint, which is closed in long steps alone


if __name__ == "__main__":
    check()
    for one in results.values():
        print(one.summary())
    print(spots)
    result.report("propeller.html", title="Propeller", sections=[spots])
