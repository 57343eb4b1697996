// What is drawn besides bodies: joints with their axes, rods and springs between points, arrows of forces and torques.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, ConeGeometry, CylinderGeometry, Group, Line, LineBasicMaterial, LineDashedMaterial,
  LineSegments, Mesh, MeshBasicMaterial, OctahedronGeometry, SphereGeometry, Vector3,
} from "three";
import { material, rod } from "./bodies.js";

const Y = new Vector3(0, 1, 0), DARK = "#2f3742", GREY = "#8792a0";

function along(object, axis) {
  object.quaternion.setFromUnitVectors(Y, new Vector3(...axis).normalize());
  return object;
}

// of a radius r along y; what slides is seen on a rail as long as its way
const MARKS = {
  revolute: (r) => new CylinderGeometry(r, r, 3 * r, 24),
  cylindrical: (r, way) => new CylinderGeometry(0.6 * r, 0.6 * r, way + 5 * r, 24),
  screw: (r, way) => new CylinderGeometry(0.7 * r, 0.7 * r, way + 5 * r, 6),
  prismatic: (r, way) => new BoxGeometry(0.9 * r, way + 5 * r, 0.9 * r),
  spherical: (r) => new SphereGeometry(1.3 * r, 24, 16),
  fixed: (r) => new BoxGeometry(2 * r, 2 * r, 2 * r),
};
const RAILS = ["prismatic", "cylindrical", "screw"];
const WITH_AXIS = ["revolute", "point_on_line"];

// a joint, to be placed at its first marker
export function drawJoint(joint, radius, length, down) {
  const group = new Group();
  group.position.set(...joint.a.at);
  const geometry = (MARKS[joint.kind] ?? ((r) => new OctahedronGeometry(1.3 * r)))(radius, joint.travel[1] - joint.travel[0]);
  const mark = along(new Mesh(geometry, material(RAILS.includes(joint.kind) ? GREY : DARK, false)), joint.axis);
  mark.position.set(...joint.axis).normalize().multiplyScalar(0.5 * (joint.travel[0] + joint.travel[1]));
  group.add(mark);
  if (WITH_AXIS.includes(joint.kind)) {
    const axis = new Vector3(...joint.axis).normalize().multiplyScalar(length);
    const line = new Line(new BufferGeometry().setFromPoints([axis.clone().negate(), axis]),
      new LineDashedMaterial({ color: "#56616e", dashSize: length / 7, gapSize: length / 14 }));
    line.computeLineDistances();
    group.add(line);
  }
  if (joint.a.body < 0 && ![...RAILS, "point_on_line", "planar"].includes(joint.kind)) {
    const foot = along(new Mesh(new ConeGeometry(2.4 * radius, 3.4 * radius, 4), material("#9aa5b1", false)), down.clone().negate().toArray());
    foot.position.copy(down).multiplyScalar(2.2 * radius);
    group.add(foot);
  }
  return group;
}

export class Link {
  constructor(link, radius, ghost) {
    this.link = link;
    this.radius = radius;
    this.object = link.kind === "rod" ? rod(new Vector3(), Y, 0.45 * radius, material("#6b7785", ghost)) : this.coil(ghost);
  }

  // a helix of unit length along y, narrow at its ends
  coil(ghost) {
    const turns = 12, steps = 24 * turns, points = new Float32Array(3 * (steps + 3));
    points.set([0, 0, 0]);
    for (let i = 0; i <= steps; i++) {
      const angle = (2 * Math.PI * i) / 24, wide = Math.min(1, i / 24, (steps - i) / 24);
      points.set([wide * Math.cos(angle), 0.08 + (0.84 * i) / steps, wide * Math.sin(angle)], 3 * (i + 1));
    }
    points.set([0, 1, 0], 3 * (steps + 2));
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(points, 3));
    return new Line(geometry, new LineBasicMaterial({ color: "#4c5866", transparent: ghost, opacity: ghost ? 0.35 : 1 }));
  }

  update(from, to) {
    const way = to.clone().sub(from), length = Math.max(way.length(), 1e-9);
    const wide = this.link.kind === "rod" ? 1 : 1.6 * this.radius;
    this.object.position.copy(from);
    if (this.link.kind === "rod") this.object.position.addScaledVector(way, 0.5);
    this.object.scale.set(wide, length, wide);
    this.object.quaternion.setFromUnitVectors(Y, way.normalize());
  }
}

// an arrow; torques have two heads
export class Arrow {
  constructor(tint, radius, heads) {
    const surface = new MeshBasicMaterial({ color: tint, depthTest: false, transparent: true, opacity: 0.85 });
    this.radius = radius;
    this.object = new Group();
    this.shaft = new Mesh(new CylinderGeometry(radius, radius, 1, 12).translate(0, 0.5, 0), surface);
    this.heads = Array.from({ length: heads }, () => new Mesh(new ConeGeometry(2.8 * radius, 7 * radius, 16), surface));
    this.object.add(this.shaft, ...this.heads);
    this.object.renderOrder = 10;
    for (const part of this.object.children) part.renderOrder = 10;
  }

  update(from, vector) {
    const length = vector.length(), head = 7 * this.radius;
    this.object.visible = length > 0.2 * head;
    if (!this.object.visible) return;
    const size = Math.min(1, length / (1.5 * head));
    this.object.position.copy(from);
    this.object.quaternion.setFromUnitVectors(Y, vector.clone().normalize());
    this.shaft.scale.set(size, Math.max(length - 0.5 * head * size, 1e-9), size);
    this.heads.forEach((cone, i) => {
      cone.scale.setScalar(size);
      cone.position.set(0, length - (0.5 + 0.8 * i) * head * size, 0);
    });
  }
}

// a square grid of about `cells` cells with lines at round numbers, in the plane of the axes u and v
export function drawGrid(centre, u, v, extent, cells = 20) {
  const raw = (2 * extent) / cells, power = 10 ** Math.floor(Math.log10(raw));
  const cell = power * [1, 2, 5, 10].find((step) => step * power >= raw * 0.999);
  const n = Math.ceil(extent / cell), points = [];
  const origin = centre.clone();
  for (const axis of [u, v]) origin.addScaledVector(axis, Math.round(centre.dot(axis) / cell) * cell - centre.dot(axis));
  for (const [p, q] of [[u, v], [v, u]]) {
    for (let i = -n; i <= n; i++) {
      const from = origin.clone().addScaledVector(p, i * cell);
      points.push(from.clone().addScaledVector(q, -n * cell), from.addScaledVector(q, n * cell));
    }
  }
  const grid = new LineSegments(new BufferGeometry().setFromPoints(points),
    new LineBasicMaterial({ color: "#c3cbd5", transparent: true, opacity: 0.7 }));
  return { grid, cell };
}
