// J and B as bars on one axis of nats: J in its two halves, and B as J with what lies between. The axis stays where it
// is while one drags or paints, so that one sees by how much a bar moves, and a hairline stands at the last value.
import {compact, difference, digits, order, sure} from "explorer/digits.js";
import {element} from "explorer/element.js";

const labels = 3; // on the axis, or about so many
const tooLong = 3; // times what it has to hold, where an axis is made anew
const growth = 1.5; // of what it has to hold, where an axis grows: the next stroke is to fit

/** axisOf is an axis of nats that holds so much: {top, ticks}. */
function axisOf(most) {
  const ticks = most > 0 ? window.d3.ticks(0, most, labels) : [0];
  return {ticks, top: Math.max(most, ticks.at(-1)) || 1};
}

/**
 * axisAfter is the axis that follows one: the same while it holds all and is not far too long. One that is held, as
 * while a pointer is down, is never too long.
 */
export function axisAfter(before, most, isHeld) {
  if (!before) return axisOf(most);
  if (most > before.top) return axisOf(growth * most);
  return isHeld || tooLong * most >= before.top ? before : axisOf(most);
}

/**
 * bars returns a function that draws {J, q, p, B, slack, was, old} into a room: q and p are the halves of J, was is
 * {J, B} before the last act, and old tells if the numbers are out of date.
 */
export function bars(room) {
  let axis = null;
  return (of, isHeld) => {
    axis = axisAfter(axis, Math.max(0, ...[of.J, of.B].filter(Number.isFinite)), isHeld);
    const J = bar(axis, of.old, {name: "J", what: "the distance", parts: halves(of), value: of.J, was: of.was?.J});
    const B = bar(axis, of.old, {name: "B", what: "what runs estimate: ", says: above(of), parts: split(of), value: of.B,
      was: of.was?.B});
    room.replaceChildren(J, B, scale(axis), element("small", {}, "nats; 0 is perfect"));
  };
}

const halves = ({q, p}) => [["j-q", "KL(q‖p)", q], ["j-p", "KL(p‖q)", p]];

const split = ({J, B, slack}) => Number.isFinite(J) && Number.isFinite(slack)
  ? [["b-j", "J", J], ["b-slack", "", slack]] : [["b-j", "", B]];

/** above says how many times J B is, or how far above a J of 0. What is left of two equal numbers is rounding. */
function above({J, B, slack}) {
  if (difference(B, J) === 0 && order(slack, 0, sure * Number.EPSILON * B) === 0) return "as much as J";
  return Number.isFinite(B) && J > 0 ? `${digits(B / J, 3)} times J` : `${digits(slack, 3)} above J`;
}

/** bar is one bar with its name, its parts, its number, and a hairline where the number was. */
function bar({top}, old, {name, what, says = "", parts, value, was}) {
  const wide = (v) => `${Number.isFinite(v) ? Math.min(Math.max(100 * v / top, 0), 100) : v > 0 ? 100 : 0}%`;
  const pieces = parts.map(([kind, text, of]) => {
    const piece = element("span", {class: kind, title: text}, of > top / 4 ? text : "");
    piece.style.width = wide(of);
    return piece;
  });
  const about = element("small", {}, element("span", {}, what), says); // the style of a phone leaves out what it is
  const other = wasOther(value, was), before = other ? element("small", {class: "was"}, `was ${compact(was)}`) : null;
  const line = other && was <= top ? element("i", {class: "then"}) : null;
  line?.style.setProperty("--at", Math.max(was, 0) / top);
  return element("div", {class: old ? "stale" : ""}, element("h3", {}, name, about, before),
    element("div", {class: "bar-of"}, ...pieces, line, element("b", {}, compact(value))));
}

/** wasOther tells if a number was another one, as a reader sees it. */
export const wasOther = (value, was) => was !== undefined && !Number.isNaN(was) && order(value, was) !== 0;

function scale({ticks, top}) {
  return element("div", {class: "axis"}, ...ticks.map((v) => {
    const at = element("span", {}, String(Number(v.toPrecision(2))));
    at.style.setProperty("--at", v / top);
    return at;
  }));
}
