// Curves on axes, and the marks of each: its band, its line, and its dots.
import {finite, inset, moveRules, plane, reach, ruleDashes, rulesAt, shows, sideways} from "charts/axes.js";
import {boundDashes, lineStyle} from "charts/colours.js";
import {figure, tell} from "charts/figure.js";
import {endRoom, glyphOf, legend, nameEnds} from "charts/labels.js";
import {number, short, value} from "charts/numbers.js";

/** lines draws the data of Lines; charts.js says what it returns. */
export const lines = (spec, options) => figure({draw, rows, change: moveRules}, spec, options);

function draw(chart) {
  const {nodes, notes} = drawn(chart);
  chart.picture.replaceChildren(...nodes);
  return notes;
}

/** drawn makes the legend, if there is one, and the picture of a chart, with the notes of what it cannot show. */
export function drawn(chart) {
  const {spec, width, options} = chart;
  const ended = spec.series.filter((s) => !s.glyph && s.name && shown(s, spec).length > 0);
  const names = options.unnamed ? 0 : endRoom(ended.map((s) => s.name), width);
  const right = Math.max(names, options.right ?? 0);
  const height = options.height ?? Math.round(Math.min(Math.max(width * 0.56, 260), 400));
  const domain = domains(spec);
  const svg = plane(chart, domain, {height, right: right || undefined,
    marks: [...spec.series.flatMap((s) => marksOf(s, {...spec, low: domain.y[0]})), ...tips(spec)]});
  const {top} = inset, bottom = height - (options.bottom ?? inset.bottom);
  if (names) nameEnds(svg, ends(svg, ended, spec), {left: width - right, top, bottom});
  tell(svg, chart, ({series, index, x, y}) => ({series, index, x, y}));
  const legends = options.unnamed ? [] : listed(spec, width, names > 0);
  return {nodes: [...legends, svg], notes: notesOf(spec)};
}

/** listed is a legend of what has no name at its end: all series or marks alone, and rules from side to side. */
function listed(spec, width, named) {
  const entries = spec.series.filter((s) => s.name && (s.glyph || !named))
    .map((s) => ({...s, style: s.style ?? 0, dashes: dashesOf(s, spec)}));
  for (const name of new Set(sideways(spec).map((rule) => rule.name))) entries.push({name, dashes: ruleDashes});
  return entries.length > (named ? 0 : 1) ? [legend(entries, width)] : [];
}

function domains(spec) {
  const xs = [], ys = rulesAt(spec);
  for (const s of spec.series) {
    for (const p of shown(s, spec)) {
      xs.push(p.x);
      ys.push(p.y);
    }
    for (const band of s.bands ?? []) ys.push(...finite(band.slice(1)));
  }
  const room = spec.series.every((s) => s.glyph) ? 0.04 : 0; // marks alone would sit on the axis
  return {x: spec.x.domain ?? reach(spec.x, xs, room), y: reach(spec.y, ys, 0.05)};
}

function tips(spec) {
  const all = spec.series.flatMap((s) => shown(s, spec));
  const {Plot} = window;
  return [
    Plot.dot(all, Plot.pointer({x: "x", y: "y", r: 5, stroke: "var(--ink)"})),
    Plot.tip(all, Plot.pointer({x: "x", y: "y", fontSize: 12, lineHeight: 1.25, stroke: "var(--line)", title: (p) =>
      [p.series, `${short(spec.x.label)} = ${number(p.x, 10)}`, `${short(spec.y.label)} = ${number(p.y, 8)}`]
        .filter(Boolean).join("\n")})),
  ];
}

function ends(svg, series, spec) {
  const [x, y] = [svg.scale("x"), svg.scale("y")];
  return series.map((s) => {
    const last = shown(s, spec).at(-1);
    return {name: s.name, colour: lineStyle(s.style ?? 0).colour, x: x.apply(last.x), y: y.apply(last.y)};
  });
}

/** notesOf say which values the axes cannot show: infinite ones, and 0 on a logarithmic axis. */
function notesOf(spec) {
  const said = [];
  for (const s of spec.series) {
    const at = {infinite: [], "minus infinite": [], "not above 0, which this axis cannot show,": []};
    for (const [a, b] of s.points) {
      const [x, y] = [value(a), value(b)];
      if (Number.isNaN(y) || shows(spec.y, y)) continue;
      const why = Number.isFinite(y) ? "not above 0, which this axis cannot show," : number(y);
      at[why].push(number(x, 10));
    }
    for (const [what, xs] of Object.entries(at)) {
      const name = s.name || short(spec.y.label);
      if (xs.length > 0) said.push(`${name} is ${what} at ${short(spec.x.label)} = ${few(xs)}.`);
    }
  }
  return said;
}

/** few lists some of many: "1, 2, 3 and 97 more". */
const few = (all) => (all.length <= 8 ? all.join(", ") : `${all.slice(0, 7).join(", ")} and ${all.length - 7} more`);

/** rows are the numbers of all series, with the names of the columns first. */
export function rows(spec) {
  const banded = spec.series.some((s) => s.bands);
  const head = ["series", short(spec.x.label) || "x", short(spec.y.label) || "y", ...(banded ? ["low", "high"] : [])];
  return [head, ...spec.series.flatMap((s) => s.points.map(([x, y], i) => {
    const [, low, high] = s.bands?.[i] ?? [];
    return [s.name, value(x), value(y), ...(banded ? [value(low), value(high)] : [])];
  }))];
}

/** dashesOf are the dashes of a series. Where series say whether they are dashed, as bounds are, others are solid. */
function dashesOf(series, spec) {
  if (spec.series.some((s) => s.dashed !== undefined)) return series.dashed ? boundDashes : null;
  return lineStyle(series.style ?? 0).dashes;
}

/** shown are the points of a series that the axes can show. */
function shown(series, {x, y}) {
  return series.points
    .map(([a, b], index) => ({series: series.name, index, x: value(a), y: value(b)}))
    .filter((p) => shows(x, p.x) && shows(y, p.y));
}

/** marksOf are Plot's marks of a series. A point that is missing breaks the line. */
function marksOf(series, spec) {
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
