// J and B against T. Of one setting with several schedules: which is best by each, and what the choice by B costs in J.
// Of two settings with their own schedules: which has less of both, and from which T on.
import {stack} from "charts/charts.js";
import {digits, number, order, ratio, sentence, whole} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {headOf, names} from "explorer/state/names.js";
import {atEach, sentences} from "explorer/views/against/best.js";
import {chooser, chosen, ownOf, styleOf} from "explorer/views/against/chooser.js";
import {drawn, styled} from "explorer/views/chart.js";
import {renewed, say, table} from "explorer/views/controls.js";
import {part, watch} from "explorer/views/part.js";

const ts = [10, 20, 50, 100, 200, 500, 1000];

export const against = {
  id: "against",
  title: "More levels",
  about: "How J and B fall as the levels become more, and whether J and B choose the same schedule.",
  keys: ["curves"],
  needs: {
    curve: (page, side, sides) => ({schedules: sides.length > 1 ? [ownOf(side)] : chosen(page, side), ts}),
  },
  mount: (room, sides, page) => sides.length > 1 ? [ofTwo(room, sides)]
    : [chooser(room, sides[0], page), ofOne(room, sides[0])],
};

const title = "J and B against T", height = 210; // of each of both panels

/** ofOne adds curves of several schedules. A click on a point makes it the setting. */
function ofOne(room, side) {
  const place = part(room, title, ["curve"], side);
  const take = ({schedule, T}) => side.set({schedule, T});
  const click = ({series, x}) => take({schedule: series, T: x});
  const show = drawn(place.picture, stack, {name: "J-and-B-against-T", click});
  const tabulate = renewed(place.node), changed = watch();
  return {draw: () => place.show(() => {
    const points = side.answers.curve.all, {T} = side.question;
    if (!changed(points, T, side.waiting.has("curve"))) return;
    const schedules = [...new Set(points.map(({schedule}) => schedule))];
    show(chart(schedules.map((name) => ({name, style: styleOf(name), points:
      points.filter((point) => point.schedule === name)})), [{name: "T of the setting", x: T}]));
    const rows = atEach(points).flatMap(({T, points, leasts}) => points.map((point) =>
      [whole(T), ...cells(point, (key) => leasts[key].includes(point) && points.length > 1, take)]));
    tabulate(table("J and B in nats by T, the least of each marked. A button makes T and schedule those of the " +
      "setting.", ["T", "schedule", "J", "B", "B/J"], rows));
    say(place.words, words(side, points));
  })};
}

/** ofTwo adds the curves of both settings, each with its own schedule. */
function ofTwo(room, sides) {
  const place = part(room, title, ["curve"], ...sides);
  const show = drawn(place.picture, stack, {name: "J-and-B-of-both"});
  const tabulate = renewed(place.node), changed = watch();
  const ownPoints = (side) => side.answers.curve.all.filter(({schedule}) => schedule === ownOf(side))
    .sort((a, b) => a.T - b.T); // they come as they are computed
  return {draw: () => place.show((known) => {
    if (!changed(...known.map(({answers}) => answers.curve))) return;
    const of = known.map(ownPoints);
    show(chart(known.map((side, i) => ({...styled(side), points: of[i]})), []));
    tabulate(known.length > 1 ? tableOfTwo(of) : element("p"));
    say(place.words, known.length > 1 ? bothWords(...of) : `${headOf(known[0])} alone is known so far.`);
  })};
}

/** chart are panels of J and of B on one axis of T and one range of nats. */
function chart(curves, rules) {
  const holds = curves.flatMap(({points}) => points.flatMap(({J, B}) => [number(J), number(B)]));
  const unnamed = rules.map((rule) => ({...rule, name: ""}));
  const panel = (key, label) => ({y: {label, log: true, holds}, rules: key === "J" ? rules : unnamed, height,
    series: curves.map(({points, ...one}) => ({...one, dots: true,
      points: points.toSorted((a, b) => a.T - b.T).map((point) => [point.T, point[key]])}))});
  return {about: "J, how far the samples are from the target, and B, the bound that runs can estimate, against T.",
    x: {label: "T, number of levels", log: true, domain: [ts[0], ts.at(-1)]}, named: "once",
    panels: [panel("J", "J, the distance, nats"), panel("B", "B, what runs estimate, nats")]};
}

/** cells are those of a point in a table, with a button that takes it. */
export function cells(point, isBest, take) {
  return [
    element("button", {type: "button", onclick: () => take(point), title: "Make this the setting"}, point.schedule),
    ...["J", "B"].map((key) => ({text: digits(point[key]), best: isBest(key)})),
    ratio(point.B, point.J),
  ];
}

/** tableOfTwo has J and B of both settings by T, the lesser of each pair marked. */
function tableOfTwo([a, b]) {
  const rows = paired(a, b).map((pair) => [whole(pair[0].T), ...["J", "B"].flatMap((key) => lesser(pair, key))]);
  return table("J and B in nats by T, the lesser of both settings marked.",
    ["T", ...["J", "B"].flatMap((key) => names.map((name) => `${key}, ${name}`))], rows);
}

/** paired are the points of both settings at the T that both have. */
const paired = (a, b) => a.map((point) => [point, b.find(({T}) => T === point.T)]).filter(([, other]) => other);

/** lesser are the cells of a pair, of which the lesser is marked. */
function lesser(pair, key) {
  const sign = order(...pair.map((point) => point[key]));
  return pair.map((point, i) => ({text: digits(point[key]), best: sign === (i === 0 ? -1 : 1)}));
}

/** words say which schedules are best, that more is under way, and why some points are missing, each reason once. */
function words(side, points) {
  let text = sentences(points);
  if (side.waiting.has("curve")) text = text ? `So far: ${text} More is being computed.` : "More is being computed.";
  return [text, ...notesOf(points)].filter(Boolean).join(" ");
}

/** notesOf say why points have no numbers, each reason once, with the schedules that have it. */
export function notesOf(points) {
  const why = new Map();
  for (const {schedule, note} of points) {
    if (note) why.set(note, new Set([...(why.get(note) ?? []), schedule]));
  }
  return [...why].map(([note, names]) => `${[...names].join(", ")}: ${sentence(note)}`);
}

function bothWords(a, b) {
  const pairs = paired(a, b);
  if (pairs.length === 0) return "";
  const last = pairs.at(-1), values = last.map((point) => number(point.J)), at = `At T = ${whole(last[0].T)}`;
  const sign = order(...values);
  if (Number.isNaN(sign)) return "";
  if (sign === 0) return `${at} both have the same J, ${digits(values[0])} nats.`;
  const [near, far] = sign < 0 ? names : names.toReversed();
  const [least, most] = values.toSorted((x, y) => x - y);
  if (least === 0) return `${at} the ${far} setting has a J of ${digits(most)} nats, and the ${near} one has 0.`;
  return `${at} the ${far} setting has ${digits(most / least)} times the J of the ${near} one.`;
}
