// The grid to paint: one canvas, under a table of cells for the pointer, the finger, the keyboard and screen readers.
import {colour} from "charts/charts.js";
import {element, soon} from "explorer/element.js";
import {between, masses, put, range} from "explorer/setting/cells.js";
import {keyed} from "explorer/setting/tools.js";

const keys = "Arrow keys move. Enter paints. A digit sets the value, + and - change it by 1, w builds a wall.";
const roomy = 12; // columns, up to which cells show their values
const few = 256; // cells, up to which each is an element; of more, the one in focus is
const finer = 4; // dots on paper for one on the screen

/**
 * paint shows a target and lets the brush change it. shows() is "log f" or "p". It returns {element, draw, setActive}.
 * While it is not active, a pointer scrolls the page and does not paint; keys paint. closed is a signal that ends it.
 */
export function paint(target, brush, shows, closed) {
  const grid = element("div", {role: "grid", class: "cells", "aria-label": "log f by cell, to paint",
    "aria-description": keys});
  const picture = element("canvas", {"aria-hidden": "true"});
  const table = {grid, picture, cells: [], rows: 0, columns: 0, focus: 0, active: true, target, brush, shows};
  const draw = soon(() => target.shown && show(table));
  target.addEventListener("change", draw);
  grid.addEventListener("keydown", (event) => onKey(table, event));
  strokes(table);
  new ResizeObserver(() => measure(table)).observe(grid);
  for (const event of ["resize", "beforeprint", "afterprint"]) addEventListener(event, () => measure(table, event),
    {signal: closed});
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => measure(table), {signal: closed});
  return {element: grid, draw, setActive: (active) => {
    table.active = active;
    draw();
  }};
}

/** measure fits the canvas to its place on the screen, dot by dot, and draws it. */
function measure(table, event) {
  const {grid, picture, target} = table, style = getComputedStyle(grid);
  const dots = devicePixelRatio * (event === "beforeprint" ? finer : 1);
  if (!grid.isConnected) return;
  picture.width = Math.round(grid.clientWidth * dots);
  picture.height = Math.round(grid.clientHeight * dots);
  const size = parseFloat(style.fontSize) * dots, font = `${size}px ${style.fontFamily}`;
  Object.assign(table, {dots, size, font, hatch: hatch(style, dots), fills: [], texts: []});
  if (target.shown) show(table);
}

/** hatch is what walls are filled with. */
function hatch(style, dots) {
  const side = Math.round(8 * dots), tile = element("canvas", {width: side, height: side}), pen = tile.getContext("2d");
  pen.fillStyle = style.getPropertyValue("--wall");
  pen.fillRect(0, 0, side, side);
  pen.strokeStyle = style.getPropertyValue("--wall-line");
  pen.lineWidth = 1.5 * dots;
  for (const x of [-2, -1, 0, 1]) {
    pen.moveTo(x * side, -side);
    pen.lineTo((x + 3) * side, 2 * side);
  }
  pen.stroke();
  return pen.createPattern(tile, "repeat");
}

function show(table) {
  const {grid, target: {shown}, shows} = table;
  grid.classList.toggle("fixed", !shown.paintable || !table.active);
  grid.setAttribute("aria-readonly", String(!shown.paintable));
  const isP = shows() === "p", values = isP ? masses(shown) : shown.cells;
  const [low, high] = isP ? [0, Math.max(...values)] : range(shown);
  const text = (i) => (isP ? share : logarithm)(values[i]);
  table.name = (i) => `row ${Math.floor(i / table.columns)}, column ${i % table.columns}: `
    + (shown.cells[i] === null ? "wall" : `${shows()} ${text(i)}`);
  if (shown.rows !== table.rows || shown.columns !== table.columns) build(table, shown); // with the names of today
  draw(table, (i) => colour(values[i], {low, high: high > low ? high : low + 1}), text);
  table.cells.forEach((cell, i) => cell.setAttribute("aria-label", table.name(i)));
}

/** draw fills cells that have other shades or texts than before, and writes their texts where there is room. */
function draw({picture, target: {shown}, rows, columns, dots, size, font, hatch, fills, texts}, shade, text) {
  const pen = picture.getContext("2d"), {width, height} = picture;
  const gap = columns <= roomy ? Math.round(dots) : 0, isWritten = gap > 0 && height / rows > size;
  if (fills.length === 0) pen.clearRect(0, 0, width, height);
  Object.assign(pen, {font, textAlign: "center", textBaseline: "middle"});
  shown.cells.forEach((value, i) => {
    const r = Math.floor(i / columns), c = i % columns, fill = value === null ? hatch : shade(i);
    const written = isWritten && value !== null ? text(i) : "";
    if (fills[i] === fill && texts[i] === written) return;
    texts[i] = written;
    const [x, y, right, bottom] = [c * width / columns, r * height / rows, (c + 1) * width / columns,
      (r + 1) * height / rows].map(Math.round);
    fills[i] = pen.fillStyle = fill;
    pen.fillRect(x, y, right - x - gap, bottom - y - gap);
    if (!written) return;
    pen.fillStyle = ink(fill);
    pen.fillText(written, (x + right - gap) / 2, (y + bottom) / 2, right - x - 2 * gap);
  });
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
  const {grid} = table, focused = grid.contains(document.activeElement), all = rows * columns;
  Object.assign(table, {rows, columns, cells: [], fills: [], texts: []});
  grid.replaceChildren(table.picture);
  for (const [name, value] of [["--columns", columns], ["--rows", rows]]) grid.style.setProperty(name, value);
  for (const [name, value] of [["aria-rowcount", rows], ["aria-colcount", columns]]) grid.setAttribute(name, value);
  for (let r = 0; r < rows && all <= few; r++) row(table, r, Array.from({length: columns}, (_, c) => c));
  aim(table, Math.min(table.focus, all - 1), focused);
}

/** row makes the elements of some cells of a row. */
function row({cells, columns, picture, name}, r, some) {
  const made = some.map((c) => {
    const i = r * columns + c, cell = {role: "gridcell", tabindex: "-1", "aria-colindex": c + 1};
    cells[i] = element("div", {...cell, "aria-label": name?.(i)});
    cells[i].style.gridArea = `${r + 1} / ${c + 1}`;
    return cells[i];
  });
  picture.before(element("div", {role: "row", "aria-rowindex": r + 1}, ...made));
}

/** aim moves the one cell that the Tab key reaches. Of many cells, no other one is an element. */
function aim(table, i, focus = true) {
  const {rows, columns, cells, focus: old} = table;
  if (!cells[i]) row(table, Math.floor(i / columns), [i % columns]);
  cells[old]?.setAttribute("tabindex", "-1");
  cells[i].setAttribute("tabindex", "0");
  if (focus) cells[i].focus();
  if (rows * columns > few && i !== old && cells[old]) {
    cells[old].parentElement.remove();
    delete cells[old];
  }
  table.focus = i;
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
    if (event.button !== 0 || !target.shown?.paintable || !table.active) return;
    const i = under(table, event);
    stroke = {id: event.pointerId, last: i, seen: new Set(), onWall: target.shown.cells[i] === null};
    grid.setPointerCapture(event.pointerId);
    aim(table, i);
    event.preventDefault();
    along(table, stroke, [i], brush);
  });
  grid.addEventListener("pointermove", (event) => {
    if (event.pointerId !== stroke?.id) return;
    const box = grid.getBoundingClientRect(); // once a move: every look makes the browser lay the page out
    const at = event.getCoalescedEvents().concat(event).map((one) => under(table, one, box));
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
function under({grid, rows, columns}, {clientX, clientY}, box = grid.getBoundingClientRect()) {
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
