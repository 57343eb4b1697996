// Charts of sections: lines or points over any x, which may go forth and back; linear or logarithmic axes.
import uPlot from "uplot";
import { DASHES, LINES } from "./colours.js";
import { element, number, short } from "./dom.js";

const HEIGHT = 300, FONT = "11px system-ui, sans-serif";

export function chart(plain) {
  const host = element("div", { className: "canvas" }), readout = element("span", { className: "readout" });
  const box = element("figure", { className: "chart" }, host, element("figcaption", {}, element("span", {}, plain.caption), readout));
  const drawn = new Drawn(plain, host, readout);
  new ResizeObserver(() => requestAnimationFrame(() => drawn.fit())).observe(host);
  return box;
}

class Drawn {
  constructor(plain, host, readout) {
    Object.assign(this, plain, { host, readout, plot: null });
    const fits = (value, log) => Number.isFinite(value) && (!log || value > 0);
    this.shown = plain.lines.map(({ x, y }) => Array.from(x, (_, i) => fits(x[i], plain.x_log) && fits(y[i], plain.y_log)));
    this.ranges = { x: this.range("x", plain.x_log), y: this.range("y", plain.y_log) };
  }

  // around all that is shown
  range(axis, log) {
    let low = Infinity, high = -Infinity;
    this.lines.forEach((line, k) => line[axis].forEach((value, i) => {
      if (this.shown[k][i]) { low = Math.min(low, value); high = Math.max(high, value); }
    }));
    if (low > high) return log ? [1, 10] : [0, 1];
    if (log) return axis === "x" && high > 1.5 * low ? [low, high] : decades(low, high);
    const room = (axis === "x" && !this.points && high > low ? 0 : 0.06) * (high - low) || (high > low ? 0 : 0.1 * Math.abs(high) || 1);
    return [low - room, high + room];
  }

  // the chart is made when it first has a size: not in a tab that nobody has opened
  fit() {
    const width = this.host.clientWidth;
    if (!width) return;
    if (this.plot) this.plot.setSize({ width, height: HEIGHT });
    else this.plot = this.make(width);
  }

  make(width) {
    const axis = (name, more) => ({ label: this[`${name}_label`], labelSize: 18, labelFont: FONT, font: FONT, stroke: "#56616e",
      grid: { stroke: "#e3e8ee", width: 1 }, ticks: { stroke: "#c3cbd5", width: 1, size: 5 }, values: (_, ticks) => ticks.map((x) => (x == null ? "" : short(x))), ...more });
    const scale = (name) => ({ time: false, auto: true, distr: this[`${name}_log`] ? 3 : 1, range: () => this.ranges[name] });
    const series = this.lines.map(({ label }, k) => ({ label, stroke: LINES[k % LINES.length], width: 1.7, points: { show: false },
      paths: (plot) => this.draw(plot, k), facets: [{ scale: "x", auto: true }, { scale: "y", auto: true }] }));
    const options = {
      mode: 2, width, height: HEIGHT, series: [null, ...series], scales: { x: scale("x"), y: scale("y") },
      axes: [axis("x", { scale: "x", size: 30 }), axis("y", { scale: "y", size: 62 })],
      legend: { live: false, show: this.lines.length > 1 || Boolean(this.lines[0]?.label) },
      cursor: { drag: { x: true, y: true, uni: 30, setScale: true }, points: { show: false } },
      hooks: { setCursor: [(plot) => this.read(plot)] },
    };
    return new uPlot(options, [null, ...this.lines.map(({ x, y }) => [x, y])], this.host);
  }

  // uPlot's own paths want x to grow, so that lines are drawn here, anew for every picture
  draw(plot, k) {
    const { ctx, bbox } = plot, { x, y } = this.lines[k], shown = this.shown[k], pixel = devicePixelRatio;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.strokeStyle = ctx.fillStyle = LINES[k % LINES.length];
    ctx.lineWidth = 1.7 * pixel;
    ctx.lineJoin = "round";
    ctx.setLineDash(DASHES[Math.floor(k / LINES.length) % DASHES.length].map((part) => part * pixel));
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

// whole powers of ten around, but for a hair's breadth
function decades(low, high) {
  const from = Math.floor(Math.log10(low) + 1e-3), to = Math.ceil(Math.log10(high) - 1e-3);
  return [10 ** from, 10 ** Math.max(to, from + 1)];
}
