// The gap and the relaxation time against beta, and in words how long the chain takes to forget at the worst beta.
import {lines} from "charts/charts.js";
import {number} from "explorer/ask.js";
import {say} from "explorer/views/controls.js";
import {drawn} from "explorer/views/chart.js";
import {betaText, counted, digits, sentence} from "explorer/views/digits.js";
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
    about: key === "gap"
      ? "The gap of the kernel against beta: 1 less the largest real part of its other eigenvalues than 1."
      : "The relaxation time of the kernel against beta: 1/(1 − s), s the largest size of its other eigenvalues. " +
        "It is 1/gap unless a negative or complex eigenvalue is larger than all positive ones.",
    x: {label: "beta"}, y: {label, log: true},
    series: of.map(({name, at}, i) => ({name, style: i, dots: true,
      points: at.map((one) => [one.beta, positive(one[key])])})),
  };
}

const positive = (value) => number(value) > 0 && Number.isFinite(number(value)) ? value : null;

/** worst is the beta at which the chain forgets most slowly; undefined if no relaxation time is known. */
export function worst(at) {
  return at.filter((one) => number(one.relaxation) >= 1).reduce((slow, one) =>
    slow === undefined || number(one.relaxation) > number(slow.relaxation) ? one : slow, undefined);
}

function words(at) {
  const slow = worst(at);
  const notes = [...new Set(at.map((one) => one.note).filter(Boolean))].map(sentence).join(" ");
  if (!slow) return notes || "No gap is known of this kernel.";
  return [slowness(slow), notes].filter(Boolean).join(" ");
}

/** moves is the number of moves in which a part of the law with an eigenvalue of the size 1 - less falls to 1/e. */
export const moves = (less) => -1 / Math.log1p(-less);

/**
 * slowness says how long the chain takes to forget at its worst beta: what is left of the start falls, in the long run,
 * by the largest size of an eigenvalue with each move.
 */
function slowness(slow) {
  const time = number(slow.relaxation), at = `At beta = ${betaText(slow.beta)}`;
  const gap = `The gap is ${digits(slow.gap)}.`;
  if (time === Infinity) return `${at} there is something of its start that the chain never forgets. ${gap}`;
  const worst = `The chain forgets most slowly at beta = ${betaText(slow.beta)}`;
  if (time < 1.5) return `${worst}, and even there in about one move. ${gap}`;
  const each = moves(1 / time);
  return `${worst}: in the long run what is left of its start falls to 37% in ${counted(each)} moves, and to a ` +
    `hundredth in ${counted(each * Math.log(100))}. ${gap}`;
}
