"""Joint coordinates on revolute chains: time of an evaluation of the accelerations, per link, beside other programs.

    python benchmarks/trees.py [10 100 1000 10000]

CPU time of this process: RK4 without projection over steps of 1e-4 s, divided by evaluations and links; the least of some
runs, interleaved with Pinocchio's articulated-body algorithm (called from Python) and MuJoCo's RK4 where these are installed
(`pip install pin mujoco`). First the answers are compared: at 10 and 100 links accelerations at the start with the Cartesian
solve, beyond that the state at the end with a Cartesian run of the same steps.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import jourdain as jd

STEP = 1e-4
STEPS = {10: 2000, 100: 300, 1000: 30}  # of a run; others 3
AXES = ((0.0, 1.0, 0.0), (0.2, 1.0, 0.1))  # of the joints in turn
INERTIA = (0.01, 0.0833, 0.0833)


def chain(links: int) -> jd.Model:
    """Rods of 1 m and 1 kg in a row along x, which fall."""
    model = jd.Model("chain", gravity=(0.0, 0.0, -9.81))
    last: Any = model.ground
    for i in range(links):
        body = model.body(f"rod {i}", mass=1.0, inertia=INERTIA, at=(i + 0.5, 0.0, 0.0))
        model.joint(f"joint {i}", "revolute", last, body, at=(float(i), 0.0, 0.0), axis=AXES[i % 2])
        last = body
    return model


def run(system: Any, steps: int, coordinates: str) -> jd.Result:
    """So many steps of RK4."""
    method = jd.RK4(
        step=STEP, coordinates=coordinates, constraints="direct" if coordinates == "joint" else "projection"
    )
    return jd.simulate(system, steps * STEP, integrator=method, output=1, trust="fast")


def ours(links: int, steps: int) -> tuple[Callable[[], float], float]:
    """Microseconds per evaluation and link, and how far the answer is from the Cartesian one."""
    system = jd.compile(chain(links))
    some = min(steps, 3)
    there, here = (run(system, some, coordinates) for coordinates in ("cartesian", "joint"))
    apart = float(np.abs(there.q - here.q).max() + np.abs(there.v - here.v).max() / np.abs(there.v).max())

    def once() -> float:
        stats = run(system, steps, "joint").stats
        return 1e6 * float(stats.cpu_seconds) / stats.evaluations / links

    return once, apart


def pinocchio(links: int) -> Callable[[], float] | None:
    """The articulated-body algorithm of Pinocchio, called from Python; None where it is not installed, or too large."""
    try:
        pin = importlib.import_module("pinocchio")
    except ImportError:
        return None
    if links > 300:  # its memory grows with the square of the links
        return None
    model, last = pin.Model(), 0
    for i in range(links):
        axis = np.array(AXES[i % 2]) / np.linalg.norm(AXES[i % 2])
        at = pin.SE3(np.eye(3), np.array([float(i > 0), 0.0, 0.0]))
        last = model.addJoint(last, pin.JointModelRevoluteUnaligned(axis), at, f"joint {i}")
        body = pin.Inertia(1.0, np.array([0.5, 0.0, 0.0]), np.diag(INERTIA))
        model.appendBodyToJoint(last, body, pin.SE3.Identity())
    data = model.createData()
    q, v, tau = pin.neutral(model), np.zeros(links), np.zeros(links)
    count = max(20, 100_000 // links)

    def once() -> float:
        before = time.process_time()
        for _ in range(count):
            pin.aba(model, data, q, v, tau)
        return 1e6 * (time.process_time() - before) / count / links

    return once


def mujoco(links: int) -> Callable[[], float] | None:
    """A quarter of a step of MuJoCo's RK4; None where it is not installed, or takes too long."""
    try:
        mj = importlib.import_module("mujoco")
    except ImportError:
        return None
    if links > 100:
        return None
    text = ""
    for i in range(links):
        axis = " ".join(map(str, AXES[i % 2]))
        inertial = f'<inertial pos="0.5 0 0" mass="1" diaginertia="{" ".join(map(str, INERTIA))}"/>'
        text += f'<body pos="{int(i > 0)} 0 0"><joint type="hinge" axis="{axis}"/>{inertial}'
    options = f'<option timestep="{STEP}" integrator="RK4" gravity="0 0 -9.81"/>'
    model = mj.MjModel.from_xml_string(f"<mujoco>{options}<worldbody>{text}{'</body>' * links}</worldbody></mujoco>")
    data = mj.MjData(model)
    count = max(20, 20_000 // links)

    def once() -> float:
        mj.mj_resetData(model, data)
        before = time.process_time()
        for _ in range(count):
            mj.mj_step(model, data)
        return 1e6 * (time.process_time() - before) / count / links / 4.0

    return once


def main(sizes: list[int]) -> None:
    """Print a table."""
    print("links   ours   Pinocchio   MuJoCo   (us per evaluation and link)   apart from Cartesian")
    for links in sizes:
        once, apart = ours(links, STEPS.get(links, 3))
        peers = [pinocchio(links), mujoco(links)]
        times: list[list[float]] = [[], [], []]
        for _ in range(5 if links <= 1000 else 1):
            for found, one in zip(times, (once, *peers), strict=True):
                if one is not None:
                    found.append(one())
        shown = [f"{min(found):.3f}" if found else "-" for found in times]
        print(f"{links:5d}   {shown[0]}   {shown[1]:>9}   {shown[2]:>6}   {apart:.0e}", flush=True)


if __name__ == "__main__":
    main([int(n) for n in sys.argv[1:]] or [10, 100, 1000])
