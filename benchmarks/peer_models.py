"""The machines of peers.py in Pinocchio, MuJoCo, Drake and scikit-sundae: each function answers, and says what that took.

A revolute chain of rods of 1 m and 1 kg along x, whose axes take turns, and planar machines of `tests/machines/problems.py`,
whose joints are put into a tree as Jourdain does it, so that all programs cut the same ones.
"""

from __future__ import annotations

import importlib
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from exudyn_models import pb
from trees import AXES, INERTIA

from jourdain.system.spanning import Edge, spanning_tree

STEP = 1e-3  # s, of runs of chains
Answer = tuple[float, np.ndarray]  # CPU seconds, and where things ended


def mujoco_chain(links: int, steps: int) -> Answer:
    """RK4; where the last rod's centre is."""
    mj = importlib.import_module("mujoco")
    text = ""
    for i in range(links):
        axis = " ".join(map(str, AXES[i % 2]))
        inertial = f'<inertial pos="0.5 0 0" mass="1" diaginertia="{" ".join(map(str, INERTIA))}"/>'
        text += f'<body pos="{int(i > 0)} 0 0"><joint type="hinge" axis="{axis}"/>{inertial}'
    options = f'<option timestep="{STEP}" integrator="RK4" gravity="0 0 -9.81"/>'
    model = mj.MjModel.from_xml_string(f"<mujoco>{options}<worldbody>{text}{'</body>' * links}</worldbody></mujoco>")
    data = mj.MjData(model)
    before = time.process_time()
    for _ in range(steps):
        mj.mj_step(model, data)
    spent = time.process_time() - before
    mj.mj_forward(model, data)
    return spent, np.array(data.xipos[-1])


def drake_chain(links: int, steps: int) -> Answer:
    """Runge-Kutta of third order, three evaluations a step."""
    plants, trees = (importlib.import_module(f"pydrake.multibody.{name}") for name in ("plant", "tree"))
    analysis, mathematics = (importlib.import_module(f"pydrake.{name}") for name in ("systems.analysis", "math"))
    plant = plants.MultibodyPlant(0.0)
    plant.mutable_gravity_field().set_gravity_vector([0.0, 0.0, -9.81])
    frame = plant.world_body().body_frame()
    inertia = trees.SpatialInertia.MakeFromCentralInertia(1.0, [0.5, 0.0, 0.0], trees.RotationalInertia(*INERTIA))
    for i in range(links):
        body = plant.AddRigidBody(f"rod {i}", inertia)
        if i > 0:
            way = mathematics.RigidTransform([1.0, 0.0, 0.0])
            frame = plant.AddFrame(trees.FixedOffsetFrame(f"end {i}", frame, way))
        axis = np.array(AXES[i % 2]) / np.linalg.norm(AXES[i % 2])
        plant.AddJoint(trees.RevoluteJoint(f"joint {i}", frame, body.body_frame(), axis))
        frame = body.body_frame()
    plant.Finalize()
    simulator = analysis.Simulator(plant)
    analysis.ResetIntegratorFromFlags(simulator, "runge_kutta3", STEP).set_fixed_step_mode(True)
    simulator.Initialize()
    before = time.process_time()
    simulator.AdvanceTo(steps * STEP)
    spent = time.process_time() - before
    pose = plant.EvalBodyPoseInWorld(simulator.get_context(), body)
    return spent, np.array(pose.multiply(np.array([0.5, 0.0, 0.0])))


def rk4(accelerations: Callable[[float, Any, Any], Any], q: Any, v: Any, h: float, steps: int) -> Answer:
    """Fixed steps for angles; ends with (q, v)."""
    before = time.process_time()
    for i in range(steps):
        t = i * h
        a1 = accelerations(t, q, v)
        v2 = v + 0.5 * h * a1
        a2 = accelerations(t + 0.5 * h, q + 0.5 * h * v, v2)
        v3 = v + 0.5 * h * a2
        a3 = accelerations(t + 0.5 * h, q + 0.5 * h * v2, v3)
        v4 = v + h * a3
        a4 = accelerations(t + h, q + h * v3, v4)
        q, v = q + h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4), v + h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)
    return time.process_time() - before, np.concatenate([q, v])


def pinocchio_chain(links: int, steps: int) -> tuple[float, float, np.ndarray]:
    """RK4 in Python around articulated bodies: seconds of the run and of one call, where the last rod's centre is."""
    pin = importlib.import_module("pinocchio")
    model, last = pin.Model(), 0
    for i in range(links):
        axis = np.array(AXES[i % 2]) / np.linalg.norm(AXES[i % 2])
        at = pin.SE3(np.eye(3), np.array([float(i > 0), 0.0, 0.0]))
        last = model.addJoint(last, pin.JointModelRevoluteUnaligned(axis), at, f"joint {i}")
        inertia = pin.Inertia(1.0, np.array([0.5, 0.0, 0.0]), np.diag(INERTIA))
        model.appendBodyToJoint(last, inertia, pin.SE3.Identity())
    data, tau = model.createData(), np.zeros(links)
    spent, end = rk4(
        lambda t, q, v: pin.aba(model, data, q, v, tau).copy(), np.zeros(links), np.zeros(links), STEP, steps
    )
    q, v, count = end[:links].copy(), end[links:].copy(), max(20, 50_000 // links)
    before = time.process_time()
    for _ in range(count):
        pin.aba(model, data, q, v, tau)
    call = (time.process_time() - before) / count
    pin.forwardKinematics(model, data, q)
    return spent, call, np.array(data.oMi[last].act(np.array([0.5, 0.0, 0.0])))


@dataclass
class PlanarMachine:
    """A planar machine in Pinocchio: its tree, with the other joints as constraints, stabilised after Baumgarte."""

    mechanism: pb.Mechanism
    damping: float  # of what stays open [1/s]

    def __post_init__(self) -> None:
        pin = self.pin = importlib.import_module("pinocchio")
        parts, model = {link.name: link for link in self.mechanism.links}, pb.planar_model(self.mechanism)
        self.model = pin.Model()
        self.model.gravity.linear = np.array([*self.mechanism.gravity, 0.0])
        self.joint, self.origin, self.angle = {"ground": 0}, {}, {}
        self.origin["ground"], self.angle["ground"] = np.zeros(3), 0.0
        tree, self.spins = spanning_tree(model), {}
        for edge in _depth_first(tree.edges, "ground"):  # Pinocchio numbers branches one by one
            assert edge.a is not None and edge.b is not None
            link, up = parts[edge.body], edge.parent
            self.origin[edge.body], self.angle[edge.body] = np.array(edge.b.at), link.angle
            way = np.array(edge.a.at) - self.origin[up]
            place = pin.SE3(_turned(link.angle - self.angle[up]), way)
            number = self.model.addJoint(self.joint[up], pin.JointModelRZ(), place, edge.body)
            com = np.array([*link.com, 0.0]) - self.origin[edge.body]
            self.model.appendBodyToJoint(
                number, pin.Inertia(link.mass, com, link.inertia * np.eye(3)), pin.SE3.Identity()
            )
            self.joint[edge.body] = number
            self.spins[edge.body] = link.spin - (parts[up].spin if up in parts else 0.0)
        self.data, self.tree = self.model.createData(), tree
        self.constraints, self.constraint_data = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
        for name in tree.staying:
            a, b = model.joints[name].a, model.joints[name].b
            assert a is not None and b is not None
            places = [pin.SE3(np.eye(3), np.array(m.at) - self.origin[m.body]) for m in (a, b)]
            one = pin.RigidConstraintModel(
                pin.ContactType.CONTACT_3D, self.model, self.joint[a.body], places[0], self.joint[b.body], places[1],
                pin.ReferenceFrame.LOCAL,
            )  # fmt: skip
            stabilised = one.m_baumgarte_parameters
            stabilised.Kd, stabilised.Kp = self.damping, 0.25 * self.damping**2
            one.setBaumgarteCorrectorParameters(stabilised)
            self.constraints.append(one)
        for one in self.constraints:
            self.constraint_data.append(one.createData())
        self.settings = pin.ProximalSettings(1e-12, 1e-10, 20)
        pin.initConstraintDynamics(self.model, self.data, self.constraints, self.constraint_data)
        self.tau = np.zeros(self.model.nv)
        self.start = np.zeros(self.model.nv)
        for name, spin in self.spins.items():
            self.start[self.place(name)] = spin

    def place(self, body: str) -> int:
        """Of the angle of a body's joint."""
        return int(self.model.joints[self.joint[body]].idx_q)

    def accelerations(self, t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Of the joints."""
        found = self.pin.constraintDynamics(
            self.model, self.data, q, v, self.tau, self.constraints, self.constraint_data, self.settings
        )
        return np.array(found)

    def angles(self, q: np.ndarray) -> np.ndarray:
        """Absolute angles of all bodies, in the order of the mechanism."""
        found = {"ground": 0.0}
        for edge in self.tree.edges:
            apart = self.angle[edge.body] - self.angle[edge.parent]
            found[edge.body] = found[edge.parent] + apart + q[self.place(edge.body)]
        return np.array([found[link.name] for link in self.mechanism.links])

    def energy(self, q: np.ndarray, v: np.ndarray) -> float:
        """Kinetic and potential."""
        self.pin.computeAllTerms(self.model, self.data, q, v)
        return float(self.data.kinetic_energy + self.data.potential_energy)


class Andrews(PlanarMachine):
    """With its torque and spring, which act on bodies that hang on the ground."""

    def __init__(self, damping: float) -> None:
        super().__init__(pb.andrews(), damping)
        self.tau[self.place("K1")] = pb.ANDREWS_TORQUE
        self.arm = np.array(pb.ANDREWS_D) - self.origin["K3"][:2]
        self.pivot = np.array(pb.ANDREWS_B)

    def accelerations(self, t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        k = self.place("K3")
        arm = _turned(self.angle["K3"] + q[k])[:2, :2] @ self.arm
        way = np.array(pb.ANDREWS_C) - self.pivot - arm
        length = math.hypot(*way)
        force = pb.ANDREWS_SPRING[0] * (length - pb.ANDREWS_SPRING[1]) * way / length
        self.tau[k] = arm[0] * force[1] - arm[1] * force[0]
        return super().accelerations(t, q, v)

    def by_sundae(self, tol: float) -> Answer:
        """Adams' method of CVODE; ends with the seven angles of the test set."""
        cvode, n = importlib.import_module("sksundae.cvode"), self.model.nv

        def slopes(t: float, y: np.ndarray, yp: np.ndarray) -> None:
            yp[:n], yp[n:] = y[n:], self.accelerations(t, y[:n], y[n:])

        solver = cvode.CVODE(slopes, method="Adams", rtol=tol, atol=tol)
        before = time.process_time()
        found = solver.solve(np.array([0.0, pb.ANDREWS_END]), np.zeros(2 * n))
        return time.process_time() - before, pb.andrews_angles(self.angles(np.asarray(found.y)[-1, :n]))

    def by_rk4(self, step: float) -> Answer:
        """Ends with the seven angles."""
        n, q = self.model.nv, np.zeros(self.model.nv)
        spent, end = rk4(self.accelerations, q, q, step, round(pb.ANDREWS_END / step))
        return spent, pb.andrews_angles(self.angles(end[:n]))


def _depth_first(edges: tuple[Edge, ...], parent: str) -> Iterator[Edge]:
    for edge in edges:
        if edge.parent == parent:
            yield edge
            yield from _depth_first(edges, edge.body)


def _turned(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
