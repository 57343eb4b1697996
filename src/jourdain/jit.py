"""The kernel decorators: every compiled function of the package goes through one of these.

Numba's on-disk cache looks only at the file in which a function stands: after an edit of a *callee* in another file the
cached caller would silently stay stale. Each entry point is therefore kept in a folder named by a hash of its own file and
of whatever modules of the package it imports, to the last: an edit compiles anew what it reaches, and nothing else. That
holds for kernels outside the package too (somebody's own method): a new version of the package compiles them anew.

Numba optimises every function with all that it calls, again at each level of the call tree, and emits machine code for
each. For functions that are only ever called from other kernels that is wasted: `inner` functions are handed on as
plain LLVM code, and all optimisation is done once, in the entry point that they end up in. This cuts the cold compile
by more than half. It hooks into Numba's code library; where that looks different from what we know, nothing is changed
and compilation is only slower.

Processes that need the same function at the same time compile it once: one does, the others wait and load it.

Beside its machine code Numba keeps the LLVM code of each cached function, and reads it again in every process, for callers
that might want to build it in. Functions that are called by address have none, so only their names are kept.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import os
import re
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba.core import config
from numba.core.compiler_lock import global_compiler_lock

try:
    import fcntl
except ImportError:  # not on this system: processes do not wait for each other
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).parent
_IMPORT = re.compile(r"^[ \t]*from jourdain\.?([\w.]*) import (?:\(([^)]*)\)|([^\n#]*))", re.MULTILINE)
_ADDRESS = re.compile(r"0x[0-9a-f]+")


# -- the cache on disk -------------------------------------------------------------------------------------------


@functools.cache
def _imported(path: Path) -> tuple[str, tuple[Path, ...]]:
    """The text of a file, and the files of the package that it imports from."""
    text = path.read_text(encoding="utf-8")
    found = []
    for module, several, one in _IMPORT.findall(text):
        base = ROOT.joinpath(*module.split(".")) if module else ROOT
        names = [name.split(" as ")[0].strip() for name in (several or one).split(",")]
        candidates = [base.with_suffix(".py"), base / "__init__.py", *(base / f"{name}.py" for name in names if name)]
        found += [file for file in candidates if file.is_file()]
    return text, tuple(found)


@functools.cache
def sources_behind(path: Path) -> tuple[Path, ...]:
    """A file and all files of the package that it imports from, directly or not, sorted."""
    seen: set[Path] = set()
    todo = [path]
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += _imported(one)[1]
    return tuple(sorted(seen))


def cache_base() -> Path:
    """Where compiled kernels are kept: $JOURDAIN_CACHE, or the user's cache folder."""
    base = os.environ.get("JOURDAIN_CACHE")
    if base is None:
        base = str(Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "jourdain")
    return Path(base)


@functools.cache
def can_keep() -> bool:
    """Whether compiled kernels can be kept; where they cannot, that is said once in a process."""
    base = cache_base()
    try:
        base.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=base):
            return True
    except OSError as problem:
        warnings.warn(
            f"compiled kernels cannot be kept in {str(base)!r} ({problem.strerror}), so that every process compiles them "
            "anew, which takes half a minute or more; set JOURDAIN_CACHE to a folder that can be written.",
            stacklevel=2,
        )
        return False


@functools.cache
def cache_folder(path: Path) -> Path:
    """The folder of the entry points in a file, named by all that they are made from and the Numba version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for file in sources_behind(path):
        digest.update(file.as_posix().encode())
        digest.update(_imported(file)[0].encode())
    return cache_base() / f"{path.stem}-{digest.hexdigest()[:16]}"


@contextlib.contextmanager
def _one_process(function: Any, signature: Any) -> Iterator[None]:
    """No other process loads or compiles this function for this signature meanwhile.

    The lock of Numba comes first: a thread that compiles may need a function that another thread holds.
    """
    folder = cache_folder(Path(function.__code__.co_filename))
    bound = [_ADDRESS.sub("", repr(cell.cell_contents)) for cell in function.__closure__ or ()]
    digest = hashlib.sha256(f"{function.__qualname__} {bound} {signature}".encode()).hexdigest()[:16]
    with global_compiler_lock, _locked(folder / f"{digest}.lock"):
        yield


@contextlib.contextmanager
def _locked(file: Path) -> Iterator[None]:
    """No other process is in here with the same file meanwhile, where the cache can be written and knows locks."""
    with contextlib.ExitStack() as stack:
        if fcntl is not None:
            with contextlib.suppress(OSError):
                file.parent.mkdir(parents=True, exist_ok=True)
                fcntl.flock(stack.enter_context(open(file, "w")), fcntl.LOCK_EX)
        yield


def save_one_at_a_time(index: Any) -> None:
    """Let Numba add to an index on disk in one process at a time: it reads it, takes the next free name, and writes.

    All kinds of one entry point share an index. Of two that are compiled at once, each would be kept under the same name,
    and one of them loaded in place of the other ever after.
    """
    save = index.save

    def alone(self: Any, key: Any, data: Any) -> None:
        folder = Path(self._cache_path)
        ours = cache_base() in folder.parents
        with _locked(folder / f"{self._index_name}.lock") if ours else contextlib.nullcontext():
            save(self, key, data)

    index.save = alone


# -- optimisation once, in the entry points ------------------------------------------------------------------------


class _Depth(threading.local):
    """How many `inner` functions this thread is compiling, one inside the other; Numba compiles in any thread."""

    value = 0


_depth = _Depth()
_environments: dict[str, Any] = {}  # of inner functions, to be set where their code ends up


def defer_optimisation(library: Any, codegen: Any) -> bool:
    """Teach Numba's code library to leave `inner` functions unoptimised. False where its parts are not as expected."""
    parts = ("_optimize_final_module", "_finalize_final_module")
    wanted = (*parts, "_get_module_for_linking", "finalize")
    if not all(callable(getattr(library, name, None)) for name in wanted) or not hasattr(codegen, "set_env"):
        return False
    names = {name for kind in library.__mro__ for f in vars(kind).values() for name in _names(f)}
    if not {"_finalized", "_codegen"} <= names or "_engine" not in {
        n for kind in codegen.__mro__ for f in vars(kind).values() for n in _names(f)
    }:
        return False
    finalize, set_env = library.finalize, codegen.set_env

    def finalize_once(self: Any) -> None:
        if _depth.value == 0:
            finalize(self)
            defined = getattr(self._codegen._engine, "is_symbol_defined", lambda name: True)
            for name, env in list(_environments.items()):
                if defined(name):
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
        if _depth.value == 0:
            set_env(self, name, env)
        else:
            _environments[name] = env

    library.finalize, codegen.set_env = finalize_once, set_env_later
    return True


def _names(function: Any) -> tuple[str, ...]:
    code = getattr(function, "__code__", None)
    return code.co_names if code is not None else ()


# -- names in place of LLVM code, for what is called by address ------------------------------------------------------


class _Address(threading.local):
    """Is this thread compiling a function to be called by its address?"""

    wanted = False


_address = _Address()


def keep_names_only(library: Any) -> bool:
    """Teach Numba's code library to cache no LLVM code `by_address`. False where its parts are not as expected."""
    serialize = getattr(library, "serialize_using_object_code", None)
    parts = {"_ensure_finalized", "_get_compiled_object", "_final_module", "name"}
    known = {name for kind in library.__mro__ for f in vars(kind).values() for name in _names(f)}
    if not callable(serialize) or not parts <= known or "ll" not in serialize.__globals__:
        return False
    binding = serialize.__globals__["ll"]

    def serialize_names(self: Any) -> Any:
        if not _address.wanted:
            return serialize(self)
        self._ensure_finalized()
        module = self._final_module
        functions = [f'define void @"{f.name}"() {{ unreachable }}' for f in module.functions if not f.is_declaration]
        globals_ = [f'@"{v.name}" = global i8 0' for v in module.global_variables if not v.is_declaration]
        names = binding.parse_assembly("\n".join(functions + globals_)).as_bitcode()
        return self.name, "object", (self._get_compiled_object(), names)

    library.serialize_using_object_code = serialize_names
    return True


def read_flags_at_once(flags: Any) -> bool:
    """Let Numba's flags list their values from two tables: it compares them a hundred thousand times, one by one.

    False, and nothing changed, where that would not give the same.
    """
    (owner,) = [kind for kind in flags.__mro__ if "values" in vars(kind)] or [None]
    defaults = {name: option.default for name, option in getattr(flags, "options", {}).items()}
    if (
        owner is None
        or not isinstance(getattr(flags(), "_values", None), dict)
        or not {"nrt", "fastmath"} <= set(defaults)
    ):
        return False
    one_by_one = owner.values

    def values(self: Any) -> dict[str, Any]:
        return {**defaults, **self._values} if type(self) is flags else one_by_one(self)

    plain, other = flags(), flags()
    other.nrt = True
    if any(list(values(one).items()) != list(one_by_one(one).items()) for one in (plain, other)):
        return False
    owner.values = values
    return True


def _hook() -> bool:
    try:
        from numba.core.caching import IndexDataCacheFile
        from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen
        from numba.core.compiler import Flags

        save_one_at_a_time(IndexDataCacheFile)
        keep_names_only(CPUCodeLibrary)
        read_flags_at_once(Flags)
        return defer_optimisation(CPUCodeLibrary, JITCPUCodegen)
    except (ImportError, AttributeError):
        return False


def number_functions_apart(identity: Any) -> bool:
    """Let Numba number the functions of each process from somewhere else. False where it does not count them as expected.

    The number is in the symbol of a function's machine code. Functions that differ in what they hold only, such as servers of
    two kinds of machines, have the same symbol if either was the n-th of its process; a process that loaded both from the
    cache called the first one in place of the second.
    """
    if not isinstance(getattr(identity, "_unique_ids", None), itertools.count):
        return False

    def begin() -> None:
        identity._unique_ids = itertools.count(int.from_bytes(os.urandom(6)))

    begin()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=begin)
    return True


def _number() -> bool:
    try:
        from numba.core.bytecode import FunctionIdentity
    except ImportError:
        return False
    return number_functions_apart(FunctionIdentity)


_number()
DEFERRING = _hook()  # False: everything works, the first run of each kernel takes twice as long


# -- the decorators --------------------------------------------------------------------------------------------------

# 'contract' alone lets the compiler fuse a*b + c; it reorders nothing, so results do not depend on vectorisation
_OPTIONS: dict[str, Any] = dict(error_model="numpy", fastmath={"contract"})
_decorating = threading.Lock()


def _cached(decorator: Callable[..., Any], function: Any) -> Any:
    """Decorate with the cache in the folder of the function's own file: Numba reads the folder when it decorates.

    Without a folder of ours Numba would look for one beside the sources, where a stale cache would not be noticed.
    """
    if not can_keep():
        return decorator(cache=False)(function)
    with _decorating:
        old = config.CACHE_DIR
        config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename)))
        try:
            return decorator(cache=True)(function)
        finally:
            config.CACHE_DIR = old


def _at_depth(dispatcher: Any, depth: Callable[[int], int]) -> Any:
    """Let a dispatcher compile at a depth of its own."""
    compile_now = dispatcher.compile

    def compile_deeper(signature: Any) -> Any:
        before = _depth.value
        _depth.value = depth(before)
        try:
            return compile_now(signature)
        finally:
            _depth.value = before

    dispatcher.compile = compile_deeper
    return dispatcher


def kernel(function: Callable[..., Any]) -> Any:
    """A compiled function that Python may call as well (the entry points); other threads go on meanwhile."""
    dispatcher = _at_depth(_cached(functools.partial(numba.njit, nogil=True, **_OPTIONS), function), lambda depth: 0)
    compile_now = dispatcher.compile

    def compile_once(signature: Any) -> Any:
        with _one_process(function, signature):
            return compile_now(signature)

    dispatcher.compile = compile_once
    return dispatcher


def leaf(function: Callable[..., Any]) -> Any:
    """An `inner` function so small and so often called that it is always built into its caller."""
    return inner(function, forceinline=True)


def inner(function: Callable[..., Any], **more: Any) -> Any:
    """A compiled function called from kernels only."""
    dispatcher = numba.njit(**_OPTIONS, no_cpython_wrapper=True, no_cfunc_wrapper=True, **more)(function)
    return _at_depth(dispatcher, lambda depth: depth + 1) if DEFERRING else dispatcher


def by_address(function: Callable[..., Any], signature: str) -> Any:
    """Compile (or load) a function that other kernels call by its `.address`: each is compiled once, not in every caller."""
    _address.wanted = True
    try:
        with _one_process(function, signature):
            return _cached(functools.partial(numba.cfunc, signature, **_OPTIONS), function)
    finally:
        _address.wanted = False
