"""Equilibria within the limits of joints: stops that are pressed are held, those that would pull are let go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from jourdain.analyses.statics.finding import Equilibrium
from jourdain.errors import ConvergenceError
from jourdain.model.limits import hold_at_limit, with_stops, without_stops
from jourdain.model.model import Model
from jourdain.run.stops import AT_END, PRESSING, Stop, coordinates_of, stops_of

MOST = 50  # changes of which stops are pressed


def within_limits(model: Model, found: Equilibrium, search: Callable[[Model], Equilibrium]) -> Equilibrium:
    """The equilibrium with the stops in force that it presses on; `search` finds one of a model with some of them held.

    ConvergenceError where no set of stops was found that only press.
    """
    stops = stops_of(with_stops(model))
    if not stops:
        return found
    held: dict[str, int] = {}
    for _ in range(MOST):
        wrong = _wrong(found, stops, held)
        if not wrong:
            if not held:
                return found
            names = ", ".join(f"{stop.label} ({_end(stop, held)})" for stop in stops if stop.name in held)
            said = f"held by limits: {names}; stable or not is said of motions that leave them pressed"
            return replace(found, model=without_stops(found.model), notes=(*found.notes, said))
        for name, side in wrong.items():
            if side:
                held[name] = side
            else:
                del held[name]
        pressed = with_stops(model).copy()
        for stop in stops:
            if stop.name in held:
                end = stop.limits.lower if held[stop.name] < 0 else stop.limits.upper
                hold_at_limit(pressed, stop.name, True, end)
        found = search(pressed)
    raise ConvergenceError(
        f"model {model.name!r}: no equilibrium was found in which all joints are within their limits and their stops only "
        f"press; the last one tried held {', '.join(held)}."
    )


def _end(stop: Stop, held: dict[str, int]) -> str:
    end, most = stop.end(held[stop.name])
    return f"{end} limit {most:.6g}"


def _wrong(found: Equilibrium, stops: list[Stop], held: dict[str, int]) -> dict[str, int]:
    """Stops that are to be held at an end (-1, 1), or let go (0): all that pull, else all that are passed."""
    result = found.result
    system, piece = result.system, result.pieces[0]
    hardest = float(np.abs(piece.lam[0]).max(initial=0.0))
    pulling = {
        name: 0 for name, side in held.items() if side * piece.lam[0, system.joint_rows[name][0]] > PRESSING * hardest
    }
    if pulling:
        return pulling
    values = coordinates_of(system, stops, result.t[0], piece.q[0], piece.v[0], piece.w[0], piece.ref[0])
    beyond = {stop.name: stop.limits.beyond(float(x)) for stop, x in zip(stops, values, strict=True)}
    return {name: int(np.sign(way)) for name, way in beyond.items() if name not in held and abs(way) > AT_END}
