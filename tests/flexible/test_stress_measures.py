"""Stress at nodes while a run goes on: values, slopes, events and laws that read it; where and when it is largest."""

from __future__ import annotations

import csv
import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import derivative
from jourdain.fe.stress import mises, principal
from jourdain.kernels.bodies.spots import NAMES
from jourdain.system.system import evaluate

STEEL = jd.material(E=2e11, nu=0.3, density=7850.0)
NODE = 1


@functools.cache
def part() -> jd.Part:
    """A bar that grows along its length, so that no two stresses are alike."""
    mesh = jd.box_mesh((1.0, 0.03, 0.02), (6, 1, 1)).moved(lambda x: x * (1.0 + 0.3 * (x[:, :1] > 0.1) * [0, 1, 1]))
    return jd.reduce(mesh, material=STEEL, interfaces={"A": "x0", "B": "x1"}, modes=2, name="bar")


def bar(**options: Any) -> jd.Model:
    """Clamped at its start, pushed at its end."""
    m = jd.Model("bar")
    rod = m.flexible("rod", part(), damping=0.05, **options)
    m.joint("root", "fixed", m.ground, rod, at=(-0.5, 0, 0))
    m.measure("hot", rod.stress(node=NODE))
    return m


def test_values_and_slopes() -> None:
    """Of an arbitrary deformation, with the stress that stretches a bent bar: as by its fields, slopes by differences."""
    m = bar()
    for one in NAMES:
        m.measure(one, m.bodies["rod"].stress(one, node=NODE))  # type: ignore[attr-defined]
    system = jd.compile(m)
    s, rng = system.context(), np.random.default_rng(5)
    q, v = system.q0.copy(), rng.normal(size=system.kind.v)
    q[7:] = 1e-3 * rng.normal(size=len(q) - 7)
    evaluate(system.kind, s, 0.0, q, v)
    eta = q[7:] * np.sqrt(part().mass)
    curved = np.einsum("klm,l,m->k", part().cubic, eta, eta) / (2.0 * part().frequencies ** 2)
    assert np.abs(curved).max() > 1e-3 * np.abs(eta).max()
    six = (eta + curved) @ part().surface.stress[part().node(NODE)]
    expected = dict(zip(NAMES, [*six, mises(six), *principal(six)], strict=True))
    for name, value in expected.items():
        i = system.measures[m.measures[name]]
        evaluate(system.kind, s, 0.0, q, v)
        assert s.x[i] == pytest.approx(value, rel=1e-9)
        J = s.J[system.tables["measures"]["block"][i]].copy()
        assert not J[:6].any()

        def along(h: float, i: int = i) -> np.ndarray:
            evaluate(system.kind, s, 0.0, np.concatenate([q[:7], q[7:] + h * v[6:]]), v)
            return np.array([s.x[i]])

        assert derivative(along, 2e-6)[0] == pytest.approx(float(J[6:] @ v[6:]), rel=1e-7)


def test_events_and_laws_read_it() -> None:
    """The run stops where the stress is reached; a force by the stress is the same for implicit and explicit methods."""
    m = bar()
    rod = m.bodies["rod"]
    m.load("push", rod.interface("B"), force=(0, 0, "-2e3*t/0.02 + 2e-6*hot"))  # type: ignore[attr-defined]
    m.event("yield", m.measures["hot"], 2e7, direction="rising", actions=jd.Stop())
    ends = []
    for method in (jd.GeneralizedAlpha(step=2e-5), jd.DOPRI5(tol=1e-8)):
        r = jd.simulate(m, 0.02, integrator=method, output=20, trust="fast")
        assert r.events[0].name == "yield" and float(r.measure("hot")[-1]) == pytest.approx(2e7, rel=1e-9)
        ends.append(r.t[-1])
    assert ends[0] == pytest.approx(ends[1], rel=1e-4)
    assert "rod: von Mises stress up to" in r.summary()


def test_files(tmp_path: Path) -> None:
    m = bar()
    m.event("yield", m.measures["hot"], 2e7)
    jd.write(m, tmp_path / "bar.yaml")
    text = (tmp_path / "bar.yaml").read_text()
    assert "hot: 'rod.stress(1, mises)'" in text and jd.read(tmp_path / "bar.yaml") == m
    for old, new, message in (
        ("(1, mises)", "(99, mises)", "node 99 was not kept"),
        ("(1, mises)", "(1, von)", "there is no 'von'; take xx"),
        ("(1, mises)", "(top, mises)", "write 'rod.stress"),
    ):
        (tmp_path / "bar.yaml").write_text(text.replace(old, new, 1))
        with pytest.raises(jd.JourdainError, match=message):
            jd.read(tmp_path / "bar.yaml")
    with pytest.raises(jd.ModelError, match="stress mises of 'rod' at node 1 is for reading"):
        m.force("no", m.measures["hot"], stiffness=1.0)
    other = jd.Model("other")
    with pytest.raises(jd.ModelError, match="body 'rod', which is not in this model"):
        other.measure("hot", m.measures["hot"])


def test_hot_spots_and_the_table(tmp_path: Path) -> None:
    """The largest of all nodes and times, at some distance from each other; components over time for other programs."""
    m = bar(amplitudes=[2e-3, *np.zeros(part().modes - 1)])
    r = jd.simulate(m, 0.01, integrator=jd.GeneralizedAlpha(step=1e-4), output=20, trust="fast")
    spots = r.hot_spots(count=3, apart=0.2)
    for quantity, sign in (("mises", 1.0), ("s3", 1.0), ("s1", -1.0)):
        own, all_ = [one for one in spots if one.quantity == quantity], sign * r.stress("rod", quantity).values
        assert len(own) == 3 and sign * own[0].value == pytest.approx(all_.max(), rel=1e-12)
        at = r.stress("rod", quantity, node=own[1].node)
        assert float(at.sel(time=own[1].time, method="nearest")) == pytest.approx(own[1].value, rel=1e-12)
        assert np.linalg.norm(own[0].at - own[1].at) >= 0.2
    assert f"{spots[0].value / 1e6:.5g}" in str(spots)
    r.to_csv(tmp_path / "stress.csv", stress={"rod": [NODE, spots[0].node]})
    head, *rows = csv.reader((tmp_path / "stress.csv").open())
    assert head[:3] == ["t [s]", "rod 1 xx [Pa]", "rod 1 yy [Pa]"] and len(head) == 13 and len(rows) == len(r.t)
    table = np.array(rows, float)
    np.testing.assert_array_equal(table[:, 4], r.stress("rod", "xy", node=NODE).values)
    with pytest.raises(jd.ModelError, match="Did you mean 'rod'"):
        r.to_csv(tmp_path / "stress.csv", stress={"rodd": [1]})


def test_stress_of_an_element(tmp_path: Path) -> None:
    """In the middle of a bar that hangs: rho g (what is below); as a result, a measure, in files; hot spots have nodes only."""
    mesh = jd.box_mesh((1.0, 0.02, 0.02), (10, 1, 1))
    steel = jd.material(E=2e11, nu=0.0, density=7850.0)
    ends = {"root": "x0", "tip": "x1"}
    part = jd.reduce(mesh, material=steel, interfaces=ends, modes=4, elements=[5, 10], name="bar")
    m = jd.Model("bar", gravity=(9.81, 0.0, 0.0))
    bar = m.flexible("bar", part)
    m.joint("root", "fixed", m.ground, bar, at=(-0.5, 0.0, 0.0))
    m.measure("middle", bar.stress("xx", element=5))
    jd.write(m, tmp_path / "bar.yaml")
    again = jd.read(tmp_path / "bar.yaml")
    assert again == m and "bar.stress(element 5, xx)" in (tmp_path / "bar.yaml").read_text()
    result = jd.statics(again).result
    weight = 7850.0 * 9.81
    for element, below in ((5, 0.55), (10, 0.05)):
        found = float(result.stress("bar", "xx", element=element)[0])
        assert found == pytest.approx(weight * below, rel=1e-5)  # but for its stretch
    carried = float(result.measure("middle")[0])  # by the shapes alone
    assert carried == pytest.approx(weight * 0.55, rel=0.1)
    assert result.stress("bar").sizes["node"] == len(mesh.nodes) and all(one.node > 0 for one in result.hot_spots())
    with pytest.raises(jd.ModelError, match=r"no stress of element 4; ask for it by reduce"):
        bar.stress("xx", element=4)
    with pytest.raises(jd.ModelError, match=r"a node or of an element, one of the two"):
        bar.stress("xx", node=1, element=5)
    with pytest.raises(jd.ModelError, match=r"no cell 77"):
        jd.reduce(mesh, material=steel, interfaces=ends, modes=4, elements=77)
