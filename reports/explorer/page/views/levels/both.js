// What differs between two sides along the annealing: their laws, and where their B comes from.
import {lines, maps} from "charts/charts.js";
import {betaText, digits, number} from "explorer/digits.js";
import {differences, distance, gridOf, sameShape} from "explorer/views/chart.js";
import {binned, none, read} from "explorer/views/levels/steps.js";
import {pictured} from "explorer/views/part.js";
import {nearest} from "explorer/views/position.js";

const pieces = 40; // of beta

/** both adds to a room what differs between sides a and b. */
export function both(room, a, b, page) {
  const parts = [
    pictured(room, "Laws of A less those of B", ["exact", "levels"], [a, b], maps, {columns: 3, name: "a-less-b"},
      () => lawsOf(a.answers, b.answers, page)),
    pictured(room, "B along beta, of both", ["exact"], [a, b], lines, {name: "steps-of-both", height: 260},
      () => stepsOf(a.answers.exact, b.answers.exact))];
  return {draw: () => parts.forEach((each) => each.draw()), close() {}};
}

function lawsOf(a, b, page) {
  const alike = sameShape(a.levels, b.levels) && sameShape(a.levels, a.exact) && sameShape(b.levels, b.exact);
  if (!alike) return "The grids of the settings differ, so cells cannot be compared one by one.";
  const spec = less(a, b, page);
  if (spec.maps.length === 0) return "The laws of both settings are the same in every cell.";
  return {spec, words: `To become q of setting B, that of setting A would have to move ` +
    `${digits(100 * distance(a.exact.q, b.exact.q), 3)}% of its probability.`};
}

function less(a, b, page) {
  const at = ({levels}) => levels.frames[nearest(levels.frames, page)];
  const [left, right] = [at(a), at(b)];
  const off = number(left.off) + number(right.off);
  const map = (name, of, from) => ({name, unit: "probability", signed: true, values: differences(of, from), off});
  return {
    about: "The differences of the targets, of the laws of the samples, and of the laws of the " +
      `forward chains at beta = ${left.beta.toFixed(3)} in A and ${right.beta.toFixed(3)} in B, by cell.`,
    ...gridOf(a.levels),
    maps: [map("targets, p", a.exact.p, b.exact.p), map("samples, q", a.exact.q, b.exact.q),
      map("forward chains at the slider", left.forward, right.forward)]
      .filter(({values}) => values.some((v) => !(Math.abs(v) <= off))),
  };
}

function stepsOf(a, b) {
  const of = [a, b].map(read);
  if (of.some(({steps}) => steps.length === 0)) return none;
  return {words: words(number(a.B.sum), number(b.B.sum)), spec: {
    about: `What the steps of both settings add to the measure B in each ${betaText(1 / pieces)} of beta.`,
    x: {label: "beta"}, y: {label: `B in ${betaText(1 / pieces)} of beta, nats`, zero: true},
    series: of.map((one, i) => ({name: `setting ${"AB"[i]}`, style: i, steps: true, points: outline(one)}))}};
}

/** outline is a curve that is level in each piece. */
function outline(of) {
  const bins = binned(of, pieces);
  return [...bins.map((v, i) => [i / pieces, v]), [1, bins.at(-1)]];
}

function words(a, b) {
  const less = a < b ? "A" : "B";
  if (a === b) return `Both have the same B, ${digits(a)} nats.`;
  return `In all, B is ${digits(a)} nats in setting A and ${digits(b)} in setting B: setting ${less} has ` +
    `${digits(Math.abs(a - b))} nats less.`;
}
