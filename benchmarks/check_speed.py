"""Time of check() on large models, compile included: a chain and two ladders of about a thousand bodies.

    python benchmarks/check_speed.py [--repeats 3]

CPU seconds of the best of some repeats, kernels compiled before; budget 5 s each. Exits with 1 if one is exceeded or
an answer is wrong.
"""

from __future__ import annotations

import argparse
import time

import jourdain as jd

BUDGET = 5.0  # s CPU


def chain(n: int) -> jd.Model:
    """n bars in space on revolutes, axes in turn along y and z: n motions, nothing redundant."""
    model = jd.Model(f"chain of {n}")
    last = model.ground
    for i in range(n):
        bar = model.body(f"bar {i}", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(i + 0.5, 0.0, 0.0))
        model.joint(f"pin {i}", "revolute", last, bar, at=(i, 0.0, 0.0), axis=(0, 0, 1) if i % 2 else (0, 1, 0))
        last = bar
    return model


def ladder(n: int, planar: bool) -> jd.Model:
    """n four-bars in a row, 2n + 1 bodies, one motion; with revolutes in space three rows too many in every loop."""
    model = jd.Model(f"{n} four-bars, {'planar' if planar else 'spatial'}", planar=planar)
    size = 2 if planar else 3
    place = {} if planar else {"axis": (0, 0, 1)}
    inertia = 0.1 if planar else (0.1, 0.1, 0.1)
    last = None
    for i in range(n + 1):
        post = model.body(f"post {i}", mass=1.0, inertia=inertia, at=(i, 0.5, 0.0)[:size])
        model.joint(f"foot {i}", "revolute", model.ground, post, at=(i, 0.0, 0.0)[:size], **place)
        if last is not None:
            top = model.body(f"top {i}", mass=1.0, inertia=inertia, at=(i - 0.5, 1.0, 0.0)[:size])
            model.joint(f"left {i}", "revolute", last, top, at=(i - 1.0, 1.0, 0.0)[:size], **place)
            model.joint(f"right {i}", "revolute", top, post, at=(i, 1.0, 0.0)[:size], **place)
        last = post
    return model


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    repeats = parser.parse_args().repeats
    cases = [(chain(1000), 1000, 0), (ladder(500, True), 1, 0), (ladder(500, False), 1, 1500)]
    jd.check(chain(2)), jd.check(ladder(2, True))
    failed = False
    print(
        f"{'':28s} {'bodies':>7s} {'rows':>7s} {'mobility':>9s} {'redundant':>10s} {'compile s':>10s} {'check s':>8s}"
    )
    for model, mobility, redundant in cases:
        compiled = checked = float("inf")
        for _ in range(repeats):
            began = time.process_time()
            jd.compile(model)
            compiled = min(compiled, time.process_time() - began)
            began = time.process_time()
            found = jd.check(model)
            checked = min(checked, time.process_time() - began)
        failed |= checked > BUDGET or (found.mobility, found.redundant) != (mobility, redundant) or not found.ok
        print(
            f"{model.name:28s} {found.bodies:7d} {found.rows:7d} {found.mobility:9d} {found.redundant:10d}"
            f" {compiled:10.2f} {checked:8.2f}"
        )
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
