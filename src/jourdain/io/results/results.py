"""Results as files: NetCDF4 with labelled arrays for any reader, and all that `load` needs to give an equal Result.

Every piece of a run is stored as it is in memory, bit for bit: the variables "raw: q" .. have the rows of all pieces one
below the other; arrays whose width depends on the model in force (RAGGED) are stored flat. The models are in the
attribute "models" as plain data, each once; the attribute "run" says which piece had which, and holds everything that is
no array. A loaded result compiles its systems only when something asks for them, such as a reaction.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from jourdain import integrators
from jourdain.errors import FileFormatError, JourdainError, ModelError, near
from jourdain.integrators import Integrator
from jourdain.io.model_files.parts import Reader, Writer
from jourdain.io.model_files.plain import from_plain, to_plain
from jourdain.io.model_files.references import MODULE, reference, resolve, trusting
from jourdain.io.results.dataset import dataset, to_csv
from jourdain.io.results.netcdf import Variable, numbers_alone, read, write
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.flexible import modes_of
from jourdain.model.limits import with_stops
from jourdain.model.model import Model
from jourdain.result.pieces import SAMPLES, Piece
from jourdain.result.result import EventRecord, Result, Stats
from jourdain.result.trust import Trust
from jourdain.system.compile import compile, kind_of
from jourdain.system.layout import Layout
from jourdain.system.system import System

__all__ = ["dataset", "load", "save", "to_csv"]

# of its system: what the start, an event or a load factor made of the compiled one
SETTLED = ("q0", "v0", "w0", "ref0", "constant", "gravity", "loads")
RAGGED = {"lam": "rows", "x": "measures", "ref": "turns", "ref0": "turns", "constant": "rows", "loads": "loads"}
# as many as these have
COLUMNS = {"a": "v", "wd": "w", "q0": "q", "v0": "v", "w0": "w", "v_before": "v", "v_after": "v"}
KNOWN = ("row_names", "row_units", "recorded", "length")  # of a system that is not compiled
VELOCITIES = ("v_before", "v_after")  # arrays of an event
PLAIN = ("redundant", "not_unique", "gaps", "moved", "interrupted")  # fields of Result that JSON holds as they are
INTEGRATORS = {
    name: kind for name, kind in vars(integrators).items() if isinstance(kind, type) and issubclass(kind, Integrator)
}


# -- save --------------------------------------------------------------------------------------------------------


def save(result: Result, path: str | Path) -> None:
    """Write a NetCDF4 file; `load` gives an equal result. ModelError, before anything is written, if it cannot be."""
    try:
        models, used = _models(result)
        method = _write_integrator(result)
    except ModelError as problem:
        raise ModelError(
            f"{problem} (To keep the numbers alone: result.to_csv(..), or result.dataset.to_netcdf(.., engine='h5netcdf').)"
        ) from None
    run: dict[str, Any] = {name: getattr(result, name) for name in PLAIN}
    run |= {"integrator": method, "stats": asdict(result.stats)}
    run["systems"] = [_names(result.pieces[used.index(i)]) for i in range(len(models))]
    run["pieces"] = [[i, len(piece)] for i, piece in zip(used, result.pieces, strict=True)]
    run["trust"] = {f.name: x for f in fields(Trust) if not isinstance(x := getattr(result.trust, f.name), np.ndarray)}
    run["events"] = [{k: x for k, x in vars(event).items() if k not in VELOCITIES} for event in result.events]
    if hasattr(result, "stored"):  # a Result with fields of its own, as paths of loads are
        run["kind"] = {"name": reference(type(result), "result", MODULE), "fields": result.stored()}
    whole = dataset(result)
    attributes = {name: _readable(text) for name, text in whole.attrs.items()}
    attributes |= {"models": f"[{', '.join(models)}]", "run": json.dumps(run, default=np.generic.item)}
    write(path, _labelled(whole) | _raw(result), attributes)


def _models(result: Result) -> tuple[list[str], list[int]]:
    """The different models of the pieces as JSON, and which one each piece has."""
    texts: dict[int, str] = {}
    for piece in result.pieces:
        if id(piece.model) not in texts:  # pieces between impacts share theirs
            texts[id(piece.model)] = json.dumps(to_plain(piece.model))
    different = list(dict.fromkeys(texts.values()))
    return different, [different.index(texts[id(piece.model)]) for piece in result.pieces]


def _names(piece: Piece) -> dict[str, Any]:
    """What a loaded result must know of a system without compiling it: names and sizes."""
    system = piece.system
    widths = {"rows": piece.lam.shape[1], "measures": piece.x.shape[1], "turns": piece.ref.shape[1]}
    return {name: getattr(system, name) for name in KNOWN} | widths | {"loads": 3 * len(system.tables["loads"])}


def _readable(text: str) -> str:
    """A text for human readers that NetCDF can hold, whatever characters a name has."""
    return text.replace("\0", "\\0").encode(errors="backslashreplace").decode()


def _labelled(whole: Any) -> dict[str, Variable]:
    return {
        str(name): Variable(x.values, x.dims, x.attrs.get("units", ""), x.attrs["long_name"])
        for name, x in whole.variables.items()
    }


def _raw(result: Result) -> dict[str, Variable]:
    """The arrays behind a result, as they are in memory."""
    found = {}
    for name in SAMPLES:
        found[f"raw: {name}"] = _joined("sample", name, [getattr(piece, name) for piece in result.pieces])
    for name in SETTLED:
        starts = [_settled(piece.system, name)[None] for piece in result.pieces]
        found[f"start: {name}"] = _joined("piece", name, starts)
    for name in VELOCITIES if result.events else ():
        found[f"event: {name}"] = _joined("event", name, [getattr(event, name)[None] for event in result.events])
    for f in fields(Trust):
        if isinstance(x := getattr(result.trust, f.name), np.ndarray):
            found[f"trust: {f.name}"] = Variable(x, (f"trust {f.name}",), meaning="see jourdain.trust.Trust")
    return found


def _settled(system: System, name: str) -> np.ndarray:
    if name == "constant":
        return system.tables["rows"]["constant"]
    if name == "loads":
        return system.tables["loads"]["d"].ravel()
    return system.tables["gravity"] if name == "gravity" else getattr(system, name)


def _joined(rows: str, name: str, parts: list[np.ndarray]) -> Variable:
    meaning = f"{name} of every {rows}, as jourdain.load needs it"
    if name in RAGGED:
        return Variable(np.concatenate([x.ravel() for x in parts]), (f"{rows} {name}",), meaning=meaning)
    data = np.concatenate(parts)
    return Variable(data, (rows, f"raw {COLUMNS.get(name, name)}")[: data.ndim], meaning=meaning)


def _write_integrator(result: Result) -> dict[str, Any]:
    """Its class, by name or as "module:class", and its options."""
    method, kind = result.integrator, type(result.integrator)
    where = f"integrator {kind.__name__}"
    name = kind.__name__ if INTEGRATORS.get(kind.__name__) is kind else reference(kind, where, MODULE)
    w = Writer(result.model)
    return {
        "name": name,
        "options": {
            key: value if isinstance(value, dict) else w.value(value, where)  # a treatment is plain data already
            for key, value in method.plain().items()
            if key != "name"
        },
    }


# -- load --------------------------------------------------------------------------------------------------------


def load(path: str | Path, *, trust_functions: bool = False) -> Result:
    """The result that `Result.save` wrote: equal to it, and as able. FileFormatError for anything else.

    trust_functions: import the Python functions that its model names, which runs code of theirs.
    """
    variables, attributes = read(path)
    if "models" not in attributes or "run" not in attributes:
        raise FileFormatError(
            f"{str(path)!r} holds no model: a Result needs the one that was run; save it anew by result.save(..). "
            f"{numbers_alone(path)}"
        )
    try:
        with trusting(trust_functions):
            return _result(variables, json.loads(attributes["models"]), json.loads(attributes["run"]))
    except JourdainError as problem:
        raise FileFormatError(f"{str(path)!r}: {problem} {numbers_alone(path)}") from problem
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as problem:
        raise FileFormatError(
            f"{str(path)!r} lacks something that a result has ({type(problem).__name__}: {problem}); save it anew. "
            f"{numbers_alone(path)}"
        ) from problem


def _result(variables: dict[str, Variable], models: Any, run: Any) -> Result:
    sources = [
        _Source(
            with_stops(from_plain(model)),
            **{f.name: _tuples(known[f.name]) for f in fields(_Source) if f.name in known},
        )
        for model, known in zip(models, run["systems"], strict=True)
    ]
    trust = {name: _tuples(value) for name, value in run["trust"].items()}
    arrays = {name.partition(": ")[2]: x.data for name, x in variables.items() if name.startswith("trust: ")}
    kind: Any = resolve(run["kind"]["name"], "result") if "kind" in run else Result
    result: Result = kind(
        pieces=_pieces(variables, sources, run["pieces"]),
        integrator=_read_integrator(run["integrator"], sources[0].model),
        stats=Stats(**run["stats"]),
        trust=Trust(**trust, **arrays),
        events=_events(variables, run["events"]),
        **{name: _tuples(run[name]) for name in PLAIN},
        **(kind.restored(run["kind"]["fields"]) if "kind" in run else {}),
    )
    return result


def _tuples(value: Any) -> Any:
    """Lists, which are what JSON has, as the tuples that they were."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _pieces(variables: dict[str, Variable], sources: list[_Source], entries: Sequence[Any]) -> list[Piece]:
    own = [sources[index] for index, _ in entries]
    samples = {name: _split(variables[f"raw: {name}"], name, own, [n for _, n in entries]) for name in SAMPLES}
    known = [name for name in SETTLED if f"start: {name}" in variables]  # older files have no loads of their own
    settled = {name: _split(variables[f"start: {name}"], name, own, [1] * len(own)) for name in known}
    pieces = []
    for i, source in enumerate(own):
        system = _StoredSystem.of(source, {name: parts[i][0] for name, parts in settled.items()})
        pieces.append(Piece(system=system, **{name: parts[i] for name, parts in samples.items()}))
    return pieces


def _split(variable: Variable, name: str, sources: list[_Source], counts: list[int]) -> list[np.ndarray]:
    """The parts that `_joined` joined."""
    if name not in RAGGED:
        return np.split(variable.data, np.cumsum(counts)[:-1])
    shapes = [(n, getattr(source, RAGGED[name])) for n, source in zip(counts, sources, strict=True)]
    parts = np.split(variable.data, np.cumsum([n * width for n, width in shapes])[:-1])
    return [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]


def _events(variables: dict[str, Variable], entries: Sequence[dict[str, Any]]) -> list[EventRecord]:
    found = []
    for i, entry in enumerate(entries):
        velocities = {name: variables[f"event: {name}"].data[i].copy() for name in VELOCITIES}
        found.append(EventRecord(**velocities, **{name: _tuples(value) for name, value in entry.items()}))
    return found


def _read_integrator(entry: dict[str, Any], model: Model) -> Any:
    name = entry["name"]
    if name not in INTEGRATORS and ":" not in name:
        raise FileFormatError(f"integrator: there is no {name!r} in this version.{near(name, INTEGRATORS)}")
    kind = INTEGRATORS[name] if name in INTEGRATORS else resolve(name, "integrator")
    r = Reader(model)
    options: dict[str, Any] = {
        key: value if isinstance(value, dict) and "name" in value else r.value(value, f"integrator -> {key}")
        for key, value in entry["options"].items()
    }
    return kind(**options)


# -- systems that wait -------------------------------------------------------------------------------------------


@dataclass
class _Source:
    """A stored model with the names and sizes of its system; compiled once for all pieces, when first needed."""

    model: Model
    row_names: tuple[str, ...]
    row_units: tuple[str, ...]
    recorded: dict[str, int]
    length: float
    rows: int
    measures: int
    turns: int
    loads: int = 0

    @functools.cached_property
    def system(self) -> System:
        """The compiled model; refused if it is not the one whose numbers were stored."""
        system = compile(self.model)
        sizes = (system.n_rows, len(system.tables["measures"]), len(system.ref0))
        if system.row_names != self.row_names or sizes != (self.rows, self.measures, self.turns):
            raise FileFormatError(
                f"model {self.model.name!r}: its rows are not those of the stored run; a joint function that it names "
                "has changed since. Take the module as it was then."
            )
        return system


class _StoredSystem(System):
    """The system of a loaded piece: names and start are known, and the rest is compiled when it is first asked for.

    (A cold compile takes half a minute; to look at the motion of a stored run needs none.)
    """

    @classmethod
    def of(cls, source: _Source, settled: dict[str, np.ndarray]) -> _StoredSystem:
        model, system = source.model, cls.__new__(cls)
        known = {name: getattr(source, name) for name in ("model", *KNOWN)}
        known |= {"name": model.name, "bodies": tuple(model.bodies), "state_names": tuple(model.states)}
        known["coordinates"] = tuple(model.coordinates) if isinstance(model, LagrangianModel) else ()
        known["layout"] = Layout.of(kind_of(model), model.bodies, known["coordinates"], modes_of(model.bodies))
        known["com"] = np.array([body.com for body in model.bodies.values()]).reshape(-1, 3)
        vars(system).update(known, source=source, **settled)
        return system

    @property
    def n_rows(self) -> int:
        """Number of rows, position level first."""
        return len(self.row_names)

    def __getattr__(self, name: str) -> Any:
        """Only what is not known yet is looked for here."""
        if name not in {f.name for f in fields(System)} or "source" not in vars(self):
            raise AttributeError(f"a System has no attribute {name!r}")
        own = vars(self)
        compiled = own["source"].system
        rows = compiled.tables["rows"].copy()
        rows["constant"] = own["constant"]
        own.update({f.name: getattr(compiled, f.name) for f in fields(System) if f.name not in own})
        own["tables"] = compiled.tables | {"rows": rows}
        if "loads" in own:
            loads = compiled.tables["loads"].copy()
            loads["d"] = loads["rest_d"] = own["loads"].reshape(-1, 3)
            own["tables"] |= {"loads": loads, "gravity": own["gravity"]}
        return own[name]
