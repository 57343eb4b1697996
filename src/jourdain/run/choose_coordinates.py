"""coordinates="auto": Cartesian or joint ones, whichever are estimated to be faster, and why in words.

Times are microseconds of one processor core (an EPYC of 2024), fitted to steps of some thirty machines of 1 to 100 bodies with
0 to 80 rows beside the tree; only their ratio counts. Explicit: a step of RK4 with four evaluations. Implicit: a step of
generalized-alpha, with its share of factorisations.
"""

from __future__ import annotations

from jourdain.errors import ModelError
from jourdain.integrators import Integrator
from jourdain.kernels.kinds import Planar, Spatial
from jourdain.run.event_rows import joints_of_events
from jourdain.system.spanning import Spanning, spanning_tree, velocities_of
from jourdain.system.system import System
from jourdain.system.tree import MOST_ROWS, MOST_UNKNOWNS

WORTH = 0.85  # joint coordinates are taken where they are expected to need less than this part of the time


def choose_coordinates(system: System, method: Integrator) -> tuple[str | None, str]:
    """The coordinates for a run, None for those of the method itself, and why."""
    model, kind = system.model, system.kind
    if not isinstance(kind, (Planar, Spatial)):
        return None, "coordinates: those of the model"
    if not (method.in_joints and method.treatment.in_joints):
        return None, f"coordinates: those that {method.name} takes"
    try:
        tree = spanning_tree(model, joints_of_events(model).switchable)
    except ModelError as problem:
        return "cartesian", f"coordinates: Cartesian ({reason(problem)})"
    rows = sum(len(model.joints[name].rows) for name in tree.staying if model.joints[name].active)
    numbers = sum(velocities_of(joint, model.planar) for edge in tree.edges for joint, _ in edge.chain)
    size = f"{numbers} joint coordinates with {rows} row{'s' if rows != 1 else ''}"
    if numbers == 0 or rows > MOST_ROWS or (method.implicit and numbers + rows + kind.w > MOST_UNKNOWNS):
        return "cartesian", f"coordinates: Cartesian ({size} cannot be solved for)"
    cost = _implicit if method.implicit else _explicit
    cartesian, joint = cost(system, tree, numbers, rows)
    part = f"{size} are expected to take {joint / cartesian:.2g} of the time of Cartesian ones"
    if joint < WORTH * cartesian:
        return "joint", f"coordinates: joint ({part})"
    return "cartesian", f"coordinates: Cartesian ({part})"


def reason(problem: ModelError) -> str:
    """The cause alone of a refusal of joint coordinates."""
    text = str(problem).removeprefix("coordinates = 'joint': ")
    return text.split(";")[0].removesuffix(".")


def _explicit(system: System, tree: Spanning, numbers: int, rows: int) -> tuple[float, float]:
    """Times of a step in Cartesian and in joint coordinates."""
    links = sum(len(edge.chain) for edge in tree.edges)
    updates = len(system.tables["target"])
    cartesian = 2.0 + 0.2 * system.kind.v + 0.25 * system.n_rows + 0.005 * updates
    return cartesian, 2.0 + 0.45 * links + 1.0 * rows + 0.006 * rows**2


def _implicit(system: System, tree: Spanning, numbers: int, rows: int) -> tuple[float, float]:
    links = sum(len(edge.chain) for edge in tree.edges)
    updates = len(system.tables["target"])
    cartesian = 1.0 + 0.05 * system.kind.v + 0.0007 * updates
    return cartesian, 1.0 + 0.1 * links + 0.2 * rows + 0.02 * (numbers + rows) ** 2
