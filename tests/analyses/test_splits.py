"""Where loops are cut in joint coordinates, and which coordinates are chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from analyses.test_joint_coordinates import refused
from analyses.test_natural import EXACT, MODELS, assert_same
from machines import driven, interruptible, random_machines
from machines import problems as pb

# model, body, coordinates and rows with it split; three rows or six for each half
CUTS: dict[str, tuple[Any, str, tuple[int, int]]] = {
    "crank of a four-bar": (lambda: driven.four_bar(None), "crank", (4, 3)),
    "coupler of a four-bar": (lambda: driven.four_bar(None), "coupler", (4, 3)),
    "triangle of Andrews' machine, in three loops": (pb.andrews_model, "K2", (10, 9)),
    "link with too many rows": (lambda: random_machines.redundant(5), "link 1", (4, 6)),
    "motor": (driven.four_bar, "coupler", (4, 4)),
}


@pytest.mark.parametrize("name", CUTS)
def test_split_bodies_move_as_cut_joints_do(name: str) -> None:
    """Motion, reactions and what depends on what are those of the Cartesian run."""
    make, body, sizes = CUTS[name]
    model, end = make(), 0.02 if "Andrews" in name else 0.3
    kind = jd.compile(model, coordinates="joint", splits=[body]).kind
    assert (kind.v, kind.g + kind.a) == sizes
    expected = jd.simulate(model, end, integrator=EXACT, output=8, trust="fast")
    found = jd.simulate(model, end, integrator=EXACT, coordinates="joint", splits=[body], output=8, trust="fast")
    assert_same(found, expected, 1e-8)
    assert found.redundant == expected.redundant


def test_split_bodies_with_implicit_methods() -> None:
    model = random_machines.redundant(5)
    expected = jd.simulate(model, 0.3, integrator=EXACT, output=8, trust="fast")
    for method in (jd.GeneralizedAlpha(tol=1e-7), jd.BDF(tol=1e-8)):
        found = jd.simulate(
            model, 0.3, integrator=method, coordinates="joint", splits=("link 1",), output=8, trust="fast"
        )
        assert np.abs(found.q - expected.q).max() < 1e-6


def test_splits_in_files_of_results_and_models(tmp_path: Path) -> None:
    model = driven.four_bar(None)
    result = jd.simulate(model, 0.1, integrator=EXACT, coordinates="joint", splits="coupler", output=4, trust="fast")
    result.save(tmp_path / "run.nc")
    assert jd.load(tmp_path / "run.nc").integrator == result.integrator
    assert result.integrator.splits == ("coupler",)


def test_what_cannot_be_split_is_named() -> None:
    model = driven.four_bar(None)
    refused(model, "no body 'rod'", "'crank'", splits=["rod"])
    refused(random_machines.tree(3), "no loop", "nothing to cut", splits=[next(iter(random_machines.tree(3).bodies))])
    refused(model, "splits", "'joint'", splits=["coupler"], coordinates="natural")


# --------------------------------------------------------------------------- auto

CHOICES: dict[str, tuple[Any, jd.Integrator | None, str | None, str]] = {
    "tree": (lambda: random_machines.tree(3), None, "joint", "0 rows"),
    "loop in space": (lambda: random_machines.redundant(5), None, "joint", "3 joint coordinates with 5 rows"),
    "many loops": (lambda: pb.planar_model(pb.n_four_bar(20)), EXACT, "cartesian", "40 rows"),
    "implicit": (lambda: pb.planar_model(pb.n_four_bar(2)), jd.BDF(tol=1e-6), "cartesian", "of the time"),
    "no joint coordinates": (driven.four_bar, jd.Galerkin(step=1e-2), None, "Galerkin"),
    "massless": (MODELS["massless coupler in the plane"], EXACT, "cartesian", "inertia"),
}


@pytest.mark.parametrize("name", CHOICES)
def test_coordinates_are_chosen_and_said(name: str) -> None:
    make, method, coordinates, words = CHOICES[name]
    result = jd.simulate(make(), 0.02, integrator=method, coordinates="auto", output=2, trust="fast")
    assert result.integrator.coordinates == coordinates
    (note,) = [note for note in result.trust.notes if note.startswith("coordinates:")]
    assert words in note and note in str(result.trust)


def test_events_in_chosen_coordinates() -> None:
    found = jd.simulate(interruptible.striking(False), 1.0, coordinates="auto", output=8, trust="fast")
    expected = jd.simulate(interruptible.striking(False), 1.0, output=8, trust="fast")
    assert [event.name for event in found.events] == [event.name for event in expected.events]
