// The directions x, y, z in a corner of the view.
import { Vector3 } from "three";
import { element } from "./dom.js";

const SIZE = 72, ARM = 24;
const AXES = [["x", "#c0392b", new Vector3(1, 0, 0)], ["y", "#2c8a4b", new Vector3(0, 1, 0)], ["z", "#2166b0", new Vector3(0, 0, 1)]];

export class Triad {
  constructor(host) {
    const fine = Math.min(window.devicePixelRatio, 2);
    this.canvas = element("canvas", { className: "triad", width: SIZE * fine, height: SIZE * fine });
    this.pen = this.canvas.getContext("2d");
    this.pen.scale(fine, fine);
    host.append(this.canvas);
  }

  draw(camera) {
    const { pen } = this, back = camera.quaternion.clone().invert();
    pen.clearRect(0, 0, SIZE, SIZE);
    Object.assign(pen, { lineWidth: 2, lineCap: "round", font: "600 12px system-ui, sans-serif", textAlign: "center", textBaseline: "middle" });
    const seen = AXES.map(([name, tint, axis]) => ({ name, tint, way: axis.clone().applyQuaternion(back) })).sort((p, q) => p.way.z - q.way.z);
    for (const { name, tint, way } of seen) {
      pen.strokeStyle = pen.fillStyle = tint;
      pen.beginPath();
      pen.moveTo(SIZE / 2, SIZE / 2);
      pen.lineTo(SIZE / 2 + ARM * way.x, SIZE / 2 - ARM * way.y);
      pen.stroke();
      // an axis that points at the eye has its letter beside the others
      const near = Math.hypot(way.x, way.y) < 0.15;
      pen.fillText(name, SIZE / 2 + (near ? -8 : (ARM + 8) * way.x), SIZE / 2 - (near ? -8 : (ARM + 8) * way.y));
    }
  }
}
