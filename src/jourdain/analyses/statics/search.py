"""From a closed position to an equilibrium: Newton's method with a trust region, falling energy, dynamic relaxation.

newton        any equilibrium, stable or not: Powell's dogleg on the forces out of balance, quadratic at its end
stepped       the same along the path of loads that grow from none to all: models with beams, whose way there is long
fall          a least energy on the closed positions: damped Newton steps that go down, as water does
carried       the same with beams that are rigid at first, where nothing holds them without loads: these may swing far
relaxation    the same by a fictitious motion that is stopped whenever its kinetic energy has passed a peak

M. J. D. Powell, A hybrid method for nonlinear equations, 1970. Kinetic damping: P. A. Cundall, 1976; M. R. Barnes, 1999.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from jourdain.analyses.statics.balance import BALANCED, LARGEST_STEP, Balance, Point, Tangent, scaled
from jourdain.analyses.statics.definite import falling_directions
from jourdain.analyses.statics.follow import Follower
from jourdain.analyses.statics.held import held_at
from jourdain.model.model import Model
from jourdain.system.compile import compile
from jourdain.system.drawing import place
from jourdain.system.layout import Layout
from jourdain.system.system import settle

TINY, SMALL = 1e-15, 1e-9  # steps [rad, or fraction of the length] that are nothing; that are about rounding
FAR = 50.0  # radians, or lengths of the model: what goes so far is not coming back
NEAR = 1e-3  # forces out of balance, against all, from which Newton's method takes over
FIRST_DAMPING, HARDER, SOFTER = 1e-6, 10.0, 4.0  # of the largest stiffness; factors after steps that fail and succeed
FIRST_DAMPING_OF_BEAMS = 1e-14  # whose stretching is that much stiffer than what gravity does to them
MOST_NEWTON, MOST_FALL, MOST_RELAXATION, MOST_STOPS = 80, 400, 4000, 300
STRETCH = 0.05  # of cables, about, under loads that make them taut
PATIENCE = 300  # steps of a relaxation without a new best point


@dataclass(frozen=True)
class Search:
    """Where a method came to, in how many steps; balanced: is it an equilibrium? ran_away: it went on and on.

    why: in words, where a method gave up by itself; notes: what is to be said of the way.
    """

    point: Point
    steps: int
    imbalance: float
    ran_away: bool = False
    why: str = ""
    notes: tuple[str, ...] = ()

    @property
    def balanced(self) -> bool:
        """Are the forces that are left none?"""
        return self.imbalance <= BALANCED and not self.why


def _ended(balance: Balance, point: Point, steps: int, ran_away: bool = False) -> Search:
    return Search(point, steps, balance.imbalance(point, Tangent(balance, point)), ran_away)


# ------------------------------------------------------------------------------------ Newton, with a trust region


def direct(balance: Balance, point: Point) -> Search:
    """Newton's method as long as all its steps are whole ones: what shortened ones lead to may be far off, where beams bend."""
    return newton(balance, point, whole_only=True)


def newton(balance: Balance, point: Point, most: int = MOST_NEWTON, *, whole_only: bool = False) -> Search:
    """To an equilibrium of any kind, if the way there is free. whole_only: give up where a step has to be shortened."""
    radius = LARGEST_STEP
    for steps in range(most):
        tangent = Tangent(balance, point)
        whole = tangent.step()
        if point.size == 0.0 or (whole is not None and _nothing(balance, point, whole)):
            return _ended(balance, point, steps)
        while True:
            x, expected = _dogleg(balance, point, tangent, whole, radius)
            trial = balance.moved(point, x)
            gain = -1.0 if trial is None else (point.size**2 - trial.size**2) / max(point.size**2 - expected, 1e-300)
            length = balance.length(x)
            if whole_only and (x is not whole or not gain > 1e-4) and length > SMALL:
                return replace(_ended(balance, point, steps), why="had to shorten its steps")
            if gain > 1e-4 or not length > SMALL:  # not finite where derivatives are not
                break
            radius = 0.25 * length
        if trial is None or not trial.size < point.size:  # as good as it can be, or nowhere to go
            return _ended(balance, point, steps)
        radius = min(LARGEST_STEP, max(radius, 2.0 * length)) if gain > 0.75 else radius
        done = whole is not None and balance.length(whole) <= SMALL and trial.size >= 0.3 * point.size
        point = trial
        if done:
            return _ended(balance, point, steps + 1)
    return _ended(balance, point, most)


def _nothing(balance: Balance, point: Point, x: np.ndarray) -> bool:
    """Does a step change neither positions nor extra states?"""
    states = bool((np.abs(x[balance.nv :]) <= TINY * np.maximum(1.0, np.abs(point.w))).all())
    return states and balance.length(x) <= TINY


def _dogleg(
    balance: Balance, point: Point, tangent: Tangent, whole: np.ndarray | None, radius: float
) -> tuple[np.ndarray, float]:
    """The step within the radius, and the squared size of the forces that it would leave if they were linear."""

    def left(x: np.ndarray) -> float:
        fall, forces, _ = point.projection(point.forces + tangent.A @ x)
        return max(0.0, float(-fall @ forces))

    if whole is not None and balance.length(whole) <= radius:
        return whole, 0.0
    down, _, _ = point.projection(-(tangent.A.T @ point.fall))  # steepest descent of half the squared size
    fall, forces, _ = point.projection(tangent.A @ down)
    slope, curvature = float(down @ (tangent.A.T @ point.fall)), float(-fall @ forces)
    cauchy = down * (slope / curvature if curvature > 0.0 else 0.0)
    if whole is None or balance.length(cauchy) >= radius:
        x = balance.limited(cauchy, radius)
        return x, left(x)
    low, high = 0.0, 1.0
    for _ in range(30):
        part = 0.5 * (low + high)
        low, high = (part, high) if balance.length(cauchy + part * (whole - cauchy)) <= radius else (low, part)
    x = cauchy + low * (whole - cauchy)
    return x, left(x)


# ------------------------------------------------------------------------------------ load stepping


def stepped(balance: Balance, point: Point) -> Search:
    """Along the path on which loads, gravity and drives grow from none to all; what else is out of balance is let go on it."""
    follower, closing, pose = Follower(balance, 1.0), balance.closing, point.pose
    follower.set(0.0)
    if balance.loading.gaps.any():
        pose = closing.close(closing.look(balance.system.q0, balance.system.ref0))
    unloaded = balance.point(pose, point.w)
    loose = any(falling_directions(balance, unloaded, Tangent(balance, unloaded)))
    follower.held = unloaded.forces
    follower.set(0.0)
    onwards = np.append(np.zeros_like(point.forces), 1.0)
    first = None if loose else follower.stop(balance.point(pose, point.w, unloaded.lam), 0.0, onwards)
    stops = [] if first is None else [first, *(stop for stop, _ in follower.path(first, 1.0, MOST_STOPS))]
    follower.held = np.zeros_like(point.forces)
    follower.set(1.0)
    if not stops:
        return replace(_ended(balance, point, 0), why="found nothing that holds it without its loads")
    last, steps = stops[-1].point, len(stops) - 1
    if stops[-1].factor != 1.0:
        ended = _ended(balance, balance.point(last.pose, last.w, last.lam), steps)
        return replace(ended, why=f"came to {max(stop.factor for stop in stops):.3g} of the loads")
    found = newton(balance, last)
    notes: tuple[str, ...] = (f"loads were put on in {steps} steps",)
    lost = [f"{stop.factor:.3g}" for stop in stops if stop.falling > stops[0].falling]
    if lost:
        notes += (
            f"from about {lost[0]} of the loads on, the path is unstable: loaded slowly, it would leave it there",
        )
    return replace(found, steps=steps + found.steps, notes=notes)


def taut(balance: Balance, point: Point) -> Search:
    """For cables, which a drawing does not hold: loads so large that they stretch, then less and less of them."""
    cables = [beam for beam in balance.system.model.beams.values() if beam.theory == "cable"]
    follower = Follower(balance, 1.0)
    loads = float(np.abs(follower.rates(point)[0][: balance.nv][~balance.layout.is_rotation]).sum())
    largest = STRETCH * max(beam.stiffness[0, 0] for beam in cables) / (loads or 1.0)
    if not loads or largest <= 1.0:
        return newton(balance, point)
    follower.span = largest - 1.0
    follower.set(largest)
    found = fall(balance, balance.point(point.pose, point.w))
    found = newton(balance, found.point)
    onwards = np.append(np.zeros_like(point.forces), -1.0)
    first = follower.stop(found.point, largest, onwards) if found.balanced else None
    stops = [] if first is None else [first, *(stop for stop, _ in follower.path(first, 1.0, MOST_STOPS))]
    follower.set(1.0)
    steps = found.steps + len(stops)
    if not stops or stops[-1].factor != 1.0:
        return replace(_ended(balance, point, steps), why="was lost on the way back from larger loads")
    found = newton(balance, stops[-1].point)
    return replace(
        found, steps=steps + found.steps, notes=(f"from {largest:.3g} times the loads, which stretch cables",)
    )


# ------------------------------------------------------------------------------------ least energy


def fall(balance: Balance, point: Point, most: int = MOST_FALL) -> Search:
    """Downhill along closed positions to where the energy is least. Extra states follow at rest."""
    point, damping, last, steps = balance.states_at_rest(point), 0.0, np.inf, 0
    least = FIRST_DAMPING_OF_BEAMS if balance.elastic else FIRST_DAMPING
    way = np.zeros(len(point.forces))  # all steps together, turns included
    while steps < most:
        tangent = Tangent(balance, point)
        steps += 1
        x = tangent.step(damping)
        if x is not None:
            x[balance.nv :] = 0.0
        if x is None or not point.forces @ x < 0.0:
            if x is not None and balance.length(x) <= SMALL:
                break
            damping = max(least, HARDER * damping)
            if damping > 1e12:
                break
            continue
        length, step = balance.length(x), balance.limited(x)
        trial = balance.moved(point, step)
        if trial is not None and balance.elastic:
            step, trial = _bent(balance, point, tangent, damping, step, trial)
        trial = None if trial is None else balance.states_at_rest(trial)
        down = trial is not None and (balance.climb(point, trial) < 0.0 or (length < 1e-6 and trial.size < point.size))
        if trial is None or not down:
            if length <= SMALL:
                break
            damping = max(least, HARDER * damping)
            continue
        if length <= TINY or (length < SMALL and length >= 0.3 * last):
            break
        point, last, way = trial, length, way + step
        damping = damping / SOFTER if damping > least else 0.0
        if balance.length(way) > FAR:
            return _ended(balance, point, steps, ran_away=True)
    return _ended(balance, point, steps)


def _bent(
    balance: Balance, point: Point, tangent: Tangent, damping: float, step: np.ndarray, trial: Point
) -> tuple[np.ndarray, Point | None]:
    """A step that goes round where a straight one would stretch beams: what is not linear in the forces is taken back."""
    found: Point | None = trial
    for _ in range(2):
        if found is None:
            break
        back = tangent.step(damping, forces=found.forces - point.forces - tangent.A @ step)
        if back is None or balance.length(back) > balance.length(step):
            break
        step = step + back
        found = balance.moved(point, step)
    return step, found


def carried(balance: Balance, point: Point) -> Search:
    """Downhill with beams as rigid as they are at the point; from there downhill as they are.

    A stiff beam that swings far does not go straight: each of its steps down would be short.
    """
    rigid = _with_rigid_beams(balance, point)
    first = fall(rigid, rigid.point(rigid.closing.look(rigid.system.q0, rigid.system.ref0), point.w))
    if first.ran_away:
        return replace(_ended(balance, point, first.steps), ran_away=True)
    there = compile(_placed(balance.system.model, rigid.layout, first.point.q)).q0
    pose = balance.closing.close(balance.closing.look(there, point.pose.ref))
    found = fall(balance, balance.point(pose, first.point.w))
    return replace(found, steps=first.steps + found.steps)


def _placed(model: Model, layout: Layout, q: np.ndarray) -> Model:
    """A copy of the model with its bodies at q."""
    model = model.copy()
    for body in model.bodies.values():
        place(layout, body, q)
    return model


def _with_rigid_beams(balance: Balance, point: Point) -> Balance:
    """The same machine, its beams held as they are at a point."""
    model = _placed(balance.system.model, balance.layout, point.q)
    beams = dict(model.beams)
    model.beams.clear()  # joints are at sections; these are between them
    for beam in beams.values():
        for a, b in itertools.pairwise(beam.nodes if beam.elastic else ()):
            model.joint(f"{a} to {b}", "fixed", a, b, at=model.bodies[a].at[: balance.layout.dimension])
    for name, beam in beams.items():  # whose elements are not elastic
        model.beams[name] = replace(beam, theory="segments")
    system = settle(compile(model), balance.t)
    system = system if balance.turning.any() else held_at(system, balance.t)
    rigid = Balance(system, balance.t, balance.turning, balance.loading.names)
    rigid.loading.set(balance.loading.factor)
    return rigid


# ------------------------------------------------------------------------------------ dynamic relaxation


def relaxation(balance: Balance, point: Point, most: int = MOST_RELAXATION) -> Search:
    """A fictitious motion under the forces, stopped at each peak of its kinetic energy, until Newton's method takes over.

    Its time step is 1, and its inertia is the metric times what makes that step stable.
    """
    best = point = balance.states_at_rest(point)
    speed, near, softness, best_at = np.zeros(len(point.forces)), NEAR, 1.0, 0
    way = np.zeros_like(speed)
    for steps in range(1, most + 1):
        if point.size < 0.9 * best.size:
            best, best_at = point, steps
        elif steps > best_at + PATIENCE:
            return _ended(balance, best, steps)
        if steps % 20 == 1:
            tangent = Tangent(balance, point)
            K = scaled(tangent.A, balance.scale, balance.scale)[: balance.nv, : balance.nv]
            softness = 1.0 / (float(np.abs(K).sum(axis=1).max()) or 1.0)
            if balance.imbalance(point, tangent) < near:
                found = newton(balance, point)
                if found.balanced:
                    return replace(found, steps=steps + found.steps)
                near *= 1e-2
        speed, _, _ = point.projection(softness * point.forces - balance.metric @ speed)
        speed[balance.nv :] = 0.0
        speed = balance.limited(speed)
        trial = balance.moved(point, speed)
        if trial is None or not np.isfinite(trial.size) or trial.forces @ speed > 0.0:
            speed = np.zeros_like(speed)  # past the peak
        if trial is not None and np.isfinite(trial.size):
            point, way = balance.states_at_rest(trial), way + speed
        if balance.length(way) > FAR:
            return _ended(balance, point, steps, ran_away=True)
    return _ended(balance, point, most)


# ------------------------------------------------------------------------------------ one after the other

Function = Callable[[Balance, Point], Search]
NEWTON, STEPPED, ENERGY, RELAXATION = (
    ("Newton's method", newton),
    ("load stepping", stepped),
    ("energy minimisation", fall),
    ("dynamic relaxation", relaxation),
)
DOWN = "down"  # what a machine comes down to: where runs begin
METHODS: dict[str, tuple[tuple[str, Function], ...]] = {
    "auto": (NEWTON, ENERGY, RELAXATION),
    "newton": (NEWTON,),
    "stepping": (STEPPED,),
    "energy": (ENERGY,),
    "relaxation": (RELAXATION,),
    DOWN: (ENERGY, RELAXATION, NEWTON),
}
DIRECT = ("Newton's method", direct)
TAUT = ("loads let down", taut)
OF_CABLES = {"auto": (DIRECT, TAUT, ENERGY, RELAXATION), DOWN: (DIRECT, TAUT, ENERGY, RELAXATION, NEWTON)}
CARRIED = (ENERGY[0], carried)
DOWNHILL = (fall, carried, relaxation)
OF_BEAMS = {"auto": (DIRECT, STEPPED, CARRIED, RELAXATION), "energy": (CARRIED,)}
OF_BEAMS |= {DOWN: (*OF_BEAMS["auto"], NEWTON)}


def search(balance: Balance, point: Point, method: str) -> tuple[Search, str, tuple[str, ...]]:
    """The best that a method found from a point, its name, and what is to be said of those that failed before it."""
    failed: list[str] = []
    best: tuple[Search, str] | None = None
    theories = {beam.theory for beam in balance.system.model.beams.values()}
    own = METHODS | (OF_CABLES if "cable" in theories else OF_BEAMS if theories else {})
    for name, function in own[method]:
        found = function(balance, point)
        if not (found.ran_away or found.why) and function in DOWNHILL:  # to rounding, or what is near
            polished = newton(balance, found.point)
            found = replace(polished, steps=found.steps + polished.steps) if polished.balanced else found
        if best is None or found.imbalance < best[0].imbalance:
            best = found, name
        if found.balanced:
            return found, name, tuple(failed)
        left = f"left {found.imbalance:.2g} of the forces out of balance"
        failed.append(f"{name} {found.why or ('ran away' if found.ran_away else left)} ({found.steps} steps)")
        if found.ran_away:
            break  # so would the next one
    assert best is not None
    return *best, tuple(failed)
