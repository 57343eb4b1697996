"""The gallery: short scripts, one idea each, in groups. They run as they stand; what they draw and move is kept in files."""

from __future__ import annotations

import ast
import contextlib
import re
import runpy
from pathlib import Path
from typing import Any

from jourdain.errors import ModelError, near

ROOT = Path(__file__).parents[1]
GROUPS = {
    "Mechanisms": (
        "slider_crank",
        "motor_and_spring",
        "quick_return",
        "cam_and_valve",
        "gears",
        "pose_a_fourbar",
        "singular_four_bar",
        "flat_parallelogram",
        "which_length_matters",
    ),
    "Robots, vehicles, walking machines": (
        "arm_torques",
        "robot_arm",
        "palletiser",
        "stewart_platform",
        "walking_legs",
        "suspension",
        "four_corners",
        "bicycle",
        "bicycle_stability",
        "skate",
        "snakeboard",
    ),
    "Impacts, clutches, stops": ("bouncing_ball", "stops", "hit_fourbar", "clutch_and_brake"),
    "Beams and bodies that bend": (
        "flexible_slider_crank",
        "flexible_four_bar",
        "rotating_beam",
        "propeller",
        "pinned_beam",
        "roll_up",
        "buckled_strip",
    ),
    "Rest and stability": ("hanging_chain", "flyball_governor", "governor"),
    "Series and best values": ("tolerance_study", "tuned_spring"),
    "Methods, equations, files": (
        "check_a_door",
        "verify_a_run",
        "compare_methods",
        "spinning_rod",
        "ten_links",
        "long_chain",
        "same_motion",
        "written_equations",
        "report_page",
        "save_and_load",
    ),
}


def script(name: str) -> Path:
    """The file of an example; in a clone of the repository they stand among the docs."""
    inside = ROOT / "gallery"
    known = [one for group in GROUPS.values() for one in group]
    if name not in known:
        raise ModelError(f"there is no example {name!r}.{near(name, known)} 'jourdain demo --list' shows all.")
    file = (inside if inside.is_dir() else ROOT.parents[1] / "docs" / "gallery") / f"{name}.py"
    if not file.is_file():
        raise ModelError(f"example {name!r}: this installation has no file {str(file)!r}; install Jourdain anew.")
    return file


def title(file: Path) -> tuple[str, str, str]:
    """Of a script: what its docstring says first, the rest of that sentence, and all of it.

    A title ends at the first colon, full stop or question mark behind a word; a ratio such as 37 : 23 ends nothing.
    """
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or file.stem
    first, end, rest = re.split(r"(?<=[A-Za-z])([:.?])(?=\s|$)", " ".join(text.split("\n\n")[0].split()), maxsplit=1)
    return first + end.strip(":."), rest.strip(), text


def shown(file: Path, into: Path) -> list[Path]:
    """Run a script as the main one, in a folder, and write there its figures and a page of its motion.

    Where it draws nothing, a moment of the motion or the own figure of what it found.
    """
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    from jourdain.result.result import Result

    into.mkdir(parents=True, exist_ok=True)
    before = set(plt.get_fignums())
    with contextlib.chdir(into):
        found = runpy.run_path(str(file.resolve()), run_name="__main__")
    flat = [x for value in found.values() for x in (value if isinstance(value, list) else [value])]
    runs = [run for x in flat if isinstance(run := getattr(x, "result", x), Result)]
    findings = [x for x in flat if hasattr(type(x), "plot") and hasattr(type(x), "section")]
    chosen = found["result"] if isinstance(found.get("result"), Result) else runs[-1] if runs else None
    figures = [plt.figure(k) for k in plt.get_fignums() if k not in before]
    written = [into / f"{file.stem}_{k}.png" for k in range(1, len(figures) + 1)]
    for figure, picture in zip(figures, written, strict=True):
        figure.savefig(picture, dpi=90)
        plt.close(figure)
    still = into / f"{file.stem}_still.png"
    with contextlib.suppress(ModelError):  # there is nothing to draw
        if not written:
            _draw(chosen, findings, still)
    written += [still] if still.exists() else []
    if chosen is not None:
        written.append(chosen.report(into / f"{file.stem}.html", title=title(file)[0]))
    return written


def _draw(run: Any, findings: list[Any], path: Path) -> None:
    path.unlink(missing_ok=True)
    if run is not None:
        run.animation(path, width=5.0, dpi=90)
    elif findings:
        findings[-1].plot(path=path)
