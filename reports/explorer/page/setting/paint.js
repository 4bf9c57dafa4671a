// The grid to paint: one canvas, under a table of cells for the pointer, the finger, the keyboard and screen readers.
// Its colours are those of p on the scale of the map of p, or those of log f, and a bar below it says which. While one
// paints, a scale stays where it is as long as it holds all.
import {colour} from "charts/charts.js";
import {element, put, soon} from "explorer/element.js";
import {ramp} from "explorer/ramp.js";
import {masses, range} from "explorer/setting/cells.js";
import {strokes} from "explorer/setting/strokes.js";
import {build} from "explorer/setting/table.js";
import {say} from "explorer/views/controls.js";

const keys = "Arrow keys move. Enter paints; with a line or a rectangle, the first begins it and the second ends it. A "
  + "digit sets the value, + and - change it by 1, w builds a wall, [ and ] change the size of the brush.";
const roomy = 12; // columns, up to which cells show their values
const finer = 4; // dots on paper for one on the screen
const tooLong = 3; // times what a scale has to hold, where it is made anew
const growth = 1 / 4; // of its length, by which a scale grows: the next stroke is to fit

/**
 * paint shows a target and lets the brush change it. shows() is "p" or "log f". It returns {element, legend, draw,
 * setActive, scaled(high)}: legend says which scale is shown, and scaled says where that of p ends. While it is not
 * active, a pointer scrolls the page and does not paint; keys paint.
 */
export function paint(target, brush, shows) {
  const grid = element("div", {role: "grid", class: "cells", "aria-label": "log f by cell, to paint",
    "aria-description": keys});
  const picture = element("canvas", {"aria-hidden": "true"}), legend = ramp();
  const table = {grid, picture, legend, cells: [], rows: 0, columns: 0, focus: 0, active: true, target, brush, shows,
    high: undefined, range: null, under: null};
  const now = () => target.shown && show(table), draw = soon(now);
  target.addEventListener("change", draw);
  strokes(table, now, (i) => {
    table.under = i;
    tell(table);
  });
  addEventListener("pointerup", draw); // a scale that is far too long may be made anew
  new ResizeObserver(() => measure(table)).observe(grid);
  for (const event of ["resize", "beforeprint", "afterprint"]) addEventListener(event, () => measure(table, event));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => measure(table));
  return {element: grid, legend: legend.element, draw, setActive: (active) => {
    table.active = active;
    draw();
  }, scaled: (high) => {
    if (high === table.high) return;
    table.high = high;
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
  const {grid, target: {shown}, shows} = table, isP = shows() === "p", values = isP ? masses(shown) : shown.cells;
  grid.classList.toggle("fixed", !shown.paintable || !table.active);
  put(grid, "aria-readonly", !shown.paintable);
  table.name = (i) => `row ${Math.floor(i / table.columns)}, column ${i % table.columns}: `
    + (shown.cells[i] === null ? "wall" : `log f ${logarithm(shown.cells[i])}`);
  if (shown.rows !== table.rows || shown.columns !== table.columns) build(table, shown); // with the names of today
  table.range = heldRange(table.range, range(shown));
  const [low, high] = isP ? [0, table.high ?? Math.max(...values)] : table.range;
  const scale = {low, high: high > low ? high : low + 1};
  draw(table, (i) => colour(values[i], scale), (i) => logarithm(shown.cells[i]));
  table.cells.forEach((cell, i) => put(cell, "aria-label", table.name(i)));
  table.legend.show(scale);
  tell(table);
}

/** heldRange is the range of a scale that follows another one: the same while it holds all and is not far too long. */
function heldRange(before, [low, high]) {
  const isLong = before && before[1] - before[0] > tooLong * Math.max(high - low, 1);
  if (!before || isLong) return [low, high];
  const more = growth * (Math.max(high, before[1]) - Math.min(low, before[0]));
  return [low < before[0] ? low - more : before[0], high > before[1] ? high + more : before[1]];
}

/** tell says what the colours show, or the cell below the pointer. */
function tell({legend, under, name, shows, cells, target: {shown}}) {
  const isThere = under !== null && under < shown.cells.length;
  say(legend.told, isThere ? name(under) : `colours: ${shows() === "p" ? "p, probability" : "log f"}`);
}

/** draw fills cells that have other shades or texts than before, and writes log f where there is room. */
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
