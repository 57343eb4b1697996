"""Derivatives of expression graphs, as nodes of the same graph: reverse mode, forward mode, and substitution.

All three walk the nodes in their order once, so the time is linear in the size of the graph and nothing recurses. What is
zero stays away: a missing slope is None. At kinks (abs, min, max) forward mode takes the derivative for s -> 0 from above,
as the jets do; reverse mode knows no direction and takes one side. hypot has slope zero at the origin in reverse mode.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from jourdain.functions import jets
from jourdain.functions.graph import FOLD, Graph, Node

Slope = int | None  # a node; None is zero
_SLOPES = {jets.SIN: jets.COS, jets.SINH: jets.COSH, jets.COSH: jets.SINH}
_CHOICES = (jets.SELECT, jets.MIN, jets.MAX)
_FLAT = frozenset((jets.SIGN, jets.FLOOR, jets.NOT, jets.INPUT, jets.CONST, *range(jets.LT, jets.OR + 1)))


def needed(graph: Graph, roots: Iterable[int]) -> list[int]:
    """The nodes that roots are computed from, themselves included, in an order in which they can be computed."""
    found = set(roots)
    todo = list(found)
    while todo:
        for part in graph.nodes[todo.pop()].parts:
            if part not in found:
                found.add(part)
                todo.append(part)
    return sorted(found)


def gradient(graph: Graph, root: int, inputs: Sequence[int]) -> list[int]:
    """d root/d input for each of `inputs` (nodes, usually INPUT nodes), in reverse mode."""
    calculus = _Calculus(graph)
    wanted = set(inputs)
    order = needed(graph, [root])
    active = set(wanted)
    for node in order:
        if graph.nodes[node].op not in _FLAT and not active.isdisjoint(graph.nodes[node].parts):
            active.add(node)
    weights: dict[int, Slope] = {root: graph.constant(1.0)}
    chosen: set[int] = set()  # nodes that may be on a side which is not taken
    for node in reversed(order):
        weight = weights.get(node)
        if weight is None or node not in active or node in wanted:
            continue
        for part, piece in calculus.pull(node, weight, node in chosen):
            if part in active:
                weights[part] = calculus.plus(weights.get(part), piece)
                if node in chosen or graph.nodes[node].op in _CHOICES:
                    chosen.add(part)
    return [calculus.node(weights.get(one)) for one in inputs]


def along(graph: Graph, roots: Sequence[int], seeds: Mapping[int, int]) -> list[int]:
    """Derivatives of the roots when the nodes in `seeds` move at the rates given there, in forward mode."""
    calculus = _Calculus(graph)
    slopes: dict[int, Slope] = {node: calculus.slope(rate) for node, rate in seeds.items()}
    for node in needed(graph, roots):
        if node not in slopes:
            parts = [slopes.get(part) for part in graph.nodes[node].parts]
            if any(part is not None for part in parts):
                slopes[node] = calculus.push(node, parts)
    return [calculus.node(slopes.get(root)) for root in roots]


def substitute(graph: Graph, roots: Sequence[int], others: Mapping[int, int]) -> list[int]:
    """The roots with nodes replaced by others."""
    calculus = _Calculus(graph)
    new = dict(others)
    for node in needed(graph, roots):
        if node in new:
            continue
        what = graph.nodes[node]
        parts = [new[part] for part in what.parts]
        new[node] = node if parts == list(what.parts) else calculus.rebuild(what, parts)
    return [new[root] for root in roots]


def evaluate(graph: Graph, roots: Sequence[int], inputs: Sequence[float]) -> list[float]:
    """Values of the roots for values of the inputs; NaN outside the domain. For checks: compiled code is for work."""
    values: dict[int, float] = {}
    for node in needed(graph, roots):
        what = graph.nodes[node]
        parts = [values[part] for part in what.parts]
        if what.op == jets.INPUT:
            values[node] = inputs[int(what.number)]
        elif what.op == jets.CONST:
            values[node] = what.number
        elif what.op == jets.TABLE:
            values[node] = graph.tables[int(what.number)].at(parts[0])
        elif what.op == jets.SELECT:
            values[node] = parts[1] if parts[0] else parts[2]
        else:
            values[node] = _value(what, parts)
    return [values[root] for root in roots]


def _value(what: Node, parts: list[float]) -> float:
    if what.op in (jets.ADDC, jets.MULC):
        return parts[0] + what.number if what.op == jets.ADDC else parts[0] * what.number
    try:
        return FOLD[what.op](*parts)
    except (ValueError, ZeroDivisionError, OverflowError):
        return math.nan


class _Calculus:
    """The rules. Slopes are nodes or None for zero."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.apply = graph.apply
        self.number = graph.constant

    # -- arithmetic with zeros ---------------------------------------------------------------------------------------

    def slope(self, node: int) -> Slope:
        return None if self.graph.value(node) == 0.0 else node

    def node(self, slope: Slope) -> int:
        return self.number(0.0) if slope is None else slope

    def plus(self, a: Slope, b: Slope) -> Slope:
        if a is None or b is None:
            return b if a is None else a
        nodes = self.graph.nodes
        if nodes[b].op == jets.NEG:
            return self.minus(a, nodes[b].parts[0])
        if nodes[a].op == jets.NEG:
            return self.minus(b, nodes[a].parts[0])
        return self.slope(self.apply(jets.ADD, a, b))

    def minus(self, a: Slope, b: Slope) -> Slope:
        if a is None or b is None:
            return self.negative(b) if a is None else a
        return None if a == b else self.slope(self.apply(jets.SUB, a, b))

    def negative(self, a: Slope) -> Slope:
        return None if a is None else self.apply(jets.NEG, a)

    def scale(self, a: Slope, c: float) -> Slope:
        """c a; factors of factors become one, which products of powers of two leave exact."""
        if a is None or c == 0.0:
            return None
        what = self.graph.nodes[a]
        if what.op == jets.MULC:
            return self.scale(what.parts[0], c * what.number)
        if what.op == jets.NEG:
            return self.scale(what.parts[0], -c)
        return self.apply(jets.MUL, a, self.number(c))

    def times(self, a: Slope, b: Slope) -> Slope:
        if a is None or b is None:
            return None
        for one, other in ((a, b), (b, a)):
            value = self.graph.value(one)
            if value is not None:
                return self.scale(other, value)
        for one, other in ((a, b), (b, a)):  # constants and signs to the outside, where they meet others
            what = self.graph.nodes[one]
            if what.op == jets.NEG:
                return self.negative(self.times(what.parts[0], other))
            if what.op == jets.MULC:
                return self.scale(self.times(what.parts[0], other), what.number)
        return self.apply(jets.MUL, min(a, b), max(a, b))

    def over(self, a: Slope, b: int) -> Slope:
        return None if a is None else self.slope(self.apply(jets.DIV, a, b))

    def choose(self, test: int, yes: Slope, no: Slope) -> Slope:
        if yes == no:
            return yes
        known = self.graph.value(test)
        if known is not None:
            return yes if known else no
        return self.graph.select(test, self.node(yes), self.node(no))

    # -- the rules ---------------------------------------------------------------------------------------------------

    def push(self, node: int, slopes: list[Slope]) -> Slope:
        """The slope of a node from those of its parts."""
        what = self.graph.nodes[node]
        op, parts = what.op, what.parts
        if op in _FLAT:
            return None
        if op == jets.SELECT:
            return self.choose(parts[0], slopes[1], slopes[2])
        if op == jets.ADDC:
            return slopes[0]
        if op == jets.MULC:
            return self.scale(slopes[0], what.number)
        if op == jets.NEG:
            return self.negative(slopes[0])
        if op == jets.ABS:
            return self._push_abs(parts[0], slopes[0])
        if op in (jets.MIN, jets.MAX):
            return self._push_extreme(op, parts, slopes)
        if len(parts) == 1:
            return self.times(self.partials(node)[0], slopes[0])
        if op == jets.ADD:
            return self.plus(slopes[0], slopes[1])
        if op == jets.SUB:
            return self.minus(slopes[0], slopes[1])
        if op == jets.MUL:
            if parts[0] == parts[1]:
                return self.scale(self.times(parts[0], slopes[0]), 2.0)
            return self.plus(self.times(slopes[0], parts[1]), self.times(parts[0], slopes[1]))
        if op == jets.DIV:
            return self.over(self.minus(slopes[0], self.times(node, slopes[1])), parts[1])
        first, second = self.partials(node, slopes[0] is not None, slopes[1] is not None)
        return self.plus(self.times(first, slopes[0]), self.times(second, slopes[1]))

    def _push_abs(self, x: int, slope: Slope) -> Slope:
        """At x = 0 the slope decides the sign."""
        moving = self.node(slope)
        side = self.graph.select(self.apply(jets.EQ, x, self.number(0.0)), moving, x)
        return self.choose(self.apply(jets.LT, side, self.number(0.0)), self.negative(slope), slope)

    def _push_extreme(self, op: int, parts: Sequence[int], slopes: list[Slope]) -> Slope:
        """The one that is ahead; of two that are equal the one that goes ahead."""
        x, y = parts
        equal = self.apply(jets.EQ, x, y)
        faster = self.apply(jets.LT, self.node(slopes[0]), self.node(slopes[1]))
        ahead = self.graph.select(equal, faster, self.apply(jets.LT, x, y))
        small, large = (slopes[0], slopes[1]) if op == jets.MIN else (slopes[1], slopes[0])
        return self.choose(ahead, small, large)

    def pull(self, node: int, weight: int, guarded: bool) -> list[tuple[int, Slope]]:
        """(part, weight of it) for the parts of a node of this weight.

        guarded: the weight may be 0 as the node is not taken; that counts also where its own slope is infinite.
        """
        what = self.graph.nodes[node]
        op, parts = what.op, what.parts
        if op in _FLAT:
            return []
        if op == jets.SELECT:
            return [(parts[1], self.choose(parts[0], weight, None)), (parts[2], self.choose(parts[0], None, weight))]
        if op in (jets.ADD, jets.SUB):
            return [(parts[0], weight), (parts[1], weight if op == jets.ADD else self.negative(weight))]
        if op == jets.ADDC:
            return [(parts[0], weight)]
        if op == jets.MULC:
            return [(parts[0], self.scale(weight, what.number))]
        if op == jets.NEG:
            return [(parts[0], self.negative(weight))]
        if op == jets.ABS:
            down = self.apply(jets.LT, parts[0], self.number(0.0))
            return [(parts[0], self.choose(down, self.negative(weight), weight))]
        if op in (jets.MIN, jets.MAX):
            test = self.apply(jets.LT, *(parts if op == jets.MIN else reversed(parts)))
            return [(parts[0], self.choose(test, weight, None)), (parts[1], self.choose(test, None, weight))]
        if op == jets.MUL:
            if parts[0] == parts[1]:
                return [(parts[0], self.scale(self.times(weight, parts[0]), 2.0))]
            return [(parts[0], self.times(weight, parts[1])), (parts[1], self.times(weight, parts[0]))]
        if op == jets.DIV:
            quotient = self.over(weight, parts[1])
            pieces = [(parts[0], quotient), (parts[1], self.negative(self.times(quotient, node)))]
        else:
            partials = self.partials(node)
            pieces = [(part, self.times(weight, one)) for part, one in zip(parts, partials, strict=True)]
        if guarded:
            taken = self.apply(jets.NE, weight, self.number(0.0))
            pieces = [(part, self.choose(taken, piece, None)) for part, piece in pieces]
        return pieces

    def partials(self, node: int, first: bool = True, second: bool = True) -> list[Slope]:
        """Partial derivatives of the functions; of two arguments only those asked for."""
        what = self.graph.nodes[node]
        op, parts = what.op, what.parts
        apply, x = self.apply, parts[0]
        if op == jets.TABLE:
            return [self.graph.table(self.graph.tables[int(what.number)].slope, x)]
        if len(parts) == 1:
            return [self._partial(op, x, node)]
        y = parts[1]
        if op == jets.HYPOT:
            still = apply(jets.EQ, node, self.number(0.0))
            return [self.choose(still, None, self.over(one, node)) for one in (x, y)]
        if op == jets.ATAN2:
            square = apply(jets.ADD, apply(jets.MUL, x, x), apply(jets.MUL, y, y))
            return [self.over(y, square), self.negative(self.over(x, square))]
        if op == jets.MOD:
            turns = apply(jets.DIV, apply(jets.SUB, x, node), y)
            whole = apply(jets.FLOOR, apply(jets.ADD, turns, self.number(0.5)))
            return [self.number(1.0), self.negative(whole)]
        assert op == jets.POW, op
        base, exponent = self.graph.value(x), self.graph.value(y)
        by_x: Slope = None
        by_y: Slope = None
        if first and base is None:
            by_x = self.times(y, apply(jets.POW, x, apply(jets.SUB, y, self.number(1.0))))
        if second and exponent is None and base != 0.0:
            by_y = self.times(node, self.slope(apply(jets.LOG, x)))
        return [by_x, by_y]

    def _partial(self, op: int, x: int, f: int) -> Slope:
        """d f/d x of a function of one argument."""
        apply, one = self.apply, self.number(1.0)
        if op in _SLOPES:
            return apply(_SLOPES[op], x)
        if op == jets.COS:
            return apply(jets.NEG, apply(jets.SIN, x))
        if op == jets.TAN:
            return apply(jets.ADD, apply(jets.MUL, f, f), one)
        if op in (jets.ASIN, jets.ACOS):
            inside = apply(jets.MUL, apply(jets.SUB, one, x), apply(jets.ADD, x, one))
            slope = apply(jets.DIV, one, apply(jets.SQRT, inside))
            return slope if op == jets.ASIN else apply(jets.NEG, slope)
        if op == jets.ATAN:
            return apply(jets.DIV, one, apply(jets.ADD, apply(jets.MUL, x, x), one))
        if op == jets.TANH:  # 1 - f^2 would lose all digits for large x
            slope = apply(jets.DIV, one, apply(jets.COSH, x))
            return apply(jets.MUL, slope, slope)
        if op == jets.EXP:
            return f
        if op == jets.LOG:
            return apply(jets.DIV, one, x)
        if op == jets.SQRT:
            return apply(jets.DIV, self.number(0.5), f)
        assert op in (jets.RAMP3, jets.RAMP5), op
        zero = self.number(0.0)
        inside = apply(jets.AND, apply(jets.LT, zero, x), apply(jets.LT, x, one))
        bump = apply(jets.MUL, x, apply(jets.SUB, one, x))
        slope = self.node(self.scale(bump, 6.0))
        if op == jets.RAMP5:
            slope = self.node(self.scale(apply(jets.MUL, bump, bump), 30.0))
        return self.choose(inside, slope, None)

    def rebuild(self, what: Node, parts: list[int]) -> int:
        """The operation of a node on other parts; products with zero vanish."""
        if what.op == jets.SELECT:
            return self.node(self.choose(parts[0], parts[1], parts[2]))
        if what.op in (jets.ADDC, jets.MULC):
            op = jets.ADD if what.op == jets.ADDC else jets.MUL
            return self.apply(op, parts[0], self.number(what.number))
        if what.op == jets.MUL and any(self.graph.value(part) == 0.0 for part in parts):
            return self.number(0.0)
        if what.op == jets.TABLE:
            return self.graph.table(self.graph.tables[int(what.number)], *parts)
        return self.apply(what.op, *parts)
