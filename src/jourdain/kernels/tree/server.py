"""Trees as C functions that motions ask by address, and states carried from joint coordinates to those of bodies."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from jourdain.jit import by_address, inner, kernel
from jourdain.kernels.context import SCHEMAS, Context, system_at
from jourdain.kernels.kinds import Kind, Sizes
from jourdain.kernels.motion import ANSWERS, motion_at
from jourdain.kernels.port import SIGNATURE
from jourdain.kernels.tree.answers import answer, answer_watch
from jourdain.kernels.tree.newton import answer_newton
from jourdain.kernels.tree.recursion import move, normalise, place, put_bias, spread
from jourdain.kernels.tree.solving import articulate
from jourdain.kernels.tree.tables import tree_at
from jourdain.kernels.vectors import copy


class TreeContext(Context):
    """The memory of a tree; what it has not is that of the system behind it, parts["behind"]."""

    def __getattr__(self, name: str) -> Any:
        if name in SCHEMAS["tree"]:
            return super().__getattr__(name)
        if "parts" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.parts["behind"], name)

    def bind(self, name: str, array: np.ndarray) -> None:
        """Let a field stand for this array from now on, here or in the system behind."""
        if name in SCHEMAS["tree"]:
            super().bind(name, array)
        else:
            self.parts["behind"].bind(name, array)


_WHAT = ("system", "newton", "watch")


def _server(kind: type[Sizes], what: int) -> Any:
    def server(task, t, h, address):  # type: ignore[no-untyped-def]
        mo = motion_at(address)
        tr = tree_at(mo.calls.context)
        b = tr.behind
        sizes = kind(b.q, b.v, b.g, b.a, b.w, b.turns, b.active, b.rates)
        if what == 0:  # known when it is compiled
            return answer(sizes, tr, system_at(b.context), mo, task, t, h)
        if what == 1:
            return answer_newton(sizes, tr, system_at(b.context), mo, task, t, h)
        return answer_watch(sizes, tr, system_at(b.context), mo, motion_at(b.motion), task, t, h)

    return server


@functools.cache
def served(what: str, kind: Any) -> Any:
    """The C function of trees whose bodies are of this kind: "system", "newton" or "watch"."""
    return by_address(_server(kind, _WHAT.index(what)), SIGNATURE)


def make_room(tree: TreeContext) -> None:
    """Memory of Newton's method, which explicit ones do without."""
    n, s = len(tree.step), tree.parts["behind"]
    if len(tree.exchange) == n:
        return
    tree.bind("newton", np.zeros((n, n)))
    tree.bind("complex_newton", np.zeros((n, n), np.complex128))
    tree.bind("exchange", np.zeros(n, np.int64))
    tree.bind("of_bodies", np.zeros((3, len(s.values))))
    row = np.repeat(np.arange(len(s.place)), np.diff(s.row_start))
    tree.bind("by_column", np.lexsort((row, s.column)))
    tree.bind("unknown", np.argsort(s.place))


def connect(kind: Kind, tree: TreeContext, mo: Context, *, newton: bool = False) -> None:
    """Let the motion know whom to ask: addresses hold for this process only. kind: of the tree, with its own sizes."""
    calls, behind, s = mo.calls, tree.behind, tree.parts["behind"]
    of_bodies = tree.kind
    calls.system, calls.newton = served("system", type(of_bodies)).address, 0  # type: ignore[arg-type]
    calls.context, calls.n_events = tree.address, len(s.events)
    calls.watch = served("watch", type(of_bodies)).address if calls.n_events else 0  # type: ignore[arg-type]
    for name, size in zip(kind._fields, kind, strict=True):
        setattr(calls, name, size)
    for name, size in zip(of_bodies._fields, of_bodies, strict=True):
        setattr(behind, name, size)
    if newton:
        calls.newton = served("newton", type(of_bodies)).address  # type: ignore[arg-type]
        make_room(tree)
    own = ("force", "step", "residual")
    for name in ANSWERS:
        mo.bind(name, getattr(tree if name in own else s, name))
    seen = mo.parts.get("in bodies")
    if seen is None or seen.array("event_old") is not mo.array("event_old"):
        full = {"q": "full_q", "q_new": "full_q", "v": "full_v", "v_new": "full_v"}
        fields = {name: mo.array(name) for name in SCHEMAS["motion"]}
        mo.parts["in bodies"] = Context("motion", fields | {name: tree.array(at) for name, at in full.items()})
    behind.context, behind.motion = s.address, mo.parts["in bodies"].address


@kernel
def carry(kind: Any, address: int, q: Any, v: Any, a: Any, full_q: Any, full_v: Any, full_a: Any) -> None:
    """Positions, velocities and accelerations (n, ..) of joints as those of bodies; the tree stands at the last of them."""
    tr = tree_at(address)
    for i in range(q.shape[0]):
        normalise(kind, tr, q[i])
        place(kind, tr, q[i])
        move(kind, tr, v[i])
        put_bias(kind, tr)
        copy(tr.full_q, full_q[i])
        copy(tr.full_v, full_v[i])
        copy(tr.full_a, full_a[i])
        spread(kind, tr, a[i], tr.full_a)
        _add_all(tr.full_a, full_a[i])


@kernel
def without_inertia(kind: Any, address: int, behind: int) -> int:
    """A velocity without inertia where the tree stands, or -1."""
    return articulate(kind, tree_at(address), system_at(behind))


@inner
def _add_all(x: Any, y: Any) -> None:
    for i in range(x.shape[0]):
        y[i] += x[i]
