"""The static pattern and its order of elimination: nothing falls outside, fill grows slowly, pivots are sound."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe, outside_the_pattern
from jourdain import examples
from jourdain.diagnosis.dependence import dependence
from jourdain.system.ordering import Nodes, Parts, awaited, elimination_order
from jourdain.system.system import System
from machines import (
    drawings,
    features,
    jansen,
    lagrangians,
    many_elements,
    mechanisms,
    redundant,
    rolling_models,
    stored_models,
)
from machines.chains import slender_chain
from machines.ladders import ladder
from machines.nets import closed_hub, grid

MODELS: dict[str, Callable[[], jd.Model]] = stored_models.MODELS | drawings.MECHANISMS
MODELS |= {name: f for name, f in inspect.getmembers(examples, inspect.isfunction) if f.__module__ == examples.__name__}
MODELS |= {f"Lagrangian, {name}": lambda name=name: lagrangians.model(name) for name in lagrangians.COORDINATES}
MODELS |= {f"features, planar={p}": lambda p=p: features.machine(features.FEATURES, p) for p in (True, False)}
MODELS |= {"bennett": mechanisms.bennett, "door": mechanisms.door, "four-bar in space": mechanisms.four_bar_in_space}
MODELS |= {"parallelogram": lambda: mechanisms.planar_parallelogram(5), "redundant four-bar": redundant.four_bar}
MODELS |= {"redundant door": redundant.door, "many": many_elements.machine, "linkage": many_elements.linkage}
MODELS |= {"disc": rolling_models.disc, "turntable": rolling_models.turntable, "sleigh": rolling_models.sleigh}
MODELS |= {"ladder": lambda: ladder(3), "chain": lambda: slender_chain(5), "hub": lambda: closed_hub(30)}
MODELS |= {f"grid, planar={p}": lambda p=p: grid(10, 5, p) for p in (True, False)}


@pytest.mark.parametrize("name", MODELS)
def test_nothing_falls_outside_the_pattern(name: str) -> None:
    model = MODELS[name]()
    assert outside_the_pattern(jd.compile(model)) == 0.0
    if not isinstance(model, jd.LagrangianModel):
        assert outside_the_pattern(jd.compile(model, coordinates="natural")) == 0.0


# --------------------------------------------------------------------------- fill


def multiply_adds(model: jd.Model) -> int:
    return len(jd.compile(model).tables["target"])


def growth(sizes: list[int], costs: list[int]) -> float:
    """The exponent of a power of the size, least squares."""
    return float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])


def test_chains_and_ladders_are_linear() -> None:
    for make in (slender_chain, ladder):
        first, second, third = (multiply_adds(make(n)) for n in (20, 40, 60))
        assert third - second == pytest.approx(second - first, rel=0.01)


@pytest.mark.parametrize(("planar", "least"), [(True, 2.1e5), (False, 1.3e6)])
def test_fill_of_grids(planar: bool, least: float) -> None:
    """All of these have an order by freedoms: were the smallest too small for one, the growth would look better than it is."""
    sides = [(10, 10), (16, 16), (22, 23), (32, 32)][: 4 if planar else 3]
    costs = [multiply_adds(grid(a, b, planar)) for a, b in sides]
    assert costs[0] < least  # a safe order has 6e5, 2.3e6
    assert growth([a * b for a, b in sides], costs) < 1.6


def test_fill_of_hubs() -> None:
    legs = [50, 100, 200]
    costs = [multiply_adds(closed_hub(n)) for n in legs]
    assert costs[0] < 2e4  # a safe order has 4e5
    assert growth(legs, costs) < 1.1


# --------------------------------------------------------------------------- pivots


def factored(system: System, q: np.ndarray, eps: float) -> tuple[Probe, np.ndarray]:
    """[M, G^T; G, -eps W] at rest at q, in elimination order, factored without pivoting."""
    probe = Probe(system)
    rest = {"v": np.zeros(system.kind.v), "a": np.zeros(system.kind.v), "lam": np.zeros(system.n_rows)}
    probe.at(t=0.0, q=q, w=system.w0, ref=system.ref0, coefficients=(1.0, 0.0, 0.0, 0.0, eps), **rest)
    order = np.argsort(probe.s.place)
    A = probe.matrix()[np.ix_(order, order)]
    for k in range(len(A)):
        A[k + 1 :, k] /= A[k, k]
        A[k + 1 :, k + 1 :] -= np.outer(A[k + 1 :, k], A[k, k + 1 :])
    return probe, A


PIVOTED = MODELS | {"legs in space": lambda: jansen.machine(6, True)}  # redundant, in an order by freedoms


@pytest.mark.parametrize("name", PIVOTED)
def test_small_pivots_are_redundant_rows(name: str) -> None:
    """As many scaled pivots are tiny as rows depend on others: no order makes one of its own."""
    model = PIVOTED[name]()
    if isinstance(model, jd.LagrangianModel):
        return
    system = jd.compile(model)
    probe, A = factored(system, system.q0, 1e-13)  # so small that rows with a small part in a dependency show as well
    first = system.kind.v + system.kind.w
    pivots = np.abs(np.diag(A))[probe.s.place[first:]] / system.tables["rows"]["weight"]
    assert (pivots < 1e-5).sum() == dependence(system, probe.s).redundant


@pytest.mark.parametrize("bent", [0.2, 1e-2, 1e-4, 1e-6, 0.0])
def test_a_leg_is_stretched_between_hubs(bent: float) -> None:
    """Its rows depend on each other if both hubs are fixed, as the elimination has it; accelerations do not suffer."""
    system, q = jd.compile(closed_hub(30)), jd.compile(closed_hub(30, bent=bent)).q0
    eps = 1e-9
    probe, A = factored(system, q, eps)
    n, nv = len(A), system.kind.v
    L, U, place = np.tril(A, -1) + np.eye(n), np.triu(A), probe.s.place
    right = np.concatenate([probe.s.force, probe.s.gamma])
    damped = eps * np.concatenate([np.zeros(nv), system.tables["rows"]["weight"] * system.tables["rows"]["looped"]])
    exact = probe.matrix() + np.diag(damped)
    ordered = np.empty(n)
    found, last = np.zeros(n), right
    for _ in range(2):
        ordered[place] = last
        step = np.linalg.solve(U, np.linalg.solve(L, ordered))[place]
        found, last = found + step, -damped * step
    expected = np.linalg.solve(exact, right)
    assert np.abs(found - expected)[:nv].max() < 1e-8 * np.abs(expected[:nv]).max()
    assert np.abs(found - expected)[nv:].max() < 1e-8 * np.abs(expected[nv:]).max()


@pytest.mark.parametrize(("loop", "pairs"), [(False, 1), (False, 2), (True, 1)])
def test_forests_are_known(loop: bool, pairs: int) -> None:
    """Trees of joints, also with several groups of rows between two bodies; held at both ends they close a loop."""
    bodies = 40
    joints = [[0], *([b, b + 1] for b in range(bodies - 1) for _ in range(pairs)), *([[bodies - 1]] if loop else [])]
    edges = [(b, b + 1) for b in range(bodies - 1)]  # stiffness of the joints
    nodes = Nodes(bodies, 0, joints, [6] * bodies + [5] * len(joints), edges)
    assert nodes.is_forest != loop
    if not loop:  # then there is no better order than the one that is tried
        adjacent = nodes.adjacency()
        costs = []
        for policy in ("loops", "tree", "bridges"):
            order = elimination_order(nodes, Parts(nodes, awaited(nodes, policy)))
            left, cost = [set(near) for near in adjacent], 0
            for i in order:
                cost += sum(nodes.weight[k] for k in left[i]) ** 2
                for k in left[i]:
                    left[k] = (left[k] | left[i]) - {i, k}
            costs.append(cost)
        assert costs[1] == min(costs)


def test_large_trees_compile_in_linear_time() -> None:
    """Other orders than the one for trees are not even tried, and nothing fills."""
    short, long = (multiply_adds(slender_chain(bars)) for bars in (100, 400))
    assert long < 4.2 * short
