"""Rows matched with freedoms of eliminated bodies: their pivots are regular nearly everywhere, not everywhere.

A part of the machine that has been eliminated looks, for later pivots, as if all that it touches outside were fixed. Nets and
machines with many legs between the same bodies have few parts that touch one thing only, and would fill. Here rows may go
when each finds a freedom of an eliminated body of its own, and some freedoms are left over: fixing what is outside then makes
rows dependent at few positions only, at fewer the more is left. Whether they are independent where the machine stands has to
be checked in numbers, see best_order.py. Redundant rows need no freedom; they wait for all their bodies, since in a part of
their loop they are as independent as others.
Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from jourdain.system.ordering import Nodes


def redundant_apart(
    nodes: Nodes, unknowns: Sequence[Sequence[int]], redundant: Container[int]
) -> tuple[Nodes, list[list[int]], int]:
    """The same nodes, but redundant unknowns in groups of their own behind all others; unknowns of each, number of groups."""
    first = nodes.first_group
    members, groups, became = [list(i) for i in unknowns[:first]], [], {i: [i] for i in range(first)}
    last = 0
    for left_over in (False, True):
        for g, bodies in enumerate(nodes.groups):
            if chosen := [i for i in unknowns[first + g] if (i in redundant) == left_over]:
                became.setdefault(first + g, []).append(len(members))
                members.append(chosen)
                groups.append(bodies)
                last += left_over
    edges = [(a, b) for i, j in nodes.edges for a in became[i] for b in became[j]]
    return Nodes(nodes.n_bodies, nodes.n_states, groups, [len(i) for i in members], edges), members, last


class Freedoms:
    """Freedoms of the bodies that have been eliminated, and the rows that use them up."""

    def __init__(self, nodes: Nodes, to_spare: int, careful: Container[int] = (), redundant: int = 0) -> None:
        """to_spare: freedoms left over for rows to go; careful: groups that wait for all their bodies.

        redundant: how many groups, the last ones, depend on the others.
        """
        self._groups, self._to_spare, self._careful = nodes.groups, to_spare, careful
        self._needing = len(nodes.groups) - redundant
        self._size: Sequence[int] = nodes.weight[nodes.first_group :]
        self._gone = [False] * nodes.n_bodies
        self._free = list(nodes.weight[: nodes.n_bodies])
        self._users: list[list[int]] = [[] for _ in self._free]  # groups of the rows matched with each body, once a row

    def _reached(self, g: int, wanted: int) -> tuple[dict[int, tuple[int, int] | None], int]:
        """Bodies whose freedoms rows of a group could use, if others move on to their own other bodies, until enough are free.

        Each with the body before it and the group that would move on from there; and the freedoms that are free.
        """
        came: dict[int, tuple[int, int] | None] = {b: None for b in self._groups[g] if self._gone[b]}
        todo, free = list(came), 0
        for b in todo:  # grows while it is walked
            free += self._free[b]
            if free >= wanted:
                break
            for user in self._users[b]:
                for other in self._groups[user]:
                    if self._gone[other] and other not in came:
                        came[other] = (b, user)
                        todo.append(other)
        return came, free

    def waits_for(self, g: int) -> set[int]:
        """Bodies, one of which has to go before the rows of a group can; none: they may go now."""
        still = {b for b in self._groups[g] if not self._gone[b]}
        if g >= self._needing or len(still) == len(self._groups[g]) or (still and g in self._careful):
            return still
        wanted = self._size[g] + self._to_spare
        came, free = self._reached(g, wanted)
        if free >= wanted:
            return set()
        touched = {b for c in came for user in self._users[c] for b in self._groups[user]}
        return still | {b for b in touched if not self._gone[b]}

    def remove_body(self, b: int) -> None:
        """Its freedoms can be used from now on."""
        self._gone[b] = True

    def remove_rows(self, g: int) -> None:
        """Each row takes a freedom; redundant rows take none."""
        for _ in range(self._size[g] if g < self._needing else 0):
            came, free = self._reached(g, 1)
            if free == 0:
                return
            b = next(c for c in reversed(came) if self._free[c])
            self._free[b] -= 1
            while (step := came[b]) is not None:
                before, user = step
                self._users[before].remove(user)
                self._users[b].append(user)
                b = before
            self._users[b].append(g)
