"""What the code promises about itself: pure compile, one signature per kernel and kind, one direction of imports."""

from __future__ import annotations

import ast
import dataclasses
import hashlib
import importlib.util
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from machines.small_models import MODELS, compiled

PACKAGE = Path(jd.__file__).parent
BOTH = pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])


def _digest(tables: dict[str, np.ndarray]) -> dict[str, Any]:
    return {name: (a.dtype.str, a.shape, hashlib.sha256(a.tobytes()).hexdigest()) for name, a in tables.items()}


def _snapshot(value: Any) -> Any:
    """A model as plain nested values, to be compared."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, dict):
        return [(key, _snapshot(item)) for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [_snapshot(item) for item in value]
    if dataclasses.is_dataclass(value):
        return [(f.name, _snapshot(getattr(value, f.name))) for f in dataclasses.fields(value)]
    if isinstance(value, (str, int, float, type(None))):
        return value
    if hasattr(value, "matrix"):  # a rotation
        return _snapshot(value.matrix)
    assert callable(value), value
    return id(value)


# --------------------------------------------------------------------------- compile is pure


@pytest.mark.parametrize("name", MODELS)
@BOTH
def test_compile_twice_gives_equal_tables(planar: bool, name: str) -> None:
    """The same model twice, and a second model built the same way: equal to the last byte."""
    model = MODELS[name](planar)
    first, again, other = (jd.compile(m) for m in (model, model, MODELS[name](planar)))
    assert len(first.tables) > 20
    assert _digest(first.tables) == _digest(again.tables) == _digest(other.tables)
    for part in ("q0", "v0", "w0", "ref0"):
        assert getattr(first, part).tobytes() == getattr(again, part).tobytes()


@pytest.mark.parametrize("name", MODELS)
@BOTH
def test_model_and_system_are_not_changed(planar: bool, name: str) -> None:
    """Neither compile nor a run changes the model; a run leaves the system as it was, and a second one is the same."""
    model = MODELS[name](planar)
    model.load("extra", "bob", force=(compiled, 0) if planar else (compiled, 0, 0))
    before = _snapshot(vars(model))
    system = jd.compile(model)
    assert _snapshot(vars(model)) == before
    tables, start = _digest(system.tables), _snapshot([system.q0, system.v0, system.w0, system.ref0])
    runs = [jd.simulate(system, 0.1, integrator=jd.GeneralizedAlpha(step=0.01), output=2) for _ in range(2)]
    assert _digest(system.tables) == tables
    assert _snapshot([system.q0, system.v0, system.w0, system.ref0]) == start
    for part in ("q", "v", "a", "lam", "w"):
        assert getattr(runs[0], part).tobytes() == getattr(runs[1], part).tobytes()
    jd.simulate(model, 0.1, integrator=jd.RK4(step=0.01), output=2)
    assert _snapshot(vars(model)) == before


def test_compile_does_not_depend_on_hashing() -> None:
    """Two interpreters with other orders of sets make the same tables."""
    code = (
        "import test_architecture as t\nimport jourdain as jd\n"
        "print([t._digest(jd.compile(make(p)).tables) for make in t.MODELS.values() for p in (True, False)])"
    )
    path = os.pathsep.join([str(Path(__file__).parent), str(PACKAGE.parent)])
    prints = set()
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path}
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
        prints.add(done.stdout)
    assert len(prints) == 1 and len(prints.pop()) > 1000


# --------------------------------------------------------------------------- one signature


def test_one_signature_per_kernel_and_kind() -> None:
    """Ten models, integers and floats mixed in all that users give: nothing is compiled a second time for a kind."""
    from jourdain.integrators.march import march
    from jourdain.kernels.states import work_on_states
    from jourdain.system.system import evaluate

    integrators = (
        jd.GeneralizedAlpha(step=0.01),
        jd.GeneralizedAlpha(tol=0.001, rho=0),
        jd.RK4(step=0.01),
        jd.DOP853(tol=1e-6),
    )
    outputs = ([0, 1], 2, np.array([0.0, 1.0], np.float32), np.int64(3))
    for planar in (True, False):
        for i, make in enumerate(MODELS.values()):
            model = make(planar)
            for k, integrator in enumerate(integrators):
                end: Any = (1, 1.0, np.float32(1), np.int32(1))[(i + k) % 4]
                jd.simulate(model, end, integrator=integrator, output=outputs[k])
            system = jd.compile(model)
            evaluate(
                system.kind,
                system.context(),
                0,
                [int(x) for x in system.q0],
                np.zeros(system.kind.v, np.float32),
                lam=[0] * system.n_rows,
                coefficients=(1, 0, 1, 0, 0),
            )
    assert len(march.signatures) == 1  # one loop: methods and systems are asked by address
    kinds = Counter(signature[0].instance_class.__name__ for signature in work_on_states.signatures)
    assert {"Planar", "Spatial"} <= kinds.keys() and set(kinds.values()) == {1}, work_on_states.signatures


# --------------------------------------------------------------------------- direction of imports

# rooms from the bottom up: a room may import from rooms below it, and from itself
LAYERS: list[set[str]] = [
    {"errors", "jit", "_version", "settings", "notebooks", "reading"},
    {"functions", "progress", "arguments"},
    {"kernels"},
    {"model"},
    {"lagrange"},
    {"system"},
    {"diagnosis", "integrators"},
    {"fe"},
    {"user_equations", "result"},
    {"io"},
    {"viewer"},
    {"run"},
    {"analyses", "examples"},
    {"papers"},
    {"commands"},
]
# methods of a Result that only hand over to what stands above it: result.save(..) reads better than save(result, ..)
HANDED_OVER = {
    ("result.result", "io.results.results"),
    ("result.result", "run.interpolate"),
    ("result.result", "viewer.animation"),
    ("result.result", "viewer.page"),
}
USER = {"model", "lagrange", "system"}


def _modules() -> dict[str, Path]:
    """Name inside the package -> file; the package itself only collects public names."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name and name != "__main__":
            found[name] = path
    return found


def _imports(name: str, path: Path, modules: dict[str, Path]) -> set[str]:
    """Modules of the package that this one imports, at any place but under TYPE_CHECKING."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    guarded = [n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.unparse(n.test)]
    typing_only = {child for node in guarded for child in ast.walk(node)}
    package = ["jourdain", *name.split(".")][: None if path.name == "__init__.py" else -1]
    found: set[str] = set()
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names = [f"{module}.{alias.name}" for alias in node.names]
            targets = [one if one.removeprefix("jourdain.") in modules else module for one in names]
        else:
            continue
        found |= {t.removeprefix("jourdain").removeprefix(".") for t in targets if t.split(".")[0] == "jourdain"}
    return found - {name}


def _layer(name: str) -> int:
    """The layer of a room."""
    for level, rooms in enumerate(LAYERS):
        if name.split(".")[0] in rooms:
            return level
    raise AssertionError(f"module {name!r} is in no room; put it into one, or add its folder to LAYERS")


def test_imports_go_down() -> None:
    """No room imports from one of its own or of a higher layer."""
    modules = _modules()
    assert len(modules) > 150
    wrong = []
    for name, path in modules.items():
        for target in _imports(name, path, modules):
            if not target:  # the package itself is everything: for the top only
                allowed = _layer(name) == len(LAYERS) - 1
            else:
                allowed = target.split(".")[0] == name.split(".")[0] or _layer(target) < _layer(name)
            if not allowed and (name, target) not in HANDED_OVER:
                wrong.append(f"{name} imports {target or 'jourdain'}")
    assert not wrong, wrong


def _reached(name: str, graph: dict[str, set[str]]) -> set[str]:
    """All modules that one imports, directly or not, and itself."""
    reached: set[str] = set()
    todo = {name}
    while todo:
        one = todo.pop()
        reached.add(one)
        todo |= graph.get(one, set()) - reached
    return reached


def test_cache_is_named_by_all_that_an_entry_point_is_made_from() -> None:
    """The folder of a compiled function changes with every file that it reaches through imports."""
    from jourdain.jit import sources_behind

    modules = _modules()
    graph = {name: _imports(name, path, modules) for name, path in modules.items()}
    kernels = [n for n, p in modules.items() if re.search(r"^@(inner|kernel|leaf)$", p.read_text(), re.MULTILINE)]
    assert len(kernels) > 30
    for name in kernels:
        files = {modules[one] for one in _reached(name, graph) if one}
        assert files <= set(sources_behind(modules[name])), name


def test_an_edit_reaches_its_own_entry_points_only(tmp_path: Path) -> None:
    """A method's folder does not depend on another method's file, and does on its own."""
    from jourdain.jit import sources_behind

    behind = {
        n: set(sources_behind(PACKAGE / "integrators" / n / "method.py")) for n in ("adams", "bdf", "runge_kutta")
    }
    for name, files in behind.items():
        for other in behind.keys() - {name}:
            assert PACKAGE / "integrators" / other / "method.py" not in files
        assert PACKAGE / "integrators" / name / "method.py" in files


def test_kernels_outside_the_package_change_with_it(tmp_path: Path) -> None:
    """Somebody's own kernel is compiled anew when a file of the package behind it changes: the cache outlives versions."""
    from jourdain.jit import cache_folder, sources_behind

    own = tmp_path / "own_method.py"
    own.write_text("from jourdain.jit import kernel\nfrom jourdain.kernels.bodies import spatial\n", encoding="utf-8")
    behind = set(sources_behind(own))
    assert own in behind
    assert set(sources_behind(PACKAGE / "kernels" / "bodies" / "spatial.py")) < behind
    other = tmp_path / "own_method_2.py"
    other.write_text("from jourdain.jit import kernel\n", encoding="utf-8")
    assert len(set(sources_behind(other))) < len(behind)
    assert cache_folder(own) != cache_folder(other)


def test_kernels_do_not_know_the_user_layer() -> None:
    """What stands behind compiled functions, through all its imports, is free of models, elements and parsing."""
    modules = _modules()
    graph = {name: _imports(name, path, modules) for name, path in modules.items()}
    kernels = {name for name, path in modules.items() if "@inner" in path.read_text() or "@kernel" in path.read_text()}
    assert {"kernels.dynamics", "kernels.tangent", "kernels.bodies.spatial", "integrators.alpha.method"} <= kernels
    for name in kernels - {"jit"}:
        rooms = {one.split(".")[0] for one in _reached(name, graph)}
        assert not rooms & USER, f"{name} reaches {rooms & USER}"


def test_another_process_compiles_nothing() -> None:
    """What has been compiled once is found in the cache: by explicit and implicit methods, in the plane and in space."""
    code = (
        "import jourdain as jd\n"
        "from jourdain.kernels.kinds import Planar, Spatial\n"
        "from jourdain.integrators.march import march\n"
        "from jourdain.kernels import servers\n"
        "for planar, n in ((True, 2), (False, 3)):\n"
        "    m = jd.Model('m', planar=planar)\n"
        "    b = m.body('b', mass=1.0, inertia=1.0 if planar else (1.0, 1.0, 1.0), at=(1.0, 0.0, 0.0)[:n])\n"
        "    m.joint('j', 'revolute', m.ground, b, at=(0.0, 0.0, 0.0)[:n])\n"
        "    for method in (jd.DOP853(tol=1e-6), jd.Block(step=0.01), jd.RK4(step=0.01, constraints='qr'),\n"
        "                   jd.GeneralizedAlpha(step=0.01)):\n"
        "        jd.simulate(m, 0.1, integrator=method, output=2, trust='fast')\n"
        "served = [servers.served(what, kind) for kind in (Planar, Spatial) for what in ('system', 'newton')]\n"
        "methods = [m.method(Planar(1, 1, 0, 0, 0)) for m in (jd.Block(), jd.DOP853(), jd.GeneralizedAlpha())]\n"
        "print([one.cache_hits for one in (*served, *methods, servers.compiled(jd.QR().kernel()))])\n"
        "print(sum(march.stats.cache_misses.values()))\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(PACKAGE.parent), *sys.path])}
    for _ in range(2):  # the first may have to compile
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    assert done.stdout.split("\n")[:2] == ["[1, 1, 1, 1, 1, 1, 1, 1]", "0"]


def test_the_stub_is_made_from_the_list_of_public_names() -> None:
    """What editors and type checkers see is what the package offers."""
    spec = importlib.util.spec_from_file_location("write_stub", Path(__file__).parents[1] / "tools" / "write_stub.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert (PACKAGE / "__init__.pyi").read_text(encoding="utf-8") == tool.text()
    assert len(jd.__all__) >= 90 and all(hasattr(jd, name) for name in jd.__all__)
