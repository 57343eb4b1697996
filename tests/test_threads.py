"""Several threads, copies of memory, and what is replaced inside Numba."""

from __future__ import annotations

import copy
import math
import os
import pickle
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, ClassVar

import llvmlite.binding as llvm
import numba
import numpy as np
import pytest

import jourdain as jd
from jourdain import jit
from jourdain.functions import pending_exception
from jourdain.kernels.context import SCHEMAS, Context
from jourdain.system.system import evaluate

SOURCE = str(Path(jd.__file__).parents[1])


def pendulum(length: float = 1.0, law: Any = None) -> jd.Model:
    model = jd.Model("pendulum", planar=True, gravity=(0, -9.81))
    bob = model.body("bob", mass=1.0, inertia=0.1, at=(length, 0.0))
    hinge = model.joint("hinge", "revolute", model.ground, bob, at=(0.0, 0.0))
    if law is not None:
        model.force("law", hinge.angle, law=law)
    return model


# --------------------------------------------------------------------------- compiling in two threads


def test_threads_that_compile_at_once_leave_numba_as_it_was() -> None:
    """A kernel compiled while another thread is inside an inner function: plain @njit functions work afterwards."""
    lines = "".join(f"    y += math.sin(x*{k}) if y < {k} else x\n" for k in range(60))
    space: dict[str, Any] = {"math": math}
    exec(f"def big(x):\n    y = 0.0\n{lines}    return y\n", space)
    big = jit.inner(space["big"])
    first = jit._at_depth(numba.njit(lambda x: big(x) + 1.0), lambda depth: 0)
    second = jit._at_depth(numba.njit(lambda x: x * 2.0), lambda depth: 0)
    inside, results = threading.Event(), {}
    compile_big = big.compile

    def noticed(signature: Any) -> Any:
        inside.set()
        return compile_big(signature)

    big.compile = noticed
    one = threading.Thread(target=lambda: results.update(first=first(1.0)))
    one.start()
    assert inside.wait(60.0)
    other = threading.Thread(target=lambda: results.update(second=second(1.0)))
    other.start()
    one.join()
    other.join()
    assert jit._depth.value == 0
    assert results["second"] == 2.0 and math.isfinite(results["first"])
    assert numba.njit(lambda x: x + np.sin(x))(2.0) == pytest.approx(2.0 + math.sin(2.0))


def test_two_threads_with_a_cold_cache(tmp_path: Path) -> None:
    """Each compiles and runs its own model 20 times: right, and no crash."""
    code = """
import threading
import numpy as np
import jourdain as jd

def work(length, found):
    for _ in range(20):
        model = jd.Model("pendulum", planar=True, gravity=(0, -9.81))
        bob = model.body("bob", mass=1.0, inertia=0.1, at=(length, 0.0))
        model.joint("hinge", "revolute", model.ground, bob, at=(0.0, 0.0))
        found.append(jd.simulate(model, 0.2, integrator=jd.RK4(step=1e-3), trust="fast", output=2)["bob"].position[-1].values)

found = {length: [] for length in (1.0, 2.0)}
threads = [threading.Thread(target=work, args=item) for item in found.items()]
[t.start() for t in threads]
[t.join() for t in threads]
for length, ends in found.items():
    assert len(ends) == 20
    x, y = ends[0]
    assert abs(np.hypot(x, y) - length) < 1e-9
    assert all(np.array_equal(end, ends[0]) for end in ends)
    angle, rate, h, pull = 0.0, 0.0, 1e-4, 9.81 * length / (length**2 + 0.1)
    for _ in range(2000):  # (m l^2 + J) theta'' = -m g l cos(theta), leapfrog
        rate -= 0.5 * h * pull * np.cos(angle)
        angle += h * rate
        rate -= 0.5 * h * pull * np.cos(angle)
    assert abs(length * np.sin(angle) - y) < 1e-6, (y, length * np.sin(angle))
import numba
assert numba.njit(lambda x: x + 1.0)(1.0) == 2.0
print("right")
"""
    environment = os.environ | {"JOURDAIN_CACHE": str(tmp_path), "PYTHONPATH": SOURCE}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.returncode == 0 and done.stdout.strip() == "right", done.stderr[-2000:]


def test_exceptions_stay_in_their_thread() -> None:
    """Two runs whose Python laws fail, at once: each gets its own error, and none is left behind."""
    messages = {}

    def work(name: str) -> None:
        def law(t: float, x: float, v: float) -> float:
            if t > 0.01:
                raise ValueError(name)
            return 0.0

        try:
            jd.simulate(pendulum(law=law), 0.2, integrator=jd.RK4(step=1e-3), trust="fast", output=2)
        except jd.ConvergenceError as problem:
            messages[name] = str(problem)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("one", "two", "three")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert messages.keys() == {"one", "two", "three"}
    for name, message in messages.items():
        assert name in message and not any(other in message for other in messages.keys() - {name})
    assert pending_exception() is None


# --------------------------------------------------------------------------- copies of memory


@pytest.mark.parametrize(
    "make", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))], ids=["copy", "deepcopy", "pickle"]
)
def test_a_copy_of_a_context_has_memory_of_its_own(make: Any) -> None:
    system = jd.compile(pendulum())
    original = system.context()
    evaluate(system.kind, original, 0.0, system.q0, system.v0)
    other = make(original)
    before = original.force.copy()
    assert other.address != original.address and np.array_equal(other.force, before) and before.any()
    evaluate(system.kind, other, 0.0, system.q0 + 1.0, system.v0 + 1.0)
    assert np.array_equal(original.force, before)
    for name in SCHEMAS["system"]:
        if original.array(name).size:
            assert not np.shares_memory(original.array(name), other.array(name)), name


def test_views_stay_views_in_a_copy() -> None:
    """q, v, w are parts of y, words those of the clock, and x of the inputs of user functions: in a copy, too."""
    system = jd.compile(pendulum())
    mo = jd.RK4(step=1e-3).memory(system, np.linspace(0.0, 1.0, 3), False, 1.0)
    mo.clock.t = 3.5
    other = copy.deepcopy(mo)
    other.y[:] = np.arange(len(other.y))
    assert np.array_equal(other.v, other.y[system.kind.q : system.kind.q + system.kind.v])
    assert other.clock.t == 3.5 and mo.y.sum() == 0.0
    other.clock_words[:] = 0
    assert other.clock.t == 0.0 and mo.clock.t == 3.5
    assert other.parts["treatment"].address != mo.parts["treatment"].address


def test_arrays_of_four_dimensions_are_refused() -> None:
    SCHEMAS["too deep"] = {"a": (np.dtype(float), 4)}
    try:
        with pytest.raises(TypeError, match="at most 3"):
            Context("too deep", {"a": np.zeros((1, 1, 1, 1))})
    finally:
        del SCHEMAS["too deep"]


# --------------------------------------------------------------------------- what is replaced inside Numba


def test_inner_functions_are_optimised_once_where_they_end_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deferral is on with this Numba, and works: of three functions, one is optimised."""
    from numba.core.codegen import CPUCodeLibrary

    assert jit.DEFERRING
    numba.njit(lambda x: x)(1.0)  # Numba's own first library is not counted
    count, optimise = [0], CPUCodeLibrary._optimize_final_module

    def counting(self: Any) -> Any:
        count[0] += 1
        return optimise(self)

    monkeypatch.setattr(CPUCodeLibrary, "_optimize_final_module", counting)
    lowest = jit.inner(lambda x: x * 3.0)
    middle = jit.inner(lambda x: lowest(x) + 1.0)
    top = jit._at_depth(
        numba.njit(lambda x: middle(x) - 2.0, no_cpython_wrapper=False, no_cfunc_wrapper=True), lambda depth: 0
    )
    assert top(2.0) == 5.0
    assert count[0] == 1


@pytest.mark.parametrize(
    "missing", ["finalize", "_optimize_final_module", "_finalize_final_module", "set_env", "_engine"]
)
def test_a_renamed_part_of_numba_changes_nothing(missing: str) -> None:
    """Where Numba looks different nothing is replaced: compilation is slower, and nothing fails."""

    def method(self: Any) -> Any:
        return self._codegen, self._finalized

    def set_env(self: Any) -> Any:
        return self._engine

    names = ("finalize", "_optimize_final_module", "_finalize_final_module", "_get_module_for_linking")
    library = type("Library", (), {name: method for name in names if name != missing})
    engine = method if missing == "_engine" else set_env
    codegen = type("Codegen", (), {} if missing == "set_env" else {"set_env": engine})
    before = dict(vars(library)), dict(vars(codegen))
    assert not jit.defer_optimisation(library, codegen)
    assert (dict(vars(library)), dict(vars(codegen))) == before
    whole = type("Library", (), dict.fromkeys(names, method))
    assert jit.defer_optimisation(whole, type("Codegen", (), {"set_env": set_env}))


_CALLED_BY_ADDRESS = """
import ctypes
from jourdain import jit

@jit.inner
def lowest(x):
    if x < 0.0:
        raise ValueError("below zero")
    return 3.0 * x

def third(x):
    return lowest(x) + 1.0

function = jit.by_address(third, "float64(float64)")
print(function._cache_hits, ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(function.address)(2.0))
"""


def test_what_is_called_by_address_is_cached_without_llvm_code(tmp_path: Path) -> None:
    """The second process loads it, names only, and computes the same."""
    script = tmp_path / "called.py"
    script.write_text(_CALLED_BY_ADDRESS)
    environment = os.environ | {"JOURDAIN_CACHE": str(tmp_path / "cache"), "PYTHONPATH": SOURCE}
    said = [
        subprocess.run([sys.executable, script], check=True, capture_output=True, text=True, env=environment).stdout
        for _ in range(2)
    ]
    assert said == ["0 7.0\n", "1 7.0\n"]
    (stored,) = (tmp_path / "cache").rglob("*.nbc")
    _, _, (_, names) = pickle.loads(stored.read_bytes())[0]
    kept = [f for f in llvm.parse_bitcode(names).functions if not f.is_declaration]
    assert kept and all(len(list(f.blocks)) == 1 and len(list(next(f.blocks).instructions)) == 1 for f in kept)


def test_processes_wait_for_a_function_that_another_one_compiles(tmp_path: Path) -> None:
    """Started together with an empty cache: one compiles, the others load, by address and from Python."""
    script = tmp_path / "called.py"
    script.write_text(
        _CALLED_BY_ADDRESS + "from jourdain.jit import kernel\nk = kernel(third)\nk(1.0)\n"
        "print(sum(k.stats.cache_hits.values()))\n"
    )
    environment = os.environ | {"JOURDAIN_CACHE": str(tmp_path / "cache"), "PYTHONPATH": SOURCE}
    started = [
        subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment) for _ in range(3)
    ]
    said = sorted(process.communicate()[0].split() for process in started)
    assert sorted(words[0] for words in said) == sorted(words[2] for words in said) == ["0", "1", "1"]
    assert all(words[1] == "7.0" for words in said)


def test_what_is_kept_at_the_same_time_is_kept_under_two_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All kinds of an entry point share an index: who adds to it does not see what another one is about to add."""
    from numba.core.caching import IndexDataCacheFile

    monkeypatch.setenv("JOURDAIN_CACHE", str(tmp_path))
    (tmp_path / "servers").mkdir()
    read = IndexDataCacheFile._load_index

    def slowly(self: Any) -> Any:
        found = read(self)
        time.sleep(0.05)
        return found

    monkeypatch.setattr(IndexDataCacheFile, "_load_index", slowly)
    indices = [IndexDataCacheFile(str(tmp_path / "servers"), "server", 0.0) for _ in range(3)]
    threads = [threading.Thread(target=one.save, args=(f"kind {i}", f"code {i}")) for i, one in enumerate(indices)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [indices[0].load(f"kind {i}") for i in range(3)] == [f"code {i}" for i in range(3)]


_HOLDS_A_NUMBER = """
import ctypes, math, sys
from jourdain import jit

def long(what):
    # too long to be built into what calls it
    rows = [f"y = y * math.cos(x) + {what} * math.cos({i} * x) / math.cosh(x)" for i in range(60)]
    space = {"math": math}
    exec("def answer(x):\\n    y = 0.0\\n    " + "\\n    ".join(rows) + "\\n    return y", space)
    return jit.inner(space["answer"])

one, five = long(1), long(5)

def maker(what):
    def function(x):
        if what == 1:
            return one(x) + one(x)
        return five(x) + five(x)

    return jit.by_address(function, "float64(float64)")

made = [maker(int(word)) for word in sys.argv[1:]]
print(*(ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(found.address)(0.0) for found in made))
"""


def test_functions_that_differ_in_what_they_hold_may_come_from_several_processes(tmp_path: Path) -> None:
    """Each compiled first in a process of its own, then loaded by a third one: neither is taken for the other."""
    script = tmp_path / "holds.py"
    script.write_text(_HOLDS_A_NUMBER)
    environment = os.environ | {"JOURDAIN_CACHE": str(tmp_path / "cache"), "PYTHONPATH": SOURCE}

    def said(*words: str) -> str:
        command = [sys.executable, script, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout

    assert [said("1"), said("5"), said("1", "5")] == ["120.0\n", "600.0\n", "120.0 600.0\n"]


def test_numba_that_counts_otherwise_is_left_as_it_is() -> None:
    assert not jit.number_functions_apart(type("Identity", (), {"_unique_ids": [1]}))


def test_a_code_library_of_another_kind_is_left_as_it_is() -> None:
    library = type("Library", (), {"serialize_using_object_code": lambda self: self})
    before = dict(vars(library))
    assert not jit.keep_names_only(library)
    assert dict(vars(library)) == before


def test_flags_of_another_kind_are_left_as_they_are() -> None:
    """With other tables, or other values, nothing is replaced; Numba's own flags compare as before."""
    from numba.core.compiler import Flags

    class Other:
        options: ClassVar[dict[str, Any]] = {}

        def values(self) -> dict[str, Any]:
            return {"nrt": True}

    before = Other.values
    assert not jit.read_flags_at_once(Other) and Other.values is before
    one, other = Flags(), Flags()
    one.fastmath = {"contract"}
    assert list(one.values()) == list(Flags.options) and one != other and one == one.copy()
