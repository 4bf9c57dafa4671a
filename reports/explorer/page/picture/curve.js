// The schedule is a curve to drag, on the axis of the plot above it: levels to the right, and beta upwards. Its points
// stand at equal shares of the levels, and move up and down. While a point is dragged, the others are as they were
// before, but for those that it pushes: the same way back gives the same schedule.
import {drawn, element, soon} from "../element.js";
import {moved, read, resampled, write} from "../state/betas.js";
import {number} from "../state/numbers.js";
import {upright} from "./plot.js";

const width = 1000, height = 100; // in its own units
const most = 101; // points of a curve that is drawn
const usual = 9, least = 3, many = 33; // points to drag
const steps = {ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01, PageUp: 0.1, PageDown: -0.1,
  Home: -1, End: 1};

/** curve draws the schedule of a setting into a room. */
export function curve(room, setting) {
  const own = drawn("polyline", {class: "own"});
  const even = drawn("line", {x1: 0, y1: height, x2: width, y2: 0});
  const keys = {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true"};
  const plot = element("div", {class: "schedule", role: "group", "aria-label": "The schedule: points to drag"},
    drawn("svg", keys, even, own), element("i", {class: "now"}));
  const end = element("small", {});
  const name = element("p", {class: "name"}, element("b", {}, "The schedule"), " ", end,
    element("small", {class: "how"}, "β by level: drag the points"));
  const scale = element("div", {class: "upright", "aria-hidden": "true"}, upright(0, 1), upright(1, 1),
    element("small", {class: "unit"}, "β"));
  room.append(scale, plot, name);
  const layer = {plot, setting, betas: [], base: [], dots: [], taken: -1};
  plot.addEventListener("pointermove", (event) => drag(layer, event));
  for (const up of ["pointerup", "pointercancel", "lostpointercapture"]) {
    plot.addEventListener(up, () => { layer.taken = -1; });
  }
  const draw = soon(() => {
    const betas = betasOf(setting), {schedule} = setting.question;
    end.textContent = read(schedule) ? "drawn by hand" : schedule;
    plot.classList.toggle("stale", !betas);
    if (!betas) return;
    const few = betas.length > most ? resampled(betas, most) : betas;
    own.setAttribute("points", few.map((beta, i) =>
      `${(width * (i / (few.length - 1))).toFixed(1)},${(height * (1 - beta)).toFixed(1)}`).join(" "));
    show(layer, resampled(betas, pointsOf(schedule)));
  });
  setting.addEventListener("question", draw);
  setting.addEventListener("answer", ({detail}) => detail === "exact" && draw());
  draw();
}

/** pointsOf returns the number of points to drag: as many as a curve by hand has, or 9. */
function pointsOf(schedule) {
  const n = read(schedule)?.length ?? 0;
  return n >= least && n <= many ? n : usual;
}

/** betasOf returns the betas of the setting's schedule, at equal steps; null until they are known. */
function betasOf(setting) {
  const {question: {schedule}, answers: {exact}} = setting, byHand = schedule === "linear" ? [0, 1] : read(schedule);
  if (byHand) return byHand;
  return exact?.betas.length > 1 && !setting.stale("exact") ? exact.betas.map(number) : null;
}

/** show puts the points where they can be dragged. */
function show(layer, betas) {
  const {plot} = layer, last = betas.length - 1;
  if (layer.dots.length !== betas.length - 2) {
    for (const dot of layer.dots) dot.remove();
    layer.dots = Array.from({length: last - 1}, (_, i) => dotOf(layer, i + 1));
    plot.append(...layer.dots);
  }
  layer.betas = betas;
  layer.dots.forEach((dot, i) => {
    const beta = betas[i + 1], share = (i + 1) / last;
    dot.style.setProperty("--at", share);
    dot.style.setProperty("--up", beta);
    dot.setAttribute("aria-valuenow", Number(beta.toFixed(4)));
    dot.setAttribute("aria-label", `beta after ${Math.round(100 * share)}% of the steps`);
  });
}

/** dotOf makes a point to drag. The ends of the curve, which stay at 0 and 1, have none. */
function dotOf(layer, i) {
  return element("span", {class: "dot", role: "slider", tabindex: 0, "aria-orientation": "vertical",
    "aria-valuemin": 0, "aria-valuemax": 1,
    onpointerdown: (event) => take(layer, event), onfocus: () => { layer.base = layer.betas; },
    onkeydown: (event) => {
      const by = steps[event.key];
      if (by === undefined) return;
      event.preventDefault();
      change(layer, i, layer.betas[i] + by);
    }});
}

/** change moves a point to a beta. The next key may come before the next frame. */
function change(layer, i, beta) {
  layer.betas = moved(layer.base, i, beta);
  layer.setting.set({schedule: write(layer.betas)});
}

/** take begins to drag the point that is nearest: where points are dense, they lie over each other. */
function take(layer, event) {
  if (event.button !== 0) return;
  const box = layer.plot.getBoundingClientRect(), last = layer.betas.length - 1;
  const share = (event.clientX - box.left) / box.width;
  layer.taken = Math.min(Math.max(Math.round(share * last), 1), last - 1);
  layer.dots[layer.taken - 1].focus({preventScroll: true});
  layer.base = layer.betas;
  layer.plot.setPointerCapture(event.pointerId);
  event.preventDefault();
}

function drag(layer, event) {
  if (layer.taken < 0) return;
  const box = layer.plot.getBoundingClientRect();
  change(layer, layer.taken, (box.bottom - event.clientY) / box.height);
}
