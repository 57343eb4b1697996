"""Short runs of every sort, for tests of what results say and of how they are stored."""

from __future__ import annotations

import functools
import runpy
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.examples import slider_crank
from machines import problems, small_models
from machines.every_element import brake, push, push_rate, push_second
from verification.adams_models import CASES

SCRIPTS = sorted((Path(__file__).parents[2] / "docs" / "gallery").glob("*.py"))
# those that simulate a machine; others compare methods, or run equations written by hand
GALLERY = [
    script for script in SCRIPTS if "jd.simulate(" in script.read_text() and "jd.Equations(" not in script.read_text()
]
ALPHA = jd.GeneralizedAlpha(step=2e-3)
Make = Callable[[], jd.Result]


@dataclass(frozen=True, kw_only=True)
class OwnIntegrator(jd.RK4):
    """An integrator of the user's own, with an option of its own."""

    shades: tuple[float, ...] = (0.5, 1 / 3)


def run(model: jd.Model, end: float = 0.1, integrator: Any = ALPHA, output: Any = 8, trust: str = "fast") -> jd.Result:
    """A short run without companion."""
    return jd.simulate(model, end, integrator=integrator, output=output, trust=trust)


def of_script(script: Path) -> jd.Result:
    """The first result of a script of the gallery, which goes no further."""

    class CaughtError(Exception):
        pass

    simulate = jd.simulate

    def catch(*arguments: Any, **options: Any) -> None:
        raise CaughtError(simulate(*arguments, **options | {"trust": "fast", "output": 40}))

    with pytest.MonkeyPatch.context() as patch, pytest.raises(CaughtError) as caught:
        patch.setattr(jd, "simulate", catch)
        runpy.run_path(str(script))
    result: jd.Result = caught.value.args[0]
    return result


# --------------------------------------------------------------------------- events


def pendulum(planar: bool) -> tuple[jd.Model, Any, Any]:
    """A hinged bar with two named measures and a counter, its hinge and the marker at its end."""
    n = 2 if planar else 3
    model = jd.Model("pendulum, with events", planar=planar, gravity=(0.0, -9.81, 0.0)[:n])
    bar = model.body("bar", mass=1.0, inertia=0.1 if planar else (0.1, 0.2, 0.1), at=(0.5, 0.0, 0.0)[:n])
    hinge = model.joint("hinge", "revolute", model.ground, bar, at=(0.0, 0.0, 0.0)[:n])
    model.measure("phi", hinge.angle)
    model.measure("height", jd.slide(model.ground.marker("origin"), bar.marker("end", at=(0.5, 0.0, 0.0)[:n]), "y"))
    model.state("count", "phi_rate**2")
    return model, hinge, bar.markers["end"]


def switched(planar: bool) -> jd.Model:
    """Laws, parameters, states, blows and joints that change in the course of the motion."""
    model, hinge, end = pendulum(planar)
    n = 2 if planar else 3
    model.parameters["gain"] = 1.0
    model.force("brake", hinge.angle, law="-gain*v")
    model.event("watched", hinge.angle, -0.3)
    model.event("harder", hinge.angle, -0.1, actions=[jd.Switch("brake", stiffness=2.0), jd.SetParameter("gain", 0.2)])
    model.event("blow", "t", 0.25, actions=[jd.Impulse(end, (0.1, 0.2, 0.3)[:n]), jd.Reset("count", 0.5)])
    model.event("lock", "t", 0.3, actions=jd.Lock("hinge"))
    model.event("unlock", "t", 0.35, actions=jd.Unlock("hinge"))
    model.event("kick", "t", 0.4, actions=jd.Jump(hinge.angle, 2.0))
    model.event("release", "t", 0.45, actions=jd.Release("hinge"))
    return model


def bouncing(planar: bool) -> jd.Model:
    """A ball that bounces ever less and comes to rest on a floor that is put in force then."""
    n = 2 if planar else 3
    model = jd.Model("ball", planar=planar, gravity=(0.0, -10.0, 0.0)[:n])
    ball = model.body("ball", mass=1.0, inertia=1.0 if planar else (1.0, 1.0, 1.0), at=(0.0, 0.05, 0.0)[:n])
    height = jd.coordinate(ball, "y")
    model.row("floor", [(1.0, height)]).active = False
    model.event("bounce", height, direction="falling", actions=jd.Impact(0.3, settle=jd.Engage("floor")))
    return model


def motor_that_stops(planar: bool) -> jd.Model:
    """A drive with another motion from some time on, held where it is later, then an end before the end.

    The held value, and that of the row that keeps its start, are found by the run: compiling alone gives others.
    """
    model, hinge, _ = pendulum(planar)
    model.body("weight", mass=1.0, inertia=1.0 if planar else (1.0, 1.0, 1.0))
    model.drive("motor", hinge.angle, "0.5*t")
    model.row("held", [(1.0, jd.coordinate(model.bodies["weight"], "y"))], constant=None)
    model.event("second gear", "t", 0.05, actions=jd.Switch("motor", motion="0.5*t + (t - 0.05)**3"))
    model.event("hold", "t", 0.07, actions=jd.Lock("motor"))
    model.event("end", "t", 0.082, actions=jd.Stop())
    return model


def late(planar: bool) -> jd.Result:
    """A run that starts at another time, with a row that keeps its value of then."""
    model = pendulum(planar)[0]
    model.row("held", "phi - t**2", constant=None)
    return jd.simulate(model, 1.1, t_start=1.0, integrator=ALPHA, output=8, trust="fast")


# --------------------------------------------------------------------------- functions, states, trouble


def with_functions() -> jd.Model:
    """Functions of a module as law, load and motion."""
    model, hinge, end = pendulum(planar=False)
    model.force("brake", hinge.angle, law=brake)
    model.load("push", end, force=(push, 0.0, "sin(t)"))
    model.body("slide", mass=1.0, inertia=(1.0, 1.0, 1.0), at=(3.0, 0.0, 0.0))
    model.drive("servo", jd.coordinate(model.bodies["slide"], "x"), push, derivatives=(push_rate, push_second))
    return model


def algebraic() -> jd.Model:
    """An extra state that is found by an equation."""
    model, hinge, _ = pendulum(planar=True)
    model.state("force", "force + 2*phi + 0.1*force**3", algebraic=True)
    model.force("servo", hinge.angle, law="force")
    return model


def misfit() -> jd.Model:
    """A bar on two pins that are a little too far apart."""
    model = jd.Model("misfit", planar=True, gravity=(0.0, -9.81))
    bar = model.body("bar", mass=1.0, inertia=0.1, at=(0.5, 0.0))
    model.joint("left", "revolute", model.ground, bar, at=(0.0, 0.0))
    model.joint("right", "revolute", model.ground, bar, at_a=(1.0 + 1e-6, 0.0), at_b=(1.0, 0.0))
    return model


def interrupting(t: float, x: float, v: float) -> float:
    """Nothing, then Ctrl-C."""
    if t > 0.05:
        raise KeyboardInterrupt
    return 0.0


def interrupted() -> jd.Result:
    """What is left when the user ends the run."""
    model, hinge, _ = pendulum(planar=False)
    model.force("late", hinge.angle, law=interrupting)
    return run(model)


def partial() -> jd.Result:
    """What is left of a run that could not go on, after an event."""
    model = switched(planar=False)
    model.force("pole", model.joints["hinge"].angle, law="0*sqrt(0.28 - t)")
    with pytest.raises(jd.ConvergenceError) as caught:
        run(model, 0.5, output=50)
    result: jd.Result = caught.value.partial
    return result


ODD = ("a,b \ud800", 'the "first"', "line\nbreak", "\N{SNOWMAN} half \ud800", "end\0", "a/b: c [m]")


def oddly_named() -> jd.Model:
    """Names with everything that files and tables use for themselves."""
    model = jd.Model(ODD[3], planar=True, gravity=(0.0, -9.81))
    body = model.body(ODD[0], mass=1.0, inertia=1.0, at=(1.0, 0.0))
    hinge = model.joint(ODD[1], "revolute", model.ground, body, at=(0.0, 0.0))
    model.measure(ODD[2], hinge.angle)
    model.state(ODD[4], 1.0)
    model.force(ODD[3], hinge.angle, damping=1.0)
    model.event(ODD[5], hinge.angle, -0.01)
    return model


def with_estimate(integrator: Any) -> Make:
    """Runs with a companion, for the trust line."""
    return lambda: run(slider_crank(), 0.05, integrator, trust="full")


def runs() -> dict[str, Make]:
    """Every run by its name."""
    found: dict[str, Make] = {f"gallery {script.stem}": lambda s=script: of_script(s) for script in GALLERY}
    for name, case in CASES.items():
        found[f"adams {name}"] = lambda build=case.build: run(build())
    mechanisms = {
        "andrews": problems.andrews_model,
        "chain": lambda: problems.chain(3),
        "pendulum": problems.pendulum,
        "heavy top": problems.heavy_top,
        "slider-crank": slider_crank,
        "four-bars": lambda: problems.planar_model(problems.n_four_bar(3)),
        "two-link arm": lambda: problems.planar_model(problems.two_link_arm()),
    }
    for name, make in mechanisms.items():
        found[name] = lambda make=make: run(make(), 0.02, jd.RK4(step=2e-4))
    for planar in (True, False):
        where = "planar" if planar else "spatial"
        for name, build in small_models.MODELS.items():
            found[f"{name}, {where}"] = lambda build=build, planar=planar: run(
                build(planar), integrator=jd.DOP853(tol=1e-6)
            )
        found[f"switched, {where}"] = lambda planar=planar: run(switched(planar), 0.5, output=50)
        found[f"bouncing, {where}"] = lambda planar=planar: run(bouncing(planar), 0.4, jd.DOP853(tol=1e-8), output=20)
        found[f"late, {where}"] = lambda planar=planar: late(planar)
        found[f"motor that stops, {where}"] = lambda planar=planar: run(motor_that_stops(planar))
    found |= {
        "functions": lambda: run(with_functions()),
        "algebraic state": lambda: run(algebraic()),
        "misfit": lambda: run(misfit()),
        "interrupted": interrupted,
        "partial": partial,
        "estimate, fixed step": with_estimate(jd.RK4(step=1e-3)),
        "estimate, tolerance": with_estimate(jd.GeneralizedAlpha(tol=1e-4, max_step=0.01, rho=0.5)),
        "chosen integrator": with_estimate(None),
        "own integrator": lambda: run(pendulum(planar=True)[0], integrator=OwnIntegrator(step=1e-3, shades=(0.1, 2.0))),
        "between the outputs": lambda: run(switched(planar=True), 0.5, output=50).at([0.26, 0.31, 0.31, 0.5]),
    }
    return found


RUNS = runs()


@functools.cache
def made(name: str) -> jd.Result:
    """A run, once."""
    return RUNS[name]()


def bits(value: Any) -> tuple[Any, ...]:
    """An array down to the last bit."""
    array = np.asarray(value)
    return array.dtype.str, array.shape, array.tolist() if array.dtype == object else array.tobytes()
