/**
 * Shared holds what a link tells beside the question, such as the view and the beta
 * of the slider. Values are texts. It tells "change", with the key as detail.
 */
export class Shared extends EventTarget {
  #values;

  constructor(values) {
    super();
    this.#values = {...values};
  }

  /** get returns the text of a key, or undefined. */
  get(key) {
    return this.#values[key];
  }

  /** set changes a key. undefined leaves it out of the link. */
  set(key, value) {
    const text = value === undefined || value === null ? undefined : String(value);
    if (text === this.#values[key]) return;
    if (text === undefined) delete this.#values[key];
    else this.#values[key] = text;
    this.dispatchEvent(new CustomEvent("change", {detail: key}));
  }

  /** all returns all values, for the link. */
  all() {
    return {...this.#values};
  }

  /** replace sets these values, and leaves out all others. */
  replace(values) {
    for (const key of new Set([...Object.keys(this.#values), ...Object.keys(values)])) this.set(key, values[key]);
  }
}
