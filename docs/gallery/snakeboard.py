"""A snakeboard by its Lagrangian: two blades at velocity level, no bodies. Strokes of a rotor and the axles carry it on."""

import numpy as np

import jourdain as jd

board = jd.lagrangian(
    "snakeboard",
    "m/2*(x_rate**2 + y_rate**2) + J/2*th_rate**2 + Jr/2*(psi_rate + th_rate)**2"
    " + Jw/2*(b_rate + th_rate)**2 + Jw/2*(f_rate + th_rate)**2",
    "x y th psi b f",  # place and heading of the board; angles of the rotor, the back and the front axle
    start=[0, 0, 0, 0, -0.4, 0.4],
    velocity_constraints={
        "back": "-x_rate*sin(th + b) + y_rate*cos(th + b) - l*th_rate*cos(b)",
        "front": "-x_rate*sin(th + f) + y_rate*cos(th + f) + l*th_rate*cos(f)",
    },
    parameters={"m": 6.0, "J": 0.016, "Jr": 0.072, "Jw": 0.0013, "l": 0.2},
)
for name, motion in {"psi": "0.7*sin(t)", "b": "-0.4*cos(t)", "f": "0.4*cos(t)"}.items():
    board.drive(f"rider {name}", board.coordinate(name), motion)

result = jd.simulate(board, 6 * np.pi, integrator=jd.DOP853(tol=1e-9), output=300)
counted = jd.check(board)


def check() -> None:
    """One way free at the start; every blade stays where it points; three strokes carry it on."""
    assert (counted.mobility, counted.position_mobility) == (1, 3) and counted.ok
    q, v = result.q.T, result.v.T
    across = -v[0] * np.sin(q[2] + q[5]) + v[1] * np.cos(q[2] + q[5]) + 0.2 * v[2] * np.cos(q[5])
    assert np.abs(across).max() < 1e-12
    assert float(np.abs(result.energy.error).max()) < 1e-8
    turns = result.at([2 * np.pi, 4 * np.pi, 6 * np.pi]).q[:, :2]
    assert np.linalg.norm(turns[-1]) > 1.5 * np.linalg.norm(turns[0]) > 0.01


if __name__ == "__main__":
    print(counted)
    print(result.summary())
    result.plot("x : y", "th", "psi", "front.force.th")
    check()
