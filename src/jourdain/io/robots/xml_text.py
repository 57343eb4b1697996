"""XML as a tree of elements that know their line; declarations of types, which may hide other files, are refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from jourdain.errors import FileFormatError


@dataclass
class Element:
    """An element with its attributes, its children and the line it begins on."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    text: str = ""
    remarks: list[str] = field(default_factory=list)  # of the whole file: what was read otherwise than it is written

    def all(self, tag: str) -> Iterator[Element]:
        """Children of this tag."""
        return (child for child in self.children if child.tag == tag)

    def remark(self, what: str) -> None:
        """Say what was made of this element."""
        self.remarks.append(f"line {self.line}: {what}")

    def one(self, tag: str) -> Element | None:
        """The first child of this tag, or None."""
        return next(self.all(tag), None)


def parse(text: bytes) -> Element:
    """The root element. FileFormatError that begins with "line 12: " for what is no XML."""
    parser = expat.ParserCreate()
    top = Element("", {}, 0)
    stack = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, parser.CurrentLineNumber, remarks=top.remarks)
        stack[-1].children.append(element)
        stack.append(element)

    def end(_: str) -> None:
        stack.pop()

    def words(data: str) -> None:
        stack[-1].text += data

    def refuse(*_: object) -> None:
        raise FileFormatError(f"line {parser.CurrentLineNumber}: a declaration of document types may not stand here.")

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, words
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(_without_late_declaration(text), True)
    except expat.ExpatError as problem:
        raise FileFormatError(f"line {problem.lineno}: this is no XML: {expat.ErrorString(problem.code)}.") from None
    return top.children[0]


def _without_late_declaration(text: bytes) -> bytes:
    """A comment or a blank line before <?xml .. ?> is not allowed, and common."""
    late = re.match(rb"(?:\s|<!--.*?-->)+(<\?xml[^>]*\?>)", text, re.DOTALL)
    return text if late is None else text.replace(late[1], b" " * len(late[1]), 1)
