// A link holds the page's state, and can be mailed. Its fragment has the keys of a question:
//
//   #toy=barrier&T=100&schedule=sigmoid:4&beta=0.5
//
// and the place of the slider: beta and t. The server never sees a fragment.

import {whole as commas} from "./numbers.js";

/** questionKeys lists the keys of experiments/explore.Question. */
const questionKeys = ["toy", "seed", "target", "axes", "kernel", "bridge", "initial", "schedule", "skip_last",
  "program", "T", "repeat"];

/** placeKeys lists the keys of the slider. */
const placeKeys = ["beta", "t"];

/** defaults fills in what a link leaves open. */
const defaults = Object.freeze({kernel: "metropolis", bridge: "geometric", schedule: "linear", T: 100});

/** first names the toy of a link without one: the paper's BARRIER. */
const first = "barrier";

/** count reads a whole number from 1, perhaps with an exponent, as 1e3; undefined of any other text. */
function count(text) {
  if (!/^\+?(\d+|[\d.]+e[+-]?\d+)$/i.test(text)) return undefined;
  return Number.isSafeInteger(+text) && +text > 0 ? +text : undefined;
}

/** beta returns the text of a number from 0 to 1 as it stands; undefined of any other text. */
const beta = (text) => (text !== "" && Number(text) >= 0 && Number(text) <= 1 ? text : undefined);

/** readers turn texts into values; undefined says that a text cannot be read. */
const readers = {
  T: count,
  repeat: count,
  seed: (text) => (/^\d+$/.test(text) ? text : undefined),
  skip_last: (text) => ({true: true, false: false})[text],
  beta,
  t: count,
};

/** takes says in words what a reader takes. */
const takes = {T: "a whole number, as 100", repeat: "a whole number, as 5", seed: "a whole number, as 7",
  skip_last: "true or false", beta: "a number from 0 to 1", t: "a whole number, as 50"};

/**
 * state reads a fragment: {question, place, said}. said has a sentence for each key that is not known, and for each
 * text that cannot be read.
 */
export function state(fragment) {
  const question = {}, place = {}, said = [];
  for (const [key, text] of new URLSearchParams(fragment.replace(/^#/, ""))) {
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

/** whole adds to a question what its link leaves open. */
function whole(question) {
  const target = question.toy || question.target ? {} : {toy: first};
  return {...target, ...defaults, ...question};
}

/** fragment writes a state, so that state(fragment(s)) is s, in one order of the keys whoever made it. */
export function fragment({question, place}) {
  const all = new URLSearchParams();
  for (const key of [...questionKeys, ...placeKeys]) {
    const value = question[key] ?? place[key];
    if (value !== undefined && value !== "" && value !== false) all.set(key, String(value));
  }
  // colons, commas and semicolons are legal in a fragment, and links with them are easier to read
  return "#" + all.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3B", ";");
}

/** named writes a question in a line, and leaves out what is as usual. */
export function named({toy, target, kernel, bridge, schedule, T}) {
  const drawn = schedule.startsWith("curve:") ? "a schedule by hand" : schedule;
  return [target ? "painted" : toy, kernel, bridge === "geometric" ? "" : bridge, schedule === "linear" ? "" : drawn,
    `T = ${commas(T)}`].filter(Boolean).join(", ");
}
