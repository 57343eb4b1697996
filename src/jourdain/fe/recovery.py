"""Stress and displacement of a part in motion: by its shapes, and by the loads that follow from the motion without delay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near, shown
from jourdain.fe.source import Source
from jourdain.fe.stress import COMPONENTS, mises, principal
from jourdain.model.parsing import number, rows
from jourdain.model.part import SPINS, Part, Static


def surface_stress(part: Part, amplitudes: Any, **motion: Any) -> np.ndarray:
    """(.., n, 6) [Pa] at the points of the surface, in the axes of the mesh; see `recovered`."""
    return recovered(part, "stress", amplitudes, **motion)


def surface_displacement(part: Part, amplitudes: Any, **motion: Any) -> np.ndarray:
    """(.., n, 3) [m] of the points of the surface against the frame of the part; see `recovered`."""
    return recovered(part, "shapes", amplitudes, **motion)


def recovered(
    part: Part,
    what: str,
    amplitudes: Any,
    *,
    spin: Any = None,
    turning: Any = None,
    acceleration: Any = None,
    interfaces: Mapping[str, Any] | None = None,
    loads: Mapping[str, Any] | None = None,
    nodes: Mapping[int, Any] | None = None,
) -> np.ndarray:
    """A field of the surface by amplitudes (.., k) and by the motion of the frame, in the axes of the part.

    spin (.., 3) [rad/s], turning (.., 3) [rad/s2], acceleration (.., 3) [m/s2] of the frame less gravity; interfaces: name ->
    (.., 6) force [N] and moment [N m] on the part, nodes: number -> the same; loads: name -> factor (..). Of the motion only
    what `static` was asked for has an effect.
    """
    where = f"stress of part {part.name!r}"
    for name, given in (("interfaces", interfaces), ("loads", loads), ("nodes", nodes)):
        if given is not None and not isinstance(given, Mapping):
            raise ModelError(f"{where}: {name} = {shown(given)}; give a table, {{which: value}}.")
    total = np.tensordot(
        rows(amplitudes, part.modes, f"{where}: amplitudes"), getattr(part.surface, what), axes=(-1, 1)
    )
    fields: list[tuple[np.ndarray, Static]] = []
    if spin is not None:
        w = rows(spin, 3, f"{where}: spin")
        spin = np.stack([w[..., i] * w[..., j] for i, j in SPINS], axis=-1)
    for name, given in (("spin", spin), ("turning", turning), ("acceleration", acceleration)):
        if given is not None:
            factor = rows(given, 6 if name == "spin" else 3, f"{where}: {name}")
            fields += [(factor, part.static[name])] if name in part.static else []
    for name, factor in (loads or {}).items():
        if name not in part.static:
            raise ModelError(f"part {part.name!r} has no static load {name!r}.{near(str(name), part.static)}")
        fields.append((rows(np.asarray(factor)[..., None], 1, f"{where}: load {name!r}"), part.static[name]))
    forces = {
        one: rows(at, 6, f"{where}: interface {one!r}") for one, at in (interfaces or {}).items() if part.frame(one)
    }
    forces |= {
        f"#{one}": rows(at, 6, f"{where}: node {one}") for one, at in (nodes or {}).items() if part.node(one) >= 0
    }
    fields += [(forces[name], one) for name, one in by_forces(part, forces).items()]
    for factor, one in fields:
        total = total + np.tensordot(factor, getattr(one, what), axes=(-1, 1))
    return total


def by_forces(part: Part, carriers: Iterable[str]) -> dict[str, Static]:
    """Node "#17" or interface -> what the shapes leave out of unit forces and moments there (n, 6, ..), see `leaves_out`.

    It is in the part if it was asked for (`static=["interfaces"]`), else it comes from the body that the part was made of.
    """
    known = {one: part.static.get(f"interface {one}") for one in carriers if leaves_out(part, one)}
    stored = {one: static for one, static in known.items() if static is not None}
    missing = [one for one in known if one not in stored]
    return stored | (part.source.rests(part, missing) if missing else {})


def leaves_out(part: Part, carrier: str) -> bool:
    """Whether shapes leave stress of a force at a node "#17" or an interface out, and it is known or can be found."""
    source: Source | None = part.source
    return f"interface {carrier}" in part.static or (source is not None and not source.bears(carrier))


@dataclass(frozen=True)
class HotSpot:
    """The largest stress at one node: when (place in the series), von Mises and principal stresses [Pa]."""

    node: int
    at: np.ndarray
    step: int
    mises: float
    principal: np.ndarray


def hot_spots(part: Part, stress: np.ndarray, count: int = 10, apart: float = 0.0) -> list[HotSpot]:
    """The nodes with the largest von Mises stress in a series (t, n, 6) or one field (n, 6), `apart` [m] from each other."""
    series = rows(stress, 6, f"hot spots of part {part.name!r}: stress")
    series = series[None] if series.ndim == 2 else series
    if series.ndim != 3 or series.shape[1] != len(part.surface.nodes):
        raise ModelError(
            f"hot spots of part {part.name!r}: stress has shape {series.shape[1:]}; there are {len(part.surface.nodes)} points."
        )
    values = mises(series)
    step = values.argmax(axis=0)
    largest = values.max(axis=0)
    count, apart = spots_asked(count, apart, f"hot spots of part {part.name!r}")
    found: list[HotSpot] = []
    x = part.surface.nodes
    for i in np.argsort(-largest, kind="stable"):
        if len(found) == count:
            break
        if part.surface.numbers[i] < 0:  # the middle of an element, which has nodes
            continue
        if all(np.linalg.norm(x[i] - one.at) >= apart for one in found):
            when = int(step[i])
            found.append(
                HotSpot(int(part.surface.numbers[i]), x[i], when, float(largest[i]), principal(series[when, i]))
            )
    return found


def spots_asked(count: Any, apart: Any, where: str) -> tuple[int, float]:
    """How many hot spots, and how far from each other [m], as they were asked for."""
    if isinstance(count, bool) or not isinstance(count, (int, np.integer)) or count < 1:
        raise ModelError(f"{where}: count = {shown(count)}; give a whole number, at least 1.")
    return int(count), number(apart, f"{where}: apart [m]", least=0.0)


def table(spots: list[HotSpot]) -> str:
    """Hot spots as text."""
    lines = ["  node         x         y         z [m]   von Mises   principal stresses [MPa]   step"]
    for one in spots:
        x, s = one.at, one.principal / 1e6
        lines.append(
            f"{one.node:6d} {x[0]:9.4g} {x[1]:9.4g} {x[2]:9.4g}    {one.mises / 1e6:10.5g}   "
            f"{s[0]:8.4g} {s[1]:8.4g} {s[2]:8.4g} {one.step:6d}"
        )
    return "\n".join(lines)


def csv_text(part: Part, stress: np.ndarray) -> str:
    """One field (n, 6) [Pa] as a table: node, place [m], components, von Mises and principal stresses [Pa]."""
    heads = ["node", "x", "y", "z", *COMPONENTS, "mises", "s1", "s2", "s3"]
    values = np.column_stack([part.surface.nodes + part.centre, stress, mises(stress), principal(stress)])
    lines = [",".join(heads)]
    for node, row in zip(part.surface.numbers, values, strict=True):
        lines.append(",".join([str(int(node)), *(f"{one:.9g}" for one in row)]))
    return "\n".join(lines) + "\n"
