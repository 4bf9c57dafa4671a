// What is wrong, in a sentence: which share of the samples is where it should not be, J and B with their unit, and
// whether that is much.
import {digits, number, percent, whole} from "explorer/digits.js";
import {element, rested, soon} from "explorer/element.js";
import {ask, kept} from "explorer/state/ask.js";
import {turn} from "explorer/state/turns.js";
import {distance, finite} from "explorer/views/chart.js";
import {box, cellName, freeOf, region} from "explorer/views/where.js";

const brief = 80; // milliseconds of rest, before the sentence is said anew
const pause = 600; // milliseconds without another answer, before others are asked for

/** answer fills a room with the sentence, and a place with whether that is much. */
export function answer(room, place, setting) {
  const said = element("p", {class: "sentence"}), more = element("p", {class: "much"});
  room.append(said);
  place.append(more);
  const others = beside(more);
  const draw = soon(() => {
    const {measure} = setting.answers, old = setting.stale("measure") || setting.problems.measure;
    room.classList.toggle("stale", Boolean(old));
    if (!measure || old) return; // the sentence is of one question and its answer
    said.replaceChildren(...sentence(setting).map(marked));
    others(setting, much(measure));
  });
  const later = rested(draw, brief); // places are slow to find on a large grid, and a stroke does not wait for them
  setting.addEventListener("answer", ({detail}) => detail === "measure" && later());
  setting.addEventListener("question", () => {
    others.stop(); // ten times the levels of the question before: a stroke would wait for them
    later();
  });
  draw();
}

/** marked is a piece of a sentence: a text, or [text] for what stands out. */
const marked = (piece) => Array.isArray(piece) ? element("b", {}, piece[0]) : piece;

/** nats is a number with its unit; a number that is only rounding is none. */
const nats = (name, v) => Number.isFinite(v) ? `${name} = ${digits(v)} nats`
  : `${name} is ${v > 0 ? "infinite" : "not known"}`;

/** sentence is what is wrong with a setting, in pieces. */
export function sentence({question, answers: {measure: m}}) {
  const J = number(m.J.sum), B = number(m.B.sum), {program, T} = question;
  const how = program ? `With ${program}, ` : `Annealed through ${whole(T)} levels, `;
  if (Number.isNaN(J)) {
    return [`${how}what the samples are like is not known exactly: `, [nats("J", J)], ", ", [nats("B", B)], "."];
  }
  const bound = "; runs both ways estimate a bound: ";
  const most = Number.isFinite(B) ? `B = ${digits(B)}` : nats("B", B);
  const end = Number.isNaN(B) ? ["."] : [bound, [most], "."];
  if (J === 0) return [how, ["the samples are exact"], " up to rounding: ", ["J = 0"], ...end];
  return [how, [`${percent(distance(m.q, m.p))} of the samples are in the wrong place`],
    `${where(m)}. Their distance from the target is `, [nats("J", J)], ...end];
}

/** where says in words where too few samples are, or too many if that is fewer cells. */
function where(m) {
  const [p, q] = [m.p, m.q].map(finite);
  const [few, many] = [1, -1].map((sign) => place(p.map((v, i) => Math.max(sign * (v - q[i]), 0)), m));
  if (few && (!many || few.cells <= many.cells)) return `: too few ${few.says}`;
  return many ? `: too many ${many.says}` : "";
}

/** place is where most of some values lie: {says, cells}; null if they lie all over. */
function place(values, shape) {
  if (shape.axes.length > 2) {
    const most = values.indexOf(Math.max(...values));
    const rows = shape.axes.length > 4 ? `cell ${most}` : cellName(most, shape.axes);
    return values[most] > 0 ? {says: `in ${rows} and others`, rows, most, cells: 1} : null;
  }
  const at = region(values, shape);
  if (!at || at.cells > freeOf(shape) / 2) return null;
  const halves = [half(at.top, at.bottom, shape.rows, "upper", "lower"),
    half(at.left, at.right, shape.columns, "left", "right")].filter(Boolean);
  const corner = halves.length === 1 ? `${halves[0]} half` : halves.join(" ");
  const rows = box(at, shape);
  return {...at, rows, says: `in ${corner ? `the ${corner}` : rows}`};
}

const half = (from, to, n, low, high) => to < n / 2 ? low : from >= (n - 1) / 2 && from > 0 ? high : "";

/** much says whether that is much, by what is missing where most is. */
function much(m) {
  const [p, q] = [m.p, m.q].map(finite), J = number(m.J.sum);
  if (J === 0 || Number.isNaN(J)) return "";
  const at = place(p.map((v, i) => Math.max(v - q[i], 0)), m);
  if (!at) return "A perfect sampler has J = 0.";
  const has = (i) => at.most === undefined ? isIn(at, Math.floor(i / m.columns), i % m.columns) : i === at.most;
  const inside = (law) => law.reduce((sum, v, i) => sum + (has(i) ? v : 0), 0);
  const both = `p has ${percent(inside(p))}, and the samples have ${percent(inside(q))}`;
  return `Is that much? In ${at.rows} ${both}. A perfect sampler has J = 0.`;
}

const isIn = ({top, bottom, left, right}, r, c) => r >= top && r <= bottom && c >= left && c <= right;

/**
 * beside returns a function that says what other settings would give, if it is better, with buttons that take them. Its
 * method stop gives up what is under way.
 */
function beside(room) {
  let timer = null, run = null, asked = "";
  const stop = () => {
    clearTimeout(timer);
    run?.abort();
    asked = "";
  };
  return Object.assign((setting, text) => {
    const {question} = setting, key = JSON.stringify(question);
    if (key === asked) return;
    stop();
    asked = key;
    room.replaceChildren(text);
    if (kept || !text) return;
    timer = setTimeout(async () => {
      const own = run = new AbortController();
      for (const [says, changes] of tries(question)) {
        const J = await once({...question, ...changes}, own.signal);
        if (run !== own || key !== asked) return;
        if (J === null || J > 0.95 * number(setting.answers.measure.J.sum)) continue;
        const text = `J = ${digits(J)}`, keys = {type: "button", "aria-label": `${says} ${text}: take it`};
        room.append(" ", says, " ", element("button", {...keys, onclick: () => setting.set(changes)}, text), ".");
      }
    }, pause);
  }, {stop});
}

/** tries are other settings that teach something: ten times the levels, and the bridge of mixtures. */
function tries({T, bridge, program}) {
  if (program) return [];
  const longer = 10 * T <= 10_000 ? [[`At T = ${whole(10 * T)}`, {T: 10 * T}]] : [];
  const other = [`On the bridge "mixture", which needs to know p,`, {bridge: "mixture"}];
  return bridge === "mixture" ? longer : [...longer, other];
}

/** once is J of another question; null if it has none. */
async function once(question, signal) {
  let end = () => {};
  try {
    end = await turn(signal);
    const J = number((await ask("measure", question, signal, true)).J.sum);
    return Number.isNaN(J) ? null : J;
  } catch {
    return null;
  } finally {
    end();
  }
}
