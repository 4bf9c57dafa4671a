// A chart in its place: it is made once, and then brought up to date. And what charts take of answers.
import {scalesOf, update} from "charts/charts.js";
import {number} from "explorer/digits.js";
import {headOf, nameOf} from "explorer/state/names.js";

/** drawn returns a function that shows data in a place. make is lines, stack or maps of charts.js. */
export function drawn(place, make, options = {}) {
  const show = drawnAll(place, make, options);
  return (spec) => show([spec]);
}

/** drawnAll is drawn for a list of charts, which may become longer or shorter. */
export function drawnAll(place, make, options = {}) {
  const figures = [];
  return (specs) => {
    specs.forEach((spec, i) => {
      if (figures[i]) return update(figures[i], spec);
      figures[i] = make(spec, options);
      place.append(figures[i]);
    });
    figures.forEach((figure, i) => { figure.hidden = i >= specs.length; });
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

/** compared are the other sides whose answer of a kind is about cells that lie as those of a side. */
export function compared(sides, side, kind) {
  const of = side.answers[kind];
  return sides.filter((other) => other !== side && other.answers[kind] && sameShape(of, other.answers[kind]));
}

/** comparable gives the maps of a spec scales that hold those of the same name in others, unless they are nothing. */
export function comparable(spec, others) {
  const all = [spec, ...others], scales = all.map(scalesOf);
  return {...spec, maps: spec.maps.map((map) => {
    const alike = all.flatMap(({maps}, k) => scales[k].filter((_, i) => maps[i].name === map.name));
    const some = alike.filter(({nothing}) => !nothing), of = some.length > 0 ? some : alike;
    return {...map, low: Math.min(...of.map(({low}) => low)), high: Math.max(...of.map(({high}) => high))};
  })};
}

/** alike tells if the cells of two answers lie alike, and so do their walls. */
const alike = (a, b) => sameShape(a, b) && String(a.walls ?? "") === String(b.walls ?? "");

/**
 * together are the maps of settings as the data of charts: one chart, with each left map beside the right one on one
 * scale, or one chart for each setting if their grids differ. shapeOf(side) is an answer, specOf(side) the maps of it.
 */
export function together(sides, shapeOf, specOf, {ownScales = false} = {}) {
  const specs = sides.map(specOf);
  if (sides.length < 2) return specs;
  if (!sides.every((side) => alike(shapeOf(side), shapeOf(sides[0])))) {
    return specs.map((spec, i) => ({...spec, title: headOf(sides[i])}));
  }
  const scaled = ownScales ? specs : specs.map((spec) => comparable(spec, specs.filter((other) => other !== spec)));
  const named = scaled.map(({maps}, i) => maps.map((map) => ({...map, kind: map.name,
    name: `${map.name}, ${nameOf(sides[i])}`})));
  const kinds = new Set(named.flat().map(({kind}) => kind));
  return [{...specs[0], maps: [...kinds].flatMap((kind) => named.flat().filter((map) => map.kind === kind))}];
}

/** styled is how the lines of a setting are drawn where both share a chart: by colour and by dashes. */
export const styled = (side) => ({name: nameOf(side), style: "ab".indexOf(side.name)});
