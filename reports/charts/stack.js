// Panels of curves above each other, on one axis from side to side: what is above a place is of that place.
import {figure} from "charts/figure.js";
import {endRoom} from "charts/labels.js";
import {drawn, rows as rowsOf} from "charts/lines.js";
import {short} from "charts/numbers.js";

const left = 56; // for the numbers of all upright axes

/**
 * stack draws {about, x: {label, domain}, panels, named}. A panel has y, series and rules as lines have, and may have a
 * height. named is "once" if all panels have the same series: the first one has their names.
 */
export const stack = (spec, options) => figure({draw, rows, change: () => false}, spec, options);

function draw(chart) {
  const {spec: {x, panels, named}, width} = chart;
  const right = Math.max(...panels.map(({series}) => endRoom(series.map(({name}) => name), width)));
  const all = panels.map(({height = 130, ...panel}, i) => {
    const last = i === panels.length - 1;
    const options = {...chart.options, left, right, height: height + (last ? 32 : 0), bottom: last ? undefined : 12,
      unnamed: named === "once" && i > 0};
    return drawn({spec: {...panel, about: panel.y.label, x: {...x, bare: !last}}, width, options});
  });
  chart.picture.replaceChildren(...all.flatMap(({nodes}) => nodes));
  return all.flatMap(({notes}) => notes);
}

/** rows are those of all panels, which tell by their y what they are of. */
function rows({x, panels}) {
  return [["panel", "series", short(x.label), "value"],
    ...panels.flatMap((panel) => rowsOf({...panel, x}).slice(1).map((row) => [panel.y.label, ...row.slice(0, 3)]))];
}
