"""All treatments and all integrators give the same motion, and so do solvers from elsewhere.

Outside stand SciPy on equations in minimal coordinates (arm, crank-rocker), the published solution of Andrews' mechanism, and
SUNDIALS' IDA on the Cartesian equations, written here in plain NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from integrators.checks import CONTROLLED, SETTINGS, TREATMENTS
from interrupts import interrupt_after
from jourdain.integrators import OdeIntegrator
from machines import closed_loops as loops
from machines import event_models as em
from machines import problems as pb
from machines import redundant
from pairs import Case, named, pairwise

AGREE = 1e-8  # m and rad


@dataclass(frozen=True)
class Machine:
    """A planar mechanism, the time it is run for [s], and its angles (nt, n) from outside."""

    mechanism: pb.Mechanism
    end: float
    angles: Callable[[np.ndarray], np.ndarray]
    step: float  # s, with which methods of order 4 agree
    outputs: int = 4


def _andrews(times: np.ndarray) -> np.ndarray:
    """Absolute angles of K1 .. K7 at the start and at the end, from those of the test set."""
    b, t, g, p, d, w, e = np.array([pb.ANDREWS_START, pb.ANDREWS_FINAL]).T
    return np.array([b, b + t, g, p + d, d, w + e, e]).T


MACHINES = {
    "arm": Machine(pb.two_link_arm(), 1.0, pb.two_link_arm_angles, 5e-4),
    "crank-rocker": Machine(loops.crank_rocker(), 1.0, loops.crank_rocker_angles, 2.5e-4),
    "Andrews": Machine(pb.andrews(), pb.ANDREWS_END, _andrews, 5e-6, 1),
}


@cache
def compiled(name: str) -> Any:
    """The machine as a System."""
    return jd.compile(pb.andrews_model() if name == "Andrews" else pb.planar_model(MACHINES[name].mechanism))


@cache
def outside(name: str) -> np.ndarray:
    """Centres and angles (nt, n, 3): centres from the angles along the pins, so that open joints are seen."""
    machine = MACHINES[name]
    angles = machine.angles(np.linspace(0.0, machine.end, machine.outputs + 1))
    centres = np.zeros((*angles.shape, 2))
    placed = {pb.GROUND}
    mechanism = machine.mechanism
    while len(placed) <= len(mechanism.links):  # from the ground outwards
        for pin in mechanism.pins:
            ends = (pin.a, pin.point_a), (pin.b, pin.point_b)
            for (a, at_a), (b, at_b) in (ends, ends[::-1]):
                if a in placed and b not in placed:
                    i = mechanism.index[b]
                    centres[:, i] = mechanism.point(a, at_a, centres, angles) - mechanism.point(
                        b, at_b, centres, angles
                    )
                    placed.add(b)
    return np.concatenate([centres, angles[..., None]], axis=2)


@cache
def compiled_kernels(kind: Any, treatment: Any, planar: bool) -> None:
    """Compile what a run needs, outside any time limit."""
    model, _ = em.pendulum(planar)
    for integrator in (kind(), jd.RK4(step=1e-3, constraints=treatment)):
        jd.simulate(model, 1e-2, integrator=integrator, output=1, trust="fast")


def limited(system: Any, end: float, integrator: Any, output: int) -> jd.Result:
    """A run that is given up after 10 s."""
    compiled_kernels(type(integrator), getattr(integrator, "constraints", "projection"), system.planar)
    with interrupt_after(10.0):
        result = jd.simulate(system, end, integrator=integrator, output=output, trust="fast")
    assert not result.interrupted, f"still at t = {result.t[-1]} s after {result.stats.steps} steps"
    return result


def motion(name: str, integrator: Any) -> np.ndarray:
    """Centres and angles (nt, n, 3) of a run."""
    machine = MACHINES[name]
    result = limited(compiled(name), machine.end, integrator, machine.outputs)
    centres, angles = pb.planar_motion(machine.mechanism, result)
    return np.concatenate([centres, angles[..., None]], axis=2)


def distance(a: np.ndarray, b: np.ndarray) -> float:
    """Largest difference of centres and angles; angles that differ by turns are the same."""
    d = a - b
    return float(max(np.abs(d[..., :2]).max(), np.abs(2.0 * np.sin(0.5 * d[..., 2])).max()))


# --------------------------------------------------------------------------- SUNDIALS


def ida(mechanism: pb.Mechanism, times: np.ndarray) -> np.ndarray:
    """Centres and angles (nt, n, 3) by IDA on q' = v, M v' = h + G^T lam, G v' = gamma."""
    solver = pytest.importorskip("sksundae.ida", reason="scikit-sundae is not installed")
    n = len(mechanism.links)
    mass = np.array([(k.mass, k.mass, k.inertia) for k in mechanism.links]).ravel()
    weight = mass * np.tile([*mechanism.gravity, 0.0], n)

    def arms(q: np.ndarray) -> list[list[tuple[int, int, np.ndarray]]]:
        """Of every pin: (sign, body, point from its centre in ground axes)."""
        centres, angles = q.reshape(n, 3)[:, :2], q.reshape(n, 3)[:, 2]
        found = []
        for p in mechanism.pins:
            ends = [(sign, b, at) for sign, b, at in ((1, p.a, p.point_a), (-1, p.b, p.point_b)) if b != pb.GROUND]
            indices = [mechanism.index[b] for _, b, _ in ends]
            points = [mechanism.point(b, at, centres, angles) for _, b, at in ends]
            found.append([(end[0], i, x - centres[i]) for end, i, x in zip(ends, indices, points, strict=True)])
        return found

    def rows(q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        pins = arms(q)
        G, gamma = np.zeros((2 * len(pins), 3 * n)), np.zeros(2 * len(pins))
        for k, pin in enumerate(pins):
            for sign, i, (x, y) in pin:
                G[2 * k : 2 * k + 2, 3 * i : 3 * i + 3] = sign * np.array([[1.0, 0.0, -y], [0.0, 1.0, x]])
                gamma[2 * k : 2 * k + 2] += sign * np.array([x, y]) * v[3 * i + 2] ** 2
        return G, gamma

    m = 2 * len(mechanism.pins)

    def residual(t: float, y: np.ndarray, rate: np.ndarray, out: np.ndarray) -> None:
        q, v, lam = np.split(y, [3 * n, 6 * n])
        G, gamma = rows(q, v)
        vd = rate[3 * n : 6 * n]
        out[:] = np.concatenate([rate[: 3 * n] - v, mass * vd - weight - G.T @ lam, G @ vd - gamma])

    q = np.array([[*k.to_ground(k.com), k.angle] for k in mechanism.links]).ravel()
    v = np.array([[*k.velocity, k.spin] for k in mechanism.links]).ravel()
    G, gamma = rows(q, v)
    saddle = np.block([[np.diag(mass), -G.T], [G, np.zeros((m, m))]])
    x = np.linalg.solve(saddle, np.concatenate([weight, gamma]))
    start, rate = np.concatenate([q, v, x[3 * n :]]), np.concatenate([v, x[: 3 * n], np.zeros(m)])
    options = {"rtol": 1e-11, "atol": 1e-11, "algebraic_idx": np.arange(6 * n, 6 * n + m), "max_num_steps": 100_000}
    solution = solver.IDA(residual, **options).solve(times, start, rate)
    assert solution.success, solution.message
    return solution.y[:, : 3 * n].reshape(len(times), n, 3)


@pytest.mark.parametrize("name", ["arm", "crank-rocker"])
def test_the_outside_agrees_with_itself(name: str) -> None:
    """SciPy in minimal coordinates and IDA in Cartesian ones."""
    machine = MACHINES[name]
    times = np.linspace(0.0, machine.end, machine.outputs + 1)
    assert distance(ida(machine.mechanism, times), outside(name)) < AGREE


# --------------------------------------------------------------------------- all integrators, all treatments


def cases() -> list[Case]:
    """Every method of order 4 and more with every machine and treatment, every treatment with every machine."""
    good = [name for name, one in SETTINGS.items() if one.order >= 4 and not loose(one)]
    treated = {name: isinstance(SETTINGS[name], OdeIntegrator) for name in good}

    def exclude(case: Case) -> bool:
        """SDIRK4, whose Jacobian is by differences, and Andrews' mechanism with fixed steps take too long with some."""
        if not {"setting", "treatment"} <= case.keys():
            return False
        one, treatment = SETTINGS[case["setting"]], case["treatment"]
        dear = one.stiff or ((one.fixed or one.order < 8) and case.get("machine") == "Andrews")
        return treated[case["setting"]] != (treatment != "none") or (dear and treatment not in ("none", "projection"))

    return pairwise({"setting": good, "machine": list(MACHINES), "treatment": ["none", *TREATMENTS]}, exclude)


def loose(one: Any) -> bool:
    """Variants whose velocities are of second order."""
    return getattr(one, "variant", "P") == "C"


def tuned(one: Any, machine: str) -> Any:
    """With a tol, or a step, with which it agrees; BDF's error is up to 20 tol."""
    if not one.fixed:
        return replace(one, tol=3e-10 if isinstance(one, jd.BDF) else 1e-9)
    times = 0.75 if isinstance(one, jd.BDF) else {4: 1.0, 8: 4.0}.get(one.order, 2.0)
    return replace(one, step=times * MACHINES[machine].step)


@pytest.mark.parametrize("case", cases(), ids=named)
def test_agreement(case: Case) -> None:
    method = tuned(SETTINGS[case["setting"]], case["machine"])
    if case["treatment"] != "none":
        tol = 1e-10 if not method.fixed and method.order >= 8 else method.tol
        method = replace(method, constraints=TREATMENTS[case["treatment"]], tol=tol)
    assert distance(motion(case["machine"], method), outside(case["machine"])) < AGREE


def test_coarse_steps_come_to_an_end() -> None:
    """Steps in which Newton's method fails are halved for a while, or the run stops with a message."""
    try:
        motion("arm", jd.Block(step=0.05, r=2, nodes="equidistant", index=1))
    except jd.ConvergenceError as problem:
        assert "block stopped at t = " in str(problem)


@pytest.mark.parametrize("make", [jd.CentralDifference, jd.GeneralizedAlpha])
@pytest.mark.parametrize("name", MACHINES)
def test_second_order_methods_extrapolated(name: str, make: Any) -> None:
    """The error is c h^2 + d h^3 and smaller terms: three runs give what a much smaller step would."""
    h = 1e-5 if name == "Andrews" else MACHINES[name].step
    a, b, c = (motion(name, make(step=h / 2**k)) for k in range(3))
    assert distance(c, outside(name)) > AGREE  # there is something to extrapolate
    without_square = (4 * b - a) / 3, (4 * c - b) / 3
    assert distance((8 * without_square[1] - without_square[0]) / 7, outside(name)) < AGREE


# --------------------------------------------------------------------------- the overdetermined forms


BDF_FORMS: dict[str, dict[str, Any]] = {
    f"{form}, {'coupled' if coupled else 'decoupled'}": {"form": form, "coupled": coupled}
    for form, coupled in product(("velocity", "acceleration"), (True, False))
}


@cache
def _bdf_arm(form: str, predictor: bool, step: float | None) -> np.ndarray:
    size: dict[str, Any] = {"tol": 1e-10} if step is None else {"step": step, "fixed_order": 4}
    return motion("arm", jd.BDF(predictor=predictor, **BDF_FORMS[form], **size))


@pytest.mark.parametrize("predictor", [True, False])
@pytest.mark.parametrize("form", BDF_FORMS)
def test_overdetermined_forms_agree(form: str, predictor: bool) -> None:
    """Both forms, coupled and decoupled, with and without predictor."""
    assert distance(_bdf_arm(form, predictor, None), _bdf_arm("velocity, coupled", True, None)) < 1e-9


@pytest.mark.parametrize("predictor", [True, False])
@pytest.mark.parametrize("form", BDF_FORMS)
def test_how_a_step_is_solved_does_not_matter(form: str, predictor: bool) -> None:
    """The same steps of the same formula: coupled or decoupled, predictor or not is a matter of rounding."""
    same = "velocity, coupled" if form.startswith("velocity") else "acceleration, coupled"
    assert distance(_bdf_arm(form, predictor, 2e-3), _bdf_arm(same, True, 2e-3)) < 1e-10


# --------------------------------------------------------------------------- redundant joints

REDUNDANT: dict[str, tuple[Callable[[], jd.Model], float]] = {
    "loop": (redundant.four_bar, 0.4),  # before the bars lie in line for the first time
    "door": (redundant.door, 0.6),
}


def everything() -> dict[str, Any]:
    """Every controlled setting, and every treatment once with fixed steps and once with tol."""
    found: dict[str, Any] = {
        name: replace(one, tol=1e-9 if isinstance(one, jd.BDF) else 1e-8)
        for name, one in CONTROLLED.items()
        if one.order >= 4 and not isinstance(one, jd.Galerkin)  # it does not converge on the door
    }
    for i, (name, treatment) in enumerate(TREATMENTS.items()):
        kinds = (jd.RK4, jd.ABM4, jd.DOPRI5)[i % 3], (jd.DOP853, jd.Adams)[i % 2]
        found[f"{kinds[0].__name__}, {name}"] = kinds[0](step=1e-3, constraints=treatment)
        found[f"{kinds[1].__name__}, {name}"] = kinds[1](tol=1e-10, constraints=treatment)
    return found | {
        "CentralDifference": jd.CentralDifference(step=2e-4),
        "GeneralizedAlpha": jd.GeneralizedAlpha(step=2e-4),
        "Block, index 1": jd.Block(step=5e-3, index=1),
        "Block, index 2": jd.Block(step=5e-3, index=2),
        "BDF4": jd.BDF(step=1e-3, fixed_order=4),
    }


EVERYTHING = everything()


@cache
def _redundant(name: str) -> Any:
    return jd.compile(REDUNDANT[name][0]())


@pytest.mark.parametrize("method", EVERYTHING)
@pytest.mark.parametrize("name", REDUNDANT)
def test_redundant_joints(name: str, method: str) -> None:
    """Three rows too many in a loop of four parallel revolutes, five in a door on two hinges."""
    result = limited(_redundant(name), REDUNDANT[name][1], EVERYTHING[method], 3)
    assert result.redundant == {"loop": 3, "door": 5}[name]
    if name == "loop":
        found = np.stack([result[bar].position for bar in ("left", "top", "right")], axis=1)
        exact = redundant.four_bar_centres(result.t)
    else:
        found, exact = result["leaf"].position, redundant.door_motion(result.t)[0]
    assert np.abs(found - exact).max() < 1e-7
