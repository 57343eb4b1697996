"""Implicit methods in joint coordinates: their Newton matrix against differences, their motions against Cartesian ones."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import jourdain as jd
from analyses.test_joint_coordinates import TREE_FORMS, chain
from analyses.test_natural import EXACT, MODELS, assert_same
from jourdain.kernels import port
from jourdain.run.run import Run
from machines import many_elements, random_machines, spatial_loops

Call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_double, ctypes.c_double, ctypes.c_int64)
STEP = 1e-6  # of differences
TIME = 0.1


class Probe:
    """A system in joint coordinates at a state by chance, asked through the port."""

    def __init__(self, model: jd.Model) -> None:
        run = Run(jd.compile(model), jd.BDF(tol=1e-8, coordinates="joint"), np.linspace(0.0, 0.1, 3))
        run.begin()
        self.segment, self.mo = run.here, run.here.mo
        run.method.kernel()(self.segment.inner.system.kind, self.segment.s, self.mo, 0)
        self.calls = Call(int(self.mo.calls.system)), Call(int(self.mo.calls.newton))
        chance, mo = np.random.default_rng(1), self.mo
        self.sizes = len(mo.v), len(mo.w), len(mo.lam)
        mo.u[:] = 0.3 * chance.normal(size=self.sizes[0])
        self.ask(port.MOVE_BASE)
        self.q = mo.q_new.copy()
        self.state = {
            name: getattr(mo, name) + chance.normal(size=n) for name, n in zip("vw", self.sizes, strict=False)
        }
        self.state |= {"vd": chance.normal(size=self.sizes[0]), "wd": chance.normal(size=self.sizes[1])}
        self.state["lam"] = chance.normal(size=self.sizes[2])

    def ask(self, task: int, h: float = 0.0) -> None:
        assert self.calls[task >= port.FACTOR_NEWTON](task, TIME, h, self.mo.address) == 0

    def stand(self, name: str, change: np.ndarray) -> np.ndarray:
        """Residual and rates of the rows, one part of the state changed; "q": moved by an increment."""
        mo = self.mo
        mo.q_new[:], mo.u[:] = self.q, change if name == "q" else 0.0
        self.ask(port.MOVE)
        for part, values in self.state.items():
            getattr(mo, f"{part}_new")[:] = values + (change if part == name else 0.0)
        self.ask(port.POSITIONS)
        self.ask(port.VELOCITIES)
        self.ask(port.FORCES, port.NO_BIAS)
        self.ask(port.RESIDUAL)
        return np.concatenate([mo.residual[: sum(self.sizes[:2])], mo.rate])

    def slopes(self, name: str, n: int) -> np.ndarray:
        units = STEP * np.eye(n)
        found = [self.stand(name, u) - self.stand(name, -u) for u in units]
        return np.array(found).reshape(n, sum(self.sizes)).T / (2.0 * STEP)

    def expected(self) -> np.ndarray:
        """Mass, damping and stiffness parts of the Newton matrix by differences."""
        nv, nw, m = self.sizes
        n = nv + nw
        parts = np.zeros((3, n + m, n + m))
        parts[0, :n, :nv], parts[0, :n, nv:n] = self.slopes("vd", nv)[:n], self.slopes("wd", nw)[:n]
        parts[0, :n, n:] = -self.slopes("lam", m)[:n]
        by_speed = self.slopes("v", nv)
        parts[0, n:, :nv], parts[1, :n, :nv], parts[1, :n, nv:n] = by_speed[n:], by_speed[:n], self.slopes("w", nw)[:n]
        parts[2, :n, :nv] = self.slopes("q", nv)[:n]
        return parts

    def found(self) -> np.ndarray:
        self.stand("", np.zeros(0))
        self.ask(port.PARTS)
        n = sum(self.sizes)
        return np.asarray(self.mo.array("parts")).reshape(3, n, n).copy()


NEWTON: dict[str, Callable[[], jd.Model]] = {
    "all joints in a row": lambda: chain(TREE_FORMS, False),
    "all joints backward": lambda: chain(TREE_FORMS, True),
    "many elements": many_elements.machine,
    "linkage": many_elements.linkage,
    "rolling disc": MODELS["rolling disc"],
    "tree": lambda: random_machines.tree(1),
    "loop with too many rows": lambda: random_machines.redundant(5),
}


@pytest.mark.parametrize("name", NEWTON)
def test_newton_matrix(name: str) -> None:
    """Free bodies and all joints of trees, rows beside them, states, forces that read multipliers."""
    probe = Probe(NEWTON[name]())
    expected, found = probe.expected(), probe.found()
    for part in range(3):
        size = max(1.0, float(np.abs(expected[part]).max()))
        np.testing.assert_allclose(found[part], expected[part], atol=2e-8 * size)
    assert all(np.abs(expected[part]).max() > 1e-3 for part in range(3))


METHODS = {
    "alpha": (jd.GeneralizedAlpha(tol=1e-7), 1e-6),
    "alpha, index 2": (jd.GeneralizedAlpha(step=2e-4, index=2), 1e-6),
    "HHT": (jd.HHT(step=2e-4), 1e-6),
    "BDF": (jd.BDF(tol=1e-8), 1e-7),
    "BDF of accelerations": (jd.BDF(tol=1e-8, form="acceleration", coupled=False), 1e-7),
    "Block": (jd.Block(tol=1e-9), 1e-9),
}
MACHINES = {
    "loop with too many rows": lambda: random_machines.redundant(5),
    "Bricard": spatial_loops.bricard,
    "arm": NEWTON["all joints in a row"],
    "rolling disc": MODELS["rolling disc"],
}


@pytest.mark.parametrize("machine", MACHINES)
def test_every_implicit_method(machine: str) -> None:
    model = MACHINES[machine]()
    expected = jd.simulate(model, 0.2, integrator=EXACT, output=8, trust="fast")
    for method, bound in METHODS.values():
        found = jd.simulate(model, 0.2, integrator=replace(method, coordinates="joint"), output=8, trust="fast")
        moved = max(1.0, float(np.abs(expected.v).max()))
        assert np.abs(found.q - expected.q).max() < 10.0 * bound * moved, method


def test_orders_of_fixed_steps() -> None:
    model = chain(("universal", "spherical", "prismatic"), False)
    expected = jd.simulate(model, 0.2, integrator=EXACT, output=2, trust="fast").q[-1]

    def error(step: float) -> float:
        method = jd.GeneralizedAlpha(step=step, coordinates="joint")
        return float(np.abs(jd.simulate(model, 0.2, integrator=method, output=2, trust="fast").q[-1] - expected).max())

    errors = [error(step) for step in (2e-3, 1e-3, 5e-4)]
    assert all(3.5 < coarse / fine < 4.5 for coarse, fine in pairwise(errors)), errors


def test_stiff_models_are_run_implicitly_by_default() -> None:
    """A spring of 1e9 N/m with a damper between two arms: a method is chosen, and joint coordinates stay."""
    model = jd.Model("stiff", planar=True)
    one = model.body("one", mass=1.0, inertia=0.1, at=(0.5, 0.0))
    two = model.body("two", mass=1.0, inertia=0.1, at=(1.5, 0.0))
    model.joint("A", "revolute", model.ground, one, at=(0.0, 0.0))
    model.joint("B", "revolute", one, two, at=(1.0, 0.0))
    hook, end = model.ground.marker("hook", at=(2.0, 1.0)), two.marker("end", at=(0.5, 0.0))
    model.spring("rod", hook, end, stiffness=1e9, damping=1e7, rest=1.0)
    expected, found = (jd.simulate(model, 0.5, coordinates=c, output=5, trust="fast") for c in (None, "joint"))
    assert found.integrator.implicit and found.integrator.coordinates == "joint"
    assert_same(found, expected, 1e-4)


def test_too_large_for_a_dense_matrix_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jourdain.system.tree.MOST_UNKNOWNS", 7)
    with pytest.raises(jd.ModelError, match=r"8 unknowns.*DOP853"):
        jd.simulate(random_machines.redundant(5), 0.1, integrator=jd.BDF(tol=1e-6, coordinates="joint"))


def test_direct_derivatives_are_of_cartesian_steps() -> None:
    model = random_machines.redundant(5)
    body = next(iter(model.bodies))
    method = jd.GeneralizedAlpha(tol=1e-5, coordinates="joint")
    with pytest.raises(jd.ModelError, match=r"'joint' ones; leave coordinates out, or use method='differences'"):
        jd.sensitivity(model, 0.1, parameters=[f"{body}.mass"], outputs=[f"{body}.x"], integrator=method)
