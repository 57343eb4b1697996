// Plots: chosen curves, one panel per unit, with the time of the page as a line and events as marks.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { DASHES, ink } from "./colours.js";
import { curveKey } from "./data.js";
import { element, number, short } from "./dom.js";
import { singular } from "./parts.js";
import { colour, onTheme } from "./theme.js";

const MOST_EVENTS = 200, MOST_NAMES = 8, MOST_COORDINATES = 6;

export class Plots {
  constructor(runs, onPick) {
    this.runs = runs;
    this.onPick = onPick;
    this.time = runs[0].start;
    this.curves = new Map();
    for (const run of runs) for (const curve of run.curves) if (!this.curves.has(curveKey(curve))) this.curves.set(curveKey(curve), curve);
    this.chosen = this.choice();
    this.panels = [];
    this.list = this.makeList();
    this.host = element("div", { className: "panels" });
    new ResizeObserver(() => requestAnimationFrame(() => this.fit())).observe(this.host);
    onTheme(() => this.draw());
  }

  // what is plotted at first: named measures, what a drive needs, a coordinate that is free, and the largest reaction;
  // or coordinates and energies
  choice() {
    const all = [...this.curves.values()], first = this.runs[0], of = (group, most) => all.filter((curve) => curve.group === group).slice(0, most);
    if (!first.bodies.length) return new Set([...of("coordinates", MOST_COORDINATES), ...of("energies", 2)].map(curveKey));
    const moves = (curve) => { const x = first.values(curve); return x.some((value) => Math.abs(value - x[0]) > 1e-6); };
    const own = first.curves.filter((curve) => curve.group === "measures").slice(0, 3);
    const acts = (name) => all.filter((curve) => curve.group === "reactions" && [": torque", ": force", ": torque size", ": force size"].some((end) => curve.name === name + end)).slice(0, 1);
    const drives = first.table.filter(({ kind }) => kind === "drive").slice(0, 1).flatMap(({ name }) => acts(name));
    const last = first.bodies[first.bodies.length - 1]?.name;
    const body = all.filter((curve) => curve.group === "positions" && [" x", " y", " z"].some((axis) => curve.name === last + axis));
    const free = new Set(first.joints.map(({ name }) => name).filter((name) => !first.driven.includes(name)));
    const joint = ["slides", "angles"].flatMap((group) => all.filter((curve) => curve.group === group && free.has(curve.name) && moves(curve))).slice(0, 1);
    const acting = ({ kind }) => ["force", "load"].includes(kind); // joints before these
    const peak = first.table.filter(({ kind }) => kind !== "drive").sort((x, y) => acting(x) - acting(y) || y.force.size - x.force.size)[0];
    const force = all.filter((curve) => curve.group === "reactions" && curve.name === `${peak?.name}: force size`);
    const coordinate = joint.length ? joint : body.filter(moves);
    return new Set([...(own.length ? own : coordinate), ...drives, ...force].map(curveKey));
  }

  // made when it is first opened: large machines have thousands of curves
  makeList() {
    const list = element("details", { className: "curves" }, element("summary", {}, "Curves"));
    list.addEventListener("toggle", () => list.append(this.choices()), { once: true });
    return list;
  }

  choices() {
    const groups = new Map();
    for (const [key, curve] of this.curves) {
      const box = element("input", { type: "checkbox", checked: this.chosen.has(key) });
      box.onchange = () => { if (box.checked) this.chosen.add(key); else this.chosen.delete(key); this.draw(); };
      const row = element("label", {}, box, element("span", {}, `${curve.name} [${curve.unit}]`));
      if (!groups.has(curve.group)) groups.set(curve.group, []);
      groups.get(curve.group).push({ row, key, name: curve.name.toLowerCase() });
    }
    const parts = [...groups].map(([group, rows]) => ({ rows, node: element("details", { open: rows.some(({ key }) => this.chosen.has(key)) },
      element("summary", {}, group), ...rows.map(({ row }) => row)) }));
    const search = element("input", { type: "search", placeholder: "find a curve" });
    search.oninput = () => {
      const wanted = search.value.trim().toLowerCase();
      for (const { rows, node } of parts) {
        for (const { row, name } of rows) row.hidden = !name.includes(wanted);
        node.hidden = rows.every(({ row }) => row.hidden);
        if (wanted) node.open = !node.hidden;
      }
    };
    return element("div", { className: "choices" }, search, ...parts.map(({ node }) => node));
  }

  draw() {
    for (const panel of this.panels) panel.destroy();
    this.host.replaceChildren();
    const units = new Map();
    for (const key of this.chosen) {
      const curve = this.curves.get(key);
      units.set(curve.unit, [...(units.get(curve.unit) ?? []), curve]);
    }
    if (!units.size) this.host.append(element("p", { className: "hint" }, "Choose what to plot from the list of curves."));
    this.panels = [...units].map(([unit, curves]) => this.panel(unit, curves));
    this.fit();
    this.setTime(this.time);
  }

  panel(unit, curves) {
    const series = [], tables = [];
    curves.forEach((curve, index) => this.runs.forEach((run, r) => {
      const own = run.byName.get(curveKey(curve));
      if (!own) return;
      tables.push([Array.from(run.t), Array.from(run.values(own), (x) => (Number.isFinite(x) ? x : null))]);
      series.push({ label: this.runs.length > 1 ? `${curve.name}, ${run.label}` : curve.name, stroke: () => ink(index), width: 1.6, pxAlign: 0,
        dash: DASHES[r % DASHES.length], spanGaps: true, points: { show: false }, value: (_, x) => (x == null ? "\u2013" : number(x)) });
    }));
    const axis = { stroke: () => colour("soft"), grid: { stroke: () => colour("faint"), width: 1 }, ticks: { stroke: () => colour("line"), width: 1 }, font: "11px system-ui, sans-serif" };
    const options = {
      width: 400, height: 180, series: [{ label: "t [s]", value: (_, x) => (x == null ? "\u2013" : number(x)) }, ...series],
      scales: { x: { time: false }, y: { range: (_, low, high) => margins(low, high) } },
      axes: [{ ...axis, size: 32 }, { ...axis, size: 62, label: `${quantity(curves)} [${unit}]`, labelSize: 16, labelFont: "11px system-ui, sans-serif", values: (_, ticks) => ticks.map(short) }],
      cursor: { drag: { x: true, y: false, setScale: true }, points: { show: false }, y: false },
      hooks: { draw: [(plot) => this.events(plot)], setScale: [(plot, scale) => scale === "x" && this.zoom(plot)], setSize: [() => this.line()] },
    };
    const plot = new uPlot(options, uPlot.join(tables), this.host);
    plot.now = element("div", { className: "now" });
    plot.over.append(plot.now);
    plot.over.addEventListener("click", (event) => this.onPick(plot.posToVal(event.offsetX, "x")));
    plot.over.addEventListener("mouseleave", () => this.legend(plot));
    return plot;
  }

  events(plot) {
    const { ctx, bbox } = plot, events = this.runs.flatMap((run) => run.events).slice(0, MOST_EVENTS);
    ctx.save();
    ctx.strokeStyle = "#b98a2f";
    ctx.fillStyle = "#8a651c";
    ctx.font = `${10 * devicePixelRatio}px system-ui, sans-serif`;
    [ctx.textAlign, ctx.textBaseline] = ["left", "top"];
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    for (const { name, t } of events) {
      const x = plot.valToPos(t, "x", true);
      if (x < bbox.left || x > bbox.left + bbox.width) continue;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      if (events.length <= MOST_NAMES) ctx.fillText(name, x + 3 * devicePixelRatio, bbox.top + 2 * devicePixelRatio);
    }
    ctx.restore();
  }

  // all panels show the same stretch of time
  zoom(plot) {
    const { min, max } = plot.scales.x;
    for (const other of this.panels) {
      if (other !== plot && (other.scales.x.min !== min || other.scales.x.max !== max)) other.setScale("x", { min, max });
    }
    this.line();
  }

  fit() {
    const width = Math.max(this.host.clientWidth, 200);
    const room = this.host.clientHeight / Math.max(this.panels.length, 1);
    for (const panel of this.panels) {
      const legend = panel.root.offsetHeight - panel.height;
      panel.setSize({ width, height: Math.max(Math.min(room - legend - 4, 560), 130) });
    }
  }

  setTime(time) {
    this.time = time;
    this.line();
    for (const panel of this.panels) this.legend(panel);
  }

  line() {
    for (const panel of this.panels) {
      if (!panel.now) continue;
      const at = panel.valToPos(this.time, "x");
      panel.now.style.display = at >= 0 && at <= panel.over.clientWidth ? "block" : "none";
      panel.now.style.transform = `translateX(${at}px)`;
    }
  }

  legend(panel) {
    panel.setLegend({ idx: panel.valToIdx(this.time) });
  }
}

// what the curves of a panel are, by the groups that they are from
function quantity(curves) {
  const names = curves.map(({ group, name, unit }) => (group === "reactions" ? (unit === "N" ? "force" : "torque") : group === "measures" ? name : singular(group)));
  const found = [...new Set(names)];
  return found.length > 3 ? found[0] : found.join(", ");
}

function margins(low, high) {
  const spread = high - low || Math.abs(high) || 1;
  return [low - 0.06 * spread, high + 0.06 * spread];
}
