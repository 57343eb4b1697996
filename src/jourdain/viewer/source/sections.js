// Findings beside a run: a text, tables and charts.
import { chart } from "./charts.js";
import { element, number } from "./dom.js";

export function section({ text, tables, charts }) {
  const parts = text ? [element("pre", {}, text)] : [];
  if (tables.length) parts.push(element("div", { className: "tables" }, ...tables.map(table)));
  if (charts.length) parts.push(element("div", { className: "charts" }, ...charts.map(chart)));
  return element("div", { className: "section" }, ...parts);
}

// columns of numbers stand right, those of up to two decimals as they are, others to five digits; all digits are the tooltip
function table({ head, rows, numeric, caption }) {
  const few = head.map((_, k) => [0, 1, 2].find((n) => numeric[k] && rows.every((row) => typeof row[k] !== "number" || Number(row[k].toFixed(n)) === row[k])));
  const digits = (value, k) => (few[k] === undefined ? number(value, 5) : value.toFixed(few[k]));
  const text = (value, k) => (value === null ? "\u2013" : typeof value !== "number" ? value : digits(value, k));
  const side = (k) => (numeric[k] && rows.length ? "number" : "");
  const cell = (value, k) => element("td", { className: typeof value === "number" ? "number" : side(k), title: typeof value === "number" ? String(value) : "" }, text(value, k));
  return element("div", { className: "scroll" }, element("table", {}, ...(caption ? [element("caption", {}, caption)] : []),
    element("thead", {}, element("tr", {}, ...head.map((name, k) => element("th", { className: side(k) }, name)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell))))));
}
