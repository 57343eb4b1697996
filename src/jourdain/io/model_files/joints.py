"""Joints, drives and the user's own rows as plain data.

A joint is its kind, its two markers (or the joints it couples) and its options; the joint function makes the rows anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from jourdain.errors import FileFormatError, ModelError, near
from jourdain.io.model_files.entries import Entry, as_table, as_text, gathered, joined, located
from jourdain.io.model_files.parts import ROW_KEYS, Reader, Writer, without
from jourdain.io.model_files.references import MODULE, reference, resolve
from jourdain.model import joints as joint_kinds
from jourdain.model.elements import Joint, Row
from jourdain.model.limits import held_at_limit, plain_limits


def write_joint(w: Writer, joint: Joint) -> dict[str, Any]:
    """What `Model.joint`, `drive` or `row` take."""
    if joint.function is None and joint.kind in ("drive", "row"):
        where = f"{joint.kind} {joint.name!r}"
        write = _drive if joint.kind == "drive" else _row
        parts = write(w, joint, where) or {"rows": [w.row(row, where) for row in joint.rows]}
        entry = {"kind": joint.kind, **parts}
    else:
        entry = _kind_of_joint(w, joint)
    about = {"limits": plain_limits(joint), "rated": dict(joint.rated), "at_limit": held_at_limit(w.model, joint)}
    entry |= without({"limits": {}, "rated": {}, "at_limit": []}, about)
    return entry if joint.active else entry | {"active": False}


ABOUT = ("limits", "rated", "at_limit")
"""What is said about a joint between two markers besides what it holds."""


def read_about(joint: Joint, entry: Entry) -> None:
    """What is known of a joint and not acted on, and at which limits it starts."""
    joint.rated = dict(entry.table("rated"))
    joint.at_limit = tuple(as_text(name, entry.at("at_limit")) for name in entry.items("at_limit"))
    for name in joint.at_limit:
        if name not in joint.limits:
            raise FileFormatError(f"{entry.at('at_limit')}: {name!r} has no limits.{near(name, joint.limits)}")


def _drive(w: Writer, joint: Joint, where: str) -> dict[str, Any]:
    """Measure and motion; nothing if the row is not what `Model.drive` makes of these."""
    if [len(row.terms) for row in joint.rows] != [1]:
        return {}
    row = joint.rows[0]
    measure = row.terms[0][1]
    if _content([row]) != _content([Row("drive", ((1.0, measure),), 0.0, row.function, derivatives=row.derivatives)]):
        return {}
    entry = {"measure": w.measure(measure), "motion": w.value(row.function, where)}
    return without({"derivatives": None}, entry | {"derivatives": w.value(row.derivatives, where)})


def _row(w: Writer, joint: Joint, where: str) -> dict[str, Any]:
    """The parts of the one row; nothing if there are others."""
    if [row.label for row in joint.rows] != ["row"]:
        return {}
    return without({"label": "row"}, w.row(joint.rows[0], where))


def _kind_of_joint(w: Writer, joint: Joint) -> dict[str, Any]:
    """Kind, sides and options, and the rows if they are not what these give."""
    where = f"joint {joint.name!r}"
    kind: Any = joint.kind
    if joint.function is not None:
        kind = {"function": reference(joint.function, where, MODULE)}
    written, sides = _sides(w, joint, where)
    options = {name: w.value(value, f"{where}: {name}") for name, value in joint.options.items()}
    entry = without({"options": {}}, {"kind": kind, **written, "options": options})
    as_read = {name: Reader(w.model).value(value, where) for name, value in options.items()}
    try:
        made = joint_kinds.find(joint.function or joint.kind, w.model.planar)(*sides, **as_read)
    except ModelError as problem:
        raise ModelError(f"{where}: {problem}") from None
    if _content(made) != _content(joint.rows):
        entry["rows"] = [w.row(row, where) for row in joint.rows]
    return entry


def _sides(w: Writer, joint: Joint, where: str) -> tuple[dict[str, Any], tuple[Any, ...]]:
    """The two markers, or the names of the two joints; written, and as the joint function takes them."""
    if joint.couples is not None:
        for name in joint.couples:
            if name not in w.model.joints:
                raise ModelError(f"{where}: it couples {name!r}, which is not in the model any more; remove both.")
        return {"joints": list(joint.couples)}, tuple(w.model.joints[name] for name in joint.couples)
    if joint.a is None or joint.b is None:
        raise ModelError(
            f"{where}: a joint without two sides cannot be written to a file; use Model.row for rows alone."
        )
    written = {}
    for side, marker in (("a", joint.a), ("b", joint.b)):
        own = w.model.find_body(marker.body, where).markers.get(marker.label, marker)
        if repr(own) != repr(marker):  # the model would refuse the joint when it is read
            raise ModelError(
                f"{where}: marker {marker.label!r} on {marker.body!r} was replaced by another one of that name after the "
                "joint was made; make the joint anew."
            )
        written[side] = w.marker(marker, where, f"{where} ({joint.kind})")
    return written, (joint.a, joint.b)


def _content(rows: Any) -> str:
    """Rows as a text that is equal for equal numbers, and for functions of one name that a joint makes anew each time."""

    def shown(value: Any) -> Any:
        if not callable(value):
            return value
        return getattr(value, "__module__", ""), getattr(value, "__qualname__", repr(value))

    def content(row: Row) -> tuple[Any, ...]:
        terms = [(float(factor), measure) for factor, measure in row.terms]
        constant = row.constant if row.constant is None else float(row.constant)
        functions = [shown(f) for f in (row.function, *(row.derivatives or ()))]
        return row.label, terms, constant, functions, tuple(row.inputs), row.level

    return repr([content(row) for row in rows])


def read_joint(r: Reader, name: str, data: dict[str, Any], path: str) -> None:
    """Add a joint, a drive or rows to the model."""
    kind = data.get("kind")
    if kind == "drive" and "rows" not in data:
        _read_drive(r, name, data, path)
    elif kind in ("drive", "row"):
        _read_rows(r, name, data, path)
    else:
        _read_kind_of_joint(r, name, data, path)


def read_joints(r: Reader, table: dict[str, Any], read: Callable[..., None] = read_joint) -> None:
    """Joints of two markers first, since all others may refer to any of these; then the order of the data."""
    entries = {}
    for name, data in table.items():
        with gathered(r, name):
            entries[name] = as_table(data, joined("joints", name))
    for name, data in sorted(entries.items(), key=lambda item: not _of_markers(item[1])):
        with gathered(r, name):
            read(r, name, data, joined("joints", name))
    others = [name for name in r.model.joints if name not in table]  # of beams, and of included machines
    r.model.joints = {name: r.model.joints[name] for name in (*others, *table) if name in r.model.joints}


def _of_markers(data: dict[str, Any]) -> bool:
    return "joints" not in data and data.get("kind") not in ("drive", "row", *joint_kinds.COUPLES_JOINTS)


def _read_drive(r: Reader, name: str, data: Any, path: str) -> None:
    entry = Entry(data, path, required=("kind", "measure", "motion"), optional=("derivatives", "active"))
    derivatives = r.derivatives(entry)
    measure, motion = r.measure(entry["measure"], entry.at("measure")), r.function(entry["motion"], entry.at("motion"))
    with located(path):
        joint = r.model.drive(name, measure, motion, derivatives=derivatives)
    joint.active = entry.flag("active", True)


def _read_rows(r: Reader, name: str, data: Any, path: str) -> None:
    """Rows of the user's own: one with its parts in the entry itself, or a list."""
    entry = Entry(data, path, required=("kind",), optional=("active", *(("rows",) if "rows" in data else ROW_KEYS)))
    rows = _row_list(r, entry) if "rows" in entry else (r.row(entry, "row"),)
    with located(path):
        joint = r.model.row(name, ())
    joint.kind, joint.rows, joint.active = entry.text("kind"), rows, entry.flag("active", True)


def _row_list(r: Reader, entry: Entry) -> tuple[Row, ...]:
    places = [(item, joined(entry.at("rows"), str(i))) for i, item in enumerate(entry.items("rows"), 1)]
    return tuple(r.row(Entry(item, path, required=("label",), optional=ROW_KEYS)) for item, path in places)


def _read_kind_of_joint(r: Reader, name: str, data: Any, path: str) -> None:
    model = r.model
    kind, kind_path = data.get("kind"), joined(path, "kind")
    if isinstance(kind, Mapping):
        kind = resolve(Entry(kind, kind_path, required=("function",))["function"], kind_path)
    if "kind" in data:  # before the keys, which depend on it
        with located(kind_path):
            joint_kinds.find(kind, model.planar)
    sides = ("a", "b") if _of_markers(data) else ("joints",)
    entry = Entry(data, path, required=("kind", *sides), optional=("options", "active", "rows", *ABOUT))
    label = f"joint {name!r} ({kind if isinstance(kind, str) else kind.__name__})"
    if "a" in entry:
        pair: Any = [r.marker(entry[side], entry.at(side), label) for side in sides]
    else:
        pair = _coupled(r, entry)
    options = read_options(r, entry)
    with located(path):
        limits = entry.data.get("limits")
        joint = model.joint(name, kind, *pair, active=entry.flag("active", True), limits=limits, **options)
    read_about(joint, entry)
    if "rows" in entry:
        joint.rows = _row_list(r, entry)


def read_options(r: Reader, entry: Entry) -> dict[str, Any]:
    """Options of a joint function; arguments of `Model.joint` itself do not stand there."""
    options = {key: r.value(value, joined(entry.at("options"), key)) for key, value in entry.table("options").items()}
    for key in options:
        if key in signature(r.model.joint).parameters:
            raise FileFormatError(f"{joined(entry.at('options'), key)}: this is no option of the joint function.")
    return options


def _coupled(r: Reader, entry: Entry) -> tuple[Joint, Joint]:
    names = [as_text(name, entry.at("joints")) for name in entry.items("joints")]
    for name in names:
        if name not in r.model.joints:
            raise FileFormatError(f"{entry.at('joints')}: there is no joint {name!r}.{near(name, r.model.joints)}")
    if len(names) != 2:
        raise FileFormatError(f"{entry.at('joints')}: two joints are coupled, here are {len(names)}.")
    return r.model.joints[names[0]], r.model.joints[names[1]]
