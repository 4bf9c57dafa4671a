// What stands along the annealing: three strips on one axis of beta, each with a scale of its own.
import {compact, counted, digits, number, percent, whole} from "explorer/digits.js";
import {distance} from "explorer/views/chart.js";
import {binned, read} from "explorer/views/cells/steps.js";
import {stepsOf, worst} from "explorer/views/cells/slowest.js";

const pieces = 50; // of beta
const powers = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];
const long = 6; // zeros, from which a power of ten is written as one

/**
 * strips are the three. top(sides) is what their greatest height stands for, of all settings: it looks at every law of
 * every answer, so that it is asked once a drawing. read(side, top) are the points [beta, height from 0 to 1], unit is
 * what they are in, ticks(top) are the numbers of the scale as [height, text], and end(side) is what is said on the
 * right.
 */
export const strips = [
  {name: "The chain forgets in", key: "forgets", kind: "spectrum", top: slowest, unit: "steps, log", ticks: decades,
    read: (side, top) => side.answers.spectrum.at.filter((one) => number(one.relaxation) >= 1)
      .map((one) => [number(one.beta), share(Math.log(stepsOf(side, one)), Math.log(top))]),
    end: (side) => {
      const {question: {T, repeat = 1}} = side, slow = worst(side.answers.spectrum.at);
      const steps = slow ? stepsOf(side, slow) : NaN;
      if (Number.isNaN(steps)) return "not known";
      if (!Number.isFinite(steps)) return "it never forgets";
      const there = (T - 1) * repeat;
      return `${counted(steps)} steps at worst; there are ${whole(there)}${tooFew(steps, there)}`;
    }},
  {name: "Each step adds to B", key: "adds", kind: "exact", filled: true, top: highest,
    unit: `nats per ${1 / pieces} of β`, ticks: (top) => even(top, (v) => digits(v, 2)),
    read: ({answers: {exact}}, top) => outline(exact).map(([x, v]) => [x, share(v, top)]),
    end: ({answers: {exact}}) => `B = ${compact(exact.B.sum)} in all`},
  {name: "In the wrong place", key: "wrong", kind: "levels", filled: true, top: farthest, unit: "share of the runs",
    ticks: (top) => even(top, shareText),
    read: ({answers: {levels}}, top) => wrong(levels).map(([x, v]) => [x, share(v, top)]),
    end: ({answers: {levels: {frames}}}) => `${percent(misplaced(frames.at(-1)))} at the end`},
];

/** tooFew says so of a number of steps, unless it is written as what is needed. */
const tooFew = (needed, there) => needed > there && counted(needed) !== whole(there) ? ", too few" : "";

const share = (v, most) => most > 0 ? Math.min(Math.max(v / most, 0), 1) : 0;
const shareText = (v) => `${digits(100 * v, 2)}%`;
const finite = (all) => all.filter(Number.isFinite);
const times = (side) => side.answers.spectrum.at.map((one) => stepsOf(side, one));
const misplaced = ({forward, p}) => distance(forward, p);
const wrong = ({frames}) => frames.map((frame) => [number(frame.beta), misplaced(frame)]);

function slowest(sides) { return Math.max(10, ...finite(sides.flatMap(times))); }
function highest(sides) {
  return Math.max(0, ...finite(sides.flatMap(({answers}) => outline(answers.exact).map(([, v]) => v))));
}
function farthest(sides) { return Math.max(0, ...sides.flatMap(({answers}) => answers.levels.frames.map(misplaced))); }

/** decades are 1 and the highest power of ten below a number of steps. */
function decades(top) {
  const most = Math.floor(Math.log10(top) + 1e-9);
  const text = most < long ? whole(10 ** most) : `10${[...String(most)].map((digit) => powers[digit]).join("")}`;
  return [[0, "1"], [share(most, Math.log10(top)), text]];
}

/** even are 0 and the highest round number that a scale holds. */
function even(top, text) {
  const last = top > 0 ? window.d3.ticks(0, top, 2).at(-1) : 0;
  return last > 0 ? [[0, "0"], [share(last, top), text(last)]] : [[0, "0"]];
}

/** outline are the points of what the steps add, as a staircase over pieces of beta. */
function outline(exact) {
  if (!exact.steps?.length) return [];
  return binned(read(exact), pieces).flatMap((v, i) => [[i / pieces, v], [(i + 1) / pieces, v]]);
}
