// Numbers side by side.
import {figure, plot, tell} from "charts/figure";
import {textWidth} from "charts/labels";
import {axes} from "charts/lines";
import {reach, scale, ticks} from "charts/lineticks";
import {ruleMarks} from "charts/marks";
import {number, short, value} from "charts/numbers";

/** bars draws the data of Bars (chart.go); charts.js says what it returns. */
export const bars = (spec, options) => figure({draw, rows}, spec, options);

function draw(chart) {
  const {spec, width} = chart, {Plot} = window;
  const all = spec.bars.map(([from, to, y], index) => ({from: value(from), to: value(to), y: value(y), index}));
  const some = all.filter((b) => Number.isFinite(b.y));
  const height = chart.options.height ?? Math.round(Math.min(Math.max(width * 0.5, 210), 360));
  const signed = some.some((b) => b.y < 0); // then red is above 0 and blue below, as in maps
  const across = reach(spec.x, all.flatMap((b) => [b.from, b.to]));
  const up = reach({...spec.y, zero: true}, some.map((b) => b.y), 0.05);
  const at = {x: ticks(spec.x, across, Math.max(3, width / 75)), y: ticks(spec.y, up, height / 45)};
  const box = {x1: "from", x2: "to", y1: () => Math.max(up[0], 0), y2: "y", insetLeft: 0.25, insetRight: 0.25};
  const svg = plot({
    width, height, marginLeft: 14 + Math.max(...at.y.map((v) => textWidth(number(v))), 12), marginRight: 26, marginTop: 26,
    marginBottom: 44, style: {fontSize: "12px", overflow: "visible"}, ariaLabel: spec.about,
    x: scale(spec.x, across, at.x), y: scale(spec.y, up, at.y),
    marks: [...axes(spec, at),
      Plot.rect(some, {...box, fill: (b) => `var(--line-${Number(b.y > 0 && signed)})`, className: "bars"}),
      Plot.ruleY([Math.max(up[0], 0)], {stroke: "var(--ink)"}),
      ...(spec.rules ?? []).flatMap((rule) => ruleMarks(rule, {x: across, y: up})),
      Plot.tip(some, Plot.pointerX({x: (b) => (b.from + b.to) / 2, y: "y", fontSize: 12, lineHeight: 1.25, stroke: "var(--line)",
        title: (b) => `${short(spec.x.label)} ${number(b.from, 10)} to ${number(b.to, 10)}\n` +
          `${short(spec.y.label)} = ${number(b.y, 8)}`}))],
  });
  svg.setAttribute("role", "img");
  tell(svg, chart, ({index, from, to, y}) => ({index, from, to, y}));
  chart.picture.replaceChildren(svg);
  return all.filter((b) => !Number.isFinite(b.y) && !Number.isNaN(b.y)).slice(0, 8)
    .map((b) => `${short(spec.y.label)} is ${number(b.y)} from ${number(b.from)} to ${number(b.to)}.`);
}

function rows(spec) {
  const x = short(spec.x.label) || "x";
  return [[`${x} from`, `${x} to`, short(spec.y.label) || "y"], ...spec.bars.map((bar) => bar.map(value))];
}
