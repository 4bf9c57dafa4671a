// The numbers in the words of a screen. Each is bound to the stage beside it: data-n says which number it is, and
// data-at what of the stage is outlined while the pointer is on it.
import {compact, counted, digits, number, order, percent, whole} from "explorer/digits.js";
import {soon} from "explorer/element.js";
import {names} from "explorer/state/names.js";
import {distance} from "explorer/views/chart.js";
import {say} from "explorer/views/controls.js";
import {atBeta, nearest} from "explorer/views/position.js";
import {stepsOf} from "explorer/views/cells/slowest.js";

/** measured is a number of what is measured of side i; undefined if it is not there. */
const measured = (i, read) => ({sides}) => {
  const measure = sides()[i]?.answers.measure;
  return measure && read(measure);
};

/** J and B of a side. */
const J = ({J: {sum}}) => compact(sum), B = ({B: {sum}}) => compact(sum);

/** nearestTo is the item of a list, of levels or of betas, that is nearest to the slider. */
const nearestTo = (items, {page}) => items?.[nearest(items, page)];

const half = atBeta(1 / 2);

/** lesser is the name of the side with the lesser divergence. */
const lesser = (key) => ({sides}) => {
  const [a, b] = sides().map(({answers}) => answers.measure?.[key].sum);
  if (a === undefined || b === undefined) return undefined;
  const sign = order(a, b);
  return sign === 0 ? "neither" : names[sign < 0 ? 0 : 1];
};

/** steps are those that a side takes at all levels after the first. */
const steps = ({question: {T, repeat = 1}}) => (T - 1) * repeat;

/** needs is how many steps the chain of a stage needs to forget, at one of the betas of an answer. */
const needs = (choose) => (stage) => {
  const side = stage.sides()[0], one = choose(side.answers.spectrum?.at, stage);
  return one && stepsOf(side, one);
};

const needsHere = needs(nearestTo);

/** counts writes a number that is known. */
const counts = (read) => (stage) => {
  const many = read(stage);
  return many === undefined ? undefined : counted(many);
};

/** numbers are all that words may name, of a stage: a text, or undefined if it is not known yet. */
export const numbers = {
  J: measured(0, J), Jb: measured(1, J), B: measured(0, B), Bb: measured(1, B),
  qp: measured(0, (m) => compact(m.J.q_p)), pq: measured(0, (m) => compact(m.J.p_q)),
  times: measured(0, (m) => digits(number(m.B.sum) / number(m.J.sum), 3)),
  pQuarter: measured(0, (m) => percent(quarter(m.p, m))), qQuarter: measured(0, (m) => percent(quarter(m.q, m))),
  wrong: measured(0, (m) => percent(distance(m.q, m.p))),
  byJ: lesser("J"), byB: lesser("B"),
  steps: ({sides}) => whole(steps(sides()[0])),
  first: counts(needs((at) => at?.[0])), last: counts(needs((at) => at?.at(-1))), here: counts(needsHere),
  enough: (stage) => {
    const many = needsHere(stage);
    return many === undefined ? undefined : many > steps(stage.sides()[0]) ? "more" : "not more";
  },
  off: (stage) => {
    const frame = nearestTo(stage.sides()[0].answers.levels?.frames, stage);
    return frame && percent(distance(frame.forward, frame.p));
  },
  share: (stage) => {
    const {exact, levels} = stage.sides()[0].answers, frame = nearestTo(levels?.frames, stage);
    if (!exact || !frame) return undefined;
    const done = exact.steps.slice(0, frame.t - 1).reduce((sum, v) => sum + number(v), 0);
    return percent(done / number(exact.B.sum));
  },
  best: ({sides}) => {
    const best = sides()[0].answers.schedules?.all.find(({name}) => name === "best-j");
    return best && compact(best.J);
  },
  crossLeft: crossOf(0), crossRight: crossOf(1),
};

/** quarter is the probability of the upper right quarter of a board, without the cross in its middle. */
function quarter(law, {rows, columns}) {
  const inside = (cell) => Math.floor(cell / columns) < (rows - 1) / 2 && cell % columns > (columns - 1) / 2;
  return law.reduce((sum, mass, cell) => sum + (inside(cell) ? number(mass) : 0), 0);
}

/** crossOf is the probability of the cross, at the level of side i that is half-way. */
function crossOf(i) {
  return ({sides}) => {
    const {levels, measure} = sides()[i]?.answers ?? {};
    if (!levels || !measure) return undefined;
    const {p} = nearestTo(levels.frames, {page: half}), {rows, columns} = measure;
    const inside = (cell) => Math.floor(cell / columns) === (rows - 1) / 2 || cell % columns === (columns - 1) / 2;
    const share = 100 * p.reduce((sum, mass, cell) => sum + (inside(cell) ? number(mass) : 0), 0);
    return `${digits(share, share < 1 ? 1 : 2)}%`;
  };
}

/** places are what data-at may name, as selectors in a stage. */
const places = {
  p: ".map[data-law=p]", q: ".map[data-law=q]", "q-less": ".map[data-law=q-less]",
  J: ".bars > div:nth-child(1)", B: ".bars > div:nth-child(2)", "J-b": ".bars > div:nth-child(3)",
  "B-b": ".bars > div:nth-child(4)",
  forgets: ".strip[data-strip=forgets]", adds: ".strip[data-strip=adds]", wrong: ".strip[data-strip=wrong]",
};

/** bound keeps the numbers in the words of a section to those of a stage. A number that is not known stays. */
export function bound(section, stage) {
  const all = [...section.querySelectorAll("[data-n]")].filter((place) => numbers[place.dataset.n]); // others stay
  const draw = soon(() => {
    const isOld = stage.sides().some((side) => side.stale("measure"));
    for (const place of all) {
      const text = numbers[place.dataset.n](stage);
      if (text !== undefined) say(place, text);
      place.classList.toggle("stale", isOld);
    }
  });
  for (const place of section.querySelectorAll("[data-at]")) points(place, stage);
  stage.addEventListener("change", draw);
  draw();
}

/** points outlines a place of the stage while the pointer is on a number. */
function points(place, {room}) {
  const mark = (on) => room.querySelector(places[place.dataset.at])?.classList.toggle("pointed-at", on);
  place.addEventListener("pointerenter", () => mark(true));
  place.addEventListener("pointerleave", () => mark(false));
}
