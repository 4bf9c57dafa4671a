// The page's state as a link, which one can mail. The fragment of the link has the keys of a question:
//
//   #toy=barrier&T=100&schedule=sigmoid:4&beta=0.5
//
// Others, beta and t, are the place of the slider. The server never sees a fragment.

/** The keys of a question, as experiments/explore.Question has them. */
const questionKeys = ["toy", "seed", "target", "axes", "kernel", "bridge", "initial", "schedule", "skip_last",
  "program", "T", "repeat"];

/** The keys of the slider. */
const placeKeys = ["beta", "t"];

/** Keys of older links that nothing has any more: they are left out without a word. */
const retired = new Set(["view", "less", "colours", "by", "tour", "chains", "mc_seed", "run", "chains-on", "curves"]);

/** What a link leaves open. */
const defaults = Object.freeze({kernel: "metropolis", bridge: "geometric", schedule: "linear", T: 100});

/** first is the toy of a link that names none: the paper's BARRIER. */
const first = "barrier";

/** count reads a whole number from 1, which may have an exponent, as 1e3; undefined if it is none. */
function count(text) {
  if (!/^\+?(\d+|[\d.]+e[+-]?\d+)$/i.test(text)) return undefined;
  return Number.isSafeInteger(+text) && +text > 0 ? +text : undefined;
}

/** beta reads a number from 0 to 1 as a text; undefined if it is none. */
const beta = (text) => (text !== "" && Number(text) >= 0 && Number(text) <= 1 ? text : undefined);

/** Readers make values of texts; undefined is what they cannot read. */
const readers = {
  T: count,
  repeat: count,
  seed: (text) => (/^\d+$/.test(text) ? text : undefined),
  skip_last: (text) => ({true: true, false: false})[text],
  beta,
  t: count,
};

/** What a reader takes, in words. */
const takes = {T: "a whole number, as 100", repeat: "a whole number, as 5", seed: "a whole number, as 7",
  skip_last: "true or false", beta: "a number from 0 to 1", t: "a whole number, as 50"};

/**
 * state reads a fragment: {question, place, said}. said has a sentence for each key that nobody knows, or whose text
 * cannot be read.
 */
export function state(fragment) {
  const question = {}, place = {}, said = [];
  for (const [key, text] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    if (retired.has(key)) continue;
    const into = questionKeys.includes(key) ? question : placeKeys.includes(key) ? place : null;
    if (!into) {
      said.push(`The link has the key ${key}, which is not known. It is left out.`);
      continue;
    }
    const value = readers[key] ? readers[key](text) : text;
    if (value === undefined) said.push(`The link has ${key}=${text}; use ${takes[key]}.`);
    else into[key] = value;
  }
  return {question: whole(question), place, said};
}

/** whole is a question with what the link leaves open. */
function whole(question) {
  const target = question.toy || question.target ? {} : {toy: first};
  return {...target, ...defaults, ...question};
}

/** fragment writes a state, so that state(fragment(s)) is s. */
export function fragment({question, place}) {
  const all = new URLSearchParams();
  for (const [key, value] of Object.entries({...question, ...place})) {
    if (value !== undefined && value !== "" && value !== false) all.set(key, String(value));
  }
  // colons, commas and semicolons are legal in a fragment, and links with them are easier to read
  return "#" + all.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3B", ";");
}
