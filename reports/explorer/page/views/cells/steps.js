// What the steps of an annealing add to B, along beta, and which of them add the most.
import {betaText, digits, number, percent} from "explorer/digits.js";
import {shortest} from "explorer/views/where.js";

/** read is the steps of an answer as numbers. */
export function read(exact) {
  return {steps: (exact.steps ?? []).map(number), betas: (exact.betas ?? []).map(number)};
}

/** binned shares what the steps add to B among equal pieces of beta. */
export function binned({steps, betas}, count) {
  const bins = new Array(count).fill(0);
  const bin = (beta) => Math.min(count - 1, Math.floor(beta * count + 1e-9));
  steps.forEach((step, i) => {
    const [low, high] = [betas[i], betas[i + 1]];
    const first = bin(low), last = Math.max(first, Math.min(count - 1, Math.ceil(high * count - 1e-9) - 1));
    if (high - low < 1e-12 || first === last) {
      bins[first] += step;
      return;
    }
    for (let k = first; k <= last; k++) {
      const within = Math.min(high, (k + 1) / count) - Math.max(low, k / count);
      bins[k] += step * within / (high - low);
    }
  });
  return bins;
}

/** stepsWords say which steps add half of B; nothing if there are none, or B is not a finite number above 0. */
export function stepsWords(exact) {
  const {steps, betas} = read(exact), half = shortest(steps, betas);
  if (!half) return "";
  if (steps.length === 1) return `There is one step, and it adds all of B: ${digits(half.whole)} nats.`;
  const share = `${percent(half.part / half.whole)} of B (${digits(half.part)} of ${digits(half.whole)} nats)`;
  return `${share} comes from ${half.to - half.from} of the ${steps.length} steps, between beta = ` +
    `${betaText(betas[half.from])} and ${betaText(betas[half.to])}.`;
}
