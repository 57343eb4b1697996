"""Generalised speeds (and other reported texts) of a LagrangianModel along a motion."""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.lagrange import code
from jourdain.lagrange.derivation import Derivation
from jourdain.lagrange.model import LagrangianModel


def speeds(model: LagrangianModel, t: Any, q: Any, v: Any) -> dict[str, np.ndarray]:
    """name -> values (nt,) of model.speeds for times t (nt,), coordinates q (nt, n) and rates v (nt, n)."""
    if not model.speeds:
        return {}
    derivation = Derivation(model.texts(), model.where)
    roots = derivation.read_speeds(model.speeds)
    address, keep = code.load(code.compile_object(code.source(derivation.graph, [roots], 2 * derivation.nx)))
    call = code.CALL(address)
    n, nx = derivation.n, derivation.nx
    memory = np.zeros(2 * nx + len(roots))
    memory[nx - len(model.parameters) : nx] = list(model.parameters.values())
    found = np.empty((len(t), len(roots)))
    for i in range(len(t)):
        memory[0], memory[1 : 1 + n], memory[1 + n : 1 + 2 * n] = t[i], q[i], v[i]
        call(0, 0.0, 0.0, memory.ctypes.data)
        found[i] = memory[2 * nx :]
    del keep  # the code had to live until here
    return {name: found[:, i].copy() for i, name in enumerate(model.speeds)}
