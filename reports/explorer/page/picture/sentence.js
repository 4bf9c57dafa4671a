// A sentence says what is wrong: the share of the samples in the wrong place, at the end or at the level of the slider.
// Whether that is much stands with the story, beside J of other settings.
import {element, rested, soon} from "../element.js";
import {ask} from "../state/ask.js";
import {digits, distance, finite, number, percent, share, whole} from "../state/numbers.js";
import {frameOf} from "../state/setting.js";
import {box, cellName, freeOf, region} from "../state/where.js";

const brief = 80; // milliseconds of rest, before the sentence is said anew: a stroke does not wait for it
const rounding = 1e-12; // a distance below this is rounding alone
const pause = 600; // milliseconds without another answer, before other settings are asked for

/** sentence fills a room with the sentence, and a place of the story with whether that is much. */
export function sentence(room, more, setting, place) {
  const said = element("p", {class: "sentence"});
  room.append(said);
  const others = beside(more);
  const isOld = () => setting.stale("measure") || Boolean(setting.problems.measure);
  const draw = () => {
    const {measure} = setting.answers;
    room.classList.toggle("stale", isOld());
    if (!measure || isOld()) return; // the sentence is of one question and its answer
    const text = words(measure, frameOf(setting, place));
    if (said.textContent === text.join("")) return;
    said.replaceChildren(...text.map((of, i) => (i === 1 ? element("b", {}, of) : of)));
  };
  const tell = () => {
    draw();
    if (setting.answers.measure && !isOld()) others.show(setting, much(setting.answers.measure));
  };
  const later = rested(tell, brief);
  place.addEventListener("change", soon(draw));
  setting.addEventListener("answer", ({detail}) => {
    if (detail === "levels") draw();
    if (detail !== "measure") return;
    if (said.childNodes.length > 0) later();
    else tell(); // the first one waits for nothing
  });
  setting.addEventListener("question", () => {
    others.stop(); // a stroke would wait for ten times the levels of the question before
    later();
  });
}

/** words returns the sentence of an answer, at a level unless that is null, in pieces: the second one is bold. */
function words(m, frame) {
  if (frame) {
    const off = distance(frame.forward, frame.p), at = `At level ${whole(frame.t)}, `;
    return off < rounding ? [`${at}the samples are `, "exact", " up to rounding"]
      : [at, share(off), " are in the wrong place"];
  }
  const J = number(m.J.sum);
  if (Number.isNaN(J)) return ["What the samples are like is ", "not known", " exactly"];
  if (J === 0) return ["The samples are ", "exact", " up to rounding"];
  return ["", share(distance(m.q, m.p)), " of the samples end in the wrong place"];
}

/** spot returns the place of most of some values: {says, name, has, cells}; null if they lie all over. */
function spot(values, shape) {
  if (shape.axes.length > 2) {
    const most = values.indexOf(Math.max(...values));
    const name = shape.axes.length > 4 ? `cell ${most}` : cellName(most, shape.axes);
    return values[most] > 0 ? {says: `in ${name} and others`, name, has: (i) => i === most, cells: 1} : null;
  }
  const at = region(values, shape);
  if (!at || at.cells > freeOf(shape) / 2) return null;
  const halves = [half(at.top, at.bottom, shape.rows, "upper", "lower"),
    half(at.left, at.right, shape.columns, "left", "right")].filter(Boolean);
  const corner = halves.length === 1 ? `${halves[0]} half` : halves.join(" ");
  const name = box(at, shape);
  const has = (i) => isIn(at, Math.floor(i / shape.columns), i % shape.columns);
  return {says: `in ${corner ? `the ${corner}` : name}`, name, has, cells: at.cells};
}

function half(from, to, n, low, high) {
  if (to < n / 2) return low;
  return from >= (n - 1) / 2 && from > 0 ? high : "";
}

const isIn = ({top, bottom, left, right}, r, c) => r >= top && r <= bottom && c >= left && c <= right;

/** much compares p and the samples at the place where most samples are missing. */
function much(m) {
  const J = number(m.J.sum);
  if (J === 0 || Number.isNaN(J)) return "";
  const at = spot(m.p.map((v, i) => Math.max(finite(v) - finite(m.q[i]), 0)), m);
  if (!at) return "A perfect sampler has J\u00a0=\u00a00.";
  const inside = (distribution) => distribution.reduce((sum, v, i) => sum + (at.has(i) ? finite(v) : 0), 0);
  const both = `p has ${percent(inside(m.p))}, and the samples have ${percent(inside(m.q))}`;
  return `Is that much? In ${at.name}, ${both}. A perfect sampler has J\u00a0=\u00a00.`;
}

/** beside adds J of other settings, where it is better, with buttons that take them. stop gives up. */
function beside(room) {
  let timer = null, run = null, asked = "";
  const stop = () => {
    clearTimeout(timer);
    run?.abort();
    asked = "";
  };
  const look = async (setting, key) => {
    const own = run = new AbortController();
    for (const [says, changes] of tries(setting.question)) {
      const J = await once({...setting.question, ...changes}, own.signal);
      if (run !== own || key !== asked) return;
      if (J === null || J > 0.95 * number(setting.answers.measure.J.sum)) continue;
      const text = `J = ${digits(J)}`, keys = {type: "button", "aria-label": `${says} ${text}: take it`};
      room.append(" ", says, " ", element("button", {...keys, onclick: () => setting.set(changes)}, text), ".");
    }
  };
  return {stop, show(setting, text) {
    const key = JSON.stringify(setting.question);
    if (key === asked) return;
    stop();
    asked = key;
    room.replaceChildren(text);
    if (text) timer = setTimeout(() => look(setting, key), pause);
  }};
}

const most = 10_000; // levels that a page may ask for

/** tries returns settings to compare with: ten times the levels, and the bridge of mixtures. */
function tries({T, bridge, program}) {
  if (program) return [];
  const longer = 10 * T <= most ? [[`At T = ${whole(10 * T)},`, {T: 10 * T}]] : [];
  const other = ['On the bridge "mixture", which needs p normalised,', {bridge: "mixture"}];
  return bridge === "mixture" ? longer : [...longer, other];
}

/** once returns J of another question; null if it has none. */
async function once(question, signal) {
  try {
    const J = number((await ask("measure", question, signal, true)).J.sum);
    return Number.isNaN(J) ? null : J;
  } catch {
    return null;
  }
}
