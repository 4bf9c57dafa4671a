// What two settings have in common. A part of the setting that is the same on both sides is changed on both sides,
// until a reader splits it. A part that differs is split by itself, and joining it gives the right side what the left
// one has.
import {listen} from "explorer/element.js";

/** groups are the parts of a setting: their names in sentences, and the keys of the question that each has. */
export const groups = {
  target: {name: "the target", keys: ["toy", "seed", "target"]},
  axes: {name: "the axes", keys: ["axes"]},
  kernel: {name: "the kernel", keys: ["kernel"]},
  program: {name: "the program", keys: ["program"]},
  bridge: {name: "the bridge", keys: ["bridge"]},
  initial: {name: "the start", keys: ["initial"]},
  schedule: {name: "the schedule", keys: ["schedule"]},
  skip_last: {name: "the last kernel", keys: ["skip_last"]},
  repeat: {name: "the steps a level", keys: ["repeat"]},
  T: {name: "the levels", keys: ["T"]},
};

/** unset has what a key means that a link leaves out. */
const unset = {repeat: 1};

const valueOf = (question, key) => question[key] === unset[key] ? undefined : question[key] || undefined;

/** isSame tells if two questions have the same in a group. */
export const isSame = (a, b, group) => groups[group].keys.every((key) => valueOf(a, key) === valueOf(b, key));

/**
 * Common follows both sides, and gives one what the other is set to in what they have in common. It tells "change" when
 * a reader splits or joins a group.
 */
export class Common extends EventTarget {
  #sides = [];
  #before = []; // the question of each side, as far as the other one has it
  #split = new Set();
  #stop = () => {};

  /** follow follows other sides: two, or one, which has nothing in common with anybody. */
  follow(sides) {
    this.#stop();
    this.#sides = sides;
    this.#before = sides.map(({question}) => question);
    if (sides.length < 2) this.#split.clear();
    const stops = sides.map((side, i) => listen([side], "question", ({detail}) => this.#changed(i, detail)));
    this.#stop = () => stops.forEach((stop) => stop());
  }

  /** isJoined tells if a group is the same on both sides, and changed on both. */
  isJoined(group) {
    const [a, b] = this.#sides;
    return Boolean(b) && !this.#split.has(group) && isSame(a.question, b.question, group);
  }

  /** split lets both sides have their own from now on. */
  split(group) {
    this.#split.add(group);
    this.dispatchEvent(new Event("change"));
  }

  /** join gives the right side what the left one has. */
  join(group) {
    const [a, b] = this.#sides;
    this.#split.delete(group);
    if (!isSame(a.question, b.question, group)) b.set(valuesOf(a.question, group));
    this.dispatchEvent(new Event("change"));
  }

  /** changed gives the other side what one was set to. A link or an undone act changes each side by itself. */
  #changed(i, detail) {
    const before = this.#before, now = this.#sides.map(({question}) => question);
    this.#before = now;
    if (detail === "another") this.#split.clear(); // what a link or an undone act makes equal is one again
    if (detail === "another" || now.length < 2) return;
    const given = Object.keys(groups).filter((group) => !this.#split.has(group) &&
      isSame(before[0], before[1], group) && !isSame(before[i], now[i], group));
    const changes = Object.assign({}, ...given.map((group) => valuesOf(now[i], group)));
    if (given.length > 0) this.#sides[1 - i].set(changes);
  }
}

const valuesOf = (question, group) => Object.fromEntries(groups[group].keys.map((key) => [key, question[key]]));
