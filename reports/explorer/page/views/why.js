// Why B is loose or tight: the schedule, how fast the chain forgets, what each piece of beta adds to B, and how much of
// the error that entered there the last law still has, on one axis of beta. The schedule can be drawn here.
import {betaText, digits, number, percent, sentence} from "explorer/digits.js";
import {asked, curve, waysOf} from "explorer/setting/curve.js";
import {say} from "explorer/views/controls.js";
import {part} from "explorer/views/part.js";
import {spectrum} from "explorer/views/spectrum.js";

const piece = 0.1; // of beta

export const why = {
  id: "why",
  title: "Why",
  about: "Where the schedule outruns the chain, what of each step's error is left at the end, and which way J falls.",
  keys: [],
  needs: {why: () => ({}), ...spectrum.needs, schedules: (page, side) => asked(side)},
  mount: (room, side) => [along(room, side)],
};

function along(room, side) {
  const place = part(room, "The schedule, the chain and B along beta", [], side);
  const made = curve(side, () => panels(side.answers));
  place.picture.append(made.element);
  return {close: made.close, draw() {
    const {why} = side.answers, {why: problem, spectrum: unknown} = side.problems;
    place.node.classList.toggle("stale", side.stale("why"));
    made.draw();
    const said = why && `${words(why)} ${falls(why, waysOf(side))} ${sentence(unknown?.message ?? "")}`;
    say(place.words, problem ? sentence(problem.message) : said ?? "The error of each step is followed to the end.");
  }};
}

/** panels are what stands below the schedule, as far as it is known. */
function panels({why, spectrum}) {
  if (!why) return [];
  const betas = why.betas.map(number), last = betas.length - 1;
  const left = betas.map((beta, i) => [beta, last - i]).filter(([beta], i) => beta < betas[i + 1]);
  const times = spectrum?.at.map((one) => [one.beta, one.relaxation]).filter(([, time]) => number(time) > 0) ?? [];
  const speed = {y: {label: "steps (the chain's relaxation time, and until the end)", log: true}, series: [
    {name: "the chain needs", style: 2, dashed: false, points: times},
    {name: "the schedule leaves", style: 1, dashed: true, points: left}]};
  const areas = (label, ...series) => ({y: {label: `${label} in ${piece} of beta`, zero: true},
    series: series.map(([name, style, key]) => ({name, style, ...areaOf(why, key)}))});
  return [...(times.length > 0 ? [speed] : []), areas("what the steps add to B, nats,", ["B", 1, "B"]),
    areas("error, share of the runs,", ["entered here", 4, "entered"], ["left at the end", 0, "left"])];
}

/** areaOf is a series of spans as an area: that above a span is its value. */
function areaOf({spans, betas}, key) {
  const points = spans.map((one) => [betas[one.from - 1], piece * number(one[key]) /
    (betas[one.to - 1] - betas[one.from - 1])]).filter(([, v]) => Number.isFinite(v)); // a schedule may stand still
  points.push([1, points.at(-1)?.[1] ?? 0]);
  return {steps: true, dashed: false, points, bands: points.map(([beta, v]) => [beta, Math.min(v, 0), Math.max(v, 0)])};
}

/**
 * words say where B comes from: how much of it from steps of whose error most is gone at the end, or most is left.
 * Beyond twice J B counts as loose, and up to one and a half times J as tight.
 */
export function words({J, B, off, betas, spans}) {
  const whole = number(B), some = spans.filter((one) => one.entered > 0 || number(one.B) !== 0);
  if (!(whole > 0 && Number.isFinite(whole + number(J)) && some.every((one) => number(one.B) >= -1e-9 * whole))) {
    return "B is infinite or 0, or falls in some steps, so the steps have no shares of it.";
  }
  const [lost, kept] = [true, false].map((is) => some.filter((one) => one.left < one.entered / 2 === is));
  const share = (of) => of.reduce((sum, one) => sum + number(one.B), 0) / whole;
  const gone = share(lost) >= 0.5, of = gone ? lost : kept, nothing = number(J) <= number(off);
  const times = nothing ? Infinity : whole / number(J), loose = gone && times > 2, tight = !gone && times <= 1.5;
  const much = loose ? "loose here: " : tight ? "tight here: " : "";
  return `${percent(share(of))} of B comes from ${steps(of, some, betas)}. The last law ` +
    `${gone ? "has forgotten" : "still has"} most of the error that enters there` +
    `${loose ? ", and B counts it all the same" : ""}. ` +
    (nothing ? "J is 0 up to rounding." : `B is ${much}${digits(times, 3)} times J.`);
}

/** steps names those of some spans among all. */
function steps(of, all, betas) {
  const {from} = of[0], {to} = of.at(-1);
  return all.indexOf(of.at(-1)) - all.indexOf(of[0]) >= of.length ? `${of.length} of ${all.length} runs of steps`
    : `steps ${from} to ${to - 1} (beta = ${betaText(betas[from - 1])} to ${betaText(betas[to - 1])})`;
}

/** falls says what the arrows mean, by the longest. */
function falls({note, by_j: by}, ways) {
  const most = Math.max(...(ways ?? []).map(Math.abs)), i = ways?.findIndex((way) => Math.abs(way) === most);
  if (!by || !ways) return by ? "" : sentence(note);
  if (most === 0) return "J hardly changes with any of the points.";
  return `The arrows show which way J falls. The longest is ${digits(most, 2)} nats for each unit of beta, after ` +
    `${Math.round(100 * i / (ways.length - 1))}% of the steps, where beta is to ${ways[i] > 0 ? "rise" : "fall"}.`;
}
