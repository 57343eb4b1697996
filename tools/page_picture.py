"""The picture of a report page that the README opens with; needs chromium. Run: python tools/page_picture.py"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

import jourdain as jd

TARGET = Path(__file__).parent.parent / "docs" / "page.png"
SIZE = (1280, 760)
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--hide-scrollbars",
    "--enable-unsafe-swiftshader",
    "--use-angle=swiftshader",
)


def excavator_arm() -> jd.Model:
    """A boom on a hydraulic cylinder with a stick that a second one holds: loops, drives, springs."""
    m = jd.Model("boom and stick", gravity=(0.0, 0.0, -9.81))
    steel = 7850.0
    boom = m.body("boom", shape=jd.box(2.4, 0.16, 0.26), density=steel / 6, at=(1.2, 0.0, 1.0))
    stick = m.body("stick", shape=jd.box(1.6, 0.14, 0.2), density=steel / 6, at=(3.2, 0.0, 1.0))
    hinge = m.joint("foot", "revolute", m.ground, boom, at=(0.0, 0.0, 1.0), axis=(0, 1, 0))
    m.joint("elbow", "revolute", boom, stick, at=(2.4, 0.0, 1.0), axis=(0, 1, 0))
    m.drive("motor", hinge.angle, "-0.4*(1 - cos(2*t))")
    m.spring(
        "cylinder",
        boom.marker("seat", at=(-0.4, 0.0, 0.35)),
        stick.marker("lever", at=(-0.6, 0.0, 0.35)),
        stiffness=4.0e5,
        damping=8.0e3,
        rest=1.72,
    )
    return m


def main() -> None:
    """Simulate, open the page at a moment in the middle, and keep the picture with few colours: it is read on small screens."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("this needs chromium")
    result = jd.simulate(excavator_arm(), 3.0)
    with tempfile.TemporaryDirectory() as folder:
        page = result.report(Path(folder) / "page.html")
        text = page.read_text().replace("</body>", "<script>jourdain.player.set(1.1)</script></body>")
        page.write_text(text)
        shot = Path(folder) / "shot.png"
        size = f"--window-size={SIZE[0]},{SIZE[1]}"
        wait = "--virtual-time-budget=4000"
        command = [chromium, *FLAGS, size, wait, f"--screenshot={shot}", page.as_uri()]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with Image.open(shot) as picture:
            picture.convert("RGB").quantize(96).save(TARGET, optimize=True)
    print(f"{TARGET}: {TARGET.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
