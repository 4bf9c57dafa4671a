// Dots walk on the map of q: two hundred runs, chains of the kernel as the Monte Carlo path makes them. While the
// slider plays they glide from the cell of one level to that of the next one. So one sees where they are shut in. One
// can be followed, by a click on it or on a button: its step proposes a cell first, and then it goes or stays.
import {element, say, soon} from "../element.js";
import {whole} from "../state/numbers.js";
import {cellName} from "./maps.js";

const paces = [1, 4, 20]; // steps a second of a run that is followed
const largest = 4.2, smallest = 1.7, part = 0.13; // of a dot's radius: in pixels, and as a part of a cell

/** spread returns the place of a dot within its cells, from 0.2 to 0.8: dots in one cell lie apart. */
const spread = (i, by) => 0.2 + 0.6 * ((i * by) % 1);
const golden = 0.618033988749895, plastic = 0.754877666246693; // whose multiples fill a square evenly

/** spotOf returns where the dot of a run lies in a map, from 0 to 1. */
const spotOf = (cell, i, {columns, rows}) => [((cell % columns) + spread(i, golden)) / columns,
  (Math.floor(cell / columns) + spread(i, plastic)) / rows];

/** stepAt returns how far the place is in the levels of the runs: {k, passed}, the last one and a share; or null. */
export function stepAt(setting, place) {
  const {walk: known, levels} = setting.answers;
  const isOld = ["walk", "levels"].some((kind) => setting.stale(kind) || setting.problems[kind]);
  if (!known || !levels || isOld || known.levels.at(-1) !== levels.frames.at(-1).t) return null;
  const level = 1 + place.share(levels.frames) * (known.levels.at(-1) - 1);
  const k = known.levels.findLastIndex((t) => t <= level + 1e-9), next = known.levels[k + 1];
  return {k, passed: place.glides && next ? (level - known.levels[k]) / (next - known.levels[k]) : 0};
}

/** walk puts the dots of a setting onto the map of q, and what one that is followed does below the maps. */
export function walk(room, {cells, canvas: below}, setting, place, play) {
  const canvas = element("canvas", {class: "walk", "aria-hidden": "true"}), pen = canvas.getContext("2d");
  below.after(canvas);
  let run = null, pace = paces[0]; // of the one that is followed
  const follow = (i) => {
    if (run !== null || i !== null) play.stop();
    run = i;
    if (run !== null) play.start((1000 * (setting.answers.walk.levels.length - 1)) / pace);
    draw();
  };
  const said = element("span", {}), speed = element("button", {type: "button", onclick: () => {
    pace = paces[(paces.indexOf(pace) + 1) % paces.length];
    follow(run);
  }}), button = element("button", {type: "button", onclick: () => follow(run === null ? 0 : null)});
  room.append(element("div", {class: "follow"}, said, speed, button));
  const draw = soon(() => {
    const scale = devicePixelRatio, at = stepAt(setting, place), {walk: known, levels} = setting.answers;
    const [width, height] = [cells.clientWidth, cells.clientHeight].map((size) => Math.round(size * scale));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
    pen.clearRect(0, 0, width, height);
    const all = !at ? [] : run !== null ? [stepOf(known, at, run)] : known.cells[0].map((_, i) => stepOf(known, at, i));
    const step = run === null ? null : all[0];
    button.hidden = !at;
    said.hidden = speed.hidden = !step;
    say(speed, `${pace} a second`);
    say(button, step ? "All runs" : "Follow one run");
    if (!at) return;
    if (step) say(said, words(step, levels.axes));
    const size = Math.min(Math.max((part * width) / levels.columns / scale, smallest), largest);
    const dot = ([x, y], opacity) => {
      pen.fillStyle = `rgb(255 255 255 / ${opacity}%)`;
      pen.beginPath();
      pen.arc(x * width, y * height, size * scale * (step ? 1.7 : 1), 0, 2 * Math.PI);
      pen.fill();
      pen.stroke();
    };
    Object.assign(pen, {strokeStyle: `rgb(0 0 0 / ${step ? 100 : 65}%)`, lineWidth: scale});
    if (step?.proposed >= 0) dot(spotOf(step.proposed, run, levels), 35);
    for (const {i, from, to, share, decided} of all) {
      const passed = step && step.proposed !== undefined ? decided : share, glide = passed * passed * (3 - 2 * passed);
      const [a, b] = [from, to].map((cell) => spotOf(cell, i, levels));
      dot(a.map((v, axis) => v + glide * (b[axis] - v)), 94); // a dot leaves and comes slowly
    }
  });
  cells.addEventListener("click", ({offsetX, offsetY, pointerType}) => {
    const at = stepAt(setting, place), {walk: known, levels} = setting.answers;
    if (!at || pointerType === "touch") return; // a finger asks for the numbers of a cell
    const far = known.cells[at.k].map((cell, i) => spotOf(cell, i, levels)).map(([x, y]) =>
      Math.hypot(x - offsetX / cells.clientWidth, y - offsetY / cells.clientHeight));
    follow(far.indexOf(Math.min(...far)));
  });
  for (const event of ["change", "glide"]) place.addEventListener(event, draw);
  setting.addEventListener("question", () => follow(null));
  setting.addEventListener("answer", draw);
  new ResizeObserver(draw).observe(cells);
  setting.need("walk");
}

/** stepOf returns the step of a run at a place: where that rests, the last one. The first half of a step proposes. */
export function stepOf({cells, levels, proposed}, {k, passed}, i) {
  const isMade = passed === 0 && k > 0, at = isMade ? k - 1 : k, share = isMade ? 1 : passed;
  return {i, from: cells[at][i], to: cells[at + 1][i], level: levels[at + 1], proposed: proposed?.[at][i], share,
    decided: Math.max(2 * share - 1, 0)};
}

/** words says what a step does. A redraw proposes nothing, and nothing is known of several steps at once. */
export function words({from, to, level, proposed, decided}, axes) {
  const name = (cell) => (cell < 0 ? "off the board" : cellName(cell, axes).replace("cell ", ""));
  const verdict = decided === 0 ? "?" : proposed === to && to !== from ? ": accepted" : ": rejected";
  const how = proposed === undefined ? ", no proposal known" : verdict;
  return `Level ${whole(level)}: ${name(from)} → ${name(proposed ?? to)}${how}`;
}
