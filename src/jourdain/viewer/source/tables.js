// Words and numbers: the trust line, the table of reactions, summaries and the model.
import { element, number } from "./dom.js";

export function trust(runs) {
  return element("section", { id: "trust" }, ...runs.map((run) => element("div", { className: run.forbidden ? "forbidden" : run.trusted ? "trusted" : "doubtful" },
    ...(runs.length > 1 ? [element("b", {}, run.label)] : []),
    ...run.trust.map((line, i) => element("p", { className: i ? "" : "first" }, line)), ...run.thinned.map((line) => element("p", { className: "thinned" }, line)))));
}

export function reactions(run, onPick) {
  const peak = ({ size, t, parts }) => {
    const time = element("button", { className: "link", title: "show this moment", onclick: () => onPick(t) }, number(t));
    return size > 0 ? [cell(number(size), parts.map((x) => number(x, 3)).join(", ")), element("td", {}, time)] : [cell("0"), cell("")];
  };
  const cell = (text, title = "") => element("td", { title }, text);
  const heads = ["element", "kind", "acts on", "peak force [N]", "at t [s]", "peak torque [N m]", "at t [s]", ""];
  const rows = run.table.map((row) => element("tr", {}, element("th", {}, row.name), cell(row.kind), cell(row.on), ...peak(row.force), ...peak(row.torque),
    cell(row.unique ? "" : "not unique", row.unique ? "" : "redundant joints share loads in a way that rigid bodies do not determine; the smallest loads are given")));
  return element("div", { className: "scroll" }, element("table", { className: "reactions" },
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", {}, head)))), element("tbody", {}, ...rows)));
}

export function events(run, onPick) {
  if (!run.events.length) return element("p", { className: "hint" }, "There were no events.");
  const rows = run.events.map(({ name, t }) => element("tr", {}, element("th", {}, name),
    element("td", {}, element("button", { className: "link", onclick: () => onPick(t) }, number(t, 7)))));
  return element("div", { className: "scroll" }, element("table", {}, element("thead", {},
    element("tr", {}, element("th", {}, "event"), element("th", {}, "t [s]"))), element("tbody", {}, ...rows)));
}

export function model(run) {
  const link = element("a", { className: "save", href: `data:text/yaml;charset=utf-8;base64,${base64(run.model)}`, download: `${run.label}.yaml` }, "Save this file");
  return element("div", {}, ...(run.model_written ? [link] : []), element("pre", {}, run.model));
}

function base64(text) {
  return btoa([...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join(""));
}

// parts [name, function that makes it], each made when it is first opened; the first one is open
export function tabs(parts) {
  const bodies = parts.map(() => element("div", { className: "tab" }));
  const heads = parts.map(([name], i) => element("button", { onclick: () => open(i) }, name));
  const open = (chosen) => {
    heads.forEach((head, i) => head.classList.toggle("open", i === chosen));
    bodies.forEach((body, i) => { body.hidden = i !== chosen; });
    if (!bodies[chosen].hasChildNodes()) bodies[chosen].append(parts[chosen][1]());
  };
  open(0);
  return element("section", { id: "tabs" }, element("nav", {}, ...heads), ...bodies);
}
