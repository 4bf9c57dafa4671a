// The schedule's curve: the setting's own, to drag, and what fisher, best-b and best-j would choose. Beta goes to the
// right.
import {stack, svgElement, update} from "charts/charts.js";
import {compact, number} from "explorer/digits.js";
import {element, listen, soon} from "explorer/element.js";
import {moved, read, resampled, write} from "explorer/setting/betas.js";

const others = ["fisher", "best-b", "best-j"], beside = ["linear", "sigmoid:4", ...others];
const most = 101; // points of a curve on the chart
const styles = ["own", "linear", ...others]; // of the curves, in the order of the colours
const counts = [5, 9, 17, 33]; // of points to drag
const usual = 9;

/** asked are the schedules that stand beside that of a setting, and its own. */
export const asked = (setting) => ({schedules: [...new Set([setting.question.schedule, ...beside])]});

/** curve makes the chart of a setting's schedule, with its buttons. It returns {element, draw, close}. */
export function curve(setting) {
  const figure = stack(specOf(setting), {name: "schedule"});
  const hand = handles(figure, setting);
  const room = element("div", {class: "curve"}, figure, hand.element), buttons = row(setting);
  const place = () => {
    hand.place();
    buttons.draw();
  };
  const draw = soon(() => {
    update(figure, specOf(setting));
    place();
  });
  new ResizeObserver(() => setTimeout(place)).observe(room); // the chart follows the width first
  const whole = element("div", {class: "drawing"}, room, buttons.element);
  return {element: whole, draw, close: listen([setting], "question", draw)};
}

/** points counts the points to drag: 9, or as many as a curve has that is drawn by hand. */
function points(setting) {
  const betas = read(setting.question.schedule);
  return betas && betas.length >= 3 && betas.length <= counts.at(-1) ? betas.length : usual;
}

/** betasOf are the betas of a schedule by name, at equal steps; null until the server has told them. */
function betasOf(setting, name) {
  if (name === "linear") return [0, 1];
  const told = setting.answers.schedules?.all.find((one) => one.name === name)?.betas.map(number);
  return read(name) ?? (told?.length > 1 ? told : null);
}

/** shares are the points of a schedule on the chart: beta, and the share of the steps until there. */
function shares(setting, name) {
  const betas = betasOf(setting, name) ?? [], few = betas.length > most ? resampled(betas, most) : betas;
  return few.map((beta, i) => [beta, i / (few.length - 1)]);
}

const styleOf = (name) => styles.indexOf(name);

function specOf(setting) {
  const series = ["linear", ...others, "own"].map((name) => {
    return {name, style: styleOf(name), points: shares(setting, name === "own" ? setting.question.schedule : name)};
  });
  const schedule = {y: {label: "the schedule: share of the steps", zero: true}, series, height: 230};
  return {about: "The schedule along beta, and those that others choose.", x: {label: "beta", domain: [0, 1]},
    panels: [schedule]};
}

/** row makes the buttons below the chart. Each is also the legend of its curve. */
function row(setting) {
  const start = (name, n) => {
    const betas = betasOf(setting, name);
    if (betas) setting.set({schedule: write(resampled(betas, n))});
  };
  const back = chip("linear", "Back to equal steps", () => setting.set({schedule: "linear"}));
  const over = others.map((name) =>
    chip(name, "Start from its betas", () => start(name, Math.max(points(setting), usual))));
  const option = (n) => element("option", {value: n}, `${n} points`);
  const count = element("select", {"aria-label": "Points to drag",
    onchange: () => start(setting.question.schedule, Number(count.value))}, ...counts.map(option));
  const draw = () => {
    const n = String(points(setting));
    if (![...count.options].some((one) => one.value === n)) count.append(option(n));
    count.value = n;
    others.forEach((name, i) => tell(over[i], name, setting.answers.schedules?.all.find((one) => one.name === name)));
  };
  return {draw, element: element("div", {class: "chips"}, back, ...over, count)};
}

function chip(name, label, act) {
  const dot = element("span", {class: "dot", "aria-hidden": "true"});
  dot.style.backgroundColor = `var(--line-${styleOf(name)})`;
  return element("button", {type: "button", class: "chip", title: label, onclick: act}, dot, name);
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

/** handles makes a layer of points above the first panel of a figure: those of the setting's schedule. */
function handles(figure, setting) {
  const change = (betas) => setting.set({schedule: write(betas)});
  const keys = {class: "handles", role: "group", "aria-label": "The schedule: points to drag"};
  const dots = svgElement("g", {}), svg = svgElement("svg", keys, dots);
  const layer = {figure, change, svg, dots, betas: [], taken: -1};
  svg.addEventListener("pointermove", (event) => drag(layer, event));
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    svg.addEventListener(end, () => { layer.taken = -1; });
  }
  return {element: svg, place() {
    const betas = betasOf(setting, setting.question.schedule);
    if (betas) show(layer, resampled(betas, points(setting)));
  }};
}

/** show draws the points that can be dragged. */
function show(layer, betas) {
  const frame = frameOf(layer);
  if (!frame) return;
  if (layer.betas.length !== betas.length) {
    layer.dots.replaceChildren(...betas.map((_, i) => dot(layer, i, betas.length)));
  }
  layer.betas = betas;
  betas.forEach((beta, i) => {
    const made = layer.dots.children[i], [x, y] = place(frame, i / (betas.length - 1), beta);
    made.setAttribute("transform", `translate(${x},${y})`);
    if (!made.classList.contains("handle")) return;
    made.setAttribute("aria-valuenow", Number(beta.toFixed(4)));
    made.setAttribute("aria-label", `beta after ${Math.round((100 * i) / (betas.length - 1))}% of the steps`);
  });
}

/** frameOf returns the places of 0 and 1 on both axes of the chart, in pixels of the layer. */
function frameOf({figure, svg}) {
  const plot = figure.querySelector('.chart-picture > svg[role="img"]'); // of the first panel
  const box = plot?.getBoundingClientRect(), own = svg.getBoundingClientRect();
  if (!plot?.scale || box.width === 0) return null;
  const zoom = box.width / plot.viewBox.baseVal.width, [x, y] = [plot.scale("x"), plot.scale("y")];
  const across = (v) => box.left - own.left + zoom * x.apply(v), down = (v) => box.top - own.top + zoom * y.apply(v);
  return {left: across(0), right: across(1), bottom: down(0), top: down(1)};
}

function place(frame, share, beta) {
  return [frame.left + beta * (frame.right - frame.left), frame.bottom + share * (frame.top - frame.bottom)];
}

/** dot is a point of the curve. The ends stay at 0 and 1. */
function dot(layer, i, n) {
  if (i === 0 || i === n - 1) return svgElement("g", {class: "end"}, svgElement("circle", {r: 3}));
  const keys = {role: "slider", tabindex: 0, "aria-orientation": "horizontal", "aria-valuemin": 0, "aria-valuemax": 1};
  const made = svgElement("g", {class: "handle", ...keys},
    svgElement("circle", {class: "grip", r: grip}), svgElement("circle", {class: "point", r: 5}));
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
  const {svg, betas, dots} = layer, frame = frameOf(layer), last = betas.length - 1;
  if (!frame) return;
  const share = (frame.bottom - event.clientY + svg.getBoundingClientRect().top) / (frame.bottom - frame.top);
  layer.taken = Math.min(Math.max(Math.round(share * last), 1), last - 1);
  dots.children[layer.taken].focus();
  svg.setPointerCapture(event.pointerId);
  event.preventDefault();
}

function drag(layer, event) {
  if (layer.taken < 0) return;
  const {svg} = layer, frame = frameOf(layer);
  if (!frame) return;
  const x = event.clientX - svg.getBoundingClientRect().left;
  layer.change(moved(layer.betas, layer.taken, (x - frame.left) / (frame.right - frame.left)));
}
