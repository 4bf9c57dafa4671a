// The schedule: it can be drawn here, beside what others would choose. And J and B of others at the same T.
import {digits, number, order, ratio, sentence, whole} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {asked, curve} from "explorer/setting/curve.js";
import {renewed, say, table} from "explorer/views/controls.js";
import {part, watch} from "explorer/views/part.js";

export const schedule = {
  id: "schedule",
  title: "Schedule",
  about: "Drag its points. Below: J and B of other schedules at the same T.",
  keys: [],
  needs: {schedules: (page, setting) => asked(setting)},
  mount: (room, setting) => [drawing(room, setting), others(room, setting)],
};

function drawing(room, setting) {
  const place = part(room, "The schedule along beta", [], setting), made = curve(setting);
  place.picture.append(made.element);
  return made;
}

/** pointsOf are the schedules that the chart has, with their J and B at the T of the setting. */
const pointsOf = ({question, answers}) => asked({question}).schedules
  .flatMap((name) => answers.schedules.all.filter((one) => one.name === name));

/** others adds J and B of the setting's schedule and of others. A button takes one. */
function others(room, setting) {
  const place = part(room, "Other schedules at this T", ["schedules"], setting);
  const tabulate = renewed(place.node), changed = watch();
  return {draw: () => place.show(() => {
    const isOn = setting.waiting.has("schedules");
    if (!changed(setting.answers.schedules, setting.question.schedule, isOn)) return;
    const points = pointsOf(setting), least = {J: leastOf(points, "J"), B: leastOf(points, "B")};
    const row = (point) => [
      element("button", {type: "button", title: "Make this the setting's",
        onclick: () => setting.set({schedule: point.name})}, point.name),
      ...["J", "B"].map((key) => ({text: digits(point[key]), best: least[key].includes(point) && points.length > 1})),
      ratio(point.B, point.J)];
    tabulate(table("J and B in nats at this T, the least of each marked. A button makes its schedule the setting's.",
      ["schedule", "J", "B", "B/J"], points.map(row)));
    say(place.words, [choice(points, setting.question.T), isOn ? "More is being computed." : "", ...notesOf(points)]
      .filter(Boolean).join(" "));
  })};
}

/** leastOf are all schedules whose value of a key is the least one, as a reader sees it: see order. */
function leastOf(points, key) {
  const known = points.filter((one) => !Number.isNaN(number(one[key])));
  const least = known.toSorted((a, b) => number(a[key]) - number(b[key]))[0];
  return known.filter((one) => order(one[key], least[key]) === 0);
}

/** choice says which schedule is best by J and which by B, and where they differ what the choice by B costs in J. */
function choice(points, T) {
  const [byJ, byB] = [leastOf(points, "J"), leastOf(points, "B")], both = byB.find((one) => byJ.includes(one));
  if (points.length < 2 || byJ.length === 0 || byB.length === 0) return "";
  if (both) return `J and B choose the same schedule: ${both.name}.`;
  const [J] = byJ, [B] = byB;
  return `At T = ${whole(T)} ${J.name} is best by J (${digits(J.J)} nats) and ${B.name} by B (${digits(B.B)} nats). ` +
    `Whoever chooses by B takes ${B.name}, and gets ${times(number(B.J), number(J.J))}.`;
}

/** times compares two J. Nothing is a multiple of 0. */
function times(more, less) {
  if (less === 0) return `a J of ${digits(more)} nats instead of 0`;
  const cost = more / less, few = Number.isFinite(cost) ? cost.toFixed(cost < 10 ? 2 : 0) : "infinitely many";
  return `${Number(few) === 1 ? digits(cost, 5) : few} times the J`; // a cost is above 1, and is to be seen as such
}

/** notesOf say why schedules have no numbers, each reason once, with the schedules that have it. */
function notesOf(points) {
  const notes = [...new Set(points.map(({note}) => note).filter(Boolean))];
  return notes.map((note) =>
    `${points.filter((one) => one.note === note).map(({name}) => name).join(", ")}: ${sentence(note)}`);
}
