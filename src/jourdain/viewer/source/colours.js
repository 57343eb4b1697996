// The colours of lines, and a scale of colours for numbers whose lightness grows evenly.
import { Color } from "three";
import { dark } from "./theme.js";

const LINES = ["#1f6fb2", "#d9662b", "#2c9151", "#b8347f", "#7257b8", "#8b6b14", "#148f9c", "#c23b3b"];
const BRIGHT = ["#5aa9e6", "#f08a4b", "#4fb877", "#e56fb0", "#a58ce8", "#c9a53a", "#3fc0cd", "#f07070"]; // on a dark ground
export const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
const STEPS = 64;
export const INKS = LINES.length;

export function ink(index) {
  return (dark() ? BRIGHT : LINES)[index % LINES.length];
}

// OKLab, in which equal steps look equal, as linear red, green, blue
function linear(lightness, a, b) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const mixed = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s];
  return mixed.map((x) => Math.min(Math.max(x, 0), 1));
}

// from dark violet over blue and green to light yellow
const RAMP = Array.from({ length: STEPS + 1 }, (_, i) => {
  const part = i / STEPS, hue = ((300 - 195 * part) * Math.PI) / 180;
  return linear(0.32 + 0.58 * part, 0.14 * Math.cos(hue), 0.14 * Math.sin(hue));
});

// linear red, green, blue of a number between low and high
export function ramp(value, [low, high]) {
  const part = high > low ? (value - low) / (high - low) : 0.5;
  return RAMP[Math.round(Math.min(Math.max(part, 0), 1) * STEPS)];
}

export function rampStyle() {
  return `linear-gradient(to top, ${RAMP.map((parts) => new Color().setRGB(...parts).getStyle()).join(", ")})`;
}
