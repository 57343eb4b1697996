// The clock of the page: one time that everything follows, moved by playing, the slider, keys and plots.
import { element } from "./dom.js";

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

export class Player {
  constructor(runs, onTime) {
    this.runs = runs;
    this.onTime = onTime;
    this.start = Math.min(...runs.map((run) => run.start));
    this.end = Math.max(...runs.map((run) => run.end));
    this.time = this.start;
    this.playing = false;
    const real = SPEEDS.filter((speed) => (this.end - this.start) / speed >= 3);
    this.speed = Math.min(1, real[real.length - 1] ?? SPEEDS[0]);
    if ((this.end - this.start) / this.speed > 40) this.speed = SPEEDS.find((s) => (this.end - this.start) / s <= 40) ?? 100;
    this.loop = true;
    this.decimals = Math.min(Math.max(3 - Math.floor(Math.log10(this.end - this.start || 1)), 0), 12);
    this.bar = this.controls();
    window.addEventListener("keydown", (event) => this.key(event));
  }

  controls() {
    this.button = element("button", { id: "play", title: "play or pause (space)", onclick: () => this.toggle() }, "\u25b6");
    this.slider = element("input", { id: "time", type: "range", min: 0, max: 1, step: "any", value: 0, title: "time (arrow keys: one output)" });
    this.slider.oninput = () => { this.pause(); this.set(this.start + this.slider.valueAsNumber * (this.end - this.start)); };
    this.clock = element("output", { id: "clock" });
    const speed = element("select", { id: "speed", title: "speed: simulated seconds in one second" },
      ...SPEEDS.map((s) => element("option", { value: s, selected: s === this.speed }, `${s}\u00d7`)));
    speed.onchange = () => { this.speed = Number(speed.value); speed.blur(); };
    const loop = element("input", { id: "loop", type: "checkbox", checked: true });
    loop.onchange = () => { this.loop = loop.checked; };
    return element("div", { className: "bar player" }, this.button, this.slider, this.clock, speed,
      element("label", {}, loop, "loop"));
  }

  set(time) {
    this.time = Math.min(Math.max(time, this.start), this.end);
    this.slider.value = this.end > this.start ? (this.time - this.start) / (this.end - this.start) : 0;
    this.clock.value = `t = ${this.time.toFixed(this.decimals)} s`;
    this.onTime(this.time);
  }

  // one output of the first run further or back
  step(by) {
    const { t } = this.runs[0];
    const i = Math.min(Math.max(this.runs[0].nearest(this.time) + by, 0), t.length - 1);
    this.pause();
    this.set(t[i]);
  }

  play() {
    if (this.playing) return;
    if (this.time >= this.end) this.set(this.start);
    this.playing = true;
    this.button.textContent = "\u275a\u275a";
    let last = performance.now();
    const frame = (now) => {
      if (!this.playing) return;
      const next = this.time + (this.speed * (now - last)) / 1000;
      last = now;
      if (next < this.end) this.set(next);
      else if (this.loop) this.set(this.start);
      else { this.set(this.end); this.pause(); return; }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    this.playing = false;
    this.button.textContent = "\u25b6";
  }

  toggle() {
    if (this.playing) this.pause(); else this.play();
    this.button.blur(); // else space would press it a second time
  }

  key(event) {
    const typing = ["SELECT", "TEXTAREA"].includes(event.target.tagName) || event.target.type === "search";
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? 10 : 1;
    const actions = { " ": () => this.toggle(), ArrowLeft: () => this.step(-far), ArrowRight: () => this.step(far),
      Home: () => this.set(this.start), End: () => this.set(this.end) };
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
