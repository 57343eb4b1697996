"""What exists is what is defined: integrators and treatments are found as the subclasses of their base."""

from __future__ import annotations

from typing import TypeVar

Class = TypeVar("Class")


def subclasses(base: type[Class]) -> list[type[Class]]:
    """All classes below this one, each after its own base."""
    return [one for sub in base.__subclasses__() for one in (sub, *subclasses(sub))]
