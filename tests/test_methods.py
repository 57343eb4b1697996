"""The list of methods says what the classes say, and limits of stability are the known ones."""

from __future__ import annotations

from math import inf, sqrt
from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from jourdain.analyses.catalogue import limits, of
from jourdain.integrators import OdeIntegrator, all_integrators
from jourdain.integrators.texts import method_text, methods_from_text
from jourdain.integrators.treatments import all_treatments
from test_commands import Call, call  # noqa: F401  the fixture


def test_everything_is_listed() -> None:
    found = jd.methods()
    assert {entry.name for entry in found.integrators} == set(all_integrators())
    assert [name for name, *_ in found.treatments] == list(all_treatments())
    treated = {entry.name for entry in found.integrators if entry.treated}
    assert treated == {name for name, kind in all_integrators().items() if issubclass(kind, OdeIntegrator)}
    for word in (*treated, *all_treatments()):
        assert word in str(found)
    assert len(found.section().tables) == 2


def test_what_the_classes_accept() -> None:
    steps = {entry.name: entry.steps for entry in jd.methods().integrators}
    assert steps["RK4"] == steps["ABM4"] == "fixed" and steps["Adams"] == "by tol"
    assert steps["Block"] == "fixed or by tol"
    drifts = {name: drift for name, drift, _ in jd.methods().treatments}
    assert drifts["direct"] == drifts["baumgarte"] == "yes" and drifts["projection"] == drifts["svd"] == "no"


@pytest.mark.parametrize(
    ("method", "real", "imaginary"),
    [("RK4", 2.785293563, sqrt(8.0)), (jd.DOPRI5(), 3.306, 0.997), ("AB2", 1.0, 0.0), ("CentralDifference", 2.0, 2.0)],
)
def test_limits_of_explicit_methods(method: object, real: float, imaginary: float) -> None:
    """Known intervals: of RK4 the root of 1 + z + .. + z^4/24 = 1 and sqrt(8), of AB2 one, of central differences two."""
    found = limits(method)
    assert found.real == pytest.approx(real, rel=1e-3) and found.imaginary == pytest.approx(imaginary, rel=1e-3)
    assert found.name.startswith("|h l| <=")


@pytest.mark.parametrize(
    ("method", "name"),
    [
        (jd.Block(), "L-stable"),
        (jd.Block(r=3, k=2, nodes="radau"), "L-stable"),
        (jd.SDIRK4(), "L-stable"),
        ("BDF2", "L-stable"),
        ("AM2", "A-stable"),
        (jd.GeneralizedAlpha(), "A-stable"),
        ("AM1", "L-stable"),
        *((jd.Galerkin(k=k), "A-stable") for k in (1, 2, 3, 4)),
    ],
)
def test_stable_methods(method: object, name: str) -> None:
    assert limits(method).name == name


@pytest.mark.parametrize(("order", "angle"), [(3, 86.03), (4, 73.35), (5, 51.84)])
def test_sectors_of_bdf(order: int, angle: float) -> None:
    """The published angles."""
    found = limits(f"BDF{order}")
    assert found.angle == pytest.approx(angle, abs=0.02) and found.real == inf


def test_tableau_is_that_of_the_integrator() -> None:
    """R of DOPRI5 has the series of exp up to z^5, and z^6/600."""
    R = of("DOPRI5")
    assert np.allclose(R.numerator, [1, 1, 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 600, 0], rtol=0, atol=1e-14)


def test_command(call: Call, tmp_path: Path) -> None:  # noqa: F811
    code, out, _ = call("methods")
    assert code == 0 and "controlled-baumgarte" in out and "GeneralizedAlpha" in out
    data = call.json("methods", "--stability", "Block")
    assert data["verdict"] == "L-stable"
    picture, page = tmp_path / "r.png", tmp_path / "m.html"
    assert call("methods", "--stability", "BDF3", "-o", picture)[0] == 0 and picture.stat().st_size > 1000
    assert call("methods", "-o", page)[0] == 0 and "tangent-space" in page.read_text()
    code, _, err = call("methods", "--stability", "RK44")
    assert code == 1 and "Did you mean 'RK4'" in err
    assert call("methods", "-o", tmp_path / "r.png")[0] == 1


# --------------------------------------------------------------------------- methods as texts


def test_texts() -> None:
    text = "RK4(step=1e-3), Block(r=3, nodes='radau', index=2), RK4(constraints='baumgarte')"
    found = methods_from_text(f"{text}, DOP853(constraints=Baumgarte(c1=10))")
    assert found == [
        jd.RK4(step=1e-3),
        jd.Block(r=3, nodes="radau", index=2),
        jd.RK4(constraints=jd.Baumgarte()),
        jd.DOP853(constraints=jd.Baumgarte(c1=10)),
    ]
    assert method_text(found[1]) == "Block(r=3, nodes='radau', index=2)"
    assert method_text(found[3]) == "DOP853(constraints=Baumgarte(c1=10))"
    assert method_text(jd.RK4(step=0.1)) == "RK4"
    for method in found:  # what is shown is read back, apart from step and tol
        assert type(methods_from_text(method_text(method))[0]) is type(method)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("RK5", "Did you mean 'RK4'"),
        ("Block(ordr=3)", "has no option 'ordr'"),
        ("Block(index=open('x'))", "is no treatment of constraints"),
        ("RK4(step=1+x)", "is no number"),
        ("__import__('os').system('ls')", "is no integrator"),
        ("RK4(1e-3)", "Name\\(option=value\\)"),
        ("RK4(", "write it like"),
        ("", "no method in it"),
        ("Block(index=7)", "it is 1, 2 or 3"),
    ],
)
def test_texts_that_are_none(text: str, message: str) -> None:
    with pytest.raises(jd.ModelError, match=message):
        methods_from_text(text)
