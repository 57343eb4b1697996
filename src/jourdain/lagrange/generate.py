"""A model's texts -> the address of its machine code. What was derived and compiled once is found again, also on disk."""

from __future__ import annotations

import functools
import hashlib
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jourdain import functions
from jourdain.errors import ModelError
from jourdain.functions.derive import needed
from jourdain.kernels import lagrange_tasks as tasks
from jourdain.lagrange import code
from jourdain.lagrange.derivation import Derivation, Texts
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.parsing import number


@dataclass(frozen=True)
class Generated:
    """Machine code of a Lagrangian; layout and tasks: see tasks.py. `keep` must live as long as `address` is called."""

    address: int
    n: int
    mp: int
    ma: int
    nx: int
    ny: int
    parameters: np.ndarray  # values, in the order of X
    mass_of_v: bool  # the mass matrix may depend on the velocities
    works: bool  # dampers, forces, an explicit time or moving rows do work; else the energy is constant
    keep: Any

    def work(self, t: float = 0.0, q: Any = 0.0, v: Any = 0.0) -> np.ndarray:
        """Memory for calls, (2 nx + ny,): zero but for the parameters and a state."""
        memory, n = np.zeros(2 * self.nx + self.ny), self.n
        memory[self.nx - len(self.parameters) : self.nx] = self.parameters
        memory[0], memory[1 : 1 + n], memory[1 + n : 1 + 2 * n] = t, q, v
        return memory

    def ask(self, task: int, memory: np.ndarray) -> np.ndarray:
        """Y after one task, from Python; kernels call the address."""
        if code.CALL(self.address)(task, 0.0, 0.0, memory.ctypes.data):
            raise ValueError(f"task {task} is not known")
        return memory[2 * self.nx :]


def momenta(model: LagrangianModel, t: np.ndarray, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """dL/dv along a motion, (nt, n)."""
    code = generate(model)
    found = np.zeros_like(v)
    for i in range(len(t)):
        found[i] = code.ask(tasks.CANONICAL, code.work(t[i], q[i], v[i]))[: code.n]
    return found


def weakest(model: LagrangianModel) -> float:
    """Smallest inertia of a motion at the start against that of the coordinates it consists of: 0 without inertia."""
    code = generate(model)
    memory, n = code.work(0.0, model.start, model.start_rates), code.n
    M = code.ask(tasks.MASS, memory)[: n * n].reshape(n, n)
    size = np.sqrt(np.abs(np.diag(M)))
    return float(np.abs(np.linalg.eigvalsh(M / np.outer(size, size))).min()) if size.all() else 0.0


def row_rate_slopes(model: LagrangianModel, t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """d(rates of the model's own rows)/dq at fixed v, (mp + ma, n)."""
    code = generate(model)
    memory, n, m = code.work(t, q, v), code.n, code.mp + code.ma
    found = np.zeros((m, n))
    for j in range(n):
        memory[code.nx : 2 * code.nx] = 0.0
        memory[code.nx + 1 + j] = 1.0
        found[:, j] = code.ask(tasks.CANONICAL_ALONG, memory)[2 * n : 2 * n + m]
    return found


_loaded: dict[str, tuple[int, Any, int]] = {}  # address, what to keep, flags; by name, for this process
_MASS_OF_V, _WORKS = 1, 2  # flags


def generate(model: LagrangianModel) -> Generated:
    """The machine code of a model; refuses one without inertia at the start."""
    texts = model.texts()
    n, mp, ma = len(texts.coordinates), len(texts.position_rows), len(texts.velocity_rows)
    m = mp + ma
    name = name_of(texts)
    if name not in _loaded:
        found = _object(name, texts, model.where)
        _loaded[name] = (*code.load(found[1:]), found[0])
    address, keep, flags = _loaded[name]
    ny = max(mp + m * n, n * n, m, 4 + n, 2 * n + m)
    values = np.array([number(value, f"{model.where}: parameter {key!r}") for key, value in model.parameters.items()])
    nx, mass_of_v, works = 1 + 3 * n + m + len(values), bool(flags & _MASS_OF_V), bool(flags & _WORKS)
    generated = Generated(address, n, mp, ma, nx, ny, values, mass_of_v, works, keep)
    _check_inertia(model, generated)
    return generated


def _check_inertia(model: LagrangianModel, generated: Generated) -> None:
    """Refuse a mass matrix that is singular at the start, on the motions that the model's own rows leave."""
    n, m, names = generated.n, generated.mp + generated.ma, list(model.coordinates)
    memory = generated.work(0.0, model.start, model.start_rates)
    M = generated.ask(tasks.MASS, memory)[: n * n].reshape(n, n).copy()
    G = generated.ask(tasks.POSITIONS, memory)[generated.mp :][: m * n].reshape(m, n)
    for row, name in zip(M, names, strict=True):
        if not np.isfinite(row).all():
            raise ModelError(f"{model.where}: the inertia of coordinate {name!r} has no finite value at the start.")
    size = np.sqrt(np.where(np.diag(M) == 0.0, 1.0, np.abs(np.diag(M))))
    scaled = M / np.outer(size, size)
    i, j = np.unravel_index(np.argmax(np.abs(scaled - scaled.T)), (n, n))
    if abs(scaled[i, j] - scaled[j, i]) > 1e-9:
        raise ModelError(
            f"{model.where}: mass[{i}][{j}] is {M[i, j]:g}, but mass[{j}][{i}] is {M[j, i]:g} at the start."
        )
    if model.joints or not np.isfinite(G).all():
        return  # drives and rows of the model may hold what has no inertia: that is seen when it is assembled
    _, values, right = np.linalg.svd(np.vstack((G / size, np.zeros((n, n)))))
    free = right[values <= 1e-12 * max(values[0], 1e-300)].T
    bends, ways = np.linalg.eigh(free.T @ scaled @ free)
    weak = np.abs(free @ ways[:, np.abs(bends) < 1e-12]).max(axis=1, initial=0.0)
    if weak.any():
        without = ", ".join(repr(name) for name, part in zip(names, weak, strict=True) if part > 0.1 * weak.max())
        raise ModelError(
            f"{model.where}: the mass matrix (second derivatives by the rates) is singular at the start: no inertia along "
            f"{without}. Add its kinetic energy, or a row that holds it."
        )


def _object(name: str, texts: Texts, where: str) -> bytes:
    """One byte of flags, then object code."""
    found = code.kept(name)
    if found is None:
        derivation = Derivation(texts, where)
        derivation.check_linear()
        answers = derivation.answers()
        found = bytes([_flags(derivation, answers)]) + code.compile_object(
            code.source(derivation.graph, answers, 2 * derivation.nx)
        )
        code.keep(name, found)
    return found


def _flags(derivation: Derivation, answers: list[list[int]]) -> int:
    """What the structure of the answers tells."""
    graph = derivation.graph
    moving = not set(needed(graph, answers[tasks.MASS])).isdisjoint(derivation.v)
    powers = [*answers[tasks.ENERGY][2:4], *answers[tasks.RATES]]
    return moving * _MASS_OF_V + any(graph.value(one) != 0.0 for one in powers) * _WORKS


def name_of(texts: Texts, *more: Any) -> str:
    """Of all that the code depends on: the texts, how they are derived, the processor, and more."""
    written = [list(one.items()) if isinstance(one, dict) else one for one in astuple(texts)]
    return hashlib.sha256(repr([written, _sources(), code.machine(), *more]).encode()).hexdigest()[:32]


@functools.cache
def _sources() -> str:
    """A hash of what derives and writes code."""
    folders = [Path(str(functions.__file__)).parent, Path(__file__).parent]
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
