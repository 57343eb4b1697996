// Findings beside a run: a text, tables and charts.
import { chart } from "./charts.js";
import { element, number } from "./dom.js";

export function section({ text, tables, charts }) {
  const parts = [...(text ? [element("pre", {}, text)] : []), ...tables.map(table)];
  if (charts.length) parts.push(element("div", { className: "charts" }, ...charts.map(chart)));
  return element("div", { className: "section" }, ...parts);
}

// columns of numbers stand right, whole numbers as they are, others to five digits; the whole number is the tooltip
function table({ head, rows, numeric, caption }) {
  const whole = head.map((_, k) => numeric[k] && rows.every((row) => typeof row[k] !== "number" || Number.isInteger(row[k])));
  const text = (value, k) => (value === null ? "\u2013" : typeof value !== "number" ? value : whole[k] ? String(value) : number(value, 5));
  const side = (k) => (numeric[k] && rows.length ? "number" : "");
  const cell = (value, k) => element("td", { className: typeof value === "number" ? "number" : side(k), title: typeof value === "number" ? String(value) : "" }, text(value, k));
  return element("div", { className: "scroll" }, element("table", {}, ...(caption ? [element("caption", {}, caption)] : []),
    element("thead", {}, element("tr", {}, ...head.map((name, k) => element("th", { className: side(k) }, name)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell))))));
}
