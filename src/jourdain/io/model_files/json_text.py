"""JSON text as the nodes that YAML is read into, so that both have the same data, lines, limits and refusals."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml

from jourdain.errors import FileFormatError

_TOKEN = re.compile(r'[ \t\r\n]*(?:"(?:[^"\\]|\\.)*"|[][{}:,]|[^][{}:,"\s]+)', re.DOTALL)
_PREFIX = "tag:yaml.org,2002:"
_WORDS = {"null": "null", "true": "bool", "false": "bool", "NaN": "float", "Infinity": "float", "-Infinity": "float"}


def compose(text: str) -> Any:
    """The node of a JSON text. FileFormatError that begins with "line 12: " for what is no JSON."""
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as problem:
        raise FileFormatError(f"line {problem.lineno}: this is no JSON: {problem.msg}.") from None
    return _Composer(text).node()


class _Composer:
    """Makes nodes of a text that is known to be JSON: only where things stand is left to be found."""

    def __init__(self, text: str) -> None:
        self.text, self.place, self.line = text, 0, 0
        self.token = ""
        self._next()

    def _next(self) -> None:
        found = _TOKEN.match(self.text, self.place)
        if found is None:  # the end of the text
            return
        self.token = found[0].lstrip(" \t\r\n")
        self.line += found[0].count("\n")  # a text in JSON has no line breaks inside
        self.place = found.end()

    def node(self) -> Any:
        """The value that begins with the current token, which is passed."""
        token, start = self.token, yaml.Mark("", 0, self.line, 0, None, 0)
        self._next()
        if token == "{":
            return yaml.MappingNode(f"{_PREFIX}map", self._several("}", pairs=True), start)
        if token == "[":
            return yaml.SequenceNode(f"{_PREFIX}seq", self._several("]", pairs=False), start)
        if token.startswith('"'):
            return yaml.ScalarNode(f"{_PREFIX}str", json.loads(token), start)
        kind = _WORDS.get(token) or ("float" if re.search("[.eE]", token) else "int")
        return yaml.ScalarNode(_PREFIX + kind, token, start)

    def _several(self, end: str, *, pairs: bool) -> list[Any]:
        found: list[Any] = []
        while self.token != end:
            one = self.node()
            if pairs:
                self._next()  # the colon
                one = one, self.node()
            found.append(one)
            if self.token == ",":
                self._next()
        self._next()
        return found
