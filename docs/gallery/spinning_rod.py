"""A block swings on a turning rod: short steps for the spring, long ones for the rotation, and a scheme that is refused."""

import numpy as np

import jourdain as jd

SPEED, T_END = 8.0, 40.0  # rad/s, s
REST = 64.0 * 5.0 / (1000.0 - 64.0 * 5.0)  # m, where the block stays


def rod() -> jd.Model:
    """A rod of 2 kg and 2 m, a block of 5 kg, a spring of 1000 N/m; the block begins 0.1 m off."""
    return jd.lagrangian(
        "spinning rod",
        "(8/3 + 5*(x + 1)**2)*theta_rate**2/2 + 5*x_rate**2/2 - 500*x**2",
        "theta x",
        start=[0.0, REST + 0.1],
        velocity=[SPEED, 0.0],
    )


def energy(result: jd.Result) -> np.ndarray:
    """Its relative error."""
    (_, x), (w, v) = result.q.T, result.v.T
    total = 0.5 * (8 / 3 + 5 * (x + 1) ** 2) * w**2 + 2.5 * v**2 + 500 * x**2
    return np.asarray(np.abs(total / total[0] - 1.0))


def run(scheme: str) -> jd.Result:
    """Twenty short steps of 1 ms in a long one."""
    method = jd.Subcycling(step=1e-3, ratio=20, fast="x", scheme=scheme)
    return jd.simulate(rod(), T_END, integrator=method, output=2000, trust="fast")


results = {scheme: run(scheme) for scheme in ("slow-momentum", "printed")}


def refused() -> str:
    """What is said where both sides are coupled by inertia, as a beam is with the hub that turns it."""
    lagrangian = "a_rate**2/2 + 0.7*a_rate*b_rate + b_rate**2/2 - 5e3*b**2"
    model = jd.lagrangian("hub and beam", lagrangian, "a b", start=[0.0, 0.01])
    try:
        jd.simulate(model, 1.0, integrator=jd.Subcycling(step=1e-3, ratio=5, fast="b", scheme="printed"))
    except jd.ModelError as problem:
        return str(problem)
    return ""


def check() -> None:
    """The energy stays where slow momentum is kept, and is a hundred times closer."""
    good, printed = energy(results["slow-momentum"]), energy(results["printed"])
    assert good[-500:].max() < 1.05 * good[:500].max() < 2e-5
    assert printed.max() > 50.0 * good.max()
    assert "grows by" in refused() and "slow-momentum" in refused()


if __name__ == "__main__":
    import matplotlib.pyplot as plt

    check()
    print(refused())
    for scheme, result in results.items():
        plt.semilogy(result.t, energy(result) + 1e-12, label=scheme)
    plt.xlabel("time [s]")
    plt.ylabel("error of the energy")
    plt.legend()
