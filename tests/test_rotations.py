"""Orientations: every description against matrix products, exact rational arithmetic and SciPy; and the messages.

Bounds: 1e-15 on an entry of a matrix is 4.5 units in the last place of 1. Angles, quaternion and matrix are each
rounded on the way, so two or three units are unavoidable.
"""

import ast
import copy
import dataclasses
import math
import pickle
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation as Scipy

from jourdain.errors import ModelError
from jourdain.model import rotations as conversions
from jourdain.model.rotations import (
    Rotation,
    as_rotation,
    axis_angle,
    cardan,
    direction_cosines,
    euler,
    frame_with_z,
    quaternion,
    rotation_between,
)

PI = math.pi
ROUNDING = 1e-15
DISTANCES = (0.0, 1e-17, 1e-16, 3e-16, 6e-16, 1e-15, 1e-14, 1e-12, 1e-9, 1e-6, 1e-3)

derandomised = settings(derandomize=True, deadline=None, max_examples=300)
angles = st.floats(-PI, PI)
components = st.floats(-1.0, 1.0)
vectors = st.tuples(components, components, components).filter(lambda v: math.hypot(*v) > 1e-3)


@st.composite
def rotations(draw: st.DrawFn) -> Rotation:
    q = draw(st.tuples(components, components, components, components).filter(lambda v: math.hypot(*v) > 1e-3))
    return quaternion(*(c / math.hypot(*q) for c in q))


def rx(a: float) -> np.ndarray:
    return np.array([[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]])


def ry(a: float) -> np.ndarray:
    return np.array([[math.cos(a), 0, math.sin(a)], [0, 1, 0], [-math.sin(a), 0, math.cos(a)]])


def rz(a: float) -> np.ndarray:
    return np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])


def random_quaternions(count: int, seed: int) -> np.ndarray:
    q = np.random.default_rng(seed).normal(size=(count, 4))
    return q / np.linalg.norm(q, axis=1)[:, None]


def outer_angles(count: int, seed: int) -> list[list[float]]:
    return np.random.default_rng(seed).uniform(-PI, PI, size=(count, 2)).tolist()


def gap(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.abs(a - b).max())


def round_trip_errors(matrix: np.ndarray) -> tuple[float, float, float]:
    """matrix -> rotation -> matrix, and with Euler and with Cardan angles in between."""
    r = direction_cosines(matrix)
    return gap(r.matrix, matrix), gap(euler(*r.euler()).matrix, matrix), gap(cardan(*r.cardan()).matrix, matrix)


def exact_matrix(q: np.ndarray) -> np.ndarray:
    """Direction cosines in rational arithmetic, rounded once at the end: ((w^2 - v.v) I + 2 v v^T + 2 w v~) / |q|^2."""
    w, *v = (Fraction(float(c)) for c in q)
    v = np.array(v, dtype=object)
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]], dtype=object)
    r = (w * w - v @ v) * np.eye(3, dtype=int).astype(object) + 2 * np.outer(v, v) + 2 * w * cross
    return (r / (w * w + v @ v)).astype(float)


# --- the value class


def test_matrix_of_a_quaternion_against_rational_arithmetic() -> None:
    for q in random_quaternions(2000, seed=1):
        r = quaternion(*q)
        assert gap(r.matrix, exact_matrix(r.quaternion)) <= 4.5e-16


def test_is_an_immutable_value() -> None:
    r = euler(0.3, 0.7, -1.1)
    assert r == euler(0.3, 0.7, -1.1)
    assert hash(r) == hash(euler(0.3, 0.7, -1.1))
    assert r != euler(0.3, 0.7, -1.2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        r.w = 0.0  # type: ignore[misc]
    r.quaternion[0] = 7.0
    r.matrix[0, 0] = 7.0
    assert r == euler(0.3, 0.7, -1.1)
    assert pickle.loads(pickle.dumps(r)) == r
    assert copy.deepcopy(r) == r


def test_repr_gives_the_rotation_back_and_str_reads_well() -> None:
    for q in random_quaternions(200, seed=2):
        r = quaternion(*q)
        assert eval(repr(r)) == r
        assert quaternion(*r.quaternion) == r
    assert repr(Rotation()) == "Rotation(w=1.0, x=0.0, y=0.0, z=0.0)"
    assert str(axis_angle((0, 0, 2), PI / 6)) == "rotation by 0.523599 rad (30 deg) about (0, 0, 1)"


@derandomised
@given(rotations())
def test_double_cover(r: Rotation) -> None:
    w, x, y, z = r.quaternion
    assert quaternion(-w, -x, -y, -z) == r
    assert next(c for c in r.quaternion if c != 0.0) > 0.0
    assert not np.signbit(r.quaternion[r.quaternion == 0.0]).any()


@derandomised
@given(rotations(), rotations(), vectors)
def test_composition_inverse_and_apply_follow_the_matrices(a: Rotation, b: Rotation, v: tuple[float, ...]) -> None:
    assert gap((a @ b).matrix, a.matrix @ b.matrix) <= ROUNDING
    assert gap(a.inverse().matrix, a.matrix.T) == 0.0
    assert gap((a @ a.inverse()).matrix, np.eye(3)) <= ROUNDING
    assert gap(a.apply(v), a.matrix @ np.array(v)) <= ROUNDING
    assert gap((a @ b).apply(v), a.apply(b.apply(v))) <= 2 * ROUNDING


def test_apply_takes_many_vectors() -> None:
    r = cardan(0.2, -0.4, 1.3)
    v = np.random.default_rng(3).normal(size=(5, 2, 3))
    turned = r.apply(v)
    assert turned.shape == v.shape
    assert gap(turned[3, 1], r.matrix @ v[3, 1]) <= 2 * ROUNDING


def test_composition_with_an_array_is_refused() -> None:
    with pytest.raises(TypeError):
        Rotation() @ np.eye(3)  # type: ignore[operator]
    with pytest.raises(TypeError):
        np.eye(3) @ Rotation()  # type: ignore[operator]


# --- conversions


def test_angles_follow_their_definition() -> None:
    for a, b, c in np.random.default_rng(4).uniform(-2 * PI, 2 * PI, size=(2000, 3)).tolist():
        assert gap(euler(a, b, c).matrix, rz(a) @ rx(b) @ rz(c)) <= ROUNDING
        assert gap(cardan(a, b, c).matrix, rx(a) @ ry(b) @ rz(c)) <= ROUNDING


def test_against_scipy() -> None:
    rng = np.random.default_rng(5)
    for a, b, c in rng.uniform(-PI, PI, size=(1000, 3)).tolist():
        assert gap(euler(a, b, c).matrix, Scipy.from_euler("ZXZ", [a, b, c]).as_matrix()) <= ROUNDING
        assert gap(cardan(a, b, c).matrix, Scipy.from_euler("XYZ", [a, b, c]).as_matrix()) <= ROUNDING
    for v in rng.normal(size=(1000, 3)):
        # The length of v is rounded here and in SciPy, apart from the rounding of the two matrices.
        assert gap(axis_angle(v, math.hypot(*v)).matrix, Scipy.from_rotvec(v).as_matrix()) <= 2 * ROUNDING
    for q in random_quaternions(1000, seed=6):
        oracle = Scipy.from_quat(q[[1, 2, 3, 0]])
        assert gap(quaternion(*q).matrix, oracle.as_matrix()) <= ROUNDING
        angle = oracle.as_euler("XYZ")
        if abs(angle[1]) < 1.5:  # SciPy's angles lose digits towards its singular position; ours are checked below
            assert gap(np.array(quaternion(*q).cardan()), angle) <= 2e-14


def test_ten_thousand_round_trips() -> None:
    worst = np.zeros(3)
    for q in random_quaternions(10_000, seed=7):
        worst = np.maximum(worst, round_trip_errors(quaternion(*q).matrix))
    assert (worst <= ROUNDING).all(), worst


def test_round_trips_of_matrices_made_elsewhere() -> None:
    worst = np.zeros(3)
    for matrix in Scipy.random(3000, random_state=8).as_matrix():
        worst = np.maximum(worst, round_trip_errors(matrix))
    assert (worst <= ROUNDING).all(), worst


@derandomised
@given(rotations())
def test_round_trips_of_awkward_rotations(r: Rotation) -> None:
    assert max(round_trip_errors(r.matrix)) <= ROUNDING
    axis, angle = r.axis_angle()
    assert gap(axis_angle(axis, angle).matrix, r.matrix) <= ROUNDING
    assert 0.0 <= angle <= PI
    psi, theta, phi = r.euler()
    assert -PI < psi <= PI and 0.0 <= theta <= PI and -PI < phi <= PI
    alpha, beta, gamma = r.cardan()
    assert -PI < alpha <= PI and abs(beta) <= PI / 2 and -PI < gamma <= PI


@pytest.mark.parametrize("distance", DISTANCES)
def test_round_trips_near_the_singular_positions(distance: float) -> None:
    worst = np.zeros(3)
    for a, c in outer_angles(250, seed=9):
        for theta in (distance, PI - distance):
            worst = np.maximum(worst, round_trip_errors(euler(a, theta, c).matrix))
            worst = np.maximum(worst, round_trip_errors(rz(a) @ rx(theta) @ rz(c)))
        for beta in (PI / 2 - distance, distance - PI / 2):
            worst = np.maximum(worst, round_trip_errors(cardan(a, beta, c).matrix))
            worst = np.maximum(worst, round_trip_errors(rx(a) @ ry(beta) @ rz(c)))
    assert (worst <= ROUNDING).all(), worst


@derandomised
@given(angles, st.floats(-18.0, -3.0), angles)
def test_round_trips_at_any_distance_from_the_singular_positions(a: float, exponent: float, c: float) -> None:
    distance = 10.0**exponent
    for r in (
        euler(a, distance, c),
        euler(a, PI - distance, c),
        cardan(a, PI / 2 - distance, c),
        cardan(a, distance - PI / 2, c),
    ):
        assert max(round_trip_errors(r.matrix)) <= ROUNDING


@derandomised
@given(angles, angles)
def test_third_angle_is_zero_at_the_singular_positions(a: float, c: float) -> None:
    # Only the sum (theta = 0, beta = pi/2) or the difference (theta = pi, beta = -pi/2) of the outer angles is left.
    def same_angle(x: float, y: float) -> bool:
        return abs(math.remainder(x - y, 2 * PI)) <= ROUNDING

    for second, left in ((0.0, a + c), (PI, a - c)):
        psi, theta, phi = euler(a, second, c).euler()
        assert same_angle(psi, left) and theta == second and phi == 0.0
        psi, theta, phi = direction_cosines(rz(a) @ rx(second) @ rz(c)).euler()
        assert same_angle(psi, left) and theta == second and phi == 0.0
    for second, left in ((PI / 2, a + c), (-PI / 2, a - c)):
        alpha, beta, gamma = cardan(a, second, c).cardan()
        assert gap(cardan(a, second, c).matrix[[0, 0, 1, 2], [0, 1, 2, 2]], np.zeros(4)) == 0.0
        assert same_angle(alpha, left) and beta == second and gamma == 0.0
        alpha, beta, gamma = direction_cosines(rx(a) @ ry(second) @ rz(c)).cardan()
        assert same_angle(alpha, left) and beta == second and gamma == 0.0


def test_regular_angles_are_given_back() -> None:
    # An error e of the rotation is an error e / sin(theta) (or e / cos(beta)) of the outer angles.
    for a, c in outer_angles(500, seed=10):
        for second in (1e-9, 1e-3, 0.5, 1.5):
            assert gap(np.array(euler(a, second, c).euler()), np.array((a, second, c))) <= 2 * ROUNDING
            angle = np.array(cardan(a, second - PI / 2, c).cardan())
            assert gap(angle, np.array((a, second - PI / 2, c))) <= 2 * ROUNDING / math.sin(second)


def test_small_angles_keep_their_digits() -> None:
    for small in (1e-3, 1e-9, 1e-15, 1e-100):
        assert cardan(small, 0, 0).cardan() == pytest.approx((small, 0, 0), rel=1e-15, abs=0)
        assert cardan(0, small, 0).cardan() == pytest.approx((0, small, 0), rel=1e-15, abs=0)
        assert cardan(0, 0, small).cardan() == pytest.approx((0, 0, small), rel=1e-15, abs=0)
        axis, angle = axis_angle((0, 3, 0), small).axis_angle()
        assert axis.tolist() == [0, 1, 0] and angle == pytest.approx(small, rel=1e-15, abs=0)


def test_right_angles_are_exact() -> None:
    """The 24 rotations that permute the axes come out of a matrix, and go back into it, without any rounding."""
    count = 0
    for permutation in ([0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]):
        for signs in np.ndindex(2, 2, 2):
            matrix = (np.eye(3) * (1.0 - 2.0 * np.array(signs)))[:, permutation]
            if np.linalg.det(matrix) > 0:
                count += 1
                assert np.array_equal(direction_cosines(matrix).matrix, matrix)
                assert max(round_trip_errors(matrix)) <= 4e-16
    assert count == 24
    assert direction_cosines(np.eye(3)) == Rotation() == euler(0, 0, 0) == cardan(0, 0, 0) == axis_angle((1, 2, 3), 0)


def test_every_branch_from_matrix_to_quaternion() -> None:
    """Half turns and nearly half turns, where the trace formula alone would divide by zero or lose half the digits."""
    for axis in [*np.eye(3), *np.random.default_rng(11).normal(size=(200, 3))]:
        for angle in (PI, PI - 1e-12, PI - 1e-8, PI - 1e-3, 1e-8, 0.0):
            r = axis_angle(axis, angle)
            again = direction_cosines(exact_matrix(r.quaternion))
            assert min(gap(again.quaternion, r.quaternion), gap(-again.quaternion, r.quaternion)) <= 5e-16


def test_nearest_rotation_to_a_typed_in_matrix() -> None:
    """Seven digits are enough; the result is the orthogonal polar factor, here by Newton's X <- (X + X^-T)/2."""
    for q in random_quaternions(500, seed=12):
        rough = quaternion(*q).matrix.round(7)
        x = rough.astype(np.longdouble)
        for _ in range(5):
            cofactors = np.array([np.cross(x[1], x[2]), np.cross(x[2], x[0]), np.cross(x[0], x[1])])
            x = (x + cofactors / (x[0] @ cofactors[0])) / 2
        assert 1e-9 < gap(rough, x) < 1e-6
        assert gap(direction_cosines(rough).matrix, x) <= ROUNDING


def test_axis_angle_of_the_identity() -> None:
    axis, angle = Rotation().axis_angle()
    assert axis.tolist() == [0, 0, 1] and angle == 0.0


# --- frames from directions


@derandomised
@given(vectors, vectors)
def test_rotation_between_is_the_smallest(u: tuple[float, ...], w: tuple[float, ...]) -> None:
    a, b = np.array(u) / math.hypot(*u), np.array(w) / math.hypot(*w)
    r = rotation_between(u, w)
    assert gap(r.apply(a), b) <= ROUNDING
    angle = 2 * math.atan2(float(np.linalg.norm(b - a)), float(np.linalg.norm(b + a)))
    assert r.axis_angle()[1] == pytest.approx(angle, abs=2 * ROUNDING)


@pytest.mark.parametrize("distance", DISTANCES)
def test_rotation_between_almost_opposite_and_almost_equal_directions(distance: float) -> None:
    rng = np.random.default_rng(13)
    for u, side in zip(rng.normal(size=(300, 3)), rng.normal(size=(300, 3)), strict=True):
        a = u / np.linalg.norm(u)
        for sign in (1.0, -1.0):
            b = sign * a + distance * side
            b = b / np.linalg.norm(b)
            r = rotation_between(3.7 * a, 0.2 * b)
            assert gap(r.apply(a), b) <= 1.5 * ROUNDING  # two normalisations more than the other round trips


def test_frame_with_z_by_default() -> None:
    assert frame_with_z((0, 0, 1)) == Rotation()
    assert frame_with_z((0, 0, 5e-3)) == Rotation()
    assert frame_with_z((0, 0, -1)).matrix.tolist() == [[1, 0, 0], [0, -1, 0], [0, 0, -1]]
    assert frame_with_z((2, 0, 0)).matrix.tolist() == [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]
    assert frame_with_z((0, 1, 0)).matrix.tolist() == [[1, 0, 0], [0, 0, 1], [0, -1, 0]]
    assert gap(frame_with_z((5e-324, 0, 5e-324)).matrix[:, 2], np.sqrt([0.5, 0, 0.5])) <= ROUNDING
    assert gap(frame_with_z((1.7e308, 1.7e308, 0)).matrix[:, 2], np.sqrt([0.5, 0.5, 0])) <= ROUNDING


@derandomised
@given(vectors, vectors)
def test_frame_with_z_and_a_wanted_x(axis: tuple[float, ...], x: tuple[float, ...]) -> None:
    ez, hint = np.array(axis) / math.hypot(*axis), np.array(x) / math.hypot(*x)
    sine = float(np.linalg.norm(np.cross(ez, hint)))
    if sine < 1e-5:
        return
    ex, ey, got = frame_with_z(axis, x).matrix.T
    assert gap(got, ez) <= ROUNDING
    assert ex @ hint == pytest.approx(sine, abs=2 * ROUNDING)  # the largest cosine that any x across the axis can have
    assert abs(ey @ hint) <= ROUNDING


def test_frame_with_z_and_an_x_nearly_along_it() -> None:
    rng = np.random.default_rng(14)
    for axis, side in zip(rng.normal(size=(200, 3)), rng.normal(size=(200, 3)), strict=True):
        ez = axis / np.linalg.norm(axis)
        across = np.cross(np.cross(ez, side), ez)
        across = across / np.linalg.norm(across)
        matrix = frame_with_z(axis, x=ez + 2e-6 * across).matrix
        assert gap(matrix[:, 2], ez) <= ROUNDING
        assert gap(matrix[:, 0], across) <= 1e-9  # x is known to 1e-16 / 2e-6


# --- what users may write, and what they are told


def test_as_rotation_accepts() -> None:
    r = euler(0.1, 0.2, 0.3)
    assert as_rotation(None) == Rotation()
    assert as_rotation(r) is r
    assert as_rotation([[0, 0, 1], [1, 0, 0], [0, 1, 0]]) == quaternion(0.5, 0.5, 0.5, 0.5)
    assert gap(as_rotation(r.matrix).matrix, r.matrix) <= ROUNDING


def test_input_tolerance() -> None:
    assert math.hypot(*quaternion(1 + 9e-7, 0, 0, 0).quaternion) == 1.0
    assert gap(direction_cosines(np.eye(3) * (1 + 4e-7)).matrix, np.eye(3)) == 0.0
    q = np.array([0.5, -0.5, 0.5, 0.5]) * (1 - 9e-7)
    assert gap(quaternion(*q).quaternion, np.array([0.5, -0.5, 0.5, 0.5])) <= 2e-16


SHEARED = [[1, 1e-3, 0], [0, 1, 0], [0, 0, 1]]
MIRROR = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]
REFUSED = [
    (lambda: quaternion(0, 0, 0, 0), ["(0, 0, 0, 0)", "no direction", "identity is (1, 0, 0, 0)"]),
    (lambda: quaternion(1, 1, 0, 0), ["(1, 1, 0, 0)", "norm 1.41421356", "1e-06", "divide it by its norm", "scalar"]),
    (lambda: quaternion(1 + 2e-6, 0, 0, 0), ["norm 1.000002"]),
    (lambda: quaternion(1e200, 1e200, 0, 0), ["norm 1.41421356e+200"]),
    (lambda: quaternion(1, math.nan, 0, 0), ["component x = nan", "finite"]),
    (lambda: quaternion(1, 0, 0, math.inf), ["component z = inf", "finite"]),
    (lambda: quaternion("1", 0, 0, 0), ["component w = '1'", "finite number"]),  # type: ignore[arg-type]
    (lambda: quaternion(10**400, 0, 0, 0), ["component w", "finite number"]),
    (lambda: Rotation(2.0), ["norm 2"]),
    (lambda: direction_cosines(SHEARED), ["not orthonormal", "max |R^T R - I| = 0.001", "1e-06", "more digits"]),
    (lambda: direction_cosines(np.full((3, 3), 1e200)), ["not orthonormal", "max |R^T R - I| = 3e+200"]),
    (lambda: direction_cosines(MIRROR), ["left-handed", "determinant -1", "|R^T R - I| = 0", "reverse one column"]),
    (lambda: direction_cosines(np.eye(4)), ["(3, 3)", "(4, 4)"]),
    (lambda: direction_cosines([[1, 0], [0]]), ["direction cosines", "not an array of numbers"]),
    (lambda: direction_cosines(np.diag([1, 1, math.nan])), ["direction cosines", "not finite"]),
    (lambda: euler(0, "30 deg", 0), ["theta = '30 deg'", "finite number in rad"]),  # type: ignore[arg-type]
    (lambda: euler(math.inf, 0, 0), ["psi = inf"]),
    (lambda: cardan(0, 0, None), ["gamma = None", "in rad"]),  # type: ignore[arg-type]
    (lambda: axis_angle((0, 0, 0), 1), ["axis = (0, 0, 0)", "no direction"]),
    (lambda: axis_angle((0, math.inf, 0), 1), ["axis = (0, inf, 0)", "finite"]),
    (lambda: axis_angle((0, 1), 1), ["axis = (0, 1)", "three finite numbers"]),
    (lambda: axis_angle((0, 1, 0), math.nan), ["angle = nan", "rad"]),
    (lambda: rotation_between((0, 0, 0), (1, 0, 0)), ["u = (0, 0, 0)", "no direction"]),
    (lambda: rotation_between((1, 0, 0), "up"), ["w: 'up'", "not an array of numbers"]),
    (lambda: frame_with_z((0, 0, 0)), ["axis = (0, 0, 0)", "no direction"]),
    (lambda: frame_with_z((0, 0, 2), x=(0, 0, -1)), ["x = (0, 0, -1)", "parallel to the axis (0, 0, 1)"]),
    (lambda: as_rotation(0.5), ["rotation: 0.5", "one number", "axis_angle(axis, angle)"]),
    (lambda: as_rotation((1, 0, 0, 0), what="marker 'tip'"), ["marker 'tip': (1, 0, 0, 0)", "quaternion(w, x, y, z)"]),
    (lambda: as_rotation([1, 2, 3]), ["[1, 2, 3]", "shape is (3,)", "euler(..)"]),
    (lambda: as_rotation("euler"), ["'euler' is not a rotation", "direction cosines"]),
    (lambda: as_rotation({"w": 1}), ["{'w': 1} is not a rotation"]),
    (lambda: as_rotation(MIRROR), ["left-handed"]),
    (lambda: Rotation().apply((1, 2)), ["(..., 3)", "(2,)"]),
    (lambda: Rotation().apply("x"), ["vector to rotate", "not an array of numbers"]),
]


@pytest.mark.parametrize(("call", "parts"), REFUSED)
def test_messages(call, parts: list[str]) -> None:
    with pytest.raises(ModelError) as caught:
        call()
    for part in parts:
        assert part in str(caught.value)


def test_needs_no_compiler_and_little_to_import() -> None:
    tree = ast.parse(Path(conversions.__file__).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    standard = {"__future__", "math", "sys", "collections.abc", "dataclasses"}
    assert modules <= standard | {"numpy", "numpy.typing", "jourdain.errors", "jourdain.model.quaternions"}


@pytest.mark.parametrize("seed", range(4))
def test_matrices_of_euler_parameters_and_rates_of_angles(seed: int) -> None:
    """E and G by R = E G^T and differences of turned frames; rates of quaternions and angles by the same."""
    chance, step = np.random.default_rng(seed), 1e-6
    spin = chance.normal(size=3)
    here = axis_angle(chance.normal(size=3), 1.0 + seed / 3)
    np.testing.assert_allclose(here.E() @ here.G().T, here.matrix, atol=1e-15)
    after, before = (axis_angle(spin, sign * step * float(np.linalg.norm(spin))) @ here for sign in (1, -1))
    rate = (after.quaternion - before.quaternion) / (2 * step)
    np.testing.assert_allclose(here.quaternion_rate(spin), rate, atol=1e-9)
    np.testing.assert_allclose(2 * here.E() @ rate, spin, atol=1e-9)
    np.testing.assert_allclose(2 * here.G() @ rate, here.matrix.T @ spin, atol=1e-9)
    for name in ("euler", "cardan"):
        ends = [np.array(getattr(one, name)()) for one in (after, before)]
        expected = (ends[0] - ends[1]) / (2 * step)
        np.testing.assert_allclose(getattr(here, f"{name}_rates")(spin), expected, atol=1e-7)


def test_rates_where_two_axes_are_in_line_are_refused() -> None:
    with pytest.raises(ModelError, match=r"euler_rates: .* in line"):
        euler(0.3, 0.0, 0.0).euler_rates((0, 0, 1))
    with pytest.raises(ModelError, match=r"cardan_rates: .* in line"):
        cardan(0.3, math.pi / 2, 0.0).cardan_rates((0, 0, 1))
