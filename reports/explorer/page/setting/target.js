// The target of a setting, as cells to show and to paint: those of the link, of a toy that the server draws, or of a file.
import {number} from "explorer/digits.js";
import * as cells from "explorer/setting/cells.js";
import {ask, kept, server} from "explorer/state/ask.js";

/**
 * Target follows the question of a setting. shown is {rows, columns, cells, paintable}; null until it is known. It
 * tells "change".
 */
export class Target extends EventTarget {
  #setting;
  #source; // what shown was made of
  #run;

  constructor(setting) {
    super();
    this.#setting = setting;
    this.shown = null;
    setting.addEventListener("question", () => this.#follow());
    server.addEventListener("back", () => this.#follow());
    queueMicrotask(() => this.#follow()); // who made it listens first
  }

  /** paint sets cells of the target. A toy becomes a painted target of its axes; if it is turned, they change places. */
  paint(painted, isTurned) {
    if (kept) return;
    const text = cells.write(painted), {question, answers} = this.#setting;
    const axes = question.axes ?? (question.target ? undefined : answers.draw?.kinds);
    this.#source = source({target: text});
    this.#show({...painted, paintable: true});
    this.#set(text, isTurned ? axes?.split(",").reverse().join() : axes);
  }

  /** load shows a target that was read from a file. */
  load(drawn) {
    if (!drawn.target) throw new Error(`${drawn.name} has ${drawn.axes.length} axes: a page can hold one or two. `
      + "breadboard exact --target takes them all.");
    this.#set(drawn.target, this.#setting.question.axes);
  }

  /** A painted target is no model: what only models have goes back to its default. */
  #set(target, axes) {
    const {bridge, initial} = this.#setting.question;
    this.#setting.set({target, axes, toy: undefined, seed: undefined,
      bridge: bridge === "observations" ? "geometric" : bridge, initial: initial === "prior" ? undefined : initial});
  }

  async #follow() {
    const question = this.#setting.question, from = source(question);
    if (from === this.#source) return;
    this.#source = from;
    this.#run?.abort();
    const run = this.#run = new AbortController();
    try {
      await null; // whoever made this target listens by then
      const shown = question.target ? {...cells.read(question.target), paintable: true}
        : await this.#draw(question, run.signal);
      if (this.#run === run) this.#tell(shown, null);
    } catch (problem) {
      if (problem.status === 0) this.#source = undefined; // asked again when the server is back
      if (this.#run === run && problem.name !== "AbortError") this.#tell(null, problem);
    }
  }

  async #draw({toy, seed}, signal) {
    const drawn = kept ? kept.answers.draw : await ask("draw", {toy, seed}, signal);
    this.#setting.answers.draw = drawn;
    if (drawn.target) return {...cells.read(drawn.target), paintable: true};
    const value = (v, i) => (drawn.walls?.[i] ? null : number(v));
    return {rows: drawn.rows, columns: drawn.columns, cells: drawn.log_f.map(value), paintable: false};
  }

  #tell(shown, problem) {
    const field = this.#setting.question.target ? "target" : "toy";
    this.#setting.problems.draw = problem && Object.assign(problem, {field: problem.field ?? field});
    this.#setting.dispatchEvent(new CustomEvent("answer", {detail: "draw"}));
    if (shown) this.#show(shown);
  }

  #show(shown) {
    this.shown = shown;
    this.dispatchEvent(new Event("change"));
  }
}

const source = ({target, toy, seed}) => JSON.stringify(target ? {target} : {toy, seed});
