// Beams: the outline of the section swept along the sections' frames, smooth between them, coloured by what acts in them.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Group, LineBasicMaterial, LineSegments, Mesh, Quaternion, ShapeUtils, Vector2, Vector3 } from "three";
import { material } from "./bodies.js";
import { ramp } from "./colours.js";

const MOST_RINGS = 320, MOST_PARTS = 8; // rings of a beam, and between two sections
const SHARP = Math.cos((40 * Math.PI) / 180); // corners below this are rounded
const X = new Vector3(1, 0, 0);

export class Skin {
  constructor(run, beam, tint, ghost) {
    Object.assign(this, { run, beam, tint, ghost, sections: beam.arc.length });
    this.parts = Math.max(1, Math.min(MOST_PARTS, Math.floor(MOST_RINGS / Math.max(1, this.sections - 1))));
    this.rings = (this.sections - 1) * this.parts + 1;
    this.profile = profile(beam.outline);
    this.places = Array.from({ length: this.sections }, () => new Vector3());
    this.turns = Array.from({ length: this.sections }, () => new Quaternion());
    this.surface = material(tint, ghost);
    this.geometry = this.mesh();
    this.object = new Group().add(new Mesh(this.geometry, this.surface));
    if (!ghost) this.object.add(this.edges());
  }

  // two columns of vertices for each side of the outline, so that its corners are sharp; a lid at either end
  mesh() {
    const { sides, lid } = this.profile, columns = 2 * sides.length, corners = this.beam.outline.length, index = [];
    for (let r = 0; r + 1 < this.rings; r++) {
      for (let c = 0; c < columns; c += 2) {
        const [a, b] = [r * columns + c, (r + 1) * columns + c];
        index.push(a, a + 1, b, a + 1, b + 1, b);
      }
    }
    const first = this.rings * columns;
    for (const [i, j, k] of lid) index.push(first + i, first + k, first + j, first + corners + i, first + corners + j, first + corners + k);
    const count = first + 2 * corners, geometry = new BufferGeometry();
    for (const part of ["position", "normal", "color"]) geometry.setAttribute(part, new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage));
    geometry.setIndex(index);
    return geometry;
  }

  // lines along the corners and about the ends, and a heavier one along the side that the normal points to
  edges() {
    const { sides } = this.profile, ink = (factor, opacity) => new LineBasicMaterial({ color: new Color(this.tint).multiplyScalar(factor), transparent: true, opacity });
    const joined = [];
    sides.forEach(({ sharp, from }) => { for (let r = 0; sharp && r + 1 < this.rings; r++) joined.push([r, from], [r + 1, from]); });
    for (const r of [0, this.rings - 1]) for (const { from, to } of sides) joined.push([r, from], [r, to]);
    this.joined = joined;
    const side = new Vector3(...this.beam.normal);
    this.normal = Array.from({ length: 2 * (this.rings - 1) }, (_, i) => [(i + 1) >> 1, side]).concat([[0, new Vector3()], [0, side.clone().multiplyScalar(2.5)]]);
    this.lines = [joined, this.normal].map((points) => new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(3 * points.length), 3).setUsage(DynamicDrawUsage)));
    return new Group().add(new LineSegments(this.lines[0], ink(0.45, 0.55)), new LineSegments(this.lines[1], new LineBasicMaterial({ color: "#c2185b" })));
  }

  // centre and frame of every ring: cubic between sections, whose x axes are the tangents, and turned evenly
  frames(place) {
    const { run, beam, parts, places, turns, sections } = this;
    for (let k = 0; k < sections; k++) {
      run.vector(beam.position, place, places[k], [k, sections]);
      run.rotation(beam.rotation, place, turns[k], [k, sections]);
    }
    this.centres = []; this.axes = [];
    for (let k = 0; k + 1 < sections; k++) {
      const [p, q] = [places[k], places[k + 1]], length = beam.smooth ? beam.arc[k + 1] - beam.arc[k] : 0;
      const [s, t] = [turns[k], turns[k + 1]].map((turn) => X.clone().applyQuaternion(turn).multiplyScalar(length));
      for (let i = 0; i < parts; i++) {
        const u = i / parts, v = 1 - u, centre = new Vector3();
        if (beam.smooth) centre.addScaledVector(p, v * v * (1 + 2 * u)).addScaledVector(s, u * v * v).addScaledVector(q, u * u * (3 - 2 * u)).addScaledVector(t, -u * u * v);
        else centre.lerpVectors(p, q, u);
        this.centres.push(centre);
        this.axes.push(turns[k].clone().slerp(turns[k + 1], u));
      }
    }
    this.centres.push(places[sections - 1].clone());
    this.axes.push(turns[sections - 1].clone());
  }

  // field: the name of what colours it, range: its least and largest value; null: in the colour of the beam
  update(place, field, range) {
    this.frames(place);
    const { position, normal, color } = this.geometry.attributes, { sides } = this.profile, point = new Vector3();
    const own = this.ghost ? null : this.beam.fields.find(({ label }) => label === field);
    const row = (index) => (own && range && index !== null ? this.run.row(index, place) : null);
    const [values, up, side] = [own?.array ?? null, ...(own?.across ?? [null, null])].map(row); // in the middle, its growth along y and z
    const [middle, ups, along] = [values, up, side].map((one) => one && this.centres.map((_, r) => this.between(one, r)));
    let n = 0;
    const put = (r, at, out) => {
      point.copy(at).applyQuaternion(this.axes[r]).add(this.centres[r]).toArray(position.array, 3 * n);
      point.copy(out).applyQuaternion(this.axes[r]).toArray(normal.array, 3 * n);
      if (values) color.array.set(ramp(middle[r] + (up ? at.y * ups[r] : 0) + (side ? at.z * along[r] : 0), range), 3 * n);
      n += 1;
    };
    for (let r = 0; r < this.rings; r++) {
      for (const { from, to, out } of sides) { put(r, from, out[0]); put(r, to, out[1]); }
    }
    for (const [r, out] of [[0, -1], [this.rings - 1, 1]]) for (const corner of this.profile.corners) put(r, corner, X.clone().multiplyScalar(out));
    for (const attribute of [position, normal, color]) attribute.needsUpdate = true;
    this.geometry.boundingSphere = null;
    this.paint(Boolean(values));
    if (this.lines) this.trace(point);
  }

  // values are known at places evenly along the arc
  between(values, r) {
    const n = Math.min(Math.floor(r / this.parts), this.sections - 2), { arc } = this.beam;
    const s = arc[n] + (r / this.parts - n) * (arc[n + 1] - arc[n]), x = (s / arc[arc.length - 1]) * (values.length - 1);
    const k = Math.min(Math.floor(x), values.length - 2), u = x - k;
    return (1 - u) * values[k] + u * values[k + 1];
  }

  paint(coloured) {
    if (this.surface.vertexColors === coloured) return;
    this.surface.vertexColors = coloured;
    this.surface.color.set(coloured ? "#ffffff" : this.tint);
    this.surface.needsUpdate = true;
  }

  trace(point) {
    [this.joined, this.normal].forEach((points, i) => {
      const { position } = this.lines[i].attributes;
      points.forEach(([r, at], k) => point.copy(at).applyQuaternion(this.axes[r]).add(this.centres[r]).toArray(position.array, 3 * k));
      position.needsUpdate = true;
      this.lines[i].boundingSphere = null;
    });
  }
}

// sides of an outline with the directions out of them at both ends, and the triangles of its lid
function profile(outline) {
  const corners = outline.map((at) => new Vector3(...at)), n = corners.length;
  if (ShapeUtils.area(corners.map(({ y, z }) => new Vector2(y, z))) < 0) corners.reverse();
  const outs = corners.map((from, i) => {
    const way = corners[(i + 1) % n].clone().sub(from);
    return new Vector3(0, way.z, -way.y).normalize();
  });
  const sides = corners.map((from, i) => {
    const [before, own, after] = [outs[(i + n - 1) % n], outs[i], outs[(i + 1) % n]];
    const rounded = (other) => (own.dot(other) > SHARP ? own.clone().add(other).normalize() : own);
    return { from, to: corners[(i + 1) % n], out: [rounded(before), rounded(after)], sharp: own.dot(before) <= SHARP };
  });
  return { corners, sides, lid: ShapeUtils.triangulateShape(corners.map(({ y, z }) => new Vector2(y, z)), []) };
}
