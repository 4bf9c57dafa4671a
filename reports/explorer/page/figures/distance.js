// J is a distance: a reader moves samples into the bright quarter, and J falls until q is p.
import {drawn, element, put} from "../element.js";
import {cellsOf} from "../shows.js";
import {ask} from "../state/ask.js";
import {state} from "../state/link.js";
import {digits, finite, percent} from "../state/numbers.js";
import {map} from "./choices.js";

const top = 4, few = 0.05; // nats; the least share at either end

/** distance draws J over the share of the samples in some cells, beside the map of these samples. */
export async function distance(room) {
  const {question} = state(room.closest("[data-link]").dataset.link);
  const answer = await ask("measure", question, undefined, true);
  const [p, q] = [answer.p, answer.q].map((of) => of.map(finite));
  const there = new Set(cellsOf(room.dataset.of, answer));
  const own = q.reduce((sum, v, i) => sum + (there.has(i) ? v : 0), 0);
  const moved = (share) => q.map((v, i) => v * (there.has(i) ? share / own : (1 - share) / (1 - own)));
  const J = (of) => of.reduce((sum, v, i) => sum + (v - p[i]) * Math.log(v / p[i]), 0);
  const up = (share) => 100 * (1 - Math.min(J(moved(share)) / top, 1));
  const all = Array.from({length: 101}, (_, i) => few + (i / 100) * (1 - 2 * few));
  const curve = drawn("polyline", {class: "j", points: all.map((s) => `${100 * s},${up(s).toFixed(2)}`).join(" ")});
  const line = drawn("line", {y1: 0, y2: 100}), mark = element("i", {class: "mark"}), said = element("output", {});
  const samples = element("div", {}), slider = element("input", {type: "range", min: few, max: 1 - few, step: 0.01,
    value: own, "aria-label": "Share of the samples in the bright quarter", oninput: () => show(slider.valueAsNumber)});
  const show = (share) => {
    for (const x of ["x1", "x2"]) put(line, x, 100 * share);
    mark.style.setProperty("--at", share);
    mark.style.setProperty("--up", 1 - up(share) / 100);
    samples.replaceChildren(map(answer, moved(share), p));
    said.textContent = `${percent(share)} in the quarter: J = ${digits(J(moved(share)))}`;
    put(slider, "aria-valuetext", said.textContent);
  };
  room.replaceChildren(samples, element("div", {class: "small"}, drawn("svg", {viewBox: "0 0 100 100",
    preserveAspectRatio: "none", "aria-hidden": "true"}, line, curve), mark), slider, said);
  show(own);
}
