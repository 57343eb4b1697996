"""Covering arrays: every pair of levels of any two factors occurs in some case, in few cases instead of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

Case = dict[str, Any]
Level = tuple[str, Hashable]


def pairwise(
    factors: Mapping[str, Sequence[Hashable]], exclude: Callable[[Case], bool] = lambda case: False
) -> list[Case]:
    """Cases {factor: level} in which every two levels that may meet do so, the same ones in every run.

    exclude(case) says that a case, or a part of one, cannot be; it must not ask for factors that are not there.
    """
    names = list(factors)
    open_pairs = {
        frozenset(pair): None  # a dict keeps its order, so that nothing depends on hashes
        for a, b in combinations(names, 2)
        for pair in product([(a, x) for x in factors[a]], [(b, y) for y in factors[b]])
        if not exclude(dict(pair))
    }
    if len(names) < 2:
        return [{name: level} for name in names for level in factors[name] if not exclude({name: level})]
    used: Counter[Level] = Counter()
    cases: list[Case] = []

    def gain(case: Case, level: Level) -> int:
        return sum(frozenset((item, level)) in open_pairs for item in case.items())

    def completed(case: Case) -> Case | None:
        left = [name for name in names if name not in case]
        if not left:
            return case
        # the factor that has most to gain comes next; among equals the level that was used least
        name = max(left, key=lambda f: max(gain(case, (f, x)) for x in factors[f]))
        for level in sorted(factors[name], key=lambda x: (-gain(case, (name, x)), used[(name, x)])):
            longer = case | {name: level}
            if not exclude(longer) and (found := completed(longer)) is not None:
                return found
        return None

    while open_pairs:
        first = next(iter(open_pairs))
        seed = {name: level for name in names for other, level in first if other == name}
        case = completed(seed)
        del open_pairs[first]
        if case is None:
            continue  # this pair fits in no whole case
        case = {name: case[name] for name in names}
        for pair in combinations(case.items(), 2):
            open_pairs.pop(frozenset(pair), None)
        used.update(case.items())
        cases.append(case)
    return cases


def named(case: Case) -> str:
    """A name for a case, for the lists of pytest: levels of yes and no by the factor's name."""
    parts = [name if level is True else str(level) for name, level in case.items() if level is not False]
    return ", ".join(parts)
