// A part of a view: a title, one picture, and words below it. It says what it waits for, and a problem takes the place
// of the picture; the other parts go on. If the server is lost, the page says so once, and pictures stay as they are.
import {sentence} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {headOf} from "explorer/state/names.js";
import {tells} from "explorer/state/sides.js";
import {drawnAll} from "explorer/views/chart.js";
import {say} from "explorer/views/controls.js";

/** The words while a kind of answer is under way for the first time. */
const waits = {
  measure: "J and B are being computed.",
  exact: "The shares of B are being computed.",
  levels: "The laws along the annealing are being computed.",
  spectrum: "The eigenvalues are being computed, one beta after the other.",
  curve: "J and B are being computed at every T.",
  schedules: "The schedules are being made and measured.",
};

/**
 * own remembers which answers came without a problem to the question that is asked now. Lines that came before a
 * problem are an answer to it, as far as they go; an answer to an older question is not.
 */
function own() {
  const seen = new Map();
  return ({side, kind}) => {
    const answer = side.answers[kind], key = `${side.name} ${kind}`;
    if (answer && !side.problems[kind] && !side.stale(kind)) seen.set(key, {answer, question: side.question});
    const last = seen.get(key);
    return Boolean(answer) && last?.answer === answer && last.question === side.question;
  };
}

/**
 * part adds a part to a room. kinds are the answers that it draws, of each of sides. show(draw) calls draw with the
 * sides of which all of them are there, if there are any.
 */
export function part(room, title, kinds, ...sides) {
  const controls = element("div", {class: "controls"});
  const picture = element("div", {class: "picture"});
  const status = element("p", {class: "status"});
  const words = element("p", {class: "words"});
  const node = element("section", {class: "piece"}, element("h4", {}, title), controls, picture, status, words);
  room.append(node);
  const isOwn = own();
  return {node, controls, picture, words, show(draw) {
    const all = sides.map((side) => stateOf(side, kinds, isOwn)), known = all.filter((one) => one.isKnown);
    const {problem, side} = all.find((one) => one.problem) ?? {};
    const waited = all.find((one) => one.missing && !one.problem && !one.isLost)?.missing;
    node.classList.toggle("stale", all.some((one) => !one.missing && kinds.some((kind) => one.side.stale(kind))));
    node.classList.toggle("waiting", known.length === 0 && Boolean(waited));
    node.classList.toggle("failed", Boolean(problem));
    const text = problem ? (sides.length > 1 ? `${headOf(side)}: ` : "") + sentence(problem.message) : "";
    const others = [...room.querySelectorAll(".status")].filter((one) => one !== status);
    const said = problem && (sides.some((one) => tells(one, problem)) // each sentence has one place
      || others.some((one) => one.textContent === text));
    say(status, said ? "" : text || (waited ? waits[waited] : ""));
    const isHidden = known.length === 0 && all.some((one) => one.isOld);
    for (const one of [picture, words, ...node.querySelectorAll(":scope > .tabled")]) one.hidden = isHidden;
    if (known.length > 0) draw(known.map((one) => one.side));
  }};
}

/**
 * stateOf says what is there of a side: its problem, the first kind of answer that is missing, and whether its answers
 * are of an older question than its problem. isLost tells if the server does not answer.
 */
function stateOf(side, kinds, isOwn) {
  const problems = kinds.map((kind) => side.problems[kind]).filter(Boolean);
  const problem = problems.find(({status}) => status !== 0), missing = kinds.find((kind) => !side.answers[kind]);
  const isOld = kinds.map((kind) => isOwn({side, kind})).includes(false) && Boolean(problem);
  return {side, problem, missing, isOld, isKnown: !missing && !isOld, isLost: problems.length > 0 && !problem};
}

/**
 * pictured adds a part with charts of the answers of sides: make is lines, stack or maps. read(place, known) has the
 * sides whose answers are there. It returns {spec, words} of one chart, {specs, words} of several, or words alone where
 * there is nothing to draw, or nothing if what is there is to stay.
 */
export function pictured(room, title, kinds, sides, make, options, read) {
  const place = part(room, title, kinds, ...sides), show = drawnAll(place.picture, make, options);
  return {place, draw: () => place.show((known) => {
    const of = read(place, known);
    if (!of) return;
    const {words, spec, specs = spec ? [spec] : []} = typeof of === "string" ? {words: of} : of;
    place.picture.hidden = specs.length === 0;
    if (specs.length > 0) show(specs);
    say(place.words, words);
  })};
}

/** each says a text of every side: of two on a line of its own, with the side's name, and once if it is the same. */
export function each(sides, textOf) {
  const texts = sides.map(textOf);
  if (texts.length === 1) return texts[0];
  if (new Set(texts).size === 1) return `Both: ${texts[0]}`;
  return sides.map((side, i) => `${headOf(side)}: ${texts[i]}`).join("\n");
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
