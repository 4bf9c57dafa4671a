// The tools around the grid: the brush with its shape and its size, the grid's size, all cells at once, and whether the
// colours show p or log f.
import {element} from "explorer/element.js";
import {filled, mirrored, resized, rounded, turned} from "explorer/setting/cells.js";
import {shapes, sizes} from "explorer/setting/tip.js";
import {open} from "explorer/state/ask.js";

/** Each brush says what it leaves in a cell of a value (null is a wall), and whether the stroke began at a wall. */
const brushes = {
  add: {label: "+", about: "Add the value", stroke: (old, by) => (old === null ? null : sum(old, by))},
  subtract: {label: "−", about: "Subtract the value", stroke: (old, by) => (old === null ? null : sum(old, -by))},
  set: {label: "Set", about: "Set to the value", stroke: (_, to) => to},
  erase: {label: "Erase", about: "Erase: log f becomes 0", stroke: () => 0},
  wall: {label: "Wall", about: "Build walls, or take them away", stroke: (_, __, onWall) => (onWall ? 0 : null)},
};

const sum = (old, by) => rounded(old + by);

/**
 * brush makes the tools: {element, shape, stroke(old, onWall), value(), tip(), sized(by)}. Right from the start it adds 1, to one cell. tip() is its shape and size, and sized(by) makes it larger or smaller.
 * Whoever listens at shape hears "change" when either changes.
 */
export function brush() {
  const does = radios("Brush", {name: "brush"}, told(brushes));
  const shape = radios("Shape", {name: "shape"}, told(shapes));
  const size = radios("Cells across", {name: "size"}, sizes.map((n) => [n, String(n), `${n} across`]));
  const input = element("input", {type: "number", value: 1, step: "any", "aria-label": "Brush value"});
  const value = () => (Number.isFinite(input.valueAsNumber) ? rounded(input.valueAsNumber) : 1);
  const sized = element("span", {class: "sizes"}, element("small", {"aria-hidden": "true"}, "size"), size.group);
  const tips = element("div", {class: "tips"}, shape.group, sized);
  does.group.className = "brush";
  does.group.append(input);
  return {element: does.group, shape: tips, value, tip: () => ({shape: shape.value(), size: Number(size.value())}),
    stroke: (old, onWall) => brushes[does.value()].stroke(old, value(), onWall),
    sized(by) {
      const at = sizes.indexOf(Number(size.value())) + by;
      size.choose(String(sizes[Math.min(Math.max(at, 0), sizes.length - 1)]));
      tips.dispatchEvent(new Event("change"));
    }};
}

/** told are tools as radios takes them. */
const told = (all) => Object.entries(all).map(([name, {label, about}]) => [name, label, about]);

/** radios makes a group of buttons of which one is chosen, at first the first. options are [value, text, about]. */
function radios(legend, keys, options) {
  const all = options.map(([value, text, title], i) => {
    const radio = element("input", {type: "radio", ...keys, value, checked: i === 0, "aria-label": title});
    return element("label", {class: "tool", title}, radio, element("span", {}, text));
  });
  const group = element("fieldset", {}, element("legend", {class: "hidden"}, legend), ...all);
  const inputs = all.map((one) => one.firstChild);
  return {group, value: () => inputs.find((one) => one.checked).value, choose: (value) => {
    for (const one of inputs) one.checked = one.value === value;
  }};
}

const step = 1; // of + and -

/**
 * keyed returns what a key makes of a cell, as a function of its old value, or undefined if the key does not paint. at
 * is the value of the cell in focus: a wall there is taken away, and so are all others that the brush covers.
 */
export function keyed(key, at) {
  if (/^\d$/.test(key)) return () => Number(key);
  if (key === "w" || key === "W") return () => (at === null ? 0 : null);
  if (key === "+" || key === "=") return (old) => (old === null ? null : sum(old, step));
  if (key === "-" || key === "_") return (old) => (old === null ? null : sum(old, -step));
  if (key === "Delete" || key === "Backspace") return () => 0;
  return undefined;
}

const most = 64; // rows and columns

/** tools makes the buttons of a grid, beside what its colours show. */
export function tools(target, brush, colours) {
  const act = (label, change) => element("button", {type: "button", onclick: () => {
    if (target.shown?.paintable) target.paint(change(target.shown), change === turned);
  }}, label);
  const fill = act("Fill", (shown) => filled(shown, brush.value()));
  fill.title = "All cells get the value of the brush";
  const clear = act("Clear", ({rows, columns}) => resized(blank, rows, columns));
  const buttons = element("span", {class: "buttons"}, fill, clear, act("Mirror", mirrored), act("Turn", turned));
  const all = element("div", {class: "tools"}, colours, size(target), buttons);
  target.addEventListener("change", () => all.classList.toggle("off", !target.shown.paintable));
  return all;
}

const blank = {rows: 0, columns: 0, cells: []};

function size(target) {
  const input = (label) => element("input", {type: "number", min: 1, max: most, step: 1, "aria-label": label});
  const rows = input("Rows"), columns = input("Columns");
  const take = () => {
    const [r, c] = [rows, columns].map((one) => Math.min(Math.max(Math.round(one.valueAsNumber) || 1, 1), most));
    if (target.shown?.paintable) target.paint(resized(target.shown, r, c));
  };
  for (const one of [rows, columns]) one.addEventListener("change", take);
  target.addEventListener("change", () => {
    for (const [one, value] of [[rows, target.shown.rows], [columns, target.shown.columns]]) {
      if (document.activeElement !== one) one.value = value;
      one.disabled = !target.shown.paintable;
    }
  });
  return element("span", {class: "size"}, rows, "×", columns);
}

/** shown makes the choice of what the colours show: "p" or "log f". change is called when it changes. */
export function shown(change) {
  const keys = {name: "shows", onchange: change};
  const {group, value} = radios("Colours show", keys, [["p", "p", "Colours show p"],
    ["log f", "log f", "Colours show log f"]]);
  group.className = "shows";
  return {element: group, value};
}

/**
 * files lets a file be opened by a button, or dropped onto the maps. say(sentence) tells what is wrong with a file.
 */
export function files(target, say) {
  const first = (all) => all[0] && open(all[0]).then((drawn) => {
    target.load(drawn);
    say("");
  }, (problem) => {
    say(problem.message);
    input.closest("details")?.setAttribute("open", ""); // what is said must be seen
  });
  const input = element("input", {type: "file", class: "hidden", tabindex: "-1", "aria-label": "File of a target",
    onchange: () => first(input.files)?.then(() => { input.value = ""; })});
  const ours = ({target: at}) => at.closest?.(".map");
  addEventListener("dragover", (event) => ours(event) && event.preventDefault(), {capture: true});
  addEventListener("drop", (event) => {
    if (ours(event)) first(event.dataTransfer.files);
  }, {capture: true});
  for (const event of ["dragover", "drop"]) addEventListener(event, stay);
  const button = element("button", {type: "button", title: "CSV or NPY; or drop it onto a map",
    onclick: () => input.click()}, "Open…");
  return element("div", {class: "opens"}, element("span", {class: "open"}, button, input));
}

/** stay keeps the page when a file is dropped beside the grid: a browser would leave it and show the file. */
function stay(event) {
  if (!event.dataTransfer?.types.includes("Files")) return;
  if (!event.defaultPrevented) event.dataTransfer.dropEffect = "none";
  event.preventDefault();
}
