"""The equations of a Lagrangian in two halves, for methods that take some coordinates as slow and others as fast.

With p = L_v and F = L_q + Q - D_v of the motion dp/dt = F + G^T lam, F of the slow rows is divided into the terms that read
nothing but t, F_t, and all others:

    the fast half   forces h of M a = h on fast rows, and F_t - (L_vq v + L_vt) on slow ones: but for F_t slow momenta stay
    the slow half   F - F_t on slow rows, nothing else

Their forces, as machine code that is asked like the whole (kernels/lagrange_tasks.py), are together those of the whole.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.functions import jets
from jourdain.functions.derive import needed
from jourdain.kernels import lagrange_tasks as tasks
from jourdain.lagrange import code
from jourdain.lagrange.derivation import Derivation
from jourdain.lagrange.generate import name_of
from jourdain.lagrange.model import LagrangianModel

FAST, SLOW = "fast", "slow"
_loaded: dict[str, tuple[int, Any, bool]] = {}  # address, what to keep, if it reads rates; by name, for this process


def half(model: LagrangianModel, fast: np.ndarray, which: str) -> tuple[int, bool]:
    """The address of the code of one half, and if its forces on slow rows read rates; fast (n,): which rows are."""
    texts = model.texts()
    name = name_of(texts, which, *map(int, np.flatnonzero(fast)))
    if name not in _loaded:
        found = code.kept(name)
        if found is None:
            derivation = Derivation(texts, model.where)
            answers = _fast(derivation, fast) if which == FAST else _slow(derivation, fast)
            slow = [node for node, own in zip(answers[tasks.FORCES], fast, strict=True) if not own]
            rates = not set(needed(derivation.graph, slow)).isdisjoint(derivation.v)
            text = code.source(derivation.graph, answers, 2 * derivation.nx)
            found = bytes([rates]) + code.compile_object(text)
            code.keep(name, found)
        _loaded[name] = (*code.load(found[1:]), bool(found[0]))
    address, _, rates = _loaded[name]
    return address, rates


def _fast(derivation: Derivation, fast: np.ndarray) -> list[list[int]]:
    """All tasks of explicit methods."""
    keeping = zip(_divided(derivation)[0], derivation.convection, strict=True)
    slow = [derivation.minus(f, c) for f, c in keeping]
    answers = derivation.answers()[: tasks.RESIDUAL_ALONG]
    answers[tasks.FORCES] = [h if own else f for own, h, f in zip(fast, derivation.forces, slow, strict=True)]
    return answers


def _slow(derivation: Derivation, fast: np.ndarray) -> list[list[int]]:
    """Forces alone; other tasks leave what is there."""
    answers: list[list[int]] = [[] for _ in range(tasks.N_TASKS)]
    zero, others = derivation.graph.constant(0.0), _divided(derivation)[1]
    answers[tasks.FORCES] = [zero if own else f for own, f in zip(fast, others, strict=True)]
    return answers


def _divided(derivation: Derivation) -> tuple[list[int], list[int]]:
    """F_t and F - F_t of all rows."""
    roots = derivation.F
    moving = _moving(derivation, max(roots))
    pairs = [_terms(derivation, root, moving) for root in roots]
    return [derivation.sum(one) for one, _ in pairs], [derivation.sum(one) for _, one in pairs]


def _moving(derivation: Derivation, last: int) -> list[bool]:
    """Of each node: does it depend on coordinates or rates?"""
    state, found = {*derivation.q, *derivation.v}, list[bool]()
    for i, node in enumerate(derivation.graph.nodes[: last + 1]):
        found.append(i in state or any(found[part] for part in node.parts))
    return found


def _terms(derivation: Derivation, root: int, moving: list[bool]) -> tuple[list[int], list[int]]:
    """Of the sum that a node is, the terms that do not move with the state, and those that do."""
    graph, kept, others = derivation.graph, list[int](), list[int]()
    todo = [(root, 1.0)]
    while todo:
        node, factor = todo.pop()
        what = graph.nodes[node]
        if not moving[node]:
            kept.append(derivation.product(graph.constant(factor), node))
        elif what.op in (jets.ADD, jets.SUB):
            todo += [(what.parts[0], factor), (what.parts[1], factor if what.op == jets.ADD else -factor)]
        elif what.op == jets.NEG:
            todo.append((what.parts[0], -factor))
        elif what.op == jets.MULC:
            todo.append((what.parts[0], factor * what.number))
        elif what.op == jets.ADDC:
            todo.append((what.parts[0], factor))
            kept.append(graph.constant(factor * what.number))
        else:
            others.append(derivation.product(graph.constant(factor), node))
    return kept, others
