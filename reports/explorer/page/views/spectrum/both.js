// The gaps of two sides in one chart, and in words which kernel forgets sooner.
import {lines} from "charts/charts.js";
import {counted, number} from "explorer/digits.js";
import {pictured} from "explorer/views/part.js";
import {chart, worst} from "explorer/views/spectrum/speeds.js";

/** both adds to a room the gaps of sides a and b. */
export function both(room, a, b) {
  return pictured(room, "Gap of both", ["spectrum"], [a, b], lines, {height: 260, name: "gap-of-both"}, () => {
    const of = [["setting A", a], ["setting B", b]].map(([name, side]) => ({name, at: side.answers.spectrum.at}));
    const slow = of.map(({at}) => worst(at));
    if (!slow.every((one) => one && number(one.gap) > 0)) {
      return "The gaps are not known in both settings, so they cannot be compared.";
    }
    return {spec: chart(of, "gap", "gap"), words: words(...slow)};
  });
}

function words(a, b) {
  const times = [a, b].map((one) => number(one.relaxation));
  if (!times.every(Number.isFinite)) return "A chain that never forgets has no relaxation time to compare.";
  if (Math.abs(times[0] - times[1]) < 1e-9 * times[0]) return "At their worst betas both forget equally fast.";
  const [fast, slow] = times[0] < times[1] ? ["A", "B"] : ["B", "A"];
  const ratio = counted(Math.max(...times) / Math.min(...times));
  return `At its worst beta setting ${slow} has ${ratio} times the relaxation time of setting ${fast} at its own.`;
}
