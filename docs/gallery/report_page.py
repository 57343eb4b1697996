"""Two runs of a machine in one report page: with a stiff and with a soft spring, a part of it read from a drawing."""

import tempfile
from pathlib import Path

import jourdain as jd

DRAWING = Path(__file__).with_name("wedge.obj")


def machine(stiffness: float) -> jd.Model:
    """A wedge-shaped lever on a pivot, held by a spring."""
    m = jd.Model("lever", gravity=(0, -9.81, 0))
    lever = m.body("lever", shape=jd.mesh(DRAWING), density=7850)
    m.joint("pivot", "revolute", m.ground, lever, at=(0, 0, 0), axis=(0, 0, 1))
    tip = lever.marker("tip", at=(0.3, 0, 0))
    m.spring("spring", m.ground.marker("hook", at=(0.3, 0.25, 0)), tip, stiffness=stiffness, damping=4.0, rest=0.25)
    m.measure("opening", m.joints["pivot"].angle)
    return m


lever = machine(500.0).bodies["lever"]
runs = {f"{k:g} N/m": jd.simulate(machine(k), 2.0, output=200) for k in (500.0, 200.0)}
with tempfile.TemporaryDirectory() as folder:
    page = jd.report(runs, Path(folder) / "lever.html", title="A lever on a spring").read_text()
first, second = runs.values()


def check() -> None:
    """The wedge weighs what half a block does, with its centre at a third; the page is whole, and the soft spring gives way."""
    assert abs(lever.mass - 7850 * 0.5 * 0.3 * 0.1 * 0.04) < 1e-12
    assert abs(lever.com - [0.1, 0.1 / 3, 0.0]).max() < 1e-15
    assert page.count("<script") == 2 and "A lever on a spring" in page and len(page) < 1_000_000
    assert second.measure("opening").values.min() < first.measure("opening").values.min() < 0.0


if __name__ == "__main__":
    print(f"{len(page) / 1e6:.2f} MB")
    jd.plot([first, second], "opening", "spring.force", labels=list(runs))
    check()
