// The laws along the annealing, level by level, and which steps and cells B comes from.
import {bars, lines, maps} from "charts/charts.js";
import {betaText, digits, number, order, percent} from "explorer/digits.js";
import {less, names} from "explorer/state/names.js";
import {comparable, compared, differences, distance, finite, gridOf, sameShape} from "explorer/views/chart.js";
import {choice, labelled} from "explorer/views/controls.js";
import {pictured, watch} from "explorer/views/part.js";
import {framesOf, move, nearest} from "explorer/views/position.js";
import {box, cellName, fewest, freeOf, region, shortest} from "explorer/views/where.js";

export const levels = {
  id: "levels",
  title: "Along the annealing",
  about: "Where the chains should be at each level, where they are, and which steps and cells B comes from.",
  keys: ["beta", "t", "less", "colours", "by"],
  needs: {exact: () => ({}), levels: (page, side) => ({frames: framesOf(side)})},
  mount: (...of) => [laws, steps, cells].map((make) => make(...of)),
  compare: both,
};

const pairs = {
  "forward-p": ["forward", "p", "forward − p"],
  "reverse-p": ["reverse", "p", "reverse − p"],
  "forward-reverse": ["forward", "reverse", "forward − reverse"],
};

const scales = [["level", "those of this level"], ["all", "the same at all levels"]];

/** laws adds maps at the level of the slider: what the chains should have, what they have, and how far it is off. */
function laws(room, side, page, sides) {
  const less = choice(Object.entries(pairs).map(([key, [, , name]]) => [key, name]), pairOf(page),
    (value) => page.set("less", value));
  const scale = choice(scales, scaleOf(page), (value) => page.set("colours", value));
  const title = "The laws at this level", options = {columns: 4, name: "laws"};
  const {place, draw} = pictured(room, title, ["levels"], [side], maps, options, () => {
    const {levels, exact} = side.answers;
    const others = compared(sides, side, "levels").map(({answers}) => lawsAt(answers.levels, page));
    return {spec: comparable(lawsAt(levels, page), others),
      words: lawsWords(levels.frames[nearest(levels.frames, page)], exact)};
  });
  place.controls.append(labelled("Difference", less), labelled("Colours", scale));
  return {draw() {
    less.value = pairOf(page);
    scale.value = scaleOf(page);
    draw();
  }};
}

const pairOf = (page) => Object.hasOwn(pairs, page.get("less")) ? page.get("less") : "forward-p";
const scaleOf = (page) => page.get("colours") === "all" ? "all" : "level";

function lawsAt(levels, page) {
  const frame = levels.frames[nearest(levels.frames, page)], [a, b, name] = pairs[pairOf(page)];
  const high = scaleOf(page) === "all" ? {low: 0, high: highest(levels)} : {};
  const law = (called, key) => ({name: called, unit: "probability", scale: "law", values: finite(frame[key]), ...high});
  return {
    about: `By cell, at t = ${frame.t} and beta = ${frame.beta.toFixed(3)}: the law p that the chains should ` +
      `have, those that the forward and the reverse chains have, and ${name}.`,
    ...gridOf(levels),
    maps: [law("p, the aim", "p"), law("forward chains", "forward"), law("reverse chains", "reverse"),
      {name, unit: "probability", signed: true, values: differences(frame[a], frame[b]),
        off: 2 * number(frame.off)}],
  };
}

const seen = new WeakMap();

/** highest is the greatest probability at any level, found once for each answer. */
function highest(levels) {
  if (!seen.has(levels)) {
    const all = levels.frames.flatMap(({p, forward, reverse}) => [p, forward, reverse]);
    seen.set(levels, all.reduce((most, law) => law.reduce((m, v) => Math.max(m, number(v) || 0), most), 0));
  }
  return seen.get(levels);
}

function lawsWords(frame, exact) {
  const off = distance(frame.forward, frame.p), back = distance(frame.reverse, frame.p);
  const moved = `To become p at this beta, the law of the forward chains would have to move ${percent(off)} of its ` +
    `probability, and that of the reverse chains ${percent(back)}.`;
  if (frame.t === 1) return `${moved} The forward chains start here.`;
  const whole = number(exact?.B?.sum);
  const share = whole > 0 && Number.isFinite(whole) ? `, which is ${percent(number(frame.step) / whole)} of it` : "";
  return `${moved} The step to this level adds ${digits(frame.step)} nats to B${share}.`;
}

const most = 100; // bars; more steps than that share one

/** noSteps says why there are none. */
const noSteps = "For a program only the whole of B is computed, not what each step adds.";

/** steps adds bars of what each step adds to B, against beta or the level. A click on a bar moves the slider there. */
function steps(room, side, page) {
  const axis = choice([["beta", "beta"], ["t", "the level t"]], axisOf(page), (value) => page.set("by", value));
  let spec = null, said = "";
  const changed = watch();
  const title = "What each step adds to B";
  const options = {name: "steps", click: ({from, to}) => move(page, spec.at((from + to) / 2))};
  const {place, draw} = pictured(room, title, ["exact"], [side], bars, options, () => {
    const {exact} = side.answers;
    if ((exact.steps ?? []).length === 0) return noSteps;
    if (changed(exact, axisOf(page))) {
      const of = read(exact);
      spec = axisOf(page) === "t" ? againstLevel(of) : againstBeta(of);
      said = stepsWords(of);
    }
    return {spec: {...spec, rules: [{name: "", x: spec.mark(page)}]}, words: said};
  });
  place.controls.append(labelled("Against", axis));
  return {draw() {
    axis.value = axisOf(page);
    draw();
  }};
}

const axisOf = (page) => page.get("by") === "t" ? "t" : "beta";

/** read is the steps of an answer as numbers. */
export function read(exact) {
  return {steps: (exact.steps ?? []).map(number), betas: (exact.betas ?? []).map(number)};
}

function againstLevel({steps, betas}) {
  const group = Math.ceil(steps.length / most);
  const all = [];
  for (let i = 0; i < steps.length; i += group) {
    const to = Math.min(i + group, steps.length);
    all.push([i + 1, to + 1, steps.slice(i, to).reduce((sum, v) => sum + v, 0)]);
  }
  const each = group === 1 ? "step" : `run of ${group} steps`;
  const level = (t) => Math.min(Math.max(Math.round(t), 1), betas.length);
  return {about: `What each ${each} of the annealing adds to B.`,
    x: {label: "t, level"}, y: {label: "B in each bar, nats", zero: true}, bars: all,
    mark: (page) => closest(betas, page), at: (t) => ({t: level(t), beta: betas[level(t) - 1]})};
}

/** closest is the level at the slider, counted from 1. */
const closest = (betas, page) => nearest(betas.map((beta, i) => ({beta, t: i + 1})), page) + 1;

function againstBeta(of) {
  const count = Math.min(most, of.steps.length);
  const all = binned(of, count).map((v, i) => [i / count, (i + 1) / count, v]);
  return {
    about: "What the steps add to B. Each bar is an equal piece of beta. A step across several adds to each by its " +
      "length there.",
    x: {label: "beta"}, y: {label: "B in each bar, nats", zero: true}, bars: all,
    mark: (page) => of.betas[closest(of.betas, page) - 1], at: (beta) => ({beta: Number(beta.toFixed(4))})};
}

/** binned shares what the steps add to B among equal pieces of beta. */
export function binned({steps, betas}, count) {
  const bins = new Array(count).fill(0);
  const bin = (beta) => Math.min(count - 1, Math.floor(beta * count + 1e-9));
  steps.forEach((step, i) => {
    const [low, high] = [betas[i], betas[i + 1]];
    const first = bin(low), last = Math.max(first, Math.min(count - 1, Math.ceil(high * count - 1e-9) - 1));
    if (high - low < 1e-12 || first === last) {
      bins[first] += step;
      return;
    }
    for (let k = first; k <= last; k++) {
      const within = Math.min(high, (k + 1) / count) - Math.max(low, k / count);
      bins[k] += step * within / (high - low);
    }
  });
  return bins;
}

function stepsWords({steps, betas}) {
  const half = shortest(steps, betas);
  if (!half) return "B is not a finite number above 0, so the steps have no shares of it.";
  if (steps.length === 1) return `There is one step, and it adds all of B: ${digits(half.whole)} nats.`;
  const share = `${percent(half.part / half.whole)} of B (${digits(half.part)} of ${digits(half.whole)} nats)`;
  return `${share} comes from ${half.to - half.from} of the ${steps.length} steps, between beta = ` +
    `${betaText(betas[half.from])} and ${betaText(betas[half.to])}.`;
}

const noCells = "For a program only the whole of B and J is computed, not what each cell adds.";

/** cells adds maps of what each cell adds to B and to J, and in words where the most of it lies. */
function cells(room, side, page, sides) {
  const title = "What each cell adds to B and J";
  return pictured(room, title, ["exact"], [side], maps, {columns: 3, name: "cells"}, () => {
    const {exact} = side.answers, parts = shares(side, page);
    if (parts.length === 0) return noCells;
    const others = compared(sides, side, "exact")
      .map((other) => ({...gridOf(other.answers.exact), maps: shares(other, page)}));
    const words = [cellsWords("B", exact.b_parts, exact), cellsWords("J", exact.j_parts, exact)].join(" ");
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

const pieces = 40; // of beta

/** both adds what differs between sides a and b: their laws, and where their B comes from. */
function both(room, a, b, page) {
  return [
    pictured(room, `The laws, ${less}`, ["exact", "levels"], [a, b], maps, {columns: 3, name: "left-less-right"},
      () => lawsOf(a.answers, b.answers, page)),
    pictured(room, "B along beta, of both", ["exact"], [a, b], lines, {name: "steps-of-both", height: 260},
      () => stepsOf(a.answers.exact, b.answers.exact)),
  ];
}

function lawsOf(a, b, page) {
  const alike = sameShape(a.levels, b.levels) && sameShape(a.levels, a.exact) && sameShape(b.levels, b.exact);
  if (!alike) return "The grids of the settings differ, so cells cannot be compared one by one.";
  const at = ({levels}) => levels.frames[nearest(levels.frames, page)];
  const [left, right] = [at(a), at(b)];
  const off = number(left.off) + number(right.off);
  const map = (name, of, from) => ({name, unit: "probability", signed: true, values: differences(of, from), off});
  const unlike = [map("targets, p", a.exact.p, b.exact.p), map("samples, q", a.exact.q, b.exact.q),
    map("forward chains at the slider", left.forward, right.forward)]
    .filter(({values}) => values.some((v) => !(Math.abs(v) <= off)));
  if (unlike.length === 0) return "The laws of both settings are the same in every cell.";
  const words = `To become q of the ${names[1]} setting, that of the ${names[0]} one would have to move ` +
    `${digits(100 * distance(a.exact.q, b.exact.q), 3)}% of its probability.`;
  return {words, spec: {
    about: "The differences of the targets, of the laws of the samples, and of the laws of the " +
      `forward chains at beta = ${left.beta.toFixed(3)} on the left and ${right.beta.toFixed(3)} on the right, ` +
      "by cell.",
    ...gridOf(a.levels), maps: unlike}};
}

function stepsOf(a, b) {
  const of = [a, b].map(read);
  if (of.some(({steps}) => steps.length === 0)) return noSteps;
  const outline = (bins) => [...bins.map((v, i) => [i / pieces, v]), [1, bins.at(-1)]]; // level in each piece
  return {words: bothWords(number(a.B.sum), number(b.B.sum)), spec: {
    about: `What the steps of both settings add to the measure B in each ${betaText(1 / pieces)} of beta.`,
    x: {label: "beta"}, y: {label: `B in ${betaText(1 / pieces)} of beta, nats`, zero: true},
    series: of.map((one, i) => ({name: names[i], style: i, steps: true,
      points: outline(binned(one, pieces))}))}};
}

function bothWords(a, b) {
  const sign = order(a, b);
  if (sign === 0) return `Both have the same B, ${digits(a)} nats.`;
  const both = `In all, B is ${digits(a)} nats on the ${names[0]} and ${digits(b)} on the ${names[1]}`;
  if (!Number.isFinite(a - b)) return `${both}.`;
  return `${both}: the ${names[sign < 0 ? 0 : 1]} setting has ${digits(Math.abs(a - b))} nats less.`;
}
