// How fast the kernel forgets, along beta, and which difference between cells it forgets last.
import {lines, maps} from "charts/charts.js";
import {betaText, counted, digits, number, order, sentence} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {names} from "explorer/state/names.js";
import {drawn, finite, gridOf} from "explorer/views/chart.js";
import {labelled, say} from "explorer/views/controls.js";
import {part, pictured} from "explorer/views/part.js";
import {here, move, nearest} from "explorer/views/position.js";
import {box, cellName, freeOf, region, smallest} from "explorer/views/where.js";

export const betas = 41;

export const spectrum = {
  id: "spectrum",
  title: "Gap and slowest mode",
  about: "How many moves the chain needs to forget where it was, and between which cells it moves slowest.",
  keys: ["beta", "t"],
  needs: {spectrum: () => ({betas})},
  mount: (room, side, page) => [speeds, slowest].map((make) => make(room, side, page)),
  compare: both,
};

/** speeds adds charts of the gap and the relaxation time against beta. A click moves the slider. */
function speeds(room, side, page) {
  const place = part(room, "Gap and relaxation time", ["spectrum"], side);
  place.picture.classList.add("beside");
  const options = {height: 240, click: ({x}) => move(page, {beta: x})};
  const gap = drawn(place.picture, lines, {...options, name: "gap"});
  const time = drawn(place.picture, lines, {...options, name: "relaxation"});
  return {draw: () => place.show(() => {
    const {at} = side.answers.spectrum;
    const known = at.some((one) => number(one.gap) > 0);
    place.picture.hidden = !known;
    if (known) {
      const rules = [{name: "slider", x: here(page).beta}];
      gap({...chart([{name: "gap", at}], "gap", "gap"), rules});
      time({...chart([{name: "relaxation time", at}], "relaxation", "relaxation time, moves"), rules});
    }
    say(place.words, speedsWords(at));
  })};
}

/** chart is the data of a chart of one key against beta. of is a list of {name, at}. */
function chart(of, key, label) {
  return {
    title: key === "gap" ? "Spectral gap" : "Relaxation time",
    about: key === "gap" ? "The spectral gap against beta: 1 less the second largest real part of an eigenvalue."
      : "The relaxation time against beta: 1/(1 − r), r the second largest size of an eigenvalue.",
    x: {label: "beta"}, y: {label, log: true},
    series: of.map(({name, at}, i) => ({name, style: i, dots: true,
      points: at.map((one) => [one.beta, positive(one[key])])})),
  };
}

const positive = (value) => number(value) > 0 && Number.isFinite(number(value)) ? value : null;

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

/** slowest adds a map of the slowest mode at the beta of a slider. */
function slowest(room, side, page) {
  const slider = element("input", {type: "range", min: 0, max: 0, step: 1,
    oninput: () => move(page, side.answers.spectrum.at[slider.value])});
  const beta = element("output"), options = {columns: 1, name: "slowest-mode"};
  const made = pictured(room, "The slowest mode", ["spectrum"], [side], maps, options, () => {
    const {spectrum} = side.answers, i = nearest(spectrum.at, page), one = spectrum.at[i];
    slider.max = spectrum.at.length - 1;
    slider.value = i;
    say(beta, one.beta.toFixed(3));
    slider.setAttribute("aria-valuetext", `beta = ${one.beta.toFixed(3)}`);
    return {words: slowestWords(spectrum, one), spec: one.slowest && {
      about: "The difference between cells that the kernel forgets last. The chain moves among cells of one colour " +
        "sooner than to those of the other.",
      ...gridOf(spectrum), maps: [{name: "slowest mode", unit: "", signed: true, values: turned(one.slowest)}]}};
  });
  made.place.controls.append(labelled("beta", slider, beta));
  return made;
}

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
  if (!one.slowest) return sentence(one.note ?? "") || `No slowest mode is known at beta = ${betaText(one.beta)}.`;
  const values = turned(one.slowest).map((value) => value ?? 0);
  const sides = places([values, values.map((v) => -v)].map((of) => of.map((v) => Math.max(v, 0))), spectrum);
  if (!sides) return "All cells have one colour, so the map does not tell between which cells the chain is slow.";
  const time = number(one.relaxation);
  if (time < 1.5) return `At beta = ${betaText(one.beta)} little is left of any difference after two moves.`;
  const named = [`${sides[0]} (orange)`, `${sides[1]} (blue)`];
  const between = (sides[0] === "the rest" ? named.reverse() : named).join(" and ");
  const known = Number.isFinite(time) && !one.note; // a note: the time may not be the mode's own
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

/** both adds the gaps of sides a and b in one chart, and says which kernel forgets sooner. */
function both(room, a, b) {
  return [pictured(room, "Gap of both", ["spectrum"], [a, b], lines, {height: 260, name: "gap-of-both"}, () => {
    const of = [a, b].map((side, i) => ({name: names[i], at: side.answers.spectrum.at}));
    const slow = of.map(({at}) => worst(at));
    if (!slow.every((one) => one && number(one.gap) > 0)) {
      return "The gaps are not known in both settings, so they cannot be compared.";
    }
    return {spec: chart(of, "gap", "gap"), words: bothWords(...slow)};
  })];
}

function bothWords(a, b) {
  const times = [a, b].map((one) => number(one.relaxation));
  if (!times.every(Number.isFinite)) return "A chain that never forgets has no relaxation time to compare.";
  if (order(...times) === 0) return "At their worst betas both forget equally fast.";
  const [fast, slow] = times[0] < times[1] ? names : names.toReversed();
  const more = Math.max(...times) / Math.min(...times), ratio = more < 1.05 ? digits(more, 5) : counted(more);
  return `At its worst beta the ${slow} setting has ${ratio} times the relaxation time of the ${fast} one at its own.`;
}
