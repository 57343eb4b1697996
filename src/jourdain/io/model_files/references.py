"""Python functions in files: a text "module:function" that is imported again when the file is read."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from jourdain.errors import FileFormatError, ModelError, shown

_TRUSTED: ContextVar[bool] = ContextVar("trusted", default=True)  # what is no file of somebody else's is trusted

MODULE_OR_TEXT = "put it into a module that can be imported, or write it as text"
MODULE = "put it into a module that can be imported"


def reference(function: Any, where: str, remedy: str = MODULE_OR_TEXT) -> str:
    """ "module:qualified.name" of a function that can be imported again; ModelError with `where` for any other.

    An @njit function counts as the name under which its module holds the compiled object.
    """
    plain = getattr(function, "py_func", function)
    module, name = getattr(plain, "__module__", None), getattr(plain, "__qualname__", None)
    if not isinstance(name, str):
        name, why = repr(function), "it is an object of its own, not a function of a module"
    elif "<lambda>" in name:
        why = "a lambda has no name to find it by"
    elif "<locals>" in name:
        name, why = name.rpartition(".")[2], "it is defined inside another function"
    elif not isinstance(module, str) or module == "__main__":
        why = "it belongs to the script that is running"
    elif _found(module, name) is not function:
        why = f"what module {module!r} holds under this name is not this function"
    else:
        return f"{module}:{name}"
    raise ModelError(f"{where}: the Python function {name} cannot be written to a file: {why}; {remedy}.")


def _found(module: str, name: str) -> Any:
    """What `import module` and then module.name give now, or None."""
    try:
        return _follow(module, name)
    except (ImportError, AttributeError):
        return None


def _follow(module: str, name: str) -> Any:
    found = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


@contextmanager
def trusting(functions: bool) -> Iterator[None]:
    """Whether functions that a file names may be imported while it is read."""
    if not isinstance(functions, bool):
        raise ModelError(f"trust_functions = {shown(functions)}; it is True or False.")
    token = _TRUSTED.set(functions)
    try:
        yield
    finally:
        _TRUSTED.reset(token)


def trusted() -> bool:
    """May functions be imported now?"""
    return _TRUSTED.get()


def resolve(text: Any, path: str) -> Any:
    """The function that a text "module:function" names. Imports the module, and so runs its code, if that is trusted."""
    module, colon, name = text.partition(":") if isinstance(text, str) else ("", "", "")
    if not (module and colon and name):
        raise FileFormatError(f"{path}: {shown(text)} does not name a function; write 'module:function'.")
    own = module.startswith("jourdain.")
    if not (_TRUSTED.get() or own):
        raise FileFormatError(
            f"{path}: {shown(text)} is Python code, which is not run unasked; if you trust it, say so: --trust-functions, in "
            "Python trust_functions=True."
        )
    try:
        found = _follow(module, name)
    except Exception as problem:  # importing runs code of others, which may fail in any way
        raise FileFormatError(
            f"{path}: the Python function {text!r} cannot be imported ({type(problem).__name__}: {problem}); "
            "put its module where Python finds it (the working folder, or PYTHONPATH)."
        ) from problem
    if own and not _TRUSTED.get() and not str(getattr(found, "__module__", "")).startswith("jourdain."):
        raise FileFormatError(f"{path}: {shown(text)} is no function of this package; see trust_functions.")
    if not callable(found):
        raise FileFormatError(f"{path}: {text!r} is no function but {type(found).__name__}.")
    return found
