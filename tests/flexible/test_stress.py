"""Stress of flexible bodies in results and on the page, against the theory of beams."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.result.stresses import fields
from jourdain.viewer.flexible import own_deformations
from jourdain.viewer.page import page

STEEL = jd.material(E=2e11, nu=0.3, density=7850.0)
LENGTH, SIDE = 1.0, 0.02  # m
AREA, MODULUS = SIDE**2, SIDE**3 / 6.0  # m2, m3
SPEED = 60.0  # rad/s


def blade(joint: str, static: list[str], **options: Any) -> jd.Model:
    """A rod along x that is held at its start."""
    mesh = jd.beam_mesh([(0, 0, 0), (LENGTH, 0, 0)], 20, section=jd.rectangle(SIDE, SIDE))
    ends = {"root": "start", "tip": "end"} if "interfaces" in static else {"root": "start"}
    kind = "craig-bampton" if len(ends) == 2 else "clamped"
    part = jd.reduce(mesh, material=STEEL, interfaces=ends, kind=kind, modes=4, static=static, name="blade")
    m = jd.Model("blade", gravity=options.pop("gravity", (0.0, 0.0, 0.0)))
    rod = m.flexible("blade", part, **options)
    m.joint("root", joint, m.ground, rod, at=(0, 0, 0), axis=(0, 0, 1))
    return m


def test_stress_by_spin_is_there_at_once() -> None:
    """Four clamped shapes have no stretch: the whole stress, rho w^2 L^2/2 at the root, comes from the motion.

    Half of it is by the acceleration of the centre, which counts as gravity does.
    """
    m = blade("revolute", ["gravity", "spin"], spin=(0, 0, SPEED), velocity=(0, 0.5 * LENGTH * SPEED, 0))
    m.drive("motor", m.joints["root"].angle, f"{SPEED}*t")
    result = jd.simulate(m, 0.01, integrator=jd.GeneralizedAlpha(step=1e-4), output=5, trust="fast")
    along = result.stress("blade", "xx")
    root = np.abs(result.model.bodies["blade"].part.surface.nodes[:, 0] + 0.5 * LENGTH) < 1e-9  # type: ignore[attr-defined]
    assert along.values[:, root] == pytest.approx(0.5 * STEEL.density * (SPEED * LENGTH) ** 2, rel=3e-2)
    assert result.stress("blade").values.max() == pytest.approx(along.values.max(), rel=1e-2)


@pytest.mark.parametrize("static", [["gravity"], ["gravity", "interfaces"]])
def test_stress_by_weight_and_by_a_force_at_the_tip(static: list[str]) -> None:
    """M c/I at the root: of the weight M = m g L/2, of the force F L."""
    m = blade("fixed", static, gravity=(0.0, 0.0, -9.81))
    moment = 0.5 * 9.81 * STEEL.density * AREA * LENGTH**2
    if "interfaces" in static:
        m.load("push", m.bodies["blade"].interface("tip"), force=(0.0, 0.0, -20.0))  # type: ignore[attr-defined]
        moment += 20.0 * LENGTH
    result = jd.statics(m).result
    stress = result.stress("blade", "xx").values[0]
    assert stress.max() == pytest.approx(moment / MODULUS, rel=1e-3)
    assert stress.min() == pytest.approx(-moment / MODULUS, rel=1e-3)
    hot = int(np.abs(stress).argmax())
    assert abs(result.model.bodies["blade"].part.surface.nodes[hot, 0] + 0.5 * LENGTH) < 1e-9  # type: ignore[attr-defined]
    one = result.stress("blade", "xx", node=1)
    assert one.dims == ("time",) and abs(float(one[0])) < 1e-4 * moment / MODULUS  # in the middle of the section


def test_stress_by_springs_drives_and_forces_at_interfaces() -> None:
    """A free rod that four springs pull along itself: what its shapes leave out of F/A comes by the forces at its ends."""
    mesh = jd.beam_mesh([(0, 0, 0), (LENGTH, 0, 0)], 20, section=jd.rectangle(SIDE, SIDE))
    ends = {"root": "start", "tip": "end"}
    part = jd.reduce(mesh, material=STEEL, interfaces=ends, kind="free", modes=4, static=["interfaces"], name="rod")
    m = jd.Model("soft")
    rod = m.flexible("rod", part)
    for end, x in (("root", -1.0), ("tip", LENGTH + 1.0)):
        for side in (-1.0, 1.0):  # 500 N each along the rod
            anchor = m.ground.marker(f"{end} {side:g}", at=(x, side, 0.0))
            m.spring(f"{end} spring {side:g}", rod.interface(end), anchor, stiffness=1e3, rest=2**0.5 - 0.5 * 2**0.5)
    result = jd.simulate(m, 0.002, integrator=jd.DOP853(tol=1e-9), output=2, trust="fast")
    middle = rod.part.node(11)
    along = result.stress("rod", "xx").values[0]
    assert along[middle] == pytest.approx(1000.0 / AREA, rel=1e-6)


def test_page_bends_the_surface_and_colours_it() -> None:
    """By few fields, which give the same displacements and stresses to a thousandth."""
    from viewer.test_page import data_of  # here: it defines a method of its own, which others would count

    m = blade("fixed", ["gravity"], gravity=(0.0, 0.0, -9.81), damping=0.01)
    result = jd.simulate(m, 0.2, integrator=jd.GeneralizedAlpha(step=1e-4), output=40, trust="fast")
    amplitudes, shapes, stress = fields(result, "blade")
    shown = own_deformations(result)["blade"]
    assert shown.amplitudes.shape[1] <= 4 < amplitudes.shape[1]
    for own, whole in ((shown.modes, shapes), (shown.colours, 1e-6 * stress)):  # MPa
        exact = np.tensordot(amplitudes, whole, axes=1)
        assert np.abs(np.tensordot(shown.amplitudes, own, axes=1) - exact).max() < 3e-3 * np.abs(exact).max()
    (run,) = data_of(page(result))["runs"]
    (drawn,) = run["bodies"]
    assert drawn["shape"]["deformation"]["components"] == 6
    assert drawn["shape"]["deformation"]["range"][1] == pytest.approx(
        1e-6 * result.stress("blade").values.max(), rel=1e-2
    )


@pytest.mark.parametrize(
    "body, quantity, node, words",
    [
        ("blad", "mises", None, "only flexible bodies have it. Did you mean 'blade'"),
        ("blade", "von mises", None, "there is no 'von mises'; take mises"),
        ("blade", "xx", 99, "node 99 was not kept"),
    ],
)
def test_refusals(body: str, quantity: str, node: int | None, words: str) -> None:
    result = jd.statics(blade("fixed", ["gravity"], gravity=(0.0, 0.0, -9.81))).result
    with pytest.raises(jd.ModelError, match=words):
        result.stress(body, quantity, node=node)
