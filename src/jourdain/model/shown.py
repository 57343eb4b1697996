"""A model as notebooks show it: what there is, in small tables."""

from __future__ import annotations

from typing import Any

from jourdain.notebooks import html_table, html_text


def model_html(model: Any) -> str:
    """Bodies, beams, joints, coordinates, and what acts or is measured; of long lists the beginning."""
    own = [name for name in model.named_bodies if name in model.bodies]
    bodies = [(name, float(model.bodies[name].mass), _numbers(model.bodies[name])) for name in own]
    beams = [(name, beam.theory, f"{len(beam.nodes)} sections") for name, beam in model.beams.items()]
    joints = [(joint.name, joint.kind, _between(joint)) for joint in model.joints.values()]
    tables = {"force": model.forces, "load": model.loads, "measure": model.measures, "state": model.states}
    others = [(name, kind) for kind, table in (tables | {"event": model.events}).items() for name in table]
    coordinates = [(name, *map(float, start)) for name, start in getattr(model, "coordinates", {}).items()]
    shown = [
        (("coordinate", "start", "rate at the start"), coordinates),
        (("body", "mass [kg]", "at [m]"), bodies),
        (("beam", "theory", ""), beams),
        (("joint", "kind", "between"), joints),
        (("name", "kind"), others),
    ]
    return html_text(repr(model)) + "".join(html_table(head, rows) for head, rows in shown if rows)


def _numbers(body: Any) -> str:
    return ", ".join(f"{x:.4g}" for x in body.at[: 2 if body.planar else 3].tolist())


def _between(joint: Any) -> str:
    """Names of the two bodies, or of the joints that are coupled."""
    if joint.a is not None and joint.b is not None:
        return f"{joint.a.body} - {joint.b.body}"
    return " - ".join(joint.couples or ())
