/**
 * element makes an element of HTML. An attribute that begins with "on" is a listener; true sets an attribute, and
 * false leaves it out. Children are elements or texts: element("p", {class: "note"}, "B ≥ J").
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** drawn makes an element of SVG with attributes and children. */
export function drawn(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** put sets an attribute if its value changes: setting the same again is work for the browser. */
export function put(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** say changes a text only if the words are new, so that a screen reader does not read them twice. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** soon returns a function that calls draw once before the next frame is painted, however often it is called. */
export function soon(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  };
}

/** rested returns a function that calls draw some milliseconds after its last call. */
export function rested(draw, wait) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(draw, wait);
  };
}
