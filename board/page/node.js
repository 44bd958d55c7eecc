// Elements of the page.

// Parts of a text, whose long turns break behind commas.
export function breakable(text) {
  const parts = String(text).split(/(?<=,)(?=\S)/).flatMap((part) => [part, document.createElement("wbr")]);
  return parts.slice(0, -1);
}

export function node(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.append(...breakable(text));
  return made;
}
