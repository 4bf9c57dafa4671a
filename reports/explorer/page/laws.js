// Small maps beside the numbers: the target p, the law q of the samples, and their difference.
import {colour, scalesOf} from "charts/charts.js";
import {element, soon} from "explorer/element.js";
import {comparable, compared, differences, finite, gridOf, rounding} from "explorer/views/chart.js";

/**
 * laws fills a room with the maps of all sides. sides() is [a] or [a, b]; two on one grid have one scale, so that a map
 * that is twice as far off looks so. It returns {draw, follow(side)}.
 */
export function laws(room, sides) {
  const made = new WeakMap(); // side -> its maps
  const draw = soon(() => sides().forEach((side) => side.answers.measure && show(made.get(side), side, sides())));
  return {draw, follow(side) {
    const maps = ["p", "q", "q − p"].map(map);
    made.set(side, maps);
    side.addEventListener("answer", ({detail}) => detail === "measure" && draw());
    side.addEventListener("question", draw);
    room.append(element("div", {class: "laws", "data-side": side.name}, element("h3", {}, side.name.toUpperCase()),
      ...maps.map(({figure}) => figure)));
    draw();
  }};
}

function map(name) {
  const canvas = element("canvas", {role: "img", width: 1, height: 1});
  const titles = {p: "p, the target", q: "q, the law of the samples", "q − p": "orange: too often; blue: too rarely"};
  return {name, canvas, figure: element("figure", {title: titles[name]}, canvas, element("figcaption", {}, name))};
}

/** specOf are the maps of a side as data. */
function specOf({answers: {measure}}) {
  const [p, q] = [measure.p, measure.q].map(finite);
  return {...gridOf(measure), maps: [
    {name: "p", scale: "law", values: p}, {name: "q", scale: "law", values: q},
    {name: "q − p", signed: true, values: differences(q, p), reach: rounding(p, q)}]};
}

function show(maps, side, sides) {
  const spec = comparable(specOf(side), compared(sides, side, "measure").map(specOf)), {walls, columns} = spec;
  scalesOf(spec).forEach((scale, i) => {
    const {values} = spec.maps[i];
    const shade = values.map((v, cell) => (walls?.[cell] || v === null ? null : colour(v, scale)));
    colours(maps[i].canvas, spec.rows, columns, shade);
    maps[i].canvas.setAttribute("aria-label", words(maps[i].name, values, columns));
    maps[i].figure.classList.toggle("stale", side.stale("measure"));
  });
}

/** colours paints one pixel a cell; the style sheet makes it large. */
function colours(canvas, rows, columns, shades) {
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, {width: columns, height: rows});
  const context = canvas.getContext("2d"), image = context.createImageData(columns, rows);
  shades.forEach((shade, i) => {
    if (shade) image.data.set([...[1, 3, 5].map((at) => parseInt(shade.slice(at, at + 2), 16)), 255], 4 * i);
  });
  context.putImageData(image, 0, 0);
}

function words(name, values, columns) {
  const i = values.reduce((best, v, at) => (Math.abs(v) > Math.abs(values[best]) ? at : best), 0);
  const place = `row ${Math.floor(i / columns)}, column ${i % columns}`;
  return `${name} by cell: the largest is ${values[i]?.toPrecision(3)} at ${place}`;
}
