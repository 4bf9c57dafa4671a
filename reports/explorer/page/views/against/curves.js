// J and B against T for several schedules, as two charts and as a table by T.
import {lines} from "charts/charts.js";
import {digits, ratio, sentence} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {atEach, sentences} from "explorer/views/against/best.js";
import {styleOf} from "explorer/views/against/chooser.js";
import {drawn} from "explorer/views/chart.js";
import {renewed, say, table} from "explorer/views/controls.js";
import {part, watch} from "explorer/views/part.js";

/** curves adds the charts and the table to a room. A click on a point makes its T and schedule those of the setting. */
export function curves(room, side, page) {
  const place = part(room, "J and B against T", ["curve"], side);
  place.picture.classList.add("beside");
  const take = ({series, x}) => side.set({schedule: series, T: x});
  const charts = ["J", "B"].map((key) => [key, drawn(place.picture, lines, {height: 320, name: key, click: take})]);
  const numbers = element("div", {class: "tabled"});
  place.node.append(numbers);
  const tabulate = renewed(numbers);
  const changed = watch();
  return {draw: () => place.show(() => {
    const points = side.answers.curve.all, {T} = side.question;
    if (!changed(points, T, side.waiting.has("curve"))) return;
    for (const [key, show] of charts) show(chart(key, points, T));
    tabulate(tableOf(points, (point) => side.set({schedule: point.schedule, T: point.T})));
    say(place.words, [soFar(side, "curve", sentences(points)), notes(points)].filter(Boolean).join(" "));
  })};
}

const namesOf = (points) => [...new Set(points.map(({schedule}) => schedule))];

function chart(key, points, T) {
  const of = (name) => points.filter((point) => point.schedule === name).sort((a, b) => a.T - b.T);
  return {
    title: `${key} against T`,
    about: key === "J" ? "J, how far the samples are from the target, against T for each schedule."
      : "B, the bound that runs can estimate, against T for each schedule.",
    x: {label: "T, number of levels", log: true}, y: {label: `${key}, nats`, log: true},
    series: namesOf(points).map((name) => ({name, style: styleOf(name), dots: true,
      points: of(name).map((point) => [point.T, point[key]])})),
    rules: [{name: "T of the setting", x: T}],
  };
}

function tableOf(points, take) {
  const rows = atEach(points).flatMap(({T, points, J, B}) => points.map((point) => [
    String(T),
    element("button", {type: "button", onclick: () => take(point), title: "Make this the setting"}, point.schedule),
    {text: digits(point.J), best: point === J && points.length > 1},
    {text: digits(point.B), best: point === B && points.length > 1},
    ratio(point.B, point.J),
  ]));
  return table("J and B in nats by T, the least of each marked. A button makes T and schedule those of the setting.",
    ["T", "schedule", "J", "B", "B/J"], rows);
}

/** soFar is what is said of an answer, with a remark if it is not whole yet. */
export function soFar(side, kind, text) {
  if (!side.waiting.has(kind)) return text;
  return text ? `So far: ${text} More is being computed.` : "More is being computed.";
}

/** notes say why some points are missing, each reason once. */
export function notes(all) {
  const why = new Map();
  for (const {schedule, name, note} of all) {
    if (note) why.set(note, new Set([...(why.get(note) ?? []), schedule ?? name]));
  }
  return [...why].map(([note, names]) => `${[...names].join(", ")}: ${sentence(note)}`).join(" ");
}
