// Small maps beside the numbers: the target p, the law q of the samples, and their difference.
import {colour, scaleOf} from "charts/charts.js";
import {number} from "explorer/digits.js";
import {element, soon} from "explorer/element.js";

/** laws makes the maps of a side; they follow its newest answer. */
export function laws(side) {
  const maps = ["p", "q", "q − p"].map(map);
  const draw = soon(() => side.answers.measure && show(maps, side));
  side.addEventListener("answer", ({detail}) => detail === "measure" && draw());
  side.addEventListener("question", draw);
  draw();
  return element("div", {class: "laws", "data-side": side.name}, element("h3", {}, side.name.toUpperCase()),
    ...maps.map(({figure}) => figure));
}

function map(name) {
  const canvas = element("canvas", {role: "img", width: 1, height: 1});
  const titles = {p: "p, the target", q: "q, the law of the samples", "q − p": "orange: too often; blue: too rarely"};
  return {name, canvas, figure: element("figure", {title: titles[name]}, canvas, element("figcaption", {}, name))};
}

function show(maps, side) {
  const {rows, columns, walls, p, q, J} = side.answers.measure;
  const [of, to] = [p.map(number), q.map(number)];
  const less = to.map((v, i) => v - of[i]);
  const shared = scaleOf([...of, ...to]), signed = scaleOf(less, true, 0, number(J.sum) === 0 ? 1 : 0);
  [[of, shared], [to, shared], [less, signed]].forEach(([values, scale], i) => {
    const shade = values.map((v, cell) => (walls?.[cell] ? null : colour(v, scale)));
    colours(maps[i].canvas, rows, columns, shade);
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
