// A part of a view: a title, one picture, and words below it. It says what it waits for, and a problem takes the place
// of the picture; the other parts go on. If the server is lost, the page says so once, and pictures stay as they are.
import {sentence} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {tells} from "explorer/state/sides.js";
import {drawn} from "explorer/views/chart.js";
import {say} from "explorer/views/controls.js";

/** The words while a kind of answer is under way for the first time. */
const waits = {
  measure: "J and B are being computed.",
  exact: "The shares of B are being computed.",
  levels: "The laws along the annealing are being computed.",
  spectrum: "The eigenvalues are being computed, one beta after the other.",
  curve: "J and B are being computed at every T.",
  schedules: "The schedules are being made and measured.",
  sample: "The chains run.",
  walk: "The walkers are being drawn.",
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
 * part adds a part to a room. kinds are the answers that it draws, of each of sides. show(draw) calls draw if all of
 * them are there.
 */
export function part(room, title, kinds, ...sides) {
  const controls = element("div", {class: "controls"});
  const picture = element("div", {class: "picture"});
  const status = element("p", {class: "status"});
  const words = element("p", {class: "words"});
  const node = element("section", {class: "piece"}, element("h4", {}, title), controls, picture, status, words);
  room.append(node);
  const all = sides.flatMap((side) => kinds.map((kind) => ({side, kind})));
  const isOwn = own();
  return {node, controls, picture, words, show(draw) {
    const problems = all.map(({side, kind}) => side.problems[kind]).filter(Boolean);
    const problem = problems.find(({status}) => status !== 0), lost = problems.length > 0 && !problem;
    const missing = all.find(({side, kind}) => !side.answers[kind]);
    const hidden = all.map(isOwn).includes(false) && Boolean(problem);
    node.classList.toggle("stale", !missing && all.some(({side, kind}) => side.stale(kind)));
    node.classList.toggle("waiting", Boolean(missing) && !problem && !lost);
    node.classList.toggle("failed", Boolean(problem));
    const others = [...room.querySelectorAll(".status")].filter((one) => one !== status);
    const said = problem && (sides.some((side) => tells(side, problem)) // each sentence has one place
      || others.some((one) => one.textContent === sentence(problem.message)));
    say(status, said ? "" : problem ? sentence(problem.message) : missing && !lost ? waits[missing.kind] : "");
    for (const one of [picture, words, ...node.querySelectorAll(":scope > .tabled")]) one.hidden = hidden;
    if (!hidden && !missing) draw();
  }};
}

/**
 * pictured adds a part with one chart of the answers of sides: make is lines, bars or maps. read returns {spec, words},
 * or words alone where there is nothing to draw, or nothing if what is there is to stay.
 */
export function pictured(room, title, kinds, sides, make, options, read) {
  const place = part(room, title, kinds, ...sides), show = drawn(place.picture, make, options);
  if (options.columns === 1) place.node.classList.add("alone");
  return {place, draw: () => place.show(() => {
    const of = read(place);
    if (!of) return;
    const {spec, words} = typeof of === "string" ? {words: of} : of;
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
