// The marks of one series: its band, its line, and its dots.
import {boundDashes, lineStyle} from "charts/colours.js";
import {glyphOf} from "charts/labels.js";
import {shows} from "charts/lineticks.js";
import {value} from "charts/numbers.js";

/** dashesOf are the dashes of a series. Where some are dashed because they are bounds, all others are solid. */
export function dashesOf(series, spec) {
  if (spec.series.some((s) => s.dashed)) return series.dashed ? boundDashes : null;
  return lineStyle(series.style ?? 0).dashes;
}

/** shown are the points of a series that the axes can show. */
export function shown(series, {x, y}) {
  return series.points
    .map(([a, b], index) => ({series: series.name, index, x: value(a), y: value(b)}))
    .filter((p) => shows(x, p.x) && shows(y, p.y));
}

/** marksOf are Plot's marks of a series. A point that is missing breaks the line. */
export function marksOf(series, spec) {
  const {Plot} = window, style = lineStyle(series.style ?? 0), marks = [];
  const label = {className: "series"};
  if (series.bands) marks.push(...bandMarks(series, spec, style.colour));
  if (!series.glyph) {
    const all = series.points.map(([a, b]) => [value(a), value(b)]);
    marks.push(Plot.line(all, {
      x: (d) => (shows(spec.x, d[0]) ? d[0] : NaN), y: (d) => (shows(spec.y, d[1]) ? d[1] : NaN),
      stroke: style.colour, strokeWidth: 1.8, strokeDasharray: dashesOf(series, spec),
      curve: series.steps ? "step-after" : "linear", ...label,
    }));
  }
  if (series.dots || series.glyph) {
    const {symbol, filled} = glyphOf(series.glyph, style.shape, style.hollow);
    marks.push(Plot.dot(shown(series, spec), {
      x: "x", y: "y", symbol, r: series.glyph && series.glyph !== "dot" ? 4.5 : 3, stroke: style.colour,
      fill: filled ? style.colour : series.glyph ? "none" : "var(--card)", ...label,
    }));
  }
  return marks;
}

/** bandMarks are an area around a line, or an interval at each mark that has no line. */
function bandMarks(series, spec, colour) {
  const {Plot} = window, all = series.bands.map((band) => band.map(value));
  const end = (k) => (d) => (shows(spec.y, d[k]) ? d[k] : spec.y.log && d[k] <= 0 ? spec.low : NaN);
  const channels = {x: (d) => d[0], y1: end(1), y2: end(2)};
  if (series.glyph) return [Plot.ruleX(all, {...channels, stroke: colour, strokeWidth: 1.2})];
  const curve = series.steps ? "step-after" : "linear";
  return [Plot.areaY(all, {...channels, fill: colour, fillOpacity: 0.16, curve})];
}
