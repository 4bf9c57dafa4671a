// A schedule by hand has betas at equal steps, from 0 to 1, with straight lines between them. Its name in the
// catalogue of schedules is curve:0:0.2:0.7:1.

const digits = 4;

/** read returns the betas of curve:...; null of any other text. */
export function read(schedule) {
  if (!schedule?.startsWith("curve:")) return null;
  const betas = schedule.split(":").slice(1).map(Number);
  const rising = betas.every((beta, i) => beta >= (betas[i - 1] ?? 0) && beta <= 1); // false of NaN
  return rising && betas.length >= 2 && betas[0] === 0 && betas.at(-1) === 1 ? betas : null;
}

/** write returns the name of the schedule with these betas. */
export function write(betas) {
  return "curve:" + betas.map((beta) => String(Number(beta.toFixed(digits)))).join(":");
}

/** at returns beta after a share s of the steps. */
export function at(betas, s) {
  const place = Math.min(Math.max(s, 0), 1) * (betas.length - 1);
  const i = Math.min(Math.floor(place), betas.length - 2);
  return betas[i] + (place - i) * (betas[i + 1] - betas[i]);
}

/** resampled returns the betas of the same curve at another number of points. */
export function resampled(betas, points) {
  return Array.from({length: points}, (_, i) => at(betas, i / (points - 1)));
}

/** moved puts point i at a beta, and pushes its neighbours along, so that betas never fall. The ends stay. */
export function moved(betas, i, beta) {
  const to = Math.min(Math.max(beta, 0), 1);
  return betas.map((old, j) => {
    if (j === 0 || j === betas.length - 1) return old;
    return j < i ? Math.min(old, to) : j > i ? Math.max(old, to) : to;
  });
}
