// What each cell adds to B and to J, and in words where the most of it lies.
import {maps} from "charts/charts.js";
import {digits, number, percent} from "explorer/digits.js";
import {comparable, compared, finite, gridOf, sameShape} from "explorer/views/chart.js";
import {pictured} from "explorer/views/part.js";
import {nearest} from "explorer/views/position.js";
import {box, cellName, fewest, freeOf, region} from "explorer/views/where.js";

const none = "For a program only the whole of B and J is computed, not what each cell adds.";

/** cells adds the maps to a room. */
export function cells(room, side, page, sides) {
  const title = "What each cell adds to B and J";
  return pictured(room, title, ["exact"], [side], maps, {columns: 3, name: "cells"}, () => {
    const {exact} = side.answers, parts = shares(side, page);
    if (parts.length === 0) return none;
    const others = compared(sides, side, "exact")
      .map((other) => ({...gridOf(other.answers.exact), maps: shares(other, page)}));
    const words = [sentence("B", exact.b_parts, exact), sentence("J", exact.j_parts, exact)].join(" ");
    return {words, spec: comparable({
      about: "What each cell adds to B over all steps, and in the step to the slider's level, and what it adds to J.",
      ...gridOf(exact), maps: parts,
    }, others)};
  });
}

function shares({answers: {exact, levels}}, page) {
  const frame = levels && sameShape(exact, levels) ? levels.frames[nearest(levels.frames, page)] : null;
  const share = (name, values) => values && {name, unit: "nats", signed: true, values: finite(values)};
  return [
    share("B, all steps", exact.b_parts),
    frame && share("B, this step", frame.b_parts ?? frame.p.map(() => 0)), // no step leads to the first level
    share("J, final states", exact.j_parts),
  ].filter(Boolean);
}

/** sentence says where the most of a measure lies: in a box if the grid has at most two axes, or in how many cells. */
function sentence(name, parts, shape) {
  if (!parts) return "";
  const values = parts.map(number);
  const free = freeOf(shape), most = region(values, shape);
  if (!most) return `${name} is not a finite number above 0, so the cells have no shares of it.`;
  const few = fewest(values);
  const worst = `The cell that adds most is ${cellName(few[0], shape.axes)}: ${digits(values[few[0]])} nats.`;
  if (shape.axes.length > 2 || most.cells > free / 3) {
    return `Half of ${name} comes from ${few.length} of the ${free} cells. ${worst}`;
  }
  const share = `${percent(most.part / most.whole)} of ${name} (${digits(most.part)} of ${digits(most.whole)} nats)`;
  return `${share} comes from ${box(most, shape)}. ${worst}`;
}
