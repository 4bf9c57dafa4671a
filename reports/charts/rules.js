// Rules: lines across a chart, with their names. They move without the rest of the chart, as a slider does.
import {lineStyle} from "charts/colours.js";
import {finite, inset} from "charts/lineticks.js";

/** drawRules draws the rules of a spec below the curves of a plot, or above its bars, in place of those it had. */
export function drawRules(svg, spec) {
  svg.querySelector(".rules")?.remove();
  const group = window.d3.create("svg:g").attr("class", "rules").attr("font-size", 11);
  const scales = {x: svg.scale("x"), y: svg.scale("y")}, height = Number(svg.getAttribute("height"));
  (spec.rules ?? []).forEach((rule, i) => {
    const across = rule.x === undefined || rule.x === null, scale = across ? scales.y : scales.x;
    const at = across ? rule.y : rule.x, [low, high] = scale.domain;
    if (!(at >= low && at <= high)) return;
    const [left, right] = scales.x.range;
    const place = {at: scale.apply(at), left, right, bottom: height - inset.bottom};
    drawRule(group, across && spec.series ? {...rule, name: ""} : rule, across ? flat(place) : upright(place, i));
  });
  svg.insertBefore(group.node(), svg.querySelector(".series, .bars + *"));
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

function flat({at, left, right}) {
  return {x1: left, x2: right, y1: at, y2: at, x: right - 2, y: at - 7, anchor: "end"};
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
export function shapeOf(spec) {
  return JSON.stringify({...spec, about: "", rules: rulesAt(spec)});
}
