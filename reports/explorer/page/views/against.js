// J and B against T and against schedules: which is best by each, and what the choice by B costs in J.
import {lines} from "charts/charts.js";
import {digits, number, order, ratio, sentence, whole} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {names} from "explorer/state/names.js";
import {atEach, sentences} from "explorer/views/against/best.js";
import {chooser, chosen, ownOf, styleOf} from "explorer/views/against/chooser.js";
import {drawn} from "explorer/views/chart.js";
import {renewed, say, table} from "explorer/views/controls.js";
import {part, pictured, watch} from "explorer/views/part.js";

const ts = [10, 20, 50, 100, 200, 500, 1000];

export const against = {
  id: "against",
  title: "J and B against T",
  about: "Which schedule has the least J at each T, which has the least B, and whether they are the same.",
  keys: ["curves"],
  needs: {
    curve: (page, side) => ({schedules: chosen(page, side), ts}),
    schedules: (page, side) => ({schedules: chosen(page, side)}),
  },
  mount: (room, side, page) => [chooser, curves, schedules].map((make) => make(room, side, page)),
  compare: both,
};

/** curves adds charts of J and B against T for several schedules. A click on a point makes it the setting. */
function curves(room, side) {
  const place = part(room, "J and B against T", ["curve"], side);
  place.picture.classList.add("beside");
  const take = ({schedule, T}) => side.set({schedule, T});
  const click = ({series, x}) => take({schedule: series, T: x});
  const charts = ["J", "B"].map((key) => [key, drawn(place.picture, lines, {height: 320, name: key, click})]);
  const tabulate = renewed(place.node), changed = watch();
  return {draw: () => place.show(() => {
    const points = side.answers.curve.all, {T} = side.question;
    if (!changed(points, T, side.waiting.has("curve"))) return;
    for (const [key, show] of charts) show(againstT(key, points, T));
    const rows = atEach(points).flatMap(({T, points, leasts}) => points.map((point) =>
      [whole(T), ...cells(point, (key) => leasts[key].includes(point) && points.length > 1, take)]));
    tabulate(table("J and B in nats by T, the least of each marked. A button makes T and schedule those of the " +
      "setting.", ["T", "schedule", "J", "B", "B/J"], rows));
    say(place.words, words(side, "curve", points));
  })};
}

function againstT(key, points, T) {
  const of = (name) => points.filter((point) => point.schedule === name).sort((a, b) => a.T - b.T);
  return {
    title: `${key} against T`,
    about: key === "J" ? "J, how far the samples are from the target, against T for each schedule."
      : "B, the bound that runs can estimate, against T for each schedule.",
    x: {label: "T, number of levels", log: true}, y: {label: `${key}, nats`, log: true},
    series: [...new Set(points.map(({schedule}) => schedule))].map((name) => ({name, style: styleOf(name), dots: true,
      points: of(name).map((point) => [point.T, point[key]])})),
    rules: [{name: "T of the setting", x: T}],
  };
}

/** schedules adds B against J of each schedule at the T of the setting. A click on a point makes it the setting's. */
function schedules(room, side, page) {
  const place = part(room, "Schedules at this T", ["schedules"], side);
  const take = ({schedule}) => side.set({schedule});
  const click = ({series}) => take({schedule: series});
  const show = drawn(place.picture, lines, {height: 300, name: "schedules", click});
  const tabulate = renewed(place.node), changed = watch();
  return {draw: () => place.show(() => {
    const names = chosen(page, side); // the page asks for some more of them, and in another order
    if (!changed(side.answers.schedules, String(names), side.waiting.has("schedules"))) return;
    const points = names.flatMap((name) => side.answers.schedules.all.filter((one) => one.name === name))
      .map((one) => ({...one, schedule: one.name, T: side.question.T}));
    show({
      about: "B against J of each schedule at this T. The best by J is on the left, the best by B at the bottom.",
      x: {label: "J, nats", log: true}, y: {label: "B, nats", log: true},
      series: points.map(({name, J, B}) => ({name, style: styleOf(name), glyph: "dot", points: [[J, B]]})),
    });
    const leasts = atEach(points)[0]?.leasts; // all of one T
    tabulate(table("J and B in nats at this T, the least of each marked. A button makes its schedule the setting's.",
      ["schedule", "J", "B", "B/J"], points.map((point) =>
        cells(point, (key) => leasts[key].includes(point) && points.length > 1, take))));
    say(place.words, words(side, "schedules", points));
  })};
}

/** cells are those of a point in a table, with a button that takes it. */
function cells(point, isBest, take) {
  return [
    element("button", {type: "button", onclick: () => take(point), title: "Make this the setting"}, point.schedule),
    ...["J", "B"].map((key) => ({text: digits(point[key]), best: isBest(key)})),
    ratio(point.B, point.J),
  ];
}

/** words say which schedules are best, that more is under way, and why some points are missing, each reason once. */
function words(side, kind, points) {
  let text = sentences(points);
  if (side.waiting.has(kind)) text = text ? `So far: ${text} More is being computed.` : "More is being computed.";
  const why = new Map();
  for (const {schedule, note} of points) {
    if (note) why.set(note, new Set([...(why.get(note) ?? []), schedule]));
  }
  const notes = [...why].map(([note, names]) => `${[...names].join(", ")}: ${sentence(note)}`);
  return [text, ...notes].filter(Boolean).join(" ");
}

/** both adds J and B against T of sides a and b in one chart, each with its own schedule. */
function both(room, a, b) {
  const options = {height: 340, name: "J-and-B-of-both"};
  return [pictured(room, "J and B of both against T", ["curve"], [a, b], lines, options, () => {
    const of = [a, b].map((side) => side.answers.curve.all.filter(({schedule}) => schedule === ownOf(side)));
    if (of.some((points) => points.length === 0)) return "Choose the settings' own schedules above to compare them.";
    const series = (points, i, key) => ({name: `${key}, ${names[i]}`, style: i, dots: true,
      dashed: key === "B", points: points.map((point) => [point.T, point[key]])});
    return {words: bothWords(...of), spec: {
      about: `J, solid, and its bound B, dashed, against T, of the settings ${names.join(" and ")} ` +
        "with their own schedules.",
      x: {label: "T, number of levels", log: true}, y: {label: "J and B, nats", log: true},
      series: ["J", "B"].flatMap((key) => of.map((points, i) => series(points, i, key)))}};
  })];
}

function bothWords(a, b) {
  const pairs = a.map((point) => [point, b.find(({T}) => T === point.T)]).filter(([, other]) => other);
  if (pairs.length === 0) return "";
  const last = pairs.at(-1), values = last.map((point) => number(point.J)), at = `At T = ${whole(last[0].T)}`;
  const off = last.reduce((sum, point) => sum + (number(point.off) || 0), 0), sign = order(...values, off);
  if (Number.isNaN(sign)) return "";
  if (sign === 0) return `${at} both have the same J, ${digits(values[0])} nats.`;
  const [near, far] = sign < 0 ? names : names.toReversed();
  const [least, most] = values.toSorted((x, y) => x - y);
  if (least === 0) return `${at} the ${far} setting has a J of ${digits(most)} nats, and the ${near} one has 0.`;
  return `${at} the ${far} setting has ${digits(most / least)} times the J of the ${near} one.`;
}
