"""Rolling without slip and edges that do not slip: rows for the joints of joints.py.

Heights and distances are held at position level; that two material points do not move against each other is an equation
between rates. With a marker a on one body and b on the other, a contact at P_b + e and e = sum_i e_i b_i (b_i: axes of
b), the point of b has the velocity P_b' + sum_i e_i b_i', and that of a the velocity P_a' + sum_i xi_i a_i' with the
coordinates xi of the contact in a. Along a direction u all of these are rates of blades and spins, times functions of
measures. What belongs to the ground does not move and is left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.model.elements import Joint, Marker, Row
from jourdain.model.measures import GROUND, Measure, align, angle, blade, distance, slide, spin
from jourdain.model.parsing import number

Inputs = tuple[tuple[str, Measure], ...]


def edge(a: Marker, b: Marker) -> list[Row]:
    """A knife edge or skate at the point of b: it does not slip along z of b (planar: it runs along x, not along y of b)."""
    across = b.y if b.planar else b.z
    text, inputs = "edge_rate", [("edge", blade(a, b, direction=across))]
    if a.body != GROUND:  # the point of a that the edge stands on, not the origin of a
        for axis in _axes(a):
            text += f" - {axis}*{axis}_turn_rate"
            inputs += [(axis, slide(a, b, axis)), (f"{axis}_turn", spin(across, getattr(a, axis)))]
    return [Row("no slip", (), 0.0, text, tuple(inputs), "velocity")]


def wheel(a: Marker, b: Marker, *, radius: float, crown: float = 0.0) -> list[Row]:
    """A wheel rolls on a plane without slip. z of a: normal of the plane; z of b: axle; point of b: centre of the wheel.

    radius [m]; crown [m]: radius of the rim across, 0 a disc with a sharp edge, less than radius a tyre, radius a ball.
    Planar: a disc rolls on the x axis of a, on the side of y.
    """
    radius, crown = number(radius, "radius [m]", positive=True), number(crown, "crown [m]", least=0.0)
    if crown > radius:
        raise ModelError(f"crown = {crown:g} m is more than the radius {radius:g} m; a ball has crown = radius.")
    if a.planar:
        if crown:
            raise ModelError("crown is for spatial models; a wheel in the plane has a radius only.")
        arc = ((1.0, slide(a, b, "x")), (radius, angle(a, b)))
        return [Row("height", ((1.0, slide(a, b, "y")),), radius), Row("no slip", arc, None)]
    return [_height(a, b, radius, crown), *(_no_slip(a, b, axis, radius, crown) for axis in "xy")]


def _height(a: Marker, b: Marker, radius: float, crown: float) -> Row:
    """The lowest point of the wheel is in the plane."""
    height = ((1.0, slide(a, b, "z")),)
    if crown == radius:
        return Row("height", height, radius)
    text = f"-{radius - crown!r}*sqrt(n1**2 + n2**2)"
    return Row("height", height, crown, text, (("n1", align(a.z, b.x)), ("n2", align(a.z, b.y))))


def arm(radius: float, crown: float) -> tuple[str, ...]:
    """Components of the vector from the centre of the wheel to the contact along the axes of b, from n = (n1, n2, n3)."""
    rim = f"{radius - crown!r}/sqrt(n1**2 + n2**2)"
    across = rim if crown == 0.0 else f"({crown!r} + {rim})" if crown < radius else f"{crown!r}"
    return (f"-{across}*n1", f"-{across}*n2", *((f"-{crown!r}*n3",) if crown > 0.0 else ()))


def _no_slip(a: Marker, b: Marker, axis: str, radius: float, crown: float) -> Row:
    """Along x or y of a."""
    u, other = getattr(a, axis), "y" if axis == "x" else "x"
    e = arm(radius, crown)
    wheel_axes = (b.x, b.y, b.z)[: len(e)]
    inputs = [("centre", blade(a, b, direction=u))]
    inputs += [(f"n{i}", align(a.z, w)) for i, w in enumerate(wheel_axes, 1)]
    inputs += [(f"turn{i}", spin(u, w)) for i, w in enumerate(wheel_axes, 1)]
    text = "centre_rate" + "".join(f" + ({part})*turn{i}_rate" for i, part in enumerate(e, 1))
    if a.body != GROUND:
        inputs += [(f"m{i}", align(getattr(a, other), w)) for i, w in enumerate(wheel_axes, 1)]
        inputs += [("place", slide(a, b, other)), ("plane", spin(u, getattr(a, other)))]
        xi = "place" + "".join(f" + ({part})*m{i}" for i, part in enumerate(e, 1))
        text += f" - ({xi})*plane_rate"
    return Row(f"no slip {axis}", (), 0.0, text, tuple(inputs), "velocity")


def balls(a: Marker, b: Marker, *, radii: tuple[float, float], inside: bool = False) -> list[Row]:
    """A ball b rolls on a ball a without slip, or inside it (a bowl); the points of a and b are the centres.

    radii [m] of a and b. Directions along which slip is held follow from z of a: b may be anywhere but at the pole -z
    (inside: at the pole +z), so let z of a point to where b is (inside: away from there; up, for a ball in a bowl).
    """
    if not isinstance(radii, (tuple, list)) or len(radii) != 2:
        raise ModelError(f"radii = {radii!r}; give two lengths, of a and of b.")
    ra, rb = (number(r, "radii [m]", positive=True) for r in radii)
    if inside and not ra > rb:
        raise ModelError(f"radii = {radii!r}: inside, the first must be the larger one.")
    apart = ra - rb if inside else ra + rb
    slip, inputs = _slip_of_balls(a, b, ra / apart, (rb if inside else -rb) / apart)
    sign = -1.0 if inside else 1.0
    p1, p2, p3 = (f"{sign / apart!r}*d{i}" for i in (1, 2, 3))
    along = (  # two unit vectors normal to p, in axes of a
        (f"1 - ({p1})**2/(1 + {p3})", f"-({p1})*({p2})/(1 + {p3})", f"-({p1})"),
        (f"-({p1})*({p2})/(1 + {p3})", f"1 - ({p2})**2/(1 + {p3})", f"-({p2})"),
    )
    texts = [" + ".join(f"({t})*({w})" for t, w in zip(tangent, slip, strict=True)) for tangent in along]
    rows = [Row(f"no slip {i}", (), 0.0, text, inputs, "velocity") for i, text in enumerate(texts, 1)]
    return [Row("distance", ((1.0, distance(a, b)),), apart), *rows]


def _slip_of_balls(a: Marker, b: Marker, fa: float, fb: float) -> tuple[list[str], Inputs]:
    """Velocity of the point of b against that of a where they touch, along x, y, z of a; fa, fb: arms per distance of centres.

    d: from centre to centre in axes of a, e: the same in axes of b.
    """
    axes_a, axes_b = (a.x, a.y, a.z), (b.x, b.y, b.z)
    inputs = [(f"d{k}", slide(a, b, axis)) for k, axis in enumerate("xyz", 1)]
    inputs += [(f"e{k}", slide(a, b, direction=w)) for k, w in enumerate(axes_b, 1)]
    texts = []
    for i, u in enumerate(axes_a, 1):
        inputs += [(f"centre{i}", blade(a, b, direction=u))]
        inputs += [(f"turn{i}{k}", spin(u, w)) for k, w in enumerate(axes_b, 1)]
        text = f"centre{i}_rate" + "".join(f" + {fb!r}*e{k}*turn{i}{k}_rate" for k in (1, 2, 3))
        if a.body != GROUND:
            others = [k for k in (1, 2, 3) if k != i]
            inputs += [(f"base{i}{k}", spin(u, axes_a[k - 1])) for k in others]
            text += "".join(f" - {fa!r}*d{k}*base{i}{k}_rate" for k in others)
        texts.append(text)
    return texts, tuple(inputs)


Frames = tuple[np.ndarray, np.ndarray]
"""Origins (nt, 3) [m] and axes (nt, 3, 3) of a marker over time, in ground axes."""


def contact(joint: Joint, a: Frames, b: Frames) -> np.ndarray:
    """Where the bodies of a joint of this file touch, (nt, 3) in ground axes, from the frames of its markers."""
    (at_a, axes_a), (at_b, axes_b) = a, b
    options: dict[str, Any] = joint.options
    if joint.kind == "blade":
        return at_b
    if joint.kind == "rolling_balls":
        way = at_b - at_a
        return at_a + options["radii"][0] * way / np.linalg.norm(way, axis=1, keepdims=True)
    radius, crown = options["radius"], options.get("crown", 0.0)
    if joint.a is not None and joint.a.planar:
        return at_b - radius * axes_a[:, :, 1]
    normal, axle = axes_a[:, :, 2], axes_b[:, :, 2]
    down = normal - np.einsum("ti,ti->t", normal, axle)[:, None] * axle
    length = np.linalg.norm(down, axis=1, keepdims=True)
    return (
        at_b - crown * normal - (radius - crown) * np.divide(down, length, out=np.zeros_like(down), where=length > 0.0)
    )


def _axes(marker: Marker) -> str:
    return "xy" if marker.planar else "xyz"
