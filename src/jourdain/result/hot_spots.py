"""Where and when the stress of bodies that bend is largest in a run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.fe.recovery import spots_asked
from jourdain.fe.stress import mises, principal
from jourdain.model.flexible import FlexibleBody
from jourdain.result.stresses import fields, flexible_body

if TYPE_CHECKING:
    from jourdain.result.result import Result

AT_ONCE = 500_000  # stresses of so many nodes and times stand in memory together


@dataclass(frozen=True)
class Peak:
    """The largest stress [Pa] of a kind at one node of a body: at (3,) [m] in the axes of the mesh, and when [s].

    quantity: "mises", "s3" (the largest pull), or "s1" (the largest push, a negative number).
    """

    body: str
    quantity: str
    value: float
    node: int
    at: np.ndarray
    time: float


@dataclass(frozen=True)
class HotSpots:
    """Peaks by body and kind of stress, the largest first; print it, or go through `peaks`."""

    peaks: tuple[Peak, ...]

    title = "Hot spots"  # on the page

    def __iter__(self) -> Iterator[Peak]:
        return iter(self.peaks)

    def __len__(self) -> int:
        return len(self.peaks)

    def __getitem__(self, i: int) -> Peak:
        return self.peaks[i]

    def __str__(self) -> str:
        wide = max([4, *(len(one.body) for one in self.peaks)])
        lines = [f"{'body':{wide}}  stress   [MPa]         node         x         y         z [m]   time [s]"]
        for one in self.peaks:
            x, y, z = one.at
            lines.append(
                f"{one.body:{wide}}  {one.quantity:6} {one.value / 1e6:10.5g} {one.node:10d} {x:9.4g} {y:9.4g} {z:9.4g}     "
                f"{one.time:9.5g}"
            )
        return "\n".join(lines)


def hot_spots(result: Result, body: str | None, count: int, apart: float) -> HotSpots:
    """See Result.hot_spots."""
    count, apart = spots_asked(count, apart, "hot spots")
    names = [n for n, one in result.model.bodies.items() if isinstance(one, FlexibleBody)] if body is None else [body]
    found: list[Peak] = []
    for name in names:
        of = flexible_body(result, name)
        for quantity, (values, steps) in _largest(result, name, ("mises", "s3", "s1")).items():
            found += _peaks(result, of, quantity, values, steps, count, apart)
    return HotSpots(tuple(found))


def largest_mises(result: Result, name: str) -> Peak | None:
    """The largest von Mises stress of a body; None if nothing is known of its stress."""
    body = result.model.bodies[name]
    assert isinstance(body, FlexibleBody)
    if not body.part.surface.stress.any() or not len(result.t):
        return None
    return _peaks(result, body, "mises", *_largest(result, name, ("mises",))["mises"], 1, 0.0)[0]


def _peaks(
    result: Result, body: FlexibleBody, quantity: str, values: np.ndarray, steps: np.ndarray, count: int, apart: float
) -> list[Peak]:
    surface = body.part.surface
    named = np.flatnonzero(surface.numbers > 0)  # corners of sections of beams have no number: that of the nearest node
    found: list[Peak] = []
    for i in np.argsort(values if quantity == "s1" else -values, kind="stable"):
        if len(found) == count:
            break
        if surface.numbers[i] < 0:  # the middle of an element, which has nodes
            continue
        place = surface.nodes[i] + body.com
        if all(np.linalg.norm(place - one.at) >= apart for one in found):
            nearest = named[np.linalg.norm(surface.nodes[named] - surface.nodes[i], axis=1).argmin()]
            number, when = int(surface.numbers[nearest]), float(result.t[steps[i]])
            found.append(Peak(body.name, quantity, float(values[i]), number, place, when))
    return found


def _largest(result: Result, name: str, quantities: tuple[str, ...]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """quantity -> the largest value over time at each node (n,), and the output at which it is."""
    amplitudes, _, by = fields(result, name)
    n = by.shape[1]
    found = {one: (np.zeros(n), np.zeros(n, int)) for one in quantities}
    chunk = max(1, AT_ONCE // max(len(amplitudes), 1))
    for first in range(0, n, chunk):
        some = slice(first, first + chunk)
        components = np.tensordot(amplitudes, by[:, some], axes=1)
        three: Any = principal(components) if "s1" in quantities else None
        for quantity, (values, steps) in found.items():
            over_time = mises(components) if quantity == "mises" else three[..., 0 if quantity == "s1" else 2]
            step = over_time.argmin(axis=0) if quantity == "s1" else over_time.argmax(axis=0)
            steps[some], values[some] = step, np.take_along_axis(over_time, step[None], axis=0)[0]
    return found
