// Light or dark, as the system asks or as chosen: the style sheet has the colours, and what draws by itself is told when they change.
import { element } from "./dom.js";

const root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)"), followers = [];

export function colour(name) {
  return getComputedStyle(root).getPropertyValue(`--${name}`).trim();
}

export function dark() {
  return root.dataset.theme === "dark";
}

export function onTheme(follow) {
  followers.push(follow);
}

function set(theme) {
  root.dataset.theme = theme;
  for (const follow of followers) follow();
}

set(system.matches ? "dark" : "light");
system.addEventListener("change", () => set(system.matches ? "dark" : "light"));

export function themeButton() {
  const button = element("button", { id: "theme", title: "light or dark", onclick: () => { set(dark() ? "light" : "dark"); button.blur(); } }, "\u25d0");
  return button;
}
