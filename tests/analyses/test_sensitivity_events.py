"""Direct derivatives through events: closed forms, differences of whole runs, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from machines.event_models import G, ball, oscillator, pendulum


def direct(model: jd.Model, t_end: float, names: list[str], output: str, step: float, **options: Any) -> Any:
    method = jd.GeneralizedAlpha(step=step)
    return jd.sensitivity(model, t_end, parameters=names, outputs=[output], integrator=method, output=20, **options)


def slope(formula: Any, *values: float) -> list[np.ndarray]:
    """Derivatives of a formula by each of its values, by complex steps: exact."""
    moved = (np.array(values) + 1e-30j * np.eye(len(values))).tolist()
    return [np.imag(formula(*row)) / 1e-30 for row in moved]


def test_bouncing_ball() -> None:
    """y = e v1 s - g s^2/2 behind the first bounce, s = t - sqrt(2 h/g): the steps are exact, so the derivatives are."""
    s = direct(ball(restitution=0.8), 0.9, ["hit.restitution", "gravity.y", "ball.at.y"], "ball.y", 1e-2)

    def height(e: complex, g: complex, h: complex) -> Any:
        fall = np.sqrt(-2 * h / g)
        after = s.t - fall
        return np.where(after.real > 0, -e * g * fall * after + g * after**2 / 2, h + g * s.t**2 / 2)

    for name, wanted in zip(s.derivatives["ball.y"], slope(height, 0.8, -G, 1.0), strict=True):
        np.testing.assert_allclose(s["ball.y", name], wanted, rtol=0.0, atol=1e-10, err_msg=name)


def test_spring_that_is_switched() -> None:
    """x = c cos(w s) + (v/w) sin(w s) behind the crossing of c at sqrt(k/m) t = acos(c/a), s = t - that time."""
    m, x = oscillator()
    m.event("stiffen", x, 0.3, direction="falling", actions=jd.Switch("spring", stiffness=9.0))
    m.event("seen", x, 0.5)  # records, and changes nothing
    s = direct(m, 2.0, ["spring.stiffness", "stiffen.value", "mass.at.x"], "x", 1e-3)

    def motion(k: complex, c: complex, a: complex) -> Any:
        before, after = np.sqrt(k), 3.0
        crossing = np.arccos(c / a) / before
        t = s.t - crossing
        speed = -a * before * np.sin(before * crossing)
        late = c * np.cos(after * t) + speed / after * np.sin(after * t)
        return np.where(t.real > 0, late, a * np.cos(before * s.t))

    for name, wanted in zip(s.derivatives["x"], slope(motion, 4.0, 0.3, 1.0), strict=True):
        off, estimated = np.abs(s["x", name] - wanted).max(), float(s.errors["x"][name].max())
        assert off < 2.0 * estimated < 1e-5, name


def hammer() -> jd.Model:
    """A double pendulum whose lower rod hits a stop; then a brake on its hinge is locked when it has come back."""
    m, _ = pendulum(angle=0.3)
    upper = m.bodies["rod"]
    lower = m.body("lower", mass=0.5, inertia=0.02, at=(1.2, 0.55), rotation=0.6)
    elbow = m.joint("elbow", "revolute", upper, lower, at=(0.955336489, 0.295520207))
    m.measure("swing", jd.coordinate(lower, "x"))
    m.state("count", "swing", start=0.0)
    m.event("hit", elbow.angle, 0.3, direction="rising", actions=(jd.Impact(0.5), jd.Reset("count", 0.2)))
    m.event("brake", jd.coordinate(upper, "theta"), -0.8, direction="falling", actions=jd.Lock("elbow"))
    return m


def test_machine_with_impact_reset_and_lock() -> None:
    """Against Richardson differences of runs that find the events by themselves, with other steps beside them: second order."""
    names = ["lower.mass", "elbow.a.x", "hit.restitution", "gravity.y"]
    m, output = hammer(), "final(swing*count)"
    assert [one.name for one in jd.simulate(m, 0.6, trust="fast").events] == ["hit", "brake"]
    s, checked = (direct(m, 0.6, names, output, 1e-3, method=way, trust="fast") for way in ("direct", "differences"))
    for name in names:
        assert s[output, name] == pytest.approx(checked[output, name], rel=5e-5), name


def test_refusals() -> None:
    def refused(match: str, model: jd.Model, t_end: float, name: str, output: str, **options: Any) -> None:
        with pytest.raises(jd.ModelError, match=match):
            direct(model, t_end, [name], output, 1e-2, **options)

    refused("events 'hit', which this method does not follow", ball(), 0.9, "gravity.y", "ball.y", method="adjoint")
    end = ball()
    end.events["hit"].actions = (jd.Stop(),)
    refused("event 'hit' stops the run", end, 0.9, "gravity.y", "ball.y")
    with pytest.raises(jd.ModelError, match="event 'hit' stops the run"):  # also where a run has found its steps before
        jd.sensitivity(end, 0.9, parameters="gravity.y", outputs="ball.y", trust="fast")
    both = ball()
    both.state("count", "0*t")
    both.event("too", jd.coordinate(both.bodies["ball"], "y"), direction="falling", actions=jd.Reset("count", 1.0))
    refused("'hit' and 'too' happen at once", both, 0.9, "gravity.y", "ball.y")
    resting = ball(restitution=0.3, settle=jd.Engage("floor"))
    refused("event 'hit': its crossings pile up", resting, 2.0, "gravity.y", "ball.y")
