// Numbers side by side.
import {moveRules, plane, reach, rulesAt} from "charts/axes.js";
import {figure, tell} from "charts/figure.js";
import {number, short, value} from "charts/numbers.js";

/** bars draws the data of Bars; charts.js says what it returns. */
export const bars = (spec, options) => figure({draw, rows, change: moveRules}, spec, options);

function draw(chart) {
  const {spec, width} = chart;
  const all = spec.bars.map(([from, to, y], index) => ({from: value(from), to: value(to), y: value(y), index}));
  const some = all.filter((b) => Number.isFinite(b.y));
  const height = chart.options.height ?? Math.round(Math.min(Math.max(width * 0.5, 210), 360));
  const domain = {x: reach(spec.x, all.flatMap((b) => [b.from, b.to])),
    y: reach({...spec.y, zero: true}, [...some.map((b) => b.y), ...rulesAt(spec)], 0.05)};
  const svg = plane(chart, domain, {height, marks: marks(spec, some, domain)});
  tell(svg, chart, ({index, from, to, y}) => ({index, from, to, y}));
  chart.picture.replaceChildren(svg);
  return all.filter((b) => !Number.isFinite(b.y) && !Number.isNaN(b.y)).slice(0, 8)
    .map((b) => `${short(spec.y.label)} is ${number(b.y)} from ${number(b.from)} to ${number(b.to)}.`);
}

function marks(spec, some, domain) {
  const {Plot} = window, ground = Math.max(domain.y[0], 0);
  const signed = some.some((b) => b.y < 0); // then red is above 0 and blue below, as in maps
  const words = (b) => `${short(spec.x.label)} ${number(b.from, 10)} to ${number(b.to, 10)}\n` +
    `${short(spec.y.label)} = ${number(b.y, 8)}`;
  return [
    Plot.rect(some, {x1: "from", x2: "to", y1: () => ground, y2: "y", insetLeft: 0.25, insetRight: 0.25,
      fill: (b) => `var(--line-${Number(b.y > 0 && signed)})`, className: "bars"}),
    Plot.ruleY([ground], {stroke: "var(--ink)"}),
    Plot.tip(some, Plot.pointerX({x: (b) => (b.from + b.to) / 2, y: "y", fontSize: 12, lineHeight: 1.25,
      stroke: "var(--line)", title: words})),
  ];
}

function rows(spec) {
  const x = short(spec.x.label) || "x";
  return [[`${x} from`, `${x} to`, short(spec.y.label) || "y"], ...spec.bars.map((bar) => bar.map(value))];
}
