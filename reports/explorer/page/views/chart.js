// A chart in its place: it is made once, and then brought up to date. And what charts take of answers.
import {update} from "charts/charts.js";
import {number} from "explorer/digits.js";

/** A probability that is off by less is off by rounding alone. */
export const rounding = 1e-12;

/** drawn returns a function that shows data in a place. make is lines, stack or maps of charts.js. */
export function drawn(place, make, options = {}) {
  let figure = null;
  return (spec) => {
    if (figure) update(figure, spec);
    else place.append(figure = make(spec, options));
  };
}

/** gridOf is the part of an answer that all maps of it share: how its cells lie. */
export const gridOf = ({rows, columns, walls}) => ({rows, columns, walls});

/** finite are the numbers of an answer as a chart takes them: null stands for none. */
export const finite = (values) => values.map((value) => known(number(value)));

/** differences are a - b, by cell; null if either is not known. */
export const differences = (a, b) => a.map((value, i) => known(number(value) - number(b[i])));

const known = (value) => Number.isFinite(value) ? value : null;

/** distance is the total variation between two laws: the probability that one would have to move to be the other. */
export function distance(a, b) {
  return differences(a, b).reduce((sum, v) => sum + Math.abs(v ?? 0), 0) / 2;
}

/** sameShape tells if two answers are about cells that lie alike. */
export function sameShape(a, b) {
  return a.rows === b.rows && a.columns === b.columns && String(a.axes) === String(b.axes);
}
