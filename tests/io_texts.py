"""Model files as texts, for tests of reading: one with every short form, and a small one to make mistakes in."""

from __future__ import annotations

EVERYTHING = """
name: all forms
parameters: {L: 200 mm, k: 3 N/mm, gain: 0.5}
gravity: [0, 0, -9.81 m/s2]
materials: {steel: {density: 7850 kg/m3}, oak: 700 kg/m3}
ground: {markers: {hook: {at: [L, 0, 0], rotation: {cardan: [10 deg, 0, 0]}}}}
bodies:
  a: {shape: {sphere: L/2}, material: oak, markers: {tip: {at: [L, 0, 0]}}}
  b: {mass: 2 kg, inertia: [1, 1, 1], at: [2*L, 0, 0], rotation: {euler: [0.1, 0.2, 0.3]}, spin: [0, 60 rpm, 0],
      com: [10 mm, 0, 0], inertia_at: [0, 0, 0], inertia_axes: {axis: [0, 0, 1], angle: 90 deg}, markers: {m: {}}}
  c: {mass: 1, inertia: [1, 1, 1], rotation: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}
joints:
  hinge: {kind: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}
  second: {kind: revolute, bodies: [ground, c], at: [0, 0, 0], rotation: {axis: [1, 0, 0], angle: 90 deg}}
  screw: {kind: screw, markers: [ground.hook, b.m], pitch: 5 mm}
  mesh: {kind: gear, joints: [hinge, second], teeth: [20, 40]}
  rod: {kind: distance, bodies: [a, b], at_a: [L, 0, 0], at_b: [2*L, 0, 0], length: L, active: false}
measures: {phi: hinge.angle, gap: "distance(ground.hook, b.m)", tilt: "align(a.tip.x, b.m.z)"}
drives: {motor: {measure: phi, motion: 30 deg}}
forces:
  s: {spring: [ground.hook, a.tip], stiffness: k, damping: 2 N*s/m, rest: L, law: -gain*x}
  t: {torsion_spring: hinge, stiffness: 2 N*m/rad}
  mount: {bushing: [ground.hook, b.m], stiffness: [1, 2, 3, 4, 5, 6], damping: [0, 0, 0, 0, 0, 0]}
  f: {measure: "slide(ground.hook, b.m, y)", law: r - w, inputs: {r: rate(hinge.angle), w: {state: integral}}}
loads:
  push: {on: b, force: [10 N, "sin(t)", 0]}
  twist: {on: b, at: [0, L, 0], torque: [0, 0, 5 N*mm]}
  pull: {marker: a.tip, force: [0, 0, 1 kN], follow: true}
states: {integral: {rate: phi, start: 10 %}}
events:
  e: {measure: gap, value: 20 mm, direction: falling, actions: [Stop, {Lock: hinge}, {Reset: {state: integral, value: 1}}]}
  g: {measure: hinge.angle, value: 90 deg, actions: {Impact: {restitution: 50 %, settle: {Engage: rod}}}}
"""

BASE = """name: machine
gravity: [0, 0, -9.81]
parameters:
  L: 150 mm
bodies:
  crank:
    shape: {box: [L, 20 mm, 30 mm]}
    density: 7850 kg/m3
    markers: {tip: {at: [L/2, 0, 0]}}
joints:
  A:
    kind: revolute
    bodies: [ground, crank]
    at: [0, 0, 0]
    axis: [0, 1, 0]
forces:
  spring:
    measure: A.angle
    stiffness: 5 N*m/rad
events:
  end: {measure: A.angle, value: 90 deg, actions: [Stop]}
run: {t_end: 1 s}
"""
