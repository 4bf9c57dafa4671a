// A setting holds its question, and the newest answer of every kind that the page shows.
//
// The page never goes back to an older answer: of each kind only the newest question is under way, and only its answer
// is taken. J and B follow a stroke at once; other kinds wait until the hand rests.
import {ask, server} from "./ask.js";

const live = "measure"; // follows a stroke at once: where an answer comes, the newest question is asked
const rest = 200; // milliseconds without a change, before other kinds are asked for
const stuck = 5000; // milliseconds, after which a live question makes room for a newer one

/**
 * Setting sends "question" when the question changes, "answer" when an answer or a problem comes, with its kind as
 * detail, "progress" with the kind and the share that is done of a slow one, and "wait" and "rest" when the wait for a
 * kind begins and ends. Its answers, problems and waiting are by kind.
 */
export class Setting extends EventTarget {
  #beside = new Map(); // kind -> function that returns more keys of its question
  #runs = new Map(); // kind -> {controller, version, started}
  #timers = new Map();
  #shown = new Map(); // kind -> version of the answer
  #version = 0;

  constructor(question) {
    super();
    Object.assign(this, {question, answers: {}, problems: {}, waiting: new Set()});
    server.addEventListener("back", () => this.#all(0));
  }

  /** set changes keys of the question. A key that is undefined goes back to its default. */
  set(changes) {
    const all = Object.entries({...this.question, ...changes}).filter(([, value]) => value !== undefined);
    this.become(Object.fromEntries(all));
  }

  /** become replaces the question. */
  become(question) {
    this.question = question;
    this.#version++;
    this.#all(rest);
    this.dispatchEvent(new Event("question"));
  }

  /** need asks for a kind of answer now, and whenever the question changes. beside returns more keys to ask with. */
  need(kind, beside = () => ({})) {
    this.#beside.set(kind, beside);
    this.#plan(kind, 0);
  }

  /** giveUp stops to wait for what is asked. */
  giveUp() {
    for (const [kind, {controller}] of this.#runs) {
      clearTimeout(this.#timers.get(kind));
      controller.abort();
    }
    this.#runs.clear();
    this.waiting.clear();
  }

  /** stale tells if the answer on the screen belongs to an older question. */
  stale(kind) {
    return this.#shown.has(kind) && this.#shown.get(kind) !== this.#version;
  }

  #all(wait) {
    for (const kind of this.#beside.keys()) this.#plan(kind, wait);
  }

  #plan(kind, wait) {
    const run = this.#runs.get(kind);
    if (!this.waiting.has(kind)) {
      this.waiting.add(kind);
      this.dispatchEvent(new Event("wait"));
    }
    if (kind === live && run && performance.now() - run.started < stuck) return; // its end asks anew
    clearTimeout(this.#timers.get(kind));
    run?.controller.abort();
    this.#runs.delete(kind);
    if (kind === live) this.#ask(kind);
    else this.#timers.set(kind, setTimeout(() => this.#ask(kind), wait));
  }

  async #ask(kind) {
    const run = {controller: new AbortController(), version: this.#version, started: performance.now()};
    this.#runs.set(kind, run);
    try {
      const body = {...this.question, ...this.#beside.get(kind)()};
      this.#take(kind, run, await ask(kind, body, run.controller.signal, false,
        (share) => this.dispatchEvent(new CustomEvent("progress", {detail: {kind, share}}))), null);
    } catch (problem) {
      if (problem.name !== "AbortError") this.#take(kind, run, undefined, problem);
    }
    if (this.#runs.get(kind) !== run) return;
    this.#runs.delete(kind);
    if (run.version !== this.#version && kind === live) {
      this.#ask(kind);
      return;
    }
    this.waiting.delete(kind);
    this.dispatchEvent(new Event("rest"));
  }

  #take(kind, run, answer, problem) {
    if (this.#runs.get(kind) !== run) return; // a newer question is under way
    if (answer !== undefined) {
      this.answers[kind] = answer;
      this.#shown.set(kind, run.version);
    }
    this.problems[kind] = problem;
    this.dispatchEvent(new CustomEvent("answer", {detail: kind}));
  }
}

/** curvesOf returns J_t and B_t by level, from the first: {J, B}; null where they do not belong to the frames. */
export function curvesOf({answers: {exact, levels}}) {
  if (!exact?.j_t || (levels && levels.frames.at(-1).t !== exact.j_t.length)) return null;
  return {J: exact.j_t, B: exact.b_t};
}

/** frameOf returns the level at a place; null if it is the last one, whose distributions measure has, or not known. */
export function frameOf({answers: {levels, measure}}, place) {
  if (!levels || !measure || String(levels.axes) !== String(measure.axes)) return null;
  const i = place.at(levels.frames);
  return i === levels.frames.length - 1 ? null : levels.frames[i];
}
