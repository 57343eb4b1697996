"""The steps of a frozen run, differentiated: states by parameters (direct), or outputs by everything (adjoint)."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.analyses.sensitivity.beginnings import Beginning, Beginnings
from jourdain.analyses.sensitivity.changes import Uses
from jourdain.analyses.sensitivity.frozen import Variants, scale_of
from jourdain.analyses.sensitivity.tables import NO_PAIR, difference_pair, same_structure
from jourdain.errors import ConvergenceError, ModelError
from jourdain.integrators.alpha.derivatives import differentiate_steps
from jourdain.integrators.alpha.integrator import GeneralizedAlpha
from jourdain.kernels.context import SCHEMAS, Context
from jourdain.kernels.kinds import Kind, Planar
from jourdain.kernels.status import OK
from jourdain.kernels.tables import ALWAYS_SVD, PLAY
from jourdain.model.model import Model
from jourdain.model.parameters import check_names
from jourdain.run.beginning import work_context
from jourdain.run.run import Segment
from jourdain.system.layout import Layout
from jourdain.system.system import System

NEAR = 1e-5  # of a parameter's scale: how far the two systems of a central difference are from it
_LINES = ("th", "dv", "da", "dmean", "dw", "dwd", "dmean_w", "dlam", "dv_old")
_OF_MOTION = {"dv": "v", "da": "vd", "dmean": "a", "dw": "w", "dwd": "wd", "dmean_w": "wa", "dlam": "lam"}


def check_method(method: Any, name: str) -> None:
    """Refuse methods whose steps are not differentiated."""
    if not isinstance(method, GeneralizedAlpha) or method.index != 3 or method.project:
        raise ModelError(
            f"sensitivity by method {name!r} differentiates the steps of GeneralizedAlpha with index 3 and without projection, "
            f"not those of {method.name}; use method='differences'."
        )
    if method.coordinates in ("joint", "auto", "euler-parameters") or method.share:
        asked = "shared" if method.share else repr(method.coordinates)
        raise ModelError(
            f"sensitivity by method {name!r} differentiates steps in Cartesian or natural coordinates, not in {asked} ones; "
            "leave coordinates out, or use method='differences'."
        )


def checked_steps(model: Model, segment: Segment, times: np.ndarray, status: int = OK) -> None:
    """Refuse a run whose steps do not end at these times [s], and joints that fit with play."""
    counts = segment.mo.counts
    if status != OK or counts.steps != len(times) - 1 or counts.halvings or counts.singular:
        raise ConvergenceError(
            f"model {model.name!r}: not all steps could be taken as given (singular positions, or steps that "
            "had to be halved), so they cannot be differentiated; use smaller steps, or method='differences'."
        )
    if segment.s.flags[ALWAYS_SVD] != 0.0 or segment.s.flags[PLAY] > 0.0:
        raise ModelError(
            f"model {model.name!r}: redundant joints fit only with play, which is not differentiated; "
            "use method='differences', or freer joints (jourdain.check names them)."
        )


def frozen_steps(variants: Variants, names: tuple[str, ...], outputs: np.ndarray) -> LinearSteps:
    """All steps of a run without events. outputs (n,): which of them are outputs."""
    run, model = variants.marched(variants.system), variants.model
    checked_steps(model, run.here, variants.times)
    known, length = check_names(model, names), variants.system.length
    scales = np.array([scale_of(known[name], length) for name in names])
    begin, found = Beginnings(variants, run, known), []
    for name, scale in zip(names, scales, strict=True):
        found.append(begin.around(name, NEAR * scale))
        check_beginning(name, found[-1], run.here)
    return LinearSteps(variants, names, scales, outputs, run.here, found)


def check_beginning(name: str, pair: tuple[Beginning, Beginning], segment: Segment) -> None:
    """Refuse a parameter that changes the structure, or takes redundant joints apart."""
    if not all(same_structure(one.system, segment.inner.system) for one in pair):
        raise OtherStructureError(name)
    if gaps := pair[0].gaps | pair[1].gaps:
        joints = ", ".join(dict.fromkeys(row.rsplit(": ", 1)[0] for row in gaps))
        raise ModelError(
            f"parameter {name!r} takes redundant joints of model {segment.start.system.name!r} apart ({joints}), so "
            "there is no motion to differentiate; let one parameter of a file move all points that must fit "
            "together, or use freer joints (jourdain.check names them)."
        )


@dataclass
class LinearSteps:
    """The steps of a segment of a run and, for each parameter, where runs begin a little below and above its value.

    scales (p,): how large a change of each parameter is large; outputs (n,): which steps are outputs.
    """

    variants: Variants
    names: tuple[str, ...]
    scales: np.ndarray
    outputs: np.ndarray
    here: Segment
    beginnings: list[tuple[Beginning, Beginning]]

    @property
    def times(self) -> np.ndarray:
        """Times of the steps (N + 1,) [s]."""
        return self.here.mo.times

    @functools.cached_property
    def kind(self) -> Kind:
        """The kind of the system. A damper of no damping has no use for rates of measures (see compile), one of little has."""
        kind = self.here.inner.system.kind
        rates = [one.system.kind.rates for pair in self.beginnings for one in pair]
        return kind._replace(rates=max(kind.rates, *rates))

    def start_lines(self) -> dict[str, np.ndarray]:
        """Derivatives of the start by each parameter, by the names of the lines."""
        inner = self.here.inner.system
        found: dict[str, Any] = {name: [] for name in _LINES}
        for (low, high), scale in zip(self.beginnings, self.scales, strict=True):
            width = 2.0 * NEAR * scale
            found["th"].append(_between(inner.layout, low.state["q"], high.state["q"]) / width)
            for line, name in _OF_MOTION.items():
                found[line].append((high.state[name] - low.state[name]) / width)
            found["dv_old"].append(np.zeros(inner.kind.v))
        return {name: np.array(lines) for name, lines in found.items()}

    def memory(self, lines: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> tuple[Context, Context]:
        """Memory for the kernel, and the system's own; lines: where they begin, outputs: their values at outputs."""
        here, method, times = self.here, self.variants.method, self.times
        system, mo = here.inner.system, here.mo
        s = work_context(system, here.inner)
        kind, n = system.kind, system.kind.v + system.kind.w + system.n_rows
        distances = 2.0 * NEAR * self.scales
        uses = Uses(system)
        near = zip(self.names, self.beginnings, distances, strict=True)
        changed = [uses.changes(name, a.system, b.system, x) for name, (a, b), x in near]
        pairs = [
            difference_pair(a.system, b.system, self.kind.rates) if one is None else NO_PAIR
            for (a, b), one in zip(self.beginnings, changed, strict=True)
        ]
        stored = np.full(len(times), -1)
        stored[self.outputs] = np.arange(len(self.outputs))
        count, bodies = len(lines["th"]), len(s.chart)
        arrays: dict[str, np.ndarray] = {
            f"step_{name}": getattr(mo, f"out_{name}") for name in ("q", "v", "a", "w", "lam", "ref")
        }
        arrays |= {name: np.ascontiguousarray(value) for name, value in lines.items()} | outputs
        arrays |= {"times": times.copy(), "stored": stored, "gradient": np.zeros((count, len(pairs)))}
        addresses = [(one.low.address, one.high.address) if one.low and one.high else (0, 0) for one in pairs]
        arrays["tables"] = np.array(addresses, np.int64).reshape(-1, 2)
        arrays["sizes"] = np.array([tuple(one.kind or (0,) * 8) for one in pairs], np.int64).reshape(-1, 8)
        for name in ("rows", "positions", "velocities"):
            held = [getattr(one, name) for one in pairs]
            arrays[f"first_{name}"] = np.cumsum([0, *map(len, held)])
            arrays[name] = np.concatenate([np.zeros(0, np.int64), *held])
        arrays["scale"] = 1.0 / distances
        arrays |= _entries(system) | uses.arrays(changed, count)
        arrays |= {name: np.zeros(n) for name in ("right", "answer", "x1", "x2", "part")} | {"mu": np.zeros((count, n))}
        arrays |= {"u": np.zeros(kind.v), "some_v": np.zeros(kind.v), "some_a": np.zeros(kind.v)}
        arrays |= {"some_q": np.zeros(kind.q), "some_lam": np.zeros(system.n_rows), "no_rates": np.zeros(kind.w)}
        arrays |= {name: np.zeros((bodies, 3, 3)) for name in ("turned", "of_v", "of_v_old")}
        arrays["method"] = np.zeros(1, SCHEMAS["alpha derivatives"]["method"][0])
        d = Context("alpha derivatives", arrays)
        d.method.am, d.method.af, d.method.beta, d.method.gamma = method.coefficients()  # type: ignore[attr-defined]
        d.method.epsilon, d.method.damped = mo.clock.epsilon, int(_damped(system))
        d.parts = {
            str(i): z for i, z in enumerate(z for one in pairs for z in (one.low, one.high) if z)
        }  # their memory
        return d, s

    def _work(self, d: Context, s: Context, backward: int) -> None:
        bad = differentiate_steps(self.kind, s, d, backward)
        if bad >= 0:
            raise ConvergenceError(
                f"model {self.variants.model.name!r}: the equations of the step at t = {self.times[bad]:.6g} s are "
                "singular, so it has no derivative; use method='differences'."
            )

    @functools.cached_property
    def _forward(self) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
        lines, kind = self.start_lines(), self.here.inner.system.kind
        sizes = {"th": kind.v, "dv": kind.v, "dw": kind.w}
        outputs = {f"out_{name}": np.zeros((len(self.outputs), len(self.names), size)) for name, size in sizes.items()}
        d, s = self.memory(lines, outputs)
        self._work(d, s, 0)
        return {"u": d.out_th, "v": d.out_dv, "w": d.out_dw}, {name: getattr(d, name).copy() for name in sizes}

    def states(self) -> dict[str, np.ndarray]:
        """Derivatives of states at the outputs: u (n, p, nv), v (n, p, nv), w (n, p, nw)."""
        return self._forward[0]

    def end_lines(self) -> dict[str, np.ndarray]:
        """The same at the end of the last step: th, dv (p, nv), dw (p, nw)."""
        return self._forward[1]

    def backward(self, by_state: dict[str, np.ndarray]) -> np.ndarray:
        """Derivatives (o, p) of outputs by parameters, without what these change in the outputs themselves.

        by_state: derivatives of the outputs by the states, u (n, o, nv), v (n, o, nv), w (n, o, nw).
        """
        start = self.start_lines()
        count = by_state["u"].shape[1]
        lines = {name: np.zeros((count, value.shape[1])) for name, value in start.items()}
        names = {"out_th": "u", "out_dv": "v", "out_dw": "w"}
        d, s = self.memory(lines, {out: np.ascontiguousarray(by_state[name]) for out, name in names.items()})
        self._work(d, s, 1)
        amounts = np.zeros((len(self.names), len(d.numbers)))
        owner = np.repeat(np.arange(len(self.names)), np.diff(d.first_number))
        amounts[owner, d.number] = d.amount
        steps = d.gradient + d.by_number @ amounts.T
        return steps + sum(getattr(d, name) @ value.T for name, value in start.items())


def _entries(system: System) -> dict[str, np.ndarray]:
    """Entries of the Newton matrix that bodies and states have among themselves: where, and of which unknowns."""
    tables, n = system.tables, system.kind.v + system.kind.w
    unknown = np.argsort(tables["place"])
    rows = unknown[np.repeat(np.arange(len(unknown)), np.diff(tables["row_start"]))]
    columns = unknown[tables["column"]]
    used = np.zeros(len(columns) + 1, bool)
    used[tables["pair_place"].ravel()] = used[tables["couple_place"]] = True
    found = np.flatnonzero(used[:-1] & (rows < n) & (columns < n))
    rates = np.concatenate([np.zeros(system.kind.v), tables["states"]["differential"]])
    own = np.where(rows[found] == columns[found], rates[rows[found]], 0.0)
    pair = np.full(len(columns) + 1, -1)
    pair[tables["pair_place"]] = np.arange(len(tables["pair_place"]))[:, None, None]
    places = {"entry": found, "entry_row": rows[found].copy(), "entry_column": columns[found].copy()}
    places["entry_pair"] = pair[found]
    return places | {"of_rates": own, "stiffness": np.zeros(len(found)), "damping": np.zeros(len(found))}


def _damped(system: System) -> bool:
    """Do forces depend on velocities, or rates of states on anything?"""
    tables = system.tables
    damping = (tables["laws"]["damping"] != 0.0).any() or (tables["elements"]["damped"] == 1).any()
    return bool(damping or len(tables["couples"]) or not isinstance(system.kind, Planar))


class OtherStructureError(Exception):
    """A parameter that splits points which were one."""


def _between(layout: Layout, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The increment (nv,) that moves positions a to b."""
    if layout.orientation != "quaternion":
        return b - a
    p, q = layout.orientations(a), layout.orientations(b)
    turned = p[:, :1] * q[:, 1:] - q[:, :1] * p[:, 1:] - np.cross(p[:, 1:], q[:, 1:])
    found = layout.joined(layout.points(b) - layout.points(a), 2.0 * turned / (p * q).sum(axis=1, keepdims=True))
    layout.elastic(found)[:] = layout.elastic(b) - layout.elastic(a)
    return found
