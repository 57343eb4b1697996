// What is drawn besides bodies: joints with their axes, rods, springs and dampers between points, arrows of forces and torques, the grid.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CatmullRomCurve3, Color, ConeGeometry, CylinderGeometry, Group, Line, LineBasicMaterial, LineDashedMaterial,
  LineSegments, Mesh, MeshBasicMaterial, OctahedronGeometry, SphereGeometry, TorusGeometry, TubeGeometry, Vector3,
} from "three";
import { material, rod } from "./bodies.js";
import { colour } from "./theme.js";

const Y = new Vector3(0, 1, 0), Z = new Vector3(0, 0, 1), DARK = "#2f3742", GREY = "#8792a0";

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
const WITHOUT_FOOT = [...RAILS, "point_on_line", "planar", "rolling", "blade"];

// the ground that a joint or spring stands on: a cone on a plate with hatching below it, so many radii deep
export const FOOT = 5.1;
export function foot(at, radius, down) {
  const grey = material("#9aa5b1", false), group = along(new Group(), down.clone().negate().toArray());
  const cone = new Mesh(new ConeGeometry(2.4 * radius, 3.4 * radius, 4), grey), plate = new Mesh(new BoxGeometry(7 * radius, 0.25 * radius, 3.4 * radius), grey);
  cone.position.setY(-2.2 * radius);
  plate.position.setY(-4 * radius);
  const strokes = [-3, -2, -1, 0, 1, 2, 3].flatMap((k) => [new Vector3((k + 0.3) * radius, -4.1 * radius, 1.7 * radius), new Vector3((k - 0.5) * radius, -FOOT * radius, 1.7 * radius)]);
  group.position.set(...at);
  return group.add(cone, plate, new LineSegments(new BufferGeometry().setFromPoints(strokes), new LineBasicMaterial({ color: "#7d8894" })));
}

// a joint, to be placed at its first marker
export function drawJoint(joint, radius, length) {
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
  return group;
}

// where a joint or a link stands on the ground, if it does
export function standing({ kind, a, b }) {
  return WITHOUT_FOOT.includes(kind) ? undefined : [a, b].find(({ body }) => body < 0);
}

// what is drawn between two points, along y from 0 to 1 and of the width 1: a rod, a coil, a damper, an actuator
const LINKS = {
  rod: (surface) => rod(new Vector3(), Y, 0.28, surface),
  spring: (surface, length) => coil(length, surface),
  damper: (surface) => pot(surface),
  "spring and damper": (surface, length) => new Group().add(coil(length, surface), pot(surface)),
  actuator: (surface) => new Group().add(rod(new Vector3(), Y.clone().multiplyScalar(0.6), 0.75, surface), rod(Y.clone().multiplyScalar(0.6), Y, 0.3, surface)),
};

// a round wire where the spring is `length` times as long as wide; made so, and then shrunk to the length 1
function coil(length, surface) {
  const turns = 10, steps = 12 * turns, at = (x, y, z) => new Vector3(x, length * y, z), points = [at(0, 0, 0), at(0, 0.06, 0)];
  for (let i = 0; i <= steps; i++) {
    const angle = (2 * Math.PI * i) / 12;
    points.push(at(Math.cos(angle), 0.08 + (0.84 * i) / steps, Math.sin(angle)));
  }
  points.push(at(0, 0.94, 0), at(0, 1, 0));
  const wire = Math.min(0.16, 0.03 * length);
  return new Mesh(new TubeGeometry(new CatmullRomCurve3(points), 16 * turns, wire, 6).scale(1, 1 / length, 1), surface);
}

function pot(surface) {
  const at = (y) => Y.clone().multiplyScalar(y);
  return new Group().add(rod(at(0), at(0.3), 0.16, surface), rod(at(0.3), at(0.62), 0.5, surface), rod(at(0.62), at(1), 0.2, surface));
}

export class Link {
  constructor(link, radius, ghost) {
    Object.assign(this, { link, radius, object: new Group(), surface: material(link.kind === "rod" ? "#6b7785" : "#5d6b7c", ghost) });
  }

  update(from, to) {
    const way = to.clone().sub(from), length = Math.max(way.length(), 1e-9), wide = 1.6 * this.radius;
    if (!this.object.children.length) { // when its length is first known
      this.object.add((LINKS[this.link.kind] ?? LINKS.rod)(this.surface, length / wide));
      this.object.traverse((part) => { part.castShadow = part.isMesh; });
    }
    this.object.position.copy(from);
    this.object.scale.set(wide, length, wide);
    this.object.quaternion.setFromUnitVectors(Y, way.normalize());
  }
}

function signal(tint) {
  return new MeshBasicMaterial({ color: tint, depthTest: false, transparent: true, opacity: 0.85 });
}

function inFront(object) {
  object.traverse((part) => { part.renderOrder = 10; });
  return object;
}

// a force: an arrow
export class Arrow {
  constructor(tint, radius) {
    const surface = signal(tint);
    this.radius = radius;
    this.shaft = new Mesh(new CylinderGeometry(radius, radius, 1, 12).translate(0, 0.5, 0), surface);
    this.head = new Mesh(new ConeGeometry(2.8 * radius, 7 * radius, 16), surface);
    this.object = inFront(new Group().add(this.shaft, this.head));
  }

  update(from, vector) {
    const length = vector.length(), head = 7 * this.radius;
    this.object.visible = length > 0.2 * head;
    if (!this.object.visible) return;
    const size = Math.min(1, length / (1.5 * head));
    this.object.position.copy(from);
    this.object.quaternion.setFromUnitVectors(Y, vector.clone().normalize());
    this.shaft.scale.set(size, Math.max(length - 0.5 * head * size, 1e-9), size);
    this.head.scale.setScalar(size);
    this.head.position.set(0, length - 0.5 * head * size, 0);
  }
}

// a torque: three quarters of a circle about its axis with a head, as a right hand turns; as wide as it is large
export class Turn {
  constructor(tint, radius) {
    const surface = signal(tint), arc = 1.5 * Math.PI;
    this.radius = radius;
    const ring = new Mesh(new TorusGeometry(1, 0.045, 8, 48, arc), surface);
    const head = new Mesh(new ConeGeometry(0.15, 0.42, 16), surface);
    head.position.set(Math.cos(arc), Math.sin(arc), 0);
    head.rotation.z = arc; // from along y at the beginning of the circle to along its tangent at the end
    this.object = inFront(new Group().add(ring, head));
  }

  update(from, vector) {
    const length = vector.length();
    this.object.visible = length > this.radius;
    if (!this.object.visible) return;
    this.object.position.copy(from);
    this.object.quaternion.setFromUnitVectors(Z, vector.clone().normalize());
    this.object.scale.setScalar(0.5 * length);
  }
}

// a square grid of about `cells` cells with lines at round numbers, in the plane of the axes u and v, that fades towards its rim
export function drawGrid(centre, u, v, extent, cells = 20) {
  const raw = (2 * extent) / cells, power = 10 ** Math.floor(Math.log10(raw));
  const cell = power * [1, 2, 5, 10].find((step) => step * power >= raw * 0.999);
  const n = Math.ceil(extent / cell), points = [], tints = [], tint = new Color(colour("grid"));
  const origin = centre.clone();
  for (const axis of [u, v]) origin.addScaledVector(axis, Math.round(centre.dot(axis) / cell) * cell - centre.dot(axis));
  for (const [p, q] of [[u, v], [v, u]]) {
    for (let i = -n; i <= n; i++) for (let j = -n; j < n; j++) for (const k of [j, j + 1]) {
      points.push(origin.clone().addScaledVector(p, i * cell).addScaledVector(q, k * cell));
      tints.push(tint.r, tint.g, tint.b, 0.75 * Math.max(0, 1 - Math.hypot(i, k) / n));
    }
  }
  const geometry = new BufferGeometry().setFromPoints(points).setAttribute("color", new BufferAttribute(new Float32Array(tints), 4));
  return { grid: new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false })), cell };
}
