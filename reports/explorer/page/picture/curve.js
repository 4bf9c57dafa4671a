// The schedule is a curve to drag, on the axis of the strips: beta to the right, and upwards the share of the steps
// until there. Its points stand at equal shares, and move along beta.
import {drawn, element, soon} from "../element.js";
import {moved, read, resampled, write} from "../state/betas.js";
import {number} from "../state/numbers.js";

const width = 1000, height = 100; // in its own units
const most = 101; // points of a curve that is drawn
const usual = 9, least = 3, many = 33; // points to drag
const steps = {ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01, PageUp: 0.1, PageDown: -0.1,
  Home: -1, End: 1};

/** curve draws the schedule of a setting into a place below the strips. */
export function curve(room, setting) {
  const own = drawn("polyline", {class: "own"});
  const even = drawn("line", {x1: 0, y1: height, x2: width, y2: 0});
  const keys = {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true"};
  const plot = element("div", {class: "schedule", role: "group", "aria-label": "The schedule: points to drag"},
    drawn("svg", keys, even, own), element("i", {class: "now"}));
  const name = element("span", {class: "name"}, element("b", {}, "The schedule"),
    element("small", {}, "share of the steps; drag its points"));
  const ends = [["1", 0.92], ["0", 0]].map(([text, up]) => {
    const made = element("span", {}, text);
    made.style.setProperty("--up", up);
    return made;
  });
  const end = element("span", {class: "end"});
  room.append(name, element("div", {class: "upright", "aria-hidden": "true"}, ...ends), plot, end);
  const layer = {plot, setting, betas: [], dots: [], taken: -1};
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
      `${(width * beta).toFixed(1)},${(height * (1 - i / (few.length - 1))).toFixed(1)}`).join(" "));
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
    dot.style.setProperty("--at", beta);
    dot.style.setProperty("--up", share);
    dot.setAttribute("aria-valuenow", Number(beta.toFixed(4)));
    dot.setAttribute("aria-label", `beta after ${Math.round(100 * share)}% of the steps`);
  });
}

/** dotOf makes a point to drag. The ends of the curve, which stay at 0 and 1, have none. */
function dotOf(layer, i) {
  return element("span", {class: "dot", role: "slider", tabindex: 0, "aria-orientation": "horizontal",
    "aria-valuemin": 0, "aria-valuemax": 1,
    onpointerdown: (event) => take(layer, event),
    onkeydown: (event) => {
      const by = steps[event.key];
      if (by === undefined) return;
      event.preventDefault();
      change(layer, i, layer.betas[i] + by);
    }});
}

/** change moves a point to a beta. The next key may come before the next frame. */
function change(layer, i, beta) {
  layer.betas = moved(layer.betas, i, beta);
  layer.setting.set({schedule: write(layer.betas)});
}

/** take begins to drag the point that is nearest in height: where points are dense, they lie over each other. */
function take(layer, event) {
  if (event.button !== 0) return;
  const box = layer.plot.getBoundingClientRect(), last = layer.betas.length - 1;
  const share = (box.bottom - event.clientY) / box.height;
  layer.taken = Math.min(Math.max(Math.round(share * last), 1), last - 1);
  layer.dots[layer.taken - 1].focus({preventScroll: true});
  layer.plot.setPointerCapture(event.pointerId);
  event.preventDefault();
}

function drag(layer, event) {
  if (layer.taken < 0) return;
  const box = layer.plot.getBoundingClientRect();
  change(layer, layer.taken, (event.clientX - box.left) / box.width);
}
