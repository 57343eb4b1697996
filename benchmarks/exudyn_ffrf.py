"""The slider-crank of exudyn_flexible.py with a solid rod whose shapes are the same in both programs, by hexahedra.

Exudyn has it as ObjectFFRFreducedOrder, with SuperElementRigid markers at the ends, crank and slider as bodies in the plane.
That object is linear: stress does not stiffen it. Deflections are compared without stiffening; ours is timed with it too.
"""

from __future__ import annotations

from typing import Any

import exudyn_models as em
import numpy as np
from exudyn.FEM import FEMinterface, ObjectFFRFreducedOrderInterface  # type: ignore[import-untyped]
from exudyn_models import Settings

import jourdain as jd
from jourdain.fe.modes import Floating
from jourdain.fe.solids import Solids

CRANK, ROD, SIDE, E, DENSITY, SPEED = 0.15, 0.3, 0.006, 2e11, 7870.0, 150.0
CELLS = (30, 2, 2)
ENDS = {"A": -ROD / 2, "M": 0.0, "B": ROD / 2}  # x of the sections that are interfaces
TURNING = -CRANK * SPEED / ROD
MATERIAL = jd.material(E=E, nu=0.3, density=DENSITY)


def rod(shapes: int) -> tuple[Solids, np.ndarray, dict[str, np.ndarray]]:
    """The meshed rod, its slowest free shapes (N, shapes), nodes of its sections."""
    m = Solids(jd.box_mesh((ROD, SIDE, SIDE), CELLS), MATERIAL, False, ())
    sections = {name: np.flatnonzero(np.abs(m.nodes[:, 0] - x) < 1e-9) for name, x in ENDS.items()}
    return m, Floating(m).modes(shapes).shapes, sections


def model(shapes: int, stiffening: bool) -> jd.Model:
    """Ours."""
    _, V, sections = rod(shapes)
    part = jd.reduce(
        jd.box_mesh((ROD, SIDE, SIDE), CELLS), material=MATERIAL, kind="given", shapes=V, static=(), rigid=False,
        interfaces={name: jd.nodes(numbers=(1 + found).tolist()) for name, found in sections.items()},
    )  # fmt: skip
    m, mass = jd.Model("slider-crank"), DENSITY * SIDE**2 * CRANK
    inertia = mass * np.array([SIDE**2 / 6, CRANK**2 / 12, CRANK**2 / 12])
    start = {"velocity": (0, SPEED * CRANK / 2, 0), "spin": (0, 0, SPEED)}
    crank = m.body("crank", mass=mass, inertia=inertia, at=(CRANK / 2, 0, 0), **start)
    slider = m.body("slider", mass=0.5 * part.mass, inertia=(1e-6, 1e-6, 1e-6), at=(CRANK + ROD, 0, 0))
    motion: dict[str, Any] = {"velocity": (0, CRANK * SPEED + TURNING * ROD / 2, 0), "spin": (0, 0, TURNING)}
    bar = m.flexible("rod", part, at=(CRANK + ROD / 2, 0, 0), stiffening=stiffening, **motion)
    shaft = m.joint("shaft", "revolute", m.ground, crank, at=(0, 0, 0), axis=(0, 0, 1))
    m.joint("crank pin", "revolute", crank, bar, at=(CRANK, 0, 0), axis=(0, 0, 1))
    m.joint("slider pin", "spherical", bar, slider, at=(CRANK + ROD, 0, 0))
    m.joint("guide", "prismatic", m.ground, slider, at=(CRANK + ROD, 0, 0), axis=(1, 0, 0))
    m.drive("motor", shaft.angle, f"{SPEED}*t")
    return m


def exudyn_part(shapes: int) -> tuple[Any, dict[str, np.ndarray]]:
    """What Exudyn needs of the rod."""
    m, V, sections = rod(shapes)
    fem = FEMinterface()
    fem.nodes = {"Position": m.nodes}
    fem.massMatrix, fem.stiffnessMatrix = m.mass, m.stiffness
    fem.modeBasis = {"matrix": V, "type": "NormalModes"}
    return ObjectFFRFreducedOrderInterface(fem), sections


def exudyn(
    part: Any, sections: dict[str, np.ndarray], settings: Settings, end: float, steps: int, rho: float, watched: bool
) -> tuple[float, np.ndarray]:
    """CPU seconds per step, and places of A, M, B in the plane: (3, n, 2) over time if watched, else at the end."""
    ei = em.ei
    em.CONTAINER.Reset()
    mbs = em.CONTAINER.AddSystem()
    ground, mass = mbs.AddObject(ei.ObjectGround()), DENSITY * SIDE**2 * CRANK
    node = mbs.AddNode(
        ei.NodeRigidBody2D(referenceCoordinates=[CRANK / 2, 0, 0], initialVelocities=[0, SPEED * CRANK / 2, SPEED])
    )
    crank = mbs.AddObject(ei.ObjectRigidBody2D(nodeNumber=node, mass=mass, inertia=mass * CRANK**2 / 12))
    bar = part.AddObjectFFRFreducedOrder(
        mbs,
        positionRef=[CRANK + ROD / 2, 0, 0],
        initialVelocity=[0, CRANK * SPEED + TURNING * ROD / 2, 0],
        initialAngularVelocity=[0, 0, TURNING],
    )["oFFRFreducedOrder"]
    slider = mbs.AddNode(ei.NodePoint2D(referenceCoordinates=[CRANK + ROD, 0]))
    block = mbs.AddObject(ei.ObjectMassPoint2D(nodeNumber=slider, mass=0.5 * DENSITY * SIDE**2 * ROD))

    def on(body: int, x: float) -> int:
        return int(mbs.AddMarker(ei.MarkerBodyRigid(bodyNumber=body, localPosition=[x, 0, 0])))

    def section(name: str) -> int:
        nodes = sections[name].tolist()
        weights = [1 / len(nodes)] * len(nodes)
        return int(
            mbs.AddMarker(ei.MarkerSuperElementRigid(bodyNumber=bar, meshNodeNumbers=nodes, weightingFactors=weights))
        )

    def coordinate(number: int, c: int) -> int:
        return int(mbs.AddMarker(ei.MarkerNodeCoordinate(nodeNumber=number, coordinate=c)))

    place = mbs.AddMarker(ei.MarkerBodyPosition(bodyNumber=block))
    mbs.AddObject(ei.ObjectJointRevolute2D(markerNumbers=[on(ground, 0), on(crank, -CRANK / 2)]))
    mbs.AddObject(
        ei.ObjectJointGeneric(markerNumbers=[on(crank, CRANK / 2), section("A")], constrainedAxes=[1, 1, 1, 1, 1, 0])
    )
    mbs.AddObject(ei.ObjectJointSpherical(markerNumbers=[section("B"), place], constrainedAxes=[1, 1, 0]))
    fixed = coordinate(mbs.AddNode(ei.NodePointGround()), 0)
    mbs.AddObject(ei.ObjectConnectorCoordinate(markerNumbers=[fixed, coordinate(slider, 1)]))
    drive = {"velocityLevel": True, "offset": SPEED}
    mbs.AddObject(ei.ObjectConnectorCoordinate(markerNumbers=[fixed, coordinate(node, 2)], **drive))
    kind = em.exu.OutputVariableType.Position
    middles = [int(found[len(found) // 2]) for found in sections.values()]
    sensors = [
        mbs.AddSensor(
            ei.SensorSuperElement(bodyNumber=bar, meshNodeNumber=n, outputVariableType=kind, storeInternal=True)
        )
        for n in middles
        if watched
    ]
    mbs.Assemble()
    built = settings.build(end, steps)
    built.timeIntegration.generalizedAlpha.spectralRadius = rho
    if watched:
        built.solution.sensors.active, built.solution.sensors.writePeriod = True, end / steps
    seconds, _, _ = em.solve(mbs, built, None)
    if watched:
        return seconds / steps, np.array([np.asarray(mbs.GetSensorStoredData(one))[:, 1:3] for one in sensors])
    ends = [np.array(mbs.GetObjectOutputSuperElement(bar, kind, n))[:2] for n in middles]
    return seconds / steps, np.array(ends)[:, None]
