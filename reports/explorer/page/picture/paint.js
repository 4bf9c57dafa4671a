// A brush paints the target on the map of p, by a pointer, which may be a finger, and by keys. Its strokes make cells
// likelier or less likely, or build walls and take them away.
import {drawn, element} from "../element.js";
import {ask} from "../state/ask.js";
import {between, boxOf, covered, masses, read, sum, write} from "../state/cells.js";
import {ink, shade} from "./colours.js";
import {below, placed} from "./maps.js";

const roomy = 12; // columns, up to which cells show log f

/** tools say what the brush leaves in a cell: null is a wall, and isOnWall tells if the stroke began at one. */
const tools = {
  more: {label: "+1", about: "Add 1 to log f", stroke: (old) => (old === null ? null : sum(old, 1))},
  less: {label: "−1", about: "Take 1 from log f", stroke: (old) => (old === null ? null : sum(old, -1))},
  wall: {label: "Wall", about: "Build walls, or take them away", stroke: (_, isOnWall) => (isOnWall ? 0 : null)},
};

const help = "Arrow keys move. Enter paints. A digit sets log f, + and - change it by 1, w builds a wall, Delete makes "
  + "it 0.";

/** Brush paints the target of a setting. It sends "change" when it begins, paints and ends. */
export class Brush extends EventTarget {
  #setting;
  #map;
  #shown = null; // the target as cells; null while the brush rests
  #text = ""; // the part of the question that #shown was made of
  #focus = 0;
  #stroke = null; // {id, last, seen, isOnWall}
  #room = element("div", {role: "grid", class: "brush", hidden: true, "aria-label": "log f by cell",
    "aria-description": help});
  #outline = element("div", {class: "outline", hidden: true});
  #values = drawn("svg", {class: "values", "aria-hidden": "true"});

  /** button begins and ends painting, and choices has the tools. */
  constructor(setting, button, choices) {
    super();
    this.#setting = setting;
    this.button = button;
    this.tool = radios(choices);
    button.addEventListener("click", () => (this.#shown ? this.end() : this.begin()));
    setting.addEventListener("question", () => this.#shown && this.#follow());
    this.#room.addEventListener("keydown", (event) => this.#key(event));
    this.#room.addEventListener("focusin", () => this.#show());
  }

  /** mount puts the brush onto the map of p. */
  mount(map) {
    this.#map = map;
    map.cells.append(this.#values, this.#outline, this.#room);
    const hear = (event, act) => map.cells.addEventListener(event, (of) => this.#shown && act(of));
    hear("pointerdown", (event) => this.#press(event));
    hear("pointermove", (event) => this.#move(event));
    hear("pointerleave", () => { this.#outline.hidden = true; });
    for (const end of ["pointerup", "pointercancel"]) hear(end, () => { this.#stroke = null; });
  }

  /** target returns the painted target as a map takes it; null while the brush rests. */
  target() {
    const shown = this.#shown;
    return shown && {...shown, walls: shown.cells.map((cell) => cell === null), p: masses(shown)};
  }

  /** begin lets the reader paint, if the target has one axis or two. */
  async begin() {
    if (!await this.#follow()) return;
    this.#aim(0, false);
    this.#map.figure.scrollIntoView({block: "nearest"}); // on a phone the button is below it
  }

  /** end gives the map back. */
  end() {
    if (!this.#shown) return;
    this.#shown = null;
    this.#stroke = null;
    this.#notify();
  }

  #notify() {
    const isOn = this.#shown !== null;
    this.button.setAttribute("aria-pressed", String(isOn));
    this.tool.group.hidden = !isOn;
    this.#outline.hidden = true;
    this.#room.hidden = !isOn;
    document.body.classList.toggle("painting", isOn);
    this.dispatchEvent(new Event("change"));
  }

  /** follow shows the target of the question, if that has changed, and returns whether it can be painted. */
  async #follow() {
    const {question: {toy, seed, target}} = this.#setting, text = target ?? JSON.stringify([toy, seed]);
    if (this.#shown && text === this.#text) return true;
    this.#text = text;
    const told = target ? {target} : await ask("draw", {toy, seed}).catch(() => ({}));
    if (text !== this.#text) return false; // the question has become another one
    this.kinds = told.kinds;
    this.#shown = told.target ? read(told.target) : null;
    this.#notify();
    return this.#shown !== null;
  }

  /** change gives some cells other values, and tells the setting. A painted target is no model. */
  #change(some, value) {
    const cells = this.#shown.cells.slice();
    for (const i of some) cells[i] = value(cells[i]);
    if (cells.every((cell, i) => cell === this.#shown.cells[i])) return;
    this.#shown = {...this.#shown, cells};
    this.#text = write(this.#shown);
    const {question: {bridge, initial, axes, target}} = this.#setting;
    this.#setting.set({target: this.#text, axes: axes ?? (target ? undefined : this.kinds), toy: undefined,
      seed: undefined, bridge: bridge === "observations" ? "geometric" : bridge,
      initial: initial === "prior" ? undefined : initial});
    this.dispatchEvent(new Event("change"));
  }

  #press(event) {
    if (event.button !== 0) return;
    const at = below(this.#map, event), isOnWall = this.#shown.cells[at] === null;
    this.#stroke = {last: at, seen: new Set(), isOnWall};
    this.#map.cells.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.#aim(at, true);
    this.#along([at]);
  }

  /** move outlines the cells below a pointer, and paints them while it is pressed. A fast stroke leaves no gap. */
  #move(event) {
    const at = below(this.#map, event);
    this.#frame(at);
    if (!this.#stroke) return;
    const all = [...event.getCoalescedEvents(), event].map((one) => below(this.#map, one));
    const path = all.flatMap((i) => {
      const way = between(this.#shown, this.#stroke.last, i);
      this.#stroke.last = i;
      return way;
    });
    this.#along(path);
  }

  /** along paints what the brush covers on its way, each cell once a stroke. */
  #along(path) {
    const {seen, isOnWall} = this.#stroke, stroke = tools[this.tool.value()].stroke;
    const some = path.flatMap((i) => covered(this.#shown, i)).filter((i) => !seen.has(i) && seen.add(i));
    this.#change(some, (old) => stroke(old, isOnWall));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const {rows, columns, cells} = this.#shown, old = cells[this.#focus];
    const r = Math.floor(this.#focus / columns), c = this.#focus % columns;
    const to = {ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1], ArrowUp: [r - 1, c], ArrowDown: [r + 1, c], Home: [r, 0],
      End: [r, columns - 1], PageUp: [0, c], PageDown: [rows - 1, c]}[event.key];
    const value = to ? null : this.#valueOf(event.key, old);
    if (!to && !value) return;
    event.preventDefault();
    if (value) this.#change(covered(this.#shown, this.#focus), value);
    const isInside = to && to[0] >= 0 && to[0] < rows && to[1] >= 0 && to[1] < columns;
    this.#aim(isInside ? to[0] * columns + to[1] : this.#focus, true);
  }

  /** valueOf returns a key's change of a cell, as a function of the old value; undefined if the key does not paint. */
  #valueOf(key, old) {
    const {stroke} = tools[this.tool.value()];
    if (key === "Enter" || key === " ") return (one) => stroke(one, old === null);
    if (/^\d$/.test(key)) return () => Number(key);
    if (key === "w" || key === "W") return () => (old === null ? 0 : null);
    if (key === "+" || key === "=") return tools.more.stroke;
    if (key === "-" || key === "_") return tools.less.stroke;
    return key === "Delete" || key === "Backspace" ? () => 0 : undefined;
  }

  /** aim makes the one cell that the Tab key reaches: a new element, so that a screen reader says it. */
  #aim(i, isFocused) {
    const {rows, columns, cells} = this.#shown, r = Math.floor(i / columns), c = i % columns;
    const value = cells[i] === null ? "wall" : `log f ${logarithm(cells[i])}`;
    const cell = element("div", {role: "gridcell", tabindex: 0, "aria-colindex": c + 1,
      "aria-label": `row ${r}, column ${c}: ${value}`});
    Object.assign(cell.style, placed({top: r, left: c, bottom: r + 1, right: c + 1}, this.#shown));
    this.#focus = i;
    this.#room.setAttribute("aria-rowcount", rows);
    this.#room.setAttribute("aria-colcount", columns);
    this.#room.replaceChildren(element("div", {role: "row", "aria-rowindex": r + 1}, cell));
    if (isFocused) cell.focus({preventScroll: true});
    this.#show();
  }

  #show() {
    if (this.#room.contains(document.activeElement)) this.#frame(this.#focus);
  }

  /** frame outlines the cells that the brush covers at a cell. */
  #frame(i) {
    this.#outline.hidden = false;
    Object.assign(this.#outline.style, placed(boxOf(this.#shown, i), this.#shown));
  }

  /** write puts log f into the cells of a map that was drawn, if there is room. */
  write({shape: {rows, columns}, values, scale}) {
    const isWritten = this.#shown !== null && columns <= roomy;
    this.#values.replaceChildren();
    if (!isWritten) return;
    this.#values.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
    this.#shown.cells.forEach((cell, i) => {
      if (cell === null) return;
      const at = {x: (i % columns) + 0.5, y: Math.floor(i / columns) + 0.5, fill: ink(shade(values[i], scale))};
      this.#values.append(drawn("text", at, logarithm(cell)));
    });
  }
}

const logarithm = (v) => String(Number(v.toFixed(2))).replace("-", "−");

/** radios fills a group with the tools. The first is chosen. */
function radios(group) {
  const inputs = Object.entries(tools).map(([value, {label, about}], i) => {
    const input = element("input", {type: "radio", name: "brush", value, checked: i === 0, "aria-label": about});
    group.append(element("label", {class: "tool", title: about}, input, element("span", {}, label)));
    return input;
  });
  return {group, value: () => inputs.find((one) => one.checked).value};
}
