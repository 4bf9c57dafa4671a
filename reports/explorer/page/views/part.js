// A part of a view: a title, one picture, and words below it. It says what it waits for, and a problem takes the place
// of the picture; the other parts go on. If the server is lost, the page says so once, and pictures stay as they are.
import {sentence} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {tells} from "explorer/state/setting.js";
import {drawn} from "explorer/views/chart.js";
import {say} from "explorer/views/controls.js";

/** The words while a kind of answer is under way for the first time. */
const waits = {
  measure: "J and B are being computed.",
  exact: "The shares of B are being computed.",
  levels: "The laws along the annealing are being computed.",
  schedules: "The schedules are being made and measured.",
};

/**
 * own remembers which answers came without a problem to the question that is asked now. Lines that came before a
 * problem are an answer to it, as far as they go; an answer to an older question is not.
 */
function own(setting) {
  const seen = new Map();
  return (kind) => {
    const answer = setting.answers[kind];
    if (answer && !setting.problems[kind] && !setting.stale(kind)) {
      seen.set(kind, {answer, question: setting.question});
    }
    const last = seen.get(kind);
    return Boolean(answer) && last?.answer === answer && last.question === setting.question;
  };
}

/**
 * part adds a part to a room. kinds are the answers that it draws. show(draw) calls draw if all of them are there. Its
 * other words say what is missing, or the first problem that is not that the server does not answer.
 */
export function part(room, title, kinds, setting) {
  const controls = element("div", {class: "controls"});
  const picture = element("div", {class: "picture"});
  const status = element("p", {class: "status"});
  const words = element("p", {class: "words"});
  const node = element("section", {class: "piece"}, element("h4", {}, title), controls, picture, status, words);
  room.append(node);
  const isOwn = own(setting);
  return {node, controls, picture, words, show(draw) {
    const problems = kinds.map((kind) => setting.problems[kind]).filter(Boolean);
    const problem = problems.find(({status}) => status !== 0), isLost = problems.length > 0 && !problem;
    const missing = kinds.find((kind) => !setting.answers[kind]);
    const isOld = kinds.map(isOwn).includes(false) && Boolean(problem), isKnown = !missing && !isOld;
    const isWaiting = Boolean(missing) && !problem && !isLost;
    node.classList.toggle("stale", !missing && kinds.some((kind) => setting.stale(kind)));
    node.classList.toggle("waiting", isWaiting);
    node.classList.toggle("failed", Boolean(problem));
    const text = problem ? sentence(problem.message) : "";
    const others = [...room.querySelectorAll(".status")].filter((one) => one !== status);
    const said = problem && (tells(setting, problem) || others.some((one) => one.textContent === text));
    say(status, said ? "" : text || (isWaiting ? waits[missing] : "")); // each sentence has one place
    for (const one of [picture, words, ...node.querySelectorAll(":scope > .tabled")]) one.hidden = isOld;
    if (isKnown) draw();
  }};
}

/**
 * pictured adds a part with a chart of the answers: make is lines, stack or maps. read() returns {spec, words} of the
 * chart, or words alone where there is nothing to draw.
 */
export function pictured(room, title, kinds, setting, make, options, read) {
  const place = part(room, title, kinds, setting), show = drawn(place.picture, make, options);
  return {place, draw: () => place.show(() => {
    const of = read(), {words, spec} = typeof of === "string" ? {words: of} : of;
    place.picture.hidden = !spec;
    if (spec) show(spec);
    say(place.words, words);
  })};
}

/** watch returns a function that tells if its arguments differ from those of the call before. */
export function watch() {
  let seen = null;
  return (...now) => {
    const differs = seen?.length !== now.length || now.some((value, i) => value !== seen[i]);
    seen = now;
    return differs;
  };
}
