// The grid to paint: one canvas has the colours. Over it lie transparent cells, for the focus and for screen readers.
//
// The cells are real elements that take the focus in turn: NVDA and VoiceOver tell an element in focus more surely than
// an aria-activedescendant. A grid of 64x64 would have 4,096 of them, and be slow: there one cell goes where the focus is.
import {colour} from "charts/charts.js";
import {element, soon} from "explorer/element.js";
import {between, masses, put, range} from "explorer/setting/cells.js";
import {keyed} from "explorer/setting/tools.js";

const keys = "Arrow keys move. Enter paints. A digit sets the value, + and - change it by 1, w builds a wall.";
const roomy = 12; // columns, up to which cells show their values
const light = 256; // cells, up to which each has an element

/**
 * paint shows a target and lets the brush change it. shows() is "log f" or "p". It returns {element, draw,
 * setActive(on)}: while it is off, a pointer paints nothing and a finger scrolls the page; at first it is on.
 */
export function paint(target, brush, shows) {
  const canvas = element("canvas", {"aria-hidden": "true"});
  const grid = element("div", {role: "grid", class: "cells active", "aria-label": "log f by cell, to paint",
    "aria-description": keys}, canvas);
  const table = {grid, canvas, cells: [], rows: 0, columns: 0, focus: 0, target, brush, shows, drawn: []};
  const draw = soon(() => target.shown && show(table));
  const anew = () => {
    table.drawn = [];
    draw();
  };
  target.addEventListener("change", draw);
  new ResizeObserver(draw).observe(grid);
  addEventListener("resize", draw); // another ratio of pixels
  for (const media of ["(prefers-color-scheme: dark)", "print"]) matchMedia(media).addEventListener("change", anew);
  grid.addEventListener("keydown", (event) => onKey(table, event));
  strokes(table);
  return {element: grid, draw, setActive: (on) => { grid.classList.toggle("active", on); }};
}

function show(table) {
  const {grid, target: {shown}, shows} = table;
  if (shown.rows !== table.rows || shown.columns !== table.columns) build(table, shown);
  grid.classList.toggle("fixed", !shown.paintable);
  grid.setAttribute("aria-readonly", String(!shown.paintable));
  const isP = shows() === "p", values = isP ? masses(shown) : shown.cells;
  const [low, high] = isP ? [0, Math.max(...values)] : range(shown);
  const scale = {low, high: high > low ? high : low + 1}, all = values.length <= light, pen = penOf(table);
  table.told = (i) => shown.cells[i] === null ? "wall" : isP ? `p ${share(values[i])}` : `log f ${logarithm(values[i])}`;
  values.forEach((value, i) => {
    const shade = shown.cells[i] === null ? null : colour(value, scale);
    const text = shade && all ? (isP ? share(value) : logarithm(value)) : "";
    const key = `${shade}${text}`;
    if (table.drawn[i] === key) return;
    table.drawn[i] = key;
    pen(i, shade, shown.columns <= roomy ? text : "");
    if (all) label(table, table.cells[i], i);
  });
  if (!all) label(table, table.at, table.focus);
}

function label({columns, told}, cell, i) {
  cell.setAttribute("aria-label", `row ${Math.floor(i / columns)}, column ${i % columns}: ${told(i)}`);
}

/** penOf returns a function that draws a cell in a shade, null for a wall. A canvas of another size is empty at first. */
function penOf(table) {
  const {grid, canvas, rows, columns} = table, ratio = devicePixelRatio, style = getComputedStyle(grid);
  const [width, height] = [grid.clientWidth, grid.clientHeight].map((size) => Math.round(size * ratio));
  if (canvas.width !== width || canvas.height !== height) {
    Object.assign(canvas, {width, height});
    table.drawn = [];
  }
  const on = canvas.getContext("2d"), gap = columns > roomy ? 0 : Math.round(ratio);
  Object.assign(on, {font: `${11 * ratio}px ${style.fontFamily}`, textAlign: "center", textBaseline: "middle"});
  let wall;
  return (i, shade, text) => {
    const r = Math.floor(i / columns), c = i % columns;
    const [left, right] = [c, c + 1].map((at) => Math.round((at * width) / columns));
    const [top, bottom] = [r, r + 1].map((at) => Math.round((at * height) / rows));
    on.fillStyle = shade ?? (wall ??= hatching(on, style, ratio));
    on.fillRect(left, top, right - left - gap, bottom - top - gap);
    if (!text) return;
    on.fillStyle = ink(shade);
    on.fillText(text, (left + right - gap) / 2, (top + bottom) / 2, right - left - gap);
  };
}

/** hatching is the pattern of walls. It goes on from cell to cell. */
function hatching(on, style, ratio) {
  const size = Math.round(8 * ratio), tile = element("canvas", {width: size, height: size}), brush = tile.getContext("2d");
  brush.fillStyle = style.getPropertyValue("--wall");
  brush.fillRect(0, 0, size, size);
  Object.assign(brush, {strokeStyle: style.getPropertyValue("--wall-line"), lineWidth: 1.5 * ratio});
  for (const at of [-size, 0, size]) {
    brush.moveTo(at - 1, size + 1);
    brush.lineTo(at + size + 1, -1);
  }
  brush.stroke();
  return on.createPattern(tile, "repeat");
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
  const {grid, canvas} = table, focused = grid.contains(document.activeElement), all = rows * columns <= light;
  const cell = () => element("div", {role: "gridcell", tabindex: "-1"});
  const row = (...cells) => element("div", {role: "row"}, ...cells);
  table.cells = Array.from({length: all ? rows * columns : 2}, cell);
  grid.replaceChildren(canvas, ...(all ? Array.from({length: rows}, (_, r) =>
    row(...table.cells.slice(r * columns, (r + 1) * columns))) : table.cells.map((one) => row(one))));
  Object.assign(table, {rows, columns, drawn: [], at: null, told: () => ""});
  for (const [name, value] of Object.entries({rows, columns})) grid.style.setProperty(`--${name}`, value);
  for (const [name, value] of [["rowcount", rows], ["colcount", columns]]) grid.setAttribute(`aria-${name}`, value);
  grid.classList.toggle("fine", columns > roomy);
  grid.classList.toggle("moving", !all);
  aim(table, Math.min(table.focus, rows * columns - 1), focused);
}

/** aim moves the one cell that the Tab key reaches. Where only one is shown, two take turns: a new focus is told. */
function aim(table, i, focus = true) {
  const {cells, rows, columns, at: old} = table, moves = cells.length < rows * columns;
  const at = table.at = moves ? cells.find((one) => one !== old) : cells[i];
  table.focus = i;
  old?.setAttribute("tabindex", "-1");
  at.setAttribute("tabindex", "0");
  if (moves) {
    const r = Math.floor(i / columns), c = i % columns;
    Object.assign(at.style, {left: `${(100 * c) / columns}%`, top: `${(100 * r) / rows}%`});
    at.setAttribute("aria-colindex", c + 1);
    at.parentElement.setAttribute("aria-rowindex", r + 1);
    at.parentElement.hidden = false;
    label(table, at, i);
  }
  if (focus) at.focus();
  if (moves) cells.find((one) => one !== at).parentElement.hidden = true;
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
    if (event.button !== 0 || !target.shown?.paintable || !grid.matches(".active")) return;
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
