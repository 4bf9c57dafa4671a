// The schedule's curve: the side's own, to drag, and what fisher, best-b and best-j would choose, in pale colours.
import {lines, svgElement, update} from "charts/charts.js";
import {compact, number} from "explorer/digits.js";
import {element, soon} from "explorer/element.js";
import {moved, read, resampled, write} from "explorer/setting/betas.js";
import {styleOf} from "explorer/views/against/chooser.js";

const others = ["fisher", "best-b", "best-j"];
const drawn = 101; // points of a curve on the chart, at the most
const counts = [5, 9, 17, 33]; // of points to drag
const usual = 9;

/** curve makes the chart of a side's schedule, with its buttons. */
export function curve(side) {
  const room = element("div", {class: "curve"});
  const figure = lines(specOf(side), {height: 210, name: "schedules"});
  const hand = handles(figure, (betas) => side.set({schedule: write(betas)}));
  room.append(figure, hand.element);
  const buttons = row(side);
  const place = soon(() => {
    const betas = betasOf(side, side.question.schedule);
    if (betas) hand.show(betas, resampled(betas, points(side)));
    buttons.draw();
  });
  const draw = soon(() => {
    update(figure, specOf(side));
    hand.moved();
    place();
  });
  new ResizeObserver(() => setTimeout(() => { // the chart follows the width first
    hand.moved();
    place();
  })).observe(room);
  side.addEventListener("question", place);
  side.addEventListener("answer", ({detail}) => detail === "schedules" && draw());
  side.need("schedules", () => ({schedules: [...new Set([side.question.schedule, ...others])]}));
  place();
  return element("div", {class: "drawing"}, room, buttons.element);
}

/** points counts the points to drag: 9, or as many as a curve has that is drawn by hand. */
function points(side) {
  const betas = read(side.question.schedule);
  return betas && betas.length >= 3 && betas.length <= counts.at(-1) ? betas.length : usual;
}

/** betasOf are the betas of a schedule by name, at equal steps; null until the server has told them. */
function betasOf(side, name) {
  if (name === "linear") return [0, 1];
  const told = side.answers.schedules?.all.find((one) => one.name === name)?.betas.map(number);
  return read(name) ?? (told?.length > 1 ? told : null);
}

function specOf(side) {
  const series = ["linear", ...others].map((name) => {
    const betas = betasOf(side, name) ?? [];
    const few = betas.length > drawn ? resampled(betas, drawn) : betas;
    return {name, style: styleOf(name), points: few.map((beta, i) => [i / (few.length - 1), beta])};
  });
  return {about: "The betas of named schedules along the annealing", series,
    x: {label: "share of the steps", zero: true}, y: {label: "beta", zero: true}};
}

/** row makes the buttons below the chart. Each is also the legend of its curve. */
function row(side) {
  const start = (name, n) => {
    const betas = betasOf(side, name);
    if (betas) side.set({schedule: write(resampled(betas, n))});
  };
  const back = chip("linear", "Back to equal steps", () => side.set({schedule: "linear"}));
  const over = others.map((name) =>
    chip(name, `Start from the betas of ${name}`, () => start(name, Math.max(points(side), usual))));
  const option = (n) => element("option", {value: n}, `${n} points`);
  const count = element("select", {"aria-label": "Points to drag",
    onchange: () => start(side.question.schedule, Number(count.value))}, ...counts.map(option));
  const draw = () => {
    const n = String(points(side));
    if (![...count.options].some((one) => one.value === n)) count.append(option(n));
    count.value = n;
    others.forEach((name, i) => tell(over[i], name, side.answers.schedules?.all.find((one) => one.name === name)));
  };
  return {draw, element: element("div", {class: "chips"}, back, ...over, count)};
}

function chip(name, label, act) {
  const dot = element("span", {class: "dot", "aria-hidden": "true"});
  dot.style.backgroundColor = `var(--line-${styleOf(name)})`;
  return element("button", {type: "button", class: "chip", title: label, "aria-label": label, onclick: act}, dot, name);
}

/** tell gives a button the J and B of its schedule, or why there is none. */
function tell(button, name, one) {
  button.disabled = !one || one.betas.length === 0;
  const gives = one ? `J ${compact(one.J)}, B ${compact(one.B)}` : "it is being computed";
  button.title = `Start from the betas of ${name}: ${one?.note || gives}`;
}

const grip = 13; // pixels around a point in which it can be taken
const steps = {ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01, PageUp: 0.1, PageDown: -0.1,
  Home: -1, End: 1};

/**
 * handles makes a layer above a figure of charts.lines: the side's own schedule, with points that can be dragged up and
 * down. change(betas) is called when a point is moved. Its owner calls
 * moved when the chart was drawn anew: its axes may be elsewhere.
 */
function handles(figure, change) {
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
