// The slowest mode as a map at the beta of the slider: the difference between cells that the kernel forgets last.
import {maps} from "charts/charts.js";
import {betaText, counted, number, sentence} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {finite, gridOf} from "explorer/views/chart.js";
import {labelled, say} from "explorer/views/controls.js";
import {pictured} from "explorer/views/part.js";
import {move, nearest} from "explorer/views/position.js";
import {forgotten} from "explorer/views/spectrum/speeds.js";
import {box, cellName, freeOf, region, smallest} from "explorer/views/where.js";

/** slowest adds the map and a slider to a room. */
export function slowest(room, side, page) {
  const slider = element("input", {type: "range", min: 0, max: 0, step: 1,
    oninput: () => move(page, side.answers.spectrum.at[slider.value])});
  const beta = element("output"), options = {columns: 1, name: "slowest-mode"};
  const made = pictured(room, "The slowest mode", ["spectrum"], [side], maps, options, () => {
    const {spectrum} = side.answers, i = nearest(spectrum.at, page), one = spectrum.at[i];
    slider.max = spectrum.at.length - 1;
    slider.value = i;
    say(beta, one.beta.toFixed(3));
    slider.setAttribute("aria-valuetext", `beta = ${one.beta.toFixed(3)}`);
    return {spec: one.slowest && map(spectrum, one), words: words(spectrum, one)};
  });
  made.place.controls.append(labelled("beta", slider, beta));
  return made;
}

function map(spectrum, one) {
  return {
    about: "The difference between cells that the kernel forgets last. The chain moves among cells of one colour " +
      "sooner than to those of the other.",
    ...gridOf(spectrum),
    maps: [{name: "slowest mode", unit: "", signed: true, values: turned(one.slowest)}],
  };
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

/** words say between which cells probability moves slowest: where the mode has one sign, and where the other. */
function words(spectrum, one) {
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
