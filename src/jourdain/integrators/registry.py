"""What exists is what is defined: integrators and treatments are found as the subclasses of their base."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from jourdain.errors import ModelError, near, shown

Class = TypeVar("Class")


def subclasses(base: type[Class]) -> list[type[Class]]:
    """All classes below this one, each after its own base."""
    return [one for sub in base.__subclasses__() for one in (sub, *subclasses(sub))]


def find(kinds: Mapping[str, type[Class]], name: Any, what: str) -> type[Class]:
    """The class of a name; refused if there is none."""
    if not isinstance(name, str) or name not in kinds:
        raise ModelError(f"there is no {what} {shown(name)}.{near(str(name), kinds)}")
    return kinds[name]


def made(kinds: Mapping[str, type[Class]], name: Any, options: Mapping[str, Any], what: str, shown: str = "") -> Class:
    """A value of a class by its name, with options that it has; shown: what messages call it, by default the name."""
    kind = find(kinds, name, what)
    own = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for option in options:
        if option not in own:
            raise ModelError(f"{shown or name} has no option {option!r}.{near(str(option), own)}")
    return kind(**options)
