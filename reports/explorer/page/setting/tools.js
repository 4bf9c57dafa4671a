// The tools around the grid: the brush, the grid's size, all cells at once, and whether it shows log f or p.
import {element} from "explorer/element.js";
import {filled, mirrored, resized, rounded, turned} from "explorer/setting/cells.js";
import {formula, kept, open} from "explorer/state/ask.js";

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
 * brush makes the tools: {element, stroke(old, onWall), value()}. There is one brush a side. Right from the start it
 * adds 1.
 */
export function brush(side) {
  const tools = Object.entries(brushes).map(([name, {label, about}]) => [name, label, about]);
  const {group, value: chosen} = radios("Brush", {name: `brush-${side.name}`}, tools);
  const input = element("input", {type: "number", value: 1, step: "any", "aria-label": "Brush value"});
  const value = () => (Number.isFinite(input.valueAsNumber) ? rounded(input.valueAsNumber) : 1);
  group.className = "brush";
  group.append(input);
  return {element: group, value, stroke: (old, onWall) => brushes[chosen()].stroke(old, value(), onWall)};
}

/** radios makes a group of buttons of which one is chosen, at first the first. options are [value, text, about]. */
function radios(legend, keys, options) {
  const all = options.map(([value, text, title], i) => {
    const radio = element("input", {type: "radio", ...keys, value, checked: i === 0, "aria-label": title});
    return element("label", {class: "tool", title}, radio, element("span", {}, text));
  });
  const group = element("fieldset", {}, element("legend", {class: "hidden"}, legend), ...all);
  return {group, value: () => all.find((one) => one.firstChild.checked).firstChild.value};
}

const step = 1; // of + and -

/** keyed returns the new value of a cell after a key, or undefined if the key does not paint. */
export function keyed(key, old) {
  if (/^\d$/.test(key)) return Number(key);
  if (key === "w" || key === "W") return old === null ? 0 : null;
  if (key === "+" || key === "=") return old === null ? undefined : sum(old, step);
  if (key === "-" || key === "_") return old === null ? undefined : sum(old, -step);
  if (key === "Delete" || key === "Backspace") return 0;
  return undefined;
}

const most = 64; // rows and columns

/** tools makes the buttons of a grid. */
export function tools(target, brush) {
  const act = (label, change) => element("button", {type: "button", onclick: () => {
    if (target.shown?.paintable) target.paint(change(target.shown), change === turned);
  }}, label);
  const fill = act("Fill", (shown) => filled(shown, brush.value()));
  fill.title = "All cells get the value of the brush";
  const clear = act("Clear", ({rows, columns}) => resized(blank, rows, columns));
  const buttons = element("span", {class: "buttons"}, fill, clear, act("Mirror", mirrored), act("Turn", turned));
  const all = element("div", {class: "tools"}, buttons, size(target));
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

/** shown makes the choice of what the colours show: "log f" or "p". change is called when it changes. */
export function shown(side, change) {
  const keys = {name: `shows-${side.name}`, onchange: change};
  const {group, value} = radios("Colours show", keys, [["log f", "log f"], ["p", "p"]]);
  group.className = "shows";
  return {element: group, value};
}

/**
 * files lets a file be opened by a button, or dropped: onto a side for that side, and anywhere else for side a. A field
 * beside it takes a formula. say(sentence) tells what is wrong with a file.
 */
export function files(target, onto, say) {
  const density = element("select", {"aria-label": "What files hold", title: "What files and formulas hold"},
    ...[["", "as it looks"], ["log", "log f"], ["p", "p"]].map(([value, text]) => element("option", {value}, text)));
  const doubt = element("p", {class: "doubt", role: "status"});
  const unfold = () => doubt.closest("details")?.setAttribute("open", ""); // a dropped file finds it closed
  const take = async (file, as = density.value) => {
    if (!file) return;
    doubt.replaceChildren();
    try {
      const drawn = await open(file, as), other = (text, density) => element("button",
        {type: "button", onclick: () => take(file, density)}, text);
      if (drawn.like_p) doubt.append(`The numbers of ${file.name} look like probabilities. Take them as `,
        other("p", "p"), other("log f", "log"));
      else target.load(drawn);
      say("");
      if (drawn.like_p) unfold();
    } catch (problem) {
      say(problem.message);
      unfold();
    }
  };
  const input = element("input", {type: "file", class: "hidden", tabindex: "-1", "aria-label": "File of a target",
    onchange: () => take(input.files[0]).then(() => { input.value = ""; })});
  for (const name of ["dragover", "drop"]) addEventListener(name, (event) => { // else the browser leaves the page
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    const own = onto.closest("[data-side]")?.dataset.side;
    const at = event.target.closest?.('[data-side="b"]') ? "b" : "a";
    if (name === "drop" && own === at && !kept) take(event.dataTransfer.files[0]);
  });
  const button = element("button", {type: "button", title: "CSV, NPY or Parquet; or drop it onto the page",
    onclick: () => input.click()}, "Open…");
  return element("div", {class: "opener"}, element("span", {class: "open"}, button, density, input),
    byFormula(target, density), doubt);
}

/** byFormula makes the field of a formula. What is wrong with it stands below, and the character is selected. */
function byFormula(target, density) {
  const text = element("input", {type: "text", "aria-label": "Formula of the density", spellcheck: "false",
    autocomplete: "off", maxlength: 4096, placeholder: "max(-(r-2)^2, -(r-6)^2)",
    title: "x_1 and x_2 count from 0; r and theta are from the middle; -inf is a wall"});
  const grid = element("input", {type: "text", class: "short", "aria-label": "Grid of the formula", value: "15x15"});
  const said = element("p", {class: "problem", role: "status"});
  const mark = (problem) => {
    said.textContent = problem;
    text.setAttribute("aria-invalid", String(problem !== ""));
  };
  return element("form", {class: "formula", onsubmit: async (event) => {
    event.preventDefault();
    try {
      target.load(await formula(text.value || text.placeholder, grid.value, density.value));
      mark("");
    } catch (problem) {
      mark(problem.message);
      const at = Number(/at character (\d+)/.exec(problem.message)?.[1]);
      if (at && text.value) text.setSelectionRange(at - 1, at);
    }
  }}, text, grid, element("button", {}, "Draw"), said);
}
