// Two axes: how far they reach, their ticks, and what is drawn between them. Rules are lines across a chart, with their
// names; they move without the rest of it, as a slider does.
import {lineStyle} from "charts/colours.js";
import {plot} from "charts/figure.js";
import {textWidth} from "charts/labels.js";
import {number, value} from "charts/numbers.js";

/** The room above the plot, for the name of the upright axis, and below it. */
export const inset = {top: 26, bottom: 44};

/** shows reports whether an axis can show v. A logarithmic one cannot show 0. */
export const shows = (axis, v) => Number.isFinite(v) && (!axis.log || v > 0);

/**
 * reach is the domain of an axis that holds these values, with room on either side if asked. axis.holds are values of
 * charts beside it: charts that hold each other's have one axis.
 */
export function reach(axis, values, room = 0) {
  let low = Infinity, high = -Infinity;
  for (const v of [...values, ...(axis.holds ?? []), ...(axis.zero && !axis.log ? [0] : [])]) {
    if (!shows(axis, v)) continue;
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  if (low > high) [low, high] = axis.log ? [0.1, 10] : [0, 1];
  if (axis.log) {
    const factor = Math.max((high / low) ** room, low === high ? 2 : 1);
    return [low / factor, high * factor];
  }
  const more = low === high ? Math.abs(low) / 2 || 1 : (high - low) * room;
  return [axis.zero && low === 0 ? 0 : low - more, axis.zero && high === 0 ? 0 : high + more];
}

/** ticks are about so many ticks of an axis: on a logarithmic one powers of ten, or 1, 2 and 5 times them. */
function ticks(axis, [low, high], most) {
  if (!axis.log) return window.d3.ticks(low, high, most);
  const among = (mantissas, step = 1) => {
    const all = [];
    for (let e = Math.floor(Math.log10(low)) - 1; e <= Math.ceil(Math.log10(high)); e++) {
      if (e % step !== 0) continue;
      for (const m of mantissas) {
        const v = Number(`${m}e${e}`);
        if (v >= low * (1 - 1e-9) && v <= high * (1 + 1e-9)) all.push(v);
      }
    }
    return all;
  };
  const fine = among([1, 2, 5]), decades = among([1]);
  if (fine.length >= 3 && fine.length <= most) return fine;
  if (fine.length < 3) return window.d3.ticks(low, high, most);
  if (decades.length < 3) return decades.length === 2 ? decades : fine;
  for (let step = 1; ; step++) {
    const every = among([1], step);
    if (every.length <= most) return every;
  }
}

/** scale makes the options of Plot for an axis. */
function scale(axis, domain, at) {
  const line = axis.bare ? {axis: null} : {};
  return {type: axis.log ? "log" : "linear", domain, ticks: at, tickFormat: (v) => number(v), ...line};
}

/** finite reads the values of a list. */
export const finite = (list) => list.map(value).filter(Number.isFinite);

/** plane draws marks and the chart's rules between axes that have the domains {x, y}, and returns the SVG. */
export function plane(chart, domain, {height, right = 26, marks}) {
  const {spec, width, options} = chart;
  const at = {x: ticks(spec.x, domain.x, Math.max(3, (width - right) / 75)), y: ticks(spec.y, domain.y, height / 45)};
  const svg = plot({
    width, height, marginLeft: options.left ?? 14 + Math.max(...at.y.map((v) => textWidth(number(v))), 12),
    marginRight: right, marginTop: inset.top, marginBottom: options.bottom ?? inset.bottom,
    style: {fontSize: "12px", overflow: "visible"},
    ariaLabel: spec.about, x: scale(spec.x, domain.x, at.x), y: scale(spec.y, domain.y, at.y),
    marks: [...axes(spec, at), ...marks],
  });
  svg.setAttribute("role", "img");
  drawRules(svg, spec);
  chart.plot = svg;
  chart.shape = shapeOf(spec);
  return svg;
}

/** axes are pale lines at the ticks, the ticks, and the labels. */
function axes({x, y}, at) {
  const {Plot} = window, pale = {stroke: "var(--line)", strokeOpacity: 1};
  const axis = {text: (v) => number(v), labelArrow: "none", color: "var(--ink)", tickSize: 5}; // tickFormat would
  // leave out the labels of 5, 50 and 500 on a logarithmic axis
  return [
    Plot.gridX(at.x, pale), Plot.gridY(at.y, pale),
    x.bare ? null : Plot.axisX(at.x, {...axis, label: x.label, labelAnchor: "center", labelOffset: 38}),
    Plot.axisY(at.y, {...axis, label: y.label}),
  ];
}

/** drawRules draws the rules of a spec below the curves of a plot, in place of those it had. */
function drawRules(svg, spec) {
  svg.querySelector(".rules")?.remove();
  const group = window.d3.create("svg:g").attr("class", "rules").attr("font-size", 11);
  const scales = {x: svg.scale("x"), y: svg.scale("y")}, height = Number(svg.getAttribute("height"));
  (spec.rules ?? []).forEach((rule, i) => {
    const across = rule.x === undefined || rule.x === null, scale = across ? scales.y : scales.x;
    const at = across ? rule.y : rule.x, [low, high] = scale.domain;
    if (!(at >= low && at <= high)) return;
    const [left, right] = scales.x.range;
    const to = scale.apply(at);
    drawRule(group, across && spec.series ? {...rule, name: ""} : rule,
      across ? {x1: left, x2: right, y1: to, y2: to, x: right - 2, y: to - 7, anchor: "end"}
        : upright({at: to, left, right, bottom: height - inset.bottom}, i));
  });
  svg.insertBefore(group.node(), svg.querySelector(".series"));
}

/** The dashes of a rule. */
export const ruleDashes = "2 3";

/** sideways are the rules from side to side. Curves have their names in the legend: their ends lie on the rule. */
export const sideways = (spec) => (spec.rules ?? []).filter((rule) => Number.isFinite(rule.y));

/** A name is beside its rule: to the right of an upright one if there is room, and at different heights. */
function upright({at, left, right, bottom}, i) {
  const far = at > left + 0.6 * (right - left);
  return {x1: at, x2: at, y1: inset.top, y2: bottom, x: at + (far ? -4 : 4), y: inset.top + 6 + 14 * (i % 3),
    anchor: far ? "end" : "start"};
}

function drawRule(group, rule, {x1, x2, y1, y2, x, y, anchor}) {
  const colour = rule.style === undefined || rule.style === null ? "var(--ink)" : lineStyle(rule.style).colour;
  group.append("line").attr("x1", x1).attr("x2", x2).attr("y1", y1).attr("y2", y2).attr("stroke", colour)
    .attr("stroke-width", 1.2).attr("stroke-dasharray", ruleDashes);
  group.append("text").attr("x", x).attr("y", y).attr("dy", "0.35em").attr("text-anchor", anchor)
    .attr("fill", "var(--ink)").attr("stroke", "var(--card)").attr("stroke-width", 3).attr("paint-order", "stroke")
    .text(rule.name);
}

/** rulesAt are the heights of the rules from side to side, which have to be on the axis. */
export const rulesAt = (spec) => finite((spec.rules ?? []).map((rule) => rule.y));

/** moveRules draws the rules anew if nothing else has changed. It cannot if the axes have to follow them. */
export function moveRules(chart) {
  const shape = shapeOf(chart.spec);
  if (chart.shape !== shape) return false;
  drawRules(chart.plot, chart.spec);
  chart.plot.setAttribute("aria-label", chart.spec.about);
  return true;
}

/** shapeOf is all of a spec that its axes and marks show: not its upright rules, and not its words. */
function shapeOf(spec) {
  return JSON.stringify({...spec, about: "", rules: rulesAt(spec)});
}
