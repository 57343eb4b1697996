"""Loads on all of a part while it moves, by the names that its reduction gave them: pressure, body forces, forces at nodes."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from jourdain.fe.interfaces import find_interfaces, nodes
from jourdain.fe.modes import Held
from jourdain.fe.solids import Solids
from jourdain.fe.statics import named_force

STEEL = jd.material(E=2e11, nu=0.3, density=7850.0)
LOADS = {
    "lift": {"pressure": "z1"},
    "tide": {"acceleration": (0.0, 1.0, -2.0)},
    "pull": {"force": (3.0, -1.0, 2.0), "nodes": "x1"},
    "depth": {"pressure": "skin"},
}
MESH = jd.box_mesh((0.5, 0.03, 0.02), (6, 1, 1))
MESH.sets["skin"] = np.arange(len(MESH.nodes))


@functools.cache
def part(kind: str) -> jd.Part:
    ends = None if kind == "free" else {"A": nodes("x0")}
    return jd.reduce(MESH, material=STEEL, interfaces=ends, kind=kind, modes=4, static=["gravity", LOADS], name="bar")


def bar(factor: str | float, kind: str = "clamped") -> jd.Model:
    """All loads at once on a bar, clamped at one end."""
    m = jd.Model("bar")
    rod = m.flexible("rod", part(kind))
    m.joint("root", "fixed", m.ground, rod, at=(-0.25, 0, 0))
    for name in LOADS:
        m.load(name, rod, pattern=name, factor=factor)
    return m


@pytest.mark.parametrize("kind", ["clamped", "craig-bampton"])
def test_a_clamped_bar_at_rest(kind: str) -> None:
    """Its stress is that of the whole mesh, by shapes and what they leave out; the joint bears the sum of the loads."""
    result = jd.statics(bar(2.0, kind)).result
    m = Solids(MESH, STEEL)
    f = 2.0 * sum(named_force(m, name, load) for name, load in LOADS.items())
    whole = Held(m, find_interfaces(m, {"A": nodes("x0")}, True)).under(f[:, None])
    stress = m.on_surface(whole)[1][:, 0]
    for i, component in enumerate(("xx", "yy", "zz", "xy", "yz", "zx")):
        found = result.stress("rod", component).values[0]
        np.testing.assert_allclose(found, stress[:, i], atol=2e-5 * np.abs(stress).max())
    total = f.reshape(-1, 3).sum(axis=0)  # loads turn with the frame, which has turned a little
    turned = 1e-4 * np.linalg.norm(total)
    assert result.reaction("root").force.values[0] == pytest.approx(-total, abs=turned)
    assert result.reaction("tide").force.values[0] == pytest.approx(
        2.0 * part(kind).mass * np.array([0, 1, -2]), abs=turned
    )


def test_a_load_path() -> None:
    """Stress grows with the factor, that which the shapes leave out too; the factor is a parameter."""
    m = bar(2e-3)
    path = jd.load_path(m)
    stress = path.stress("rod", "zz").values
    expected = path.factor[:, None] * stress[-1]
    assert np.ptp(path.factor) == 1.0
    np.testing.assert_allclose(stress, expected, atol=1e-5 * np.abs(stress).max())
    assert jd.with_parameters(m, {"lift.factor": 4.0}).loads["lift"].force[0] == 4.0


def test_deep_in_water() -> None:
    """Balanced pressure all around a free part: no force, no moment, -p everywhere, however few shapes there are."""
    m = jd.Model("diver")
    m.flexible("rod", part("free"), damping=1.0)
    m.load("depth", "rod", pattern="depth", factor="1e6*(1 - exp(-t/0.002))")
    result = jd.simulate(m, 0.05, integrator=jd.GeneralizedAlpha(step=1e-4), output=2, trust="fast")
    for component in ("xx", "yy", "zz"):
        assert result.stress("rod", component).values[-1] == pytest.approx(-1e6, rel=1e-6)
    assert np.abs(result["rod"].position.values).max() < 1e-12
    by_load = jd.linear(bar(1.0), inputs=["lift", "pull"])
    assert [one for one in by_load.inputs] == ["lift", "pull"]


def test_files_and_mistakes(tmp_path: Path) -> None:
    m = bar("1 + sin(3*t)")
    jd.write(m, tmp_path / "bar.yaml")
    text = (tmp_path / "bar.yaml").read_text()
    assert "pattern: lift" in text and jd.read(tmp_path / "bar.yaml") == m
    (tmp_path / "bar.yaml").write_text(text.replace("pattern: lift", "pattern: lifd"))
    with pytest.raises(jd.FileFormatError, match=r"no load 'lifd'\. Did you mean 'lift'"):
        jd.read(tmp_path / "bar.yaml")
    with pytest.raises(jd.ModelError, match=r"no load 'gravity'.* It has 'lift', 'tide', 'pull', 'depth'"):
        m.load("no", "rod", pattern="gravity")
    with pytest.raises(jd.ModelError, match="a pattern is a load of a flexible body"):
        m.load("no", "rod", pattern="lift", force=(1, 0, 0))
