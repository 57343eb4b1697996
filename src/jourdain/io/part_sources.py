"""The body behind a part in files: meshes, materials and matrices as arrays, and a text that says what they are."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from jourdain.errors import FileFormatError
from jourdain.fe.beams import BeamMesh, Beams
from jourdain.fe.given import Given
from jourdain.fe.interfaces import Interface
from jourdain.fe.mesh import Listed, Mesh
from jourdain.fe.solids import Solids
from jourdain.fe.source import Source
from jourdain.model.sections import GeneralSection, Material, Section

PREFIX = "source_"  # of the names of arrays
_KINDS: dict[str, type] = {
    one.__name__: one
    for one in (BeamMesh, Beams, GeneralSection, Given, Interface, Listed, Material, Mesh, Section, Solids, Source)
}


def source_variables(source: Source | None) -> tuple[dict[str, np.ndarray], str]:
    """Arrays by name, and the text that `source_of` makes the body from; no source is an empty text."""
    arrays: dict[str, np.ndarray] = {}
    return arrays, "" if source is None else json.dumps(_plain(source, arrays))


def source_of(text: str, arrays: dict[str, np.ndarray]) -> Source | None:
    """The body that `source_variables` took apart."""
    return _made(json.loads(text), arrays) if text else None


def _plain(value: Any, arrays: dict[str, np.ndarray]) -> Any:
    """As numbers, texts and lists; arrays stand in `arrays`, and their names here."""
    if isinstance(value, csr_array):
        three = [_plain(one, arrays) for one in (value.data, value.indices, value.indptr)]
        return {"sparse": three, "shape": list(value.shape)}
    if isinstance(value, np.ndarray):
        name = f"{PREFIX}{len(arrays)}"
        arrays[name] = value
        return {"array": name}
    if isinstance(value, dict):
        return {"table": [[key, _plain(one, arrays)] for key, one in value.items()]}
    if isinstance(value, (list, tuple)):
        return [_plain(one, arrays) for one in value]
    if type(value).__name__ in _KINDS:
        own = {one.name: _plain(getattr(value, one.name), arrays) for one in fields(value) if one.init}
        return {"kind": type(value).__name__, "fields": own}
    return value.item() if isinstance(value, np.generic) else value


def _made(plain: Any, arrays: dict[str, np.ndarray]) -> Any:
    """What `_plain` says; lists become tuples."""
    if isinstance(plain, list):
        return tuple(_made(one, arrays) for one in plain)
    if not isinstance(plain, dict):
        return plain
    if "array" in plain:
        return np.array(arrays[plain["array"]])
    if "sparse" in plain:
        return csr_array(_made(plain["sparse"], arrays), shape=tuple(plain["shape"]))
    if "table" in plain:
        return {key: _made(one, arrays) for key, one in plain["table"]}
    if plain.get("kind") not in _KINDS:
        raise FileFormatError(f"the part was made of {plain.get('kind')!r}, which this version does not know.")
    return _KINDS[plain["kind"]](**{key: _made(one, arrays) for key, one in plain["fields"].items()})
