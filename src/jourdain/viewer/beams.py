"""Beams as the page draws them: places and turns of their sections, the outline that is swept along them, and what colours it.

Long beams are drawn by some of their sections only: a page shows no more, and stays small.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.model import quaternions
from jourdain.result.result import Result
from jourdain.viewer.encode import Arrays

MOST_SECTIONS, MOST_STATIONS = 400, 200  # that are drawn; at which colours are known
THIN = 0.004  # radius, of the length, of what has no outline
NAMES = {"axial": "axial force", "shear": "shear force", "shear y": "shear force y", "shear z": "shear force z"}
NAMES |= {"twist": "twisting moment", "bending": "bending moment"}
NAMES |= {"bending y": "bending moment y", "bending z": "bending moment z"}


def beams_data(result: Result, store: Arrays, *, coloured: bool) -> tuple[list[Any], dict[str, dict[str, Any]]]:
    """What is drawn of every beam, and of every section as a body that joints and loads may hold."""
    beams, sections = [], {}
    for name, beam in result.model.beams.items():
        motion, drawn = result[name], _drawn_sections(result, beam)
        position, rotation = (store.array(part[:, drawn].reshape(len(result.t), -1)) for part in _poses(motion))
        arc = np.array(beam.arc)
        outline, normal = _outline(beam, result.system.planar)
        plain: dict[str, Any] = {"name": name, "position": position, "rotation": rotation, "arc": arc[drawn].tolist()}
        plain |= {"outline": outline, "normal": normal, "smooth": beam.elastic}
        plain["fields"] = _fields(motion, store) if coloured else []
        beams.append(plain)
        for i, section in enumerate(beam.nodes):
            of = [int(np.abs(drawn - i).argmin()), len(drawn)]
            place = {"position": position, "rotation": rotation, "of": of}
            sections[section] = {"name": section, "shape": None, "points": [], **place}
        if coloured:
            _curves(beam, plain, store)
    return beams, sections


def own_parts(result: Result) -> set[str]:
    """Joints and forces that a beam is made of: they are not shown one by one."""
    return {part for beam in result.model.beams.values() for part in beam.parts}


def _drawn_sections(result: Result, beam: Any) -> np.ndarray:
    """Numbers of the sections that are drawn: evenly, and all that something holds."""
    model, last = result.model, len(beam.nodes) - 1
    sides = [m for joint in model.joints.values() for m in (joint.a, joint.b) if m is not None]
    held = {marker.body for marker in (*sides, *(load.marker for load in model.loads.values()))}
    held |= {port.body for force in model.forces.values() for port in force.measure.ports}
    some = np.linspace(0, last, min(last, MOST_SECTIONS) + 1).round().astype(int)
    if beam.parts:
        return some
    return np.union1d(some, [i for i, name in enumerate(beam.nodes) if name in held])


def _poses(motion: Any) -> tuple[np.ndarray, np.ndarray]:
    """Places (nt, n, 2 or 3) and angles (nt, n, 1) or quaternions (nt, n, 4) of the sections."""
    places = motion.shape.values
    if motion.beam.theory == "cable":  # whose sections do not turn with it
        return places, _along(places)
    if motion.layout.dimension == places.shape[2] == 3 and motion.layout.orientation == "directors":
        return places, quaternions.continued(motion.layout.unit_quaternions(motion.q))
    if motion.layout.orientation == "directors":  # angles that do not jump, neither along the beam nor in time
        angles = motion.layout.angles(motion.q)
        angles[0] = np.unwrap(angles[0])
        return places, np.unwrap(angles, axis=0)[..., None]
    return places, motion.layout.orientations(motion.q)


def _along(places: np.ndarray) -> np.ndarray:
    """Angles or quaternions of frames along a line of places, in space turned as little as can be from one to the next."""
    way = np.gradient(places, axis=1)
    way /= np.maximum(np.linalg.norm(way, axis=2, keepdims=True), 1e-300)
    if places.shape[2] == 2:
        return np.unwrap(np.arctan2(way[..., 1], way[..., 0]), axis=1)[..., None]
    before, found = np.broadcast_to([1.0, 0.0, 0.0], way[:, 0].shape), []
    turn = np.broadcast_to([1.0, 0.0, 0.0, 0.0], (len(places), 4))
    for k in range(places.shape[1]):
        step = np.cross(before, way[:, k])
        angle = np.arctan2(np.linalg.norm(step, axis=1), (before * way[:, k]).sum(axis=1))[:, None]
        size = np.maximum(np.linalg.norm(step, axis=1, keepdims=True), 1e-300)
        turn = quaternions.normalised(quaternions.product(quaternions.of_vectors(angle * step / size), turn))
        before = way[:, k]
        found.append(turn)
    return np.stack(found, axis=1)


def _outline(beam: Any, planar: bool) -> tuple[list[list[float]], list[float]]:
    """Corners of the section in the axes of its body, and the point on the side of its normal that is marked."""
    corners = np.array(getattr(beam.section, "outline", ()) or (), float)
    if not len(corners):
        turns = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)
        corners = THIN * beam.arc[-1] * np.column_stack([np.cos(turns), np.sin(turns)])
    y, z = corners.T
    top = 1.03 * float(z.max())
    if planar:  # the normal is y of the body, the width goes along z of the ground
        return np.column_stack([0 * y, z, -y]).tolist(), [0.0, top, 0.0]
    return np.column_stack([0 * y, y, z]).tolist(), [0.0, 0.0, top]


def _fields(motion: Any, store: Arrays) -> list[dict[str, Any]]:
    """What can colour a beam: the stress in its surface, forces and moments, at stations evenly along it."""
    if motion.beam.theory == "segments":
        return []
    stations = np.linspace(0.0, motion.beam.arc[-1], min(len(motion.beam.arc), MOST_STATIONS + 1))
    fields = []
    if motion.beam.elastic and motion.beam.material is not None and motion.beam.section.outline:
        fields.append(_stress(motion, stations, store))
    for array, unit in ((motion.force, "N"), *(((motion.moment, "N m"),) if motion.beam.elastic else ())):
        for k, label in enumerate(array.component.values.tolist()):
            values = _at(stations, array.s.values, array.values[:, :, k])
            ends = [float(values.min()), float(values.max())]
            plain = {"label": NAMES[label], "unit": unit, "array": store.array(values), "across": [None, None]}
            fields.append(plain | {"range": ends})
    return fields


def _stress(motion: Any, stations: np.ndarray, store: Arrays) -> dict[str, Any]:
    """The normal stress [Pa] in the middle of the section, and how it grows across it [Pa/m] along y and z of its body."""
    corners = np.array(motion.beam.section.outline)
    middle = motion.stress()
    base = _at(stations, middle.s.values, middle.values)

    def slope(axis: int) -> np.ndarray:
        point = np.zeros(2)
        point[axis] = corners[:, axis].max()
        at = motion.stress(y=point[0], z=point[1])
        return (_at(stations, at.s.values, at.values) - base) / point[axis]

    along_z = slope(1)
    along_y = np.zeros_like(base) if motion.beam.planar else slope(0)
    every = [base + y * along_y + z * along_z for y, z in corners]
    ends = [float(min(x.min() for x in every)), float(max(x.max() for x in every))]
    slopes = (along_z, None) if motion.beam.planar else (along_y, along_z)
    across = [None if one is None else store.array(one) for one in slopes]
    return {"label": "normal stress", "unit": "Pa", "array": store.array(base), "across": across, "range": ends}


def _at(stations: np.ndarray, s: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values (nt, m) known at s, at other arc lengths (nt, n): straight between them, and beyond the first and last."""
    if len(s) == 1:
        return np.repeat(values, len(stations), axis=1)
    i = np.clip(np.searchsorted(s, stations) - 1, 0, len(s) - 2)
    part = (stations - s[i]) / (s[i + 1] - s[i])
    return values[:, i] + part * (values[:, i + 1] - values[:, i])


def _curves(beam: Any, plain: dict[str, Any], store: Arrays) -> None:
    """Curves to choose from: places of both ends, and what acts in the first, middle and last section."""
    width, last = store.arrays[plain["position"]].shape[1] // len(plain["arc"]), len(plain["arc"]) - 1
    for name, k in ((beam.nodes[0], 0), (beam.nodes[-1], last)):
        for c in range(width):
            store.curve("positions", f"{name} {'xyz'[c]}", "m", plain["position"], k * width + c)
    for field in plain["fields"]:
        n = store.arrays[field["array"]].shape[1]
        for where, k in (("start", 0), ("middle", n // 2), ("end", n - 1)):
            middle = " in its middle" if field["across"][0] is not None else ""
            name = f"{beam.name}: {field['label']}{middle}, {where}"
            store.curve("beams", name, field["unit"], field["array"], k)
