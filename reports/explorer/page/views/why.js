// The schedule: where it outruns the chain, where B comes from, and which way J falls, on one axis of beta. It can be
// drawn here. And J and B of others beside it.
import {betaText, digits, number, percent, sentence} from "explorer/digits.js";
import {asked, curve, waysOf} from "explorer/setting/curve.js";
import {curves} from "explorer/setting/curves.js";
import {nameOf} from "explorer/state/names.js";
import {cells, notesOf} from "explorer/views/against.js";
import {atEach, sentences} from "explorer/views/against/best.js";
import {betas} from "explorer/views/cells/slowest.js";
import {styled} from "explorer/views/chart.js";
import {renewed, say, table} from "explorer/views/controls.js";
import {each, part, watch} from "explorer/views/part.js";

const piece = 0.1; // of beta

export const why = {
  id: "why",
  title: "Schedule",
  about: "Drag its points. Below: where it outruns the chain, and which steps B comes from.",
  keys: [],
  needs: {why: () => ({}), spectrum: () => ({betas}), schedules: (page, side) => asked(side)},
  mount: (room, sides) => [along(room, sides),
    sides.length > 1 ? schedulesOfTwo(room, sides) : schedules(room, sides[0])],
};

function along(room, sides) {
  const place = part(room, "The schedule and the chain along beta", [], ...sides);
  const made = sides.length > 1 ? curves(sides, () => panelsOfTwo(sides)) : curve(sides[0], () => panels(sides[0]));
  place.picture.append(made.element);
  return {close: made.close, draw() {
    place.node.classList.toggle("stale", sides.some((side) => side.stale("why")));
    made.draw();
    say(place.words, each(sides, said));
  }};
}

function said(side) {
  const {why} = side.answers, {why: problem, spectrum: unknown} = side.problems;
  if (problem) return sentence(problem.message);
  if (!why) return "B is taken apart by steps.";
  return [words(why), falls(why, waysOf(side)), sentence(unknown?.message ?? "")].filter(Boolean).join(" ");
}

/** timesOf are how many steps the chain needs along beta, and leftOf how many the schedule leaves until its end. */
const timesOf = ({answers: {spectrum}}) => spectrum?.at.map((one) => [one.beta, one.relaxation])
  .filter(([, time]) => number(time) > 0) ?? [];

function leftOf({answers: {why}}) {
  const betas = why.betas.map(number), last = betas.length - 1;
  return betas.map((beta, i) => [beta, last - i]).filter(([beta], i) => beta < betas[i + 1]);
}

const speedLabel = "steps (the chain's relaxation time, and until the end)", label = `B in ${piece} of beta (nats)`;

/** panels are what stands below the schedule of one setting, as far as it is known. */
function panels(side) {
  const {why} = side.answers;
  if (!why) return [];
  const times = timesOf(side);
  const speed = {y: {label: speedLabel, log: true}, series: [
    {name: "the chain needs", style: 2, dashed: false, points: times},
    {name: "the schedule leaves", style: 1, dashed: true, points: leftOf(side)}]};
  const parts = {y: {label, zero: true}, series: [{name: "B", style: 1, ...areaOf(why)}]};
  return [...(times.length > 0 ? [speed] : []), parts];
}

/** panelsOfTwo are the same of two settings, a panel for each quantity. Those of one kind have one range. */
function panelsOfTwo(sides) {
  const some = sides.filter(({answers}) => answers.why), slow = sides.filter((side) => timesOf(side).length > 0);
  const panel = (label, axis, of, pointsOf) => ({y: {label, ...axis}, height: 110,
    series: of.map((side) => ({...styled(side), ...pointsOf(side)}))});
  const steps = {log: true, holds: [...slow.flatMap(timesOf), ...some.flatMap(leftOf)].map(([, v]) => number(v))};
  const partsOf = ({answers: {why}}) => ({steps: true, points: areaOf(why).points});
  const parts = {zero: true, holds: some.flatMap((side) => partsOf(side).points.map(([, v]) => v))};
  return [
    ...(slow.length > 0 ? [panel("steps that the chain needs", steps, slow, (side) => ({points: timesOf(side)}))] : []),
    panel("steps that the schedule leaves", steps, some, (side) => ({points: leftOf(side)})),
    panel(label, parts, some, partsOf),
  ].filter(({series}) => series.length > 0);
}

/** areaOf is a series of strips as an area: that above a strip is its part of B. */
function areaOf({strips, betas}) {
  const points = strips.map((one) => [betas[one.from - 1], piece * number(one.B) /
    (betas[one.to - 1] - betas[one.from - 1])]).filter(([, v]) => Number.isFinite(v)); // a schedule may stand still
  points.push([1, points.at(-1)?.[1] ?? 0]);
  return {steps: true, dashed: false, points, bands: points.map(([beta, v]) => [beta, Math.min(v, 0), Math.max(v, 0)])};
}

/**
 * words say which strips in a row have half of B, the fewest that do. Beyond twice J B counts as loose, and up to one and
 * a half times J as tight.
 */
export function words({J, B, betas, strips}) {
  const whole = number(B);
  if (!(whole > 0 && Number.isFinite(whole + number(J)) && strips.every((one) => number(one.B) >= -1e-9 * whole))) {
    return "B is infinite or 0, or falls in some steps, so the steps have no shares of it.";
  }
  const {from, to, share} = half(strips, whole);
  const nothing = number(J) === 0, times = nothing ? Infinity : whole / number(J);
  const much = times > 2 ? "loose here: " : times <= 1.5 ? "tight here: " : "";
  return `${percent(share)} of B comes from steps ${from} to ${to - 1} (beta = ${betaText(betas[from - 1])} to ` +
    `${betaText(betas[to - 1])}). ` + (nothing ? "J is 0 up to rounding." : `B is ${much}${digits(times, 3)} times J.`);
}

/** half is the fewest strips in a row with half of the whole, the first of them. */
function half(strips, whole) {
  for (let many = 1; ; many++) {
    for (let i = 0; i + many <= strips.length; i++) {
      const share = strips.slice(i, i + many).reduce((sum, one) => sum + number(one.B), 0) / whole;
      if (share >= 0.5 || many === strips.length) {
        return {from: strips[i].from, to: strips[i + many - 1].to, share};
      }
    }
  }
}

/** falls says what the arrows mean, by the longest. */
function falls({note, by_j: by}, ways) {
  const most = Math.max(...(ways ?? []).map(Math.abs)), i = ways?.findIndex((way) => Math.abs(way) === most);
  if (!by || !ways) return by ? "" : sentence(note);
  if (most === 0) return "J hardly changes with any of the points.";
  return `The arrows show which way J falls. The longest is ${digits(most, 2)} nats for each unit of beta, after ` +
    `${Math.round(100 * i / (ways.length - 1))}% of the steps, where beta is to ${ways[i] > 0 ? "rise" : "fall"}.`;
}

/** pointsOf are the schedules that the chart has, with their J and B at the T of the setting. */
const pointsOf = ({question, answers}) => asked({question}).schedules
  .flatMap((name) => answers.schedules.all.filter((one) => one.name === name))
  .map((one) => ({...one, schedule: one.name, T: question.T}));

/** schedules adds J and B of the setting's schedule and of others. A button takes one. */
function schedules(room, side) {
  const place = part(room, "Other schedules at this T", ["schedules"], side);
  const tabulate = renewed(place.node), changed = watch();
  const take = ({schedule}) => side.set({schedule});
  return {draw: () => place.show(() => {
    const isOn = side.waiting.has("schedules");
    if (!changed(side.answers.schedules, side.question.schedule, isOn)) return;
    const points = pointsOf(side), leasts = atEach(points)[0]?.leasts; // all of one T
    tabulate(table("J and B in nats at this T, the least of each marked. A button makes its schedule the setting's.",
      ["schedule", "J", "B", "B/J"], points.map((point) =>
        cells(point, (key) => leasts[key].includes(point) && points.length > 1, take))));
    say(place.words, [sentences(points), isOn ? "More is being computed." : "", ...notesOf(points)].filter(Boolean)
      .join(" "));
  })};
}

/** schedulesOfTwo has J and B of each schedule in both settings, the least of each column marked. */
function schedulesOfTwo(room, sides) {
  const place = part(room, "Other schedules", ["schedules"], ...sides);
  const tabulate = renewed(place.node), changed = watch();
  return {draw: () => place.show((known) => {
    if (!changed(...known.map(({answers}) => answers.schedules))) return;
    const all = known.map(pointsOf), leasts = all.map((points) => atEach(points)[0]?.leasts);
    const columns = ["J", "B"].flatMap((key) => known.map((side, i) => ({key, i, head: `${key}, ${nameOf(side)}`})));
    const schedules = [...new Set(all.flatMap((points) => points.map(({schedule}) => schedule)))];
    tabulate(table("J and B in nats, the least of each column marked.", ["schedule", ...columns.map(({head}) => head)],
      schedules.map((name) => [name, ...columns.map(({key, i}) => {
        const point = all[i].find(({schedule}) => schedule === name);
        return {text: point ? digits(point[key]) : "–", best: Boolean(leasts[i]?.[key].includes(point))};
      })])));
    say(place.words, each(known, (side) => sentences(all[known.indexOf(side)])));
  })};
}
