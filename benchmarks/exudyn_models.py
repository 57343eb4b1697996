"""The benchmark mechanisms in Exudyn, its settings to choose from, and one timed run.

Exudyn runs its fast module (no range checks), one thread, no file or sensor output, no adaptive step.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

sys.exudynFast = True  # type: ignore[attr-defined]  # read when exudyn is imported

import exudyn as exu  # noqa: E402
import exudyn.itemInterface as ei  # noqa: E402, N813
from exudyn.utilities import RigidBodyInertia  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from machines import problems as pb  # noqa: E402

RHO = 0.9  # spectral radius at infinity
CONTAINER = exu.SystemContainer()
exu.config.printToConsole = False


# --------------------------------------------------------------------------- settings


@dataclass(frozen=True)
class Settings:
    """The choices that decide Exudyn's speed and how far Newton closes the joints."""

    linear: str  # linear solver
    newton: str  # "full", "modified", "per step" (modified, new matrix each step), "eager" (modified, contraction 0.1)
    tolerance: float  # of Newton, relative; the absolute one is a hundredth of it
    connector_derivative: bool = True
    rotation: str = ""  # kind of node of spatial bodies

    def __str__(self) -> str:
        exact = "" if self.connector_derivative else ", no connector derivative"
        nodes = f", {self.rotation}" if self.rotation else ""
        return f"{self.linear}, {self.newton} Newton {self.tolerance:.0e}{exact}{nodes}"

    def build(self, end: float, steps: int) -> Any:
        """Exudyn's settings object for a run of `end` seconds."""
        s = exu.SimulationSettings()
        s.solution.file.write = False
        s.solution.sensors.active = False
        s.parallel.numberOfThreads = 1
        s.linearSolver.solverType = getattr(exu.LinearSolverType, self.linear)
        s.linearSolver.reuseAnalyzedPattern = self.linear == "EigenSparse"
        integration = s.timeIntegration
        integration.endTime = end
        integration.numberOfSteps = steps
        integration.verboseMode = 0
        integration.stepInformation = 0
        integration.adaptiveStep = False
        integration.generalizedAlpha.spectralRadius = RHO
        newton = integration.newton
        newton.useModifiedNewton = self.newton != "full"
        newton.modifiedNewtonJacUpdatePerStep = self.newton == "per step"
        newton.modifiedNewtonContractivity = 0.1 if self.newton == "eager" else 0.5
        newton.relativeTolerance = self.tolerance
        newton.absoluteTolerance = 1e-2 * self.tolerance
        newton.numericalDifferentiation.jacobianConnectorDerivative = self.connector_derivative
        return s


TOLERANCES = (1e-8, 3e-9, 1e-9, 1e-10)
ROTATIONS = ("RotationRotationVector", "RotationEulerParameters")


def usual_settings(spatial: bool, large: bool = False) -> Iterator[Settings]:
    """Full and modified Newton as documented, dense and sparse; large systems only sparse."""
    rotations = ROTATIONS if spatial else ("",)
    linears = ("EigenSparse",) if large else ("EXUdense", "EigenSparse")
    for linear, tolerance, rotation in product(linears, TOLERANCES, rotations):
        yield Settings(linear, "modified", tolerance, rotation=rotation)
        yield Settings(linear, "full", tolerance, rotation=rotation)
        yield Settings(linear, "full", tolerance, connector_derivative=False, rotation=rotation)


def tuned_settings(spatial: bool, large: bool = False) -> Iterator[Settings]:
    """Modified Newton that renews its matrix sooner, and Eigen's dense solver: faster on small mechanisms."""
    rotations = (*ROTATIONS, "RotationRxyz") if spatial else ("",)
    linears = ("EigenSparse",) if large else ("EXUdense", "EigenDense", "EigenSparse")
    for newton, linear, tolerance, rotation in product(("per step", "eager"), linears, TOLERANCES, rotations):
        yield Settings(linear, newton, tolerance, rotation=rotation)


# --------------------------------------------------------------------------- models


def planar_parts(mechanism: pb.Mechanism) -> tuple[Any, list[int]]:
    """Planar bodies and revolute joints, not assembled: (system, object numbers of the ground and the bodies)."""
    mbs = CONTAINER.AddSystem()
    ground = mbs.AddObject(ei.ObjectGround())
    bodies = []
    for k in mechanism.links:
        start = [*k.to_ground(k.com), k.angle]
        node = mbs.AddNode(ei.NodeRigidBody2D(referenceCoordinates=start, initialVelocities=[*k.velocity, k.spin]))
        bodies.append(mbs.AddObject(ei.ObjectRigidBody2D(nodeNumber=node, mass=k.mass, inertia=k.inertia)))
        if any(mechanism.gravity):
            mass = mbs.AddMarker(ei.MarkerBodyMass(bodyNumber=bodies[-1]))
            mbs.AddLoad(ei.LoadMassProportional(markerNumber=mass, loadVector=[*mechanism.gravity, 0]))

    def marker(body: str, point: pb.Point) -> int:
        if body == pb.GROUND:
            return mbs.AddMarker(ei.MarkerBodyPosition(bodyNumber=ground, localPosition=[*point, 0]))
        i = mechanism.index[body]
        local = np.asarray(point) - np.asarray(mechanism.links[i].com)
        return mbs.AddMarker(ei.MarkerBodyPosition(bodyNumber=bodies[i], localPosition=[*local, 0]))

    for p in mechanism.pins:
        mbs.AddObject(ei.ObjectJointRevolute2D(markerNumbers=[marker(p.a, p.point_a), marker(p.b, p.point_b)]))
    return mbs, [ground, *bodies]


def planar(mechanism: pb.Mechanism) -> Any:
    """A mechanism without further forces."""
    return planar_parts(mechanism)[0]


def andrews() -> Any:
    """Andrews' mechanism with its spring and torque."""
    mechanism = pb.andrews()
    mbs, (ground, first, _, third, *_) = planar_parts(mechanism)
    tip = np.asarray(pb.ANDREWS_D) - np.asarray(mechanism.links[2].com)
    ends = [
        mbs.AddMarker(ei.MarkerBodyPosition(bodyNumber=ground, localPosition=[*pb.ANDREWS_C, 0])),
        mbs.AddMarker(ei.MarkerBodyPosition(bodyNumber=third, localPosition=[*tip, 0])),
    ]
    stiffness, rest = pb.ANDREWS_SPRING
    mbs.AddObject(ei.ObjectConnectorSpringDamper(markerNumbers=ends, stiffness=stiffness, referenceLength=rest))
    crank = mbs.AddMarker(ei.MarkerBodyRigid(bodyNumber=first))
    mbs.AddLoad(ei.LoadTorqueVector(markerNumber=crank, loadVector=[0, 0, pb.ANDREWS_TORQUE]))
    return mbs


def chain(links: int, rotation: str) -> tuple[Any, list[int]]:
    """Round bars on ball joints: (system, object numbers of the bars)."""
    mbs = CONTAINER.AddSystem()
    end = mbs.AddMarker(ei.MarkerBodyPosition(bodyNumber=mbs.AddObject(ei.ObjectGround())))
    inertia = RigidBodyInertia(mass=1.0, inertiaTensor=np.diag(pb.CHAIN_INERTIA))
    bars: list[Any] = []
    for i in range(links):
        bar = mbs.CreateRigidBody(
            inertia=inertia,
            nodeType=getattr(exu.NodeType, rotation),
            referencePosition=[i + 0.5, 0, 0],
            gravity=[0, 0, -9.81],
        )
        start = mbs.AddMarker(ei.MarkerBodyPosition(bodyNumber=bar, localPosition=[-0.5, 0, 0]))
        mbs.AddObject(ei.ObjectJointSpherical(markerNumbers=[end, start]))
        end = mbs.AddMarker(ei.MarkerBodyPosition(bodyNumber=bar, localPosition=[0.5, 0, 0]))
        bars.append(bar)
    return mbs, bars


# --------------------------------------------------------------------------- poses, as recorded step by step


def planar_pose(system: Any) -> np.ndarray:
    """(x, y, angle) of each body relative to its start (n, 3)."""
    return np.array(system.systemData.GetODE2Coordinates()).reshape(-1, 3)


def bar_ends(bars: list[int]) -> Callable[[Any], np.ndarray]:
    """A function of the system that gives both ends of each bar in ground axes (n, 2, 3)."""
    kind, ends = exu.OutputVariableType.Position, ([-0.5, 0, 0], [0.5, 0, 0])
    return lambda system: np.array([[system.GetObjectOutputBody(b, kind, end) for end in ends] for b in bars])


def solve(
    system: Any, options: Any, pose: Callable[[Any], np.ndarray] | None = None
) -> tuple[float, np.ndarray, np.ndarray]:
    """CPU seconds of SolveDynamic; with `pose`, also the times (nt,) and poses of every step, which slows the run."""
    times: list[float] = []
    poses: list[np.ndarray] = []

    def keep(current: Any, t: float) -> bool:
        times.append(t)
        poses.append(pose(current))  # type: ignore[misc]
        return True

    system.Assemble()
    if pose is not None:
        system.SetPostStepUserFunction(keep)
    start = time.process_time()
    system.SolveDynamic(options, solverType=exu.DynamicSolverType.GeneralizedAlpha, showHints=False)
    return time.process_time() - start, np.array(times), np.array(poses)
