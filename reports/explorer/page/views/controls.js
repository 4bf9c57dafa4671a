// Controls and tables of the views.
import {element} from "explorer/element.js";

let made = 0;

/** labelled puts a control beside its label, and after it what it is set to, if that is given. */
export function labelled(text, control, ...output) {
  control.id ||= `control-${++made}`;
  return element("span", {class: "control"}, element("label", {for: control.id}, text), control, ...output);
}

/** choice is a select: options are [value, text], and chosen hears of the value. */
export function choice(options, value, chosen) {
  const select = element("select", {onchange: () => chosen(select.value)},
    ...options.map(([of, text]) => element("option", {value: of}, text)));
  select.value = value;
  return select;
}

/** table makes a table with a caption. Cells are texts or elements, or {text, best: true} for one to be marked. */
export function table(caption, head, rows) {
  return element("div", {class: "scrolled", tabindex: "0", role: "group", "aria-label": caption},
    element("table", {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...head.map((text) => element("th", {scope: "col"}, text)))),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell))))));
}

function cell(of, i) {
  const marked = typeof of === "object" && !(of instanceof Node);
  const keys = {class: marked && of.best && "best"};
  if (i === 0) return element("th", {scope: "row", ...keys}, marked ? of.text : of);
  return element("td", keys, marked ? of.text : of);
}

/**
 * renewed adds a place for a table below a part, and returns a function that puts a new table in the place of the one
 * before. What was scrolled to stays, and so does the focus on a button, if there is such a button again.
 */
export function renewed(node) {
  const place = element("div", {class: "tabled"});
  node.append(place);
  let wanted = -1;
  return (made) => {
    const at = [...place.querySelectorAll("button")].indexOf(document.activeElement);
    if (at >= 0 || document.activeElement !== document.body) wanted = at;
    const scrolled = place.firstElementChild?.scrollTop ?? 0;
    place.replaceChildren(made);
    made.scrollTop = scrolled;
    made.querySelectorAll("button")[wanted]?.focus({preventScroll: true});
  };
}

/** say changes a text only if it says something new, so that a screen reader does not read it twice. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
