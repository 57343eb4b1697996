"""Kernels side by side: while this process compiles what looks at states, another one compiles the time loop.

The two halves of a first run are entry points with caches of their own. Whoever needs a kernel that the other process is
compiling waits for it and loads it (jit.py), so nothing is compiled twice, and nothing goes wrong if the other one fails.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from jourdain.integrators import DOP853, Integrator, integrator_from_plain
from jourdain.jit import cache_base, cache_folder
from jourdain.kernels import kinds, states
from jourdain.kernels.kinds import Free
from jourdain.model.model import Model
from jourdain.system.compile import kind_of

_begun: list[subprocess.Popen[bytes]] = []
_seen: list[Path] = []  # compiled kernels


def compile_beside(model: Any, method: Integrator | None = None) -> None:
    """Start a process that compiles the time loop for a model, if its kernels are not there yet; once in a process.

    method: by default the one that most models are given. Without a second core or a cache there is no use in it.
    """
    if not isinstance(model, Model) or _begun or (os.cpu_count() or 1) < 2 or not sys.executable or _compiled():
        return
    method = method or DOP853(tol=1e-6)
    own = method.coordinates in ("natural", "euler-parameters")  # Cartesian ones are behind joints, too
    kind = kind_of(model, str(method.coordinates) if own else "cartesian")
    said = [kind.__name__, json.dumps(method.plain(), default=float)]
    try:
        cache_base().mkdir(parents=True, exist_ok=True)
        if os.access(cache_base(), os.W_OK):
            quiet: dict[str, Any] = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            process = subprocess.Popen([sys.executable, "-P", "-m", __name__, *said], **quiet)
            threading.Thread(
                target=process.wait, daemon=True
            ).start()  # what nobody waits for stays in the system's table
            _begun.append(process)
    except OSError:
        return


def _compiled() -> bool:
    """Are the kernels of some kind of system there?"""
    if not _seen:
        _seen.extend(cache_folder(Path(states.__file__)).glob("*.nbc"))
    return bool(_seen)


def compile_time_loop(kind: Any, method: Integrator) -> None:
    """All that a run of this method compiles besides what looks at states.

    The system first, which is most of it; the other process begins with the rest when it has done its own part.
    """
    from numba import types

    from jourdain.integrators.march import march
    from jourdain.kernels.servers import compiled, served
    from jourdain.kernels.tree.server import served as tree_served

    joints = method.coordinates == "joint" or method.share
    serve = tree_served if joints else served
    serve("system", kind)
    if method.implicit:
        serve("newton", kind)
    method.method((Free if joints else kind)(*[0] * len(kind._fields)))
    compiled(method.treatment.kernel())
    march.compile((types.int64, types.int64))


if __name__ == "__main__":
    compile_time_loop(getattr(kinds, sys.argv[1]), integrator_from_plain(json.loads(sys.argv[2])))
