// One slider for all, and two strips below it on the same axis of beta (along/strips.js): the knob of the slider is
// above the place of its level on each of them. A click or a drag on a strip moves the slider.
import {svgElement} from "charts/charts.js";
import {strips} from "explorer/along/strips.js";
import {element, listen, rested, soon} from "explorer/element.js";
import {say} from "explorer/views/controls.js";
import {player} from "explorer/views/player.js";
import {here, nearest} from "explorer/views/position.js";

const height = 48, width = 1000; // of a strip, in its own units
const drawn = 0.94; // of its height, for what is drawn: a line at the top is not cut in half
const kinds = strips.map(({kind}) => kind);

/** along fills a room with the slider and the strips of a setting. */
export function along(place, setting, page) {
  const plots = element("div", {class: "strips"}), rows = strips.map((strip) => row(strip, setting));
  const axis = element("div", {class: "axis", "aria-hidden": "true"}, ...[0, 0.2, 0.4, 0.6, 0.8, 1].map(tick));
  const name = element("small", {class: "axis-name"}, "β: 0 is the start, 1 is p"), bar = player(setting, page);
  plots.append(...rows.flatMap(({nodes}) => nodes), name, axis, bar.speed);
  place.append(bar.node, plots);
  drags(plots, bar.go);
  const draw = soon(() => {
    bar.draw();
    plots.hidden = Boolean(setting.problems.levels);
    for (const one of rows) one.draw();
    const frames = setting.answers.levels?.frames;
    plots.style.setProperty("--at", (frames?.[nearest(frames, page)] ?? here(page)).beta);
  });
  listen([page], "change", draw);
  setting.addEventListener("answer", ({detail}) => kinds.includes(detail) && draw());
  setting.addEventListener("question", rested(draw, 80)); // strokes do not wait for it
  draw();
}

function tick(beta) {
  const made = element("span", {}, String(beta));
  made.style.setProperty("--at", beta);
  return made;
}

/** row is a strip on the page: its name with its unit, its scale, its curve, and what is said at its end. */
function row(strip, setting) {
  const end = element("span", {class: "end"}), scale = element("div", {class: "scale-of", "aria-hidden": "true"});
  const svg = svgElement("svg", {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img"});
  const name = element("span", {class: "name"}, element("b", {}, strip.name), element("small", {}, strip.unit));
  const plot = element("div", {class: "strip", "data-strip": strip.key}, svg, element("i", {class: "now"}));
  return {nodes: [name, scale, plot, end],
    draw() {
      const answer = setting.answers[strip.kind], points = answer ? strip.read(answer) : [];
      const top = Math.max(0, ...points.map(([, v]) => v).filter(Number.isFinite));
      const ticks = answer ? even(top, strip.text) : [];
      svg.classList.toggle("stale", setting.stale(strip.kind));
      scale.replaceChildren(...ticks.map(([at, text]) => mark(at, text)));
      say(end, answer ? strip.end(answer) : setting.problems[strip.kind] ? "not known here" : "…");
      svg.setAttribute("aria-label", `${strip.name}: ${end.textContent}`);
      svg.replaceChildren(...ticks.map(([at]) => line(at)), ...curve(points.map(([x, v]) => [x, share(v, top)])));
    }};
}

const share = (v, most) => most > 0 ? Math.min(Math.max(v / most, 0), 1) : 0;

/** even are 0 and the highest round number that a scale holds. */
function even(top, text) {
  const last = top > 0 ? window.d3.ticks(0, top, 2).at(-1) : 0;
  return last > 0 ? [[0, "0"], [share(last, top), text(last)]] : [[0, "0"]];
}

/** mark is a number of a scale, at its height. */
function mark(at, text) {
  const made = element("span", {}, text);
  made.style.setProperty("--up", drawn * at);
  return made;
}

const upright = (at) => height * (1 - drawn * at) - 1;

/** line is where a number of the scale stands. */
const line = (at) => svgElement("line", {x1: 0, x2: width, y1: upright(at), y2: upright(at)});

/** curve is a line of points from 0 to 1, with what lies below it. */
function curve(points) {
  if (points.length === 0) return [];
  const at = points.map(([x, y]) => `${(width * x).toFixed(1)},${upright(y).toFixed(1)}`).join(" ");
  const [first, last] = [points[0], points.at(-1)].map(([x]) => (width * x).toFixed(1));
  const below = svgElement("polygon", {class: "below", points: `${first},${height} ${at} ${last},${height}`});
  return [below, svgElement("polyline", {points: at})];
}

/** drags calls go with the beta below a pointer that is pressed on the strips. */
function drags(plots, go) {
  let on = false;
  const to = ({clientX}) => {
    const box = plots.querySelector(".strip").getBoundingClientRect();
    go(Math.min(Math.max((clientX - box.left) / box.width, 0), 1));
  };
  plots.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.target.closest(".strip, .axis")) return;
    on = true;
    plots.setPointerCapture(event.pointerId);
    event.preventDefault(); // else words are selected, and the focus leaves the slider
    to(event);
  });
  plots.addEventListener("pointermove", (event) => on && to(event));
  for (const end of ["pointerup", "pointercancel"]) plots.addEventListener(end, () => { on = false; });
}
