"""XML as a tree of elements that know their line; declarations of types, which may hide other files, are refused."""

from __future__ import annotations

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

    def all(self, tag: str) -> Iterator[Element]:
        """Children of this tag."""
        return (child for child in self.children if child.tag == tag)

    def one(self, tag: str) -> Element | None:
        """The first child of this tag, or None."""
        return next(self.all(tag), None)


def parse(text: bytes) -> Element:
    """The root element. FileFormatError that begins with "line 12: " for what is no XML."""
    parser = expat.ParserCreate()
    top = Element("", {}, 0)
    stack = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def end(_: str) -> None:
        stack.pop()

    def refuse(*_: object) -> None:
        raise FileFormatError(f"line {parser.CurrentLineNumber}: a declaration of document types may not stand here.")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as problem:
        raise FileFormatError(f"line {problem.lineno}: this is no XML: {expat.ErrorString(problem.code)}.") from None
    return top.children[0]
