"""CPU time per step of a slider-crank with a flexible rod, against Exudyn.

    python benchmarks/exudyn_flexible.py [--repeats 7] [--verbose]

Crank 0.15 m, rod 0.3 m, steel 6 mm thick, 150 rad/s, two turns in 1000 steps of generalized-alpha (index 3, spectral radius
0.8) in both programs. Exudyn has ANCF cable elements in the plane, ours a reduced part in space that bends by sines: 3 shapes
beside 4 elements, 6 beside 8. The slider pushes and pulls the rod, which bends it by a tenth more; sines have no such stress,
so it is in the second order of how the ends move. Then the same rod as a solid, with the same shapes, beside Exudyn's
ObjectFFRFreducedOrder (exudyn_ffrf.py). All are checked first: the largest deflection of the middle of the rod agrees within
1 %. Exudyn gets the fastest settings whose answer counts (1e-5 m beside its tightest). Times are CPU seconds, minimum of
interleaved repeats. Exits with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import Any

import exudyn_ffrf as ffrf
import exudyn_models as em
import numpy as np
from exudyn_models import Settings

import jourdain as jd
from machines import rods

CRANK, ROD, E, DIAMETER, DENSITY, SPEED = 0.15, 0.3, 2e11, 0.006, 7870.0, 150.0
AREA, MOMENT = math.pi * DIAMETER**2 / 4, math.pi * DIAMETER**4 / 64
END, STEPS, RHO, US = 4 * math.pi / SPEED, 1000, 0.8, 1e6
TURNING = -CRANK * SPEED / ROD  # of the rod at the start [rad/s]
COUNTS, SAME = 1e-5, 0.01
Run = Callable[..., tuple[float, np.ndarray]]  # of Exudyn with settings: CPU seconds per step, places or the deflection
TARGETS = {(3, 4): 3.0, (6, 8): 5.0}  # shapes, elements -> how many times faster
SOLID = (6, 12)  # shapes of the solid rod, half of them in the plane


def model(shapes: int) -> jd.Model:
    """Ours."""
    part = rods.part(rods.Rod(ROD, DENSITY * AREA, E * MOMENT, thin=DIAMETER**2 / 8), shapes, "pinned")
    m, mass = jd.Model("slider-crank"), DENSITY * AREA * CRANK
    inertia = mass * np.array([DIAMETER**2 / 8, CRANK**2 / 12, CRANK**2 / 12])
    start = {"velocity": (0, SPEED * CRANK / 2, 0), "spin": (0, 0, SPEED)}
    crank = m.body("crank", mass=mass, inertia=inertia, at=(CRANK / 2, 0, 0), **start)
    slider = m.body("slider", mass=0.5 * part.mass, inertia=(1e-6, 1e-6, 1e-6), at=(CRANK + ROD, 0, 0))
    motion: dict[str, Any] = {"velocity": (0, CRANK * SPEED + TURNING * ROD / 2, 0), "spin": (0, 0, TURNING)}
    rod = m.flexible("rod", part, at=(CRANK, 0, 0), **motion)
    shaft = m.joint("shaft", "revolute", m.ground, crank, at=(0, 0, 0), axis=(0, 0, 1))
    m.joint("crank pin", "revolute", crank, rod, at=(CRANK, 0, 0), axis=(0, 0, 1))
    m.joint("slider pin", "spherical", rod, slider, at=(CRANK + ROD, 0, 0))
    m.joint("guide", "prismatic", m.ground, slider, at=(CRANK + ROD, 0, 0), axis=(1, 0, 0))
    m.drive("motor", shaft.angle, f"{SPEED}*t")
    return m


def ours(machine: jd.Model | jd.System) -> tuple[float, np.ndarray]:
    """CPU seconds per step, and the deflection of the middle over time [m]."""
    method = jd.GeneralizedAlpha(rho=RHO, step=END / STEPS)
    r = jd.simulate(machine, END, integrator=method, output=STEPS, trust="fast")
    rod = r.model.bodies["rod"]
    a, middle, b = (r.point(rod.interface(name)).position.values[:, :2] for name in "AMB")
    return r.stats.cpu_seconds / r.stats.steps, across(a, middle, b)


def across(a: np.ndarray, middle: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How far the middle is from the line between the pins, (n,) from places (n, 2)."""
    (x, y), (u, v) = (b - a).T, (middle - a).T
    return (x * v - y * u) / np.hypot(x, y)


def exudyn(elements: int, settings: Settings, watched: bool = False) -> tuple[float, np.ndarray]:
    """The same in Exudyn; the deflection only if watched, which costs time."""
    ei, length = em.ei, ROD / elements
    em.CONTAINER.Reset()
    mbs = em.CONTAINER.AddSystem()
    ground = mbs.AddObject(ei.ObjectGround())
    mass = DENSITY * AREA * CRANK
    crank = mbs.AddNode(
        ei.NodeRigidBody2D(referenceCoordinates=[CRANK / 2, 0, 0], initialVelocities=[0, SPEED * CRANK / 2, SPEED])
    )
    body = mbs.AddObject(ei.ObjectRigidBody2D(nodeNumber=crank, mass=mass, inertia=mass * CRANK**2 / 12))
    places = np.arange(elements + 1) * length
    nodes = [
        mbs.AddNode(
            ei.NodePoint2DSlope1(
                referenceCoordinates=[CRANK + x, 0, 1, 0],
                initialVelocities=[0, CRANK * SPEED + TURNING * x, 0, TURNING],
            )
        )
        for x in places
    ]
    stiffness = dict(massPerLength=DENSITY * AREA, bendingStiffness=E * MOMENT, axialStiffness=E * AREA)
    for i in range(elements):
        mbs.AddObject(ei.ObjectANCFCable2D(nodeNumbers=nodes[i : i + 2], length=length, **stiffness))
    slider = mbs.AddNode(ei.NodePoint2D(referenceCoordinates=[CRANK + ROD, 0]))
    mbs.AddObject(ei.ObjectMassPoint2D(nodeNumber=slider, mass=0.5 * DENSITY * AREA * ROD))

    def on(item: int, x: float) -> int:
        return int(mbs.AddMarker(ei.MarkerBodyPosition(bodyNumber=item, localPosition=[x, 0, 0])))

    def at(node: int) -> int:
        return int(mbs.AddMarker(ei.MarkerNodePosition(nodeNumber=node)))

    def coordinate(node: int, c: int) -> int:
        return int(mbs.AddMarker(ei.MarkerNodeCoordinate(nodeNumber=node, coordinate=c)))

    fixed = coordinate(mbs.AddNode(ei.NodePointGround()), 0)
    for pair in (
        (on(ground, 0), on(body, -CRANK / 2)),
        (on(body, CRANK / 2), at(nodes[0])),
        (at(nodes[-1]), at(slider)),
    ):
        mbs.AddObject(ei.ObjectJointRevolute2D(markerNumbers=list(pair)))
    mbs.AddObject(ei.ObjectConnectorCoordinate(markerNumbers=[fixed, coordinate(slider, 1)]))
    drive = {"velocityLevel": True, "offset": SPEED}
    mbs.AddObject(ei.ObjectConnectorCoordinate(markerNumbers=[fixed, coordinate(crank, 2)], **drive))
    kind = em.exu.OutputVariableType.Position
    of = (nodes[0], nodes[elements // 2], nodes[-1])
    sensors = [
        mbs.AddSensor(ei.SensorNode(nodeNumber=n, outputVariableType=kind, storeInternal=True)) for n in of if watched
    ]
    mbs.Assemble()
    built = settings.build(END, STEPS)
    built.timeIntegration.generalizedAlpha.spectralRadius = RHO
    if watched:
        built.solution.sensors.active, built.solution.sensors.writePeriod = True, END / STEPS
    seconds, _, _ = em.solve(mbs, built, None)
    if not watched:
        return seconds / STEPS, np.array(mbs.GetNodeOutput(of[1], kind))[:2]
    a, middle, b = (np.asarray(mbs.GetSensorStoredData(one))[:, 1:3] for one in sensors)
    return seconds / STEPS, across(a, middle, b)


def solid(shapes: int) -> Run:
    """The same of the solid rod."""
    part, sections = ffrf.exudyn_part(shapes)

    def run(settings: Settings, watched: bool = False) -> tuple[float, np.ndarray]:
        seconds, places = ffrf.exudyn(part, sections, settings, END, STEPS, RHO, watched)
        return seconds, across(*places) if watched else places[1]

    return run


def tightest(exudyn: Run) -> Settings:
    """Full Newton with the smallest tolerance that Exudyn meets: rounding of the stiff axial forces is the limit."""
    for tolerance in (1e-10, 1e-9, 1e-8, 1e-7, 1e-6):
        settings = Settings("EXUdense", "full", tolerance)
        try:
            exudyn(settings)
        except em.exu.SolverError:
            continue
        return settings
    raise SystemExit("Exudyn does not solve this model")


def fastest(exudyn: Run, verbose: bool) -> Settings:
    """The fastest settings of Exudyn whose answer counts."""
    _, exact = exudyn(tightest(exudyn))
    passed = []
    for settings in (*em.usual_settings(False), *em.tuned_settings(False)):
        try:
            seconds, place = min((exudyn(settings) for _ in range(2)), key=lambda run: run[0])
        except em.exu.SolverError:
            continue
        counts = float(np.abs(place - exact).max()) < COUNTS
        if verbose:
            print(f"    {settings!s:<70}{US * seconds:8.2f} us/step   {'counts' if counts else 'does not count'}")
        if counts:
            passed.append((seconds, settings))
    return min(passed, key=lambda one: one[0])[1]


def compared(shapes: int, elements: int, target: float, repeats: int, verbose: bool) -> bool:
    """Ours beside Exudyn's cable elements."""

    def cables(settings: Settings, watched: bool = False) -> tuple[float, np.ndarray]:
        return exudyn(elements, settings, watched)

    system = jd.compile(model(shapes))
    peak = [float(np.abs(one).max()) for one in (ours(system)[1], cables(tightest(cables), True)[1])]
    same = abs(peak[0] / peak[1] - 1.0) < SAME
    settings = fastest(cables, verbose)
    best = np.full(2, np.inf)
    for _ in range(repeats):
        best = np.minimum(best, (ours(system)[0], cables(settings)[0]))
    factor = best[1] / best[0]
    print(
        f"{shapes} shapes {US * best[0]:.2f} us/step, {elements} elements {US * best[1]:.2f} ({settings}): {factor:.1f} times "
        f"faster, target {target:g}; middle bends by {1e3 * peak[0]:.4f} and {1e3 * peak[1]:.4f} mm"
    )
    return same and factor >= target


def compared_solid(shapes: int, repeats: int, verbose: bool) -> bool:
    """Ours beside Exudyn's reduced part: the same shapes, and the same deflection where neither knows stiffening."""
    theirs, linear, stiff = solid(shapes), *(jd.compile(ffrf.model(shapes, on)) for on in (False, True))
    curves = [ours(linear)[1], theirs(tightest(theirs), True)[1], ours(stiff)[1]]
    apart = float(np.abs(curves[0] - curves[1]).max() / np.abs(curves[1]).max())
    settings = fastest(theirs, verbose)
    best = np.full(3, np.inf)
    for _ in range(repeats):
        best = np.minimum(best, (ours(linear)[0], theirs(settings)[0], ours(stiff)[0]))
    peaks = ", ".join(f"{1e3 * float(np.abs(one).max()):.4f}" for one in curves)
    print(
        f"{shapes} shapes of a solid {US * best[0]:.2f} us/step ({US * best[2]:.2f} with stiffening), ObjectFFRFreducedOrder "
        f"{US * best[1]:.2f} ({settings}): {best[1] / best[0]:.1f} times faster ({best[1] / best[2]:.1f}); middle bends by "
        f"{peaks} mm (ours linear, theirs, ours with stiffening), curves {100 * apart:.2g} % apart"
    )
    return apart < SAME


def main() -> int:
    """All comparisons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    found = [compared(*sizes, target, given.repeats, given.verbose) for sizes, target in TARGETS.items()]
    found += [compared_solid(shapes, given.repeats, given.verbose) for shapes in SOLID]
    return 0 if all(found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
