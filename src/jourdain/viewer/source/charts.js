// Charts of sections: lines or points over any x, which may go forth and back; linear or logarithmic axes.
import uPlot from "uplot";
import { DASHES, INKS, ink } from "./colours.js";
import { element, number, short } from "./dom.js";
import { colour, onTheme } from "./theme.js";

const HEIGHT = 300, FONT = "11px system-ui, sans-serif";

export function chart(plain) {
  const host = element("div", { className: "canvas" }), readout = element("span", { className: "readout" });
  const box = element("figure", { className: "chart" }, host, element("figcaption", {}, element("span", {}, plain.caption), readout));
  const drawn = new Drawn(plain, host, readout);
  new ResizeObserver(() => requestAnimationFrame(() => drawn.fit())).observe(host);
  onTheme(() => drawn.plot?.redraw());
  return box;
}

class Drawn {
  constructor(plain, host, readout) {
    Object.assign(this, plain, { host, readout, plot: null });
    const fits = (value, log) => Number.isFinite(value) && (!log || value > 0);
    this.shown = plain.lines.map(({ x, y }) => Array.from(x, (_, i) => fits(x[i], plain.x_log) && fits(y[i], plain.y_log)));
    const grows = plain.lines.every(({ x }) => x.every((value, i) => i === 0 || !(value < x[i - 1])));
    this.ranges = { x: this.range("x", plain.x_log, grows && !plain.points && !plain.equal), y: this.range("y", plain.y_log, false) };
    this.tight = { ...this.ranges };
  }

  // around all that is shown; tight: without room beside it
  range(axis, log, tight) {
    let low = Infinity, high = -Infinity;
    this.lines.forEach((line, k) => line[axis].forEach((value, i) => {
      if (this.shown[k][i]) { low = Math.min(low, value); high = Math.max(high, value); }
    }));
    if (low > high) return log ? [1, 10] : [0, 1];
    if (tight && high > low) return [low, high];
    if (log) return powers(low, high);
    const room = 0.06 * (high - low) || 0.1 * Math.abs(high) || 1;
    return [low - room, high + room];
  }

  // the chart is made when it first has a size: not in a tab that nobody has opened
  fit() {
    const width = this.host.clientWidth;
    if (!width) return;
    if (this.plot) this.plot.setSize({ width, height: HEIGHT });
    else this.plot = this.make(width);
  }

  // drawings: a metre is as long up as across
  level({ bbox: { width, height }, setScale }) {
    const size = ([low, high]) => high - low, per = Math.max(size(this.tight.x) / width, size(this.tight.y) / height);
    for (const [name, pixels] of [["x", width], ["y", height]]) {
      const [low, high] = this.tight[name], room = (per * pixels - (high - low)) / 2;
      this.ranges[name] = [low - room, high + room];
      setScale(name, { min: low - room, max: high + room });
    }
  }

  make(width) {
    const axis = (name, more) => ({ label: this[`${name}_label`], labelSize: 18, labelFont: FONT, font: FONT, stroke: () => colour("soft"),
      grid: { stroke: () => colour("faint"), width: 1 }, ticks: { stroke: () => colour("line"), width: 1, size: 5 }, values: (_, ticks) => ticks.map((x) => (x == null ? "" : short(x))),
      ...(this[`${name}_log`] ? { splits: (_plot, _axis, low, high) => powerTicks(low, high), filter: named } : {}), ...more });
    const scale = (name) => ({ time: false, auto: true, distr: this[`${name}_log`] ? 3 : 1, range: () => this.ranges[name] });
    const series = this.lines.map(({ label }, k) => ({ label, stroke: () => ink(k), width: 1.7, points: { show: false },
      paths: (plot) => this.draw(plot, k), facets: [{ scale: "x", auto: true }, { scale: "y", auto: true }] }));
    const options = {
      mode: 2, width, height: HEIGHT, series: [null, ...series], scales: { x: scale("x"), y: scale("y") },
      axes: [axis("x", { scale: "x", size: 30 }), axis("y", { scale: "y", size: 62 })],
      legend: { live: false, show: this.lines.length > 1 || Boolean(this.lines[0]?.label) },
      cursor: { drag: { x: true, y: true, uni: 30, setScale: true }, points: { show: false } },
      hooks: { setCursor: [(plot) => this.read(plot)], ...(this.equal ? { ready: [(plot) => this.level(plot)], setSize: [(plot) => this.level(plot)] } : {}) },
    };
    return new uPlot(options, [null, ...this.lines.map(({ x, y }) => [x, y])], this.host);
  }

  // uPlot's own paths want x to grow, so that lines are drawn here, anew for every picture
  draw(plot, k) {
    const { ctx, bbox } = plot, { x, y } = this.lines[k], shown = this.shown[k], pixel = devicePixelRatio;
    ctx.save();
    ctx.beginPath();
    const over = this.points ? 4 * pixel : 0; // dots at the edge are whole
    ctx.rect(bbox.left - over, bbox.top - over, bbox.width + 2 * over, bbox.height + 2 * over);
    ctx.clip();
    ctx.strokeStyle = ctx.fillStyle = ink(k);
    ctx.lineWidth = 1.7 * pixel;
    ctx.lineJoin = "round";
    ctx.setLineDash(DASHES[Math.floor(k / INKS) % DASHES.length].map((part) => part * pixel));
    const line = new Path2D(), dots = new Path2D();
    for (let i = 0; i < x.length; i++) {
      if (!shown[i]) continue;
      const at = [plot.valToPos(x[i], "x", true), plot.valToPos(y[i], "y", true)];
      if (this.points || !(shown[i - 1] || shown[i + 1])) { dots.moveTo(...at); dots.arc(...at, 3 * pixel, 0, 2 * Math.PI); }
      else if (shown[i - 1]) line.lineTo(...at);
      else line.moveTo(...at);
    }
    ctx.stroke(line);
    ctx.fill(dots);
    ctx.restore();
    return null;
  }

  read({ cursor: { left, top }, posToVal }) {
    this.readout.textContent = left >= 0 && top >= 0 ? `${number(posToVal(left, "x"))}, ${number(posToVal(top, "y"))}` : "";
  }
}

// whole powers of ten around, but for a hair's breadth; a narrow range is left as it is, with some room
function powers(low, high) {
  const span = Math.log10(high / low);
  if (span < 1) return [low, high].map((end, k) => end * 10 ** ((k ? 1 : -1) * Math.max(0.08 * span, 0.03)));
  return [10 ** Math.floor(Math.log10(low) + 1e-3), 10 ** Math.ceil(Math.log10(high) - 1e-3)];
}

// 1 .. 9 of each power of ten, every few powers alone where there are many, and even steps where less than two are left
function powerTicks(low, high) {
  const span = Math.log10(high / low), every = Math.ceil(span / 10), found = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += every) {
    for (let lead = 1; lead <= (span > 6 ? 1 : 9); lead++) found.push(Number(`${lead}e${power}`));
  }
  const inside = found.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
  return inside.length > 1 ? inside : Array.from({ length: 5 }, (__, k) => low + (k * (high - low)) / 4);
}

// which ticks have a number beside them
function named(_, ticks) {
  const span = Math.log10(ticks.at(-1) / ticks[0]), leads = span > 2 ? [1] : span > 1 ? [1, 2, 5] : span > 0.4 ? [1, 2, 3, 5, 7] : [1, 2, 3, 4, 5, 6, 7, 8, 9];
  return ticks.map((tick) => (leads.includes(Number(tick.toExponential()[0])) ? tick : null));
}
