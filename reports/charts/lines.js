// Curves on axes.
import {lineStyle} from "charts/colours";
import {figure, plot, tell} from "charts/figure";
import {endRoom, legend, nameEnds, textWidth} from "charts/labels";
import {finite, reach, scale, shows, ticks} from "charts/lineticks";
import {dashesOf, marksOf, ruleMarks, shown} from "charts/marks";
import {number, short, value} from "charts/numbers";

/** lines draws the data of Lines (chart.go); charts.js says what it returns. */
export const lines = (spec, options) => figure({draw, rows}, spec, options);

function draw(chart) {
  const {spec, width} = chart, named = spec.series.filter((s) => !s.glyph && s.name);
  const ended = named.filter((s) => shown(s, spec).length > 0);
  const right = endRoom(ended.map((s) => s.name), width);
  const height = chart.options.height ?? Math.round(Math.min(Math.max(width * 0.56, 260), 400));
  const domain = domains(spec);
  const at = {x: ticks(spec.x, domain.x, Math.max(3, (width - right) / 75)), y: ticks(spec.y, domain.y, height / 45)};
  const frame = {marginLeft: 14 + Math.max(...at.y.map((v) => textWidth(number(v))), 12), marginRight: right || 26,
    marginTop: 26, marginBottom: 44};
  const svg = plot({
    width, height, ...frame, style: {fontSize: "12px", overflow: "visible"}, ariaLabel: spec.about,
    x: scale(spec.x, domain.x, at.x), y: scale(spec.y, domain.y, at.y),
    marks: [...axes(spec, at), ...(spec.rules ?? []).flatMap((rule, i) => ruleMarks(rule, domain, i)),
      ...spec.series.flatMap((s) => marksOf(s, {...spec, low: domain.y[0]})), ...tips(spec)],
  });
  svg.setAttribute("role", "img");
  if (right) nameEnds(svg, ends(svg, ended, spec), {left: width - right, top: 26, bottom: height - 44});
  tell(svg, chart, ({series, index, x, y}) => ({series, index, x, y}));
  const listed = right ? spec.series.filter((s) => s.glyph) : spec.series.filter((s) => s.name);
  const entries = listed.map((s) => ({...s, style: s.style ?? 0, dashes: dashesOf(s, spec)}));
  chart.picture.replaceChildren(...(entries.length > 1 || right ? entries.length > 0 ? [legend(entries, width)] : [] : []),
    svg);
  return notes(spec);
}

function domains(spec) {
  const xs = [], ys = (spec.rules ?? []).map((rule) => value(rule.y)).filter(Number.isFinite);
  for (const s of spec.series) {
    for (const p of shown(s, spec)) {
      xs.push(p.x);
      ys.push(p.y);
    }
    for (const band of s.bands ?? []) ys.push(...finite(band.slice(1)));
  }
  return {x: reach(spec.x, xs), y: reach(spec.y, ys, 0.05)};
}

/** axes are pale lines at the ticks, the ticks, and the labels. */
export function axes({x, y}, at) {
  const {Plot} = window, pale = {stroke: "var(--line)", strokeOpacity: 1};
  return [
    Plot.gridX(at.x, pale), Plot.gridY(at.y, pale), Plot.ruleX([0], {stroke: null}),
    Plot.axisX(at.x, {tickFormat: (v) => number(v), label: x.label, labelAnchor: "center", labelArrow: "none",
      labelOffset: 38, color: "var(--ink)", tickSize: 5}),
    Plot.axisY(at.y, {tickFormat: (v) => number(v), label: y.label, labelArrow: "none", color: "var(--ink)", tickSize: 5}),
  ];
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
      if (xs.length > 0) said.push(`${s.name || short(spec.y.label)} is ${what} at ${short(spec.x.label)} = ${few(xs)}.`);
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
