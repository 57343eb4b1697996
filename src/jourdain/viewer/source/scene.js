// The 3D view: everything drawn at one time, seen by a camera that turns about the machine.
import {
  AmbientLight, Box3, Color, DirectionalLight, Group, HemisphereLight, Mesh, PCFShadowMap, PerspectiveCamera, PlaneGeometry, Quaternion, Scene, ShadowMaterial, Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { colour, corners, drawBody, reach } from "./bodies.js";
import { Skin } from "./beams.js";
import { Deformable } from "./deformation.js";
import { Arrow, FOOT, Link, Turn, drawGrid, drawJoint, foot, standing } from "./marks.js";
import { colour as themed, dark, onTheme } from "./theme.js";
import { element, number } from "./dom.js";
import { Triad } from "./triad.js";

const NARROW = 600, STRIP = 64; // pixels: where the axes and the scale would lie over the machine, and how high they are
const MOST_LOOKED_AT = 20000; // points, to find the space that a run goes through
const AXES = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

export class View {
  // motions: what is seen only when it is chosen, alone, again and again
  constructor(results, motions, host) {
    const runs = [...results, ...motions];
    this.runs = runs;
    this.results = results.length;
    this.chosen = results.length ? null : 0;
    this.host = host;
    this.scene = new Scene();
    this.show = { joints: true, forces: false, torques: false, grid: true, runs: true, colours: true, collisions: runs.some((run) => run.collisions) };
    this.arrowScale = 1;
    this.deformationScale = 1;
    this.ranges = ranges(runs);
    this.fields = fields(runs);
    this.field = this.fields.keys().next().value ?? null; // what colours beams
    this.bounds();
    this.camera = new PerspectiveCamera(runs[0].planar ? 10 : 28, 1, 0.001 * this.extent, 1000 * this.extent); // [deg]; what is flat is seen from afar
    this.camera.up.copy(this.up);
    this.light();
    this.machines = runs.map((run, index) => this.machine(run, index > 0 && index < this.results));
    this.hidden = new Set();
    this.renderer = makeRenderer(host);
    this.dress();
    onTheme(() => { this.dress(); this.draw(); });
    this.triad = new Triad(host);
    this.controls = new OrbitControls(this.camera, this.renderer ? this.renderer.domElement : host);
    this.controls.addEventListener("change", () => this.draw());
    this.controls.addEventListener("start", () => { this.moved = true; });
    this.look(runs[0].planar ? "z" : "iso");
    new ResizeObserver(() => requestAnimationFrame(() => this.resize())).observe(host);
    this.resize();
  }

  // the space that all runs go through, the size of the machine at the start, and which way is up
  bounds() {
    const box = new Box3(), start = new Box3(), point = new Vector3(), turn = new Quaternion();
    this.visited = [];
    const all = this.runs.map((run) => run.bodies.map(corners));
    const every = Math.ceil(all.reduce((sum, bodies, r) => sum + bodies.flat().length * this.runs[r].t.length, 0) / MOST_LOOKED_AT) || 1;
    this.runs.forEach((run, r) => {
      run.bodies.forEach((body, b) => {
        const own = all[r][b];
        for (let i = 0; i < run.t.length; i += every) {
          const centre = run.vector(body.position, { i, part: 0 }, new Vector3(), body.of);
          run.rotation(body.rotation, { i, part: 0 }, turn, body.of);
          for (const corner of own) {
            box.expandByPoint(point.copy(corner).applyQuaternion(turn).add(centre));
            this.visited.push(point.clone());
            if (i === 0) start.expandByPoint(point);
          }
        }
      });
      for (const { body, at } of [...run.joints, ...run.links].flatMap(({ a, b }) => [a, b])) {
        if (body < 0) { box.expandByPoint(point.set(...at)); this.visited.push(point.clone()); start.expandByPoint(point); }
      }
    });
    if (box.isEmpty()) { box.expandByPoint(point.set(0, 0, 0)); this.visited.push(point.clone()); }
    this.box = box;
    this.extent = 0.5 * box.getSize(new Vector3()).length() || 1;
    this.size = Math.max(start.getSize(new Vector3()).length(), 0.5 * this.extent);
    const arms = this.runs[0].bodies.map(reach).filter((arm) => arm > 0).sort((x, y) => x - y);
    const typical = arms.length ? arms[arms.length >> 1] : this.size;
    this.mark = Math.min(0.015 * this.size, 0.1 * typical);
    const gravity = this.runs[0].gravity, sizes = gravity.map(Math.abs), most = Math.max(...sizes);
    const axis = most > 0 ? sizes.indexOf(most) : this.runs[0].planar ? 1 : 2;
    this.up = AXES[axis].clone().multiplyScalar(most > 0 && gravity[axis] > 0 ? -1 : 1);
    for (const ground of this.runs.flatMap((run) => [...run.joints, ...run.links].map(standing))) // its foot is seen too
      if (ground) this.visited.push(new Vector3(...ground.at).addScaledVector(this.up, -FOOT * this.mark));
  }

  light() {
    this.scene.add(new HemisphereLight("#ffffff", "#b9c2cf", 1.5), new AmbientLight("#ffffff", 0.5));
    this.lamp = new DirectionalLight("#ffffff", 1.3);
    this.sun = new DirectionalLight("#ffffff", 0.9);
    this.scene.add(this.lamp, this.lamp.target, this.sun, this.sun.target);
  }

  // what stands above the ground throws a shadow on it, from a light nearly overhead; what is flat has no ground below
  shade(centre, normal) {
    const far = 4 * this.extent, { camera } = this.sun.shadow;
    this.sun.castShadow = true;
    this.sun.target.position.copy(centre);
    this.sun.position.copy(centre).addScaledVector(normal, 0.5 * far).addScaledVector(AXES.find((axis) => Math.abs(axis.dot(normal)) < 0.5), 0.06 * far);
    Object.assign(camera, { left: -1.3 * this.extent, right: 1.3 * this.extent, top: 1.3 * this.extent, bottom: -1.3 * this.extent, near: 0.01 * far, far });
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 5;
    this.floor = new Mesh(new PlaneGeometry(2.6 * this.extent, 2.6 * this.extent), new ShadowMaterial({ opacity: dark() ? 0.5 : 0.16, depthWrite: false }));
    this.floor.quaternion.setFromUnitVectors(AXES[2], normal);
    this.floor.position.copy(centre);
    this.floor.receiveShadow = true;
    this.scene.add(this.floor);
    for (const { object } of this.machines.flatMap(({ ghost, parts }) => (ghost ? [] : [...parts.values()]))) object.traverse((part) => { part.castShadow = part.isMesh; });
  }

  // what depends on the colours of the page
  dress() {
    this.scene.background = new Color(themed("stage"));
    for (const old of [this.grid, this.floor]) if (old) this.scene.remove(old);
    this.ground();
  }

  // objects of one run
  machine(run, ghost) {
    const machine = { run, ghost, root: new Group(), bodies: [], joints: [], links: [], feet: [], arrows: [], deformables: [], skins: [], sides: [], parts: new Map() };
    const down = this.up.clone().negate();
    const stand = (one, owner, size) => {
      const ground = standing(one);
      if (!ground) return;
      machine.feet.push({ owner, object: foot(ground.at, size * this.mark, down) });
      machine.root.add(machine.feet.at(-1).object);
    };
    const part = (kind, name, object) => { object.userData.part = `${kind} ${name}`; machine.parts.set(object.userData.part, { name, kind, object }); return object; };
    const holders = run.bodies.map((body, index) => {
      const holder = new Group();
      if (body.shape?.deformation) {
        machine.deformables.push(new Deformable(run, body, colour(index), ghost));
        holder.add(part("body", body.name, machine.deformables.at(-1).object));
      } else if (!body.of) holder.add(part("body", body.name, drawBody(body, index, this.size, ghost, run.planar)));
      machine.root.add(holder);
      return holder;
    });
    machine.bodies = holders;
    if (run.ground.length || run.groundCollisions.length) machine.root.add(drawBody({ pictures: run.ground, collisions: run.groundCollisions, points: [] }, 7, this.size, ghost, run.planar));
    machine.skins = run.beams.map((beam, index) => new Skin(run, beam, colour(index), ghost));
    machine.skins.forEach((skin, index) => machine.root.add(part("beam", run.beams[index].name, skin.object)));
    for (const joint of ghost ? [] : run.joints) {
      const drawn = part(joint.kind, joint.name, drawJoint(joint, this.mark, 8 * this.mark));
      (joint.a.body < 0 ? machine.root : holders[joint.a.body]).add(drawn);
      machine.joints.push(drawn);
      stand(joint, drawn, 1);
    }
    machine.links = run.links.map((link) => new Link(link, this.mark, ghost));
    for (const { link, object } of machine.links) {
      machine.root.add(part(link.kind, link.name, object));
      if (!ghost) stand(link, object, 0.6);
    }
    machine.root.traverse(({ userData }) => { if (userData.sides) machine.sides.push(userData.sides); });
    this.arrows(machine);
    this.scene.add(machine.root);
    return machine;
  }

  // one scale for all forces and one for all torques; peaks near singular positions do not count
  arrows(machine) {
    const { run } = machine;
    for (const [what, tint, Kind] of [["force", "#d1342f", Arrow], ["torque", "#8e4ec6", Turn]]) {
      const shown = run.loads.filter((load) => load[what] !== null);
      const lengths = shown.flatMap((load) => Array.from(run.values({ array: load[what], column: null })));
      const typical = lengths.filter((x) => x > 0).sort((x, y) => x - y);
      const unit = typical.length ? typical[Math.floor(0.95 * (typical.length - 1))] : 1;
      for (const load of shown) {
        const arrow = new Kind(tint, 0.0045 * this.size);
        machine.root.add(arrow.object);
        const label = run.planar && what === "torque" ? element("span", { className: "value", hidden: true }) : null; // in the plane with sign and size
        if (label) this.host.append(label);
        machine.arrows.push({ load, what, arrow, label, factor: (0.3 * this.size) / unit });
      }
    }
  }

  ground() {
    const centre = this.box.getCenter(new Vector3()), planar = this.runs[0].planar;
    const normal = planar ? AXES[2] : this.up.clone();
    const depth = planar ? this.box.min.z - 4 * this.mark : Math.min(this.box.min.dot(normal), this.box.max.dot(normal));
    centre.addScaledVector(normal, depth - centre.dot(normal));
    const [u, v] = AXES.filter((axis) => Math.abs(axis.dot(normal)) < 0.5);
    const { grid, cell } = drawGrid(centre, u, v, 1.2 * this.extent);
    this.grid = grid;
    this.cell = cell;
    this.scene.add(grid);
    if (!planar) this.shade(centre, normal);
  }

  // parts of what is seen first, by a key of their kind and name
  get parts() { return this.machines[0].parts; }

  of(key) { return this.machines.flatMap(({ parts }) => (parts.has(key) ? [parts.get(key).object] : [])); }

  hide(key, hidden) {
    if (hidden) this.hidden.add(key); else this.hidden.delete(key);
    for (const object of this.of(key)) object.visible = !hidden;
    this.draw();
  }

  // see through a part, or no longer; true: now it is
  fade(key) {
    const [first] = this.of(key), faded = !first.userData.faded;
    first.userData.faded = faded;
    for (const surface of surfaces(first)) Object.assign(surface, { transparent: faded, opacity: faded ? 0.25 : 1, depthWrite: !faded, needsUpdate: true });
    this.draw();
    return faded;
  }

  // null: none
  highlight(key) {
    if (key === this.bright) return;
    for (const [one, glow] of [[this.bright, 0], [key, 0.35]]) {
      for (const surface of one ? surfaces(this.parts.get(one).object) : []) surface.emissive?.set(dark() ? "#9fd0ff" : "#ffb13b").multiplyScalar(glow);
    }
    this.bright = key;
    this.draw();
  }

  // the part that a ray meets first, or null
  hit(ray) {
    const solids = [...this.parts.values()].filter(({ object }) => object.visible).map(({ object }) => object);
    const found = ray.intersectObjects(solids, true).find(({ object }) => object.isMesh && visible(object));
    let node = found?.object ?? null;
    while (node && !node.userData.part) node = node.parent;
    return node?.userData.part ?? null;
  }

  get collides() { return this.machines.some(({ sides }) => sides.length > 0); }

  get deforms() { return this.machines.some((machine) => machine.deformables.length > 0); }

  anchor(machine, { body, at }) {
    const point = new Vector3(...at);
    return body < 0 ? point : point.applyQuaternion(machine.bodies[body].quaternion).add(machine.bodies[body].position);
  }

  seen(machine, index) {
    if (this.chosen !== null) return index === this.results + this.chosen;
    return index < this.results && (!machine.ghost || this.show.runs);
  }

  moment(run, index, time) {
    return index < this.results ? time : run.start + (Math.max(time - run.start, 0) % (run.end - run.start || 1));
  }

  update(time) {
    this.machines.forEach((machine, index) => {
      const { run } = machine, place = run.locate(this.moment(run, index, time));
      machine.root.visible = this.seen(machine, index);
      run.bodies.forEach((body, index) => {
        run.vector(body.position, place, machine.bodies[index].position, body.of);
        run.rotation(body.rotation, place, machine.bodies[index].quaternion, body.of);
      });
      for (const skin of machine.root.visible ? machine.skins : []) skin.update(place, this.field, this.show.colours ? this.fields.get(this.field)?.range : null);
      for (const body of machine.deformables) body.update(place, this.deformationScale, this.show.colours ? this.ranges : null);
      for (const [key, { object }] of machine.parts) object.visible = !this.hidden.has(key);
      for (const [seen, hulls] of machine.sides) { hulls.visible = this.show.collisions; seen.visible = !hulls.visible; }
      for (const joint of machine.joints) joint.visible &&= this.show.joints;
      for (const { owner, object } of machine.feet) object.visible = owner.visible && this.show.joints;
      for (const link of machine.links) link.update(this.anchor(machine, link.link.a), this.anchor(machine, link.link.b));
      for (const { load, what, arrow, label, factor } of machine.arrows) {
        const on = what === "force" ? this.show.forces : this.show.torques;
        arrow.object.visible = on;
        if (label) label.hidden = !on || !machine.root.visible;
        if (!on) continue;
        const vector = run.vector(load[what], place, new Vector3());
        if (label) label.textContent = `${number(vector.z, 3)} N m`;
        vector.multiplyScalar(factor * this.arrowScale);
        arrow.update(this.anchor(machine, load.at), vector.clampLength(0, 3 * this.size));
      }
    });
    this.grid.visible = this.show.grid;
    if (this.floor) this.floor.visible = this.show.grid;
    this.draw();
  }

  // from an axis, from a corner, or (fit) from where the camera is, so that the whole motion is seen
  look(from) {
    const right = AXES.find((axis) => Math.abs(axis.dot(this.up)) < 0.5), deep = this.up.clone().cross(right), size = this.box.getSize(new Vector3());
    const fixed = { x: AXES[0].clone(), y: AXES[1].clone().multiplyScalar(this.up.y > 0 ? 1 : -1), z: AXES[2].clone() };
    // what is wide is seen from its broad side
    const wide = size.dot(right) >= Math.abs(size.dot(deep));
    fixed.iso = right.clone().multiplyScalar(wide ? 0.55 : 1).addScaledVector(deep, wide ? -1 : -0.55).addScaledVector(this.up, 0.45);
    const direction = fixed[from] ?? this.camera.position.clone().sub(this.controls.target);
    // never exactly along the way up, which would leave open how the camera is turned
    if (Math.abs(direction.dot(this.up)) > 0.999 * direction.length()) direction.addScaledVector(deep, -1e-3);
    this.frame(direction.normalize());
    this.moved = false;
    this.controls.update();
    this.draw();
  }

  // Puts the camera so that all points ever visited just fit between the four sides of the picture. In camera axes a side holds a point
  // if x + h z <= cx + h d (h: half a width at distance 1), and so on: the largest left sides give the place cx, cy and the distance d.
  frame(direction) {
    const centre = this.box.getCenter(new Vector3()), margin = 0.86, { clientWidth, clientHeight } = this.host;
    const half = Math.tan((this.camera.fov * Math.PI) / 360), high = margin * half, wide = high * this.camera.aspect;
    const low = Math.max(high - (clientWidth < NARROW ? (2 * half * STRIP) / clientHeight : 0), 0.2 * high); // above what stands in the corners
    this.camera.position.copy(centre).add(direction);
    this.camera.lookAt(centre);
    const back = this.camera.quaternion.clone().invert(), point = new Vector3();
    const most = [-Infinity, -Infinity, -Infinity, -Infinity];
    for (const visited of this.visited) {
      const { x, y, z } = point.copy(visited).sub(centre).applyQuaternion(back);
      [x + wide * z, wide * z - x, y + high * z, low * z - y].forEach((side, k) => { most[k] = Math.max(most[k], side); });
    }
    const away = Math.max((most[0] + most[1]) / (2 * wide), (most[2] + most[3]) / (high + low), 0) || 3 * this.extent;
    const shift = new Vector3((most[0] - most[1]) / 2, (most[2] - most[3] - (high - low) * away) / 2, 0).applyQuaternion(this.camera.quaternion);
    this.controls.target.copy(centre).add(shift);
    this.camera.position.copy(this.controls.target).addScaledVector(direction, away);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.renderer?.setSize(width, height);
    if (!this.moved) this.look("fit"); // until the user takes the camera
    this.draw();
  }

  // where the bodies of a run are drawn, by name
  positions(index = 0) {
    const { run, bodies } = this.machines[index];
    return Object.fromEntries(run.bodies.map((body, i) => [body.name, bodies[i].position.toArray()]));
  }

  // a text at a point of the scene
  place(label, point) {
    const { x, y } = point.clone().project(this.camera), { clientWidth: width, clientHeight: height } = this.host;
    label.style.transform = `translate(${((1 + x) * width) / 2 + 8}px, ${((1 - y) * height) / 2 + 8}px)`;
  }

  draw() {
    if (!this.renderer) return;
    const across = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    this.lamp.position.copy(this.camera.position).addScaledVector(across, 0.4 * this.extent).addScaledVector(this.up, 0.8 * this.extent);
    this.lamp.target.position.copy(this.controls.target);
    this.renderer.render(this.scene, this.camera);
    for (const { label, arrow } of this.machines.flatMap(({ arrows }) => arrows)) if (label && !label.hidden) this.place(label, arrow.object.position);
    this.triad.draw(this.camera);
  }
}

function visible(object) {
  return object === null || (object.visible && visible(object.parent));
}

function surfaces(object) {
  const found = new Set();
  object.traverse((part) => { if (part.isMesh) found.add(part.material); });
  return found;
}

// least and largest value of what colours surfaces, for each unit
function ranges(runs) {
  const found = new Map();
  for (const { shape } of runs.flatMap((run) => run.bodies)) {
    if (!shape?.deformation?.colours) continue;
    const { unit, range: [low, high] } = shape.deformation, known = found.get(unit) ?? [low, high];
    found.set(unit, [Math.min(low, known[0]), Math.max(high, known[1])]);
  }
  return found;
}

// what can colour beams, with the least and largest value in all runs
function fields(runs) {
  const found = new Map();
  for (const { label, unit, range: [low, high] } of runs.flatMap((run) => run.beams).flatMap((beam) => beam.fields)) {
    const known = found.get(label)?.range ?? [low, high];
    found.set(label, { unit, range: [Math.min(low, known[0]), Math.max(high, known[1])] });
  }
  return found;
}

function makeRenderer(host) {
  try {
    const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    host.append(renderer.domElement);
    return renderer;
  } catch {
    host.append("This browser shows no 3D graphics (WebGL); plots and tables work without.");
    return null;
  }
}
