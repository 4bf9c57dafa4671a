// One heat map with its colour bar. Its cells are a rectangle each. On a fine grid, where rectangles would be slow,
// they are the pixels of one picture.
import {colour} from "charts/colours.js";
import {plot} from "charts/figure.js";
import {textWidth} from "charts/labels.js";
import {number, value} from "charts/numbers.js";
import {svgElement} from "charts/svg.js";

export const left = 24, right = 8;
const bar = {height: 10, gap: 24, foot: 32};

/** headOf is the room above the maps: of one line, or of two if a name needs them. */
export const headOf = (maps, width) => (maps.some((map) => namedIn(map, width).length > 1) ? 40 : 24);

/** namedIn is the name of a map in one line or two. */
function namedIn({name}, width) {
  const at = name.slice(0, -1).split("").flatMap((letter, i) => (letter === " " ? [i] : []));
  if (textWidth(name, 13) <= width || at.length === 0) return [name];
  const middle = at.reduce((a, b) => (Math.abs(b - name.length / 2) < Math.abs(a - name.length / 2) ? b : a));
  return [name.slice(0, middle), name.slice(middle + 1)];
}

/** panel draws a map on a scale. Cells are side pixels wide, and begin top pixels below the upper edge. */
export function panel(spec, map, scale, side, top) {
  const {Plot} = window, {rows, columns} = spec;
  const wide = side * columns, high = side * rows;
  const cells = map.values.map((v, cell) => ({cell, row: Math.floor(cell / columns), column: cell % columns,
    value: value(v), wall: Boolean(spec.walls?.[cell])}));
  const open = cells.filter((c) => !c.wall);
  const svg = plot({
    width: left + right + Math.max(wide, least), height: top + high + bar.gap + bar.height + bar.foot,
    marginLeft: left, marginRight: right + Math.max(least - wide, 0), marginTop: top,
    marginBottom: bar.gap + bar.height + bar.foot,
    style: {fontSize: "11px", overflow: "visible"}, ariaLabel: words(map, cells),
    x: {type: "linear", domain: [0, columns], axis: null}, y: {type: "linear", domain: [rows, 0], axis: null},
    marks: [
      fine(spec) ? null : Plot.rect(open, {x1: "column", x2: (c) => c.column + 1, y1: "row", y2: (c) => c.row + 1,
        className: "cells", fill: (c) => colour(c.value, scale), stroke: side < 6 ? null : "var(--cell-line)",
        strokeWidth: 0.5}),
      ...walls(cells.filter((c) => c.wall)), ...numbered(spec, side),
      Plot.frame({stroke: "var(--line)"}),
    ],
  });
  svg.setAttribute("role", "img");
  if (fine(spec)) svg.prepend(forbidden ? rectangles(spec, map, scale, side, top) : picture(spec, map, scale, side,
    top));
  name(svg, map, Math.max(wide, least) + right, top);
  colourBar(svg, map, scale, {x: left, y: top + high + bar.gap, width: Math.max(wide, least)});
  dots(svg, spec, map, {side, top});
  return svg;
}

/** least is the width of a colour bar at least. */
export const least = 90;

/** units is the text after a number of a map: " nats", or nothing if the name of the map says it. */
export const units = (map) => (map.unit && map.unit !== map.name ? ` ${map.unit}` : "");

/** words say what a map shows, for readers who do not see it. */
function words(map, cells) {
  const known = cells.filter((c) => !c.wall && Number.isFinite(c.value));
  if (known.length === 0) return `${map.name}: no numbers.`;
  const most = known.reduce((a, b) => (b.value > a.value ? b : a));
  const fewest = known.reduce((a, b) => (b.value < a.value ? b : a));
  const at = (c) => `${number(c.value, 4)} at row ${c.row}, column ${c.column}`;
  return `${map.name}${units(map)}: largest ${at(most)}; smallest ${at(fewest)}.`;
}

function walls(all) {
  const {Plot} = window, stroke = {stroke: "var(--wall-line)", strokeWidth: 0.75};
  return [
    Plot.rect(all, {x1: "column", x2: (c) => c.column + 1, y1: "row", y2: (c) => c.row + 1, fill: "var(--wall)",
      className: "walls"}),
    Plot.link(all, {x1: "column", y1: "row", x2: (c) => c.column + 1, y2: (c) => c.row + 1, ...stroke}),
    Plot.link(all, {x1: "column", y1: (c) => c.row + 1, x2: (c) => c.column + 1, y2: "row", ...stroke}),
  ];
}

/** numbered writes the numbers of rows and columns, or every second, fifth or tenth where there is no room. */
function numbered({rows, columns}, side) {
  const {Plot} = window, style = {fill: "var(--soft)", fontSize: 11};
  const some = (n, room) => window.d3.range(0, n, n === 1 ? 2 : every(room, side)).filter(() => n > 1);
  return [
    Plot.text(some(columns, textWidth(String(columns - 1), 11) + 4),
      {...style, x: (k) => k + 0.5, y: () => rows, dy: 9}),
    Plot.text(some(rows, 12), {...style, y: (k) => k + 0.5, x: () => 0, dx: -5, textAnchor: "end"}),
  ];
}

function every(room, side) {
  for (let ten = 1; ; ten *= 10) for (const k of [1, 2, 5]) if (k * ten * side >= room) return k * ten;
}

function name(svg, map, width, top) {
  namedIn(map, width).reverse().forEach((words, i) => {
    window.d3.select(svg).append("text").attr("x", left).attr("y", top - 9 - 16 * i).attr("font-size", 13)
      .attr("fill", "var(--ink)").attr("text-anchor", "start").text(words);
  });
}

function colourBar(svg, map, scale, {x, y, width}) {
  const group = window.d3.select(svg).append("g").attr("aria-label", "scale").attr("transform", `translate(${x},${y})`);
  const steps = 60;
  for (let i = 0; i < steps; i++) {
    group.append("rect").attr("x", (width * i) / steps).attr("width", width / steps + 0.6).attr("height", bar.height)
      .attr("fill", colour(scale.low + ((i + 0.5) / steps) * (scale.high - scale.low || 1), scale));
  }
  barTicks(group.append("g").node(), scale, width);
  if (map.unit) {
    group.append("text").attr("x", width / 2).attr("y", bar.height + 28).attr("font-size", 11)
      .attr("fill", "var(--soft)").text(map.unit);
  }
}

/** barTicks writes the numbers below a colour bar, as many as fit. */
export function barTicks(node, scale, width) {
  node.replaceChildren();
  node.dataset.width = width;
  node.parentNode.style.display = scale.nothing ? "none" : "";
  const span = scale.high - scale.low || 1, to = window.d3.scaleLinear([scale.low, scale.low + span], [0, width]);
  const {all, digits} = fitting(scale.low, scale.low + span, to);
  all.forEach((v, i) => {
    const anchor = digits && (i === 0 ? "start" : "end"); // the ends stay within the bar
    node.append(svgElement("text", {x: to(v), y: bar.height + 13, "font-size": 11, fill: "var(--ink)",
      ...(anchor && {"text-anchor": anchor})}, number(v, digits)));
  });
}

/** fitting are as many ticks as have room for their numbers side by side; if that is one, the ends to two digits. */
function fitting(low, high, to) {
  for (let most = 6; most > 1; most--) {
    const all = window.d3.ticks(low, high, most), widest = Math.max(...all.map((v) => textWidth(number(v), 11)));
    if (all.length > 1 && to(all[1]) - to(all[0]) > widest + 6) return {all};
  }
  return {all: [low, high], digits: 2};
}

/** dots draws a dot in each cell of a map that has some. */
export function dots(svg, {columns}, map, {side, top}) {
  let group = svg.querySelector(".dots");
  if (!group) {
    group = svgElement("g", {class: "dots"});
    svg.append(group);
  }
  const here = {};
  for (const cell of map.dots ?? []) here[cell] = (here[cell] ?? 0) + 1;
  const drawn = {};
  group.replaceChildren(...(map.dots ?? []).map((cell) => {
    const k = drawn[cell] ?? 0, n = here[cell], ring = n > 1 ? side / 4 : 0;
    drawn[cell] = k + 1;
    const aside = [ring * Math.cos((2 * Math.PI * k) / n), ring * Math.sin((2 * Math.PI * k) / n)];
    return svgElement("circle", {cx: left + side * ((cell % columns) + 0.5) + aside[0],
      cy: top + side * (Math.floor(cell / columns) + 0.5) + aside[1], r: Math.max(side / (n > 1 ? 9 : 6), 2),
      fill: "#ffffff", stroke: "#202020", "stroke-width": 1.5});
  }));
}

/** The most cells that are rectangles. */
const most = 400;

/** fine reports whether the cells of a map are pixels of a picture. */
export const fine = ({rows, columns}) => rows * columns > most;

/** openCells are the cells without a wall, in the order of their rectangles. */
export const openCells = ({rows, columns, walls}) =>
  Array.from({length: rows * columns}, (_, cell) => cell).filter((cell) => !walls?.[cell]);

/** repaint gives the cells of a panel the colours of new values. */
export function repaint(svg, spec, map, scale, open) {
  const image = svg.querySelector("image.cells");
  if (image) {
    newest.set(image, {map, scale});
    image.setAttribute("href", pixels(spec, map, scale));
    return;
  }
  const rects = svg.querySelectorAll(".cells rect");
  open.forEach((cell, k) => rects[k].setAttribute("fill", colour(map.values[cell], scale)));
}

/** Whether a server's policy without "img-src data:" has kept a picture from showing. Then cells are rectangles. */
let forbidden = false;

const newest = new WeakMap(); // picture -> {map, scale}: a picture is refused later than it is drawn

/** picture are cells as the pixels of one picture. */
function picture(spec, map, scale, side, top) {
  const image = svgElement("image", {class: "cells", x: left, y: top, width: side * spec.columns,
    height: side * spec.rows,
    preserveAspectRatio: "none", "image-rendering": "pixelated", href: pixels(spec, map, scale)});
  newest.set(image, {map, scale});
  image.addEventListener("error", () => {
    forbidden = true;
    const now = newest.get(image);
    image.replaceWith(rectangles(spec, now.map, now.scale, side, top));
  });
  return image;
}

/** rectangles are cells one by one, which is slower. */
function rectangles(spec, map, scale, side, top) {
  return svgElement("g", {class: "cells"}, ...openCells(spec).map((cell) => svgElement("rect", {
    x: left + side * (cell % spec.columns), y: top + side * Math.floor(cell / spec.columns), width: side, height: side,
    fill: colour(map.values[cell], scale), "shape-rendering": "crispEdges"})));
}

function pixels(spec, map, scale) {
  const canvas = Object.assign(document.createElement("canvas"), {width: spec.columns, height: spec.rows});
  const context = canvas.getContext("2d");
  for (const cell of openCells(spec)) {
    context.fillStyle = colour(map.values[cell], scale);
    context.fillRect(cell % spec.columns, Math.floor(cell / spec.columns), 1, 1);
  }
  return canvas.toDataURL();
}
