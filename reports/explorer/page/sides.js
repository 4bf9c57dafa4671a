// A side is one setting, A or B: its question, and the newest answer of every kind that somebody on the screen needs.
//
// Events: "question" when the question changes, "answer" when an answer or a problem comes (detail: the kind), "waiting"
// when a kind is asked for. An answer belongs to the question that is shown, or is dropped: set cancels what is under way.
import {ask, kept, lines} from "explorer/ask";

/** Kinds are asked for in this order. The first answers every stroke; the others wait until the hand rests. */
const rest = {measure: 0, exact: 30};
const later = 200; // milliseconds, of all other kinds

/** Kinds whose answers come as lines, each newer than the one before. */
const streamed = new Set(["sample", "curve", "schedules"]);

export class Side extends EventTarget {
  #needs = new Map(); // kind -> function of nothing to what is asked beside the question
  #runs = new Map(); // kind -> AbortController of the question that is under way
  #timers = new Map();

  constructor(name, question) {
    super();
    Object.assign(this, {name, question, answers: {}, problems: {}, waiting: new Set()});
  }

  /** set changes the question. Keys that are undefined go back to their defaults. */
  set(changes) {
    this.question = Object.fromEntries(Object.entries({...this.question, ...changes}).filter(([, v]) => v !== undefined));
    this.dispatchEvent(new Event("question"));
    for (const kind of this.#needs.keys()) this.#plan(kind);
  }

  /** need asks for a kind of answer now, and whenever the question changes. beside returns what is asked beside it. */
  need(kind, beside = () => ({})) {
    this.#needs.set(kind, beside);
    this.#plan(kind, 0);
  }

  /** drop needs a kind no more. */
  drop(kind) {
    this.#stop(kind);
    this.#needs.delete(kind);
  }

  /** again asks for a kind anew: what is asked beside the question has changed. */
  again(kind) {
    if (this.#needs.has(kind)) this.#plan(kind, 0);
  }

  #stop(kind) {
    clearTimeout(this.#timers.get(kind));
    this.#runs.get(kind)?.abort();
    this.#runs.delete(kind);
    this.waiting.delete(kind);
  }

  #plan(kind, wait = rest[kind] ?? later) {
    this.#stop(kind);
    this.waiting.add(kind);
    this.#tell("waiting", kind);
    this.#timers.set(kind, setTimeout(() => this.#ask(kind), wait));
  }

  async #ask(kind) {
    const run = new AbortController();
    this.#runs.set(kind, run);
    const take = (answer, problem) => {
      if (this.#runs.get(kind) !== run) return false; // a newer question is under way
      if (answer) this.answers[kind] = answer;
      this.problems[kind] = problem;
      this.#tell("answer", kind);
      return true;
    };
    try {
      if (kept) take(kept[this.name]?.[kind]);
      else if (streamed.has(kind)) {
        for await (const answer of lines(kind, this.#body(kind), run.signal)) if (!take(answer)) return;
      } else take(await ask(kind, this.#body(kind), run.signal));
    } catch (error) {
      if (error.name !== "AbortError") take(null, error);
    }
    if (this.#runs.get(kind) === run) {
      this.waiting.delete(kind);
      this.#tell("answer", kind);
    }
  }

  #body(kind) {
    return {...this.question, ...this.#needs.get(kind)()};
  }

  #tell(event, kind) {
    this.dispatchEvent(new CustomEvent(event, {detail: kind}));
  }
}
