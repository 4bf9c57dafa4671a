// The three maps of the first screen: p, where the samples should be; q, where they are; and q - p, what is wrong. They
// show the level of the slider, and at its end the target and the law of the samples.
import {colour, scalesOf} from "charts/charts.js";
import {digits, number} from "explorer/digits.js";
import {element, listen, put, soon} from "explorer/element.js";
import {axisAfter} from "explorer/numbers/bars.js";
import {ramp} from "explorer/ramp.js";
import {acts} from "explorer/state/acts.js";
import {differences, finite, gridOf, rounding, sameShape} from "explorer/views/chart.js";
import {say} from "explorer/views/controls.js";
import {nearest} from "explorer/views/position.js";

const kinds = ["measure", "levels"];
const fine = 24; // columns, up to which there are lines between cells

/** frameOf is the level of a setting at the slider; null at the last one, whose laws measure has, or if none is known. */
export function frameOf({answers: {levels, measure}}, page) {
  if (!levels || !measure || !sameShape(levels, measure)) return null;
  const i = nearest(levels.frames, page);
  return i === levels.frames.length - 1 ? null : levels.frames[i];
}

/**
 * laws fills a room with the maps of a setting. brush, {element, scaled(high)}, is what paints the target. Its element
 * takes the place of the map of p while one paints, on the map's scale, which then stays as the axis of J and B does.
 */
export function laws(room, setting, page, brush) {
  const made = ["p", "q", "q − p"].map((name) => map(name)), act = acts();
  let axis = null; // of the maps while one paints
  const draw = soon(() => {
    const {measure} = setting.answers;
    if (!measure) return;
    const most = Math.max(...finite(measure.p), ...finite(measure.q));
    axis = made[0].figure.classList.contains("painting") ? axisAfter(axis, most, act.pressed) : null;
    const top = axis?.top ?? most, spec = specOf(setting, page, top);
    show(made, spec, setting, page);
    brush?.scaled(frameOf(setting, page) ? top : spec.maps[0].high);
  });
  listen([page], "change", draw);
  act.released(draw);
  setting.addEventListener("answer", ({detail}) => kinds.includes(detail) && draw());
  setting.addEventListener("question", draw);
  if (brush) paintable(made[0].figure, brush.element, draw);
  room.append(...made.map(({figure}) => figure));
  draw();
}

/** paintable adds the mode of a map in which one paints. changed is called when it begins and ends. */
function paintable(figure, brush, changed) {
  const button = element("button", {type: "button", class: "paints", "aria-pressed": "false", onclick: () => {
    button.setAttribute("aria-pressed", String(figure.classList.toggle("painting")));
    changed();
  }}, "✎ Paint");
  figure.querySelector("figcaption").append(button);
  figure.append(element("div", {class: "brushes"}, brush));
}

/** map is one map without its numbers: a caption, a pixel a cell, and its scale. */
function map(name) {
  const canvas = element("canvas", {role: "img", width: 1, height: 1, "aria-label": "A map that is on its way"});
  const title = element("span", {});
  const bar = ramp(), {told} = bar;
  const cells = element("div", {class: "field-of-cells"}, canvas);
  const keys = {class: "map", "data-law": name[0] + (name.length > 1 ? "-less" : "")};
  const figure = element("figure", keys, element("figcaption", {}, element("h3", {}, name), title), cells,
    bar.element);
  const one = {name, canvas, figure, title, cells, told, bar, values: [], columns: 1};
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

/** specOf are the maps of a setting as data, at the level of the slider. top is where their scale ends at the last one. */
function specOf(setting, page, top) {
  const {measure} = setting.answers, frame = frameOf(setting, page);
  const [p, q] = (frame ? [frame.p, frame.forward] : [measure.p, measure.q]).map(finite);
  const off = frame ? rounding : number(measure.J.sum) === 0 ? 1 : 0;
  const high = frame ? Math.max(...p, ...q) : top;
  return {...gridOf(measure), maps: [
    {name: "p", scale: "law", values: p, low: 0, high}, {name: "q", scale: "law", values: q, low: 0, high},
    {name: "q − p", signed: true, values: differences(q, p), off}]};
}

/** titles are those of the maps at the end; before it they say the level. */
const wrong = "what is wrong", titles = [["where samples should be", "should be"], ["where they are", "are"], [wrong, wrong]];

function show(maps, spec, setting, page) {
  const frame = frameOf(setting, page);
  scalesOf(spec).forEach((scale, i) => {
    const isPainted = maps[i].figure.classList.contains("painting");
    say(maps[i].title, isPainted ? "the target" : frame ? `${titles[i][1]}, at level ${frame.t}` : titles[i][0]);
    shade(maps[i], spec, spec.maps[i].values, scale, setting.stale(frame ? "levels" : "measure"));
  });
}

/** unitOf is what a scale is in; a signed one says what is below 0 and what above. */
const unitOf = ({signed}) => signed ? "too few · too many" : "probability";

/** shade paints a map and its scale. */
function shade(map, {rows, columns, walls}, values, scale, stale) {
  const shades = values.map((v, cell) => (walls?.[cell] || v === null ? null : colour(v, scale)));
  const unit = unitOf(scale);
  Object.assign(map, {values, columns, unit});
  colours(map.canvas, rows, columns, shades);
  for (const [name, value] of [["--columns", columns], ["--rows", rows]]) map.cells.style.setProperty(name, value);
  map.cells.classList.toggle("lined", columns <= fine && rows <= fine);
  put(map.canvas, "aria-label", words(map.name, values, columns));
  map.figure.classList.add("known");
  map.figure.classList.toggle("stale", stale);
  map.bar.show(scale);
  say(map.told, map.unit);
}

/** colours paints one pixel a cell; the style sheet makes it large. A wall stays clear. */
function colours(canvas, rows, columns, shades) {
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, {width: columns, height: rows});
  const context = canvas.getContext("2d"), image = context.createImageData(columns, rows);
  const all = new Uint32Array(image.data.buffer);
  shades.forEach((shade, i) => { if (shade) all[i] = pixelOf(shade); });
  context.putImageData(image, 0, 0);
}

const pixels = new Map(); // shade -> its pixel; a scale has 255 shades

/** pixelOf is a shade, as #440154, as the four bytes of a pixel, in one number. */
function pixelOf(shade) {
  if (!pixels.has(shade)) {
    const parts = [1, 3, 5].map((at) => parseInt(shade.slice(at, at + 2), 16));
    pixels.set(shade, new Uint32Array(Uint8Array.of(...parts, 255).buffer)[0]);
  }
  return pixels.get(shade);
}

function words(name, values, columns) {
  const i = values.reduce((best, v, at) => (Math.abs(v) > Math.abs(values[best]) ? at : best), 0);
  const place = `row ${Math.floor(i / columns)}, column ${i % columns}`;
  return `${name} by cell: the largest is ${values[i]?.toPrecision(3)} at ${place}`;
}
