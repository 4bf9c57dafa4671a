// Three maps show p, where samples should be, q, where they are, and q - p, what is wrong, at the level of the slider;
// at its end, the target and the law of the samples. All levels have one scale of colours: while the slider plays,
// bright places get brighter.
import {element, put, say, soon} from "../element.js";
import {digits, finite, number} from "../state/numbers.js";
import {frameOf} from "../state/setting.js";
import {gradient, paint} from "./colours.js";

const kinds = ["measure", "levels"];
const lined = 24; // columns, up to which there are lines between cells
const rounding = 1e-12; // a probability that is off by less is off by rounding alone

/** titles holds the title of each map at the end, and the one before the end, which the level follows. */
const titles = {p: ["where samples should be", "should be"], q: ["where they are", "are"],
  "q − p": ["what is wrong", "what is wrong"]};

/**
 * maps fills a room with the maps of a setting, and returns them by their names. act is from past.js. The map of p
 * shows the target of the brush while there is one.
 */
export function maps(room, setting, place, act, brush) {
  const all = Object.fromEntries(Object.keys(titles).map((name) => [name, mapOf(name)]));
  const tops = {p: 0, "q − p": 0}; // where the scales end; they stay while a hand is on the page, if they hold all
  const draw = soon(() => {
    const {measure} = setting.answers;
    if (!measure) return;
    const target = brush.target(), frame = frameOf(setting, place), shape = target ?? measure;
    const isStale = setting.stale(frame ? "levels" : "measure");
    const laws = lawsOf(frame, measure, target), reach = reachOf(setting, laws);
    for (const [name, most] of Object.entries(reach)) {
      if (!act.pressed || tops[name] < most) tops[name] = most;
    }
    for (const [name, map] of Object.entries(all)) {
      const top = (tops[name] ?? tops.p) || 1, isSigned = name === "q − p";
      const scale = {low: isSigned ? -top : 0, high: top, isSigned};
      const isOwn = name === "p" && target !== null;
      say(map.title, isOwn ? "the target, log f" : frame ? `${titles[name][1]}, at level ${frame.t}` : titles[name][0]);
      show(map, isOwn ? shape : measure, laws[name], scale, isStale && !isOwn);
    }
    brush.write(all.p);
  });
  brush.addEventListener("change", draw);
  place.addEventListener("change", draw);
  act.released(draw);
  setting.addEventListener("answer", ({detail}) => kinds.includes(detail) && draw());
  setting.addEventListener("question", draw);
  room.append(...Object.values(all).map(({figure}) => figure));
  return all;
}

/** lawsOf returns the values of the maps, at a level or at the end. */
function lawsOf(frame, measure, target) {
  const [p, q] = (frame ? [frame.p, frame.forward] : [measure.p, measure.q]).map((law) => law.map(finite));
  const isExact = number(measure.J.sum) === 0 && !frame;
  const less = q.map((v, i) => (isExact || Math.abs(v - p[i]) < rounding ? 0 : v - p[i]));
  return {p: target?.p ?? p, q, "q − p": less};
}

/** reachOf returns the ends of the scales: over all levels, if these belong to what is shown. */
function reachOf(setting, laws) {
  const ends = furthest([{p: laws.p, forward: laws.q}]), {measure, levels} = setting.answers;
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
  const title = element("span", {}), cells = element("div", {class: "cells"}, canvas);
  const bar = element("i", {}), [low, told, high] = ["low", "told", "high"].map((end) => element("span", {class: end}));
  const head = element("figcaption", {}, element("h3", {}, name), title);
  const keys = {class: "map", "data-law": name === "q − p" ? "less" : name};
  const figure = element("figure", keys, head, cells, element("div", {class: "scale"}, bar, low, told, high));
  const map = {name, canvas, figure, title, cells, bar, low, told, high, values: [], shape: {rows: 1, columns: 1}};
  canvas.addEventListener("pointermove", (event) => say(told, under(map, event)));
  canvas.addEventListener("pointerleave", () => say(told, map.unit));
  return map;
}

/** below returns the cell below a pointer, or the nearest one. */
export function below({canvas, shape: {rows, columns}}, {clientX, clientY}) {
  const box = canvas.getBoundingClientRect();
  const index = (at, size, n) => Math.min(Math.max(Math.floor((at / size) * n), 0), n - 1);
  return index(clientY - box.top, box.height, rows) * columns + index(clientX - box.left, box.width, columns);
}

/** under writes the cell below a pointer, with its value. */
function under(map, event) {
  const i = below(map, event), {columns, walls} = map.shape;
  const value = walls?.[i] ? "wall" : digits(map.values[i], 3);
  return `row ${Math.floor(i / columns)}, column ${i % columns}: ${value}`;
}

/** show paints a map and its scale. */
function show(map, shape, values, scale, isStale) {
  Object.assign(map, {values, shape, scale, unit: scale.isSigned ? "too few · too many" : "probability"});
  paint(map.canvas, shape, values, scale);
  for (const [key, value] of [["--columns", shape.columns], ["--rows", shape.rows]]) {
    map.figure.style.setProperty(key, value);
  }
  map.cells.classList.toggle("lined", Math.max(shape.columns, shape.rows) <= lined);
  map.figure.classList.add("known");
  map.figure.classList.toggle("stale", isStale);
  put(map.canvas, "aria-label", words(map.name, values, shape.columns));
  map.bar.style.background = gradient(scale);
  say(map.low, scale.isSigned ? digits(scale.low, 2) : "0");
  say(map.high, (scale.isSigned ? "+" : "") + digits(scale.high, 2));
  say(map.told, map.unit);
}

function words(name, values, columns) {
  const i = values.reduce((best, v, at) => (Math.abs(v) > Math.abs(values[best]) ? at : best), 0);
  const place = `row ${Math.floor(i / columns)}, column ${i % columns}`;
  return `${name} by cell: the largest is ${values[i]?.toPrecision(3)} at ${place}`;
}
