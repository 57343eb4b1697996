// Runs as the page uses them: decoded arrays, poses between the outputs, curves.
import { Quaternion, Vector3 } from "three";

const Z = new Vector3(0, 0, 1);

function decode(text, Type) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return new Type(bytes.buffer);
}

export class Run {
  constructor(plain) {
    Object.assign(this, plain);
    this.curves = plain.curves.map(([group, name, unit, array, column]) => ({ group, name, unit, array, column }));
    this.t = decode(plain.t, Float64Array);
    this.decoded = new Map();
    const meshes = plain.meshes.map((mesh) => ({ ...mesh, vertices: decode(mesh.vertices, Float32Array), faces: decode(mesh.faces, Uint32Array) }));
    const whole = (shape) => (shape.kind === "mesh" ? { ...meshes[shape.mesh], ...shape } : shape);
    this.bodies = plain.bodies.map((body) => (body.shape?.kind === "mesh" ? { ...body, shape: { ...meshes[body.shape.mesh], ...body.shape,
      deformation: deformation(body.shape.deformation) } } : body)).map((body) => ({ ...body, pictures: body.pictures?.map(whole), collisions: body.collisions?.map(whole) }));
    this.ground = (plain.ground ?? []).map(whole);
    this.groundCollisions = (plain.groundCollisions ?? []).map(whole);
    this.byName = new Map(this.curves.map((curve) => [curveKey(curve), curve]));
  }

  get start() { return this.t[0]; }

  get end() { return this.t[this.t.length - 1]; }

  // arrays are decoded when first used: most curves are never looked at
  array(index) {
    if (!this.decoded.has(index)) {
      const { width, data } = this.arrays[index];
      this.decoded.set(index, { width, values: decode(data, Float32Array) });
    }
    return this.decoded.get(index);
  }

  // the output at or before a time, and how far it is to the next one (0 .. 1)
  locate(time) {
    const t = this.t;
    let low = 0, high = t.length - 1;
    if (time >= t[high]) return { i: high, part: 0 };
    if (time <= t[0]) return { i: 0, part: 0 };
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (t[middle] <= time) low = middle; else high = middle;
    }
    return { i: low, part: (time - t[low]) / (t[high] - t[low]) };
  }

  nearest(time) {
    const { i, part } = this.locate(time);
    return part > 0.5 ? i + 1 : i;
  }

  // a row of an array at a time, straight between the outputs; of: [k, n], the part k of n equal ones
  row(index, { i, part }, [k, n] = [0, 1]) {
    const { width, values } = this.array(index), size = width / n, first = i * width + k * size;
    return Array.from({ length: size }, (_, c) => {
      const now = values[first + c];
      return part > 0 ? now + part * (values[first + width + c] - now) : now;
    });
  }

  // three components, missing ones 0
  vector(index, place, target, of) {
    const [x = 0, y = 0, z = 0] = this.row(index, place, of);
    return target.set(x, y, z);
  }

  rotation(index, place, target, [k, n] = [0, 1]) {
    const { width, values } = this.array(index), { i, part } = place, size = width / n;
    if (size === 1) return target.setFromAxisAngle(Z, this.row(index, place, [k, n])[0]);
    const at = (row) => { const j = row * width + k * size; return new Quaternion(values[j + 1], values[j + 2], values[j + 3], values[j]); };
    target.copy(at(i));
    if (part > 0) target.slerp(at(i + 1), part);
    return target.normalize();
  }

  // the numbers of a curve; column null: lengths of the rows
  values({ array, column }) {
    const { width, values } = this.array(array);
    if (width === 1) return values;
    const found = new Float32Array(this.t.length);
    for (let i = 0; i < found.length; i++) {
      found[i] = column === null
        ? Math.hypot(values[i * width], values[i * width + 1], width > 2 ? values[i * width + 2] : 0)
        : values[i * width + column];
    }
    return found;
  }
}

function deformation(plain) {
  return plain && { ...plain, modes: decode(plain.modes, Float32Array), colours: plain.colours && decode(plain.colours, Float32Array) };
}

function section(plain) {
  const line = ({ label, x, y }) => ({ label, x: decode(x, Float64Array), y: decode(y, Float64Array) });
  return { ...plain, charts: plain.charts.map((chart) => ({ ...chart, lines: chart.lines.map(line) })) };
}

// curves of different runs are the same one if they are called the same
export function curveKey({ group, name, unit }) {
  return JSON.stringify([group, name, unit]);
}

export function read() {
  const plain = JSON.parse(document.getElementById("data").textContent);
  const made = (all) => all.map((run) => new Run(run));
  return { ...plain, runs: made(plain.runs), motions: made(plain.motions), sections: plain.sections.map(section) };
}
