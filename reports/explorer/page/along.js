// One slider for all, and three strips below it on the same axis of beta (along/strips.js): the knob of the slider is
// above the place of its level on each of them. A click or a drag on a strip moves the slider.
import {svgElement} from "charts/charts.js";
import {strips} from "explorer/along/strips.js";
import {element, listen, rested, soon} from "explorer/element.js";
import {headOf} from "explorer/state/names.js";
import {say} from "explorer/views/controls.js";
import {player} from "explorer/views/player.js";
import {here, nearest} from "explorer/views/position.js";

const height = 48, width = 1000; // of a strip, in its own units
const drawn = 0.94; // of its height, for what is drawn: a line at the top is not cut in half
const kinds = strips.map(({kind}) => kind);

/** along fills a room with the slider and the strips. sides() is [a] or [a, b]. It returns {mount, follow(side)}. */
export function along(place, sides, page) {
  const plots = element("div", {class: "strips"}), rows = strips.map((strip) => row(strip));
  const axis = element("div", {class: "axis", "aria-hidden": "true"}, ...[0, 0.2, 0.4, 0.6, 0.8, 1].map(tick));
  let bar = null; // the player, made once as it belongs to the left setting, which stays
  const made = () => {
    const controls = player(sides()[0], page);
    const name = element("small", {class: "axis-name"}, "β: 0 is the start, 1 is p");
    plots.append(...rows.flatMap(({nodes}) => nodes), name, axis, controls.speed);
    place.append(controls.node, plots);
    drags(plots, controls.go);
    return controls;
  };
  const draw = soon(() => {
    bar?.draw();
    plots.hidden = sides().every((side) => side.problems.levels);
    for (const one of rows) one.draw(sides());
    const frames = sides()[0].answers.levels?.frames;
    plots.style.setProperty("--at", (frames?.[nearest(frames, page)] ?? here(page)).beta);
  });
  listen([page], "change", draw);
  return {mount() {
    bar ??= made();
    draw();
  }, follow(side) {
    side.addEventListener("answer", ({detail}) => kinds.includes(detail) && draw());
    side.addEventListener("question", rested(draw, 80)); // strokes do not wait for it
  }};
}

function tick(beta) {
  const made = element("span", {}, String(beta));
  made.style.setProperty("--at", beta);
  return made;
}

/** row is a strip on the page: its name with its unit, its scale, its curves, and what is said at its end. */
function row(strip) {
  const end = element("span", {class: "end"}), scale = element("div", {class: "scale-of", "aria-hidden": "true"});
  const svg = svgElement("svg", {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img"});
  const name = element("span", {class: "name"}, element("b", {}, strip.name), element("small", {}, strip.unit));
  const plot = element("div", {class: "strip", "data-strip": strip.key}, svg, element("i", {class: "now"}));
  return {nodes: [name, scale, plot, end],
    draw(sides) {
      const known = sides.filter(({answers}) => answers[strip.kind]);
      svg.classList.toggle("stale", known.some((side) => side.stale(strip.kind)));
      const without = (side) => side.problems[strip.kind] ? "not known here" : "…";
      const texts = sides.map((side) => known.includes(side) ? strip.end(side) : without(side));
      const top = strip.top(known), ticks = known.length > 0 ? strip.ticks(top) : [];
      scale.replaceChildren(...ticks.map(([at, text]) => mark(at, text)));
      say(end, texts.map((text, i) => texts.length > 1 ? `${headOf(sides[i])}: ${text}` : text).join("\n"));
      svg.setAttribute("aria-label", `${strip.name}: ${end.textContent}`);
      const filled = strip.filled && known.length === 1;
      svg.replaceChildren(...ticks.map(([at]) => line(at)),
        ...known.flatMap((side) => curve(strip.read(side, top), side, filled)));
    }};
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

/** curve is a line of points from 0 to 1, with what lies below it if it is filled. */
function curve(points, {name}, filled) {
  if (points.length === 0) return [];
  const at = points.map(([x, y]) => `${(width * x).toFixed(1)},${upright(y).toFixed(1)}`).join(" ");
  const [first, last] = [points[0], points.at(-1)].map(([x]) => (width * x).toFixed(1));
  const below = svgElement("polygon", {class: "below", points: `${first},${height} ${at} ${last},${height}`});
  return [...(filled ? [below] : []), svgElement("polyline", {class: `curve-${name}`, points: at})];
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
