/**
 * Place holds where the slider stands along the annealing: at a beta and, among levels of one beta, at a t. Both are
 * texts of the link; without them the slider stands at the end. Place sends "change". While it plays, it sends "glide"
 * too, as its share of the way lies between two levels.
 */
export class Place extends EventTarget {
  #values = {};
  #glide = null; // the share of the way while it plays

  constructor(values) {
    super();
    this.#values = {...values};
  }

  /** all returns {beta, t}, for the link. */
  all() {
    return {...this.#values};
  }

  /** replace sets other values. */
  replace({beta, t}) {
    const isSame = this.#values.beta === beta && this.#values.t === t;
    this.#values = {...(beta === undefined ? {} : {beta}), ...(t === undefined ? {} : {t})};
    if (!isSame) this.dispatchEvent(new Event("change"));
  }

  /** move puts the slider to a level. The last level leaves nothing in the link. */
  move(frame, isLast) {
    this.replace(isLast ? {} : {beta: String(frame.beta), t: String(frame.t)});
  }

  /** glide notes the share of the way from the first level to the last; null when it rests. */
  glide(share) {
    this.#glide = share;
    this.dispatchEvent(new Event("glide"));
  }

  /** glides tells if it goes from level to level, and does not rest. */
  get glides() {
    return this.#glide !== null;
  }

  /** share returns the share of the way. */
  share(frames) {
    return this.#glide ?? (frames[this.at(frames)].t - 1) / (frames.at(-1).t - 1 || 1);
  }

  /** at returns the index of the nearest frame. */
  at(frames) {
    const {beta, t} = this.#values;
    return beta === undefined ? frames.length - 1 : nearest(frames, Number(beta), t === undefined ? 0 : Number(t));
  }
}

/** nearest returns the index of the frame nearest to a beta, and among equals nearest to a t. */
export function nearest(frames, beta, t = 0) {
  const far = frames.map((frame) => [Math.abs(frame.beta - beta), Math.abs(frame.t - t)]);
  const isNearer = ([a, s], [b, u]) => a < b || (a === b && s < u);
  return far.reduce((best, of, i) => (isNearer(of, far[best]) ? i : best), 0);
}

const most = 101, least = 11, numbers = 40_000; // levels, and the probabilities of one distribution at all of them

/** framesOf returns the number of levels to ask for: fewer on a large grid, whose answer would be slow to send. */
export function framesOf({question: {target}, answers: {measure}}) {
  const known = measure ? measure.rows * measure.columns : 1;
  const cells = target ? target.split(/[,;]/).length : known;
  return Math.max(least, Math.min(most, Math.round(numbers / cells)));
}
