"""The propeller as a part: time of its reduction, first frequency, coupling to rotation, and stress that is not in its shapes.

    python benchmarks/propeller.py [hex8|hex20]

Root stress is that of forces at the nodes of a tip (no shape and no static load knows of them) and of angular acceleration,
in the root of that blade, by clamped modes and the loads without delay, beside the whole mesh. Stress by forces at nodes comes
from the mesh that the part was made of; without it, it is said for comparison.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import jourdain as jd
from jourdain.fe.interfaces import find_interfaces
from jourdain.fe.modes import Held
from jourdain.fe.recovery import surface_stress
from jourdain.fe.solids import Solids
from jourdain.fe.stress import mises
from jourdain.papers.propeller import HUB, ROOT, aluminium, propeller_mesh


def reduced(mesh: object, kind: str, modes: int, seconds: float) -> tuple[jd.Part, bool]:
    """The part, and whether it took less than these seconds of CPU."""
    start = time.process_time()
    part = jd.reduce(mesh, material=aluminium(), interfaces={"bore": "bore"}, kind=kind, modes=modes)
    took, hertz = time.process_time() - start, part.frequencies[:4] / (2 * np.pi)
    print(f"{kind}, {modes} modes: {took:.1f} s CPU (target {seconds:g}), first frequencies {hertz} Hz")
    return part, took < seconds


def twist(part: jd.Part) -> np.ndarray:
    """(k, 3): angular momentum of each shape about the centre."""
    E = part.invariants.P1.transpose(0, 2, 1)
    return np.stack([E[:, 2, 1] - E[:, 1, 2], E[:, 0, 2] - E[:, 2, 0], E[:, 1, 0] - E[:, 0, 1]], axis=1)


def main(element: str) -> bool:
    mesh, seconds = propeller_mesh(element), {"hex8": 60.0, "hex20": 180.0}[element]
    print(mesh)
    free, quick = reduced(mesh, "free", 12, seconds)
    coupling = (twist(free) ** 2 / np.diag(free.inertia)).max()
    print(f"coupling of free modes to rotation, p^2/J0: {coupling:.1e} (target 1e-12)")
    m = Solids(mesh, aluminium())
    corners = np.flatnonzero(np.isin(m.numbers, m.surface()[1]))
    tip = np.intersect1d(m.sets["tips"], corners)
    tip = tip[m.nodes[tip, 0] > 0.4][::5]  # of the first blade
    force, turning = np.array([0.0, 50.0, 200.0]), np.array([0.0, 0.0, 2000.0])
    f = m.forces(-np.cross(turning, m.places - m.centre)[None])[:, 0].reshape(-1, 3)
    f[tip] += force / len(tip)
    whole = m.on_surface(Held(m, find_interfaces(m, {"bore": "bore"}, True)).under(f.reshape(-1, 1)))[1][:, 0]
    good = quick and coupling < 1e-12
    for modes in (12, 24, 48):
        clamped, quick = reduced(mesh, "clamped", modes, seconds)
        good &= quick and abs(clamped.frequencies[0] / (2 * np.pi * 209) - 1) < 0.03
        good &= compare(clamped, m, tip, force, turning, whole)
    return good


def compare(
    part: jd.Part, m: Solids, tip: np.ndarray, force: np.ndarray, turning: np.ndarray, whole: np.ndarray
) -> bool:
    """Root stress of the part, from where its surface moves with the shapes and from its inertia, and of the whole mesh."""
    numbers = m.numbers[tip]
    at = [part.node(int(number)) for number in numbers]
    eta = part.surface.shapes[at].mean(axis=0) @ force - twist(part) @ turning
    forces = {int(number): np.concatenate([force / len(tip), np.zeros(3)]) for number in numbers}
    r = np.linalg.norm(part.surface.nodes[:, :2], axis=1)
    root = (r > HUB * 1.02) & (r < ROOT) & (part.surface.nodes[:, 0] > 0.7 * r)  # of the first blade
    exact, worst = mises(whole)[root], 1.0
    for label, nodes in (("by shapes alone", None), ("with the mesh", forces)):
        start = time.process_time()
        ours = mises(surface_stress(part, eta / part.frequencies**2, turning=turning, nodes=nodes))[root]
        there, worst = ours[exact.argmax()] / exact.max() - 1, np.abs(ours - exact).max() / exact.max()
        took = time.process_time() - start
        print(
            f"  root stress {exact.max() / 1e6:.3f} MPa, {label}: {100 * there:+.1e} % there, elsewhere {100 * worst:.1e} % "
            f"(target 2), {took:.1f} s CPU"
        )
    return bool(worst < 0.02)


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1] if len(sys.argv) > 1 else "hex8") else 1)
