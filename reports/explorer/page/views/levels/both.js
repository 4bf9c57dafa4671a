// What differs between two sides along the annealing: their laws, and where their B comes from.
import {lines, maps} from "charts/charts.js";
import {betaText, digits, number} from "explorer/digits.js";
import {differences, drawn, gridOf, sameShape} from "explorer/views/chart.js";
import {say} from "explorer/views/controls.js";
import {binned, none, read} from "explorer/views/levels/steps.js";
import {part} from "explorer/views/part.js";
import {nearest} from "explorer/views/position.js";

const pieces = 40; // of beta

/** both adds to a room what differs between sides a and b. */
export function both(room, a, b, page) {
  const parts = [lawsOf(room, a, b, page), stepsOf(room, a, b)];
  return {draw: () => parts.forEach((each) => each.draw()), close() {}};
}

function lawsOf(room, a, b, page) {
  const place = part(room, "Laws of A less those of B", ["exact", "levels"], a, b);
  const show = drawn(place.picture, maps, {columns: 3, name: "a-less-b"});
  return {draw: () => place.show(() => {
    const alike = sameShape(a.answers.levels, b.answers.levels) && sameShape(a.answers.levels, a.answers.exact) &&
      sameShape(b.answers.levels, b.answers.exact); // levels of a new grid may come before its shares
    place.picture.hidden = !alike;
    if (!alike) return say(place.words, "The grids of the settings differ, so cells cannot be compared one by one.");
    const spec = less(a.answers, b.answers, page);
    place.picture.hidden = spec.maps.length === 0;
    if (spec.maps.length === 0) return say(place.words, "The laws of both settings are the same in every cell.");
    show(spec);
    const off = differences(a.answers.exact.q, b.answers.exact.q).reduce((sum, v) => sum + Math.abs(v ?? 0), 0) / 2;
    say(place.words, `To become q of setting B, that of setting A would have to move ${digits(100 * off, 3)}% of its ` +
      "probability.");
  })};
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

function stepsOf(room, a, b) {
  const place = part(room, "B along beta, of both", ["exact"], a, b);
  const show = drawn(place.picture, lines, {name: "steps-of-both", height: 260});
  return {draw: () => place.show(() => {
    const of = [a, b].map((side) => read(side.answers.exact));
    const missing = of.some(({steps}) => steps.length === 0);
    place.picture.hidden = missing;
    if (missing) return say(place.words, none);
    show({about: `What the steps of both settings add to the measure B in each ${betaText(1 / pieces)} of beta.`,
      x: {label: "beta"}, y: {label: `B in ${betaText(1 / pieces)} of beta, nats`, zero: true},
      series: of.map((one, i) => ({name: `setting ${"AB"[i]}`, style: i, steps: true, points: outline(one)}))});
    say(place.words, words(number(a.answers.exact.B.sum), number(b.answers.exact.B.sum)));
  })};
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
