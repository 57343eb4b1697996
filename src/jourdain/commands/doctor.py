"""jourdain doctor."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import shutil
import sys
import warnings
from dataclasses import dataclass

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
# of each extra: the module it brings, and what that makes possible
OPTIONAL = {
    "sympy": ("symbolic", "sympy", "Lagrangians, Hamiltonians and Kane's method from SymPy"),
    "dask": ("cluster", "dask", "runs of ensembles on a cluster"),
    "trimesh": ("meshes", "trimesh", "pictures of robots (.dae, .glb)"),
    "mapdl-archive": ("fe", "mapdl_archive", "meshes of Ansys (.cdb)"),
}
# of each program: what it makes possible, and what does without
PROGRAMS = {"ffmpeg": ("films as .mp4", "write .gif instead")}


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
    findings = [_python(), *map(_required, REQUIRED), *map(_optional, OPTIONAL), *map(_program, PROGRAMS), _cache()]
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
    version, (extra, _, purpose) = _version(package), OPTIONAL[package]
    if version:
        return Finding(package, True, f"{version}, for {purpose}")
    return Finding(package, None, f"for {purpose}", f"pip install 'jourdain[{extra}]'")


def _program(name: str) -> Finding:
    place, (purpose, otherwise) = shutil.which(name), PROGRAMS[name]
    return Finding(name, True if place else None, f"for {purpose}", "" if place else f"install it, or {otherwise}")


def _cache() -> Finding:
    """Whether compiled kernels can be kept, and are."""
    if _version("numba") is None:
        return Finding("kernels", None, "cannot be compiled without numba")
    from jourdain.jit import cache_base, can_keep

    folder = cache_base()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is said here
        if not can_keep():
            return Finding("kernels", False, f"{folder} cannot be written", "set JOURDAIN_CACHE to a folder of yours")
    compiled = sum(1 for _ in folder.rglob("*.nbc"))
    if not compiled:
        return Finding("kernels", None, f"not compiled yet in {folder}", "jourdain warmup")
    return Finding("kernels", True, f"{compiled} compiled in {folder}")
