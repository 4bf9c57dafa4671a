// J and B against T of two sides in one chart, each with its own schedule.
import {lines} from "charts/charts.js";
import {digits, number} from "explorer/digits.js";
import {ownOf} from "explorer/views/against/chooser.js";
import {pictured} from "explorer/views/part.js";

/** both adds the curves of sides a and b to a room. */
export function both(room, a, b) {
  const options = {height: 340, name: "J-and-B-of-both"};
  return pictured(room, "J and B of both against T", ["curve"], [a, b], lines, options, () => {
    const of = [a, b].map((side) => side.answers.curve.all.filter(({schedule}) => schedule === ownOf(side)));
    if (of.some((points) => points.length === 0)) return "Choose the settings' own schedules above to compare them.";
    return {spec: chart(of), words: words(...of)};
  });
}

function chart(of) {
  const series = (points, i, key) => ({name: `${key} of setting ${"AB"[i]}`, style: i, dots: true, dashed: key === "B",
    points: points.map((point) => [point.T, point[key]])});
  return {
    about: "J, solid, and its bound B, dashed, against T, of settings A and B with their own schedules.",
    x: {label: "T, number of levels", log: true}, y: {label: "J and B, nats", log: true},
    series: ["J", "B"].flatMap((key) => of.map((points, i) => series(points, i, key))),
  };
}

function words(a, b) {
  const pairs = a.map((point) => [point, b.find(({T}) => T === point.T)]).filter(([, other]) => other);
  const last = pairs.at(-1);
  if (!last) return "";
  const values = last.map((point) => number(point.J));
  if (values[0] === values[1]) return `At T = ${last[0].T} both have the same J.`;
  const [near, far] = values[0] < values[1] ? ["A", "B"] : ["B", "A"];
  if (Math.min(...values) === 0) return `At T = ${last[0].T} setting ${far} has a J of ${digits(Math.max(...values))} ` +
    `nats, and setting ${near} one of 0.`;
  const ratio = digits(Math.max(...values) / Math.min(...values));
  return `At T = ${last[0].T} setting ${far} has ${ratio} times the J of setting ${near}.`;
}
