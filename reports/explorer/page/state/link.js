// The page's state as a link. The fragment of the link has the keys of a question:
//
//   #toy=barrier&T=100&schedule=sigmoid:4&view=cells&beta=0.5&b.toy=easy&b.T=100
//
// Keys of the second setting begin with "b."; the others belong to the first one or, as view and beta do, to the page.
// The server never sees a fragment.
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
 * state reads a fragment: {a, b, page, said}. b is null if there is one setting alone. said has a sentence for each key
 * that nobody knows, or whose text cannot be read; pageKeys are those that the page knows: all, if they are left out.
 */
export function state(fragment, pageKeys) {
  const a = {}, b = {}, page = {}, said = [];
  for (const [key, text] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    const [into, name] = key.startsWith("b.") ? [b, key.slice(2)] : [a, key];
    if (questionKeys.includes(name)) {
      const value = readers[name] ? readers[name](text) : text;
      if (value !== undefined) into[name] = value;
      else said.push(`The link has ${key}=${text}; ${woulds[name]} would do.`);
    } else if (retired.has(key)) continue;
    else if (into === a && (pageKeys?.includes(key) ?? true)) page[key] = key === "view" ? moved[text] ?? text : text;
    else said.push(`The link has the key ${key}, which is not known. It is left out.`);
  }
  return {a: whole(a) ?? {...first}, b: whole(b), page, said};
}

/** whole is a question with what the link leaves open; null if the link says nothing of it. */
function whole(question) {
  if (Object.keys(question).length === 0) return null;
  const target = question.toy || question.target ? {} : {toy: first.toy};
  return {...target, ...defaults, ...question};
}

/** fragment writes a state, so that state(fragment(s)) is s. */
export function fragment({a, b, page}) {
  const all = new URLSearchParams();
  const put = (prefix, of) => {
    for (const [key, value] of Object.entries(of ?? {})) {
      if (value !== undefined && value !== "" && value !== false) all.set(prefix + key, String(value));
    }
  };
  put("", a);
  put("b.", b);
  put("", page);
  // colons, commas and semicolons are legal in a fragment, and links with them are easier to read
  return "#" + all.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3B", ";");
}
