// A setting is its question, and the newest answer of every kind that somebody on the screen needs.
//
// Events: "question" when the question changes, "waiting" when a kind of answer is asked for, and "answer" when an
// answer or a problem comes. The detail of the last two is the kind.
//
// What is shown never goes back. Of each kind one question is under way, the newest, and no answer to another one is
// taken. Answers that may take long wait for their turn (turns.js).
import {listen} from "explorer/element.js";
import {ask, kept, lines, server} from "explorer/state/ask.js";
import {turn} from "explorer/state/turns.js";

/** Whoever paints wants to see these at once. One question is under way; the next one is the newest at its end. */
const live = new Set(["measure"]);

/** Kinds whose answers come as lines, each newer than the one before. */
const streamed = new Set(["schedules"]);

const rest = 200; // milliseconds without a change, before other kinds are asked for
const stuck = 5000; // milliseconds, after which a live question makes room for a newer one

export class Setting extends EventTarget {
  #needs = new Map(); // kind -> list of functions to what is asked beside the question
  #runs = new Map(); // kind -> {controller, version, started}
  #timers = new Map();
  #shown = new Map(); // kind -> version of the answer
  #version = 0;

  constructor(question) {
    super();
    Object.assign(this, {question, answers: {}, problems: {}, waiting: new Set()});
    server.addEventListener("back", () => this.#all(0));
  }

  /** set changes the question. Keys that are undefined go back to their defaults. A saved page stays as it is. */
  set(changes, detail) {
    const all = Object.entries({...this.question, ...(kept ? {} : changes)}).filter(([, value]) => value !== undefined);
    this.question = Object.fromEntries(all);
    this.#version++;
    this.dispatchEvent(new CustomEvent("question", {detail}));
    this.#all(rest);
  }

  /**
   * become changes the question to another one, and tells so: the detail is "another". What that leaves open goes back
   * to its default.
   */
  become(question) {
    const nothing = Object.fromEntries(Object.keys(this.question).map((key) => [key, undefined]));
    this.set({...nothing, ...question}, "another");
  }

  /** need asks for a kind of answer now, and whenever the question changes. beside returns what is asked beside it. */
  need(kind, beside = () => ({})) {
    this.#needs.set(kind, [...(this.#needs.get(kind) ?? []), beside]);
    this.#plan(kind, 0);
  }

  /** drop takes one need of a kind back. */
  drop(kind, beside) {
    const left = (this.#needs.get(kind) ?? []).filter((one) => one !== beside);
    if (left.length > 0) this.#needs.set(kind, left);
    else {
      this.#stop(kind);
      this.#needs.delete(kind);
    }
  }

  /** again asks for a kind anew: what is asked beside the question has changed. */
  again(kind) {
    if (this.#shown.has(kind)) this.#shown.set(kind, -1);
    if (this.#needs.has(kind)) this.#plan(kind, 0);
  }

  /** stale says whether what is shown of a kind belongs to an older question. */
  stale(kind) {
    return this.#shown.has(kind) && this.#shown.get(kind) !== this.#version;
  }

  #all(wait) {
    for (const kind of this.#needs.keys()) this.#plan(kind, wait);
  }

  #plan(kind, wait) {
    const run = this.#runs.get(kind);
    this.waiting.add(kind);
    this.#tell("waiting", kind);
    if (live.has(kind) && run && performance.now() - run.started < stuck) return; // its end asks anew
    this.#stop(kind);
    this.waiting.add(kind);
    if (live.has(kind)) this.#ask(kind);
    else this.#timers.set(kind, setTimeout(() => this.#ask(kind), wait));
  }

  #stop(kind) {
    clearTimeout(this.#timers.get(kind));
    this.#runs.get(kind)?.controller.abort();
    this.#runs.delete(kind);
    this.waiting.delete(kind);
  }

  async #ask(kind) {
    const run = {controller: new AbortController(), version: this.#version, started: performance.now()};
    this.#runs.set(kind, run);
    try {
      for await (const answer of this.#answers(kind, run.controller.signal)) this.#take(kind, run, answer, null);
    } catch (problem) {
      if (problem.name !== "AbortError") this.#take(kind, run, undefined, problem);
    }
    if (this.#runs.get(kind) !== run) return;
    this.#runs.delete(kind);
    if (live.has(kind) && run.version !== this.#version && this.#needs.has(kind)) {
      this.#ask(kind);
      return;
    }
    this.waiting.delete(kind);
    this.#tell("answer", kind);
  }

  async *#answers(kind, signal) {
    const body = {...this.question, ...together(this.#needs.get(kind).map((beside) => beside()))};
    if (kept) {
      if (kept.answers[kind]) yield kept.answers[kind];
      return;
    }
    const end = live.has(kind) ? () => {} : await turn(signal);
    try {
      if (streamed.has(kind)) yield* lines(kind, body, signal);
      else yield await ask(kind, body, signal);
    } finally {
      end();
    }
  }

  #take(kind, run, answer, problem) {
    if (this.#runs.get(kind) !== run) return; // a newer question is under way
    if (answer !== undefined) {
      this.answers[kind] = answer;
      this.#shown.set(kind, run.version);
    }
    this.problems[kind] = problem;
    this.#tell("answer", kind);
  }

  #tell(event, kind) {
    this.dispatchEvent(new CustomEvent(event, {detail: kind}));
  }
}

/** tells says whether a setting has a problem's sentence already, as that of a refused question. */
export const tells = ({problems: {measure, draw}}, {message}) => [measure, draw].some((one) => one?.message === message);

/**
 * needing asks for answers until the function that it returns is called: now, whenever the question changes, and when a
 * value of the page changes what is asked beside one. needs has of each kind a function to that, of page and setting.
 */
export function needing(setting, needs, page) {
  const all = Object.entries(needs).map(([kind, of]) => ({kind, beside: () => of(page, setting)}));
  const text = () => all.map(({beside}) => JSON.stringify(beside()));
  let before = text();
  const stop = listen([page], "change", () => {
    const now = text();
    all.forEach(({kind}, i) => now[i] !== before[i] && setting.again(kind));
    before = now;
  });
  for (const {kind, beside} of all) setting.need(kind, beside);
  return () => {
    stop();
    for (const {kind, beside} of all) setting.drop(kind, beside);
  };
}

/** together joins what several ask beside one question: lists are united, and of other values the last one holds. */
function together(asked) {
  const all = {};
  for (const [key, value] of asked.flatMap(Object.entries)) {
    all[key] = Array.isArray(value) ? [...new Set([...(all[key] ?? []), ...value])] : value;
  }
  return all;
}
