// A schedule that is drawn by hand: betas at equal steps, from 0 to 1, with straight lines between them. Its name in
// the catalogue of schedules is curve:0:0.2:0.7:1.

const digits = 4;

/** read returns the betas of curve:...; null if the text is none. */
export function read(schedule) {
  if (!schedule?.startsWith("curve:")) return null;
  const betas = schedule.split(":").slice(1).map(Number);
  const rising = betas.every((beta, i) => beta >= (betas[i - 1] ?? 0) && beta <= 1); // false of NaN
  return rising && betas.length >= 2 && betas[0] === 0 && betas.at(-1) === 1 ? betas : null;
}

/** write names the schedule that has these betas. */
export function write(betas) {
  return "curve:" + betas.map((beta) => String(Number(beta.toFixed(digits)))).join(":");
}

/** at is beta after a share s of the steps. */
export function at(betas, s) {
  const place = Math.min(Math.max(s, 0), 1) * (betas.length - 1);
  const i = Math.min(Math.floor(place), betas.length - 2);
  return betas[i] + (place - i) * (betas[i + 1] - betas[i]);
}

/** resampled has so many points of the same curve. */
export function resampled(betas, points) {
  return Array.from({length: points}, (_, i) => at(betas, i / (points - 1)));
}

/** moved puts point i at a beta. Its neighbours are pushed along, so that betas never fall. The ends stay. */
export function moved(betas, i, beta) {
  const to = Math.min(Math.max(beta, 0), 1);
  return betas.map((old, j) => {
    if (j === 0 || j === betas.length - 1) return old;
    return j < i ? Math.min(old, to) : j > i ? Math.max(old, to) : to;
  });
}

/**
 * slopes are the derivatives by the points of a curve, from those by each beta of a schedule: a point moves the betas
 * up to its neighbours, the less the farther they are.
 */
export function slopes(byBeta, points) {
  const all = new Array(points).fill(0), last = points - 1;
  byBeta.forEach((by, t) => {
    const place = t / (byBeta.length - 1) * last, i = Math.min(Math.floor(place), last - 1);
    all[i] += (1 - (place - i)) * by;
    all[i + 1] += (place - i) * by;
  });
  return all;
}

/**
 * ways say of each point by how much the value falls as its beta rises, and below 0 as it falls; 0 where it falls
 * neither way. A point that moves pushes those along that stand at its beta, as moved does, and 0 and 1 end its way.
 */
export function ways(slopes, betas) {
  const inside = (i) => i > 0 && i < betas.length - 1;
  const pushed = (i, by) => inside(i) ? slopes[i] + (betas[i + by] === betas[i] ? pushed(i + by, by) : 0) : 0;
  return betas.map((beta, i) => {
    const rising = beta < 1 ? -pushed(i, 1) : 0, falling = beta > 0 ? pushed(i, -1) : 0;
    return Math.max(rising, falling) <= 0 ? 0 : rising >= falling ? rising : -falling;
  });
}
