// How bodies look. A kind of shape is one function here that returns a geometry about its own centre, in its own axes.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry, DoubleSide, EdgesGeometry, Group, LineBasicMaterial,
  LineSegments, Matrix4, Mesh, MeshStandardMaterial, Quaternion, SphereGeometry, Vector3,
} from "three";

// the colours of Okabe and Ito (2008), which people with any kind of colour vision tell apart, without black and a little darker in yellow
const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#c9b81f", "#7a8490"];
const Y = new Vector3(0, 1, 0), ONE = new Vector3(1, 1, 1);

export function colour(index) {
  return COLOURS[index % COLOURS.length];
}

// runs after the first are seen through
export function material(tint, ghost) {
  return new MeshStandardMaterial({
    color: tint, roughness: 0.62, metalness: 0.12, transparent: ghost, opacity: ghost ? 0.32 : 1, depthWrite: !ghost, side: DoubleSide,
  });
}

export function rod(from, to, radius, surface) {
  const way = to.clone().sub(from);
  const mesh = new Mesh(new CylinderGeometry(radius, radius, Math.max(way.length(), 1e-12), 20), surface);
  mesh.position.copy(from).addScaledVector(way, 0.5);
  if (way.length() > 0) mesh.quaternion.setFromUnitVectors(Y, way.normalize());
  return mesh;
}

// from the centre and axes of a shape to the centre of mass and axes of its body
export function placing({ offset, rotation: [w, x, y, z] }) {
  return new Matrix4().compose(new Vector3(...offset), new Quaternion(x, y, z, w), ONE);
}

const SHAPES = {
  box: ({ size }) => new BoxGeometry(...size),
  sphere: ({ size }) => new SphereGeometry(size[0], 40, 24),
  cylinder: ({ size }) => new CylinderGeometry(size[0], size[0], size[1], 48).rotateX(Math.PI / 2),
  mesh: ({ vertices, faces }) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(vertices, 3));
    geometry.setIndex(new BufferAttribute(faces, 1));
    const flat = geometry.toNonIndexed(); // not indexed: edges of parts are sharp
    flat.computeVertexNormals();
    return flat;
  },
};

// lines on what is round, so that its turning is seen: a hand on the ends of a cylinder, three circles on a ball
const HANDS = {
  sphere: ({ size: [r] }) => [0, 1, 2].flatMap((k) => Array.from({ length: 128 }, (_, i) => {
    const angle = (2 * Math.PI * ((i + 1) >> 1)) / 64, at = [0, 0, 0];
    [at[k], at[(k + 1) % 3]] = [r * Math.cos(angle), r * Math.sin(angle)];
    return new Vector3(...at);
  })),
  cylinder: ({ size: [r, length] }) => [[0, -1], [1, -1], [1, -1], [1, 1], [1, 1], [0, 1]].map(([x, z]) => new Vector3(r * x, 0, 0.5 * length * z)),
};

const MOST_EDGES = 3000; // faces of a picture whose edges are drawn: of finer ones they are seen anyway

function solid(shape, own, ghost) {
  const group = new Group(), tint = shape.colour || own;
  const place = placing(shape), geometry = SHAPES[shape.kind](shape).applyMatrix4(place), surface = material(tint, ghost);
  if (!ghost && shape.opacity < 1) Object.assign(surface, { transparent: true, opacity: shape.opacity, depthWrite: false });
  group.add(new Mesh(geometry, surface));
  if (!ghost && !(shape.opacity < 1) && !(shape.faces?.length > 3 * MOST_EDGES)) {
    const edge = new LineBasicMaterial({ color: new Color(tint).multiplyScalar(0.45), transparent: true, opacity: 0.55 });
    group.add(new LineSegments(new EdgesGeometry(geometry, 25), edge));
    const hands = HANDS[shape.kind]?.(shape) ?? [];
    if (hands.length) group.add(new LineSegments(new BufferGeometry().setFromPoints(hands.map((point) => point.multiplyScalar(1.003).applyMatrix4(place))), edge));
  }
  return group;
}

// the sign of a centre of mass: a ball of two colours, whose turning is seen
function centreBall(radius, tint, ghost) {
  const geometry = new SphereGeometry(radius, 32, 16).toNonIndexed();
  const at = geometry.getAttribute("position");
  const light = new Color(tint), dark = new Color(tint).multiplyScalar(0.4);
  const tints = new Float32Array(3 * at.count);
  for (let i = 0; i < at.count; i += 3) {
    const middle = [0, 1, 2].map((k) => at.array[3 * i + k] + at.array[3 * i + 3 + k] + at.array[3 * i + 6 + k]);
    const chosen = middle[0] * middle[1] * middle[2] > 0 ? dark : light;
    for (let k = 0; k < 3; k++) chosen.toArray(tints, 3 * (i + k));
  }
  geometry.setAttribute("color", new BufferAttribute(tints, 3));
  const surface = material("#ffffff", ghost);
  surface.vertexColors = true;
  return new Mesh(geometry, surface);
}

// pairs of points that links are drawn between: the joints of a body, and its centre where a single one would hang in the air
function linked(points) {
  if (points.length < 2) return points.map((point) => [new Vector3(), point]);
  if (points.length === 2) return [points];
  if (points.length === 3) return [[points[0], points[1]], [points[1], points[2]], [points[2], points[0]]];
  const middle = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(points.length);
  return points.map((point) => [middle, point]);
}

function skeleton(points, radius, tint, ghost) {
  const group = new Group(), surface = material(tint, ghost), ends = points.map((point) => new Vector3(...point)).filter((end) => end.length() > 1e-9 * radius);
  const centred = ends.length < points.length ? [...ends, new Vector3()] : ends; // a joint at the centre of mass
  group.add(centreBall(1.8 * radius, tint, ghost));
  for (const [from, to] of linked(centred)) group.add(rod(from, to, radius, surface));
  for (const end of ends) group.add(ball(end, 1.25 * radius, surface));
  return group;
}

function ball(at, radius, surface) {
  const mesh = new Mesh(new SphereGeometry(radius, 20, 12), surface);
  mesh.position.copy(at);
  return mesh;
}

// thin rods from a shape to the joints that it does not reach; in the plane a shape may lie behind or before its joints
function arms(body, radius, surface, planar) {
  const place = placing(body.shape), back = place.clone().invert(), far = 2 * radius;
  return body.points.map((point) => new Vector3(...point)).flatMap((end) => {
    const near = nearest(body.shape, end.clone().applyMatrix4(back)).applyMatrix4(place);
    if (planar) near.setZ(end.z);
    return near.distanceTo(end) > far ? [rod(near, end, radius, surface), ball(end, 1.25 * radius, surface)] : [];
  });
}

// the point of a shape that is nearest to another, in the axes of the shape
function nearest({ kind, size, vertices }, point) {
  if (kind === "box") return point.clone().clamp(new Vector3(...size).multiplyScalar(-0.5), new Vector3(...size).multiplyScalar(0.5));
  if (kind === "sphere") return point.clone().clampLength(0, size[0]);
  if (kind === "cylinder") {
    const across = new Vector3(point.x, point.y, 0).clampLength(0, size[0]);
    return across.setZ(Math.min(Math.max(point.z, -size[1] / 2), size[1] / 2));
  }
  const found = new Vector3(), one = new Vector3();
  for (let i = 0, least = Infinity; i < vertices.length; i += 3) {
    const away = one.fromArray(vertices, i).distanceToSquared(point);
    if (away < least) { least = away; found.copy(one); }
  }
  return found;
}

// points that a body lies between, from its centre of mass: this itself, its joints, and the corners of its shape
export function corners(body) {
  const found = [new Vector3(), ...body.points.map((point) => new Vector3(...point))];
  for (const shape of [...shapesOf(body), ...(body.collisions ?? [])]) {
    const { kind, size, low, high } = shape;
    const half = { box: () => size.map((edge) => edge / 2), sphere: () => [size[0], size[0], size[0]],
      cylinder: () => [size[0], size[0], size[1] / 2] }[kind]?.();
    const [from, to] = kind === "mesh" ? [low, high] : [half?.map((x) => -x), half];
    for (let k = 0; from && k < 8; k++) {
      found.push(new Vector3(...[0, 1, 2].map((i) => (k & (1 << i) ? to[i] : from[i]))).applyMatrix4(placing(shape)));
    }
  }
  return found;
}

// its pictures, or its shape
function shapesOf(body) {
  return body.pictures?.length ? body.pictures : body.shape ? [body.shape] : [];
}

// how far a body reaches from its centre of mass
export function reach(body) {
  return Math.max(...corners(body).map((point) => point.length()));
}

// a body with shapes of contact has two sides, of which one is seen
export function drawBody(body, index, scale, ghost, planar) {
  const seen = pictured(body, index, scale, ghost, planar);
  if (!body.collisions?.length) return seen;
  const group = new Group(), hulls = new Group();
  for (const hull of body.collisions) hulls.add(solid(hull, colour(index), ghost));
  group.add(seen, hulls);
  group.userData.sides = [seen, hulls];
  return group;
}

function pictured(body, index, scale, ghost, planar) {
  const tint = colour(index), arm = reach(body);
  const radius = arm > 0 ? Math.min(0.01 * scale, 0.07 * arm) : 0.01 * scale;
  if (body.pictures?.length) {
    const group = new Group();
    for (const picture of body.pictures) group.add(solid(picture, tint, ghost));
    return group;
  }
  if (!body.shape || !SHAPES[body.shape.kind]) return skeleton(body.points, radius, tint, ghost);
  const drawn = solid(body.shape, tint, ghost);
  for (const part of arms(body, 0.45 * radius, material(tint, ghost), planar)) drawn.add(part);
  return drawn;
}
