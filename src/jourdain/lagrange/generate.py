"""A model's texts -> the address of its machine code. What was derived and compiled once is found again, also on disk."""

from __future__ import annotations

import ctypes
import functools
import hashlib
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jourdain import functions
from jourdain.lagrange import code
from jourdain.lagrange.derivation import Derivation, Texts
from jourdain.lagrange.model import LagrangianModel
from jourdain.lagrange.tasks import MASS


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
    keep: Any

    @functools.cached_property
    def mass_of_v(self) -> bool:
        """True if the mass matrix depends on the velocities: seen by asking at several."""
        memory, rng = self.work(), np.random.default_rng(5)
        ask = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_double, ctypes.c_double, ctypes.c_int64)(
            self.address
        )
        found = []
        memory[1 : 1 + self.n] = 0.1 * rng.normal(size=self.n)
        for _ in range(3):
            memory[1 + self.n : 1 + 2 * self.n] = 0.1 * rng.normal(size=self.n)
            ask(MASS, 0.0, 0.0, memory.ctypes.data)
            found.append(memory[2 * self.nx : 2 * self.nx + self.n**2].copy())
        return not all(np.array_equal(found[0], one, equal_nan=True) for one in found)

    def work(self) -> np.ndarray:
        """Memory for calls, (2 nx + ny,): zero but for the parameters."""
        memory = np.zeros(2 * self.nx + self.ny)
        memory[self.nx - len(self.parameters) : self.nx] = self.parameters
        return memory


_loaded: dict[str, tuple[int, Any]] = {}  # by name, for this process


def generate(model: LagrangianModel) -> Generated:
    """The machine code of a model."""
    texts = model.texts()
    n, mp, ma = len(texts.coordinates), len(texts.position_rows), len(texts.velocity_rows)
    m = mp + ma
    name = _name(texts)
    if name not in _loaded:
        _loaded[name] = code.load(_object(name, texts, model.where))
    address, keep = _loaded[name]
    ny = max(mp + m * n, n * n, m, 4 + n, 2 * n + m)
    values = np.array([float(model.parameters[one]) for one in texts.parameters])
    return Generated(address, n, mp, ma, 1 + 3 * n + m + len(values), ny, values, keep)


def _object(name: str, texts: Texts, where: str) -> bytes:
    found = code.kept(name)
    if found is None:
        derivation = Derivation(texts, where)
        derivation.check_linear()
        answers = derivation.answers()
        found = code.compile_object(code.source(derivation.graph, answers, 2 * derivation.nx))
        code.keep(name, found)
    return found


def _name(texts: Texts) -> str:
    """Of all that the code depends on: the texts, how they are derived, and the processor."""
    parts = [
        [list(one.items()) if isinstance(one, dict) else one for one in astuple(texts)],
        _sources(),
        code.machine(),
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


@functools.cache
def _sources() -> str:
    """A hash of what derives and writes code."""
    folders = [Path(str(functions.__file__)).parent, Path(__file__).parent]
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
