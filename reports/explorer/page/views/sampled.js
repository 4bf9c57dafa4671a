// Monte Carlo beside what is exact: estimates that settle, final states that are counted, and single walkers.
import {lines, maps} from "charts/charts.js";
import {digits, number, sentence, whole} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {kept} from "explorer/state/ask.js";
import {names as called} from "explorer/state/names.js";
import {comparable, compared, drawn, finite, gridOf} from "explorer/views/chart.js";
import {say, table} from "explorer/views/controls.js";
import {part, pictured, watch} from "explorer/views/part.js";
import {framesOf, nearest} from "explorer/views/position.js";
import {besideOf, runner, seedOf} from "explorer/views/sampled/run.js";

export const dots = 12;

export const sampled = {
  id: "sampled",
  title: "Monte Carlo beside",
  about: "Estimates from random chains, beside the exact numbers. The chains run when you ask for them.",
  keys: ["beta", "t", "chains", "mc_seed", "run"],
  needs: {
    measure: () => ({}),
    levels: (page, side) => ({frames: framesOf(side)}),
    walk: (page, side) => ({frames: framesOf(side), walkers: dots, mc_seed: seedOf(page)}),
  },
  asks: ["sample"],
  beside: besideOf,
  mount(room, side, page, sides) {
    const run = runner(room, side, page);
    return [run, estimates(room, side, run), final(room, side, run, sides),
      walkers(room, side, page, sides)];
  },
  compare: both,
};

/** The estimates of one chart, all of them near log R. Others are in the table. */
const logKeys = ["e_log_w_fwd", "e_log_w_rev", "log_r_lower", "log_r_upper"];

/** estimates adds charts of the estimates, settling on the exact lines with the number of chains, and a table. */
function estimates(room, side, run) {
  const place = part(room, "Estimates", [], side);
  place.picture.classList.add("beside");
  const logs = drawn(place.picture, lines, {height: 300, name: "estimates"});
  const gap = drawn(place.picture, lines, {height: 300, name: "estimates-of-b"});
  const numbers = element("div", {class: "tabled"});
  place.node.append(numbers);
  const changed = watch();
  return {draw() {
    const last = run.history.at(-1), problem = side.problems.sample;
    place.node.classList.toggle("stale", run.old());
    place.picture.hidden = numbers.hidden = !last;
    place.show(() => say(place.words, problem ? sentence(problem.message) : estimatesWords(last, run)));
    if (!last || !changed(last)) return;
    const names = (keys) => last.estimates.filter(({key}) => keys.includes(key)).map(({name}) => name);
    logs(estimatesChart("Log weights", run.history, names(logKeys)));
    gap(estimatesChart("B", run.history, names(["B"])));
    numbers.replaceChildren(table(`After ${whole(last.chains)} chains in each direction`,
      ["number", "estimate", "95% interval", "exact", "off by"],
      last.estimates.map((one) => [one.name, digits(one.value), `${digits(one.low)} to ${digits(one.high)}`,
        digits(one.exact), off(one)])));
  }};
}

function estimatesChart(title, history, names) {
  const of = (name) => history.map((one) => [one.chains, one.estimates.find((e) => e.name === name)])
    .filter(([, estimate]) => estimate);
  return {
    title, about: `Estimates with their 95% intervals against the number of chains, beside the exact numbers: ` +
      `${names.join(", ")}.`,
    x: {label: "chains in each direction", log: true}, y: {label: "nats"},
    series: names.map((name, style) => ({name, style, dots: true,
      points: of(name).map(([n, {value}]) => [n, value]), bands: of(name).map(([n, {low, high}]) => [n, low, high])})),
    rules: names.map((name, style) => rule(of(name).at(-1)[1], style)).filter(Boolean),
  };
}

/** rule is the line of the exact number. Both bounds of log R are exactly log R, so one of them has it. */
function rule({key, exact}, style) {
  const y = number(exact);
  if (!Number.isFinite(y) || key === "log_r_upper") return null;
  return {name: "exact", y, style};
}

/** off is the distance of an estimate from the truth, in its standard errors. */
function off({value, low, high, exact}) {
  const error = (number(high) - number(low)) / 2 / 1.96;
  const z = (number(value) - number(exact)) / error;
  return Number.isFinite(z) ? `${z < 0 ? "−" : "+"}${Math.abs(z).toFixed(1)} SE` : "–";
}

function estimatesWords(last, run) {
  if (!last && kept) return "No chains had run when this page was saved.";
  if (!last) return run.on ? "The chains run." : "No chains have run yet. The button above runs them.";
  if (run.old()) return "The setting has changed since these chains ran. Run them again to see its own.";
  const holds = ({low, high, exact}) => number(low) <= number(exact) && number(exact) <= number(high);
  const known = last.estimates.filter(({exact}) => !Number.isNaN(number(exact)));
  const of = `${known.filter(holds).length} of ${known.length} intervals hold their exact numbers`;
  const none = "there are estimates, and no exact numbers to compare them with";
  const first = `After ${whole(last.chains)} chains in each direction ${known.length > 0 ? of : none}.`;
  return [first, ...(last.warnings ?? []).map(sentence)].join(" ");
}

const enough = 5; // chains to expect inside of a cell and outside, before the difference is judged by a normal law

/** final adds maps of the final states of the forward chains, counted, against their exact law q. */
function final(room, side, run, sides) {
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
    return {spec: comparable(finalMaps(last, measure), others.map((other) => finalMaps(other.sample, other.measure))),
      words: finalWords(last, standardised(last, measure.q))};
  });
}

function finalMaps(sample, measure) {
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

function finalWords({chains}, errors) {
  const judged = errors.filter((v) => v !== null);
  const few = `fewer than ${enough} chains inside or outside`;
  if (judged.length === 0) return `Of ${whole(chains)} chains every cell expects ${few}: no count can be judged.`;
  const wide = judged.filter((v) => Math.abs(v) > 1.96).length;
  const chance = 0.05 * judged.length, count = chance < 1 ? chance.toFixed(1) : Math.round(chance);
  const cells = `in ${wide} of ${judged.length} cells the count is more than 1.96 standard errors from q`;
  const rare = judged.length < errors.length ? ` Cells that expect ${few} are left out.` : "";
  return `After ${whole(chains)} chains, ${cells}; by chance alone it would be in about ${count}.${rare}`;
}

/** walkers adds a map of p at the beta of the slider, with single forward chains as dots. */
function walkers(room, side, page, sides) {
  return pictured(room, "Walkers", ["levels", "walk"], [side], maps, {columns: 1, name: "walkers"}, () => {
    const {levels, walk} = side.answers;
    const steps = walk.levels.map((t, i) => ({t, beta: walk.betas[i]}));
    const cells = walk.cells.map((at) => at[nearest(steps, page)]);
    if (cells.some((cell) => cell >= levels.frames[0].p.length)) return null; // the walk of this grid is on the way
    const others = compared(sides, side, "levels").map(({answers}) => walkersMap(answers.levels, page));
    return {spec: comparable(walkersMap(levels, page, cells), others), words: walkersWords(cells)};
  });
}

function walkersMap(levels, page, dots) {
  const {p} = levels.frames[nearest(levels.frames, page)];
  const map = {name: "p at this beta, and walkers", unit: "probability", values: finite(p), dots};
  return {about: "The law p at this beta, with a dot in each cell where a walker is.", ...gridOf(levels), maps: [map]};
}

function walkersWords(cells) {
  const counts = new Map();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const all = [...counts].sort(([a], [b]) => a - b).map(([cell, n]) => n > 1 ? `${cell} (${n} of them)` : String(cell));
  const where = `${all.length > 1 ? "cells" : "cell"} ${all.join(", ")}`;
  return `Each dot is a forward chain. The ${cells.length} chains are in ${where}.`;
}

/** both adds a table of the newest estimates of sides a and b. */
function both(room, a, b) {
  const place = part(room, "Estimates of both", [], a, b);
  const numbers = element("div", {});
  place.picture.append(numbers);
  return [{draw: () => place.show(() => {
    const of = [a, b].map((side) => side.answers.sample);
    place.picture.hidden = of.some((one) => !one);
    place.node.classList.toggle("stale", [a, b].some((side) => side.stale("sample")));
    if (place.picture.hidden) return say(place.words, "Chains have not run in both settings yet.");
    numbers.replaceChildren(beside(...of));
    say(place.words, "An interval is right if it holds the exact number of its own setting.");
  })}];
}

function beside(a, b) {
  const text = (one) => one ? `${digits(one.value)} (${digits(one.low)} to ${digits(one.high)})` : "–";
  const names = [...new Set([...a.estimates, ...b.estimates].map(({name}) => name))];
  return table("Estimates with 95% intervals, and the exact numbers",
    ["number", `${called[0]}, ${whole(a.chains)} chains`, "exact", `${called[1]}, ${whole(b.chains)} chains`, "exact"],
    names.map((name) => {
      const [left, right] = [a, b].map((one) => one.estimates.find((estimate) => estimate.name === name));
      return [name, text(left), digits(left?.exact), text(right), digits(right?.exact)];
    }));
}
