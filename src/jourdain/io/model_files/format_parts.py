"""What the table of the file format is made of: each part makes its numbers SI values, and describes itself to editors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from jourdain.errors import FileFormatError
from jourdain.functions.tables import BEYOND, KINDS
from jourdain.io.model_files.entries import joined
from jourdain.io.model_files.quantities import Quantities, alone
from jourdain.io.model_files.units import Dimension, expected, fits

Schema = dict[str, Any]


class Part:
    """A value of a file: `resolve` makes its numbers SI values, `schema` describes it."""

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """The data with texts replaced by numbers where numbers are expected; anything else as it is."""
        return data

    def schema(self) -> Schema:
        """JSON schema."""
        return {}


@dataclass(frozen=True)
class Number(Part):
    """A number, or a text with a unit or parameters; `kind` of units.KINDS."""

    kind: str = "any"
    places: ClassVar[bool] = False  # may a named point stand here?

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """Lists item by item: a vector, a tensor."""
        if isinstance(data, list):
            return [self.resolve(item, path, q) for item in data]
        if q.points and isinstance(data, str) and self.places and (found := q.place(data, self.kind, path)) is not None:
            return found
        return q.number(data, self.kind, path)

    def schema(self) -> Schema:
        """A number or a text."""
        what = "any number" if self.kind == "any" else expected(self.kind)
        return {"type": ["number", "string"], "description": what}


@dataclass(frozen=True)
class Numbers(Number):
    """A list of numbers of one kind, or a list of lists; of a place or direction also the name of a point."""

    places: ClassVar[bool] = True

    def schema(self) -> Schema:
        """A list of numbers, or of lists of numbers; a point by name."""
        one = super().schema()
        listed = {"type": "array", "items": {"anyOf": [one, {"type": "array", "items": one}]}}
        return {"anyOf": [listed, {"type": "string"}]} if self.kind in ("length", "number") else listed


@dataclass(frozen=True)
class Direction(Numbers):
    """A direction: numbers, a difference of points, or an axis of the ground by name."""

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """x, -y, .. stay texts."""
        return data if data in ("x", "y", "z", "-x", "-y", "-z") else super().resolve(data, path, q)


@dataclass(frozen=True)
class Law(Part):
    """A number, a text of the model's own language (which stays a text), points, or a Python function."""

    kind: str = "any"

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """One number with a unit becomes a number, and so do those of points."""
        if isinstance(data, dict) and set(data) == {"table"}:
            return {"table": TABLE.resolve(data["table"], joined(path, "table"), q)}
        found = alone(data, path) if isinstance(data, str) else None
        if found is None:
            return q.in_law(data, path) if isinstance(data, str) else data
        if isinstance(found.dimension, Dimension) and not fits(found.dimension, self.kind):
            raise FileFormatError(f"{path}: {data!r} is in {found.dimension}; expected is {expected(self.kind)}.")
        return found.value

    def schema(self) -> Schema:
        """A number, a text or a function."""
        function = {"type": "object", "required": ["function"], "properties": {"function": {"type": "string"}}}
        points = {"type": "object", "required": ["table"], "properties": {"table": {"$ref": "#/$defs/table"}}}
        return {"anyOf": [{"type": ["number", "string", "null"]}, function, points]}


@dataclass(frozen=True)
class Text(Part):
    """A text, one of `choices` if there are any."""

    choices: tuple[str, ...] = ()

    def schema(self) -> Schema:
        """A text or an enumeration."""
        return {"type": "string", "enum": list(self.choices)} if self.choices else {"type": "string"}


@dataclass(frozen=True)
class Plain(Part):
    """Whatever JSON schema says it is; left as it is."""

    description: Schema = field(default_factory=dict)

    def schema(self) -> Schema:
        """As given."""
        return self.description


FLAG = Plain({"type": "boolean"})


@dataclass(frozen=True)
class Record(Part):
    """A table with known keys."""

    parts: dict[str, Part]
    required: tuple[str, ...] = ()

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """Key by key; unknown ones are refused by whoever reads the entry."""
        if not isinstance(data, dict):
            return data
        found = {}
        for k, v in data.items():
            with q.gathered(joined(path, k)):
                found[k] = self.parts[k].resolve(v, joined(path, k), q) if k in self.parts else v
        return found

    def schema(self) -> Schema:
        """An object without further keys."""
        found: Schema = {"type": "object", "properties": {k: part.schema() for k, part in self.parts.items()}}
        found |= {"additionalProperties": False}
        return found | {"required": list(self.required)} if self.required else found


@dataclass(frozen=True)
class Names(Part):
    """A table with the user's own names."""

    part: Part

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """Entry by entry."""
        if not isinstance(data, dict):
            return data
        found = {}
        for k, v in data.items():
            with q.gathered(joined(path, k)):
                found[k] = self.part.resolve(v, joined(path, k), q)
        return found

    def schema(self) -> Schema:
        """An object with any keys."""
        return {"type": "object", "additionalProperties": self.part.schema()}


@dataclass(frozen=True)
class Items(Part):
    """A list."""

    part: Part

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """Item by item."""
        if not isinstance(data, list):
            return data
        return [self.part.resolve(item, joined(path, str(i)), q) for i, item in enumerate(data, 1)]

    def schema(self) -> Schema:
        """An array."""
        return {"type": "array", "items": self.part.schema()}


@dataclass(frozen=True)
class OneOf(Part):
    """The part for the data's own type: a table, a list, or a single value."""

    table: Part | None = None
    items: Part | None = None
    single: Part | None = None

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """By the part that fits."""
        part = self.table if isinstance(data, dict) else self.items if isinstance(data, list) else self.single
        return data if part is None else part.resolve(data, path, q)

    def schema(self) -> Schema:
        """Any of them."""
        return {"anyOf": [part.schema() for part in (self.table, self.items, self.single) if part is not None]}


TABLE = Record(
    {
        **dict.fromkeys("xy", Numbers()),
        "csv": Text(),
        "columns": Items(Plain({"type": ["string", "integer"]})),
        "units": Items(Text()),
        "kind": Text(KINDS),
        "beyond": Text(BEYOND),
    }
)
