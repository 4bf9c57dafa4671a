// One slider for all, and three strips below it on one axis of beta: how long the chain takes to forget, what each step
// adds to B, and which share of the runs is in the wrong place. A drag on the strips moves the slider.
import {svgElement} from "charts/charts.js";
import {compact, counted, digits, number, percent, whole} from "explorer/digits.js";
import {element, listen, rested, soon} from "explorer/element.js";
import {headOf} from "explorer/state/names.js";
import {needing} from "explorer/state/sides.js";
import {distance} from "explorer/views/chart.js";
import {labelled, say} from "explorer/views/controls.js";
import {binned, read} from "explorer/views/levels.js";
import {player} from "explorer/views/player.js";
import {framesOf, here, move, nearest} from "explorer/views/position.js";
import {dots} from "explorer/views/sampled.js";
import {seedOf} from "explorer/views/sampled/run.js";
import {worst} from "explorer/views/spectrum.js";

const height = 48, width = 1000, pieces = 50; // of a strip, in its own units, and of beta
const kinds = ["levels", "exact", "spectrum"];

/**
 * strips are the three. top(all) is what their greatest height stands for, of all settings: it looks at every law of
 * every answer, so that it is asked once a drawing. read(answers, top) are the points [beta, height from 0 to 1], unit
 * is what they are in, and end what is said on the right.
 */
const strips = [
  {name: "The chain forgets in", kind: "spectrum", top: slowest, unit: (top) => `steps, to ${counted(top)}, log`,
    read: ({spectrum: {at}}, top) => at.filter((one) => number(one.relaxation) >= 1)
      .map((one) => [number(one.beta), share(Math.log(number(one.relaxation)), Math.log(top))]),
    end: ({spectrum: {at}}, {T, repeat = 1}) => {
      const slow = worst(at), steps = slow ? number(slow.relaxation) : NaN;
      if (Number.isNaN(steps)) return "not known";
      if (!Number.isFinite(steps)) return "it never forgets";
      return `${counted(steps)} steps at worst; there are ${whole(T * repeat)}${tooFew(steps, T * repeat)}`;
    }},
  {name: "Each step adds to B", kind: "exact", filled: true, top: highest,
    unit: (top) => `nats in 1/${pieces} of β, to ${digits(top, 2)}`,
    read: ({exact}, top) => outline(exact).map(([x, v]) => [x, share(v, top)]),
    end: ({exact}) => `B = ${compact(exact.B.sum)} in all`},
  {name: "In the wrong place", kind: "levels", filled: true, top: farthest,
    unit: (top) => `share of the runs, to ${percent(top)}`,
    read: ({levels}, top) => wrong(levels).map(([x, v]) => [x, share(v, top)]),
    end: ({levels: {frames}}) => `${percent(misplaced(frames.at(-1)))} at the end`},
];

/** tooFew says so of a number of steps, unless it is written as what is needed. */
const tooFew = (needed, there) => needed > there && counted(needed) !== whole(there) ? ", too few" : "";

const share = (v, most) => most > 0 ? Math.min(Math.max(v / most, 0), 1) : 0;
const finite = (all) => all.filter(Number.isFinite);
const times = ({spectrum}) => spectrum.at.map((one) => number(one.relaxation));
const misplaced = ({forward, p}) => distance(forward, p);
const wrong = ({frames}) => frames.map((frame) => [number(frame.beta), misplaced(frame)]);

function slowest(all) { return Math.max(10, ...finite(all.flatMap(times))); }
function highest(all) { return Math.max(0, ...finite(all.flatMap(({exact}) => outline(exact).map(([, v]) => v)))); }
function farthest(all) { return Math.max(0, ...all.flatMap(({levels}) => levels.frames.map(misplaced))); }

/** outline are the points of what the steps add, as a staircase over pieces of beta. */
function outline(exact) {
  if (!exact.steps?.length) return [];
  return binned(read(exact), pieces).flatMap((v, i) => [[i / pieces, v], [(i + 1) / pieces, v]]);
}

/** along fills a room with the slider and the strips. sides() is [a] or [a, b]. It returns {mount, follow(side)}. */
export function along(room, sides, page) {
  const plots = element("div", {class: "strips"}), line = element("i", {class: "now"});
  const rows = strips.map((strip) => row(strip));
  const axis = element("div", {class: "axis", "aria-hidden": "true"}, ...[0, 0.2, 0.4, 0.6, 0.8, 1].map(tick));
  const drag = element("span", {class: "end"}, "β, drag");
  plots.append(...rows.flatMap(({nodes}) => nodes), element("span", {}), axis, drag, line);
  const walks = element("input", {type: "checkbox",
    onchange: () => page.set("chains-on", walks.checked ? "yes" : undefined)});
  const walking = (side) => ({side, kind: "walk",
    beside: () => ({frames: framesOf(side), walkers: dots, mc_seed: seedOf(page)})});
  let bar = null, drop = null; // the player, made once as it belongs to the left setting, which stays
  const made = () => {
    const controls = player(room, sides()[0], page);
    controls.node.append(labelled("Show chains", walks));
    room.append(plots);
    return controls;
  };
  const draw = soon(() => {
    const on = walks.checked = Boolean(page.get("chains-on"));
    if (!on) drop = drop?.();
    else drop ??= needing(sides().map(walking), page);
    bar?.draw();
    plots.hidden = sides().every((side) => side.problems.levels);
    for (const one of rows) one.draw(sides());
    line.style.setProperty("--at", here(page).beta);
  });
  drags(plots, (beta) => {
    const frames = sides()[0].answers.levels?.frames;
    if (frames) move(page, frames[nearest(frames, {get: (key) => key === "beta" ? beta : undefined})]);
  });
  listen([page], "change", draw);
  return {mount() {
    bar ??= made();
    drop = drop?.();
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

/** row is a strip on the page: its name, its curves, and what is said at its end. */
function row(strip) {
  const unit = element("small", {}), end = element("span", {class: "end"});
  const svg = svgElement("svg", {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img"});
  const name = element("span", {class: "name"}, element("b", {}, strip.name), unit);
  return {nodes: [name, element("div", {class: "strip"}, svg), end],
    draw(sides) {
      const known = sides.filter(({answers}) => answers[strip.kind]), all = known.map(({answers}) => answers);
      svg.classList.toggle("stale", known.some((side) => side.stale(strip.kind)));
      const texts = sides.map((side) => all.includes(side.answers) ? strip.end(side.answers, side.question)
        : side.problems[strip.kind] ? "not known here" : "…");
      const top = strip.top(all);
      say(unit, all.length > 0 ? strip.unit(top) : "");
      say(end, texts.map((text, i) => texts.length > 1 ? `${headOf(sides[i])}: ${text}` : text).join("\n"));
      svg.setAttribute("aria-label", `${strip.name}: ${end.textContent}`);
      const filled = strip.filled && known.length === 1;
      svg.replaceChildren(...known.flatMap((side) => curve(strip.read(side.answers, top), side, filled)));
    }};
}

/** curve is a line of points from 0 to 1, with what lies below it if it is filled. */
function curve(points, {name}, filled) {
  if (points.length === 0) return [];
  const at = points.map(([x, y]) => `${(width * x).toFixed(1)},${(height * (1 - 0.94 * y) - 1).toFixed(1)}`).join(" ");
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
    if (!event.target.closest(".strip, .axis")) return;
    on = true;
    plots.setPointerCapture(event.pointerId);
    to(event);
  });
  plots.addEventListener("pointermove", (event) => on && to(event));
  for (const end of ["pointerup", "pointercancel"]) plots.addEventListener(end, () => { on = false; });
}
