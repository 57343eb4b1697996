"""Units as users write them: "mm", "N*m", "kg*m2", "m/s^2", "rpm", "%". Angles count as pure numbers, radians as 1."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from jourdain.errors import FileFormatError, near


@dataclass(frozen=True)
class Dimension:
    """Powers of length, mass and time."""

    length: float = 0
    mass: float = 0
    time: float = 0

    def __mul__(self, other: Dimension) -> Dimension:
        return Dimension(self.length + other.length, self.mass + other.mass, self.time + other.time)

    def __truediv__(self, other: Dimension) -> Dimension:
        return self * other**-1

    def __pow__(self, power: float) -> Dimension:
        return Dimension(self.length * power, self.mass * power, self.time * power)

    def __str__(self) -> str:
        """In SI units, such as kg*m2/s2."""
        parts = [("kg", self.mass), ("m", self.length), ("s", self.time)]
        above = "*".join(f"{name}{power:g}" if power != 1 else name for name, power in parts if power > 0)
        below = "/".join(f"{name}{-power:g}" if power != -1 else name for name, power in parts if power < 0)
        return (above or "1") + (f"/{below}" if below else "")


NUMBER, LENGTH, MASS, TIME = Dimension(), Dimension(length=1), Dimension(mass=1), Dimension(time=1)
FORCE = MASS * LENGTH / TIME**2
PRESSURE, ENERGY, POWER = FORCE / LENGTH**2, FORCE * LENGTH, FORCE * LENGTH / TIME

_FACTORS: dict[Dimension, dict[str, float]] = {
    LENGTH: {"m": 1.0, "km": 1e3, "dm": 0.1, "cm": 0.01, "mm": 1e-3, "um": 1e-6, "in": 0.0254, "ft": 0.3048},
    MASS: {"kg": 1.0, "g": 1e-3, "mg": 1e-6, "t": 1e3, "lb": 0.45359237},
    TIME: {"s": 1.0, "ms": 1e-3, "us": 1e-6, "min": 60.0, "h": 3600.0},
    FORCE: {"N": 1.0, "kN": 1e3, "MN": 1e6, "mN": 1e-3, "lbf": 4.4482216152605},
    ENERGY: {"Nm": 1.0, "kNm": 1e3, "Nmm": 1e-3, "J": 1.0, "kJ": 1e3},
    POWER: {"W": 1.0, "kW": 1e3},
    PRESSURE: {"Pa": 1.0, "kPa": 1e3, "MPa": 1e6, "GPa": 1e9, "bar": 1e5},
    NUMBER: {"rad": 1.0, "mrad": 1e-3, "deg": math.pi / 180.0, "rev": math.tau, "%": 0.01},
    NUMBER / TIME: {"rpm": math.tau / 60.0},
}
UNITS = {name: (factor, dimension) for dimension, units in _FACTORS.items() for name, factor in units.items()}
"""Name -> (factor to SI, dimension). There is no Hz: it would not say whether turns or radians are meant."""

# what a place in a file expects: its name, and the units that fit, SI first
KINDS: dict[str, tuple[str, ...]] = {
    "number": ("1",),
    "length": ("m",),
    "angle": ("rad",),
    "mass": ("kg",),
    "time": ("s",),
    "speed": ("m/s",),
    "angular velocity": ("rad/s",),
    "acceleration": ("m/s2",),
    "density": ("kg/m3",),
    "inertia": ("kg*m2",),
    "volume": ("m3",),
    "area": ("m2",),
    "second moment of area": ("m4",),
    "pressure": ("Pa",),
    "force per length": ("N/m",),
    "torque per length": ("N*m/m",),
    "force": ("N",),
    "torque": ("N*m",),
    "force or torque": ("N", "N*m"),
    "stiffness": ("N/m", "N*m/rad", "N"),
    "damping": ("N*s/m", "N*m*s/rad", "N*s"),
    "length or angle": ("m", "rad"),
    "any": (),
}

_FACTOR = re.compile(r"([*/]?)([A-Za-z%]+)(?:(?:\^|\*\*)?(-?\d+))?")


def unit(text: str, path: str) -> tuple[float, Dimension]:
    """(factor to SI, dimension) of a unit with products, quotients and powers; `path` is for messages."""
    factor, dimension, place = 1.0, NUMBER, 0
    text = text.removeprefix("1/") if (inverse := text.startswith("1/")) else text
    while place < len(text):
        found = _FACTOR.match(text, place)
        if found is None or (place > 0) != bool(found[1]):
            raise FileFormatError(f"{path}: {text!r} is no unit; write it like 'N*m', 'kg*m2' or 'm/s2'.")
        name, digits = found[2], found[3] or "1"
        if name not in UNITS:
            raise FileFormatError(f"{path}: unknown unit {name!r}{_hint(name)}")
        if len(digits.lstrip("-0")) > 1:
            raise FileFormatError(f"{path}: the power in the unit {text!r} is too high.")
        power = int(digits[-1]) * (-1 if digits.startswith("-") else 1)
        sign = -1 if found[1] == "/" or (inverse and place == 0) else 1
        factor *= UNITS[name][0] ** (sign * power)
        dimension = dimension * UNITS[name][1] ** (sign * power)
        place = found.end()
    return factor, dimension


def _hint(name: str) -> str:
    if name.lower() in ("hz", "khz"):
        return "; write rev/s or rad/s, which say what is counted."
    return "." + near(name, UNITS)


def expected(kind: str) -> str:
    """What a place wants, for messages: "a length [m]"."""
    article = "an" if kind[0] in "aeiou" else "a"
    return f"{article} {kind} [{' or '.join(KINDS[kind])}]"


def fits(dimension: Dimension, kind: str) -> bool:
    """True if something of this dimension may stand where `kind` is expected."""
    wanted: Sequence[str] = KINDS[kind]
    return not wanted or any(dimension == (NUMBER if u == "1" else unit(u, "")[1]) for u in wanted)
