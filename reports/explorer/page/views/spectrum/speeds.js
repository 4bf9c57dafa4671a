// The gap and the relaxation time against beta, and in words how long the chain takes to forget at the worst beta.
import {lines} from "charts/charts.js";
import {betaText, counted, digits, number, sentence} from "explorer/digits.js";
import {drawn} from "explorer/views/chart.js";
import {say} from "explorer/views/controls.js";
import {part} from "explorer/views/part.js";
import {here, move} from "explorer/views/position.js";

/** speeds adds both charts to a room. A click moves the slider. */
export function speeds(room, side, page) {
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
    say(place.words, words(at));
  })};
}

/** chart is the data of a chart of one key against beta. of is a list of {name, at}. */
export function chart(of, key, label) {
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

function words(at) {
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
