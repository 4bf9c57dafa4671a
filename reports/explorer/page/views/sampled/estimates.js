// The estimates against the number of chains, settling on the exact lines, and a table of both.
import {lines} from "charts/charts.js";
import {digits, number, sentence, whole} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {kept} from "explorer/state/ask.js";
import {drawn} from "explorer/views/chart.js";
import {say, table} from "explorer/views/controls.js";
import {part, watch} from "explorer/views/part.js";

/** The estimates of one chart, all of them near log R. Others are in the table. */
const logKeys = ["e_log_w_fwd", "e_log_w_rev", "log_r_lower", "log_r_upper"];

/** estimates adds the charts and the table to a room. */
export function estimates(room, side, run) {
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
    place.show(() => say(place.words, problem ? sentence(problem.message) : words(last, run)));
    if (!last || !changed(last)) return;
    const names = (keys) => last.estimates.filter(({key}) => keys.includes(key)).map(({name}) => name);
    logs(chart("Log weights", run.history, names(logKeys)));
    gap(chart("B", run.history, names(["B"])));
    numbers.replaceChildren(tableOf(last));
  }};
}

function chart(title, history, names) {
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

function tableOf({chains, estimates}) {
  return table(`After ${whole(chains)} chains in each direction`,
    ["number", "estimate", "95% interval", "exact", "off by"],
    estimates.map((one) => [one.name, digits(one.value), `${digits(one.low)} to ${digits(one.high)}`,
      digits(one.exact), off(one)]));
}

/** off is the distance of an estimate from the truth, in its standard errors. */
function off({value, low, high, exact}) {
  const error = (number(high) - number(low)) / 2 / 1.96;
  const z = (number(value) - number(exact)) / error;
  return Number.isFinite(z) ? `${z < 0 ? "−" : "+"}${Math.abs(z).toFixed(1)} SE` : "–";
}

function words(last, run) {
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
