"""The kernel decorators: every compiled function of the package goes through one of these.

Numba's on-disk cache looks only at the file in which a function stands: after an edit of a *callee* in another file the
cached caller would silently stay stale. The cache folder is therefore named by a hash of the sources of all kernels and
of whatever modules these import; an edit elsewhere (an analysis, a message) compiles nothing anew.

Numba optimises every function with all that it calls, again at each level of the call tree, and emits machine code for
each. For functions that are only ever called from other kernels that is wasted: `inner` functions are handed on as
plain LLVM code, and all optimisation is done once, in the entry point that they end up in. This cuts the cold compile
by more than half. It hooks into Numba's code library; where that looks different from what we know, nothing is changed
and compilation is only slower.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import config
from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen

_IMPORT = re.compile(r"^\s*from (jourdain\.|\.)([\w.]*) import ([^#\n]*)", re.MULTILINE)


def kernel_sources() -> dict[str, str]:
    """Path -> text of the files that hold kernels, and of those they import from, to the last."""
    root = Path(__file__).parent
    texts = {path: path.read_text(encoding="utf-8") for path in root.rglob("*.py")}
    todo = [path for path, text in texts.items() if "jourdain._jit import" in text or path.name == "_jit.py"]
    found: dict[str, str] = {}
    while todo:
        path = todo.pop()
        name = path.relative_to(root).as_posix()
        if name in found or path not in texts:
            continue
        found[name] = texts[path]
        for start, module, names in _IMPORT.findall(texts[path]):
            base = (root if start == "jourdain." else path.parent).joinpath(*module.split("."))
            todo += [base.with_suffix(".py"), base / "__init__.py"]
            todo += [base / f"{one.strip()}.py" for one in names.strip("() ").split(",") if one.strip()]
    return found


def _source_hash() -> str:
    """A short hash of the kernels' sources and of the Numba version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for name, text in sorted(kernel_sources().items()):
        digest.update(name.encode())
        digest.update(text.encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept: $JOURDAIN_CACHE, or the user's cache folder."""
    base = os.environ.get("JOURDAIN_CACHE")
    if base is None:
        base = str(Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "jourdain")
    return Path(base) / _source_hash()


_FOLDER = str(cache_folder())
# 'contract' alone lets the compiler fuse a*b + c; it reorders nothing, so results do not depend on vectorisation
_OPTIONS: dict[str, Any] = dict(error_model="numpy", fastmath={"contract"})


_depth = 0  # how many `inner` functions are being compiled, one inside the other


_environments: dict[str, Any] = {}  # of inner functions, to be set where their code ends up


def _defer_optimisation() -> bool:
    """Teach Numba's code library to leave `inner` functions unoptimised. False where its parts are not as expected."""
    parts = ("_optimize_final_module", "_finalize_final_module")
    if not all(hasattr(CPUCodeLibrary, part) for part in (*parts, "_get_module_for_linking", "finalize")):
        return False
    finalize, set_env = CPUCodeLibrary.finalize, JITCPUCodegen.set_env

    def finalize_once(self: Any) -> None:
        if _depth == 0:
            finalize(self)
            for name, env in _environments.items():
                if self._codegen._engine.is_symbol_defined(name):
                    set_env(self._codegen, name, env)
            return
        for part in parts:
            setattr(self, part, lambda: None)
        try:
            finalize(self)
        finally:
            for part in parts:
                delattr(self, part)
        self._finalized = True

    def set_env_later(self: Any, name: str, env: Any) -> None:
        if _depth == 0:
            set_env(self, name, env)
        else:
            _environments[name] = env

    CPUCodeLibrary.finalize, JITCPUCodegen.set_env = finalize_once, set_env_later
    return True


_deferring = _defer_optimisation()


def _jit(function: Callable[..., Any], **more: Any) -> Any:
    old = config.CACHE_DIR
    config.CACHE_DIR = _FOLDER  # read by Numba when the function is decorated
    try:
        return numba.njit(**_OPTIONS, **more)(function)
    finally:
        config.CACHE_DIR = old


def _at_depth(dispatcher: Any, depth: Callable[[int], int]) -> Any:
    """Let a dispatcher compile at a depth of its own."""
    compile_now = dispatcher.compile

    def compile_deeper(signature: Any) -> Any:
        global _depth
        before = _depth
        _depth = depth(before)
        try:
            return compile_now(signature)
        finally:
            _depth = before

    dispatcher.compile = compile_deeper
    return dispatcher


def kernel(function: Callable[..., Any]) -> Any:
    """A compiled function that Python may call as well (the entry points)."""
    return _at_depth(_jit(function, cache=True), lambda depth: 0)


def leaf(function: Callable[..., Any]) -> Any:
    """An `inner` function so small and so often called that it is always built into its caller."""
    return inner(function, forceinline=True)


def inner(function: Callable[..., Any], **more: Any) -> Any:
    """A compiled function called from kernels only."""
    dispatcher = _jit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **more)
    return _at_depth(dispatcher, lambda depth: depth + 1) if _deferring else dispatcher


def by_address(function: Callable[..., Any], signature: str) -> Any:
    """Compile (or load) a function that other kernels call by its `.address`: each is compiled once, not in every caller."""
    old = config.CACHE_DIR
    config.CACHE_DIR = _FOLDER
    try:
        return numba.cfunc(signature, cache=True, **_OPTIONS)(function)
    finally:
        config.CACHE_DIR = old
