"""YAML text as plain data and back, by the rules of YAML 1.2: only true and false are booleans, 1e-6 is a number.

Every value is found again by its path ("joints -> A -> kind"), with the line it stands on. Keys are texts and stand once.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable
from typing import Any

import yaml

from jourdain.errors import FileFormatError, shown
from jourdain.io.model_files import json_text
from jourdain.io.model_files.entries import joined

MAX_VALUES = 2_000_000  # a few lines of references to references can stand for more than any memory holds
ONE_LINE = 90
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_RULES = {
    "null": (re.compile(r"~|null|Null|NULL|"), [*"~nN", ""]),
    "bool": (re.compile(r"true|True|TRUE|false|False|FALSE"), [*"tTfF"]),
    "int": (_INT, [*"-+0123456789"]),
    "float": (_FLOAT, [*"-+.0123456789"]),
}
_PREFIX = "tag:yaml.org,2002:"
_OF_OTHERS = re.compile(r"(?i)y|n|yes|no|on|off|[-+]?[0-9][0-9_:.]*")  # what readers of YAML 1.1 do not take as text

_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")  # which only double quotes keep as they are


class _Loader(yaml.SafeLoader):
    """Makes nodes; which text is what is said below."""


class _Dumper(yaml.SafeDumper):
    """Writes what _Loader reads."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def serialize(self, node: Any) -> None:
        _lay_out(node)
        node.flow_style = False
        super().serialize(node)


def _lay_out(node: Any) -> tuple[int, int]:
    """Put what is short and shallow on one line; returns the width [characters] and the depth of a node."""
    if isinstance(node, yaml.ScalarNode):
        return len(node.value) + 2, 0
    table = isinstance(node, yaml.MappingNode)
    inside = [_lay_out(part) for item in node.value for part in (item if table else (item,))]
    width, depth = 2 + sum(w for w, _ in inside), 1 + max((d for _, d in inside), default=0)
    node.flow_style = width <= ONE_LINE and depth <= 2
    return width, depth


_Loader.yaml_implicit_resolvers, _Dumper.yaml_implicit_resolvers = {}, {}  # none of the rules of YAML 1.1
for _name, (_pattern, _first) in _RULES.items():
    _whole = re.compile(rf"(?:{_pattern.pattern})\Z")
    for _kind in (_Loader, _Dumper):
        _kind.add_implicit_resolver(f"{_PREFIX}{_name}", _whole, _first)


def _text_node(dumper: Any, text: str) -> Any:
    style = '"' if _BREAKS.search(text) else "'" if _OF_OTHERS.fullmatch(text) else None
    return dumper.represent_scalar(f"{_PREFIX}str", text, style=style)


def _float_node(dumper: Any, value: float) -> Any:
    text = repr(value) if math.isfinite(value) else ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"
    return dumper.represent_scalar(f"{_PREFIX}float", text)


_Dumper.add_representer(str, _text_node)
_Dumper.add_representer(float, _float_node)


def dump(data: Any) -> str:
    """Data as YAML: blocks for tables, one line for what fits on it."""
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


def parse(text: str) -> tuple[Any, dict[str, int]]:
    """(data, line of each path). FileFormatError that begins with "line 12: " for what is no YAML."""
    return _parsed(_compose, text)


def parse_json(text: str) -> tuple[Any, dict[str, int]]:
    """The same of JSON."""
    return _parsed(json_text.compose, text)


def _parsed(compose: Callable[[str], Any], text: str) -> tuple[Any, dict[str, int]]:
    builder = _Builder()
    try:
        node = compose(text)
        data = builder.build(node, "") if node is not None else None
        if builder.mistakes:
            raise FileFormatError(builder.mistakes[0], builder.mistakes)
        return data, builder.lines
    except RecursionError:
        raise FileFormatError("line 1: this is nested too deeply.") from None


def _compose(text: str) -> Any:
    try:
        return yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        where = f"line {mark.line + 1}: " if mark is not None else ""
        raise FileFormatError(f"{where}this is no YAML: {_explained(problem)}.") from None
    except yaml.reader.ReaderError as problem:
        line = text[: problem.position].count("\n") + 1
        raise FileFormatError(f"line {line}: the character {problem.character!r} may not stand in YAML.") from None


def _explained(problem: Any) -> str:
    """What the reader of YAML says, with a remedy for tabs and for brackets that were not closed."""
    if "'\\t'" in (problem.problem or ""):
        return "a tab stands here; indent with spaces"
    what = ", ".join(part for part in (problem.context, problem.problem) if part)
    began, noticed = problem.context_mark, problem.problem_mark
    if began is None or noticed is None or "flow" not in (problem.context or ""):
        return what
    return (
        f"{what}; a bracket was opened in line {began.line + 1}: is it closed, and are its parts separated by commas?"
    )


class _Builder:
    """Data from nodes, and the line of every path."""

    def __init__(self) -> None:
        self.lines: dict[str, int] = {"": 1}
        self.mistakes: list[str] = []
        self.open: set[int] = set()
        self.count = 0

    def build(self, node: Any, path: str) -> Any:
        line = node.start_mark.line + 1
        self.lines.setdefault(path, line)
        self.count += 1
        if self.count > MAX_VALUES:
            raise FileFormatError(f"line {line}: more than {MAX_VALUES} values, counting what * stands for.")
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, line)
        if id(node) in self.open:
            raise FileFormatError(f"line {line}: {path or 'the file'} contains itself.")
        self.open.add(id(node))
        if node.flow_style and (cut := _cut(node)) is not None:
            self.mistakes.append(f"line {line}: {joined(path, '') if path else ''}{cut}")
            self.open.remove(id(node))
            return None
        if isinstance(node, yaml.SequenceNode):
            built: Any = [self.build(item, joined(path, str(i))) for i, item in enumerate(node.value, 1)]
        else:
            built = self._table(node, path)
        self.open.remove(id(node))
        return built

    def _table(self, node: Any, path: str) -> dict[str, Any]:
        table: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise FileFormatError(f"line {line}: {path or 'the file'}: a key must be a text.")
            place = joined(path, key.value)
            if key.value in table:
                first = self.lines[place]
                self.mistakes.append(f"line {line}: {place}: this key was given in line {first} already.")
                continue
            self.lines[place] = line
            table[key.value] = self.build(value, place)
        return table

    def _scalar(self, node: Any, line: int) -> Any:
        """The value of a scalar, None for one that is none."""
        try:
            return _scalar(node, line)
        except FileFormatError as problem:
            self.mistakes.append(str(problem))
            return None


def _cut(node: Any) -> str | None:
    """What to say where a comma of a call, such as distance(a, b), ended a text inside { } or [ ]."""
    table = isinstance(node, yaml.MappingNode)
    parts = [part for item in node.value for part in (item if table else (item,))]
    for i, part in enumerate(parts):
        if isinstance(part, yaml.ScalarNode) and part.style is None and part.value.count("(") > part.value.count(")"):
            rest = [one.value for one in parts[i : i + 16] if isinstance(one, yaml.ScalarNode) and one.value]
            texts, open_ = [], 0
            for text in rest:
                texts.append(text)
                open_ += text.count("(") - text.count(")")
                if open_ <= 0:
                    break
            whole = ", ".join(texts)
            return (
                f"a comma ends a text inside {{ }} and [ ]; put it in quotes: {shown(whole)}." if open_ <= 0 else None
            )
    return None


def _scalar(node: Any, line: int) -> Any:
    tag, text = node.tag.removeprefix(_PREFIX), node.value
    if tag == "str":
        return text
    if tag == "null":
        return None
    if tag == "bool":
        return text.lower() == "true"
    try:
        if tag == "int":
            return _in_range(int(text, {"0o": 8, "0x": 16}.get(text[:2], 10)))
        if tag == "float":
            value = float(re.sub(r"\.(?=inf|nan)", "", text.lower()))
            return _in_range(value) if text[-1].isdigit() or text[-1] == "." else value
    except ValueError:
        shown = text if len(text) <= 20 else f"{text[:20]}.."
        raise FileFormatError(f"line {line}: {shown} is too large a number.") from None
    raise FileFormatError(f"line {line}: the type {node.tag!r} is not known here; write a number or a text.")


def _in_range(value: float) -> float:
    """ValueError for a number in digits that is larger than any float."""
    if abs(value) > sys.float_info.max:
        raise ValueError
    return value
