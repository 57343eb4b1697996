// Elements by one call; texts are always set as text, so that names of the user cannot become markup.
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "dataset") Object.assign(node.dataset, value);
    else node[name] = value;
  }
  node.append(...children);
  return node;
}

export function number(value, digits = 4) {
  if (value === null || Number.isNaN(value)) return "\u2013";
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1e5 || size < 1e-3 ? value.toExponential(digits - 2) : value.toPrecision(digits);
}

// without zeros at the end
export function short(value) {
  return number(value, 6).replace(/(\.\d*?)0+(?=$|e)/, "$1").replace(/\.(?=$|e)/, "");
}
