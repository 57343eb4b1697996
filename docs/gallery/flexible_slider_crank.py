"""A slider-crank whose connecting rod is a reduced part: it bends by its own inertia, and more the faster the crank turns."""

import numpy as np

import jourdain as jd

CRANK, ROD, DIAMETER = 0.15, 0.3, 0.006  # m
STEEL = jd.material(E=2e11, nu=0.3, density=7870.0)
LINE_MASS = 7870.0 * np.pi * DIAMETER**2 / 4  # kg/m


def rod() -> jd.Part:
    """Beams from pin to pin, reduced to the shapes that its pins and its slowest motions need."""
    mesh = jd.beam_mesh([(0, 0, 0), (ROD, 0, 0)], 12, section=jd.circle(DIAMETER))
    places = {"crank pin": "start", "slider pin": "end", "middle": jd.nodes(near=(ROD / 2, 0, 0))}
    return jd.reduce(mesh, material=STEEL, interfaces=places, modes=2, name="rod")


def slider_crank(part: jd.Part, speed: float) -> jd.Model:
    """The crank is driven; the middle of the rod is measured in the axes of its crank pin, which bend with it."""
    m = jd.Model("flexible slider-crank")
    mass = LINE_MASS * CRANK
    inertia = mass * np.array([DIAMETER**2 / 8, CRANK**2 / 12, CRANK**2 / 12])
    crank = m.body("crank", mass=mass, inertia=inertia, at=(CRANK / 2, 0, 0))
    slider = m.body("slider", mass=0.5 * LINE_MASS * ROD, inertia=(1e-6, 1e-6, 1e-6), at=(CRANK + ROD, 0, 0))
    bar = m.flexible("rod", part, at=(CRANK, 0, 0), damping=0.02)
    axis = {"axis": (0, 0, 1)}
    shaft = m.joint("shaft", "revolute", m.ground, crank, at=(0, 0, 0), **axis)
    m.joint("crank pin", "revolute", crank, bar, at=(CRANK, 0, 0), **axis)
    m.joint("slider pin", "spherical", bar, slider, at=(CRANK + ROD, 0, 0))
    m.joint("guide", "prismatic", m.ground, slider, at=(CRANK + ROD, 0, 0), axis=(1, 0, 0))
    m.drive("motor", shaft.angle, f"{speed}*(t - 0.02*(1 - exp(-t/0.02)))")  # softly up to speed
    m.measure("deflection", jd.slide(bar.interface("crank pin"), bar.interface("middle"), "y"))
    return m


def run(part: jd.Part, speed: float) -> jd.Result:
    """0.15 s from rest."""
    model = slider_crank(part, speed)
    return jd.simulate(model, 0.15, integrator=jd.GeneralizedAlpha(step=1e-4), output=300, trust="fast")


part = rod()
slow, fast = run(part, 75.0), run(part, 150.0)


def check() -> None:
    """Inertia grows with the square of the speed, and so does the bending."""
    bent = [np.abs(r.measure("deflection").values[150:]).max() for r in (slow, fast)]
    assert 3.0 < bent[1] / bent[0] < 5.0
    assert 2e-3 < bent[1] < 3e-3
    assert "rod bends by up to" in fast.summary()


if __name__ == "__main__":
    check()
    print(fast.summary())
    fast.report("flexible_slider_crank.html")
