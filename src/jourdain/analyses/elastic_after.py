"""Kineto-elastodynamics: the motion of the rigid machine first, then how its bodies bend under the forces of that motion.

    M eta'' + C eta' + K eta = Q(t),    Q = -(M a - h - G^T lam) of the shapes at rest, along the rigid motion

is linear and has constant coefficients; it is solved exactly for loads that are linear between samples. What bending does to
the motion is left out, so the result says how large that is: forces that the bent bodies would put on frames, joints that they
would open, and their share of the energy.
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
from scipy.linalg import expm

from jourdain.errors import ModelError
from jourdain.kernels.context import Context
from jourdain.model.elements import Body
from jourdain.model.flexible import PATTERN, FlexibleBody
from jourdain.model.measures import AtNode, Measure
from jourdain.model.model import Model
from jourdain.result.pieces import Piece
from jourdain.result.result import Result
from jourdain.system.compile import compile
from jourdain.system.system import System, evaluate

SAMPLES = 2000  # of the rigid motion, at least: loads are linear in between
FORCES, OPENING, ENERGY = 0.05, 0.01, 0.05  # what bending may change: forces on frames, joints [lengths], energy
COARSE = 0.01  # of the deflection, between all samples and every second one


def elastic_after(model: Model, times: np.ndarray, run: Callable[[Model, np.ndarray], Result], at_rest: bool) -> Result:
    """The result of `run` for the rigid machine at times [s], and the bending of its bodies; at_rest: no vibration first."""
    if not any(isinstance(body, FlexibleBody) for body in model.bodies.values()):
        raise ModelError(f"model {model.name!r} has no flexible bodies; elastic='after' is for these.")
    parts = 2 * max(1, -(-SAMPLES // (2 * (len(times) - 1))))
    fine = np.interp(np.arange(parts * (len(times) - 1) + 1) / parts, np.arange(len(times)), times)
    result = run(_rigid(model), fine)
    if len(result.pieces) > 1:
        names = ", ".join(dict.fromkeys(repr(event.name) for event in result.events))
        raise ModelError(
            f"model {model.name!r}: {names} changes the motion by jumps, which bodies that bend answer at once; "
            "elastic='after' cannot follow, elastic='coupled' does."
        )
    rigid = result.pieces[0]
    system = compile(model)
    s = system.context()
    loads = _loads(system, s, rigid)
    coarse, found = (_response(system, loads[::step], rigid.t[::step], at_rest) for step in (2, 1))
    shown = np.arange(0, len(rigid), parts)
    bent, said = _bent(system, s, rigid.select(shown), [x[shown] for x in found])
    size = float(np.abs(found[0]).max(initial=0.0))
    gap = float(np.abs(found[0][::2] - coarse[0]).max(initial=0.0))
    if gap > COARSE * size:
        said = (*said, f"warning: loads change by {100 * gap / size:.2g} % between samples; ask for more outputs")
    return replace(result, pieces=[bent], trust=replace(result.trust, notes=(*result.trust.notes, *said)))


def _rigid(model: Model) -> Model:
    """The model with all bodies rigid, without what is recorded of their stress."""
    other = model.copy()
    for name, load in model.loads.items():
        if load.marker.carrier.startswith(PATTERN):
            raise ModelError(
                f"load {name!r}: a named load of a part acts by its shapes, which elastic='after' leaves out of the motion; "
                "give it as forces, or take elastic='coupled'."
            )
    for name, event in model.events.items():
        if isinstance(event.function, Measure) and isinstance(event.function.along, AtNode):
            raise ModelError(
                f"event {name!r}: it watches a stress, which elastic='after' finds after the motion; elastic='coupled' can."
            )
    other.measures = {name: one for name, one in other.measures.items() if not isinstance(one.along, AtNode)}
    for name, body in model.bodies.items():
        if isinstance(body, FlexibleBody):
            other.bodies[name] = Body(**{one.name: getattr(other.bodies[name], one.name) for one in fields(Body)})
    return other


def _evaluated(system: System, s: Context, rigid: Piece, i: int, elastic: tuple[np.ndarray, ...]) -> np.ndarray:
    """Everything at sample i with amplitudes, rates and second derivatives as told, left in s; the energies [J]."""
    states: dict[str, Any] = {
        name: np.concatenate([getattr(rigid, name)[i], x]) for name, x in zip("qva", elastic, strict=True)
    }
    extra: dict[str, Any] = {name: getattr(rigid, name)[i] for name in ("wd", "w", "lam", "ref")}
    return evaluate(system.kind, s, rigid.t[i], **states, **extra)[:2]


def _loads(system: System, s: Context, rigid: Piece) -> np.ndarray:
    """Q (n, shapes) along the rigid motion."""
    first, last = rigid.v.shape[1], system.kind.v
    none, found = np.zeros(last - first), np.zeros((len(rigid), last - first))
    for i in range(len(rigid)):
        _evaluated(system, s, rigid, i, (none, none, none))
        found[i] = -s.residual[first:last]
    return found


def _response(system: System, loads: np.ndarray, t: np.ndarray, at_rest: bool) -> list[np.ndarray]:
    """Amplitudes, rates and second derivatives (n, shapes) under loads that are linear between samples."""
    tables, n = system.tables, loads.shape[1]
    M, K, C = np.zeros((n, n)), np.diag(tables["modes"]["stiffness"] ** 2), np.diag(tables["modes"]["damping"])
    for of in tables["modal"]:
        k, own = of["modes"], slice(of["first"], of["first"] + of["modes"])
        M[own, own] = tables["mode_pairs"]["mass"][of["pair"] : of["pair"] + k * k].reshape(k, k)
    F, Z = np.linalg.inv(M), np.zeros((n, n))
    A, B = np.block([[Z, np.eye(n)], [-F @ K, -F @ C]]), np.vstack([Z, F])
    x = np.zeros((len(t), 2 * n))
    x[0] = np.concatenate([system.layout.elastic(system.q0), system.layout.elastic(system.v0)])
    if at_rest:
        x[0] = np.concatenate([np.linalg.solve(K, loads[0]), np.zeros(n)])
    steps: dict[float, np.ndarray] = {}
    for i, h in enumerate(np.diff(t)):
        key = float(f"{h:.9e}")
        if key not in steps:
            held = np.zeros((2 * n, 2 * n))
            held[:n, n:] = np.eye(n)
            steps[key] = expm(np.block([[A * key, B * key, np.zeros((2 * n, n))], [np.zeros((2 * n, 2 * n)), held]]))[
                : 2 * n
            ]
        x[i + 1] = steps[key] @ np.concatenate([x[i], loads[i], loads[i + 1] - loads[i]])
    eta, rates = x[:, :n], x[:, n:]
    return [eta, rates, (loads - eta @ K - rates @ C) @ F]


def _bent(system: System, s: Context, rigid: Piece, elastic: list[np.ndarray]) -> tuple[Piece, tuple[str, ...]]:
    """The rigid motion with bending in it, and what bending would change."""
    m, n, layout = rigid.v.shape[1], len(rigid), rigid.system.layout
    x, energies, gap, off = np.zeros((n, len(s.x))), np.zeros((n, 2)), np.zeros(n), np.zeros((n, m))
    for i in range(n):
        energies[i] = _evaluated(system, s, rigid, i, tuple(one[i] for one in elastic))
        x[i], gap[i], off[i] = s.x, np.abs(s.g[: system.kind.g]).max(initial=0.0), s.residual[:m]
    w, J = layout.turnings(rigid.v), s.bodies["J"]
    pushed = s.bodies["mass"][:, None] * (layout.translations(rigid.a) - s.gravity)
    turned = np.einsum("bij,tbj->tbi", J, layout.turnings(rigid.a)) + np.cross(w, np.einsum("bij,tbj->tbi", J, w))
    forces, changes = (
        max(float(np.abs(push).max(initial=0.0)), float(np.abs(turn).max(initial=0.0)) / system.length)
        for push, turn in ((pushed, turned), (layout.translations(off), layout.turnings(off)))
    )
    stiffness = system.tables["modes"]["stiffness"]
    own = 0.5 * ((stiffness * elastic[0]) ** 2).sum(axis=1).max(initial=0.0)
    scale = float(max(rigid.energies[:, 0].max(), np.ptp(rigid.energies[:, 1]), np.finfo(float).tiny))
    change = changes / max(forces, np.finfo(float).tiny)
    opening, share = float(gap.max() - rigid.gap.max()), own / scale
    said: tuple[str, ...] = (
        f"bending follows the rigid motion (elastic = 'after'): it would change forces by {100 * change:.2g} %, move joints by "
        f"{max(opening, 0.0):.2g} m, and has {100 * share:.2g} % of the energy",
    )
    if change > FORCES or opening > OPENING * system.length or share > ENERGY:
        limits = f"{100 * FORCES:g} %, {100 * OPENING:g} % of the size, {100 * ENERGY:g} %"
        said = (*said, f"warning: that is too much to come after the motion ({limits}); take elastic = 'coupled'")
    names = ("q", "v", "a")
    states = {name: np.hstack([getattr(rigid, name), one]) for name, one in zip(names, elastic, strict=True)}
    return replace(rigid, system=system, x=x, energies=energies, **states), said
