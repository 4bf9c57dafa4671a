// The schedules at the T of the setting: B against J of each, and a table.
import {lines} from "charts/charts.js";
import {digits, number, ratio} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {sentences} from "explorer/views/against/best.js";
import {chosen, styleOf} from "explorer/views/against/chooser.js";
import {notes, soFar} from "explorer/views/against/curves.js";
import {drawn} from "explorer/views/chart.js";
import {renewed, say, table} from "explorer/views/controls.js";
import {part, watch} from "explorer/views/part.js";

/** schedules adds the chart and the table to a room. A click on a point makes its schedule that of the setting. */
export function schedules(room, side, page) {
  const place = part(room, "Schedules at this T", ["schedules"], side);
  const take = (name) => side.set({schedule: name});
  const show = drawn(place.picture, lines, {height: 300, name: "schedules", click: ({series}) => take(series)});
  const numbers = element("div", {class: "tabled"});
  place.node.append(numbers);
  const tabulate = renewed(numbers);
  const changed = watch();
  return {draw: () => place.show(() => {
    const names = chosen(page, side); // the page asks for some more of them, and in another order
    const all = names.flatMap((name) => side.answers.schedules.all.filter((one) => one.name === name));
    if (!changed(side.answers.schedules, String(names), side.waiting.has("schedules"))) return;
    show(chart(all));
    tabulate(tableOf(all, take));
    const points = all.map((one) => ({...one, schedule: one.name, T: side.question.T}));
    say(place.words, [soFar(side, "schedules", sentences(points)), notes(all)].filter(Boolean).join(" "));
  })};
}

function chart(all) {
  return {
    about: "B against J of each schedule at this T. The best by J is on the left, the best by B at the bottom.",
    x: {label: "J, nats", log: true}, y: {label: "B, nats", log: true},
    series: all.map(({name, J, B}) => ({name, style: styleOf(name), glyph: "dot", points: [[J, B]]})),
  };
}

function tableOf(all, take) {
  const best = (key) => Math.min(...all.map((one) => number(one[key])).filter((v) => !Number.isNaN(v)));
  const [j, b] = [best("J"), best("B")];
  return table("J and B in nats at this T, the least of each marked. A button makes its schedule the setting's.",
    ["schedule", "J", "B", "B/J"], all.map((one) => [
    element("button", {type: "button", onclick: () => take(one.name), title: "Make this the setting"}, one.name),
    {text: digits(one.J), best: number(one.J) === j && all.length > 1},
    {text: digits(one.B), best: number(one.B) === b && all.length > 1},
    ratio(one.B, one.J),
  ]));
}
