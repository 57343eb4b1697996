"""The order of elimination of the saddle matrix: minimum degree among what has a safe pivot.

Nodes are bodies, extra states and groups of rows (rows of one joint on the same bodies). What has been eliminated falls
into parts, connected by rows; for later pivots a part looks as if all that it touches outside were fixed to the ground.
Its rows then stay as independent as they are in the whole machine if it touches at most *one* thing outside, the ground or
a body that is still there: whatever forces balance on all of the part balance there, too. So rows may go when the part
that they would join touches no more than that. Bodies may go at any time.
Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

import functools
import heapq
import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from jourdain.system.loops import GROUND, bridges


@dataclass(frozen=True)
class Nodes:
    """What is eliminated, by number: first the bodies, then the extra states, then the groups of rows."""

    n_bodies: int
    n_states: int
    groups: Sequence[Sequence[int]]  # bodies of each group
    weight: Sequence[int]  # unknowns of each node
    edges: Sequence[tuple[int, int]]  # couplings beyond those of groups with their bodies

    @property
    def first_group(self) -> int:
        """Number of the first group of rows."""
        return self.n_bodies + self.n_states

    @functools.cached_property
    def is_forest(self) -> bool:
        """Whether bodies, states and the ground hang together without loops: from the leaves inwards nothing fills then."""
        ground = len(self.weight)
        links = {frozenset(bodies) if len(bodies) == 2 else frozenset((*bodies, ground)) for bodies in self.groups}
        links |= {
            frozenset(edge) for edge in self.edges if edge[0] != edge[1]
        }  # mostly of bodies with rows between them
        joined = list(range(ground + 1))

        def root(i: int) -> int:
            while joined[i] != i:
                joined[i] = i = joined[joined[i]]
            return i

        for link in links:
            roots = {root(i) for i in link}
            if len(roots) < len(link) or any(self.first_group <= i < ground for i in link):
                return False
            first = roots.pop()
            for other in roots:
                joined[other] = first
        return True

    def adjacency(self) -> list[set[int]]:
        """The nodes that each node shares entries of the matrix with."""
        adjacent: list[set[int]] = [set() for _ in self.weight]
        joints = ((self.first_group + g, b) for g, bodies in enumerate(self.groups) for b in bodies)
        for i, j in (*self.edges, *joints):
            if i != j:
                adjacent[i].add(j)
                adjacent[j].add(i)
        return adjacent


def spanning_tree(n_bodies: int, groups: Sequence[Sequence[int]]) -> list[int]:
    """Parent of each body on the shortest way to the ground, over groups of two bodies; GROUND also for roots of free parts."""
    parent = [GROUND] * n_bodies
    near: list[list[int]] = [[] for _ in range(n_bodies)]
    for bodies in groups:
        if len(bodies) == 2:
            a, b = bodies
            near[a].append(b)
            near[b].append(a)
    seen: set[int] = set()
    held = dict.fromkeys(bodies[0] for bodies in groups if len(bodies) == 1)
    for roots in (held, *([b] for b in range(n_bodies))):  # everything on the ground before walking outwards
        queue = deque(b for b in roots if b not in seen)
        seen.update(queue)
        while queue:
            b = queue.popleft()
            for child in near[b]:
                if child not in seen:
                    seen.add(child)
                    parent[child] = b
                    queue.append(child)
    return parent


def awaited(nodes: Nodes, policy: str) -> list[set[int]]:
    """For each group of rows the bodies that have to go before it: all but the one it may hang on.

    "tree": rows may hang on the parent in the spanning tree, and what they hold with them. In loops that shrinks what is left
    soon, but a part that hangs on one body cannot be tied to another: good for loops in line, bad for nets. "bridges": only
    rows of bridges may, which nothing else has to wait for. "loops": as "tree", and a row that closes a loop waits for all
    bodies of the loop. That is never needed, but has it that redundant rows are the last of their loops.
    """
    parent = spanning_tree(nodes.n_bodies, nodes.groups)
    pairs = [frozenset(bodies) if len(bodies) == 2 else frozenset((*bodies, GROUND)) for bodies in nodes.groups]
    alone = set(pairs)
    if policy == "bridges":
        alone = set(bridges([pair for pair in pairs if len(pair) == 2], [pair for pair in pairs if len(pair) > 2]))
    found = []
    for bodies, pair in zip(nodes.groups, pairs, strict=True):
        needed = set(bodies)
        hook = next((parent[b] for b in bodies if parent[b] in bodies and len(bodies) == 2 and pair in alone), None)
        if hook is not None:
            needed.discard(hook)
        elif policy == "loops":
            ways = [_way_to_ground(b, parent) for b in bodies]
            common = set(ways[0]).intersection(*ways[1:]) if len(ways) > 1 else set()
            needed |= {b for way in ways for b in way} - common
        found.append(needed)
    return found


def _way_to_ground(body: int, parent: Sequence[int]) -> list[int]:
    way = [body]
    while parent[way[-1]] != GROUND:
        way.append(parent[way[-1]])
    return way


class Parts:
    """Parts of the machine that have been eliminated, and the one thing outside that each touches."""

    def __init__(self, nodes: Nodes, awaited: Sequence[set[int]]) -> None:
        """awaited: for each group of rows the bodies that have to go before it."""
        self._groups, self._awaited = nodes.groups, awaited
        self._gone = [False] * nodes.n_bodies
        self._towards = list(range(nodes.n_bodies))  # a body of the same part, nearer to the one that stands for it
        self._outside: dict[int, int] = {}  # by the body that stands for the part
        self._hanging: dict[int, list[int]] = {}  # body that is still there -> parts that touch it

    def _part(self, body: int) -> int:
        towards = self._towards
        while towards[body] != body:
            towards[body] = body = towards[towards[body]]
        return body

    def _touched(self, g: int) -> set[int]:
        """What the part would touch that these rows would join."""
        bodies = self._groups[g]
        touched = set() if len(bodies) == 2 else {GROUND}  # rows of three bodies need not be about relative motion
        for b in bodies:
            if not self._gone[b]:
                touched.add(b)
            elif (part := self._part(b)) in self._outside:
                touched.add(self._outside[part])
        return touched

    def waits_for(self, g: int) -> set[int]:
        """Bodies, one of which has to go before the rows of a group can; none: they may go now."""
        still = {b for b in self._awaited[g] if not self._gone[b]}
        if still:
            return still
        touched = self._touched(g)
        return touched - {GROUND} if len(touched) > 1 else set()

    def remove_body(self, b: int) -> None:
        """Parts that touched the body are one with it now."""
        self._gone[b] = True
        for part in self._hanging.pop(b, ()):
            self._towards[self._part(part)] = b

    def remove_rows(self, g: int) -> None:
        """Rows that may go join the parts of their bodies."""
        touched = self._touched(g)
        together = sorted({self._part(b) for b in self._groups[g] if self._gone[b]})
        if not together:
            return  # rows that touch no body
        first = together[0]
        for part in together[1:]:
            self._towards[part] = first
            self._outside.pop(part, None)
        for outside in touched:  # one at most
            self._outside[first] = outside
            if outside != GROUND:
                self._hanging.setdefault(outside, []).append(first)


class Rule(Protocol):
    """Which rows may go?"""

    def waits_for(self, g: int) -> set[int]:
        """Bodies, one of which has to go before the rows of a group can; none: they may go now."""
        ...

    def remove_body(self, b: int) -> None:
        """A body has gone."""
        ...

    def remove_rows(self, g: int) -> None:
        """The rows of a group have gone."""
        ...


def elimination_order(
    nodes: Nodes, rule: Rule, seed: int | None = None, stages: Sequence[int] | None = None
) -> list[int]:
    """Order of the nodes. Ties go to what was touched last: the front then stays where it is, which in nets saves a third.

    With a seed they go to the last by number (0), or at random, which sometimes breaks the rule of smallest degree as well.
    stages: of each node, if those of a later stage have to wait for all that may go before.
    """
    rng = random.Random(seed)
    adjacent, weight = nodes.adjacency(), nodes.weight
    n, first_group = len(weight), nodes.first_group
    degree = [sum(weight[k] for k in adjacent[i]) for i in range(n)]
    waiting: list[list[int]] = [[] for _ in range(n)]  # nodes that ask again when this one has gone
    latest: list[tuple[int, float, bool, float, int] | None] = [
        None
    ] * n  # entry of each node in the queue, unless it waits
    queue: list[tuple[int, float, bool, float, int]] = []
    order: list[int] = []
    gone = [False] * n

    def enqueue(i: int) -> None:
        size = 3 * degree[i] if seed and rng.random() < 0.2 else degree[i]
        tie = rng.random() if seed else -i if seed == 0 else -len(order)
        latest[i] = entry = (stages[i] if stages else 0, size, i >= nodes.n_bodies, tie, i)
        heapq.heappush(queue, entry)

    def blockers(i: int) -> set[int]:
        if i >= first_group:
            return rule.waits_for(i - first_group)
        return set() if i < nodes.n_bodies else {k for k in adjacent[i] if not nodes.n_bodies <= k < first_group}

    for i in range(n):
        enqueue(i)
    while queue:
        entry = heapq.heappop(queue)
        i = entry[-1]
        if latest[i] is not entry:
            continue
        latest[i] = None
        if missing := blockers(i):
            for k in missing:
                waiting[k].append(i)
            continue
        order.append(i)
        gone[i] = True
        if i < nodes.n_bodies:
            rule.remove_body(i)
        elif i >= first_group:
            rule.remove_rows(i - first_group)
        near = adjacent[i]
        for k in near:
            new = near - adjacent[k]
            new.discard(k)
            adjacent[k] |= new
            adjacent[k].discard(i)
            change = sum(map(weight.__getitem__, new)) - weight[i]
            degree[k] += change
            if change and latest[k] is not None:
                enqueue(k)
        for k in waiting[i]:
            if latest[k] is None and not gone[k]:
                enqueue(k)
    return order


def safe_orders(nodes: Nodes, trials: int) -> Iterator[list[int]]:
    """Orders to choose from whose pivots are regular wherever the rows are independent; trials = 0: a few for large systems."""
    policies = ("loops", "tree", "bridges") if trials else ("tree",) if nodes.is_forest else ("tree", "bridges")
    for policy in policies:
        first = awaited(nodes, policy)
        for seed in range(trials) if trials else [None]:
            yield elimination_order(nodes, Parts(nodes, first), seed)
