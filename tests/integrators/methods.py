"""All treatments of constraints and all integrators, as the tests of this folder run them."""

from __future__ import annotations

from itertools import product
from typing import Any

import jourdain as jd

# treatments that close positions at every step end, and those that let them drift
CLOSING: dict[str, Any] = {
    "projection": jd.Projection(),
    "projected stages": jd.Projection(stages=True),
    "gauss": jd.Gauss(),
    "partitioning": jd.Partitioning(),
    "qr": jd.QR(),
    "svd": jd.SVD(),
    "null-space": jd.NullSpace(),
    "tangent-space": jd.TangentSpace(),
}
DRIFTING: dict[str, Any] = {
    "direct": jd.Direct(),
    "baumgarte": jd.Baumgarte(),
    "controlled-baumgarte": jd.ControlledBaumgarte(),
    "qr, not closed": jd.QR(stabilise=False),
    "svd, not closed": jd.SVD(stabilise=False),
    "null-space, not closed": jd.NullSpace(stabilise=False),
}
TREATMENTS = CLOSING | DRIFTING

BDF_FORMS: dict[str, dict[str, Any]] = {
    f"{form}, {'coupled' if coupled else 'decoupled'}": {"form": form, "coupled": coupled}
    for form, coupled in product(("velocity", "acceleration"), (True, False))
}


def error_controlled(tol: float) -> dict[str, Any]:
    """Every integrator with an error estimate of order 4 and more; those on the DAE in all their forms."""
    found: dict[str, Any] = {
        "DOPRI5": jd.DOPRI5(tol=tol),
        "DOP853": jd.DOP853(tol=tol),
        "Adams": jd.Adams(tol=tol),
        "SDIRK4": jd.SDIRK4(tol=tol),
    }
    for r, nodes, index in product((4, 5), ("chebyshev", "equidistant", "radau"), (1, 2, 3)):
        found[f"block r={r} {nodes} index {index}"] = jd.Block(tol=tol, r=r, nodes=nodes, index=index)
    return found | {f"BDF {name}": jd.BDF(tol=tol, **form) for name, form in BDF_FORMS.items()}
