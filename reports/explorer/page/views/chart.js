// A chart in its place: it is made once, and then brought up to date. And what charts take of answers.
import {update} from "charts/charts.js";
import {number} from "explorer/digits.js";

/** drawn returns a function that shows data in a place. make is lines, bars or maps of charts.js. */
export function drawn(place, make, options = {}) {
  let figure = null;
  return (spec) => {
    if (figure) return update(figure, spec);
    figure = make(spec, options);
    place.append(figure);
  };
}

/** gridOf returns the part of an answer that all maps of it share: how its cells lie. */
export function gridOf({rows, columns, walls}) {
  return {rows, columns, walls};
}

/** finite are the numbers of an answer as a chart takes them: null stands for none. */
export function finite(values) {
  return values.map((value) => {
    const of = number(value);
    return Number.isFinite(of) ? of : null;
  });
}

/** differences are a - b, by cell; null if either is not known. */
export function differences(a, b) {
  return a.map((value, i) => {
    const of = number(value) - number(b[i]);
    return Number.isFinite(of) ? of : null;
  });
}

/** sameShape tells if two answers are about cells that lie alike. */
export function sameShape(a, b) {
  return a.rows === b.rows && a.columns === b.columns && String(a.axes) === String(b.axes);
}
