"""Every answer of the machine code against SymPy's own derivatives, at random states; and the cache of the code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.kernels import lagrange_tasks as tasks
from jourdain.lagrange import code
from jourdain.lagrange.generate import generate
from machines import lagrangians

sympy = pytest.importorskip("sympy")


class Reference:
    """The same system by SymPy."""

    def __init__(self, model: jd.LagrangianModel) -> None:
        self.model, self.n = model, len(model.coordinates)
        names = list(model.coordinates)
        rows = len(model.position_rows) + len(model.velocity_rows)
        self.t = sympy.Symbol("t")
        self.q = sympy.symbols(names)
        self.v = sympy.symbols([f"{name}_rate" for name in names])
        self.a = sympy.symbols([f"{name}_a" for name in names])
        self.lam = [sympy.Symbol(f"lam{i}") for i in range(rows)]
        self.parameters = [sympy.Symbol(name) for name in model.parameters]
        self.X = [self.t, *self.q, *self.v, *self.a, *self.lam, *self.parameters]
        self.dX = [sympy.Symbol(f"d{one}") for one in self.X[: len(self.X) - len(self.parameters)]]
        self.names = {str(one): one for one in self.X}
        for name, text in model.definitions.items():
            self.names[name] = self.read(text)
        self.phi = sympy.Matrix([self.read(one) for one in model.position_rows.values()])
        self.w = sympy.Matrix([self.read(one) for one in model.velocity_rows.values()])
        self.Q = sympy.Matrix([self.read(model.generalized.get(name, "0")) for name in names])
        self.D = self.read(model.dissipation or "0")
        self.inertia()

    def read(self, text: str) -> Any:
        return sympy.sympify(text, locals=self.names)

    def total(self, expression: Any) -> Any:
        """Derivative along a motion, without what goes with the accelerations."""
        result = sympy.diff(expression, self.t)
        for q, v in zip(self.q, self.v, strict=True):
            result += sympy.diff(expression, q) * v
        return result

    def inertia(self) -> None:
        v, q = sympy.Matrix(self.v), self.q
        self.damping = sympy.Matrix([sympy.diff(self.D, one) for one in self.v])
        outer = self.Q - self.damping
        still = dict.fromkeys(self.v, 0)
        if self.model.lagrangian is not None:
            L = self.read(self.model.lagrangian)
            self.p = sympy.Matrix([sympy.diff(L, one) for one in self.v])
            self.M = self.p.jacobian(self.v)
            self.F = sympy.Matrix([sympy.diff(L, one) for one in q]) + outer
            self.h = self.F - self.total(self.p)
            rest = L.subs(still)
            powers = (self.Q.T * v)[0] - sympy.diff(L, self.t)
            self.energies = [(v.T * self.p)[0] - L + rest, -rest, -(v.T * self.damping)[0], powers]
        else:
            self.M = sympy.Matrix([[self.read(one) for one in row] for row in self.model.mass])
            given = sympy.Matrix([self.read(one) for one in self.model.forcing])
            self.p, self.h = self.M * v, given + outer
            rate = self.total(self.M)
            self.F = self.h + rate * v
            powers = (v.T * (given + self.Q) + v.T * rate * v / 2)[0]
            self.energies = [(v.T * self.M * v)[0] / 2, 0, -(v.T * self.damping)[0], powers]

    def along(self, expressions: Any) -> list[Any]:
        moving = list(zip(self.X, self.dX, strict=False))
        return [sum(sympy.diff(one, x) * d for x, d in moving) for one in expressions]

    def answers(self) -> list[list[Any]]:
        still = dict.fromkeys(self.v, 0)
        jacobians = [part.jacobian(by) for part, by in ((self.phi, self.q), (self.w, self.v)) if len(part)]
        G = sympy.Matrix.vstack(*jacobians) if jacobians else sympy.zeros(0, self.n)
        rates = [*(self.total(one) for one in self.phi), *self.w]
        biases = [-self.total(one) for one in rates]
        reaction = G.T * sympy.Matrix(self.lam) if self.lam else sympy.zeros(self.n, 1)
        residual = self.M * sympy.Matrix(self.a) - self.h - reaction
        return [
            [*self.phi, *G],
            [*self.M],
            [*self.h],
            [one.subs(still) for one in rates],
            biases,
            [*self.energies, *self.p],
            self.along(residual),
            [*self.p, *self.F],
            self.along([*self.p, *(self.F + reaction), *rates]),
        ]


@pytest.mark.parametrize("name", lagrangians.PARTS)
def test_all_tasks_against_sympy(name: str) -> None:
    model = lagrangians.model(name)
    generated, reference = generate(model), Reference(lagrangians.model(name))
    nx, moving = generated.nx, len(reference.dX)
    assert (
        nx == len(reference.X) and generated.mp == len(model.position_rows) and generated.ma == len(model.velocity_rows)
    )
    expected = [sympy.lambdify([*reference.X, *reference.dX], one, "math") for one in reference.answers()]
    random = np.random.default_rng(1)
    largest = 0
    for _ in range(3):
        memory = generated.work()
        memory[: nx - len(model.parameters)] = random.uniform(-0.9, 0.9, moving)
        memory[nx : nx + moving] = random.uniform(-1.0, 1.0, moving)
        before = memory[: 2 * nx].copy()
        for task in range(tasks.N_TASKS):
            memory[2 * nx :] = np.nan
            answer = generated.ask(task, memory)
            truth = np.array(expected[task](*memory[:nx], *memory[nx : nx + moving]), float)
            largest = max(largest, len(truth))
            size = 1.0 + np.abs(truth).max(initial=0.0)
            np.testing.assert_allclose(answer[: len(truth)], truth, rtol=1e-12, atol=1e-12 * size)
            assert np.isnan(answer[len(truth) :]).all()
        assert np.array_equal(memory[: 2 * nx], before)
    assert generated.ny == largest
    assert generated.mass_of_v == (name == "relativistic")
    assert generated.works == (name not in ("snakeboard", "relativistic"))


def test_unknown_task_and_parameters() -> None:
    model = lagrangians.model("spherical")
    generated = generate(model)
    with pytest.raises(ValueError, match="task 9"):
        generated.ask(tasks.N_TASKS, generated.work())
    assert generated.parameters.tolist() == list(model.parameters.values())
    model.parameters["m"] = 2.5  # the same code, another value
    again = generate(model)
    assert again.address == generated.address
    assert again.ask(tasks.MASS, again.work())[:9].tolist() == [2.5, 0, 0, 0, 2.5, 0, 0, 0, 2.5]


_LOAD = """
import time
from machines import lagrangians
from jourdain.lagrange import code, generate
model = lagrangians.model("rheonomic")
if {refuse}:
    def refuse(*_): raise AssertionError("compiled")
    code.compile_object = refuse
start = time.perf_counter()
made = generate.generate(model)
print(time.perf_counter() - start)
memory = made.work()
memory[:9] = 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9
print(made.ask(0, memory)[:5].tolist())
"""


def _process(cache: Path, refuse: bool) -> list[str]:
    paths = [str(Path(__file__).parents[1]), str(Path(jd.__file__).parents[1]), *sys.path]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "JOURDAIN_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", _LOAD.format(refuse=refuse)], check=True, capture_output=True, text=True, env=environment
    )
    return done.stdout.splitlines()


def test_another_process_loads_what_was_compiled(tmp_path: Path) -> None:
    _, first = _process(tmp_path, refuse=False)
    seconds, second = _process(tmp_path, refuse=True)
    assert first == second
    assert float(seconds) < 0.1
    (kept,) = (tmp_path / "lagrangian").glob("*")
    content = bytearray(kept.read_bytes())
    content[len(content) // 2] ^= 1
    kept.write_bytes(content)  # damaged: compiled anew, and kept
    assert _process(tmp_path, refuse=False)[1] == first
    assert _process(tmp_path, refuse=True)[1] == first


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    assert len(_process(file, refuse=False)) == 2
    assert file.read_text() == "no folder"


def test_damaged_or_missing_object_code_is_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURDAIN_CACHE", str(tmp_path))
    assert code.kept("none") is None
    code.keep("some", b"code")
    assert code.kept("some") == b"code"
    (tmp_path / "lagrangian" / "some.o").write_bytes(b"other")
    assert code.kept("some") is None
