"""Orientations as the user gives and reads them: one value class and the classical descriptions around it.

A `Rotation` is a unit quaternion q = (w, x, y, z) that turns body components into ground components,

    v_ground = R v_body,      R = R(q),      R(q) = R(-q),

and every description is converted to and from that quaternion:

    quaternion          (w, x, y, z) = (cos(angle/2), axis sin(angle/2))
    direction cosines   R, its columns are the body axes in ground components
    Euler angles        R = Rz(psi) Rx(theta) Rz(phi)
    Cardan angles       R = Rx(alpha) Ry(beta) Rz(gamma)

Both sets of angles come from two complex numbers (Euler: M = w + iz, P = x + iy; Cardan: M = (w+y) + i(x+z),
P = (w-y) + i(x-z)), for which

    M = |M| exp(i (first + third)/2),      P = |P| exp(i (first - third)/2).

|M| and |P| carry the second angle. At the singular positions one of the two vanishes and only the sum or only the
difference of the outer angles is left; close to them nothing cancels, because no angle goes through acos or asin.
All angles are in radians.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from jourdain.errors import ModelError, shown
from jourdain.model.quaternions import matrix_of

Array = npt.NDArray[np.float64]
Triple = tuple[float, float, float]

EPS = sys.float_info.epsilon
INPUT_TOLERANCE = 1e-6  # how far from a rotation a typed-in quaternion or matrix may be (about six digits)
# sin(theta) or cos(beta) below this is the rounding of a singular position: the third angle is then zero by convention.
SINGULAR = 3 * EPS


@dataclass(frozen=True, slots=True)
class Rotation:
    """Orientation of a body (or marker) frame: unit quaternion (w, x, y, z), body -> ground.

    Immutable. q and -q are the same rotation and are stored alike, with the first non-zero component positive (so
    w >= 0). Equality compares the four stored numbers exactly. `Rotation()` is the identity.
    """

    w: float = 1.0
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0

    # Makes `rotation @ array` a TypeError instead of an object array: composition and `apply` must not be mixed up.
    __array_ufunc__ = None

    def __post_init__(self) -> None:
        names = ("w", "x", "y", "z")
        q = [_number(value, f"quaternion component {n}") for n, value in zip(names, self._components(), strict=True)]
        norm = math.hypot(*q)
        if norm == 0.0:
            raise ModelError("quaternion (0, 0, 0, 0) has no direction; the identity is (1, 0, 0, 0)")
        if abs(norm - 1.0) > INPUT_TOLERANCE:
            raise ModelError(
                f"quaternion {_show(q)} has norm {norm:.9g}, which differs from 1 by more than {INPUT_TOLERANCE:g}; "
                "divide it by its norm, and check that the scalar part comes first"
            )
        # A norm already right to rounding is left alone, so that copies and read-back values stay equal bit by bit.
        scale = 1.0 if abs(norm - 1.0) <= 2 * EPS else norm
        if next(c for c in q if c != 0.0) < 0.0:
            scale = -scale
        for name, component in zip(names, q, strict=True):
            object.__setattr__(self, name, component / scale + 0.0)  # + 0.0 turns -0.0 into 0.0

    def _components(self) -> tuple[float, float, float, float]:
        return self.w, self.x, self.y, self.z

    @property
    def quaternion(self) -> Array:
        """Unit quaternion (w, x, y, z), shape (4,), a fresh array."""
        return np.array(self._components())

    @property
    def matrix(self) -> Array:
        """Direction cosines R, shape (3, 3), a fresh array: v_ground = R v_body."""
        return matrix_of(*self._components())

    def __matmul__(self, other: Rotation) -> Rotation:
        """Composition: `(a @ b).matrix = a.matrix @ b.matrix`; b turns first, then a."""
        if not isinstance(other, Rotation):
            return NotImplemented
        aw, ax, ay, az = self._components()
        bw, bx, by, bz = other._components()
        return Rotation(
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        )

    def inverse(self) -> Rotation:
        """The rotation ground -> body."""
        return Rotation(self.w, -self.x, -self.y, -self.z)

    def apply(self, vec: npt.ArrayLike) -> Array:
        """Ground components of vectors given in body components, shape (3,) or (..., 3)."""
        v = _array(vec, "vector to rotate")
        if v.ndim == 0 or v.shape[-1] != 3:
            raise ModelError(f"vector to rotate: expected shape (3,) or (..., 3), got {v.shape}")
        turned: Array = v @ self.matrix.T
        return turned

    def euler(self) -> Triple:
        """Euler angles (psi, theta, phi): R = Rz(psi) Rx(theta) Rz(phi), rad.

        psi and phi in (-pi, pi], theta in [0, pi]. Where theta is 0 or pi to rounding, phi = 0.
        """
        m, p = complex(self.w, self.z), complex(self.x, self.y)
        if 2 * abs(m) * abs(p) <= SINGULAR:
            return (_double_arg(m), 0.0, 0.0) if abs(m) > abs(p) else (_double_arg(p), math.pi, 0.0)
        psi, phi = _outer_angles(m, p)
        return psi, 2 * math.atan2(abs(p), abs(m)), phi

    def cardan(self) -> Triple:
        """Cardan angles (alpha, beta, gamma): R = Rx(alpha) Ry(beta) Rz(gamma), rad.

        alpha and gamma in (-pi, pi], beta in [-pi/2, pi/2]. Where beta is -pi/2 or pi/2 to rounding, gamma = 0.
        """
        w, x, y, z = self._components()
        m, p = complex(w + y, x + z), complex(w - y, x - z)
        cosine = abs(m) * abs(p)
        if cosine <= SINGULAR:
            return (_double_arg(m), math.pi / 2, 0.0) if abs(m) > abs(p) else (_double_arg(p), -math.pi / 2, 0.0)
        alpha, gamma = _outer_angles(m, p)
        return alpha, math.atan2(2 * (w * y + x * z), cosine), gamma

    def axis_angle(self) -> tuple[Array, float]:
        """Unit axis, shape (3,), and angle in [0, pi], rad. The identity gives the axis (0, 0, 1) and angle 0."""
        sine = math.hypot(self.x, self.y, self.z)
        if sine == 0.0:
            return np.array([0.0, 0.0, 1.0]), 0.0
        return np.array(_unit((self.x, self.y, self.z), "axis")), 2 * math.atan2(sine, self.w)

    def E(self) -> Array:
        """E, shape (3, 4), of Euler parameters p = (w, x, y, z): the spin in ground axes is 2 E p', and R = E G^T."""
        w, x, y, z = self._components()
        return np.array([[-x, w, -z, y], [-y, z, w, -x], [-z, -y, x, w]])

    def G(self) -> Array:
        """G, shape (3, 4), of Euler parameters p = (w, x, y, z): the spin in body axes is 2 G p', and R = E G^T."""
        w, x, y, z = self._components()
        return np.array([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])

    def quaternion_rate(self, spin: npt.ArrayLike) -> Array:
        """p' = E^T spin/2, shape (4,) [1/s], of the quaternion at a spin in ground axes [rad/s]."""
        rate: Array = 0.5 * self.E().T @ np.array(_vector(spin, "spin"))
        return rate

    def euler_rates(self, spin: npt.ArrayLike) -> Triple:
        """Rates (psi', theta', phi') of the Euler angles at a spin in ground axes, rad/s; theta is not 0 or pi."""
        return self._rates("euler", spin, euler(self.euler()[0], 0.0, 0.0).matrix[:, 0])

    def cardan_rates(self, spin: npt.ArrayLike) -> Triple:
        """Rates (alpha', beta', gamma') of the Cardan angles at a spin in ground axes, rad/s; beta is not -pi/2 or pi/2."""
        return self._rates("cardan", spin, cardan(self.cardan()[0], 0.0, 0.0).matrix[:, 1])

    def _rates(self, kind: str, spin: npt.ArrayLike, second: Array) -> Triple:
        """Rates of angles about the ground's first axis (z or x), a second one, and the body's z."""
        first = np.array([0.0, 0.0, 1.0] if kind == "euler" else [1.0, 0.0, 0.0])
        axes = np.stack([first, second, self.matrix[:, 2]], axis=1)
        if abs(np.linalg.det(axes)) <= SINGULAR:
            raise ModelError(f"{kind}_rates: the first and the third axis are in line, and the rates of both not known")
        a, b, c = np.linalg.solve(axes, np.array(_vector(spin, "spin")))
        return float(a), float(b), float(c)

    def __str__(self) -> str:
        axis, angle = self.axis_angle()
        return f"rotation by {angle:.6g} rad ({math.degrees(angle):.6g} deg) about {_show(axis.tolist())}"


def quaternion(w: float, x: float, y: float, z: float) -> Rotation:
    """Rotation from a quaternion, scalar part first, body -> ground; its norm must be 1 to within 1e-6."""
    return Rotation(w, x, y, z)


def direction_cosines(matrix: npt.ArrayLike) -> Rotation:
    """Rotation from direction cosines, shape (3, 3), body -> ground: columns are the body axes in ground components.

    The matrix must be orthonormal to 1e-6 and right-handed. The result is the rotation nearest to it (least squares
    over the nine entries): the dominant eigenvector of the matrix 4 q q^T built in `_quaternion_products`.
    """
    r = _array(matrix, "direction cosines")
    if r.shape != (3, 3) or not np.isfinite(r).all():
        what = "entries that are not finite" if r.shape == (3, 3) else f"shape {r.shape}"
        raise ModelError(f"direction cosines: expected finite numbers of shape (3, 3), got {what}")
    bounded = np.clip(r, -1e100, 1e100)  # nonsense must reach the message below, not overflow on the way
    defect = float(np.abs(bounded.T @ bounded - np.eye(3)).max())
    if defect > INPUT_TOLERANCE:
        raise ModelError(
            f"direction cosines: the matrix is not orthonormal, max |R^T R - I| = {defect:.3g} (at most "
            f"{INPUT_TOLERANCE:g}); its columns must be perpendicular unit vectors: give more digits, or build it with "
            "euler, cardan, axis_angle or frame_with_z"
        )
    if np.linalg.det(r) < 0.0:
        raise ModelError(
            f"direction cosines: the matrix is left-handed (determinant -1, max |R^T R - I| = {defect:.3g}), it "
            "mirrors instead of rotating; reverse one column or swap two columns"
        )
    products = _quaternion_products(r.tolist())
    # Shepperd: the row of the largest diagonal entry is 4 q_k q with |q_k| >= 1/2, so no digits cancel in it.
    q = products[max(range(4), key=lambda k: products[k][k])]
    # Power steps bring in all nine entries; each shrinks the error by the defect (<= 1e-6), so three reach rounding.
    for _ in range(3):
        q = [math.fsum(a * b for a, b in zip(row, q, strict=True)) / 4 for row in products]
    return _normalised(*q)


def euler(psi: float, theta: float, phi: float) -> Rotation:
    """Rotation from Euler angles, rad: R = Rz(psi) Rx(theta) Rz(phi)."""
    psi, theta, phi = _number(psi, "psi", "rad"), _number(theta, "theta", "rad"), _number(phi, "phi", "rad")
    plus, minus = _half_turns(psi, phi)
    m, p = math.cos(theta / 2) * plus, math.sin(theta / 2) * minus
    return _normalised(m.real, p.real, p.imag, m.imag)


def cardan(alpha: float, beta: float, gamma: float) -> Rotation:
    """Rotation from Cardan angles, rad: R = Rx(alpha) Ry(beta) Rz(gamma)."""
    alpha, beta, gamma = _number(alpha, "alpha", "rad"), _number(beta, "beta", "rad"), _number(gamma, "gamma", "rad")
    if abs(math.cos(beta)) < 0.5:
        # Near beta = +-pi/2 the small one of M and P is formed directly: at a right angle it is exactly zero.
        plus, minus = _half_turns(alpha, gamma)
        m, p = math.sin(math.pi / 4 + beta / 2) * plus, math.sin(math.pi / 4 - beta / 2) * minus
        return _normalised(m.real + p.real, m.imag + p.imag, m.real - p.real, m.imag - p.imag)
    ca, sa = math.cos(alpha / 2), math.sin(alpha / 2)
    cb, sb = math.cos(beta / 2), math.sin(beta / 2)
    cg, sg = math.cos(gamma / 2), math.sin(gamma / 2)
    return _normalised(
        ca * cb * cg - sa * sb * sg,
        sa * cb * cg + ca * sb * sg,
        ca * sb * cg - sa * cb * sg,
        ca * cb * sg + sa * sb * cg,
    )


def axis_angle(axis: npt.ArrayLike, angle: float) -> Rotation:
    """Rotation by `angle` (rad) about `axis`, shape (3,), of any length but zero; right-hand rule."""
    x, y, z = _unit(_vector(axis, "axis"), "axis")
    half = _number(angle, "angle", "rad") / 2
    sine = math.sin(half)
    return _normalised(math.cos(half), x * sine, y * sine, z * sine)


def rotation_between(u: npt.ArrayLike, w: npt.ArrayLike) -> Rotation:
    """The smallest rotation that turns the direction `u` into the direction `w`, both of shape (3,), any length.

    With unit u, w, h = u + w and d = w - u (perpendicular): q is parallel to (h.h, h x d), in which the rounding of a
    small h stays small. For opposite directions any axis across u would do: the part of the x axis (of the y axis when
    u is near x) that is perpendicular to u is taken.
    """
    a, b = np.array(_unit(_vector(u, "u"), "u")), np.array(_unit(_vector(w, "w"), "w"))
    h, d = a + b, b - a
    if math.hypot(*h) <= 4 * EPS:
        across = np.array([1.0, 0.0, 0.0]) if abs(a[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
        axis = across - (across @ a) * a
        return _normalised(0.0, *axis.tolist())
    return _normalised(float(h @ h), *_cross(h, d).tolist())


def frame_with_z(axis: npt.ArrayLike, x: npt.ArrayLike | None = None) -> Rotation:
    """Frame whose z axis is along `axis`, shape (3,), any length.

    With `x`, shape (3,), the x axis of the frame is as near to it as possible. Without, the frame is the ground frame
    turned by the smallest rotation that brings z onto `axis`: the identity for (0, 0, 1), a half turn about x for
    (0, 0, -1).
    """
    z_axis = _unit(_vector(axis, "axis"), "axis")
    if x is None:
        return rotation_between((0.0, 0.0, 1.0), z_axis)
    x_hint = _unit(_vector(x, "x"), "x")
    ez = np.array(z_axis)
    ey = _cross(ez, np.array(x_hint))
    sine = math.hypot(*ey)
    if sine < INPUT_TOLERANCE:
        raise ModelError(
            f"frame: x = {_show(x_hint)} is parallel to the axis {_show(z_axis)} (sine of the angle {sine:.3g}); "
            "give an x that points across the axis, or leave it out"
        )
    ey = ey / sine
    ey = ey - (ey @ ez) * ez  # the division by a small sine magnified the rounding along z: take it out again
    ey = ey / math.hypot(*ey)
    return direction_cosines(np.column_stack((_cross(ey, ez), ey, ez)))


def as_rotation(value: object, *, what: str = "rotation") -> Rotation:
    """Rotation from None (identity), a Rotation or direction cosines, shape (3, 3); `what` is its name in a message."""
    if value is None:
        return Rotation()
    if isinstance(value, Rotation):
        return value
    try:
        shape = np.asarray(value, dtype=np.float64).shape
    except (TypeError, ValueError, OverflowError):
        shape = None
    if shape is None or shape != (3, 3):
        hints = {None: "", (4,): ", but four numbers", (): ", but one number"}
        raise ModelError(
            f"{what}: {shown(value)} is not a rotation{hints.get(shape, f', its shape is {shape}')}; give a 3x3 matrix of "
            "direction cosines, quaternion(w, x, y, z), euler(..), cardan(..) or axis_angle(axis, angle)"
        )
    return direction_cosines(np.asarray(value, dtype=np.float64))


def _half_turns(first: float, third: float) -> tuple[complex, complex]:
    """exp(i (first + third)/2) and exp(i (first - third)/2), without rounding the sum of the angles."""
    a = complex(math.cos(first / 2), math.sin(first / 2))
    c = complex(math.cos(third / 2), math.sin(third / 2))
    return a * c, a * c.conjugate()


def _double_arg(c: complex) -> float:
    """Twice the argument of c, in (-pi, pi]; c and -c give the same."""
    if c.real < 0.0:
        c = -c
    return _half_open(2 * math.atan2(c.imag, c.real))


def _half_open(angle: float) -> float:
    """The angle, with pi for -pi: half a turn has one name, whatever the sign of its rounding."""
    return math.pi if angle == -math.pi else angle + 0.0


def _outer_angles(m: complex, p: complex) -> tuple[float, float]:
    """First and third angle, in (-pi, pi], from the M and P of the module's description, neither of them zero.

    The third angle is the least-squares one for the first angle as rounded, so the rounding of the first is not added
    where only the sum (or the difference) of the two has an effect.
    """
    product = m * p
    first = _half_open(math.atan2(product.imag, product.real))
    back = complex(math.cos(first / 2), -math.sin(first / 2))
    return first, _double_arg(abs(m) * (m * back) + abs(p) * (p * back).conjugate())


def _quaternion_products(r: list[list[float]]) -> list[list[float]]:
    """The matrix 4 q q^T, shape (4, 4), from direction cosines."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = r
    return [
        [1 + xx + yy + zz, zy - yz, xz - zx, yx - xy],
        [zy - yz, 1 + xx - yy - zz, yx + xy, xz + zx],
        [xz - zx, yx + xy, 1 - xx + yy - zz, zy + yz],
        [yx - xy, xz + zx, zy + yz, 1 - xx - yy + zz],
    ]


def _normalised(w: float, x: float, y: float, z: float) -> Rotation:
    """Rotation along a quaternion of any length but zero."""
    norm = math.hypot(w, x, y, z)
    return Rotation(w / norm, x / norm, y / norm, z / norm)


def _cross(a: Array, b: Array) -> Array:
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def _show(values: Sequence[float]) -> str:
    return "(" + ", ".join(f"{value:.6g}" for value in values) + ")"


def _number(value: object, name: str, unit: str = "") -> float:
    """A finite float, or a ModelError that names the argument."""
    try:
        number = math.nan if isinstance(value, str) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ModelError(f"{name} = {shown(value)}: expected a finite number" + (f" in {unit}" if unit else ""))
    return number


def _array(value: npt.ArrayLike, name: str) -> Array:
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ModelError(f"{name}: {shown(value)} is not an array of numbers") from None


def _vector(value: npt.ArrayLike, name: str) -> Triple:
    v = _array(value, name)
    if v.shape != (3,) or not np.isfinite(v).all():
        raise ModelError(f"{name} = {shown(value)}: expected three finite numbers")
    return float(v[0]), float(v[1]), float(v[2])


def _unit(v: Triple, name: str) -> Triple:
    """v divided by its length, whatever that is."""
    largest = max(map(abs, v))
    if largest == 0.0:
        raise ModelError(f"{name} = (0, 0, 0) has no direction; give a vector that is not zero")
    exponent = math.frexp(largest)[1]  # scaling by a power of two is exact and keeps the squares in range
    x, y, z = (math.ldexp(c, -exponent) for c in v)
    length = math.hypot(x, y, z)
    return x / length, y / length, z / length


def plane_rotation(angle: float) -> Array:
    """Rotation matrix (3, 3) about z by an angle [rad]."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
