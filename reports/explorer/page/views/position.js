// The place of the slider along the annealing. It is a beta that all views share. Among levels that
// stand at one beta, t says which is meant. Both are part of the link.

const most = 101, least = 11, numbers = 40_000; // levels, and the probabilities of one law at all of them

/** framesOf is the number of levels to ask for: fewer on a large grid, whose answer would be slow to send. */
export function framesOf(setting) {
  const {target} = setting.question, {measure} = setting.answers;
  const cells = target ? target.split(/[,;]/).length : measure ? measure.rows * measure.columns : 1;
  return Math.max(least, Math.min(most, Math.round(numbers / cells)));
}

/** here is the place: {beta, t}. It is the end if nobody has moved the slider. */
export function here(page) {
  const beta = Number(page.get("beta") ?? 1), unmoved = page.get("beta") === undefined;
  const t = Number(page.get("t") ?? (unmoved ? 1e9 : 0)); // the last of all
  return {beta: beta >= 0 && beta <= 1 ? beta : 1, t};
}

/** atBeta is a place that no page has: a slider that stands at a beta. */
export const atBeta = (beta) => ({get: (key) => key === "beta" ? beta : undefined});

/** nearest is the index of the level that is nearest to the place. Items have a beta, and a t if they are levels. */
export function nearest(items, page) {
  const {beta, t} = here(page);
  const far = items.map((item) => [Math.abs(item.beta - beta), Math.abs((item.t ?? 0) - t)]);
  const nearer = ([a, s], [b, u]) => a < b || (a === b && s < u);
  return far.reduce((best, of, i) => nearer(of, far[best]) ? i : best, 0);
}

/** move puts the slider to a level. */
export function move(page, {beta, t}) {
  if (t !== undefined) page.set("t", t);
  page.set("beta", beta);
}
