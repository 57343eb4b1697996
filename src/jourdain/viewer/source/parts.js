// The parts of the machine: a list to hide, see through and find them, names under the mouse, and values of the one chosen.
import { Raycaster, Vector2 } from "three";
import { curveKey } from "./data.js";
import { element, number } from "./dom.js";

const STILL = 4; // pixels that a click may move
const SUFFIXES = ["", " x", " y", " z", " size"];

export class Parts {
  constructor(view, plots, run) {
    Object.assign(this, { view, plots, run, chosen: null, ray: new Raycaster() });
    this.tip = element("div", { className: "tip", hidden: true });
    this.card = element("div", { className: "card", hidden: true });
    this.list = this.makeList();
    view.host.append(this.tip, this.card);
    if (view.renderer) this.follow(view.renderer.domElement);
  }

  // made when it is first opened, as large machines have thousands of parts
  makeList() {
    const list = element("details", { className: "parts" }, element("summary", {}, "parts"));
    list.addEventListener("toggle", () => list.append(this.rows()), { once: true });
    return list;
  }

  rows() {
    const rows = [...this.view.parts].map(([key, { name, kind }]) => {
      const shown = element("input", { type: "checkbox", checked: true, title: "show or hide" });
      shown.onchange = () => this.view.hide(key, !shown.checked);
      const through = element("button", { className: "through", title: "see through", onclick: () => through.classList.toggle("on", this.view.fade(key)) }, "\u25cc");
      const row = element("div", {}, shown, through, element("button", { className: "link", onclick: () => this.choose(key) }, name), element("span", {}, kind));
      row.onmouseenter = () => this.view.highlight(key);
      row.onmouseleave = () => this.view.highlight(this.chosen);
      row.dataset.name = `${name} ${kind}`.toLowerCase();
      return row;
    });
    const search = element("input", { type: "search", placeholder: "find a part" });
    search.oninput = () => { for (const row of rows) row.hidden = !row.dataset.name.includes(search.value.trim().toLowerCase()); };
    return element("div", { className: "choices" }, ...(rows.length > 12 ? [search] : []), ...rows);
  }

  follow(canvas) {
    let from = null;
    canvas.addEventListener("pointermove", (event) => { if (!event.buttons) this.point(event); });
    canvas.addEventListener("pointerleave", () => this.name(null));
    canvas.addEventListener("pointerdown", ({ clientX, clientY }) => { from = [clientX, clientY]; this.name(null); });
    canvas.addEventListener("pointerup", (event) => {
      if (from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < STILL) this.choose(this.under(event));
    });
  }

  under({ clientX, clientY }) {
    const { left, top, width, height } = this.view.host.getBoundingClientRect();
    this.ray.setFromCamera(new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height), this.view.camera);
    return this.view.hit(this.ray);
  }

  point(event) {
    if (this.waiting) return; // once in a frame is enough
    this.waiting = requestAnimationFrame(() => {
      this.waiting = null;
      const key = this.under(event), { left, top } = this.view.host.getBoundingClientRect();
      this.name(key, event.clientX - left, event.clientY - top);
    });
  }

  name(key, x = 0, y = 0) {
    this.tip.hidden = key === null;
    if (key !== (this.named ?? null)) this.view.highlight(key ?? this.chosen);
    this.named = key;
    if (key === null) return;
    const { name, kind } = this.view.parts.get(key);
    this.tip.textContent = `${name} (${kind})`;
    Object.assign(this.tip.style, { left: `${x + 12}px`, top: `${y + 12}px` });
  }

  // values of a part, and which of them are plotted; null: none
  choose(key) {
    this.chosen = key;
    this.card.hidden = key === null;
    this.view.highlight(key);
    if (key === null) return;
    const { name, kind } = this.view.parts.get(key);
    const own = (this.run?.curves ?? []).filter((curve) => SUFFIXES.some((end) => curve.name === name + end) || curve.name.startsWith(`${name}: `));
    this.values = own.map((curve) => ({ curve, cell: element("td", { className: "number" }) }));
    const rows = this.values.map(({ curve, cell }) => element("tr", {}, element("td", {}, this.box(curve)), element("th", {}, label(curve, name)), cell, element("td", {}, curve.unit)));
    this.card.replaceChildren(element("header", {}, element("b", {}, name), element("span", {}, kind), element("button", { title: "close", onclick: () => this.choose(null) }, "\u00d7")),
      ...(rows.length ? [element("div", { className: "rows" }, element("table", {}, element("tbody", {}, ...rows)))] : [element("p", { className: "hint" }, "Nothing of it was recorded.")]));
    this.setTime(this.time);
  }

  box(curve) {
    const key = curveKey(curve), box = element("input", { type: "checkbox", checked: this.plots?.chosen.has(key), title: "plot it" });
    box.onchange = () => { if (box.checked) this.plots.chosen.add(key); else this.plots.chosen.delete(key); this.plots.draw(); };
    return box;
  }

  setTime(time) {
    this.time = time;
    if (this.chosen === null || !this.run) return;
    const place = this.run.nearest(time);
    for (const { curve, cell } of this.values) cell.textContent = number(this.run.values(curve)[place]);
  }
}

// what a curve shows of its part: "velocity x", "force size"
function label({ group, name }, part) {
  return name.startsWith(`${part}: `) ? name.slice(part.length + 2) : `${singular(group)}${name.slice(part.length)}`;
}

export function singular(group) {
  return { energies: "energy", velocities: "velocity", "angular velocities": "angular velocity" }[group] ?? group.replace(/a$/, "um").replace(/s$/, "");
}
