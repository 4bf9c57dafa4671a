// Settings to choose between have a small drawing each, in their links: where runs end, what lies half-way, or the
// schedule.
import {drawn, element} from "../element.js";
import {paint} from "../picture/colours.js";
import {ask} from "../state/ask.js";
import {state} from "../state/link.js";
import {finite, number} from "../state/numbers.js";
import {nearest} from "../state/place.js";

/** asked asks for an answer to the question of a figure's link. No stroke of the brush waits for it. */
const asked = (room, kind, more = {}) =>
  ask(kind, {...state(room.closest("a").hash).question, ...more}, undefined, true);

/** map makes a map of some values, whose scale ends at the largest probability of p. */
export function map(shape, values, p) {
  const canvas = element("canvas", {class: "map-of", "aria-hidden": "true"});
  paint(canvas, shape, values.map(finite), {low: 0, high: Math.max(...p.map(finite))});
  return canvas;
}

/** board draws the target of a link, or where its runs end. */
export async function board(room) {
  const answer = await asked(room, "measure");
  room.replaceChildren(map(answer, answer[room.dataset.of], answer.p));
}

const few = 11; // levels: enough for what lies half-way

/** halfway draws the level in the middle of a link's bridge. */
export async function halfway(room) {
  const levels = await asked(room, "levels", {frames: few}), {frames} = levels;
  room.replaceChildren(map(levels, frames[nearest(frames, 0.5)].p, frames.at(-1).p));
}

/** schedule draws the betas of a link's levels. */
export async function schedule(room) {
  const {betas} = await asked(room, "exact"), last = betas.length - 1;
  room.replaceChildren(drawn("svg", {viewBox: "0 0 100 100", "aria-hidden": "true"},
    drawn("polyline", {points: betas.map((beta, i) => `${(100 * i) / last},${100 * (1 - number(beta))}`).join(" ")})));
}
