// The side's own schedule above a chart of betas, with points that can be dragged up and down.
import {svgElement} from "charts/charts.js";
import {moved} from "explorer/setting/betas.js";

const grip = 13; // pixels around a point in which it can be taken
const steps = {ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01, PageUp: 0.1, PageDown: -0.1,
  Home: -1, End: 1};

/**
 * handles makes a layer above a figure of charts.lines. change(betas) is called when a point is moved. Its owner calls
 * moved when the chart was drawn anew: its axes may be elsewhere.
 */
export function handles(figure, change) {
  const line = svgElement("polyline", {class: "own"});
  const dots = svgElement("g", {});
  const keys = {class: "handles", role: "group", "aria-label": "The schedule: points to drag"};
  const svg = svgElement("svg", keys, line, dots);
  const layer = {figure, change, svg, line, dots, betas: [], frame: null, taken: -1};
  svg.addEventListener("pointermove", (event) => drag(layer, event));
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    svg.addEventListener(end, () => { layer.taken = -1; });
  }
  return {element: svg, show: (curve, betas) => show(layer, curve, betas), moved: () => { layer.frame = null; }};
}

/** show draws the whole curve, and the points that can be dragged. */
function show(layer, curve, betas) {
  layer.frame ??= frameOf(layer);
  if (!layer.frame) return;
  const all = curve.length > betas.length ? curve : betas;
  layer.line.setAttribute("points", all.map((beta, i) => place(layer, i / (all.length - 1), beta).join(",")).join(" "));
  if (layer.betas.length !== betas.length) {
    layer.dots.replaceChildren(...betas.map((_, i) => dot(layer, i, betas.length)));
  }
  layer.betas = betas;
  betas.forEach((beta, i) => {
    const made = layer.dots.children[i], [x, y] = place(layer, i / (betas.length - 1), beta);
    made.setAttribute("transform", `translate(${x},${y})`);
    made.setAttribute("aria-valuenow", Number(beta.toFixed(4)));
  });
}

/** frameOf returns the places of 0 and 1 on both axes of the chart, in pixels of the layer. */
function frameOf({figure, svg}) {
  const plot = figure.querySelector(".chart-picture > svg:last-child");
  const box = plot?.getBoundingClientRect(), own = svg.getBoundingClientRect();
  if (!plot?.scale || box.width === 0) return null;
  const zoom = box.width / plot.viewBox.baseVal.width, [x, y] = [plot.scale("x"), plot.scale("y")];
  const across = (v) => box.left - own.left + zoom * x.apply(v), down = (v) => box.top - own.top + zoom * y.apply(v);
  return {left: across(0), right: across(1), bottom: down(0), top: down(1)};
}

function place({frame}, share, beta) {
  return [frame.left + share * (frame.right - frame.left), frame.bottom + beta * (frame.top - frame.bottom)];
}

/** dot is a point of the curve. The ends stay at 0 and 1. */
function dot(layer, i, n) {
  if (i === 0 || i === n - 1) return svgElement("g", {class: "end"}, svgElement("circle", {r: 3}));
  const keys = {role: "slider", tabindex: 0, "aria-orientation": "vertical", "aria-valuemin": 0, "aria-valuemax": 1,
    "aria-label": `beta after ${Math.round((100 * i) / (n - 1))}% of the steps`, class: "handle"};
  const circles = [svgElement("circle", {class: "grip", r: grip}), svgElement("circle", {class: "point", r: 5})];
  const made = svgElement("g", keys, ...circles);
  made.addEventListener("pointerdown", (event) => take(layer, event));
  made.addEventListener("keydown", (event) => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    layer.betas = moved(layer.betas, i, layer.betas[i] + by); // the next key may come before the next frame
    layer.change(layer.betas);
  });
  return made;
}

/** take begins to drag the point nearest to the pointer: where points are dense, their grips lie over each other. */
function take(layer, event) {
  const {svg, betas, dots} = layer, frame = layer.frame ??= frameOf(layer), last = betas.length - 1;
  if (!frame) return;
  const share = (event.clientX - svg.getBoundingClientRect().left - frame.left) / (frame.right - frame.left);
  layer.taken = Math.min(Math.max(Math.round(share * last), 1), last - 1);
  dots.children[layer.taken].focus();
  svg.setPointerCapture(event.pointerId);
  event.preventDefault();
}

function drag(layer, event) {
  if (layer.taken < 0) return;
  const {svg} = layer, frame = layer.frame ??= frameOf(layer); // the chart may have been drawn anew in between
  if (!frame) return;
  const y = event.clientY - svg.getBoundingClientRect().top;
  layer.change(moved(layer.betas, layer.taken, (frame.bottom - y) / (frame.bottom - frame.top)));
}
