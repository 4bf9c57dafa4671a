// How fast the kernel forgets, along beta, and which difference between cells it forgets last.
import {maps} from "charts/charts.js";
import {betaText, counted, digits, number, order, sentence} from "explorer/digits.js";
import {names} from "explorer/state/names.js";
import {finite, gridOf, together} from "explorer/views/chart.js";
import {each, pictured} from "explorer/views/part.js";
import {nearest} from "explorer/views/position.js";
import {box, cellName, freeOf, region, smallest} from "explorer/views/where.js";

export const betas = 41; // at which the chain's speed is asked for

/**
 * stepsOf is how many single steps a side's chain needs to forget, of a relaxation time of its answer. That is of all
 * steps at a level, which leave r^k of what one leaves r of.
 */
export function stepsOf({asked, question}, {relaxation}) {
  const {repeat = 1} = asked?.spectrum ?? question, time = number(relaxation);
  return repeat === 1 || !(time > 1) ? time : -1 / Math.expm1(Math.log1p(-1 / time) / repeat);
}

/** worst is the beta at which the chain forgets most slowly; undefined if no relaxation time is known. */
export function worst(at) {
  return at.filter((one) => number(one.relaxation) > 0).reduce((slow, one) =>
    slow === undefined || number(one.relaxation) > number(slow.relaxation) ? one : slow, undefined);
}

/**
 * forgotten is the number of moves after which a share of the slowest difference is left. A move leaves 1 - 1/time of
 * it, so n moves leave (1 - 1/time)^n. A kernel that is not reversible tends to this rate.
 */
export const forgotten = (time, share) => Math.log(share) / Math.log1p(-1 / time);

function speedsWords(at) {
  const slow = worst(at);
  const notes = [...new Set(at.map((one) => one.note).filter(Boolean))].map(sentence).join(" ");
  if (!slow) return notes || "No gap is known of this kernel.";
  return [slowness(slow), notes].filter(Boolean).join(" ");
}

/** slowness says how long the chain takes to forget at its worst beta. */
function slowness(slow) {
  const time = number(slow.relaxation);
  if (!Number.isFinite(time)) {
    return `The relaxation time is infinite at beta = ${betaText(slow.beta)}: the chain never forgets its start.`;
  }
  const where = `The chain forgets most slowly at beta = ${betaText(slow.beta)}, where the gap is ${digits(slow.gap)}`;
  if (time < 1.5) return `${where}: after two moves little is left of its start.`;
  return `${where} and the relaxation time ${counted(time)} moves. There the slowest difference shrinks to a half in ` +
    `${counted(forgotten(time, 0.5))} moves, and to a hundredth in ${counted(forgotten(time, 0.01))}.`;
}

/** slowest adds maps of the slowest mode at the slider. Each has its own scale: a mode has no size. */
export function slowest(room, sides, page) {
  const options = {columns: sides.length, name: "slowest-mode"};
  return pictured(room, "Between which cells the chain is slow", ["spectrum"], sides, maps, options, (_, known) => {
    const at = ({answers: {spectrum}}) => spectrum.at[nearest(spectrum.at, page)];
    const some = known.filter((side) => at(side).slowest);
    const specs = together(some, ({answers}) => answers.spectrum, (side) => ({
      about: "The difference between cells that the kernel forgets last. The chain moves among cells of one colour " +
        "sooner than to those of the other.",
      ...gridOf(side.answers.spectrum),
      maps: [{name: "slowest mode", unit: "", signed: true, values: turned(at(side).slowest)}]}), {ownScales: true});
    const own = each(known, (side) => [slowestWords(side.answers.spectrum, at(side)),
      speedsWords(side.answers.spectrum.at)].filter(Boolean).join(" "));
    return {specs, words: known.length > 1 ? `${own}\n${bothWords(...known.map((side) => worstOf(side)))}` : own};
  });
}

const worstOf = ({answers: {spectrum}}) => worst(spectrum.at);

/**
 * turned is a mode with the sign that makes its largest values positive. A mode has no sign of its own, and without
 * this its colours would change places from one beta to the next.
 */
function turned(slowest) {
  const values = finite(slowest), most = Math.max(...values.map((v) => Math.abs(v ?? 0)));
  const first = values.find((v) => Math.abs(v ?? 0) > 0.9 * most) ?? 1;
  return first < 0 ? values.map((v) => v === null ? null : -v) : values;
}

/** slowestWords say between which cells probability moves slowest: where the mode has one sign or the other. */
function slowestWords(spectrum, one) {
  if (!one.slowest) return one.note ? "" : `No slowest mode is known at beta = ${betaText(one.beta)}.`;
  const values = turned(one.slowest).map((value) => value ?? 0);
  const sides = places([values, values.map((v) => -v)].map((of) => of.map((v) => Math.max(v, 0))), spectrum);
  if (!sides) return "All cells have one colour, so the map does not tell between which cells the chain is slow.";
  const time = number(one.relaxation);
  if (time < 1.5) return `At beta = ${betaText(one.beta)} little is left of any difference after two moves.`;
  const named = [`${sides[0]} (orange)`, `${sides[1]} (blue)`];
  const between = (sides[0] === "the rest" ? named.reverse() : named).join(" and ");
  const isToldBelow = one === worst(spectrum.at);
  const known = Number.isFinite(time) && !one.note && !isToldBelow; // a note: the time may not be the mode's own
  const half = known ? ` This difference shrinks to a half in ${counted(forgotten(time, 0.5))} moves.` : "";
  return `At beta = ${betaText(one.beta)} probability moves slowest between ${between}.${half} ` +
    "Where the colour changes abruptly the chain hardly crosses.";
}

/** places say both sides in words: boxes, or the rest for a side that surrounds the other. */
function places(parts, shape) {
  const most = parts.map((part) => smallest(part, shape, 0.8));
  if (!most[0] || !most[1]) return null;
  if (shape.axes.length > 2) {
    return parts.map((part) => `the cells around ${cellName(part.indexOf(Math.max(...part)), shape.axes)}`);
  }
  const wide = most.map(({cells}) => cells > freeOf(shape) / 2);
  return parts.map((part, i) => wide[i] && !wide[1 - i] ? "the rest" : box(region(part, shape), shape));
}

/** bothWords say which kernel forgets sooner, at the worst betas of both. */
function bothWords(a, b) {
  if (![a, b].every((one) => number(one?.gap) > 0)) {
    return "The gaps are not known in both settings, so they cannot be compared.";
  }
  const times = [a, b].map((one) => number(one.relaxation));
  if (!times.every(Number.isFinite)) return "A chain that never forgets has no relaxation time to compare.";
  if (order(...times) === 0) return "At their worst betas both forget equally fast.";
  const [fast, slow] = times[0] < times[1] ? names : names.toReversed();
  const more = Math.max(...times) / Math.min(...times), ratio = more < 1.05 ? digits(more, 5) : counted(more);
  return `At its worst beta the ${slow} setting has ${ratio} times the relaxation time of the ${fast} one at its own.`;
}
