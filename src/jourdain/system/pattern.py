"""The pattern of the Newton matrix of a System: probed at random states, ordered, filled.

No element declares its couplings: the matrix is assembled at two random states (user functions count as fully coupled),
and what is non-zero in either belongs to the pattern.
Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.kernels.bodies.natural import second_moments
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import EulerParameters, Kind, Lagrangian, Natural, curved, dimension, width
from jourdain.kernels.tables import IN_STATE, PLACE, ROW_BLOCK, TABLES, VELOCITY, zeros
from jourdain.system.best_order import Pivots, best_order, scaled_pivots
from jourdain.system.layout import Layout
from jourdain.system.ordering import Nodes
from jourdain.system.panels import PANELS, panels
from jourdain.system.symbolic import SMALL, Fill, filled_rows
from jourdain.system.system import evaluate, make_context

Entry = tuple[int, int]
LIGHT = 1e-2
TINY = (
    1e-13  # regularises redundant rows where pivots are looked at: those with a small part in a dependency show as well
)


def records(items: list[dict[str, Any]], dtype: np.dtype) -> np.ndarray:
    """A table from a list of dicts."""
    table = np.zeros(len(items), dtype=dtype)
    for name in dict.fromkeys(name for item in items for name in item):
        having = [i for i, item in enumerate(items) if name in item]
        table[name][having] = [items[i][name] for i in having]
    return table


def _empty(n: int, pairs: list[Entry], nvb: int) -> dict[str, np.ndarray]:
    """A pattern that throws everything into one entry, for probing."""
    shapes: dict[str, Any] = {"row_start": n + 1, "diagonal place": n, "column": 1, "target row_blocks": 0}
    shapes |= {
        " ".join(PANELS): 0,
        "lower upper": (3, 0),
        "row_place column_place": (0, nvb),
        "pair_place": (len(pairs), nvb, nvb),
    }
    return zeros(TABLES, shapes | {"mass_values": 2}) | {"pair_body": np.array(pairs, np.int64).reshape(-1, 2)}


def _probe(
    kind: Kind, layout: Layout, tables: dict[str, np.ndarray], n_registers: int, pairs: list[Entry]
) -> tuple[Context, np.ndarray, np.ndarray]:
    """A context without a pattern, and which numbers of its body-pair and Jacobian blocks are ever non-zero."""
    m = kind.g + kind.a
    rng = np.random.default_rng(12345)
    # no two terms that happen to be equal may cancel: rows of massless bodies have weights, which are not yet known here
    rows = tables["rows"].copy()
    rows["weight"] = 1.0 + rng.random(len(rows))
    nothing = _empty(kind.v + kind.w + m, pairs, layout.block_width)
    s = make_context(kind, tables | nothing | {"rows": rows}, n_registers)
    pair = np.zeros(s.pair.shape, bool)
    J = np.zeros(s.J.shape, bool)
    for _ in range(2):
        q = rng.normal(size=kind.q)
        layout.normalise(q)
        s.chart[:] = rng.normal(size=s.chart.shape)
        evaluate(
            kind,
            s,
            0.0,
            q,
            rng.normal(size=kind.v),
            a=rng.normal(size=kind.v),
            lam=1.0 + rng.random(m),
            coefficients=(*(1.0 + rng.random(4)), 0.0),
            probe=1.0,
        )
        pair |= s.pair != 0.0
        J |= s.J != 0.0
    return s, pair, J


def _groups(row_bodies: list[list[int]], joints: list[str]) -> tuple[list[list[int]], list[list[int]]]:
    """Rows of one joint on the same bodies form a group: the bodies and the rows of each."""
    found: dict[tuple[str, frozenset[int]], list[int]] = {}
    for r, joint in enumerate(joints):
        found.setdefault((joint, frozenset(row_bodies[r])), []).append(r)
    return [sorted(bodies) for _, bodies in found], list(found.values())


def _couple_entries(kind: Kind, layout: Layout, couples: np.ndarray, block_body: np.ndarray) -> list[Entry]:
    """Matrix entries (row, column) of the couples with extra states and multipliers, in their order of use."""
    entries: list[Entry] = []

    def columns(first: int, n: int) -> list[int]:
        return [int(i) for body in block_body[first : first + n] for i in layout.own_columns(body)]

    for c in couples:
        target = columns(c["target_block"], c["target_n"])
        source = columns(c["source_block"], c["source_n"])
        if target and source:
            continue  # body on body: goes by way of the pair blocks
        if not target:
            target = [kind.v + int(c["target_block"])]
        if not source:
            source = [(kind.v if c["source"] == IN_STATE else kind.v + kind.w) + int(c["source_block"])]
        entries += [(i, j) for i in target for j in source]
    return entries


def _row_blocks(
    kind: Kind, layout: Layout, tables: dict[str, np.ndarray], J_mask: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The blocks of all rows, and which of their numbers may ever be non-zero (blocks, block width)."""
    rows, terms, measures = (tables[name] for name in ("rows", "terms", "measures"))
    owner, block = blocks_of(rows)
    mask = J_mask[block]
    mask[((rows["level"] == VELOCITY) | (rows["own"] == 1))[owner]] = True  # d(G v)/dq may be where G is not
    first = np.searchsorted(owner, np.arange(len(rows)))
    for r in np.flatnonzero((rows["measure"] < 0) & (rows["n_terms"] > 0)):  # a function may be flat where probed
        for term in terms[rows["term"][r] :][: rows["n_terms"][r]]:
            n = measures["n_blocks"][term["measure"]]
            own = measures["block"][term["measure"]] + np.arange(n)
            np.logical_or.at(mask, first[r] + term["slot"][:n], J_mask[own])
    if curved(kind):
        turning = slice(layout.dimension, layout.velocity_width)
        mask[:, turning] |= mask[:, turning].any(axis=1, keepdims=True)  # the chart mixes the rotation columns
    found = np.zeros(len(block), ROW_BLOCK)
    found["row"], found["block"], found["body"] = owner, block, tables["block_body"][block]
    return found, mask


def _nodes(
    kind: Kind,
    layout: Layout,
    groups: list[list[int]],
    group_rows: list[list[int]],
    pairs: list[Entry],
    scalar: list[Entry],
) -> tuple[Nodes, list[list[int]]]:
    """Bodies, extra states and groups of rows as nodes of the matrix, and the unknowns of each."""
    nb, nw, nv = layout.blocks, kind.w, kind.v
    unknowns = [layout.own_columns(b).tolist() for b in range(nb)] + [[nv + s] for s in range(nw)]
    unknowns += [[nv + nw + r for r in rows] for rows in group_rows]
    node = {i: k for k, members in enumerate(unknowns) for i in members}
    edges = pairs + [(node[i], node[j]) for i, j in scalar]
    return Nodes(nb, nw, groups, [len(members) for members in unknowns], edges), unknowns


def _pivots_at(kind: Kind, layout: Layout, s: Context, q: np.ndarray, bodies: np.ndarray, blocks: np.ndarray) -> Pivots:
    """What tells the pivots of the rows at positions q in a given order. bodies: of pairs; blocks: of rows."""

    def pivots(place: np.ndarray) -> np.ndarray:
        evaluate(kind, s, 0.0, q, np.zeros(kind.v))
        first_row = kind.v + kind.w
        rows, states = np.arange(first_row, len(place)), np.arange(kind.v, first_row)
        weights = row_weights(kind, s)
        columns = layout.columns(bodies)
        i, j = np.broadcast_arrays(columns[:, 0, :, None], columns[:, 1, None, :])
        k, l = np.broadcast_arrays(first_row + blocks["row"][:, None], layout.columns(blocks["body"]))
        J = s.J[blocks["block"]].ravel()
        values = np.concatenate([s.pair.ravel(), J, J, -TINY * weights, np.ones(kind.w)])
        if not np.isfinite(values).all():
            return np.zeros(len(rows))
        at = [
            np.concatenate([part.ravel() for part in parts])
            for parts in ((i, k, l, rows, states), (j, l, k, rows, states))
        ]
        return scaled_pivots(at, values, place, weights)

    return pivots


def saddle_pattern(
    kind: Kind,
    layout: Layout,
    tables: dict[str, np.ndarray],
    n_registers: int,
    pairs: list[Entry],
    joints: list[str],
    start: np.ndarray,
) -> dict[str, np.ndarray]:
    """The tables of the static LU (see tables.TABLES); fills tables["couple_place"].

    joints: joint of each row; start: positions at which the machine is drawn.
    """
    s, pair_mask, J_mask = _probe(kind, layout, tables, n_registers, pairs)
    nvb, nw, nv = layout.block_width, kind.w, kind.v
    rows, block_body = tables["rows"], tables["block_body"]
    row_bodies = [[int(x) for x in block_body[row["block"] : row["block"] + row["n_blocks"]]] for row in rows]
    groups, group_rows = _groups(row_bodies, joints)
    scalar = _couple_entries(kind, layout, tables["couples"], block_body)
    coupled = [pairs[p] for p in range(len(pairs)) if pair_mask[p].any()]
    bodies = np.array(pairs, np.int64).reshape(-1, 2)
    columns = layout.columns(bodies)  # (pairs, 2, nvb)
    p, c, d = np.nonzero(pair_mask)
    entries = [np.array(scalar, np.int64).reshape(-1, 2), np.stack([columns[p, 0, c], columns[p, 1, d]], axis=1)]
    blocks, mask = _row_blocks(kind, layout, tables, J_mask)
    b, c = np.nonzero(mask)
    entries.append(np.stack([nv + nw + blocks["row"][b], layout.columns(blocks["body"])[b, c]], axis=1))
    nodes, unknowns = _nodes(kind, layout, groups, group_rows, coupled, scalar)
    pivots = _pivots_at(kind, layout, s, start, bodies, blocks)
    every = np.concatenate(entries)
    place = best_order(nodes, unknowns, every, pivots).place
    upper = filled_rows(place, every)
    fill = Fill.of(place, upper)
    tables["couple_place"][:] = fill.entry(*entries[0].T)
    of_row = np.repeat(nv + nw + blocks["row"][:, None], nvb, axis=1)
    of_body = layout.columns(blocks["body"])
    lower, upper_order = fill.by_columns(lower=True), fill.by_columns(lower=False)
    large = len(place) > SMALL and len(tables["augment"]) == 0  # which is not quite symmetric
    return dict(
        row_start=fill.row_start,
        diagonal=fill.diagonal,
        column=fill.column.astype(PLACE),
        target=fill.targets(),
        lower=lower.astype(PLACE),
        upper=upper_order.astype(PLACE),
        place=place,
        pair_place=fill.entry(*np.broadcast_arrays(columns[:, 0, :, None], columns[:, 1, None, :])).astype(PLACE),
        pair_body=bodies,
        row_blocks=blocks,
        row_place=fill.entry(of_row, of_body).astype(PLACE),
        column_place=fill.entry(of_body, of_row).astype(PLACE),
        mass_values=np.zeros(len(fill.column) + 1),
        **(panels(upper, lower, upper_order) if large else zeros(TABLES, {" ".join(PANELS): 0})),
    )


def blocks_of(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The blocks of all rows: of which row each is, and which block it is."""
    counts = rows["n_blocks"]
    owner = np.repeat(np.arange(len(rows)), counts)
    return owner, np.arange(len(owner)) + np.repeat(rows["block"] - np.cumsum(counts) + counts, counts)


def row_weights(kind: Kind, s: Context, which: np.ndarray | None = None) -> np.ndarray:
    """(G M^-1 G^T)_rr of each row, or of those with the indices `which`.

    Light bodies count with LIGHT of the model's largest inertia, massless ones with all.
    A row between a light and a heavy body must be judged by the heavy one: the light one just follows.
    Links between bodies are left out: M is between 1/3 of what it is without them and all of it, near enough for a scale.
    """
    rows = s.rows if which is None else s.rows[which]
    if isinstance(kind, Lagrangian):
        G = np.zeros((len(rows), kind.v))
        for r, row in enumerate(rows):
            G[r] = s.J[row["block"] : row["block"] + row["n_blocks"]].sum(axis=0)
        weights = np.einsum("ij,ij->i", G, np.linalg.lstsq(s.mass, G.T, rcond=None)[0].T)
        return np.where(np.isfinite(weights) & (weights > 0.0), weights, 1.0)
    dim = dimension(kind)
    J = np.diagonal(s.bodies["J"], axis1=1, axis2=2)
    if isinstance(kind, Natural):
        turning = np.repeat(np.diagonal(second_moments(s.bodies["J"]), axis1=1, axis2=2), dim, axis=1)
    elif isinstance(kind, EulerParameters):  # all four as the average moment
        turning = np.repeat(4.0 * J.mean(axis=1, keepdims=True), 4, axis=1)
    else:
        turning = J if dim == 3 else np.repeat(J[:, 2:], width(kind) - dim, axis=1)
    parts = [np.repeat(s.bodies["mass"][:, None], dim, axis=1), turning]
    for i, part in enumerate(parts):
        largest = part.max() if part.max() > 0.0 else 1.0
        parts[i] = np.where(part <= 1e-12 * largest, largest, np.maximum(part, LIGHT * largest))
    parts.append(
        np.repeat(parts[0][:, :1], s.J.shape[1] - width(kind), axis=1)
    )  # of shapes, whose mass is that of the body
    mass = np.concatenate(parts, axis=1)
    weights = np.zeros(len(rows))
    owner, blocks = blocks_of(rows)
    np.add.at(weights, owner, (s.J[blocks] ** 2 / mass[s.block_body[blocks]]).sum(axis=1))
    return np.where(np.isfinite(weights) & (weights > 0.0), weights, 1.0)
