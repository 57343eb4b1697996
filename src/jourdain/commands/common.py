"""What commands share: their arguments, opening a model, showing an answer as text or as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jourdain.errors import FileFormatError, ModelError, near

if TYPE_CHECKING:
    from jourdain.io.model_files.yaml import Document

SUFFIXES = (".yaml", ".yml", ".json", ".urdf")
File = Annotated[
    str, typer.Argument(metavar="FILE", help="a model: .yaml, .json, .urdf, or module:function", show_default=False)
]
Trusted = Annotated[
    bool, typer.Option("--trust-functions", help="import the Python functions that the file names", metavar="")
]
Json = Annotated[bool, typer.Option("--json", help="print JSON for other programs", metavar="")]


def in_folder(path: str) -> str:
    """The path of a file to write, with the folders that it is in made."""
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise FileFormatError(f"cannot write {path!r}: {problem.strerror or problem}.") from None
    return path


def open_model(file: str, trust_functions: bool = False) -> Document:
    """The model and run settings of a file, or of a Python function "module:function" without arguments."""
    path = Path(file)
    if path.suffix.lower() in SUFFIXES:
        from jourdain.io.model_files.yaml import read_document

        if not path.exists():
            beside = [str(p) for p in path.parent.glob("*") if p.suffix.lower() in SUFFIXES]
            raise FileFormatError(f"there is no file {file!r}.{near(file, beside)}")
        return read_document(path, trust_functions=trust_functions)
    if ":" in file:
        return _from_function(file)
    raise FileFormatError(f"{file!r}: models are {', '.join(SUFFIXES)} files, or Python functions 'module:function'.")


def _from_function(name: str) -> Document:
    import sys

    from jourdain.io.model_files.references import resolve
    from jourdain.io.model_files.yaml import Document
    from jourdain.model.model import Model

    sys.path.insert(0, "")  # modules of the working folder, as for `python -m`
    try:
        function = resolve(name, "model")
    finally:
        sys.path.remove("")
    try:
        model = function()
    except TypeError as problem:
        raise ModelError(f"{name}: it must be callable without arguments ({problem}).") from problem
    if not isinstance(model, Model):
        raise ModelError(f"{name}: it returned {type(model).__name__}, not a jourdain.Model.")
    return Document(model)


def show(as_json: bool, text: Callable[[], str], data: Callable[[], Any], written: Sequence[str] | None = None) -> None:
    """Print the answer in one of its two forms, and which files were written, if it is a command that writes some."""
    if as_json:
        files = {} if written is None else {"written": list(written)}
        print(json.dumps(plain(data() | files), indent=1))
    else:
        print(text() + "".join(f"\nwritten: {path}" for path in written or ()))


def plain(value: Any) -> Any:
    """Values in the words of JSON; what is not a finite number is null."""
    from dataclasses import fields, is_dataclass

    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, (str, int)) else str(value)
