"""Inputs and outputs of a linearised model: what forces act on, and what measures see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from jourdain.analyses.linear.steady import Snapshot
from jourdain.errors import ModelError, near
from jourdain.lagrange.model import named_measures
from jourdain.model.elements import Force, Load, Rate
from jourdain.model.measures import Measure
from jourdain.model.model import Model
from jourdain.run.start import Start
from jourdain.system.compile import compile
from jourdain.system.system import evaluate

Signal = str | Measure | Rate
SAME = 1e-7  # change of a signal's coefficients that counts as none


class Transfer(NamedTuple):
    """Inputs and outputs in the coordinates of `variations`, by name."""

    forces: np.ndarray  # (n + nw, nu)
    lines: np.ndarray  # (ny, 2 n + nd) on (y, z, w)
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


def transfer(moment: Snapshot, inputs: Any, outputs: Any) -> Transfer:
    """Inputs and outputs, as `linear` is given them, at a moment."""
    system, inward = moment.start.system, moment.equations.inward
    n, differential = system.kind.v, system.tables["states"]["differential"].astype(bool)
    forces, on_q, on_v, given, seen = Signals(moment.start, inputs, outputs).matrices(moment.t)
    lines = np.hstack([on_q @ inward, on_v[:, :n] @ inward, on_v[:, n:][:, differential]])
    return Transfer(np.vstack([inward.T @ forces[:n], forces[n:]]), lines, tuple(given), tuple(seen))


def changing(now: Snapshot, later: Snapshot, here: Transfer, there: Transfer) -> list[str]:
    """Names of inputs and outputs that a steady motion leaves not as they are: they do not turn with the frame."""
    free, other = (one.reduced.basis @ one.reduced.projection for one in (now, later))
    acts, other_acts = (one.reduced.basis @ one.reduced.effect for one in (now, later))
    found = []
    inputs = here.inputs, (acts @ here.forces).T, (other_acts @ there.forces).T
    for names, a, b in (inputs, (here.outputs, here.lines @ free, there.lines @ other)):
        large = np.abs(a - b).max(axis=1, initial=0.0) > SAME * np.abs(a).max(initial=0.0)
        found += [name for name, one in zip(names, large, strict=True) if one]
    return found


class Signals:
    """Columns of inputs and lines of outputs at one state, in the coordinates of the System.

    To be seen, a measure must be one that the motion needs, and a load must not be zero: so a copy of the model is asked in
    which all these act with 1, and nothing else does.
    """

    def __init__(self, start: Start, inputs: Sequence[Signal], outputs: Sequence[Signal] | None) -> None:
        self.start, self.model = start, start.system.model
        self.measures = named_measures(self.model)
        self.inputs = _listed(inputs, "inputs")
        self.outputs = list(self.model.measures) if outputs is None else _listed(outputs, "outputs")
        self.asked: dict[Measure, str] = {}
        self.loads = [one for one in self.inputs if isinstance(one, str) and one in self.model.loads]
        for one in self.inputs:
            if not isinstance(one, str) or one not in {*self.model.loads, *self.model.states}:
                self.asked.setdefault(self._acted_on(one), f"asked {len(self.asked)}")
        for one in self.outputs:
            if not isinstance(one, str) or one not in self.model.states:
                self.asked.setdefault(self._seen(one)[0], f"asked {len(self.asked)}")

    def _acted_on(self, one: Signal) -> Measure:
        """The measure that an input acts on."""
        model = self.model
        if isinstance(one, Measure):
            return one
        if isinstance(one, str) and one in model.forces:
            return model.forces[one].measure
        if isinstance(one, str) and one in self.measures:
            return self.measures[one]
        if isinstance(one, str) and one in model.joints and model.joints[one].kind == "drive":
            raise ModelError(
                f"inputs: {one!r} is a drive, which gives a motion and not a force; name a force, load, measure or state."
            )
        names = [*model.forces, *model.loads, *model.states, *self.measures]
        raise ModelError(f"inputs: there is no force, load, extra state or measure {one!r}.{near(str(one), names)}")

    def _seen(self, one: Signal) -> tuple[Measure, bool]:
        """The measure of an output, and whether its rate is meant."""
        if isinstance(one, Measure):
            return one, False
        if isinstance(one, Rate):
            return one.measure, True
        for name, rate in ((one, False), (one.removesuffix("_rate"), True)):
            if name in self.measures:
                return self.measures[name], rate
        names = [*self.measures, *self.model.states]
        raise ModelError(f"outputs: there is no measure or extra state {one!r}.{near(one, names)}")

    def matrices(self, t: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[str], list[str]]:
        """Forces of the inputs (n + nw, nu), lines of the outputs on increments of q and on (v, w), and the names."""
        system = self.start.system
        n, nw = system.kind.v, system.kind.w
        J, Jt, load_columns = self._probe(t)
        forces, names = [], []
        for i, one in enumerate(self.inputs):
            if isinstance(one, str) and one in self.loads:
                forces += [np.append(column, np.zeros(nw)) for _, column in load_columns[one]]
                several = len(load_columns[one]) > 1
                names += [f"{one}.{label}" if several else one for label, _ in load_columns[one]]
            elif isinstance(one, str) and one in self.model.states:
                forces.append(np.append(np.zeros(n), np.array(system.state_names) == one).astype(float))
                names.append(one)
            else:
                forces.append(np.append(J[self._acted_on(one)], np.zeros(nw)))
                names.append(self._name(one, f"input {i + 1}"))
        on_q, on_v, seen = [], [], []
        for i, one in enumerate(self.outputs):
            w = np.zeros(nw)
            if isinstance(one, str) and one in self.model.states:
                self._check_state(one)
                w[system.state_names.index(one)] = 1.0
                on_q.append(np.zeros(n))
                on_v.append(np.append(np.zeros(n), w))
            else:
                measure, rate = self._seen(one)
                on_q.append(Jt[measure] if rate else J[measure])
                on_v.append(np.append(J[measure] if rate else np.zeros(n), w))
            seen.append(self._name(one, f"output {i + 1}"))
        stacked = (np.array(x).reshape(len(x), k) for x, k in ((forces, n + nw), (on_q, n), (on_v, n + nw)))
        columns, lines, rates = stacked
        return columns.T, lines, rates, names, seen

    def _check_state(self, name: str) -> None:
        if self.model.states[name].algebraic:
            raise ModelError(f"outputs: {name!r} is an algebraic state; name measures, or states that have a rate.")

    def _name(self, one: Signal, otherwise: str) -> str:
        if isinstance(one, str):
            return one
        measure, ending = (one.measure, "_rate") if isinstance(one, Rate) else (one, "")
        known = [name for name, other in self.measures.items() if other == measure]
        return known[0] + ending if known else otherwise

    def _probe(self, t: float) -> tuple[dict[Measure, np.ndarray], dict[Measure, np.ndarray], dict[str, Any]]:
        """J and d(J v)/dq (n,) of every measure asked for; label and column (n,) of each component of the loads."""
        if not self.asked and not self.loads:
            return {}, {}, {}
        probe = self.model.copy()
        probe.events, probe.measures = {}, {}
        if not self.start.system.coordinates:  # of which some may have no inertia, but a drive
            probe.joints, probe.states = {}, {}
        probe.forces = {name: Force(name, measure) for measure, name in self.asked.items()}
        probe.loads = {name: _unit_load(self.model.loads[name]) for name in self.loads}
        system, start = compile(probe), self.start
        s = system.context()
        evaluate(system.kind, s, t, start.q, start.v)

        def dense(blocks: np.ndarray, first: int, count: int) -> np.ndarray:
            found = np.zeros(system.kind.v)
            for k in range(first, first + count):
                system.layout.add_block(found, s.block_body[k], blocks[k])
            return found

        J, Jt = {}, {}
        for measure in self.asked:
            record = s.measures[system.measures[measure]]
            J[measure], Jt[measure] = (dense(x, record["block"], record["n_blocks"]) for x in (s.J, s.Jt))
        columns: dict[str, list[tuple[str, np.ndarray]]] = {}
        for name in self.loads:
            labels, blocks = _components(self.model, probe.loads[name]), np.array(system.load_names) == name
            entries = [dense(s.J, block, 1) for block in s.loads["block"][blocks]]
            each = len(entries) // len(labels)  # of a load on a whole beam, or on all of a part
            columns[name] = [(one, np.sum(entries[i * each : (i + 1) * each], axis=0)) for i, one in enumerate(labels)]
        return J, Jt, columns


def _listed(signals: Any, what: str) -> list[Signal]:
    if isinstance(signals, (str, Measure, Rate)):
        signals = [signals]
    wrong = [one for one in signals if not isinstance(one, (str, Measure, Rate))]
    if wrong or (what == "inputs" and any(isinstance(one, Rate) for one in signals)):
        raise ModelError(f"{what}: {(wrong or signals)[0]!r}; give names or measures, such as ['motor', joint.angle].")
    return list(signals)


def _unit_load(load: Load) -> Load:
    """The load with 1 in every component that is not zero; in all if all are."""
    parts = [*load.force, *load.torque]
    given = [not (isinstance(value, (int, float)) and value == 0.0) for value in parts]
    units = [1.0 if one or not any(given) else 0.0 for one in given]
    return Load(load.name, load.marker, tuple(units[: len(load.force)]), tuple(units[len(load.force) :]), load.follow)


def _components(model: Model, load: Load) -> list[str]:
    """Names of the components that are not zero: fx .. tz."""
    turning = ("t",) if model.planar else ("tx", "ty", "tz")
    names = [*("fx", "fy", "fz")[: len(load.force)], *turning]
    return [name for name, value in zip(names, [*load.force, *load.torque], strict=False) if value]
