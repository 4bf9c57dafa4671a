// What runs say beside what is exact: estimates that settle, and final states that are counted. Of two settings B and
// the errors of the counts stand on common axes, and all estimates in one table.
import {lines, maps} from "charts/charts.js";
import {digits, number, sentence, whole} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {kept} from "explorer/state/ask.js";
import {nameOf} from "explorer/state/names.js";
import {drawn, finite, gridOf, styled, together} from "explorer/views/chart.js";
import {say, table} from "explorer/views/controls.js";
import {each, part, pictured, watch} from "explorer/views/part.js";
import {besideOf, runner} from "explorer/views/sampled/run.js";

export const sampled = {
  id: "sampled",
  title: "Random runs",
  about: "What random runs say of J and B, beside the exact numbers. The chains run when you ask for them.",
  keys: ["chains", "mc_seed", "run"],
  needs: {measure: () => ({})},
  asks: ["sample"],
  beside: besideOf,
  mount(room, sides, page) {
    const runs = runner(room, sides, page);
    const estimated = sides.length > 1 ? ofTwo(room, sides, runs) : ofOne(room, sides[0], runs.of(sides[0]));
    return [runs, estimated, final(room, sides, runs)];
  },
};

/** The estimates of one chart, all of them near log R. Others are in the table. */
const logKeys = ["e_log_w_fwd", "e_log_w_rev", "log_r_lower", "log_r_upper"];

/** ofOne adds charts of the estimates, settling on the exact lines with the number of chains, and a table. */
function ofOne(room, side, run) {
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
    const curves = (all) => all.map((name, style) => ({name, style, history: run.history, estimate: name}));
    logs(chartOf("Log weights", curves(names(logKeys))));
    gap(chartOf("B", curves(names(["B"]))));
    numbers.replaceChildren(table(`After ${whole(last.chains)} chains in each direction`,
      ["number", "estimate", "95% interval", "exact", "off by"],
      last.estimates.map((one) => [one.name, digits(one.value), `${digits(one.low)} to ${digits(one.high)}`,
        digits(one.exact), off(one)])));
  }};
}

/** chartOf is a chart of curves {name, style, history, estimate} with their intervals and the exact numbers. */
function chartOf(title, curves) {
  const points = ({history, estimate}) => history
    .map((one) => [one.chains, one.estimates.find(({name}) => name === estimate)]).filter(([, found]) => found);
  return {
    title, about: "Estimates with their 95% intervals against the number of chains, beside the exact numbers: " +
      `${curves.map(({name}) => name).join(", ")}.`,
    x: {label: "chains in each direction", log: true}, y: {label: "nats"},
    series: curves.map((curve) => ({name: curve.name, style: curve.style, dots: true,
      points: points(curve).map(([n, {value}]) => [n, value]),
      bands: points(curve).map(([n, {low, high}]) => [n, low, high])})),
    rules: curves.map((curve) => rule(points(curve).at(-1)?.[1], curve.style)).filter(Boolean),
  };
}

/** rule is the line of the exact number. Both bounds of log R are exactly log R, so one of them has it. */
function rule(estimate, style) {
  const y = number(estimate?.exact);
  if (!Number.isFinite(y) || estimate.key === "log_r_upper") return null;
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

/** ofTwo adds a chart of B of both settings, and a table of all their estimates. */
function ofTwo(room, sides, runs) {
  const place = part(room, "Estimates", [], ...sides);
  const show = drawn(place.picture, lines, {height: 300, name: "estimates-of-both"});
  const numbers = element("div", {class: "tabled"}), changed = watch();
  place.node.append(numbers);
  return {draw() {
    const some = sides.filter((side) => runs.of(side).history.length > 0);
    place.node.classList.toggle("stale", sides.some((side) => runs.of(side).old()));
    place.picture.hidden = numbers.hidden = some.length === 0;
    const saidOf = (side) => side.problems.sample ? sentence(side.problems.sample.message)
      : estimatesWords(runs.of(side).history.at(-1), runs.of(side));
    place.show(() => say(place.words, each(sides, saidOf)));
    const lasts = some.map((side) => runs.of(side).history.at(-1));
    if (some.length === 0 || !changed(...lasts)) return;
    show(chartOf("B", some.map((side, i) => ({...styled(side), history: runs.of(side).history,
      estimate: lasts[i].estimates.find(({key}) => key === "B")?.name}))));
    numbers.replaceChildren(tableOf(some, lasts));
  }};
}

/** tableOf has the estimates of settings, with their intervals, beside the exact numbers. */
function tableOf(sides, lasts) {
  const text = (one) => one ? `${digits(one.value)} (${digits(one.low)} to ${digits(one.high)})` : "–";
  const names = [...new Set(lasts.flatMap(({estimates}) => estimates.map(({name}) => name)))];
  const head = sides.flatMap((side, i) => [`${nameOf(side)}, ${whole(lasts[i].chains)} chains`, "exact"]);
  return table("Estimates with 95% intervals, and the exact numbers.", ["number", ...head],
    names.map((name) => [name, ...lasts.flatMap(({estimates}) => {
      const one = estimates.find((estimate) => estimate.name === name);
      return [text(one), digits(one?.exact)];
    })]));
}

const enough = 5; // chains to expect inside of a cell and outside, before the difference is judged by a normal law

/** final adds maps of the final states of the forward chains, counted, against their exact law q. */
function final(room, sides, runs) {
  const title = "Final states against the exact q", changed = watch(), isAlone = sides.length === 1;
  const lastOf = (side) => runs.of(side).history.at(-1), isOld = (side) => runs.of(side).old();
  return pictured(room, title, ["measure"], sides, maps, {columns: 3, name: "final-states"}, (place, known) => {
    place.node.classList.toggle("stale", sides.some(isOld));
    const ran = known.filter(lastOf);
    if (ran.length === 0) return "No chains have run yet.";
    const some = ran.filter((side) => lastOf(side).counts.length === side.answers.measure.q.length);
    if (some.length === 0) return "These chains ran on another grid.";
    place.picture.hidden = false;
    if (some.some(isOld) || !changed(...some.flatMap((side) => [lastOf(side), side.answers.measure]))) return null;
    return {words: each(some, (side) => finalWords(lastOf(side), standardised(lastOf(side), side.answers.measure.q))),
      specs: together(some, ({answers}) => answers.measure,
        (side) => finalMaps(lastOf(side), side.answers.measure, isAlone))};
  });
}

/** finalMaps are those of one setting; beside another one, the difference alone. */
function finalMaps(sample, measure, isAlone) {
  const counted = [
    {name: "counted", unit: "probability", scale: "law", values: sample.counts.map((n) => n / sample.chains)},
    {name: "exact q", unit: "probability", scale: "law", values: finite(measure.q)}];
  return {
    about: "The share of forward chains that ended in each cell, the exact law q of their last state, and the " +
      "difference in standard errors.",
    ...gridOf(measure), maps: [...(isAlone ? counted : []),
      {name: "difference", unit: "standard errors", signed: true, values: standardised(sample, measure.q)}],
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
