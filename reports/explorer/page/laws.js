// The three maps of the first screen: p, where the samples should be; q, where they are; and q - p, what is wrong. They
// show the level of the slider, and at its end the target and the law of the samples. Of two settings they stand in
// columns: left, right, and the left ones less the right ones, with one scale.
import {colour, scalesOf} from "charts/charts.js";
import {digits, number} from "explorer/digits.js";
import {element, listen, soon} from "explorer/element.js";
import {less as lessName, names as called} from "explorer/state/names.js";
import {comparable, compared, differences, finite, gridOf, sameShape} from "explorer/views/chart.js";
import {say} from "explorer/views/controls.js";
import {nearest} from "explorer/views/position.js";

const kinds = ["measure", "levels", "walk"];
const fine = 24; // columns, up to which there are lines between cells

/** frameOf is the level of a side at the slider; null at the last one, whose laws measure has, or if none is known. */
export function frameOf({answers: {levels, measure}}, page) {
  if (!levels || !measure || !sameShape(levels, measure)) return null;
  const i = nearest(levels.frames, page);
  return i === levels.frames.length - 1 ? null : levels.frames[i];
}

/**
 * laws fills a room with the maps of all sides. sides() is [a] or [a, b]. It returns {draw, follow(side, brush)}: brush
 * is the element to paint the target with, which takes the place of the map of p while one paints.
 */
export function laws(room, sides, page) {
  const made = new WeakMap(); // side -> its maps
  const apart = ["p", "q"].map((name) => map(`${name}, ${lessName}`, "less"));
  const draw = soon(() => {
    const all = sides().filter(({answers}) => answers.measure), specs = all.map((side) => specOf(side, page));
    all.forEach((side, i) => show(made.get(side), comparable(specs[i], compared(all, side, "measure")
      .map((other) => specs[all.indexOf(other)])), all[i], page));
    less(apart, all, specs, page);
  });
  listen([page], "change", draw);
  room.append(...apart.map(({figure}) => figure));
  return {draw, follow(side, brush) {
    const maps = ["p", "q", "q − p"].map((name) => map(name, side.name));
    made.set(side, maps);
    side.addEventListener("answer", ({detail}) => kinds.includes(detail) && draw());
    side.addEventListener("question", draw);
    if (brush) paintable(maps[0].figure, brush);
    room.append(...maps.map(({figure}) => figure));
    draw();
  }};
}

/** paintable adds the mode of a map in which one paints. */
function paintable(figure, brush) {
  const button = element("button", {type: "button", class: "paints", "aria-pressed": "false", onclick: () => {
    button.setAttribute("aria-pressed", String(figure.classList.toggle("painting")));
  }}, "✎ Paint");
  figure.querySelector("figcaption").append(button);
  figure.append(element("div", {class: "brushes"}, brush));
}

/** map is one map without its numbers: a caption, a pixel a cell, and its scale. */
function map(name, side) {
  const canvas = element("canvas", {role: "img", width: 1, height: 1}), title = element("span", {});
  const [low, high] = [element("span", {}), element("span", {})], ramp = element("i", {});
  const told = element("span", {class: "told"});
  const cells = element("div", {class: "field-of-cells"}, canvas);
  const keys = {class: "map", "data-law": name[0] + (name.length > 1 ? "-less" : ""), "data-side": side};
  const figure = element("figure", keys, element("figcaption", {}, element("h3", {}, name), title), cells,
    element("div", {class: "scale"}, ramp, low, told, high));
  const one = {name, side, canvas, figure, title, cells, told, low, high, ramp, values: [], columns: 1};
  canvas.addEventListener("pointermove", (event) => say(told, under(one, event)));
  canvas.addEventListener("pointerleave", () => say(told, one.unit));
  return one;
}

/** under says the cell below a pointer. */
function under({canvas, columns, values}, {clientX, clientY}) {
  const box = canvas.getBoundingClientRect();
  const [c, r] = [[clientX - box.left, box.width, columns], [clientY - box.top, box.height, values.length / columns]]
    .map(([at, size, n]) => Math.min(Math.max(Math.floor((at / size) * n), 0), n - 1));
  return `row ${r}, column ${c}: ${digits(values[r * columns + c], 3)}`;
}

/** specOf are the maps of a side as data, at the level of the slider. */
function specOf(side, page) {
  const {measure} = side.answers, frame = frameOf(side, page);
  const [p, q] = (frame ? [frame.p, frame.forward] : [measure.p, measure.q]).map(finite);
  const off = frame ? 2 * number(frame.off) : number(measure.J.sum) === 0 ? 1 : 0;
  const high = Math.max(...p, ...q);
  return {...gridOf(measure), maps: [
    {name: "p", scale: "law", values: p, low: 0, high}, {name: "q", scale: "law", values: q, low: 0, high},
    {name: "q − p", signed: true, values: differences(q, p), off}]};
}

/** titles are those of the maps at the end; before it they say the level. */
const wrong = "what is wrong", titles = [["where samples should be", "should be"], ["where they are", "are"], [wrong, wrong]];

function show(maps, spec, side, page) {
  const frame = frameOf(side, page);
  scalesOf(spec).forEach((scale, i) => {
    say(maps[i].title, frame ? `${titles[i][1]}, at level ${frame.t}` : titles[i][0]);
    shade(maps[i], spec, spec.maps[i].values, scale, side.stale(frame ? "levels" : "measure"));
  });
  walkers(maps[1], side, page);
}

/** nothing is the difference of two laws below which all of it is rounding. */
const nothing = (specs) => 1e-9 * Math.max(...specs.flatMap(({maps}) => maps[0].high));

/** less shows the maps of the differences, if both settings have cells that lie alike. */
function less(apart, all, specs, page) {
  const alike = all.length === 2 && sameShape(all[0].answers.measure, all[1].answers.measure);
  for (const {figure} of apart) figure.hidden = !alike;
  if (!alike) return;
  const spec = {...specs[0], maps: ["p", "q"].map((name, i) =>
    ({name, signed: true, off: nothing(specs),
      values: differences(specs[0].maps[i].values, specs[1].maps[i].values)}))};
  const scale = comparable(spec, [{...spec, maps: spec.maps.toReversed().map((one, i) => ({...one, name: "pq"[i]}))}]);
  scalesOf(scale).forEach((of, i) => {
    say(apart[i].title, of.nothing ? "the same in every cell" : "");
    shade(apart[i], spec, spec.maps[i].values, of, all.some((side) => side.stale("measure")));
  });
}

/** unitOf is what a scale is in; a signed one says what is below 0 and what above. */
function unitOf({side}, {signed}) {
  if (!signed) return "probability";
  return side === "less" ? `${called[1]} higher · ${called[0]} higher` : "too few · too many";
}

/** shade paints a map and its scale. */
function shade(map, {rows, columns, walls}, values, scale, stale) {
  const shades = values.map((v, cell) => (walls?.[cell] || v === null ? null : colour(v, scale)));
  const unit = unitOf(map, scale);
  Object.assign(map, {values, columns, unit});
  colours(map.canvas, rows, columns, shades);
  for (const [name, value] of [["--columns", columns], ["--rows", rows]]) map.cells.style.setProperty(name, value);
  map.cells.classList.toggle("lined", columns <= fine && rows <= fine);
  map.canvas.setAttribute("aria-label", words(map.name, values, columns));
  map.figure.classList.add("known");
  map.figure.classList.toggle("stale", stale);
  const end = (v) => (scale.nothing ? "0" : (scale.signed && v > 0 ? "+" : "") + digits(v, 2));
  [[map.low, scale.low], [map.high, scale.high]].forEach(([node, v]) => say(node, end(v)));
  say(map.told, map.unit);
  const stops = Array.from({length: 9}, (_, i) => colour(scale.low + (i / 8) * (scale.high - scale.low), scale));
  map.ramp.style.background = `linear-gradient(90deg, ${stops.join(", ")})`;
}

/** colours paints one pixel a cell; the style sheet makes it large. A wall stays clear. */
function colours(canvas, rows, columns, shades) {
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, {width: columns, height: rows});
  const context = canvas.getContext("2d"), image = context.createImageData(columns, rows);
  shades.forEach((shade, i) => shade && image.data.set(pixelOf(shade), 4 * i));
  context.putImageData(image, 0, 0);
}

const pixels = new Map(); // shade -> its pixel; a scale has 255 shades

/** pixelOf is a shade, as #440154, as the four bytes of a pixel. */
function pixelOf(shade) {
  if (!pixels.has(shade)) {
    const parts = [1, 3, 5].map((at) => parseInt(shade.slice(at, at + 2), 16));
    pixels.set(shade, Uint8Array.of(...parts, 255));
  }
  return pixels.get(shade);
}

function words(name, values, columns) {
  const i = values.reduce((best, v, at) => (Math.abs(v) > Math.abs(values[best]) ? at : best), 0);
  const place = `row ${Math.floor(i / columns)}, column ${i % columns}`;
  return `${name} by cell: the largest is ${values[i]?.toPrecision(3)} at ${place}`;
}

/** walkers puts a dot where each single chain is at the slider. Chains in one cell stand beside each other. */
function walkers({cells, columns, values}, side, page) {
  const {walk} = side.answers, shown = page.get("chains-on") && walk && !side.stale("walk");
  const at = shown ? nearest(walk.levels.map((t, i) => ({t, beta: number(walk.betas[i])})), page) : 0;
  const dots = (shown ? walk.cells : []).map((path, i) => {
    const cell = path[at], dot = element("i", {class: "walker"}), turn = 2.4 * i, rows = values.length / columns;
    dot.style.left = `${100 * ((cell % columns) + 0.5 + 0.25 * Math.cos(turn)) / columns}%`;
    dot.style.top = `${100 * (Math.floor(cell / columns) + 0.5 + 0.25 * Math.sin(turn)) / rows}%`;
    return dot;
  });
  cells.querySelectorAll(".walker").forEach((one) => one.remove());
  cells.append(...dots);
}
