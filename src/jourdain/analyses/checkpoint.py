"""Checkpoints: the whole memory of a run in a file, from which it goes on as if nothing had records, to the last bit."""

from __future__ import annotations

import json
import time
import zipfile
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from jourdain._version import __version__
from jourdain.analyses.simulate import check_states, finish
from jourdain.errors import FileFormatError, JourdainError, ModelError, shown
from jourdain.integrators import integrator_from_plain
from jourdain.io.model_files.plain import from_plain, to_plain
from jourdain.io.model_files.references import trusting
from jourdain.io.writing import replacing
from jourdain.kernels.context import SCHEMAS, Context
from jourdain.kernels.tables import SPARE, WORK
from jourdain.kernels.tree.server import TreeContext, make_room
from jourdain.model.parsing import number
from jourdain.result.result import EventRecord, Result
from jourdain.run.actions import Snapshot
from jourdain.run.coordinates import as_integrated
from jourdain.run.plain import PlainSystem
from jourdain.run.redundancy import leaving_spare
from jourdain.run.run import Run, Segment
from jourdain.run.start import Start
from jourdain.run.systems import RunSystems
from jourdain.system.compile import compile
from jourdain.system.switchable import LAW_NUMBERS
from jourdain.system.system import System, evaluate

FORMAT = 2
_START = ("q", "v", "w", "a", "wd", "lam", "ref", "energy")
_FOUND = ("moved", "redundant", "gaps")  # at the start, besides its state
_SYSTEM = ("q0", "v0", "w0", "ref0")
_SWITCHED = {  # numbers of tables that events change
    "rows": ("active", "constant", "weight"),
    "laws": LAW_NUMBERS,
}


class Keeper:
    """Writes the checkpoint of a run every so many seconds of computing, and takes it away when the run is complete."""

    def __init__(self, path: Any, every: float, trust: str, system: System) -> None:
        to_plain(system.model)  # say so now, not after an hour, if that cannot be
        self.path, self.every, self.trust = Path(path), number(every, "checkpoint_every [s]", least=0.0), trust
        if self.path.is_dir() or not self.path.parent.is_dir():
            raise ModelError(f"checkpoint = {shown(str(path))} cannot be written: give a file in a folder that exists.")
        self._last = time.monotonic()

    def pause(self, run: Run, notes: tuple[str, ...]) -> Callable[[], None]:
        """What a run calls between its chunks."""

        def look_at_the_clock() -> None:
            if time.monotonic() - self._last >= self.every:
                self.write(run, notes)

        return look_at_the_clock

    def write(self, run: Run, notes: tuple[str, ...]) -> None:
        """Store everything; the old file is replaced only when the new one is complete."""
        header, arrays = _packed(run, self.trust, self.every, notes)
        stored: dict[str, Any] = {"header": np.array(json.dumps(header)), **arrays}
        with replacing(self.path) as temporary, open(temporary, "wb") as file:
            np.savez(file, **stored)
        self._last = time.monotonic()

    def clear(self) -> None:
        """The run is complete: nothing to go on from."""
        self.path.unlink(missing_ok=True)


def _packed(run: Run, trust: str, every: float, notes: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    arrays: dict[str, np.ndarray] = {"times": run.times, "between": run.between}
    segments = []
    for i, segment in enumerate(run.segments):
        system, start = segment.system, segment.start
        arrays |= {f"{i}/system/{name}": getattr(system, name) for name in _SYSTEM}
        arrays[f"{i}/system/constant"] = system.tables["rows"]["constant"]
        arrays[f"{i}/system/looped"] = system.tables["rows"]["looped"]
        arrays |= {f"{i}/start/{name}": getattr(start, name) for name in _START}
        arrays[f"{i}/start/flags"] = start.flags
        arrays[f"{i}/start/looped"] = start.system.tables["rows"]["looped"]
        for table, names in _SWITCHED.items():
            arrays |= {f"{i}/switched/{table}/{name}": start.system.tables[table][name] for name in names}
        arrays |= _memory(segment.mo, f"{i}/motion")
        for name in segment.blows[0] if segment.blows else ():
            arrays[f"{i}/blows/{name}"] = np.concatenate([block[name] for block in segment.blows])
        segments.append({name: getattr(start, name) for name in _FOUND})
        segments[-1]["model"] = to_plain(segment.model)
        segments[-1]["stops"] = segment.systems.stops
        segments[-1] |= {"engaged": sorted(segment.plain.engaged), "locked": sorted(segment.plain.locked)}
        if segment.systems.base is not run.segments[0].systems.base:
            segments[-1]["base"] = to_plain(segment.systems.base)
    arrays |= {f"work/{name}": getattr(run.here.s, name) for name in _work(run)}
    events = []
    for k, record in enumerate(run.events):
        arrays |= {f"event {k}/{name}": getattr(record, name) for name in ("v_before", "v_after")}
        events.append({key: value for key, value in asdict(record).items() if not key.startswith("v_")})
    header = {
        "jourdain checkpoint": FORMAT,
        "version": __version__,
        "model": to_plain(run.original),
        "method": run.method.plain(),
        "trust": trust,
        "every": every,
        "notes": [*notes, *run.notes],
        "cpu": run.cpu,
        "segments": segments,
        "events": events,
    }
    return header, arrays


def _work(run: Run) -> tuple[str, ...]:
    """What of the memory of the system a run goes on with."""
    if not isinstance(run.here.s, TreeContext):
        return tuple(WORK)
    return (*WORK, "scale", *(("newton", "exchange") if run.method.implicit else ()))


def _memory(mo: Context, where: str) -> dict[str, np.ndarray]:
    """All arrays of a motion and of what belongs to it, by name; of systems in it the work, as tables are compiled anew."""
    names = WORK if mo.schema == "system" else SCHEMAS[mo.schema]
    found = {f"{where}/{name}": mo.array(name) for name in names}
    for name, part in mo.parts.items():
        found |= _memory(part, f"{where}/{name}")
    return found


def resume(path: str | Path, *, trust_functions: bool = False, progress: bool | None = None) -> Result:
    """Go on from a checkpoint file to the end of its run; the result is the same, bit for bit, as without interruption.

    trust_functions: import the Python functions that its model names, which runs code of theirs.
    """
    path = Path(path)
    header, arrays = _read(path)
    try:
        with trusting(trust_functions):
            run = _unpacked(header, arrays)
    except JourdainError as problem:
        raise FileFormatError(f"{path}: the run in this checkpoint cannot be set up again: {problem}") from problem
    except (LookupError, ValueError, TypeError) as problem:
        raise FileFormatError(f"{path}: this checkpoint is incomplete or damaged ({problem!r}).") from problem
    keeper = Keeper(path, float(header["every"]), header["trust"], run.first)
    return finish(run, header["trust"], progress, keeper, tuple(header["notes"]))


def _read(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        header = json.loads(str(arrays.pop("header")))
        found = header["jourdain checkpoint"]
    except FileNotFoundError:
        raise FileFormatError(f"{path}: there is no such checkpoint (a complete run takes its own away).") from None
    except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as problem:
        raise FileFormatError(f"{path}: this is no checkpoint of Jourdain, or it is damaged ({problem}).") from None
    if found != FORMAT or header.get("version") != __version__:
        raise FileFormatError(
            f"{path}: written by Jourdain {header.get('version')} (checkpoint format {found}); only the same version, here "
            f"{__version__} (format {FORMAT}), can go on from it bit for bit. Run it with that version, or start again."
        )
    return header, arrays


def _unpacked(header: dict[str, Any], arrays: dict[str, np.ndarray]) -> Run:
    method = integrator_from_plain(header["method"])
    first = compile(from_plain(header["model"]))
    check_states(first, method)
    run = Run(first, method, arrays["times"])
    run.between = arrays["between"]
    run.cpu = float(header["cpu"])
    for i, stored in enumerate(header["segments"]):
        run.segments.append(_stretch(run, i, stored, arrays))
    if not run.here.s.values.size:
        raise ValueError("no work memory")
    if isinstance(run.here.s, TreeContext) and method.implicit:
        make_room(run.here.s)
    for name in _work(run):
        getattr(run.here.s, name)[...] = arrays[f"work/{name}"]
    for k, stored in enumerate(header["events"]):
        v_before, v_after = (arrays[f"event {k}/{name}"] for name in ("v_before", "v_after"))
        stored["actions"] = tuple(stored["actions"])
        run.events.append(EventRecord(**stored, v_before=v_before, v_after=v_after))
    return run


def _stretch(run: Run, i: int, stored: dict[str, Any], arrays: dict[str, np.ndarray]) -> Segment:
    """A segment as it was: systems switched as they were, its start, its memory."""
    systems = _switched_systems(run, i, stored, arrays)
    state = {name: arrays[f"{i}/start/{name}"] for name in _START}
    system = systems.outer.in_force(state["q"], state["v"], state["w"], state["ref"])
    if arrays[f"{i}/start/flags"][SPARE] > 0.0:
        systems.leave(arrays[f"{i}/start/looped"] == 2)
        system = leaving_spare(system, arrays[f"{i}/start/looped"] == 2)
    context = system.context()
    times = arrays[f"{i}/motion/times"].copy()
    t = float(times[0])
    evaluate(system.kind, context, t, state["q"], state["v"], w=state["w"], ref=state["ref"])
    context.flags[:] = arrays[f"{i}/start/flags"]
    known: dict[str, Any] = state | {name: stored[name] for name in _FOUND}
    start = Start(**known, context=context, system=system)
    inner = as_integrated(systems, start, t)
    inner.last_flags = inner.flags.copy()  # segments share their memory
    works, room = len(arrays[f"{i}/motion/power"]) > 0, len(arrays[f"{i}/motion/blows"])
    mo = run.method.memory(inner.system, times, works, run.span, room)
    for name, array in _memory(mo, f"{i}/motion").items():
        array[...] = arrays[name]
    s = inner.system.context()
    plain = PlainSystem(systems, start, system=_plain(run, i, stored, arrays))
    blows = {name.rsplit("/", 1)[1]: array for name, array in arrays.items() if name.startswith(f"{i}/blows/")}
    return Segment(systems, start, inner, s, mo, plain, [blows] if blows else [])


def _plain(run: Run, i: int, stored: dict[str, Any], arrays: dict[str, np.ndarray]) -> System:
    """The system of a segment as results show it."""
    system = compile(from_plain(stored["model"])) if i else run.first
    rows = system.tables["rows"].copy()
    rows["constant"], rows["looped"] = arrays[f"{i}/system/constant"], arrays[f"{i}/system/looped"]
    values: dict[str, Any] = {name: arrays[f"{i}/system/{name}"] for name in _SYSTEM}
    return replace(system, tables=system.tables | {"rows": rows}, **values)


def _switched_systems(run: Run, i: int, stored: dict[str, Any], arrays: dict[str, np.ndarray]) -> RunSystems:
    """The systems of a segment with what was in force then."""
    if not i:
        run.first_systems()
    systems = next(iter(run.variants.values()))
    if "base" in stored:
        key = json.dumps(stored["base"])
        if key not in run.variants:
            base = compile(from_plain(stored["base"]))
            run.variants[key] = RunSystems(
                base, run.method.coordinates_for(run.first.kind), run.compiled, key, splits=run.method.splits
            )
        systems = run.variants[key]
    if stored["stops"] and not systems.stops:
        q, v, w = (arrays[f"{i}/start/{name}"] for name in ("q", "v", "w"))
        now = Snapshot(0.0, q, v, w, np.zeros_like(systems.whole.ref0))
        systems = systems.having_stops(now, run.variants)
    numbers = {
        table: {name: arrays[f"{i}/switched/{table}/{name}"] for name in names} for table, names in _SWITCHED.items()
    }
    systems.recall(numbers, stored["engaged"], stored["locked"], from_plain(stored["model"]))
    return systems
