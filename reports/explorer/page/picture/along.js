// One slider goes along the annealing, above two strips on the same axis of beta. Its knob stands above the place of
// its level on each strip, and a click or a drag on a strip moves it.
import {drawn, element, rested, say, soon} from "../element.js";
import {compact, digits, distance, finite, number, percent, ticks, whole} from "../state/numbers.js";
import {nearest} from "../state/place.js";
import {mark} from "./bars.js";

const height = 40, width = 1000; // of a strip, in its own units
const used = 0.94; // of its height, for what is drawn: a line at the top is not cut in half
const pieces = 50; // of beta, among which steps are shared
const duration = 6; // seconds from beta 0 to beta 1
const far = 10; // levels, of Page Up and Page Down

/** strips holds both, each with its kind of answer, its points [beta, value], a number of its scale, and its end. */
const strips = [
  {name: "Each step adds to B", key: "adds", kind: "exact", unit: `nats per ${1 / pieces} of β`, read: outline,
    text: (v) => digits(v, 2), end: ({B}) => `B = ${compact(B.sum)} in all`},
  {name: "In the wrong place", key: "wrong", kind: "levels", unit: "share of the runs",
    read: ({frames}) => frames.map((frame) => [number(frame.beta), misplaced(frame)]),
    text: (v) => `${digits(100 * v, 2)}%`, end: ({frames}) => `${percent(misplaced(frames.at(-1)))} at the end`},
];

const misplaced = ({forward, p}) => distance(forward, p);

/** outline returns what the steps add as the points of a staircase over pieces of beta. */
function outline({steps, betas}) {
  if (!steps?.length) return [];
  return binned(steps, betas).flatMap((v, i) => [[i / pieces, v], [(i + 1) / pieces, v]]);
}

/** binned shares what the steps add to B among equal pieces of beta. */
export function binned(steps, betas) {
  const bins = new Array(pieces).fill(0), edge = 1e-9;
  steps.forEach((step, i) => {
    const [low, high] = [number(betas[i]), number(betas[i + 1])];
    const first = Math.min(pieces - 1, Math.floor(low * pieces + edge));
    const last = Math.max(first, Math.min(pieces - 1, Math.ceil(high * pieces - edge) - 1));
    for (let k = first; k <= last; k++) {
      const within = Math.min(high, (k + 1) / pieces) - Math.max(low, k / pieces);
      bins[k] += first === last ? finite(step) : (finite(step) * within) / (high - low);
    }
  });
  return bins;
}

/** along fills a room with the slider and the strips of a setting, and returns the place of more rows below them. */
export function along(room, setting, place) {
  const bar = player(setting, place), rows = strips.map((strip) => row(strip, setting));
  const axis = element("div", {class: "axis betas", "aria-hidden": "true"},
    ...ticks(1, 5).map((beta) => mark(beta, 1)));
  const more = element("div", {class: "rows"});
  const plots = element("div", {class: "rows strips"}, ...rows.flatMap(({nodes}) => nodes));
  const name = element("small", {class: "unit"}, "β: 0 is the start, 1 is p");
  room.append(bar.node, plots, more, element("div", {class: "rows"}, name, axis));
  drags(room, bar.go);
  const draw = soon(() => {
    const frames = setting.answers.levels?.frames, isThere = !setting.problems.levels;
    bar.draw();
    plots.hidden = !isThere;
    for (const one of rows) one.draw();
    room.style.setProperty("--level", frames && isThere ? frames[place.at(frames)].beta : 1);
  });
  const later = rested(draw, 80); // strokes do not wait for it
  place.addEventListener("change", draw);
  setting.addEventListener("question", later);
  setting.addEventListener("answer", ({detail}) => ["exact", "levels"].includes(detail) && draw());
  draw();
  return more;
}

/** row makes a strip on the page: a name with its unit, a scale, a curve, and words at its end. */
function row(strip, setting) {
  const end = element("span", {class: "end"}), scale = element("div", {class: "upright", "aria-hidden": "true"});
  const svg = drawn("svg", {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img"});
  const name = element("span", {class: "name"}, element("b", {}, strip.name), element("small", {}, strip.unit));
  const plot = element("div", {class: "strip", "data-strip": strip.key}, svg, element("i", {class: "now"}));
  return {nodes: [name, scale, plot, end],
    draw() {
      const answer = setting.answers[strip.kind], points = answer ? strip.read(answer) : [];
      const top = points.reduce((most, [, v]) => Math.max(most, finite(v)), 0);
      const marks = [0, ticks(top, 5).at(-1)].filter((v, i) => i === 0 || v > 0).map((v) => [share(v, top), v]);
      const none = setting.problems[strip.kind] ? "not known here" : "…";
      plot.classList.toggle("stale", setting.stale(strip.kind));
      scale.replaceChildren(...marks.map(([up, v]) => label(up, v === 0 ? "0" : strip.text(v))));
      say(end, answer ? strip.end(answer) : none);
      svg.setAttribute("aria-label", `${strip.name}: ${end.textContent}`);
      svg.replaceChildren(...marks.map(([up]) => line(up)), ...curve(points.map(([x, v]) => [x, share(v, top)])));
    }};
}

const share = (v, most) => (most > 0 ? Math.min(Math.max(v / most, 0), 1) : 0);

/** label makes a number of a scale, at its height. */
function label(up, text) {
  const made = element("span", {}, text);
  made.style.setProperty("--up", used * up);
  return made;
}

const upright = (up) => height * (1 - used * up) - 1;

/** line draws the height of a number of the scale. */
const line = (up) => drawn("line", {x1: 0, x2: width, y1: upright(up), y2: upright(up)});

/** curve draws a line of points from 0 to 1, and the area below it. */
function curve(points) {
  if (points.length === 0) return [];
  const at = points.map(([x, y]) => `${(width * x).toFixed(1)},${upright(y).toFixed(1)}`).join(" ");
  const [first, last] = [points[0], points.at(-1)].map(([x]) => (width * x).toFixed(1));
  const below = drawn("polygon", {class: "below", points: `${first},${height} ${at} ${last},${height}`});
  return [below, drawn("polyline", {points: at})];
}

/** drags calls go with the beta below a pointer that is pressed on a strip or on the axis. */
function drags(room, go) {
  let isOn = false;
  const to = ({clientX}) => {
    const box = room.querySelector(".strip").getBoundingClientRect();
    go(Math.min(Math.max((clientX - box.left) / box.width, 0), 1));
  };
  room.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.target.closest(".strip, .betas")) return;
    isOn = true;
    room.setPointerCapture(event.pointerId);
    event.preventDefault(); // else words are selected, and the focus leaves the slider
    to(event);
  });
  room.addEventListener("pointermove", (event) => isOn && to(event));
  for (const end of ["pointerup", "pointercancel"]) room.addEventListener(end, () => { isOn = false; });
}

/** player makes the button and the slider of a setting's levels: {node, draw, go(beta)}. It plays only when pressed. */
function player(setting, place) {
  let frames = [];
  const button = element("button", {type: "button", class: "play", onclick: () => toggle()}, "Play");
  const play = playing(place, () => frames, (isOn) => say(button, isOn ? "Pause" : "Play"));
  const toggle = () => {
    if (play.isOn()) play.stop();
    else if (frames.length > 1) play.start();
  };
  const to = (i) => {
    const at = Math.min(Math.max(i, 0), frames.length - 1);
    play.stop();
    place.move(frames[at], at === frames.length - 1);
  };
  const slider = element("input", {type: "range", min: 0, max: 1, step: "any", "aria-label": "Level",
    onkeydown: (event) => {
      const by = stepOf(event.key, frames.length);
      if (event.key !== " " && (by === undefined || frames.length === 0)) return;
      event.preventDefault();
      if (event.key === " ") toggle();
      else to(place.at(frames) + by);
    }, oninput: () => {
      if (frames.length === 0) return;
      to(nearest(frames, Number(slider.value)));
      slider.value = frames[place.at(frames)].beta; // also if it stands at the same level as before
    }});
  const said = element("output", {class: "end"}), plot = element("div", {class: "slide"}, slider);
  const node = element("div", {class: "rows player"}, button, plot, said);
  return {node, go(beta) {
    if (frames.length === 0) return;
    to(nearest(frames, beta));
    slider.focus({preventScroll: true, focusVisible: false});
  }, draw() {
    node.hidden = Boolean(setting.problems.levels);
    if (!setting.answers.levels) return;
    ({frames} = setting.answers.levels);
    const {t, beta} = frames[place.at(frames)];
    slider.value = beta;
    const text = `level ${whole(t)} of ${whole(frames.at(-1).t)}, β\u00a0=\u00a0${beta.toFixed(3)}`;
    slider.setAttribute("aria-valuetext", text);
    say(said, text);
  }};
}

/** stepOf returns by how many levels a key moves the slider, of so many; undefined of other keys. */
const stepOf = (key, most) => ({ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: far, PageDown: -far,
  Home: -most, End: most})[key];

/** playing moves the place from level to level, and from the end to the start first. told(isOn) hears of it. */
function playing(place, frames, told) {
  let asked = 0; // of the next picture; 0 if nothing plays
  const stop = () => {
    cancelAnimationFrame(asked);
    asked = 0;
    told(false);
  };
  return {stop, isOn: () => asked !== 0, start() {
    const at = place.at(frames()), from = at >= frames().length - 1 ? 0 : at, began = performance.now();
    const step = (now) => {
      const last = frames().length - 1, past = Math.max(0, now - began) / 1000 / duration;
      const to = Math.min(last, from + Math.floor(past * (last + 1)));
      asked = requestAnimationFrame(step);
      if (to !== place.at(frames())) place.move(frames()[to], to === last);
      if (to >= last) stop();
    };
    asked = requestAnimationFrame(step);
    told(true);
  }};
}
