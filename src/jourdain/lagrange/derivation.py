"""From the texts of a Lagrangian to the graphs of all that machine code is asked (tasks.py), by exact derivatives.

With p = L_v, F = L_q + Q - D_v and the rows w = (dPhi/dt, A v + b) the equations of motion are dp/dt = F + G^T lam. For a
mass matrix and forces instead of L: p = M v, F = h + (dM/dt) v + Q - D_v.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import NoReturn

import numpy as np

from jourdain.errors import ModelError
from jourdain.functions import jets
from jourdain.functions.derive import along, evaluate, gradient, needed, substitute
from jourdain.functions.graph import Graph
from jourdain.functions.text import read_into

RATE = "_rate"


@dataclass(frozen=True)
class Texts:
    """All that the equations depend on, as texts in t, the coordinates, their rates `<name>_rate`, parameters and definitions.

    definitions: name -> text, each may read those before it. Either lagrangian, or mass (n x n) and forcing (n).
    """

    coordinates: tuple[str, ...]
    parameters: tuple[str, ...] = ()
    lagrangian: str | None = None
    mass: tuple[tuple[str, ...], ...] | None = None
    forcing: tuple[str, ...] | None = None
    generalized: Mapping[str, str] = field(default_factory=dict)
    dissipation: str | None = None
    position_rows: Mapping[str, str] = field(default_factory=dict)
    velocity_rows: Mapping[str, str] = field(default_factory=dict)
    definitions: Mapping[str, str] = field(default_factory=dict)


class Derivation:
    """The graph of one system: inputs, what was written, and the nodes of each task."""

    def __init__(self, texts: Texts, where: str) -> None:
        self.texts, self.where = texts, where
        self.n, self.mp, self.ma = len(texts.coordinates), len(texts.position_rows), len(texts.velocity_rows)
        self.graph = Graph(self._refuse)
        n, m = self.n, self.mp + self.ma
        self.nx = 1 + 3 * n + m + len(texts.parameters)
        inputs = [self.graph.input(i) for i in range(self.nx)]
        self.t = inputs[0]
        self.q, self.v, self.a = (inputs[1 + k * n : 1 + (k + 1) * n] for k in range(3))
        self.lam, self.parameters = inputs[1 + 3 * n : 1 + 3 * n + m], inputs[1 + 3 * n + m :]
        self.names = {"t": self.t, **dict(zip(texts.parameters, self.parameters, strict=True))}
        self.names |= dict(zip(texts.coordinates, self.q, strict=True))
        self.names |= {f"{name}{RATE}": node for name, node in zip(texts.coordinates, self.v, strict=True)}
        for name, text in texts.definitions.items():
            self.names[name] = self.read(text, f"definition {name!r}")
        self._read_parts()

    def _refuse(self, what: str) -> NoReturn:
        raise ModelError(f"{self.where}: {what}")

    def read(self, text: str, part: str) -> int:
        """The node of a text; part: what it is, for messages."""
        return read_into(self.graph, text, names=self.names, where=f"{self.where}: {part}")

    def read_speeds(self, speeds: Mapping[str, str]) -> list[int]:
        """The nodes of the texts that are reported."""
        return [self.read(text, f"speed {name!r}") for name, text in speeds.items()]

    def _read_parts(self) -> None:
        texts = self.texts
        self.L = None if texts.lagrangian is None else self.read(texts.lagrangian, "lagrangian")
        zero = "0"
        self.Q = [self.read(texts.generalized.get(name, zero), f"force on {name!r}") for name in texts.coordinates]
        self.D = self.read(texts.dissipation or zero, "dissipation")
        self.phi = [self.read(text, f"row {name!r}") for name, text in texts.position_rows.items()]
        self.w = [self.read(text, f"row {name!r}") for name, text in texts.velocity_rows.items()]
        self.M: list[list[int]] = []
        self.h: list[int] = []
        if self.L is None:
            assert texts.mass is not None and texts.forcing is not None
            self.M = [
                [self.read(one, f"mass[{i}][{j}]") for j, one in enumerate(row)] for i, row in enumerate(texts.mass)
            ]
            self.h = [self.read(one, f"forcing[{i}]") for i, one in enumerate(texts.forcing)]
        for name, row in zip(texts.position_rows, self.phi, strict=True):
            self._without(row, self.v, f"row {name!r}", "the rates; write it as a row at velocity level")
        for i, entry in enumerate(chain(*self.M)):
            part = f"mass[{i // self.n}][{i % self.n}]"
            self._without(entry, self.v, part, "the rates; those belong into forcing")
        self.graph.refuse = self._refuse

    def check_linear(self) -> None:
        """Refuse rows at velocity level that are not linear in the rates: by structure, else at random points."""
        random = np.random.default_rng(2)
        for name, row in zip(self.texts.velocity_rows, self.w, strict=True):
            slopes = gradient(self.graph, row, self.v)
            if set(needed(self.graph, slopes)).isdisjoint(self.v):
                continue
            for _ in range(10):
                point = random.uniform(0.5, 1.5, self.nx)
                here = evaluate(self.graph, slopes, point.tolist())
                point[1 + self.n : 1 + 2 * self.n] = random.uniform(-1.5, 1.5, self.n)  # other rates, all else the same
                there = evaluate(self.graph, slopes, point.tolist())
                if not np.allclose(here, there, rtol=1e-9, atol=1e-9, equal_nan=True):
                    raise ModelError(
                        f"{self.where}: row {name!r} is not linear in the rates; a row at velocity level has the form "
                        "A(q, t) v + b(q, t)."
                    )

    def _without(self, root: int, nodes: Sequence[int], part: str, what: str) -> None:
        if set(needed(self.graph, [root])) & set(nodes):
            raise ModelError(f"{self.where}: {part} depends on {what}.")

    # -- small helpers -------------------------------------------------------------------------------------------------

    def sum(self, nodes: Sequence[int]) -> int:
        """Sum without the zeros."""
        parts = [node for node in nodes if self.graph.value(node) != 0.0]
        return self.graph.fold_many(jets.ADD, parts) if parts else self.graph.constant(0.0)

    def product(self, x: int, y: int) -> int:
        if 0.0 in (self.graph.value(x), self.graph.value(y)):
            return self.graph.constant(0.0)
        return self.graph.apply(jets.MUL, x, y)

    def dot(self, x: Sequence[int], y: Sequence[int]) -> int:
        return self.sum([self.product(a, b) for a, b in zip(x, y, strict=True)])

    def minus(self, x: int, y: int) -> int:
        return x if self.graph.value(y) == 0.0 else self.graph.apply(jets.SUB, x, y)

    def negative(self, x: int) -> int:
        return self.graph.apply(jets.NEG, x)

    @cached_property
    def flow(self) -> dict[int, int]:
        """How t and q move along a motion."""
        return {self.t: self.graph.constant(1.0), **dict(zip(self.q, self.v, strict=True))}

    @cached_property
    def still(self) -> dict[int, int]:
        """No rates."""
        return dict.fromkeys(self.v, self.graph.constant(0.0))

    @cached_property
    def direction(self) -> dict[int, int]:
        """t, q, v, a and lam move along dX."""
        moving = [self.t, *self.q, *self.v, *self.a, *self.lam]
        return {node: self.graph.input(self.nx + i) for i, node in enumerate(moving)}

    # -- mechanics -----------------------------------------------------------------------------------------------------

    @cached_property
    def p(self) -> list[int]:
        if self.L is not None:
            return gradient(self.graph, self.L, self.v)
        return [self.dot(row, self.v) for row in self.M]

    @cached_property
    def damping(self) -> list[int]:
        return gradient(self.graph, self.D, self.v)

    @cached_property
    def outer(self) -> list[int]:
        """Q - D_v."""
        return [self.minus(q, d) for q, d in zip(self.Q, self.damping, strict=True)]

    @cached_property
    def F(self) -> list[int]:
        inner = gradient(self.graph, self.L, self.q) if self.L is not None else self._sums(self.h, self.convection)
        return self._sums(inner, self.outer)

    @cached_property
    def convection(self) -> list[int]:
        """L_vq v + L_vt."""
        return along(self.graph, self.p, self.flow)

    @cached_property
    def forces(self) -> list[int]:
        """h of M a = h + G^T lam."""
        if self.L is None:
            return self._sums(self.h, self.outer)
        return [self.minus(f, c) for f, c in zip(self.F, self.convection, strict=True)]

    def _sums(self, x: Sequence[int], y: Sequence[int]) -> list[int]:
        return [self.sum(pair) for pair in zip(x, y, strict=True)]

    @cached_property
    def mass(self) -> list[list[int]]:
        """L_vv; one triangle is derived, the other one is the same."""
        if self.L is None:
            return self.M
        one = self.graph.constant(1.0)
        columns = [along(self.graph, self.p[j:], {self.v[j]: one}) for j in range(self.n)]
        return [[columns[min(i, j)][abs(i - j)] for j in range(self.n)] for i in range(self.n)]

    @cached_property
    def phi_rates(self) -> list[int]:
        """Phi_q v + Phi_t."""
        return along(self.graph, self.phi, self.flow)

    @cached_property
    def jacobian(self) -> list[list[int]]:
        """G, one row per constraint."""
        rows = [gradient(self.graph, row, self.q) for row in self.phi]
        return rows + [substitute(self.graph, gradient(self.graph, row, self.v), self.still) for row in self.w]

    @cached_property
    def reaction(self) -> list[int]:
        """G^T lam, in reverse mode: it costs what the rows cost."""
        position = gradient(self.graph, self.dot(self.lam[: self.mp], self.phi), self.q)
        velocity = gradient(self.graph, self.dot(self.lam[self.mp :], self.w), self.v)
        return self._sums(position, velocity)

    # -- tasks, in their order -----------------------------------------------------------------------------------------

    def answers(self) -> list[list[int]]:
        """The nodes of each task."""
        return [
            [*self.phi, *chain(*self.jacobian)],
            [*chain(*self.mass)],
            self.forces,
            self.rates(),
            self.biases(),
            self.energy(),
            along(self.graph, self.residual(), self.direction),
            [*self.p, *self.F],
            along(self.graph, [*self.p, *self._sums(self.F, self.reaction), *self.phi_rates, *self.w], self.direction),
        ]

    def rates(self) -> list[int]:
        position = along(self.graph, self.phi, {self.t: self.graph.constant(1.0)})
        return [*position, *substitute(self.graph, self.w, self.still)]

    def biases(self) -> list[int]:
        return [self.negative(one) for one in along(self.graph, [*self.phi_rates, *self.w], self.flow)]

    def residual(self) -> list[int]:
        """M a - h - G^T lam; M a by one derivative along a."""
        accelerated = dict(zip(self.v, self.a, strict=True))
        if self.L is None:
            change, force = along(self.graph, self.p, accelerated), self.forces
        else:
            change, force = along(self.graph, self.p, {**self.flow, **accelerated}), self.F
        return [self.minus(x, y) for x, y in zip(change, self._sums(force, self.reaction), strict=True)]

    def energy(self) -> list[int]:
        graph, half = self.graph, self.graph.constant(0.5)
        dampers = self.negative(self.dot(self.v, self.damping))
        if self.L is None:
            kinetic, potential = self.product(half, self.dot(self.v, self.p)), graph.constant(0.0)
            inner = self.product(half, self.dot(self.v, self.convection))
            applied = self.sum([self.dot(self.v, self._sums(self.h, self.Q)), inner])
        else:
            potential = self.negative(self.at_rest(self.L))
            kinetic = self.minus(self.minus(self.dot(self.v, self.p), self.L), potential)
            explicit = along(graph, [self.L], {self.t: graph.constant(1.0)})[0]
            applied = self.minus(self.dot(self.v, self.Q), explicit)
        return [kinetic, potential, dampers, applied, *self.p]

    def at_rest(self, root: int) -> int:
        """A node with all rates zero; zero where it has no value there (then all energy counts as kinetic)."""
        try:
            return substitute(self.graph, [root], self.still)[0]
        except ModelError:
            return self.graph.constant(0.0)
