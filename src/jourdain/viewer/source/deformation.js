// A body whose surface moves: base + scale * sum of amplitudes times modes, coloured by fields with the same amplitudes.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh } from "three";
import { material, placing } from "./bodies.js";
import { ramp } from "./colours.js";

export class Deformable {
  constructor(run, { name, shape }, tint, ghost) {
    const { vertices, faces, deformation } = shape;
    Object.assign(this, { run, name, tint, faces, ...deformation });
    this.base = new BufferAttribute(vertices.slice(), 3).applyMatrix4(placing(shape)).array;
    this.now = this.base.slice();
    this.tints = new Float32Array(this.base.length);
    this.surface = material(tint, ghost);
    this.geometry = new BufferGeometry();
    for (const part of ["position", "color"]) this.geometry.setAttribute(part, buffer(3 * faces.length));
    scatter(this.base, faces, this.geometry.attributes.position);
    this.object = new Group().add(new Mesh(this.geometry, this.surface));
    if (!ghost) this.object.add(this.edges());
  }

  // sharp edges, by the vertices that they join
  edges() {
    const key = (values, i) => `${values[3 * i]},${values[3 * i + 1]},${values[3 * i + 2]}`;
    const number = new Map(Array.from({ length: this.base.length / 3 }, (_, i) => [key(this.base, i), i]));
    const ends = new EdgesGeometry(this.geometry, 25).attributes.position;
    this.joined = Uint32Array.from({ length: ends.count }, (_, i) => number.get(key(ends.array, i)));
    this.lines = new BufferGeometry().setAttribute("position", buffer(3 * this.joined.length));
    return new LineSegments(this.lines, new LineBasicMaterial({ color: new Color(this.tint).multiplyScalar(0.45), transparent: true, opacity: 0.55 }));
  }

  // ranges: least and largest value of each unit; null: in the colour of the body
  update(place, scale, ranges) {
    const amplitudes = this.run.row(this.amplitudes, place);
    combine(this.now, this.base, this.modes, amplitudes.map((a) => scale * a));
    scatter(this.now, this.faces, this.geometry.attributes.position);
    this.geometry.computeVertexNormals();
    this.geometry.boundingSphere = null; // else what moved out of the first one is not drawn
    if (this.lines) { scatter(this.now, this.joined, this.lines.attributes.position); this.lines.boundingSphere = null; }
    this.paint(amplitudes, this.colours && ranges);
  }

  paint(amplitudes, ranges) {
    if (this.surface.vertexColors !== Boolean(ranges)) {
      this.surface.vertexColors = Boolean(ranges);
      this.surface.color.set(ranges ? "#ffffff" : this.tint);
      this.surface.needsUpdate = true;
    }
    if (!ranges) return;
    const sums = new Float32Array((this.components * this.base.length) / 3), range = ranges.get(this.unit);
    combine(sums, sums, this.colours, amplitudes);
    const values = this.components === 6 ? vonMises(sums) : sums;
    values.forEach((value, i) => this.tints.set(ramp(value, range), 3 * i));
    scatter(this.tints, this.faces, this.geometry.attributes.color);
  }
}

function buffer(length) {
  return new BufferAttribute(new Float32Array(length), 3).setUsage(DynamicDrawUsage);
}

// target = base + sum of factors times fields
function combine(target, base, fields, factors) {
  const n = base.length;
  if (target !== base) target.set(base);
  factors.forEach((factor, k) => {
    for (let i = 0; factor !== 0 && i < n; i++) target[i] += factor * fields[k * n + i];
  });
}

// from rows of xx, yy, zz, xy, yz, zx
function vonMises(stress) {
  return Float32Array.from({ length: stress.length / 6 }, (_, i) => {
    const [xx, yy, zz, xy, yz, zx] = stress.subarray(6 * i, 6 * i + 6);
    return Math.sqrt(((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) / 2 + 3 * (xy ** 2 + yz ** 2 + zx ** 2));
  });
}

// rows of three numbers to where they are used
function scatter(rows, numbers, attribute) {
  const { array } = attribute;
  for (let i = 0; i < numbers.length; i++) for (let k = 0; k < 3; k++) array[3 * i + k] = rows[3 * numbers[i] + k];
  attribute.needsUpdate = true;
}
