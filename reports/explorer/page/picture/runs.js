// B from runs: the log weights of 200 runs in each direction at the level of the slider, as two histograms on one axis,
// with log R in it. They part while the slider plays. B is the distance of their means.
import {drawn, element, soon} from "../element.js";
import {compact, digits, whole} from "../state/numbers.js";
import {curvesOf} from "../state/setting.js";
import {stepAt} from "./walk.js";

const width = 1000, half = 100; // in its own units

/** runs fills a room with the histograms of a setting's runs, and with what these say of B. */
export function runs(room, setting, place) {
  const box = {viewBox: `0 0 ${width} ${2 * half}`, preserveAspectRatio: "none", "aria-hidden": "true"};
  const picture = drawn("svg", box), zero = element("span", {class: "zero"}, "log R"), said = element("p", {});
  room.append(element("small", {}, "200 runs in reverse, from samples of p"),
    element("div", {class: "weights"}, picture, zero), element("small", {}, "200 runs forward"), said);
  const draw = soon(() => {
    const at = stepAt(setting, place), {walk: known} = setting.answers;
    room.classList.toggle("old", !at); // it keeps its place, or it would move the story
    if (!at) return;
    const {counts, means, B, few} = known.runs[at.k], t = known.levels[at.k], [low, high] = known.ends;
    const x = (value) => (width * (value - low)) / (high - low), tall = half / Math.max(...counts.flat());
    const bars = counts.map((of, i) => drawn("path", {d: `M0,${half}${of.map((n, bin) => // the first ones run forward
      `V${half + (i === 0 ? 1 : -1) * tall * n}H${(width * (bin + 1)) / of.length}`).join("")}V${half}Z`}));
    const line = (name, x1, y1, x2, y2) => drawn("line", {class: name, x1, y1, x2, y2});
    const [forward, reverse, middle] = [...means, 0].map(x);
    picture.replaceChildren(...bars, line("none", middle, 0, middle, 2 * half), line("b", forward, half, reverse, half),
      line("mean", forward, half, forward, 2 * half), line("mean", reverse, 0, reverse, half));
    zero.style.setProperty("--at", middle / width);
    const [all, first] = [B, few].map(([value, error]) => `${digits(value, 3)} ± ${digits(error, 2)}`);
    said.replaceChildren(`At level ${whole(t)}: B = `, element("b", {}, all), ", exactly ",
      element("b", {}, compact(curvesOf(setting)?.B[t - 1])), `. The first 20 runs alone: ${first}.`);
  });
  place.addEventListener("change", draw);
  for (const event of ["question", "answer"]) setting.addEventListener(event, draw);
}
