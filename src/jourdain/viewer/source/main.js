// The report page: trust line, 3D view, plots, tables; all follow one time.
import "./page.css";
import { read } from "./data.js";
import { element } from "./dom.js";
import { Player } from "./player.js";
import { Plots } from "./plots.js";
import { View } from "./scene.js";
import { events, model, reactions, tabs, trust } from "./tables.js";

const problems = [];
window.addEventListener("error", (event) => problems.push(String(event.message)));
window.addEventListener("unhandledrejection", (event) => problems.push(String(event.reason)));

function toggle(view, name, label, player) {
  const box = element("input", { type: "checkbox", checked: view.show[name], id: `show-${name}` });
  box.onchange = () => { view.show[name] = box.checked; view.update(player.time); box.blur(); };
  return element("label", {}, box, label);
}

function viewBar(view, player, several) {
  const cameras = ["x", "y", "z", "iso", "fit"].map((name) => element("button", { title: name === "fit" ? "show the whole motion" : `look from ${name}`,
    onclick: (event) => { view.look(name); event.target.blur(); } }, name));
  const scale = element("input", { type: "range", min: -1, max: 1, step: 0.05, value: 0, title: "length of arrows", className: "short" });
  scale.oninput = () => { view.arrowScale = 10 ** scale.valueAsNumber; view.update(player.time); };
  const toggles = [["joints", "joints"], ["forces", "forces"], ["torques", "torques"], ["grid", "grid"], ...(several ? [["runs", "other runs"]] : [])];
  return element("div", { className: "bar" }, element("span", { className: "group" }, ...cameras),
    ...toggles.map(([name, label]) => toggle(view, name, label, player)), element("label", {}, "arrows", scale));
}

function build() {
  const { title, version, runs } = read();
  const app = document.getElementById("app"), stage = element("div", { className: "stage" });
  let view, plots;
  const player = new Player(runs, (time) => { view.update(time); plots.setTime(time); });
  const pick = (time) => { player.pause(); player.set(time); };
  plots = new Plots(runs, pick);
  const left = element("section", { id: "view" }, stage, player.bar);
  const right = element("section", { id: "plots" }, plots.list, plots.host);
  const named = (name, run) => (runs.length > 1 ? `${name}: ${run.label}` : name);
  app.append(
    element("header", {}, element("h1", {}, title), element("span", { className: "version" }, `Jourdain ${version}`)),
    trust(runs),
    element("main", {}, left, right),
    tabs([
      ...runs.map((run) => [named("Reactions", run), reactions(run, pick)]),
      ...runs.map((run) => [named("Events", run), events(run, pick)]),
      ...runs.map((run) => [named("Summary", run), element("pre", {}, run.summary)]),
      ...runs.map((run) => [named("Model", run), model(run)]),
    ]),
  );
  view = new View(runs, stage);
  left.append(viewBar(view, player, runs.length > 1));
  stage.append(element("span", { className: "scale" }, `grid ${view.cell.toPrecision(1) * 1} m`));
  plots.draw();
  player.set(player.start);
  // what tests and scripts may ask and do
  window.jourdain = {
    player, view, plots, problems,
    get state() {
      return {
        time: player.time, playing: player.playing, speed: player.speed, start: player.start, end: player.end, webgl: view.renderer !== null,
        runs: runs.map((_, i) => view.positions(i)), plots: plots.panels.map((panel) => panel.series.slice(1).map((one) => one.label)),
        line: plots.panels.map((panel) => new DOMMatrix(panel.now.style.transform).m41), problems,
      };
    },
  };
}

build();
