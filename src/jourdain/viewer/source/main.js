// The report page: trust line, 3D view, plots, tables; all follow one time.
import "./page.css";
import { rampStyle } from "./colours.js";
import { read } from "./data.js";
import { element, number } from "./dom.js";
import { Parts } from "./parts.js";
import { Player } from "./player.js";
import { Plots } from "./plots.js";
import { View } from "./scene.js";
import { section } from "./sections.js";
import { events, model, reactions, tabs, trust } from "./tables.js";
import { themeButton } from "./theme.js";

const problems = [];
window.addEventListener("error", (event) => problems.push(String(event.message)));
window.addEventListener("unhandledrejection", (event) => problems.push(String(event.reason)));

function toggle(view, name, label, player) {
  const box = element("input", { type: "checkbox", checked: view.show[name], id: `show-${name}` });
  box.onchange = () => { view.show[name] = box.checked; view.update(player.time); box.blur(); };
  return element("label", {}, box, label);
}

// runs, or one of the motions that sections of the page have brought
function chooser(view, player, motions) {
  const options = [...(view.results ? [["", "the run"]] : []), ...motions.map((one, i) => [i, one.label])];
  const select = element("select", { id: "motion", title: "what is shown" }, ...options.map(([value, label]) => element("option", { value }, label)));
  select.onchange = () => {
    view.chosen = select.value === "" ? null : Number(select.value);
    view.update(player.time);
    if (view.chosen !== null) player.play();
    select.blur();
  };
  return element("label", {}, "show", select);
}

function viewBar(view, player, several, motions, parts) {
  const cameras = ["x", "y", "z", "iso", "fit"].map((name) => element("button", { title: name === "fit" ? "show the whole motion" : `look from ${name}`,
    onclick: (event) => { view.look(name); event.target.blur(); } }, name));
  const scale = element("input", { type: "range", min: -1, max: 1, step: 0.05, value: 0, title: "length of arrows", className: "short" });
  scale.oninput = () => { view.arrowScale = 10 ** scale.valueAsNumber; view.update(player.time); };
  const toggles = [["joints", "joints"], ["forces", "forces"], ["torques", "torques"], ["grid", "grid"], ...(several ? [["runs", "other runs"]] : []),
    ...(view.collides ? [["collisions", "collision shapes"]] : []), ...(view.ranges.size + view.fields.size ? [["colours", "colours"]] : [])];
  return element("div", { className: "bar" }, element("span", { className: "group" }, ...cameras), parts.list,
    ...(motions.length ? [chooser(view, player, motions)] : []), ...toggles.map(([name, label]) => toggle(view, name, label, player)), element("label", {}, "arrows", scale),
    ...(view.fields.size ? [fieldChooser(view, player)] : []), ...(view.deforms ? [deformationSlider(view, player)] : []));
}

// what colours beams
function fieldChooser(view, player) {
  const options = [...view.fields].map(([label, { unit }]) => element("option", { value: label }, `${label} [${unit}]`));
  const select = element("select", { id: "field", title: "what colours beams" }, ...options);
  select.onchange = () => { view.field = select.value; view.update(player.time); showLegends(view); select.blur(); };
  return element("label", {}, "beams by", select);
}

// how many times larger than they are deformations are shown
function deformationSlider(view, player) {
  const shown = element("output", { className: "factor" }, "\u00d71");
  const slider = element("input", { id: "deformation", type: "range", min: 0, max: 3, step: 0.01, value: 0, title: "deformations are shown so many times larger", className: "short" });
  slider.oninput = () => {
    view.deformationScale = 10 ** slider.valueAsNumber;
    shown.value = `\u00d7${view.deformationScale.toPrecision(2) * 1}`;
    view.update(player.time);
  };
  return element("label", {}, "deformation", slider, shown);
}

// what colours of surfaces mean, one scale for each unit, and one for what colours beams
function showLegends(view) {
  for (const old of view.host.querySelectorAll(".legend")) old.remove();
  view.host.append(...legends(view));
}

function legends(view) {
  const scales = [...view.ranges].map(([unit, range]) => [unit ? `[${unit}]` : "", range]), field = view.fields.get(view.field);
  if (field) scales.push([`${view.field} [${field.unit}]`, field.range]);
  return scales.map(([title, [low, high]]) => element("div", { className: "legend" }, element("b", {}, title),
    element("div", {}, element("span", { className: "ramp", style: `background: ${rampStyle()}` }),
      element("span", { className: "values" }, ...[1, 0.75, 0.5, 0.25, 0].map((part) => element("span", {}, number(low + part * (high - low), 3)))))));
}

// the view and plots of runs; what tests and scripts may ask and do about them
function motion(runs, motions) {
  const stage = element("div", { className: "stage" });
  const drawn = [...runs, ...motions].some((run) => run.bodies.length); // a Lagrangian has coordinates only: curves instead of a view
  let view, parts;
  const player = new Player(runs.length ? runs : motions, (time) => { view?.update(time); plots?.setTime(time); parts?.setTime(time); });
  const pick = (time) => { player.pause(); player.set(time); };
  const plots = runs.length ? new Plots(runs, pick) : null;
  const left = drawn ? [element("section", { id: "view" }, stage, player.bar)] : [];
  const right = plots ? [element("section", { id: "plots" }, plots.list, plots.host, ...(drawn ? [] : [player.bar]))] : [];
  const show = () => {
    view = new View(runs, motions, stage);
    parts = new Parts(view, plots, runs[0]);
    left[0].append(viewBar(view, player, runs.length > 1, motions, parts));
    stage.append(element("span", { className: "scale" }, `grid ${view.cell.toPrecision(1) * 1} m`));
    showLegends(view);
  };
  const start = () => {
    if (drawn) show();
    plots?.draw();
    player.set(player.start);
    const state = () => ({
      time: player.time, playing: player.playing, speed: player.speed, start: player.start, end: player.end, webgl: drawn && view.renderer !== null,
      runs: [...runs, ...motions].map((_, i) => view?.positions(i) ?? []), shown: view?.machines.map((machine) => machine.root.visible) ?? [],
      plots: (plots?.panels ?? []).map((panel) => panel.series.slice(1).map((one) => one.label)),
      line: (plots?.panels ?? []).map((panel) => new DOMMatrix(panel.now.style.transform).m41),
    });
    return { player, view, plots, parts, state };
  };
  return { main: element("main", { className: plots && drawn ? "" : "alone" }, ...left, ...right), pick, start };
}

function build() {
  const { title, version, runs, motions, sections } = read();
  const app = document.getElementById("app"), moving = runs.length + motions.length ? motion(runs, motions) : null;
  const named = (name, run) => (runs.length > 1 ? `${name}: ${run.label}` : name);
  app.append(
    element("header", {}, element("h1", {}, title), element("span", { className: "version" }, `Jourdain ${version}`), themeButton()),
    ...(runs.length ? [trust(runs)] : []), ...(moving ? [moving.main] : []),
    tabs([
      ...sections.map((one) => [one.title, () => section(one)]),
      ...runs.filter((run) => run.bodies.length).map((run) => [named("Reactions", run), () => reactions(run, moving.pick)]),
      ...runs.map((run) => [named("Events", run), () => events(run, moving.pick)]),
      ...runs.map((run) => [named("Summary", run), () => element("pre", {}, run.summary)]),
      ...runs.map((run) => [named("Model", run), () => model(run)]),
    ]),
  );
  const parts = moving?.start(); // the view asks for its size: after everything has its place
  window.jourdain = { ...parts, problems, get state() { return { ...parts?.state(), problems }; } };
}

build();
