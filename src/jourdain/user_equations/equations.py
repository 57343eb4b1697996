"""Equations: M(t, q) v' = h(t, q, v, w, lam) + G^T lam, q' = v, with constraints and extra states, as functions."""

from __future__ import annotations

import ctypes
import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError
from jourdain.kernels import port
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Free
from jourdain.model.parsing import number
from jourdain.user_equations.memory import FORCE, MASS, MATRIX, ROWS, STATES, TERMS, equations_at

_FUNCTIONS = "mass force constraints jacobian velocity_rows velocity_terms states"
C_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_double, ctypes.c_double, ctypes.c_int64)


@guarded_methods
@dataclass(frozen=True, kw_only=True)
class Equations:
    """Equations of motion as functions of arrays, for any integrator: jourdain.simulate(equations, t_end, ..).

    mass(t, q) -> (n, n). force(t, q, v, w, lam) -> (n,): everything but mass times acceleration and constraint forces; it may
    depend on multipliers. constraints(t, q, w) -> (m,), closed at position level; jacobian(t, q, w) -> (m, n), its derivative
    by q, by differences if not given. velocity_rows(t, q) -> (k, n) and velocity_terms(t, q) -> (k,): A v + b = 0.
    states(t, q, v, w, lam) -> (l,): rates of extra states, or, where `algebraic` says so, what is zero. start: q, v, and
    w where there are extra states; lam: a first guess of multipliers, needed only where forces depend on them.
    names: of the coordinates. If all functions are @njit functions they run compiled; any Python function will do.
    """

    name: str = "equations"
    mass: Callable[..., Any]
    force: Callable[..., Any]
    q: Sequence[float]
    v: Sequence[float]
    constraints: Callable[..., Any] | None = None
    jacobian: Callable[..., Any] | None = None
    velocity_rows: Callable[..., Any] | None = None
    velocity_terms: Callable[..., Any] | None = None
    states: Callable[..., Any] | None = None
    w: Sequence[float] = ()
    lam: Sequence[float] | None = None
    algebraic: Sequence[bool] = ()
    names: Sequence[str] = ()
    length: float = 1.0

    def __post_init__(self) -> None:
        n = len(np.atleast_1d(self.q))
        if len(np.atleast_1d(self.v)) != n:
            raise ModelError(f"{self.name}: q has {n} numbers and v {len(self.v)}; q' = v, so they are as many.")
        if self.names and len(self.names) != n:
            raise ModelError(f"{self.name}: {len(self.names)} names for {n} coordinates.")
        if self.algebraic and len(self.algebraic) != len(self.w):
            raise ModelError(
                f"{self.name}: algebraic has {len(self.algebraic)} entries for {len(self.w)} extra states."
            )
        if len(self.w) and self.states is None:
            raise ModelError(f"{self.name}: there are extra states w, but no function `states` that gives their rates.")
        number(self.length, f"{self.name}: length", positive=True)
        self._check_shapes()

    # -- shapes --------------------------------------------------------------------------------------------------

    def _check_shapes(self) -> None:
        """Call every function once at the start, and say which one gives something else than it should."""
        q, v, w = self.start
        n, m, k, lam = len(q), self.n_position, self.n_velocity, self.first_multipliers
        wanted: list[tuple[str, tuple[Any, ...], tuple[int, ...]]] = [
            ("mass", (0.0, q), (n, n)),
            ("force", (0.0, q, v, w, lam), (n,)),
            ("jacobian", (0.0, q, w), (m, n)),
            ("velocity_rows", (0.0, q), (k, n)),
            ("velocity_terms", (0.0, q), (k,)),
            ("states", (0.0, q, v, w, lam), (len(w),)),
        ]
        for what, arguments, shape in wanted:
            function = getattr(self, what)
            if function is None:
                continue
            try:
                found = np.shape(function(*arguments))
            except Exception as problem:
                given = ", ".join(["t", "q", "v", "w", "lam"][: len(arguments)])
                raise ModelError(f"{self.name}: {what}({given}) failed at the start: {problem}") from problem
            if found != shape:
                raise ModelError(f"{self.name}: {what} gives an array of shape {found}; expected is {shape}.")
        if not np.isfinite(np.asarray(self.mass(0.0, q), float)).all():
            raise ModelError(f"{self.name}: the mass matrix at the start is not finite.")

    @property
    def start(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """q, v, w as arrays."""
        return tuple(np.array(x, float).reshape(-1) for x in (self.q, self.v, self.w))  # type: ignore[return-value]

    @property
    def n_position(self) -> int:
        """Number of rows at position level."""
        q, _, w = self.start
        return 0 if self.constraints is None else len(np.atleast_1d(self.constraints(0.0, q, w)))

    @property
    def n_velocity(self) -> int:
        """Number of rows at velocity level."""
        return 0 if self.velocity_rows is None else len(np.atleast_2d(self.velocity_rows(0.0, self.start[0])))

    @property
    def first_multipliers(self) -> np.ndarray:
        """A guess of the multipliers."""
        m = self.n_position + self.n_velocity
        if self.lam is None:
            return np.zeros(m)
        lam = np.array(self.lam, float).reshape(-1)
        if len(lam) != m:
            raise ModelError(f"{self.name}: lam has {len(lam)} numbers for {m} rows.")
        return lam

    @property
    def kind(self) -> Free:
        """Sizes."""
        n = len(self.start[0])
        return Free(n, n, self.n_position, self.n_velocity, len(self.w))

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        """Names of the coordinates."""
        return tuple(self.names) or tuple(f"q{i + 1}" for i in range(len(self.start[0])))

    # -- functions -----------------------------------------------------------------------------------------------

    @property
    def compiled(self) -> bool:
        """True if all functions are @njit functions."""
        given = [getattr(self, name) for name in _FUNCTIONS.split()]
        return all(isinstance(function, Dispatcher) for function in given if function is not None)

    @functools.cached_property
    def _provider(self) -> Any:
        """Compiled: what fills the motion with what the user's functions give."""
        mass, force, constraints, matrix = self.mass, self.force, self.constraints, self.jacobian
        above, terms, states = self.velocity_rows, self.velocity_terms, self.states
        m = self.n_position
        # a function that is not given is never called, but must have a type
        constraints = constraints or numba.njit(lambda t, q, w: np.zeros(0))
        matrix = matrix or numba.njit(lambda t, q, w: np.zeros((0, q.shape[0])))
        above = above or numba.njit(lambda t, q: np.zeros((0, q.shape[0])))
        terms = terms or numba.njit(lambda t, q: np.zeros(0))
        states = states or numba.njit(lambda t, q, v, w, lam: np.zeros(0))
        given = self.jacobian is not None

        def provide(task, t, h, address):  # type: ignore[no-untyped-def]
            mo = equations_at(address)
            if task == MASS:
                mo.user_M[:, :] = mass(t, mo.at_q)
            elif task == FORCE:
                mo.user_f[:] = force(t, mo.at_q, mo.at_v, mo.at_w, mo.at_lam)
            elif task == ROWS:
                mo.user_g[:m] = constraints(t, mo.at_q, mo.at_w)
            elif task == MATRIX:
                if given:
                    mo.user_G[:m] = matrix(t, mo.at_q, mo.at_w)
                mo.user_G[m:] = above(t, mo.at_q)
            elif task == TERMS:
                mo.user_b[m:] = terms(t, mo.at_q)
            elif task == STATES:
                mo.user_k[:] = states(t, mo.at_q, mo.at_v, mo.at_w, mo.at_lam)
            return 0

        try:
            return numba.cfunc(port.SIGNATURE)(provide)
        except NumbaError as problem:
            lines = [line for line in str(problem).splitlines() if line.strip()]
            raise ModelError(f"{self.name}: the compiled functions do not fit: {' '.join(lines[:4])}") from problem

    def provider(self, mo: Context, failures: list[BaseException]) -> tuple[int, Any]:
        """Address of the C function that asks the user's functions for this memory, and what keeps it alive.

        An exception in a Python function makes everything NaN, which ends the run; it is kept in `failures`.
        """
        if self.compiled:
            return int(self._provider.address), self._provider
        m = self.n_position

        def provide(task: int, t: float, h: float, address: int) -> int:
            try:
                q, w = mo.at_q.copy(), mo.at_w.copy()
                if task == MASS:
                    mo.user_M[:] = self.mass(t, q)
                elif task == FORCE:
                    mo.user_f[:] = self.force(t, q, mo.at_v.copy(), w, mo.at_lam.copy())
                elif task == ROWS and self.constraints is not None:
                    mo.user_g[:m] = self.constraints(t, q, w)
                elif task == MATRIX:
                    if self.jacobian is not None:
                        mo.user_G[:m] = self.jacobian(t, q, w)
                    if self.velocity_rows is not None:
                        mo.user_G[m:] = self.velocity_rows(t, q)
                elif task == TERMS and self.velocity_terms is not None:
                    mo.user_b[m:] = self.velocity_terms(t, q)
                elif task == STATES and self.states is not None:
                    mo.user_k[:] = self.states(t, q, mo.at_v.copy(), w, mo.at_lam.copy())
            except BaseException as problem:  # nothing may pass through compiled code
                failures.append(problem)
                mo.user_M[:] = mo.user_f[:] = math.nan
            return 0

        callback = C_FUNCTION(provide)
        address = ctypes.cast(callback, ctypes.c_void_p).value
        assert address is not None
        return address, callback
