"""Runs of written equations: the same time loops, asked through the same port; a plainer result."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jourdain.errors import ConvergenceError, ModelError, near
from jourdain.integrators import DOP853, Integrator
from jourdain.integrators.march import march
from jourdain.kernels import port, servers
from jourdain.kernels.status import OK
from jourdain.kernels.tables import BODY, EVENT, ROW
from jourdain.user_equations.equations import C_FUNCTION, Equations
from jourdain.user_equations.memory import equations_memory
from jourdain.user_equations.server import serve


@dataclass(frozen=True)
class Trajectory:
    """The motion of written equations at times t (nt,): q, v, a (nt, n), extra states w (nt, l), multipliers lam (nt, m).

    trajectory["theta"] is a coordinate by its name. gap, rate_gap (nt,): largest opening of position and velocity rows.
    error (nt,): estimate of the error of q by a companion run, nan if there was none.
    """

    equations: Equations
    integrator: Integrator
    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    w: np.ndarray
    lam: np.ndarray
    gap: np.ndarray
    rate_gap: np.ndarray
    error: np.ndarray
    stats: dict[str, float] = field(default_factory=dict)

    def __getitem__(self, name: str) -> np.ndarray:
        names = self.equations.coordinate_names
        if name not in names:
            raise ModelError(f"no coordinate is named {name!r}.{near(name, names)}")
        return self.q[:, names.index(name)]

    def __str__(self) -> str:
        e, s = self.equations, self.stats
        method = self.integrator
        setting = f"step {method.step:g} s" if method.fixed else f"tol {method.tol or 1e-6:g}"
        kind = "compiled" if e.compiled else "Python functions"
        lines = [
            f"{e.name}: {e.kind.q} coordinates, {e.kind.g + e.kind.a} rows, {e.kind.w} extra states ({kind})",
            f"{method.name}, {setting}: t = {self.t[0]:g} .. {self.t[-1]:g} s in {s['steps']:.0f} steps, "
            f"{s['cpu_seconds']:.3g} s CPU",
        ]
        worst = float(np.nanmax(self.error, initial=-math.inf))
        if math.isfinite(worst):
            lines.append(f"accuracy: coordinates within about {worst:.1e}")
        lines.append(
            f"constraints: open by {self.gap.max(initial=0.0):.1e}, rates {self.rate_gap.max(initial=0.0):.1e}"
        )
        return "\n".join(lines)


class _Sizes:
    """What integrators read of a system to prepare their memory."""

    events: tuple[str, ...] = ()

    def __init__(self, equations: Equations) -> None:
        self.kind, self.length, self.redundant = equations.kind, float(equations.length), 0
        self.n_rows = self.kind.g + self.kind.a
        n = self.kind.v + self.kind.w + self.kind.g + self.kind.a
        rows = np.zeros(self.kind.g + self.kind.a, ROW)
        rows["weight"] = rows["looped"] = 1
        bodies = np.zeros(1, BODY)
        q = equations.start[0]
        bodies["mass"] = max(1e-12, float(np.trace(np.asarray(equations.mass(0.0, q), float))))
        self.tables = {"events": np.zeros(0, EVENT), "rows": rows, "bodies": bodies, "column": np.zeros(n * n - 1)}


class _Run:
    """One run: motion, server, loop."""

    def __init__(self, equations: Equations, method: Integrator, times: np.ndarray) -> None:
        if method.canonical:
            raise ModelError(
                f"{type(method).__name__} works on machines and Lagrangians; for written equations use GeneralizedAlpha, Block "
                "or BDF (implicit), or an ODE integrator such as DOP853."
            )
        self.equations, self.method, self.times = equations, method, times
        self.failures: list[BaseException] = []
        span = float(times[-1] - times[0])
        mo = self.mo = method.memory(_Sizes(equations), times, False, span)  # type: ignore[arg-type]
        me = mo.parts["equations"] = equations_memory(equations.kind)
        provider, self._keep = equations.provider(me, self.failures)
        server = servers.compiled(serve)
        self._ask = C_FUNCTION(server.address)
        self._method = method.method(equations.kind)
        self._treatment = servers.compiled(method.treatment.kernel())
        calls, own = mo.calls, me.own
        calls.system = calls.newton = server.address
        calls.treatment, calls.memory = self._treatment.address, mo.parts["treatment"].address
        calls.method, calls.context = self._method.address, me.address
        for name, size in zip(equations.kind._fields, equations.kind, strict=True):
            setattr(calls, name, size)
        own.call, own.jacobian = provider, int(equations.jacobian is not None)
        own.terms = int(equations.velocity_terms is not None)
        me.differential[:] = [0.0 if a else 1.0 for a in equations.algebraic or [False] * equations.kind.w]
        self._begin(float(times[0]))

    def ask(self, task: int, t: float, h: float = 0.0) -> int:
        """A task of the port."""
        return int(self._ask(task, t, h, self.mo.address))

    def _begin(self, t: float) -> None:
        """A consistent start."""
        mo, (q, v, w) = self.mo, self.equations.start
        mo.q_new[:], mo.v_new[:], mo.w_new[:], mo.lam_new[:] = q, v, w, self.equations.first_multipliers
        self.evaluate(t, "the start", close=True)
        for name in ("q", "v", "w"):
            getattr(mo, name)[:] = getattr(mo, f"{name}_new")
        mo.vd[:] = mo.vd_new
        mo.wd[:], mo.lam[:] = mo.wd_new, mo.lam_new
        for name, values in (("q", mo.q), ("v", mo.v), ("a", mo.vd), ("w", mo.w), ("lam", mo.lam)):
            getattr(mo, f"out_{name}")[0] = values
        mo.clock.t, mo.clock.done = t, 1
        mo.counts.evaluations = 0

    def evaluate(self, t: float, where: str, close: bool) -> None:
        """Close positions and velocities, then accelerations and multipliers; the state stands in mo.q_new ..."""
        tasks = [port.CLOSE_POSITIONS, port.PREPARE, port.CLOSE_VELOCITIES] if close else [port.PREPARE]
        for task in (*tasks, port.ACCELERATE):
            if self.ask(task, t, 1.0) != OK:
                raise self.failed(f"{where} cannot be made consistent: {self._open(t)}")

    def _open(self, t: float) -> str:
        self.ask(port.POSITIONS, t)
        return f"position rows are open by {np.abs(self.mo.g).max(initial=0.0):.3g}"

    def failed(self, message: str) -> Exception:
        """The error to raise, with the user's own exception as its cause."""
        error = ConvergenceError(f"{self.equations.name}: {message}.")
        if self.failures:
            error = ConvergenceError(f"{self.equations.name}: a function failed: {self.failures[0]!r}")
            error.__cause__ = self.failures[0]
        return error

    def march(self) -> float:
        """Run to the end; CPU seconds."""
        mo = self.mo
        march(mo.address, 0)
        began = time.process_time()
        while mo.clock.done < len(self.times):
            status = march(mo.address, 1000)
            if self.failures or status != OK:
                t = float(mo.clock.t)
                raise self.failed(f"{self.method.name} stopped at t = {t:.9g} s; try a smaller step or a looser tol")
        return time.process_time() - began

    def trajectory(self, cpu: float) -> Trajectory:
        """What is shown: closed at every output, unless the method lets constraints drift."""
        mo, times = self.mo, self.times
        gap, rate_gap = np.zeros(len(times)), np.zeros(len(times))
        out: dict[str, np.ndarray] = {name: getattr(mo, f"out_{name}").copy() for name in ("q", "v", "a", "w", "lam")}
        for i, t in enumerate(times):
            for name in ("q", "v", "w", "lam"):
                getattr(mo, f"{name}_new")[:] = out[name][i]
            self.ask(port.POSITIONS, t)
            self.ask(port.VELOCITIES, t)
            gap[i], rate_gap[i] = np.abs(mo.g).max(initial=0.0), np.abs(mo.rate).max(initial=0.0)
            self.evaluate(float(t), f"the state at t = {t:g} s", close=not self.method.drifts)
            for name, source in (("q", "q_new"), ("v", "v_new"), ("w", "w_new"), ("lam", "lam_new"), ("a", "vd_new")):
                out[name][i] = getattr(mo, source)
        counts = mo.counts
        stats = {
            **{name: int(getattr(counts, name)) for name in ("steps", "rejected", "evaluations", "iterations")},
            "cpu_seconds": cpu,
        }
        error = np.full(len(times), math.nan)
        return Trajectory(
            self.equations, self.method, times.copy(), **out, gap=gap, rate_gap=rate_gap, error=error, stats=stats
        )


def simulate_equations(
    equations: Equations, method: Integrator | None, times: np.ndarray, trust: str, companion: Any
) -> Trajectory:
    """Run written equations; companion(method, times): the second run that the error is estimated by, and a factor."""
    from dataclasses import replace

    method = method or DOP853(tol=1e-8)
    run = _Run(equations, method, times)
    found = run.trajectory(run.march())
    if trust == "fast":
        return found
    second = companion(method, times)
    other = _Run(equations, second.method, second.times)
    coarse = other.trajectory(other.march())
    _, i, j = np.intersect1d(found.t, coarse.t, return_indices=True)
    apart = np.abs(found.q[i] - coarse.q[j]).max(axis=1) * second.factor
    error = np.interp(found.t, found.t[i], np.maximum.accumulate(apart))
    return replace(found, error=error)
