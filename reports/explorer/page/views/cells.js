// Which cells are to blame: what each adds to J and B, and where runs that go forward are and those that go back are
// not.
import {maps} from "charts/charts.js";
import {digits, number, percent} from "explorer/digits.js";
import {stepsWords} from "explorer/views/cells/steps.js";
import {differences, distance, finite, gridOf, rounding, sameShape} from "explorer/views/chart.js";
import {pictured} from "explorer/views/part.js";
import {framesOf, nearest} from "explorer/views/position.js";
import {box, cellName, fewest, freeOf, region} from "explorer/views/where.js";

export const cells = {
  id: "cells",
  title: "Which cells",
  about: "Which cells J and B come from. Maps follow the slider above.",
  keys: ["beta", "t"],
  needs: {exact: () => ({}), levels: (page, setting) => ({frames: framesOf(setting)})},
  mount(room, setting, page) {
    room.classList.add("pieces");
    return [shares(room, setting, page), bothWays(room, setting, page)];
  },
};

const noCells = "For a program only the whole of B and J is computed, not what each cell adds.";

/** shares adds maps of what each cell adds to J and to B, and in words from which cells and steps the most comes. */
function shares(room, setting, page) {
  const options = {columns: 3, name: "cells"};
  return pictured(room, "What each cell adds to J and B", ["exact"], setting, maps, options, () => {
    const {exact} = setting.answers;
    if (!exact.b_parts) return noCells;
    return {words: sharesWords(exact), spec: {
      about: "What each cell adds to J, and to B over all steps and in the step to the slider's level.",
      ...gridOf(exact), maps: partsOf(exact, frameOf(setting.answers, page))}};
  });
}

/** frameOf is the level that the slider points at, if it is known: the laws along the annealing come after J and B. */
function frameOf({exact, levels}, page) {
  return levels && sameShape(exact, levels) ? levels.frames[nearest(levels.frames, page)] : null;
}

function partsOf(exact, frame) {
  const share = (name, values) => ({name, unit: "nats", signed: true, values: finite(values)});
  const step = frame && share("B, this step", frame.b_parts ?? frame.p.map(() => 0)); // none leads to the first level
  return [share("J, final states", exact.j_parts), share("B, all steps", exact.b_parts), ...(step ? [step] : [])];
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
function bothWays(room, setting, page) {
  const options = {columns: 2, name: "both-ways"};
  return pictured(room, "Runs forward and in reverse, at this level", ["levels"], setting, maps, options, () =>
    ({spec: waysOf(setting.answers, page), words: waysWords(setting.answers, page)}));
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
