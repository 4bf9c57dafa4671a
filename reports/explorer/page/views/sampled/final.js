// The final states of the forward chains, counted, against their exact law q.
import {maps} from "charts/charts.js";
import {number, whole} from "explorer/digits.js";
import {comparable, compared, finite, gridOf} from "explorer/views/chart.js";
import {pictured, watch} from "explorer/views/part.js";

const enough = 5; // chains to expect inside of a cell and outside, before the difference is judged by a normal law

/** final adds the maps to a room. */
export function final(room, side, run, sides) {
  const title = "Final states against the exact q", changed = watch();
  return pictured(room, title, ["measure"], [side], maps, {columns: 3, name: "final-states"}, (place) => {
    const last = run.history.at(-1), {measure} = side.answers;
    place.node.classList.toggle("stale", run.old());
    if (!last) return "No chains have run yet.";
    if (last.counts.length !== measure.q.length) return "These chains ran on another grid.";
    const others = compared(sides, side, "measure").map(({answers}) => answers)
      .filter((other) => other.sample?.counts.length === other.measure.q.length);
    place.picture.hidden = false;
    if (run.old() || !changed(last, measure, ...others.flatMap((other) => [other.sample, other.measure]))) return null;
    return {spec: comparable(specOf(last, measure), others.map((other) => specOf(other.sample, other.measure))),
      words: words(last, standardised(last, measure.q))};
  });
}

function specOf(sample, measure) {
  return {
    about: "The share of forward chains that ended in each cell, the exact law q of their last state, and the " +
      "difference in standard errors.",
    ...gridOf(measure), maps: [
      {name: "counted", unit: "probability", scale: "law", values: sample.counts.map((n) => n / sample.chains)},
      {name: "exact q", unit: "probability", scale: "law", values: finite(measure.q)},
      {name: "difference", unit: "standard errors", signed: true, values: standardised(sample, measure.q)},
    ],
  };
}

/** standardised is (counts - N q)/sqrt(N q (1 - q)); null if too few are expected inside or outside. */
function standardised({counts, chains}, q) {
  return counts.map((n, cell) => {
    const share = number(q[cell]), expected = chains * share;
    return Math.min(expected, chains - expected) >= enough ? (n - expected) / Math.sqrt(expected * (1 - share)) : null;
  });
}

function words({chains}, errors) {
  const judged = errors.filter((v) => v !== null);
  const few = `fewer than ${enough} chains inside or outside`;
  if (judged.length === 0) return `Of ${whole(chains)} chains every cell expects ${few}: no count can be judged.`;
  const wide = judged.filter((v) => Math.abs(v) > 1.96).length;
  const chance = 0.05 * judged.length, count = chance < 1 ? chance.toFixed(1) : Math.round(chance);
  const cells = `in ${wide} of ${judged.length} cells the count is more than 1.96 standard errors from q`;
  const rare = judged.length < errors.length ? ` Cells that expect ${few} are left out.` : "";
  return `After ${whole(chains)} chains, ${cells}; by chance alone it would be in about ${count}.${rare}`;
}
