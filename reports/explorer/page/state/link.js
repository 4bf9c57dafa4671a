// The page's state as a link. The fragment of the link has the keys of a question:
//
//   #toy=barrier&T=100&schedule=sigmoid:4&view=cells&beta=0.5
//
// Others, as view and beta, belong to the page. The server never sees a fragment.
import {moved, retired} from "explorer/state/moved.js";

/** The keys of a question, as experiments/explore.Question has them. */
const questionKeys = ["toy", "seed", "target", "axes", "kernel", "bridge", "initial", "schedule",
  "skip_last", "program", "T", "repeat"];

/** What a link leaves open. */
const defaults = Object.freeze({kernel: "metropolis", bridge: "geometric", schedule: "linear", T: 100});

/** The question of an empty link: the paper's BARRIER. */
const first = Object.freeze({toy: "barrier", ...defaults});

/** count reads a whole number from 1, which may have an exponent, as 1e3; undefined if it is none. */
const count = (text) => /^\+?(\d+|[\d.]+e[+-]?\d+)$/i.test(text) && Number.isSafeInteger(+text) && +text > 0 ? +text : undefined;

/** How a text of a link becomes a value; undefined if it cannot. */
const readers = {
  T: count,
  repeat: count,
  seed: (text) => (/^\d+$/.test(text) ? text : undefined),
  skip_last: (text) => new Map([["true", true], ["false", false]]).get(text),
};

const woulds = {T: "a whole number, as 100,", repeat: "a whole number, as 5,", seed: "a whole number, as 7,", skip_last: "true or false"};

/**
 * state reads a fragment: {question, page, said}. said has a sentence for each key that nobody knows, or whose text
 * cannot be read; pageKeys are those that the page knows: all, if they are left out.
 */
export function state(fragment, pageKeys) {
  const question = {}, page = {}, said = [];
  for (const [key, text] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    if (questionKeys.includes(key)) {
      const value = readers[key] ? readers[key](text) : text;
      if (value !== undefined) question[key] = value;
      else said.push(`The link has ${key}=${text}; ${woulds[key]} would do.`);
    } else if (retired.has(key)) continue;
    else if (pageKeys?.includes(key) ?? true) page[key] = key === "view" ? moved[text] ?? text : text;
    else said.push(`The link has the key ${key}, which is not known. It is left out.`);
  }
  return {question: whole(question), page, said};
}

/** whole is a question with what the link leaves open. */
function whole(question) {
  const target = question.toy || question.target ? {} : {toy: first.toy};
  return {...target, ...defaults, ...question};
}

/** fragment writes a state, so that state(fragment(s)) is s. */
export function fragment({question, page}) {
  const all = new URLSearchParams();
  for (const [key, value] of Object.entries({...question, ...page})) {
    if (value !== undefined && value !== "" && value !== false) all.set(key, String(value));
  }
  // colons, commas and semicolons are legal in a fragment, and links with them are easier to read
  return "#" + all.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3B", ";");
}
