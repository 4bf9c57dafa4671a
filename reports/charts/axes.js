// Two axes, with what is drawn between them.
import {plot} from "charts/figure.js";
import {textWidth} from "charts/labels.js";
import {inset, scale, ticks} from "charts/lineticks.js";
import {number} from "charts/numbers.js";
import {drawRules, shapeOf} from "charts/rules.js";

/** plane draws marks and the chart's rules between axes that have the domains {x, y}, and returns the SVG. */
export function plane(chart, domain, {height, right = 26, marks}) {
  const {spec, width} = chart;
  const at = {x: ticks(spec.x, domain.x, Math.max(3, (width - right) / 75)), y: ticks(spec.y, domain.y, height / 45)};
  const svg = plot({
    width, height, marginLeft: 14 + Math.max(...at.y.map((v) => textWidth(number(v))), 12), marginRight: right,
    marginTop: inset.top, marginBottom: inset.bottom, style: {fontSize: "12px", overflow: "visible"},
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
    Plot.axisX(at.x, {...axis, label: x.label, labelAnchor: "center", labelOffset: 38}),
    Plot.axisY(at.y, {...axis, label: y.label}),
  ];
}
