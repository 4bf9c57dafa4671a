// Elements of SVG.

/** svgElement makes an element of SVG with attributes and children: svgElement("circle", {r: 3}). */
export function svgElement(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
