"""jourdain doctor."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import typer

from jourdain._version import __version__
from jourdain.commands.common import Json, show

# the least version that will do
REQUIRED = {
    "numpy": "2.0",
    "scipy": "1.13",
    "numba": "0.61",
    "xarray": "2024.1",
    "h5netcdf": "1.3",
    "h5py": "3.10",
    "pyyaml": "6.0",
    "matplotlib": "3.8",
    "typer": "0.12",
    "rich": "13",
}
# what an extra brings, and what it is for
OPTIONAL = {
    "sympy": ("symbolic", "equations as formulas"),
    "mapdl-archive": ("fe", "meshes of Ansys"),
    "dask": ("cluster", "sweeps over several machines"),
    "fmpy": ("fmi", "exchange with other simulators"),
    "numba-cuda": ("gpu", "batches on a graphics card"),
}


@dataclass
class Finding:
    """One thing that was looked at: ok True, False (needed, and missing or too old) or None (optional and missing)."""

    what: str
    ok: bool | None
    found: str
    remedy: str = ""

    def __str__(self) -> str:
        mark = {True: "ok", False: "MISSING", None: "-"}[self.ok]
        return f"{mark:8}{self.what:22} {self.found}{'; ' + self.remedy if self.remedy else ''}"


def command(json: Json = False) -> None:
    """Say what this installation has, what is missing, and how to get it.

    Exit code 1 if something that is needed is missing.
    """
    findings = [_python(), *map(_required, REQUIRED), *map(_optional, OPTIONAL), _cache()]
    healthy = all(one.ok is not False for one in findings)
    end = "all that is needed is there" if healthy else "something that is needed is missing"
    show(
        json,
        lambda: "\n".join([f"Jourdain {__version__}", *map(str, findings), end]),
        lambda: {"version": __version__, "ok": healthy, "findings": findings},
    )
    if not healthy:
        raise typer.Exit(1)


def _python() -> Finding:
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} CPU threads"
    enough = sys.version_info >= (3, 11)
    return Finding("python", enough, found, "" if enough else "install Python 3.11 or newer")


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _required(package: str) -> Finding:
    version, least = _version(package), REQUIRED[package]
    if version is not None and _parts(version) >= _parts(least):
        return Finding(package, True, version)
    found = f"{version} is too old" if version else "not there"
    return Finding(package, False, found, f"pip install '{package}>={least}'")


def _parts(version: str) -> list[int]:
    """The numbers that a version begins with: [2, 4, 0] of 2.4.0rc1."""
    return [int(part) for part in re.match(r"[\d.]*", version)[0].split(".") if part]  # type: ignore[index]


def _optional(package: str) -> Finding:
    version, (extra, purpose) = _version(package), OPTIONAL[package]
    if version:
        return Finding(package, True, version)
    return Finding(package, None, f"for {purpose}", f"pip install 'jourdain[{extra}]'")


def _cache() -> Finding:
    """Whether compiled kernels can be kept, and are."""
    if _version("numba") is None:
        return Finding("kernels", None, "cannot be compiled without numba")
    from jourdain.jit import cache_base

    folder = cache_base()
    there: Path = next(p for p in (folder, *folder.parents) if p.exists())
    if not os.access(there, os.W_OK):
        return Finding("kernels", False, f"{folder} cannot be written", "set JOURDAIN_CACHE to a folder of yours")
    compiled = sum(1 for _ in folder.rglob("*.nbc"))
    if not compiled:
        return Finding("kernels", None, f"not compiled yet in {folder}", "jourdain warmup")
    return Finding("kernels", True, f"{compiled} compiled in {folder}")
