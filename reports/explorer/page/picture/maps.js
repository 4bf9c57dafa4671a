// Three maps show p, where samples should be, q, where they are, and q - p, what is wrong, at the level of the slider;
// at its end, the target and the distribution of the samples. All levels have one scale of colours: while the slider
// plays, bright places get brighter. A cell under the pointer, a finger or the keys is outlined in all of them, and so
// are the cells that a word of the story names; a line has their numbers.
import {drawn, element, put, say, soon} from "../element.js";
import {digits, finite, number, share, whole} from "../state/numbers.js";
import {frameOf} from "../state/setting.js";
import {gradient, ink, paint, shade} from "./colours.js";

const kinds = ["measure", "levels"];
const lined = 24; // columns, up to which there are lines between cells
const rounding = 1e-12; // a probability that is off by less is off by rounding alone

/** titles holds the title of each map, and a short one for phones. */
const titles = {p: ["where samples should be", "the target"], q: ["where they are, with 200 runs", "200 runs"],
  "q − p": ["too few, too many", "too few, too many"]};

/** first holds the titles before the first play. */
const first = {...titles, q: ["where 200 runs begin", "the start"]};

/**
 * maps fills a room with the maps of a setting, and returns {p, q, "q − p"} and outline(cells, name), which outlines
 * some cells and says their numbers; cells is null to end. act is from past.js. The map of p shows the target of the
 * brush while there is one.
 */
export function maps(room, setting, place, act, brush) {
  const all = Object.fromEntries(Object.keys(titles).map((name) => [name, mapOf(name)]));
  const reader = cellReader(all);
  const tops = {p: 0, "q − p": 0}; // where the scales end; they stay while a hand is on the page, if they hold all
  const draw = soon(() => {
    const {measure} = setting.answers;
    if (!measure) return;
    const target = brush.target(), frame = frameOf(setting, place), shape = target ?? measure;
    const isStale = setting.stale(frame ? "levels" : "measure");
    const distributions = distributionsOf(frame, measure, target), reach = reachOf(setting, distributions);
    for (const [name, most] of Object.entries(reach)) {
      if (!act.pressed || tops[name] < most) tops[name] = most;
    }
    for (const [name, map] of Object.entries(all)) {
      const top = (tops[name] ?? tops.p) || 1, isSigned = name === "q − p";
      const scale = {low: isSigned ? -top : 0, high: top, isSigned};
      const isOwn = name === "p" && target !== null;
      const [title, short] = isOwn ? ["the target, log f", "log f"] : isAsking() ? first[name]
        : name === "p" && frame ? [`the target at level ${whole(frame.t)}`, `level ${whole(frame.t)}`] : titles[name];
      say(map.title, title);
      put(map.title, "data-short", short);
      show(map, isOwn ? shape : measure, distributions[name], scale, isStale && !isOwn);
    }
    reader.draw();
    brush.write(all.p);
  });
  brush.addEventListener("change", draw);
  place.addEventListener("change", draw);
  act.released(draw);
  setting.addEventListener("answer", ({detail}) => kinds.includes(detail) && draw());
  setting.addEventListener("question", draw);
  room.append(...Object.values(all).map(({figure}) => figure), reader.node);
  return {...all, outline: reader.aim};
}

/** distributionsOf returns the values of the maps, at a level or at the end. A guess is made beside the target. */
function distributionsOf(frame, measure, target) {
  const [p, q] = [frame && !isAsking() ? frame.p : measure.p, frame ? frame.forward : measure.q]
    .map((one) => one.map(finite));
  const isExact = number(measure.J.sum) === 0 && !frame;
  const less = q.map((v, i) => (isExact || Math.abs(v - p[i]) < rounding ? 0 : v - p[i]));
  return {p: target?.p ?? p, q, "q − p": less};
}

/** isAsking tells if the page asks for a guess. */
const isAsking = () => document.body.classList.contains("asking");

/** reachOf returns the ends of the scales: over all levels, if these belong to what is shown. */
function reachOf(setting, distributions) {
  const ends = furthest([{p: distributions.p, forward: distributions.q}]), {measure, levels} = setting.answers;
  const isOwn = levels && String(levels.axes) === String(measure.axes) && !setting.stale("levels");
  if (!isOwn || setting.stale("measure")) return ends;
  if (!known.has(levels)) known.set(levels, furthest(levels.frames));
  const all = known.get(levels);
  return Object.fromEntries(Object.keys(ends).map((name) => [name, Math.max(ends[name], all[name])]));
}

const known = new WeakMap(); // levels -> the ends of their scales

/** furthest returns the largest probability of some levels, and the largest difference. */
function furthest(frames) {
  const most = {p: 0, "q − p": 0};
  for (const {p, forward} of frames) {
    for (let i = 0; i < p.length; i++) {
      const should = finite(p[i]), are = finite(forward[i]);
      most.p = Math.max(most.p, should, are);
      most["q − p"] = Math.max(most["q − p"], Math.abs(are - should));
    }
  }
  return most;
}

/** mapOf makes a map without its numbers: a caption, a pixel a cell, and a scale. */
function mapOf(name) {
  const canvas = element("canvas", {role: "img", width: 1, height: 1, "aria-label": "A map that is on its way"});
  const surrounded = drawn("svg", {class: "surround", "aria-hidden": "true"}, ...["light", "dark"].map((of) =>
    drawn("path", {class: of})));
  const signs = drawn("svg", {class: "values signs", "aria-hidden": "true"});
  const title = element("span", {}), cells = element("div", {class: "cells"}, canvas, signs, surrounded);
  const bar = element("i", {}), [low, high] = ["low", "high"].map((end) => element("span", {class: end}));
  const head = element("figcaption", {}, element("b", {}, name), title);
  const keys = {class: "map", "data-map": name === "q − p" ? "less" : name};
  const figure = element("figure", keys, head, cells, element("div", {class: "scale"}, low, bar, high));
  const shape = {rows: 1, columns: 1};
  return {name, canvas, figure, title, cells, signs, surrounded, bar, low, high, values: [], shape};
}

const idle = matchMedia("(pointer: coarse)").matches ? "Touch a cell."
  : "Point at a cell, or press Tab and the arrow keys.";

/** cellReader outlines cells in all maps, and makes the line with their numbers: {node, draw, aim(cells, name)}. */
function cellReader(all) {
  const maps = Object.values(all), said = element("output", {class: "cell"}, idle);
  let some = null, called = "";
  const draw = () => {
    const {shape} = all.q, cells = some?.filter((i) => i < shape.rows * shape.columns) ?? [];
    for (const map of maps) surround(map.surrounded, cells, shape);
    say(said, cells.length === 0 ? idle : numbersOf(all, cells, called));
  };
  const aim = (cells, name = "") => {
    [some, called] = [cells, name];
    draw();
  };
  const aimAt = (i) => aim(i === null ? null : [i]);
  const keys = element("div", {class: "reach", tabindex: 0, role: "application",
    "aria-label": "Cells of the maps: the arrow keys go from cell to cell", onfocus: () => aimAt(some?.[0] ?? 0),
    onblur: () => aimAt(null), onkeydown: (event) => {
      const {shape: {rows, columns}} = all.q, at = some?.[0] ?? 0, [r, c] = [Math.floor(at / columns), at % columns];
      const to = {ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1], ArrowUp: [r - 1, c], ArrowDown: [r + 1, c],
        Home: [r, 0], End: [r, columns - 1], PageUp: [0, c], PageDown: [rows - 1, c]}[event.key];
      if (!to) return;
      event.preventDefault();
      if (to[0] >= 0 && to[0] < rows && to[1] >= 0 && to[1] < columns) aimAt(to[0] * columns + to[1]);
    }});
  all.q.cells.append(keys);
  for (const map of maps) {
    for (const event of ["pointermove", "pointerdown"]) map.cells.addEventListener(event, (of) => aimAt(below(map, of)));
    map.cells.addEventListener("pointerleave", ({pointerType}) => pointerType === "mouse" && aimAt(null));
  }
  return {node: said, draw, aim};
}

/** surround draws the border of some cells into a drawing over a map: dark on light, for any colour below. */
function surround(drawing, cells, {rows, columns}) {
  const inside = new Set(cells), path = cells.map((i) => {
    const [r, c] = [Math.floor(i / columns), i % columns];
    const sides = [[r > 0 && inside.has(i - columns), `M${c} ${r}h1`], [inside.has(i + columns), `M${c} ${r + 1}h1`],
      [c > 0 && inside.has(i - 1), `M${c} ${r}v1`], [c < columns - 1 && inside.has(i + 1), `M${c + 1} ${r}v1`]];
    return sides.map(([isOpen, side]) => (isOpen ? "" : side)).join("");
  }).join("");
  put(drawing, "viewBox", `0 0 ${columns} ${rows}`);
  for (const line of drawing.children) put(line, "d", path);
  drawing.toggleAttribute("hidden", path === "");
}

/** numbersOf writes some cells with their numbers. One cell has its coordinates as its name. */
function numbersOf({p, q, "q − p": less}, cells, name) {
  const {shape} = q, called = name || cellName(cells[0], shape.axes);
  if (cells.every((i) => shape.walls[i])) return `${called}: wall`;
  const [should, are, off] = [p, q, less].map(({values}) => cells.reduce((sum, i) => sum + values[i], 0));
  return `${called}: p ${share(should)}, q ${share(are)}, q − p ${share(off, true)}`;
}

/** cellName writes a cell with its coordinates: cell (3, 3). */
export function cellName(cell, axes) {
  if (axes.length < 2) return `cell ${cell}`;
  const at = [];
  for (let rest = cell, i = axes.length - 1; i >= 0; rest = Math.floor(rest / axes[i--])) at.unshift(rest % axes[i]);
  return `cell (${at.join(", ")})`;
}

/** below returns the cell below a pointer, or the nearest one. */
export function below({canvas, shape: {rows, columns}}, {clientX, clientY}) {
  const box = canvas.getBoundingClientRect();
  const index = (at, size, n) => Math.min(Math.max(Math.floor((at / size) * n), 0), n - 1);
  return index(clientY - box.top, box.height, rows) * columns + index(clientX - box.left, box.width, columns);
}

/** placed returns the styles of a box of cells within a map. */
export const placed = ({top, left, bottom, right}, {rows, columns}) => ({top: `${(100 * top) / rows}%`,
  left: `${(100 * left) / columns}%`, height: `${(100 * (bottom - top)) / rows}%`,
  width: `${(100 * (right - left)) / columns}%`});

/** show paints a map and its scale. */
function show(map, shape, values, scale, isStale) {
  Object.assign(map, {values, shape, scale});
  paint(map.canvas, shape, values, scale);
  for (const [key, value] of [["--columns", shape.columns], ["--rows", shape.rows]]) {
    map.figure.style.setProperty(key, value);
  }
  map.cells.classList.toggle("lined", Math.max(shape.columns, shape.rows) <= lined);
  map.figure.classList.add("known");
  map.figure.classList.toggle("stale", isStale);
  put(map.canvas, "aria-label", words(map.name, values, shape.columns));
  map.bar.style.background = gradient(scale);
  say(map.low, scale.isSigned ? share(scale.low, true) : "0");
  say(map.high, share(scale.high, scale.isSigned));
  if (scale.isSigned) sign(map);
}

const roomy = 12; // columns, up to which a cell has its sign
const faint = 0.04; // of the end of the scale: a smaller difference has none

/** sign writes plus and minus into the cells of q - p: who sees no colours tells too many from too few by them. */
function sign({signs, values, scale, shape: {rows, columns}}) {
  const isWritten = Math.max(rows, columns) <= roomy;
  put(signs, "viewBox", `0 0 ${columns} ${rows}`);
  const shown = values.map((v) => (isWritten && Math.abs(v) > faint * scale.high ? Math.sign(v) : 0));
  signs.replaceChildren(...shown.flatMap((of, i) => (of === 0 ? [] : [drawn("text", {x: (i % columns) + 0.5,
    y: Math.floor(i / columns) + 0.5, fill: ink(shade(values[i], scale))}, of > 0 ? "+" : "−")])));
}

/** words says where the largest value of a map is. */
export function words(name, values, columns) {
  const i = values.reduce((best, v, at) => (Math.abs(v) > Math.abs(values[best]) ? at : best), 0);
  const place = `row ${Math.floor(i / columns)}, column ${i % columns}`;
  return `${name} by cell: the largest is ${values[i]?.toPrecision(3)} at ${place}`;
}
