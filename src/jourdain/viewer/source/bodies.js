// How bodies look. A kind of shape is one function here that returns a geometry about its own centre, in its own axes.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry, DoubleSide, EdgesGeometry, Group, LineBasicMaterial,
  LineSegments, Matrix4, Mesh, MeshStandardMaterial, Quaternion, SphereGeometry, Vector3,
} from "three";

const COLOURS = ["#3d7ea6", "#d98841", "#5a9e6f", "#b5574d", "#8069a8", "#8b6f4e", "#c77ca8", "#6b7785", "#a3a03f", "#3f9fa6"];
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

function solid(shape, tint, ghost) {
  const group = new Group();
  const place = placing(shape), geometry = SHAPES[shape.kind](shape).applyMatrix4(place);
  group.add(new Mesh(geometry, material(tint, ghost)));
  if (!ghost) {
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

function skeleton(points, radius, tint, ghost) {
  const group = new Group();
  const surface = material(tint, ghost);
  group.add(centreBall(2.2 * radius, tint, ghost));
  for (const point of points) {
    const end = new Vector3(...point);
    if (end.length() < 1e-9 * radius) continue;
    group.add(rod(new Vector3(), end, radius, surface));
    const cap = new Mesh(new SphereGeometry(1.25 * radius, 20, 12), surface);
    cap.position.copy(end);
    group.add(cap);
  }
  return group;
}

// points that a body lies between, from its centre of mass: this itself, its joints, and the corners of its shape
export function corners(body) {
  const found = [new Vector3(), ...body.points.map((point) => new Vector3(...point))];
  const { kind, size, low, high } = body.shape ?? {};
  const half = { box: () => size.map((edge) => edge / 2), sphere: () => [size[0], size[0], size[0]],
    cylinder: () => [size[0], size[0], size[1] / 2] }[kind]?.();
  const [from, to] = kind === "mesh" ? [low, high] : [half?.map((x) => -x), half];
  for (let k = 0; from && k < 8; k++) {
    found.push(new Vector3(...[0, 1, 2].map((i) => (k & (1 << i) ? to[i] : from[i]))).applyMatrix4(placing(body.shape)));
  }
  return found;
}

// how far a body reaches from its centre of mass
export function reach(body) {
  return Math.max(...corners(body).map((point) => point.length()));
}

export function drawBody(body, index, scale, ghost) {
  const tint = colour(index);
  if (body.shape && SHAPES[body.shape.kind]) return solid(body.shape, tint, ghost);
  const arm = reach(body);
  const radius = arm > 0 ? Math.min(0.01 * scale, 0.07 * arm) : 0.01 * scale;
  return skeleton(body.points, radius, tint, ghost);
}
