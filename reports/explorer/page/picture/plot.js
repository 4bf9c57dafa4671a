// The plot shows in nats, over the levels, what B counts and what J sees. B_t bounds the annealing that stops at level
// t, and J_t is the distance of its samples from p_t; the area between them is counted in B, and not seen in J. At the
// right edge stand the two as one bar, at the level of the slider, which lies over the plot. Where J is small beside B
// a lens below shows J alone. Curves that are pinned stay, dashed, beside those of other settings. The axis stays while
// the reader drags or paints; a line in the bar marks the value before, and "was" writes it. A hidden table has all
// digits of the end, for screen readers.
import {drawn, element, put, say, soon} from "../element.js";
import {compact, digits, finite, isSame, number, ticks, whole} from "../state/numbers.js";
import {named} from "../state/link.js";
import {curvesOf, frameOf} from "../state/setting.js";

const size = 1000; // of a curve, in its own units
const labels = 4; // on the axis, or about so many
const tooLong = 3; // times the largest value: a longer axis is made anew
const growth = 1.5; // of the largest value, where an axis grows: the next stroke fits too
const small = 0.15; // of B: a smaller J gets a lens

const columns = [
  {name: "J", about: "how far apart samples and target are, in nats: KL(q‖p) + KL(p‖q)", read: (m) => m.J.sum},
  {name: "KL(q‖p)", about: "how far the samples are from the target, in nats", read: (m) => m.J.q_p},
  {name: "KL(p‖q)", about: "how far the target is from the samples, in nats", read: (m) => m.J.p_q},
  {name: "B", about: "a number that runs can estimate, and that J is never above, in nats", read: (m) => m.B.sum},
  {name: "B − J", about: "how far B is above J, in nats", read: (m) => m.slack},
];

/** axisOf returns an axis of nats that holds so much: {top, ticks}. */
function axisOf(most) {
  const all = ticks(most, labels);
  return {ticks: all, top: Math.max(1.04 * most, all.at(-1)) || 1};
}

/** axisAfter returns the next axis: the same if it holds all and, unless isHeld, is not far too long. */
export function axisAfter(before, most, isHeld) {
  if (!before) return axisOf(most);
  if (most > before.top) return axisOf(isHeld ? growth * most : most);
  return isHeld ? before : axisOf(most);
}

/** pointsOf returns the curves of a setting, thinned to what a screen shows: {t, J, B}; [] where there are none. */
export function pointsOf(setting) {
  const curves = curvesOf(setting), last = (curves?.J.length ?? 1) - 1, count = Math.min(last, size);
  return curves ? Array.from({length: count + 1}, (_, k) => Math.round((k * last) / count)).map((i) =>
    ({t: i + 1, J: number(curves.J[i]), B: number(curves.B[i])})) : [];
}

/** valuesAt returns J, B and B − J at a place, with its level: that of the end has the digits of the command. */
export function valuesAt(setting, place) {
  const {measure} = setting.answers, frame = frameOf(setting, place), curves = curvesOf(setting);
  if (!frame) return {J: number(measure.J.sum), B: number(measure.B.sum), gap: number(measure.slack)};
  const [J, B] = curves ? [curves.J, curves.B].map((of) => number(of[frame.t - 1])) : [NaN, NaN];
  return {t: frame.t, J, B, gap: B - J};
}

/** mostOf returns the largest finite value of curves. */
export const mostOf = (points) => points.reduce((top, {J, B}) => Math.max(top, finite(J), finite(B)), 0);

/** pathOf returns a curve of some points as places of a drawing whose axis ends at top. */
const pathOf = (points, key, top) => points.filter((of) => Number.isFinite(of[key])).map((of) =>
  [(size * (of.t - 1)) / Math.max(points.at(-1).t - 1, 1), size * (1 - of[key] / top)]);

/** curvesIn draws J, B and the areas between and below them. */
export function curvesIn(points, top) {
  const [B, J] = ["B", "J"].map((key) => pathOf(points, key, top));
  return [area("gap", B, J), area("j", J, ground), line("b", B), line("j", J)];
}

/**
 * plot fills a room with the plot of a setting. act is from past.js, play from play.js, and brush from paint.js. pin is
 * the button that pins the curves, and takes them away again.
 */
export function plot(room, setting, place, act, play, brush, pin) {
  const [ahead, done, lensAhead, lens] = ["ahead", "done", "lens ahead", "lens done"].map(canvas);
  const scale = element("div", {class: "upright", "aria-hidden": "true"});
  const bar = barOf(), words = wordsOf(), axis = element("div", {class: "axis", "aria-hidden": "true"});
  const none = element("p", {class: "none", hidden: true}, "There are no levels here: the bar shows the end.");
  const label = element("small", {class: "pinned"});
  const shown = element("div", {class: "curves"}, ahead, done, lensAhead, lens, none, label, play.slider);
  const notes = element("p", {class: "notes"}), said = element("p", {class: "hidden", "aria-live": "polite"});
  const cells = columns.map(() => element("td", {}, "–"));
  room.append(scale, shown, bar.node, words.node, play.button, axis, play.said, notes,
    element("div", {class: "hidden"}, table(cells)), said);
  let was, held = null, pinned = null; // the curves that stay
  const read = () => {
    const {measure} = setting.answers;
    return columns.map((column) => (measure ? number(column.read(measure)) : NaN));
  };
  const speak = speaker(said, () => columns.map(({name}, i) => `${spoken(name)} ${compact(read()[i])}`).join(", "));
  const curves = () => {
    const points = pointsOf(setting), last = points.at(-1)?.t ?? 1, most = mostOf(points), ghosts = pinned ?? [];
    const [J, , , B] = read();
    held = axisAfter(held, Math.max(most, finite(J), finite(B), mostOf(ghosts)), act.pressed);
    const mostJ = points.reduce((top, of) => Math.max(top, finite(of.J)), 0);
    const hasLens = mostJ > 0 && mostJ < small * most;
    room.classList.toggle("lensed", hasLens);
    none.hidden = points.length > 0 || setting.waiting.has("exact");
    const high = held.ticks.map((tick) => size * (1 - tick / held.top));
    const all = curvesIn(points, held.top), lines = all.slice(2).map((one) => one.cloneNode());
    ahead.replaceChildren(...high.map((y) => drawn("line", {x1: 0, x2: size, y1: y, y2: y})),
      ...lines, line("b ghost", pathOf(ghosts, "B", held.top)),
      line("j ghost", pathOf(ghosts, "J", held.top)));
    done.replaceChildren(...all);
    const alone = hasLens ? pathOf(points, "J", 1.1 * mostJ) : [];
    lensAhead.replaceChildren(line("j", alone));
    lens.replaceChildren(area("j", alone, ground), line("j", alone));
    scale.replaceChildren(...held.ticks.map((tick) => upright(tick, held.top)),
      element("small", {class: "unit"}, "nats"), element("small", {class: "most"}, hasLens ? digits(mostJ, 2) : ""));
    axis.replaceChildren(...levelsOf(last).map((t) => mark(whole(t), (t - 1) / (last - 1))));
    shown.classList.toggle("stale", setting.stale("exact"));
  };
  const move = () => {
    const {measure} = setting.answers, frames = setting.answers.levels?.frames;
    play.draw();
    room.closest(".left").style.setProperty("--level",
      frames && !setting.problems.levels ? place.share(frames) : 1);
    if (!measure || !held) return;
    const {t, J, B, gap} = valuesAt(setting, place), isEnd = t === undefined;
    bar.show(held.top, J, B, isEnd ? was : undefined);
    words.show(held.top, {J, B, gap}, isEnd ? was : undefined, room.classList.contains("lensed"));
  };
  const draw = soon(() => {
    const {measure} = setting.answers;
    room.classList.toggle("stale", setting.stale("measure") || Boolean(setting.problems.measure));
    if (!measure) return;
    read().forEach((value, i) => fill(cells[i], value));
    curves();
    move();
    say(notes, (measure.notes ?? []).join(" "));
    speak();
  });
  setting.addEventListener("answer", ({detail}) => ["measure", "exact", "levels"].includes(detail) && draw());
  let before = setting.question;
  setting.addEventListener("question", () => {
    const [J, , , B] = read(), isOther = ["toy", "seed", "target"].some((key) => before[key] !== setting.question[key]);
    if (isOther && !brush.target()) was = undefined; // another target has no number before
    else if (!act.goesOn() && setting.answers.measure) was = {J, B};
    before = setting.question;
    draw();
  });
  pin.addEventListener("click", () => {
    pinned = pinned ? null : pointsOf(setting);
    pin.setAttribute("aria-pressed", String(pinned !== null));
    label.textContent = pinned ? `dashed: ${named(setting.question)}` : "";
    draw();
  });
  const moves = soon(move);
  for (const event of ["change", "glide"]) place.addEventListener(event, moves);
  act.released(draw);
}

const ground = [[0, size], [size, size]];

/** canvas makes a drawing that is stretched over its place. */
const canvas = (name) => drawn("svg", {class: name, viewBox: `0 0 ${size} ${size}`, preserveAspectRatio: "none",
  "aria-hidden": "true"});

const written = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
const line = (name, points) => drawn("polyline", {class: name, points: written(points)});
const area = (name, above, below) => drawn("polygon", {class: name,
  points: written(above.length > 0 ? [...above, ...below.toReversed()] : [])});

/** levelsOf returns levels with a number on the axis: round ones, and both ends. */
function levelsOf(last) {
  if (last < 2) return [];
  const isBetween = (t) => t > Math.max(1, 0.15 * last) && t < 0.9 * last;
  return [1, ...ticks(last, labels).filter((t) => isBetween(t) && Number.isInteger(t)), last];
}

/** mark makes a word of an axis, at its place. */
function mark(text, at) {
  const made = element("span", {}, text);
  made.style.setProperty("--at", at);
  return made;
}

/** upright makes a number of the scale, at its height. */
export function upright(value, top) {
  const made = element("span", {}, String(Number(value.toPrecision(2))));
  made.style.setProperty("--up", value / top);
  return made;
}

/** percentage returns how high a value stands, as a style. */
const percentage = (value, top) => `${Math.min(Math.max((100 * finite(value)) / top, 0), 100)}%`;

/** barOf makes the two bars, one on the other, and lines where they ended before. */
function barOf() {
  const [gap, J] = ["gap", "j"].map((kind) => element("span", {class: kind}));
  const [thenB, thenJ] = [1, 2].map(() => element("i", {class: "then", hidden: true}));
  const node = element("div", {class: "column", "aria-hidden": "true"}, gap, J, thenB, thenJ);
  return {node, show(top, j, b, was) {
    gap.style.height = b === Infinity ? "100%" : percentage(b, top);
    J.style.height = j === Infinity ? "100%" : percentage(j, top);
    for (const [then, now, value] of [[thenB, b, was?.B], [thenJ, j, was?.J]]) {
      then.hidden = !isOther(now, value);
      then.style.bottom = percentage(value, top);
    }
  }};
}

const isOther = (now, was) => was !== undefined && !Number.isNaN(was) && !isSame(now, was);

/** wordsOf makes the names and numbers beside the bars, as high as what they name, and never on each other. */
function wordsOf() {
  const made = [["b", "B", "what runs can estimate"], ["gap", "B − J", "counted in B, not seen in J"],
    ["j", "J", "distance of q from p"]].map(([kind, name, about]) => {
    const value = element("b", {}), then = element("small", {class: "was"}), more = element("small", {}, about);
    return {node: element("p", {class: kind}, element("b", {}, name), " ", value, " ", then, more), value, then, more};
  });
  const node = element("div", {class: "words", hidden: true}, ...made.map((one) => one.node));
  return {node, show(top, {J, B, gap}, was, hasLens) {
    node.hidden = false;
    const [b, between, j] = made, whole = node.clientHeight, scale = whole * (hasLens ? lensed : 1);
    [[b, B, was?.B], [between, gap], [j, J, was?.J]].forEach(([one, value, before]) => {
      say(one.value, compact(value));
      say(one.then, isOther(value, before) ? `was ${compact(before)}` : "");
    });
    say(j.more, hasLens ? "drawn larger" : "distance of q from p");
    const heights = made.map((one) => one.node.offsetHeight);
    const middle = [B, (finite(B) + finite(J)) / 2, J].map((value, i) =>
      scale * (1 - Math.min(finite(value) / top, 1)) - heights[i] / 2);
    let least = 0;
    const tops = middle.map((at, i) => {
      const own = Math.max(at, least);
      least = own + heights[i];
      return own;
    });
    let most = whole;
    for (let i = tops.length - 1; i >= 0; i--) {
      most = Math.min(tops[i], most - heights[i]);
      made[i].node.style.top = `${most.toFixed(1)}px`;
    }
  }};
}

const lensed = 0.6; // of the height, for both curves above a lens, as in page.css

/** spoken returns a name as a screen reader should say it. */
const spoken = (name) => name.replace("‖", " from ").replace("−", "minus");

function table(cells) {
  const heads = columns.map(({name, about}) => element("th", {scope: "col", title: about}, name));
  return element("table", {id: "digits"}, element("caption", {}, "J and B at the end, in nats"),
    element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, element("tr", {}, ...cells)));
}

/** fill gives a cell of the table a number, and all its digits as a title. */
function fill(cell, value) {
  put(cell, "title", String(value));
  say(cell, compact(value));
}

/** speaker returns a function that writes a text for screen readers, at most once a second. */
function speaker(said, text) {
  let timer = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      say(said, text());
    }, 1000);
  };
}
