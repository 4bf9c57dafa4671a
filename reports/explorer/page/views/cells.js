// Which cells are to blame: what each adds to J and B, between which the chain is slow, and where runs that go forward
// are and those that go back are not. Of two settings the left maps stand beside the right ones, on one scale, and a
// map shows what sets their samples apart.
import {maps} from "charts/charts.js";
import {digits, number, percent} from "explorer/digits.js";
import {less, names} from "explorer/state/names.js";
import {betas, slowest} from "explorer/views/cells/slowest.js";
import {stepsWords} from "explorer/views/cells/steps.js";
import {differences, distance, finite, gridOf, sameShape, together} from "explorer/views/chart.js";
import {each, pictured} from "explorer/views/part.js";
import {framesOf, nearest} from "explorer/views/position.js";
import {box, cellName, fewest, freeOf, region} from "explorer/views/where.js";

export const cells = {
  id: "cells",
  title: "Which cells",
  about: "Which cells J and B come from, and between which cells the chain is slow. Maps follow the slider above.",
  keys: ["beta", "t"],
  needs: {exact: () => ({}), levels: (page, side) => ({frames: framesOf(side)}), spectrum: () => ({betas})},
  mount(room, sides, page) {
    room.classList.add("pieces");
    const last = sides.length > 1 ? apart : bothWays;
    return [shares, slowest, last].map((make) => make(room, sides, page));
  },
};

const noCells = "For a program only the whole of B and J is computed, not what each cell adds.";

/** shares adds maps of what each cell adds to J and to B, and in words from which cells and steps the most comes. */
function shares(room, sides, page) {
  const options = {columns: 3 * sides.length, name: "cells"};
  return pictured(room, "What each cell adds to J and B", ["exact"], sides, maps, options, (_, known) => {
    const isStepOfAll = known.filter(({answers}) => answers.exact.b_parts).every((side) => frameOf(side, page));
    const mapsOf = (side) => partsOf(side, isStepOfAll ? frameOf(side, page) : null);
    const some = known.filter((side) => mapsOf(side).length > 0);
    const specs = together(some, ({answers}) => answers.exact, (side) => ({
      about: "What each cell adds to J, and to B over all steps and in the step to the slider's level.",
      ...gridOf(side.answers.exact), maps: mapsOf(side)}));
    return {specs, words: each(known, ({answers: {exact}}) => exact.b_parts ? sharesWords(exact) : noCells)};
  });
}

/**
 * frameOf is the level that the slider points at, if it is known. The laws along the annealing come after J and B, and
 * not for both settings at once: the maps of this step come together, for one alone would change its scale later.
 */
function frameOf({answers: {exact, levels}}, page) {
  return levels && sameShape(exact, levels) ? levels.frames[nearest(levels.frames, page)] : null;
}

function partsOf({answers: {exact}}, frame) {
  const share = (name, values) => values && {name, unit: "nats", signed: true, values: finite(values)};
  return [
    share("J, final states", exact.j_parts),
    share("B, all steps", exact.b_parts),
    frame && share("B, this step", frame.b_parts ?? frame.p.map(() => 0)), // no step leads to the first level
  ].filter(Boolean);
}

function sharesWords(exact) {
  return [cellsWords("J", exact.j_parts, exact), cellsWords("B", exact.b_parts, exact), stepsWords(exact)]
    .filter(Boolean).join(" ");
}

/** cellsWords say where the most of a measure lies: in a box of a grid of at most two axes, or in how many cells. */
function cellsWords(name, parts, shape) {
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

/** bothWays adds maps of the law of runs that go back from p, at the slider's level, and how forward ones differ. */
function bothWays(room, sides, page) {
  const options = {columns: 2, name: "both-ways"};
  return pictured(room, "Runs forward and in reverse, at this level", ["levels"], sides, maps, options, () => {
    const [{answers}] = sides;
    return {spec: waysOf(answers, page), words: waysWords(answers, page)};
  });
}

function waysOf({levels}, page) {
  const frame = levels.frames[nearest(levels.frames, page)], unit = "probability";
  const reverse = {name: "reverse runs", unit, scale: "law", values: finite(frame.reverse)};
  const apart = {name: "forward − reverse", unit, signed: true, values: differences(frame.forward, frame.reverse),
    off: rounding};
  const at = `t = ${frame.t} and beta = ${frame.beta.toFixed(3)}`;
  return {about: `By cell, at ${at}: the law of reverse runs, and that of forward runs less it.`,
    ...gridOf(levels), maps: [reverse, apart]};
}

function waysWords({levels, exact}, page) {
  const frame = levels.frames[nearest(levels.frames, page)];
  const off = distance(frame.forward, frame.p), back = distance(frame.reverse, frame.p);
  const moved = `To become p at this beta, the law of the forward runs would have to move ${percent(off)} of its ` +
    `probability, and that of the reverse runs ${percent(back)}.`;
  if (frame.t === 1) return `${moved} The forward runs start here.`;
  const whole = number(exact?.B?.sum);
  const share = whole > 0 && Number.isFinite(whole) ? `, which is ${percent(number(frame.step) / whole)} of it` : "";
  return `${moved} The step to this level adds ${digits(frame.step)} nats to B${share}.`;
}

/** apart adds maps of the left setting's laws less those of the right one: of the targets if they differ, and of q. */
function apart(room, sides) {
  return pictured(room, `What differs, ${less}`, ["exact"], sides, maps, {columns: 2, name: "left-less-right"},
    (_, known) => known.length > 1 ? apartOf(...known.map(({answers}) => answers.exact)) : null);
}

const rounding = 1e-12; // of a probability

function apartOf(a, b) {
  if (!sameShape(a, b)) return "The grids of the settings differ, so cells cannot be compared one by one.";
  const map = (name, of, from) => ({name, unit: "probability", signed: true, values: differences(of, from)});
  const unlike = [map("targets, p", a.p, b.p), map("samples, q", a.q, b.q)]
    .filter(({values}) => values.some((v) => !(Math.abs(v) <= rounding)));
  if (unlike.length === 0) return "The laws of both settings are the same in every cell.";
  const words = `To become q of the ${names[1]} setting, that of the ${names[0]} one would have to move ` +
    `${digits(100 * distance(a.q, b.q), 3)}% of its probability.`;
  const about = "The differences of the targets, if there are any, and of the laws of the samples, by cell.";
  return {words, spec: {about, ...gridOf(a), maps: unlike}};
}
