/**
 * element makes an element of HTML. Attributes whose names begin with "on" are listeners; true and false set and leave
 * out an attribute. Children are elements or texts: element("p", {class: "note"}, "B ≥ J").
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

/** put sets an attribute if it has another value: the same one again is work for the browser. */
export function put(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
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

/** rested returns a function that calls draw when it has not been called for so many milliseconds. */
export function rested(draw, wait) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(draw, wait);
  };
}

/** listen hears an event of several, until the function that it returns is called. */
export function listen(targets, event, hear) {
  for (const target of targets) target.addEventListener(event, hear);
  return () => targets.forEach((target) => target.removeEventListener(event, hear));
}
