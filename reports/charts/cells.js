// The cells of a heat map: a rectangle each. On a fine grid, where rectangles would be slow, they are the pixels of one
// picture.
import {colour} from "charts/colours.js";

/** The most cells that are rectangles. */
const most = 400;

/** fine reports whether the cells of a map are pixels of a picture. */
export const fine = ({rows, columns}) => rows * columns > most;

/** openCells are the cells without a wall, in the order of their rectangles. */
export const openCells = ({rows, columns, walls}) =>
  Array.from({length: rows * columns}, (_, cell) => cell).filter((cell) => !walls?.[cell]);

/** addPicture puts the picture of a fine map into its panel, whose cells begin at left and top. */
export function addPicture(svg, spec, map, scale, {left, top, side}) {
  const image = window.d3.create("svg:image").attr("class", "cells").attr("x", left).attr("y", top)
    .attr("width", side * spec.columns).attr("height", side * spec.rows).attr("preserveAspectRatio", "none")
    .attr("image-rendering", "pixelated").attr("href", pixels(spec, map, scale));
  svg.prepend(image.node());
}

/** repaint gives the cells of a panel the colours of new values. */
export function repaint(svg, spec, map, scale, open) {
  if (fine(spec)) return svg.querySelector("image.cells").setAttribute("href", pixels(spec, map, scale));
  const rects = svg.querySelectorAll(".cells rect");
  open.forEach((cell, k) => rects[k].setAttribute("fill", colour(map.values[cell], scale)));
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
