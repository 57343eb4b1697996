"""What generalized-alpha remembers between steps."""

from __future__ import annotations

from jourdain.kernels.motion import FLOAT, declare_method, record

alpha_at = declare_method(
    "alpha",
    record(
        "am af beta gamma "  # the coefficients
        "h error_scale best_contraction "  # the step in use; C of the error estimate
        "price "  # of new factors, in iterations
        "wasted "  # iterations that kept factors have cost more than new ones would have
        "scale_linear scale_turning seen_linear seen_turning "  # accelerations of the last steps, and with those of an iterate
        "reach_linear reach_turning "  # sizes of positions and angles
        "noise_linear noise_turning "  # what rounding makes of positions and angles where it adds up
        "arm",  # of the smallest body
        "index project since_change "  # steps since the last change of size
        "fewest "  # iterations of a step with these factors
        "misfit planned fine leapt cut "  # of the present step
        "age renew",  # steps since the factors were made; steps that are to begin with new ones
    ),
    a=(FLOAT, 1),  # (nv,) accelerations of the algorithm
    a_new=(FLOAT, 1),
    wa=(FLOAT, 1),  # (nw,)
    wa_new=(FLOAT, 1),
    v_old=(FLOAT, 1),  # (nv,) velocities a step earlier
    vd_last=(FLOAT, 1),  # (nv,) accelerations one and two steps earlier
    vd_before=(FLOAT, 1),
    lam_last=(FLOAT, 1),  # (m,) multipliers likewise
    lam_before=(FLOAT, 1),
)
