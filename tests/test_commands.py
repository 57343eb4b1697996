"""The command line: what each command prints and writes, exit codes, JSON, and messages in place of tracebacks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import jourdain as jd
from jourdain.commands import COMMANDS, cli
from jourdain.settings import ANALYSES

EXAMPLES = Path(__file__).parents[1] / "examples"
SLIDER, FOUR_BAR = str(EXAMPLES / "slider_crank.yaml"), str(EXAMPLES / "four_bar.yaml")


class Call:
    """Runs the command line in this process: exit code, what was printed, and errors."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *arguments: Any) -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["jourdain", *map(str, arguments)])
        self.capsys.readouterr()
        code = 0
        try:
            cli.main()
        except SystemExit as end:
            code = int(end.code or 0)
        printed = self.capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return code, printed.out, printed.err

    def json(self, *arguments: Any) -> Any:
        """The answer as data, which must be strict JSON."""
        code, out, _ = self(*arguments, "--json")
        assert code == 0
        return json.loads(out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    return Call(monkeypatch, capsys)


def test_check(call: Call) -> None:
    """The three redundant equations by name, and freer joints."""
    code, out, _ = call("check", SLIDER)
    assert code == 0
    assert "redundant: 3 rows" in out and "guide: slide y, guide: align y z, guide: align x y" in out
    assert "B: revolute -> cylindrical, C: revolute -> spherical" in out
    data = call.json("check", SLIDER)
    assert (
        data["redundant"] == 3
        and data["ok"]
        and [s["new"] for s in data["suggestions"]] == ["cylindrical", "spherical"]
    )


def test_check_with_errors_ends_with_one(call: Call, tmp_path: Path) -> None:
    text = Path(SLIDER).read_text().replace("drives: {motor:", "drives: {second: {measure: A.angle, motion: 1}, motor:")
    (tmp_path / "m.yaml").write_text(text)
    code, out, _ = call("check", tmp_path / "m.yaml")
    assert code == 1 and "ERROR" in out


def test_run_writes_what_it_is_asked_for(call: Call, tmp_path: Path) -> None:
    stored, table = tmp_path / "r.nc", tmp_path / "r.csv"
    code, out, _ = call("run", FOUR_BAR, "-o", stored, "-o", table, "--t-end", "100 ms", "--output", 7)
    assert code == 0 and "accuracy" in out and f"written: {stored}" in out
    result = jd.load(stored)
    assert result.t[-1] == 0.1 and len(result.t) == 8 and isinstance(result.integrator, jd.GeneralizedAlpha)
    assert table.read_text().count("\n") == 9
    data = call.json("run", FOUR_BAR, "--t-end", 0.1, "--trust", "fast", "--tol", 1e-4)
    assert data["t"] == [0.0, 0.1] and data["integrator"]["tol"] == 1e-4 and data["written"] == []


def test_run_is_what_python_gives(call: Call, tmp_path: Path) -> None:
    """The slider against its closed form: x = r cos a + sqrt(l^2 - r^2 sin^2 a) with a = 60 deg + 300 rpm t."""
    import numpy as np

    call("run", SLIDER, "-o", tmp_path / "r.nc")
    result = jd.load(tmp_path / "r.nc")
    a = np.radians(60) + 300 * np.pi / 30 * result.t
    wanted = 0.15 * np.cos(a) + np.sqrt(0.4**2 - (0.15 * np.sin(a)) ** 2)
    np.testing.assert_allclose(result["slider"].position.values[:, 0], wanted, atol=1e-9)


def test_run_needs_an_end(call: Call, tmp_path: Path) -> None:
    jd.write(jd.read(FOUR_BAR), tmp_path / "m.yaml")
    code, _, err = call("run", tmp_path / "m.yaml")
    assert code == 1 and "run needs t_end (end of the run): give --t-end" in err


def test_verify(call: Call) -> None:
    data = call.json("verify", FOUR_BAR, "--t-end", 0.1)
    digits = {o["name"]: o["digits"] for o in data["outputs"]}
    assert digits["crank: position"] > 4 and "result" not in data
    code, out, _ = call("verify", EXAMPLES / "slider_crank.yaml", "--t-end", 0.05)
    assert code == 0 and "slider: position" in out


def test_assemble_writes_a_closed_model(call: Call, tmp_path: Path) -> None:
    text = Path(FOUR_BAR).read_text().replace("at: [150 mm, 175 mm]", "at: [155 mm, 180 mm]")
    (tmp_path / "open.yaml").write_text(text)
    closed = tmp_path / "closed.yaml"
    data = call.json("assemble", tmp_path / "open.yaml", "-o", closed, "--fixed", "crank")
    assert max(data["gaps_after"].values(), default=0.0) < 1e-12 and data["moved"]["crank"] == [0.0, 0.0]
    assert not jd.check(jd.read(closed)).gaps


@pytest.mark.parametrize("name", ["m.yaml", "m.json"])
@pytest.mark.parametrize("source", [FOUR_BAR, str(EXAMPLES / "robot.urdf"), "jourdain.examples:slider_crank"])
def test_convert(call: Call, source: str, name: str, tmp_path: Path) -> None:
    code, out, _ = call("convert", source, tmp_path / name)
    assert code == 0 and out == f"written: {tmp_path / name}\n"
    again = call("convert", tmp_path / name, tmp_path / "again.json")
    assert again[0] == 0 and jd.read(tmp_path / "again.json") == jd.read(tmp_path / name)


def test_report_of_results(call: Call, tmp_path: Path) -> None:
    call("run", FOUR_BAR, "-o", tmp_path / "r.nc", "--t-end", 0.1, "--trust", "fast")
    code, out, _ = call("report", tmp_path / "r.nc", tmp_path / "r.nc", "-o", tmp_path / "page.html")
    assert code == 0 and out == f"written: {tmp_path / 'page.html'}\n"
    assert "four-bar (2)" in (tmp_path / "page.html").read_text()


def test_report_of_a_model_holds_what_its_file_asks_for(call: Call, tmp_path: Path) -> None:
    jd.write(jd.read(FOUR_BAR), tmp_path / "m.yaml", run={"t_end": 0.1, "output": 10}, verify={"output": 5})
    data = call.json("report", tmp_path / "m.yaml", "-o", tmp_path / "page.html")
    assert data["sections"] == ["Check", "Verification"] and data["runs"] == 1  # verify moves it as run does
    text = (tmp_path / "page.html").read_text()
    assert "independent rows" in text and "largest difference" in text and "four-bar" in text


def test_report_of_several_models_says_whose_sections_they_are(call: Call, tmp_path: Path) -> None:
    jd.write(jd.read(FOUR_BAR), tmp_path / "m.yaml", verify={"t_end": 0.05, "output": 5})
    data = call.json("report", tmp_path / "m.yaml", SLIDER, "-o", tmp_path / "page.html")
    assert (
        data["sections"] == ["Check: four-bar", "Verification: four-bar", "Check: slider-crank"] and data["runs"] == 2
    )
    code, _, err = call("report", SLIDER, "-o", tmp_path / "page.pdf")
    assert code == 1 and "ends in .html" in err


@pytest.mark.parametrize("name", ANALYSES)
def test_every_analysis_is_a_command_a_file_key_and_a_section(name: str, call: Call, tmp_path: Path) -> None:
    """One table makes all three."""
    from jourdain.io.model_files.format import json_schema

    keys = set(ANALYSES[name].settings)
    assert set(json_schema()["properties"][name]["properties"]) == keys
    code, out, _ = call(name, "--help")
    assert code == 0 and all(f"--{key.replace('_', '-')}" in out for key in keys)
    time = ["--t-end", "50 ms"] if "t_end" in keys else []
    time += {"sweep": ["k=1,2kN/m"], "optimise": ["k=1..2kN/m", "--minimise", "final(swing^2)"]}.get(name, [])
    file = FOUR_BAR
    if name in ("kinematics", "inverse"):  # of driven machines
        file = tmp_path / "driven.yaml"
        file.write_text(Path(FOUR_BAR).read_text() + "drives:\n  turn: {measure: A.angle, motion: 60*rpm*t}\n")
    code, out, _ = call(name, file, *time, "-o", tmp_path / "page.html")
    assert code == 0 and (tmp_path / "page.html").stat().st_size > 1e5
    assert call.json(name, file, *time)["written"] == []
    jd.write(jd.read(FOUR_BAR), tmp_path / "m.yaml")
    with (tmp_path / "m.yaml").open("a") as more:
        more.write(f"{name}: {{nonsense: 1}}\n")
    code, _, err = call("check", tmp_path / "m.yaml")
    assert code == 1 and f"{name}: unknown key 'nonsense'" in err and "line" in err


def test_doctor(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = call("doctor")
    assert code == 0 and "numba" in out and "all that is needed is there" in out
    monkeypatch.setattr("jourdain.commands.doctor.REQUIRED", {"numpy": "999.1", "no-such-package": "1"})
    code, out, _ = call("doctor")
    assert code == 1 and "MISSING no-such-package" in out and "pip install 'no-such-package>=1'" in out
    assert "is too old; pip install 'numpy>=999.1'" in out


def test_doctor_looks_at_all_that_the_package_asks_for() -> None:
    import tomllib

    from jourdain.commands.doctor import OPTIONAL, REQUIRED

    project = tomllib.loads((EXAMPLES.parent / "pyproject.toml").read_text())["project"]
    least_versions = {one.split(",")[0] for one in project["dependencies"]}
    assert {f"{name}>={least}" for name, least in REQUIRED.items()} == least_versions
    extras = project["optional-dependencies"]
    for package, (extra, _, _) in OPTIONAL.items():
        assert any(one.startswith(package) for one in extras[extra])
    assert {extra for extra, _, _ in OPTIONAL.values()} == set(extras) - {"bench", "test", "docs", "dev", "gpu"}


def test_doctor_lists_what_is_used_somewhere() -> None:
    """An extra that nothing in the package imports would enable nothing."""
    from jourdain.commands.doctor import OPTIONAL, PROGRAMS

    sources = [file.read_text() for file in Path(jd.__file__).parent.rglob("*.py") if file.name != "doctor.py"]
    for _, module, _ in OPTIONAL.values():
        assert any(re.search(rf"^ *(from|import) {module}\b", text, re.M) for text in sources), module
    assert all(any(f'"{name}"' in text for text in sources) for name in PROGRAMS)


def test_demo_lists_the_gallery(call: Call) -> None:
    """Every script of the gallery stands in one group, and in the list."""
    from jourdain.commands.gallery import GROUPS, script

    names = [name for group in GROUPS.values() for name in group]
    folder = EXAMPLES.parent / "docs" / "gallery"
    assert sorted(names) == sorted(file.stem for file in folder.glob("*.py"))
    assert all(script(name) == folder / f"{name}.py" for name in names)
    code, out, _ = call("demo", "--list")
    assert code == 0 and all(f"\n  {name} " in out for name in names) and all(group in out for group in GROUPS)
    assert set(call.json("demo", "--list")) == set(GROUPS)


def test_demo_runs_an_example(call: Call, tmp_path: Path) -> None:
    data = call.json("demo", "motor_and_spring", "--folder", tmp_path / "new")
    found = sorted(one.name for one in (tmp_path / "new").iterdir())
    assert found == ["motor_and_spring.html", "motor_and_spring_1.png"]
    assert data["written"] == [str(tmp_path / "new" / name) for name in reversed(found)]
    code, out, err = call("demo", "motor_and_sprin", "--folder", tmp_path)
    assert code == 1 and not out and "Did you mean 'motor_and_spring'" in err and "--list" in err


def test_a_cache_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    """And everything runs all the same."""
    (tmp_path / "mine.py").write_text(
        "from jourdain.jit import by_address, kernel\n\n\n@kernel\ndef f(x):\n    return x + 1.0\n\n\n"
        "@kernel\ndef g(x):\n    return f(x) + 1.0\n\n\ndef h(x):\n    return x\n\n\n"
        "h = by_address(h, 'float64(float64)')\nprint(g(1.0))\n"
    )
    (tmp_path / "taken").write_text("a file where a folder should be")
    path = os.pathsep.join([str(Path(jd.__file__).parents[1]), *sys.path])
    environment = os.environ | {"PYTHONPATH": path, "JOURDAIN_CACHE": str(tmp_path / "taken" / "cache")}
    command = [sys.executable, str(tmp_path / "mine.py")]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    assert done.stdout == "3.0\n" and done.stderr.count("cannot be kept") == 1
    assert (
        "set JOURDAIN_CACHE to a folder that can be written" in done.stderr and not (tmp_path / "__pycache__").exists()
    )


def test_warmup_covers_every_integrator_and_treatment() -> None:
    from jourdain.commands.warmup import _jobs
    from jourdain.integrators import all_integrators
    from jourdain.integrators.treatments import all_treatments

    names = {" ".join(job) for job in _jobs()}
    own = [name for name, kind in all_integrators().items() if kind.__module__.startswith("jourdain.")]
    assert len(own) >= 10
    for kind in ("planar", "spatial"):
        for what in ("check", "assemble", "run", *own, *all_treatments()):
            assert f"{kind} {what}" in names


def test_warmup_runs_all_of_it(call: Call) -> None:
    code, out, err = call("warmup")
    assert code == 0 and "tangent-space" in out and "GeneralizedAlpha" in out and not err  # bars are for terminals


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["check", "no.yaml"], 1, "there is no file 'no.yaml'"),
        (["check", str(EXAMPLES / "slider_krank.yaml")], 1, "Did you mean"),
        (["check", "model.txt"], 1, "models are .yaml"),
        (["check", "jourdain.examples:none"], 1, "cannot be imported"),
        (["check", "math:sin"], 1, "without arguments"),
        (["check", "os:getcwd"], 1, "not a jourdain.Model"),
        (["check"], 2, "Missing argument"),
        (["chek"], 2, "No such command"),
        (["run", SLIDER, "--t-end", "soon"], 1, "--t-end: 'soon'"),
        (["run", SLIDER, "--t-end", "3 kg"], 1, "--t-end: '3 kg' is in kg; expected is a time [s]"),
        (["run", SLIDER, "--t-end", "{a"], 1, "--t-end: line 1"),
        (["run", SLIDER, "--trust", "blind"], 1, "--trust: 'blind' is not 'full' or 'fast'"),
        (["run", SLIDER, "--integrator", "RK5"], 1, "Did you mean 'RK4'"),
        (["run", SLIDER, "--integrator", "{name: RK4, setp: 1 ms}"], 1, "Did you mean 'step'"),
        (["check", SLIDER, "-o", "model.yaml"], 1, "can be written to files that end in .html"),
        (["convert", SLIDER, "out.txt"], 1, "written to .yaml or .json"),
        (["convert", SLIDER, f"{SLIDER}/m.yaml"], 1, "cannot write"),
        (["report", "no.nc"], 1, "no.nc"),
    ],
)
def test_mistakes_end_with_a_message(call: Call, arguments: list[str], code: int, message: str) -> None:
    found, out, err = call(*arguments)
    assert found == code and message in err and not out


def test_errors_as_json(call: Call, tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text("name: m\nbodys: {}\n")
    code, out, err = call("check", tmp_path / "m.yaml", "--json")
    assert code == 1 and json.loads(out) == {"error": err.removeprefix("error: ").strip(), "kind": "FileFormatError"}
    assert "m.yaml, line 2: " in err and "Did you mean 'bodies'" in err


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("joints:\n", "joint:\n", "line 16: model: unknown key 'joint'. Did you mean 'joints'?"),
        ("  A: {kind", "\tA: {kind", "line 17: this is no YAML: a tab stands here; indent with spaces."),
        ("axis: [0, 1, 0]}\n  B", "axis: [0, 1, 0]\n  B", "a bracket was opened in line 17: is it closed"),
        ("-300*rpm*t", "-300*rpm*time", "line 21: drive 'motor': 'time' in '-300*rpm*time': unknown name."),
        ("-300*rpm*t", "-300*rpm*t)", "line 21: drive 'motor': '-300*rpm*t)' cannot be read: unmatched ')'"),
        (
            "150 mm",
            "150",
            "line 9: parameters -> tilt: 'asin(pin_z/rod_length)': this has no value (math domain error) with "
            "pin_z = 129.904, rod_length = 0.4 in SI units.",
        ),
        (
            "[60 mm, 40 mm, 40 mm]",
            "[60 mm, 40 mm]",
            "line 15: bodies -> slider -> shape -> size: 2 numbers do not make a box; give lx, ly, lz.",
        ),
    ],
)
def test_slips_in_a_model_file_are_found_by_line(call: Call, old: str, new: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(Path(SLIDER).read_text().replace(old, new, 1))
    code, out, err = call("check", tmp_path / "m.yaml")
    assert code == 1 and not out and err.startswith("error: m.yaml, line") and message in err


def test_help_is_quick_and_lists_every_command() -> None:
    """In an interpreter of its own, CPU time: without the compiler and arrays."""
    code = (
        "import resource, sys\nsys.argv = ['jourdain', '--help']\nfrom jourdain.commands import cli\ntry:\n    cli.main()\n"
        "except SystemExit:\n    pass\nuse = resource.getrusage(resource.RUSAGE_SELF)\n"
        "print('CPU', use.ru_utime + use.ru_stime)\nprint(sorted({'numpy', 'numba', 'yaml', 'xarray'} & set(sys.modules)))"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(jd.__file__).parents[1]), *sys.path])}
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    *page, cpu, heavy = done.stdout.splitlines()
    assert all(f" {name} " in "\n".join(page) for name in (*ANALYSES, *COMMANDS))
    assert heavy == "[]" and float(cpu.removeprefix("CPU ")) < 0.6  # 0.2 s where nothing else runs


def test_version(call: Call) -> None:
    assert call("--version") == (0, f"{jd.__version__}\n", "")


def test_as_a_module() -> None:
    found = subprocess.run([sys.executable, "-m", "jourdain", "--version"], capture_output=True, text=True, check=True)
    assert found.stdout == f"{jd.__version__}\n"


def test_folders_are_made(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "new" / "folder" / "m.yaml"
    assert call("convert", SLIDER, file)[0] == 0 and jd.read(file) == jd.read(SLIDER)
    page = tmp_path / "pages" / "check.html"
    assert call("check", SLIDER, "-o", page)[0] == 0 and page.is_file()
