// Curves on axes.
import {plane} from "charts/axes.js";
import {lineStyle} from "charts/colours.js";
import {figure, tell} from "charts/figure.js";
import {endRoom, legend, nameEnds} from "charts/labels.js";
import {finite, inset, reach, shows} from "charts/lineticks.js";
import {dashesOf, marksOf, shown} from "charts/marks.js";
import {number, short, value} from "charts/numbers.js";
import {moveRules, ruleDashes, rulesAt, sideways} from "charts/rules.js";

/** lines draws the data of Lines; charts.js says what it returns. */
export const lines = (spec, options) => figure({draw, rows, change: moveRules}, spec, options);

function draw(chart) {
  const {spec, width} = chart;
  const ended = spec.series.filter((s) => !s.glyph && s.name && shown(s, spec).length > 0);
  const right = endRoom(ended.map((s) => s.name), width);
  const height = chart.options.height ?? Math.round(Math.min(Math.max(width * 0.56, 260), 400));
  const domain = domains(spec);
  const svg = plane(chart, domain, {height, right: right || undefined,
    marks: [...spec.series.flatMap((s) => marksOf(s, {...spec, low: domain.y[0]})), ...tips(spec)]});
  const {top, bottom} = inset;
  if (right) nameEnds(svg, ends(svg, ended, spec), {left: width - right, top, bottom: height - bottom});
  tell(svg, chart, ({series, index, x, y}) => ({series, index, x, y}));
  chart.picture.replaceChildren(...listed(spec, width, right > 0), svg);
  return notes(spec);
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
  return {x: reach(spec.x, xs, room), y: reach(spec.y, ys, 0.05)};
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

/** notes say which values the axes cannot show: infinite ones, and 0 on a logarithmic axis. */
function notes(spec) {
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

function rows(spec) {
  const banded = spec.series.some((s) => s.bands);
  const head = ["series", short(spec.x.label) || "x", short(spec.y.label) || "y", ...(banded ? ["low", "high"] : [])];
  return [head, ...spec.series.flatMap((s) => s.points.map(([x, y], i) => {
    const [, low, high] = s.bands?.[i] ?? [];
    return [s.name, value(x), value(y), ...(banded ? [value(low), value(high)] : [])];
  }))];
}
