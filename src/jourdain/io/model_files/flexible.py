"""Flexible bodies as plain data: the file of their reduced part, or the part itself as text, and how they start."""

from __future__ import annotations

import base64
import io
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.errors import FileFormatError
from jourdain.io.model_files.entries import Entry, joined, located
from jourdain.io.model_files.parts import Reader, Writer, as_name, components, without
from jourdain.io.part_files import load_part, part_of, variables_of
from jourdain.model.elements import Marker
from jourdain.model.flexible import FlexibleBody
from jourdain.model.parsing import orientation, triple
from jourdain.model.part import Part

PACKED = "part:"  # before the arrays of a part that has no file of its own: zipped, as text


def write_flexible(w: Writer, body: FlexibleBody) -> dict[str, Any]:
    """What `Model.flexible` takes."""
    damping, zero = body.damping.tolist(), [0.0, 0.0, 0.0]
    entry = {
        "reduced": body.file or PACKED + _packed(body.part),
        "at": components(body.at, False),
        "rotation": w.rotation(body.rotation, 0.0, False),
        "velocity": components(body.velocity, False),
        "spin": components(body.spin, False),
        "damping": damping[0] if len(set(damping)) == 1 else damping,
        "stiffening": body.stiffening,
        "amplitudes": body.amplitudes.tolist(),
        "amplitude_rates": body.amplitude_rates.tolist(),
        "markers": {as_name(label, f"marker on {body.name!r}"): _marker(w, m) for label, m in body.markers.items()},
    }
    still: dict[str, Any] = {"at": zero, "rotation": [1.0, 0.0, 0.0, 0.0], "velocity": zero, "spin": zero}
    none = [0.0] * body.part.modes
    still |= {"damping": 0.0, "stiffening": True, "amplitudes": none, "amplitude_rates": none, "markers": {}}
    return without(still, entry)


def _marker(w: Writer, marker: Marker) -> dict[str, Any]:
    frame = w.frame(marker)
    frame.pop("at", None)  # which is that of its interface or node
    return without({"on": marker.label}, frame)


def read_flexible(r: Reader, name: str, data: Any, path: str) -> None:
    """Add a flexible body to the model."""
    vectors, amplitudes = ("at", "velocity", "spin"), ("amplitudes", "amplitude_rates")
    optional = (*vectors, *amplitudes, "rotation", "damping", "stiffening", "markers")
    entry = Entry(data, path, required=("reduced",), optional=optional)
    given: dict[str, Any] = {key: entry.numbers(key) for key in (*vectors, *amplitudes) if key in entry}
    given |= {key: entry[key] for key in ("damping", "stiffening") if key in entry}
    text = entry.text("reduced")
    with located(entry.at("reduced")):
        part = _unpacked(text[len(PACKED) :]) if text.startswith(PACKED) else _loaded(r, text)
    with located(path):
        body = r.model.flexible(name, part, rotation=r.rotation(entry), **given)
    body.file = "" if text.startswith(PACKED) else text
    for label, one in entry.table("markers").items():
        marker = Entry(one, joined(entry.at("markers"), label), optional=("on", "rotation"))
        with located(marker.path):
            turn = orientation(r.rotation(marker), False, "rotation")[0]
            carrier = marker.text("on", label)
            at = triple(body.com + body.carrier(carrier).at)
            body.markers[label] = Marker(name, label, at, turn, carrier=carrier)


def _loaded(r: Reader, text: str) -> Part:
    """The part of a file, beside the model file or where the path leads from here."""
    beside = getattr(r, "folder", Path()) / text
    file = beside if beside.exists() else Path(text)
    if not file.exists():
        raise FileFormatError(f"there is no file {text!r}; write the part with jourdain.save_part(part, {text!r}).")
    return load_part(file)


def _packed(part: Part) -> str:
    """All arrays and texts of a part, zipped, as text."""
    arrays, texts = variables_of(part)
    memory, stored = io.BytesIO(), arrays | {f"text_{key}": np.array(value) for key, value in texts.items()}
    np.savez(memory, **stored)  # type: ignore[arg-type]
    return base64.b64encode(zlib.compress(memory.getvalue(), 9)).decode("ascii")


def _unpacked(text: str) -> Part:
    try:
        stored = np.load(io.BytesIO(zlib.decompress(base64.b64decode(text))), allow_pickle=False)
        arrays = {key: stored[key] for key in stored.files}
    except (ValueError, OSError, zlib.error) as problem:
        raise FileFormatError(f"the part inside the file cannot be read ({problem}).") from None
    texts = {key.removeprefix("text_"): str(value) for key, value in arrays.items() if key.startswith("text_")}
    return part_of(arrays, texts)
