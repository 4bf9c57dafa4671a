// What each step adds to B, as bars against beta or against the level, with a marker at the level of the slider.
import {bars} from "charts/charts.js";
import {betaText, digits, number, percent} from "explorer/digits.js";
import {choice, labelled} from "explorer/views/controls.js";
import {pictured, watch} from "explorer/views/part.js";
import {move, nearest} from "explorer/views/position.js";
import {shortest} from "explorer/views/where.js";

const most = 100; // bars; more steps than that share one

/** none says why there are no steps. */
export const none = "For a program only the whole of B is computed, not what each step adds.";

/** steps adds the bars to a room. A click on a bar moves the slider there. */
export function steps(room, side, page) {
  const axis = choice([["beta", "beta"], ["t", "the level t"]], axisOf(page), (value) => page.set("by", value));
  let spec = null, said = "";
  const changed = watch();
  const title = "What each step adds to B";
  const options = {name: "steps", click: ({from, to}) => move(page, spec.at((from + to) / 2))};
  const {place, draw} = pictured(room, title, ["exact"], [side], bars, options, () => {
    const {exact} = side.answers;
    if ((exact.steps ?? []).length === 0) return none;
    if (changed(exact, axisOf(page))) {
      const of = read(exact);
      spec = axisOf(page) === "t" ? againstLevel(of) : againstBeta(of);
      said = words(of);
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

function words({steps, betas}) {
  const half = shortest(steps, betas);
  if (!half) return "B is not a finite number above 0, so the steps have no shares of it.";
  if (steps.length === 1) return `There is one step, and it adds all of B: ${digits(half.whole)} nats.`;
  const from = betas[half.from], to = betas[half.to];
  const share = `${percent(half.part / half.whole)} of B (${digits(half.part)} of ${digits(half.whole)} nats)`;
  const place = `between beta = ${betaText(from)} and ${betaText(to)}`;
  const run = `${half.to - half.from} of the ${steps.length} steps, ${place}`;
  return `${share} comes from ${run}.`;
}
