"""Models in the form of model files: plain data with short forms where these say exactly the same."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from jourdain.errors import FileFormatError
from jourdain.io.model_files.human import HumanReader
from jourdain.io.model_files.parts import Reader
from jourdain.io.model_files.plain import to_plain
from jourdain.model.elements import Marker
from jourdain.model.measures import KINDS
from jourdain.model.model import Model
from jourdain.model.rotations import Rotation

_SHORT_MEASURES = ({"kind", "joint"}, {"kind", "body", "coordinate"}, {"kind", "coordinate"})
_PLACE = ("at", "axis", "rotation", "at_a", "at_b")


def shortened(model: Model) -> dict[str, Any]:
    """The plain data of a model, with markers and measures as texts, shapes by name, and drives in a section of their own.

    A short form is taken only if it reads as the very same thing.
    """
    plain = to_plain(model)
    short = _Shortener(model)
    if not plain.get("planar", True):
        del plain["planar"]
    for name, part in plain.get("joints", {}).items():
        plain["joints"][name] = _by_place(model, name, part)
    for section in ("joints", "measures", "forces", "loads", "states", "events"):
        if section in plain:
            plain[section] = {name: short.entry(part) for name, part in plain[section].items()}
    for body in (plain.get("ground", {}), *plain.get("bodies", {}).values()):
        if "shape" in body:
            body["shape"] = _short_shape(body["shape"])
        for key in ("visuals", "collisions"):
            if key in body:
                body[key] = [_short_shape(one) for one in body[key]]
    return _with_drives(plain)


def _short_shape(shape: dict[str, Any]) -> dict[str, Any]:
    if "volume" in shape:
        return shape
    rest = {key: value for key, value in shape.items() if key not in ("kind", "path", "size")}
    return {shape["kind"]: shape["path" if "path" in shape else "size"], **rest}


def _with_drives(plain: dict[str, Any]) -> dict[str, Any]:
    """Drives that stand after all other joints, as a section of their own; their order numbers the equations."""
    joints = plain.get("joints", {})
    names = list(joints)
    while names and joints[names[-1]]["kind"] == "drive" and "rows" not in joints[names[-1]]:
        names.pop()
    drives = {
        name: {k: v for k, v in part.items() if k != "kind"} for name, part in joints.items() if name not in names
    }
    found: dict[str, Any] = {}
    for section, content in plain.items():
        if section != "joints":
            found[section] = content
            continue
        if names:
            found["joints"] = {name: joints[name] for name in names}
        if drives:
            found["drives"] = drives
    return found


class _Shortener:
    """Replaces markers and measures in plain data by texts."""

    def __init__(self, model: Model) -> None:
        self.plain, self.human = Reader(model), HumanReader(model, {})

    def entry(self, data: Any) -> Any:
        """Plain data with all that is inside it shortened."""
        if isinstance(data, list):
            return [self.entry(item) for item in data]
        if not isinstance(data, dict):
            return data
        if set(data) == {"body", "label"} and data["body"] == data["label"]:  # the frame of a section
            return self._same(data, data["body"], "marker")
        if set(data) == {"body", "marker"}:
            return self._same(data, f"{data['body']}.{data['marker']}", "marker")
        if "kind" in data and ({"ports", "beam", "node", "element"} & set(data) or set(data) in _SHORT_MEASURES):
            return self._measure(data)
        return {key: value if key in ("options", "function") else self.entry(value) for key, value in data.items()}

    def _measure(self, data: dict[str, Any]) -> Any:
        if "beam" in data:
            more = [data["of"]] if "of" in data else [f"{key}={data[key]!r}" for key in "yz" if key in data]
            return self._same(data, f"{data['beam']}.{data['kind']}({', '.join([repr(data['at']), *more])})", "measure")
        if "node" in data or "element" in data:
            at = data["node"] if "node" in data else f"element {data['element']}"
            return self._same(data, f"{data['body']}.stress({at}, {data['of']})", "measure")
        if set(data) == {"kind", "coordinate"}:
            return self._same(data, data["coordinate"], "measure")
        if "ports" not in data:
            owner = data.get("joint", data.get("body"))
            return self._same(data, f"{owner}.{data.get('coordinate', data['kind'])}", "measure")
        markers = [f"{p['body']}.{p['marker']}" for p in data["ports"] if "marker" in p]
        kind, takes = data["kind"], KINDS[data["kind"]].takes
        if takes == "axes" or ("axis" in data["ports"][-1] and takes != "markers"):
            axes = [f"{p['body']}.{p['marker']}.{p.get('axis', '')}" for p in data["ports"] if "marker" in p]
            text = f"{kind if takes == 'axes' else 'spin'}({', '.join(axes)})"
        elif takes == "markers":
            text = f"{kind}({', '.join(dict.fromkeys(markers))})"
        else:
            text = f"{kind}({', '.join(markers[1:])}, {data['ports'][0].get('axis', '')})"
        return self._same(data, text, "measure")

    def _same(self, data: dict[str, Any], text: str, kind: str) -> Any:
        """The text, if it reads as the same thing as the data."""
        try:
            same = repr(getattr(self.human, kind)(text, "")) == repr(getattr(self.plain, kind)(data, ""))
        except FileFormatError:
            return data
        return text if same else data


def _by_place(model: Model, name: str, data: dict[str, Any]) -> dict[str, Any]:
    """A joint of two unnamed markers by its bodies and its place in ground, if the model makes the same markers of these."""
    sides = data.get("a"), data.get("b")
    if "rows" in data or not all(isinstance(side, dict) and not {"marker", "label"} & set(side) for side in sides):
        return data
    joint, kept = model.joints[name], {k: v for k, v in data.items() if k not in ("a", "b")}
    assert joint.a is not None and joint.b is not None
    bodies = [joint.a.body, joint.b.body]
    wanted = repr((joint.a, joint.b))
    for place in _places(model, joint.a, joint.b):
        given = {k: Rotation(*v) if k == "rotation" and not model.planar else v for k, v in place.items()}
        found = model._placed(joint.a.label, *bodies, **{key: given.get(key) for key in _PLACE})
        if repr(found) == wanted:
            return {"kind": kept.pop("kind"), "bodies": bodies, **place, **kept}
    return data


def _places(model: Model, a: Marker, b: Marker) -> Iterator[dict[str, Any]]:
    """Guesses at what the user wrote: round numbers first, since these are what people write."""
    points, n = [], 2 if model.planar else 3
    for marker in (a, b):
        body = model.find_body(marker.body, marker.label)
        points.append((body.matrix @ np.array(marker.at) + body.at)[:n])
    body = model.find_body(a.body, a.label)
    turned = body.angle + a.angle if model.planar else body.rotation @ a.rotation
    for digits in (9, 15, 17):
        first, second = ([round(float(c), digits) + 0.0 for c in p] for p in points)
        places = [{"at": first}, {"at": second}] if np.allclose(first, second) else [{"at_a": first, "at_b": second}]
        for place in places:
            for orientation in _orientations(turned):
                yield place | orientation


def _orientations(turned: Any) -> Iterator[dict[str, Any]]:
    yield {}
    if isinstance(turned, Rotation):
        z = [round(float(c), 12) + 0.0 for c in turned.matrix[:, 2]]
        yield {"axis": z}
        yield {"rotation": [turned.w, turned.x, turned.y, turned.z]}
    else:
        yield {"axis": [round(math.cos(turned), 12) + 0.0, round(math.sin(turned), 12) + 0.0]}
        yield {"rotation": round(turned, 12)}
        yield {"rotation": float(turned)}
