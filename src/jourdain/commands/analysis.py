"""Commands of analyses, made from the table `settings.ANALYSES`: the model's file, its settings, files to write, JSON."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from jourdain.commands.common import File, Json, Trusted, in_folder, open_model, show
from jourdain.errors import FileFormatError, ModelError
from jourdain.settings import ANALYSES, Setting

if TYPE_CHECKING:
    from jourdain.io.model_files.yaml import Document
    from jourdain.result.result import Result
    from jourdain.viewer.section import Section

Out = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        "--out",
        "--report",
        metavar="FILE",
        help="write what the ending says: .html page, .nc result, .csv table, .yaml or .json model; may be repeated",
    ),
]
DRAWINGS = (".png", ".svg", ".pdf")
_AXIS = re.compile(r"[A-Za-z_][\w. ]*=[^=]")


class AnalysisCommand(TyperCommand):
    """A command whose options for several names take them one after the other: --actuators A B."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """With options repeated, as click reads them."""
        names = [option for one in self.params if getattr(one, "multiple", False) for option in one.opts]
        args = ["--metrics" if arg == "--metric" and "--metrics" in names else arg for arg in args]
        if "--vary" in names:
            args = with_vary(args)
        return super().parse_args(ctx, repeated(args, [one for one in names if one.startswith("--")]))


def with_vary(args: list[str]) -> list[str]:
    """Arguments with `k=1..3kN/m:11` behind FILE as `--vary k=1..3kN/m:11`."""
    found: list[str] = []
    for i, arg in enumerate(args):
        if i and _AXIS.match(arg) and not args[i - 1].startswith("-"):
            found.append("--vary")
        found.append(arg)
    return found


def repeated(args: list[str], options: list[str]) -> list[str]:
    """Arguments with `--option a b` as `--option a --option b`; only behind FILE, which else could be one of the names."""
    if not args or args[0].startswith("-"):
        return args
    found: list[str] = []
    option = ""
    for i, arg in enumerate(args):
        if arg.startswith("-"):
            option = arg if arg in options else ""
        elif option and args[i - 1] != option:
            found.append(option)
        found.append(arg)
    return found


def analysis_command(name: str) -> Callable[..., None]:
    """The function that stands behind `jourdain NAME`; its signature is made of the settings of the analysis."""

    def command(file: str, out: list[str] | None, trust_functions: bool, json: bool, **options: Any) -> None:
        document = open_model(file, trust_functions)
        finding = perform(name, document, options)
        write_and_show(finding, document, out or (), json)
        if not getattr(finding, "ok", True):
            raise typer.Exit(1)

    def parameter(key: str, annotation: Any, default: Any) -> inspect.Parameter:
        return inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)

    parameters = [parameter("file", File, inspect.Parameter.empty)]
    parameters += [parameter(key, _option(setting), None) for key, setting in ANALYSES[name].settings.items()]
    parameters += [parameter("out", Out, None), parameter("trust_functions", Trusted, False)]
    parameters += [parameter("json", Json, False)]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    command.__doc__ = _help(name)
    return command


def _help(name: str) -> str:
    """The first paragraph stands in the list of commands, the rest on the page of this one."""
    analysis = ANALYSES[name]
    if not analysis.settings:
        return analysis.help
    keys = " and ".join(repr(key) for key in (name, analysis.like) if key)
    words = "Options go before them and are written in the same words, with units"
    example = ': --t-end "400 ms"' if "t_end" in analysis.settings else ""
    return f"{analysis.help}\n\nSettings are read from the file, under {keys}. {words}{example}."


def _option(setting: Setting) -> Any:
    kind = setting.kind
    if kind in ("names", "axes"):
        metavar = "NAME" if kind == "names" else "NAME=VALUES"
        return Annotated[list[str] | None, typer.Option(help=f"{setting.help}; may be repeated", metavar=metavar)]
    if kind == "flag":
        return Annotated[bool | None, typer.Option(help=setting.help, metavar="")]
    metavar = "|".join(kind) if isinstance(kind, tuple) else kind.upper()
    return Annotated[str | None, typer.Option(help=setting.help, metavar=metavar)]


def perform(name: str, document: Document, options: dict[str, Any] | None = None) -> Any:
    """What the analysis finds, with the settings of the file and, before these, those of the command line."""
    from jourdain.io.model_files.references import resolve
    from jourdain.io.model_files.settings import read_option

    analysis = ANALYSES[name]
    given = {key: read_option(name, key, text) for key, text in (options or {}).items() if text is not None}
    inherited = document.settings.get(analysis.like, {})
    settings = {key: value for key, value in inherited.items() if key in analysis.settings}
    settings |= document.settings.get(name, {})
    if "tol" in given and "integrator" not in given:
        settings.pop("integrator", None)  # the tolerance of the command line is for the one that is chosen
    if "integrator" in given:
        settings.pop("tol", None)
    settings |= given
    function = resolve(analysis.function, name)
    for key, argument in inspect.signature(function).parameters.items():
        if key in analysis.settings and argument.default is inspect.Parameter.empty and key not in settings:
            at = analysis.like if analysis.like and key in ANALYSES[analysis.like].settings else name
            option, place = f"--{key.replace('_', '-')}", f"'{at}: {{{key}: ..}}'"
            what = analysis.settings[key].help
            raise ModelError(f"{name} needs {key} ({what}): give {option}, or {place} in the file.")
    try:
        return function(document.model, **settings)
    except ModelError as problem:
        raise ModelError(document.located(str(problem))) from None


def data_of(finding: Any) -> dict[str, Any]:
    """A finding as a table for JSON, without the models and results it holds."""
    if hasattr(finding, "data"):
        found: dict[str, Any] = finding.data()
        return found
    from jourdain.model.model import Model
    from jourdain.result.result import Result

    table = {key: value for key, value in vars(finding).items() if not isinstance(value, (Model, Result))}
    return table | ({"ok": finding.ok} if hasattr(finding, "ok") else {})


def write_finding(finding: Any, document: Document | None, path: str) -> None:
    """Write to a file what its suffix asks for."""
    from jourdain.io.model_files.yaml import write
    from jourdain.result.result import Result

    result = finding if isinstance(finding, Result) else getattr(finding, "result", None)
    model = None if isinstance(finding, Result) else getattr(finding, "model", None)
    suffix = Path(path).suffix.lower()
    if suffix in (".html", ".htm"):
        write_page([finding], path)
    elif suffix in DRAWINGS and not isinstance(finding, Result) and hasattr(finding, "plot"):
        finding.plot(path=path)
    elif suffix in (".nc", ".csv") and result is None and hasattr(finding, "save"):
        finding.save(path)
    elif suffix in (".nc", ".csv") and result is not None:
        (result.save if suffix == ".nc" else result.to_csv)(path)
    elif suffix in (".yaml", ".yml", ".json") and model is not None and document is not None:
        write(model, path, **document.settings)
    else:
        can = [
            ".html",
            *(DRAWINGS if model is None and result is None and hasattr(finding, "plot") else []),
            *([".nc", ".csv"] if result is not None or hasattr(finding, "save") else []),
            *([".yaml", ".json"] if model is not None else []),
        ]
        raise FileFormatError(f"{path!r}: what was found can be written to files that end in {', '.join(can)}.")


def write_and_show(finding: Any, document: Document | None, out: Sequence[str], json: bool) -> None:
    """Write a finding to files, and print it."""
    for path in out:
        write_finding(finding, document, in_folder(path))
    show(json, lambda: str(finding), lambda: data_of(finding), out)


def write_page(findings: list[Any], path: str) -> None:
    """A page of what was found about one model."""
    from jourdain.viewer.page import report

    motions, sections = page_parts(findings)
    report(motions, path, sections=sections)


def page_parts(findings: list[Any]) -> tuple[list[Result], list[Section]]:
    """Motions and sections of what was found about one model.

    The motion that a finding holds is shown only where there is no run: verify moves the model as run does.
    """
    from jourdain.result.result import Result
    from jourdain.viewer.section import section_of

    runs = [finding for finding in findings if isinstance(finding, Result)]
    others = [finding for finding in findings if not isinstance(finding, Result)]
    held = [finding.result for finding in others if isinstance(getattr(finding, "result", None), Result)]
    return runs or held, [section_of(finding) for finding in others]
