// The grid to paint: a table of cells for the pointer, the finger and the keyboard.
import {colour} from "charts/charts.js";
import {element, soon} from "explorer/element.js";
import {between, masses, put, range} from "explorer/setting/cells.js";
import {keyed} from "explorer/setting/tools.js";

const keys = "Arrow keys move. Enter paints. A digit sets the value, + and - change it by 1, w builds a wall.";
const roomy = 12; // columns, up to which cells show their values

/** paint shows a target and lets the brush change it. shows() is "log f" or "p". It returns {element, draw}. */
export function paint(target, brush, shows) {
  const grid = element("div", {role: "grid", class: "cells", "aria-label": "log f by cell, to paint",
    "aria-description": keys});
  const table = {grid, cells: [], rows: 0, columns: 0, focus: 0, target, brush, shows};
  const draw = soon(() => target.shown && show(table));
  target.addEventListener("change", draw);
  grid.addEventListener("keydown", (event) => onKey(table, event));
  strokes(table);
  return {element: grid, draw};
}

function show(table) {
  const {grid, target: {shown}, shows} = table;
  if (shown.rows !== table.rows || shown.columns !== table.columns) build(table, shown);
  grid.classList.toggle("fixed", !shown.paintable);
  grid.setAttribute("aria-readonly", String(!shown.paintable));
  const isP = shows() === "p", values = isP ? masses(shown) : shown.cells;
  const [low, high] = isP ? [0, Math.max(...values)] : range(shown);
  table.cells.forEach((cell, i) => fill(cell, shown, i, values[i], {low, high: high > low ? high : low + 1}, isP));
}

function fill(cell, shown, i, value, scale, isP) {
  const wall = shown.cells[i] === null, shade = wall ? "" : colour(value, scale);
  const text = wall ? "" : isP ? share(value) : logarithm(value);
  const key = `${wall}${shade}${text}`;
  if (cell.key === key) return;
  cell.key = key;
  cell.className = wall ? "wall" : "";
  cell.style.backgroundColor = shade;
  cell.style.color = wall ? "" : ink(shade);
  cell.firstChild.data = shown.columns <= roomy ? text : "";
  const r = Math.floor(i / shown.columns), c = i % shown.columns;
  cell.setAttribute("aria-label", `row ${r}, column ${c}: ${wall ? "wall" : isP ? `p ${text}` : `log f ${text}`}`);
}

/** ink is black or white, whichever stands out from a shade by 4.5 to 1 (WCAG 2.2, relative luminance). */
function ink(shade) {
  const parts = [1, 3, 5].map((at) => parseInt(shade.slice(at, at + 2), 16) / 255);
  const [r, g, b] = parts.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#000000" : "#ffffff";
}

const logarithm = (v) => String(Number(v.toFixed(2))).replace("-", "−");
const share = (v) => (v >= 0.00995 ? `${(100 * v).toFixed(v >= 0.0995 ? 0 : 1)}%` : v.toExponential(0));

/** build makes the cells of another size. The focus stays where it was, if there is such a cell. */
function build(table, {rows, columns}) {
  const focused = table.grid.contains(document.activeElement);
  const cell = () => element("div", {role: "gridcell", tabindex: "-1"}, "");
  table.cells = Array.from({length: rows * columns}, cell);
  const row = (_, r) => element("div", {role: "row"}, ...table.cells.slice(r * columns, (r + 1) * columns));
  table.grid.replaceChildren(...Array.from({length: rows}, row));
  Object.assign(table, {rows, columns});
  table.grid.style.setProperty("--columns", columns);
  table.grid.style.setProperty("--rows", rows);
  table.grid.classList.toggle("fine", columns > roomy);
  aim(table, Math.min(table.focus, rows * columns - 1), focused);
}

/** aim moves the one cell that the Tab key reaches. */
function aim(table, i, focus = true) {
  table.cells[table.focus]?.setAttribute("tabindex", "-1");
  table.focus = i;
  table.cells[i].setAttribute("tabindex", "0");
  if (focus) table.cells[i].focus();
}

function onKey(table, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const {rows, columns, focus} = table, r = Math.floor(focus / columns), c = focus % columns;
  const to = {ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1], ArrowUp: [r - 1, c], ArrowDown: [r + 1, c],
    Home: [r, 0], End: [r, columns - 1], PageUp: [0, c], PageDown: [rows - 1, c]}[event.key];
  if (to) {
    if (to[0] >= 0 && to[0] < rows && to[1] >= 0 && to[1] < columns) aim(table, to[0] * columns + to[1]);
  } else if (!press(table, event.key)) return;
  event.preventDefault();
}

/** press changes the cell in focus by a key. It returns false if the key is none of ours. */
function press(table, key) {
  const {target, brush, focus} = table;
  const old = target.shown?.cells[focus];
  if (old === undefined || !target.shown.paintable) return false;
  const value = key === "Enter" || key === " " ? brush.stroke(old, old === null) : keyed(key, old);
  if (value === undefined) return false;
  if (value !== old) {
    target.paint(put(target.shown, focus, value));
    show(table); // at once, so that a screen reader says the new value
  }
  return true;
}

/** strokes paints where a pointer goes. A cell is painted once a stroke, and a fast stroke leaves no gap. */
function strokes(table) {
  const {grid, target, brush} = table;
  let stroke = null;
  grid.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !target.shown?.paintable) return;
    const i = under(table, event);
    stroke = {id: event.pointerId, last: i, seen: new Set(), onWall: target.shown.cells[i] === null};
    grid.setPointerCapture(event.pointerId);
    aim(table, i);
    event.preventDefault();
    along(table, stroke, [i], brush);
  });
  grid.addEventListener("pointermove", (event) => {
    if (event.pointerId !== stroke?.id) return;
    const at = event.getCoalescedEvents().concat(event).map((one) => under(table, one));
    const path = at.flatMap((i) => {
      const way = between(target.shown, stroke.last, i);
      stroke.last = i;
      return way;
    });
    along(table, stroke, path, brush);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    grid.addEventListener(end, () => { stroke = null; });
  }
}

/** under is the cell below a pointer, or the nearest one. */
function under({grid, rows, columns}, {clientX, clientY}) {
  const box = grid.getBoundingClientRect();
  const place = (at, start, size, n) => Math.min(Math.max(Math.floor(((at - start) / size) * n), 0), n - 1);
  return place(clientY, box.top, box.height, rows) * columns + place(clientX, box.left, box.width, columns);
}

function along({target}, stroke, path, brush) {
  const fresh = path.filter((i) => !stroke.seen.has(i) && stroke.seen.add(i));
  const cells = target.shown.cells.slice();
  let changed = false;
  for (const i of fresh) {
    const value = brush.stroke(cells[i], stroke.onWall);
    changed ||= value !== cells[i];
    cells[i] = value;
  }
  if (changed) target.paint({...target.shown, cells});
}
