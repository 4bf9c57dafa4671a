// A chart in its place: it is made once, and then brought up to date.
import {update} from "charts/charts.js";

/** drawn returns a function that shows data in a place. make is lines, bars or maps of charts.js. */
export function drawn(place, make, options = {}) {
  let figure = null;
  return (spec) => {
    if (figure) return update(figure, spec);
    figure = make(spec, options);
    place.append(figure);
  };
}

/** gridOf is what maps of an answer have in common. */
export function gridOf({rows, columns, walls}) {
  return {rows, columns, walls};
}
